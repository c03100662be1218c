//! What an answer reaches beyond what is asked for, as a change for each promise.

use crate::change::Change;
use cloakroom_core::promise::{PrivacyModel, Promise, Unit};
use cloakroom_core::requirement::{Requirement, SetSize};
use cloakroom_core::verdict::{Amount, CheckAnswer};

/// Spread and shares are promised in steps that people read.
const STEP: f64 = 0.05;
const SHARE_STEP: f64 = 0.01;

/// Every promise that is kept with something to spare, by its name, in the order of the answer. Rounded to the weaker side.
pub(crate) fn stronger(answer: &CheckAnswer, requirement: &Requirement) -> Vec<(String, Change)> {
    let verdicts = answer.requirements.iter().filter(|one| one.satisfied);
    verdicts
        .filter_map(|one| {
            Some((
                one.name.clone(),
                change(&one.name, one.reached?, requirement)?,
            ))
        })
        .collect()
}

fn change(name: &str, reached: Amount, requirement: &Requirement) -> Option<Change> {
    match name {
        "suppression" => None,
        "epsilon" => {
            let (Amount::Number(reached), Some(asked)) = (reached, requirement.epsilon) else {
                return None;
            };
            (reached < asked).then_some(Change::SetEpsilon(Some(reached)))
        }
        "l_sd" => {
            let reached = down(number(reached)?, STEP);
            (reached > requirement.l_sd?).then_some(Change::SetLSd(Some(reached)))
        }
        "m" => {
            let size = match reached {
                Amount::Count(size) => SetSize::AtMost(u32::try_from(size).ok()?),
                Amount::Unbounded(_) => SetSize::ANY,
                _ => return None,
            };
            (size.most() > requirement.m?.most()).then_some(Change::SetM(Some(size)))
        }
        "h" => {
            let reached = up(number(reached)?, SHARE_STEP);
            (reached < requirement.h? && reached > 0.0).then_some(Change::SetH(Some(reached)))
        }
        _ => of_catalogue(PrivacyModel::from_name(name)?, reached, requirement),
    }
}

fn of_catalogue(model: PrivacyModel, reached: Amount, requirement: &Requirement) -> Option<Change> {
    let promise = model.promise();
    let asked = (promise.get)(requirement)?;
    let reached = to_weaker_side(promise, number(reached)?);
    let is_stricter = match promise.smaller_is_stricter {
        true => reached < asked,
        false => reached > asked,
    };
    let makes_sense = (promise.least..=promise.most).contains(&reached);
    if !is_stricter || !makes_sense {
        return None;
    }
    Some(match model {
        PrivacyModel::KAnonymity => Change::SetK(Some(reached as u32)),
        PrivacyModel::P => Change::SetP(Some(reached as u32)),
        _ => Change::ask(model, Some(reached)),
    })
}

/// A value in the steps in which people set it, never stricter than it is.
pub(crate) fn to_weaker_side(promise: &Promise, value: f64) -> f64 {
    match (promise.unit, promise.smaller_is_stricter) {
        (Unit::Count, _) => value,
        (_, true) => up(value, promise.track.step),
        (_, false) => down(value, promise.track.step),
    }
}

fn number(amount: Amount) -> Option<f64> {
    match amount {
        Amount::Count(count) => Some(count as f64),
        Amount::Share(number) | Amount::Number(number) | Amount::Recursive(number, _) => {
            number.is_finite().then_some(number)
        }
        Amount::Unbounded(_) => None,
    }
}

/// In whole steps. What is a step but for a billionth is one.
fn down(number: f64, step: f64) -> f64 {
    tidy(((number + 1e-9) / step).floor() * step)
}

fn up(number: f64, step: f64) -> f64 {
    tidy(((number - 1e-9) / step).ceil() * step)
}

/// Without what a multiplication leaves behind.
fn tidy(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
