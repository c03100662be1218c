//! What an attack found, for every known person and altogether.

use super::mapping::Mapped;
use super::reveal::{Learned, Reveal, RevealCount};
use cloakroom_core::Kind;
use cloakroom_core::metrics::Figure;
use cloakroom_core::words::{counted, grouped, percent};
use cloakroom_microdata::metrics::risk::AttributeRisk;
use serde::Serialize;

/// What was attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Attacked {
    /// The data as they were read.
    Original,
    /// What the recipe's method makes of them.
    Release,
}

/// What `attack --json` prints. For the house alone: it names people and rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttackReport {
    pub kind: Kind,
    pub attacked: Attacked,
    pub records: usize,
    /// The least number of candidates that the release promises for everybody in it, and so the best guess.
    pub k: u32,
    pub bound: f64,
    /// Columns or issues that were compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mapped: Vec<Mapped>,
    pub people: usize,
    /// People with at least one candidate.
    pub linked: usize,
    /// People whose record, as far as it is known, is among the released.
    pub in_release: usize,
    /// Of these, those with one single candidate.
    pub found: usize,
    /// Of these, those with fewer than k candidates.
    pub below_k: usize,
    /// Those of them who are known as the promise supposes: none if the release is right.
    pub beyond_bound: usize,
    /// The best guess of anybody who is in the release, and how many such guesses would be right in the mean.
    pub best_guess: f64,
    pub expected_found: f64,
    /// Of how many people the true record is known, and for how many of them it is among the candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<Truth>,
    /// By sensitive column, issue or item.
    pub learned: Vec<RevealCount>,
    /// Attacks that need nothing but the release.
    pub alone: Alone,
    pub sentences: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    pub each: Vec<PersonAttack>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Truth {
    pub people: usize,
    pub among_candidates: usize,
}

/// What the release tells by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Alone {
    /// Tables: homogeneity, similarity and skewness by sensitive column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<AttributeRisk>,
    pub figures: Vec<Figure>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PersonAttack {
    /// What the file calls them, or their row in it.
    pub person: String,
    /// How many values, ratings or items are known.
    pub known: usize,
    pub candidates: u64,
    /// Some of the candidates as rows of the input, counted from 0.
    pub rows: Vec<u32>,
    /// Whether a released record is, as far as it is known, this person's.
    pub in_release: bool,
    /// Whether no more is known than the promise supposes.
    pub within_promise: bool,
    /// What a guess among the candidates is worth: 0 if nobody in the release is like this.
    pub chance: f64,
    /// Whether the true record is among the candidates, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub true_among: Option<bool>,
    pub reveals: Vec<Reveal>,
    pub sentence: String,
}

/// Rows that are listed for a person.
pub const LISTED_ROWS: usize = 50;

impl PersonAttack {
    /// The chance of a guess, and words for what was found; `nouns` are "record" and "records" or what they are called.
    pub fn describe(&mut self, nouns: [&str; 2]) {
        if self.in_release && self.candidates > 0 {
            self.chance = 1.0 / self.candidates as f64;
        }
        let [one, many] = nouns;
        let fit = if self.candidates == 1 { "fits" } else { "fit" };
        let candidates = counted(self.candidates as usize, one, many);
        let mut sentence = match (self.candidates, self.in_release) {
            (0, _) => format!("{}: no {one} fits", self.person),
            (_, false) => format!(
                "{}: {candidates} {fit}, but none is theirs: nobody in the release is like this",
                self.person
            ),
            (1, true) => format!("{}: {candidates} fits, so that they are found", self.person),
            (_, true) => format!(
                "{}: {candidates} {fit}, so that a guess is right with a chance of {}",
                self.person,
                percent(self.chance)
            ),
        };
        let told: Vec<String> = self
            .reveals
            .iter()
            .filter(|reveal| reveal.learned != Learned::Hidden)
            .map(Reveal::sentence)
            .collect();
        if !told.is_empty() && self.in_release {
            sentence += &format!("; {}", told.join("; "));
        }
        self.sentence = sentence + ".";
    }
}

/// What all people together give.
pub struct Summary<'a> {
    pub kind: Kind,
    /// Otherwise the data as they were read.
    pub is_release: bool,
    pub records: usize,
    pub k: u32,
    pub mapped: Vec<Mapped>,
    /// What can be learned about, by name.
    pub sensitive: Vec<&'a str>,
    pub alone: Alone,
    pub notes: Vec<String>,
}

impl AttackReport {
    pub fn new(summary: Summary<'_>, each: Vec<PersonAttack>) -> Self {
        let Summary {
            kind,
            is_release,
            records,
            k,
            mapped,
            sensitive,
            alone,
            notes,
        } = summary;
        let inside = || each.iter().filter(|person| person.in_release);
        let below = |person: &&PersonAttack| person.candidates < u64::from(k);
        let truth = Truth {
            people: each
                .iter()
                .filter(|person| person.true_among.is_some())
                .count(),
            among_candidates: each
                .iter()
                .filter(|person| person.true_among == Some(true))
                .count(),
        };
        let reveals = inside().flat_map(|person| &person.reveals);
        let mut report = Self {
            kind,
            attacked: match is_release {
                true => Attacked::Release,
                false => Attacked::Original,
            },
            records,
            k,
            bound: 1.0 / f64::from(k.max(1)),
            mapped,
            people: each.len(),
            linked: each.iter().filter(|person| person.candidates > 0).count(),
            in_release: inside().count(),
            found: inside().filter(|person| person.candidates == 1).count(),
            below_k: inside().filter(below).count(),
            beyond_bound: inside()
                .filter(below)
                .filter(|person| person.within_promise)
                .count(),
            best_guess: inside().map(|person| person.chance).fold(0.0, f64::max),
            expected_found: inside().map(|person| person.chance).sum(),
            truth: (truth.people > 0).then_some(truth),
            learned: super::reveal::count(sensitive.into_iter(), reveals),
            alone,
            sentences: Vec::new(),
            notes,
            each,
        };
        report.sentences = report.told();
        report
    }

    fn told(&self) -> Vec<String> {
        let one = self.kind.record(1);
        let of_people = counted(self.people, "known person", "known people");
        let mut told = vec![format!(
            "Of {of_people}, {} linked to at least one {one}, and {} in the {} as far as can be told.",
            are(self.linked),
            are(self.in_release),
            match self.attacked {
                Attacked::Original => "data",
                Attacked::Release => "release",
            }
        )];
        told.push(if self.in_release == 0 {
            "Nobody is found, since nobody of them is there.".to_owned()
        } else {
            format!(
                "{} found outright; the best guess is right with a chance of {}, and {} would be right in the mean.",
                are(self.found),
                percent(self.best_guess),
                match self.expected_found {
                    mean if mean >= 1.0 => format!("{mean:.1} guesses"),
                    mean => format!("{mean:.2} guesses"),
                }
            )
        });
        told.push(match (self.beyond_bound, self.below_k, self.in_release) {
            (_, _, 0) => format!("The promised bound is {} (k = {}).", percent(self.bound), self.k),
            (0, 0, _) => format!(
                "No guess beats the promised 1/k = {}: everybody has at least {} candidates.",
                percent(self.bound),
                grouped(self.k as usize)
            ),
            (0, below, _) => format!(
                "{} fewer than k = {} candidates, by more than the promise supposes anybody to know.",
                match below {
                    1 => "1 person has".to_owned(),
                    many => format!("{} people have", grouped(many)),
                },
                self.k
            ),
            (beyond, ..) => format!(
                "{} fewer than k = {} candidates: guesses beat 1/k = {}.",
                match beyond {
                    1 => "1 person has".to_owned(),
                    many => format!("{} people have", grouped(many)),
                },
                self.k,
                percent(self.bound)
            ),
        });
        if let Some(truth) = self.truth {
            told.push(format!(
                "The true {one} is known of {}, and is among the candidates of {}.",
                counted(truth.people, "person", "people"),
                grouped(truth.among_candidates)
            ));
        }
        for learned in &self.learned {
            let RevealCount {
                column,
                revealed,
                similar,
                skewed,
            } = learned;
            told.push(match (revealed, similar, skewed) {
                (0, 0, 0) => format!("\"{column}\" stays hidden for everybody."),
                _ => format!(
                    "\"{column}\" is revealed for {}, alike among all candidates for {similar}, and probable for {skewed}.",
                    counted(*revealed, "person", "people")
                ),
            });
        }
        told
    }
}

fn are(number: usize) -> String {
    match number {
        0 => "nobody is".to_owned(),
        1 => "1 is".to_owned(),
        many => format!("{} are", grouped(many)),
    }
}
