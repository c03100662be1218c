//! What the columns hold, where somebody has to say it or said so: the order of days and months, numbers with other
//! values among them, and whatever else is chosen. What does not fit is counted and shown before anything is lost.

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{choice, help, link, number, quiet_button, section, sentence, told};
use cloakroom_core::column::Column;
use cloakroom_core::io::fold::unread_dates;
use cloakroom_core::io::typed::Misfits;
use cloakroom_core::load_options::{ColumnType, LoadOptions, Unfit};
use cloakroom_core::spelling::OrderFound;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use egui::{ScrollArea, Ui, vec2};

/// How wide a choice of a type is.
const CHOICE: f32 = 190.0;
/// Values that do not fit and are named.
const NAMED: usize = 6;
/// How high the list of columns becomes before it scrolls.
const HIGHEST: f32 = 220.0;
/// Columns of which something is said; the others can be chosen.
const MOST: usize = 60;

const WHAT: &str = "A column holds texts, whole numbers, decimals, dates or yes and no. It decides how values are ordered, \
                    which hierarchy suits them and how far they are apart. For example 01067 is a postcode, which is a \
                    text, although it looks like a number. Statisticians say: level of measurement.";

/// What is being chosen and not said yet.
#[derive(Default)]
pub struct Types {
    /// Columns that somebody wants to say something of.
    wanted: Vec<String>,
    /// A type that was chosen, before it is known whether all values fit.
    chosen: Option<(String, ColumnType)>,
    misfits: Asked<(String, ColumnType), Misfits>,
}

impl Types {
    /// Shows this column among those of which something is said.
    pub fn want(&mut self, column: &str) {
        if !self.wanted.iter().any(|name| name == column) {
            self.wanted.insert(0, column.to_owned());
        }
    }

    pub fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        said: &mut LoadOptions,
        jobs: &Jobs,
    ) {
        let is_counted = workspace.in_batches().is_some();
        let fits = workspace.kind().fits_any_table() && !is_counted;
        let Some(table) = workspace.table().filter(|_| fits) else {
            return;
        };
        self.look(workspace, table, said, jobs);
        ui.horizontal(|ui| {
            section(ui, "What the columns hold");
            help(ui, "What the columns hold", WHAT);
        });
        sentence(ui, &in_words(table));
        let told: Vec<&Column> = table
            .columns()
            .iter()
            .filter(|column| self.is_told(column, workspace, said))
            .take(MOST)
            .collect();
        ScrollArea::vertical()
            .id_salt("types of columns")
            .max_height(HIGHEST)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for column in told {
                    self.row(ui, column, workspace, said);
                }
            });
        self.another(ui, table);
        ui.add_space(14.0);
    }

    /// All fit: then it is so. Otherwise it waits for somebody to say what becomes of the rest.
    fn look(&mut self, workspace: &Workspace, table: &Table, said: &mut LoadOptions, jobs: &Jobs) {
        let Some((name, of)) = self.chosen.clone() else {
            return;
        };
        let Some(column) = table.column(&name) else {
            self.chosen = None;
            return;
        };
        if let Some(new) = self.misfits.ask((name.clone(), of)) {
            let (column, fold) = (column.clone(), workspace.loaded().options.fold);
            new.start(
                jobs,
                "Compare the values with the type",
                move |(_, of), _| Ok(Misfits::of(&column, of, fold)),
            );
        }
        // What was said of the values of another column is not said of these.
        if self
            .misfits
            .current()
            .is_some_and(|found| found.records == 0)
        {
            said.types.insert(name, of);
            self.chosen = None;
        }
    }

    fn is_told(&self, column: &Column, workspace: &Workspace, said: &LoadOptions) -> bool {
        let name = column.name();
        let is_asked = unread_dates(column).is_some() || column.mixture().is_some();
        let options = &workspace.loaded().options;
        is_asked
            || options.types.contains_key(name)
            || said.types.contains_key(name)
            || self.wanted.iter().any(|wanted| wanted == name)
    }

    fn row(&mut self, ui: &mut Ui, column: &Column, workspace: &Workspace, said: &mut LoadOptions) {
        let name = column.name();
        let known = workspace.loaded().options.types.get(name).copied();
        let pending = self.chosen.as_ref().filter(|(own, _)| own == name);
        let pending = pending.map(|&(_, of)| of);
        let found = format!("found out: {}", column.value_type().label());
        let mut names = vec![(None, found.as_str())];
        names.extend(ColumnType::ALL.map(|of| (Some(of), of.title())));
        let mut chosen = pending.or(known);
        let title = format!("Type of {name}");
        let was = chosen;
        super::line(
            ui,
            name,
            |ui| choice(ui, &title, CHOICE, &mut chosen, &names),
            |ui, _| match pending {
                Some(of) => self.ask(ui, name, of, said),
                None => self.why(ui, column, workspace, known),
            },
        );
        if chosen != was {
            self.choose(name, chosen, said);
        }
    }

    fn choose(&mut self, name: &str, chosen: Option<ColumnType>, said: &mut LoadOptions) {
        self.want(name);
        match chosen {
            None => {
                self.chosen = None;
                said.types.remove(name);
                if said.types.is_empty() {
                    said.unfit = Unfit::default();
                }
            }
            Some(of) => self.chosen = Some((name.to_owned(), of)),
        }
    }

    /// Some values do not fit: nothing is lost before somebody says so.
    fn ask(&mut self, ui: &mut Ui, name: &str, of: ColumnType, said: &mut LoadOptions) {
        let Some(found) = self.misfits.current().cloned() else {
            detail(ui, "The values are compared with it.", false);
            return;
        };
        let words = format!(
            "{} of \u{201c}{name}\u{201d} {} not {}: {}.",
            number::counted(found.records as u64, "value"),
            if found.records == 1 { "is" } else { "are" },
            of.one(),
            named(&found),
        );
        detail(ui, &words, true);
        ui.horizontal(|ui| {
            if quiet_button(ui, None, "Let them be missing").clicked() {
                said.types.insert(name.to_owned(), of);
                said.unfit = Unfit::Missing;
                self.chosen = None;
            }
            if link(ui, "Leave the column as it was").clicked() {
                self.chosen = None;
            }
        });
    }

    fn why(&self, ui: &mut Ui, column: &Column, workspace: &Workspace, known: Option<ColumnType>) {
        let misfits = &workspace.loaded().understood.misfits;
        let own = misfits.iter().find(|found| found.column == column.name());
        if let (Some(found), Some(of)) = (own, known) {
            let words = format!(
                "{} that {} not {} {} missing now: {}.",
                number::counted(found.records as u64, "value"),
                if found.records == 1 { "is" } else { "are" },
                of.one(),
                if found.records == 1 { "is" } else { "are" },
                named(found),
            );
            return detail(ui, &words, true);
        }
        if let Some(order) = known.and_then(ColumnType::order) {
            let first = cloakroom_core::io::fold::first_in_words(order);
            let words = format!(
                "The {first} stands first. Dates are shown and released as year-month-day, such as 1984-11-02."
            );
            return detail(ui, &words, false);
        }
        if known.is_some() {
            return detail(ui, "It was said so.", false);
        }
        match unread_dates(column) {
            Some(OrderFound::Either) => detail(
                ui,
                "These look like dates, but nobody can tell whether the day or the month stands first: choose one, or \
                 they stay texts, which can only be shown or not.",
                true,
            ),
            Some(OrderFound::One(order)) => {
                let first = cloakroom_core::io::fold::first_in_words(order);
                let words = format!("These look like dates whose {first} stands first.");
                detail(ui, &words, true);
            }
            None => match column.mixture() {
                Some(mixture) => {
                    let words = format!(
                        "{} {}s and {} other values, the first in record {}, so it is text. Choose a type to see which \
                         do not fit.",
                        number::count(mixture.fitting as u64),
                        mixture.mostly.label(),
                        number::count(mixture.odd as u64),
                        number::count(mixture.first_odd as u64 + 1),
                    );
                    detail(ui, &words, true);
                }
                None => detail(ui, "All of its values are of this type.", false),
            },
        }
    }

    /// Whatever else somebody wants to say.
    fn another(&mut self, ui: &mut Ui, table: &Table) {
        let columns = table.columns().iter();
        let words: Vec<String> = columns
            .map(|column| format!("{}: {}", column.name(), column.value_type().label()))
            .collect();
        let mut names = vec![(None, "another column")];
        let columns = words.iter().enumerate();
        names.extend(columns.map(|(at, words)| (Some(at), words.as_str())));
        let mut chosen = None;
        let title = "Choose the type of another column";
        super::line(
            ui,
            "Type of",
            |ui| choice(ui, title, CHOICE, &mut chosen, &names),
            |_, _| {},
        );
        if let Some(column) = chosen.and_then(|at| table.columns().get(at)) {
            self.want(column.name());
        }
    }
}

/// A sentence at the end of a line, with a sign where somebody should look.
fn detail(ui: &mut Ui, words: &str, is_asking: bool) {
    let tokens = Tokens::of(ui);
    let ink = if is_asking { tokens.text } else { tokens.dim };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        if is_asking {
            ui.label(icons::text(icons::VIOLATED, 15.0).color(tokens.attention));
        }
        told(ui, words, fonts::detail(), ink);
    });
}

/// `5 whole numbers, 3 texts and 2 dates.`, as columns.
fn in_words(table: &Table) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for column in table.columns() {
        let label = column.value_type().label();
        match counts.iter_mut().find(|(known, _)| *known == label) {
            Some((_, count)) => *count += 1,
            None => counts.push((label, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let told: Vec<String> = counts
        .into_iter()
        .map(|(label, count)| format!("{count} of {label}s"))
        .collect();
    format!(
        "{}: {}.",
        number::counted(table.columns().len() as u64, "column"),
        cloakroom_core::words::listed(&told)
    )
}

/// `“n/k” 7 times, “?” once and 2 more`.
fn named(found: &Misfits) -> String {
    let shown = found.values.iter().take(NAMED).map(|(text, count)| {
        let text: String = text.chars().take(24).collect();
        match count {
            1 => format!("\u{201c}{text}\u{201d}"),
            _ => format!(
                "\u{201c}{text}\u{201d} {} times",
                number::count(*count as u64)
            ),
        }
    });
    let mut shown: Vec<String> = shown.collect();
    let more = found.values.len().saturating_sub(NAMED);
    if more > 0 {
        shown.push(format!("{} more", number::count(more as u64)));
    }
    cloakroom_core::words::listed(&shown)
}
