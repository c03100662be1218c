//! The form of an attack, what it suggests, and the order of what was found.

use super::*;
use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::change::Change;

fn table(columns: &[(&str, &[&str])]) -> Table {
    let columns = columns.iter();
    let columns = columns.map(|(name, texts)| Column::from_texts(*name, texts.iter()).unwrap());
    Table::new(columns.collect()).unwrap()
}

fn workspace() -> Workspace {
    let table = table(&[
        ("age", &["30", "30", "30", "31", "31", "40"]),
        ("zip", &["1", "1", "1", "2", "2", "3"]),
        ("ill", &["a", "a", "b", "c", "c", "d"]),
    ]);
    let loaded = Loaded {
        dataset: Dataset::Microdata(table),
        source: SourceFile::default(),
        options: LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: Default::default(),
    };
    let mut settings = Settings::default();
    for (name, role) in [
        ("age", Role::Quasi),
        ("zip", Role::Quasi),
        ("ill", Role::Sensitive),
    ] {
        settings.roles.set(name, Some(role));
    }
    settings.requirement.k = Some(2);
    Workspace::new(loaded, settings, PathBuf::new())
}

fn known() -> KnownFile {
    KnownFile {
        path: PathBuf::from("known.csv"),
        table: table(&[
            ("name", &["Zoe", "Ann", "Dan", "Eve"]),
            ("Age", &["99", "30", "40", "31"]),
            ("zip", &["1", "1", "3", "2"]),
        ]),
    }
}

fn tried(state: &mut AttackState, workspace: &Workspace) {
    let question = state.question(workspace, None).unwrap();
    let answer = AttackAnswer::compute(question, &Progress::default()).unwrap();
    state.take_in(answer);
}

fn order(state: &AttackState) -> Vec<&str> {
    let report = state.answer().unwrap().report.as_ref().unwrap();
    let order = state.listed.order.iter();
    order
        .map(|&at| report.each[at as usize].person.as_str())
        .collect()
}

#[test]
fn columns_are_suggested_and_people_are_found_and_ordered() {
    let workspace = workspace();
    let mut state = AttackState::default();
    assert!(state.question(&workspace, None).is_err());
    state.set_known(known(), &workspace, None);
    let with: Vec<Option<&str>> = state.form.with.iter().map(Option::as_deref).collect();
    assert_eq!(with, [None, Some("age"), Some("zip")]);
    tried(&mut state, &workspace);
    let report = state.answer().unwrap().report.as_ref().unwrap();
    assert_eq!((report.found, report.in_release), (1, 3));
    assert_eq!(order(&state), ["Zoe", "Ann", "Dan", "Eve"]);
    state.sort(By::Guess);
    assert_eq!(order(&state), ["Dan", "Eve", "Ann", "Zoe"]);
    state.sort(By::Guess);
    assert_eq!(order(&state), ["Zoe", "Ann", "Eve", "Dan"]);
    state.sort(By::Guess);
    assert_eq!(order(&state), ["Zoe", "Ann", "Dan", "Eve"]);
    // Dan is found, both who fit Eve have the same, and two of three who fit Ann have what one in three has.
    state.sort(By::Learned);
    assert_eq!(order(&state), ["Dan", "Eve", "Ann", "Zoe"]);
    state.selected = Some(2);
    assert_eq!(state.person().unwrap().rows, [5]);
}

#[test]
fn an_answer_is_stale_once_something_changes() {
    let mut workspace = workspace();
    let mut state = AttackState::default();
    state.set_known(known(), &workspace, None);
    tried(&mut state, &workspace);
    assert!(state.stale(&workspace, None).is_none());
    state.form.with[2] = None;
    assert!(
        state
            .stale(&workspace, None)
            .unwrap()
            .contains("What is tried")
    );
    state.form.with[2] = Some("zip".to_owned());
    workspace.apply(Change::SetK(Some(3)));
    assert!(state.stale(&workspace, None).unwrap().contains("settings"));
    workspace.undo();
    assert!(state.stale(&workspace, None).is_none());
}

#[test]
fn what_cannot_be_tried_is_said_in_a_sentence() {
    let workspace = workspace();
    let mut state = AttackState::default();
    state.set_known(known(), &workspace, None);
    state.form.attacked = Attacked::Release;
    let why = state.question(&workspace, None).err().unwrap();
    assert!(why.contains("Run the method"), "{why}");
    state.form.attacked = Attacked::Original;
    state.form.with = vec![None; 3];
    tried(&mut state, &workspace);
    let why = state.answer().unwrap().report.as_ref().err().unwrap();
    assert!(why.contains("no column in common"), "{why}");
}

#[test]
fn columns_that_lose_their_role_are_not_compared_any_more() {
    let mut workspace = workspace();
    let mut state = AttackState::default();
    state.set_known(known(), &workspace, None);
    workspace.apply(Change::SetRoles(vec![("zip".to_owned(), Role::Identifier)]));
    state.refresh(&workspace, None);
    let with: Vec<Option<&str>> = state.form.with.iter().map(Option::as_deref).collect();
    assert_eq!(with, [None, Some("age"), None]);
    state.remove_known();
    assert!(state.form.known.is_none() && state.answer().is_none());
}
