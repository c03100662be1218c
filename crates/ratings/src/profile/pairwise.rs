//! The levels by comparing everybody with everybody, as the definition says.

use super::Level;
use super::measure::Measure;
use super::people::{add, apart, levels as by_person};
use cloakroom_core::{Progress, Stopped};

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
            progress.check_every(1 << 14, other)?;
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
