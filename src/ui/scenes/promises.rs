//! Promises about sensitive values.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab, Stage};
use crate::ui::commands::Command;
use crate::ui::views::explore::view;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;
use cloakroom_microdata::privacy::PrivacyModel;

/// The promises about sensitive values, the categories behind them, and what they break.
pub fn promises() -> Vec<Scene> {
    let ask = [
        Change::SetK(Some(2)),
        Change::SetP(Some(2)),
        Change::ask(PrivacyModel::PPlus, Some(2.0)),
        Change::ask(PrivacyModel::Alpha, Some(1.0)),
    ];
    let asked = |more: &[Action]| {
        let mut actions: Vec<Action> = ask.iter().cloned().map(Action::Change).collect();
        actions.extend_from_slice(more);
        actions
    };
    let few = Action::Change(Change::SetRoles(vec![
        ("Age".to_owned(), Role::Insensitive),
        ("Zip Code".to_owned(), Role::Insensitive),
    ]));
    let mut scenes = Vec::new();
    for (tab, name) in view::of_kind(Kind::Microdata)
        .iter()
        .map(|view| (view.tab, view.name))
    {
        let name = format!("promises-{}", name.to_lowercase().replace(' ', "-"));
        let actions = asked(&[
            few.clone(),
            Action::Change(Change::SetSuppression(0.8)),
            Action::ShowTab(tab),
            Action::SelectClass(0),
            Action::Run(Command::RunMethod),
        ]);
        scenes.push(scene(name, Some("thesis-3.1"), actions));
    }
    scenes.push(scene(
        "promises-stale",
        Some("thesis-3.1"),
        asked(&[
            Action::Change(Change::SetSuppression(1.0)),
            few.clone(),
            Action::Run(Command::RunMethod),
            Action::Change(Change::SetMethod(MethodName::Optimal)),
            Action::Go(Stage::Release),
        ]),
    ));
    let disease = 4;
    scenes.push(scene(
        "promises-categories",
        Some("thesis-3.1"),
        asked(&[few, Action::EditCategories(Some(disease))]),
    ));
    let fewer = |method| {
        vec![
            Action::Change(Change::SetRoles(
                hospital::QUASI
                    .iter()
                    .filter(|name| !["birth_year", "sex", "zip"].contains(*name))
                    .map(|name| ((*name).to_owned(), Role::Insensitive))
                    .collect(),
            )),
            Action::Change(Change::SetSuppression(0.02)),
            Action::Change(Change::SetMethod(method)),
            Action::Run(Command::RunMethod),
            Action::ShowTab(ExploreTab::BeforeAfter),
        ]
    };
    for method in [MethodName::Optimal, MethodName::Mondrian] {
        let name = format!("hospital-{}", method.name());
        scenes.push(scene(name, Some("hospital"), fewer(method)));
    }
    scenes.push(scene(
        "hospital-promises",
        Some("hospital"),
        vec![
            Action::Change(Change::ask(PrivacyModel::DistinctDiversity, Some(3.0))),
            Action::Change(Change::ask(PrivacyModel::EntropyDiversity, Some(1.5))),
            Action::Change(Change::begin(PrivacyModel::RecursiveDiversity)),
            Action::Change(Change::ask(PrivacyModel::Closeness, Some(0.3))),
            Action::Change(Change::ask(PrivacyModel::PPlus, Some(2.0))),
            Action::ShowViolations(None),
        ],
    ));
    scenes
}
