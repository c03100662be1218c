//! What only people know of a release, as a form: for whom it is, under which terms, and why its thresholds are right.

use crate::ui::actions::Outbox;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{check_box, detail, fold, number};
use cloakroom_core::report_context::{ContextField, ReportContext};
use cloakroom_engine::change::Change;
use egui::{Align, Label, Margin, RichText, TextEdit, Ui};

/// In the order of the form: first what stands in both reports, then what is told in house.
const EVERYWHERE: [ContextField; 6] = [
    ContextField::Title,
    ContextField::Recipient,
    ContextField::Access,
    ContextField::Conditions,
    ContextField::ReviewDate,
    ContextField::SignedBy,
];
const IN_HOUSE: [ContextField; 2] = [ContextField::Scenario, ContextField::Thresholds];

/// Lines that are being typed; they count once the keyboard leaves them.
#[derive(Default)]
pub struct ReportForm {
    open: bool,
    /// It was asked for: it is brought into sight, with the keyboard in the line of who signs.
    is_wanted: bool,
    drafts: Vec<(ContextField, String)>,
}

impl ReportForm {
    pub fn want(&mut self) {
        self.open = true;
        self.is_wanted = true;
    }

    pub fn show(&mut self, ui: &mut Ui, report: &ReportContext, out: &mut Outbox) {
        let filled = ContextField::ALL
            .into_iter()
            .filter(|field| report.get(*field).is_some())
            .count();
        let note = match filled {
            0 => "nothing filled in".to_owned(),
            _ => format!("{} filled in", number::counted(filled as u64, "line")),
        };
        fold(ui, &mut self.open, "What the reports say", &note);
        // A line that is not as it must be is seen until it is mended.
        if !self.open && self.fault().is_none() {
            self.flush(report, out);
            return;
        }
        told(
            ui,
            "What is left empty is a line in the reports to be filled in by hand. Saved with the project and the recipe.",
        );
        for field in EVERYWHERE {
            self.line(ui, field, report, out);
        }
        ui.add_space(6.0);
        let place = if report.public {
            "These stand in both reports."
        } else {
            "These stand in the internal report alone: they tell an attacker what was thought of."
        };
        told(ui, place);
        for field in IN_HOUSE {
            self.line(ui, field, report, out);
        }
        ui.add_space(4.0);
        let mut public = report.public;
        if check_box(ui, &mut public, "They may leave the house").changed() {
            out.change(Change::SetReportPublic(public));
        }
    }

    /// A line with its label above it.
    fn line(&mut self, ui: &mut Ui, field: ContextField, report: &ReportContext, out: &mut Outbox) {
        ui.add_space(2.0);
        let tokens = Tokens::of(ui);
        let label = RichText::new(field.label()).font(fonts::detail());
        ui.label(label.color(tokens.dim));
        let known = report.get(field).unwrap_or("");
        let mut text = self.draft(field).unwrap_or(known).to_owned();
        let edit = match field {
            ContextField::Conditions | ContextField::Scenario | ContextField::Thresholds => {
                TextEdit::multiline(&mut text).desired_rows(2)
            }
            _ => TextEdit::singleline(&mut text),
        };
        let edit = edit
            .hint_text(hint(field))
            .margin(Margin::symmetric(8, 5))
            .desired_width(f32::INFINITY);
        let response = ui.add(edit).accessible_name(field.label());
        if field == ContextField::SignedBy && std::mem::take(&mut self.is_wanted) {
            response.scroll_to_me(Some(Align::Center));
            response.request_focus();
        }
        if response.changed() {
            self.drafts.retain(|(other, _)| *other != field);
            self.drafts.push((field, text));
        }
        if !response.has_focus()
            && let Some(change) = self.finished(field, report)
        {
            out.change(change);
        }
        if !response.has_focus()
            && let Some(expected) = self.expected(field)
        {
            let words = RichText::new(format!("Expected {expected}."));
            let words = words.font(fonts::detail()).color(tokens.violates);
            ui.add(Label::new(words).wrap());
        }
    }

    fn draft(&self, field: ContextField) -> Option<&str> {
        let mut drafts = self.drafts.iter();
        drafts
            .find(|(other, _)| *other == field)
            .map(|(_, text)| text.as_str())
    }

    /// What must be there instead of what is typed.
    fn expected(&self, field: ContextField) -> Option<String> {
        let said = self.draft(field)?.trim();
        (!said.is_empty()).then(|| field.expected(said)).flatten()
    }

    /// Takes a line over, if it may be said; nothing typed leaves it open.
    fn finished(&mut self, field: ContextField, report: &ReportContext) -> Option<Change> {
        if self.expected(field).is_some() {
            return None;
        }
        let text = self.draft(field)?.trim().to_owned();
        self.drafts.retain(|(other, _)| *other != field);
        let text = Some(text).filter(|text| !text.is_empty());
        (text.as_deref() != report.get(field)).then_some(Change::SetReport { field, text })
    }

    /// All lines that may be said count now, wherever the keyboard is.
    pub fn take_finished(&mut self, report: &ReportContext) -> Vec<Change> {
        let changes = ContextField::ALL.into_iter();
        changes
            .filter_map(|field| self.finished(field, report))
            .collect()
    }

    fn flush(&mut self, report: &ReportContext, out: &mut Outbox) {
        for change in self.take_finished(report) {
            out.change(change);
        }
    }

    /// What keeps a line from being taken over.
    pub fn fault(&self) -> Option<String> {
        ContextField::ALL.into_iter().find_map(|field| {
            let expected = self.expected(field)?;
            Some(format!(
                "\u{201c}{}\u{201d} under what the reports say: expected {expected}.",
                field.label()
            ))
        })
    }
}

fn hint(field: ContextField) -> &'static str {
    match field {
        ContextField::Title => "A name for the release",
        ContextField::Recipient => "Who gets it",
        ContextField::Access => "Who may open it, and where",
        ContextField::Conditions => "What the recipient may and may not do",
        ContextField::ReviewDate => "2027-05-31",
        ContextField::SignedBy => "Who answers for it",
        ContextField::Scenario => "Who might try to find people, knowing what",
        ContextField::Thresholds => "Why k and the others are as they are",
    }
}

fn told(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    detail(ui, words, dim);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_count_once_they_may_be_said() {
        let mut form = ReportForm::default();
        let report = ReportContext {
            title: Some("Spring".to_owned()),
            ..ReportContext::default()
        };
        form.drafts = vec![
            (ContextField::Title, "  ".to_owned()),
            (ContextField::Access, " in house ".to_owned()),
            (ContextField::ReviewDate, "soon".to_owned()),
        ];
        assert!(form.fault().unwrap().contains("\"2027-05-31\""));
        let changes = form.take_finished(&report);
        assert_eq!(
            changes,
            [
                Change::SetReport {
                    field: ContextField::Title,
                    text: None
                },
                Change::SetReport {
                    field: ContextField::Access,
                    text: Some("in house".to_owned())
                },
            ]
        );
        assert_eq!(form.drafts.len(), 1, "the date waits to be mended");
        form.drafts = vec![(ContextField::Title, "Spring ".to_owned())];
        assert!(form.take_finished(&report).is_empty(), "nothing is new");
        assert!(form.fault().is_none());
    }
}
