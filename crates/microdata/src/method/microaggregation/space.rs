//! The quasi-identifiers as axes: numbers and dates standardized, everything else as categories.

use super::gauge::Gauge;
use super::points::{Category, Points};
use crate::method::Task;
use cloakroom_core::method_setting::MethodSetting;
use cloakroom_core::microaggregation::CategoryCentre;
use cloakroom_core::{Column, Problem, Quasi, ValueType};

/// Squares of larger numbers are beyond what a number can hold.
const LARGEST: f64 = 1e150;

#[derive(Debug)]
pub struct Space {
    pub points: Points,
    /// By quasi-identifier.
    pub axes: Vec<Axis>,
}

#[derive(Debug)]
pub enum Axis {
    /// The number that each code stands for, and its axis; none for a column that holds one number only.
    Numbers {
        number_of: Vec<f64>,
        at: Option<usize>,
    },
    Categories {
        at: usize,
    },
}

impl Space {
    /// Refuses columns that cannot be averaged.
    pub fn new(task: Task<'_>) -> Result<Self, Problem> {
        let shown = task.settings.microaggregation.categories;
        let (mut numbers, mut categories, mut axes) = (Vec::new(), Vec::new(), Vec::new());
        for quasi in &task.prepared.quasi {
            if is_averaged(quasi, shown) {
                let number_of = finite(quasi.column)?;
                let axis = standardized(quasi.column, &number_of);
                let at = axis.is_some().then_some(numbers.len());
                numbers.extend(axis);
                axes.push(Axis::Numbers { number_of, at });
            } else {
                refuse_mixed(quasi)?;
                if quasi.column.distinct() == 0 {
                    return Err(Problem::new(format!(
                        "the column \"{}\" holds missing values only; expected values to group records by: \
                         give it another role",
                        quasi.column.name()
                    )));
                }
                axes.push(Axis::Categories {
                    at: categories.len(),
                });
                categories.push(category(quasi));
            }
        }
        let points =
            Points::new(task.prepared.rows(), numbers, categories).measured_by(gauge_of(task));
        Ok(Self { points, axes })
    }

    /// The records on some of the quasi-identifiers alone.
    pub fn projected(&self, quasi: &[usize]) -> Points {
        let (mut numbers, mut categories) = (Vec::new(), Vec::new());
        for &at in quasi {
            match self.axes[at] {
                Axis::Numbers { at, .. } => numbers.extend(at),
                Axis::Categories { at } => categories.push(at),
            }
        }
        self.points.projected(&numbers, &categories)
    }
}

/// What refines looks for the least squared error, by squares.
fn gauge_of(task: Task<'_>) -> Gauge {
    let heeds = task
        .settings
        .name
        .settings()
        .contains(&MethodSetting::Distance);
    match heeds {
        true => Gauge::of(&task.settings.microaggregation),
        false => Gauge::default(),
    }
}

/// Numbers and dates are, unless the groups of a hierarchy that was named for them are to be shown.
fn is_averaged(quasi: &Quasi<'_>, shown: CategoryCentre) -> bool {
    quasi.range.is_some()
        || (quasi.column.value_type() != ValueType::Text && shown == CategoryCentre::Mode)
}

/// Numbers among which something else stands, such as "inf", would be grouped as if they were names.
fn refuse_mixed(quasi: &Quasi<'_>) -> Result<(), Problem> {
    let Some(mixture) = quasi
        .column
        .mixture()
        .filter(|_| quasi.hierarchy.height() <= 1)
    else {
        return Ok(());
    };
    Err(Problem::new(format!(
        "column \"{}\" holds {} {}s and {} other {}, the first in record {}; expected one or the other: mend the \
         values, name them under data.nulls, give the column a hierarchy or another role",
        quasi.column.name(),
        mixture.fitting,
        mixture.mostly.label(),
        mixture.odd,
        if mixture.odd == 1 { "value" } else { "values" },
        mixture.first_odd + 1
    )))
}

/// The number of every code; all of them are.
fn finite(column: &Column) -> Result<Vec<f64>, Problem> {
    let missing = column.nulls();
    let name = column.name();
    if missing > 0 {
        return Err(Problem::new(format!(
            "{missing} of the {} records {} no value in the column of {} \"{name}\"; microaggregation needs one in \
             every record: fill them in, leave those records out beforehand, or give the column another role",
            column.len(),
            if missing == 1 { "has" } else { "have" },
            if column.value_type() == ValueType::Date {
                "dates"
            } else {
                "numbers"
            },
        )));
    }
    let number_of: Vec<f64> = (0..column.dictionary().len() as u32)
        .map(|code| column.number(code).unwrap_or(f64::NAN))
        .collect();
    let beyond: usize = column
        .counts()
        .iter()
        .zip(&number_of)
        .filter(|(_, number)| number.is_nan() || number.abs() > LARGEST)
        .map(|(&count, _)| count as usize)
        .sum();
    if beyond > 0 {
        return Err(Problem::new(format!(
            "{beyond} of the {} records hold an infinite number, or one beyond 1e150, in the column \"{name}\", \
             which has no mean; correct them or give the column another role",
            column.len(),
        )));
    }
    Ok(number_of)
}

/// With mean 0 and deviation 1; `None` where all are the same.
fn standardized(column: &Column, number_of: &[f64]) -> Option<Vec<f64>> {
    let (mean, deviation) = spread(column, number_of)?;
    let of_code: Vec<f64> = number_of
        .iter()
        .map(|number| (number - mean) / deviation)
        .collect();
    let codes = column.codes().iter();
    Some(codes.map(|&code| of_code[code as usize]).collect())
}

/// Mean and deviation; `None` where all are the same.
pub fn spread(column: &Column, number_of: &[f64]) -> Option<(f64, f64)> {
    let counts = column.counts();
    let records = column.len() as f64;
    let weighted = |value: &dyn Fn(f64) -> f64| -> f64 {
        counts
            .iter()
            .zip(number_of)
            .map(|(&count, &number)| f64::from(count) * value(number))
            .sum::<f64>()
            / records
    };
    let used = || {
        counts
            .iter()
            .zip(number_of)
            .filter(|&(&count, _)| count > 0)
            .map(|(_, &number)| number)
    };
    let low = used().fold(f64::INFINITY, f64::min);
    let high = used().fold(f64::NEG_INFINITY, f64::max);
    if low >= high {
        return None;
    }
    let mean = weighted(&|number| number);
    let deviation = weighted(&|number| (number - mean).powi(2)).sqrt();
    (deviation > 0.0).then_some((mean, deviation))
}

/// By the groups of the hierarchy, the top aside, where all are one.
fn category(quasi: &Quasi<'_>) -> Category {
    let hierarchy = &quasi.hierarchy;
    let below_top = &hierarchy.levels()[..hierarchy.height().max(1)];
    let values = quasi.column.dictionary().len();
    // From the top down, so that every group is a stretch.
    let mut order: Vec<u32> = (0..values as u32).collect();
    order.sort_by_key(|&code| {
        let groups = below_top.iter().rev();
        let path: Vec<u32> = groups.map(|level| level.group_of[code as usize]).collect();
        (path, code)
    });
    let mut place = vec![0u32; values];
    for (at, &code) in order.iter().enumerate() {
        place[code as usize] = at as u32;
    }
    let levels = below_top
        .iter()
        .map(|level| {
            // A group is known by the first of its values.
            let mut first = vec![u32::MAX; level.labels.len()];
            order
                .iter()
                .zip(0..)
                .map(|(&code, at)| {
                    let first = &mut first[level.group_of[code as usize] as usize];
                    *first = at.min(*first);
                    *first
                })
                .collect()
        })
        .collect();
    Category {
        codes: quasi
            .column
            .codes()
            .iter()
            .map(|&code| place[code as usize])
            .collect(),
        levels,
        code_at: order,
    }
}
