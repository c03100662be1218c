//! Who is pressed together with whom, and who stays.

use super::super::dearest::dearest;
use super::super::mould::Mould;
use super::super::{AnonymizedRatings, RatingsTask, means};
use super::borrow::fill_up;
use super::divide::{divide, mould};
use cloakroom_core::{Progress, Stopped};

#[derive(Clone, Debug)]
pub struct Plan {
    /// Groups that are pressed together, each into its mould; people ascending.
    pub groups: Vec<(Vec<u32>, Mould)>,
    /// People who stay as they are, together with those they need; ascending.
    pub blocks: Vec<Vec<u32>>,
    /// Ascending.
    pub left_out: Vec<u32>,
}

impl Plan {
    /// `leaving` are those who are to be pressed together, ascending; the others in each component hold
    /// without them.
    pub fn make(
        task: &RatingsTask<'_>,
        components: &[Vec<u32>],
        leaving: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let stays = |person: &u32| leaving.binary_search(person).is_err();
        let mut blocks: Vec<Vec<u32>> = components
            .iter()
            .map(|members| members.iter().copied().filter(stays).collect())
            .filter(|block: &Vec<u32>| !block.is_empty())
            .collect();
        let groups = if leaving.len() < task.target.k as usize {
            fill_up(task, leaving, &mut blocks, progress)?
        } else {
            divide(task, leaving.to_vec(), progress)?
        };
        Ok(Self {
            groups,
            blocks,
            left_out: Vec::new(),
        })
    }

    /// In steps of the scale.
    pub fn cost(&self) -> u64 {
        self.groups.iter().map(|(_, mould)| mould.cost).sum()
    }

    /// Leaves out the groups that save most for each of their people, then the people who cost most.
    pub fn leave_out(
        &mut self,
        task: &RatingsTask<'_>,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let (mut free, mut gone) = (task.may_leave_out, 0);
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        order.sort_by(|&a, &b| {
            let saved = |one: usize, other: usize| {
                u128::from(self.groups[one].1.cost) * self.groups[other].0.len() as u128
            };
            saved(b, a).cmp(&saved(a, b))
        });
        let mut goes = vec![false; self.groups.len()];
        for at in order {
            let (members, mould) = &self.groups[at];
            let somebody_stays = gone + members.len() < task.survey.people();
            if members.len() <= free && mould.cost > 0 && somebody_stays {
                gone += members.len();
                free -= members.len();
                goes[at] = true;
            }
        }
        let groups = std::mem::take(&mut self.groups);
        for (group, goes) in groups.into_iter().zip(goes) {
            if goes {
                self.left_out.extend(group.0);
            } else {
                self.groups.push(group);
            }
        }
        let dear = dearest(task, &self.groups, free, progress)?;
        for (members, pressed) in &mut self.groups {
            let before = members.len();
            members.retain(|person| dear.binary_search(person).is_err());
            if members.len() < before {
                *pressed = mould(task, members, progress)?;
            }
        }
        self.left_out.extend(dear);
        self.left_out.sort_unstable();
        Ok(())
    }

    /// The cells of everybody, as planned.
    pub fn made(
        &self,
        task: &RatingsTask<'_>,
        progress: &Progress,
    ) -> Result<AnonymizedRatings, Stopped> {
        let mut cells = task.cells.to_vec();
        for (members, mould) in &self.groups {
            progress.check()?;
            if task.settings.keep_means {
                means::apply(task, members, mould, &mut cells, progress)?;
            } else {
                mould.apply(task, members, &mut cells);
            }
        }
        let (people, left_out) = (task.survey.people(), self.left_out.clone());
        Ok(AnonymizedRatings::without(cells, people, left_out))
    }
}
