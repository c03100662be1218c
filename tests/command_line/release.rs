//! `cloakroom release`: what is written, what is not, and that it is the same every time.

use crate::work;

use serde_json::{Value, json};
use work::{PEOPLE, ROLES, Work};

#[test]
fn a_release_has_its_files_and_nothing_else() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    let ran = work.release("out").expect(0);
    assert_eq!(ran.err, "");
    assert_eq!(
        work.entries("out"),
        ["certificate.json", "release.csv", "report.html"]
    );
    assert_eq!(
        work.entries("."),
        [
            "out",
            "out.audit.json",
            "out.report.html",
            "people.csv",
            "recipe.toml"
        ]
    );
    let answer = ran.json();
    assert_eq!(answer["records"], 5);
    assert_eq!(answer["satisfied"], true);
    assert_eq!(answer["violating_rows"], json!([]));
    assert_eq!(answer["suppressed_rows"], json!([3]));
    assert_eq!(answer["method"], "none");
    assert_eq!(answer["requirements"][0]["reached"], 2);
    assert_eq!(answer["metrics"]["prosecutor_max"], 0.5);
    assert_eq!(answer["metrics"]["dm"], 13.0);
    assert_eq!(answer["formula_cells"], 0);

    let released = work.read("out/release.csv");
    let mut lines: Vec<&str> = released.lines().collect();
    assert_eq!(lines.remove(0), "age,zip,disease");
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "30,1000,asthma",
            "30,1000,cold",
            "30,1000,flu",
            "40,2000,cold",
            "40,2000,flu"
        ]
    );
    work.run(&["verify", "out"]).expect(0);
}

#[test]
fn what_cannot_be_reached_is_not_written() {
    let work = Work::with_people("k = 3");
    let answer = work.release("out").expect(1).json();
    assert_eq!(answer["satisfied"], false);
    assert_eq!(answer["violating_rows"], json!([1, 3, 4]));
    assert!(answer["why"].as_str().unwrap().contains("k = 1"));
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(1);
    assert!(ran.out.contains("Nothing was written"), "{}", ran.out);
}

#[test]
fn unshuffled_rows_keep_their_order() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.recipe("k = 2\nsuppression = 0.2", "[release]\nshuffle = false");
    work.release("out").expect(0);
    let expected =
        "age,zip,disease\n30,1000,flu\n40,2000,cold\n30,1000,cold\n40,2000,flu\n30,1000,asthma\n";
    assert_eq!(work.read("out/release.csv"), expected);
    assert!(work.read("out/report.html").contains("As in the source"));
}

/// A table with many rows and a few classes, in the shape of the people.
fn many(rows: usize) -> String {
    let mut text = String::from("name,age,zip,disease\n");
    for row in 0..rows {
        text += &format!(
            "p{row},{},{},d{}\n",
            row * 7 % 10,
            row * 13 % 7,
            row * 31 % 97
        );
    }
    text
}

#[test]
fn the_same_recipe_gives_the_same_bytes_with_any_number_of_threads() {
    let work = Work::with_people("k = 2");
    work.write("people.csv", many(30_000));
    for format in ["csv", "parquet", "xlsx", "json", "stata"] {
        work.recipe("k = 2", &format!("[release]\nformat = \"{format}\""));
        let mut written: Vec<Vec<Vec<u8>>> = Vec::new();
        for (out, threads) in [("a", "1"), ("b", "4"), ("c", "4")] {
            let out = format!("{format}-{out}");
            let output = work
                .command(&["release", "recipe.toml", "--out", &out])
                .env("RAYON_NUM_THREADS", threads)
                .output()
                .unwrap();
            assert!(output.status.success());
            let files = work.entries(&out);
            written.push(
                files
                    .iter()
                    .map(|file| work.bytes(&format!("{out}/{file}")))
                    .collect(),
            );
        }
        assert!(
            written[0] == written[1] && written[1] == written[2],
            "{format}"
        );
    }
}

#[test]
fn the_seed_and_the_data_decide_the_order() {
    let work = Work::with_people("k = 2");
    work.write("people.csv", many(200));
    let order = |seed: u64, out: &str| {
        work.recipe(
            "k = 2",
            &format!("[method]\nname = \"none\"\nseed = {seed}"),
        );
        work.release(out).expect(0);
        work.read(&format!("{out}/release.csv"))
    };
    let (first, second) = (order(1, "a"), order(2, "b"));
    assert_ne!(first, second);
    assert_ne!(first.lines().nth(1), many(200).lines().nth(1));
}

/// Beside CSV, and how they end.
const OTHERS: [(&str, &str); 4] = [
    ("parquet", "parquet"),
    ("xlsx", "xlsx"),
    ("json", "ndjson"),
    ("stata", "dta"),
];

#[test]
fn other_formats_are_written_and_verified() {
    for (format, ending) in OTHERS {
        let work = Work::with_people("k = 2\nsuppression = 0.2");
        work.recipe(
            "k = 2\nsuppression = 0.2",
            &format!("[release]\nformat = \"{format}\""),
        );
        work.release("out").expect(0);
        let release = format!("release.{ending}");
        let mut entries = vec!["certificate.json", &release, "report.html"];
        entries.sort_unstable();
        assert_eq!(work.entries("out"), entries);
        work.run(&["verify", "out"]).expect(0);
        let mut bytes = work.bytes(&format!("out/{release}"));
        let at = bytes.len() / 2;
        bytes[at] ^= 1;
        work.write(&format!("out/{release}"), bytes);
        work.run(&["verify", "out"]).expect(1);
    }
}

/// The codes that values have inside, and the types that a format has, decide nothing.
#[test]
fn one_table_from_several_formats_is_released_in_the_same_bytes() {
    let work = Work::with_people("k = 2");
    let text = many(300);
    work.write("people.csv", &text);
    let input = |name: &str, format: &str, out: &str| {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"{name}\"\n[roles]\nquasi = [\"zip\", \"age\"]\nsensitive = [\"disease\"]\nothers = \
                 \"insensitive\"\nconfirmed = [\"name\"]\n[require]\nk = 1\n[method]\nname = \"none\"\n[release]\nshuffle = false\nformat = \"{format}\"\n"
            ),
        );
        work.release(out).expect(0);
    };
    input("people.csv", "csv", "first");
    for (format, ending) in OTHERS {
        input("people.csv", format, format);
        let name = format!("people.{ending}");
        work.write(&name, work.bytes(&format!("{format}/release.{ending}")));
        let again = format!("from-{format}");
        input(&name, "csv", &again);
        assert_eq!(
            work.read(&format!("{again}/release.csv")),
            work.read("first/release.csv")
        );
    }
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let objects = lines.map(|line| {
        let cells = names.iter().zip(line.split(','));
        let cells = cells.map(|(name, cell)| (name.to_string(), Value::from(cell)));
        Value::Object(cells.collect()).to_string()
    });
    work.write("people.ndjson", objects.collect::<Vec<_>>().join("\n"));
    input("people.ndjson", "csv", "from-lines");
    assert_eq!(
        work.read("from-json/release.csv"),
        work.read("first/release.csv")
    );
}

#[test]
fn formulas_are_counted_and_escaped_on_request() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.write(
        "people.csv",
        PEOPLE.replace("flu", "=1+1").replace("cold", "@x"),
    );
    let answer = work.release("plain").expect(0).json();
    assert_eq!(answer["formula_cells"], 4);
    assert!(work.read("plain/release.csv").contains(",=1+1"));
    let ran = work
        .run(&["release", "recipe.toml", "--out", "words"])
        .expect(0);
    assert!(ran.out.contains("escape_formulas = true"), "{}", ran.out);

    work.recipe(
        "k = 2\nsuppression = 0.2",
        "[release]\nescape_formulas = true",
    );
    let answer = work.release("escaped").expect(0).json();
    assert_eq!(answer["formulas_escaped"], true);
    assert!(work.read("escaped/release.csv").contains(",'=1+1"));
    work.run(&["verify", "escaped"]).expect(0);
}

/// Two values stay two: what looks escaped before gets one more apostrophe.
#[test]
fn no_two_values_become_one_when_formulas_are_escaped() {
    let work = Work::with_people("k = 2");
    work.write(
        "people.csv",
        "name,age,zip,disease\nAnn,30,1000,=1+1\nBob,30,1000,'=1+1\n",
    );
    let require = "k = 2\nl = { distinct = 2 }\np_plus = 2";
    let more = "[categories.disease]\norder = [[\"=1+1\"], [\"'=1+1\"]]\n\
                [release]\nescape_formulas = true\nshuffle = false";
    work.recipe(require, more);
    let answer = work.release("out").expect(0).json();
    assert_eq!(answer["formula_cells"], 1);
    let released = work.read("out/release.csv");
    assert!(
        released.ends_with("30,1000,'=1+1\n30,1000,''=1+1\n"),
        "{released}"
    );
    work.run(&["verify", "out"]).expect(0);
    let certificate: Value = serde_json::from_str(&work.read("out/certificate.json")).unwrap();
    let categories = &certificate["declared"]["sensitive"][0]["categories"]["of"];
    assert_eq!(*categories, json!({"'=1+1": 0, "''=1+1": 1}));
}

/// What must stay in house: identifiers, records that are left out, where the data came from.
#[test]
fn nothing_in_the_folder_says_more_than_the_release() {
    let work = Work::new();
    work.write(
        "secret-input.csv",
        "IDNAME,age,zip,disease\n\
         IDVALUE-A,30,1000,flu\nIDVALUE-B,30,1000,cold\nIDVALUE-C,LEFTOUT-AGE,LEFTOUT-ZIP,LEFTOUT-DISEASE\n",
    );
    for (format, ending) in [("csv", "csv")].into_iter().chain(OTHERS) {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"secret-input.csv\"\n{}[require]\nk = 2\nsuppression = 0.34\n\
                 [method]\nname = \"none\"\nseed = 987654321\n[release]\nformat = \"{format}\"\n",
                ROLES.replace("name", "IDNAME")
            ),
        );
        work.release(format).expect(0);
        let audit: Value =
            serde_json::from_str(&work.read(&format!("{format}.audit.json"))).unwrap();
        let input_hash = audit["input"]["sha256"].as_str().unwrap();
        assert_eq!(input_hash.len(), 64);
        for file in work.entries(format) {
            let bytes = work.bytes(&format!("{format}/{file}"));
            for secret in [
                "IDVALUE",
                "LEFTOUT",
                "secret-input",
                "987654321",
                input_hash,
            ] {
                let found = bytes
                    .windows(secret.len())
                    .any(|window| window == secret.as_bytes());
                assert!(!found, "{secret} is in {file}");
            }
        }
        // The certificate names the columns that were dropped, and only them.
        assert!(
            !work
                .bytes(&format!("{format}/release.{ending}"))
                .windows(6)
                .any(|w| w == b"IDNAME")
        );
    }
}

#[test]
fn the_audit_file_can_repeat_the_release() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.release("out").expect(0);
    let audit: Value = serde_json::from_str(&work.read("out.audit.json")).unwrap();
    assert_eq!(audit["left_out_rows"], json!([3]));
    assert_eq!(audit["seed"], 1);
    assert_eq!(audit["before"]["violating_rows"], json!([3]));
    assert!(audit["written"].as_str().unwrap().ends_with('Z'));
    work.write("again.toml", audit["recipe"].as_str().unwrap());
    work.run(&["release", "again.toml", "--out", "again"])
        .expect(0);
    assert_eq!(
        work.bytes("out/release.csv"),
        work.bytes("again/release.csv")
    );
    assert_eq!(audit["release_sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn an_undecided_column_blocks() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    let roles = ROLES.replace("sensitive = [\"disease\"]", "undecided = [\"disease\"]");
    work.write(
        "recipe.toml",
        format!("[data]\npath = \"people.csv\"\n{roles}[require]\nk = 2\nsuppression = 0.2\n"),
    );
    work.release("out").refused(&["disease", "undecided"]);
    work.run(&["check", "recipe.toml"]).expect(0);
    assert!(!work.path("out").exists());
}

#[test]
fn an_old_release_is_never_overwritten() {
    let work = Work::with_people("k = 1");
    work.release("out").expect(0);
    let before = work.bytes("out/release.csv");
    let audit = work.bytes("out.audit.json");
    work.recipe("k = 1", "[method]\nname = \"none\"\nseed = 9");
    work.release("out").refused(&["out", "not empty"]);
    assert_eq!(work.bytes("out/release.csv"), before);
    assert_eq!(work.bytes("out.audit.json"), audit);
    assert_eq!(
        work.entries("."),
        [
            "out",
            "out.audit.json",
            "out.report.html",
            "people.csv",
            "recipe.toml"
        ]
    );
}

#[test]
fn an_audit_file_is_never_overwritten_nor_passed_on() {
    let work = Work::with_people("k = 1");
    work.release("out").expect(0);
    let audit = work.bytes("out.audit.json");
    std::fs::rename(work.path("out"), work.path("published")).unwrap();
    work.release("out")
        .refused(&["out.audit.json", "never overwritten"]);
    assert_eq!(work.bytes("out.audit.json"), audit);
    work.release("published/inside")
        .refused(&["inside a release folder"]);
    assert_eq!(
        work.entries("published"),
        ["certificate.json", "release.csv", "report.html"]
    );
}

#[test]
fn mixed_columns_are_told() {
    let work = Work::new();
    work.write(
        "people.csv",
        "name,age,zip,disease\nA,1,x,f\nB,2,x,f\nC,old,x,f\n",
    );
    work.recipe("k = 1", "");
    let ran = work.run(&["check", "recipe.toml"]).expect(0);
    assert!(ran.out.contains("Column \"age\" is mixed"), "{}", ran.out);
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    assert!(ran.out.contains("Column \"age\" is mixed"), "{}", ran.out);
}

/// The clerk and the cook stay, and nobody can tell that there was a pope.
#[test]
fn groups_are_named_by_who_is_released() {
    let people = "name,job,zip\nAnn,clerk,1000\nBob,cook,1000\nCleo,clerk,1000\nDan,pope,9000\nEve,tailor,2000\n\
                  Finn,tailor,2000\nGwen,tailor,2000\n";
    for (rule, label) in [
        ("{ order = [2] }", "\"[clerk, cook]\""),
        ("{ balanced = [2] }", "\"[clerk, cook]\""),
        ("{ fan = 2 }", "clerk +1"),
        ("{ frequency = [3] }", "other"),
    ] {
        let work = Work::new();
        work.write("people.csv", people);
        let roles = "[roles]\nidentifier = [\"name\"]\nquasi = [\"job\", \"zip\"]";
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n{roles}\n[hierarchies]\njob = {rule}\n\
                 [require]\nk = 3\nsuppression = 0.15\n[method]\nname = \"optimal\"\n"
            ),
        );
        let answer = work.release("out").expect(0).json();
        assert_eq!(answer["suppressed_rows"], json!([3]));
        let released = work.read("out/release.csv");
        assert!(!released.contains("pope"), "{rule}: {released}");
        assert!(released.contains(label), "{rule}: {released}");
        assert!(released.contains("\ntailor,2000"), "{rule}: {released}");
        for file in ["certificate.json", "report.html"] {
            assert!(
                !work.read(&format!("out/{file}")).contains("pope"),
                "{rule}"
            );
        }
        work.run(&["verify", "out"]).expect(0);
    }
}

#[test]
fn ranges_are_widened_on_request_and_never_narrowed() {
    let people: String = (0..12)
        .map(|at| format!("p{at},{},{}\n", 23 + at * 3, 1000 + at))
        .collect();
    let release = |ranges: &str| {
        let work = Work::new();
        work.write("people.csv", format!("name,age,disease\n{people}"));
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nidentifier = [\"name\"]\nquasi = \
                 [\"age\"]\nsensitive = [\"disease\"]\n[require]\nk = 3\n[method]\nname = \"mondrian\"\n[release]\n{ranges}\n"
            ),
        );
        let answer = work.release("out").expect(0).json();
        work.run(&["verify", "out"]).expect(0);
        let mut labels: Vec<String> = work
            .read("out/release.csv")
            .lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap().to_owned())
            .collect();
        labels.sort();
        labels.dedup();
        (labels, answer["metrics"]["loss"].as_f64().unwrap())
    };
    let (exact, little) = release("");
    assert_eq!(exact, ["23-29", "32-38", "41-47", "50-56"]);
    let (round, more) = release("ranges = \"round\"");
    assert_eq!(round, ["22-30", "32-38", "40-48", "50-56"]);
    assert!(more > little);
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.recipe("k = 2", "[release]\nranges = \"wide\"");
    let ran = work.release("out").expect(2);
    assert!(ran.err.contains("\"exact\""), "{}", ran.err);
}
