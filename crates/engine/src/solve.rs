//! Finds the parameters that a recipe leaves open: the strictest that the data keep as they stand.

use super::check::{CheckedTask, Profiles};
use super::kinds;
use cloakroom_core::{
    Amount, CheckAnswer, Dataset, Failure, Kind, Open, Problem, Progress, Requirement, Settings,
    Trees,
};
use cloakroom_microdata::privacy::{PrivacyModel, parameter};
use cloakroom_microdata::profile::reach::reached;
use cloakroom_microdata::profile::suppression::suppression;
use serde::Serialize;

/// What `solve --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveAnswer {
    pub kind: Kind,
    pub records: usize,
    /// Whether every open parameter was found and all hold together.
    pub satisfied: bool,
    /// Values that hold together: found one after the other in the order of the recipe, each the strictest
    /// that those before it leave room for; `null` for one that no value satisfies.
    pub solved: Solved,
    /// The strictest value of each, the other open parameters left aside.
    pub alone: Solved,
    /// Ratings: what cutting people into groups of mutually close ones answers, one parameter after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clique_partition: Option<Solved>,
    /// Ratings, where ε is left open: the largest k at every ε that says something, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frontier: Vec<FrontierPoint>,
    /// The check of the requirement with the solved values in it; `null` if nothing was asked and solved.
    pub check: Option<CheckAnswer>,
}

/// How many people everybody stands among at one ε, with l as it is asked for or was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FrontierPoint {
    pub epsilon: f64,
    /// The largest k that holds by definition; at least 2.
    pub k: Option<u32>,
    /// The largest k of groups of mutually close people that spread as asked; at least 2. It proves k for these groups,
    /// and says nothing of l among all who are close to somebody.
    pub partition: Option<u32>,
}

/// Parameters by name, in the order of the recipe.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solved(pub Vec<(&'static str, Option<Amount>)>);

impl Serialize for Solved {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, amount)| (name, amount)))
    }
}

impl Solved {
    pub fn get(&self, name: &str) -> Option<Amount> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.and_then(|&(_, amount)| amount)
    }
}

/// What was found for open parameters, one after the other.
pub(super) struct FoundInTurn {
    pub together: Requirement,
    solved: Solved,
    alone: Solved,
}

impl FoundInTurn {
    /// `strictest` tells the requirement with the strictest value of one parameter, and that value, the others as they
    /// are given.
    pub fn find(
        given: &Requirement,
        open: &[Open],
        strictest: impl Fn(&Requirement, Open) -> Result<Option<(Requirement, Amount)>, Failure>,
    ) -> Result<Self, Failure> {
        let mut found = Self {
            together: given.clone(),
            solved: Solved::default(),
            alone: Solved::default(),
        };
        for &open in open {
            let alone = strictest(given, open)?;
            let amount = alone.map(|(_, amount)| amount);
            found.alone.0.push((open.name(), amount));
            let (together, amount) = strictest(&found.together, open)?.unzip();
            found.solved.0.push((open.name(), amount));
            found.together = together.unwrap_or(found.together);
        }
        Ok(found)
    }

    /// `check` is that of all of them together.
    pub fn answer(self, kind: Kind, records: usize, check: Option<CheckAnswer>) -> SolveAnswer {
        let all_found = self.solved.0.iter().all(|(_, amount)| amount.is_some());
        SolveAnswer {
            kind,
            records,
            satisfied: all_found && check.as_ref().is_some_and(|check| check.satisfied),
            solved: self.solved,
            alone: self.alone,
            clique_partition: None,
            frontier: Vec::new(),
            check,
        }
    }
}

pub fn solve(
    dataset: &Dataset,
    settings: &Settings,
    open: &[Open],
    trees: &Trees,
    progress: &Progress,
) -> Result<SolveAnswer, Failure> {
    if open.is_empty() {
        return Err(Problem::new(
            "nothing is left open: write \"?\" for a parameter under [require], such as k = \"?\"",
        )
        .into());
    }
    kinds::of(dataset).solve(settings, open, trees, progress)
}

pub(super) fn of_records(
    dataset: &Dataset,
    settings: &Settings,
    open: &[Open],
    trees: &Trees,
    progress: &Progress,
) -> Result<SolveAnswer, Failure> {
    let given = &settings.requirement;
    // As little as can be asked of each: so the question is made ready for all of them.
    let weakest = Settings {
        requirement: open.iter().fold(given.clone(), weaken),
        ..settings.clone()
    };
    let checked = CheckedTask::new(dataset, &weakest, &trees.hierarchies)?;
    let profiles = Profiles::compute(&checked, progress)?;
    let strictest = |given: &Requirement, open| strictest(&profiles, given, open, progress);
    let found = FoundInTurn::find(given, open, strictest)?;
    let check = if found.together.is_empty() {
        None
    } else {
        Some(profiles.answer(&found.together, progress)?)
    };
    Ok(found.answer(dataset.kind(), dataset.records(), check))
}

/// The requirement with the strictest value of one parameter, and that value.
fn strictest(
    profiles: &Profiles,
    given: &Requirement,
    open: Open,
    progress: &Progress,
) -> Result<Option<(Requirement, Amount)>, Failure> {
    let Some(model) = model(open) else {
        return Ok(None);
    };
    let asked = weaken(given.clone(), &open);
    let (classes, values) = (&profiles.classes, profiles.values.as_ref());
    let Some(suppressed) = suppression(classes, values, &asked, progress)? else {
        return Ok(None);
    };
    let found = reached(classes, values, &asked, &suppressed, model, progress)?;
    Ok(found.map(|found| {
        let with = parameter::with(model, found, &asked);
        (with, parameter::amount(model, found, &asked))
    }))
}

/// The same requirement with as little as can be asked of an open parameter.
fn weaken(mut requirement: Requirement, open: &Open) -> Requirement {
    let Some(model) = model(*open) else {
        return requirement;
    };
    let promise = model.promise();
    (promise.set)(&mut requirement, Some(promise.weakest));
    if let (Open::Ranked(_, rank), Some(second)) = (open, &promise.rank) {
        (second.set)(&mut requirement, *rank);
    }
    requirement
}

/// `None` for what is promised about other kinds only.
fn model(open: Open) -> Option<PrivacyModel> {
    match open {
        Open::Promise(model) | Open::Ranked(model, _) => Some(model),
        Open::Epsilon | Open::LSd | Open::M | Open::H => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{Column, Role, Table};

    /// Classes of 3 records with one illness, of 2 with two, of 1.
    fn solved(given: Requirement, open: &[Open]) -> SolveAnswer {
        let zip = Column::from_texts("zip", ["1", "1", "1", "2", "2", "3"]).unwrap();
        let illness = ["Flu", "Flu", "Flu", "HIV", "Flu", "HIV"];
        let illness = Column::from_texts("illness", illness).unwrap();
        let dataset = Dataset::from(Table::new(vec![zip, illness]).unwrap());
        let mut settings = Settings {
            requirement: given,
            ..Settings::default()
        };
        settings.roles.set("zip", Some(Role::Quasi));
        settings.roles.set("illness", Some(Role::Sensitive));
        let (none, progress) = (Trees::default(), Progress::default());
        solve(&dataset, &settings, open, &none, &progress).unwrap()
    }

    #[test]
    fn the_order_decides_who_comes_first() {
        let half = Requirement {
            suppression: 0.67,
            ..Requirement::default()
        };
        let answer = solved(half.clone(), &[Open::K, Open::P]);
        // Three records left: of one class with one illness.
        assert_eq!(answer.solved.get("k"), Some(Amount::Count(3)));
        assert_eq!(answer.solved.get("p"), Some(Amount::Count(1)));
        assert_eq!(answer.alone.get("p"), Some(Amount::Count(2)));
        assert!(answer.satisfied);
        let answer = solved(half, &[Open::P, Open::K]);
        assert_eq!(answer.solved.get("p"), Some(Amount::Count(2)));
        assert_eq!(answer.solved.get("k"), Some(Amount::Count(2)));
        assert!(answer.satisfied);
    }

    #[test]
    fn what_cannot_be_reached_is_null() {
        let given = Requirement {
            k: Some(2),
            ..Requirement::default()
        };
        let answer = solved(given, &[Open::Promise(PrivacyModel::DistinctDiversity)]);
        assert_eq!(answer.solved.0, [("l.distinct", None)]);
        assert!(!answer.satisfied);
        let json = serde_json::to_value(&answer.solved).unwrap();
        assert_eq!(json, serde_json::json!({"l.distinct": null}));
    }

    #[test]
    fn every_parameter_can_be_left_open() {
        let answer = solved(
            Requirement::default(),
            &[
                Open::K,
                Open::Promise(PrivacyModel::EntropyDiversity),
                Open::Ranked(PrivacyModel::RecursiveDiversity, 1),
                Open::Promise(PrivacyModel::Closeness),
            ],
        );
        assert!(answer.satisfied);
        assert_eq!(answer.solved.get("k"), Some(Amount::Count(1)));
        assert_eq!(answer.solved.get("l.entropy"), Some(Amount::Number(1.0)));
        // One value in a class: c must be above 1.
        assert_eq!(
            answer.solved.get("l.recursive"),
            Some(Amount::Recursive(1.000001, 1))
        );
        // Flu has 4 of 6 records and none of the third class.
        assert_eq!(answer.solved.get("t"), Some(Amount::Number(0.666667)));
    }
}
