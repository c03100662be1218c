//! Linking a released table with a file of known people.

use super::AttackOptions;
use super::known::{name_of, naming};
use super::link::{KnownColumn, Linker, Originals, UNKNOWN};
use super::mapping::{Comparable, resolve};
use super::report::{Alone, AttackReport, LISTED_ROWS, PersonAttack, Summary};
use super::reveal::{Everywhere, Reveal};
use super::view::View;
use crate::anonymize::Candidate;
use crate::check::CheckedTask;
use crate::records;
use crate::risk::classes_of;
use cloakroom_core::let_go::let_go;
use cloakroom_core::{
    Column, Failure, Lists, Problem, Progress, Role, Roles, Sensitive, Stopped, Table, Units,
};
use cloakroom_microdata::metrics::risk::attribute;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// How many people or classes are looked at between two looks at the progress.
const STRIDE: usize = 1 << 12;

/// `known` is the file of known people. Of a release if a candidate is given, otherwise of the table as it is.
pub fn attack(
    checked: &CheckedTask<'_>,
    roles: &Roles,
    candidate: Option<&Candidate>,
    known: &Table,
    options: &AttackOptions,
    progress: &Progress,
) -> Result<AttackReport, Failure> {
    let prepared = &checked.prepared;
    let table = prepared.table;
    let quasi = with_role(table, roles, &[Role::Quasi]);
    let others = with_role(table, roles, &[Role::Sensitive, Role::Insensitive]);
    let with = Comparable {
        by_name: &quasi,
        others: &others,
        what: "column",
        several: false,
    };
    let mapped = resolve(known, with, &options.mappings, &options.not_used)?;
    let compared: Vec<usize> = mapped
        .iter()
        .filter_map(|pair| table.position(&pair.released))
        .collect();
    let known_columns: Vec<KnownColumn> = mapped
        .iter()
        .map(|pair| {
            let spelling = table.column(&pair.released).map(Column::spelling);
            KnownColumn::new(&known.columns()[pair.at], spelling.unwrap_or_default())
        })
        .collect();
    let view = View::new(prepared, candidate, &compared, progress)?;
    let linker = Linker::new(&view, &known_columns, progress)?;
    let mut notes = Vec::new();
    for (at, (pair, known)) in mapped.iter().zip(&known_columns).enumerate() {
        if linker.fits_anything(at, known) {
            continue;
        }
        let sentence = format!(
            "no value of \"{}\" fits any cell of \"{}\" in the release",
            pair.external, pair.released
        );
        if pair.by_hand {
            return Err(Problem::new(format!(
                "{sentence}; expected the column that says the same"
            ))
            .into());
        }
        notes.push(sentence);
    }
    notes.extend(beyond_the_promise(&view));
    let external: Vec<usize> = mapped.iter().map(|pair| pair.at).collect();
    let aside = |name: &str| options.not_used.iter().any(|other| other == name);
    notes.extend(unused(known, &others, &external, aside));

    let within_promise = view.columns.iter().all(|column| column.is_quasi);
    let secrets = prepared
        .sensitive
        .iter()
        .map(|sensitive| Secret::new(sensitive, &view, prepared.units.as_ref(), progress))
        .collect::<Result<Vec<_>, Stopped>>()?;
    let each = people(&view, &linker, &known_columns, &secrets, progress)?;
    let truth = Truth::new(table, roles, known, (&view, prepared.units.as_ref()));
    let is_identifier = |name: &str| roles.of(name).is_some_and(Role::is_removed);
    // What both have says something about a person, and is not what they are called.
    let shared = |column: &Column| others.contains(&column.name());
    let telling: Vec<usize> = (0..known.columns().len())
        .filter(|at| external.contains(at) || shared(&known.columns()[*at]))
        .collect();
    let names = naming(known, is_identifier, &telling);
    let nouns = prepared.nouns();
    let each = each
        .into_iter()
        .enumerate()
        .map(|(person, found)| {
            let mut attack = PersonAttack {
                person: name_of(names, person),
                true_among: truth
                    .as_ref()
                    .and_then(|truth| truth.is_among(person, &found.classes)),
                within_promise,
                ..found.attack
            };
            attack.describe(nouns);
            attack
        })
        .collect();
    if let Some(units) = &prepared.units {
        notes.push(format!(
            "candidates are {0}, since these are counted and not records; a value is revealed if all of them show it, whatever \
             else they show",
            units.counted.name(2)
        ));
    }
    let alone = alone(checked, candidate, progress)?;
    Ok(AttackReport::new(
        Summary {
            kind: records::KIND,
            is_release: candidate.is_some(),
            records: view.kept.len(),
            k: checked.judge.k(),
            mapped,
            sensitive: prepared
                .sensitive
                .iter()
                .map(|sensitive| sensitive.column.name())
                .collect(),
            alone,
            notes,
        },
        each,
    ))
}

fn with_role<'a>(table: &'a Table, roles: &Roles, wanted: &[Role]) -> Vec<&'a str> {
    let has = |name: &&str| roles.of(name).is_some_and(|role| wanted.contains(&role));
    table
        .columns()
        .iter()
        .map(Column::name)
        .filter(has)
        .collect()
}

fn beyond_the_promise(view: &View<'_>) -> Option<String> {
    let columns = view.columns.iter().filter(|column| !column.is_quasi);
    let names: Vec<&str> = columns.map(|column| column.name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{} no quasi-identifier, so that the promise supposes that nobody knows it: fewer than k candidates are then \
             no fault of the release",
            match names.as_slice() {
                [one] => format!("\"{one}\" is"),
                many => format!("{} are", many.join(", ")),
            }
        )
    })
}

/// Columns that both have and that were not compared, unless that was asked for.
fn unused(
    known: &Table,
    others: &[&str],
    compared: &[usize],
    aside: impl Fn(&str) -> bool,
) -> Vec<String> {
    known
        .columns()
        .iter()
        .enumerate()
        .filter(|(at, column)| !compared.contains(at) && others.contains(&column.name()))
        .filter(|(_, column)| !aside(column.name()))
        .map(|(_, column)| {
            let name = column.name();
            format!(
                "\"{name}\" is in both, but is no quasi-identifier and was not compared (--map {name}={name} tries it on the \
                 command line)"
            )
        })
        .collect()
}

/// What was found for a person, before anybody gave them a name.
struct FoundPerson {
    attack: PersonAttack,
    classes: Arc<Vec<u32>>,
}

fn people(
    view: &View<'_>,
    linker: &Linker,
    known: &[KnownColumn],
    secrets: &[Secret<'_>],
    progress: &Progress,
) -> Result<Vec<FoundPerson>, Failure> {
    let count = known.first().map_or(0, |column| column.of.len());
    // People of whom the same is known are one question.
    let mut number_of: HashMap<Vec<u32>, usize> = HashMap::new();
    let mut tuples: Vec<Vec<u32>> = Vec::new();
    let tuple_of = (0..count)
        .map(|person| {
            progress.check_every(STRIDE, person)?;
            let tuple: Vec<u32> = known.iter().map(|column| column.of[person]).collect();
            Ok(*number_of.entry(tuple).or_insert_with_key(|tuple| {
                tuples.push(tuple.clone());
                tuples.len() - 1
            }))
        })
        .collect::<Result<Vec<usize>, Stopped>>();
    let_go(number_of);
    let found = linked(&tuples, view, linker, known, secrets, progress);
    let_go(tuples);
    let (tuple_of, found) = (tuple_of?, found?);
    Ok(tuple_of
        .into_iter()
        .map(|tuple| FoundPerson {
            attack: found[tuple].0.clone(),
            classes: found[tuple].1.clone(),
        })
        .collect())
}

/// An attack on somebody, and the classes of the candidates.
type Linked = (PersonAttack, Arc<Vec<u32>>);

/// For every different thing that is known of somebody.
fn linked(
    tuples: &[Vec<u32>],
    view: &View<'_>,
    linker: &Linker,
    known: &[KnownColumn],
    secrets: &[Secret<'_>],
    progress: &Progress,
) -> Result<Vec<Linked>, Stopped> {
    let mut originals = Originals::new(view, known);
    let fitting = tuples
        .iter()
        .map(|tuple| originals.count(tuple, progress))
        .collect::<Result<Vec<u32>, Stopped>>();
    originals.let_go();
    let fitting = fitting?;
    progress.stage("linking", tuples.len() as u64);
    tuples
        .par_iter()
        .zip(fitting)
        .map(|(tuple, fitting)| {
            progress.check()?;
            let classes = linker.classes(tuple);
            let candidates = view.candidates(&classes);
            let mut rows: Vec<u32> = classes
                .iter()
                .flat_map(|&class| view.rows(class))
                .take(LISTED_ROWS)
                .collect();
            rows.sort_unstable();
            let in_release = fitting > 0;
            let attack = PersonAttack {
                known: tuple.iter().filter(|&&value| value != UNKNOWN).count(),
                candidates,
                rows,
                in_release,
                within_promise: true,
                reveals: secrets
                    .iter()
                    .filter_map(|secret| secret.reveal(&classes, candidates))
                    .collect(),
                ..PersonAttack::default()
            };
            progress.advance(1);
            Ok((attack, Arc::new(classes)))
        })
        .collect()
}

/// A sensitive column, counted by class.
struct Secret<'a> {
    sensitive: &'a Sensitive<'a>,
    everywhere: Everywhere,
    values: Held,
}

/// The values of every class.
enum Held {
    /// With how many records have each.
    ByRecords(Lists<(u32, u32)>),
    /// With everybody who shows it: whoever stands in several classes is one.
    ByUnits(Lists<(u32, u32)>),
}

impl<'a> Secret<'a> {
    fn new(
        sensitive: &'a Sensitive<'a>,
        view: &View<'_>,
        units: Option<&Units<'_>>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let codes = sensitive.column.codes();
        let mut counts = vec![0u64; sensitive.column.dictionary().len()];
        let mut values = Lists::default();
        for class in 0..view.classes.classes() as u32 {
            progress.check_every(STRIDE, class as usize)?;
            let rows = view.rows(class);
            match units {
                None => {
                    let mut of_class: Vec<u32> = rows.map(|row| codes[row as usize]).collect();
                    of_class.sort_unstable();
                    let same = of_class.chunk_by(|a, b| a == b);
                    values.push(same.map(|same| {
                        counts[same[0] as usize] += same.len() as u64;
                        (same[0], same.len() as u32)
                    }));
                }
                Some(units) => {
                    let shown = rows.map(|row| (codes[row as usize], units.of(row)));
                    values.push(once(shown.collect()));
                }
            }
        }
        let values = match units {
            None => Held::ByRecords(values),
            Some(_) => {
                for (value, _) in once(values.entries().to_vec()) {
                    counts[value as usize] += 1;
                }
                Held::ByUnits(values)
            }
        };
        Ok(Self {
            sensitive,
            everywhere: Everywhere {
                column: sensitive.column.name().to_owned(),
                counts,
                all: view.classes.all_counted() as u64,
            },
            values,
        })
    }

    fn reveal(&self, classes: &[u32], candidates: u64) -> Option<Reveal> {
        let text = |value: u32| self.sensitive.column.dictionary().get(value).to_owned();
        match &self.values {
            Held::ByRecords(values) => {
                let mut held: HashMap<u32, u64> = HashMap::new();
                for &(value, records) in classes.iter().flat_map(|&class| &values[class]) {
                    *held.entry(value).or_default() += u64::from(records);
                }
                let mut held: Vec<(u32, u64)> = held.into_iter().collect();
                held.sort_unstable();
                let is_similar = || {
                    let mut of = held.iter().map(|&(value, _)| self.category(value));
                    let first = of.next().flatten();
                    first.is_some() && of.all(|category| category == first)
                };
                self.everywhere
                    .reveal((&held, candidates), text, is_similar)
            }
            Held::ByUnits(values) => {
                let shown = classes.iter().flat_map(|&class| &values[class]);
                let shown = once(shown.copied().collect());
                let is_similar = || {
                    let of = |&(value, unit): &(u32, u32)| Some((self.category(value)?, unit));
                    let categories = once(shown.iter().filter_map(of).collect());
                    let shared = how_many(&categories).into_iter();
                    shared.map(|(_, many)| many).any(|many| many == candidates)
                };
                let held = how_many(&shown);
                self.everywhere
                    .reveal((&held, candidates), text, is_similar)
            }
        }
    }

    fn category(&self, value: u32) -> Option<u32> {
        let categories = self.sensitive.categories.as_ref()?;
        Some(categories.of[value as usize])
    }
}

/// Each pair once, in their order.
fn once(mut pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// By the first of each pair, how many there are.
fn how_many(pairs: &[(u32, u32)]) -> Vec<(u32, u64)> {
    let same = pairs.chunk_by(|a, b| a.0 == b.0);
    same.map(|same| (same[0].0, same.len() as u64)).collect()
}

/// The true records of known people, where the file names them as the data do.
struct Truth {
    /// By person, the classes of their records in the release.
    classes_of: Vec<Option<Vec<u32>>>,
}

impl Truth {
    fn new(
        table: &Table,
        roles: &Roles,
        known: &Table,
        (view, units): (&View<'_>, Option<&Units<'_>>),
    ) -> Option<Self> {
        let identifier = table.columns().iter().find(|column| {
            roles.of(column.name()).is_some_and(Role::is_removed)
                && known.column(column.name()).is_some()
        })?;
        let names = known.column(identifier.name())?;
        let mut of_name: HashMap<&str, Option<(u32, Vec<u32>)>> = HashMap::new();
        for (at, &row) in view.kept.iter().enumerate() {
            if identifier.is_null(row as usize) {
                continue;
            }
            let whose = units.map_or(row, |units| units.of(row));
            let class = view.classes.class_of(at);
            // A name that several have says nothing about whose it is.
            of_name
                .entry(identifier.text(row as usize))
                .and_modify(|known| match known {
                    Some((known, classes)) if *known == whose => classes.push(class),
                    _ => *known = None,
                })
                .or_insert_with(|| Some((whose, vec![class])));
        }
        let classes_of = (0..known.rows())
            .map(|person| {
                let name = identifier.spelling().of(names.text(person));
                let (_, classes) = of_name.get(&*name)?.as_ref()?;
                Some(classes.clone())
            })
            .collect();
        Some(Self { classes_of })
    }

    fn is_among(&self, person: usize, classes: &[u32]) -> Option<bool> {
        let own = self.classes_of[person].as_ref()?;
        Some(own.iter().any(|class| classes.binary_search(class).is_ok()))
    }
}

/// Homogeneity, similarity and skewness: no file of known people is needed.
fn alone(
    checked: &CheckedTask<'_>,
    candidate: Option<&Candidate>,
    progress: &Progress,
) -> Result<Alone, Failure> {
    let classes = classes_of(checked, candidate, progress)?;
    let columns = checked
        .prepared
        .sensitive
        .iter()
        .map(|sensitive| {
            attribute(
                sensitive,
                &classes.rows,
                checked.prepared.units.as_ref(),
                progress,
            )
        })
        .collect::<Result<Vec<_>, Stopped>>()?;
    let figures = columns.iter().flat_map(|column| column.figures()).collect();
    Ok(Alone { columns, figures })
}
