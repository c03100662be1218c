//! Which points a rating may have, found out from the ratings where nobody says it.

use crate::words::grouped;
use crate::{LoadOptions, Scale};

/// From the coarsest on; survey sliders have tenths, some recorded ratings hundredths.
const STEPS: [f64; 8] = [1.0, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01, 0.001];
/// Points are kept in 16 bits.
const MOST_POINTS: f64 = 65_535.0;
/// If at most one rating in so many lies beside the grid, it is that rating that is wrong.
const RARE: u64 = 100;

/// The points of a scale, and what becomes of a number between them.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub scale: Scale,
    /// Move it to the nearest point.
    pub round: bool,
}

impl Grid {
    pub fn point(&self, number: f64) -> Option<u16> {
        if self.round {
            self.scale.nearest(number)
        } else {
            self.scale.point(number)
        }
    }

    /// What is said of a number that has no point.
    pub fn refusal(&self) -> String {
        let scale = in_words(&self.scale);
        if self.round {
            return format!("this is not a rating; expected a number within the scale {scale}");
        }
        format!("this is not a rating; expected a number on the scale {scale}")
    }

    /// How many of these ratings were moved.
    pub fn note(&self, values: &[(f64, u64)]) -> Option<String> {
        let is_beside = |value: f64| self.scale.point(value).is_none();
        let all: u64 = values.iter().map(|value| value.1).sum();
        let beside = values.iter().filter(|value| is_beside(value.0));
        let beside: u64 = beside.map(|value| value.1).sum();
        (self.round && beside > 0).then(|| {
            format!(
                "{} of {} ratings lay beside the grid and {} rounded to the scale {}.",
                grouped(beside),
                grouped(all),
                if beside == 1 { "was" } else { "were" },
                in_words(&self.scale)
            )
        })
    }
}

/// The scale of a file, as [`find_scale`] finds it. Ratings that are rounded do not set the step: it is 1
/// where only the ends are given.
pub fn find_grid(values: &[(f64, u64)], options: &LoadOptions) -> Result<Grid, String> {
    let round = options.round;
    let scale = match options.scale.as_deref() {
        Some(&[low, high]) if round => find_scale(values, Some(&[low, high, 1.0])),
        wanted => find_scale(values, wanted),
    }?;
    Ok(Grid { scale, round })
}

/// `values` are distinct ratings with how often each occurs; `wanted` is lowest, highest and perhaps the
/// step. An error is half a sentence about the scale.
fn find_scale(values: &[(f64, u64)], wanted: Option<&[f64]>) -> Result<Scale, String> {
    let (low, high, step) = match wanted {
        Some(&[low, high]) => (low, high, None),
        Some(&[low, high, step]) => (low, high, Some(step)),
        Some(_) => return Err("expected the lowest and the highest rating".to_owned()),
        None => {
            let low = values
                .iter()
                .map(|value| value.0)
                .fold(f64::INFINITY, f64::min);
            let high = values
                .iter()
                .map(|value| value.0)
                .fold(f64::NEG_INFINITY, f64::max);
            if low > high {
                return Err("expected at least one rating".to_owned());
            }
            (low, high, None)
        }
    };
    if !(low <= high && low.is_finite() && high.is_finite()) {
        return Err("expected the lowest rating before the highest".to_owned());
    }
    if let Some(step) = step {
        let scale = Scale { low, high, step };
        return if step > 0.0 && is_grid(&scale) {
            Ok(scale)
        } else {
            Err(
                "expected a highest rating that is some steps above the lowest, 65,535 at most"
                    .to_owned(),
            )
        };
    }
    STEPS
        .iter()
        .map(|&step| Scale { low, high, step })
        .filter(is_grid)
        .find(|scale| {
            let inside = values.iter().filter(|value| value.0 >= low && value.0 <= high);
            let (mut all, mut beside) = (0, 0);
            for &(value, count) in inside {
                all += count;
                if scale.point(value).is_none() {
                    beside += count;
                }
            }
            beside * RARE <= all
        })
        .ok_or_else(|| {
            "the ratings lie on no grid of at most 65,535 points; expected steps of 1, 0.5, 0.1 or the like"
                .to_owned()
        })
}

fn is_grid(scale: &Scale) -> bool {
    let steps = (scale.high - scale.low) / scale.step;
    steps < MOST_POINTS && (steps - steps.round()).abs() < 1e-6
}

/// Whether the scale has to be said: nobody named it, or nobody named a step and it is not 1.
pub fn says_scale(wanted: Option<&[f64]>, found: &Scale) -> bool {
    match wanted {
        None => true,
        Some(wanted) => wanted.len() == 2 && found.step != 1.0,
    }
}

/// `1 to 5`, `0.5 to 5 in steps of 0.5`.
pub fn in_words(scale: &Scale) -> String {
    let mut words = format!("{} to {}", scale.low, scale.high);
    if scale.step != 1.0 {
        words.push_str(&format!(" in steps of {}", scale.step));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[f64], wanted: Option<&[f64]>) -> Option<(f64, f64, f64)> {
        let counted: Vec<(f64, u64)> = values.iter().map(|&value| (value, 1)).collect();
        let scale = find_scale(&counted, wanted).ok()?;
        Some((scale.low, scale.high, scale.step))
    }

    #[test]
    fn the_coarsest_step_that_fits_is_taken() {
        assert_eq!(found(&[1.0, 5.0, 3.0], None), Some((1.0, 5.0, 1.0)));
        assert_eq!(found(&[0.5, 5.0, 3.0], None), Some((0.5, 5.0, 0.5)));
        assert_eq!(found(&[-9.95, 9.9, 0.53], None), Some((-9.95, 9.9, 0.01)));
        assert_eq!(found(&[3.0], None), Some((3.0, 3.0, 1.0)));
        assert_eq!(found(&[3.0], Some(&[1.0, 6.0])), Some((1.0, 6.0, 1.0)));
        assert_eq!(found(&[3.5], Some(&[1.0, 5.0])), Some((1.0, 5.0, 0.5)));
        assert_eq!(found(&[], None), None);
        assert_eq!(found(&[1.0, std::f64::consts::PI], None), None);
        assert_eq!(found(&[1.0], Some(&[1.0, 5.0, 0.3])), None);
    }

    #[test]
    fn ratings_between_the_points_are_moved_on_request() {
        let mut options = LoadOptions {
            scale: Some(vec![-10.0, 10.0, 5.0]),
            ..LoadOptions::default()
        };
        let values = [(-9.95, 1_200), (2.5, 2), (2.4, 30), (10.0, 5), (-2.5, 1)];
        let strict = find_grid(&values, &options).unwrap();
        assert_eq!((strict.point(2.4), strict.point(5.0)), (None, Some(3)));
        assert_eq!(strict.note(&values), None);
        options.round = true;
        let grid = find_grid(&values, &options).unwrap();
        let points = [-9.95, 2.4, 2.5, 10.0, 10.2].map(|value| grid.point(value));
        assert_eq!(points, [Some(0), Some(2), Some(3), Some(4), None]);
        assert_eq!(
            grid.note(&values).unwrap(),
            "1,233 of 1,238 ratings lay beside the grid and were rounded to the scale -10 to 10 in steps of 5."
        );
        options.scale = Some(vec![-10.0, 10.0]);
        assert_eq!(find_grid(&values, &options).unwrap().scale.step, 1.0);
        options.round = false;
        assert_eq!(find_grid(&values, &options).unwrap().scale.step, 0.05);
    }

    #[test]
    fn a_rare_rating_beside_the_grid_does_not_refine_it() {
        let scale = find_scale(&[(1.0, 500), (3.7, 1), (5.0, 400)], None).unwrap();
        assert_eq!(scale.step, 1.0);
    }
}
