//! Groups grown one after the other: whoever adds least distortion joins.

use super::ground::{Bounds, Ground};
use super::group::{Fitter, Group};
use cloakroom_core::{Progress, Stopped};

/// Groups of k, each begun far from the one before; the last few people join where that costs least.
pub fn grow(ground: &Ground, progress: &Progress) -> Result<Vec<Group>, Stopped> {
    let mut fitter = Fitter::default();
    let mut left: Vec<u32> = (0..ground.size() as u32).collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut last = 0;
    while left.len() >= ground.k.max(1) {
        progress.check()?;
        let from = ground.own(last);
        let far = (0..left.len())
            .max_by_key(|&at| (ground.paid(left[at], from), left.len() - at))
            .unwrap_or(0);
        let seed = left.swap_remove(far);
        let mut group = Group::alike(vec![seed]);
        while group.others.len() < ground.k {
            let room = room_of(ground, &group.others, &mut fitter);
            let mut least = (u32::MAX, 0);
            for (at, &row) in left.iter().enumerate() {
                let cost = ground.cost(row, &room, least.0);
                if cost < least.0 && ground.may_take(row, &room.low) {
                    least = (cost, at);
                }
            }
            // Nobody may take the flags of the group: it takes somebody else's.
            group.others.push(left.swap_remove(least.1));
        }
        fitter.fit(ground, &mut group);
        last = seed;
        groups.push(group);
    }
    for row in left {
        progress.check()?;
        let mut best: Option<(u64, usize, Group)> = None;
        for (at, group) in groups.iter().enumerate() {
            let mut grown = group.clone();
            grown.others.push(row);
            fitter.fit(ground, &mut grown);
            let added = grown.cost - group.cost.min(grown.cost);
            if best.as_ref().is_none_or(|&(least, _, _)| added < least) {
                best = Some((added, at, grown));
            }
        }
        if let Some((_, at, grown)) = best {
            groups[at] = grown;
        }
    }
    Ok(groups)
}

/// Where somebody may lie without making the window of an issue dearer for those who are in it.
fn room_of(ground: &Ground, rows: &[u32], fitter: &mut Fitter) -> Bounds {
    let mut group = Group::alike(rows.to_vec());
    fitter.fit(ground, &mut group);
    let mut room = group.outer;
    for issue in 0..ground.width {
        if room.low[issue] >= ground.points {
            continue;
        }
        let rated = rows
            .iter()
            .map(|&row| ground.own(row)[issue])
            .filter(|&cell| cell < ground.points);
        let (low, high) = rated.fold((u16::MAX, 0), |(low, high), cell| {
            (low.min(cell), high.max(cell))
        });
        if low <= high && high - low <= ground.within {
            room.low[issue] = high.saturating_sub(ground.within);
            room.high[issue] = low + ground.within;
        }
    }
    room
}
