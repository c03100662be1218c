//! Which classes can stay when those that fail are left out. With t-closeness the others are then compared
//! with another table, so it is looked again until nothing changes.

use super::classes::ClassProfile;
use super::scan::{Scan, bit, scan};
use super::values::{ValueProfile, slack};
use crate::privacy::PrivacyModel;
use crate::privacy::parameter::wanted;
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::requirement::Requirement;

/// How many classes are measured between two looks at the pulse.
const STRIDE: usize = 1 << 10;

/// What is left out, and whether that is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settlement {
    /// The classes that fail, those included that fail only when others are left out.
    pub scan: Scan,
    /// Every class that stays keeps every promise, some class stays, and no more is left out than may be.
    pub holds: bool,
}

/// `None` as for [`scan`].
pub fn settlement(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    pulse: &Pulse,
) -> Result<Option<Settlement>, Stopped> {
    let Some(mut scan) = scan(classes, values, requirement) else {
        return Ok(None);
    };
    let records = classes.records();
    let allowed = requirement.may_leave_out(records);
    let within = |scan: &Scan| scan.violating <= allowed && scan.violating < records;
    let Some((t, values)) = wanted(PrivacyModel::Closeness, requirement).zip(values) else {
        let holds = within(&scan);
        return Ok(Some(Settlement { scan, holds }));
    };
    let least = 1_000_000u64.saturating_sub(t);
    let mut changed = scan.violating > 0;
    while changed && within(&scan) {
        changed = leave_out_more(classes, values, least, &mut scan, pulse)?;
    }
    let holds = within(&scan);
    Ok(Some(Settlement { scan, holds }))
}

/// Compares the classes that stay with each other's table, and says whether some of them fail.
fn leave_out_more(
    classes: &ClassProfile,
    values: &ValueProfile,
    least: u64,
    scan: &mut Scan,
    pulse: &Pulse,
) -> Result<bool, Stopped> {
    let stays: Vec<bool> = scan.broken.iter().map(|&broken| broken == 0).collect();
    let mark = bit(PrivacyModel::Closeness);
    let mut failed: Vec<usize> = Vec::new();
    for column in values.columns() {
        pulse.check()?;
        let reference = column.reference_of(&stays);
        let mut histogram = column.scratch();
        for (class, &size) in classes.sizes().iter().enumerate() {
            if class % STRIDE == 0 {
                pulse.check()?;
            }
            if !stays[class] || scan.broken[class] != 0 {
                continue;
            }
            column.fill(class, &mut histogram);
            if slack(reference.smallest_t(&histogram, size)) < least {
                scan.broken[class] = mark;
                failed.push(class);
            }
        }
    }
    for &class in &failed {
        let size = classes.sizes()[class] as usize;
        scan.violating += size;
        scan.violating_classes += 1;
        for count in &mut scan.by_model {
            if count.model == PrivacyModel::Closeness {
                count.records += size;
                count.classes += 1;
            }
        }
    }
    Ok(!failed.is_empty())
}
