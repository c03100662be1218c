//! What was understood of a file that was just opened: everything can be changed by choosing, and every guess has its reason.

mod choices;
mod issues;
mod types;

pub use self::types::Types;

use self::choices::SIGNS;
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::jobs::Jobs;
use crate::ui::kinds;
use crate::ui::theme::{CARD_RADIUS, MARGIN, Tokens, fonts, icons};
use crate::ui::views::data::prepare::refused;
use crate::ui::widgets::{choice, link, parts, section, segments, sentence, title, told};
use cloakroom_core::column::Column;
use cloakroom_core::io::fold::without_keys;
use cloakroom_core::io::understood::{Buyers, Understood, What};
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::{Layout, LoadOptions, TextEncoding};
use cloakroom_core::spelling::Fold;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Grid, Margin, ScrollArea, Stroke, Ui, vec2};

/// Rows of the file that are shown, and columns.
pub const ROWS: usize = 8;
pub const COLUMNS: usize = 12;
/// How wide a shown column becomes at the most.
const WIDEST: f32 = 150.0;
/// The left column of the form.
const NAMES: f32 = 136.0;
const CHOICE: f32 = 190.0;
/// What can be chosen, and how high a line is.
const CONTROLS: f32 = 260.0;
const LINE: f32 = 32.0;

/// A page of its own, until somebody says that it is right. `said` is what somebody has chosen here.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    types: &mut Types,
    (said, is_reading): (&LoadOptions, bool),
    jobs: &Jobs,
    out: &mut Outbox,
) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.ground)
        .inner_margin(Margin::symmetric(MARGIN as i8 + 6, MARGIN as i8));
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
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
            ui.add_enabled_ui(!is_reading, |ui| {
                form.show(ui, workspace, out);
                ui.add_space(14.0);
                types.show(ui, workspace, &mut form.said, jobs);
            });
            if form.said != *said {
                out.send(Action::ReadAs(form.said));
            }
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
        self.sheet(ui);
        self.kind(ui, kind);
        self.layout(ui, kind, workspace.table());
        self.delimiter(ui);
        self.header(ui);
        self.encoding(ui);
        self.commas(ui, workspace);
        self.columns(ui, kind);
        self.counted(ui, kind);
        self.separator(ui, kind);
        self.scale(ui, workspace);
        self.missing(ui);
        if let Some(table) = workspace.table().filter(|_| kind.about().has_issues) {
            ui.add_space(8.0);
            let scale = workspace.loaded().dataset.scale();
            self.issues(ui, kind, table.columns(), scale);
        }
        ui.add_space(4.0);
        if link(ui, "More about how the file is read").clicked() {
            out.run(Command::ReadingOptions);
        }
        let prepares = refused(workspace).is_none()
            && link(ui, "Prepare the table first: rows, columns, joins").clicked();
        if prepares {
            out.send(Action::ShowPrepare(true));
        }
    }

    /// What something was understood as and why, in a line.
    fn line<R>(&self, ui: &mut Ui, what: What, control: impl FnOnce(&mut Ui) -> R) -> R {
        let finding = self.understood.finding(what);
        let why = finding.map_or("", |finding| finding.why.as_str());
        line(ui, what.title(), control, |ui, _| reason(ui, why))
    }

    fn kind(&mut self, ui: &mut Ui, kind: Kind) {
        let mut chosen = kind;
        let about = Kind::ALL.map(|kind| (kind, kind.name(), kinds::of(kind).opening.holds));
        if self.line(ui, What::Kind, |ui| segments(ui, &mut chosen, &about)) {
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
    }

    fn layout(&mut self, ui: &mut Ui, kind: Kind, table: Option<&Table>) {
        let layouts = kinds::of(kind).opening.layouts.iter();
        let layouts: Vec<_> = layouts
            .map(|&(layout, words)| (Some(layout), words))
            .collect();
        if layouts.is_empty() {
            return;
        }
        let mut chosen = self.used.layout;
        let title = What::Layout.title();
        if self.line(ui, What::Layout, |ui| {
            choice(ui, title, CHOICE, &mut chosen, &layouts)
        }) {
            self.said = LoadOptions {
                kind: Some(kind),
                layout: chosen,
                columns: table
                    .filter(|_| chosen == Some(Layout::Long))
                    .and_then(kinds::of(kind).reading.columns),
                encoding: self.said.encoding,
                nulls: self.said.nulls.take(),
                sheet: self.said.sheet.take(),
                fold: self.said.fold,
                ..LoadOptions::default()
            };
        }
    }

    fn delimiter(&mut self, ui: &mut Ui) {
        let Some(delimiter) = &self.used.delimiter else {
            return;
        };
        let mut names = SIGNS.to_vec();
        let mut chosen = delimiter.as_str();
        if !names.iter().any(|(sign, _)| *sign == chosen) {
            names.push((chosen, "another sign"));
        }
        let title = What::Delimiter.title();
        if self.line(ui, What::Delimiter, |ui| {
            choice(ui, title, CHOICE, &mut chosen, &names)
        }) {
            self.said.delimiter = Some(chosen.to_owned());
            // The columns are others then.
            self.said.types.clear();
        }
    }

    fn header(&mut self, ui: &mut Ui) {
        let Some(mut header) = self.used.header else {
            return;
        };
        let title = What::Header.title();
        let names = [(true, "names the columns"), (false, "is a record already")];
        if self.line(ui, What::Header, |ui| {
            choice(ui, title, CHOICE, &mut header, &names)
        }) {
            self.said.header = Some(header);
            self.said.types.clear();
        }
    }

    fn encoding(&mut self, ui: &mut Ui) {
        let Some(mut encoding) = self.used.encoding else {
            return;
        };
        let title = What::Encoding.title();
        let names = [
            (TextEncoding::Utf8, "UTF-8"),
            (TextEncoding::Latin1, "Latin-1"),
        ];
        if self.line(ui, What::Encoding, |ui| {
            choice(ui, title, CHOICE, &mut encoding, &names)
        }) {
            self.said.encoding = Some(encoding);
        }
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
        let names = [
            (Commas::Decimal, "are of decimals"),
            (Commas::Thousands, "part thousands"),
            (Commas::Unsaid, "stay as written"),
        ];
        let why = match (said, first) {
            (Commas::Decimal, _) => "1528,11 is read as 1528.11.".to_owned(),
            (Commas::Thousands, _) => "1,000 is read as 1000.".to_owned(),
            (Commas::Unsaid, Some(first)) => format!(
                "Nobody can tell what they mean in \u{201c}{}\u{201d}, so its numbers are texts.",
                first.name()
            ),
            (Commas::Unsaid, None) => String::new(),
        };
        let title = What::Commas.title();
        let choice = |ui: &mut Ui| choice(ui, title, CHOICE, &mut said, &names);
        if line(ui, title, choice, |ui, _| reason(ui, &why)) {
            self.said.fold.decimal_comma = said == Commas::Decimal;
            self.said.fold.thousands = said == Commas::Thousands;
        }
    }
}

/// A line of the form: what it is about, what can be chosen, and what is said of it.
fn line<R>(
    ui: &mut Ui,
    name: &str,
    control: impl FnOnce(&mut Ui) -> R,
    words: impl FnOnce(&mut Ui, &R),
) -> R {
    let answer = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let start = ui.cursor().left();
        let put = |ui: &mut Ui, at: f32| {
            let gap = start + at - ui.cursor().left();
            ui.add_space(gap.max(0.0));
        };
        let (text, _) = parts::line_within(ui, name, fonts::strong(), Tokens::of(ui).text, NAMES);
        let (rect, label) = ui.allocate_exact_size(vec2(NAMES, LINE), egui::Sense::hover());
        label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, name));
        parts::put_left(ui.painter(), rect.left_center(), text);
        put(ui, NAMES + 8.0);
        let answer = control(ui);
        put(ui, NAMES + CONTROLS + 8.0);
        ui.vertical(|ui| {
            // One line of words stands in the middle of what is chosen.
            ui.add_space(8.0);
            words(ui, &answer);
        });
        answer
    });
    answer.inner
}

/// At the end of a line of the form.
fn reason(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    told(ui, words, fonts::detail(), dim);
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

/// What the reader had to assume.
fn notes(ui: &mut Ui, workspace: &Workspace) {
    let loaded = workspace.loaded();
    // What stands in the lines above is not told again.
    let is_new = |note: &&String| {
        let mut findings = loaded.understood.findings.iter();
        let buyers = loaded.understood.buyers.as_ref();
        !findings.any(|finding| finding.why == **note)
            && buyers.and_then(Buyers::note).as_ref() != Some(*note)
    };
    let notes: Vec<&String> = loaded.notes.iter().filter(is_new).collect();
    if notes.is_empty() {
        return;
    }
    section(ui, "What was found on the way");
    for note in notes {
        ui.horizontal_top(|ui| {
            ui.label(icons::text(icons::INFO, 16.0).color(Tokens::of(ui).accent));
            told(ui, without_keys(note), fonts::body(), Tokens::of(ui).text);
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
            ScrollArea::horizontal()
                .id_salt("first rows")
                .show(ui, |ui| {
                    let grid = Grid::new("the first rows")
                        .min_row_height(18.0)
                        .spacing([16.0, 5.0]);
                    // Few columns have room for all that is in them.
                    let widest = match names.len() {
                        0..=3 => ui.available_width() * 0.7,
                        _ => WIDEST,
                    };
                    grid.show(ui, |ui| {
                        for name in &names {
                            cell(ui, name, true, widest);
                        }
                        ui.end_row();
                        for row in &rows {
                            for text in row {
                                cell(ui, text, false, widest);
                            }
                            ui.end_row();
                        }
                    });
                });
        });
}

fn cell(ui: &mut Ui, text: &str, is_name: bool, widest: f32) {
    let tokens = Tokens::of(ui);
    let (font, ink) = match is_name {
        true => (fonts::strong(), tokens.text),
        false => (fonts::body(), tokens.text),
    };
    let (galley, _) = parts::line_within(ui, text, font, ink, widest);
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
