//! What became of the columns of a table, and how exposed its records were.

use crate::anonymize::Candidate;
use crate::check::CheckedTask;
use crate::in_house::searched;
use crate::released_table::{ReleasedTable, released_text};
use crate::report::story::{ColumnStory, Done, Exposure, InHouse, OfUnits, Stories};
use crate::report::trace::{DistanceTrace, SensitiveTrace, TableTrace, Trace};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::metrics::questions::Questions;
use cloakroom_core::prepared_table::Distance;
use cloakroom_core::{
    CheckAnswer, Column, Failure, Measures, PreparedTable, Progress, Quasi, Role, Sensitive,
    Settings, Stopped,
};
use cloakroom_microdata::method::{Anonymized, ChangedColumn};
use cloakroom_microdata::metrics::{MicrodataRelease, Weighing, count, exposure, weighted};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::crowd::Crowd;
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many cells are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;
/// Released values that are shown as examples.
const EXAMPLES: usize = 3;

pub fn in_house(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    before: Exposure,
    candidate: &Candidate,
    released: &ReleasedTable,
    progress: &Progress,
) -> Result<InHouse, Stopped> {
    progress.stage("recording", 0);
    let known = |metric| before.metrics.get(metric).is_some();
    let after = candidate.measures.0.iter().copied();
    let of_units = of_units(
        checked,
        &candidate.classes,
        &candidate.anonymized.kept,
        &candidate.check,
        progress,
    )?;
    let after = Exposure {
        of_units,
        ..Exposure::new(
            candidate.classes.records(),
            candidate.check.violating(),
            candidate.classes.sizes().to_vec(),
            Measures(after.filter(|&(metric, _)| known(metric)).collect()),
        )
    };
    let stories = stories(checked, settings, &candidate.anonymized, released, progress)?;
    Ok(InHouse {
        before,
        after,
        stories: Stories::Columns(stories),
        notes: searched(candidate.anonymized.search.as_ref()),
    })
}

/// `classes` and `check` are those of the table as it was read.
pub fn before(
    checked: &CheckedTask<'_>,
    classes: &ClassProfile,
    check: &CheckAnswer,
    progress: &Progress,
) -> Result<Exposure, Stopped> {
    let everybody: Vec<u32> = (0..checked.prepared.rows() as u32).collect();
    let metrics = exposure(
        &MicrodataRelease {
            prepared: &checked.prepared,
            k: checked.judge.k(),
            quasi: &[],
            kept: &everybody,
            left_out: &[],
            class_sizes: classes.sizes(),
            class_of: classes.class_of_rows(),
            predicted: None,
            weighing: &Weighing::alike(checked.prepared.quasi.len()),
            questions: Questions::default(),
            seed: 0,
        },
        progress,
    )?;
    let of_units = of_units(checked, classes, &everybody, check, progress)?;
    Ok(Exposure {
        of_units,
        ..Exposure::new(
            classes.records(),
            check.violating(),
            classes.sizes().to_vec(),
            metrics,
        )
    })
}

/// The people or groups of some rows, whose classes these are, where they are counted and not records.
fn of_units(
    checked: &CheckedTask<'_>,
    classes: &ClassProfile,
    rows: &[u32],
    check: &CheckAnswer,
    progress: &Progress,
) -> Result<Option<OfUnits>, Stopped> {
    let Some(all) = &checked.prepared.units else {
        return Ok(None);
    };
    let units = all.picked(rows);
    let class_of = classes.class_of_rows();
    let crowd = Crowd::new(class_of, classes.classes(), &units, &[], progress)?;
    let least = crowd.least().into_iter().flatten().collect();
    let violating = all.among(&check.violating_rows);
    Ok(Some(OfUnits::new(all.counted, least, violating)))
}

fn stories(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    anonymized: &Anonymized,
    released: &ReleasedTable,
    progress: &Progress,
) -> Result<Vec<ColumnStory>, Stopped> {
    let prepared = &checked.prepared;
    let mut shown = released.table.columns().iter();
    let mut stories = Vec::new();
    for (at, column) in prepared.table.columns().iter().enumerate() {
        // Undecided columns were refused before.
        let role = settings.roles.of(column.name()).unwrap_or(Role::Identifier);
        let place = prepared.quasi.iter().position(|quasi| quasi.at == at);
        let changed = anonymized.changed.iter().find(|changed| changed.at == at);
        let done = done(
            settings,
            prepared,
            anonymized,
            role,
            place,
            changed.is_some(),
        );
        let values_after = match role {
            role if role.is_removed() => 0,
            _ => shown.next().map_or(0, |column| column.dictionary().len()),
        };
        let (cells_changed, loss, examples) = match changed {
            Some(changed) => {
                let counts = count(&changed.column, &anonymized.kept, progress)?;
                let escape = settings.release.escape_formulas;
                let codes: HashMap<&str, u32> = column.dictionary().iter().zip(0..).collect();
                (
                    cells_changed(column, &codes, &changed.column, &anonymized.kept, progress)?,
                    weighted(&counts, &changed.loss_of_code),
                    examples(&codes, changed, &counts, done, escape),
                )
            }
            None => (0, 0.0, Vec::new()),
        };
        // A method that may show a column more or less exactly may have left all of it alone.
        let done = match done {
            Done::Ranges | Done::Groups if cells_changed == 0 => Done::AsItWas,
            done => done,
        };
        let all = prepared.records().max(1) as f64;
        stories.push(ColumnStory {
            column: column.name().to_owned(),
            role,
            done,
            values_before: Some(column.dictionary().len()),
            values_after: Some(values_after),
            cells_changed,
            loss: place.map(|_| (loss + prepared.records_of(&anonymized.left_out) as f64) / all),
            examples,
        });
    }
    Ok(stories)
}

fn done(
    settings: &Settings,
    prepared: &PreparedTable<'_>,
    anonymized: &Anonymized,
    role: Role,
    place: Option<usize>,
    is_changed: bool,
) -> Done {
    if role.is_removed() {
        return Done::Removed;
    }
    let quasi: Option<(usize, &Quasi<'_>)> = place.zip(place.and_then(|at| prepared.quasi.get(at)));
    match (quasi, &anonymized.levels) {
        (Some((place, quasi)), Some(levels)) => Done::Level {
            level: levels.get(place).copied().unwrap_or(0),
            of: quasi.hierarchy.height() as u32,
        },
        _ if !is_changed => Done::AsItWas,
        _ if settings.method.name.is_microaggregation() => Done::Centres,
        (Some((_, quasi)), None) if quasi.range.is_some() => Done::Ranges,
        _ => Done::Groups,
    }
}

/// `codes` are those of the original texts.
fn cells_changed(
    original: &Column,
    codes: &HashMap<&str, u32>,
    released: &Column,
    kept: &[u32],
    progress: &Progress,
) -> Result<usize, Stopped> {
    // The original code that reads like each released one, so that texts are compared once per value.
    let released_texts = released.dictionary().iter();
    let alike: Vec<Option<u32>> = released_texts
        .map(|text| codes.get(text).copied())
        .collect();
    let mut changed = 0;
    for part in kept.chunks(STRIDE) {
        progress.check()?;
        let differs = |&&row: &&u32| {
            let row = row as usize;
            alike[released.codes()[row] as usize] != Some(original.codes()[row])
        };
        let differing = part.iter().filter(differs);
        changed += differing
            .map(|&row| original.weight(row as usize) as usize)
            .sum::<usize>();
    }
    Ok(changed)
}

/// The most frequent released values that say less than a value did, and that are no values of the source.
fn examples(
    originals: &HashMap<&str, u32>,
    changed: &ChangedColumn,
    counts: &[u64],
    done: Done,
    escape: bool,
) -> Vec<String> {
    if !matches!(done, Done::Level { .. } | Done::Groups) {
        return Vec::new();
    }
    let texts = changed.column.dictionary();
    let mut codes: Vec<u32> = (0..texts.len() as u32)
        .filter(|&code| {
            let text = texts.get(code);
            counts[code as usize] > 0
                && !text.is_empty()
                && changed
                    .loss_of_code
                    .get(code as usize)
                    .is_some_and(|&loss| loss > 0.0)
                && !originals.contains_key(text)
        })
        .collect();
    codes.sort_by_key(|&code| (Reverse(counts[code as usize]), texts.get(code)));
    let some = codes.into_iter().take(EXAMPLES);
    some.map(|code| released_text(texts.get(code), escape).into_owned())
        .collect()
}

/// What a release tells of every record, packed for the audit file. `candidate` is as it is released, its
/// classes included.
pub fn trace(
    checked: &CheckedTask<'_>,
    candidate: &Candidate,
    progress: &Progress,
) -> Result<Trace, Failure> {
    let prepared = &checked.prepared;
    let mut class_of = vec![0; prepared.rows()];
    let classes = candidate.classes.class_of_rows();
    for (&row, &class) in candidate.anonymized.kept.iter().zip(classes) {
        class_of[row as usize] = class + 1;
    }
    let sensitive = prepared.sensitive.iter();
    Ok(Trace::Microdata(TableTrace {
        class_of: Packed::of(&class_of, progress)?,
        sensitive: sensitive
            .map(|sensitive| of_column(sensitive, progress))
            .collect::<Result<_, Failure>>()?,
    }))
}

fn of_column(sensitive: &Sensitive<'_>, progress: &Progress) -> Result<SensitiveTrace, Failure> {
    let column = sensitive.column;
    let categories = sensitive.categories.as_ref();
    Ok(SensitiveTrace {
        column: column.name().to_owned(),
        value_of: Packed::of(column.codes(), progress)?,
        missing: column.null(),
        categories: categories
            .map(|categories| {
                let of = Packed::of(&categories.of, progress)?;
                Ok::<_, Failure>((categories.count, of))
            })
            .transpose()?,
        distance: match &sensitive.distance {
            Distance::Equal => DistanceTrace::Equal,
            Distance::Ordered => DistanceTrace::Ordered {
                rank_of: Packed::of(column.ranks(), progress)?,
            },
            Distance::Hierarchy(hierarchy) => DistanceTrace::Hierarchy {
                group_of: hierarchy
                    .levels()
                    .iter()
                    .skip(1)
                    .map(|level| Packed::of(&level.group_of, progress))
                    .collect::<Result<_, Failure>>()?,
            },
        },
    })
}
