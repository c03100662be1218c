//! The figures of a candidate, whatever its kind.

use crate::ui::method_result::MethodResult;
use cloakroom_core::metrics::{Direction, Measures};
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_engine::figure::{Figure, largest_risk};

/// `None` if the figure does not apply, or nothing was reached.
pub fn figure_of(result: &MethodResult, figure: Figure) -> Option<f64> {
    let (measures, check) = measured(result)?;
    match figure {
        Figure::Metric(metric) => measures.get(metric),
        Figure::LeftOut => result.outcome.left_out().map(|left_out| left_out as f64),
        Figure::LargestRisk => largest_risk(check),
    }
}

fn measured(result: &MethodResult) -> Option<(&Measures, &CheckAnswer)> {
    let candidate = result.outcome.reached()?;
    Some((candidate.measures(), candidate.check()))
}

/// Which values are the best; none if all are the same, or only one is known.
pub fn best(values: &[Option<f64>], direction: Direction) -> Vec<bool> {
    let known = || {
        values
            .iter()
            .flatten()
            .copied()
            .filter(|value| value.is_finite())
    };
    let better = |one: f64, other: f64| match direction {
        Direction::Lower => one.min(other),
        Direction::Higher => one.max(other),
    };
    let best = known().reduce(better);
    let differ = known().any(|value| Some(value) != best);
    values
        .iter()
        .map(|value| differ && value.is_some() && *value == best)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_marked_where_there_is_a_choice() {
        let values = [Some(3.0), None, Some(1.0), Some(1.0)];
        assert_eq!(best(&values, Direction::Lower), [false, false, true, true]);
        assert_eq!(
            best(&values, Direction::Higher),
            [true, false, false, false]
        );
        assert_eq!(
            best(&[Some(1.0), Some(1.0)], Direction::Lower),
            [false, false]
        );
        assert_eq!(best(&[Some(1.0), None], Direction::Lower), [false, false]);
    }
}
