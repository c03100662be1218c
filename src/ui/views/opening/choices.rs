//! What else can be chosen of a file: the sheet of a workbook, which columns hold people, issues or items, what stands
//! between two items, the scale, and what means that a value is missing.

use super::{CHOICE, Form, line, reason};
use crate::ui::kinds;
use crate::ui::theme::{self, Tokens, fonts};
use crate::ui::widgets::{capitalize, check_box, choice, number, picker, told};
use cloakroom_core::io::understood::What;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::{Layout, LoadOptions, USUAL_NULLS};
use cloakroom_core::ratings::Scale;
use cloakroom_engine::workspace::Workspace;
use egui::{Label, Popup, PopupCloseBehavior, Ui};

/// The ends of a scale, and its step.
const ENDS: f32 = 112.0;
const STEP: f32 = 70.0;

/// Whether baskets are counted or the people behind them.
const COUNTED: &str = "Counted are";

/// What stands between two signs of a text, and how it is called.
pub(super) const SIGNS: [(&str, &str); 8] = [
    (",", "comma"),
    (";", "semicolon"),
    ("\t", "tab"),
    ("|", "bar"),
    (" ", "space"),
    (", ", "comma and space"),
    ("; ", "semicolon and space"),
    ("::", "two colons"),
];

/// Scales that people are asked to answer on.
const SCALES: [(f64, f64); 10] = [
    (1.0, 4.0),
    (1.0, 5.0),
    (1.0, 6.0),
    (1.0, 7.0),
    (1.0, 10.0),
    (0.0, 5.0),
    (0.0, 10.0),
    (0.0, 100.0),
    (-2.0, 2.0),
    (-3.0, 3.0),
];
const STEPS: [f64; 6] = [1.0, 0.5, 0.25, 0.2, 0.1, 0.01];

/// What else people write where a value is missing.
const NULLS: [&str; 11] = [
    "-", ".", "n/a", "N/A", "NaN", "none", "unknown", "-9", "-99", "99", "999",
];

impl Form<'_> {
    pub(super) fn sheet(&mut self, ui: &mut Ui) {
        let Some(used) = self.used.sheet.as_deref() else {
            return;
        };
        let mut chosen = used;
        let sheets = self.understood.sheets.iter();
        let names: Vec<(&str, &str)> = sheets.map(|name| (name.as_str(), name.as_str())).collect();
        let title = What::Sheet.title();
        if self.line(ui, What::Sheet, |ui| {
            choice(ui, title, CHOICE, &mut chosen, &names)
        }) {
            // Another sheet is another table: what was said of this one means nothing there.
            self.said = LoadOptions {
                sheet: Some(chosen.to_owned()),
                nulls: self.said.nulls.take(),
                fold: self.said.fold,
                ..LoadOptions::default()
            };
        }
    }

    /// Which columns are read, where the others do not leave.
    pub(super) fn columns(&mut self, ui: &mut Ui, kind: Kind) {
        let Some(found) = self.understood.finding(What::Columns) else {
            return;
        };
        let why = format!(
            "{} Whatever else the file holds is not read and does not leave.",
            found.why
        );
        let understood = self.understood;
        let names = understood.names.iter();
        let names: Vec<(&str, &str)> = names.map(|name| (name.as_str(), name.as_str())).collect();
        if names.is_empty() {
            let shown = |ui: &mut Ui| ui.add(Label::new(&found.value).truncate());
            line(ui, What::Columns.title(), shown, |ui, _| reason(ui, &why));
            return;
        }
        if let Some(column) = &self.used.column {
            let mut chosen = column.as_str();
            if self.line(ui, What::Columns, |ui| {
                choice(ui, "Column of lists", CHOICE, &mut chosen, &names)
            }) {
                let column = Some(chosen.to_owned());
                self.say_layout(kind);
                self.said.column = column;
                self.said.separator = None;
            }
            return;
        }
        let Some(columns) = &self.used.columns else {
            return;
        };
        let parts = kinds::of(kind).reading.parts.iter();
        for (at, part) in parts.enumerate().take(columns.len()) {
            let mut chosen = columns[at].as_str();
            let name = format!("Column of the {part}");
            let mut title = (*part).to_owned();
            capitalize(&mut title);
            let is_changed = line(
                ui,
                &title,
                |ui| choice(ui, &name, CHOICE, &mut chosen, &names),
                |ui, _| reason(ui, if at == 0 { &why } else { "" }),
            );
            if is_changed {
                let mut columns = columns.clone();
                // No column is two things: they change places.
                let other = columns.iter().position(|column| column == chosen);
                if let Some(other) = other {
                    columns.swap(at, other);
                }
                columns[at] = chosen.to_owned();
                self.say_layout(kind);
                self.said.columns = Some(columns);
                // It follows from what the ratings are.
                self.said.scale = None;
            }
        }
    }

    /// Whether orders or the people behind them are counted, where every row is an item of an order.
    pub(super) fn counted(&mut self, ui: &mut Ui, kind: Kind) {
        let asks = kinds::of(kind).opening.asks_who_is_counted;
        let is_long = asks && self.used.layout == Some(Layout::Long);
        let Some([basket, ..]) = self.used.columns.as_deref().filter(|_| is_long) else {
            return;
        };
        let Some(buyers) = &self.understood.buyers else {
            let why = format!(
                "Each value of {basket} is a basket, and promises hold for each by itself. Whoever has several is not \
                 counted as one person: choose the column that says who it is as the basket, if there is one."
            );
            let shown = |ui: &mut Ui| ui.add(Label::new(format!("values of {basket}")).truncate());
            line(ui, COUNTED, shown, |ui, _| reason(ui, &why));
            return;
        };
        let mut chosen = buyers.are_counted;
        let (people, orders) = (
            format!("people, by {}", buyers.buyer),
            format!("baskets, by {}", buyers.order),
        );
        let names = [(true, people.as_str()), (false, orders.as_str())];
        let may_choose = buyers.nameless == 0;
        let control = |ui: &mut Ui| {
            let choice = |ui: &mut Ui| choice(ui, COUNTED, CHOICE, &mut chosen, &names);
            ui.add_enabled_ui(may_choose, choice).inner
        };
        let ink = match buyers.are_counted {
            true => Tokens::of(ui).dim,
            false => Tokens::of(ui).attention_text,
        };
        let mut why = buyers.sentence();
        if may_choose && !buyers.are_counted {
            why += " Count people if it is they whom you protect.";
        }
        if !may_choose {
            why += &format!(
                " {} without a name, so people cannot be counted.",
                number::counted_as(buyers.nameless as u64, "row is", "rows are")
            );
        }
        if line(ui, COUNTED, control, |ui, _| {
            _ = told(ui, &why, fonts::detail(), ink)
        }) {
            let basket = if chosen { &buyers.buyer } else { &buyers.order };
            self.said.columns = Some(vec![basket.clone(), buyers.item.clone()]);
            self.say_layout(kind);
        }
    }

    /// What is said of the layout is about this one.
    fn say_layout(&mut self, kind: Kind) {
        self.said.kind = Some(kind);
        self.said.layout = self.used.layout;
    }

    pub(super) fn separator(&mut self, ui: &mut Ui, kind: Kind) {
        let Some(separator) = &self.used.separator else {
            return;
        };
        let mut names = SIGNS.to_vec();
        let mut chosen = separator.as_str();
        if !names.iter().any(|(sign, _)| *sign == chosen) {
            names.push((chosen, "another sign"));
        }
        let title = What::Separator.title();
        if self.line(ui, What::Separator, |ui| {
            choice(ui, title, CHOICE, &mut chosen, &names)
        }) {
            let separator = Some(chosen.to_owned());
            self.say_layout(kind);
            self.said.columns = self.used.columns.clone();
            self.said.column = self.used.column.clone();
            self.said.separator = separator;
        }
    }

    pub(super) fn scale(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let Some(ratings) = workspace.loaded().dataset.ratings() else {
            return;
        };
        let Scale { low, high, step } = ratings.scale();
        let mut ends = (low, high);
        let mut by = step;
        let (scales, steps) = (with(&SCALES, ends), with(&STEPS, step));
        let in_words = |&(low, high): &(f64, f64)| {
            format!("{} to {}", number::decimal(low), number::decimal(high))
        };
        let words: Vec<String> = scales.iter().map(in_words).collect();
        let step_words: Vec<String> = steps.iter().map(|&step| number::decimal(step)).collect();
        let is_chosen = self.line(ui, What::Scale, |ui| {
            let is_other = choice(ui, "Scale", ENDS, &mut ends, &named(&scales, &words));
            ui.label("by");
            choice(
                ui,
                "Step of the scale",
                STEP,
                &mut by,
                &named(&steps, &step_words),
            ) || is_other
        });
        if is_chosen {
            self.said.scale = Some(vec![ends.0, ends.1, by]);
        }
        let mut round = self.used.round;
        let names = [(false, "are refused"), (true, "move to the nearest point")];
        if line(
            ui,
            "Other ratings",
            |ui| choice(ui, "Ratings beside the scale", CHOICE, &mut round, &names),
            |ui, _| {
                reason(
                    ui,
                    "Those that lie between two points of the scale, such as 3.7.",
                )
            },
        ) {
            self.said.round = round;
        }
    }

    /// Texts that mean that nothing is known.
    pub(super) fn missing(&mut self, ui: &mut Ui) {
        let Some(used) = &self.used.nulls else {
            return;
        };
        let told: Vec<&str> = std::iter::once("empty")
            .chain(used.iter().map(String::as_str))
            .filter(|text| !text.is_empty())
            .collect();
        let title = "Missing values";
        let mut changed = None;
        let menu = |ui: &mut Ui| {
            let button = picker(ui, title, &told.join(", "), CHOICE);
            Popup::menu(&button)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| {
                    theme::menu(ui);
                    let own = used.iter().map(String::as_str);
                    let own = own.filter(|text| !offered().any(|known| known == *text));
                    for text in offered().chain(own).filter(|text| !text.is_empty()) {
                        let mut on = used.iter().any(|null| null == text);
                        let words = format!("{text} is missing");
                        if check_box(ui, &mut on, &words).changed() {
                            changed = Some((text.to_owned(), on));
                        }
                    }
                });
        };
        line(ui, title, menu, |ui, ()| {
            reason(
                ui,
                "Cells with these texts hold no value. Tick what else the file means by none.",
            );
        });
        if let Some((text, on)) = changed {
            let mut nulls = used.clone();
            match on {
                true => nulls.push(text),
                false => nulls.retain(|null| *null != text),
            }
            self.said.nulls = Some(nulls);
        }
    }
}

fn offered<'a>() -> impl Iterator<Item = &'a str> {
    USUAL_NULLS.into_iter().chain(NULLS)
}

/// What is usual, and what it is now.
fn with<T: PartialEq + Copy>(usual: &[T], now: T) -> Vec<T> {
    let others = usual.iter().copied().filter(|other| *other != now);
    std::iter::once(now).chain(others).collect()
}

fn named<'a, T: Copy>(values: &[T], words: &'a [String]) -> Vec<(T, &'a str)> {
    let words = words.iter().map(String::as_str);
    values.iter().copied().zip(words).collect()
}
