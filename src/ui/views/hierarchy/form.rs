//! The fields of a rule. What they mean is shown at once, in tree and table; nothing counts until it is
//! applied.

use super::HierarchyView;
use super::draft::{Draft, Rule};
use super::report;
use crate::ui::actions::{Action, Outbox};
use crate::ui::jobs::PickedFor;
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{
    check_box, choice, number, parts, primary_button, quiet_button, sentence, told,
};
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::{DateUnit, Side};
use cloakroom_engine::hierarchies::BuiltHierarchy;
use egui::{Align, Frame, Layout, Margin, Stroke, TextEdit, Ui, vec2};

pub fn show(ui: &mut Ui, view: &mut HierarchyView, column: &Column, out: &mut Outbox) {
    let Some(mut draft) = view.draft.take() else {
        return;
    };
    let tokens = Tokens::of(ui);
    let mut done = false;
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.horizontal_wrapped(|ui| {
                choice(ui, "Rule", 190.0, &mut draft.rule, &Rule::ALL);
                fields(ui, &mut draft, column, out);
            });
            sentence(ui, draft.rule.explanation());
            let built = view.preview_of(column.name(), &draft).cloned();
            let built = built.as_deref();
            let source = draft.source();
            match (&source, built) {
                (Err(wrong), _) => {
                    attention(ui, wrong);
                }
                (Ok(_), None) => {
                    sentence(ui, "Building a preview…");
                }
                (Ok(_), Some(built)) => outcome(ui, built),
            }
            if let Some(built) = built
                && !built.fit.lacking.is_empty()
            {
                report::lacking(ui, &built.fit);
                let group = view.outline.chosen();
                done |= report::place_them(ui, &mut view.placing, column, built, group, out);
            }
            ui.horizontal(|ui| {
                let ready = built.is_some_and(|built| built.hierarchy.is_ok());
                let use_it = ui
                    .add_enabled_ui(ready, |ui| {
                        primary_button(ui, Some(icons::CHECKED), "Use this hierarchy")
                    })
                    .inner;
                if use_it.clicked()
                    && let Ok(source) = source
                {
                    out.change(super::set(column, Some(source)));
                    done = true;
                }
                done |= quiet_button(ui, None, "Cancel").clicked();
            });
        });
    if !done {
        view.draft = Some(draft);
    }
    ui.add_space(4.0);
}

fn attention(ui: &mut Ui, text: &str) {
    let colour = Tokens::of(ui).attention_text;
    told(ui, text, fonts::body(), colour);
}

/// What the rule gives, in a line.
fn outcome(ui: &mut Ui, built: &BuiltHierarchy) {
    match &built.hierarchy {
        Ok(hierarchy) => {
            let groups: Vec<String> = hierarchy.levels()[1..]
                .iter()
                .map(|level| number::count(level.labels.len() as u64))
                .collect();
            let form = built
                .form
                .map(|form| format!("Read as {}. ", form.words()))
                .unwrap_or_default();
            let words = format!(
                "{form}{} become {} from level to level.",
                number::counted(u64::from(hierarchy.leaves()), "value"),
                groups.join(", ")
            );
            sentence(ui, &words);
            report::extras(ui, &built.fit);
        }
        Err(_) if !built.fit.lacking.is_empty() => {}
        Err(problem) => attention(ui, &problem.to_string()),
    }
}

fn fields(ui: &mut Ui, draft: &mut Draft, column: &Column, out: &mut Outbox) {
    match draft.rule {
        Rule::Intervals => {
            field(ui, "Widths", &mut draft.widths, 110.0);
            field(ui, "Origin", &mut draft.origin, 50.0);
            field(ui, "Lowest", &mut draft.low, 50.0);
            field(ui, "Highest", &mut draft.high, 50.0);
            let cut = !(draft.low.trim().is_empty() && draft.high.trim().is_empty());
            ui.add_enabled_ui(cut, |ui| {
                check_box(ui, &mut draft.snap, "Join cut intervals")
                    .on_hover_text(
                        "An interval that the lowest or highest number cuts joins its whole neighbour.",
                    )
                    .on_disabled_hover_text("Without a lowest or highest number nothing is cut.");
            });
        }
        Rule::Cuts => field(ui, "Cut points", &mut draft.cuts, 260.0),
        Rule::Order => field(ui, "Values in a group", &mut draft.sizes, 110.0),
        Rule::Frequent => field(ui, "Parts", &mut draft.fan, 110.0),
        Rule::Balanced => field(ui, "Groups", &mut draft.groups, 110.0),
        Rule::Rare => field(ui, "Fewer records than", &mut draft.frequencies, 110.0),
        Rule::Mask => {
            let sides = [
                (Side::Right, "from the right"),
                (Side::Left, "from the left"),
            ];
            let pads = [(Side::Left, "at the left"), (Side::Right, "at the right")];
            field(ui, "Levels", &mut draft.levels, 40.0);
            sized(ui, 130.0, |ui| {
                choice(ui, "Hide", 130.0, &mut draft.from, &sides);
            });
            field(ui, "Fill up with", &mut draft.pad, 28.0);
            ui.add_enabled_ui(!draft.pad.is_empty(), |ui| {
                field(ui, "Length", &mut draft.length, 40.0);
                sized(ui, 110.0, |ui| {
                    choice(ui, "Fill", 110.0, &mut draft.pad_at, &pads);
                });
            });
        }
        Rule::Dates => {
            for (unit, on) in DateUnit::ALL.into_iter().zip(&mut draft.units) {
                check_box(ui, on, unit.name());
            }
        }
        Rule::File => {
            field(ui, "Path of the hierarchy file", &mut draft.path, 260.0);
            if quiet_button(ui, Some(icons::OPEN), "Browse").clicked() {
                out.send(Action::Pick(PickedFor::ImportHierarchy {
                    column: column.name().to_owned(),
                }));
            }
        }
    }
}

/// Room for a control that cannot tell its width beforehand.
fn sized(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, 32.0), layout, add);
}

/// A short field with its name before it.
fn field(ui: &mut Ui, name: &str, text: &mut String, width: f32) {
    let label = parts::line(ui, name, fonts::body(), Tokens::of(ui).text);
    // As wide as it will be, so that the line breaks before it and not inside.
    let size = vec2(label.size().x.ceil() + 6.0 + width + 18.0, 32.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(name);
        let edit = TextEdit::singleline(text)
            .margin(Margin::symmetric(8, 6))
            .desired_width(width);
        ui.add(edit).accessible_name(name);
    });
}
