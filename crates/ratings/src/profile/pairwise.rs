//! The levels by comparing everybody with everybody, as the definition says.

use super::Level;
use super::measure::Measure;
use super::people::{add, apart, levels as by_person};
use cloakroom_core::{Progress, Stopped};

/// How many people are compared between two looks at the progress.
const STRIDE: u32 = 1 << 14;

/// The levels 0 to `searched` − 1.
pub fn levels(
    measure: &Measure<'_>,
    searched: u16,
    progress: &Progress,
) -> Result<Vec<Level>, Stopped> {
    let (survey, width) = (measure.survey, measure.shares.width);
    by_person(measure, searched, progress, |person, sums| {
        let mut rows = Default::default();
        for other in 0..survey.people() as u32 {
            if other.is_multiple_of(STRIDE) {
                progress.check()?;
            }
            let d = apart(survey, person, other, &mut rows);
            if d < searched {
                let start = usize::from(d) * width;
                add(survey, other, &mut sums[start..start + width]);
            }
        }
        for at in width..sums.len() {
            let nearer = sums[at - width];
            sums[at].merge(&nearer);
        }
        Ok(())
    })
}
