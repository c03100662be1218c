//! Records as points: numbers on standardized axes, categories on axes of their own, so that distances, centres
//! and squared errors are defined for both.

use super::gauge::Gauge;

/// Finest step of a number axis. Numbers are multiples of it, so that sums are exact and the same in any order.
const FINEST: i32 = 30;

/// The records, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    rows: usize,
    pub numbers: Vec<Vec<f64>>,
    pub categories: Vec<Category>,
    /// How far records are apart.
    pub gauge: Gauge,
}

/// An axis of categories. Two values are as far apart, squared, as the share of levels at which they differ; that is
/// the distance of points with one axis for every group of every level.
#[derive(Clone, Debug, PartialEq)]
pub struct Category {
    /// By record, in an order in which every group of every level is a stretch.
    pub codes: Vec<u32>,
    /// By level, then by code: the group.
    pub levels: Vec<Vec<u32>>,
    /// The column's own code of each.
    pub code_at: Vec<u32>,
}

impl Category {
    pub fn values(&self) -> usize {
        self.levels.first().map_or(0, Vec::len)
    }

    pub fn apart(&self, a: u32, b: u32) -> f64 {
        let differ = self
            .levels
            .iter()
            .filter(|group_of| group_of[a as usize] != group_of[b as usize])
            .count();
        differ as f64 / self.levels.len() as f64
    }

    /// How far each code is from `code`, squared.
    fn code_distances(&self, code: u32, apart: &mut Vec<f64>) {
        apart.clear();
        apart.resize(self.values(), 0.0);
        for group_of in &self.levels {
            let own = group_of[code as usize];
            for (apart, &group) in apart.iter_mut().zip(group_of) {
                *apart += f64::from(u8::from(group != own));
            }
        }
        let levels = self.levels.len() as f64;
        apart.iter_mut().for_each(|apart| *apart /= levels);
    }

    /// How far each code is from the centre of so many records with each code, squared.
    fn centre_distances(&self, counts: &[u32], apart: &mut Vec<f64>) {
        apart.clear();
        apart.resize(self.values(), 0.0);
        let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if all == 0 {
            return;
        }
        let all = all as f64;
        let mut in_group = Vec::new();
        for group_of in &self.levels {
            count_groups(group_of, counts, &mut in_group);
            let square: f64 = in_group
                .iter()
                .map(|&count| (count as f64 / all).powi(2))
                .sum();
            for (apart, &group) in apart.iter_mut().zip(group_of) {
                let share = in_group[group as usize] as f64 / all;
                *apart += (0.5 * (1.0 - 2.0 * share + square)).max(0.0);
            }
        }
        let levels = self.levels.len() as f64;
        apart.iter_mut().for_each(|apart| *apart /= levels);
    }

    /// The most frequent code; of equally frequent ones that which the column knew first.
    pub fn mode(&self, counts: &[u32]) -> u32 {
        (0..counts.len() as u32)
            .max_by_key(|&code| {
                let column_code = self.code_at[code as usize];
                (counts[code as usize], std::cmp::Reverse(column_code))
            })
            .unwrap_or(0)
    }

    /// The squared error of so many records with each code around their centre.
    pub fn error(&self, counts: &[u32]) -> f64 {
        let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if all == 0 {
            return 0.0;
        }
        let mut error = 0.0;
        let mut in_group = Vec::new();
        for group_of in &self.levels {
            count_groups(group_of, counts, &mut in_group);
            let square: u128 = in_group
                .iter()
                .map(|&count| u128::from(count) * u128::from(count))
                .sum();
            error += 0.5 * (u128::from(all) * u128::from(all) - square) as f64 / all as f64;
        }
        error / self.levels.len() as f64
    }
}

impl Points {
    /// Number axes become multiples of a small step. All axes have a value for every record.
    pub fn new(rows: usize, mut numbers: Vec<Vec<f64>>, categories: Vec<Category>) -> Self {
        for axis in &mut numbers {
            let reach: f64 = axis.iter().map(|number| number.abs()).sum();
            // Sums of 52 bits are exact.
            let step = 2f64.powi(FINEST.min(51 - (reach.max(1.0).log2().ceil() as i32)));
            axis.iter_mut()
                .for_each(|number| *number = (*number * step).round() / step);
        }
        Self {
            rows,
            numbers,
            categories,
            gauge: Gauge::default(),
        }
    }

    #[must_use]
    pub fn measured_by(self, gauge: Gauge) -> Self {
        Self { gauge, ..self }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The same records on some of the number axes and some of the category axes.
    pub fn projected(&self, numbers: &[usize], categories: &[usize]) -> Self {
        Self {
            rows: self.rows,
            numbers: numbers.iter().map(|&at| self.numbers[at].clone()).collect(),
            categories: categories
                .iter()
                .map(|&at| self.categories[at].clone())
                .collect(),
            gauge: self.gauge,
        }
    }

    /// Some of the records, in the order given.
    pub fn picked(&self, rows: &[u32]) -> Self {
        Self {
            rows: rows.len(),
            numbers: self
                .numbers
                .iter()
                .map(|axis| rows.iter().map(|&row| axis[row as usize]).collect())
                .collect(),
            categories: self
                .categories
                .iter()
                .map(|axis| Category {
                    codes: rows.iter().map(|&row| axis.codes[row as usize]).collect(),
                    levels: axis.levels.clone(),
                    code_at: axis.code_at.clone(),
                })
                .collect(),
            gauge: self.gauge,
        }
    }

    /// The reach from one centre to another.
    pub fn between(&self, a: &Sums, b: &Sums) -> f64 {
        let (all_a, all_b) = (f64::from(a.count.max(1)), f64::from(b.count.max(1)));
        let gauge = self.gauge;
        let mut distance = 0.0;
        for (a, b) in a.numbers.iter().zip(&b.numbers) {
            distance = gauge.join(distance, gauge.of_difference(a / all_a - b / all_b));
        }
        for (axis, (a, b)) in self.categories.iter().zip(a.counts.iter().zip(&b.counts)) {
            let mut squares = 0.0;
            for group_of in &axis.levels {
                let mut shares = vec![0.0; axis.values()];
                for (&group, (&a, &b)) in group_of.iter().zip(a.iter().zip(b)) {
                    shares[group as usize] += f64::from(a) / all_a - f64::from(b) / all_b;
                }
                let square: f64 = shares.iter().map(|share| share * share).sum();
                squares += 0.5 * square / axis.levels.len() as f64;
            }
            distance = gauge.join(distance, gauge.of_square(squares));
        }
        distance
    }

    /// The squared error of groups around their centres.
    pub fn error<'a>(&self, groups: impl IntoIterator<Item = &'a [u32]>) -> f64 {
        let mut sum = Sums::none(self);
        groups
            .into_iter()
            .map(|rows| {
                sum.clear();
                rows.iter().for_each(|&row| sum.add(self, row));
                let mut error = 0.0;
                for (axis, &total) in self.numbers.iter().zip(&sum.numbers) {
                    let centre = total / sum.count as f64;
                    error += rows
                        .iter()
                        .map(|&row| (axis[row as usize] - centre).powi(2))
                        .sum::<f64>();
                }
                for (axis, counts) in self.categories.iter().zip(&sum.counts) {
                    error += axis.error(counts);
                }
                error
            })
            .sum()
    }
}

/// What makes up the centre of some records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    pub count: u32,
    pub numbers: Vec<f64>,
    /// By category axis and code.
    pub counts: Vec<Vec<u32>>,
}

impl Sums {
    pub fn none(points: &Points) -> Self {
        Self {
            count: 0,
            numbers: vec![0.0; points.numbers.len()],
            counts: points
                .categories
                .iter()
                .map(|axis| vec![0; axis.values()])
                .collect(),
        }
    }

    pub fn all(points: &Points) -> Self {
        let mut sums = Self::none(points);
        (0..points.rows() as u32).for_each(|row| sums.add(points, row));
        sums
    }

    pub fn clear(&mut self) {
        self.count = 0;
        self.numbers.fill(0.0);
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }

    pub fn add(&mut self, points: &Points, row: u32) {
        self.count += 1;
        for (sum, axis) in self.numbers.iter_mut().zip(&points.numbers) {
            *sum += axis[row as usize];
        }
        for (counts, axis) in self.counts.iter_mut().zip(&points.categories) {
            counts[axis.codes[row as usize] as usize] += 1;
        }
    }

    pub fn take(&mut self, points: &Points, row: u32) {
        self.count -= 1;
        for (sum, axis) in self.numbers.iter_mut().zip(&points.numbers) {
            *sum -= axis[row as usize];
        }
        for (counts, axis) in self.counts.iter_mut().zip(&points.categories) {
            counts[axis.codes[row as usize] as usize] -= 1;
        }
    }
}

/// A place that distances are measured from: a record or a centre.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub numbers: Vec<f64>,
    /// By category axis and code: the reach of the code from here.
    pub apart: Vec<Vec<f64>>,
    /// By category axis: the record's code.
    pub own: Vec<u32>,
    /// Whether `apart` only grows to both sides of one code: true of records, not of centres.
    pub is_record: bool,
    pub gauge: Gauge,
}

impl Place {
    pub fn at_record(&mut self, points: &Points, row: u32) {
        self.numbers.clear();
        self.numbers
            .extend(points.numbers.iter().map(|axis| axis[row as usize]));
        self.apart.resize_with(points.categories.len(), Vec::new);
        self.gauge = points.gauge;
        for (apart, axis) in self.apart.iter_mut().zip(&points.categories) {
            axis.code_distances(axis.codes[row as usize], apart);
            from_squares(points.gauge, apart);
        }
        self.own.clear();
        self.own.extend(
            points
                .categories
                .iter()
                .map(|axis| axis.codes[row as usize]),
        );
        self.is_record = true;
    }

    pub fn at_centre(&mut self, points: &Points, sums: &Sums) {
        let count = f64::from(sums.count.max(1));
        self.numbers.clear();
        self.numbers
            .extend(sums.numbers.iter().map(|sum| sum / count));
        self.apart.resize_with(points.categories.len(), Vec::new);
        for ((apart, axis), counts) in self
            .apart
            .iter_mut()
            .zip(&points.categories)
            .zip(&sums.counts)
        {
            axis.centre_distances(counts, apart);
            from_squares(points.gauge, apart);
        }
        self.gauge = points.gauge;
        self.is_record = false;
    }

    /// The reach of a record.
    pub fn distance(&self, points: &Points, row: u32) -> f64 {
        let gauge = self.gauge;
        let mut distance = 0.0;
        for (axis, &here) in points.numbers.iter().zip(&self.numbers) {
            let apart = axis[row as usize] - here;
            distance = gauge.join(distance, gauge.of_difference(apart));
        }
        for (axis, apart) in points.categories.iter().zip(&self.apart) {
            distance = gauge.join(distance, apart[axis.codes[row as usize] as usize]);
        }
        distance
    }
}

fn from_squares(gauge: Gauge, apart: &mut [f64]) {
    if gauge != Gauge::Squares {
        apart
            .iter_mut()
            .for_each(|apart| *apart = gauge.of_square(*apart));
    }
}

/// Records by group, of so many with each code.
fn count_groups(group_of: &[u32], counts: &[u32], in_group: &mut Vec<u64>) {
    in_group.clear();
    in_group.resize(counts.len(), 0);
    for (&group, &count) in group_of.iter().zip(counts) {
        in_group[group as usize] += u64::from(count);
    }
}
