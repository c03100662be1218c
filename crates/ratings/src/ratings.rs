//! Ratings as the models see them: people, the issues that somebody could know, and the sensitive ones.

use cloakroom_core::ratings::SparseRatings;
use cloakroom_core::{
    Column, Failure, Problem, Progress, Ratings, Role, Roles, Scale, Stopped, Table,
};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// The cell of an issue that was not rated.
pub const NULL: u16 = u16::MAX;

/// Up to so many cells lie one beside the other; a matrix with more is kept as it was read.
const MOST_DENSE: usize = 1 << 28;
/// How many people are put down between two looks at the progress.
const STRIDE: usize = 1 << 12;

/// Ratings in points of their scale: 0 is the lowest. People and issues are counted from 0.
#[derive(Clone, Debug)]
pub struct PreparedRatings {
    pub scale: Scale,
    /// The issues that are compared, by name.
    pub issues: Vec<String>,
    /// Sensitive issues, by name.
    pub sensitive: Vec<String>,
    /// By sensitive issue, the cells of all people.
    pub secrets: Vec<Vec<u16>>,
    pub cells: Cells,
    people: usize,
    /// Found out when it is asked for.
    spread: OnceLock<u16>,
}

#[derive(Clone, Debug)]
pub enum Cells {
    /// Row after row, a cell per issue.
    Dense(Vec<u16>),
    /// Nearly everything is unrated: what was read, and the place of each of its issues among
    /// [`PreparedRatings::issues`]; `u32::MAX` for sensitive ones.
    Sparse {
        ratings: Arc<SparseRatings>,
        place: Vec<u32>,
    },
}

/// How far two cells are apart, in steps of the scale: `r` steps if only one of them is rated.
pub fn apart(a: u16, b: u16, r: u16) -> u16 {
    // Two missing ratings are equal numbers.
    if (a == NULL) == (b == NULL) {
        a.abs_diff(b)
    } else {
        r
    }
}

/// The largest distance of any two cells: how far two records are apart.
pub fn distance(a: &[u16], b: &[u16], r: u16) -> u16 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| apart(a, b, r))
        .fold(0, u16::max)
}

/// Whether no cells of two records are farther apart than this; ends at the first that are.
pub fn are_close(a: &[u16], b: &[u16], within: u16, r: u16) -> bool {
    let mut cells = a.iter().zip(b);
    cells.all(|(&a, &b)| apart(a, b, r) <= within)
}

impl PreparedRatings {
    /// Columns that are neither issues nor sensitive issues are left aside.
    pub fn new(ratings: &Ratings, roles: &Roles, progress: &Progress) -> Result<Self, Failure> {
        match ratings {
            Ratings::Wide(table, scale) => Self::from_table(table, *scale, roles, progress),
            Ratings::Long(sparse) => Ok(Self::from_sparse(sparse, roles, progress)?),
        }
    }

    /// A survey of given rows, all of the same length; `secrets` by sensitive issue.
    pub fn from_rows(scale: Scale, rows: &[Vec<u16>], secrets: Vec<Vec<u16>>) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        Self {
            scale,
            issues: (1..=width).map(|at| format!("issue {at}")).collect(),
            sensitive: (1..=secrets.len())
                .map(|at| format!("sensitive {at}"))
                .collect(),
            people: rows.len(),
            cells: Cells::Dense(rows.concat()),
            secrets,
            spread: OnceLock::new(),
        }
    }

    /// The same people and sensitive issues with other cells, row after row.
    #[must_use]
    pub fn with_cells(&self, cells: Vec<u16>) -> Self {
        debug_assert_eq!(cells.len(), self.people * self.issues.len());
        Self {
            scale: self.scale,
            issues: self.issues.clone(),
            sensitive: self.sensitive.clone(),
            secrets: self.secrets.clone(),
            cells: Cells::Dense(cells),
            people: self.people,
            spread: OnceLock::new(),
        }
    }

    /// Some of the people, in the order of `people`.
    #[must_use]
    pub fn picked(&self, people: &[u32]) -> Self {
        let mut cells = Vec::with_capacity(people.len() * self.issues.len());
        let mut row = Vec::new();
        for &person in people {
            self.row(person as usize, &mut row);
            cells.extend_from_slice(&row);
        }
        let pick = |secret: &Vec<u16>| people.iter().map(|&at| secret[at as usize]).collect();
        Self {
            scale: self.scale,
            issues: self.issues.clone(),
            sensitive: self.sensitive.clone(),
            secrets: self.secrets.iter().map(pick).collect(),
            cells: Cells::Dense(cells),
            people: people.len(),
            spread: OnceLock::new(),
        }
    }

    fn from_table(
        table: &Table,
        scale: Scale,
        roles: &Roles,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let with = |role| {
            let columns = table.columns().iter();
            columns.filter(move |column| roles.of(column.name()) == Some(role))
        };
        let rated = |role| {
            with(role)
                .map(|column| RatedColumn::new(column, &scale, progress))
                .collect::<Result<Vec<_>, Failure>>()
        };
        let (issues, sensitive) = (rated(Role::Quasi)?, rated(Role::Sensitive)?);
        let width = issues.len();
        let mut cells = vec![NULL; width * table.rows()];
        // Without an issue there is not a cell either.
        cells
            .par_chunks_mut((width * STRIDE).max(1))
            .enumerate()
            .try_for_each(|(stretch, cells)| {
                progress.check()?;
                for (place, issue) in issues.iter().enumerate() {
                    let of_issue = cells.iter_mut().skip(place).step_by(width);
                    for (cell, point) in of_issue.zip(issue.points_from(stretch * STRIDE)) {
                        *cell = point;
                    }
                }
                Ok::<(), Stopped>(())
            })?;
        let mut secrets = Vec::with_capacity(sensitive.len());
        for issue in &sensitive {
            progress.check()?;
            secrets.push(issue.points_from(0).collect());
        }
        let names = |role| with(role).map(|column| column.name().to_owned()).collect();
        Ok(Self {
            scale,
            issues: names(Role::Quasi),
            sensitive: names(Role::Sensitive),
            secrets,
            cells: Cells::Dense(cells),
            people: table.rows(),
            spread: OnceLock::new(),
        })
    }

    fn from_sparse(
        sparse: &Arc<SparseRatings>,
        roles: &Roles,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let people = sparse.people.len();
        let mut place = vec![u32::MAX; sparse.issues.len()];
        let mut secret_place = vec![u32::MAX; sparse.issues.len()];
        let (mut issues, mut sensitive) = (Vec::new(), Vec::new());
        for (code, name) in sparse.issues.iter().enumerate() {
            // What nobody named is an issue: there is no column that could hold anything else.
            let (names, places) = match roles.of(name) {
                Some(Role::Sensitive) => (&mut sensitive, &mut secret_place),
                Some(Role::Identifier) => continue,
                _ => (&mut issues, &mut place),
            };
            places[code] = names.len() as u32;
            names.push(name.to_owned());
        }
        let mut secrets = vec![vec![NULL; people]; sensitive.len()];
        let dense = people * issues.len() <= MOST_DENSE;
        let mut cells = vec![NULL; if dense { people * issues.len() } else { 0 }];
        if dense || !sensitive.is_empty() {
            for person in 0..people {
                progress.check_every(STRIDE, person)?;
                for at in sparse.starts[person]..sparse.starts[person + 1] {
                    let code = sparse.issue[at] as usize;
                    if secret_place[code] != u32::MAX {
                        secrets[secret_place[code] as usize][person] = sparse.rating[at];
                    } else if dense && place[code] != u32::MAX {
                        cells[person * issues.len() + place[code] as usize] = sparse.rating[at];
                    }
                }
            }
        }
        Ok(Self {
            scale: sparse.scale,
            issues,
            sensitive,
            secrets,
            people,
            cells: if dense {
                Cells::Dense(cells)
            } else {
                Cells::Sparse {
                    ratings: sparse.clone(),
                    place,
                }
            },
            spread: OnceLock::new(),
        })
    }

    pub fn people(&self) -> usize {
        self.people
    }

    /// The r of the models in steps: what a change between rated and not rated costs.
    pub fn r(&self) -> u16 {
        self.scale.points()
    }

    /// The least distance in steps within which more than half of the ratings lie on issues all of whose ratings are that
    /// near to each other; issues that everybody rated alike are not counted. One or two issues on which people are far
    /// apart do not make up for all others on which nobody can be told from anybody.
    pub fn spread(&self) -> u16 {
        *self
            .spread
            .get_or_init(|| self.spread_among(0..self.people as u32))
    }

    /// The same of some people.
    fn spread_among(&self, people: impl Iterator<Item = u32>) -> u16 {
        let spreads = self.spreads(people);
        let all: u64 = spreads.iter().map(|&(_, ratings)| ratings).sum();
        let mut covered = 0;
        let mut within = spreads.iter().map(|&(apart, ratings)| {
            covered += ratings;
            (apart, covered)
        });
        let most = within.find(|&(_, covered)| 2 * covered > all);
        most.map_or(0, |(apart, _)| apart)
    }

    /// Of every issue on which people differ, how many steps its ratings are apart at most and how many there are; the
    /// nearest first.
    fn spreads(&self, people: impl Iterator<Item = u32>) -> Vec<(u16, u64)> {
        let mut ends = vec![(u16::MAX, 0u16, 0u64); self.issues.len()];
        for person in people {
            self.each_rated(person as usize, |issue, point| {
                let (low, high, ratings) = &mut ends[issue as usize];
                *low = point.min(*low);
                *high = point.max(*high);
                *ratings += 1;
            });
        }
        let apart = ends.iter();
        let apart = apart.map(|&(low, high, ratings)| (high.saturating_sub(low), ratings));
        let mut apart: Vec<(u16, u64)> = apart.filter(|&(apart, _)| apart > 0).collect();
        apart.sort_unstable();
        apart
    }

    /// On how many of the issues on which people differ all ratings lie within so many steps of each other, and how many
    /// of these issues there are.
    pub fn covered(&self, within: u16) -> (usize, usize) {
        let spreads = self.spreads(0..self.people as u32);
        let covered = spreads.partition_point(|&(apart, _)| apart <= within);
        (covered, spreads.len())
    }

    /// The largest distance in steps at which not everybody who rated the same issues is close to everybody else who
    /// did, on most of the issues: that of the scale, or of the ratings that occur. Where all ratings of every issue are the same there is
    /// nothing that a distance could hide.
    pub fn widest(&self) -> u16 {
        self.widest_of(self.spread())
    }

    /// The same among some people.
    pub fn widest_among(&self, people: &[u32]) -> u16 {
        self.widest_of(self.spread_among(people.iter().copied()))
    }

    fn widest_of(&self, spread: u16) -> u16 {
        let of_scale = self.scale.widest();
        match spread {
            0 => of_scale,
            spread => of_scale.min(spread - 1),
        }
    }

    /// All cells row after row, unless there are too many.
    pub fn dense(&self) -> Option<&[u16]> {
        match &self.cells {
            Cells::Dense(cells) => Some(cells),
            Cells::Sparse { .. } => None,
        }
    }

    /// Calls back for each issue that a person rated, with its point; in the order of the issues if they
    /// lie dense, in that of the file otherwise.
    pub fn each_rated(&self, person: usize, mut each: impl FnMut(u32, u16)) {
        match &self.cells {
            Cells::Dense(cells) => {
                let width = self.issues.len();
                let row = &cells[person * width..(person + 1) * width];
                for (issue, &point) in (0..).zip(row) {
                    if point != NULL {
                        each(issue, point);
                    }
                }
            }
            Cells::Sparse { ratings, place } => {
                for at in ratings.starts[person]..ratings.starts[person + 1] {
                    let issue = place[ratings.issue[at] as usize];
                    if issue != u32::MAX {
                        each(issue, ratings.rating[at]);
                    }
                }
            }
        }
    }

    /// A person's cells, one per issue.
    pub fn row(&self, person: usize, row: &mut Vec<u16>) {
        row.clear();
        row.resize(self.issues.len(), NULL);
        self.each_rated(person, |issue, point| row[issue as usize] = point);
    }
}

/// A column of which every cell is a point of the scale, or not rated.
struct RatedColumn<'a> {
    codes: &'a [u32],
    point_of_code: Vec<u16>,
}

impl<'a> RatedColumn<'a> {
    fn new(column: &'a Column, scale: &Scale, progress: &Progress) -> Result<Self, Failure> {
        let point = |(code, text): (usize, &str)| {
            if Some(code as u32) == column.null() {
                return Some(NULL);
            }
            scale.nearest(text.trim().parse().ok()?)
        };
        let points: Vec<Option<u16>> = column.dictionary().iter().enumerate().map(point).collect();
        progress.check()?;
        // A value that no row has spoils nothing.
        if points.contains(&None) {
            let is_wrong = |&code: &u32| points[code as usize].is_none();
            if let Some(row) = column.codes().iter().position(is_wrong) {
                return Err(Problem::new(format!(
                    "row {} of column \"{}\" is no rating on the scale",
                    row + 1,
                    column.name()
                ))
                .into());
            }
        }
        Ok(Self {
            codes: column.codes(),
            point_of_code: points
                .into_iter()
                .map(|point| point.unwrap_or(NULL))
                .collect(),
        })
    }

    fn points_from(&self, row: usize) -> impl Iterator<Item = u16> {
        let codes = self.codes[row..].iter();
        codes.map(|&code| self.point_of_code[code as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_distance_is_that_of_the_scale_or_of_what_occurs() {
        let scale = Scale {
            high: 100.0,
            ..Scale::default()
        };
        let widest = |rows: &[Vec<u16>]| {
            let survey = PreparedRatings::from_rows(scale, rows, vec![vec![0, 99]]);
            (survey.spread(), survey.widest())
        };
        assert_eq!(widest(&[vec![0, 3], vec![4, 3]]), (4, 3));
        // One issue in two that is wider is enough, one in three is not; ratings of different issues are not compared.
        assert_eq!(widest(&[vec![0, 30], vec![4, 90]]), (60, 59));
        assert_eq!(widest(&[vec![0, 0, 30], vec![4, 2, 90]]), (4, 3));
        assert_eq!(
            widest(&[vec![0, 0, 0, 30, 30], vec![4, 2, 3, 90, 90]]),
            (4, 3)
        );
        // Issues that everybody rated alike are not counted, and many ratings count more than few.
        assert_eq!(widest(&[vec![5, 5, 30], vec![5, 5, 90]]), (60, 59));
        let few = [vec![0, 0, 30], vec![4, 2, 90], vec![NULL, NULL, 30]];
        assert_eq!(widest(&few), (4, 3));
        let fewer = [&few[..], &[vec![NULL, NULL, 35]]].concat();
        assert_eq!(widest(&fewer), (60, 59));
        assert_eq!(widest(&[vec![0, 90], vec![1, 91]]), (1, 0));
        assert_eq!(widest(&[vec![0, NULL], vec![NULL, 91]]), (0, 98));
        assert_eq!(widest(&[vec![0, 0], vec![99, 0]]), (99, 98));
        let survey = PreparedRatings::from_rows(scale, &[vec![0], vec![4], vec![90]], Vec::new());
        assert_eq!((survey.widest(), survey.widest_among(&[0, 1])), (89, 3));
    }

    #[test]
    fn a_survey_holds_the_points_of_its_issues() {
        let table = Table::new(vec![
            Column::from_texts("name", ["Ann", "Bob"]).unwrap(),
            Column::from_texts("q1", ["1", "5"]).unwrap(),
            Column::from_texts("q2", ["", "02"]).unwrap(),
            Column::from_texts("pay", ["3", ""]).unwrap(),
        ])
        .unwrap();
        let mut roles = Roles::default();
        for (name, role) in [
            ("name", Role::Identifier),
            ("q1", Role::Quasi),
            ("q2", Role::Quasi),
            ("pay", Role::Sensitive),
        ] {
            roles.set(name, Some(role));
        }
        let survey = PreparedRatings::new(
            &Ratings::Wide(table, Scale::default()),
            &roles,
            &Progress::default(),
        )
        .unwrap();
        assert_eq!(survey.dense(), Some(&[0, NULL, 4, 1][..]));
        assert_eq!(survey.secrets, [[2, NULL]]);
        assert_eq!(survey.r(), 5);
        let mut row = Vec::new();
        survey.row(1, &mut row);
        assert_eq!(row, [4, 1]);
        assert_eq!(survey.picked(&[1]).dense(), Some(&[4, 1][..]));
    }

    #[test]
    fn a_cell_that_only_one_rated_is_r_apart() {
        assert_eq!(apart(3, 1, 5), 2);
        assert_eq!(apart(NULL, NULL, 5), 0);
        assert_eq!(apart(NULL, 4, 5), 5);
        assert_eq!(distance(&[1, 2], &[1, NULL], 5), 5);
        assert_eq!(distance(&[1, NULL], &[4, NULL], 5), 3);
        assert!(are_close(&[1, NULL], &[4, NULL], 3, 5));
        assert!(!are_close(&[1, NULL], &[4, NULL], 2, 5));
        assert!(!are_close(&[1, 2], &[1, NULL], 4, 5));
    }
}
