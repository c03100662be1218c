//! The window as a whole: before anything is open, and on its way through the stages.

use super::{Scene, once_a_sample, scene};
use crate::ui::actions::{Action, Stage};
use crate::ui::commands::Command;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;

pub fn overview() -> Vec<Scene> {
    let mut scenes = vec![
        scene("start", None, vec![]),
        scene("shortcuts", None, vec![Action::Run(Command::Shortcuts)]),
        scene(
            "hospital-column",
            Some("hospital"),
            vec![Action::SelectColumn(Some(2))],
        ),
        scene(
            "hospital-record",
            Some("hospital"),
            vec![Action::ShowRow(1_203)],
        ),
        scene(
            "hospital-palette",
            Some("hospital"),
            vec![Action::Run(Command::Palette)],
        ),
        scene(
            "hospital-reading",
            Some("hospital"),
            vec![Action::Run(Command::ReadingOptions)],
        ),
    ];
    let fewer = Action::Change(Change::SetRoles(
        hospital::QUASI
            .iter()
            .filter(|name| !["birth_year", "sex", "marital_status"].contains(*name))
            .map(|name| ((*name).to_owned(), Role::Insensitive))
            .collect(),
    ));
    for stage in once_a_sample(Kind::Microdata) {
        let name = format!("hospital-fewer-{}", stage.name().to_lowercase());
        let actions = vec![fewer.clone(), Action::Go(stage)];
        scenes.push(scene(name, Some("hospital"), actions));
    }
    scenes.push(scene(
        "hospital-fewer-violating",
        Some("hospital"),
        vec![fewer.clone(), Action::ShowViolating],
    ));
    // As if it were larger than the memory.
    let in_batches = Action::Reload(LoadOptions {
        batches: Some(true),
        ..LoadOptions::default()
    });
    for (name, action) in [
        ("data", Action::Go(Stage::Data)),
        ("columns", Action::Run(Command::FileColumns)),
        ("release", Action::Go(Stage::Release)),
    ] {
        scenes.push(scene(
            format!("hospital-counted-{name}"),
            Some("hospital"),
            vec![fewer.clone(), in_batches.clone(), action],
        ));
    }
    scenes
}
