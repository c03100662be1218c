//! The checklist of every kind of data, out of a workbench without a window.

use super::{Item, ItemState, Subject, checklist, why_not};
use crate::ui::actions::Action;
use crate::ui::commands::Command;
use crate::ui::preferences::Preferences;
use crate::ui::workbench::Workbench;
use cloakroom_core::method::MethodName;
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::NullPolicy;
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::Context;
use std::sync::Arc;
use std::time::Duration;

struct Desk {
    workbench: Workbench,
    ctx: Context,
    _folder: tempfile::TempDir,
}

impl Desk {
    fn on(sample: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().to_owned();
        let mut desk = Self {
            workbench: Workbench::new(Preferences::default(), Arc::new(|| {}), cache),
            ctx: Context::default(),
            _folder: folder,
        };
        desk.send(Action::OpenSample(sample));
        desk
    }

    fn send(&mut self, action: Action) {
        self.workbench.send(action);
        self.workbench.logic(&self.ctx);
        while !self.workbench.is_settled() {
            std::thread::sleep(Duration::from_millis(1));
            self.workbench.logic(&self.ctx);
        }
        self.workbench.logic(&self.ctx);
    }

    fn change(&mut self, change: Change) {
        self.send(Action::Change(change));
    }

    fn run(&mut self) {
        self.send(Action::Run(Command::RunMethod));
    }

    fn items(&self) -> Vec<Item> {
        checklist(&self.workbench.release_lent().unwrap())
    }

    /// The line that begins so.
    #[track_caller]
    fn line(&self, beginning: &str) -> Item {
        let items = self.items();
        let found = items.iter().find(|item| item.text.starts_with(beginning));
        found.cloned().unwrap_or_else(|| {
            let lines: Vec<String> = items.iter().map(|item| item.text.clone()).collect();
            panic!("no line begins with \"{beginning}\":\n{}", lines.join("\n"))
        })
    }

    #[track_caller]
    fn says(&self, beginning: &str, state: ItemState) {
        let line = self.line(beginning);
        assert_eq!(line.state, state, "{}", line.text);
    }
}

const SAMPLES: [&str; 6] = [
    "thesis-2.1",
    "thesis-3.1",
    "thesis-6.1",
    "thesis-6.2",
    "paper-fig1",
    "hospital",
];

#[test]
fn every_line_explains_itself_and_stands_with_its_like() {
    for sample in SAMPLES {
        let desk = Desk::on(sample);
        let items = desk.items();
        assert!(items.len() >= 5, "{sample}");
        for item in &items {
            assert!(!item.about.is_empty(), "{sample}: {}", item.text);
            assert!(item.text.ends_with('.'), "{sample}: {}", item.text);
            if item.state == ItemState::Blocks {
                assert!(item.fix.is_some(), "{sample}: {}", item.text);
            }
        }
        let subjects: Vec<Subject> = items.iter().map(|item| item.subject).collect();
        assert!(subjects.is_sorted(), "{sample}: {subjects:?}");
    }
}

#[test]
fn each_promise_has_a_line_and_a_verdict() {
    let mut desk = Desk::on("thesis-3.1");
    desk.says("Local recoding is run when", ItemState::Notice);
    for words in ["k = 4: ", "p = 3: ", "\u{3b1} = 1: "] {
        desk.says(words, ItemState::Later);
    }
    desk.run();
    desk.says("Local recoding reaches the requirement", ItemState::Done);
    for words in ["k = 4 holds", "p = 3 holds", "\u{3b1} = 1 holds"] {
        desk.says(words, ItemState::Done);
    }
    desk.says("No record is left out.", ItemState::Done);
    desk.change(Change::SetK(Some(3)));
    desk.says("The settings have changed since", ItemState::Notice);
    desk.says("k = 3: known once", ItemState::Later);
    // As it is, all are alone.
    desk.change(Change::SetMethod(MethodName::None));
    desk.says("k = 3 is broken by 12 records.", ItemState::Blocks);
    let told = why_not(desk.items().iter(), "out", false).unwrap();
    assert!(
        told.starts_with("3 lines do not hold yet. The first: k = 3 is broken"),
        "{told}"
    );
    desk.change(Change::SetSuppression(0.5));
    desk.says(
        "12 records would have to be left out; 6 may be.",
        ItemState::Blocks,
    );
    desk.change(Change::SetP(None));
    desk.change(Change::ask(PrivacyModel::Alpha, None));
    desk.change(Change::SetK(None));
    desk.says("Nothing is promised yet", ItemState::Blocks);
}

#[test]
fn what_a_promise_lacks_is_told_whatever_the_method() {
    let mut desk = Desk::on("thesis-3.1");
    desk.change(Change::SetCategories {
        column: "Disease".to_owned(),
        order: Vec::new(),
    });
    desk.says("\u{3b1} needs a sensitivity category", ItemState::Blocks);
    let roles = vec![("Disease".to_owned(), Role::Insensitive)];
    desk.change(Change::SetRoles(roles));
    desk.says("p is about sensitive values", ItemState::Blocks);
    desk.change(Change::SetRole {
        column: "Disease".to_owned(),
        role: None,
    });
    desk.says("Undecided: Disease.", ItemState::Blocks);
}

#[test]
fn hierarchies_are_looked_at() {
    let mut desk = Desk::on("thesis-3.1");
    desk.says("Every quasi-identifier has a hierarchy.", ItemState::Done);
    let without = |column: &str| Change::SetHierarchy {
        column: column.to_owned(),
        source: None,
        name: "remove".to_owned(),
    };
    desk.change(without("Age"));
    desk.says(
        "Without a hierarchy: Age. Numbers and dates become",
        ItemState::Notice,
    );
    desk.change(Change::SetMethod(MethodName::Optimal));
    desk.says(
        "Without a hierarchy: Age. Such a column is shown",
        ItemState::Notice,
    );
    let chains = [["Young", "*"], ["Old", "*"]].map(Vec::from);
    let tree = cloakroom_core::hierarchy::Tree::from_chains(&chains).unwrap();
    desk.change(Change::SetHierarchy {
        column: "Age".to_owned(),
        source: Some(cloakroom_core::hierarchy::HierarchySource::Chains {
            chains: cloakroom_core::hierarchy::SharedTree(Arc::new(tree)),
        }),
        name: "edit".to_owned(),
    });
    let line = desk.line("The hierarchy of Age lacks ");
    assert_eq!(line.state, ItemState::Blocks);
    let show = Action::ShowHierarchy("Age".to_owned());
    assert_eq!(line.fix, Some(("Mend it", show)));
}

#[test]
fn sql_is_asked_only_of_whole_levels() {
    let mut desk = Desk::on("thesis-3.1");
    desk.change(Change::SetSql(true));
    let line = desk.line("Local recoding cannot be written as SQL");
    assert_eq!(line.state, ItemState::Blocks);
    let (_, fix) = line.fix.unwrap();
    desk.send(fix);
    assert!(desk.items().iter().all(|item| !item.text.contains("SQL")));
    desk.change(Change::SetSql(true));
    desk.change(Change::SetMethod(MethodName::Optimal));
    assert!(desk.items().iter().all(|item| !item.text.contains("SQL")));
}

#[test]
fn small_classes_and_single_values_are_notices() {
    let mut desk = Desk::on("thesis-2.1");
    desk.run();
    // Six patients in two classes of three.
    desk.says("k = 2 holds; 3 is reached.", ItemState::Done);
    let line = desk.line("6 records are in classes of exactly 3, one more than k.");
    assert_eq!(line.state, ItemState::Notice);
    assert!(line.of_method && line.fix.is_some());
    desk.change(Change::SetK(Some(3)));
    desk.run();
    desk.says("6 records are in classes of exactly 3.", ItemState::Notice);
    let mut desk = Desk::on("hospital");
    desk.change(Change::SetRole {
        column: "patient".to_owned(),
        role: Some(Role::Insensitive),
    });
    let line = desk.line("Columns released as they are have values that occur only once: patient");
    assert_eq!(line.state, ItemState::Notice);
    assert!(matches!(line.fix, Some((_, Action::SelectColumn(Some(0))))));
}

#[test]
fn people_are_told_of_ratings_that_are_made_up() {
    let mut desk = Desk::on("thesis-6.2");
    for words in ["k = 2 holds.", "\u{3b5} = 2 holds.", "l = 2 holds."] {
        desk.says(words, ItemState::Done);
    }
    desk.says("No rating is made up or removed.", ItemState::Done);
    desk.says("No person is left out.", ItemState::Done);
    desk.change(Change::SetK(Some(3)));
    desk.says("k = 3 is broken by 2 people.", ItemState::Blocks);
    desk.says("\u{3b5} = 2 is broken by 2 people.", ItemState::Blocks);
    desk.change(Change::SetLSd(None));
    desk.change(Change::SetK(Some(4)));
    desk.change(Change::SetMethod(MethodName::Clustered));
    desk.says(
        "How many ratings are made up or removed is known then.",
        ItemState::Later,
    );
    desk.run();
    desk.says("k = 4 holds", ItemState::Done);
    let made_up = desk
        .items()
        .into_iter()
        .find(|item| item.text.contains("made up and"));
    let made_up = made_up.expect("two groups of two and four cannot hide four each");
    assert_eq!(made_up.state, ItemState::Notice);
    if let Some((words, fix)) = made_up.fix
        && words == "Make none up"
    {
        desk.send(fix);
        let settings = desk.workbench.workspace().unwrap().settings();
        assert_eq!(settings.method.nulls, NullPolicy::Unrate);
    }
}

#[test]
fn people_who_may_be_left_out_are_counted_by_a_run() {
    let mut desk = Desk::on("thesis-6.2");
    desk.change(Change::SetLSd(None));
    desk.change(Change::SetK(Some(3)));
    desk.change(Change::SetSuppression(0.5));
    desk.says(
        "As it is is run when the release is written",
        ItemState::Notice,
    );
    desk.says(
        "How many people are left out is known then; 3 may be.",
        ItemState::Later,
    );
    desk.run();
    desk.says(
        "2 people are left out (33\u{a0}%); 3 may be.",
        ItemState::Done,
    );
}

#[test]
fn baskets_have_their_own_lines() {
    let mut desk = Desk::on("paper-fig1");
    desk.says("Items are generalized by their taxonomy", ItemState::Done);
    desk.says("k = 2: known once", ItemState::Later);
    desk.run();
    desk.says("k = 2 holds", ItemState::Done);
    desk.says("m = \u{221e} holds.", ItemState::Done);
    let gone = desk
        .items()
        .into_iter()
        .find(|item| item.text.contains("of the item occurrences are not shown"))
        .unwrap();
    assert_eq!(gone.state, ItemState::Notice);
    desk.change(Change::SetMethod(MethodName::None));
    let items = desk.items();
    let broken = items
        .iter()
        .filter(|item| item.text.contains("is broken by"));
    assert_eq!(broken.count(), 2);
    desk.change(Change::SetKnown {
        m: None,
        p: Some(2),
        h: Some(0.5),
    });
    desk.says("h is about private items", ItemState::Blocks);
    desk.change(Change::SetKnown {
        m: Some(SetSize::AtMost(1)),
        p: None,
        h: None,
    });
    desk.change(Change::SetM(None));
    desk.says("m is not set yet", ItemState::Blocks);
}
