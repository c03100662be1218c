//! What is in a folder is a function of the released table and of what the releaser declares.

#[path = "../examples/noninterference/harness/mod.rs"]
mod harness;

use cloakroom::model::kind::Kind;
use harness::{Asked, methods, run};

#[test]
fn equal_releases_of_other_inputs_are_equal_folders() {
    let tally = run(&Asked {
        pairs: 500,
        seed: 1,
        threads: 2,
        only: None,
    });
    for (kind, count, (case, found)) in tally.kinds_of_difference() {
        eprintln!("{count} times {kind}: case {case}, {found:?}");
    }
    assert!(tally.differences.is_empty(), "{tally}");
    for kind in Kind::ALL {
        for &method in methods(kind) {
            assert!(
                tally.of(kind, method) > 0,
                "{} {}\n{tally}",
                kind.name(),
                method.name()
            );
        }
    }
}
