//! What was understood of a file that was just opened: everything can be changed by choosing, and every guess has its reason.

use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::kinds;
use crate::ui::theme::{CARD_RADIUS, MARGIN, Tokens, fonts, icons};
use crate::ui::widgets::{
    check_box, choice, link, number, parts, section, segments, sentence, title,
};
use cloakroom_core::column::Column;
use cloakroom_core::io::understood::{Understood, What};
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::{Layout as DataLayout, LoadOptions, TextEncoding};
use cloakroom_core::ratings::Scale;
use cloakroom_core::spelling::Fold;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Grid, Label, Margin, RichText, ScrollArea, Stroke, Ui, vec2};

/// Rows of the file that are shown, and columns.
pub const ROWS: usize = 8;
pub const COLUMNS: usize = 12;
/// How wide a shown column becomes at the most.
const WIDEST: f32 = 150.0;
/// The left column of the form.
const NAMES: f32 = 110.0;
const CHOICE: f32 = 190.0;

/// A page of its own, until somebody says that it is right. `said` is what somebody has chosen here.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    said: &LoadOptions,
    is_reading: bool,
    out: &mut Outbox,
) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.ground)
        .inner_margin(Margin::symmetric(MARGIN as i8 + 6, MARGIN as i8));
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            title(ui, "Is this what the file holds?");
            sentence(
                ui,
                "This is how the file was understood. Change what is wrong: the file is read again at once.",
            );
            ui.add_space(10.0);
            let loaded = workspace.loaded();
            let mut form = Form {
                used: &loaded.options,
                understood: &loaded.understood,
                said: said.clone(),
            };
            ui.add_enabled_ui(!is_reading, |ui| form.show(ui, workspace, out));
            if form.said != *said {
                out.send(Action::ReadAs(form.said));
            }
            ui.add_space(14.0);
            notes(ui, workspace);
            section(ui, "The first rows");
            ui.add_space(4.0);
            first_rows(ui, workspace);
            ui.add_space(16.0);
        });
    });
}

struct Form<'a> {
    /// How the file was read.
    used: &'a LoadOptions,
    understood: &'a Understood,
    /// What somebody chose; the rest is found out.
    said: LoadOptions,
}

impl Form<'_> {
    fn show(&mut self, ui: &mut Ui, workspace: &Workspace, out: &mut Outbox) {
        let kind = workspace.kind();
        Grid::new("what was understood")
            .num_columns(3)
            .min_col_width(NAMES)
            .spacing([14.0, 10.0])
            .show(ui, |ui| {
                self.kind(ui, kind);
                self.layout(ui, kind);
                self.delimiter(ui);
                self.header(ui);
                self.encoding(ui);
                self.commas(ui, workspace);
                self.scale(ui, workspace);
            });
        if let Some(table) = workspace.table().filter(|_| kind.about().has_issues) {
            ui.add_space(8.0);
            self.issues(ui, kind, table.columns());
        }
        ui.add_space(4.0);
        if link(ui, "More about how the file is read").clicked() {
            out.run(Command::ReadingOptions);
        }
    }

    /// Why it was understood so, at the end of its line.
    fn why(&self, ui: &mut Ui, what: What) {
        let finding = self.understood.finding(what);
        let words = finding.map_or("", |finding| finding.why.as_str());
        reason(ui, words);
    }

    fn kind(&mut self, ui: &mut Ui, kind: Kind) {
        name(ui, What::Kind);
        let mut chosen = kind;
        let about = Kind::ALL.map(|kind| (kind, kind.name(), kinds::of(kind).opening.holds));
        if segments(ui, &mut chosen, &about) {
            // What was said of another kind does not count for this one.
            self.said = LoadOptions {
                kind: Some(chosen),
                delimiter: self.said.delimiter.take(),
                encoding: self.said.encoding,
                header: self.said.header,
                nulls: self.said.nulls.take(),
                sheet: self.said.sheet.take(),
                fold: self.said.fold,
                ..LoadOptions::default()
            };
        }
        self.why(ui, What::Kind);
    }

    fn layout(&mut self, ui: &mut Ui, kind: Kind) {
        let layouts = kinds::of(kind).opening.layouts.iter();
        let layouts: Vec<_> = layouts
            .map(|&(layout, words)| (Some(layout), words))
            .collect();
        if layouts.is_empty() {
            return;
        }
        name(ui, What::Layout);
        let mut chosen = self.used.layout;
        if choice(ui, What::Layout.title(), CHOICE, &mut chosen, &layouts) {
            self.said = LoadOptions {
                kind: Some(kind),
                layout: chosen,
                encoding: self.said.encoding,
                nulls: self.said.nulls.take(),
                sheet: self.said.sheet.take(),
                fold: self.said.fold,
                ..LoadOptions::default()
            };
        }
        self.why(ui, What::Layout);
    }

    fn delimiter(&mut self, ui: &mut Ui) {
        let Some(delimiter) = &self.used.delimiter else {
            return;
        };
        name(ui, What::Delimiter);
        let mut names = vec![
            (",", "comma"),
            (";", "semicolon"),
            ("\t", "tab"),
            ("|", "bar"),
            (" ", "space"),
            ("::", "two colons"),
        ];
        let mut chosen = delimiter.as_str();
        if !names.iter().any(|(sign, _)| *sign == chosen) {
            names.push((chosen, "another sign"));
        }
        if choice(ui, What::Delimiter.title(), CHOICE, &mut chosen, &names) {
            self.said.delimiter = Some(chosen.to_owned());
        }
        self.why(ui, What::Delimiter);
    }

    fn header(&mut self, ui: &mut Ui) {
        let Some(mut header) = self.used.header else {
            return;
        };
        name(ui, What::Header);
        let names = [(true, "names the columns"), (false, "is a record already")];
        if choice(ui, What::Header.title(), CHOICE, &mut header, &names) {
            self.said.header = Some(header);
        }
        self.why(ui, What::Header);
    }

    fn encoding(&mut self, ui: &mut Ui) {
        let Some(mut encoding) = self.used.encoding else {
            return;
        };
        name(ui, What::Encoding);
        let names = [
            (TextEncoding::Utf8, "UTF-8"),
            (TextEncoding::Latin1, "Latin-1"),
        ];
        if choice(ui, What::Encoding.title(), CHOICE, &mut encoding, &names) {
            self.said.encoding = Some(encoding);
        }
        self.why(ui, What::Encoding);
    }

    /// Only where numbers have commas, or something was said of them.
    fn commas(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let fold = self.used.fold;
        let table = workspace.table();
        let is_unsure =
            |column: &Column| column.spelling().is_unsure_of_commas(column.dictionary());
        let first = table.and_then(|table| table.columns().iter().find(|column| is_unsure(column)));
        if first.is_none() && !fold.decimal_comma && !fold.thousands {
            return;
        }
        let mut said = Commas::of(fold);
        name(ui, What::Commas);
        let names = [
            (Commas::Decimal, "are of decimals"),
            (Commas::Thousands, "part thousands"),
            (Commas::Unsaid, "stay as written"),
        ];
        if choice(ui, What::Commas.title(), CHOICE, &mut said, &names) {
            self.said.fold.decimal_comma = said == Commas::Decimal;
            self.said.fold.thousands = said == Commas::Thousands;
        }
        let why = match (said, first) {
            (Commas::Decimal, _) => "1528,11 is read as 1528.11.".to_owned(),
            (Commas::Thousands, _) => "1,000 is read as 1000.".to_owned(),
            (Commas::Unsaid, Some(first)) => format!(
                "Nobody can tell what they mean in \u{201c}{}\u{201d}, so its numbers are texts.",
                first.name()
            ),
            (Commas::Unsaid, None) => String::new(),
        };
        reason(ui, &why);
    }

    fn scale(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let Some(ratings) = workspace.loaded().dataset.ratings() else {
            return;
        };
        let Scale { low, high, step } = ratings.scale();
        name(ui, What::Scale);
        let (mut from, mut to) = (low, high);
        ui.horizontal(|ui| {
            let field = |value| egui::DragValue::new(value).speed(0.0).max_decimals(3);
            let lowest = ui.add(field(&mut from)).accessible_name("Lowest rating");
            ui.label("to");
            let highest = ui.add(field(&mut to)).accessible_name("Highest rating");
            ui.label(format!("in steps of {}", number::decimal(step)));
            let is_typed = lowest.lost_focus() || highest.lost_focus();
            if is_typed && from < to && (from, to) != (low, high) {
                self.said.scale = Some(vec![from, to, step]);
            }
        });
        self.why(ui, What::Scale);
    }

    /// Which columns are issues: what is no rating neither sets the scale nor is compared.
    fn issues(&mut self, ui: &mut Ui, kind: Kind, columns: &[Column]) {
        let not = &self.used.not_issues;
        let is_issue = |name: &str| !not.iter().any(|other| other == name);
        let many = columns.iter().filter(|column| is_issue(column.name()));
        let heading = format!(
            "{} of {} columns are issues",
            number::count(many.count() as u64),
            number::count(columns.len() as u64)
        );
        section(ui, &heading);
        if let Some(finding) = self.understood.finding(What::NotIssues) {
            sentence(ui, &finding.why);
        }
        sentence(
            ui,
            "Untick what is no rating, such as an age: it does not set the scale and is not compared.",
        );
        let mut changed = None;
        ScrollArea::vertical()
            .id_salt("issues")
            .max_height(168.0)
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
                    for column in columns {
                        let mut on = is_issue(column.name());
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
            self.said.layout = Some(DataLayout::Wide);
            self.said.not_issues = not;
            // It follows from what is an issue.
            self.said.scale = None;
        }
    }
}

/// At the end of a line of the form.
fn reason(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    ui.add(Label::new(RichText::new(words).font(fonts::detail()).color(dim)).wrap());
    ui.end_row();
}

/// What a comma in a number was said to mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commas {
    Decimal,
    Thousands,
    Unsaid,
}

impl Commas {
    fn of(fold: Fold) -> Self {
        match fold {
            Fold {
                decimal_comma: true,
                ..
            } => Self::Decimal,
            Fold {
                thousands: true, ..
            } => Self::Thousands,
            _ => Self::Unsaid,
        }
    }
}

fn name(ui: &mut Ui, what: What) {
    ui.label(fonts::strong_text(what.title()));
}

/// What the reader had to assume.
fn notes(ui: &mut Ui, workspace: &Workspace) {
    let notes = &workspace.loaded().notes;
    if notes.is_empty() {
        return;
    }
    section(ui, "What was found on the way");
    for note in notes {
        ui.horizontal_top(|ui| {
            ui.label(icons::text(icons::INFO, 16.0).color(Tokens::of(ui).accent));
            ui.add(Label::new(note).wrap());
        });
    }
    ui.add_space(14.0);
}

fn first_rows(ui: &mut Ui, workspace: &Workspace) {
    let beginning = kinds::about(workspace).opening.beginning;
    let Beginning { names, rows } = beginning(&workspace.loaded().dataset);
    let tokens = Tokens::of(ui);
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::same(10))
        .show(ui, |ui| {
            Grid::new("the first rows")
                .spacing([16.0, 5.0])
                .show(ui, |ui| {
                    for name in &names {
                        cell(ui, name, true);
                    }
                    ui.end_row();
                    for row in &rows {
                        for text in row {
                            cell(ui, text, false);
                        }
                        ui.end_row();
                    }
                });
        });
}

fn cell(ui: &mut Ui, text: &str, is_name: bool) {
    let tokens = Tokens::of(ui);
    let (font, ink) = match is_name {
        true => (fonts::strong(), tokens.text),
        false => (fonts::body(), tokens.text),
    };
    let (galley, _) = parts::line_within(ui, text, font, ink, WIDEST);
    let (rect, response) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
    ui.painter().galley(rect.min, galley, ink);
}

/// The names of the first columns and the cells of the first rows.
#[derive(Default)]
pub struct Beginning {
    pub names: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Beginning {
    pub fn of_table(table: &Table) -> Self {
        let columns = &table.columns()[..table.columns().len().min(COLUMNS)];
        let mut names: Vec<String> = columns
            .iter()
            .map(|column| column.name().to_owned())
            .collect();
        if table.columns().len() > COLUMNS {
            names.push(format!("and {} more", table.columns().len() - COLUMNS));
        }
        let rows = (0..table.rows().min(ROWS)).map(|row| {
            let texts = columns
                .iter()
                .map(|column| column.dictionary().get(column.codes()[row]));
            texts.map(str::to_owned).collect()
        });
        Self {
            names,
            rows: rows.collect(),
        }
    }
}
