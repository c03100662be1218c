//! What is selected in one view and seen in all: the list below the pictures, and two views beside each other.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::commands::Command;

pub fn linked() -> Vec<Scene> {
    let beside = Action::Run(Command::Beside);
    vec![
        scene(
            "thesis-2.8-beside",
            Some("thesis-2.8"),
            vec![
                Action::ShowTab(ExploreTab::Lattice),
                beside.clone(),
                Action::SelectRow(Some(1)),
            ],
        ),
        scene(
            "thesis-6.2-person",
            Some("thesis-6.2"),
            vec![
                Action::ShowTab(ExploreTab::EpsilonGraph),
                Action::SelectRow(Some(0)),
            ],
        ),
        scene(
            "thesis-6.2-beside",
            Some("thesis-6.2"),
            vec![
                Action::ShowTab(ExploreTab::Plane),
                beside.clone(),
                Action::SelectRow(Some(0)),
            ],
        ),
        scene(
            "paper-fig1-beside",
            Some("paper-fig1"),
            vec![
                Action::ShowTab(ExploreTab::Threats),
                beside,
                Action::SelectRow(Some(1)),
            ],
        ),
    ]
}
