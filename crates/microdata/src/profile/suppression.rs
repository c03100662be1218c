//! Which classes can stay when those that fail are left out. Where a promise compares with the release, the others are then
//! compared with another table, so it is looked again until nothing changes.

use super::classes::ClassProfile;
use super::crowd::Crowd;
use super::scan::{Scan, bit, scan};
use super::values::ValueProfile;
use crate::privacy::parameter::wanted;
use crate::privacy::{Judge, PrivacyModel};
use cloakroom_core::{Progress, Requirement, Stopped};

/// How many classes are measured between two looks at the progress.
const STRIDE: usize = 1 << 10;

/// What is left out, and whether that is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppression {
    /// The classes that fail, those included that fail only when others are left out.
    pub scan: Scan,
    /// Every class that stays keeps every promise, some class stays, and no more is left out than may be.
    pub holds: bool,
    /// What must be left out: records, or people or groups where these are counted.
    pub left_out: usize,
}

/// `None` as for [`scan`].
pub fn suppression(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    progress: &Progress,
) -> Result<Option<Suppression>, Stopped> {
    let Some(mut scan) = scan(classes, values, requirement) else {
        return Ok(None);
    };
    if let Some(crowd) = values.and_then(ValueProfile::crowd).or(classes.crowd()) {
        return Ok(Some(of_units(
            classes,
            crowd,
            values,
            requirement,
            scan,
            progress,
        )?));
    }
    let records = classes.records();
    let allowed = requirement.may_leave_out(records);
    let within = |scan: &Scan| scan.violating <= allowed && scan.violating < records;
    let compared: Vec<Compared> = PrivacyModel::asked(requirement)
        .filter(|model| model.promise().depends_on_release)
        .filter_map(|model| {
            Some(Compared {
                model,
                parameter: wanted(model, requirement)?,
                rank: model.rank(requirement),
            })
        })
        .collect();
    let Some(values) = values.filter(|_| !compared.is_empty()) else {
        return Ok(Some(Suppression {
            holds: within(&scan),
            left_out: scan.violating,
            scan,
        }));
    };
    let mut changed = scan.violating > 0;
    while changed && within(&scan) {
        changed = leave_out_more(classes, values, &compared, &mut scan, progress)?;
    }
    Ok(Some(Suppression {
        holds: within(&scan),
        left_out: scan.violating,
        scan,
    }))
}

/// Whoever is in a class that fails is left out of every class.
fn of_units(
    classes: &ClassProfile,
    crowd: &Crowd,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    mut scan: Scan,
    progress: &Progress,
) -> Result<Suppression, Stopped> {
    let columns = values
        .filter(|_| requirement.looks_at_values())
        .map_or(&[][..], ValueProfile::columns);
    let columns = columns.iter().map(|column| column.column().clone());
    let judge = Judge::of_units(requirement, columns.collect(), classes.counts());
    let all = classes.all_counted();
    let allowed = requirement.may_leave_out(all);
    let settled = crowd.settle(&judge, crowd.nobody(), allowed, progress)?;
    for (broken, more) in scan.broken.iter_mut().zip(&settled.broken) {
        *broken |= more;
    }
    scan.count_anew(classes);
    Ok(Suppression {
        holds: settled.out <= allowed && settled.out < all,
        left_out: settled.out,
        scan,
    })
}

/// A promise that compares classes with the release.
struct Compared {
    model: PrivacyModel,
    parameter: u64,
    rank: u32,
}

/// Compares the classes that stay with each other's table, and says whether some of them fail.
fn leave_out_more(
    classes: &ClassProfile,
    values: &ValueProfile,
    compared: &[Compared],
    scan: &mut Scan,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let stays: Vec<bool> = scan.broken.iter().map(|&broken| broken == 0).collect();
    let mut failed: Vec<usize> = Vec::new();
    for column in values.columns() {
        progress.check()?;
        let release = column.release_of(&stays);
        for (class, &size) in classes.sizes().iter().enumerate() {
            if class % STRIDE == 0 {
                progress.check()?;
            }
            if !stays[class] {
                continue;
            }
            let seen = column.class_in(class, size, &release);
            let before = scan.broken[class];
            for asked in compared {
                let mark = bit(asked.model);
                if scan.broken[class] & mark == 0
                    && !seen.keeps(asked.model, asked.parameter, asked.rank)
                {
                    scan.broken[class] |= mark;
                }
            }
            if before == 0 && scan.broken[class] != 0 {
                failed.push(class);
            }
        }
    }
    for &class in &failed {
        let size = classes.sizes()[class] as usize;
        scan.violating += size;
        scan.violating_classes += 1;
        for count in &mut scan.by_model {
            if scan.broken[class] & bit(count.model) != 0 {
                count.records += size;
                count.classes += 1;
            }
        }
    }
    Ok(!failed.is_empty())
}
