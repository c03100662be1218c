//! Chapter 2: levels, the privacy hash table, and l-diversity.

use super::*;
use crate::worked;
use cloakroom_microdata::profile::lattice::HashRow;
use std::collections::BTreeMap;

/// Table 2.1.
fn patients(quasi: &[&str]) -> LatticeProfile {
    sample("thesis-2.1").only(quasi).requiring(k(1)).lattice()
}

/// Example 2.2 and on: gender and zip.
fn pair() -> LatticeProfile {
    patients(&["Gender", "Zip"])
}

/// Table 2.8.
fn salaries() -> LatticeProfile {
    sample("thesis-2.8").requiring(k(1)).lattice()
}

/// The largest k at a node.
fn most_k(profile: &LatticeProfile, levels: &[u32]) -> u32 {
    profile.small(profile.shape().node(levels), 1).unwrap().0
}

fn tuples(profile: &LatticeProfile, levels: &[u32]) -> usize {
    profile.hash_table(profile.shape().node(levels), None).len()
}

/// What all methods that list minimal nodes find of gender and zip.
fn minimal(wanted: u32) -> Vec<Vec<u32>> {
    let example = sample("thesis-2.1")
        .only(&["Gender", "Zip"])
        .requiring(k(wanted));
    let methods = [
        MethodName::HashTable,
        MethodName::Samarati,
        MethodName::Incognito,
    ];
    let found = methods.map(|name| example.reach(name).search.unwrap().minimal);
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    let [found, ..] = found;
    found
}

/// The ways of Figure 2.3 that begin with zip and with gender.
const BY_ZIP: [[u32; 2]; 4] = [[0, 0], [0, 1], [1, 1], [1, 2]];
const BY_GENDER: [[u32; 2]; 4] = [[0, 0], [1, 0], [1, 1], [1, 2]];
/// The way that section 2.5 takes.
const SALARY_WAY: [[u32; 2]; 5] = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]];

/// The hash table of a step of a way.
fn step(profile: &LatticeProfile, way: &[[u32; 2]], at: usize) -> Vec<HashRow> {
    let node = |levels: &[u32; 2]| profile.shape().node(levels);
    profile.hash_table(node(&way[at]), Some(node(&way[at - 1])))
}

/// `L[1]`, `L[2]` and so on.
fn lengths(way: &[[u32; 2]]) -> Vec<usize> {
    let profile = pair();
    (1..way.len())
        .map(|at| step(&profile, way, at).len())
        .collect()
}

fn children(way: &[[u32; 2]], at: usize) -> Vec<u32> {
    let rows = step(&pair(), way, at);
    let mut counts: Vec<u32> = rows.iter().map(|row| row.count).collect();
    counts.sort_unstable();
    counts
}

/// Algorithm 1: the first height of a way at which every tuple is in the bucket of those with at least two.
fn height(way: &[[u32; 2]]) -> Option<usize> {
    let profile = pair();
    (1..way.len()).find(|&at| step(&profile, way, at).iter().all(|row| row.count >= 2))
}

/// Age and zip of Table 2.1 in the bucket of the thesis' hash function.
fn buckets() -> BTreeMap<i32, Vec<HashRow>> {
    let ages = patients(&["Age", "Zip"]);
    let mut buckets: BTreeMap<i32, Vec<HashRow>> = BTreeMap::new();
    for row in ages.hash_table(0, None) {
        let [age, zip] = [0, 1].map(|at| row.labels[at].parse::<i32>().unwrap());
        let bucket = ((age - 20) + (zip - 4350)).rem_euclid(4);
        buckets.entry(bucket).or_default().push(row);
    }
    buckets
}

fn content(rows: &[HashRow]) -> Vec<String> {
    rows.iter().map(|row| row.labels.join(",")).collect()
}

worked! {
    e002_t2_1_k = "002-T2.1-k" {
        assert_eq!(most_k(&patients(&["Gender", "Age", "Zip"]), &[0, 0, 0]), 1);
    }
    e002_t2_2_k = "002-T2.2-k" {
        assert_eq!(most_k(&patients(&["Gender", "Age", "Zip"]), &[0, 1, 2]), 3);
    }
    e002_f12 = "002-f12" {
        assert_eq!(pair().shape().heights(), [1, 2]);
        assert_eq!(pair().shape().strategies(), Some(3));
    }
    e002_f12_paths = "002-f12-paths" {
        let found = sample("thesis-2.1").only(&["Gender", "Zip"]).requiring(k(2));
        let search = found.reach(MethodName::HashTable).search.unwrap();
        assert_eq!(search.strategies, 3.0);
    }
    e002_f22 = "002-f22" {
        assert_eq!(salaries().shape().heights(), [2, 2]);
        assert_eq!(salaries().shape().strategies(), Some(6));
    }
    e002_gt02 = "002-GT02" { assert_eq!(most_k(&pair(), &[0, 2]), 3); }
    e002_gt11 = "002-GT11" { assert_eq!(most_k(&pair(), &[1, 1]), 2); }
    e002_gt12 = "002-GT12" { assert_eq!(most_k(&pair(), &[1, 2]), 6); }
    e002_min_k2 = "002-min-k2" { assert_eq!(minimal(2), [[0, 2], [1, 1]]); }
    e002_min_k3 = "002-min-k3" { assert_eq!(minimal(3), [[0, 2]]); }
    e002_t2_3 = "002-T2.3" {
        let buckets = buckets();
        let content: Vec<(i32, Vec<String>)> =
            buckets.iter().map(|(&bucket, rows)| (bucket, content(rows))).collect();
        let one = |bucket, tuple: &str| (bucket, vec![tuple.to_owned()]);
        let printed = [one(0, "22,4352"), one(1, "25,4370"), one(2, "34,4350"), one(3, "28,4373")];
        assert_eq!(content, printed);
    }
    // The text says (25, 4350) and (28, 4353).
    e002_t2_3_text = "002-T2.3-text" {
        let twice: Vec<HashRow> =
            buckets().into_values().flatten().filter(|row| row.count == 2).collect();
        assert_eq!(content(&twice), ["25,4370", "28,4373"]);
    }
    e002_t2_4 = "002-T2.4" {
        let counts: Vec<u32> =
            buckets().values().map(|rows| rows.iter().map(|row| row.count).sum()).collect();
        assert_eq!(counts, [1, 2, 1, 2]);
    }
    e002_l_g0z1 = "002-L-G0Z1" {
        assert_eq!(lengths(&BY_ZIP), [4, 2, 1]);
        // The text has six at the bottom, which are records; there are four distinct tuples.
        assert_eq!(tuples(&pair(), &[0, 0]), 4);
    }
    e002_children_g0z1 = "002-children-G0Z1" { assert_eq!(children(&BY_ZIP, 1), [1, 1, 2, 2]); }
    e002_alg1_g0z1 = "002-alg1-G0Z1" { assert_eq!(height(&BY_ZIP), Some(2)); }
    e002_l_g1z0 = "002-L-G1Z0" { assert_eq!(lengths(&BY_GENDER), [4, 2, 1]); }
    e002_children_g1z0 = "002-children-G1Z0" { assert_eq!(children(&BY_GENDER, 1), [1, 1, 2, 2]); }
    e002_alg1_g1z0 = "002-alg1-G1Z0" { assert_eq!(height(&BY_GENDER), Some(2)); }
    e002_children21 = "002-children21" {
        assert_eq!(step(&pair(), &BY_ZIP, 2)[0].count, 4);
    }
    // With the hierarchies of Table 2.10, since Figure 2.8 is missing.
    e002_t2_9_l = "002-T2.9-L" {
        let profile = salaries();
        assert_eq!([2, 3, 4].map(|at| step(&profile, &SALARY_WAY, at).len()), [3, 3, 1]);
    }
    e002_t2_9_l1 = "002-T2.9-L1" {
        let rows = step(&salaries(), &SALARY_WAY, 1);
        assert_eq!(rows.len(), 8);
        assert!(rows.iter().all(|row| row.count == 1));
    }
    // The text says level 3 once and `L[2]` before.
    e002_2_5_level = "002-2.5-level" {
        let found = sample("thesis-2.8").requiring(k(2)).reach(MethodName::HashTable);
        assert_eq!(found.levels.unwrap().iter().sum::<u32>(), 2);
    }
    e002_2_5_div = "002-2.5-div" {
        let mut diverse = k(2);
        diverse.l.distinct = Some(2);
        let example = sample("thesis-2.8").requiring(diverse.clone());
        let profile = example.lattice();
        assert!(profile.status(profile.shape().node(&[1, 1]), &diverse).holds());
        assert!(!profile.status(profile.shape().node(&[1, 0]), &diverse).holds());
    }
    // Printed as [12K-21K], which overlaps with the next and holds no record at 21K.
    e002_t2_10_zip = "002-T2.10-zip" {
        assert_eq!(step(&salaries(), &SALARY_WAY, 2)[0].labels[1], "[12K-16K]");
    }
    e002_t2_7 = "002-T2.7" {
        let distinct: Vec<u32> =
            buckets().values().flatten().map(|row| row.distinct[0]).collect();
        assert_eq!(distinct, [1, 1, 1, 2]);
    }
    e002_t2_2_hom = "002-T2.2-hom" {
        let profile = patients(&["Gender", "Age", "Zip"]);
        let rows = profile.hash_table(profile.shape().node(&[0, 1, 2]), None);
        let men = rows.iter().find(|row| row.labels[0] == "Male").unwrap();
        assert_eq!((men.count, men.distinct[0]), (3, 1));
    }
}
