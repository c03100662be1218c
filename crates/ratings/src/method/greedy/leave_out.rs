//! Who is left out: those who save most for each of them, as many as may be.

use super::super::dearest::dearest;
use super::parts::Parts;
use crate::profile::core;
use cloakroom_core::{Progress, Stopped};

/// Takes people out of the parts and names them, ascending.
pub fn choose(parts: &mut Parts<'_>, progress: &Progress) -> Result<Vec<u32>, Stopped> {
    let mut left_out = Vec::new();
    spare_parts(parts, &mut left_out, progress)?;
    drop_dearest(parts, &mut left_out, progress)?;
    left_out.sort_unstable();
    Ok(left_out)
}

/// A part that can stay as it is without some of its people.
struct Spared {
    at: usize,
    without: Vec<u32>,
    saved: u64,
}

/// Whole parts that need not be pressed any more.
fn spare_parts(
    parts: &mut Parts<'_>,
    left_out: &mut Vec<u32>,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut fails = vec![false; parts.task.survey.people()];
    for person in core::left_out(parts.task.survey, &parts.task.target, progress)? {
        fails[person as usize] = true;
    }
    let mut spared = Vec::new();
    for (at, part) in parts.all.iter().enumerate() {
        let failing = part
            .natives
            .iter()
            .filter(|&&person| fails[person as usize]);
        let mut without: Vec<u32> = failing.copied().collect();
        if !part.is_pressed() || without.len() == part.natives.len() {
            continue;
        }
        without.extend(&part.incomers);
        without.sort_unstable();
        if without.len() <= parts.task.may_leave_out {
            let saved = parts.mould(part, progress)?.cost;
            spared.push(Spared { at, without, saved });
        }
    }
    spared.sort_by(|a, b| {
        let per_person =
            |one: &Spared, other: &Spared| u128::from(one.saved) * other.without.len() as u128;
        per_person(b, a).cmp(&per_person(a, b))
    });
    for Spared { at, without, saved } in spared {
        if saved > 0 && left_out.len() + without.len() <= parts.task.may_leave_out {
            parts.all[at].remove(&without);
            parts.all[at].holds = true;
            left_out.extend(without);
        }
    }
    Ok(())
}

/// The people who cost most in the parts that are pressed still.
fn drop_dearest(
    parts: &mut Parts<'_>,
    left_out: &mut Vec<u32>,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut groups = Vec::new();
    for part in parts.all.iter().filter(|part| part.is_pressed()) {
        groups.push((part.members(), parts.mould(part, progress)?));
    }
    let most = parts.task.may_leave_out - left_out.len();
    let dear = dearest(&parts.task, &groups, most, progress)?;
    for part in parts.all.iter_mut().filter(|part| part.is_pressed()) {
        part.remove(&dear);
    }
    left_out.extend(dear);
    Ok(())
}
