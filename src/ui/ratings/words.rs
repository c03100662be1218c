//! Ratings in sentences.

use super::Lent;
use super::near::{Near, SpreadFacts, spread_facts};
use super::status::{BY_DEVIATION, BY_K};
use crate::ui::widgets::number;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};

/// A distance of so many steps as people write it: `1`, `0.5`.
pub fn steps(survey: &PreparedRatings, steps: u16) -> String {
    format!("{}", survey.scale.distance(steps))
}

/// A standard deviation in millionths.
pub fn deviation(millionths: u64) -> String {
    number::decimal(millionths as f64 / 1e6)
}

/// A cell: a rating, or a dash.
pub fn cell(survey: &PreparedRatings, point: u16) -> String {
    match point {
        NULL => "\u{2013}".to_owned(),
        point => survey.scale.text(point),
    }
}

/// `2 others are close, 4 are needed.`
pub fn about_k(close: usize, k: u32) -> String {
    let others = match close {
        0 => "Nobody else is close".to_owned(),
        1 => "1 other is close".to_owned(),
        some => format!("{} others are close", number::count(some as u64)),
    };
    let needed = match k.saturating_sub(1) {
        0 => "none is needed".to_owned(),
        1 => "1 is needed".to_owned(),
        some => format!("{} are needed", number::count(u64::from(some))),
    };
    format!("{others}, {needed}.")
}

/// `The spread of income is 0.8, 1.5 is needed.`
pub fn about_spread(survey: &PreparedRatings, facts: &SpreadFacts, needed: u64) -> String {
    format!(
        "The spread of {} is {}, {} is needed.",
        survey.sensitive[facts.issue],
        deviation(facts.reached),
        deviation(needed)
    )
}

/// Why a record violates, promise by promise.
pub fn reasons(lent: &Lent<'_>, record: u32) -> Vec<String> {
    let target = lent.status.target;
    let broken = lent.status.broken[record as usize];
    let mut reasons = Vec::new();
    if broken & BY_K != 0 {
        let close = lent.status.within(record).saturating_sub(1);
        reasons.push(about_k(close as usize, target.k));
    }
    if broken & BY_DEVIATION != 0 {
        let first = lent.profile.patterns().first[record as usize];
        let spreads = spread_facts(lent, first);
        let failing = spreads.iter().filter(|facts| !facts.holds);
        reasons.extend(failing.map(|facts| about_spread(lent.survey, facts, target.deviation)));
    }
    reasons
}

/// What would make a person safe, in a sentence.
pub fn remedy(survey: &PreparedRatings, near: &Near) -> Option<String> {
    let remedy = near.remedy.as_ref()?;
    let others = match remedy.others.as_slice() {
        [one] => format!("person {}", number::count(u64::from(*one) + 1)),
        many => format!("the {} nearest others", number::count(many.len() as u64)),
    };
    let names: Vec<&str> = remedy
        .own
        .iter()
        .map(|(issue, _, _)| survey.issues[*issue as usize].as_str())
        .collect();
    let own = match names.len() {
        0 => "without a change of their own".to_owned(),
        1..=3 => format!("with {} changed", and(&names)),
        many => format!("with {many} ratings changed"),
    };
    let theirs = match remedy.of_others {
        0 => String::new(),
        1 => " and 1 rating of theirs".to_owned(),
        some => format!(" and {} ratings of theirs", number::count(some as u64)),
    };
    Some(format!(
        "Safe together with {others}, {own}{theirs}: ratings move by {} in all.",
        steps_of_distortion(survey, remedy.steps)
    ))
}

/// A sum of steps as people write it.
pub fn steps_of_distortion(survey: &PreparedRatings, steps: u64) -> String {
    match steps as f64 * survey.scale.step {
        1.0 => "1 point of the scale".to_owned(),
        points => format!("{} points of the scale", number::decimal(points)),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
