//! What all known people together tell, held against the promise, and what the data tell by themselves.

use crate::ui::help::verdicts::ATTACK;
use crate::ui::risk::{definition, title};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{MetricRow, VerdictCard, VerdictState, number, section, sentence, told};
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::{counted, grouped};
use cloakroom_engine::attack::{AttackReport, Attacked};
use egui::Ui;

/// `is_judged`: something is promised, so that an attack that fails may be called good.
pub fn show(ui: &mut Ui, report: &AttackReport, is_judged: bool) {
    verdict(ui, report, is_judged);
    ui.add_space(8.0);
    counts(ui, report);
    learned(ui, report);
    alone(ui, report);
    for note in &report.notes {
        let mut words = format!("{}.", note.trim_end_matches('.'));
        crate::ui::widgets::capitalize(&mut words);
        ui.add_space(6.0);
        sentence(ui, &words);
    }
    ui.add_space(8.0);
    let dim = Tokens::of(ui).dim;
    let words = "This names people and rows. It stays in house: nothing of it goes into a release or a project.";
    told(ui, words, fonts::detail(), dim);
    ui.add_space(12.0);
}

fn verdict(ui: &mut Ui, report: &AttackReport, is_judged: bool) {
    let (state, headline) = judged(report, is_judged);
    let against = format!(
        "best guess {}, promised {}",
        number::percent(report.best_guess),
        number::percent(report.bound)
    );
    let told = report.sentences.get(2).map(String::as_str);
    let mut card = VerdictCard::new(state, &headline)
        .word(&ATTACK)
        .share(&against);
    if let Some(told) = told {
        card = card.note(told);
    }
    card.show(ui);
}

/// Whoever is found, below k or has a value that is known of them: nothing of it is good.
fn judged(report: &AttackReport, is_judged: bool) -> (VerdictState, String) {
    let revealed: usize = report.learned.iter().map(|learned| learned.revealed).sum();
    let values = match revealed {
        1 => "1 value is revealed".to_owned(),
        many => format!("{} values are revealed", grouped(many)),
    };
    let people = match (report.found, report.beyond_bound) {
        (0, 0) if revealed > 0 => format!("Nobody is found, but {values}"),
        (0, 0) => {
            let state = match is_judged {
                true => VerdictState::Satisfied,
                false => VerdictState::Unknown,
            };
            return (state, "Nobody is found".to_owned());
        }
        (0, beyond) => format!("{} below k", counted(beyond, "person", "people")),
        (1, _) => "1 person is found".to_owned(),
        (found, _) => format!("{} people are found", grouped(found)),
    };
    (VerdictState::Violated, people)
}

fn row(ui: &mut Ui, label: &str, value: &str, violates: bool, hover: &str) {
    ui.add(MetricRow::new(label, value).violates(violates))
        .on_hover_text(number::tied(hover));
}

fn counts(ui: &mut Ui, report: &AttackReport) {
    let where_ = match report.attacked {
        Attacked::Original => "data",
        Attacked::Release => "release",
    };
    let first = report.sentences.first().map_or("", String::as_str);
    let second = report.sentences.get(1).map_or("", String::as_str);
    let third = report.sentences.get(2).map_or("", String::as_str);
    let count = |number: usize| grouped(number);
    row(ui, "known people", &count(report.people), false, first);
    row(
        ui,
        "linked to a record",
        &count(report.linked),
        false,
        first,
    );
    let words = format!("in the {where_}");
    row(ui, &words, &count(report.in_release), false, first);
    row(
        ui,
        "found outright",
        &count(report.found),
        report.found > 0,
        second,
    );
    row(
        ui,
        "fewer than k candidates",
        &count(report.below_k),
        report.beyond_bound > 0,
        third,
    );
    if report.below_k != report.beyond_bound {
        let hover = "Of those with fewer than k candidates, those of whom no more is known than the promise supposes: none if \
                     the release is right.";
        let beyond = count(report.beyond_bound);
        row(
            ui,
            "known as supposed",
            &beyond,
            report.beyond_bound > 0,
            hover,
        );
    }
    let promised = report.best_guess > report.bound;
    row(
        ui,
        "best guess",
        &number::percent(report.best_guess),
        promised,
        second,
    );
    row(
        ui,
        "promised, 1/k",
        &number::percent(report.bound),
        false,
        third,
    );
    let mean = format!("{:.2}", report.expected_found);
    let hover = "How many guesses would be right in the mean if everybody in it were guessed once: the sum of all chances.";
    row(ui, "right in the mean", &mean, false, hover);
    if let Some(truth) = report.truth {
        let words = format!(
            "{} of {}",
            count(truth.among_candidates),
            count(truth.people)
        );
        let hover = report.sentences.get(3).map_or("", String::as_str);
        row(ui, "true one among them", &words, false, hover);
    }
}

fn learned(ui: &mut Ui, report: &AttackReport) {
    for learned in &report.learned {
        ui.add_space(10.0);
        section(ui, &format!("Learned about {}", learned.column));
        let about = |what: &str| {
            format!("Known people of whom {what}; those who are not there do not count.")
        };
        let revealed = about("all candidates have the same value, so that it is known");
        let similar = about("all candidates have values of one category or within \u{3b5}");
        let skewed = about(
            "more than half of the candidates share a value, at least twice as many as everywhere",
        );
        row(
            ui,
            "revealed",
            &grouped(learned.revealed),
            learned.revealed > 0,
            &revealed,
        );
        row(ui, "similar", &grouped(learned.similar), false, &similar);
        row(ui, "skewed", &grouped(learned.skewed), false, &skewed);
    }
}

fn alone(ui: &mut Ui, report: &AttackReport) {
    if report.alone.figures.is_empty() {
        return;
    }
    ui.add_space(10.0);
    let words = match report.attacked {
        Attacked::Original => "What the data tell alone",
        Attacked::Release => "What the release tells alone",
    };
    section(ui, words).on_hover_text(
        "Without any file of known people: by homogeneous, similar and skewed classes.",
    );
    let several = report.alone.columns.len() > 1;
    let mut column: Option<&str> = None;
    for figure in &report.alone.figures {
        if several && figure.column.as_deref() != column {
            column = figure.column.as_deref();
            ui.label(fonts::strong_text(column.unwrap_or_default()));
        }
        let hover = format!("{}\n{}", definition(figure), figure.sentence);
        row(ui, title(figure), &value(figure), false, &hover);
    }
}

fn value(figure: &Figure) -> String {
    match figure.unit {
        Unit::Share => number::percent(figure.value),
        _ => grouped(figure.value as usize),
    }
}
