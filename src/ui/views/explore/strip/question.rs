//! Whose records the strip lists.

use super::super::linked::Focus;
use super::super::{ExploreView, Lent};
use super::Strip;
use crate::ui::lattice::{Held, Lattice};
use crate::ui::linked::{AtNode, Of, Released};
use crate::ui::views::data::Violating;
use crate::ui::widgets::grid::RowMark;
use cloakroom_core::settings::Settings;
use std::sync::Arc;

/// What the list goes by: whatever is said of a record is said of what the picture above shows.
pub enum Judged {
    /// Nothing is asked for: what is selected is listed, and nothing is said of it.
    Unset,
    /// The data as they stand.
    Standing(Violating),
    /// What the last run made of them.
    Release(Released),
}

impl Judged {
    /// `None` as long as nothing is known.
    pub fn of(is_of_release: bool, lent: &Lent<'_>) -> Option<Self> {
        if is_of_release && let Some(released) = released(lent) {
            return Some(Self::Release(released));
        }
        let violating = violating(lent)?;
        Some(match lent.workspace.unset() {
            Some(_) => Self::Unset,
            None => Self::Standing(violating),
        })
    }

    /// What is listed where nothing is selected.
    pub fn listed(&self) -> Option<Of> {
        match self {
            Self::Unset => None,
            Self::Standing(violating) => Some(Of::Violating(violating.clone())),
            Self::Release(released) => Some(Of::LeftOut(released.clone())),
        }
    }

    /// What those are called that are listed where nothing is selected, and what they are.
    pub fn others(&self) -> (&'static str, &'static str) {
        match self {
            Self::Release(_) => (
                "Left out",
                "All that the release lacks; what is selected stays selected.",
            ),
            Self::Unset | Self::Standing(_) => (
                "Violating",
                "All that violate; what is selected stays selected.",
            ),
        }
    }

    pub fn mark(&self, row: u32) -> RowMark {
        match self {
            Self::Unset => RowMark::Plain,
            Self::Standing(violating) if violating.contains(row) => RowMark::Violates,
            Self::Standing(violating) if violating.is_complete() => RowMark::Satisfied,
            Self::Standing(_) => RowMark::Plain,
            Self::Release(released) if released.lacks(row) => RowMark::LeftOut,
            Self::Release(_) => RowMark::Plain,
        }
    }

    pub fn standing(&self) -> Option<&Violating> {
        match self {
            Self::Standing(violating) => Some(violating),
            Self::Unset | Self::Release(_) => None,
        }
    }

    pub fn release(&self) -> Option<&Released> {
        match self {
            Self::Release(released) => Some(released),
            Self::Unset | Self::Standing(_) => None,
        }
    }
}

/// What the last run made.
fn released(lent: &Lent<'_>) -> Option<Released> {
    if let Some(candidate) = lent.result?.candidate() {
        return Some(Released::Records(candidate.clone()));
    }
    let of_people = || {
        let known = lent.survey?;
        let within = known.status.target.within;
        Some(Released::People(known.released?.clone(), within))
    };
    let of_baskets = || Some(Released::Baskets(lent.baskets?.released?.clone()));
    of_people().or_else(of_baskets)
}

/// Those that violate what is asked for now; `None` until that is known.
fn violating(lent: &Lent<'_>) -> Option<Violating> {
    let of_records = lent.status.map(|status| Violating::Microdata {
        status: status.clone(),
        model: None,
    });
    let of_people = || Some(Violating::Ratings(lent.survey?.status.clone()));
    let of_baskets = || Some(Violating::Transactions(lent.baskets?.status.clone()));
    of_records.or_else(of_people).or_else(of_baskets)
}

impl Strip {
    /// `None` if it is not there any more.
    pub(super) fn question(
        &mut self,
        focus: Focus,
        judged: &Judged,
        explore: &ExploreView,
        lent: &Lent<'_>,
    ) -> Option<Of> {
        if let (Some(released), Focus::Row) = (judged.release(), focus) {
            let row = lent.selected_row?;
            let is_there = (row as usize) < lent.workspace.rows();
            let of = released.clone();
            return is_there.then_some(Of::Released { of, row });
        }
        match focus {
            // Of what was selected in pictures of the data nothing is said in the release.
            Focus::Node | Focus::Tuple | Focus::Set | Focus::Item if judged.release().is_some() => {
                None
            }
            Focus::Row => of_row(lent),
            Focus::Node => {
                let held = held(lent)?;
                let node = explore.records.shown_lattice.selected();
                Some(Of::Node(AtNode {
                    node: node.filter(|&node| node < held.rows.len())?,
                    held: held.clone(),
                    loaded: lent.workspace.loaded().clone(),
                    settings: self.settings(lent),
                }))
            }
            Focus::Tuple => {
                let held = held(lent)?;
                let node = explore.records.shown_lattice.selected();
                Some(Of::Tuple {
                    node: node.filter(|&node| node < held.rows.len())?,
                    held: held.clone(),
                    row: lent.selected_row?,
                })
            }
            Focus::Group => Some(Of::Group {
                picture: explore.records.groups.picture()?.clone(),
                group: explore.records.groups.selected?,
            }),
            Focus::Set => {
                let known = lent.baskets?;
                Some(Of::Holding {
                    db: known.threats.map_or(known.db, |found| &found.db).clone(),
                    set: explore.baskets.chosen_set()?,
                })
            }
            Focus::Item => Some(Of::Under {
                baskets: lent.baskets?.baskets.clone(),
                node: explore.baskets.chosen_node()?,
            }),
        }
    }

    /// Copied once a change.
    fn settings(&mut self, lent: &Lent<'_>) -> Arc<Settings> {
        let revision = lent.workspace.revision();
        if let Some((of, settings)) = &self.settings
            && *of == revision
        {
            return settings.clone();
        }
        let settings = Arc::new(lent.workspace.settings().clone());
        self.settings = Some((revision, settings.clone()));
        settings
    }
}

fn held<'a>(lent: &Lent<'a>) -> Option<&'a Arc<Held>> {
    match lent.lattice? {
        Lattice::Held(held) => Some(held),
        Lattice::TooLarge { .. } => None,
    }
}

/// A record stands for its class, a person for who is close, a basket for those that are the same.
fn of_row(lent: &Lent<'_>) -> Option<Of> {
    let row = lent.selected_row?;
    if let Some(status) = lent.status {
        return Some(Of::Class {
            classes: status.classes.clone(),
            class: lent.selected_class()?,
        });
    }
    if let Some(known) = lent.survey {
        let is_there = (row as usize) < known.survey.people();
        return is_there.then(|| Of::Close {
            survey: known.survey.clone(),
            profile: known.profile.clone(),
            within: known.status.target.within,
            person: row,
        });
    }
    let known = lent.baskets?;
    let is_there = (row as usize) < known.baskets.len();
    is_there.then(|| Of::Alike {
        db: known.db.clone(),
        basket: row,
    })
}
