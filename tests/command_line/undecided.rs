//! Nothing undecided leaves by the command line: columns that no role names, and columns that are released as they are
//! although they may lead to people.

use crate::work;

use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_engine::open::open_recipe_of_any_size;
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::release::{ReleaseOutcome, release};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use work::{Ran, Work};

/// Forty people in two classes, with a column of each kind that somebody may forget.
fn people() -> String {
    let mut text = String::from("name,age,zip,area,ssn,contact,ward,disease\n");
    for row in 0..40 {
        let zip = 1000 + row % 4 / 2;
        let area = ["north", "south"][row % 4 / 2];
        let disease = ["flu", "cold", "asthma"][row * row % 3];
        let _ = writeln!(
            text,
            "Person {row},{},{zip},{area},{:03}-45-{:04},p{row}@example.org,w{},{disease}",
            30 + row % 2,
            100 + row,
            7 * row,
            row * 7 % 5,
        );
    }
    text
}

fn asked(roles: &str, more: &str) -> Work {
    let work = Work::new();
    work.write("people.csv", people());
    ask(&work, roles, more);
    work
}

fn ask(work: &Work, roles: &str, more: &str) {
    let recipe = format!(
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n{more}\n[roles]\nidentifier = [\"name\"]\nquasi = [\"age\", \
         \"zip\"]\nsensitive = [\"disease\"]\n{roles}\n[require]\nk = 2\n[method]\nname = \"none\"\n"
    );
    work.write("recipe.toml", recipe);
}

/// Refused with these words, and nothing is there.
#[track_caller]
fn nothing_leaves(work: &Work, ran: Ran, said: &[&str]) {
    assert_eq!(ran.status, 2, "{}{}", ran.out, ran.err);
    assert_eq!(ran.err.trim_end().lines().count(), 1, "{}", ran.err);
    for words in said {
        assert!(ran.err.contains(words), "no {words} in: {}", ran.err);
    }
    for value in ["example.org", "-45-", "Person", "north"] {
        assert!(!ran.err.contains(value), "{}", ran.err);
    }
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
}

#[test]
fn columns_that_no_role_names_are_refused_by_name() {
    for more in ["", "batches = true"] {
        let work = asked("insensitive = [\"ward\"]", more);
        let said = [
            "recipe.toml",
            "3 columns are undecided (\"area\", \"ssn\", \"contact\")",
            "others = \"insensitive\"",
        ];
        nothing_leaves(&work, work.release("out"), &said);
    }
    let work = asked("insensitive = [\"ward\"]", "");
    let several = [
        "release",
        "recipe.toml",
        "--out",
        "out",
        "--methods",
        "none,optimal",
    ];
    nothing_leaves(&work, work.run(&several), &["\"ssn\", \"contact\""]);
    // What lets nothing out works, and says what a release will say.
    let checked = work.run(&["check", "recipe.toml"]).expect(0);
    let note =
        "Note: no role names area, ssn, contact, and a release is refused until each has one";
    assert!(checked.out.contains(note), "{}", checked.out);
    let swept = work.run(&["sweep", "recipe.toml", "--vary", "k=2..3"]);
    assert!(swept.expect(0).out.contains(note));
    assert!(
        work.run(&["risk", "recipe.toml"])
            .expect(0)
            .out
            .contains(note)
    );
    work.replace("recipe.toml", "k = 2", "k = \"?\"");
    assert!(
        work.run(&["solve", "recipe.toml"])
            .expect(0)
            .out
            .contains(note)
    );
}

#[test]
fn recipients_get_nothing_undecided() {
    let work = asked("insensitive = [\"ward\"]", "");
    work.replace(
        "recipe.toml",
        "name = \"none\"",
        "name = \"decomposition\"\ntrust = 0.5",
    );
    let recipe = work.read("recipe.toml") + "[[recipients]]\nname = \"a\"\ntrust = 0.9\n";
    work.write("recipe.toml", &recipe);
    let all = ["release", "recipe.toml", "--out", "out", "--recipients"];
    nothing_leaves(&work, work.run(&all), &["undecided", "\"ssn\""]);
    let others = recipe.replace("insensitive = [\"ward\"]", "others = \"insensitive\"");
    work.write("recipe.toml", others);
    nothing_leaves(
        &work,
        work.run(&all),
        &["3 insensitive columns", "\"ssn\" ("],
    );
}

#[test]
fn others_are_insensitive_if_the_recipe_says_so() {
    let work = Work::new();
    work.write(
        "people.csv",
        "age,sex,ward\n1,m,a\n1,m,b\n1,m,a\n2,f,b\n2,f,a\n2,f,b\n",
    );
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"age\", \"sex\"]\nothers = \
         \"insensitive\"\n[require]\nk = 2\n[method]\nname = \"none\"\n",
    );
    work.release("out").expect(0);
    assert!(work.read("out/release.csv").starts_with("age,sex,ward\n"));
    work.replace("recipe.toml", "\"insensitive\"", "\"kept\"");
    work.release("two").refused(&[
        "recipe.toml, line 6",
        "roles.others",
        "expected \"insensitive\"",
    ]);
    for (kind, layout) in [("ratings", "wide"), ("transactions", "basket")] {
        work.write(
            "other.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"{kind}\"\nlayout = \"{layout}\"\n[roles]\nothers = \
                 \"insensitive\"\n[require]\nk = 2\n"
            ),
        );
        work.run(&["check", "other.toml"])
            .refused(&["other.toml, line 6", "roles.others"]);
    }
}

#[test]
fn what_may_lead_to_people_must_be_confirmed_by_name() {
    for more in ["", "batches = true"] {
        let work = asked("others = \"insensitive\"", more);
        let said = [
            "3 insensitive columns would be released as they are, but may lead to people",
            "\"area\" (zip can be told from it)",
            "\"ssn\" (nearly every record has a value of its own; its values look like social security numbers",
            "\"contact\" (nearly every record has a value of its own; its values look like e-mail addresses",
            "under confirmed in [roles]",
        ];
        nothing_leaves(&work, work.release("out"), &said);
        ask(
            &work,
            "others = \"insensitive\"\nconfirmed = [\"ssn\", \"contact\"]",
            more,
        );
        let said = ["column \"area\" is insensitive", "zip can be told from it"];
        nothing_leaves(&work, work.release("out"), &said);
        ask(
            &work,
            "others = \"insensitive\"\nconfirmed = [\"area\", \"ssn\", \"contact\"]",
            more,
        );
        work.release("out").expect(0);
        work.run(&["verify", "out"]).expect(0);
    }
}

#[test]
fn the_reports_say_what_was_confirmed() {
    for more in ["", "batches = true"] {
        let work = asked(
            "others = \"insensitive\"\nconfirmed = { area = \"the board asked <for> it\", ssn = \"\", contact = \"\" }",
            more,
        );
        work.release("out").expect(0);
        let report = work.read("out/report.html");
        assert!(report.contains("confirmed by the releaser"), "{report}");
        assert!(report.contains("the board asked &lt;for&gt; it"));
        let internal = work.read("out.report.html");
        assert!(internal.contains("zip can be told from it"), "{internal}");
        // What the original tells of it stays in house.
        assert!(!report.contains("can be told from it"));
    }
}

#[test]
fn only_columns_that_are_released_as_they_are_can_be_confirmed() {
    let work = asked("others = \"insensitive\"\nconfirmed = [\"zip\"]", "");
    let said = [
        "recipe.toml",
        "roles.confirmed names \"zip\"",
        "not released as it is",
    ];
    nothing_leaves(&work, work.release("out"), &said);
    ask(
        &work,
        "others = \"insensitive\"\nconfirmed = [\"nobody\"]",
        "",
    );
    nothing_leaves(
        &work,
        work.release("out"),
        &["there is no column \"nobody\""],
    );
}

#[test]
fn sensitive_values_that_are_unique_are_worth_a_note() {
    let work = Work::new();
    work.write("people.csv", "age,pay\n1,10\n1,20\n2,30\n2,40\n");
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"age\"]\nsensitive = [\"pay\"]\n\
         [require]\nk = 2\n[method]\nname = \"none\"\n",
    );
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    assert!(
        ran.out.contains("a sensitive value of its own in pay"),
        "{}",
        ran.out
    );
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    Undecided,
    Identifier,
    Quasi,
    Sensitive,
    Insensitive,
    Confirmed,
}

fn some_said() -> impl Strategy<Value = Said> {
    prop_oneof![
        1 => Just(Said::Nothing),
        1 => Just(Said::Undecided),
        2 => Just(Said::Identifier),
        4 => Just(Said::Quasi),
        2 => Just(Said::Sensitive),
        2 => Just(Said::Insensitive),
        3 => Just(Said::Confirmed),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// A folder that is there has the columns that roles name, and of those that are nearly unique and released as they
    /// are only what was confirmed.
    #[test]
    fn no_release_has_a_column_that_no_role_names(
        columns in proptest::collection::vec((some_said(), 1u64..9), 1..6),
        rows in 2usize..12,
        others in proptest::bool::weighted(0.2),
        batches in any::<bool>(),
        salt in any::<u64>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..columns.len()).map(|at| format!("c{at}")).collect();
        let mut table = names.join(",") + "\n";
        let mut distinct = vec![BTreeSet::new(); columns.len()];
        for row in 0..rows as u64 {
            let cells = columns.iter().zip(&mut distinct).zip(0u64..).map(|(((_, below), distinct), at)| {
                let mixed = (row * 31 + at * 17 + 1).wrapping_mul(salt | 1) >> 33;
                let value = mixed % below;
                distinct.insert(value);
                format!("v{value}")
            });
            let cells: Vec<String> = cells.collect();
            table += &(cells.join(",") + "\n");
        }
        let of = |wanted: &[Said]| {
            let named = names.iter().zip(&columns).filter(|(_, (said, _))| wanted.contains(said));
            let named: Vec<&str> = named.map(|(name, _)| name.as_str()).collect();
            format!("{named:?}")
        };
        let recipe = format!(
            "[data]\npath = \"d.csv\"\nkind = \"microdata\"\nbatches = {batches}\n[roles]\nidentifier = {}\nquasi = {}\n\
             sensitive = {}\ninsensitive = {}\nconfirmed = {}\nundecided = {}\n{}[require]\nk = 1\n[method]\nname = \
             \"none\"\n",
            of(&[Said::Identifier]),
            of(&[Said::Quasi]),
            of(&[Said::Sensitive]),
            of(&[Said::Insensitive, Said::Confirmed]),
            of(&[Said::Confirmed]),
            of(&[Said::Undecided]),
            if others { "others = \"insensitive\"\n" } else { "" },
        );
        std::fs::write(folder.path().join("d.csv"), table).unwrap();
        let path = folder.path().join("recipe.toml");
        std::fs::write(&path, recipe).unwrap();
        let out = folder.path().join("out");
        let written = released(&path, &out);
        let open = columns.iter().any(|(said, _)| match said {
            Said::Undecided => true,
            Said::Nothing => !others,
            _ => false,
        });
        let exposed = columns.iter().zip(&distinct).any(|((said, _), distinct)| {
            let is_kept = *said == Said::Insensitive || *said == Said::Nothing && others;
            is_kept && distinct.len() == rows
        });
        prop_assert_eq!(written, out.exists());
        prop_assert!(!(written && (open || exposed)));
        if written {
            let header = std::fs::read_to_string(out.join("release.csv")).unwrap();
            let header = header.lines().next().unwrap_or("").to_owned();
            let expected: Vec<&str> = names
                .iter()
                .zip(&columns)
                .filter(|(_, (said, _))| *said != Said::Identifier)
                .map(|(name, _)| name.as_str())
                .collect();
            prop_assert_eq!(header, expected.join(","));
        }
    }
}

/// Whether a release was written; otherwise it was refused or cannot be reached.
fn released(recipe: &Path, out: &Path) -> bool {
    let progress = Progress::default();
    let opened = match open_recipe_of_any_size(recipe, &progress) {
        Ok(opened) => opened,
        Err(Failure::Problem(_)) => return false,
        Err(stopped) => panic!("{stopped}"),
    };
    let came = if opened.in_batches.is_some() {
        out_of_core::release(CountedData::of(&opened), out, &progress)
    } else {
        release(
            &opened.loaded,
            &opened.recipe,
            &opened.trees,
            out,
            &progress,
        )
    };
    match came {
        Ok(ReleaseOutcome::Written(_)) => true,
        Ok(ReleaseOutcome::NotReached(_)) | Err(Failure::Problem(_)) => false,
        Err(stopped) => panic!("{stopped}"),
    }
}
