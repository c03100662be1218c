//! How the file was read, as a form to read it again in another way.

use super::Answer;
use crate::ui::actions::{Action, Outbox};
use crate::ui::focus;
use crate::ui::kinds;
use crate::ui::theme::Tokens;
use crate::ui::widgets::{
    check_box, choice, link, primary_button, quiet_button, section, sentence,
};
use cloakroom_core::io::fold::without_keys;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::{Layout as DataLayout, LoadOptions, TextEncoding, USUAL_NULLS};
use cloakroom_core::spelling::Fold;
use cloakroom_engine::workspace::Workspace;
use egui::{Grid, Margin, RichText, TextEdit, Ui};

/// How the file was read, to be read again in another way.
pub struct ReadingForm {
    kind: Kind,
    layout: Option<DataLayout>,
    delimiter: String,
    encoding: TextEncoding,
    header: bool,
    nulls: String,
    separator: String,
    scale: String,
    round: bool,
    columns: String,
    /// Equal records are counted instead of held.
    counted: bool,
    was_counted: bool,
    fold: Fold,
    notes: Vec<String>,
    used: LoadOptions,
    problem: Option<String>,
}

impl ReadingForm {
    pub fn of(workspace: &Workspace) -> Self {
        let used = workspace.loaded().options.clone();
        let nulls: Vec<String> = used
            .nulls
            .clone()
            .unwrap_or_else(|| USUAL_NULLS.map(str::to_owned).to_vec());
        Self {
            kind: workspace.kind(),
            layout: used.layout,
            delimiter: used
                .delimiter
                .clone()
                .unwrap_or_default()
                .replace('\t', "tab"),
            encoding: used.encoding.unwrap_or(TextEncoding::Utf8),
            header: used.header.unwrap_or(true),
            nulls: nulls
                .into_iter()
                .filter(|null| !null.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
            separator: used.separator.clone().unwrap_or_default(),
            round: used.round,
            scale: used.scale.as_ref().map_or_else(String::new, |scale| {
                scale
                    .iter()
                    .map(f64::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            }),
            columns: used.columns.clone().unwrap_or_default().join(", "),
            counted: workspace.in_batches().is_some(),
            was_counted: workspace.in_batches().is_some(),
            fold: used.fold,
            notes: workspace
                .loaded()
                .notes
                .iter()
                .map(|note| without_keys(note).into_owned())
                .collect(),
            used,
            problem: None,
        }
    }

    pub(super) fn show(&mut self, ui: &mut Ui, out: &mut Outbox) -> Option<Answer> {
        section(ui, "How the file was read");
        for note in &self.notes {
            sentence(ui, note);
        }
        ui.add_space(8.0);
        Grid::new("reading")
            .num_columns(2)
            .spacing([16.0, 8.0])
            .show(ui, |ui| self.fields(ui));
        if let Some(problem) = &self.problem {
            ui.add_space(6.0);
            ui.label(RichText::new(problem).color(Tokens::of(ui).violates));
        }
        ui.add_space(6.0);
        sentence(
            ui,
            "Reading again keeps the roles of columns that keep their names.",
        );
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let again = primary_button(ui, None, "Read again");
            focus::take(&again);
            if again.clicked() {
                match self.options() {
                    Ok(options) => {
                        out.send(Action::Reload(options));
                        return Some(Answer::Close);
                    }
                    Err(problem) => self.problem = Some(problem),
                }
            }
            if link(ui, "Find out by itself").clicked() {
                out.send(Action::Reload(LoadOptions::default()));
                return Some(Answer::Close);
            }
            quiet_button(ui, None, "Close")
                .clicked()
                .then_some(Answer::Close)
        })
        .inner
    }

    fn fields(&mut self, ui: &mut Ui) {
        ui.label("Kind of data");
        let kinds = Kind::ALL.map(|kind| (kind, kind.name()));
        if choice(ui, "Kind of data", 180.0, &mut self.kind, &kinds) {
            self.layout = None;
        }
        ui.end_row();
        let about = kinds::of(self.kind);
        let layouts = about.opening.layouts.iter();
        let layouts = layouts.map(|&(layout, words)| (Some(layout), words));
        let layouts: Vec<_> = std::iter::once((None, "find out")).chain(layouts).collect();
        if layouts.len() > 1 {
            ui.label("Layout");
            choice(ui, "Layout", 180.0, &mut self.layout, &layouts);
            ui.end_row();
        }
        field(ui, "Delimiter", &mut self.delimiter, "found out");
        ui.label("Encoding");
        let encodings = [
            (TextEncoding::Utf8, "UTF-8"),
            (TextEncoding::Latin1, "Latin-1"),
        ];
        choice(ui, "Encoding", 180.0, &mut self.encoding, &encodings);
        ui.end_row();
        ui.label("");
        check_box(ui, &mut self.header, "The first line names the columns");
        ui.end_row();
        field(ui, "Missing values", &mut self.nulls, "besides empty cells");
        self.equal_values(ui);
        let reading = &about.reading;
        if reading.has_scale {
            field(ui, "Scale", &mut self.scale, "lowest highest step");
            ui.label("");
            check_box(
                ui,
                &mut self.round,
                "Round ratings beside the scale's steps",
            );
            ui.end_row();
        }
        if reading.has_separator {
            field(ui, "Separator", &mut self.separator, "between two items");
        }
        if !reading.parts.is_empty() {
            field(ui, "Columns", &mut self.columns, &reading.parts.join(", "));
        }
        if self.kind.about().may_be_counted {
            ui.label("");
            check_box(
                ui,
                &mut self.counted,
                "Count equal records instead of holding all",
            )
            .on_hover_text(
                "For tables larger than the memory: the lattice works from how often combinations of values occur, \
                 and the file is read again when it is released.",
            );
            ui.end_row();
        }
    }

    /// What is taken for the same value.
    fn equal_values(&mut self, ui: &mut Ui) {
        let switches = [
            (
                &mut self.fold.numbers,
                "Numbers by value",
                "5, +5, 5.0 and 5e0 are one number, shown as 5. Every cell is read by its own text alone: 007, 1E3 and \
                 1,000 stay as they are written.",
            ),
            (
                &mut self.fold.thousands,
                "Commas part thousands",
                "1,000 is 1000, shown so. Without it such a cell stays as it is written, since the comma may be that of a \
                 decimal. It says something only where numbers are compared by value.",
            ),
            (
                &mut self.fold.decimal_comma,
                "Commas of decimals",
                "1528,11 and 1.528,11 are 1528.11, shown so. Then no comma parts thousands, whatever is said above.",
            ),
            (
                &mut self.fold.dates,
                "Dates by day",
                "31.01.2024, 2024-1-31 and 2024-01-31 are one date, shown as 2024-01-31.",
            ),
            (
                &mut self.fold.texts,
                "Texts without spaces at the ends",
                "\"Flu\" and \"Flu \" are one value, and so are letters that are written as one character or as two. \
                 Names of columns, people and items are compared in the same way.",
            ),
        ];
        for (at, (is_on, name, why)) in switches.into_iter().enumerate() {
            ui.label(if at == 0 { "Compared" } else { "" });
            check_box(ui, is_on, name).on_hover_text(why);
            ui.end_row();
        }
    }

    fn options(&self) -> Result<LoadOptions, String> {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let mut nulls: Vec<String> = self.nulls.split_whitespace().map(str::to_owned).collect();
        nulls.insert(0, String::new());
        let scale = self
            .scale
            .split([' ', ',', ';'])
            .filter(|part| !part.is_empty())
            .map(str::parse::<f64>)
            .collect::<Result<Vec<f64>, _>>()
            .map_err(|_| "The scale takes two or three numbers, such as 1 5.".to_owned())?;
        let columns: Vec<String> = self
            .columns
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        let reading = &kinds::of(self.kind).reading;
        let same_kind = self.used.kind == Some(self.kind);
        Ok(LoadOptions {
            kind: Some(self.kind),
            delimiter: text(&self.delimiter.replace("tab", "\t")),
            encoding: Some(self.encoding),
            header: Some(self.header),
            nulls: Some(nulls),
            layout: self.layout,
            columns: (!columns.is_empty() && !reading.parts.is_empty()).then_some(columns),
            column: self.used.column.clone().filter(|_| same_kind),
            separator: text(&self.separator).filter(|_| reading.has_separator),
            scale: (!scale.is_empty() && reading.has_scale).then_some(scale),
            round: self.round && reading.has_scale,
            not_issues: if same_kind {
                self.used.not_issues.clone()
            } else {
                Vec::new()
            },
            batches: match self.counted == self.was_counted {
                true => self.used.batches,
                false => Some(self.counted),
            }
            .filter(|_| self.kind.about().may_be_counted),
            fold: self.fold,
            // What a sheet and its columns are is chosen on the page of the opened file.
            sheet: self.used.sheet.clone(),
            types: match same_kind {
                true => self.used.types.clone(),
                false => Default::default(),
            },
            unfit: self.used.unfit,
        })
    }
}

fn field(ui: &mut Ui, name: &str, text: &mut String, hint: &str) {
    ui.label(name);
    let edit = TextEdit::singleline(text)
        .hint_text(hint)
        .margin(Margin::symmetric(8, 5))
        .desired_width(240.0);
    ui.add(edit).accessible_name(name);
    ui.end_row();
}
