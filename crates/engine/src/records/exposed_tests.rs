//! How exposed people and households were and are, as the audit file tells it, counted again from the files alone.

use crate::open::open_recipe;
use crate::release::{ReleaseOutcome, release};
use cloakroom_core::Progress;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

/// Numbers that follow from nothing.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// What is told of units, out of the class and the unit of each row.
fn counted(rows: &[(String, u32)], k: usize) -> [u64; 4] {
    let mut heads: HashMap<&str, HashSet<u32>> = HashMap::new();
    for (class, unit) in rows {
        heads.entry(class).or_default().insert(*unit);
    }
    let mut least: HashMap<u32, usize> = HashMap::new();
    for (class, unit) in rows {
        let among = heads[class.as_str()].len();
        let known = least.entry(*unit).or_insert(among);
        *known = among.min(*known);
    }
    let smallest = least.values().min().copied().unwrap_or(0);
    let unique = least.values().filter(|&&among| among == 1).count();
    // Whoever stands in the way is left out of all classes, which leaves fewer in them.
    let mut gone: HashSet<u32> = HashSet::new();
    loop {
        let small = heads
            .values()
            .map(|units| units.difference(&gone).collect::<Vec<_>>());
        let small = small.filter(|staying| staying.len() < k);
        let more: HashSet<u32> = small.flatten().copied().collect();
        if more.is_empty() {
            break;
        }
        gone.extend(more);
    }
    [
        least.len() as u64,
        smallest as u64,
        unique as u64,
        gone.len() as u64,
    ]
}

/// Rows that share a person or a household are one unit, and so are those that share one with these.
fn units(keys: &[(u32, Option<u32>)]) -> Vec<u32> {
    let mut unit: Vec<u32> = (0..keys.len() as u32).collect();
    loop {
        let before = unit.clone();
        for a in 0..keys.len() {
            for b in 0..a {
                let linked =
                    keys[a].0 == keys[b].0 || keys[a].1.is_some() && keys[a].1 == keys[b].1;
                if linked {
                    let least = unit[a].min(unit[b]);
                    (unit[a], unit[b]) = (least, least);
                }
            }
        }
        if unit == before {
            return unit;
        }
    }
}

fn told(exposure: &Value) -> [u64; 4] {
    let of = &exposure["of_units"];
    ["count", "smallest", "unique", "violating"].map(|name| of[name].as_u64().unwrap())
}

/// A release of a random table, and what is told of it; nothing where no release was to be had.
fn compare(seed: u64, folder: &Path) -> bool {
    let mut chance = Chance(seed);
    let with_household = seed.is_multiple_of(2);
    let people = 12 + chance.below(20);
    let rows: Vec<(u32, u32, u64, u64)> = (0..30 + chance.below(40))
        .map(|_| {
            let person = chance.below(people) as u32;
            (person, person / 3, chance.below(3), chance.below(4))
        })
        .collect();
    let lines: String = rows
        .iter()
        .map(|(person, house, a, b)| format!("p{person},h{house},{a},{b}\n"))
        .collect();
    fs::write(folder.join("people.csv"), format!("who,house,a,b\n{lines}")).unwrap();
    let roles = match with_household {
        true => "person = \"who\"\ngroup = \"house\"\n",
        false => "person = \"who\"\nidentifier = [\"house\"]\n",
    };
    let k = 2 + chance.below(2) as usize;
    fs::write(
        folder.join("recipe.toml"),
        format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\n{roles}quasi = [\"a\", \"b\"]\n[hierarchies]\n\
             a = {{ intervals = [2] }}\nb = {{ intervals = [2] }}\n[require]\nk = {k}\nsuppression = 0.6\n[method]\n\
             name = \"optimal\"\n[release]\nshuffle = false\n"
        ),
    )
    .unwrap();
    let progress = Progress::default();
    let opened = open_recipe(&folder.join("recipe.toml"), &progress).unwrap();
    let out = folder.join("out");
    let (loaded, recipe, trees) = (&opened.loaded, &opened.recipe, &opened.trees);
    match release(loaded, recipe, trees, &out, &progress).unwrap() {
        ReleaseOutcome::Written(_) => {}
        ReleaseOutcome::NotReached(_) => return false,
    }
    let audit = fs::read_to_string(folder.join("out.audit.json")).unwrap();
    let audit: Value = serde_json::from_str(&audit).unwrap();
    let keys: Vec<(u32, Option<u32>)> = rows
        .iter()
        .map(|&(person, house, ..)| (person, with_household.then_some(house)))
        .collect();
    let unit = units(&keys);
    let before: Vec<(String, u32)> = rows
        .iter()
        .zip(&unit)
        .map(|((_, _, a, b), &unit)| (format!("{a},{b}"), unit))
        .collect();
    let exposure = &audit["exposure"];
    let (found, expected) = (told(&exposure["before"]), counted(&before, k));
    assert_eq!(found[..3], expected[..3], "seed {seed}");
    // Nobody looks further once more are out than may be.
    let is_beyond = found[3] * 10 > found[0] * 6 && found[3] < expected[3];
    assert!(found[3] == expected[3] || is_beyond, "seed {seed}");
    let counted_as = if with_household { "groups" } else { "people" };
    assert_eq!(exposure["before"]["of_units"]["counted"], counted_as);
    let out_rows: HashSet<u64> = audit["left_out_rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    let kept = (0..rows.len()).filter(|&row| !out_rows.contains(&(row as u64)));
    let released = fs::read_to_string(out.join("release.csv")).unwrap();
    let after: Vec<(String, u32)> = released
        .lines()
        .skip(1)
        .zip(kept)
        .map(|(line, row)| (line.to_owned(), unit[row]))
        .collect();
    assert_eq!(after.len(), rows.len() - out_rows.len());
    assert_eq!(told(&exposure["after"]), counted(&after, k), "seed {seed}");
    let [_, smallest, unique, violating] = told(&exposure["after"]);
    assert!(smallest >= k as u64 && unique == 0 && violating == 0);
    let page = fs::read_to_string(folder.join("out.report.html")).unwrap();
    for (when, values) in [
        ("before", told(&exposure["before"])),
        ("after", told(&exposure["after"])),
    ] {
        for (name, value) in ["count", "smallest", "unique", "violating"]
            .iter()
            .zip(values)
        {
            let figure = format!("data-figure=\"audit.exposure.{when}.of_units.{name}\">{value}<");
            assert!(page.contains(&figure), "{figure}");
        }
    }
    true
}

#[test]
fn people_and_households_are_counted_as_they_are() {
    let released = (0..24).filter(|&seed| {
        let folder = tempfile::tempdir().unwrap();
        compare(seed, folder.path())
    });
    assert!(released.count() >= 6);
}
