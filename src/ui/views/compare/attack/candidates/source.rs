//! Candidate records as a grid shows them: those of a table, of people who rated issues, or baskets.

use crate::ui::attack::AttackQuestion;
use crate::ui::method_result::MethodResult;
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, RowLook};
use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::roles::Role;
use cloakroom_core::transactions::Transactions;
use cloakroom_engine::attack::ratings::long_columns;
use cloakroom_engine::attack::{AttackReport, PersonAttack};
use cloakroom_engine::ratings::anonymize::RatingsCandidate;
use cloakroom_engine::transactions::anonymize::TransactionsCandidate;
use cloakroom_ratings::ratings::NULL;
use cloakroom_transactions::transactions::GONE;

/// Issues of a file with a row per rating that are shown.
const MOST_ISSUES: usize = 30;

pub struct Source<'a> {
    rows: &'a [u32],
    names: Vec<String>,
    data: Data<'a>,
}

enum Data<'a> {
    /// As it was read, and as it is shown.
    Microdata(Vec<(&'a Column, &'a Column)>),
    Ratings {
        ratings: &'a Ratings,
        released: Option<&'a RatingsCandidate>,
        /// Places of the issues among those of the data, and of the release.
        issues: Vec<Issue>,
    },
    Transactions {
        transactions: &'a Transactions,
        released: Option<&'a TransactionsCandidate>,
    },
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

impl<'a> Source<'a> {
    pub fn new(
        question: &'a AttackQuestion,
        report: &'a AttackReport,
        person: &'a PersonAttack,
    ) -> Self {
        let release = question.release.as_deref();
        let (names, data) = match &question.loaded.dataset {
            Dataset::Microdata(table) => {
                let compared = report.mapped.iter().map(|pair| pair.released.as_str());
                let mut names: Vec<&str> = compared.collect();
                for role in [Role::Quasi, Role::Sensitive] {
                    let roles = &question.settings.roles;
                    let columns = table.columns().iter().map(Column::name);
                    for name in roles.with(role, columns) {
                        if !names.contains(&name) {
                            names.push(name);
                        }
                    }
                }
                let candidate = release.and_then(MethodResult::candidate);
                let mut columns = Vec::with_capacity(names.len());
                names.retain(|name| {
                    let Some(at) = table.position(name) else {
                        return false;
                    };
                    let original = &table.columns()[at];
                    let shown =
                        candidate.and_then(|candidate| candidate.anonymized.column(table, at));
                    columns.push((original, shown.unwrap_or(original)));
                    true
                });
                (owned(&names), Data::Microdata(columns))
            }
            Dataset::Ratings(ratings) => {
                let released = release.and_then(MethodResult::people);
                let names = issue_names(question, report, ratings);
                let (names, issues) = names
                    .into_iter()
                    .filter_map(|name| {
                        let issue = issue(ratings, released, &name)?;
                        Some((name, issue))
                    })
                    .unzip();
                let data = Data::Ratings {
                    ratings,
                    released,
                    issues,
                };
                (names, data)
            }
            Dataset::Transactions(transactions) => {
                let released = release.and_then(MethodResult::baskets);
                let data = Data::Transactions {
                    transactions,
                    released,
                };
                (vec!["basket".to_owned()], data)
            }
        };
        Self {
            rows: &person.rows,
            names,
            data,
        }
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
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

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.rows.len() as u64
    }

    fn columns(&self) -> usize {
        self.names.len()
    }

    fn last_column_fills(&self) -> bool {
        matches!(self.data, Data::Transactions { .. })
    }

    fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            hover: self.names[column].as_str().into(),
            numbers: matches!(self.data, Data::Ratings { .. }),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        u64::from(self.rows[row as usize]) + 1
    }

    fn row_look(&self, _: u64) -> RowLook {
        RowLook::default()
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let record = self.rows[row as usize] as usize;
        match &self.data {
            Data::Microdata(columns) => {
                let (original, shown) = columns[column];
                if record >= shown.len() || shown.is_null(record) {
                    return GridCell::missing();
                }
                let changed = shown.text(record) != original.text(record);
                GridCell::text(shown.text(record)).changed(changed)
            }
            Data::Ratings {
                ratings,
                released,
                issues,
            } => rating(ratings, *released, issues[column], record),
            Data::Transactions {
                transactions,
                released,
            } => GridCell::text(items(transactions, *released, record).join(", ")),
        }
    }
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

fn items<'a>(
    transactions: &'a Transactions,
    released: Option<&'a TransactionsCandidate>,
    basket: usize,
) -> Vec<&'a str> {
    let mut items: Vec<&str> = match released {
        None => {
            let codes = transactions.basket(basket).iter();
            codes.map(|&code| transactions.items.get(code)).collect()
        }
        Some(candidate) => {
            let baskets = &candidate.baskets;
            let places = baskets.starts[basket]..baskets.starts[basket + 1];
            let shown = candidate.anonymized.shown[places].iter();
            let shown = shown.filter(|&&node| node != GONE);
            let shown = shown.map(|&node| baskets.tree.name(node));
            let private = baskets.private_of(basket).iter();
            shown
                .chain(private.map(|&code| transactions.items.get(code)))
                .collect()
        }
    };
    items.sort_unstable();
    items.dedup();
    items
}
