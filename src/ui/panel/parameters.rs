//! What a method can be told: its metric, its levels, its class column, its effort, its seed.

use super::Lent;
use crate::ui::actions::Outbox;
use crate::ui::help::figures::records::PREDICTS;
use crate::ui::theme::{self, Tokens, fonts};
use crate::ui::widgets::{check_box, choice, menu_entry, picker, sentence};
use cloakroom_core::method::Family;
use cloakroom_core::method_setting::{Form, MethodSetting, Value};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{Align, DragValue, Layout, Popup, RichText, ScrollArea, Ui, vec2};

/// More decimals than this are noise.
const MOST_DECIMALS: u32 = 15;
/// What a column without decimals begins with when the user chooses a number.
const FIRST_DECIMALS: u32 = 1;

/// What the method can be told, in the order of its row.
pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let method = lent.workspace.settings().method.name;
    if method.family() == Family::Purpose {
        super::decomposition::show(ui, lent, out);
        return;
    }
    for &setting in method.settings() {
        let told = &lent.workspace.settings().method;
        if setting.kinds().contains(&lent.workspace.kind()) && setting.says_something(told) {
            tell(ui, lent, setting, out);
        }
    }
}

fn tell(ui: &mut Ui, lent: &Lent<'_>, setting: MethodSetting, out: &mut Outbox) {
    let told = &lent.workspace.settings().method;
    let (label, hover) = setting.words(told.name, lent.workspace.kind());
    let value = match setting.form() {
        Form::Whole {
            from, get, drag, ..
        } => {
            let mut value = get(told);
            let field = DragValue::new(&mut value)
                .range(from..=drag.upto as u64)
                .speed(drag.speed);
            labelled(ui, label, hover, field).then_some(Value::Whole(value))
        }
        Form::Number {
            from, get, drag, ..
        } => {
            let mut value = get(told);
            let field = DragValue::new(&mut value)
                .range(from..=drag.upto)
                .speed(drag.speed)
                .max_decimals(2);
            labelled(ui, label, hover, field).then_some(Value::Number(value))
        }
        Form::Truth { get, .. } => {
            let mut value = get(told);
            let changed = check_box(ui, &mut value, label)
                .on_hover_text(hover)
                .changed();
            changed.then_some(Value::Truth(value))
        }
        Form::Choice {
            names, get, spoken, ..
        } => {
            let words = Words {
                label,
                hover,
                spoken,
            };
            let chosen = choose(ui, setting, words, get(told), &names()).map(Value::Choice);
            if setting == MethodSetting::Nulls {
                sentence(ui, told.nulls.sentence());
            }
            chosen
        }
        Form::Own => {
            match setting {
                MethodSetting::Levels => levels(ui, lent, out),
                MethodSetting::Class => class_column(ui, lent, out),
                MethodSetting::Decimals => decimals(ui, told.microaggregation.decimals, out),
                _ => {}
            }
            None
        }
    };
    if let Some(value) = value {
        out.change(Change::Tell(setting, value));
    }
}

/// What is said of a menu.
struct Words {
    label: &'static str,
    hover: &'static str,
    spoken: &'static str,
}

/// A menu below its words; one that says it all in a word has them beside it.
fn choose(
    ui: &mut Ui,
    setting: MethodSetting,
    words: Words,
    chosen: &'static str,
    names: &[(&'static str, &'static str)],
) -> Option<&'static str> {
    let label = RichText::new(words.label).color(Tokens::of(ui).dim);
    let mut now = chosen;
    let mut menu = |ui: &mut Ui| {
        let width = ui.available_width() - 2.0;
        choice(ui, words.spoken, width, &mut now, names).then_some(())
    };
    let changed = match words.hover {
        "" => line(ui, |ui| {
            ui.label(label);
            menu(ui)
        }),
        _ => {
            let label = |ui: &mut Ui| ui.label(label).on_hover_text(words.hover);
            match setting {
                // Stands first in its panel, where a line of text would hang too high.
                MethodSetting::Nulls => line(ui, label),
                _ => label(ui),
            };
            line(ui, menu)
        }
    };
    changed.map(|()| now)
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

/// As high as a menu, so that the words before it stand at its middle.
pub(super) fn line<T>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> T) -> T {
    let size = vec2(ui.available_width(), 32.0);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, contents).inner
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
        PREDICTS.beside(ui.label(RichText::new(PREDICTS.word).color(Tokens::of(ui).dim)));
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
                    if role.is_some_and(Role::is_removed) {
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

/// As many as the column itself has, or a number for all.
fn decimals(ui: &mut Ui, decimals: Option<u32>, out: &mut Outbox) {
    let words = RichText::new("decimals of a mean").color(Tokens::of(ui).dim);
    ui.label(words).on_hover_text(
        "As many as the column itself has: whole numbers stay whole. More decimals keep means exact, and show that they \
         are means.",
    );
    line(ui, |ui| {
        let mut own = decimals.is_some();
        let names = [(false, "as the column has"), (true, "a number of them")];
        let room = if own { 62.0 } else { 0.0 };
        let width = ui.available_width() - 2.0 - room;
        if choice(ui, "Decimals of a mean", width, &mut own, &names) {
            out.change(Change::SetDecimals(own.then_some(FIRST_DECIMALS)));
        }
        if let Some(mut decimals) = decimals {
            let field = DragValue::new(&mut decimals)
                .range(0..=MOST_DECIMALS)
                .speed(0.05);
            let response = ui.add(field).accessible_name("Number of decimals");
            if response.changed() {
                out.change(Change::SetDecimals(Some(decimals)));
            }
        }
    });
}
