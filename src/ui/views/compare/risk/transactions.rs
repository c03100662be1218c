//! The risk of baskets: what somebody finds who knows some items.

use super::lines::{Line, Told};
use super::{FINDING, RiskPages, SizeWords};
use crate::ui::widgets::number;
use cloakroom_core::words::counted;
use cloakroom_engine::risk::{Risk, TransactionsRisk};

pub static PAGES: RiskPages = RiskPages {
    parts: &[FINDING],
    least_threshold: TransactionsRisk::LEAST_THRESHOLD,
    sizes: SizeWords {
        heading: |_| "Baskets by how many are alike",
        many: |many, size, _| {
            let baskets = number::counted(many, "basket");
            format!("{baskets} whose rarest three items are in {size}")
        },
        note: " Counted are those with their rarest three items; baskets with more common ones are not shown.",
    },
    more_figures: |sides| {
        let before = sides.before.and_then(Risk::transactions);
        let after = sides.after.and_then(Risk::transactions);
        before.map_or_else(Vec::new, |before| by_known_items(before, after))
    },
    telling: |_, _, _| {},
    asked_of: Clone::clone,
};

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
