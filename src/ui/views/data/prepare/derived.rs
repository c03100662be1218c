//! The form of a column that is made of others.

use super::fields::{code, column, columns, number, text, typed};
use crate::ui::widgets::{check_box, choice};
use cloakroom_core::prepare::{At, Bands, Derived};
use egui::Ui;

pub fn derived(ui: &mut Ui, names: &[String], from: &mut Derived) {
    let first = || names.first().cloned().unwrap_or_default();
    let ways = [
        "A formula",
        "The year of a date",
        "An age",
        "Bands of a number",
        "A part of a text",
        "Several columns joined",
    ];
    let was = match from {
        Derived::Formula(_) => 0,
        Derived::YearOf(_) => 1,
        Derived::Age { .. } => 2,
        Derived::Bands { .. } => 3,
        Derived::Part { .. } => 4,
        Derived::Joined { .. } => 5,
    };
    let mut way = was;
    let choices: Vec<(usize, &str)> = ways.into_iter().enumerate().collect();
    ui.horizontal(|ui| {
        ui.label("Made of");
        choice(ui, "Made of", 200.0, &mut way, &choices);
    });
    if way != was {
        *from = match way {
            0 => Derived::Formula(String::new()),
            1 => Derived::YearOf(first()),
            2 => Derived::Age {
                from: first(),
                at: At::Date("2024-12-31".to_owned()),
            },
            3 => Derived::Bands {
                of: first(),
                bands: Bands::Width(10),
            },
            4 => Derived::Part {
                of: first(),
                from: 1,
                letters: Some(3),
            },
            _ => Derived::Joined {
                columns: Vec::new(),
                separator: " ".to_owned(),
            },
        };
    }
    match from {
        Derived::Formula(formula) => code(ui, "Formula", "income / 12", 2, formula),
        Derived::YearOf(of) => column(ui, "Date", names, of),
        Derived::Age { from, at } => {
            column(ui, "Born", names, from);
            let mut by_column = matches!(at, At::Column(_));
            if check_box(ui, &mut by_column, "At the date of a column").changed() {
                *at = match by_column {
                    true => At::Column(first()),
                    false => At::Date("2024-12-31".to_owned()),
                };
            }
            match at {
                At::Date(day) => {
                    text(ui, "On the day", "2024-12-31", day);
                }
                At::Column(name) => column(ui, "On the day of", names, name),
            }
        }
        Derived::Bands { of, bands } => {
            column(ui, "Number", names, of);
            let mut by_cuts = matches!(bands, Bands::Cuts(_));
            if check_box(ui, &mut by_cuts, "Cut at chosen numbers").changed() {
                *bands = match by_cuts {
                    true => Bands::Cuts(vec![18, 65]),
                    false => Bands::Width(10),
                };
            }
            match bands {
                Bands::Width(width) => number(ui, "Width of a band", width, 1_000_000),
                Bands::Cuts(cuts) => cuts_of(ui, cuts),
            }
        }
        Derived::Part { of, from, letters } => {
            column(ui, "Text", names, of);
            number(ui, "From letter", from, 10_000);
            let mut is_some = letters.is_some();
            if check_box(ui, &mut is_some, "So many letters").changed() {
                *letters = is_some.then_some(3);
            }
            if let Some(letters) = letters {
                number(ui, "Letters", letters, 10_000);
            }
        }
        Derived::Joined {
            columns: joined,
            separator,
        } => {
            columns(ui, "Columns to join", names, joined);
            text(ui, "Between them", " ", separator);
        }
    }
}

/// Numbers that rise, as a line of text.
fn cuts_of(ui: &mut Ui, cuts: &mut Vec<i64>) {
    let shown: Vec<String> = cuts.iter().map(i64::to_string).collect();
    let Some(line) = typed(ui, "Bands begin at", "18, 65", shown.join(", ")) else {
        return;
    };
    let read = line.split([',', ' ']).filter(|part| !part.is_empty());
    if let Ok(mut read) = read.map(str::parse::<i64>).collect::<Result<Vec<_>, _>>()
        && !read.is_empty()
    {
        read.sort_unstable();
        read.dedup();
        *cuts = read;
    }
}
