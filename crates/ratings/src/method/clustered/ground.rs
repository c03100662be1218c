//! The people of a survey, or some of them, laid out for quick comparison.

use crate::method::RatingsTask;
use crate::ratings::NULL;
use cloakroom_core::settings::NullPolicy;

/// Rows are filled up to a multiple of so many cells, so that they are compared many cells at a time.
const LANES: usize = 8;
/// After so many cells a sum is compared with what it may reach.
const STRETCH: usize = 4 * LANES;
/// Finer scales do not fit into cells of 16 bits beside the mark of an unrated cell.
pub const MOST_POINTS: u16 = 16_000;

/// An unrated cell holds a number so far from all points that it is close to nothing but itself.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The person of the survey behind each row.
    pub people: Vec<u32>,
    pub width: usize,
    pub stride: usize,
    pub points: u16,
    /// What it costs to rate an unrated cell or the other way round.
    pub r: u16,
    /// ε in steps.
    pub within: u16,
    pub k: usize,
    pub nulls: NullPolicy,
    /// What an unrated cell holds.
    pub null: u16,
    own: Vec<u16>,
    /// By issue, the lower median of what was rated: near it a cell is filled in.
    usual: Vec<u16>,
}

/// For each issue, from which point to which. An issue that is unrated has both at the mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub low: Vec<u16>,
    pub high: Vec<u16>,
}

impl Ground {
    pub fn new(task: &RatingsTask<'_>, people: Vec<u32>) -> Self {
        let width = task.width();
        let stride = width.next_multiple_of(LANES).max(LANES);
        let points = task.survey.scale.points();
        let null = points * 3;
        let mut own = vec![0; people.len() * stride];
        let mut counts = vec![0u32; width * usize::from(points)];
        for (at, &person) in people.iter().enumerate() {
            for (issue, &cell) in task.row(person as usize).iter().enumerate() {
                let place = &mut own[at * stride + issue];
                if cell == NULL {
                    *place = null;
                } else {
                    *place = cell;
                    counts[issue * usize::from(points) + usize::from(cell)] += 1;
                }
            }
        }
        let mut usual: Vec<u16> = counts
            .chunks_exact(usize::from(points).max(1))
            .map(lower_median)
            .collect();
        usual.resize(stride, 0);
        Self {
            people,
            width,
            stride,
            points,
            r: task.survey.r(),
            within: task.target.within,
            k: task.target.k.max(1) as usize,
            nulls: task.settings.nulls,
            null,
            own,
            usual,
        }
    }

    pub fn size(&self) -> usize {
        self.people.len()
    }

    #[inline]
    pub fn own(&self, row: u32) -> &[u16] {
        let at = row as usize * self.stride;
        &self.own[at..at + self.stride]
    }

    /// Every point of every issue, and unrated too.
    pub fn everywhere(&self) -> Bounds {
        let mut high = vec![u16::MAX; self.stride];
        high[self.width..].fill(0);
        Bounds {
            low: vec![0; self.stride],
            high,
        }
    }

    /// What the row pays for being moved into the bounds; the sum stops growing once it is above `most`.
    #[inline]
    pub fn cost(&self, row: u32, bounds: &Bounds, most: u32) -> u32 {
        outside(self.own(row), &bounds.low, &bounds.high, self.r, most)
    }

    /// What the row pays for these cells.
    pub fn paid(&self, row: u32, cells: &[u16]) -> u32 {
        outside(self.own(row), cells, cells, self.r, u32::MAX)
    }

    /// Where the row comes to lie inside the bounds, at the least cost.
    pub fn place(&self, row: u32, bounds: &Bounds, cells: &mut [u16]) {
        for (issue, (cell, &own)) in cells.iter_mut().zip(self.own(row)).enumerate() {
            let (low, high) = (bounds.low[issue], bounds.high[issue]);
            *cell = if low >= self.points {
                self.null
            } else if own < self.points {
                own.clamp(low, high)
            } else if high >= self.null {
                own
            } else {
                self.usual[issue].clamp(low, high)
            };
        }
    }

    /// Whether the policy lets this row be released with the flags of these cells.
    #[inline]
    pub fn may_take(&self, row: u32, cells: &[u16]) -> bool {
        let own = self.own(row);
        match self.nulls {
            NullPolicy::Cheapest => true,
            NullPolicy::Unrate => !own
                .iter()
                .zip(cells)
                .any(|(&own, &cell)| own >= self.points && cell < self.points),
            NullPolicy::Fill => !own
                .iter()
                .zip(cells)
                .any(|(&own, &cell)| own < self.points && cell >= self.points),
        }
    }

    /// What it would cost to move from some cells to others.
    pub fn apart(&self, a: &[u16], b: &[u16]) -> u32 {
        outside(a, b, b, self.r, u32::MAX)
    }

    /// The cell as surveys write it.
    pub fn released(&self, cell: u16) -> u16 {
        if cell >= self.points { NULL } else { cell }
    }
}

impl Bounds {
    /// What is close to these cells.
    pub fn around(cells: &[u16], within: u16) -> Self {
        Self {
            low: cells
                .iter()
                .map(|cell| cell.saturating_sub(within))
                .collect(),
            high: cells.iter().map(|cell| cell + within).collect(),
        }
    }

    /// What is close to these cells too.
    pub fn narrow(&mut self, cells: &[u16], within: u16) {
        for ((low, high), cell) in self.low.iter_mut().zip(&mut self.high).zip(cells) {
            *low = (*low).max(cell.saturating_sub(within));
            *high = (*high).min(cell + within);
        }
    }
}

fn lower_median(counts: &[u32]) -> u16 {
    let half = counts.iter().sum::<u32>().div_ceil(2);
    let mut seen = 0;
    let place = counts.iter().position(|count| {
        seen += count;
        seen >= half
    });
    place.unwrap_or(0) as u16
}

/// How far a row lies outside bounds, summed over issues; at most `r` for each.
#[inline]
fn outside(row: &[u16], low: &[u16], high: &[u16], r: u16, most: u32) -> u32 {
    let mut total = 0;
    let stretches = row
        .chunks(STRETCH)
        .zip(low.chunks(STRETCH))
        .zip(high.chunks(STRETCH));
    for ((row, low), high) in stretches {
        let lanes = row
            .chunks_exact(LANES)
            .zip(low.chunks_exact(LANES))
            .zip(high.chunks_exact(LANES));
        let mut sums = [0u16; LANES];
        for ((row, low), high) in lanes {
            for lane in 0..LANES {
                let under = low[lane].saturating_sub(row[lane]);
                let over = row[lane].saturating_sub(high[lane]);
                sums[lane] += (under + over).min(r);
            }
        }
        total += sums.iter().map(|&sum| u32::from(sum)).sum::<u32>();
        if total > most {
            break;
        }
    }
    total
}

/// What `own` pays for being close to `cells` and inside the bounds; `u32::MAX` if nothing is both.
#[inline]
pub fn meeting_cost(
    own: &[u16],
    bounds: &Bounds,
    cells: &[u16],
    within: u16,
    r: u16,
    most: u32,
) -> u32 {
    let mut total = 0;
    let stretches = own
        .chunks(STRETCH)
        .zip(bounds.low.chunks(STRETCH))
        .zip(bounds.high.chunks(STRETCH))
        .zip(cells.chunks(STRETCH));
    for (((own, low), high), cells) in stretches {
        let lanes = own
            .chunks_exact(LANES)
            .zip(low.chunks_exact(LANES))
            .zip(high.chunks_exact(LANES))
            .zip(cells.chunks_exact(LANES));
        let mut sums = [0u16; LANES];
        let mut gaps = [0u16; LANES];
        for (((own, low), high), cells) in lanes {
            for lane in 0..LANES {
                let low = low[lane].max(cells[lane].saturating_sub(within));
                let high = high[lane].min(cells[lane] + within);
                gaps[lane] |= low.saturating_sub(high);
                let under = low.saturating_sub(own[lane]);
                let over = own[lane].saturating_sub(high);
                sums[lane] += (under.saturating_add(over)).min(r);
            }
        }
        if gaps.iter().any(|&gap| gap > 0) {
            return u32::MAX;
        }
        total += sums.iter().map(|&sum| u32::from(sum)).sum::<u32>();
        if total > most {
            break;
        }
    }
    total
}

/// Whether two rows are close.
#[inline]
pub fn are_close(a: &[u16], b: &[u16], within: u16) -> bool {
    for (a, b) in a.chunks(STRETCH).zip(b.chunks(STRETCH)) {
        let mut gaps = [0u16; LANES];
        for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
            for lane in 0..LANES {
                let apart = a[lane].saturating_sub(b[lane]) | b[lane].saturating_sub(a[lane]);
                gaps[lane] |= apart.saturating_sub(within);
            }
        }
        if gaps.iter().any(|&gap| gap > 0) {
            return false;
        }
    }
    true
}
