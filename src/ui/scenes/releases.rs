//! The Release stage: what blocks, what is ready, what was written, and several in one go.

use super::{Scene, scene};
use crate::ui::actions::{Action, Stage};
use crate::ui::commands::Command;
use cloakroom_core::method::MethodName;
use cloakroom_core::report_context::ContextField;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;
use cloakroom_microdata::privacy::PrivacyModel;

pub fn releases() -> Vec<Scene> {
    let change = Action::Change;
    let run = || Action::Run(Command::RunMethod);
    let release = || Action::Go(Stage::Release);
    let keep = ["birth_year", "sex", "zip"];
    let fewer = hospital::QUASI
        .iter()
        .filter(|name| !keep.contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive));
    let ready = [
        change(Change::SetRoles(fewer.collect())),
        change(Change::SetSuppression(0.02)),
    ];
    let with = |more: Vec<Action>| ready.iter().cloned().chain(more).collect::<Vec<_>>();
    let says = |field, text: &str| {
        change(Change::SetReport {
            field,
            text: Some(text.to_owned()),
        })
    };
    let kept = |method| {
        vec![
            change(Change::SetMethod(method)),
            run(),
            Action::Run(Command::Keep),
        ]
    };
    let candidates: Vec<Action> = [MethodName::Optimal, MethodName::Mondrian, MethodName::Mdav]
        .into_iter()
        .flat_map(kept)
        .collect();
    let hospital = |what: &str, actions| {
        scene(
            format!("hospital-release-{what}"),
            Some("hospital"),
            actions,
        )
    };
    vec![
        hospital(
            "ready",
            with(vec![
                change(Change::SetMethod(MethodName::Optimal)),
                change(Change::SetMapping(true)),
                change(Change::SetSql(true)),
                run(),
                release(),
            ]),
        ),
        hospital(
            "broken",
            vec![
                change(Change::SetMethod(MethodName::None)),
                change(Change::ask(PrivacyModel::DistinctDiversity, Some(3.0))),
                change(Change::begin(PrivacyModel::RecursiveDiversity)),
                change(Change::ask(PrivacyModel::Closeness, Some(0.3))),
                change(Change::SetRole {
                    column: "name".to_owned(),
                    role: None,
                }),
                change(Change::SetShuffle(false)),
                release(),
            ],
        ),
        hospital(
            "report",
            with(vec![
                change(Change::SetMethod(MethodName::Mondrian)),
                run(),
                says(ContextField::Title, "Admissions of the spring"),
                says(ContextField::Recipient, "Institute of public health"),
                says(
                    ContextField::Conditions,
                    "No attempt to find people; no linking with other files; to be deleted after the study.",
                ),
                says(ContextField::ReviewDate, "2027-05-31"),
                says(
                    ContextField::Scenario,
                    "A neighbour who knows that somebody was treated, and their age, sex and district.",
                ),
                Action::ShowReportForm,
                release(),
            ]),
        ),
        hospital("candidates", with([candidates, vec![release()]].concat())),
        scene(
            "thesis-6.2-release-made-up",
            Some("thesis-6.2"),
            vec![
                change(Change::SetLSd(None)),
                change(Change::SetK(Some(4))),
                change(Change::SetMethod(MethodName::Clustered)),
                run(),
                release(),
            ],
        ),
        scene(
            "paper-fig1-release-ran",
            Some("paper-fig1"),
            vec![run(), release()],
        ),
    ]
}
