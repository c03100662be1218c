//! What is drawn: the figure, the parameter, its range, the methods; and the way out into a file.

use crate::ui::actions::{Action, Outbox};
use crate::ui::compare::curves::{CurveForm, MOST_METHODS, MOST_POINTS, is_offered};
use crate::ui::compare::look::Look;
use crate::ui::compare::words;
use crate::ui::compare::words::figure_title;
use crate::ui::help::metrics;
use crate::ui::jobs::{CurveFormat, PickedFor};
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::parts;
use crate::ui::widgets::{icon_in, menu_entry, menu_heading, picker, quiet_button};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Aspect;
use cloakroom_engine::curves::Span;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;
use cloakroom_engine::workspace::Workspace;
use egui::{
    Align, Button, CornerRadius, DragValue, Layout, Popup, Rect, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

const MENU_WIDTH: f32 = 340.0;
const MENU_HEIGHT: f32 = 420.0;
const CHIP: f32 = 26.0;

pub fn show(ui: &mut Ui, form: &mut CurveForm, workspace: &Workspace, out: &mut Outbox) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        figure(ui, form, workspace.kind());
        dim(ui, "against");
        parameter(ui, form, workspace);
        range(ui, form, workspace);
    });
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        let mut removed = None;
        for &(method, slot) in &form.methods {
            if chip(ui, method, slot) {
                removed = Some(method);
            }
        }
        if let Some(method) = removed {
            form.remove(method);
        }
        add(ui, form, workspace);
        export(ui, out);
    });
}

fn dim(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    ui.label(RichText::new(words).color(dim));
}

fn figure(ui: &mut Ui, form: &mut CurveForm, kind: Kind) {
    let button = picker(ui, "Figure", figure_title(form.figure, kind), 190.0);
    Popup::menu(&button).width(MENU_WIDTH).show(|ui| {
        theme::menu(ui);
        ScrollArea::vertical()
            .max_height(MENU_HEIGHT)
            .show(ui, |ui| {
                for (aspect, heading) in [
                    (Aspect::Utility, "What it costs"),
                    (Aspect::Risk, "What it risks"),
                ] {
                    let figures = Figure::of_curves(kind);
                    let figures = figures
                        .into_iter()
                        .filter(|figure| figure.aspect() == aspect);
                    let figures: Vec<Figure> = figures.collect();
                    if !figures.is_empty() {
                        menu_heading(ui, heading);
                    }
                    for figure in figures {
                        let chosen = figure == form.figure;
                        let entry =
                            menu_entry(ui, figure_title(figure, kind), figure.sentence(), chosen);
                        if entry.clicked() {
                            form.figure = figure;
                            ui.close();
                        }
                    }
                }
            });
    });
    metrics::of_figure(form.figure).beside(button);
}

fn parameter(ui: &mut Ui, form: &mut CurveForm, workspace: &Workspace) {
    let kind = workspace.kind();
    let button = picker(ui, "Parameter", words::title(form.parameter, kind), 226.0);
    Popup::menu(&button).width(MENU_WIDTH).show(|ui| {
        theme::menu(ui);
        let parameters = Parameter::all();
        for parameter in parameters.filter(|parameter| parameter.is_for(kind)) {
            let why_not = words::why_not(parameter, workspace);
            let now = match parameter.wanted(workspace.settings()) {
                Some(now) => format!("Now {}.", words::setting(parameter, now)),
                None => "Not asked for now.".to_owned(),
            };
            let chosen = parameter == form.parameter;
            ui.add_enabled_ui(why_not.is_none(), |ui| {
                let title = words::title(parameter, kind);
                if menu_entry(ui, title, why_not.unwrap_or(&now), chosen).clicked() {
                    form.set_parameter(parameter, workspace);
                    ui.close();
                }
            });
        }
    });
}

/// From where to where, and how many points.
fn range(ui: &mut Ui, form: &mut CurveForm, workspace: &Workspace) {
    let parameter = form.parameter;
    let dataset = &workspace.loaded().dataset;
    let span = Span::of(parameter, dataset, workspace.settings());
    let place = |value: u64| words::place(parameter, value);
    let (least, most) = (place(span.least), place(span.most));
    let speed = place(span.step).max(1e-6) / 4.0;
    let field = |ui: &mut Ui, name: &str, value: u64, low: f64, high: f64| {
        let mut typed = place(value);
        let mut drag = DragValue::new(&mut typed)
            .range(low..=high.max(low))
            .speed(speed)
            .update_while_editing(false);
        if parameter.is_count() {
            drag = drag.max_decimals(0);
        }
        if words::amount(parameter, value).ends_with('%') {
            drag = drag.suffix(" %");
        }
        let changed = ui.add(drag).accessible_name(name).changed();
        changed.then(|| words::value(parameter, typed))
    };
    dim(ui, "from");
    if let Some(low) = field(ui, "From", form.low, least, place(form.high)) {
        form.low = low;
    }
    dim(ui, "to");
    if let Some(high) = field(ui, "To", form.high, place(form.low), most) {
        form.high = high;
    }
    dim(ui, "in");
    let drag = DragValue::new(&mut form.points)
        .range(2..=MOST_POINTS)
        .speed(0.2)
        .update_while_editing(false);
    ui.add(drag).accessible_name("Points").on_hover_text(
        "How many values at most; there are fewer where the parameter has no more between the ends.",
    );
    dim(ui, "points");
}

/// At the right end, if there is room on the line.
fn export(ui: &mut Ui, out: &mut Outbox) {
    let width = 96.0;
    let room = ui.available_size_before_wrap().x;
    if room > width {
        ui.add_space(room - width);
    }
    let button = quiet_button(ui, Some(icons::EXPORT), "Export");
    Popup::menu(&button).width(150.0).show(|ui| {
        theme::menu(ui);
        for (format, words) in
            CurveFormat::ALL
                .into_iter()
                .zip(["Table (CSV)", "Picture (PNG)", "Drawing (SVG)"])
        {
            if ui.add(Button::new(words).frame(true)).clicked() {
                out.send(Action::Pick(PickedFor::ExportCurves(format)));
                ui.close();
            }
        }
    });
}

/// A method with its mark. Says whether it is to be removed.
fn chip(ui: &mut Ui, method: MethodName, slot: usize) -> bool {
    let tokens = Tokens::of(ui);
    let look = Look::of(slot, tokens);
    let name = parts::line(ui, method.title(), fonts::detail(), tokens.text);
    let size = vec2((name.size().x + 52.0).ceil(), CHIP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, method.title()));
    let radius = CornerRadius::same((CHIP / 2.0) as u8);
    let line = Stroke::new(1.0, tokens.line);
    let painter = ui.painter();
    painter.rect(rect, radius, tokens.card, line, StrokeKind::Inside);
    let middle = rect.left_center();
    painter.add(look.mark(middle + vec2(14.0, 0.0), 4.5, tokens.card));
    parts::put_left(painter, middle + vec2(25.0, 0.0), name);
    let centre = rect.right_center() - vec2(14.0, 0.0);
    let cross = Rect::from_center_size(centre, vec2(20.0, 20.0));
    response.on_hover_text(method.sentence());
    let words = format!("Remove {}", method.title());
    icon_in(ui, cross, icons::CLOSE, &words).clicked()
}

fn add(ui: &mut Ui, form: &mut CurveForm, workspace: &Workspace) {
    let full = form.methods.len() >= MOST_METHODS;
    let button = ui
        .add_enabled_ui(!full, |ui| {
            let tokens = Tokens::of(ui);
            let words = parts::line(ui, "Add a method", fonts::detail(), tokens.accent);
            let size = vec2((words.size().x + 40.0).ceil(), CHIP);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| {
                WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), "Add a method")
            });
            let radius = CornerRadius::same((CHIP / 2.0) as u8);
            if response.hovered() {
                ui.painter().rect_filled(rect, radius, tokens.hover_tint);
            }
            let middle = rect.left_center();
            parts::put_icon(
                ui.painter(),
                middle + vec2(15.0, 0.0),
                icons::ADD,
                16.0,
                tokens.accent,
            );
            parts::put_left(ui.painter(), middle + vec2(26.0, 0.0), words);
            parts::focus_ring(ui, &response, rect, radius);
            response.on_disabled_hover_text("More lines could not be told apart.")
        })
        .inner;
    Popup::menu(&button).width(MENU_WIDTH).show(|ui| {
        theme::menu(ui);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical()
                .max_height(MENU_HEIGHT)
                .show(ui, |ui| {
                    let parameter = form.parameter;
                    let methods = MethodName::ALL
                        .into_iter()
                        .filter(|method| is_offered(*method, parameter, workspace));
                    for method in methods {
                        let has = form.methods.iter().any(|(other, _)| *other == method);
                        if !has
                            && menu_entry(ui, method.title(), method.sentence(), false).clicked()
                        {
                            form.add(method);
                            ui.close();
                        }
                    }
                });
        });
    });
}
