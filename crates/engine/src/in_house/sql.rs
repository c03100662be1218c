//! A release of whole levels as SQL: what every value becomes, and which classes stay.

use crate::check::CheckedTask;
use crate::kinds::about;
use crate::released_table::released_text;
use crate::report::sql::{Keep, Recoding, SqlColumn, Transformation, statement};
use cloakroom_core::load_options::USUAL_NULLS;
use cloakroom_core::{
    Column, DictionaryBuilder, DictionaryFull, Failure, Kind, Loaded, MethodName, Problem,
    Progress, Role, Settings, Stopped,
};
use cloakroom_microdata::method::Anonymized;
use cloakroom_microdata::profile::classes::ClassProfile;
use std::collections::HashMap;

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;
const UNSEEN: u32 = u32::MAX;

/// Told before the work and not after it.
pub fn refuse(settings: &Settings, loaded: &Loaded) -> Result<(), Problem> {
    if !settings.release.sql {
        return Ok(());
    }
    let kind = loaded.dataset.kind();
    if !about(kind).is_recoded {
        return Err(Problem::new(format!(
            "release.sql is for tables of records; {} are not recoded value by value",
            kind.name()
        )));
    }
    let name = settings.method.name;
    if is_for(name, kind) {
        return refuse_other_spellings(settings, loaded);
    }
    let methods = MethodName::ALL.into_iter();
    let methods: Vec<&str> = methods
        .filter(|method| method.is_full_domain())
        .map(MethodName::name)
        .collect();
    Err(Problem::new(format!(
        "release.sql is for methods that raise whole columns ({} or none); {} shows the same value differently from \
         record to record, which no rule of SQL can repeat",
        methods.join(", "),
        name.name()
    )))
}

/// The database holds the spellings of the file, which no statement would find again.
fn refuse_other_spellings(settings: &Settings, loaded: &Loaded) -> Result<(), Problem> {
    let is_released = |name: &str| !settings.roles.of(name).is_some_and(Role::is_removed);
    match loaded.folded.iter().find(|told| is_released(&told.of)) {
        None => Ok(()),
        Some(told) => Err(Problem::new(format!(
            "release.sql speaks of values as they are in the file, but those of \"{}\" are spelled in another way; \
             expected no release.sql, or data.fold that leaves them as they are",
            told.of
        ))),
    }
}

/// Whether a rule of SQL can repeat what a method does: the same value becomes the same in every record.
pub fn is_for(method: MethodName, kind: Kind) -> bool {
    about(kind).is_recoded && (method.is_full_domain() || method == MethodName::None)
}

/// The text of `DIR.transform.sql`.
pub fn transformation(
    loaded: &Loaded,
    checked: &CheckedTask<'_>,
    settings: &Settings,
    anonymized: &Anonymized,
    progress: &Progress,
) -> Result<String, Failure> {
    let table = checked.prepared.table;
    let escape = settings.release.escape_formulas;
    let mut columns = Vec::new();
    // Per quasi-identifier: what each of its original codes becomes.
    let mut texts_of_quasi: Vec<Vec<String>> = Vec::new();
    for (at, original) in table.columns().iter().enumerate() {
        let role = settings.roles.of(original.name());
        if role.is_some_and(Role::is_removed) {
            continue;
        }
        let texts = becomes(original, anonymized, at, escape, progress)?;
        let place = checked
            .prepared
            .quasi
            .iter()
            .position(|quasi| quasi.at == at);
        columns.push(SqlColumn {
            name: original.name().to_owned(),
            released_name: released_text(original.name(), escape).into_owned(),
            is_quasi: place.is_some(),
            recoding: recoding(original, &texts, is_top(checked, anonymized, place)),
        });
        if place.is_some() {
            texts_of_quasi.push(texts);
        }
    }
    let keep = keep(checked, anonymized, &texts_of_quasi, progress)?;
    let path = &loaded.source.path;
    let part = |name: Option<&std::ffi::OsStr>| {
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let options = &loaded.options;
    let is_headed = options.header == Some(true) && options.delimiter.is_some();
    Ok(statement(&Transformation {
        table: part(path.file_stem()),
        file: part(path.file_name()),
        delimiter: options.delimiter.clone().filter(|_| is_headed),
        nulls: match &options.nulls {
            Some(nulls) => nulls.clone(),
            None => USUAL_NULLS.map(str::to_owned).to_vec(),
        },
        columns,
        keep,
        records: anonymized.kept.len(),
    })?)
}

/// Whether all values of a column are one by its hierarchy, those that are yet to come included.
fn is_top(checked: &CheckedTask<'_>, anonymized: &Anonymized, place: Option<usize>) -> bool {
    let height = || Some(checked.prepared.quasi.get(place?)?.hierarchy.height());
    match (level_of(anonymized, place), height()) {
        (Some(level), Some(height)) => level > 0 && level as usize == height,
        _ => false,
    }
}

fn level_of(anonymized: &Anonymized, place: Option<usize>) -> Option<u32> {
    anonymized.levels.as_ref()?.get(place?).copied()
}

/// The released text of every original code; empty where it is missing.
fn becomes(
    original: &Column,
    anonymized: &Anonymized,
    at: usize,
    escape: bool,
    progress: &Progress,
) -> Result<Vec<String>, Failure> {
    let shown = |text: &str| released_text(text, escape).into_owned();
    let Some(changed) = anonymized.changed.iter().find(|changed| changed.at == at) else {
        return Ok(original.dictionary().iter().map(shown).collect());
    };
    let released = &changed.column;
    let mut code_of = vec![UNSEEN; original.dictionary().len()];
    let codes = original.codes().chunks(STRIDE);
    for (from, to) in codes.zip(released.codes().chunks(STRIDE)) {
        progress.check()?;
        for (&from, &to) in from.iter().zip(to) {
            let known = &mut code_of[from as usize];
            if *known == UNSEEN {
                *known = to;
            } else if *known != to {
                return Err(Problem::new(format!(
                    "the SQL cannot be written: a value of \"{}\" is not shown the same in all records",
                    original.name()
                ))
                .into());
            }
        }
    }
    let texts = code_of.into_iter().zip(original.dictionary().iter());
    Ok(texts
        .map(|(code, text)| match code {
            UNSEEN => shown(text),
            code => shown(released.dictionary().get(code)),
        })
        .collect())
}

fn recoding(original: &Column, texts: &[String], is_top: bool) -> Recoding {
    let present = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    if is_top && let Some(first) = texts.first() {
        return Recoding::Constant(present(first));
    }
    let pairs = || original.dictionary().iter().zip(texts);
    let moved = pairs().filter(|(from, to)| from != to);
    let moved: Vec<(String, String)> = moved
        .map(|(from, to)| (from.to_owned(), to.clone()))
        .collect();
    if moved.is_empty() {
        return Recoding::AsItIs;
    }
    // An apostrophe before formulas is all that happened.
    if moved
        .iter()
        .all(|(from, to)| !from.is_empty() && *to == format!("'{from}"))
    {
        return Recoding::Some(moved);
    }
    Recoding::All {
        missing: pairs()
            .find(|(from, _)| from.is_empty())
            .and_then(|(_, to)| present(to)),
        values: pairs()
            .filter(|(from, _)| !from.is_empty())
            .map(|(from, to)| (from.to_owned(), present(to)))
            .collect(),
    }
}

/// The rule that was followed, if that is what it comes to; otherwise the classes that were left out, by name.
fn keep(
    checked: &CheckedTask<'_>,
    anonymized: &Anonymized,
    texts_of_quasi: &[Vec<String>],
    progress: &Progress,
) -> Result<Keep, Failure> {
    let requirement = checked.judge.requirement();
    if anonymized.left_out.is_empty() && requirement.suppression == 0.0 {
        return Ok(Keep::All);
    }
    let originals = checked.prepared.quasi_columns();
    let rows = checked.prepared.rows();
    let released = originals
        .iter()
        .zip(texts_of_quasi)
        .map(|(column, texts)| by_text(column, texts))
        .collect::<Result<Vec<Column>, DictionaryFull>>()?;
    let released: Vec<&Column> = released.iter().collect();
    let mut is_left_out = vec![false; rows];
    for &row in &anonymized.left_out {
        is_left_out[row as usize] = true;
    }
    let classes = ClassProfile::compute(&released, rows, progress)?;
    let k = checked.judge.k();
    let mut sizes = classes.size_of_rows().iter().zip(&is_left_out);
    // That many records say nothing of people.
    let by_size = !checked.judge.looks_at_values() && !checked.judge.counts_units();
    if by_size && sizes.all(|(&size, &out)| (size < k) == out) {
        return Ok(Keep::AtLeast(k));
    }
    if anonymized.left_out.is_empty() {
        return Ok(Keep::All);
    }
    if let Some(tuples) = left_out_classes(&classes, &released, &is_left_out, progress)? {
        return Ok(Keep::WithoutReleased(tuples));
    }
    let classes = ClassProfile::compute(&originals, rows, progress)?;
    match left_out_classes(&classes, &originals, &is_left_out, progress)? {
        Some(tuples) => Ok(Keep::WithoutOriginal(tuples)),
        None => Err(Problem::new(
            "the SQL cannot be written: of records with the same quasi-identifiers some are left out and some are not",
        )
        .into()),
    }
}

/// The quasi-identifiers as they are released, equal texts under one code.
fn by_text(original: &Column, texts: &[String]) -> Result<Column, DictionaryFull> {
    let mut builder = DictionaryBuilder::default();
    let codes = texts
        .iter()
        .map(|text| builder.intern(text))
        .collect::<Result<Vec<u32>, DictionaryFull>>()?;
    let rows = original.codes().iter();
    let rows = rows.map(|&code| codes[code as usize]).collect();
    let null = builder.find("");
    Ok(Column::new(original.name(), builder.finish(), rows, null))
}

/// The classes whose records are all left out, if no class has others as well.
fn left_out_classes(
    classes: &ClassProfile,
    columns: &[&Column],
    is_left_out: &[bool],
    progress: &Progress,
) -> Result<Option<Vec<Vec<Option<String>>>>, Stopped> {
    let mut out_of_class: HashMap<u32, u32> = HashMap::new();
    for (row, _) in is_left_out.iter().enumerate().filter(|&(_, &out)| out) {
        *out_of_class.entry(classes.class_of(row)).or_default() += 1;
    }
    progress.check()?;
    let is_whole = |(&class, &out): (&u32, &u32)| classes.sizes()[class as usize] == out;
    if !out_of_class.iter().all(is_whole) {
        return Ok(None);
    }
    let mut left_out: Vec<u32> = out_of_class.into_keys().collect();
    left_out.sort_unstable();
    let cell = |column: &&Column, row: usize| {
        let text = column.text(row);
        (!text.is_empty()).then(|| text.to_owned())
    };
    let tuples = left_out.into_iter().filter_map(|class| {
        let row = *classes.members(class).first()? as usize;
        Some(columns.iter().map(|column| cell(column, row)).collect())
    });
    Ok(Some(tuples.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_recoded_as_shortly_as_it_can_be() {
        let column = Column::from_texts("x", ["1", "", "=2"]).unwrap();
        let texts = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
        assert_eq!(
            recoding(&column, &texts(["1", "", "=2"]), false),
            Recoding::AsItIs
        );
        assert_eq!(
            recoding(&column, &texts(["*", "*", "*"]), true),
            Recoding::Constant(Some("*".to_owned()))
        );
        assert_eq!(
            recoding(&column, &texts(["1", "", "'=2"]), false),
            Recoding::Some(vec![("=2".to_owned(), "'=2".to_owned())])
        );
        let all = recoding(&column, &texts(["a", "none", ""]), false);
        let Recoding::All { missing, values } = all else {
            panic!("{all:?}");
        };
        assert_eq!(missing.as_deref(), Some("none"));
        assert_eq!(
            values,
            [
                ("1".to_owned(), Some("a".to_owned())),
                ("=2".to_owned(), None)
            ]
        );
    }

    #[test]
    fn classes_are_left_out_as_a_whole_or_not_by_name() {
        let column = Column::from_texts("x", ["a", "b", "a", ""]).unwrap();
        let columns = [&column];
        let progress = Progress::default();
        let classes = ClassProfile::compute(&columns, 4, &progress).unwrap();
        let told = |out: [bool; 4]| left_out_classes(&classes, &columns, &out, &progress).unwrap();
        assert_eq!(
            told([false, true, false, true]),
            Some(vec![vec![Some("b".to_owned())], vec![None]])
        );
        assert_eq!(told([true, false, false, false]), None);
    }
}
