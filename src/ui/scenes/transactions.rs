//! Transactions.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::commands::Command;
use crate::ui::views::explore::view;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::requirement::SetSize;
use cloakroom_engine::change::Change;
use cloakroom_transactions::transactions::Cut;

/// The views of transactions: the example of the paper, and many baskets.
pub fn transactions() -> Vec<Scene> {
    let ask = |k, m| {
        [Change::SetK(Some(k)), Change::SetM(Some(m))]
            .map(Action::Change)
            .to_vec()
    };
    let run = |method| {
        [
            Action::Change(Change::SetMethod(method)),
            Action::Run(Command::RunMethod),
        ]
    };
    // The children of the root, as the file tells them: P, Q, e and i.
    let by_hand = Cut {
        nodes: vec![0, 2, 3, 4],
        suppressed: Vec::new(),
    };
    let mut scenes = Vec::new();
    for (sample, asked, basket) in [
        ("paper-fig1", ask(2, SetSize::ANY), 4),
        ("basket", ask(5, SetSize::AtMost(2)), 1_203),
    ] {
        for (tab, name) in view::of_kind(Kind::Transactions)
            .iter()
            .map(|view| (view.tab, view.name))
        {
            let view = name.to_lowercase().replace(' ', "-");
            let name = format!("{sample}-{view}");
            let mut actions = asked.clone();
            actions.push(Action::ShowTab(tab));
            if tab != ExploreTab::Threats {
                if sample == "paper-fig1" {
                    let name = format!("{name}-first");
                    scenes.push(scene(name, Some(sample), actions.clone()));
                }
                actions.extend(run(MethodName::Hghs));
            }
            if tab != ExploreTab::CutLattice {
                actions.push(Action::SelectRow(Some(basket)));
            }
            scenes.push(scene(name.clone(), Some(sample), actions.clone()));
            let mut more = |what: &str, actions: Vec<Action>| {
                scenes.push(scene(format!("{name}-{what}"), Some(sample), actions));
            };
            match tab {
                ExploreTab::Taxonomy => {
                    let mut local = actions.clone();
                    local.extend(run(MethodName::Lg));
                    more("local", local);
                    if sample == "paper-fig1" {
                        actions.push(Action::TryCut(Some(by_hand.clone())));
                        more("by-hand", actions);
                    }
                }
                ExploreTab::CutLattice => {
                    actions.extend(run(MethodName::Mhghs));
                    more("rounds", actions);
                }
                _ => {}
            }
        }
    }
    scenes
}
