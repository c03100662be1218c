//! How one promise stands in the data as they are, whatever kind they are of.

use super::super::Lent;
use crate::ui::actions::{Action, ExploreTab, Stage};
use crate::ui::panel::symbol;
use crate::ui::status::{Missing, Status};
use cloakroom_core::kind::Kind;
use cloakroom_engine::change::Change;
use cloakroom_engine::ratings::refuse_everything_close;
use cloakroom_microdata::privacy::PrivacyModel;

/// The usual threshold of statistical offices.
const USUAL_K: u32 = 5;

pub enum Stands {
    Holds,
    /// So many are left out, and then it does.
    HoldsWithout(usize),
    /// So many break it, and where they are seen.
    Broken(usize, Action),
    /// Leaving out those that break other promises moves the rest too far.
    TooFar,
    /// Known only once the records are left out.
    WhenWritten,
    /// Not yet, and why.
    Unknown(&'static str),
}

/// By the name that a promise has in a recipe.
pub fn stands(lent: &Lent<'_>, name: &str) -> Stands {
    match lent.workspace.kind() {
        Kind::Microdata => match (lent.status, PrivacyModel::from_name(name)) {
            (Some(status), Some(model)) => of_records(status, model),
            _ => Stands::Unknown("records are being grouped."),
        },
        Kind::Ratings => of_people(lent, name),
        Kind::Transactions => of_transactions(lent, name),
    }
}

/// What a promise needs and does not have, whatever the method.
pub fn lacking(lent: &Lent<'_>, name: &str) -> Option<(String, (&'static str, Action))> {
    let requirement = &lent.workspace.settings().requirement;
    if lent.workspace.kind() == Kind::Transactions {
        let says = requirement.m.is_some() || requirement.h.is_some() || requirement.duplicates;
        let words = "k alone says nothing of baskets: say in the panel at the right what may be known of one.";
        return (!says).then(|| (words.to_owned(), ("Look at them", Action::Go(Stage::Data))));
    }
    let ratings = lent.workspace.loaded().dataset.ratings();
    if let (Some(ratings), "k", None) = (ratings, name, requirement.epsilon) {
        let words = "\u{3b5} is not set: k alone does not say who counts as close.".to_owned();
        let fix = Action::Change(Change::SetEpsilon(Some(ratings.scale().step)));
        return Some((words, ("Set it to one step", fix)));
    }
    if let (Some(_), "epsilon", None) = (ratings, name, requirement.k) {
        let words = "k is not set: \u{3b5} alone does not say how many must be close.".to_owned();
        let fix = Action::Change(Change::SetK(Some(USUAL_K)));
        return Some((words, ("Set it to 5", fix)));
    }
    if let (Some(ratings), "epsilon", Some(epsilon)) = (ratings, name, requirement.epsilon) {
        let scale = ratings.scale();
        let widest = lent.people.map_or(scale.widest(), |people| people.widest());
        let why = refuse_everything_close(epsilon, &scale, widest).err()?;
        let fix = Action::Change(Change::SetEpsilon(Some(scale.distance(widest))));
        return Some((format!("{why}."), ("Set the largest", fix)));
    }
    let model = PrivacyModel::from_name(name)?;
    let symbol = symbol(model);
    match lent.status?.missing(model)? {
        Missing::NoSensitiveColumn => Some((
            format!("{symbol} is about sensitive values, and no column is marked as sensitive."),
            ("Mark one", Action::Go(Stage::Data)),
        )),
        Missing::Categories(column) => Some((
            format!("{symbol} needs a sensitivity category for every value."),
            ("Sort them", Action::EditCategories(Some(*column))),
        )),
        Missing::Values => None,
    }
}

fn of_records(status: &Status, model: PrivacyModel) -> Stands {
    if status.missing(model).is_some() {
        return Stands::Unknown("the sensitive values of every class are being counted.");
    }
    let counts = &status.scan.by_model;
    let broken = counts.iter().find(|count| count.model == model);
    let broken = broken.map_or(0, |count| count.records);
    let violating = status.scan.violating;
    let may = status.requirement.may_leave_out(status.records());
    let compares = model.promise().depends_on_release;
    match status.rest_holds {
        _ if violating == 0 => Stands::Holds,
        Some(true) if broken > 0 => Stands::HoldsWithout(broken),
        Some(true) => Stands::Holds,
        None if broken > 0 || compares => Stands::WhenWritten,
        // There are few enough of them, so what fails is how far the rest lies from what is left.
        Some(false) if compares && violating <= may && violating < status.records() => {
            Stands::TooFar
        }
        Some(false) if broken > 0 => Stands::Broken(broken, Action::ShowViolatingOf(model)),
        _ => Stands::Holds,
    }
}

/// k and ε are one promise: enough people within that distance.
fn of_people(lent: &Lent<'_>, name: &str) -> Stands {
    let Some(people) = lent.people else {
        return Stands::Unknown("people are being compared.");
    };
    let broken = match name {
        "l_sd" => people.by_deviation,
        _ => people.by_k,
    };
    match broken {
        0 => Stands::Holds,
        many => Stands::Broken(many, Action::ShowTab(ExploreTab::RatingsViolations)),
    }
}

/// k is broken wherever anything is.
fn of_transactions(lent: &Lent<'_>, name: &str) -> Stands {
    let Some(baskets) = lent.baskets else {
        return Stands::Unknown("baskets are being counted.");
    };
    let broken = match name {
        "m" => baskets.by_sets,
        "duplicates" => baskets.by_duplicates,
        "p" | "h" => baskets.by_coherence,
        _ => baskets.violating,
    };
    match broken {
        0 => Stands::Holds,
        many => Stands::Broken(many, Action::ShowViolating),
    }
}
