//! Groups of a microaggregation.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::commands::Command;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;

/// Groups of a microaggregation, before one is run, after it, and with one group selected.
pub fn groups() -> Vec<Scene> {
    let show = Action::ShowTab(ExploreTab::Groups);
    let keep = ["birth_year", "education"];
    let others = hospital::QUASI.iter().filter(|name| !keep.contains(*name));
    let roles = others
        .map(|name| ((*name).to_owned(), Role::Insensitive))
        .chain([("visits".to_owned(), Role::Quasi)]);
    let few = Action::Change(Change::SetRoles(roles.collect()));
    let run = |method| {
        vec![
            few.clone(),
            Action::Change(Change::SetMethod(method)),
            Action::Run(Command::RunMethod),
            show.clone(),
        ]
    };
    let mut selected = run(MethodName::VMdav);
    selected.push(Action::SelectGroup(Some(7)));
    vec![
        scene("hospital-groups-none", Some("hospital"), vec![show.clone()]),
        scene("hospital-groups", Some("hospital"), run(MethodName::Mdav)),
        scene("hospital-groups-selected", Some("hospital"), selected),
    ]
}
