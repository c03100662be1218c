//! Every promise about transactions from its definition, and how much further each would hold.

use super::Released;
use super::pile::Pile;
use super::quest::{Aim, Quest};
use super::rare;
use super::telling::{self, Among, Share};
use crate::requirement::{Requirement, SetSize, Unbounded, millionths};
use crate::verdict::{Amount, Basis, Verdict};
use crate::watch::{Stopped, Watch};
use std::collections::BTreeMap;

pub struct Decided {
    /// In the order k, m, p, h, duplicates; those that are asked for.
    pub verdicts: Vec<Verdict>,
    /// Baskets that break a promise, ascending.
    pub violating: Vec<u32>,
    /// The fewest baskets that hold any one of the sets that were promised something about; `None` if it is not
    /// known or there are no baskets.
    pub least: Option<u64>,
    /// Baskets that differ from each other.
    pub distinct: usize,
    /// How many of those stand so many times.
    pub sizes: BTreeMap<u64, u64>,
}

/// A requirement in whole numbers.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub k: u32,
    /// 0 if it is not asked for.
    pub m: u32,
    /// 0 if it is not asked for.
    pub p: u32,
    pub share: Share,
    pub duplicates: bool,
}

/// (h, k, p)-coherence is asked for where h is named; private items are then kept apart from all others, and
/// otherwise are items like any other.
pub fn decide(
    released: &Released<'_>,
    requirement: &Requirement,
    watch: &dyn Watch,
) -> Result<Decided, Stopped> {
    let coherent = requirement.h.is_some();
    let pile = Pile::gather(released, coherent, watch)?;
    let asked = Asked {
        k: requirement.least_size(),
        m: requirement.m.map_or(0, |m| m.most()),
        p: if coherent {
            requirement.p.unwrap_or(1)
        } else {
            0
        },
        share: Share {
            part: requirement.h.map_or(1_000_000, millionths),
            all: 1_000_000,
        },
        duplicates: requirement.duplicates,
    };
    let own = pile.own_support(asked.k, watch)?;
    let check = Check {
        pile: &pile,
        asked,
        own: &own,
        baskets: released.len() as u64,
        watch,
    };
    let broken = check.broken()?;
    let least = check.least(&broken)?;
    Ok(Decided {
        verdicts: check.verdicts(requirement, &broken, least)?,
        violating: check.baskets_of(|row| broken.has_few(row) || broken.telling[row]),
        least,
        distinct: pile.len(),
        sizes: sizes(&pile),
    })
}

fn sizes(pile: &Pile) -> BTreeMap<u64, u64> {
    let mut sizes = BTreeMap::new();
    for &weight in &pile.weight {
        *sizes.entry(u64::from(weight)).or_insert(0) += 1;
    }
    sizes
}

/// By row of the pile.
pub(super) struct Broken {
    /// Holds a rare set of at most m items, of at most p items.
    pub rare_m: Vec<bool>,
    pub rare_p: Vec<bool>,
    pub telling: Vec<bool>,
    /// Has too few duplicates.
    pub single: Vec<bool>,
}

impl Broken {
    fn has_few(&self, row: usize) -> bool {
        self.rare_m[row] || self.rare_p[row] || self.single[row]
    }

    pub fn any(rows: &[bool]) -> bool {
        rows.contains(&true)
    }

    pub fn is_coherent(&self) -> bool {
        !Self::any(&self.rare_p) && !Self::any(&self.telling)
    }
}

pub(super) struct Check<'a> {
    pub pile: &'a Pile,
    pub asked: Asked,
    pub own: &'a [u32],
    pub baskets: u64,
    pub watch: &'a dyn Watch,
}

impl Check<'_> {
    fn broken(&self) -> Result<Broken, Stopped> {
        let Asked {
            k,
            m,
            p,
            share,
            duplicates,
        } = self.asked;
        let rare_m = self.rare(m)?;
        let rare_p = if p == m {
            rare_m.clone()
        } else {
            self.rare(p)?
        };
        let telling = if p == 0 {
            vec![false; self.pile.len()]
        } else {
            telling::rows(self.pile, Among { least: k, most: p }, share, self.watch)?
        };
        let single = |&weight: &u32| duplicates && weight < k;
        Ok(Broken {
            rare_m,
            rare_p,
            telling,
            single: self.pile.weight.iter().map(single).collect(),
        })
    }

    /// By row: whether it holds a set of at most so many items that fewer than k baskets hold.
    fn rare(&self, most: u32) -> Result<Vec<bool>, Stopped> {
        let k = self.asked.k;
        if most == 0 {
            return Ok(vec![false; self.pile.len()]);
        }
        if most as usize >= self.pile.longest() {
            // All parts of a row are in as many baskets as the whole of it.
            return Ok(self.own.iter().map(|&own| own < k).collect());
        }
        let quest = Quest::new(Aim::Rows, self.own, k, most, self.watch);
        rare::search(self.pile, &quest)?;
        Ok(quest.marks())
    }

    fn verdicts(
        &self,
        requirement: &Requirement,
        broken: &Broken,
        least: Option<u64>,
    ) -> Result<Vec<Verdict>, Stopped> {
        let mut verdicts = Vec::new();
        let mut verdict = |name: &str, wanted, reached, violations: usize| {
            verdicts.push(Verdict {
                name: name.to_owned(),
                wanted,
                reached,
                satisfied: violations == 0 && self.baskets > 0,
                violations: violations as u64,
                basis: Basis::Released,
            });
        };
        let count = |breaks: &dyn Fn(usize) -> bool| self.baskets_of(breaks).len();
        let k = u64::from(self.asked.k);
        let single = Broken::any(&broken.single);
        if requirement.k.is_some() {
            let reached = self.most_k(broken, least)?.map(Amount::Count);
            let few = count(&|row| broken.has_few(row));
            verdict("k", Amount::Count(k), reached, few);
        }
        if requirement.m.is_some() {
            let longest = self.pile.longest() as u64;
            let (wanted, least_m) = match requirement.m {
                Some(SetSize::AtMost(m)) => (Amount::Count(u64::from(m)), u64::from(m)),
                _ => (Amount::Unbounded(Unbounded::Inf), longest),
            };
            let rest_holds = !single && broken.is_coherent();
            let least = if rest_holds {
                self.least_rare(self.asked.m, Broken::any(&broken.rare_m))?
            } else {
                None
            };
            let reached = match least {
                Some(None) => Some(longest.max(least_m)),
                Some(Some(size)) => Some(u64::from(size) - 1),
                None => None,
            };
            let reached = reached.filter(|&m| m > 0).map(Amount::Count);
            let few = count(&|row| broken.rare_m[row]);
            verdict("m", wanted, reached, few);
        }
        if let Some(h) = requirement.h {
            let p = u64::from(self.asked.p);
            let rest_holds = !single && !Broken::any(&broken.rare_m);
            let reached = if rest_holds {
                self.most_p(broken)?
            } else {
                None
            };
            let told = count(&|row| broken.rare_p[row] || broken.telling[row]);
            verdict("p", Amount::Count(p), reached.map(Amount::Count), told);
            let rest_holds = rest_holds && !Broken::any(&broken.rare_p);
            let reached = if rest_holds { self.least_h()? } else { None };
            let told = count(&|row| broken.telling[row]);
            verdict("h", Amount::Share(h), reached.map(Amount::Share), told);
        }
        if requirement.duplicates {
            let weights = self.pile.weight.iter().copied();
            let reached = weights.min().map(|weight| Amount::Count(u64::from(weight)));
            let few = count(&|row| broken.single[row]);
            verdict("duplicates", Amount::Count(k), reached, few);
        }
        Ok(verdicts)
    }

    fn baskets_of(&self, breaks: impl Fn(usize) -> bool) -> Vec<u32> {
        let rows = (0..self.pile.len()).filter(|&row| breaks(row));
        let mut baskets: Vec<u32> = rows
            .flat_map(|row| self.pile.members(row).iter().copied())
            .collect();
        baskets.sort_unstable();
        baskets
    }
}
