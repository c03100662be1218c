//! How a release is written, and what else is written in house.

use super::Lent;
use crate::ui::actions::Outbox;
use crate::ui::kinds;
use crate::ui::theme::Tokens;
use crate::ui::widgets::{check_box, choice, detail, section};
use cloakroom_core::method_setting::{MethodSetting, Value};
use cloakroom_core::settings::{CodesFrom, Ranges, ReleaseFormat};
use cloakroom_engine::change::Change;
use cloakroom_engine::kinds::is_recoded;
use cloakroom_engine::release::is_sql_for;
use egui::Ui;
use std::path::Path;

pub fn how(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    section(ui, "How it is written");
    let mut shuffle = settings.release.shuffle;
    if check_box(ui, &mut shuffle, "Shuffle the rows").changed() {
        out.change(Change::SetShuffle(shuffle));
    }
    let mut escape = settings.release.escape_formulas;
    if check_box(ui, &mut escape, "Escape cells that a spreadsheet would run")
        .on_hover_text("Puts an apostrophe before cells that begin with = + - or @.")
        .changed()
    {
        out.change(Change::SetEscapeFormulas(escape));
    }
    if is_recoded(lent.workspace.kind()) {
        let mut is_round = settings.release.ranges == Ranges::Round;
        let words = "Widen ranges to round ends";
        let about = "Where a group of records shows 23-47, it shows 20-50 instead: no end is known to be somebody's \
                     value. Ranges are never made narrower, and everything is decided again afterwards. For methods \
                     that show ranges.";
        if check_box(ui, &mut is_round, words)
            .on_hover_text(about)
            .changed()
        {
            let ranges = if is_round {
                Ranges::Round
            } else {
                Ranges::Exact
            };
            out.change(Change::SetRanges(ranges));
        }
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 32.0;
        ui.label("Format");
        let mut format = settings.release.format;
        let names: Vec<_> = ReleaseFormat::chosen()
            .map(|format| (format, format.title()))
            .collect();
        if choice(ui, "Format", 96.0, &mut format, &names) {
            out.change(Change::SetFormat(format));
        }
        ui.add_space(8.0);
        ui.label("Seed");
        let mut seed = settings.method.seed;
        let field = egui::DragValue::new(&mut seed).speed(0.1);
        let field = ui.add(field).accessible_name("Seed of the shuffle");
        let field = field.on_hover_text(
            "Of the shuffle and of the method: the same seed gives the same release.",
        );
        if field.changed() {
            out.change(Change::Tell(MethodSetting::Seed, Value::Whole(seed)));
        }
    });
    let format = settings.release.format;
    if !format.cannot().is_empty() {
        told(ui, format.cannot());
    }
    if format.labels().is_some() && lent.workspace.loaded().understood.codebook.has_codes() {
        let mut keeps = settings.release.codes == CodesFrom::File;
        let about = "Values that are released have the numbers that they have in the file, and the certificate lists them. \
                     Otherwise they are numbered by their letters: if whoever made the file numbered values as they came, \
                     gaps would tell how many others there are.";
        if check_box(ui, &mut keeps, "Keep the codes of the file")
            .on_hover_text(about)
            .changed()
        {
            out.change(Change::SetCodes(match keeps {
                true => CodesFrom::File,
                false => CodesFrom::Letters,
            }));
        }
    }
}

/// Files beside the folder, never in it.
pub fn in_house(ui: &mut Ui, lent: &Lent<'_>, folder: &str, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    let kind = lent.workspace.kind();
    section(ui, "What stays in house");
    told(
        ui,
        "The audit file and the internal report always lie beside the folder. What is ticked here comes to them, for its \
         owner alone, and is never passed on.",
    );
    ui.add_space(2.0);
    let name = name_of(folder);
    let mut mapping = settings.release.mapping;
    if check_box(ui, &mut mapping, "Write the applied mapping").changed() {
        out.change(Change::SetMapping(mapping));
    }
    let of = kinds::of(kind).mapped;
    below(
        ui,
        &format!(
            "{name}.mapping, beside the folder: {of} became. It undoes the release, so it stays in \
             house."
        ),
    );
    let method = settings.method.name;
    let is_counted = lent.workspace.in_batches().is_some();
    let fits = is_sql_for(method, kind) && !is_counted;
    let mut sql = settings.release.sql;
    ui.add_enabled_ui(fits || sql, |ui| {
        if check_box(ui, &mut sql, "Write the recoding as SQL").changed() {
            out.change(Change::SetSql(sql));
        }
    });
    let words = if fits {
        format!(
            "{name}.transform.sql, beside the folder: the same recoding for a database. It quotes original values, so it \
             stays in house."
        )
    } else if is_counted {
        "Not for a table that is counted and not held.".to_owned()
    } else if is_recoded(kind) {
        format!(
            "Not for {}: it shows the same value differently from record to record, which no rule of SQL can repeat. \
             For methods that raise whole columns.",
            method.title()
        )
    } else {
        format!(
            "Not for {}: they are not recoded value by value.",
            kind.name()
        )
    };
    below(ui, &words);
}

/// The folder's own name, or what stands for it.
fn name_of(folder: &str) -> String {
    let name = Path::new(folder.trim()).file_name();
    name.map_or_else(
        || "FOLDER".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

fn told(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    detail(ui, words, dim);
}

/// What a box means, below its words.
fn below(ui: &mut Ui, words: &str) {
    ui.horizontal_top(|ui| {
        ui.add_space(24.0);
        ui.vertical(|ui| told(ui, words));
    });
    ui.add_space(4.0);
}
