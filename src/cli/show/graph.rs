//! `cloakroom show graph RECIPE`: who is close to whom as the ratings stand, what hangs together, and whether it can be cut
//! into groups of k who are all close to each other.

use crate::cli::DONE;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use cloakroom_core::words::grouped;
use cloakroom_core::{Failure, Problem};
use cloakroom_engine::open::open_recipe;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::decompose::{Component, Decomposable, components};
use cloakroom_ratings::profile::graph::EpsilonGraph;
use cloakroom_ratings::ratings::PreparedRatings;
use serde::Serialize;
use std::path::Path;

/// People up to whom everybody may be close to everybody and the graph still fits.
const MOST_PEOPLE: usize = 10_000;
/// Components that are told in words.
const MOST_TOLD: usize = 20;

#[derive(Serialize)]
struct Graph {
    people: usize,
    epsilon: f64,
    k: u32,
    /// People who rated the same issues, by group.
    groups: Vec<u32>,
    edges: u64,
    /// Whether all components are decomposable; `null` if that was not found out.
    decomposable: Option<bool>,
    components: Vec<Part>,
}

#[derive(Serialize)]
struct Part {
    /// Rows of the file, from 0.
    rows: Vec<u32>,
    edges: u64,
    /// `null` if none was found and there are too many people to try every way.
    decomposable: Option<bool>,
    /// In how many ways, where all were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<u64>,
}

pub fn run(recipe: &Path, json: bool) -> Result<Answer, Failure> {
    let graph = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settings = &opened.recipe.settings;
        let refused = |why: &str| Failure::from(Problem::new(why).of(recipe));
        let ratings = opened.loaded.dataset.ratings();
        let ratings =
            ratings.ok_or_else(|| refused("only ratings have a graph of who is close"))?;
        let requirement = &settings.requirement;
        let Some(epsilon) = requirement.epsilon else {
            return Err(refused("the graph needs an epsilon under [require]"));
        };
        let survey = PreparedRatings::new(ratings, &settings.roles, progress)?;
        if survey.people() > MOST_PEOPLE {
            return Err(refused(&format!(
                "the survey has {} people: the graph is written for at most {}",
                grouped(survey.people()),
                grouped(MOST_PEOPLE)
            )));
        }
        let target = Target::of(requirement, &survey.scale);
        let graph = EpsilonGraph::build(&survey, target.within, progress)?;
        let parts = components(&graph, target.k as usize, progress)?;
        Ok(Graph {
            people: survey.people(),
            epsilon,
            k: target.k,
            groups: graph.patterns.group_people.clone(),
            edges: parts.iter().map(|part| part.edges).sum(),
            decomposable: all(&parts),
            components: parts.into_iter().map(Part::of).collect(),
        })
    })?;
    Ok(Answer::new(DONE, json, &graph, || graph.in_words())?)
}

fn all(parts: &[Component]) -> Option<bool> {
    let each = || parts.iter().map(|part| known(part.decomposable));
    if each().any(|known| known == Some(false)) {
        return Some(false);
    }
    each().all(|known| known.is_some()).then_some(true)
}

fn known(decomposable: Decomposable) -> Option<bool> {
    match decomposable {
        Decomposable::Yes(_) => Some(true),
        Decomposable::No => Some(false),
        Decomposable::NotFound => None,
    }
}

impl Part {
    fn of(component: Component) -> Self {
        Self {
            decomposable: known(component.decomposable),
            ways: match component.decomposable {
                Decomposable::Yes(ways) => ways,
                Decomposable::No | Decomposable::NotFound => None,
            },
            rows: component.people,
            edges: component.edges,
        }
    }
}

impl Graph {
    fn in_words(&self) -> String {
        let mut words = format!(
            "{} people, epsilon = {}, k = {}: groups who rated the same issues {}, components {}, edges {}\n",
            grouped(self.people),
            self.epsilon,
            self.k,
            grouped(self.groups.len()),
            grouped(self.components.len()),
            grouped(self.edges as usize),
        );
        let cut = format!(
            "groups of {} or more who are all close to each other",
            self.k
        );
        words += &match self.decomposable {
            Some(true) => format!("Everybody can be cut into {cut}.\n"),
            Some(false) => format!(
                "Not everybody can be cut into {cut}; that would be enough for (k, epsilon)-anonymity, but is not needed.\n"
            ),
            None => {
                format!("No way was found to cut everybody into {cut}, and not all were tried.\n")
            }
        };
        for part in self.components.iter().take(MOST_TOLD) {
            let how = match (part.decomposable, part.ways) {
                (Some(true), Some(ways)) => {
                    format!("can be cut (ways: {})", grouped(ways as usize))
                }
                (Some(true), None) => "can be cut".to_owned(),
                (Some(false), _) => "cannot be cut".to_owned(),
                (None, _) => "no way found".to_owned(),
            };
            words += &format!(
                "  people {}, edges {}: {how}\n",
                grouped(part.rows.len()),
                grouped(part.edges as usize)
            );
        }
        let more = self.components.len().saturating_sub(MOST_TOLD);
        if more > 0 {
            words += &format!("  and {} more components\n", grouped(more));
        }
        words
    }
}
