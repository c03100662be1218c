//! How far the data come: the strictest parameter of one model that they keep, the others as given.

use super::classes::ClassProfile;
use super::scan::{Limits, Scan, bit, limits};
use super::suppression::{Suppression, suppression};
use super::values::ValueProfile;
use crate::privacy::PrivacyModel;
use crate::privacy::parameter;
use cloakroom_core::{Progress, Requirement, Stopped};

/// The strictest parameter of `model` with which the requirement holds, the other promises and the share that
/// may be left out as they are; `None` if no parameter would do. As [`parameter::wanted`] counts.
///
/// If records may be left out and a promise compares with the release, leaving out changes the table that classes are compared
/// with, and a stricter parameter may pass where a weaker one does not. The answer is then one that passes
/// while the next stricter fails, found by halving.
pub fn reached(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    suppressed: &Suppression,
    model: PrivacyModel,
    progress: &Progress,
) -> Result<Option<u64>, Stopped> {
    if classes.crowd().is_some() {
        return halving(classes, values, requirement, model, progress);
    }
    let allowed = requirement.may_leave_out(classes.records());
    if requirement.depends_on_release() && allowed > 0 {
        return halving(classes, values, requirement, model, progress);
    }
    Ok(at_once(
        classes,
        values,
        requirement,
        &suppressed.scan,
        model,
    ))
}

/// Without a table that changes: a look at the classes in order of what they reach.
pub fn at_once(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    scan: &Scan,
    model: PrivacyModel,
) -> Option<u64> {
    let (sizes, counted) = (classes.sizes(), classes.counted());
    let others = !bit(model);
    let gone: usize = sizes
        .iter()
        .zip(&scan.broken)
        .filter(|&(_, &broken)| broken & others != 0)
        .map(|(&size, _)| size as usize)
        .sum();
    let budget = requirement
        .may_leave_out(classes.records())
        .checked_sub(gone)?;
    let stays = |class: u32| scan.broken[class as usize] & others == 0;
    let walk = |order: &[u32], reached: &dyn Fn(u32) -> u64| {
        let mut left_out = 0usize;
        let mut best = None;
        for &class in order.iter().filter(|&&class| stays(class)) {
            best = Some(reached(class));
            left_out += sizes[class as usize] as usize;
            if left_out > budget {
                break;
            }
        }
        best
    };
    let best = match limits(values, requirement, model)? {
        Limits::Sizes => walk(classes.by_size(), &|class| {
            parameter::safety(model, u64::from(counted[class as usize]))
        }),
        Limits::Measure(measure) if budget == 0 => (0..sizes.len() as u32)
            .filter(|&class| stays(class))
            .map(|class| measure.of_class[class as usize])
            .min(),
        Limits::Measure(measure) => {
            walk(measure.order(), &|class| measure.of_class[class as usize])
        }
        Limits::Ranked(values, rank) => {
            let reached =
                |class: u32| values.ranked(model, class as usize, counted[class as usize], rank);
            let mut order: Vec<(u64, u32)> = (0..sizes.len() as u32)
                .map(|class| (reached(class), class))
                .collect();
            if budget > 0 {
                order.sort_unstable();
                let sorted: Vec<u32> = order.iter().map(|&(_, class)| class).collect();
                walk(&sorted, &reached)
            } else {
                let staying = order.iter().filter(|&&(_, class)| stays(class));
                staying.map(|&(reached, _)| reached).min()
            }
        }
    };
    best.and_then(|best| parameter::from_safety(model, best))
}

/// Asks again and again with other parameters.
fn halving(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    model: PrivacyModel,
    progress: &Progress,
) -> Result<Option<u64>, Stopped> {
    let passes = |parameter: u64| -> Result<bool, Stopped> {
        let asked = parameter::with(model, parameter, requirement);
        Ok(suppression(classes, values, &asked, progress)?
            .is_some_and(|suppressed| suppressed.holds))
    };
    let Some(most) = strictest(classes, values, requirement, model) else {
        return Ok(None);
    };
    let mut good = parameter::weakest(model);
    if !passes(good)? {
        return Ok(None);
    }
    if passes(most)? {
        return Ok(Some(most));
    }
    let mut bad = most;
    while good.abs_diff(bad) > 1 {
        let middle = good.min(bad) + good.abs_diff(bad) / 2;
        if passes(middle)? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(Some(good))
}

/// The strictest parameter that some class keeps.
fn strictest(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    model: PrivacyModel,
) -> Option<u64> {
    // Compared with another table a class may come as near to it as can be.
    if model.promise().depends_on_release {
        return Some(0);
    }
    if classes.crowd().is_some() && model.looks_at_values() {
        return beyond(classes, values, model);
    }
    let sizes = classes.counted().iter();
    let best = match limits(values, requirement, model)? {
        Limits::Sizes => sizes
            .map(|&size| parameter::safety(model, u64::from(size)))
            .max(),
        Limits::Measure(measure) => measure.of_class.iter().copied().max(),
        Limits::Ranked(values, rank) => sizes
            .enumerate()
            .map(|(class, &size)| values.ranked(model, class, size, rank))
            .max(),
    };
    best.and_then(|best| parameter::from_safety(model, best))
}

/// Where units are counted, a class may reach more once some of those who show several values are left out; never more than
/// if everybody showed another value, or all the least sensitive.
fn beyond(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    model: PrivacyModel,
) -> Option<u64> {
    if parameter::smaller_is_stricter(model) {
        return Some(0);
    }
    let most = classes.counted().iter().copied().max()?;
    let columns = values
        .filter(|values| !values.columns().is_empty())?
        .columns();
    let least = columns.iter().map(|column| column.column().values).min()?;
    let promise = model.promise();
    let bound = match model {
        PrivacyModel::Alpha => f64::from(most),
        _ => f64::from(most).min(least as f64),
    };
    Some(promise.counted(bound.max(promise.weakest)))
}
