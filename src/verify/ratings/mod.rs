//! Released ratings: whether enough people are close to everybody, and whether those differ enough in what
//! is sensitive.

mod boxes;
mod crowd;
mod decide;
mod read;
mod spread;

#[cfg(test)]
mod tests;

use super::{VerifyAnswer, promise};
use crate::model::certificate::{Certificate, CertifiedRatings};
use crate::model::load_options::Layout;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::ratings::Scale;
use crate::model::table::Table;
use crowd::Crowd;

/// A certificate that speaks of more people than this is no certificate: each takes some bytes of memory,
/// in the file or not.
const MOST_PEOPLE: usize = 1 << 28;

/// Points are held in 16 bits, the largest of which stands for no rating.
const MOST_POINTS: f64 = 65_535.0;

/// What cannot be checked must not look as if it had been.
pub(super) fn refuse_foreign(certificate: &Certificate) -> Result<(), Problem> {
    let told = |message: &str| Err(Problem::new(message));
    let requirement = &certificate.requirement;
    let promises = requirement.k.is_some() || requirement.l_sd.is_some();
    if !promises || certificate.roles.quasi.is_empty() {
        return told(
            "the certificate promises nothing that can be verified: it names neither k nor l_sd, or no issue",
        );
    }
    if requirement.looks_at_values() || !certificate.sensitive.is_empty() {
        return told(
            "the certificate promises something about classes, and the release is called ratings",
        );
    }
    let Some(described) = &certificate.ratings else {
        return told("the certificate does not say how its ratings are to be read");
    };
    if !matches!(described.layout, Layout::Wide | Layout::Long) {
        return told("the certificate's layout is none of ratings; expected wide or long");
    }
    if !is_scale(&described.scale()) {
        return told("the certificate's scale is none; expected lowest, highest and step");
    }
    if described.people > MOST_PEOPLE {
        return told("the certificate speaks of more people than this version can verify");
    }
    Ok(())
}

/// Whole steps from the lowest to the highest, as decimals are read: in millionths.
fn is_scale(scale: &Scale) -> bool {
    let steps = (scale.high - scale.low) / scale.step;
    [scale.low, scale.high, scale.step]
        .iter()
        .all(|number| number.is_finite() && number.abs() <= 1e9)
        && scale.step >= 1e-6
        && (0.0..MOST_POINTS).contains(&steps)
        && (steps - steps.round()).abs() < 1e-6
}

/// Every requirement of the certificate on ratings, from its definition. Where the ratings cannot be read,
/// that is a fault and nothing is decided.
pub(super) fn decide(
    certificate: &Certificate,
    described: &CertifiedRatings,
    table: &Table,
    answer: &mut VerifyAnswer,
    pulse: &Pulse,
) -> Result<(), Failure> {
    answer.check.records = described.people;
    let faults = &mut answer.faults;
    if described.people != certificate.release.records {
        faults.push(format!(
            "the certificate speaks of {} people and of {} records",
            described.people, certificate.release.records
        ));
    }
    let people = match described.layout {
        Layout::Long => read::long(certificate, described, table, faults, pulse)?,
        _ => read::wide(certificate, described, table, faults, pulse)?,
    };
    let requirement = &certificate.requirement;
    let scale = described.scale();
    let wide = requirement
        .epsilon
        .filter(|&epsilon| scale.steps(epsilon) >= scale.points());
    if let Some(epsilon) = wide {
        answer.notes.push(format!(
            "epsilon = {epsilon} is as wide as the scale, so that everybody is close to everybody whatever they rated: \
             it holds by definition and promises nothing"
        ));
    }
    if requirement.l_sd.is_some() && certificate.roles.sensitive.is_empty() {
        faults.push(
            "the certificate promises something about sensitive issues and names none".to_owned(),
        );
    }
    let Some(people) = people else {
        return Ok(());
    };
    let crowd = Crowd::gather(&people, pulse)?;
    let Some(decided) = decide::decide(&crowd, &scale, requirement, pulse)? else {
        faults.push("the ratings are too many or too large to be decided exactly".to_owned());
        return Ok(());
    };
    promise::compare_reached(certificate, &decided.verdicts, faults);
    let measured = &certificate.measured;
    if u64::from(measured.k) != decided.fewest {
        faults.push(format!(
            "somebody has {} people close by where the certificate says {}",
            decided.fewest, measured.k
        ));
    }
    if measured.classes != crowd.groups.len() {
        faults.push(format!(
            "the people rated {} different sets of issues where the certificate says {}",
            crowd.groups.len(),
            measured.classes
        ));
    }
    answer.check.requirements = decided.verdicts;
    answer.check.violating_rows = decided.violating;
    Ok(())
}
