//! What is in a folder is a function of the released table and of what the releaser declares.

#[path = "../../examples/noninterference/harness/mod.rs"]
mod harness;

use harness::{Asked, run};

#[test]
fn equal_releases_of_other_inputs_are_equal_folders() {
    let tally = run(&Asked {
        pairs: 650,
        seed: 1,
        threads: 2,
        only: None,
    });
    assert!(tally.is_good(), "{tally}\n{}", tally.told(true));
}
