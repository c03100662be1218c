//! `basket`: invented shopping baskets over a taxonomy of 300 items. A few items are in many baskets and
//! most in few, and things that go together are bought together.

mod shelves;

use super::{RECIPE, Sample, SampleFile};
use crate::transactions;
use cloakroom_core::Stream;
use shelves::GROUPS;

pub(super) const SAMPLE: Sample = Sample {
    name: "basket",
    kind: transactions::KIND,
    title: "Baskets",
    sentence: "20,000 shopping baskets over 300 items in a taxonomy of four levels; six items are private.",
    make: files,
};

pub const BASKETS: u64 = 20_000;
const SEED: u64 = 300;
const LONGEST: u32 = 25;
const ROOT: &str = "everything";
const ITEMS_IN_GROUP: usize = 6;

fn files() -> Vec<SampleFile> {
    vec![
        SampleFile {
            path: "baskets.dat",
            contents: baskets(),
        },
        SampleFile {
            path: "taxonomy.csv",
            contents: taxonomy(),
        },
        SampleFile {
            path: RECIPE,
            contents: include_bytes!("../../../../../assets/samples/basket/recipe.toml").to_vec(),
        },
    ]
}

/// `child;parent` lines from the top down.
fn taxonomy() -> Vec<u8> {
    let mut out = String::new();
    let mut department = "";
    for group in &GROUPS {
        if group.department != department {
            department = group.department;
            out.push_str(&format!("{department};{ROOT}\n"));
        }
    }
    for group in &GROUPS {
        out.push_str(&format!("{};{}\n", group.name, group.department));
    }
    for group in &GROUPS {
        for item in group.items {
            out.push_str(&format!("{item};{}\n", group.name));
        }
    }
    out.into_bytes()
}

/// What a shopper came for: how much more often than usual things of a department are taken, in tenths,
/// in the order of the shelves (bakery, dairy, produce, meat and fish, pantry, snacks, drinks, household,
/// personal care, health).
const ERRANDS: [([u32; 10], u32); 6] = [
    ([10, 10, 10, 10, 10, 10, 10, 10, 10, 10], 40),
    ([30, 25, 8, 12, 12, 3, 8, 2, 1, 1], 20),
    ([5, 6, 5, 8, 6, 40, 40, 4, 1, 1], 14),
    ([8, 12, 35, 6, 14, 2, 6, 3, 4, 8], 12),
    ([2, 3, 3, 2, 2, 6, 4, 45, 40, 16], 9),
    ([4, 10, 10, 2, 4, 6, 4, 12, 45, 60], 5),
];

fn baskets() -> Vec<u8> {
    let companions: Vec<usize> = GROUPS
        .iter()
        .map(|group| {
            let place = GROUPS
                .iter()
                .position(|other| other.name == group.goes_with);
            place.unwrap_or_default()
        })
        .collect();
    let errands = ERRANDS.map(|(by_department, _)| weights_of(by_department));
    let mut out = Vec::with_capacity(2 << 20);
    for number in 1..=BASKETS {
        let mut stream = Stream::new(SEED, number);
        let errand = stream.pick(&ERRANDS.map(|(_, odds)| odds));
        let basket = fill(&errands[errand], &companions, &mut stream);
        for (place, item) in basket.iter().enumerate() {
            if place > 0 {
                out.push(b' ');
            }
            let name = GROUPS[item / ITEMS_IN_GROUP].items[item % ITEMS_IN_GROUP];
            out.extend_from_slice(name.as_bytes());
        }
        out.push(b'\n');
    }
    out
}

fn weights_of(by_department: [u32; 10]) -> [u32; GROUPS.len()] {
    let mut weights = [0; GROUPS.len()];
    let mut department = 0;
    for (place, group) in GROUPS.iter().enumerate() {
        if place > 0 && GROUPS[place - 1].department != group.department {
            department += 1;
        }
        weights[place] = group.weight * by_department[department];
    }
    weights
}

/// Items without repetition, in the order in which they were taken.
fn fill(weights: &[u32], companions: &[usize], stream: &mut Stream) -> Vec<usize> {
    let wanted = length(stream);
    let mut basket: Vec<usize> = Vec::with_capacity(wanted);
    let mut group = stream.pick(weights);
    // An item that is in the basket already is put back, so a long list may stay a little shorter.
    for _ in 0..wanted * 2 {
        // The first item of a shelf is some thirty times as popular as the last.
        let item = group * ITEMS_IN_GROUP + stream.pick(&[400, 150, 64, 30, 17, 12]);
        if !basket.contains(&item) {
            basket.push(item);
        }
        if basket.len() == wanted {
            break;
        }
        group = match stream.pick(&[20, 30, 50]) {
            0 => group,
            1 => companions[group],
            _ => stream.pick(weights),
        };
    }
    basket
}

/// Most baskets are small; the largest hold 25 items.
fn length(stream: &mut Stream) -> usize {
    let more = stream.choose(&[550, 750, 850, 930]);
    let mut length = 1;
    while stream.chance(more) {
        length += 1;
        if length > LONGEST {
            return stream.between(9, LONGEST) as usize;
        }
    }
    length as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn the_shop_has_300_items_on_50_shelves_of_10_departments() {
        let items: BTreeSet<&str> = GROUPS.iter().flat_map(|group| group.items).collect();
        let groups: BTreeSet<&str> = GROUPS.iter().map(|group| group.name).collect();
        let departments: BTreeSet<&str> = GROUPS.iter().map(|group| group.department).collect();
        assert_eq!(
            (items.len(), groups.len(), departments.len()),
            (300, 50, 10)
        );
        // A name stands for one node of the taxonomy only.
        let all: BTreeSet<&str> = [&items, &groups, &departments]
            .into_iter()
            .flatten()
            .copied()
            .collect();
        assert_eq!(all.len(), 360);
        assert!(!all.contains(ROOT) && all.iter().all(|name| !name.contains([' ', ';'])));
        for group in &GROUPS {
            assert!(groups.contains(group.goes_with) && group.goes_with != group.name);
        }
        // Departments stand together, or the errands would weigh the wrong ones.
        let runs = GROUPS.chunk_by(|a, b| a.department == b.department).count();
        assert_eq!(runs, ERRANDS[0].0.len());
    }

    #[test]
    fn baskets_are_as_promised() {
        let text = String::from_utf8(baskets()).unwrap();
        let baskets: Vec<BTreeSet<&str>> =
            text.lines().map(|line| line.split(' ').collect()).collect();
        assert_eq!(baskets.len(), 20_000);
        for (basket, line) in baskets.iter().zip(text.lines()) {
            assert_eq!(basket.len(), line.split(' ').count(), "an item twice");
            assert!((1..=25).contains(&basket.len()));
        }
        let mut counts = BTreeMap::new();
        for item in baskets.iter().flatten() {
            *counts.entry(*item).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 300, "every item is sold at least once");
        let mut sorted: Vec<i32> = counts.values().copied().collect();
        sorted.sort_unstable();
        let total: i32 = sorted.iter().sum();
        let top: i32 = sorted[270..].iter().sum();
        assert!(
            top * 10 > total * 4,
            "a tenth of the items is over 40 % of the sales"
        );

        // Pasta and sauce meet more than three times as often as chance would have it.
        let with = |items: &[&str]| {
            let count = baskets
                .iter()
                .filter(|basket| items.iter().all(|item| basket.contains(item)));
            count.count() as f64
        };
        let lift = with(&["spaghetti", "tomato_sauce"]) * 20_000.0
            / (with(&["spaghetti"]) * with(&["tomato_sauce"]));
        assert!(lift > 3.0, "{lift}");
    }
}
