//! Risk before and after, and why a column looks as it does.

use super::{Scene, scene};
use crate::ui::actions::Action;
use crate::ui::commands::Command;
use crate::ui::risk::RiskPart;
use cloakroom_core::method::MethodName;
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;

/// Risk before and after, of every kind of data.
pub fn risks() -> Vec<Scene> {
    let fewer = hospital::QUASI
        .iter()
        .filter(|name| !["birth_year", "sex", "zip"].contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive));
    let asked = [
        Change::SetRoles(fewer.collect()),
        Change::SetSuppression(0.02),
        Change::SetMethod(MethodName::Mondrian),
    ]
    .map(Action::Change);
    let run = Action::Run(Command::RunMethod);
    let hospital = |name: &str, more: &[Action]| {
        let actions = [&asked[..], more].concat();
        scene(format!("hospital-{name}"), Some("hospital"), actions)
    };
    let show = Action::ShowRisk;
    let stricter = Action::Change(Change::SetK(Some(8)));
    let survey = [
        Action::Change(Change::SetK(Some(5))),
        Action::Change(Change::SetEpsilon(Some(2.0))),
        Action::Change(Change::SetLSd(None)),
        Action::Change(Change::SetMethod(MethodName::Greedy)),
        run.clone(),
    ];
    let survey = [&survey[..], &[show(RiskPart::Finding)]].concat();
    vec![
        hospital("risk", &[run.clone(), show(RiskPart::Finding)]),
        hospital("risk-columns", &[run.clone(), show(RiskPart::Telling)]),
        hospital("risk-sensitive", &[run.clone(), show(RiskPart::Learning)]),
        hospital("risk-before", &[show(RiskPart::Finding)]),
        hospital(
            "risk-stale",
            &[run.clone(), stricter, show(RiskPart::Finding)],
        ),
        hospital(
            "column-explained",
            &[
                Action::Change(Change::SetMethod(MethodName::Optimal)),
                run.clone(),
                Action::SelectColumn(Some(2)),
            ],
        ),
        scene("lifestyle-risk", Some("lifestyle"), survey),
        scene(
            "thesis-6.1-risk-known-ratings",
            Some("thesis-6.1"),
            vec![run.clone(), show(RiskPart::Telling)],
        ),
        scene(
            "basket-risk",
            Some("basket"),
            vec![
                Action::Change(Change::SetK(Some(5))),
                Action::Change(Change::SetM(Some(SetSize::AtMost(2)))),
                Action::Change(Change::SetMethod(MethodName::Hghs)),
                run,
                show(RiskPart::Finding),
            ],
        ),
    ]
}
