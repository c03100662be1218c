//! Counted and read in batches, or held as a whole: the answers are the same, and so are the releases.

use super::list_violating;
use super::release::{CountedData, release_in};
use crate::check::check;
use crate::open::{Opened, open_counted, open_recipe};
use crate::release::{ReleaseAnswer, ReleaseOutcome, release};
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::recipe::{parse_recipe, read_recipe_text};
use cloakroom_core::{CheckAnswer, Failure, Progress};
use cloakroom_microdata::profile::counting::Room;
use cloakroom_verify::verify;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

const AGES: [&str; 8] = ["23", "27", "31", "", "38", "44", "23.0", " 27"];
const ZIPS: [&str; 4] = ["10115", "10117", "01067", "01069"];
const ILLNESSES: [&str; 6] = ["Flu", "=1+1", "x,y", "", "HIV \"late\"", "Flu "];
const NOTES: [&str; 8] = ["7", "12", "", "-3", "7.0", "12\u{a0}", " ?", "two\nlines"];

#[derive(Clone, Debug)]
struct Case {
    rows: Vec<(usize, usize, usize, usize)>,
    require: String,
    method: &'static str,
    format: &'static str,
    escape: bool,
    division: Division,
}

fn requirements() -> impl Strategy<Value = String> {
    let suppression = (0u32..60).prop_map(|percent| f64::from(percent) / 100.0);
    let more = prop_oneof![
        Just(""),
        Just("l = { distinct = 2 }\n"),
        Just("l = { entropy = 1.5 }\n"),
        Just("l = { recursive = [3.0, 2] }\n"),
        Just("p = 2\n"),
        Just("t = 0.6\n"),
    ];
    (1u32..5, suppression, more)
        .prop_map(|(k, suppression, more)| format!("k = {k}\nsuppression = {suppression}\n{more}"))
}

fn cases() -> impl Strategy<Value = Case> {
    let row = (
        0..AGES.len(),
        0..ZIPS.len(),
        0..ILLNESSES.len(),
        0..NOTES.len(),
    );
    let method = prop_oneof![
        Just("optimal"),
        Just("none"),
        Just("samarati"),
        Just("incognito"),
        Just("hash-table"),
        Just("levels"),
        Just("decomposition"),
    ];
    let division = (1usize..5, prop_oneof![Just(16usize), 40..400usize])
        .prop_map(|(threads, stretch)| Division { threads, stretch });
    (
        prop::collection::vec(row, 1..60),
        requirements(),
        method,
        prop_oneof![Just("csv"), Just("parquet")],
        any::<bool>(),
        division,
    )
        .prop_map(|(mut rows, require, method, format, escape, division)| {
            // Without a number among the ages there would be no intervals of them.
            rows[0].0 = 0;
            Case {
                rows,
                require,
                method,
                format,
                escape,
                division,
            }
        })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

impl Case {
    /// Writes data and recipe; the path of the latter.
    fn write(&self, folder: &Path, shuffle: bool) -> PathBuf {
        let mut data = "name,age,zip,illness,note\n".to_owned();
        for (row, &(age, zip, illness, note)) in self.rows.iter().enumerate() {
            let cells = [AGES[age], ZIPS[zip], ILLNESSES[illness], NOTES[note]].map(quoted);
            data += &format!("person {row},{}\n", cells.join(","));
        }
        fs::write(folder.join("people.csv"), data).unwrap();
        let levels = match self.method {
            "levels" => "levels = { age = 1, zip = 2 }\n",
            "decomposition" => "degree = 0.3\n",
            _ => "",
        };
        let recipe = format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n\
             [roles]\nidentifier = [\"name\"]\nquasi = [\"age\", \"zip\"]\nsensitive = [\"illness\"]\n\
             insensitive = [\"note\"]\nconfirmed = [\"note\"]\n\
             [hierarchies.age]\nintervals = [10, 20]\n[hierarchies.zip]\nmask = 5\n\
             [require]\n{}[method]\nname = \"{}\"\n{levels}\
             [release]\nshuffle = {shuffle}\nformat = \"{}\"\nescape_formulas = {}\nmapping = true\n",
            self.require, self.method, self.format, self.escape
        );
        let path = folder.join("recipe.toml");
        fs::write(&path, recipe).unwrap();
        path
    }

    fn counted(&self, recipe: &Path) -> Opened {
        counted(recipe, self.division, None).unwrap()
    }
}

fn counted(path: &Path, division: Division, room: Option<Room>) -> Result<Opened, Failure> {
    let text = read_recipe_text(path)?;
    let recipe = parse_recipe(&text, path)?;
    open_counted(path, &text, recipe, division, room, &Progress::default())
}

fn checked(opened: &Opened) -> CheckAnswer {
    let progress = Progress::default();
    let settings = &opened.recipe.settings;
    let mut answer = check(&opened.loaded.dataset, settings, &opened.trees, &progress).unwrap();
    list_violating(opened, &mut answer, &progress).unwrap();
    answer
}

fn written(outcome: ReleaseOutcome) -> Option<ReleaseAnswer> {
    match outcome {
        ReleaseOutcome::Written(answer) => Some(*answer),
        ReleaseOutcome::NotReached(_) => None,
    }
}

/// What follows from counts must be what follows from records.
fn compare(counted: &ReleaseAnswer, whole: &ReleaseAnswer) {
    assert_eq!(counted.check, whole.check);
    assert_eq!(counted.suppressed_rows, whole.suppressed_rows);
    assert_eq!(counted.levels, whole.levels);
    assert_eq!(counted.search, whole.search);
    assert_eq!(counted.decomposition, whole.decomposition);
    assert_eq!(counted.formula_cells, whole.formula_cells);
    assert_eq!(counted.explanations, whole.explanations);
    for &(metric, value) in &counted.metrics.0 {
        let expected = whole.metrics.get(metric).unwrap();
        assert!(
            (value - expected).abs() <= 1e-9 * expected.abs().max(1.0),
            "{metric:?}: {value} for {expected}"
        );
    }
    assert!(counted.metrics.0.len() >= 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_answers_and_the_release_are_those_of_the_whole_table(case in cases()) {
        let folder = tempfile::tempdir().unwrap();
        let recipe = case.write(folder.path(), false);
        let progress = Progress::default();
        let whole = open_recipe(&recipe, &progress).unwrap();
        let counted = case.counted(&recipe);
        // What is in a column that is only carried through is not looked at.
        let mut notes = whole.loaded.notes.clone();
        notes.retain(|note| !note.contains("\"note\""));
        prop_assert_eq!(&counted.loaded.notes, &notes);
        prop_assert_eq!(&counted.loaded.source, &whole.loaded.source);
        let mut folded = whole.loaded.folded.clone();
        folded.retain(|told| ["age", "illness"].contains(&told.of.as_str()));
        prop_assert_eq!(&counted.loaded.folded, &folded);
        prop_assert_eq!(checked(&counted), checked(&whole));

        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        let (loaded, trees) = (&whole.loaded, &whole.trees);
        let expected = written(release(loaded, &whole.recipe, trees, &one, &progress).unwrap());
        let found = written(release_in(CountedData::of(&counted), &other, case.division, &progress).unwrap());
        prop_assert_eq!(found.is_some(), expected.is_some());
        let (Some(found), Some(expected)) = (found, expected) else {
            prop_assert!(!other.exists());
            return Ok(());
        };
        compare(&found, &expected);
        let name = format!("release.{}", case.format);
        prop_assert_eq!(fs::read(other.join(&name)).unwrap(), fs::read(one.join(&name)).unwrap());
        for column in ["age", "zip"] {
            let mapping = |of: &str| {
                fs::read_to_string(folder.path().join(format!("{of}.mapping/{column}.csv"))).unwrap()
            };
            prop_assert_eq!(mapping("other"), mapping("one"));
        }
        prop_assert!(verify(&other, &progress).unwrap().satisfied);
        // The folder, and no temporary ones.
        prop_assert_eq!(fs::read_dir(&other).unwrap().count(), 3);
    }

    #[test]
    fn shuffled_releases_are_those_of_the_whole_table(mut case in cases(), threads in 1usize..4, stretch in 20..90usize) {
        case.format = "csv";
        let folder = tempfile::tempdir().unwrap();
        let recipe = case.write(folder.path(), true);
        let progress = Progress::default();
        let whole = open_recipe(&recipe, &progress).unwrap();
        let place = |name: &str| folder.path().join(name);
        let expected = release(&whole.loaded, &whole.recipe, &whole.trees, &place("whole"), &progress);
        let Some(_) = written(expected.unwrap()) else {
            return Ok(());
        };
        let counted = case.counted(&recipe);
        release_in(CountedData::of(&counted), &place("one"), case.division, &progress).unwrap();
        let bytes = |name: &str| fs::read(place(name).join("release.csv")).unwrap();
        prop_assert_eq!(bytes("one"), bytes("whole"));
        let division = Division { threads, stretch };
        release_in(CountedData::of(&counted), &place("other"), division, &progress).unwrap();
        prop_assert_eq!(bytes("one"), bytes("other"));
    }
}

/// A thousand records, many of them alike.
fn thousand() -> Case {
    Case {
        rows: (0..1000)
            .map(|n| (n * 7 % 6, n * 5 % 4, n * n % 5, n % 4))
            .collect(),
        require: "k = 3\n".to_owned(),
        method: "optimal",
        format: "csv",
        escape: false,
        division: Division {
            threads: 2,
            stretch: 512,
        },
    }
}

#[test]
fn records_leave_the_order_of_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = thousand().write(folder.path(), true);
    let out = folder.path().join("out");
    let opened = thousand().counted(&recipe);
    release_in(
        CountedData::of(&opened),
        &out,
        thousand().division,
        &Progress::default(),
    )
    .unwrap();
    let text = fs::read_to_string(out.join("release.csv")).unwrap();
    let straight = thousand().write(folder.path(), false);
    let other = folder.path().join("other");
    let opened = thousand().counted(&straight);
    release_in(
        CountedData::of(&opened),
        &other,
        thousand().division,
        &Progress::default(),
    )
    .unwrap();
    let as_it_was = fs::read_to_string(other.join("release.csv")).unwrap();
    let (text, as_it_was): (Vec<&str>, Vec<&str>) =
        (text.lines().collect(), as_it_was.lines().collect());
    let moved = text.iter().zip(&as_it_was).filter(|(a, b)| a != b).count();
    assert!(moved > 700, "{moved}");
}

#[test]
fn too_many_tuples_are_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = thousand().write(folder.path(), true);
    let told = |tuples: usize, text: usize| {
        let room = Room { tuples, text };
        let opened = counted(&recipe, thousand().division, Some(room));
        opened.map(|_| ()).unwrap_err().to_string()
    };
    let sentence = told(20, 1 << 20);
    assert!(
        sentence.contains("more different combinations of values"),
        "{sentence}"
    );
    let sentence = told(1000, 30);
    assert!(
        sentence.contains("column \"age\" has more different values"),
        "{sentence}"
    );
}

#[test]
fn a_file_that_changed_in_between_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = thousand().write(folder.path(), true);
    let opened = thousand().counted(&recipe);
    let data = folder.path().join("people.csv");
    let text = fs::read_to_string(&data).unwrap();
    let mut row = text.clone();
    row.push_str("new,\"23\",\"10115\",\"Flu\",\"7\"\n");
    for changed in [
        text.replacen("Flu", "HIV", 1),
        text.replacen("10115", "99999", 1),
        text.replacen("name,age", "name,years", 1),
        format!("{text}ragged\n"),
        row,
    ] {
        fs::write(&data, changed).unwrap();
        let out = folder.path().join("out");
        let failure = release_in(
            CountedData::of(&opened),
            &out,
            thousand().division,
            &Progress::default(),
        );
        let told = failure.unwrap_err().to_string();
        assert!(told.contains("people.csv"), "{told}");
        assert!(!out.exists());
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        assert_eq!(left.len(), 2, "{left:?}");
        let mut answer = check(
            &opened.loaded.dataset,
            &opened.recipe.settings,
            &opened.trees,
            &Progress::default(),
        )
        .unwrap();
        answer.violating_rows = vec![0];
        assert!(list_violating(&opened, &mut answer, &Progress::default()).is_err());
    }
}

#[test]
fn a_stop_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = thousand().write(folder.path(), true);
    let opened = thousand().counted(&recipe);
    let progress = Progress::default();
    progress.stop();
    let out = folder.path().join("out");
    let stopped = release_in(
        CountedData::of(&opened),
        &out,
        thousand().division,
        &progress,
    );
    assert!(matches!(stopped, Err(Failure::Stopped(_))));
    assert!(!out.exists());
}
