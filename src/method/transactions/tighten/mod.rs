//! Makes a global recoding cheaper without making any set rare: gives back what is suppressed, specialises,
//! generalises and exchanges, as long as the loss falls.

mod ground;
mod moves;
mod state;

pub use ground::Ground;
pub use state::State;

use crate::model::baskets::Cut;
use crate::model::pulse::{Pulse, Stopped};
use crate::privacy::transactions::BasketTarget;

/// The cut after at most so many rounds, never dearer than it was, with its cost in units.
pub fn tighten(
    ground: &Ground<'_>,
    start: Option<&Cut>,
    target: BasketTarget,
    rounds: u32,
    pulse: &Pulse,
) -> Result<(Cut, u64), Stopped> {
    let mut state = State::new(ground, target.k, target.m);
    if let Some(cut) = start {
        let shown: Vec<u32> = cut
            .nodes
            .iter()
            .copied()
            .filter(|node| !cut.suppressed.contains(node))
            .collect();
        state.lay(cut, &shown, pulse)?;
    }
    pulse.stage("tightening", u64::from(rounds));
    for _ in 0..rounds {
        let mut better = state.give_back(pulse)?;
        better |= state.specialise(pulse)?;
        better |= state.generalise(pulse)?;
        better |= state.exchange(pulse)?;
        pulse.advance(1);
        if !better {
            break;
        }
    }
    Ok((state.cut(), state.cost))
}
