//! Nothing is called good before somebody has said what is asked for.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::{Action, CompareTab};
use cloakroom::ui::commands::Command;
use cloakroom::ui::shell::stages;
use cloakroom::ui::views::explore::view;
use cloakroom_core::kind::Kind;
use cloakroom_engine::change::Change;

const GOOD: [&str; 6] = [
    "Satisfied",
    "Everything holds",
    "keeps it",
    "keep it",
    "Written and verified",
    "verified by its definition",
];

fn nothing_is_good(bench: &Bench, place: &str) {
    for words in GOOD {
        assert!(
            !bench.sees_part(words),
            "{place}: \"{words}\"\n{}",
            bench.labels()
        );
    }
}

fn everywhere(bench: &mut Bench, place: &str) {
    for &stage in stages(bench.kind().unwrap()) {
        bench.send(Action::Go(stage));
        nothing_is_good(bench, &format!("{place}, {}", stage.name()));
    }
    for view in view::of_kind(bench.kind().unwrap()) {
        bench.send(Action::ShowTab(view.tab));
        nothing_is_good(bench, &format!("{place}, {}", view.name));
    }
    for tab in CompareTab::ALL {
        bench.send(Action::ShowCompare(tab));
        nothing_is_good(bench, &format!("{place}, {}", tab.name()));
    }
}

/// What leaves something unset, by kind.
fn unset(kind: Kind) -> Vec<(&'static str, Vec<Change>)> {
    match kind {
        Kind::Microdata => vec![("no k", vec![Change::SetK(None)])],
        Kind::Ratings => vec![
            ("no k", vec![Change::SetK(None)]),
            ("no epsilon", vec![Change::SetEpsilon(None)]),
        ],
        Kind::Transactions => vec![
            ("no k", vec![Change::SetK(None)]),
            (
                "no m",
                vec![Change::SetKnown {
                    m: None,
                    p: None,
                    h: None,
                }],
            ),
        ],
    }
}

#[test]
fn no_stage_calls_good_what_is_not_asked_for() {
    for (name, contents) in raw::all() {
        let mut bench = Bench::new();
        let file = bench.write(name, &contents);
        bench.open_as_new(&file);
        nothing_is_good(&bench, &format!("{name}, opening"));
        bench.send(Action::Understood);
        nothing_is_good(&bench, &format!("{name}, understood"));
        bench.send(Action::Run(Command::AcceptSuggestions));
        bench.send(Action::PromiseUsual);
        for (what, changes) in unset(bench.kind().unwrap()) {
            let before = changes.len();
            for change in changes {
                bench.change(change);
            }
            everywhere(&mut bench, &format!("{name}, {what}"));
            for _ in 0..before {
                bench.send(Action::Run(Command::Undo));
            }
        }
    }
}
