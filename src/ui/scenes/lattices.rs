//! The lattice of levels and the hash table of a node.

use super::{Scene, scene};
use crate::ui::actions::{Action, ExploreTab};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;

/// The lattice of levels and the hash table of a node, small and large.
pub fn lattices() -> Vec<Scene> {
    let keep = |columns: &[&str]| {
        let roles = columns.iter();
        Action::Change(Change::SetRoles(
            roles
                .map(|name| ((*name).to_owned(), Role::Insensitive))
                .collect(),
        ))
    };
    // 540 combinations: each is seen. With admission there are 2,160.
    let some = keep(&["country_of_birth", "household", "admission", "occupation"]);
    let many = keep(&["country_of_birth", "household", "occupation"]);
    let suppression = Action::Change(Change::SetSuppression(0.02));
    let lattice = Action::ShowTab(ExploreTab::Lattice);
    let hash_table = Action::ShowTab(ExploreTab::HashTable);
    let select = |levels: &[u32]| Action::SelectLevels(levels.to_vec());
    let hospital = |name: &str, actions: &[&Action]| {
        let actions = [&suppression].into_iter().chain(actions.iter().copied());
        scene(name, Some("hospital"), actions.cloned().collect())
    };
    let thesis = |sample: &'static str, view: &str, actions: Vec<Action>| {
        scene(format!("{sample}-{view}"), Some(sample), actions)
    };
    vec![
        hospital("hospital-lattice", &[&some, &lattice]),
        hospital("hospital-lattice-many", &[&many, &lattice]),
        hospital(
            "hospital-lattice-selected",
            &[&some, &lattice, &select(&[3, 0, 3, 1, 1])],
        ),
        hospital("hospital-hash-table", &[&some, &lattice, &hash_table]),
        thesis(
            "thesis-2.1",
            "lattice",
            vec![lattice.clone(), select(&[1, 2, 1])],
        ),
        thesis(
            "thesis-2.8",
            "lattice",
            vec![lattice.clone(), select(&[1, 1])],
        ),
        thesis("thesis-2.8", "hash-table", vec![hash_table.clone()]),
        thesis("thesis-3.1", "lattice", vec![lattice.clone()]),
    ]
}
