use super::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// The bytes of a sample, paths included. A change here changes what people compare their results with:
/// do not make one without need.
const PINNED: [(&str, &str); 23] = [
    (
        "hospital",
        "2051438f0bfa37d8cbd118dc62e235580703c2acab0093e95fde708b74398e57",
    ),
    (
        "lifestyle",
        "3c4855a4142377682fce4960b2e5b4c2a8a5f9da3274eb8f2cf67fbe4a463681",
    ),
    (
        "basket",
        "de237f7da0282758417f18af2d1ad46e0dcc7ae124dcab0983d395e4891733c9",
    ),
    (
        "thesis-2.1",
        "efd0da3b23319037a69410629266767e38bbea7c7d15578f82a6ea93f057f362",
    ),
    (
        "thesis-2.8",
        "b5f76e3a0e4a007e8ffa69cc0d8eeb6ed7cd5f8a7e62e98bfe06dc7c2b263dbb",
    ),
    (
        "thesis-3.1",
        "f43a90444602b70f9b0ac7e033cbb2c0e056343ab608a9b572eebc9e15e9cb89",
    ),
    (
        "thesis-3.6",
        "6bb5526d3ea206a803378991edb6617121ccf53e86eec12e0ff02a8b946694ef",
    ),
    (
        "thesis-4.1",
        "5259ae1bcd92ee81672ca72eba470d4d1043559082bee29692b15a2b54ddf715",
    ),
    (
        "thesis-5.1",
        "77d76f2f14e133cda40ba8d7d71ae2bd03e1dab6f2c949e7c57c261531544ba5",
    ),
    (
        "thesis-5.2",
        "9194778d0825c1cde95aeb1a0ecc301f1ed0bf077a8a93967d627e688d04ab9c",
    ),
    (
        "thesis-6.1",
        "6417de7a3433a723d68069eb20bfcf9db3ae94a3b200c683c13111bc8db4ad0c",
    ),
    (
        "thesis-6.2",
        "ffe102034ebb478eee66c53aaab917ef51532f86db3c1285381d1a7c794cef5b",
    ),
    (
        "thesis-6.3",
        "219cdd3d8fa985b15895e6f934f650cc030a4591cd2d5be0a3a95dd30de9aa69",
    ),
    (
        "thesis-7.1",
        "777009da2fc8692ecf6a65ff5c28fc6f82a56d26e0d7fcb9ea42466f6ed748e5",
    ),
    (
        "greedy-1",
        "c8a6b0747a6e7f5b994eb851acb61dbef9739e7b0801604aabd82f7849c776b3",
    ),
    (
        "graph-fig1",
        "c011b9023deb6c0260123169c580ce78760ffc47dad9ec71144527fc95baf6a9",
    ),
    (
        "graph-fig6",
        "21cef195b0b01b506cafaa0dd91e1083e7f0b9e7058688d57032d44b3c091413",
    ),
    (
        "graph-fig9",
        "9c98cddc4ee41a56468645ef903df78c2e0ce7796946e611677b3040025b1320",
    ),
    (
        "graph-matrix3",
        "7257e98207f6038e1530c6fc36213bddd062d60d76faed176ac7dbf095dd8e6f",
    ),
    (
        "graph-matrix4",
        "c64afa1f61ef58030263ef1cb6f45dc5b30ced8a793775a4561f3b9c75e9dbc9",
    ),
    (
        "graph-matrix5",
        "27139b28f812f231710bc7bef08a0e25ae4fab1349802011b97cc7dd681a9eed",
    ),
    (
        "graph-matrix6",
        "ae2c7af9fa748c783415e04b3851fb86dadfc3ed8dee36e3b74e5d74ed62bc12",
    ),
    (
        "paper-fig1",
        "b3bfdc6433209f8d4bdce95c1eb797b82d5becf714dabc2fba35f03f9d1254db",
    ),
];

#[test]
fn the_bytes_never_change() {
    for (sample, (name, pinned)) in all().iter().zip(PINNED) {
        let mut hash = Sha256::new();
        for file in sample.files() {
            hash.update(format!("{} {}\n", file.path, file.contents.len()));
            hash.update(&file.contents);
        }
        let hex: String = hash
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!((sample.name, hex.as_str()), (name, pinned));
    }
}

/// A sample opened far enough to check it.
struct Opened {
    name: &'static str,
    files: BTreeMap<&'static str, String>,
    recipe: Table,
}

impl Opened {
    fn new(sample: &Sample) -> Self {
        let files: BTreeMap<_, _> = sample
            .files()
            .into_iter()
            .map(|file| (file.path, String::from_utf8(file.contents).unwrap()))
            .collect();
        let recipe = files[RECIPE].parse().unwrap();
        Self {
            name: sample.name,
            files,
            recipe,
        }
    }

    fn entry(&self, table: &str, key: &str) -> Option<&Value> {
        self.recipe.get(table)?.get(key)
    }

    fn names(&self, table: &str, key: &str) -> Vec<&str> {
        let list = self.entry(table, key).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    fn data(&self) -> &str {
        &self.files[self.entry("data", "path").unwrap().as_str().unwrap()]
    }

    /// Distinct values of a column of a CSV file. None of ours has quotes.
    fn values(&self, column: &str) -> BTreeSet<&str> {
        let mut lines = self.data().lines();
        let place = lines
            .next()
            .unwrap()
            .split(',')
            .position(|name| name == column);
        lines
            .map(|line| line.split(',').nth(place.unwrap()).unwrap())
            .collect()
    }

    fn hierarchies(&self) -> impl Iterator<Item = (&str, &Value)> {
        let table = self.recipe.get("hierarchies").and_then(Value::as_table);
        table
            .into_iter()
            .flatten()
            .map(|(column, source)| (column.as_str(), source))
    }
}

#[test]
fn names_are_unique_and_found() {
    let names: BTreeSet<&str> = all().iter().map(|sample| sample.name).collect();
    assert_eq!(names.len(), all().len());
    for sample in all() {
        assert_eq!(find(sample.name).unwrap().name, sample.name);
        assert!(sample.sentence.ends_with('.') && !sample.title.is_empty());
    }
    assert!(find("nothing").is_none());
}

#[test]
fn recipes_name_what_is_there_and_nothing_else() {
    for sample in all() {
        let opened = Opened::new(sample);
        assert_eq!(
            opened.entry("data", "kind").unwrap().as_str(),
            Some(sample.kind.name())
        );
        let mut named: BTreeSet<&str> = BTreeSet::from([RECIPE]);
        named.extend(opened.entry("data", "path").unwrap().as_str());
        for (_, source) in opened.hierarchies() {
            named.extend(source.as_str());
            named.extend(source.get("tree").and_then(Value::as_str));
        }
        // What somebody may know of the people: no part of the recipe.
        named.extend(
            opened
                .files
                .contains_key("known.csv")
                .then_some("known.csv"),
        );
        let files: BTreeSet<&str> = opened.files.keys().copied().collect();
        assert_eq!(files, named, "{}", opened.name);

        let tables: Vec<&str> = opened.recipe.keys().map(String::as_str).collect();
        let known = [
            "data",
            "roles",
            "hierarchies",
            "categories",
            "require",
            "method",
            "purposes",
        ];
        assert!(
            tables.iter().all(|table| known.contains(table)),
            "{tables:?}"
        );
        let asks = opened.recipe.contains_key("require") && opened.recipe.contains_key("method");
        assert!(asks, "{}", opened.name);

        if sample.kind != Kind::Transactions {
            let columns: Vec<&str> = opened.data().lines().next().unwrap().split(',').collect();
            for role in ["identifier", "quasi", "sensitive"] {
                for name in opened.names("roles", role) {
                    assert!(columns.contains(&name), "{}: {name}", opened.name);
                }
            }
        }
    }
}

#[test]
fn hierarchies_cover_every_value_evenly_with_one_parent_and_one_top() {
    for sample in all().iter().filter(|sample| sample.kind == Kind::Microdata) {
        let opened = Opened::new(sample);
        let quasi: BTreeSet<&str> = opened.names("roles", "quasi").into_iter().collect();
        let with: BTreeSet<&str> = opened.hierarchies().map(|(column, _)| column).collect();
        if opened.name != "thesis-5.1" {
            assert_eq!(quasi, with, "{}", opened.name);
        }
        for (column, source) in opened.hierarchies() {
            if let Some(mask) = source.get("mask").and_then(Value::as_integer) {
                assert!(
                    opened
                        .values(column)
                        .iter()
                        .all(|value| value.len() as i64 == mask)
                );
                continue;
            }
            let lines: Vec<Vec<&str>> = opened.files[source.as_str().unwrap()]
                .lines()
                .map(|line| line.split(';').collect())
                .collect();
            let leaves: BTreeSet<&str> = lines.iter().map(|line| line[0]).collect();
            assert_eq!(leaves.len(), lines.len(), "a value twice in {column}");
            assert!(
                opened.values(column).is_subset(&leaves),
                "{}: {column}",
                opened.name
            );
            let depth = lines[0].len();
            assert!(
                lines.iter().all(|line| line.len() == depth),
                "uneven: {column}"
            );
            let mut parents = BTreeMap::new();
            for line in &lines {
                for level in 1..depth {
                    let parent = parents
                        .entry((level, line[level - 1]))
                        .or_insert(line[level]);
                    assert_eq!(*parent, line[level], "two parents in {column}");
                }
            }
            let tops: BTreeSet<&str> = lines.iter().map(|line| line[depth - 1]).collect();
            assert_eq!(tops.len(), 1, "{column}");
        }
    }
}

#[test]
fn categories_hold_every_sensitive_value_once() {
    let mut seen = 0;
    for sample in all() {
        let opened = Opened::new(sample);
        let Some(categories) = opened.recipe.get("categories").and_then(Value::as_table) else {
            continue;
        };
        for (column, category) in categories {
            let order = category["order"].as_array().unwrap();
            let values: Vec<&str> = order
                .iter()
                .flat_map(|values| values.as_array().unwrap())
                .filter_map(Value::as_str)
                .collect();
            let distinct: BTreeSet<&str> = values.iter().copied().collect();
            assert_eq!((order.len(), distinct.len()), (4, values.len()));
            assert!(opened.values(column).is_subset(&distinct));
            seen += 1;
        }
    }
    assert_eq!(seen, 3);
}

#[test]
fn taxonomies_are_trees_over_the_items() {
    for (name, items, height) in [("paper-fig1", 11, 3), ("basket", 300, 3)] {
        let opened = Opened::new(find(name).unwrap());
        let mut parents = BTreeMap::new();
        for line in opened.files["taxonomy.csv"].lines() {
            let (child, parent) = line.split_once(';').unwrap();
            assert_eq!(parents.insert(child, parent), None, "two parents");
        }
        let inner: BTreeSet<&str> = parents.values().copied().collect();
        let leaves: BTreeSet<&str> = parents
            .keys()
            .copied()
            .filter(|node| !inner.contains(node))
            .collect();
        assert_eq!(leaves.len(), items);
        let roots: Vec<&&str> = inner
            .iter()
            .filter(|node| !parents.contains_key(*node))
            .collect();
        assert_eq!(roots.len(), 1);
        for leaf in &leaves {
            let path = std::iter::successors(Some(*leaf), |node| parents.get(node).copied());
            assert!(path.take(10).count() <= height + 1, "a cycle, or too deep");
        }
        let sold: BTreeSet<&str> = opened.data().split_whitespace().collect();
        assert_eq!(sold, leaves);
        let private = opened.names("roles", "private_items");
        assert!(private.iter().all(|item| leaves.contains(item)));
    }
}

#[test]
fn a_sample_is_written_whole_and_never_over_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("new").join("folder");
    let sample = find("thesis-3.1").unwrap();
    let recipe = sample.write_into(&target).unwrap();
    assert_eq!(recipe, target.join("recipe.toml"));
    for file in sample.files() {
        assert_eq!(fs::read(target.join(file.path)).unwrap(), file.contents);
    }

    let occupied = folder.path().join("occupied");
    fs::create_dir_all(&occupied).unwrap();
    fs::write(occupied.join("recipe.toml"), "mine").unwrap();
    let problem = sample.write_into(&occupied).unwrap_err();
    assert_eq!(problem.file, Some(occupied.join("recipe.toml")));
    assert_eq!(
        fs::read_dir(&occupied).unwrap().count(),
        1,
        "nothing was written"
    );
    assert_eq!(fs::read(occupied.join("recipe.toml")).unwrap(), b"mine");
}

#[test]
fn a_sample_that_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder of the hierarchies has to be.
    fs::write(folder.path().join("hierarchies"), "").unwrap();
    let sample = find("thesis-3.1").unwrap();
    assert!(sample.write_into(folder.path()).is_err());
    assert!(!folder.path().join("patients.csv").exists());
}

/// Without its recipe a sample is still known for what it is.
#[test]
fn the_kind_of_the_large_samples_is_found_out() {
    use cloakroom_core::io::load::load;
    use cloakroom_core::{LoadOptions, Progress};
    let folder = tempfile::tempdir().unwrap();
    for sample in ["hospital", "lifestyle", "basket", "paper-fig1"] {
        let sample = find(sample).unwrap();
        let data = &sample.files()[0];
        let path = folder.path().join(data.path);
        fs::write(&path, &data.contents).unwrap();
        let loaded = load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
        assert_eq!(loaded.dataset.kind(), sample.kind, "{}", sample.name);
    }
}
