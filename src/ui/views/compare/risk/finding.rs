//! How likely people are found: figures at the left, the threshold and the sizes of classes at the right.

use super::lines::{self, Line, Told};
use super::{Sides, population, reading, sides};
use crate::ui::actions::Outbox;
use crate::ui::risk::{RiskState, Side, SizeBars, shares_above};
use crate::ui::theme::Tokens;
use crate::ui::views::compare::Lent;
use crate::ui::widgets::{Histogram, ThresholdSlider, number, section, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Figure;
use cloakroom_core::words::counted;
use cloakroom_engine::risk::{Risk, TransactionsRisk};
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

const RIGHT: f32 = 318.0;
const BARS: f32 = 76.0;

pub fn show(ui: &mut Ui, state: &mut RiskState, stale: bool, lent: &Lent<'_>, out: &mut Outbox) {
    let kind = lent.workspace.kind();
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
                    sizes(ui, &sides(state, stale), state.threshold());
                    if kind == Kind::Microdata {
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
                for line in wanted(&sides) {
                    lines::show(ui, &line);
                }
                ui.add_space(12.0);
            });
    });
}

fn wanted(sides: &Sides<'_>) -> Vec<Line<'static>> {
    let figures = |risk: Option<&'_ Risk>| risk.map(|risk| risk.figures().to_vec());
    let (before, after) = (figures(sides.before), figures(sides.after));
    // Combinations of columns and sensitive values have parts of their own.
    let is_wanted = |figure: &Figure| figure.column.is_none() && figure.name != "minimal_subsets";
    let mut lines = lines::lines(before.as_deref(), after.as_deref(), is_wanted);
    if let Some(Risk::Transactions(first)) = sides.before {
        let second = match sides.after {
            Some(Risk::Transactions(risk)) => Some(risk.as_ref()),
            _ => None,
        };
        lines.extend(by_known_items(first, second));
    }
    lines
}

/// What is known of sets of one, two and three items beside those who are pinned.
fn by_known_items<'a>(
    before: &TransactionsRisk,
    after: Option<&TransactionsRisk>,
) -> Vec<Line<'a>> {
    const TITLES: [(&str, &str); 3] = [
        ("One known, fewer than k", "One known, above the threshold"),
        ("Two known, fewer than k", "Two known, above the threshold"),
        (
            "Three known, fewer than k",
            "Three known, above the threshold",
        ),
    ];
    let below = |risk: &TransactionsRisk, at: usize| {
        let known = risk.known.get(at)?;
        let words = format!(
            "{} a set of at most {} that fewer than k = {} have.",
            has(known.below_k),
            counted(known.items as usize, "item", "items"),
            risk.k
        );
        Some(Told::count(known.below_k, words))
    };
    let above = |risk: &TransactionsRisk, at: usize| {
        let known = risk.known.get(at)?;
        let words = format!(
            "{} a set of at most {} that so few have that a guess among them is right with a chance above the threshold.",
            has(known.baskets_above),
            counted(known.items as usize, "item", "items"),
        );
        Some(Told::count(known.baskets_above, words))
    };
    let mut lines = Vec::new();
    for (at, (fewer, beyond)) in TITLES.into_iter().enumerate().take(before.known.len()) {
        lines.push(Line {
            title: fewer,
            definition: "Baskets that break k for so many known items.",
            before: below(before, at),
            after: after.and_then(|after| below(after, at)),
        });
        lines.push(Line {
            title: beyond,
            definition: "Baskets whose rarest set is so rare that one over its baskets is above the threshold.",
            before: above(before, at),
            after: after.and_then(|after| above(after, at)),
        });
    }
    lines
}

fn has(baskets: usize) -> String {
    let counted = counted(baskets, "basket", "baskets");
    format!("{counted} {}", if baskets == 1 { "has" } else { "have" })
}

/// The threshold answers within a frame: what it counts is known by size of class.
fn threshold(ui: &mut Ui, state: &mut RiskState, kind: Kind) {
    let least = RiskState::least_threshold(kind);
    let shares = state
        .risk(Side::After)
        .or(state.risk(Side::Before))
        .map(|risk| shares_above(risk, least))
        .unwrap_or_default();
    let what = match kind {
        Kind::Microdata => "of the records above it",
        Kind::Ratings => "of the people above it",
        Kind::Transactions => "of the baskets above it",
    };
    let mut value = state.threshold().max(least);
    let slider = ThresholdSlider::new("", "a chance is high above", &mut value, least..=1.0)
        .step(0.01)
        .percent()
        .violating(&shares)
        .leaves(what)
        .explain("A chance of being found above this counts as high. Moving it counts anew and starts no work.");
    if ui.add(slider).changed() {
        state.set_threshold(value);
    }
    ui.add_space(10.0);
}

/// Who is in classes of which size, before and after, with the same bars.
fn sizes(ui: &mut Ui, sides: &Sides<'_>, threshold: f64) {
    let bars = SizeBars::of(sides.before.into_iter().chain(sides.after));
    if bars.up_to.is_empty() {
        return;
    }
    let kind = match sides.before.or(sides.after) {
        Some(Risk::Ratings(_)) => Kind::Ratings,
        Some(Risk::Transactions(_)) => Kind::Transactions,
        _ => Kind::Microdata,
    };
    let heading = match kind {
        Kind::Microdata => "Records by size of their class",
        Kind::Ratings => "People by how many are close",
        Kind::Transactions => "Baskets by how many are alike",
    };
    section(ui, heading);
    let last = bars.up_to.len() - 1;
    for (risk, name) in [(sides.before, "Before"), (sides.after, "After")] {
        let Some(risk) = risk else {
            continue;
        };
        let counts = bars.counts(risk);
        let hover = |bar: usize| {
            let (many, size) = (counts[bar], bars.words(bar));
            match kind {
                Kind::Microdata => {
                    let records = number::counted(many, "record");
                    format!("{name}: {records} in classes of {size}.")
                }
                Kind::Ratings => {
                    let people = number::counted_as(many, "person", "people");
                    format!("{name}: {people} with {size} close, themselves included.")
                }
                Kind::Transactions => {
                    let baskets = number::counted(many, "basket");
                    format!("{name}: {baskets} whose rarest three items are in {size}.")
                }
            }
        };
        let stale = if sides.stale && name == "After" {
            ", stale"
        } else {
            ""
        };
        sentence(ui, &format!("{name}{stale}"));
        let spoken = format!("{heading}, {}", name.to_lowercase());
        Histogram::new(&spoken, &counts)
            .height(BARS)
            .violating(0..bars.above(threshold))
            .ends("1", &bars.words(last))
            .hover(&hover)
            .show(ui);
        ui.add_space(4.0);
    }
    let mut words = "Coloured: the chance of being found is above the threshold.".to_owned();
    if kind == Kind::Transactions {
        words += " Counted are those with their rarest three items; baskets with more common ones are not shown.";
    }
    sentence(ui, &words);
    ui.add_space(10.0);
}
