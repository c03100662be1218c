//! Linking released baskets with items that somebody is known to have.
//!
//! A basket fits a known item if it shows the item, something above it in the taxonomy, or, where a group is known,
//! something below. An item that was taken out of some basket may be missing from any. So a basket is always among
//! its own candidates, and with it all that show the same nodes: at least k if no more than m items are known.

use super::known::{by_name, name_of, naming};
use super::mapping::{Mapped, Mapping, resolve};
use super::report::{Alone, AttackReport, Attacked, LISTED_ROWS, PersonAttack, Summary};
use super::reveal::{Everywhere, Learned, Reveal};
use crate::engine::baskets::BasketQuestion;
use crate::engine::baskets::anonymize::BasketCandidate;
use crate::metrics::risk::words::counted;
use crate::metrics::risk::{Figure, Leaning, Unit, is_skewed};
use crate::model::baskets::GONE;
use crate::model::kind::Kind;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::table::Table;
use crate::model::taxonomy::Taxonomy;
use crate::model::transactions::Transactions;
use crate::profile::transactions::db::BasketDb;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// The column of a file of known people that holds items.
const ITEMS: &str = "items";
/// What may stand between items in a cell, tried one after the other; last any blank.
const SEPARATORS: [char; 4] = [';', ',', '|', '\t'];

/// Baskets, and what a method made of them if that is attacked.
pub struct BasketAttack<'a> {
    pub question: &'a BasketQuestion,
    pub transactions: &'a Transactions,
    /// By name.
    pub private: &'a BTreeSet<String>,
    pub candidate: Option<&'a BasketCandidate>,
    /// How the data themselves name and part items.
    pub column: Option<&'a str>,
    pub separator: Option<&'a str>,
}

impl BasketAttack<'_> {
    /// Whether private items are kept apart from what somebody may know.
    fn apart(&self) -> bool {
        self.question.requirement.h.is_some()
    }

    /// How many items somebody may know.
    fn most_known(&self) -> usize {
        let target = self.question.target;
        let sets = if target.duplicates { u32::MAX } else { target.m };
        target.coherence.map_or(sets, |coherence| coherence.p) as usize
    }
}

#[derive(Default)]
struct Known {
    name: String,
    /// Nodes of the taxonomy, each once.
    nodes: Vec<u32>,
    /// Private items that are kept apart, as codes.
    private: Vec<u32>,
    /// Items that nobody has.
    strange: usize,
}

pub fn attack(
    baskets: &BasketAttack<'_>,
    known: &Table,
    mappings: &[Mapping],
    pulse: &Pulse,
) -> Result<AttackReport, Failure> {
    let (mapped, people) = read(baskets, known, mappings)?;
    let data = baskets.question.baskets.as_ref();
    let original = BasketDb::original(data);
    let released = match baskets.candidate {
        Some(candidate) => &candidate.profile.db,
        None => &original,
    };
    let gone = gone(baskets);
    let exact = Index::new(&original, &data.tree, None);
    let loose = Index::new(released, &data.tree, Some(&gone));
    let secrets = Secrets::new(baskets, released);
    let labels: HashMap<&str, u32> = baskets
        .transactions
        .labels
        .iter()
        .flat_map(|labels| labels.iter().zip(0..))
        .collect();
    pulse.stage("linking", people.len() as u64);
    let each = people
        .par_iter()
        .map(|person| {
            pulse.check()?;
            let fits_private = |basket: usize| {
                let held = data.private_of(basket);
                person.private.iter().all(|item| held.contains(item))
            };
            let fitting = |index: &Index<'_>| -> Vec<u32> {
                if person.strange > 0 {
                    return Vec::new();
                }
                let sets = index.fitting(&person.nodes);
                let baskets = sets.iter().flat_map(|&set| index.baskets(set)).copied();
                let mut baskets: Vec<u32> = baskets.filter(|&basket| fits_private(basket as usize)).collect();
                baskets.sort_unstable();
                baskets
            };
            let candidates = fitting(&loose);
            let in_release = !fitting(&exact).is_empty();
            let count = candidates.len() as u64;
            let known = person.nodes.len() + person.private.len();
            let mut attack = PersonAttack {
                person: person.name.clone(),
                known: known + person.strange,
                candidates: count,
                rows: candidates.iter().take(LISTED_ROWS).copied().collect(),
                in_release,
                within_promise: person.private.is_empty() && known <= baskets.most_known(),
                chance: if in_release && count > 0 { 1.0 / count as f64 } else { 0.0 },
                true_among: labels
                    .get(person.name.as_str())
                    .map(|basket| candidates.binary_search(basket).is_ok()),
                reveals: secrets.reveal(&candidates),
                sentence: String::new(),
            };
            attack.describe(("basket", "baskets"));
            pulse.advance(1);
            Ok(attack)
        })
        .collect::<Result<Vec<_>, Stopped>>()?;
    let notes = notes(baskets, &people);
    Ok(AttackReport::new(
        Summary {
            kind: Kind::Transactions,
            attacked: match baskets.candidate {
                Some(_) => Attacked::Release,
                None => Attacked::Original,
            },
            records: data.len(),
            k: baskets.question.target.k,
            mapped,
            sensitive: secrets.items.iter().map(|item| item.everywhere.column.as_str()).collect(),
            alone: alone(baskets, pulse)?,
            notes,
        },
        each,
    ))
}

fn notes(baskets: &BasketAttack<'_>, people: &[Known]) -> Vec<String> {
    let mut notes = Vec::new();
    let many = |is: &dyn Fn(&&Known) -> bool| people.iter().filter(is).count();
    let most = baskets.most_known();
    let more = many(&|person| person.nodes.len() + person.private.len() > most);
    if more > 0 {
        notes.push(format!(
            "of {} more than {} are known, more than the promise supposes: fewer than k candidates are then no fault of the \
             release",
            counted(more, "person", "people"),
            counted(most, "item", "items")
        ));
    }
    let private = many(&|person| !person.private.is_empty());
    if private > 0 {
        notes.push(format!(
            "of {} private items are known, which the promise supposes nobody to know",
            counted(private, "person", "people")
        ));
    }
    let strange = many(&|person| person.strange > 0);
    if strange > 0 {
        notes.push(format!(
            "of {} an item is known that no basket has and that is not in the taxonomy, so that none is theirs",
            counted(strange, "person", "people")
        ));
    }
    notes
}

/// Rows with the same name are one person.
fn read(
    baskets: &BasketAttack<'_>,
    known: &Table,
    mappings: &[Mapping],
) -> Result<(Vec<Mapped>, Vec<Known>), Problem> {
    let mut by_name_of_column = vec![ITEMS];
    by_name_of_column.extend(baskets.column.filter(|&name| name != ITEMS));
    let has = |name: &str| known.column(name).is_some();
    let (mapped, columns) = if mappings.is_empty() && !by_name_of_column.iter().any(|name| has(name)) {
        // No column says that it holds items: all do but the first, which says who it is.
        let first = usize::from(known.columns().len() > 1);
        (Vec::new(), (first..known.columns().len()).collect::<Vec<_>>())
    } else {
        let mapped = resolve(known, &by_name_of_column, &[], mappings, "column")?;
        let columns = mapped.iter().map(|pair| pair.at).collect();
        (mapped, columns)
    };
    let names = naming(known, |_| false, &columns);
    let shelf = Shelf::new(baskets);
    let mut fits = false;
    let mut people = Vec::new();
    for rows in by_name(names, known.rows()) {
        let mut person = Known {
            name: name_of(names, rows[0]),
            ..Known::default()
        };
        for &row in &rows {
            for &at in &columns {
                let column = &known.columns()[at];
                if column.is_null(row) {
                    continue;
                }
                for item in shelf.parted(column.text(row)) {
                    match shelf.find(item) {
                        Some(Item::Node(node)) => person.nodes.push(node),
                        Some(Item::Private(code)) => person.private.push(code),
                        None => person.strange += 1,
                    }
                }
            }
        }
        for list in [&mut person.nodes, &mut person.private] {
            list.sort_unstable();
            list.dedup();
        }
        fits |= !person.nodes.is_empty() || !person.private.is_empty();
        people.push(person);
    }
    if !fits {
        let names: Vec<&str> = columns.iter().map(|&at| known.columns()[at].name()).collect();
        return Err(Problem::new(format!(
            "nothing in {} of the file of known people is an item of the baskets; expected a column with items of theirs, \
             and --map external=items if it has another name",
            super::mapping::some_of(&names)
        )));
    }
    Ok((mapped, people))
}

#[derive(Clone, Copy)]
enum Item {
    Node(u32),
    Private(u32),
}

/// Items by name.
struct Shelf<'a> {
    items: HashMap<&'a str, Item>,
    separator: Option<&'a str>,
}

impl<'a> Shelf<'a> {
    fn new(baskets: &'a BasketAttack<'a>) -> Self {
        let tree = &baskets.question.baskets.tree;
        let mut items: HashMap<&str, Item> = HashMap::new();
        // Leaves last, so that an item wins over a group of the same name.
        let nodes = 0..tree.len() as u32;
        for node in nodes.filter(|&node| !tree.is_leaf(node)).chain(tree.leaves().iter().copied()) {
            items.insert(tree.name(node), Item::Node(node));
        }
        if baskets.apart() {
            for (code, name) in baskets.transactions.items.iter().enumerate() {
                if baskets.private.contains(name) {
                    items.insert(name, Item::Private(code as u32));
                }
            }
        }
        Self {
            items,
            separator: baskets.separator.filter(|separator| !separator.trim().is_empty()),
        }
    }

    fn find(&self, name: &str) -> Option<Item> {
        self.items.get(name).copied()
    }

    /// A cell may hold an item or a list of them.
    fn parted<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let text = text.trim();
        if self.items.contains_key(text) {
            return vec![text];
        }
        let parts: Vec<&str> = match self.separator.filter(|separator| text.contains(separator)) {
            Some(separator) => text.split(separator).collect(),
            None => match SEPARATORS.iter().find(|&&separator| text.contains(separator)) {
                Some(&separator) => text.split(separator).collect(),
                None => text.split_whitespace().collect(),
            },
        };
        parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
    }
}

/// By node: whether an occurrence of something under it is not shown somewhere.
fn gone(baskets: &BasketAttack<'_>) -> Vec<bool> {
    let data = baskets.question.baskets.as_ref();
    let mut gone = vec![false; data.tree.len()];
    let Some(candidate) = baskets.candidate else {
        return gone;
    };
    for (&leaf, &shown) in data.leaf.iter().zip(&candidate.anonymized.shown) {
        gone[leaf as usize] |= shown == GONE;
    }
    for node in data.tree.top_down().into_iter().rev() {
        if let Some(above) = data.tree.parent(node) {
            gone[above as usize] |= gone[node as usize];
        }
    }
    gone
}

/// Distinct baskets by what they show.
struct Index<'a> {
    db: &'a BasketDb,
    tree: &'a Taxonomy,
    /// By item of the db: the sets that hold it.
    holders: Vec<Vec<u32>>,
    /// `starts[set]..starts[set + 1]` in `members` are the baskets of a set.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// By node of the tree: its item in the db.
    item_of: HashMap<u32, u32>,
    gone: Option<&'a [bool]>,
}

impl<'a> Index<'a> {
    fn new(db: &'a BasketDb, tree: &'a Taxonomy, gone: Option<&'a [bool]>) -> Self {
        let mut holders = vec![Vec::new(); db.items()];
        for set in 0..db.sets.len() {
            for &item in db.sets.set(set) {
                holders[item as usize].push(set as u32);
            }
        }
        let item_of = db.nodes.iter().zip(0..).map(|(&node, item)| (node, item)).collect();
        let mut members: Vec<u32> = (0..db.baskets() as u32).collect();
        members.sort_by_key(|&basket| db.record_of[basket as usize]);
        let mut starts = vec![0u32];
        for &weight in &db.sets.weight {
            starts.push(starts[starts.len() - 1] + weight);
        }
        Self {
            db,
            tree,
            holders,
            starts,
            members,
            item_of,
            gone,
        }
    }

    fn baskets(&self, set: u32) -> &[u32] {
        &self.members[self.starts[set as usize] as usize..self.starts[set as usize + 1] as usize]
    }

    /// Sets that fit everything that is known, ascending.
    fn fitting(&self, nodes: &[u32]) -> Vec<u32> {
        let mut asked: Vec<Vec<u32>> = nodes
            .iter()
            .filter(|&&node| !self.gone.is_some_and(|gone| gone[node as usize]))
            .map(|&node| self.items_for(node))
            .collect();
        asked.sort_by_key(|items| items.iter().map(|&item| self.holders[item as usize].len()).sum::<usize>());
        let Some((first, others)) = asked.split_first() else {
            return (0..self.db.sets.len() as u32).collect();
        };
        let mut found: Vec<u32> = first.iter().flat_map(|&item| &self.holders[item as usize]).copied().collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&set| {
            let held = self.db.sets.set(set as usize);
            others.iter().all(|items| items.iter().any(|item| held.binary_search(item).is_ok()))
        });
        found
    }

    /// Items of the release that a known node may be shown as: itself, those above and those below.
    fn items_for(&self, node: u32) -> Vec<u32> {
        let mut items: Vec<u32> =
            self.tree.path(node).iter().filter_map(|node| self.item_of.get(node)).copied().collect();
        let mut waiting: Vec<u32> = self.tree.children(node).to_vec();
        while let Some(below) = waiting.pop() {
            items.extend(self.item_of.get(&below));
            waiting.extend(self.tree.children(below));
        }
        items.sort_unstable();
        items
    }
}

/// Private items and who shows them.
struct Secrets {
    items: Vec<SecretItem>,
}

struct SecretItem {
    everywhere: Everywhere,
    /// By basket.
    holds: Vec<bool>,
}

impl Secrets {
    fn new(baskets: &BasketAttack<'_>, released: &BasketDb) -> Self {
        let data = baskets.question.baskets.as_ref();
        let items = baskets.private.iter().filter_map(|name| {
            let code = baskets.transactions.items.find(name)?;
            let holds: Vec<bool> = if baskets.apart() {
                (0..data.len()).map(|basket| data.private_of(basket).contains(&code)).collect()
            } else {
                // An item like any other: it is told by baskets that show it and not something above it.
                let leaf = data.tree.leaves().iter().find(|&&leaf| data.tree.name(leaf) == name)?;
                let item = released.nodes.iter().position(|node| node == leaf).map(|item| item as u32);
                let shows = |record: &u32| {
                    item.is_some_and(|item| released.sets.set(*record as usize).contains(&item))
                };
                released.record_of.iter().map(shows).collect()
            };
            let with = holds.iter().filter(|&&holds| holds).count() as u64;
            Some(SecretItem {
                everywhere: Everywhere {
                    column: name.clone(),
                    counts: vec![data.len() as u64 - with, with],
                    all: data.len() as u64,
                },
                holds,
            })
        });
        Self {
            items: items.collect(),
        }
    }

    /// Only that somebody has a private item is told; that they have none is no secret.
    fn reveal(&self, baskets: &[u32]) -> Vec<Reveal> {
        let all = baskets.len() as u64;
        self.items
            .iter()
            .filter_map(|item| {
                let here = baskets.iter().filter(|&&basket| item.holds[basket as usize]).count() as u64;
                if here == 0 {
                    return None;
                }
                let leaning = Leaning {
                    here,
                    records: all,
                    everywhere: item.everywhere.counts[1],
                    all: item.everywhere.all,
                };
                let learned = match here {
                    here if here == all => Learned::Revealed,
                    _ if is_skewed(leaning) => Learned::Skewed,
                    _ => Learned::Hidden,
                };
                Some(Reveal {
                    column: item.everywhere.column.clone(),
                    learned,
                    value: "in the basket".to_owned(),
                    share: leaning.share(),
                    prior: leaning.prior(),
                })
            })
            .collect()
    }
}

/// Baskets that a set of public items tells a private one of, for sure: known where private items are asked about.
fn alone(baskets: &BasketAttack<'_>, pulse: &Pulse) -> Result<Alone, Failure> {
    let Some(asked) = baskets.question.target.coherence else {
        return Ok(Alone::default());
    };
    let computed;
    let profile = match baskets.candidate {
        Some(candidate) => candidate.profile.as_ref(),
        None => {
            computed = crate::engine::baskets::check::BasketProfile::original(baskets.question, pulse)?;
            &computed
        }
    };
    let Some(coherence) = &profile.coherence else {
        return Ok(Alone::default());
    };
    let told: usize = (0..profile.db.sets.len())
        .filter(|&set| coherence.largest_share(set, asked.p) >= 1_000_000)
        .map(|set| profile.db.sets.weight[set] as usize)
        .sum();
    let figure = Figure::new(
        "told_private_item",
        told as f64,
        Unit::Baskets,
        format!(
            "For {} some {} tell a private item for sure, whoever they belong to.",
            counted(told, "basket", "baskets"),
            counted(asked.p as usize, "public item", "public items")
        ),
    );
    Ok(Alone {
        columns: Vec::new(),
        figures: vec![figure],
    })
}
