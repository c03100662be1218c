//! Files that nobody prepared, on every step of their way to a release; the first one in a large window, too.

use super::{LARGE, Opened, Scene, raw};
use crate::ui::actions::{Action, Stage};
use crate::ui::commands::Command;
use cloakroom_core::kind::Kind;

struct File {
    /// In the names of its pictures.
    kind: Kind,
    name: &'static str,
    text: fn() -> String,
    /// There is a page on which its columns are marked.
    has_columns: bool,
    has_hierarchies: bool,
}

const FILES: [File; 3] = [
    File {
        kind: Kind::Microdata,
        name: "patients.csv",
        text: raw::patients,
        has_columns: true,
        has_hierarchies: true,
    },
    File {
        kind: Kind::Ratings,
        name: "answers.csv",
        text: raw::answers,
        has_columns: true,
        has_hierarchies: false,
    },
    File {
        kind: Kind::Transactions,
        name: "orders.csv",
        text: raw::orders,
        has_columns: false,
        has_hierarchies: true,
    },
];

pub fn opened() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for file in FILES {
        let mut actions = Vec::new();
        for (step, more) in steps(&file) {
            actions.extend(more);
            // A large picture takes as long as four.
            let sizes = [(None, ""), (Some(LARGE), "-large")];
            let many = if step == "opening" { 2 } else { 1 };
            for (size, end) in sizes.into_iter().take(many) {
                scenes.push(Scene {
                    name: format!("raw-{}-{step}{end}", file.kind.name()),
                    opened: Opened::File(file.name, file.text),
                    actions: actions.clone(),
                    size,
                });
            }
        }
    }
    scenes
}

/// What the button of the strip does, step by step, and what is to be seen then.
fn steps(file: &File) -> Vec<(&'static str, Vec<Action>)> {
    let mut steps = vec![("opening", Vec::new())];
    let mut marked = vec![Action::Understood];
    if file.has_columns {
        marked.push(Action::ShowColumns(true));
        let shown = std::mem::take(&mut marked);
        steps.push(("columns", shown));
        marked.push(Action::Run(Command::AcceptSuggestions));
        marked.push(Action::ShowColumns(false));
    }
    if file.has_hierarchies {
        marked.push(Action::AcceptHierarchies);
    }
    steps.push(("marked", marked));
    steps.push(("promise", vec![Action::PromiseUsual]));
    steps.push(("run", vec![Action::Run(Command::RunMethod)]));
    steps.push(("compare", vec![Action::Go(Stage::Compare)]));
    let folder = "data-release".into();
    let release = vec![Action::ReleaseInto(folder), Action::Go(Stage::Release)];
    steps.push(("release", release));
    steps
}
