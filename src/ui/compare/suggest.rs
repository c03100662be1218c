//! A suggestion in words: what the better of two candidates keeps, leaves out and risks.

use super::figures::figure_of;
use crate::ui::kinds;
use crate::ui::method_result::MethodResult;
use crate::ui::widgets::number;
use cloakroom_core::kind::Kind;
use cloakroom_core::requirement::Requirement;
use cloakroom_engine::side_by_side::{Beside, ColumnBeside};

/// Differences below this share of the detail are not worth a word.
const WORTH_TELLING: f64 = 0.005;

/// What is known of the two beside their cells. The first is A, the second B.
pub struct Told<'a> {
    pub kind: Kind,
    pub names: [&'a str; 2],
    pub requirements: [&'a Requirement; 2],
    /// The largest chance of being picked out; `None` where it is not measured.
    pub risks: [Option<f64>; 2],
}

impl<'a> Told<'a> {
    pub fn of(kind: Kind, names: [&'a str; 2], results: [&'a MethodResult; 2]) -> Self {
        let risk = kinds::of(kind).compare.largest_risk;
        Self {
            kind,
            names,
            requirements: results.map(|result| &result.settings().requirement),
            risks: results.map(|result| figure_of(result, risk)),
        }
    }
}

/// Speaks of the one that keeps more on the whole: `"B" keeps 12 % more detail in age for the same k and leaves out
/// 40 fewer records; its largest risk is the same.`
pub fn suggestion(beside: &Beside, told: &Told<'_>) -> String {
    let loss = beside.loss();
    let better = usize::from(loss[1] < loss[0]);
    let other = 1 - better;
    if beside.differing.is_empty() {
        let all = told.kind.record(2);
        return format!(
            "Both release all {all} alike{}.",
            match told.requirements[0] == told.requirements[1] {
                true => "",
                false => ", although they promise differently",
            }
        );
    }
    let name = told.names[better];
    let keeps = match most_gained(beside, better) {
        Some(column) => format!("{} in {}", more_detail(column, better), column.name),
        None => format!("as much detail as \u{201c}{}\u{201d}", told.names[other]),
    };
    let promise = for_what(told, better);
    let mut sentence = format!("\u{201c}{name}\u{201d} keeps {keeps}{promise}");
    if told.kind.may_leave_out() {
        let [mine, theirs] = [beside.left_out[better], beside.left_out[other]];
        let records = |count: usize| {
            let noun = told.kind.record(count);
            (number::count(count as u64), noun)
        };
        sentence += &match mine.cmp(&theirs) {
            std::cmp::Ordering::Less => {
                let (count, noun) = records(theirs - mine);
                format!(" and leaves out {count} fewer {noun}")
            }
            std::cmp::Ordering::Greater => {
                let (count, noun) = records(mine - theirs);
                format!(", but leaves out {count} more {noun}")
            }
            std::cmp::Ordering::Equal => String::new(),
        };
    }
    if let [Some(mine), Some(theirs)] = [told.risks[better], told.risks[other]] {
        sentence += &if mine == theirs {
            "; its largest risk is the same".to_owned()
        } else {
            format!(
                "; its largest risk is {} instead of {}",
                one_in(mine),
                one_in(theirs)
            )
        };
    }
    sentence.push('.');
    if let Some(column) = most_gained(beside, other) {
        sentence += &format!(
            " \u{201c}{}\u{201d} keeps {} in {}.",
            told.names[other],
            more_detail(column, other),
            column.name
        );
    }
    sentence
}

/// The column in which `side` keeps more than the other by the largest amount.
fn most_gained(beside: &Beside, side: usize) -> Option<&ColumnBeside> {
    let gained = |column: &ColumnBeside| column.loss[1 - side] - column.loss[side];
    let columns = beside.columns.iter();
    columns
        .filter(|column| gained(column) >= WORTH_TELLING)
        .max_by(|one, other| gained(one).total_cmp(&gained(other)))
}

/// `12 % more detail`; where the other keeps nothing at all, what is kept.
fn more_detail(column: &ColumnBeside, side: usize) -> String {
    let [mine, theirs] = [1.0 - column.loss[side], 1.0 - column.loss[1 - side]];
    if theirs <= 1e-9 {
        format!("{} of the detail", number::percent(mine))
    } else if mine >= 3.0 * theirs {
        format!("{} times the detail", number::decimal(mine / theirs))
    } else {
        format!("{} more detail", number::percent(mine / theirs - 1.0))
    }
}

/// What it promises, beside the other.
fn for_what(told: &Told<'_>, better: usize) -> String {
    let [mine, theirs] = [told.requirements[better], told.requirements[1 - better]];
    let without_share = |requirement: &Requirement| Requirement {
        suppression: 0.0,
        ..requirement.clone()
    };
    if without_share(mine) == without_share(theirs) {
        return match mine.k {
            Some(_) => " for the same k".to_owned(),
            None => " for the same promise".to_owned(),
        };
    }
    format!(
        " (it promises {}; the other {})",
        without_share(mine).sentence(),
        without_share(theirs).sentence()
    )
}

/// `1 in 5`.
fn one_in(risk: f64) -> String {
    if risk <= 0.0 {
        return "none".to_owned();
    }
    format!("1 in {}", number::decimal(1.0 / risk))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(age: [f64; 2], zip: [f64; 2], left_out: [usize; 2]) -> Beside {
        let column = |name: &str, loss: [f64; 2]| ColumnBeside {
            name: name.to_owned(),
            cells: 100,
            loss,
            ..ColumnBeside::default()
        };
        Beside {
            columns: vec![column("age", age), column("zip", zip)],
            differing: vec![1],
            records: 100,
            left_out,
        }
    }

    fn told<'a>(requirements: [&'a Requirement; 2], risks: [f64; 2]) -> Told<'a> {
        Told {
            kind: Kind::Microdata,
            names: ["A", "B"],
            requirements,
            risks: risks.map(Some),
        }
    }

    fn k(k: u32) -> Requirement {
        Requirement {
            k: Some(k),
            ..Requirement::default()
        }
    }

    #[test]
    fn the_better_one_is_told_of() {
        let five = k(5);
        let pair = [&five, &five];
        let said = suggestion(
            &beside([0.5, 0.44], [0.2, 0.2], [70, 30]),
            &told(pair, [0.2, 0.2]),
        );
        assert_eq!(
            said,
            "\u{201c}B\u{201d} keeps 12\u{a0}% more detail in age for the same k and leaves out 40 fewer records; its \
             largest risk is the same."
        );
        let said = suggestion(
            &beside([0.5, 0.1], [0.2, 0.3], [0, 1]),
            &told(pair, [0.2, 0.1]),
        );
        assert_eq!(
            said,
            "\u{201c}B\u{201d} keeps 80\u{a0}% more detail in age for the same k, but leaves out 1 more record; its \
             largest risk is 1 in 10 instead of 1 in 5. \u{201c}A\u{201d} keeps 14\u{a0}% more detail in zip."
        );
    }

    #[test]
    fn other_promises_are_named() {
        let (five, ten) = (k(5), k(10));
        let said = suggestion(
            &beside([0.2, 1.0], [0.2, 0.8], [0, 0]),
            &told([&five, &ten], [0.2, 0.1]),
        );
        assert_eq!(
            said,
            "\u{201c}A\u{201d} keeps 80\u{a0}% of the detail in age (it promises k = 5; the other k = 10); its largest \
             risk is 1 in 5 instead of 1 in 10."
        );
        let mut alike = beside([0.2, 0.2], [0.1, 0.1], [0, 0]);
        alike.differing.clear();
        let said = suggestion(&alike, &told([&five, &ten], [0.2, 0.2]));
        assert_eq!(
            said,
            "Both release all records alike, although they promise differently."
        );
    }
}
