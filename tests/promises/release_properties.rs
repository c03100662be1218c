//! Whatever is released passes `verify` and a count by brute force; whatever is tampered with does not.

use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::ReleaseFormat;
use cloakroom_core::spelling::Fold;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_engine::release::{ReleaseOutcome, release};
use cloakroom_verify::verify;
use proptest::prelude::*;

/// Texts that are awkward in files: quotes, delimiters, line ends, formulas, what others take for missing.
const TEXTS: [&str; 12] = [
    "",
    "a",
    "NA",
    "=1+1",
    "'=1+1",
    "x,y",
    "\"",
    "two\nlines",
    " a",
    "1.0",
    "1",
    "\u{e9}",
];

#[derive(Clone, Debug)]
struct Case {
    rows: Vec<(usize, usize, usize)>,
    k: u32,
    suppression: f64,
    shuffle: bool,
    escape: bool,
    format: ReleaseFormat,
}

fn cases() -> impl Strategy<Value = Case> {
    let cell = 0..TEXTS.len();
    let rows = prop::collection::vec((cell.clone(), 0..3usize, cell), 1..40);
    (
        rows,
        1u32..5,
        0.0..0.6f64,
        any::<bool>(),
        any::<bool>(),
        prop::sample::select(ReleaseFormat::chosen().collect::<Vec<_>>()),
    )
        .prop_map(|(rows, k, suppression, shuffle, escape, format)| Case {
            rows,
            k,
            suppression,
            shuffle,
            escape,
            format,
        })
}

fn loaded(case: &Case) -> Loaded {
    let column = |name: &str, pick: fn(&(usize, usize, usize)) -> usize| {
        Column::from_texts(name, case.rows.iter().map(|row| TEXTS[pick(row)])).unwrap()
    };
    let names: Vec<String> = (0..case.rows.len())
        .map(|row| format!("person {row}"))
        .collect();
    let columns = vec![
        Column::from_texts("name", &names).unwrap(),
        column("first", |row| row.0),
        column("second", |row| row.1),
        column("other", |row| row.2),
    ];
    Loaded {
        dataset: Dataset::Microdata(Table::new(columns).unwrap()),
        source: SourceFile {
            path: "people.csv".into(),
            bytes: 1,
            sha256: "00".into(),
        },
        options: LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: Default::default(),
    }
}

fn recipe(case: &Case) -> Recipe {
    let mut recipe = Recipe {
        data: "people.csv".into(),
        ..Recipe::default()
    };
    // The table was made and not read, so that spellings of one value are values of their own.
    recipe.load.fold = Fold::NOTHING;
    let settings = &mut recipe.settings;
    settings.roles.set("name", Some(Role::Identifier));
    settings.roles.set("first", Some(Role::Quasi));
    settings.roles.set("second", Some(Role::Quasi));
    settings.roles.set("other", Some(Role::Sensitive));
    settings.requirement.k = Some(case.k);
    settings.requirement.suppression = case.suppression;
    settings.release.shuffle = case.shuffle;
    settings.release.escape_formulas = case.escape;
    settings.release.format = case.format;
    recipe
}

/// Records with so many alike that k holds, counted pair by pair.
fn in_large_classes(case: &Case) -> usize {
    let alike = |row: &(usize, usize, usize)| {
        case.rows
            .iter()
            .filter(|other| (other.0, other.1) == (row.0, row.1))
            .count()
    };
    case.rows
        .iter()
        .filter(|row| alike(row) >= case.k as usize)
        .count()
}

/// A formula stands beside itself with the apostrophe that it is escaped by: whoever reads the two takes them for one.
fn has_formula_twice(case: &Case) -> bool {
    let has = |text: &str| case.rows.iter().any(|row| TEXTS[row.2] == text);
    has("=1+1") && has("'=1+1")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_released_keeps_its_promise(case in cases(), tamper in 0..3usize, at in 0..1000usize) {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let progress = Progress::default();
        let kept = in_large_classes(&case);
        let left_out = case.rows.len() - kept;
        let may_be_released =
            kept > 0 && left_out <= recipe(&case).settings.requirement.may_leave_out(case.rows.len());
        let released = release(&loaded(&case), &recipe(&case), &Trees::default(), &out, &progress);
        if let Err(refused) = &released {
            prop_assert!(refused.to_string().contains("two spellings of one value"), "{}", refused);
            prop_assert!(has_formula_twice(&case));
            prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
            return Ok(());
        }
        match released.unwrap() {
            ReleaseOutcome::NotReached(_) => {
                prop_assert!(!may_be_released);
                prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
                return Ok(());
            }
            ReleaseOutcome::Written(answer) => {
                prop_assert!(may_be_released);
                prop_assert!(answer.check.satisfied);
                prop_assert_eq!(answer.check.records, kept);
                prop_assert_eq!(answer.suppressed_rows.len(), left_out);
            }
        }
        let verdict = verify(&out, &progress).unwrap();
        prop_assert!(verdict.satisfied, "{:?}", verdict.faults);
        prop_assert_eq!(verdict.records, kept as u64);

        let name = format!("release.{}", case.format.extension());
        let file = out.join(if tamper == 2 { "certificate.json" } else { &name });
        let mut bytes = std::fs::read(&file).unwrap();
        match tamper {
            0 => {
                let at = at % bytes.len();
                bytes[at] ^= 1;
            }
            1 => bytes.truncate(at % bytes.len()),
            _ => {
                let text = String::from_utf8(bytes).unwrap();
                let promised = format!("\"k\": {}", case.k);
                bytes = text.replacen(&promised, &format!("\"k\": {}", case.k + 1), 1).into_bytes();
            }
        }
        std::fs::write(&file, bytes).unwrap();
        let passes = verify(&out, &progress).is_ok_and(|verdict| verdict.satisfied);
        prop_assert!(!passes, "tampering {tamper} went unnoticed");
    }
}
