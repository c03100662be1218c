//! Ratings.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::commands::Command;
use crate::ui::views::explore::view;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;

/// The views of ratings: a table of a paper that can be followed by eye, and a survey with many patterns.
pub fn ratings() -> Vec<Scene> {
    let ask = |k, epsilon, l| {
        let changes = [
            Change::SetK(Some(k)),
            Change::SetEpsilon(Some(epsilon)),
            Change::SetLSd(Some(l)),
        ];
        changes.map(Action::Change)
    };
    let mut scenes = Vec::new();
    for (sample, asked, person) in [
        ("thesis-6.2", ask(3, 2.0, 1.5), 2),
        ("lifestyle", ask(5, 2.0, 1.0), 1_203),
    ] {
        for (tab, name) in view::of_kind(Kind::Ratings)
            .iter()
            .map(|view| (view.tab, view.name))
        {
            let view = name.to_lowercase().replace(' ', "-");
            let mut actions = asked.to_vec();
            actions.push(Action::ShowTab(tab));
            if tab == ExploreTab::Neighbourhood {
                actions.push(Action::SelectRow(Some(person)));
            }
            scenes.push(scene(
                format!("{sample}-{view}"),
                Some(sample),
                actions.clone(),
            ));
            if tab == ExploreTab::EpsilonGraph {
                let mut ran = actions.clone();
                ran.push(Action::Change(Change::SetLSd(None)));
                ran.push(Action::Change(Change::SetMethod(MethodName::Greedy)));
                ran.push(Action::Run(Command::RunMethod));
                scenes.push(scene(format!("{sample}-{view}-after"), Some(sample), ran));
                actions.push(Action::SelectRow(Some(person)));
                let name = format!("{sample}-{view}-selected");
                scenes.push(scene(name, Some(sample), actions));
            }
        }
    }
    scenes
}
