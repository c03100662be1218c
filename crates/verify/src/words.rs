//! The answer as people read it.

use crate::declaration::Kind;
use crate::problem::harmless;
use crate::verdict::{Answer, Basis, Verdict};

/// Rows and names that are listed; `--json` lists all.
const SHOWN_ROWS: usize = 20;
const SHOWN_NAMES: usize = 20;

/// Warnings stand in front of the verdict, and the verdict says what it rests on.
pub fn in_words(answer: &Answer) -> String {
    let mut words = String::new();
    for warning in &answer.warnings {
        words += &format!("Warning: {}.\n", harmless(warning));
    }
    let count = format!(
        "{} {}",
        grouped(answer.records),
        answer.kind.record(answer.records)
    );
    let known = names(&answer.columns.known);
    words += &if answer.satisfied && !answer.counts.is_records() {
        format!(
            "Not contradicted: {count}; what is promised counts {} and cannot be decided without their key, what follows from \
             it for records holds for what the certificate calls known: {known}\n",
            answer.counts.name()
        )
    } else if answer.satisfied {
        format!("Satisfied: {count}; it holds for what the certificate calls known: {known}\n")
    } else {
        format!("Not satisfied: {count}\n")
    };
    for verdict in &answer.requirements {
        words += &line(verdict, answer.kind);
    }
    words += if answer.hash_matches {
        "  ok   SHA-256: that of the certificate\n"
    } else {
        "  FAIL SHA-256: not that of the certificate\n"
    };
    for fault in &answer.faults {
        words += &format!("  FAIL {}\n", harmless(fault));
    }
    words += &rows(answer);
    words += &format!("Taken as known: {known}\n");
    words += &format!("Taken as sensitive: {}\n", names(&answer.columns.sensitive));
    if answer.kind != Kind::Transactions {
        let as_they_are = names(&answer.columns.as_they_are);
        words += &format!("Released as they are, taken to be known to nobody: {as_they_are}\n");
        words += &format!(
            "Said to have been removed: {}\n",
            names(&answer.columns.removed)
        );
    }
    words += &format!(
        "This was chosen by {}: nothing in a release shows whether somebody knows more.\n",
        answer.columns.chosen_by
    );
    words += "Of report.html only the hash is compared; what it says is not checked.\n";
    for note in &answer.notes {
        words += &format!("Note: {}.\n", harmless(note));
    }
    words
}

fn line(verdict: &Verdict, kind: Kind) -> String {
    if verdict.basis == Basis::Nothing {
        let (name, wanted) = (&verdict.name, verdict.wanted);
        return format!("  ?    {name}: wanted {wanted}, cannot be decided without the key\n");
    }
    let reached = match verdict.reached {
        Some(reached) if verdict.basis == Basis::Records => {
            format!("reached {reached} if records are counted")
        }
        Some(reached) => format!("reached {reached}"),
        None if verdict.satisfied => "how much further it would hold is not known".to_owned(),
        None => "no value would pass".to_owned(),
    };
    let violations = match verdict.violations {
        0 => String::new(),
        many => {
            let is_most = matches!(
                verdict.name.as_str(),
                "t" | "beta" | "l.recursive" | "epsilon" | "h"
            );
            let side = if is_most { "beyond" } else { "below" };
            format!(", {} {} {side} it", grouped(many), kind.record(many))
        }
    };
    format!(
        "  {} {}: wanted {}, {reached}{violations}\n",
        match (verdict.satisfied, verdict.basis) {
            (false, _) => "FAIL",
            (true, Basis::Released) => "ok  ",
            (true, _) => "?   ",
        },
        verdict.name,
        verdict.wanted,
    )
}

fn rows(answer: &Answer) -> String {
    if answer.violating_rows.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = answer
        .violating_rows
        .iter()
        .take(SHOWN_ROWS)
        .map(u64::to_string)
        .collect();
    let all = answer.violating_rows.len() as u64 + answer.unlisted_rows;
    let more = match all - shown.len() as u64 {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let what = match answer.kind {
        Kind::Microdata => "Violating rows",
        Kind::Ratings => "Violating people",
        Kind::Transactions => "Violating baskets",
    };
    format!("{what}, counted from 0: {}{more}\n", shown.join(", "))
}

fn names(all: &[String]) -> String {
    if all.is_empty() {
        return "none".to_owned();
    }
    let shown: Vec<String> = all
        .iter()
        .take(SHOWN_NAMES)
        .map(|name| harmless(name))
        .collect();
    match all.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}
