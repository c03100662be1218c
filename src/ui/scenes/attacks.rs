//! Attacks with a file of known people.

use super::{Scene, scene};
use crate::ui::actions::{Action, AttackAction, CompareTab};
use crate::ui::commands::Command;
use cloakroom_engine::attack::Attacked;

/// The papers' Alice, Bob and Jack: before a file is chosen, on the table, and on what would be released.
pub fn attacks() -> Vec<Scene> {
    let on = |what| Action::OnAttack(what);
    let show = Action::ShowCompare(CompareTab::Attack);
    let known = on(AttackAction::OpenOffered);
    let attack = [on(AttackAction::Try), on(AttackAction::Select(Some(0)))];
    let release = [
        Action::Run(Command::RunMethod),
        on(AttackAction::On(Attacked::Release)),
    ];
    let papers = |name: &str, actions: &[&[Action]]| {
        let sample = "thesis-6.1";
        scene(format!("{sample}-{name}"), Some(sample), actions.concat())
    };
    let begin = [show.clone(), known];
    vec![
        papers("attack-none", &[&[show]]),
        papers("attack-known", &[&begin]),
        papers("attack", &[&begin, &attack]),
        papers("attack-release", &[&begin, &release, &attack]),
    ]
}
