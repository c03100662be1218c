//! Whose records the strip lists.

use super::super::linked::Focus;
use super::super::{ExploreView, Lent};
use super::Strip;
use crate::ui::lattice::{Held, Lattice};
use crate::ui::linked::{AtNode, Of};
use crate::ui::views::data::Violating;
use cloakroom_core::settings::Settings;
use std::sync::Arc;

/// Those that violate what is asked for now; `None` until that is known.
pub fn violating(lent: &Lent<'_>) -> Option<Violating> {
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
        explore: &ExploreView,
        lent: &Lent<'_>,
    ) -> Option<Of> {
        match focus {
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
            Focus::Set => Some(Of::Holding {
                db: lent.baskets?.db.clone(),
                set: explore.baskets.chosen_set()?,
            }),
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
