//! What a method can be told: its metric, its levels, its class column, its effort, its seed.

use super::Lent;
use crate::ui::actions::Outbox;
use crate::ui::theme::{self, Tokens, fonts};
use crate::ui::widgets::{check_box, choice, menu_entry, picker, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::{MethodName, SearchMetric};
use cloakroom_core::roles::Role;
use cloakroom_core::settings::NullPolicy;
use cloakroom_engine::change::Change;
use egui::{Align, DragValue, Layout, Popup, RichText, ScrollArea, Ui, vec2};

const LARGEST_EFFORT: u32 = 10_000;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let method = &lent.workspace.settings().method;
    match method.name {
        MethodName::Optimal => metric(ui, method.metric, out),
        MethodName::Levels => levels(ui, lent, out),
        MethodName::Tds => class_column(ui, lent, out),
        MethodName::LocalRecoding => {
            let mut suppress = method.suppress;
            let words = "May leave records out";
            let hover = "As many as the requirement allows; otherwise every record is released.";
            if check_box(ui, &mut suppress, words)
                .on_hover_text(hover)
                .changed()
            {
                out.change(Change::SetSuppress(suppress));
            }
        }
        MethodName::Refined if lent.workspace.kind() == Kind::Transactions => {
            let mut exclusive = method.exclusive;
            let hover = "Domain exclusiveness: what is counted in the release is then true of the data. Otherwise a \
                         cheaper release may show the same item more or less exactly.";
            if check_box(ui, &mut exclusive, "Show every item alike everywhere")
                .on_hover_text(hover)
                .changed()
            {
                out.change(Change::SetExclusive(exclusive));
            }
            effort(ui, lent, "Rounds of improvement", out);
            seed(ui, lent, out);
        }
        MethodName::Refined => {
            effort(ui, lent, "Rounds of moving and swapping records", out);
            seed(ui, lent, out);
        }
        MethodName::KMember => seed(ui, lent, out),
        MethodName::Decomposition => super::decomposition::show(ui, lent, out),
        name if name.is_microaggregation() => super::microaggregation::show(ui, lent, out),
        name if name.changes_ratings() => ratings(ui, lent, out),
        _ => {}
    }
}

fn ratings(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let method = &lent.workspace.settings().method;
    line(ui, |ui| {
        ui.label(RichText::new("where a rating is missing").color(Tokens::of(ui).dim))
            .on_hover_text(
                "Only people who rated the same issues can be close. Ratings that are filled in are made up; the \
                 release says how many.",
            );
    });
    line(ui, |ui| {
        let mut chosen = method.nulls;
        let names = NullPolicy::ALL.map(|policy| (policy, policy.title()));
        let width = ui.available_width() - 2.0;
        if choice(ui, "Where a rating is missing", width, &mut chosen, &names) {
            out.change(Change::SetNulls(chosen));
        }
    });
    if method.name == MethodName::Graph {
        let mut keep = method.keep_means;
        let hover = "The corrected rules of the paper: a changed issue keeps its mean in its group, \
                     wherever \u{3b5} and the scale leave room. They change more than is needed.";
        if check_box(ui, &mut keep, "Keep the means")
            .on_hover_text(hover)
            .changed()
        {
            out.change(Change::SetKeepMeans(keep));
        }
    }
    if method.name == MethodName::MeetingBox {
        effort(ui, lent, "Rounds of improvement", out);
        seed(ui, lent, out);
    }
}

pub(super) fn labelled(ui: &mut Ui, name: &str, hover: &str, field: DragValue<'_>) -> bool {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).color(Tokens::of(ui).dim))
            .on_hover_text(hover);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(field).accessible_name(name).changed()
        })
        .inner
    })
    .inner
}

pub(super) fn effort(ui: &mut Ui, lent: &Lent<'_>, what: &str, out: &mut Outbox) {
    let mut effort = lent.workspace.settings().method.effort;
    let field = DragValue::new(&mut effort)
        .range(0..=LARGEST_EFFORT)
        .speed(0.2);
    let hover = format!(
        "{what}. A number and not a time, so that the same recipe gives the same release everywhere."
    );
    if labelled(ui, "rounds at most", &hover, field) {
        out.change(Change::SetEffort(effort));
    }
}

pub(super) fn seed(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let mut seed = lent.workspace.settings().method.seed;
    let field = DragValue::new(&mut seed).speed(0.1);
    let hover = "Decides what is left to chance. The same seed gives the same release.";
    if labelled(ui, "seed", hover, field) {
        out.change(Change::SetSeed(seed));
    }
}

/// As high as a menu, so that the words before it stand at its middle.
pub(super) fn line(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), 32.0);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, contents);
}

fn metric(ui: &mut Ui, metric: SearchMetric, out: &mut Outbox) {
    line(ui, |ui| {
        ui.label(RichText::new("makes least").color(Tokens::of(ui).dim));
        let mut chosen = metric;
        let names = SearchMetric::ALL.map(|metric| (metric, metric.title()));
        let width = ui.available_width() - 2.0;
        if choice(
            ui,
            "What the search makes least",
            width,
            &mut chosen,
            &names,
        ) {
            out.change(Change::SetMetric(chosen));
        }
    });
}

/// The column that the release should still predict, if any.
fn class_column(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    let columns = lent
        .workspace
        .table()
        .map_or(&[][..], |table| table.columns());
    let chosen = settings.method.class.as_deref();
    line(ui, |ui| {
        ui.label(RichText::new("predicts").color(Tokens::of(ui).dim));
        let width = ui.available_width() - 2.0;
        let name = "Column that stays predictable";
        let button = picker(ui, name, chosen.unwrap_or("no column"), width);
        Popup::menu(&button).width(300.0).show(|ui| {
            theme::menu(ui);
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                let words = "Specialises where most information is kept for the safety it costs.";
                if menu_entry(ui, "no column", words, chosen.is_none()).clicked() {
                    out.change(Change::SetClass(None));
                    ui.close();
                }
                for column in columns {
                    let role = settings.roles.of(column.name());
                    if matches!(role, Some(Role::Identifier)) {
                        continue;
                    }
                    let words = format!(
                        "{} distinct values",
                        crate::ui::widgets::number::count(column.distinct() as u64)
                    );
                    let is_chosen = chosen == Some(column.name());
                    if menu_entry(ui, column.name(), &words, is_chosen).clicked() {
                        out.change(Change::SetClass(Some(column.name().to_owned())));
                        ui.close();
                    }
                }
            });
        });
    });
}

/// The level of every quasi-identifier, with what its first value becomes.
fn levels(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let method = &lent.workspace.settings().method;
    let quasi = lent.workspace.with_role(Role::Quasi);
    let Some(hierarchies) = lent.hierarchies else {
        sentence(ui, "The hierarchies are being read.");
        return;
    };
    let dim = Tokens::of(ui).dim;
    ui.spacing_mut().item_spacing.y = 4.0;
    for column in quasi {
        let hierarchy = hierarchies.get(column.name());
        // Without a hierarchy of its own a column has its values and `*`.
        let height = hierarchy.map_or(1, |hierarchy| hierarchy.height()) as u32;
        let mut level = method
            .levels
            .get(column.name())
            .copied()
            .unwrap_or(0)
            .min(height);
        ui.horizontal(|ui| {
            ui.label(RichText::new(column.name()).color(dim));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let field = DragValue::new(&mut level).range(0..=height).speed(0.05);
                let name = format!("Level of {}", column.name());
                if ui.add(field).accessible_name(&name).changed() {
                    let mut levels = method.levels.clone();
                    if level == 0 {
                        levels.remove(column.name());
                    } else {
                        levels.insert(column.name().to_owned(), level);
                    }
                    out.change(Change::SetLevels(levels));
                }
                let sample = match hierarchy {
                    _ if column.is_empty() => String::new(),
                    Some(hierarchy) => hierarchy
                        .label(level as usize, column.codes()[0])
                        .to_owned(),
                    None if level == 0 => column.text(0).to_owned(),
                    None => "*".to_owned(),
                };
                let words = RichText::new(format!("{sample}  of {height}")).font(fonts::detail());
                ui.add(egui::Label::new(words.color(dim)).truncate());
            });
        });
    }
}
