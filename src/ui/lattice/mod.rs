//! The lattice of levels as the window shows it: its profile, computed behind the window, laid out in rows.

pub mod decomposed;
pub mod facts;
pub mod rows;
pub mod shown;
pub mod statuses;
pub mod strategy;
pub mod tuples;

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::status::UnitsQuestion;
use cloakroom_core::hierarchy::{Hierarchies, HierarchySource};
use cloakroom_core::prepared_table::{PreparedTable, Quasi};
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::promise::{Needs, PrivacyModel};
use cloakroom_core::requirement::Requirement;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::Judge;
use cloakroom_microdata::profile::lattice::{LatticeProfile, Profiled, Shape, Status};
use rows::Rows;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the profile of a lattice depends on. Thresholds are none of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LatticeQuestion {
    pub quasi: Vec<String>,
    pub sensitive: Vec<String>,
    pub categories: BTreeMap<String, Vec<Vec<String>>>,
    pub hierarchies: BTreeMap<String, HierarchySource>,
    pub units: UnitsQuestion,
}

impl LatticeQuestion {
    /// `None` without quasi-identifiers: there is nothing to generalize.
    pub fn of(workspace: &Workspace) -> Option<Self> {
        let names = |role| -> Vec<String> {
            let columns = workspace.with_role(role);
            columns
                .iter()
                .map(|column| column.name().to_owned())
                .collect()
        };
        let (quasi, sensitive) = (names(Role::Quasi), names(Role::Sensitive));
        if quasi.is_empty() {
            return None;
        }
        let settings = workspace.settings();
        let categories = settings.categories.iter();
        let hierarchies = settings.hierarchies.iter();
        Some(Self {
            categories: categories
                .filter(|(name, _)| sensitive.contains(name))
                .map(|(name, order)| (name.clone(), order.clone()))
                .collect(),
            hierarchies: hierarchies
                .filter(|(name, _)| quasi.contains(name) || sensitive.contains(name))
                .map(|(name, source)| (name.clone(), source.clone()))
                .collect(),
            quasi,
            sensitive,
            units: UnitsQuestion::of(workspace),
        })
    }
}

/// An answer and what it answers.
#[derive(Clone, Debug)]
pub struct LatticeAnswer {
    pub question: LatticeQuestion,
    pub lattice: Lattice,
}

#[derive(Clone, Debug)]
pub enum Lattice {
    Held(Arc<Held>),
    /// Methods search it all the same.
    TooLarge {
        nodes: u64,
    },
}

/// A lattice that is held node by node.
#[derive(Debug)]
pub struct Held {
    pub profile: LatticeProfile,
    pub rows: Arc<Rows>,
    /// What a value looks like at each level, by column.
    pub looks: Arc<Vec<Vec<String>>>,
    pub hierarchies: Arc<Hierarchies>,
    pub sensitive: Vec<String>,
    /// By which people or groups are counted, if they are.
    pub units: UnitsQuestion,
    /// Sensitive values were counted: costly, so only where a promise is about them.
    measures_values: bool,
    /// A sensitive column has values without a category, so promises about categories cannot be looked at.
    lacks_categories: bool,
}

impl LatticeAnswer {
    /// Whether every node's standing is known under this requirement without computing anything.
    pub fn answers(&self, requirement: &Requirement) -> bool {
        match &self.lattice {
            Lattice::Held(held) => held.answers(requirement),
            Lattice::TooLarge { .. } => true,
        }
    }
}

impl Held {
    fn answers(&self, requirement: &Requirement) -> bool {
        let measured = self.measures_values || !self.looks_at_values(requirement);
        self.lacks(requirement) || measured && self.profile.answers(requirement)
    }

    fn looks_at_values(&self, requirement: &Requirement) -> bool {
        requirement.looks_at_values() && !self.sensitive.is_empty()
    }

    /// How a node stands, as far as it is known.
    pub fn status(&self, node: usize, requirement: &Requirement) -> Status {
        if self.lacks(requirement) {
            return Status::Unknown;
        }
        if self.measures_values || !self.looks_at_values(requirement) {
            return self.profile.status(node, requirement);
        }
        // Sizes are known: promises about values can only make it worse.
        let sizes = Requirement {
            k: requirement.k,
            suppression: requirement.suppression,
            ..Requirement::default()
        };
        match self.profile.status(node, &sizes) {
            fails @ Status::Fails(_) => fails,
            _ => Status::Unknown,
        }
    }

    /// Something is asked of categories that are not there.
    pub fn lacks(&self, requirement: &Requirement) -> bool {
        self.lacks_categories && requirement.looks_at_categories()
    }

    pub fn shape(&self) -> &Shape {
        self.profile.shape()
    }

    /// `age 2 · zip 1`
    pub fn name(&self, node: usize) -> String {
        let columns = self.profile.columns().iter().enumerate();
        let parts: Vec<String> = columns
            .map(|(at, column)| format!("{} {}", column.name, self.shape().level(node, at)))
            .collect();
        parts.join(" · ")
    }

    /// The levels as the settings name them.
    pub fn levels(&self, node: usize) -> BTreeMap<String, u32> {
        let columns = self.profile.columns().iter().enumerate();
        columns
            .map(|(at, column)| (column.name.clone(), self.shape().level(node, at)))
            .collect()
    }

    /// The node of the levels in the settings; levels beyond a hierarchy have none.
    pub fn node(&self, levels: &BTreeMap<String, u32>) -> Option<usize> {
        let shape = self.shape();
        let wanted: Vec<u32> = self
            .profile
            .columns()
            .iter()
            .map(|column| levels.get(&column.name).copied().unwrap_or(0))
            .collect();
        let fits = wanted.iter().zip(shape.heights());
        fits.into_iter()
            .all(|(level, top)| level <= top)
            .then(|| shape.node(&wanted))
    }

    /// What the columns lose at the levels of a node, 0 to 1, with nothing left out.
    pub fn loss_of_levels(&self, node: usize) -> f64 {
        let columns = self.profile.columns();
        let losses = columns.iter().enumerate();
        let sum: f64 = losses
            .map(|(at, column)| column.loss_at[self.shape().level(node, at) as usize])
            .sum();
        sum / columns.len().max(1) as f64
    }
}

/// Everything that computing a lattice needs.
#[derive(Clone, Debug)]
pub struct LatticeWork {
    pub question: LatticeQuestion,
    pub settings: Settings,
    pub hierarchies: Arc<Hierarchies>,
    /// The same lattice, computed for other promises about values.
    pub earlier: Option<Arc<Held>>,
}

impl LatticeWork {
    pub fn run(mut self, table: &Table, progress: &Progress) -> Result<LatticeAnswer, Failure> {
        let lacks_categories = {
            let mut all = self.settings.clone();
            all.requirement = Requirement {
                p_plus: Some(1),
                ..Requirement::default()
            };
            PreparedTable::new(table, &all, &self.hierarchies).is_err()
        };
        if lacks_categories {
            // The other promises can be looked at.
            let by_category = |model: &PrivacyModel| model.promise().needs == Needs::Categories;
            for model in PrivacyModel::ALL.into_iter().filter(by_category) {
                model.forget(&mut self.settings.requirement);
            }
        }
        let mut prepared = PreparedTable::new(table, &self.settings, &self.hierarchies)?;
        let measures_values = self.settings.requirement.looks_at_values();
        if !measures_values {
            prepared.sensitive.clear();
        }
        let judge = Judge::new(&self.settings.requirement, &prepared);
        let (profile, rows, looks) = match &self.earlier {
            Some(held) if held.measures_values || prepared.units.is_some() => (
                held.profile.for_requirement(&prepared, &judge, progress)?,
                held.rows.clone(),
                held.looks.clone(),
            ),
            _ => match LatticeProfile::compute(&prepared, &judge, progress)? {
                Profiled::Held(profile) => {
                    let rows = Arc::new(Rows::new(profile.shape()));
                    let looks = prepared.quasi.iter().map(looks).collect();
                    (profile, rows, Arc::new(looks))
                }
                Profiled::TooLarge { nodes } => {
                    return Ok(LatticeAnswer {
                        question: self.question,
                        lattice: Lattice::TooLarge { nodes },
                    });
                }
            },
        };
        let held = Held {
            profile,
            rows,
            looks,
            hierarchies: self.hierarchies,
            sensitive: self.question.sensitive.clone(),
            units: self.question.units.clone(),
            measures_values,
            lacks_categories,
        };
        Ok(LatticeAnswer {
            question: self.question,
            lattice: Lattice::Held(Arc::new(held)),
        })
    }
}

/// The lattice, and what it was asked for: with the promises that it is computed for.
#[derive(Default)]
pub struct LatticeState(Asked<(LatticeQuestion, Requirement), LatticeAnswer>);

impl LatticeState {
    /// The lattice, if it is that of the columns and hierarchies as they are now.
    pub fn current(&self, workspace: &Workspace) -> Option<&Lattice> {
        let answer = self.0.newest()?;
        let question = LatticeQuestion::of(workspace)?;
        (answer.question == question).then_some(&answer.lattice)
    }

    /// Thresholds never make it compute again, but one: promises about values together with records that
    /// may be left out. Then it is measured anew when the drag rests.
    pub fn want(
        &mut self,
        workspace: &Workspace,
        hierarchies: &Arc<Hierarchies>,
        is_dragged: bool,
        jobs: &Jobs,
    ) {
        let Some(question) = LatticeQuestion::of(workspace) else {
            return;
        };
        let requirement = &workspace.settings().requirement;
        let known = self.0.newest().filter(|known| known.question == question);
        let earlier = match known.map(|known| (known, &known.lattice)) {
            Some((known, _)) if known.answers(requirement) || is_dragged => return,
            Some((_, Lattice::TooLarge { .. })) => return,
            Some((_, Lattice::Held(held))) => Some(held.clone()),
            None => None,
        };
        // What is being counted answers every k, so a slider does not start it again.
        let is_asked = |(asked, of): &(LatticeQuestion, Requirement)| {
            *asked == question && (earlier.is_none() || of == requirement)
        };
        let Some(new) = self
            .0
            .ask_unless(is_asked, || (question.clone(), requirement.clone()))
        else {
            return;
        };
        let (loaded, hierarchies) = (workspace.loaded().clone(), hierarchies.clone());
        let settings = workspace.settings().clone();
        new.start(jobs, "Lattice", move |(question, _), progress| {
            let table = loaded
                .dataset
                .table()
                .ok_or_else(|| Problem::new("there is no table"))?;
            let work = LatticeWork {
                question,
                settings,
                hierarchies,
                earlier,
            };
            work.run(table, progress)
        });
    }

    pub fn is_running(&self) -> bool {
        self.0.is_running()
    }

    /// Asks again what was stopped or failed.
    pub fn ask_again(&mut self) {
        self.0.ask_again();
    }
}

/// What most records show at each level.
fn looks(quasi: &Quasi<'_>) -> Vec<String> {
    let counts = quasi.column.counts();
    let levels = quasi.hierarchy.levels().iter();
    levels
        .map(|level| {
            let mut records = vec![0u64; level.labels.len()];
            for (&group, &count) in level.group_of.iter().zip(counts) {
                records[group as usize] += u64::from(count);
            }
            let most = (0..records.len())
                .filter(|&group| !level.labels[group].is_empty())
                .max_by_key(|&group| (records[group], std::cmp::Reverse(group)));
            most.map_or_else(String::new, |group| level.labels[group].clone())
        })
        .collect()
}
