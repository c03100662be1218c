//! Every worked example of the papers, as a test that bears its name: `cargo test --test papers t2_7` looks at Table 2.7.
//!
//! Where a paper is wrong, the number that follows from its definition is what is expected, and the example says so.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod ids;
mod purpose;
mod ratings;
mod records;
mod transactions;

/// Tests with the names of their examples: letters, digits and `_` of `"002-T2.7"` make `e002_t2_7`.
macro_rules! worked {
    ($($name:ident = $id:literal $body:block)*) => {
        $(#[test] fn $name() $body)*
        /// What is tested here, with the name of its test.
        pub const WORKED: &[(&str, &str)] = &[$(($id, stringify!($name))),*];
    };
}
use worked;

/// What is tested, with the names of the tests.
type Area = &'static [(&'static str, &'static str)];

const AREAS: [Area; 9] = [
    ratings::closeness::WORKED,
    ratings::graphs::WORKED,
    ratings::narrowing::WORKED,
    ratings::parameters::WORKED,
    records::levels::WORKED,
    records::categories::WORKED,
    records::aggregation::WORKED,
    purpose::WORKED,
    transactions::WORKED,
];

fn name_of(id: &str) -> String {
    let letters = id.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '_',
    });
    std::iter::once('e').chain(letters).collect()
}

/// An example without a test, or with two, does not go unseen.
#[test]
fn every_example_has_one_test() {
    let mut seen: Vec<&str> = Vec::new();
    for (id, name) in AREAS.into_iter().flatten() {
        assert_eq!(*name, name_of(id), "the test of {id}");
        seen.push(id);
    }
    let mut known = ids::ALL.to_vec();
    seen.sort_unstable();
    known.sort_unstable();
    assert_eq!(seen, known);
}
