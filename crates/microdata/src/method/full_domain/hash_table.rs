//! The search of thesis chapter 2: from the bottom, with the classes of every node in a privacy hash table
//! that is rolled up from the table of a node below.
//!
//! A node's table has a bucket per tuple with its count; the node holds when all tuples fall into the bucket
//! of those that keep the requirement, whatever its models (the extended table keeps the sensitive values of
//! each bucket). The thesis walks one strategy, which finds the lowest node on that way only; here all
//! strategies are walked, and a node above one that holds is passed over. So all minimal nodes are found; the
//! lowest is chosen, ties in lexicographic order.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use crate::profile::lattice::classes::Classes;
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::roll::Roller;
use cloakroom_core::Stopped;

pub fn choose(search: &mut Search<'_>) -> Result<Option<Chosen>, Stopped> {
    let ground = search.ground();
    let mut walk = Walk {
        ground,
        order: ground.layout.order().iter().rev().copied().collect(),
        roller: Roller::new(ground),
    };
    walk.visit(search, &ground.bottom, 0)?;
    Ok(search.lowest())
}

struct Walk<'a> {
    ground: &'a Ground,
    /// The column of most groups first.
    order: Vec<usize>,
    roller: Roller<'a>,
}

impl Walk<'_> {
    /// Looks at a node and at those reached from it by raising columns from place `from` on, the last place
    /// first: so every node below another is looked at before it.
    fn visit(
        &mut self,
        search: &mut Search<'_>,
        classes: &Classes,
        from: usize,
    ) -> Result<(), Stopped> {
        let node = self.ground.shape.node(&classes.levels);
        if search.tags.of(node) == Tag::Open {
            search.weigh(node, classes)?;
        }
        for at in (from..self.order.len()).rev() {
            let column = self.order[at];
            if classes.levels[column] == self.ground.shape.heights()[column] {
                continue;
            }
            let next = node + self.ground.shape.stride(column);
            // Above a node that makes all above it hold there is nothing to find.
            if search.tags.of(next) == Tag::Holds {
                continue;
            }
            let mut levels = classes.levels.clone();
            levels[column] += 1;
            let raised = self.roller.roll(classes, &levels);
            self.visit(search, &raised, at)?;
        }
        Ok(())
    }
}
