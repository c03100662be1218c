//! Releases of the same people that were written before.

use super::super::Lent;
use super::{Item, ItemState, Subject};
use crate::ui::actions::{Action, CompareTab, PoolAction};
use crate::ui::widgets::number;
use cloakroom_core::earlier::Earlier;

const ABOUT: &str = "Whoever holds several releases of the same people can lay them side by side; every promise holds of \
                     one of them alone.";

/// Only where there are some.
pub fn item(lent: &Lent<'_>) -> Option<Item> {
    let known = lent.workspace.earlier();
    match known {
        [] => return None,
        // It stands alone, and nothing else of the same people is out.
        [only] if lent.just_written == Some(only.audit.as_path()) => return None,
        _ => {}
    }
    let item = |state, words: String| Item::new(Subject::Shown, state, words).about(ABOUT);
    let before = before(known);
    let show = Action::ShowCompare(CompareTab::Pool);
    if known.len() == 1 {
        let words =
            format!("{before}. What both tell together can be counted once this one is written.");
        return Some(item(ItemState::Notice, words).fix("See it", show));
    }
    let Some(answer) = lent.pool.of_all(known) else {
        let words = format!("{before}. What these releases tell together is not counted yet.");
        let count = Action::OnPool(PoolAction::Count);
        return Some(item(ItemState::Notice, words).fix("Count together", count));
    };
    let together = match (answer.smallest, answer.is_of_groups()) {
        (None, _) => "together they tell of nobody".to_owned(),
        (Some(size), true) => format!(
            "together they leave the smallest group at {} {}",
            number::count(size),
            lent.workspace.kind().record(size as usize)
        ),
        (Some(k), false) => format!("together they keep k = {}", number::count(k)),
    };
    let (state, end) = match answer.satisfied {
        true => (ItemState::Done, "as was promised"),
        false => (ItemState::Notice, "fewer than was promised to some"),
    };
    Some(item(state, format!("{before}: {together}, {end}.")).fix("See it", show))
}

fn before(known: &[Earlier]) -> String {
    let days: Vec<&str> = known.iter().filter_map(Earlier::day).collect();
    match (known.len(), days.last()) {
        (1, Some(day)) => format!("Released before on {day}"),
        (1, None) => "Released before".to_owned(),
        (many, Some(day)) => format!("Released {many} times before, last on {day}"),
        (many, None) => format!("Released {many} times before"),
    }
}
