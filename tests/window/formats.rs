//! Files of other programs, from opening them to a release in the same format.

use crate::bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::{CodesFrom, ReleaseFormat};
use cloakroom_engine::change::Change;

const STATA: &[u8] = include_bytes!("../../crates/core/src/io/statistics/fixtures/missing.dta");

fn open(bench: &mut Bench, name: &str, bytes: &[u8]) {
    let path = bench.path(name);
    std::fs::write(&path, bytes).unwrap();
    bench.open_as_new(&path);
}

#[test]
fn workbooks_projects_and_files_of_statistics_are_opened() {
    let files: [(&str, &[u8]); 6] = [
        ("book.xlsx", include_bytes!("book.xlsx")),
        (
            "labels.sav",
            include_bytes!("../../crates/core/src/io/statistics/fixtures/labels.sav"),
        ),
        (
            "people114.dta",
            include_bytes!("../../crates/core/src/io/statistics/fixtures/people114.dta"),
        ),
        (
            "people8.xpt",
            include_bytes!("../../crates/core/src/io/statistics/fixtures/people8.xpt"),
        ),
        (
            "labelled.rds",
            include_bytes!("../../crates/core/src/io/statistics/fixtures/labelled.rds"),
        ),
        ("people.deid", include_bytes!("../command_line/people.deid")),
    ];
    for (name, bytes) in files {
        let mut bench = Bench::new();
        open(&mut bench, name, bytes);
        let table = bench.workspace().table();
        assert!(table.is_some_and(|table| table.rows() > 2), "{name}");
    }
}

#[test]
fn a_workbook_with_a_password_is_told() {
    let mut bench = Bench::new();
    let protected = include_bytes!("../../crates/core/src/io/sheets/protected.xlsx");
    open(&mut bench, "people.xlsx", protected);
    bench.see_part("protected by a password");
    assert!(!bench.has_workspace());
}

#[test]
fn what_a_file_says_of_its_columns_is_seen_and_its_codes_are_kept_if_wanted() {
    let mut bench = Bench::new();
    open(&mut bench, "people.dta", STATA);
    bench.see_part(".a (refused) and .b (don't know)");
    bench.send(Action::Understood);
    for (column, role) in [("sex", Role::Quasi), ("grade", Role::Sensitive)] {
        bench.change(Change::SetRole {
            column: column.to_owned(),
            role: Some(role),
        });
    }
    bench.go("Data");
    bench.send(Action::SelectColumn(Some(0)));
    bench.see("Sex at birth");
    bench.go("Release");
    // Text has no labels.
    assert!(!bench.sees_part("Keep the codes of the file"));
    bench.change(Change::SetFormat(ReleaseFormat::Stata));
    bench.see_part("A Stata file holds at most 32,767 columns");
    let codes = |bench: &Bench| bench.workspace().settings().release.codes;
    assert_eq!(codes(&bench), CodesFrom::Letters);
    bench.click("Keep the codes of the file");
    assert_eq!(codes(&bench), CodesFrom::File);
    bench.click("Keep the codes of the file");
    assert_eq!(codes(&bench), CodesFrom::Letters);
}

#[test]
fn names_that_a_format_cannot_hold_are_a_line_of_the_checklist() {
    let mut bench = Bench::on_recipe(
        "name,age,zip,disease,marital-status\nAnn,30,1,Flu,x\nBob,30,1,HIV,x\nCid,30,1,Flu,y\n",
        2,
    );
    bench.go("Release");
    bench.change(Change::SetFormat(ReleaseFormat::Stata));
    bench.see_part("cannot have a column named \"marital-status\"");
    bench.click("Release as CSV");
    assert_eq!(
        bench.workspace().settings().release.format,
        ReleaseFormat::Csv
    );
}
