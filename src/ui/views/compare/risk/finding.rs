//! How likely people are found: figures at the left, the threshold and the sizes of classes at the right.

use super::lines::{self, Line};
use super::{RiskPages, Sides, SizeWords, counted, population, reading, sides};
use crate::ui::actions::Outbox;
use crate::ui::help::Word;
use crate::ui::kinds;
use crate::ui::risk::{RiskState, Side, SizeBars, shares_above};
use crate::ui::theme::Tokens;
use crate::ui::views::compare::Lent;
use crate::ui::widgets::{Histogram, ThresholdSlider, section, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Figure;
use cloakroom_engine::risk::{Risk, has_population};
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

static THRESHOLD: Word = Word {
    word: "a chance is high above",
    definition: "A chance of being found above this counts as high. Moving it counts anew and starts no work.",
    example: "At 20 % whoever is told from fewer than four others has a high chance.",
    source: "9 % by the European Medicines Agency and Health Canada; it is the releaser\u{2019}s to say.",
    statistician: "threshold of re-identification risk",
};
const RIGHT: f32 = 318.0;
const BARS: f32 = 76.0;

pub fn show(ui: &mut Ui, state: &mut RiskState, stale: bool, lent: &Lent<'_>, out: &mut Outbox) {
    let kind = lent.workspace.kind();
    let pages = kinds::of(kind).risk;
    let frame = Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: 16,
            right: 18,
            top: 2,
            bottom: 0,
        });
    Panel::right("risk and threshold")
        .resizable(false)
        .exact_size(RIGHT)
        .frame(frame)
        .show_separator_line(false)
        .show(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("threshold and sizes")
                .auto_shrink(false)
                .show(ui, |ui| {
                    threshold(ui, state, kind);
                    sizes(ui, &sides(state, stale), state.threshold(), &pages.sizes);
                    if has_population(&lent.workspace.loaded().dataset) {
                        population::show(ui, state, lent, out);
                    }
                    ui.add_space(12.0);
                });
        });
    CentralPanel::no_frame().frame(reading(ui)).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("figures of risk")
            .auto_shrink(false)
            .show(ui, |ui| {
                lines::heads(ui, stale);
                let sides = sides(state, stale);
                for line in wanted(&sides, pages) {
                    lines::show(ui, &line);
                }
                ui.add_space(12.0);
            });
    });
}

fn wanted(sides: &Sides<'_>, pages: &RiskPages) -> Vec<Line<'static>> {
    let figures = |risk: Option<&'_ Risk>| risk.map(|risk| risk.figures().to_vec());
    let (before, after) = (figures(sides.before), figures(sides.after));
    // Combinations of columns and sensitive values have parts of their own.
    let is_wanted = |figure: &Figure| figure.column.is_none() && figure.name != "minimal_subsets";
    let mut lines = lines::lines(before.as_deref(), after.as_deref(), is_wanted);
    lines.extend((pages.more_figures)(sides));
    lines
}

/// The threshold answers within a frame: what it counts is known by size of class.
fn threshold(ui: &mut Ui, state: &mut RiskState, kind: Kind) {
    let least = kinds::of(kind).risk.least_threshold;
    let risk = state.risk(Side::After).or(state.risk(Side::Before));
    let shares = risk
        .map(|risk| shares_above(risk, least))
        .unwrap_or_default();
    let who = risk
        .and_then(counted)
        .map_or(kind.record(2), |counted| counted.name(2));
    let what = format!("of the {who} above it");
    let mut value = state.threshold().max(least);
    let slider = ThresholdSlider::new("", "a chance is high above", &mut value, least..=1.0)
        .step(0.01)
        .percent()
        .violating(&shares)
        .leaves(&what)
        .explain(&THRESHOLD);
    if ui.add(slider).changed() {
        state.set_threshold(value);
    }
    ui.add_space(10.0);
}

/// Who is in classes of which size, before and after, with the same bars.
fn sizes(ui: &mut Ui, sides: &Sides<'_>, threshold: f64, words: &SizeWords) {
    let bars = SizeBars::of(sides.before.into_iter().chain(sides.after));
    if bars.up_to.is_empty() {
        return;
    }
    let first = sides.before.or(sides.after);
    section(ui, (words.heading)(first.and_then(counted)));
    let last = bars.up_to.len() - 1;
    for (risk, name) in [(sides.before, "Before"), (sides.after, "After")] {
        let Some(risk) = risk else {
            continue;
        };
        let counts = bars.counts(risk);
        let hover = |bar: usize| {
            let many = (words.many)(counts[bar], &bars.words(bar), counted(risk));
            format!("{name}: {many}.")
        };
        let stale = if sides.stale && name == "After" {
            ", stale"
        } else {
            ""
        };
        sentence(ui, &format!("{name}{stale}"));
        let heading = (words.heading)(counted(risk));
        let spoken = format!("{heading}, {}", name.to_lowercase());
        Histogram::new(&spoken, &counts)
            .height(BARS)
            .violating(0..bars.above(threshold))
            .ends("1", &bars.words(last))
            .hover(&hover)
            .show(ui);
        ui.add_space(4.0);
    }
    let coloured = format!(
        "Coloured: the chance of being found is above the threshold.{}",
        words.note
    );
    sentence(ui, &coloured);
    ui.add_space(10.0);
}
