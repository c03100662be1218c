//! The groups that people end up in: large Hamming groups with those who join them.

use super::super::RatingsTask;
use super::super::check::{spreads, violators};
use super::super::flags::{Flags, HammingGroup, hamming_groups, middle_flags};
use super::super::mould::{Mould, Rated};
use cloakroom_core::settings::NullPolicy;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

pub struct Parts<'a> {
    pub task: RatingsTask<'a>,
    pub all: Vec<Part>,
}

#[derive(Clone, Debug, Default)]
pub struct Part {
    pub flags: Flags,
    /// Those who had these flags from the start; ascending.
    pub natives: Vec<u32>,
    /// Those who take them on; ascending.
    pub incomers: Vec<u32>,
    /// Whether the natives hold by themselves.
    pub holds: bool,
    /// What was found out about these members.
    known: Known,
}

#[derive(Clone, Debug, Default)]
struct Known {
    spreads: Option<bool>,
    flags: Option<Flags>,
}

impl Part {
    /// Whether its people have to be pressed together; otherwise they stay as they are.
    pub fn is_pressed(&self) -> bool {
        !(self.holds && self.incomers.is_empty())
    }

    pub fn len(&self) -> usize {
        self.natives.len() + self.incomers.len()
    }

    pub fn members(&self) -> Vec<u32> {
        [self.natives.as_slice(), &self.incomers].concat()
    }

    /// Takes these people out, ascending.
    pub fn remove(&mut self, people: &[u32]) {
        let stays = |person: &u32| people.binary_search(person).is_err();
        let natives = self.natives.len();
        self.natives.retain(stays);
        self.incomers.retain(stays);
        self.holds &= self.natives.len() == natives;
        self.known = Known::default();
    }

    /// Takes in the people of another part.
    pub fn join(&mut self, other: Self) {
        self.incomers.extend(other.natives);
        self.incomers.extend(other.incomers);
        self.incomers.sort_unstable();
        self.known = Known::default();
    }
}

impl<'a> Parts<'a> {
    pub fn form(task: RatingsTask<'a>, progress: &Progress) -> Result<Self, Stopped> {
        let people = task.survey.people() as u32;
        let groups = hamming_groups(&task, 0..people, progress)?;
        let (large, small): (Vec<HammingGroup>, Vec<HammingGroup>) = groups
            .into_iter()
            .partition(|group| group.members.len() >= task.target.k as usize);
        if large.is_empty() {
            let flags = middle_flags(task.width(), &small).unwrap_or_default();
            let one = Part {
                flags,
                natives: Vec::new(),
                incomers: (0..people).collect(),
                holds: false,
                known: Known::default(),
            };
            return Ok(Self {
                task,
                all: vec![one],
            });
        }
        let mut breaks = vec![false; people as usize];
        for person in violators(&task, task.survey, progress)? {
            breaks[person as usize] = true;
        }
        let mut all: Vec<Part> = large
            .into_iter()
            .map(|group| Part {
                holds: !group.members.iter().any(|&person| breaks[person as usize]),
                flags: group.flags,
                natives: group.members,
                incomers: Vec::new(),
                known: Known::default(),
            })
            .collect();
        let nearest = small
            .par_iter()
            .enumerate()
            .map(|(at, group)| {
                progress.check_every(1 << 6, at)?;
                let distance = |&at: &usize| group.flags.hamming(&all[at].flags);
                Ok((0..all.len()).min_by_key(distance).unwrap_or(0))
            })
            .collect::<Result<Vec<usize>, Stopped>>()?;
        for (group, at) in small.into_iter().zip(nearest) {
            all[at].incomers.extend(group.members);
        }
        for part in &mut all {
            part.incomers.sort_unstable();
        }
        Ok(Self { task, all })
    }

    /// What the people of a part are pressed into.
    pub fn mould(&self, part: &Part, progress: &Progress) -> Result<Mould, Stopped> {
        let rated = match self.task.settings.nulls {
            // The yardstick of the other methods: those who join take on the flags of the group.
            NullPolicy::Cheapest => Rated::These(&part.flags),
            policy => Rated::by(policy),
        };
        Mould::of(&self.task, &part.members(), rated, progress)
    }

    /// Whether a part is as it must be: pressed together with sensitive ratings that spread, or not pressed.
    pub fn spreads(&mut self, at: usize) -> bool {
        let task = &self.task;
        let part = &mut self.all[at];
        if !part.is_pressed() {
            return true;
        }
        match part.known.spreads {
            Some(known) => known,
            None => *part.known.spreads.insert(spreads(task, &part.members())),
        }
    }

    /// The flags that the people of a part are released with.
    pub fn released_flags(&mut self, at: usize, progress: &Progress) -> Result<Flags, Stopped> {
        let part = &self.all[at];
        if !part.is_pressed() {
            return Ok(part.flags.clone());
        }
        if let Some(known) = &part.known.flags {
            return Ok(known.clone());
        }
        let flags = self.mould(part, progress)?.flags();
        self.all[at].known.flags = Some(flags.clone());
        Ok(flags)
    }
}
