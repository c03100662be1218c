//! The records that belong to what is selected in any view, or that violate: listed once for a question, behind the window
//! where that takes long.

mod at_node;
mod released;
#[cfg(test)]
mod tests;

use crate::ui::asked::Answer;
use crate::ui::groups::GroupPicture;
use crate::ui::lattice::Held;
use crate::ui::ratings::near;
use crate::ui::views::data::Violating;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::settings::Settings;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use cloakroom_transactions::profile::TransactionsDb;
use cloakroom_transactions::transactions::PreparedTransactions;
pub use released::Released;
use std::sync::Arc;

/// So many records are looked through within a frame.
const AT_ONCE: usize = 50_000;
/// So many people are compared with one within a frame.
const COMPARED_AT_ONCE: usize = 2_000;
/// Looked through between two looks at the progress.
const STRETCH: usize = 1 << 16;

/// Whose records are listed.
#[derive(Clone)]
pub enum Of {
    Violating(Violating),
    /// Those that the release lacks.
    LeftOut(Released),
    /// Those that the release shows like one record, or as close to it; that one alone if the release lacks it.
    Released {
        of: Released,
        row: u32,
    },
    Class {
        classes: Arc<ClassProfile>,
        class: u32,
    },
    /// Those that violate at a node of the lattice.
    Node(AtNode),
    /// Those that look like one record at a node of the lattice.
    Tuple {
        held: Arc<Held>,
        node: usize,
        row: u32,
    },
    /// Those that a microaggregation releases alike.
    Group {
        picture: Arc<GroupPicture>,
        group: u32,
    },
    /// A person, and everybody who is close.
    Close {
        survey: Arc<PreparedRatings>,
        profile: Arc<RatingsProfile>,
        within: u16,
        person: u32,
    },
    /// Baskets that hold all of these nodes of the taxonomy.
    Holding {
        db: Arc<TransactionsDb>,
        set: Vec<u32>,
    },
    /// Baskets with an item at or under a node of the taxonomy.
    Under {
        baskets: Arc<PreparedTransactions>,
        node: u32,
    },
    /// Baskets that are the same as one.
    Alike {
        db: Arc<TransactionsDb>,
        basket: u32,
    },
}

/// A node of the lattice and what is asked of its classes.
#[derive(Clone)]
pub struct AtNode {
    pub held: Arc<Held>,
    pub node: usize,
    pub loaded: Arc<Loaded>,
    pub settings: Arc<Settings>,
}

impl PartialEq for AtNode {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.held, &other.held)
            && self.node == other.node
            && Arc::ptr_eq(&self.loaded, &other.loaded)
            && self.settings.requirement == other.settings.requirement
    }
}

impl PartialEq for Of {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Violating(one), Self::Violating(other)) => one.is(other),
            (Self::LeftOut(one), Self::LeftOut(other)) => one == other,
            (
                Self::Released { of, row },
                Self::Released {
                    of: other,
                    row: beside,
                },
            ) => row == beside && of == other,
            (
                Self::Class { classes, class },
                Self::Class {
                    classes: others,
                    class: other,
                },
            ) => class == other && Arc::ptr_eq(classes, others),
            (Self::Node(one), Self::Node(other)) => one == other,
            (
                Self::Tuple { held, node, row },
                Self::Tuple {
                    held: other,
                    node: at,
                    row: of,
                },
            ) => node == at && row == of && Arc::ptr_eq(held, other),
            (
                Self::Group { picture, group },
                Self::Group {
                    picture: other,
                    group: of,
                },
            ) => group == of && Arc::ptr_eq(picture, other),
            (
                Self::Close {
                    profile,
                    within,
                    person,
                    ..
                },
                Self::Close {
                    profile: other,
                    within: as_far,
                    person: of,
                    ..
                },
            ) => within == as_far && person == of && Arc::ptr_eq(profile, other),
            (Self::Holding { db, set }, Self::Holding { db: other, set: of }) => {
                set == of && Arc::ptr_eq(db, other)
            }
            (
                Self::Under { baskets, node },
                Self::Under {
                    baskets: other,
                    node: of,
                },
            ) => node == of && Arc::ptr_eq(baskets, other),
            (
                Self::Alike { db, basket },
                Self::Alike {
                    db: other,
                    basket: of,
                },
            ) => basket == of && Arc::ptr_eq(db, other),
            _ => false,
        }
    }
}

/// The answer: rows of the data in the order in which they are listed, ascending but for somebody who stands first.
pub struct LinkedRecords {
    pub rows: Arc<Vec<u32>>,
}

impl LinkedRecords {
    /// Where a row is listed.
    pub fn place_of(&self, row: u32) -> Option<u64> {
        if self.rows.first() == Some(&row) {
            return Some(0);
        }
        // Whoever stands first is out of the order.
        let rest = self.rows.get(1..)?;
        let place = rest.binary_search(&row).ok()?;
        Some(place as u64 + 1)
    }
}

impl Answer for LinkedRecords {
    type Question = Of;
    const WORK: &'static str = "List records";

    fn compute(of: Of, progress: &Progress) -> Result<Self, Stopped> {
        progress.check()?;
        let rows = match &of {
            Of::Violating(violating) => violating.rows(),
            Of::LeftOut(released) => released.left_out().to_vec(),
            Of::Released { of, row } => of.with(*row, progress)?,
            Of::Class { classes, class } => classes.members(*class).to_vec(),
            Of::Node(at) => at_node::violating(at, progress)?,
            Of::Tuple { held, node, row } => {
                let class_of = held.profile.class_of_rows(*node);
                let own = class_of.get(*row as usize).copied();
                picked(class_of.len(), progress, |at| Some(class_of[at]) == own)?
            }
            Of::Group { picture, group } => {
                let members = picture.members(*group).iter();
                members.map(|&place| picture.row(place)).collect()
            }
            Of::Close {
                survey,
                profile,
                within,
                person,
            } => near::close_people(survey, profile, *within, *person),
            Of::Holding { db, set } => {
                let holds = sets_with(db, set);
                picked(db.record_of.len(), progress, |basket| {
                    holds[db.record_of[basket] as usize]
                })?
            }
            Of::Under { baskets, node } => {
                let tree = &baskets.tree;
                let under: Vec<bool> = (0..tree.len() as u32)
                    .map(|other| tree.is_under(other, *node))
                    .collect();
                picked(baskets.len(), progress, |basket| {
                    let mut items = baskets.basket(basket).iter();
                    items.any(|&item| under[item as usize])
                })?
            }
            Of::Alike { db, basket } => {
                let own = db.record_of.get(*basket as usize).copied();
                picked(db.record_of.len(), progress, |basket| {
                    Some(db.record_of[basket]) == own
                })?
            }
        };
        Ok(Self {
            rows: Arc::new(rows),
        })
    }

    fn is_short(of: &Of) -> bool {
        match of {
            Of::Violating(violating) => violating.records() <= AT_ONCE,
            Of::Class { .. } | Of::Group { .. } | Of::LeftOut(_) => true,
            Of::Released { of, .. } => of.is_short(),
            Of::Node(at) => at.held.profile.records() <= AT_ONCE / 10,
            Of::Tuple { held, .. } => held.profile.records() <= AT_ONCE,
            Of::Close { profile, .. } => profile.patterns().first.len() <= COMPARED_AT_ONCE,
            Of::Holding { db, .. } | Of::Alike { db, .. } => db.record_of.len() <= AT_ONCE,
            Of::Under { baskets, .. } => baskets.all_occurrences() <= AT_ONCE,
        }
    }
}

/// By distinct basket, whether it holds all of these nodes.
pub fn sets_with(db: &TransactionsDb, set: &[u32]) -> Vec<bool> {
    let items = db.nodes.iter().zip(0u32..);
    let mut wanted: Vec<u32> = items
        .filter(|(node, _)| set.contains(node))
        .map(|(_, item)| item)
        .collect();
    wanted.sort_unstable();
    let mut holds = vec![false; db.sets.len()];
    if wanted.len() == set.len() {
        for (at, holds) in holds.iter_mut().enumerate() {
            let held = db.sets.set(at);
            // Rarest first: most sets end at the first look.
            *holds = wanted.iter().all(|item| held.binary_search(item).is_ok());
        }
    }
    holds
}

fn picked(
    rows: usize,
    progress: &Progress,
    wanted: impl Fn(usize) -> bool,
) -> Result<Vec<u32>, Stopped> {
    let mut listed = Vec::new();
    for from in (0..rows).step_by(STRETCH) {
        progress.check()?;
        let to = rows.min(from + STRETCH);
        listed.extend((from..to).filter(|&row| wanted(row)).map(|row| row as u32));
    }
    Ok(listed)
}
