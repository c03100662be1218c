//! What bad input gets: one sentence with file, line and column on standard error, exit 2, nothing written.

use crate::work;

use work::{PEOPLE, ROLES, Work};

/// `check` and `release` refuse the data in the same sentence, and nothing appears.
#[track_caller]
fn refused_data(data: impl AsRef<[u8]>, said: &[&str]) {
    let work = Work::with_people("k = 2");
    work.write("people.csv", data);
    work.run(&["check", "recipe.toml", "--json"]).refused(said);
    work.release("out").refused(said);
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
}

#[test]
fn ragged_rows() {
    refused_data(
        PEOPLE.replace("Bob,40,2000,cold", "Bob,40,2000"),
        &["people.csv, line 3", "4"],
    );
    refused_data(
        PEOPLE.replace("Bob,40", "Bob,40,41"),
        &["people.csv, line 3", "5"],
    );
}

#[test]
fn an_unclosed_quote() {
    refused_data(
        PEOPLE.replace("Dan,", "\"Dan,"),
        &["people.csv, line 5, column 1", "quote"],
    );
}

#[test]
fn a_binary_file() {
    let mut bytes = b"\x7fELF\x02\x01\x01\x00\x00\x00".to_vec();
    bytes.extend((0..4096u32).map(|n| (n * 7 % 256) as u8));
    refused_data(bytes, &["people.csv"]);
}

#[test]
fn nothing_in_it() {
    refused_data("", &["people.csv", "empty"]);
    refused_data("name,age,zip,disease\n", &["people.csv"]);
}

#[test]
fn duplicate_column_names() {
    refused_data(
        "name,age,zip,age\na,1,2,3\n",
        &["people.csv, line 1, column 4", "fields 2 and 4"],
    );
}

#[test]
fn ten_thousand_columns() {
    let header: Vec<String> = (0..10_000).map(|n| format!("c{n}")).collect();
    let line = vec!["1"; 10_000].join(",");
    refused_data(
        format!("{}\n{line}\n", header.join(",")),
        &["people.csv", "columns"],
    );
}

#[test]
fn a_field_of_fifty_megabytes() {
    let mut data = PEOPLE.replace("asthma", "");
    data.truncate(data.trim_end().len());
    data.push_str(&"x".repeat(50 << 20));
    refused_data(data, &["people.csv, line 7, column"]);
}

#[test]
fn mixed_types_are_a_value_like_any_other_and_are_told() {
    let work = Work::with_people("k = 1");
    work.write("people.csv", PEOPLE.replace("50,3000", "fifty,3000"));
    work.run(&["check", "recipe.toml", "--json"]).expect(0);
}

#[test]
fn no_error_quotes_a_cell() {
    let work = Work::with_people("k = 2");
    for data in [
        PEOPLE.replace("Bob,40,2000,cold", "MARKED-SECRET,40"),
        PEOPLE.replace("Dan,", "\"MARKED-SECRET,"),
        PEOPLE.replace("Dan,", "\"MARKED\"SECRET,"),
    ] {
        work.write("people.csv", data);
        let ran = work.run(&["check", "recipe.toml"]).expect(2);
        assert!(!ran.err.contains("MARKED"), "{}", ran.err);
        assert!(!ran.err.contains("SECRET"), "{}", ran.err);
    }
}

#[test]
fn a_rating_outside_the_scale() {
    let work = Work::new();
    work.write("ratings.csv", "user,q1,q2\na,1,5\nb,9,2\n");
    work.write(
        "recipe.toml",
        "[data]\npath = \"ratings.csv\"\nkind = \"ratings\"\nlayout = \"wide\"\nscale = [1, 5]\n\
         [roles]\nidentifier = [\"user\"]\n",
    );
    work.run(&["check", "recipe.toml"])
        .refused(&["ratings.csv, line 3, column 2"]);
}

#[track_caller]
fn refused_recipe(recipe: &str, said: &[&str]) {
    let work = Work::with_people("k = 2");
    work.write("recipe.toml", recipe);
    work.run(&["check", "recipe.toml"]).refused(said);
    work.release("out").refused(said);
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
}

fn recipe_with(more: &str) -> String {
    format!("[data]\npath = \"people.csv\"\n{ROLES}[require]\nk = 2\n{more}\n")
}

#[test]
fn a_recipe_that_is_not_right() {
    refused_recipe("[data", &["recipe.toml, line 1"]);
    refused_recipe("[roles]\n", &["recipe.toml", "[data]"]);
    refused_recipe(
        &recipe_with("[releese]"),
        &["recipe.toml, line 9", "releese"],
    );
    refused_recipe(
        &recipe_with("kk = 3"),
        &["recipe.toml, line 9, column 1", "kk"],
    );
    refused_recipe(
        &recipe_with("").replace("\"zip\"", "\"zpi\""),
        &["recipe.toml, line 5", "zpi", "\"age\""],
    );
    refused_recipe(
        &recipe_with("suppression = 2"),
        &["recipe.toml, line 9", "suppression"],
    );
    refused_recipe(
        &recipe_with("").replace("k = 2", "k = 0"),
        &["recipe.toml, line 8", "k"],
    );
    refused_recipe(
        &recipe_with("").replace("people.csv", "nobody.csv"),
        &["nobody.csv", "no such file"],
    );
    refused_recipe(
        &recipe_with("[hierarchies]\nzip = \"hierarchies/zip.csv\""),
        &["hierarchies/zip.csv", "no such file"],
    );
    let latin = Work::new();
    latin.write("recipe.toml", b"[data]\npath = \"caf\xe9.csv\"\n");
    latin
        .run(&["check", "recipe.toml"])
        .refused(&["recipe.toml", "UTF-8"]);
    latin
        .run(&["check", "nothing.toml"])
        .refused(&["nothing.toml", "no such file"]);
    latin.run(&["check", "."]).refused(&["folder"]);
}

#[test]
fn what_this_version_does_not_have_is_refused_by_name() {
    refused_recipe(
        &recipe_with("epsilon = 1"),
        &["recipe.toml, line 9", "epsilon is not for microdata"],
    );
    refused_recipe(
        &recipe_with("m = \"inf\""),
        &["recipe.toml, line 9", "m is not for microdata"],
    );
    refused_recipe(
        &recipe_with("[method]\nname = \"beauty\""),
        &["recipe.toml, line 10", "beauty"],
    );
    refused_recipe(
        &recipe_with("[release]\nformat = \"docx\""),
        &["recipe.toml, line 10", "\"xlsx\""],
    );
}

#[test]
fn bad_usage() {
    let work = Work::new();
    for arguments in [
        &["frobnicate"][..],
        &["check"],
        &["release", "recipe.toml"],
        &["verify"],
        &["sample", "hospital"],
        &["open", "nothing.csv"],
    ] {
        let ran = work.run(arguments).expect(2);
        assert_eq!(ran.out, "");
        assert!(!ran.err.is_empty());
    }
    assert!(work.run(&["--help"]).expect(0).out.contains("release"));
    assert!(
        work.run(&["--version"])
            .expect(0)
            .out
            .contains(env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn places_that_cannot_be_written_to() {
    let work = Work::with_people("k = 1");
    work.release("people.csv/out").refused(&["people.csv/out"]);
    work.release("people.csv")
        .refused(&["people.csv", "it is a file"]);
    work.release("no/such/out").refused(&["no/such/out"]);
    work.release("/")
        .refused(&["expected the name of a new folder"]);
    work.release("..").expect(2);
    work.write("full/note.txt", "mine");
    work.release("full").refused(&["full", "not empty"]);
    assert_eq!(work.entries("full"), ["note.txt"]);
    assert_eq!(work.entries("."), ["full", "people.csv", "recipe.toml"]);
    // A record that cannot be written stops the release.
    work.write("blocked.audit.json/x", "");
    work.release("blocked").refused(&["blocked.audit.json"]);
    assert!(!work.path("blocked").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_told() {
    let work = Work::with_people("k = 1");
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = work
        .command(&["check", "recipe.toml", "--json"])
        .stdout(full)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("the disk is full"), "{err}");
}

/// A limit on the size of files stands in for a disk that fills up in the middle of the release.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_nothing() {
    let work = Work::with_people("k = 2");
    let mut people = String::from("name,age,zip,disease\n");
    for row in 0..20_000 {
        people += &format!("p{row},{},{},some disease\n", row % 5, row % 3);
    }
    work.write("people.csv", people);
    let script = "ulimit -f 64; trap '' XFSZ; exec \"$0\" release recipe.toml --out out";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_cloakroom")])
        .current_dir(work.folder())
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("release.csv: cannot write"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
}

#[test]
fn bad_usage_is_one_sentence() {
    let work = Work::new();
    for arguments in [
        &["check"][..],
        &["frobnicate", "x"],
        &["solve"],
        &["release", "r.toml"],
        &["check", "a", "b"],
    ] {
        let ran = work.run(arguments).expect(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.contains("see cloakroom --help"), "{}", ran.err);
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_is_refused_and_not_waited_for() {
    let work = Work::with_people("k = 1");
    std::fs::remove_file(work.path("people.csv")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(work.path("people.csv"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let ran = work.run(&["check", "recipe.toml"]).expect(2);
    assert!(ran.err.contains("not an ordinary file"), "{}", ran.err);
}
