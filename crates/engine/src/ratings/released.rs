//! Released ratings as a table: a row per person, or a row per rating if they were read so.

use super::CheckedRatingsTask;
use super::anonymize::RatingsCandidate;
use crate::declared::layout_of;
use crate::released_table::{ReleasedTable, build, contents, released_text};
use crate::shuffle::{DeclaredDigest, Fingerprint, content, released_order};
use cloakroom_core::{
    Column, Dataset, Dictionary, DictionaryFull, Failure, Kind, Layout, LoadOptions, Loaded,
    Problem, Progress, Ratings, Role, Roles, Scale, Settings, Stopped, Table,
};
use cloakroom_microdata::method::Anonymized;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};
use cloakroom_verify::declaration::{RatingsForm, Roles as ReleasedRoles};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// How many people are written down between two looks at the progress.
const STRIDE: usize = 1 << 12;

const UNFIT: &str =
    "the released ratings do not fit the people and issues they are of, so nothing was released";

/// The kept people in the order of the release.
pub fn arrange(
    loaded: &Loaded,
    settings: &Settings,
    checked: &CheckedRatingsTask,
    candidate: &RatingsCandidate,
    progress: &Progress,
) -> Result<(ReleasedTable, RatingsForm), Failure> {
    let escape = settings.release.escape_formulas;
    let declared = DeclaredDigest::of(settings, Kind::Ratings, None);
    let kept = &candidate.anonymized.kept;
    let (released, layout) = match &loaded.dataset {
        Dataset::Ratings(Ratings::Wide(table, _)) => {
            let cells = &candidate.anonymized.cells;
            let changed = with_ratings(table, &checked.survey, cells)?;
            let as_they_are = Anonymized::default();
            let shown = || {
                contents(
                    &changed,
                    &settings.roles,
                    &as_they_are,
                    kept,
                    escape,
                    progress,
                )
            };
            let order = released_order(kept.len(), declared.as_ref(), shown, progress)?;
            let rows: Vec<u32> = order.iter().map(|&at| kept[at as usize]).collect();
            let released = build(
                &changed,
                &settings.roles,
                &as_they_are,
                &rows,
                escape,
                progress,
            )?;
            (released, Layout::Wide)
        }
        _ => {
            let names = loaded.options.columns.as_deref().unwrap_or(&[]);
            let shown = || contents_of_people(&candidate.released, escape, progress);
            let order = released_order(kept.len(), declared.as_ref(), shown, progress)?;
            let table = a_row_per_rating(&candidate.released, names, &order, progress)?;
            let mut plain = Roles::default();
            for column in table.columns() {
                plain.set(column.name(), Some(Role::Insensitive));
            }
            let rows: Vec<u32> = (0..table.rows() as u32).collect();
            let mut released = build(
                &table,
                &plain,
                &Anonymized::default(),
                &rows,
                escape,
                progress,
            )?;
            let named = |issues: &[String]| {
                let texts = issues.iter().map(|issue| released_text(issue, escape));
                texts.map(|text| text.into_owned()).collect()
            };
            let mut sensitive: Vec<String> = named(&checked.survey.sensitive);
            sensitive.sort();
            released.roles = ReleasedRoles {
                quasi: shown_issues(&released, &sensitive),
                sensitive,
                ..ReleasedRoles::default()
            };
            (released, Layout::Long)
        }
    };
    let scale = told_scale(&loaded.options, &candidate.released);
    let layout = layout_of(layout);
    Ok((released, RatingsForm { layout, scale }))
}

/// The scale that was asked for; where the source set it, the release tells its own. Of a scale with ends alone the
/// step is a whole one if all that is shown has it, and otherwise that of what is shown: a rating between them that
/// nobody is shown to have given must not be told of.
fn told_scale(options: &LoadOptions, released: &PreparedRatings) -> Option<[f64; 3]> {
    let (low, high) = match *options.scale.as_deref()? {
        [low, high, step] => return Some([low, high, step]),
        [low, high] if options.round => return Some([low, high, 1.0]),
        [low, high] => (low, high),
        _ => return None,
    };
    let mut is_shown = vec![false; usize::from(released.scale.points())];
    for person in 0..released.people() {
        released.each_rated(person, |_, point| is_shown[usize::from(point)] = true);
    }
    for &point in released.secrets.iter().flatten() {
        if point != NULL {
            is_shown[usize::from(point)] = true;
        }
    }
    let points = (0..released.scale.points()).filter(|&point| is_shown[usize::from(point)]);
    let values = points.map(|point| released.scale.value(point));
    let millionths = |value: f64| (value * 1e6).round() as i64;
    let points = values.chain([low, high]).map(millionths);
    let step = cloakroom_verify::Scale::of_points(points)?.step;
    let step = if step.fract() == 0.0 { 1.0 } else { step };
    Some([low, high, step])
}

/// The compared issues that somebody is shown to have rated, by name: which others there were, and in which order they
/// first appeared, is nobody's business.
fn shown_issues(released: &ReleasedTable, sensitive: &[String]) -> Vec<String> {
    let Some(issues) = released.table.columns().get(1) else {
        return Vec::new();
    };
    let mut shown: Vec<String> = issues
        .dictionary()
        .iter()
        .filter(|&issue| !sensitive.iter().any(|name| name == issue))
        .map(str::to_owned)
        .collect();
    shown.sort();
    shown
}

/// The texts of all points, and that of a missing rating.
fn texts_of(scale: &Scale) -> Vec<String> {
    let points = (0..scale.points()).map(|point| scale.text(point));
    points.chain([String::new()]).collect()
}

/// The table with the given ratings of its issues, sensitive ones as points of their scale. There must be a cell for
/// every person and issue: what does not fit is refused, as the table holds what was to be changed.
fn with_ratings(table: &Table, survey: &PreparedRatings, cells: &[u16]) -> Result<Table, Problem> {
    let texts = texts_of(&survey.scale);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let missing = texts.len() as u32 - 1;
    let column = |name: &str, cells: &mut dyn Iterator<Item = u16>| {
        let code = |cell| {
            if cell == NULL {
                missing
            } else {
                u32::from(cell)
            }
        };
        let dictionary = Dictionary::listed(&texts)?;
        let codes = cells.map(code).collect();
        Ok::<Column, DictionaryFull>(Column::new(name, dictionary, codes, Some(missing)))
    };
    let width = survey.issues.len();
    let columns = table
        .columns()
        .iter()
        .map(|original| {
            let name = original.name();
            if let Some(issue) = survey.issues.iter().position(|issue| issue == name) {
                return column(name, &mut cells.iter().skip(issue).step_by(width).copied());
            }
            match survey.sensitive.iter().position(|issue| issue == name) {
                Some(at) => column(name, &mut survey.secrets[at].iter().copied()),
                None => Ok(original.clone()),
            }
        })
        .collect::<Result<Vec<Column>, DictionaryFull>>()?;
    if columns.iter().any(|column| column.len() != table.rows()) {
        return Err(Problem::new(UNFIT));
    }
    Ok(Table::new(columns)?)
}

/// What each person shows who has a row for every rating.
fn contents_of_people(
    survey: &PreparedRatings,
    escape: bool,
    progress: &Progress,
) -> Result<Vec<Fingerprint>, Stopped> {
    let texts = texts_of(&survey.scale);
    let fingerprint = |issue: &str, point: u16| {
        let text = released_text(&texts[usize::from(point)], escape);
        content::rating(&released_text(issue, escape), &text)
    };
    let mut known: HashMap<(u32, u16), Fingerprint, FixedState> = HashMap::default();
    let mut contents = Vec::with_capacity(survey.people());
    for person in 0..survey.people() {
        progress.check_every(STRIDE, person)?;
        let mut content: Fingerprint = 0;
        survey.each_rated(person, |issue, point| {
            let of_rating = known
                .entry((issue, point))
                .or_insert_with(|| fingerprint(&survey.issues[issue as usize], point));
            content = content.wrapping_add(*of_rating);
        });
        for (name, cells) in survey.sensitive.iter().zip(&survey.secrets) {
            if cells[person] != NULL {
                content = content.wrapping_add(fingerprint(name, cells[person]));
            }
        }
        contents.push(content);
    }
    Ok(contents)
}

/// People are numbered in the order of the release; each one's issues come by name, so that the order of the
/// input does not show.
fn a_row_per_rating(
    survey: &PreparedRatings,
    names: &[String],
    order: &[u32],
    progress: &Progress,
) -> Result<Table, Failure> {
    let issues: Vec<&str> = survey
        .issues
        .iter()
        .chain(&survey.sensitive)
        .map(String::as_str)
        .collect();
    let mut by_name: Vec<u32> = (0..issues.len() as u32).collect();
    by_name.sort_by_key(|&at| issues[at as usize]);
    let (mut people, mut items, mut ratings) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = Vec::new();
    progress.stage("arranging", order.len() as u64);
    let mut number = 0;
    for (at, &person) in order.iter().enumerate() {
        progress.check_every(STRIDE, at)?;
        survey.row(person as usize, &mut row);
        row.extend(survey.secrets.iter().map(|cells| cells[person as usize]));
        for &issue in &by_name {
            let cell = row[issue as usize];
            if cell != NULL {
                people.push(number);
                items.push(issue);
                ratings.push(u32::from(cell));
            }
        }
        // Who has no rating left is not in the file, and leaves no gap.
        number += u32::from(people.last() == Some(&number));
        progress.advance(1);
    }
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let texts = texts_of(&survey.scale);
    let columns = [
        (
            "person",
            numbers.iter().map(String::as_str).collect(),
            people,
        ),
        ("issue", issues, items),
        (
            "rating",
            texts.iter().map(String::as_str).collect(),
            ratings,
        ),
    ];
    let columns = columns
        .into_iter()
        .enumerate()
        .map(|(at, (usual, texts, codes))| {
            let texts: Vec<&str> = texts;
            let name = names.get(at).map_or(usual, String::as_str);
            Ok(Column::new(name, Dictionary::listed(&texts)?, codes, None))
        })
        .collect::<Result<Vec<Column>, DictionaryFull>>()?;
    Ok(Table::new(columns)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let column = |name: &str, texts: [&str; 2]| {
            let dictionary: Dictionary = texts.into_iter().collect();
            Column::new(name, dictionary, vec![0, 1], None)
        };
        Table::new(vec![
            column("issue 1", ["1", "5"]),
            column("issue 2", ["2", "4"]),
        ])
        .unwrap()
    }

    #[test]
    fn the_step_of_a_scale_is_asked_for_or_shown() {
        let halves = Scale {
            low: 1.0,
            high: 5.0,
            step: 0.5,
        };
        let told = |scale: Option<&[f64]>, rows: &[Vec<u16>], secrets: &[u16]| {
            let options = LoadOptions {
                scale: scale.map(<[f64]>::to_vec),
                ..LoadOptions::default()
            };
            let survey = PreparedRatings::from_rows(halves, rows, vec![secrets.to_vec()]);
            told_scale(&options, &survey)
        };
        let whole = [vec![0, 4], vec![8, NULL]];
        let ends = Some(&[1.0, 5.0][..]);
        assert_eq!(told(None, &whole, &[0, 8]), None);
        // Somebody gave half a point, and is not shown.
        assert_eq!(told(ends, &whole, &[NULL, 8]), Some([1.0, 5.0, 1.0]));
        assert_eq!(told(ends, &whole, &[3, 8]), Some([1.0, 5.0, 0.5]));
        let tenths = [0.0, 6.0, 0.1];
        assert_eq!(told(Some(&tenths), &whole, &[0, 8]), Some(tenths));
    }

    #[test]
    fn ratings_that_do_not_fit_are_refused_and_never_the_original_ones() {
        let rows = [vec![0, 1], vec![4, 3]];
        let survey = PreparedRatings::from_rows(Scale::default(), &rows, Vec::new());
        let table = table();
        let fitting = with_ratings(&table, &survey, &[2, 2, 2, 2]).unwrap();
        assert_eq!(fitting.columns()[0].text(1), "3");
        for cells in [&[2, 2, 2][..], &[2, 2], &[2, 2, 2, 2, 2]] {
            let problem = with_ratings(&table, &survey, cells).unwrap_err();
            assert_eq!(problem.message, UNFIT);
        }
    }
}
