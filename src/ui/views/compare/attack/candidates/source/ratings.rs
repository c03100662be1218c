//! People who rated issues.

use super::{Attacked, AttackedCells, owned};
use crate::ui::attack::AttackQuestion;
use crate::ui::method_result::MethodResult;
use crate::ui::widgets::grid::GridCell;
use cloakroom_core::column::Column;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::roles::Role;
use cloakroom_engine::attack::AttackReport;
use cloakroom_engine::attack::ratings::long_columns;
use cloakroom_engine::ratings::anonymize::RatingsCandidate;
use cloakroom_ratings::ratings::NULL;

/// Issues of a file with a row per rating that are shown.
const MOST_ISSUES: usize = 30;

struct Rated<'a> {
    ratings: &'a Ratings,
    released: Option<&'a RatingsCandidate>,
    /// Places of the issues among those of the data, and of the release.
    issues: Vec<Issue>,
}

#[derive(Clone, Copy)]
struct Issue {
    /// The column of a wide survey, or the code of a long one.
    at: usize,
    released: Option<Place>,
}

#[derive(Clone, Copy)]
enum Place {
    Issue(usize),
    Secret(usize),
}

pub fn attacked<'a>(
    question: &'a AttackQuestion,
    report: &'a AttackReport,
) -> Option<Attacked<'a>> {
    let ratings = question.loaded.dataset.ratings()?;
    let release = question.release.as_deref();
    let released = release.and_then(MethodResult::people);
    let names = issue_names(question, report, ratings);
    let (names, issues) = names
        .into_iter()
        .filter_map(|name| {
            let issue = issue(ratings, released, &name)?;
            Some((name, issue))
        })
        .unzip();
    Some(Attacked {
        names,
        cells: Box::new(Rated {
            ratings,
            released,
            issues,
        }),
    })
}

impl AttackedCells for Rated<'_> {
    fn are_numbers(&self) -> bool {
        true
    }

    fn cell(&self, record: usize, column: usize) -> GridCell<'_> {
        rating(self.ratings, self.released, self.issues[column], record)
    }
}

/// The issues that were compared, then the sensitive ones.
fn issue_names(question: &AttackQuestion, report: &AttackReport, ratings: &Ratings) -> Vec<String> {
    let mut names: Vec<String> = report
        .mapped
        .iter()
        .map(|pair| pair.released.clone())
        .collect();
    if names.is_empty()
        && let Some(known) = &question.form.known
        && let Some([at, _]) = long_columns(&known.table)
    {
        let named = known.table.columns()[at].dictionary();
        names.extend(named.iter().take(MOST_ISSUES).map(str::to_owned));
    }
    let roles = &question.settings.roles;
    let sensitive: Vec<&str> = match ratings {
        Ratings::Wide(table, _) => {
            let columns = table.columns().iter().map(Column::name);
            roles.with(Role::Sensitive, columns)
        }
        Ratings::Long(sparse) => roles.with(Role::Sensitive, sparse.issues.iter()),
    };
    names.extend(owned(&sensitive));
    names
}

fn issue(ratings: &Ratings, released: Option<&RatingsCandidate>, name: &str) -> Option<Issue> {
    let at = match ratings {
        Ratings::Wide(table, _) => table.position(name)?,
        Ratings::Long(sparse) => sparse.issues.iter().position(|issue| issue == name)?,
    };
    let released = released.and_then(|candidate| {
        let survey = &candidate.released;
        let issue = survey.issues.iter().position(|issue| issue == name);
        let secret = || survey.sensitive.iter().position(|issue| issue == name);
        issue
            .map(Place::Issue)
            .or_else(|| secret().map(Place::Secret))
    });
    Some(Issue { at, released })
}

fn rating<'a>(
    ratings: &Ratings,
    released: Option<&RatingsCandidate>,
    issue: Issue,
    person: usize,
) -> GridCell<'a> {
    let scale = ratings.scale();
    let original = match ratings {
        Ratings::Wide(table, _) => {
            let column = &table.columns()[issue.at];
            let number = column.text(person).trim().parse::<f64>().ok();
            number
                .filter(|_| !column.is_null(person))
                .and_then(|number| scale.nearest(number))
        }
        Ratings::Long(sparse) => sparse.rating_of(person, issue.at as u32),
    };
    let shown = match (released, issue.released) {
        (Some(candidate), Some(place)) => {
            let kept = &candidate.anonymized.kept;
            let Ok(at) = kept.binary_search(&(person as u32)) else {
                return GridCell::missing();
            };
            let survey = &candidate.released;
            let cell = match place {
                Place::Secret(secret) => survey.secrets[secret][at],
                Place::Issue(issue) => {
                    let mut row = Vec::new();
                    survey.row(at, &mut row);
                    row[issue]
                }
            };
            (cell != NULL).then_some(cell)
        }
        _ => original,
    };
    let changed = shown != original;
    match shown {
        Some(point) => GridCell::number(scale.text(point)).changed(changed),
        None => GridCell::missing().changed(changed),
    }
}
