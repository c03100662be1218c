//! Who must be left out so that the others keep the promise among themselves.

use super::groups::{Groups, Rows, apart_rated};
use super::patterns::Patterns;
use super::shares::{Shares, add};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::survey::Survey;
use crate::privacy::survey::{Spread, Target};
use rayon::prelude::*;

/// People to be left out, ascending.
///
/// For k alone this is the least set there is: whoever has too few people close can never stay. Sensitive
/// ratings are looked at only when that has settled, and again after every change; leaving out people may
/// mend or break the spread of others, so for l the set is sound but need not be the least.
pub fn left_out(survey: &Survey, target: &Target, pulse: &Pulse) -> Result<Vec<u32>, Stopped> {
    let patterns = Patterns::find(survey, pulse)?;
    let shares = Shares::of(survey, &patterns);
    let groups = Groups::of(&patterns);
    let is_joined = target.within >= survey.r();
    pulse.stage("leaving out", patterns.records() as u64);
    let mut stays = vec![true; patterns.records()];
    let everything: Vec<u32> = (0..patterns.records() as u32).collect();
    let parts: Vec<&[u32]> = match is_joined {
        true => vec![&everything],
        false => (0..groups.len()).map(|at| groups.members(at)).collect(),
    };
    for members in parts {
        settle(
            survey, &patterns, &shares, target, members, &mut stays, pulse,
        )?;
    }
    Ok((0..)
        .zip(&patterns.record_of)
        .filter(|&(_, &record)| !stays[record as usize])
        .map(|(person, _)| person)
        .collect())
}

/// Settles records that are close to nobody else.
fn settle(
    survey: &Survey,
    patterns: &Patterns,
    shares: &Shares,
    target: &Target,
    members: &[u32],
    stays: &mut [bool],
    pulse: &Pulse,
) -> Result<(), Stopped> {
    let is_joined = target.within >= survey.r();
    let people = members
        .iter()
        .map(|&record| patterns.first[record as usize]);
    let rows = if is_joined {
        Rows {
            width: 0,
            cells: Vec::new(),
        }
    } else {
        Rows::of(survey, people)
    };
    let near = |a: usize, b: usize| apart_rated(rows.row(a), rows.row(b)) <= target.within;
    let width = shares.width;
    let sum_over = |at: usize, others: &[usize]| {
        let mut sum = vec![Spread::default(); width];
        for &other in others {
            if near(at, other) {
                add(&mut sum, shares.share(members[other]));
            }
        }
        sum
    };
    let mut left: Vec<usize> = (0..members.len()).collect();
    let mut sums: Vec<Vec<Spread>> = left
        .par_iter()
        .map(|&at| {
            pulse.check()?;
            Ok(sum_over(at, &left))
        })
        .collect::<Result<_, Stopped>>()?;
    loop {
        pulse.check()?;
        let few = |&at: &usize| sums[at][0].people < target.k;
        let alike =
            |&at: &usize| shares.measure(&sums[at], survey, target.reading).1 < target.deviation;
        let (mut out, mut rest): (Vec<usize>, Vec<usize>) = left.iter().partition(|at| few(at));
        if out.is_empty() && target.deviation > 0 {
            (out, rest) = left.iter().partition(|at| alike(at));
        }
        if out.is_empty() {
            return Ok(());
        }
        for &at in &out {
            stays[members[at] as usize] = false;
        }
        let gone: Vec<Vec<Spread>> = rest
            .par_iter()
            .map(|&at| {
                pulse.check()?;
                Ok(sum_over(at, &out))
            })
            .collect::<Result<_, Stopped>>()?;
        for (&at, gone) in rest.iter().zip(gone) {
            for (sum, gone) in sums[at].iter_mut().zip(&gone) {
                sum.remove(gone);
            }
        }
        left = rest;
    }
}
