//! What microaggregation can be told: what a group shows where there is no mean, how means are rounded, how groups are
//! found.

use super::Lent;
use super::parameters::{effort, labelled, line, seed};
use crate::ui::actions::Outbox;
use crate::ui::theme::Tokens;
use crate::ui::widgets::{check_box, choice};
use cloakroom_core::method::MethodName;
use cloakroom_core::microaggregation::{CategoryCentre, Microaggregation};
use cloakroom_engine::change::Change;
use egui::{DragValue, RichText, Ui};

/// More decimals than this are noise.
const MOST_DECIMALS: u32 = 15;
/// What a column without decimals begins with when the user chooses a number.
const FIRST_DECIMALS: u32 = 1;
const LARGEST_GAMMA: f64 = 10.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let method = &lent.workspace.settings().method;
    let told = &method.microaggregation;
    let set = |name: &'static str, told: Microaggregation, out: &mut Outbox| {
        out.change(Change::SetMicroaggregation { told, name });
    };
    caption(
        ui,
        "a category becomes",
        "Categories have no mean. A group shows the value that most of its records have, or the lowest group of the \
         hierarchy that holds all of them (thesis, chapter 5, speaks of numbers alone).",
    );
    line(ui, |ui| {
        let mut centre = told.categories;
        let names = CategoryCentre::ALL.map(|centre| (centre, centre.title()));
        let width = ui.available_width() - 2.0;
        if choice(ui, "What a category becomes", width, &mut centre, &names) {
            let told = Microaggregation {
                categories: centre,
                ..told.clone()
            };
            set("choose what a category becomes", told, out);
        }
    });
    decimals(ui, told, out);
    let mut keep = method.keep_means;
    let hover = "Rounds some means up and some down, so that the sum of every column of numbers stays what it was as \
                 nearly as its decimals allow. Otherwise every mean is rounded to the nearest.";
    if check_box(ui, &mut keep, "Keep the means of columns")
        .on_hover_text(hover)
        .changed()
    {
        out.change(Change::SetKeepMeans(keep));
    }
    match method.name {
        MethodName::VMdav => {
            let mut gamma = told.gamma;
            let field = DragValue::new(&mut gamma)
                .range(0.0..=LARGEST_GAMMA)
                .speed(0.01)
                .max_decimals(2);
            let hover = "How far a group may be extended: a record joins while it is nearer to the group than \u{3b3} \
                         times its distance to the nearest record outside. 0 keeps every group at k; 0.2 is for \
                         scattered data, 1.1 for data in clusters (Solanas and Martínez-Ballesté).";
            if labelled(ui, "\u{3b3}, extend groups", hover, field) {
                let told = Microaggregation {
                    gamma,
                    ..told.clone()
                };
                set("set \u{3b3}", told, out);
            }
        }
        MethodName::RefinedMdav => {
            effort(
                ui,
                lent,
                "Rounds of moving, swapping and regrouping records",
                out,
            );
            seed(ui, lent, out);
        }
        _ => {}
    }
    let mut block = told.block;
    let field = DragValue::new(&mut block)
        .range(2..=u32::MAX / 2)
        .speed(500.0);
    let hover = "Larger tables are first cut into blocks of at most so many records, since finding groups takes time \
                 that grows with the square of the records. Within a block the groups are exact.";
    if labelled(ui, "records in a block", hover, field) {
        let told = Microaggregation {
            block,
            ..told.clone()
        };
        set("set the records in a block", told, out);
    }
}

/// As many as the column itself has, or a number for all.
fn decimals(ui: &mut Ui, told: &Microaggregation, out: &mut Outbox) {
    let change = |decimals| Change::SetMicroaggregation {
        told: Microaggregation {
            decimals,
            ..told.clone()
        },
        name: "set the decimals of means",
    };
    caption(
        ui,
        "decimals of a mean",
        "As many as the column itself has: whole numbers stay whole. More decimals keep means exact, and show that they \
         are means.",
    );
    line(ui, |ui| {
        let mut own = told.decimals.is_some();
        let names = [(false, "as the column has"), (true, "a number of them")];
        let room = if own { 62.0 } else { 0.0 };
        let width = ui.available_width() - 2.0 - room;
        if choice(ui, "Decimals of a mean", width, &mut own, &names) {
            out.change(change(own.then_some(FIRST_DECIMALS)));
        }
        if let Some(mut decimals) = told.decimals {
            let field = DragValue::new(&mut decimals)
                .range(0..=MOST_DECIMALS)
                .speed(0.05);
            let response = ui.add(field).accessible_name("Number of decimals");
            if response.changed() {
                out.change(change(Some(decimals)));
            }
        }
    });
}

fn caption(ui: &mut Ui, words: &str, hover: &str) {
    let words = RichText::new(words).color(Tokens::of(ui).dim);
    ui.label(words).on_hover_text(hover);
}
