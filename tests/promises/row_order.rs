//! Releases of the same people, laid side by side: the same line tells of the same person no oftener than chance has it.

use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::Problem;
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::Settings;
use cloakroom_engine::batch::{batch, by_method};
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_engine::recipients::release_all;
use cloakroom_engine::release::{ReleaseOutcome, release};
use cloakroom_engine::samples;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// With orders that have nothing to do with each other, one line agrees on average, and this many or more do in less
/// than one of a thousand pairs.
const CHANCE: f64 = 6.0;

/// A release: its lines, and which of them is whose (by what it says) among the people of the input.
struct Released {
    lines: Vec<String>,
    of_person: Vec<Option<String>>,
}

fn lines(folder: &Path) -> Vec<String> {
    let find = |name: &&str| folder.join(name).exists();
    let name = ["release.csv", "release.dat"].into_iter().find(find);
    let text = fs::read_to_string(folder.join(name.unwrap())).unwrap();
    let header = usize::from(name == Some("release.csv"));
    text.lines().skip(header).map(str::to_owned).collect()
}

fn written(opened: &Opened, folder: &Path) -> (Vec<String>, Vec<u32>) {
    let (loaded, recipe, trees) = (&opened.loaded, &opened.recipe, &opened.trees);
    match release(loaded, recipe, trees, folder, &Progress::default()).unwrap() {
        ReleaseOutcome::Written(answer) => (lines(folder), answer.suppressed_rows),
        ReleaseOutcome::NotReached(not) => panic!("{}", not.why),
    }
}

/// Everybody's line, from the same release with its rows as they come.
fn of_person(opened: &Opened, folder: &Path) -> Vec<Option<String>> {
    let mut straight = opened.clone();
    straight.recipe.settings.release.shuffle = false;
    let (lines, left_out) = written(&straight, folder);
    let mut lines = lines.into_iter();
    let mut person = 0;
    let mut of_person = Vec::new();
    while lines.len() > 0 || left_out.last().is_some_and(|&last| last >= person) {
        let is_out = left_out.binary_search(&person).is_ok();
        of_person.push(if is_out { None } else { lines.next() });
        person += 1;
    }
    of_person
}

fn released(
    opened: &Opened,
    place: &Path,
    name: &str,
    change: impl FnOnce(&mut Settings),
) -> Released {
    let mut opened = opened.clone();
    change(&mut opened.recipe.settings);
    Released {
        lines: written(&opened, &place.join(name)).0,
        of_person: of_person(&opened, &place.join(format!("{name}-straight"))),
    }
}

fn counts<'a, T: std::hash::Hash + Eq>(all: impl Iterator<Item = T> + 'a) -> HashMap<T, f64> {
    let mut counts = HashMap::new();
    for one in all {
        *counts.entry(one).or_insert(0.0) += 1.0;
    }
    counts
}

/// How many lines of the two are about the same person, where those who are released alike may be any of them.
fn agreeing(one: &Released, other: &Released) -> f64 {
    of_pairs(one, other, one.lines.iter().zip(&other.lines))
}

/// The same if both stood in the order of the input.
fn in_one_order(one: &Released, other: &Released) -> f64 {
    let people = one.of_person.iter().zip(&other.of_person);
    of_pairs(
        one,
        other,
        people.filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?))),
    )
}

fn of_pairs<'a>(
    one: &'a Released,
    other: &'a Released,
    pairs: impl Iterator<Item = (&'a String, &'a String)>,
) -> f64 {
    let in_one = counts(one.lines.iter());
    let in_other = counts(other.lines.iter());
    let people = one.of_person.iter().zip(&other.of_person);
    let in_both = counts(people.filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?))));
    pairs
        .map(|(a, b)| in_both.get(&(a, b)).unwrap_or(&0.0) / (in_one[a] * in_other[b]))
        .sum()
}

fn assert_unrelated(one: &Released, other: &Released) {
    let agreeing = agreeing(one, other);
    assert!(agreeing < CHANCE, "{agreeing} lines");
    // So many would, if the order were that of the input or a shuffle of it.
    let possible = in_one_order(one, other);
    assert!(possible > 10.0 * CHANCE, "{possible} lines");
}

fn sample(name: &str) -> (TempDir, Opened) {
    let folder = tempfile::tempdir().unwrap();
    let recipe = samples::find(name)
        .unwrap()
        .write_into(&folder.path().join("sample"));
    let opened = open_recipe(&recipe.unwrap(), &Progress::default()).unwrap();
    (folder, opened)
}

#[test]
fn hospital_with_other_levels() {
    let (folder, mut opened) = sample("hospital");
    let settings = &mut opened.recipe.settings;
    settings.requirement.p_plus = None;
    settings.requirement.k = Some(1);
    settings.method.name = MethodName::Levels;
    let released = |name: &str, levels: &[(&str, u32)]| {
        let levels = levels.iter().map(|&(name, level)| (name.to_owned(), level));
        let levels = levels.collect();
        released(&opened, folder.path(), name, |settings| {
            settings.method.levels = levels
        })
    };
    assert_unrelated(
        &released("a", &[("zip", 2)]),
        &released("b", &[("zip", 3), ("birth_year", 1)]),
    );
}

#[test]
fn lifestyle_with_another_k_and_another_method() {
    let (folder, opened) = sample("lifestyle");
    let place = folder.path();
    assert_unrelated(
        &released(&opened, place, "a", |settings| {
            settings.requirement.k = Some(3)
        }),
        &released(&opened, place, "b", |settings| {
            settings.method.name = MethodName::Greedy
        }),
    );
}

#[test]
fn baskets_with_another_k_and_another_method() {
    let (folder, opened) = sample("basket");
    let place = folder.path();
    assert_unrelated(
        &released(&opened, place, "a", |settings| {
            settings.requirement.k = Some(3)
        }),
        &released(&opened, place, "b", |settings| {
            settings.method.name = MethodName::Hghs
        }),
    );
}

/// Four hundred people; of every age and in every zip code are at least two of them.
fn people(folder: &Path, recipe: &str) -> Opened {
    let mut text = "name,age,zip\n".to_owned();
    for person in 0..400 {
        let (age, zip) = (20 + person % 50, 10_000 + person / 4 * 37 % 100 * 11);
        text += &format!("p{person},{age},{zip}\n");
    }
    fs::write(folder.join("people.csv"), text).unwrap();
    let head = "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nidentifier = [\"name\"]\n\
                quasi = [\"age\", \"zip\"]\n[hierarchies]\nage = { intervals = [5, 20] }\nzip = { mask = 5 }\n\
                [require]\nk = 2\n";
    let path = folder.join("recipe.toml");
    fs::write(&path, format!("{head}{recipe}")).unwrap();
    open_recipe(&path, &Progress::default()).unwrap()
}

#[test]
fn two_halves_of_a_table_do_not_make_it_whole() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let half = |name: &str, levels: &str| {
        let method = format!("[method]\nname = \"levels\"\nlevels = {levels}\n");
        released(&people(place, &method), place, name, |_| {})
    };
    let ages = half("ages", "{ age = 0, zip = 5 }");
    let zips = half("zips", "{ age = 3, zip = 0 }");
    assert_eq!((ages.lines.len(), zips.lines.len()), (400, 400));
    assert!(ages.lines[0].ends_with(",*") && zips.lines[0].starts_with("*,"));
    let original = fs::read_to_string(place.join("people.csv")).unwrap();
    let original: HashSet<&str> = original
        .lines()
        .skip(1)
        .filter_map(|line| Some(line.split_once(',')?.1))
        .collect();
    let pasted = ages.lines.iter().zip(&zips.lines).filter(|(age, zip)| {
        let row = format!("{},{}", age.replace(",*", ""), zip.replace("*,", ""));
        original.contains(row.as_str())
    });
    // Of 5,000 combinations of an age and a zip code 400 are there, so that 32 of 400 lines find one by chance.
    let pasted = pasted.count();
    assert!(pasted < 64, "{pasted} lines");
    assert!(agreeing(&ages, &zips) < CHANCE);
}

#[test]
fn methods_of_one_batch_and_recipients_of_one_recipe_cannot_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let recipe = "[method]\nname = \"decomposition\"\ntrust = 0.5\n\
                  [[recipients]]\nname = \"office\"\ntrust = 0.9\n\
                  [[recipients]]\nname = \"press\"\ntrust = 0.9\n";
    let opened = people(place, recipe);
    let progress = Progress::default();
    let (loaded, trees) = (&opened.loaded, &opened.trees);
    let out = place.join("recipients");
    release_all(loaded, &opened.recipe, trees, &out, &progress).unwrap();
    let [office, press] = ["office", "press"].map(|name| lines(&out.join(name)));
    // The same trust gives the same rows, but not to the same places.
    assert_ne!(office, press);
    let sorted = |lines: &[String]| {
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&office), sorted(&press));

    let methods = [
        MethodName::Mondrian,
        MethodName::Optimal,
        MethodName::LocalRecoding,
    ];
    let out = place.join("methods");
    let trees = |recipe: &cloakroom_core::recipe::Recipe| {
        load_trees(place, &recipe.settings, &loaded.dataset).map_err(Problem::from)
    };
    let items = by_method(&opened.recipe, &methods);
    batch(loaded, &items, trees, &out, &progress, |_| {}).unwrap();
    let releases = items.iter().map(|item| {
        let mut own = opened.clone();
        own.recipe = item.recipe.clone();
        Released {
            lines: lines(&out.join(&item.name)),
            of_person: of_person(&own, &out.join(format!("{}-straight", item.name))),
        }
    });
    let releases: Vec<Released> = releases.collect();
    for (at, one) in releases.iter().enumerate() {
        for other in &releases[..at] {
            assert!(agreeing(one, other) < CHANCE);
        }
    }
}

#[test]
fn the_order_of_the_input_and_its_identifiers_do_not_show() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let opened = people(place, "[method]\nname = \"mondrian\"\n");
    let (expected, _) = written(&opened, &place.join("one"));
    let text = fs::read_to_string(place.join("people.csv")).unwrap();
    let mut rows: Vec<String> = text
        .lines()
        .skip(1)
        .map(|row| row.replace('p', "q"))
        .collect();
    rows.reverse();
    rows.rotate_left(123);
    fs::write(
        place.join("people.csv"),
        format!("name,age,zip\n{}\n", rows.join("\n")),
    )
    .unwrap();
    let opened = open_recipe(&place.join("recipe.toml"), &Progress::default()).unwrap();
    assert_eq!(written(&opened, &place.join("other")).0, expected);
}
