//! Ways to cut a set of people in two.

use super::super::RatingsTask;
use super::super::mould::Mould;
use crate::ratings::{NULL, apart};

pub type Cut = (Vec<u32>, Vec<u32>);

/// No half is smaller than this share of a large set, so that no set is cut more often than it must be.
const LEAST_SHARE: usize = 8;

/// Those who rated an issue and those who did not; and by their ratings, as near to the middle as equal
/// ratings stay together, those without one on the larger side.
pub fn by_rating(task: &RatingsTask<'_>, people: &[u32], issue: usize) -> Vec<Cut> {
    let cell = |person: u32| task.row(person as usize)[issue];
    let (others, mut raters): (Vec<u32>, Vec<u32>) =
        people.iter().partition(|&&person| cell(person) == NULL);
    raters.sort_by_key(|&person| cell(person));
    let mut cuts = Vec::new();
    let middle = raters.len() / 2;
    if let Some(&at_middle) = raters.get(middle) {
        let point = cell(at_middle);
        let below = raters.partition_point(|&person| cell(person) < point);
        let above = raters.partition_point(|&person| cell(person) <= point);
        let nearest = if middle - below <= above - middle {
            [below, above]
        } else {
            [above, below]
        };
        let inside = nearest
            .into_iter()
            .filter(|&at| at > 0 && at < raters.len());
        for at in inside {
            let (mut lower, mut upper) = (raters[..at].to_vec(), raters[at..].to_vec());
            if upper.len() > lower.len() {
                upper.extend(&others);
            } else {
                lower.extend(&others);
            }
            cuts.push((lower, upper));
        }
    }
    if !others.is_empty() && !raters.is_empty() {
        cuts.push((raters, others));
    }
    cuts
}

/// Between the person who costs most and the one farthest from them: everybody goes to the nearer of the two,
/// as far as both halves stay large enough.
pub fn between_poles(task: &RatingsTask<'_>, people: &[u32], whole: &Mould) -> Cut {
    let r = task.survey.r();
    let row = |person: u32| task.row(person as usize);
    // What it would take to bring two people together.
    let apart = |a: u32, b: u32| -> i64 {
        let cells = row(a).iter().zip(row(b));
        let steps = cells.map(|(&a, &b)| match apart(a, b, r) {
            steps if steps == r => r,
            steps => steps.saturating_sub(task.target.within),
        });
        steps.map(i64::from).sum()
    };
    let farthest = |cost: &dyn Fn(u32) -> i64| {
        // The first of equals.
        people
            .iter()
            .copied()
            .rev()
            .max_by_key(|&person| cost(person))
    };
    let one = farthest(&|person| whole.cost_of(row(person), r) as i64);
    let other = one.and_then(|one| farthest(&|person| apart(one, person)));
    let (Some(one), Some(other)) = (one, other) else {
        return Cut::default();
    };
    let mut order: Vec<(i64, u32)> = people
        .iter()
        .map(|&person| (apart(person, one) - apart(person, other), person))
        .collect();
    order.sort_unstable();
    let nearer = order.partition_point(|&(difference, _)| difference < 0);
    let least = (task.target.k as usize).max(people.len() / LEAST_SHARE);
    let at = nearer.clamp(least.min(people.len() - least), people.len() - least);
    let (first, second) = order.split_at(at);
    let persons = |half: &[(i64, u32)]| half.iter().map(|&(_, person)| person).collect();
    (persons(first), persons(second))
}
