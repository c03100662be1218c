//! Raw files in layouts that are less common: a row per rating, a line per basket, a column with a list.

use std::fmt::Write;

/// By name.
pub fn all() -> [(&'static str, String); 3] {
    [
        ("ratings.csv", ratings()),
        ("baskets.dat", baskets()),
        ("lists.csv", lists()),
    ]
}

/// Some thirty people, four ratings of each.
fn ratings() -> String {
    let mut text = "user_id,movie,rating\n".to_owned();
    for person in 0..30usize {
        for at in 0..4usize {
            let movie = (person % 2 + at * 2) % 9;
            writeln!(text, "U{person:03},Movie {movie},{}", 1 + (person + at) % 5).unwrap();
        }
    }
    text
}

const GOODS: [&str; 10] = [
    "milk", "cheese", "butter", "apples", "pears", "bread", "cake", "wine", "beer", "juice",
];

/// What somebody bought.
fn bought(order: usize) -> Vec<&'static str> {
    let place = |at| (order + 3 * at) % GOODS.len();
    (0..=order % 3).map(|at| GOODS[place(at)]).collect()
}

fn baskets() -> String {
    (0..80)
        .map(|order| bought(order).join(" ") + "\n")
        .collect()
}

fn lists() -> String {
    let mut text = "order_id,products\n".to_owned();
    for order in 0..80usize {
        writeln!(text, "{},\"{}\"", 1_000 + order, bought(order).join(";")).unwrap();
    }
    text
}
