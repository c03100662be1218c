//! The Compare stage.

use super::{Scene, scene};
use crate::ui::actions::{Action, CompareTab};
use crate::ui::commands::Command;
use crate::ui::compare::curves::CurveForm;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::samples::hospital;
use cloakroom_engine::sweep::Parameter;
use cloakroom_microdata::privacy::PrivacyModel;

/// The Compare stage of every kind: curves, and some candidates beside each other.
pub fn compared() -> Vec<Scene> {
    let fewer = hospital::QUASI
        .iter()
        .filter(|name| !["birth_year", "sex", "zip"].contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive));
    let fewer = Change::SetRoles(fewer.collect());
    let cases: [(&str, Vec<Change>, [MethodName; 4]); 1] = [(
        "hospital",
        vec![fewer, Change::SetSuppression(0.02)],
        [
            MethodName::Optimal,
            MethodName::Mondrian,
            MethodName::LocalRecoding,
            MethodName::Samarati,
        ],
    )];
    let mut scenes = Vec::new();
    for (sample, asked, methods) in cases {
        let asked: Vec<Action> = asked.into_iter().map(Action::Change).collect();
        let mut kept = asked;
        for method in methods {
            kept.push(Action::Change(Change::SetMethod(method)));
            kept.push(Action::Run(Command::RunMethod));
            kept.push(Action::Run(Command::Keep));
        }
        // Drawing the curves of a large sample takes minutes in the development profile.
        for tab in [CompareTab::Shelf, CompareTab::Plane, CompareTab::Sides] {
            let view = tab.name().to_lowercase().replace(' ', "-");
            let mut actions = kept.clone();
            actions.push(Action::ShowCompare(tab));
            scenes.push(scene(format!("{sample}-{view}"), Some(sample), actions));
        }
    }
    // Where no value may change, only a small k is reached.
    let methods = [MethodName::None, MethodName::Optimal, MethodName::Mondrian];
    let form = CurveForm {
        figure: Figure::Metric(Metric::Loss),
        parameter: Parameter::Model(PrivacyModel::KAnonymity),
        low: 1,
        high: 6,
        points: 20,
        methods: methods.into_iter().zip(0..).collect(),
    };
    let gaps = vec![
        Action::DrawCurves(form),
        Action::ShowCompare(CompareTab::Curves),
    ];
    scenes.push(scene("thesis-2.1-curves", Some("thesis-2.1"), gaps));
    let empty = vec![Action::ShowCompare(CompareTab::Shelf)];
    scenes.push(scene("thesis-2.1-shelf", Some("thesis-2.1"), empty));
    scenes
}
