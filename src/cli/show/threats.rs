//! `cloakroom show threats RECIPE`: the minimal rare sets, of items or over all cuts of the taxonomy.

use super::baskets::{opened, sorted};
use crate::cli::DONE;
use crate::cli::output::{Answer, table};
use crate::cli::watch::watched;
use clap::Args;
use cloakroom_core::words::{counted, grouped};
use cloakroom_core::{Failure, Problem, SetSize};
use cloakroom_transactions::profile::{
    Bounds, Completeness, Threats, TransactionsDb, mine::MOST_LISTED, mine_minimal,
};
use cloakroom_transactions::transactions::PreparedTransactions;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Asked {
    pub recipe: PathBuf,
    /// Sets of items and groups that any cut of the taxonomy shows together, and not of items alone
    #[arg(long)]
    pub groups: bool,
    /// List no more than this; all are counted
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub most: usize,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Found {
    k: u32,
    m: Option<SetSize>,
    groups: bool,
    /// Where there are too many larger ones to keep: all of at most so many items are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_size: Option<u32>,
    count: usize,
    /// How many of each size, from 1.
    by_size: Vec<usize>,
    threats: Vec<Threat>,
}

#[derive(Serialize)]
struct Threat {
    nodes: Vec<String>,
    /// That hold all of these.
    baskets: u32,
    /// The fewest that hold a part of the set; none of single nodes.
    part_in: Option<u32>,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let found = watched(|progress| {
        let (_, checked) = opened(recipe, "rare sets", progress)?;
        let target = checked.target;
        if target.m == 0 {
            let why =
                "rare sets are listed where m says how many items of a basket somebody may know";
            return Err(Problem::new(why).of(recipe).into());
        }
        let baskets = &checked.baskets;
        let db = match asked.groups {
            true => TransactionsDb::over_all_cuts(baskets),
            false => TransactionsDb::original(baskets),
        };
        let bounds = Bounds {
            k: target.k,
            m: target.m,
            most_sets: MOST_LISTED,
        };
        let threats = mine_minimal(&db, bounds, progress)?;
        Ok(Found {
            k: target.k,
            m: checked.requirement.m,
            groups: asked.groups,
            up_to_size: match threats.complete {
                Completeness::Whole => None,
                Completeness::UpToSize(size) => Some(size),
            },
            count: threats.len(),
            by_size: by_size(&threats),
            threats: listed(baskets, &threats, asked.most),
        })
    })?;
    Ok(Answer::new(DONE, asked.json, &found, || found.in_words())?)
}

fn by_size(threats: &Threats) -> Vec<usize> {
    let sizes = 1..=threats.largest();
    let mut counts: Vec<usize> = sizes.map(|size| threats.of_size(size).len()).collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

fn listed(baskets: &PreparedTransactions, threats: &Threats, most: usize) -> Vec<Threat> {
    let threat = |at| Threat {
        nodes: sorted(baskets, threats.set(at)),
        baskets: threats.support(at),
        part_in: Some(threats.least_subset(at)).filter(|&least| least < u32::MAX),
    };
    (0..threats.len()).take(most).map(threat).collect()
}

impl Found {
    fn in_words(&self) -> String {
        let sets = counted(self.count, "minimal set", "minimal sets");
        let is = if self.count == 1 { "is" } else { "are" };
        let over = if self.groups { " over all cuts" } else { "" };
        let of = match self.m {
            Some(SetSize::AtMost(m)) => {
                let items = counted(m as usize, "item", "items");
                format!("of at most {items}")
            }
            _ => "of any size".to_owned(),
        };
        let k = grouped(self.k);
        let mut words = format!(
            "{sets} {of}{over} {is} in fewer than k = {k} baskets; no part of one is rare itself\n"
        );
        if let Some(size) = self.up_to_size {
            let items = counted(size as usize, "item", "items");
            words +=
                &format!("Note: only sets of at most {items}: there are too many larger ones\n");
        }
        for (size, &count) in (1..).zip(&self.by_size) {
            let items = counted(size, "item", "items");
            words += &format!("  of {items}: {}\n", grouped(count));
        }
        if self.threats.is_empty() {
            return words;
        }
        let head = ["set", "in baskets", "any part in"].map(str::to_owned);
        let lines = self.threats.iter().map(|threat| {
            let part = threat.part_in.map_or_else(String::new, grouped);
            vec![threat.nodes.join(", "), grouped(threat.baskets), part]
        });
        let lines: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(lines).collect();
        words.push('\n');
        for line in table(&lines) {
            words += &format!("  {}\n", line.trim_end());
        }
        let rest = self.count - self.threats.len();
        if rest > 0 {
            words += &format!("  and {} more: --most lists more of them\n", grouped(rest));
        }
        words
    }
}
