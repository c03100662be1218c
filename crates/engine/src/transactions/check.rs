//! Do transactions satisfy their requirement as they stand, and which do not?

use super::CheckedTransactionsTask;
use cloakroom_core::requirement::Unbounded;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::{Amount, CheckAnswer, Kind, Progress, SetSize, Stopped};
use cloakroom_transactions::privacy::{Coherence, TransactionsModel, TransactionsTarget};
use cloakroom_transactions::profile::coherence::{CoherenceProfile, first_mole};
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::rows::RowProfile;
use cloakroom_transactions::profile::satisfies;

/// In millionths: all of them may hold a private item.
const ANY_SHARE: u64 = 1_000_000;

/// What transactions are asked about, computed once.
#[derive(Debug)]
pub struct TransactionsProfile {
    pub db: TransactionsDb,
    /// If k^m is asked for.
    pub rows: Option<RowProfile>,
    /// If private items are asked about.
    pub coherence: Option<CoherenceProfile>,
    longest: u32,
}

impl TransactionsProfile {
    pub fn original(
        checked: &CheckedTransactionsTask,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let db = TransactionsDb::original(&checked.baskets);
        Self::of(checked, db, progress)
    }

    /// `shown` is parallel to the leaves of the baskets.
    pub fn released(
        checked: &CheckedTransactionsTask,
        shown: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let db = TransactionsDb::shown(&checked.baskets, shown);
        Self::of(checked, db, progress)
    }

    fn of(
        checked: &CheckedTransactionsTask,
        db: TransactionsDb,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        progress.stage("counting baskets", 0);
        progress.check()?;
        let TransactionsTarget {
            k, m, coherence, ..
        } = checked.target;
        let longest = db.sets.starts.windows(2).map(|pair| pair[1] - pair[0]);
        let longest = longest.max().unwrap_or(0);
        let rows = (m > 0)
            .then(|| RowProfile::compute(&db, m, k, progress))
            .transpose()?;
        let coherence = coherence
            .map(|asked| CoherenceProfile::compute(&db, asked.p, k, progress))
            .transpose()?;
        Ok(Self {
            db,
            rows,
            coherence,
            longest,
        })
    }

    /// How many baskets show the same, for every different one.
    pub fn repeats(&self) -> Vec<u32> {
        self.db.sets.weight.clone()
    }
}

pub fn check(
    checked: &CheckedTransactionsTask,
    progress: &Progress,
) -> Result<CheckAnswer, Stopped> {
    let profile = TransactionsProfile::original(checked, progress)?;
    answer(checked, &profile, progress)
}

/// The answer out of a profile for the same question.
pub fn answer(
    checked: &CheckedTransactionsTask,
    profile: &TransactionsProfile,
    progress: &Progress,
) -> Result<CheckAnswer, Stopped> {
    let target = checked.target;
    let mut requirements = Vec::new();
    let mut violating: Vec<u32> = Vec::new();
    let alone = if target.duplicates {
        too_few(profile, target.k)
    } else {
        Vec::new()
    };
    let reached = profile.db.sets.weight.iter().min().copied().unwrap_or(0);
    if let Some(rows) = &profile.rows {
        violating = rows.violating_transactions(&profile.db, target.k, target.m);
        let rare = violating.len();
        let mut found = reached_sets(profile, rows, target, rare == 0, progress)?;
        if target.duplicates {
            found.k = found.k.map(|k| k.min(reached));
            found.m = found.m.filter(|_| alone.is_empty());
        }
        violating.extend(&alone);
        violating.sort_unstable();
        violating.dedup();
        requirements.extend(set_verdicts(checked, found, violating.len(), rare));
    } else if target.duplicates {
        let wanted = Amount::Count(u64::from(target.k));
        let reached = Some(Amount::Count(u64::from(reached)));
        requirements.push(verdict(TransactionsModel::K, wanted, reached, alone.len()));
    }
    if target.duplicates {
        requirements.push(verdict(
            TransactionsModel::Duplicates,
            Amount::Count(u64::from(target.k)),
            Some(Amount::Count(u64::from(reached))),
            alone.len(),
        ));
        violating.extend(alone);
    }
    if let (Some(known), Some(asked)) = (&profile.coherence, target.coherence) {
        let broken = known.violating_transactions(&profile.db, target.k, asked);
        let reached = reached_coherence(profile, known, target.k, asked, progress)?;
        let any = Coherence {
            share: ANY_SHARE,
            ..asked
        };
        let violations = BrokenCoherence {
            few: known.violating(target.k, any),
            telling: known.violating(1, asked),
            either: broken.len(),
        };
        let k = match (reached.k, violations.few) {
            (Some(_), _) => None,
            (None, 0) => Some(largest_k(profile, target.k, asked.p, progress)?),
            (None, _) => known.most_k(any),
        };
        let share = known.least_share(1, asked.p);
        let alone = ReachedCoherence {
            k,
            p: None,
            share: share.filter(|_| reached.share.is_none()),
        };
        let reached = [reached, alone];
        requirements.extend(coherence_verdicts(checked, asked, reached, violations));
        violating.extend(broken);
    }
    violating.sort_unstable();
    violating.dedup();
    Ok(CheckAnswer {
        kind: Kind::Transactions,
        records: checked.baskets.len(),
        units: None,
        satisfied: requirements.iter().all(|line| line.satisfied),
        requirements,
        violating_rows: violating,
        unlisted_rows: 0,
    })
}

/// The best value of each parameter, the other as given.
struct ReachedSets {
    k: Option<u32>,
    m: Option<u32>,
}

fn reached_sets(
    profile: &TransactionsProfile,
    rows: &RowProfile,
    target: TransactionsTarget,
    holds: bool,
    progress: &Progress,
) -> Result<ReachedSets, Stopped> {
    if !holds {
        return Ok(ReachedSets {
            k: Some(rows.most_k(target.m)),
            m: rows.most_m(target.k),
        });
    }
    Ok(ReachedSets {
        k: Some(largest_k(profile, target.k, target.m, progress)?),
        m: Some(largest_m(profile, target, progress)?),
    })
}

/// The rarest set of at most m items, found by halving; k is known to hold.
fn largest_k(
    profile: &TransactionsProfile,
    k: u32,
    m: u32,
    progress: &Progress,
) -> Result<u32, Stopped> {
    let db = &profile.db;
    let rarest = db.support.first().copied();
    let Some(rarest) = rarest else {
        // Nothing is shown, so nothing can be known.
        return Ok(db.baskets() as u32);
    };
    let (mut good, mut bad) = (k, rarest.max(k) + 1);
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if satisfies(db, middle, m, progress)?.is_none() {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(good)
}

/// The largest sets that are not rare; the target's m is known to hold.
fn largest_m(
    profile: &TransactionsProfile,
    target: TransactionsTarget,
    progress: &Progress,
) -> Result<u32, Stopped> {
    let longest = profile.longest;
    if target.m == u32::MAX {
        return Ok(longest);
    }
    let mut m = target.m;
    if m < longest && satisfies(&profile.db, target.k, u32::MAX, progress)?.is_none() {
        return Ok(longest);
    }
    while m < longest && satisfies(&profile.db, target.k, m + 1, progress)?.is_none() {
        m += 1;
    }
    Ok(m)
}

fn set_verdicts(
    checked: &CheckedTransactionsTask,
    reached: ReachedSets,
    violations: usize,
    rare: usize,
) -> Vec<RequirementVerdict> {
    let mut verdicts = vec![verdict(
        TransactionsModel::K,
        Amount::Count(u64::from(checked.target.k)),
        reached.k.map(|k| Amount::Count(u64::from(k))),
        violations,
    )];
    if let Some(m) = checked.requirement.m {
        let wanted = match m {
            SetSize::AtMost(size) => Amount::Count(u64::from(size)),
            SetSize::Any(_) => Amount::Unbounded(Unbounded::Inf),
        };
        let reached = reached.m.map(|m| Amount::Count(u64::from(m)));
        verdicts.push(verdict(TransactionsModel::SetSize, wanted, reached, rare));
    }
    verdicts
}

/// The best value of each parameter, the others as given.
struct ReachedCoherence {
    k: Option<u32>,
    p: Option<u32>,
    /// In millionths.
    share: Option<u64>,
}

fn reached_coherence(
    profile: &TransactionsProfile,
    known: &CoherenceProfile,
    k: u32,
    asked: Coherence,
    progress: &Progress,
) -> Result<ReachedCoherence, Stopped> {
    let share = known.least_share(k, asked.p);
    if known.violating(k, asked) > 0 {
        return Ok(ReachedCoherence {
            k: known.most_k(asked),
            p: known.most_p(k, asked.share),
            share,
        });
    }
    let mut p = asked.p;
    let with = |p| Coherence { p, ..asked };
    while p < profile.longest && first_mole(&profile.db, k, with(p + 1), progress)?.is_none() {
        p += 1;
    }
    Ok(ReachedCoherence {
        k: Some(largest_k(profile, k, asked.p, progress)?),
        p: Some(p),
        share,
    })
}

/// How many baskets show a set of public items that too few share, that goes with a private item too often, or either.
struct BrokenCoherence {
    few: usize,
    telling: usize,
    either: usize,
}

/// With what is reached, the others as given, and what by itself where that is nothing.
fn coherence_verdicts(
    checked: &CheckedTransactionsTask,
    asked: Coherence,
    [reached, alone]: [ReachedCoherence; 2],
    violations: BrokenCoherence,
) -> [RequirementVerdict; 3] {
    let count = |value: u32| Amount::Count(u64::from(value));
    let share = |share: u64| Amount::Share(share as f64 / 1e6);
    let h = Amount::Share(checked.requirement.h.unwrap_or_default());
    let k = count(checked.target.k);
    let BrokenCoherence {
        few,
        telling,
        either,
    } = violations;
    [
        RequirementVerdict {
            alone: alone.k.map(count),
            ..verdict(TransactionsModel::K, k, reached.k.map(count), few)
        },
        verdict(
            TransactionsModel::PublicItems,
            count(asked.p),
            reached.p.map(count),
            either,
        ),
        RequirementVerdict {
            alone: alone.share.map(share),
            ..verdict(
                TransactionsModel::PrivateShare,
                h,
                reached.share.map(share),
                telling,
            )
        },
    ]
}

fn verdict(
    model: TransactionsModel,
    wanted: Amount,
    reached: Option<Amount>,
    violations: usize,
) -> RequirementVerdict {
    RequirementVerdict {
        name: model.name().to_owned(),
        wanted,
        reached,
        alone: None,
        satisfied: violations == 0,
        violations,
    }
}

/// Baskets that fewer than k show.
fn too_few(profile: &TransactionsProfile, k: u32) -> Vec<u32> {
    let weight = &profile.db.sets.weight;
    let records = profile.db.record_of.iter().enumerate();
    records
        .filter(|&(_, &record)| weight[record as usize] < k)
        .map(|(basket, _)| basket as u32)
        .collect()
}
