//! The checklist of ratings.

use super::super::Lent;
use super::columns::{identifiers, quasi, roles};
use super::exposed::{self, Small, SmallWords};
use super::method::Run;
use super::promises::{item, left_out};
use super::status::{Lacking, Stands};
use super::{Checklist, Item, ItemState};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::steps::mark_them;
use crate::ui::widgets::number;
use cloakroom_core::kind::Unset;
use cloakroom_core::method_setting::{MethodSetting, Value};
use cloakroom_core::metrics::Metric;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::NullPolicy;
use cloakroom_engine::change::Change;
use cloakroom_engine::ratings::refuse_everything_close;
use cloakroom_engine::workspace::Workspace;

pub static CHECKLIST: Checklist = Checklist {
    columns: "Columns",
    of_columns: |lent| {
        let workspace = lent.workspace;
        let none = "No column is marked as an issue, so nobody can be compared.";
        vec![
            roles(workspace),
            quasi(compared(workspace), none, ["issue is", "issues are"]),
            identifiers(workspace),
        ]
    },
    beside_promises: |lent, run| {
        let left_out = left_out(lent, run, Action::ShowViolating);
        left_out.into_iter().chain(made_up(lent, run)).collect()
    },
    shown: |lent| {
        let few = few_close(lent).into_iter();
        few.chain(exposed::erased(lent, ExploreTab::EpsilonGraph))
            .collect()
    },
    stands,
    lacking,
    look_at_made: ("See the graph", ExploreTab::EpsilonGraph),
};

/// Issues that others may know, of columns or of long ratings.
fn compared(workspace: &Workspace) -> usize {
    let roles = &workspace.settings().roles;
    match workspace.loaded().dataset.ratings() {
        Some(Ratings::Long(sparse)) => sparse
            .issues
            .iter()
            .filter(|name| roles.of(name).is_none_or(|role| role == Role::Quasi))
            .count(),
        _ => workspace.with_role(Role::Quasi).len(),
    }
}

/// Ratings that are in the release and in nobody's head, or the other way round.
fn made_up(lent: &Lent<'_>, run: &Run<'_>) -> Option<Item> {
    let about = "Groups must have rated the same issues. Where one rated and another did not, a rating is made up or \
                 removed; the certificate tells how many, since whoever counts ratings must know.";
    let method = &lent.workspace.settings().method;
    let line = match run {
        Run::AsItIs => item(ItemState::Done, "No rating is made up or removed."),
        Run::Failed(_) => return None,
        Run::Stale | Run::Never | Run::Running if method.name.changes_ratings() => item(
            ItemState::Later,
            "How many ratings are made up or removed is known then.",
        )
        .of_method(),
        Run::Stale | Run::Never | Run::Running => return None,
        Run::Fresh(outcome) => {
            let measured = |metric| outcome.measures().and_then(|measures| measures.get(metric));
            let added = measured(Metric::CellsRated).unwrap_or(0.0) as u64;
            let removed = measured(Metric::CellsUnrated).unwrap_or(0.0) as u64;
            if added + removed == 0 {
                item(ItemState::Done, "No rating is made up or removed.").of_method()
            } else {
                let words = format!(
                    "{} made up and {} removed.",
                    number::counted_as(added, "rating is", "ratings are"),
                    number::count(removed)
                );
                let line = item(ItemState::Notice, words).of_method();
                if added > 0 && method.nulls != NullPolicy::Unrate {
                    let none = Action::Change(Change::Tell(
                        MethodSetting::Nulls,
                        Value::Choice(NullPolicy::Unrate.name()),
                    ));
                    line.fix("Make none up", none)
                } else {
                    line.fix("See the graph", Action::ShowTab(ExploreTab::EpsilonGraph))
                }
            }
        }
    };
    Some(line.about(about))
}

const FEW: SmallWords = SmallWords {
    who: "people",
    alike: "have",
    group: |size| {
        format!(
            "exactly {} people close, themselves included",
            number::count(size.into())
        )
    },
    none: |least| {
        format!(
            "Everybody has more people close than k asks for: at least {}.",
            number::count(least.into())
        )
    },
    tells_more: false,
    view: ExploreTab::Neighbourhood,
};

fn few_close(lent: &Lent<'_>) -> Option<Item> {
    let k = exposed::wanted_k(lent)?;
    let (made, people) = match Run::of(lent) {
        Run::Fresh(outcome) => (Some(outcome.reached()?.ratings()?), lent.people?),
        Run::AsItIs => (None, lent.people?),
        _ => return None,
    };
    let profile = made.map_or(&people.profile, |candidate| &candidate.profile);
    let few = Small::of_people(profile, people.target.within, k)?;
    exposed::line(k, few, made.is_some(), &FEW)
}

/// k and ε are one promise: enough people within that distance.
fn stands(lent: &Lent<'_>, name: &str) -> Stands {
    let Some(people) = lent.people else {
        return Stands::Unknown("people are being compared.");
    };
    let broken = match name {
        "l_sd" => people.by_deviation,
        _ => people.by_k,
    };
    match broken {
        0 => Stands::Holds,
        many => Stands::Broken(
            many,
            Box::new(Action::ShowTab(ExploreTab::RatingsViolations)),
        ),
    }
}

fn lacking(lent: &Lent<'_>, name: &str) -> Option<Lacking> {
    let requirement = &lent.workspace.settings().requirement;
    if name == "l_sd" && matches!(lent.workspace.unset(), Some(Unset::Marks(_))) {
        return Some((
            "l is about sensitive issues, and no issue is marked as sensitive.".to_owned(),
            mark_them(lent.workspace),
        ));
    }
    let ratings = lent.workspace.loaded().dataset.ratings();
    let (Some(ratings), "epsilon", Some(epsilon)) = (ratings, name, requirement.epsilon) else {
        return None;
    };
    let scale = ratings.scale();
    let widest = lent.people.map_or(scale.widest(), |people| people.widest());
    let why = refuse_everything_close(epsilon, &scale, widest).err()?;
    let fix = Action::Change(Change::SetEpsilon(Some(scale.distance(widest))));
    Some((format!("{why}."), ("Set the largest", fix)))
}
