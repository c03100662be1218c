//! Hierarchies: a tree, a rule, gaps, none.

use super::{Scene, scene};
use crate::ui::actions::Action;
use cloakroom_core::hierarchy::{HierarchySource, Intervals, SharedTree, Tree};
use cloakroom_engine::change::Change;
use std::sync::Arc;

/// A tree with its levels, a rule that is being tried, gaps, and a column without a hierarchy.
pub fn hierarchies() -> Vec<Scene> {
    let column = |name: &str| name.to_owned();
    let intervals = Intervals {
        low: Some(1930.0),
        high: Some(2010.0),
        ..Intervals::new(&[5.0, 10.0, 20.0])
    };
    let intervals = HierarchySource::Intervals(intervals);
    let none = Change::SetHierarchy {
        column: column("zip"),
        source: None,
        name: "remove the hierarchy of zip".to_owned(),
    };
    let chains = [
        ["female", "stated", "*"],
        ["male", "stated", "*"],
        ["unknown", "not stated", "*"],
    ];
    let gaps = Tree::from_chains(&chains.map(Vec::from)).map(|tree| Change::SetHierarchy {
        column: column("marital_status"),
        source: Some(HierarchySource::Chains {
            chains: SharedTree(Arc::new(tree)),
        }),
        name: "edit by hand".to_owned(),
    });
    let name = |what: &str| format!("hospital-hierarchy-{what}");
    let mut scenes = vec![
        scene(
            name("tree"),
            Some("hospital"),
            vec![Action::ShowHierarchy(column("country_of_birth"))],
        ),
        scene(
            name("rule"),
            Some("hospital"),
            vec![Action::TryHierarchy(column("birth_year"), intervals)],
        ),
        scene(
            name("none"),
            Some("hospital"),
            vec![Action::Change(none), Action::ShowHierarchy(column("zip"))],
        ),
    ];
    if let Ok(gaps) = gaps {
        let actions = vec![
            Action::Change(gaps),
            Action::ShowHierarchy(column("marital_status")),
        ];
        scenes.push(scene(name("gaps"), Some("hospital"), actions));
    }
    scenes
}
