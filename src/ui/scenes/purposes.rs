//! Purposes, recipients and the dependency tree.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab, Stage};
use crate::ui::commands::Command;
use cloakroom_core::method::MethodName;
use cloakroom_core::purpose::{
    Decomposition, LevelWeights, Projection, Purpose, Recipient, Target,
};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;

/// Purposes, who is trusted how far, the dependency tree, and the way of a decomposition through the lattice.
pub fn purposes() -> Vec<Scene> {
    let name = |text: &str| text.to_owned();
    let show = Action::ShowTab(ExploreTab::Purpose);
    let tree = Action::ShowTab(ExploreTab::DependencyTree);
    let lattice = Action::ShowTab(ExploreTab::Lattice);
    let change = Action::Change;
    let add = change(Change::AddPurpose {
        purpose: name("demography"),
        order: Purpose {
            most: name("birth_year"),
            least: name("zip"),
            ..Purpose::default()
        },
    });
    let order = change(Change::SetPurpose {
        purpose: name("demography"),
        order: Some(Purpose {
            most: name("birth_year"),
            least: name("zip"),
            between: Some(["sex", "education", "marital_status"].map(name).to_vec()),
            ..Purpose::default()
        }),
    });
    let few = change(Change::SetRoles(
        ["country_of_birth", "household", "admission", "occupation"]
            .map(|column| (name(column), Role::Insensitive))
            .to_vec(),
    ));
    let told = |projection, weights| {
        change(Change::SetDecomposition {
            told: Decomposition {
                target: Target::Trust(0.4),
                purpose: Some(name("demography")),
                projection,
                weights,
                beta: 1.5,
                ..Decomposition::default()
            },
            name: "set the trust",
        })
    };
    let method = change(Change::SetMethod(MethodName::Decomposition));
    let suppression = change(Change::SetSuppression(0.02));
    let recipient = |who: &str, trust, purpose: Option<&str>| Recipient {
        name: name(who),
        trust,
        purpose: purpose.map(name),
    };
    let recipients = change(Change::SetRecipients {
        recipients: vec![
            recipient("Health office", 0.8, None),
            recipient("University", 0.55, Some("demography")),
            recipient("Newspaper", 0.15, None),
        ],
        name: name("add recipients"),
    });
    let curve = Projection::Curve(vec![(0.0, 1.0), (0.3, 0.8), (0.6, 0.25), (1.0, 0.0)]);
    let led = |projection: Projection, weights: LevelWeights| {
        [
            suppression.clone(),
            few.clone(),
            add.clone(),
            order.clone(),
            told(projection, weights),
            method.clone(),
        ]
        .to_vec()
    };
    let with = |mut actions: Vec<Action>, more: &[&Action]| {
        actions.extend(more.iter().map(|action| (*action).clone()));
        actions
    };
    let uniform = || led(Projection::Quadratic, LevelWeights::Uniform);
    let pair = Action::SelectColumns(["zip", "birth_year"].map(name).to_vec());
    let column = Action::SelectColumns(vec![name("education")]);
    let run = Action::Run(Command::RunMethod);
    let release = Action::Go(Stage::Release);
    let hospital = |what: &str, actions: Vec<Action>| {
        scene(format!("hospital-{what}"), Some("hospital"), actions)
    };
    vec![
        hospital("purpose", vec![show.clone(), pair.clone()]),
        hospital("purpose-suggested", vec![add.clone(), show.clone()]),
        hospital("purpose-ran", with(uniform(), &[&run, &show, &pair])),
        hospital(
            "purpose-weights",
            with(led(Projection::Linear, LevelWeights::Utility), &[&show]),
        ),
        hospital("recipients-none", vec![Action::ShowRecipients]),
        hospital(
            "recipients",
            with(uniform(), &[&recipients, &Action::ShowRecipients]),
        ),
        hospital(
            "recipients-curve",
            with(
                led(curve, LevelWeights::Uniform),
                &[&recipients, &Action::ShowRecipients],
            ),
        ),
        hospital(
            "recipients-release",
            with(uniform(), &[&recipients, &release]),
        ),
        hospital("dependency-tree", vec![tree.clone()]),
        hospital("dependency-tree-selected", vec![tree, column]),
        hospital("lattice-decomposition", with(uniform(), &[&lattice])),
    ]
}
