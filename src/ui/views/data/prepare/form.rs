//! A form for each thing that a step can do.

use super::PreparePage;
use super::derived::derived;
use super::fields::{choose_file, code, column, columns, number, path_of, read_as, text, typed};
use crate::ui::actions::{Action, Outbox};
use crate::ui::jobs::PickedFile;
use crate::ui::theme::icons;
use crate::ui::widgets::{
    EmptyState, check_box, choice, icon_button, link, quiet_button, section, sentence,
};
use cloakroom_core::column::Column;
use cloakroom_core::prepare::{
    Aggregate, Derived, Operation, OtherFile, Prepare, SampleSize, Taken, USUAL_DAYS, Unmapped,
    as_sql,
};
use cloakroom_engine::workspace::Workspace;
use egui::{DragValue, ScrollArea, Ui};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where keys lie unless somebody says otherwise.
const KEY: &str = "key.txt";

/// Each operation as it begins, before anything was said.
pub fn all() -> [Operation; 11] {
    [
        Operation::Keep {
            condition: String::new(),
        },
        Operation::Drop {
            columns: Vec::new(),
        },
        Operation::Rename {
            columns: BTreeMap::new(),
        },
        Operation::Derive {
            column: String::new(),
            from: Derived::Formula(String::new()),
        },
        Operation::Map {
            column: String::new(),
            file: OtherFile::default(),
            into: None,
            unmapped: Unmapped::default(),
        },
        Operation::Join {
            table: String::new(),
            on: vec![(String::new(), String::new())],
            columns: None,
            keeps_unmatched: true,
            multiplies: false,
        },
        Operation::Group {
            by: Vec::new(),
            take: vec![Taken {
                column: "rows".to_owned(),
                how: Aggregate::Count,
                of: None,
            }],
        },
        Operation::Sample {
            size: SampleSize::Share(0.1),
            seed: 1,
        },
        Operation::Pseudonyms {
            keys: BTreeMap::new(),
        },
        Operation::ShiftDates {
            columns: Vec::new(),
            person: String::new(),
            key: KEY.into(),
            days: USUAL_DAYS,
        },
        Operation::Sql {
            sql: "SELECT *\nFROM data".to_owned(),
            multiplies: false,
        },
    ]
}

impl PreparePage {
    /// The chosen step and what it makes of the table.
    pub(super) fn chosen(
        &mut self,
        ui: &mut Ui,
        draft: &mut Prepare,
        workspace: &Workspace,
        out: &mut Outbox,
    ) {
        let before = self.before.newest().cloned();
        let table = match before.as_deref() {
            Some(Ok(table)) => table.columns(),
            _ => workspace.table().map_or(&[][..], |table| table.columns()),
        };
        let names = names_of(table);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let tables: Vec<String> = draft.tables.keys().cloned().collect();
            match draft.steps.get_mut(self.selected) {
                None => {
                    let words = "Keep some rows, derive a column, join a table: a step is added at the left.";
                    EmptyState::new(icons::FILTER, words).show(ui);
                }
                Some(step) => {
                    let number = self.selected + 1;
                    section(ui, &format!("Step {number}: {}", step.operation.title()));
                    ui.add_space(4.0);
                    operation(ui, &mut step.operation, &names, &tables, workspace, out);
                    ui.add_space(4.0);
                    said_in_sql(ui, &mut step.operation, table);
                    ui.add_space(10.0);
                    self.preview(ui);
                }
            }
        });
    }
}

fn names_of(columns: &[Column]) -> Vec<String> {
    let names = columns.iter().map(|column| column.name().to_owned());
    names.collect()
}

/// The statement that does the same, to be read or gone on with.
fn said_in_sql(ui: &mut Ui, operation: &mut Operation, table: &[Column]) {
    if matches!(operation, Operation::Sql { .. }) {
        return;
    }
    let Some(sql) = as_sql(operation, table) else {
        return;
    };
    let words = link(ui, "Go on in SQL").on_hover_text(&sql);
    if words.clicked() {
        *operation = Operation::Sql {
            sql,
            multiplies: false,
        };
    }
}

fn operation(
    ui: &mut Ui,
    operation: &mut Operation,
    names: &[String],
    tables: &[String],
    workspace: &Workspace,
    out: &mut Outbox,
) {
    match operation {
        Operation::Sql { sql, multiplies } => {
            let hint = "SELECT * FROM data WHERE consent = 'yes'";
            code(ui, "SQL", hint, 6, sql);
            let known: Vec<&str> = tables.iter().map(String::as_str).collect();
            let known = match known.is_empty() {
                true => "data".to_owned(),
                false => format!("data, {}", known.join(", ")),
            };
            sentence(ui, &format!("One SELECT over {known}."));
            multiplied(ui, multiplies);
        }
        Operation::Keep { condition } => {
            let hint = "age >= 18 AND consent = 'yes'";
            code(ui, "Keep rows where", hint, 2, condition);
        }
        Operation::Drop { columns: dropped } => columns(ui, "Columns to drop", names, dropped),
        Operation::Rename { columns } => renamed(ui, names, columns),
        Operation::Derive { column: name, from } => {
            text(ui, "Name of the column", "age_group", name);
            derived(ui, names, from);
        }
        Operation::Map {
            column: of,
            file,
            into,
            unmapped,
        } => {
            column(ui, "Column", names, of);
            path_of(ui, "File with two columns", &mut file.path);
            choose_file(ui, PickedFile::Mapping, out);
            read_as(ui, file);
            sentence(
                ui,
                "The first column of the file holds the values, the second what they become.",
            );
            let mut apart = into.clone().unwrap_or_default();
            text(
                ui,
                "Into a column of its own",
                "stays in its column",
                &mut apart,
            );
            *into = Some(apart).filter(|name| !name.is_empty());
            let choices = [
                (Unmapped::Refused, "are refused"),
                (Unmapped::Kept, "stay as they are"),
                (Unmapped::Missing, "become missing"),
            ];
            ui.horizontal(|ui| {
                ui.label("Values the file says nothing of");
                choice(
                    ui,
                    "Values the file says nothing of",
                    180.0,
                    unmapped,
                    &choices,
                );
            });
        }
        Operation::Join {
            table,
            on,
            columns: taken,
            keeps_unmatched,
            multiplies,
        } => {
            match tables.is_empty() {
                true => {
                    sentence(ui, "No other table is open: one is opened at the left.");
                }
                false => column(ui, "Table to join", tables, table),
            }
            keys_of_join(ui, names, on);
            let shown = taken.clone().unwrap_or_default().join(", ");
            if let Some(line) = typed(ui, "Columns to take", "all but the key", shown) {
                let names = line.split(',').map(str::trim);
                let names = names.filter(|name| !name.is_empty());
                let names: Vec<String> = names.map(str::to_owned).collect();
                *taken = Some(names).filter(|names| !names.is_empty());
            }
            check_box(ui, keeps_unmatched, "Rows that find nothing stay");
            multiplied(ui, multiplies);
        }
        Operation::Group { by, take } => {
            columns(ui, "One row for each", names, by);
            aggregates(ui, names, take);
        }
        Operation::Sample { size, seed } => sampled(ui, size, seed),
        Operation::Pseudonyms { keys } => pseudonyms(ui, names, keys, workspace, out),
        Operation::ShiftDates {
            columns: shifted,
            person,
            key,
            days,
        } => {
            columns(ui, "Dates to shift", names, shifted);
            column(ui, "Who is who", names, person);
            number(ui, "Days at most", days, 36_500);
            path_of(ui, "Key file", key);
            make_key(ui, key, workspace, out);
            sentence(
                ui,
                "All dates of a person move by the same number of days, which nobody knows without the key.",
            );
        }
    }
}

/// Which columns are the same key in both tables.
fn keys_of_join(ui: &mut Ui, names: &[String], on: &mut Vec<(String, String)>) {
    let mut removed = None;
    let is_one = on.len() == 1;
    for (at, (data, other)) in on.iter_mut().enumerate() {
        let number = match at {
            0 => String::new(),
            at => format!(" {}", at + 1),
        };
        let before = data.clone();
        ui.push_id(at, |ui| {
            column(ui, &format!("Key{number}"), names, data);
            // It is called alike there until somebody says otherwise.
            if *data != before && (other.is_empty() || *other == before) {
                other.clone_from(data);
            }
            text(ui, &format!("Key{number} in the other table"), data, other);
            let without = format!("Without key{number}");
            if !is_one && icon_button(ui, icons::CLOSE, &without).clicked() {
                removed = Some(at);
            }
        });
    }
    if let Some(at) = removed {
        on.remove(at);
    }
    if quiet_button(ui, Some(icons::ADD), "One more key").clicked() {
        on.push((String::new(), String::new()));
    }
}

fn multiplied(ui: &mut Ui, multiplies: &mut bool) {
    check_box(ui, multiplies, "A row may become several").on_hover_text(
        "A join that finds several rows for one is refused unless this is ticked, since it makes several people of one.",
    );
}

fn renamed(ui: &mut Ui, names: &[String], columns: &mut BTreeMap<String, String>) {
    let mut removed = None;
    for (old, new) in columns.iter_mut() {
        ui.horizontal_wrapped(|ui| {
            text(ui, &format!("New name of {old}"), old, new);
            if icon_button(ui, icons::CLOSE, &format!("Keep the name of {old}")).clicked() {
                removed = Some(old.clone());
            }
        });
    }
    if let Some(old) = removed {
        columns.remove(&old);
    }
    let mut chosen = String::new();
    let others: Vec<String> = names
        .iter()
        .filter(|name| !columns.contains_key(*name))
        .cloned()
        .collect();
    column(ui, "Rename", &others, &mut chosen);
    if !chosen.is_empty() {
        columns.insert(chosen.clone(), chosen);
    }
}

fn aggregates(ui: &mut Ui, names: &[String], take: &mut Vec<Taken>) {
    ui.label("What is told of its rows");
    let mut removed = None;
    for (at, taken) in take.iter_mut().enumerate() {
        let number = at + 1;
        ui.push_id(at, |ui| {
            text(ui, &format!("Column {number}"), "visits", &mut taken.column);
            ui.horizontal(|ui| {
                let choices = Aggregate::ALL.map(|how| (how, how.name()));
                choice(
                    ui,
                    &format!("How {number}"),
                    100.0,
                    &mut taken.how,
                    &choices,
                );
                let mut of = taken.of.clone().unwrap_or_default();
                let all = "of rows".to_owned();
                let mut listed = names.to_vec();
                if taken.how == Aggregate::Count {
                    listed.insert(0, all.clone());
                    if of.is_empty() {
                        of.clone_from(&all);
                    }
                }
                column(ui, &format!("Of {number}"), &listed, &mut of);
                taken.of = Some(of).filter(|of| *of != all || taken.how != Aggregate::Count);
                if icon_button(ui, icons::CLOSE, &format!("Without column {number}")).clicked() {
                    removed = Some(at);
                }
            });
        });
    }
    if let Some(at) = removed {
        take.remove(at);
    }
    if quiet_button(ui, Some(icons::ADD), "Tell one more").clicked() {
        take.push(Taken {
            column: String::new(),
            how: Aggregate::First,
            of: names.first().cloned(),
        });
    }
}

fn sampled(ui: &mut Ui, size: &mut SampleSize, seed: &mut u64) {
    let mut by_share = matches!(size, SampleSize::Share(_));
    if check_box(ui, &mut by_share, "A share of the rows").changed() {
        *size = match by_share {
            true => SampleSize::Share(0.1),
            false => SampleSize::Rows(100),
        };
    }
    ui.horizontal(|ui| match size {
        SampleSize::Share(share) => {
            ui.label("Share");
            let mut percent = *share * 100.0;
            let field = DragValue::new(&mut percent)
                .range(0.01..=99.99)
                .suffix(" %");
            if ui.add(field).accessible_name("Share").changed() {
                *share = percent / 100.0;
            }
        }
        SampleSize::Rows(rows) => {
            ui.label("Rows");
            ui.add(DragValue::new(rows).range(1..=u32::MAX))
                .accessible_name("Rows");
        }
    });
    ui.horizontal(|ui| {
        ui.label("Seed");
        ui.add(DragValue::new(seed)).accessible_name("Seed");
    });
}

fn pseudonyms(
    ui: &mut Ui,
    names: &[String],
    keys: &mut BTreeMap<String, PathBuf>,
    workspace: &Workspace,
    out: &mut Outbox,
) {
    let mut removed = None;
    for (name, key) in keys.iter_mut() {
        ui.horizontal_wrapped(|ui| {
            path_of(ui, &format!("Key file of {name}"), key);
            if icon_button(ui, icons::CLOSE, &format!("No pseudonyms for {name}")).clicked() {
                removed = Some(name.clone());
            }
        });
        make_key(ui, key, workspace, out);
    }
    if let Some(name) = removed {
        keys.remove(&name);
    }
    let others = names.iter().filter(|name| !keys.contains_key(*name));
    let others: Vec<String> = others.cloned().collect();
    let mut chosen = String::new();
    column(ui, "Pseudonyms for", &others, &mut chosen);
    if !chosen.is_empty() {
        keys.insert(chosen, KEY.into());
    }
    sentence(
        ui,
        "Values become a hash under the key (HMAC with SHA-256): equal ones stay equal, and nobody leads them back, or makes them \
         again, without the key file. It is never part of a recipe, a log, the audit file or a release.",
    );
}

/// A key that is not there is made on request, for its owner alone.
fn make_key(ui: &mut Ui, key: &PathBuf, workspace: &Workspace, out: &mut Outbox) {
    let place = workspace.folder().join(key);
    if key.as_os_str().is_empty() || place.exists() {
        return;
    }
    let name = format!("Make the key {}", key.display());
    if quiet_button(ui, Some(icons::LOCK), &name).clicked() {
        out.send(Action::MakeKey(place));
    }
}
