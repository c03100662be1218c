//! Joins groups until the sensitive ratings within each spread far enough.

use super::super::flags::Flags;
use super::parts::Parts;
use cloakroom_core::{Progress, Stopped};
use hashbrown::HashMap;

/// Whether every group that is pressed together now spreads far enough. Groups that stay as they are do so
/// already.
pub fn until_spread(parts: &mut Parts<'_>, progress: &Progress) -> Result<bool, Stopped> {
    if parts.task.target.deviation == 0 {
        return Ok(true);
    }
    loop {
        while let Some(at) = first_too_alike(parts, progress)? {
            if parts.all.len() == 1 {
                return Ok(false);
            }
            let nearest = (0..parts.all.len())
                .filter(|&other| other != at)
                .min_by_key(|&other| parts.all[at].flags.hamming(&parts.all[other].flags));
            join(parts, at, nearest.unwrap_or(0));
        }
        // Two groups that end up with the same issues would be one another's neighbours in part, and nobody
        // knows how those spread.
        match first_with_same_flags(parts, progress)? {
            Some((one, other)) => join(parts, one, other),
            None => return Ok(true),
        }
    }
}

fn first_too_alike(parts: &mut Parts<'_>, progress: &Progress) -> Result<Option<usize>, Stopped> {
    progress.check()?;
    Ok((0..parts.all.len()).find(|&at| !parts.spreads(at)))
}

fn first_with_same_flags(
    parts: &mut Parts<'_>,
    progress: &Progress,
) -> Result<Option<(usize, usize)>, Stopped> {
    let mut first: HashMap<Flags, usize> = HashMap::new();
    for at in 0..parts.all.len() {
        progress.check()?;
        let flags = parts.released_flags(at, progress)?;
        if let Some(before) = first.insert(flags, at) {
            return Ok(Some((before, at)));
        }
    }
    Ok(None)
}

/// The larger keeps its flags, the earlier of equals.
fn join(parts: &mut Parts<'_>, one: usize, other: usize) {
    let (first, second) = (one.min(other), one.max(other));
    let mut second = parts.all.remove(second);
    let first = &mut parts.all[first];
    if second.len() > first.len() {
        std::mem::swap(first, &mut second);
    }
    first.join(second);
}
