//! What a set of people is pressed into, so that all of them are close to each other: the same issues, and a
//! window for each.

use super::RatingsTask;
use super::flags::Flags;
use super::window::{Window, cheapest_of_sorted};
use crate::ratings::{NULL, apart};
use cloakroom_core::settings::NullPolicy;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Fewer cells than this are not worth another thread.
const WORTH_SHARING: usize = 1 << 15;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mould {
    /// By issue; `None` where nobody shall have rated it.
    issues: Vec<Option<Slot>>,
    /// By issue, in steps of the scale, over all people it was made for.
    pub costs: Vec<u64>,
    pub cost: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    window: Window,
    /// What those get who did not rate the issue.
    fill: u16,
}

/// Which issues a mould leaves rated. One that nobody rated stays unrated in any case.
#[derive(Clone, Copy, Debug)]
pub enum Rated<'a> {
    These(&'a Flags),
    /// Where that costs no more than to remove the ratings.
    Cheapest,
    /// What all of them rated.
    ByAll,
    /// What any of them rated.
    ByAny,
}

impl Rated<'_> {
    /// For people of whom nobody's flags count more than another's.
    pub fn by(policy: NullPolicy) -> Self {
        match policy {
            NullPolicy::Cheapest => Self::Cheapest,
            NullPolicy::Unrate => Self::ByAll,
            NullPolicy::Fill => Self::ByAny,
        }
    }
}

/// What an issue costs that is rated by all, and what if it is rated by none.
struct Choice {
    slot: Option<Slot>,
    by_all: bool,
    rated: u64,
    unrated: u64,
}

impl Mould {
    /// The cheapest for these people.
    pub fn of(
        task: &RatingsTask<'_>,
        members: &[u32],
        rated: Rated<'_>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let slot = |issue: usize| -> Result<(Option<Slot>, u64), Stopped> {
            progress.check()?;
            let choice = Choice::of(task, members, issue);
            let stays = match rated {
                Rated::These(flags) => flags.rated(issue),
                Rated::Cheapest => choice.rated <= choice.unrated,
                Rated::ByAll => choice.by_all,
                Rated::ByAny => true,
            };
            Ok(match choice.slot {
                Some(slot) if stays => (Some(slot), choice.rated),
                _ => (None, choice.unrated),
            })
        };
        let width = task.width();
        let slots = if members.len() * width < WORTH_SHARING {
            (0..width).map(slot).collect::<Result<Vec<_>, Stopped>>()?
        } else {
            let shared = (0..width).into_par_iter().map(slot);
            shared.collect::<Result<Vec<_>, Stopped>>()?
        };
        let (issues, costs): (Vec<Option<Slot>>, Vec<u64>) = slots.into_iter().unzip();
        Ok(Self {
            cost: costs.iter().sum(),
            issues,
            costs,
        })
    }

    pub fn flags(&self) -> Flags {
        Flags::from_rated(self.issues.iter().map(Option::is_some))
    }

    /// What is given to those who did not rate an issue, where anybody shall have rated it.
    pub fn fill(&self, issue: usize) -> Option<u16> {
        self.issues[issue].map(|slot| slot.fill)
    }

    /// How far the windows of two moulds lie apart, over all issues, in steps of the scale of `r` points.
    pub fn apart(&self, other: &Self, r: u16) -> u64 {
        let issues = self.issues.iter().zip(&other.issues);
        let gaps = issues.map(|pair| match pair {
            (Some(a), Some(b)) => a.window.start.abs_diff(b.window.start),
            (None, None) => 0,
            _ => r,
        });
        gaps.map(u64::from).sum()
    }

    /// What a row becomes.
    pub fn press<'a>(&'a self, row: &'a [u16]) -> impl Iterator<Item = u16> + 'a {
        let cells = self.issues.iter().zip(row);
        cells.map(|(slot, &cell)| match slot {
            None => NULL,
            Some(slot) if cell == NULL => slot.fill,
            Some(slot) => slot.window.clamp(cell),
        })
    }

    /// What it costs to press one row, in steps of the scale of `r` points.
    pub fn cost_of(&self, row: &[u16], r: u16) -> u64 {
        let pressed = self.press(row).zip(row);
        pressed
            .map(|(after, &before)| u64::from(apart(before, after, r)))
            .sum()
    }

    /// Presses these people into it.
    pub fn apply(&self, task: &RatingsTask<'_>, members: &[u32], cells: &mut [u16]) {
        let width = task.width();
        for &person in members {
            let row = task.row(person as usize);
            let from = person as usize * width;
            for (cell, pressed) in cells[from..from + width].iter_mut().zip(self.press(row)) {
                *cell = pressed;
            }
        }
    }
}

impl Choice {
    fn of(task: &RatingsTask<'_>, members: &[u32], issue: usize) -> Self {
        let width = task.width();
        let cells = members
            .iter()
            .map(|&person| task.cells[person as usize * width + issue]);
        let mut ratings: Vec<u16> = cells.filter(|&cell| cell != NULL).collect();
        ratings.sort_unstable();
        let r = u64::from(task.survey.r());
        let unrated = r * ratings.len() as u64;
        let others = r * (members.len() - ratings.len()) as u64;
        let (window, narrowed) = cheapest_of_sorted(&ratings, task.target.within);
        let slot = (!ratings.is_empty()).then(|| Slot {
            window,
            fill: window.clamp(ratings[(ratings.len() - 1) / 2]),
        });
        Self {
            slot,
            by_all: others == 0,
            rated: others + narrowed,
            unrated,
        }
    }
}
