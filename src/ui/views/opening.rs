//! What was understood of a file that was just opened: everything can be changed by choosing, and every guess has its reason.

use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::theme::{CARD_RADIUS, MARGIN, Tokens, fonts, icons};
use crate::ui::widgets::{
    check_box, choice, link, number, parts, section, segments, sentence, title,
};
use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::{Layout as DataLayout, LoadOptions, TextEncoding};
use cloakroom_core::ratings::{Ratings, Scale};
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Grid, Label, Margin, RichText, ScrollArea, Stroke, Ui, vec2};

/// Rows of the file that are shown, and columns.
const ROWS: usize = 8;
const COLUMNS: usize = 12;
/// How wide a shown column becomes at the most.
const WIDEST: f32 = 150.0;
/// The left column of the form.
const NAMES: f32 = 110.0;
const CHOICE: f32 = 190.0;

/// A page of its own, until somebody says that it is right.
pub fn show(ui: &mut Ui, workspace: &Workspace, is_reading: bool, out: &mut Outbox) {
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
            let before = &workspace.loaded().options;
            let mut options = before.clone();
            ui.add_enabled_ui(!is_reading, |ui| form(ui, workspace, &mut options, out));
            if options != *before {
                out.send(Action::Reload(options));
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

fn form(ui: &mut Ui, workspace: &Workspace, options: &mut LoadOptions, out: &mut Outbox) {
    Grid::new("what was understood")
        .num_columns(3)
        .min_col_width(NAMES)
        .spacing([14.0, 10.0])
        .show(ui, |ui| {
            kind(ui, workspace.kind(), options);
            layout(ui, workspace.kind(), options);
            text(ui, options);
            scale(ui, workspace, options);
        });
    if let Dataset::Ratings(Ratings::Wide(table, _)) = &workspace.loaded().dataset {
        ui.add_space(8.0);
        issues(ui, table.columns(), options);
    }
    ui.add_space(4.0);
    if link(ui, "More about how the file is read").clicked() {
        out.run(Command::ReadingOptions);
    }
}

fn name(ui: &mut Ui, words: &str) {
    ui.label(fonts::strong_text(words));
}

fn why(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    ui.add(Label::new(RichText::new(words).font(fonts::detail()).color(dim)).wrap());
    ui.end_row();
}

fn kind(ui: &mut Ui, kind: Kind, options: &mut LoadOptions) {
    name(ui, "Kind of data");
    let mut chosen = kind;
    let about = Kind::ALL.map(|kind| (kind, kind.name(), what_it_is(kind)));
    if segments(ui, &mut chosen, &about) {
        // What was found out for another kind does not count for this one.
        *options = LoadOptions {
            kind: Some(chosen),
            delimiter: options.delimiter.clone(),
            encoding: options.encoding,
            header: options.header,
            nulls: options.nulls.clone(),
            fold: options.fold,
            ..LoadOptions::default()
        };
    }
    why(ui, what_it_is(kind));
}

fn what_it_is(kind: Kind) -> &'static str {
    match kind {
        Kind::Microdata => {
            "A row is a person, a column something about them: age, place, diagnosis."
        }
        Kind::Ratings => "People rated issues on one scale: a survey, reviews of films.",
        Kind::Transactions => "Each person has a set of items: a basket, an order, visited pages.",
    }
}

fn layout(ui: &mut Ui, kind: Kind, options: &mut LoadOptions) {
    let layouts: &[(Option<DataLayout>, &str)] = match kind {
        Kind::Microdata => return,
        Kind::Ratings => &[
            (Some(DataLayout::Wide), "a row per person"),
            (Some(DataLayout::Long), "a row per rating"),
        ],
        Kind::Transactions => &[
            (Some(DataLayout::Basket), "a line per basket"),
            (Some(DataLayout::Long), "a row per item"),
            (Some(DataLayout::List), "a column of lists"),
        ],
    };
    name(ui, "Layout");
    let before = options.layout;
    if choice(ui, "Layout", CHOICE, &mut options.layout, layouts) {
        options.columns = None;
        options.column = None;
        options.separator = None;
        if before == Some(DataLayout::Basket) {
            options.header = None;
            options.delimiter = None;
        }
    }
    why(
        ui,
        match options.layout {
            Some(DataLayout::Wide) => "Every issue is a column.",
            Some(DataLayout::Long) if kind == Kind::Ratings => {
                "A person has as many rows as ratings."
            }
            Some(DataLayout::Long) => "A basket has as many rows as items.",
            Some(DataLayout::Basket) => "All items of a basket stand in one line.",
            Some(DataLayout::List) => "One column holds the items, divided by a sign.",
            None => "",
        },
    );
}

fn text(ui: &mut Ui, options: &mut LoadOptions) {
    if let Some(delimiter) = &mut options.delimiter {
        name(ui, "Between cells");
        let known = [
            (",", "comma"),
            (";", "semicolon"),
            ("\t", "tab"),
            ("|", "bar"),
            (" ", "space"),
            ("::", "two colons"),
        ];
        let mut chosen = delimiter.as_str();
        let mut names = known.to_vec();
        if !known.iter().any(|(sign, _)| *sign == chosen) {
            names.push((chosen, "another sign"));
        }
        if choice(ui, "Between cells", CHOICE, &mut chosen, &names) {
            *delimiter = chosen.to_owned();
        }
        why(ui, "The sign that divides the most lines alike.");
    }
    if let Some(header) = &mut options.header {
        name(ui, "First line");
        let names = [(true, "names the columns"), (false, "is a record already")];
        choice(ui, "First line", CHOICE, header, &names);
        why(
            ui,
            match header {
                true => "Its cells look like names, and no two are the same.",
                false => {
                    "Its cells look like those of the other lines, so the columns are numbered."
                }
            },
        );
    }
    if let Some(encoding) = &mut options.encoding {
        name(ui, "Letters");
        let names = [
            (TextEncoding::Utf8, "UTF-8"),
            (TextEncoding::Latin1, "Latin-1"),
        ];
        choice(ui, "Letters", CHOICE, encoding, &names);
        why(
            ui,
            match encoding {
                TextEncoding::Utf8 => "Every byte of the file reads as UTF-8.",
                TextEncoding::Latin1 => {
                    "Some bytes are no UTF-8. Look whether ä, é and ß below are right."
                }
            },
        );
    }
}

fn scale(ui: &mut Ui, workspace: &Workspace, options: &mut LoadOptions) {
    let Some(ratings) = workspace.loaded().dataset.ratings() else {
        return;
    };
    let Scale { low, high, step } = ratings.scale();
    name(ui, "Scale");
    let (mut from, mut to) = (low, high);
    ui.horizontal(|ui| {
        let field = |value| egui::DragValue::new(value).speed(0.0);
        let changed = ui
            .add(field(&mut from))
            .accessible_name("Lowest rating")
            .lost_focus();
        ui.label("to");
        let also = ui
            .add(field(&mut to))
            .accessible_name("Highest rating")
            .lost_focus();
        ui.label(format!("in steps of {}", number::decimal(step)));
        if (changed || also) && from < to && (from, to) != (low, high) {
            options.scale = Some(vec![from, to, step]);
        }
    });
    why(
        ui,
        "The lowest and the highest rating that occur in the issues below.",
    );
}

/// Which columns are issues: what is no rating neither sets the scale nor is compared.
fn issues(ui: &mut Ui, columns: &[Column], options: &mut LoadOptions) {
    let is_issue =
        |options: &LoadOptions, name: &str| !options.not_issues.iter().any(|no| no == name);
    let many = columns
        .iter()
        .filter(|column| is_issue(options, column.name()))
        .count();
    let heading = format!(
        "{} of {} columns are issues",
        number::count(many as u64),
        number::count(columns.len() as u64)
    );
    section(ui, &heading);
    sentence(
        ui,
        "Untick what is no rating, such as an age: it does not set the scale and is not compared.",
    );
    ScrollArea::vertical()
        .id_salt("issues")
        .max_height(168.0)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
                for column in columns {
                    let mut on = is_issue(options, column.name());
                    if check_box(ui, &mut on, column.name()).changed() {
                        match on {
                            true => options.not_issues.retain(|name| name != column.name()),
                            false => options.not_issues.push(column.name().to_owned()),
                        }
                        // It follows from what is an issue.
                        options.scale = None;
                    }
                }
            });
        });
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
    let (names, rows) = beginning(&workspace.loaded().dataset);
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
fn beginning(dataset: &Dataset) -> (Vec<String>, Vec<Vec<String>>) {
    match dataset {
        Dataset::Microdata(table) | Dataset::Ratings(Ratings::Wide(table, _)) => {
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
            (names, rows.collect())
        }
        Dataset::Ratings(Ratings::Long(sparse)) => {
            let names = ["person", "issue", "rating"].map(str::to_owned).to_vec();
            let person_of =
                |place: usize| sparse.starts.partition_point(|&start| start <= place) - 1;
            let rows = (0..sparse.rating.len().min(ROWS)).map(|place| {
                vec![
                    sparse.people.get(person_of(place) as u32).to_owned(),
                    sparse.issues.get(sparse.issue[place]).to_owned(),
                    sparse.scale.text(sparse.rating[place]),
                ]
            });
            (names, rows.collect())
        }
        Dataset::Transactions(transactions) => {
            let rows = (0..transactions.len().min(ROWS)).map(|at| {
                let items = transactions.basket(at).iter();
                let items: Vec<&str> = items
                    .take(COLUMNS)
                    .map(|&item| transactions.items.get(item))
                    .collect();
                vec![(at + 1).to_string(), items.join(", ")]
            });
            (
                vec!["basket".to_owned(), "items".to_owned()],
                rows.collect(),
            )
        }
    }
}
