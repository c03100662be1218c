//! Which columns of a survey are issues, and which are not: those are told with their reason, since they do not leave with
//! a release.

use super::{Form, reason};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{check_box, help, number, section, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::Layout;
use cloakroom_core::ratings::Scale;
use cloakroom_core::value_type::ValueType;
use egui::{Label, RichText, ScrollArea, Ui, vec2};

const WHAT: &str = "An issue is what people were asked to rate, such as a film or a question with answers from 1 to 5. Two \
                    people are close if they rated the same issues and no rating differs by much. Age, sex or town are no \
                    issues: nobody rates them. Statisticians say: items of a scale, and background variables.";

/// How high the lists become before they scroll.
const HIGHEST: f32 = 148.0;

impl Form<'_> {
    /// What is no rating neither sets the scale nor is compared.
    pub(super) fn issues(
        &mut self,
        ui: &mut Ui,
        kind: Kind,
        columns: &[Column],
        scale: Option<Scale>,
    ) {
        let not = &self.used.not_issues;
        let is_issue = |name: &str| !not.iter().any(|other| other == name);
        let (issues, others): (Vec<&Column>, Vec<&Column>) =
            columns.iter().partition(|column| is_issue(column.name()));
        let mut changed = None;
        if !others.is_empty() {
            let heading = format!(
                "{} no {} and {} not leave",
                number::counted_as(others.len() as u64, "column is", "columns are"),
                if others.len() == 1 { "issue" } else { "issues" },
                if others.len() == 1 { "does" } else { "do" },
            );
            ui.horizontal(|ui| {
                section(ui, &heading);
                help(ui, "issues", WHAT);
            });
            sentence(
                ui,
                "A release of ratings holds ratings alone: these columns stay in house, with the identifiers. Tick what is \
                 rated all the same. To release an age or a sex beside the answers, read the file as microdata.",
            );
            ScrollArea::vertical()
                .id_salt("no issues")
                .max_height(HIGHEST)
                .show(ui, |ui| {
                    ui.spacing_mut().interact_size.y = 20.0;
                    ui.spacing_mut().item_spacing.y = 3.0;
                    for column in &others {
                        let why = Why::of(column, scale);
                        ui.horizontal(|ui| {
                            ui.spacing_mut().item_spacing = vec2(10.0, 2.0);
                            let mut on = false;
                            let may = why.may_be_rated();
                            let ticked = ui
                                .add_enabled_ui(may, |ui| check_box(ui, &mut on, column.name()))
                                .inner;
                            if ticked.changed() {
                                changed = Some((column.name(), on));
                            }
                            ui.add(Label::new(detail(ui, &why.words())));
                        });
                    }
                });
            ui.add_space(8.0);
        }
        let heading = format!(
            "{} of {} columns are issues",
            number::count(issues.len() as u64),
            number::count(columns.len() as u64)
        );
        section(ui, &heading);
        reason(
            ui,
            "Untick what is no rating, such as an age: it does not set the scale, is not compared and does not leave.",
        );
        ScrollArea::vertical()
            .id_salt("issues")
            .max_height(HIGHEST)
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
                    for column in issues {
                        let mut on = true;
                        if check_box(ui, &mut on, column.name()).changed() {
                            changed = Some((column.name(), on));
                        }
                    }
                });
            });
        if let Some((name, on)) = changed {
            let mut not = not.clone();
            match on {
                true => not.retain(|other| other != name),
                false => not.push(name.to_owned()),
            }
            self.said.kind = Some(kind);
            self.said.layout = Some(Layout::Wide);
            self.said.not_issues = not;
            // It follows from what is an issue.
            self.said.scale = None;
        }
    }
}

fn detail(ui: &Ui, words: &str) -> RichText {
    RichText::new(words)
        .font(fonts::detail())
        .color(Tokens::of(ui).dim)
}

/// Why a column is no issue.
enum Why {
    Texts,
    Dates,
    /// The least and the largest of its numbers.
    Beside(f64, f64),
    OneValue,
    /// Its numbers are on the scale: somebody said so, or its name does.
    Named,
}

impl Why {
    fn of(column: &Column, scale: Option<Scale>) -> Self {
        match column.value_type() {
            ValueType::Text => return Self::Texts,
            ValueType::Date => return Self::Dates,
            ValueType::Whole | ValueType::Decimal => {}
        }
        let order = column.order();
        let filled = order.len() - usize::from(column.null().is_some());
        let ends = order[..filled].first().zip(order[..filled].last());
        let ends = ends.and_then(|(&low, &high)| column.number(low).zip(column.number(high)));
        match (ends, scale) {
            (Some((low, high)), Some(scale)) if low < scale.low || high > scale.high => {
                Self::Beside(low, high)
            }
            (Some((low, high)), _) if low == high => Self::OneValue,
            _ => Self::Named,
        }
    }

    /// What lies beside the scale cannot be compared with what lies on it.
    fn may_be_rated(&self) -> bool {
        matches!(self, Self::Named | Self::OneValue)
    }

    fn words(&self) -> String {
        match self {
            Self::Texts => "It holds texts.".to_owned(),
            Self::Dates => "It holds dates.".to_owned(),
            Self::Beside(low, high) => format!(
                "Its numbers go from {} to {}, beside the scale.",
                number::decimal(*low),
                number::decimal(*high)
            ),
            Self::OneValue => "All of its numbers are the same.".to_owned(),
            Self::Named => {
                "Its numbers are on the scale, but its name says what others know of a person, or somebody said so."
                    .to_owned()
            }
        }
    }
}
