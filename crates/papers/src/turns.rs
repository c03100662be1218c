//! The time and the peak memory of work alone, without what is prepared before it or measured after it.

use crate::figure::Series;
use cloakroom_core::Failure;
use std::time::Instant;

/// Every work is run so often, one after the other; the least time counts.
pub(crate) const TURNS: usize = 3;
/// What took longer, in seconds, is not run again: other work on the machine weighs little in that.
pub(crate) const LONG: f64 = 10.0;

/// One piece of work that is timed; it may be run several times.
pub(crate) type Work<'a> = Box<dyn Fn() -> Result<(), Failure> + 'a>;

/// The seconds of each, in turns, so that a busy moment of the machine does not weigh on one of them alone.
pub(crate) fn in_turns(works: &[Work<'_>]) -> Result<Vec<f64>, Failure> {
    let mut least = vec![f64::INFINITY; works.len()];
    for turn in 0..TURNS {
        for (work, least) in works.iter().zip(&mut least) {
            if turn > 0 && *least > LONG {
                continue;
            }
            let start = Instant::now();
            work()?;
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    Ok(least)
}

/// Curves of time: at every point of the axis the works of all curves, in turns.
pub(crate) fn times<'a>(
    names: &[&str],
    axis: impl IntoIterator<Item = f64>,
    mut works: impl FnMut(f64) -> Result<Vec<Work<'a>>, Failure>,
) -> Result<Vec<Series>, Failure> {
    let mut rows: Vec<Vec<(f64, Option<f64>)>> = vec![Vec::new(); names.len()];
    for at in axis {
        let seconds = in_turns(&works(at)?)?;
        for (row, seconds) in rows.iter_mut().zip(seconds) {
            row.push((at, Some(seconds)));
        }
    }
    let named = names.iter().zip(rows);
    Ok(named.map(|(name, row)| Series::new(*name, row)).collect())
}

/// Runs a work once and says how many bytes it needed at its peak beyond what was held before; `None` where the system does
/// not tell.
pub type Peak<'a> = &'a dyn Fn(&dyn Fn() -> Result<(), Failure>) -> Result<Option<u64>, Failure>;
