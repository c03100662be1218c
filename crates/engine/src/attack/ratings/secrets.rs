//! What candidates tell about sensitive issues.

use crate::attack::reveal::{Everywhere, Reveal};
use cloakroom_ratings::ratings::{NULL, PreparedRatings};

/// The sensitive ratings of a release.
pub(super) struct Secrets<'a> {
    survey: &'a PreparedRatings,
    everywhere: Vec<Everywhere>,
    epsilon: u16,
}

impl<'a> Secrets<'a> {
    pub fn new(survey: &'a PreparedRatings, epsilon: u16) -> Self {
        let values = usize::from(survey.scale.points()) + 1;
        let everywhere = survey
            .sensitive
            .iter()
            .zip(&survey.secrets)
            .map(|(name, cells)| {
                let mut counts = vec![0u64; values];
                for &cell in cells {
                    counts[value_of(cell, values)] += 1;
                }
                Everywhere {
                    column: name.clone(),
                    counts,
                    all: cells.len() as u64,
                }
            })
            .collect();
        Self {
            survey,
            everywhere,
            epsilon,
        }
    }

    pub fn reveal(&self, people: &[u32]) -> Vec<Reveal> {
        let scale = &self.survey.scale;
        let values = usize::from(scale.points()) + 1;
        let columns = self.everywhere.iter().zip(&self.survey.secrets);
        columns
            .filter_map(|(everywhere, cells)| {
                let mut counts = vec![0u64; values];
                for &person in people {
                    counts[value_of(cells[person as usize], values)] += 1;
                }
                let held: Vec<(u32, u64)> =
                    (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
                let text = |value: u32| match u16::try_from(value) {
                    Ok(point) if usize::from(point) + 1 < values => scale.text(point),
                    _ => "not rated".to_owned(),
                };
                let is_similar = || match (held.first(), held.last()) {
                    (Some(first), Some(last)) => {
                        (last.0 as usize) + 1 < values
                            && last.0 - first.0 <= u32::from(self.epsilon)
                    }
                    _ => false,
                };
                everywhere.reveal((&held, people.len() as u64), text, is_similar)
            })
            .collect()
    }
}

/// Missing ratings are a value of their own, the last.
fn value_of(cell: u16, values: usize) -> usize {
    if cell == NULL {
        values - 1
    } else {
        usize::from(cell)
    }
}
