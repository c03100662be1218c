//! What is answered of several releases together.

use super::people::People;
use super::{Audited, Counted, Finding};
use crate::kinds::about;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::{Amount, Kind, PrivacyModel};
use serde::Serialize;
use std::path::PathBuf;

/// What `pool --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PoolAnswer {
    pub kind: Kind,
    /// Whom at least one of the releases tells of.
    pub people: usize,
    pub satisfied: bool,
    /// How few people somebody stands among; of transactions, how few baskets hold what may be known of one.
    pub smallest: Option<u64>,
    pub releases: Vec<PooledRelease>,
    /// Of the pool, each with the weakest parameter that a release asks for.
    pub requirements: Vec<RequirementVerdict>,
    /// If all releases are of the same file: its rows, counted from 0, sorted and complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violating_rows: Option<Vec<u32>>,
    /// Who falls below a promise, in people.
    pub violating: usize,
    /// How many people stand among how many, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupSize>,
    /// The same in a sentence.
    pub sentence: String,
}

impl PoolAnswer {
    /// Whether [`Self::smallest`] is the size of a group; otherwise it is a k of what may be known.
    pub fn is_of_groups(&self) -> bool {
        about(self.kind).stands_in_groups
    }
}

/// One release by itself, and what the pool makes of its people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PooledRelease {
    pub release: PathBuf,
    pub written: String,
    /// What it promises, in a line.
    pub promise: String,
    /// As in [`PoolAnswer::smallest`], by itself.
    pub smallest: Option<u64>,
    /// Rows of its input that fall below a promise of the pool.
    pub violating_rows: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GroupSize {
    pub size: u32,
    pub people: usize,
}

/// `alone` is the same of every release by itself.
pub(super) fn answer(
    kind: Kind,
    releases: &[Audited],
    people: &People,
    counted: &Counted,
    alone: &[Counted],
) -> PoolAnswer {
    let mut violating: Vec<u32> = Vec::new();
    for finding in &counted.findings {
        violating.extend_from_slice(&finding.violating);
    }
    violating.sort_unstable();
    violating.dedup();
    let requirements = merged(&counted.findings);
    let listed = releases.iter().zip(alone).enumerate();
    let listed = listed.map(|(at, (release, alone))| PooledRelease {
        release: release.folder.clone(),
        written: release.written.clone(),
        promise: release.recipe.settings.requirement.sentence(),
        smallest: smallest(alone),
        violating_rows: people.rows_of(at, &violating),
    });
    let mut answer = PoolAnswer {
        kind,
        people: counted.people,
        satisfied: requirements.iter().all(|line| line.satisfied) && violating.is_empty(),
        smallest: smallest(counted),
        releases: listed.collect(),
        requirements,
        violating_rows: None,
        violating: violating.len(),
        groups: groups(&counted.among),
        sentence: String::new(),
    };
    if people.is_one_input {
        answer.violating_rows = Some(violating);
    }
    answer.sentence = sentence(&answer);
    if !people.is_one_input {
        answer.sentence += &format!(
            " {} of {} people are in several inputs; the others were joined with nobody.",
            people.joined(),
            people.count()
        );
    }
    answer.sentence += about(kind).pool_supposes;
    answer
}

fn smallest(counted: &Counted) -> Option<u64> {
    let by_people = counted.among.iter().min().map(|&size| u64::from(size));
    by_people.or_else(|| {
        let lines = counted.findings.iter().map(|finding| &finding.verdict);
        let reached = lines
            .filter(|line| line.name == "k")
            .filter_map(|line| match line.reached {
                Some(Amount::Count(k)) => Some(k),
                _ => None,
            });
        reached.min()
    })
}

fn groups(among: &[u32]) -> Vec<GroupSize> {
    let mut sizes = among.to_vec();
    sizes.sort_unstable();
    let runs = sizes.chunk_by(|a, b| a == b);
    runs.map(|run| GroupSize {
        size: run[0],
        people: run.len(),
    })
    .collect()
}

/// One line for every promise, whichever releases make it: it holds if it holds of each.
fn merged(findings: &[Finding]) -> Vec<RequirementVerdict> {
    let mut lines: Vec<(RequirementVerdict, Vec<u32>)> = Vec::new();
    for finding in findings {
        let verdict = &finding.verdict;
        let known = lines.iter_mut().find(|(line, _)| line.name == verdict.name);
        let Some((line, violating)) = known else {
            lines.push((verdict.clone(), finding.violating.clone()));
            continue;
        };
        line.satisfied &= verdict.satisfied;
        line.reached = match (line.reached, verdict.reached) {
            (Some(a), Some(b)) => Some(worse(&line.name, a, b)),
            _ => None,
        };
        violating.extend_from_slice(&finding.violating);
        violating.sort_unstable();
        violating.dedup();
        line.violations = violating.len();
    }
    lines.into_iter().map(|(line, _)| line).collect()
}

fn worse(name: &str, a: Amount, b: Amount) -> Amount {
    let is_most = PrivacyModel::limits(name).unwrap_or(matches!(name, "h" | "epsilon"));
    if (a < b) == is_most { b } else { a }
}

fn sentence(answer: &PoolAnswer) -> String {
    let all = match answer.releases.len() {
        2 => "both".to_owned(),
        many => format!("all {many}"),
    };
    let everybody = answer.people;
    let everybody = format!("{everybody} {}", answer.kind.record(everybody));
    let few = match answer.smallest {
        None => "nobody is released".to_owned(),
        Some(smallest) => (about(answer.kind).stands_among)(smallest, &everybody),
    };
    if answer.satisfied {
        return format!(
            "Whoever holds {all} releases learns no more than was promised: {few}, and every promise still holds."
        );
    }
    let broken: Vec<&str> = answer
        .requirements
        .iter()
        .filter(|line| !line.satisfied)
        .map(|line| line.name.as_str())
        .collect();
    format!(
        "Whoever holds {all} releases learns more than was promised: {few}, and {} of {everybody} \
         fall below what the releases promise ({}).",
        answer.violating,
        broken.join(", ")
    )
}
