//! Points that cannot be reached, told together where they have one reason.

use super::curves::Series;
use cloakroom_core::method::MethodName;

/// Points that cannot be reached, put together: one method, one reason, neighbouring values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub slot: usize,
    pub method: MethodName,
    /// The first and the last place among the values.
    pub places: (usize, usize),
    /// Of the first of them.
    pub why: String,
}

/// Whether two reasons differ in their numbers alone.
fn alike(one: &str, other: &str) -> bool {
    let words = |text: &str| -> String { text.chars().filter(|c| !c.is_ascii_digit()).collect() };
    one == other || words(one) == words(other)
}

/// In the order of the methods and values. Points that are not there yet part nothing.
pub fn gaps(series: &[Series]) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = Vec::new();
    for one in series {
        let mut open: Option<Gap> = None;
        for (place, point) in one.points.iter().enumerate() {
            let Some(point) = point else {
                continue;
            };
            let Err(why) = &point.outcome else {
                gaps.extend(open.take());
                continue;
            };
            match &mut open {
                Some(gap) if alike(&gap.why, why) => gap.places.1 = place,
                _ => {
                    gaps.extend(open.take());
                    open = Some(Gap {
                        slot: one.slot,
                        method: one.method,
                        places: (place, place),
                        why: why.clone(),
                    });
                }
            }
        }
        gaps.extend(open);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::metrics::Measures;
    use cloakroom_engine::curves::CurvePoint;
    use cloakroom_engine::sweep::SweepPoint;
    use std::sync::Arc;

    fn point(why: Option<&str>) -> Option<Arc<CurvePoint>> {
        let reached = SweepPoint {
            metrics: Measures::default(),
            left_out: 0,
            levels: None,
        };
        Some(Arc::new(CurvePoint {
            outcome: why.map_or(Ok(reached), |why| Err(why.to_owned())),
            seconds: 0.0,
        }))
    }

    #[test]
    fn gaps_of_one_reason_are_told_together() {
        let series = [Series {
            method: MethodName::Optimal,
            slot: 2,
            points: vec![
                point(Some("a 7")),
                None,
                point(Some("a 12")),
                point(None),
                point(Some("a")),
                point(Some("b")),
            ],
        }];
        let told = gaps(&series);
        let told: Vec<_> = told
            .iter()
            .map(|gap| (gap.places, gap.why.as_str()))
            .collect();
        assert_eq!(told, [((0, 2), "a 7"), ((4, 4), "a"), ((5, 5), "b")]);
    }
}
