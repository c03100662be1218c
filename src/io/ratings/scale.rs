//! Which points a rating may have, found out from the ratings where nobody says it.

use crate::model::ratings::Scale;

/// From the coarsest on; survey sliders have tenths, some recorded ratings hundredths.
const STEPS: [f64; 8] = [1.0, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01, 0.001];
/// Points are kept in 16 bits.
const MOST_POINTS: f64 = 65_535.0;
/// If at most one rating in so many lies beside the grid, it is that rating that is wrong.
const RARE: u64 = 100;

/// `values` are distinct ratings with how often each occurs; `wanted` is lowest, highest and perhaps the
/// step. An error is half a sentence about the scale.
pub fn find_scale(values: &[(f64, u64)], wanted: Option<&[f64]>) -> Result<Scale, String> {
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
    fn a_rare_rating_beside_the_grid_does_not_refine_it() {
        let scale = find_scale(&[(1.0, 500), (3.7, 1), (5.0, 400)], None).unwrap();
        assert_eq!(scale.step, 1.0);
    }
}
