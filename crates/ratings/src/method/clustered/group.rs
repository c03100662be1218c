//! People who are brought close to each other, and where: windows that cost least.
//!
//! A group has hubs and others. All hubs lie in the inner windows and everybody else in the outer ones, which
//! are made so that whoever is in them is close to every hub: the narrower the inner window of an issue is,
//! the wider is its outer one. With k − 1 hubs everybody has enough people near, and only the hubs pay for it.

use super::ground::{Bounds, Ground};
use cloakroom_core::settings::NullPolicy;

/// On scales shorter than this all windows are tried.
const SHORT: u16 = 16;
/// Wider windows than this are tried in steps.
const FINE: u16 = 8;

#[derive(Clone, Debug, Default)]
pub struct Group {
    pub hubs: Vec<u32>,
    pub others: Vec<u32>,
    pub inner: Bounds,
    pub outer: Bounds,
    pub cost: u64,
}

/// The ratings of an issue, ready to say what a window costs.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// By point, what it costs to raise all that lie below it.
    raise: Vec<u64>,
    /// By point, what it costs to lower all that lie above it.
    lower: Vec<u64>,
    rated: u64,
    unrated: u64,
}

/// Room for fitting, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Fitter {
    /// Issue after issue, how many gave each point, and how many none.
    hub_counts: Vec<u32>,
    other_counts: Vec<u32>,
    hubs: Tally,
    others: Tally,
}

impl Tally {
    /// `counts` by point, then the unrated.
    fn fill(&mut self, counts: &[u32]) {
        let (&unrated, counts) = counts.split_last().unwrap_or((&0, &[]));
        self.unrated = u64::from(unrated);
        self.raise.clear();
        let (mut below, mut cost) = (0, 0);
        for &count in counts {
            cost += below;
            self.raise.push(cost);
            below += u64::from(count);
        }
        self.rated = below;
        self.lower.clear();
        self.lower.resize(counts.len(), 0);
        let (mut above, mut cost) = (0, 0);
        for (place, &count) in self.lower.iter_mut().zip(counts).rev() {
            cost += above;
            *place = cost;
            above += u64::from(count);
        }
    }

    /// What it costs to bring all ratings between two points; the upper may lie beyond the scale.
    #[inline]
    fn between(&self, low: u16, high: u16) -> u64 {
        self.raise[usize::from(low)] + self.lower.get(usize::from(high)).copied().unwrap_or(0)
    }
}

/// Counts the ratings of every issue, row after row.
fn count(ground: &Ground, rows: &[u32], counts: &mut Vec<u32>) {
    let slots = usize::from(ground.points) + 1;
    counts.clear();
    counts.resize(ground.width * slots, 0);
    for &row in rows {
        let cells = &ground.own(row)[..ground.width];
        for (&cell, counts) in cells.iter().zip(counts.chunks_exact_mut(slots)) {
            counts[usize::from(cell.min(ground.points))] += 1;
        }
    }
}

impl Fitter {
    /// The cheapest windows for the roles as they are.
    pub fn fit(&mut self, ground: &Ground, group: &mut Group) {
        let stride = ground.stride;
        for bounds in [&mut group.inner, &mut group.outer] {
            bounds.low.resize(stride, 0);
            bounds.high.resize(stride, 0);
        }
        // Without hubs one window must do for all; with few others the hubs need each other.
        let spreads: (u16, u16) = if group.hubs.is_empty() {
            (ground.within, ground.within)
        } else if group.others.len() + 1 < ground.k {
            (0, ground.within)
        } else {
            (0, ground.within.saturating_mul(2).min(ground.points - 1))
        };
        group.cost = 0;
        let slots = usize::from(ground.points) + 1;
        count(ground, &group.hubs, &mut self.hub_counts);
        count(ground, &group.others, &mut self.other_counts);
        for issue in 0..ground.width {
            let range = issue * slots..(issue + 1) * slots;
            self.hubs.fill(&self.hub_counts[range.clone()]);
            self.others.fill(&self.other_counts[range]);
            let rated = self.hubs.rated + self.others.rated;
            let unrated = self.hubs.unrated + self.others.unrated;
            let is_unrated = match ground.nulls {
                NullPolicy::Unrate => unrated > 0 || rated == 0,
                NullPolicy::Fill => rated == 0,
                NullPolicy::Cheapest => rated == 0,
            };
            let r = u64::from(ground.r);
            let away = rated * r;
            if is_unrated {
                self.unrate(ground, group, issue, away);
                continue;
            }
            let (cost, start, spread) = self.cheapest(ground, spreads);
            if ground.nulls == NullPolicy::Cheapest && away < cost + unrated * r {
                self.unrate(ground, group, issue, away);
                continue;
            }
            group.cost += cost + unrated * r;
            group.inner.low[issue] = start;
            group.inner.high[issue] = start + spread;
            group.outer.low[issue] = (start + spread).saturating_sub(ground.within);
            group.outer.high[issue] = start + ground.within;
        }
    }

    fn unrate(&self, ground: &Ground, group: &mut Group, issue: usize, cost: u64) {
        for bounds in [&mut group.inner, &mut group.outer] {
            bounds.low[issue] = ground.null;
            bounds.high[issue] = ground.null;
        }
        group.cost += cost;
    }

    /// Cost, start and spread of the cheapest inner window; the narrowest and lowest of equally cheap ones.
    fn cheapest(&self, ground: &Ground, (least, most): (u16, u16)) -> (u64, u16, u16) {
        let step = (most - least).div_ceil(FINE).max(1);
        let mut best = (u64::MAX, 0, 0);
        let mut spread = least;
        loop {
            let (cost, start) = self.best_start(ground, spread);
            if cost < best.0 {
                best = (cost, start, spread);
            }
            if spread >= most {
                return best;
            }
            spread = (spread + step).min(most);
        }
    }

    fn best_start(&self, ground: &Ground, spread: u16) -> (u64, u16) {
        let last = (ground.points - 1).saturating_sub(spread);
        let cost = |start: u16| {
            let end = start + spread;
            let low = end.saturating_sub(ground.within);
            self.hubs.between(start, end) + self.others.between(low, start + ground.within)
        };
        if last < SHORT {
            let starts = (0..=last).map(|start| (cost(start), start));
            return starts.min().unwrap_or_default();
        }
        // The cost falls, then rises: find where it stops falling.
        let (mut from, mut to) = (0, last);
        while from < to {
            let middle = from + (to - from) / 2;
            if cost(middle + 1) < cost(middle) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        (cost(from), from)
    }

    /// The cheapest windows and roles that changing them in turn comes to. Hubs are chosen anew among all.
    pub fn settle(&mut self, ground: &Ground, group: &mut Group) {
        self.fit(ground, group);
        if group.hubs.is_empty() {
            return;
        }
        loop {
            let mut better = group.clone();
            better.choose_hubs(ground);
            self.fit(ground, &mut better);
            if better.cost >= group.cost {
                return;
            }
            *group = better;
        }
    }
}

impl Group {
    /// Everybody in the same windows.
    pub fn alike(rows: Vec<u32>) -> Self {
        Self {
            others: rows,
            ..Self::default()
        }
    }

    pub fn size(&self) -> usize {
        self.hubs.len() + self.others.len()
    }

    pub fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        self.hubs.iter().chain(&self.others).copied()
    }

    /// Makes those the k − 1 hubs for whom that costs least more, by the windows as they are.
    fn choose_hubs(&mut self, ground: &Ground) {
        let mut rows: Vec<(i64, u32)> = self
            .rows()
            .map(|row| {
                let hub = i64::from(ground.cost(row, &self.inner, u32::MAX));
                let other = i64::from(ground.cost(row, &self.outer, u32::MAX));
                (hub - other, row)
            })
            .collect();
        rows.sort_unstable();
        let hubs = (ground.k - 1).min(rows.len());
        self.hubs = rows[..hubs].iter().map(|&(_, row)| row).collect();
        self.others = rows[hubs..].iter().map(|&(_, row)| row).collect();
    }

    /// A place with all hubs at these cells, and nobody there yet.
    pub fn around(ground: &Ground, cells: &[u16]) -> Self {
        Self {
            inner: Bounds::around(cells, 0),
            outer: Bounds::around(cells, ground.within),
            ..Self::default()
        }
    }

    /// Other people at the same place: those who lie best become hubs.
    #[must_use]
    pub fn with(&self, ground: &Ground, rows: Vec<u32>) -> Self {
        let mut group = Self {
            inner: self.inner.clone(),
            outer: self.outer.clone(),
            others: rows,
            ..Self::default()
        };
        group.choose_hubs(ground);
        group
    }

    /// Whether these are the people of the group, each named once.
    pub fn is_of(&self, rows: &[u32]) -> bool {
        // A sum of spread numbers: equal for the same people in any order.
        let stamp = |sum: u64, row: u32| {
            let spread = u64::from(row + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum.wrapping_add(spread ^ spread >> 29)
        };
        let theirs = rows.iter().copied().fold(0, stamp);
        self.size() == rows.len() && self.rows().fold(0, stamp) == theirs
    }

    /// The middle of the inner windows.
    pub fn middle(&self, ground: &Ground) -> Vec<u16> {
        let bounds = if self.hubs.is_empty() {
            &self.outer
        } else {
            &self.inner
        };
        (0..ground.stride)
            .map(|issue| bounds.low[issue] + (bounds.high[issue] - bounds.low[issue]) / 2)
            .collect()
    }
}

/// Where everybody comes to lie, row after row.
pub fn lay_out(ground: &Ground, groups: &[Group]) -> Vec<u16> {
    let stride = ground.stride;
    let mut cells = vec![0; ground.size() * stride];
    for group in groups {
        for (rows, bounds) in [(&group.hubs, &group.inner), (&group.others, &group.outer)] {
            for &row in rows {
                ground.place(row, bounds, &mut cells[row as usize * stride..][..stride]);
            }
        }
    }
    cells
}

pub fn cost_of(groups: &[Group]) -> u64 {
    groups.iter().map(|group| group.cost).sum()
}
