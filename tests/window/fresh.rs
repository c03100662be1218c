//! Nothing is called good before somebody has said what is asked for.

use crate::bench::{Bench, layouts, raw};
use cloakroom::ui::actions::{Action, AttackAction, CompareTab, Stage};
use cloakroom::ui::commands::Command;
use cloakroom::ui::shell::stages;
use cloakroom::ui::views::explore::view;
use cloakroom_core::kind::{Kind, Unset};
use cloakroom_core::load_options::{Layout, LoadOptions};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;

const GOOD: [&str; 10] = [
    "Satisfied",
    "Everything holds",
    "keeps it",
    "keep it",
    "keeps every promise",
    "keep every promise",
    "satisfies",
    "Nobody violates",
    "Written and verified",
    "verified by its definition",
];

/// Neither in words nor by colour.
fn nothing_is_good(bench: &Bench, place: &str) {
    for words in GOOD {
        assert!(
            !bench.sees_part(words),
            "{place}: \"{words}\"\n{}",
            bench.labels()
        );
    }
    let green = bench.green();
    assert!(green.is_empty(), "{place}: green at {green:?}");
}

fn everywhere(bench: &mut Bench, place: &str, is_selected: bool) {
    let kind = bench.kind().unwrap();
    // What is compared is walked below, view by view.
    let stages = stages(kind).iter();
    for &stage in stages.filter(|stage| **stage != Stage::Compare) {
        bench.send(Action::Go(stage));
        nothing_is_good(bench, &format!("{place}, {}", stage.name()));
    }
    for view in view::of_kind(kind) {
        bench.send(Action::ShowTab(view.tab));
        nothing_is_good(bench, &format!("{place}, {}", view.name));
    }
    for view in view::of_kind(kind).iter().filter(|_| is_selected) {
        bench.send(Action::ShowTab(view.tab));
        bench.send(Action::SelectRow(Some(0)));
        nothing_is_good(bench, &format!("{place}, {}, a record selected", view.name));
        bench.send(Action::SelectRow(None));
    }
    for tab in CompareTab::ALL {
        // Curves are drawn for a while, and not all are waited for.
        bench.post(Action::ShowCompare(tab));
        match tab {
            CompareTab::Curves => (0..4).for_each(|_| bench.step()),
            _ => bench.settle(),
        }
        nothing_is_good(bench, &format!("{place}, {}", tab.name()));
    }
    bench.send(Action::Go(Stage::Data));
    bench.send(Action::SelectRow(Some(0)));
    nothing_is_good(bench, &format!("{place}, a record of the table"));
    bench.send(Action::SelectRow(None));
}

/// The release says what is in the way, and that no promise holds.
fn nothing_is_promised(bench: &mut Bench, place: &str) {
    bench.send(Action::Go(Stage::Release));
    bench.see_part("Promise the usual");
    assert!(!bench.sees_part(" holds."), "{place}:\n{}", bench.labels());
}

/// An attack is tried with people of the table, and whatever it finds is not called good.
fn attacked(bench: &mut Bench, place: &str) {
    bench.send(Action::ShowCompare(CompareTab::Attack));
    bench.send(Action::OnAttack(AttackAction::OwnPeople));
    bench.send(Action::OnAttack(AttackAction::Try));
    nothing_is_good(bench, &format!("{place}, attacked"));
}

/// What leaves something unset, by kind.
fn unset(kind: Kind) -> Vec<(&'static str, Vec<Change>)> {
    match kind {
        Kind::Microdata => vec![
            ("no k", vec![Change::SetK(None)]),
            ("k = 1", vec![Change::SetK(Some(1))]),
        ],
        Kind::Ratings => vec![
            ("no k", vec![Change::SetK(None)]),
            ("k = 1", vec![Change::SetK(Some(1))]),
            ("no epsilon", vec![Change::SetEpsilon(None)]),
        ],
        Kind::Transactions => vec![
            ("no k", vec![Change::SetK(None)]),
            ("k = 1", vec![Change::SetK(Some(1))]),
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

/// What promises something about what nobody has marked.
fn unmarked(bench: &Bench) -> Vec<Change> {
    let sensitive = bench.workspace().names_with_role(Role::Sensitive);
    let forgotten: Vec<(String, Role)> = sensitive
        .into_iter()
        .map(|name| (name.to_owned(), Role::Insensitive))
        .collect();
    match bench.kind().unwrap() {
        Kind::Microdata => {
            let begun = cloakroom_core::promise::PrivacyModel::DistinctDiversity;
            vec![Change::SetRoles(forgotten), Change::begin(begun)]
        }
        Kind::Ratings => vec![Change::SetRoles(forgotten), Change::SetLSd(Some(0.5))],
        Kind::Transactions => vec![Change::SetKnown {
            m: None,
            p: Some(1),
            h: Some(0.8),
        }],
    }
}

fn opened(name: &str, contents: &str, is_dark: bool) -> Bench {
    let mut bench = Bench::new();
    bench.turn(is_dark);
    let file = bench.write(name, contents);
    bench.open_as_new(&file);
    bench
}

#[test]
fn no_stage_calls_good_what_is_not_asked_for() {
    for (name, contents) in raw::all() {
        let mut bench = opened(name, &contents, false);
        nothing_is_good(&bench, &format!("{name}, opening"));
        bench.send(Action::Understood);
        nothing_is_good(&bench, &format!("{name}, understood"));
        let promised = &bench.workspace().settings().requirement;
        assert!(promised.is_empty(), "{name}");
        bench.send(Action::Run(Command::AcceptSuggestions));
        let place = format!("{name}, nothing asked");
        everywhere(&mut bench, &place, true);
        nothing_is_promised(&mut bench, &place);
        attacked(&mut bench, &place);
    }
}

#[test]
fn nothing_is_good_while_a_part_of_the_promise_is_open() {
    for (name, contents) in raw::all() {
        let mut bench = opened(name, &contents, false);
        bench.send(Action::Understood);
        bench.send(Action::Run(Command::AcceptSuggestions));
        bench.send(Action::Run(Command::AcceptHierarchies));
        bench.send(Action::PromiseUsual);
        assert_eq!(bench.workspace().unset(), None, "{name}");
        let mut open = unset(bench.kind().unwrap());
        open.push(("nothing marked", unmarked(&bench)));
        for (what, changes) in open {
            let before = changes.len();
            for change in changes {
                bench.change(change);
            }
            let place = format!("{name}, {what}");
            let unset = bench
                .workspace()
                .unset()
                .unwrap_or_else(|| panic!("{place}"));
            everywhere(&mut bench, &place, false);
            match unset {
                Unset::Marks(_) => {
                    assert_eq!(bench.next_step().unwrap(), "Mark them", "{place}");
                    bench.send(Action::Go(Stage::Release));
                    bench.see("Mark them");
                }
                Unset::Promise(_) | Unset::Empty(_) => nothing_is_promised(&mut bench, &place),
            }
            for _ in 0..before {
                bench.send(Action::Run(Command::Undo));
            }
        }
    }
}

/// A promise is made before anybody has said what the columns are.
#[test]
fn undecided_columns_leave_the_verdict_open() {
    for (name, contents) in raw::all() {
        let mut bench = opened(name, &contents, false);
        bench.send(Action::Understood);
        if bench.workspace().undecided().is_empty() {
            continue;
        }
        let place = format!("{name}, undecided");
        everywhere(&mut bench, &place, false);
        bench.send(Action::PromiseUsual);
        everywhere(&mut bench, &format!("{place}, promised"), false);
    }
    // One column alone holds, and another is still to be decided.
    let people = "sex,age\nf,30\nf,31\nm,32\nm,33\n";
    let mut bench = opened("people.csv", people, false);
    bench.send(Action::Understood);
    bench.change(Change::SetK(Some(2)));
    bench.change(Change::SetRole {
        column: "sex".to_owned(),
        role: Some(Role::Quasi),
    });
    bench.see_part("Nothing is broken so far, but 1 column is undecided");
    assert!(!bench.sees_part("Satisfied"), "{}", bench.labels());
    bench.change(Change::SetRole {
        column: "age".to_owned(),
        role: Some(Role::Identifier),
    });
    bench.see("Satisfied");
    assert!(!bench.green().is_empty());
}

#[test]
fn in_the_dark_nothing_is_good_either() {
    for (name, contents) in raw::all() {
        let mut bench = opened(name, &contents, true);
        nothing_is_good(&bench, &format!("{name} in the dark, opening"));
        bench.send(Action::Understood);
        bench.send(Action::Run(Command::AcceptSuggestions));
        everywhere(&mut bench, &format!("{name} in the dark"), false);
    }
}

#[test]
fn no_layout_of_a_file_is_called_good_before_its_time() {
    let layouts = [
        (Kind::Ratings, Layout::Long),
        (Kind::Transactions, Layout::Basket),
        (Kind::Transactions, Layout::List),
    ];
    for ((name, contents), (kind, layout)) in layouts::all().into_iter().zip(layouts) {
        let mut bench = opened(name, &contents, false);
        nothing_is_good(&bench, &format!("{name}, opening"));
        // Which column holds a list is for somebody to say.
        if layout == Layout::List {
            bench.send(Action::ReadAs(LoadOptions {
                kind: Some(kind),
                layout: Some(layout),
                column: Some("products".to_owned()),
                separator: Some(";".to_owned()),
                ..LoadOptions::default()
            }));
            nothing_is_good(&bench, &format!("{name}, read as lists"));
        }
        bench.send(Action::Understood);
        assert_eq!(bench.kind(), Some(kind), "{name}");
        let read = bench.workspace().loaded().options.layout;
        assert_eq!(read, Some(layout), "{name}");
        bench.send(Action::Run(Command::AcceptSuggestions));
        everywhere(&mut bench, name, true);
        nothing_is_promised(&mut bench, name);
    }
}

#[test]
fn one_press_promises_the_usual_and_one_step_takes_it_back() {
    let mut bench = Bench::new();
    let (name, contents) = &raw::all()[0];
    let file = bench.write(name, contents);
    bench.open_as_new(&file);
    bench.send(Action::Understood);
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.send(Action::Run(Command::AcceptHierarchies));
    bench.see_part("not set");
    let offered = bench.next_step().unwrap();
    assert_eq!(offered, "Promise k = 5");
    bench.click(&offered);
    assert_eq!(bench.workspace().settings().requirement.k, Some(5));
    bench.send(Action::Run(Command::Undo));
    let unset = bench.workspace().unset();
    assert_eq!(unset, Some(Unset::Promise("Nothing is promised")));
}
