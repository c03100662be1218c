//! `[prepare]` and `cloakroom prepare`.

use crate::work;

use serde_json::json;
use std::fs;
use work::Work;

const PEOPLE: &str = "\
id,name,birth,age,zip,city,consent
3,Ann,1990-06-15,34,01067,Dresden,yes
1,Bob,1985-01-31,39,01099,Dresden,no
2,Cid,2001-12-01,23,10117,Berlin,yes
5,Dea,1950-02-28,74,80331,München,yes
4,Eve,1951-03-01,73,80333,München,yes
6,Fay,2002-01-09,22,10119,Berlin,yes
7,Gil,1991-07-01,33,01069,Dresden,yes
";
const VISITS: &str =
    "id,day\n1,2024-01-03\n1,2024-01-09\n2,2024-02-01\n3,2024-03-01\n3,2024-03-05\n3,2024-03-02\n";

pub fn work(prepare: &str) -> Work {
    let work = Work::new();
    work.write("people.csv", PEOPLE);
    work.write("visits.csv", VISITS);
    recipe(&work, prepare);
    work
}

fn recipe(work: &Work, prepare: &str) {
    with_confirmed(work, prepare, &["id", "zip", "birth", "age", "name"]);
}

/// The same with columns that are nearly unique and released all the same.
fn with_confirmed(work: &Work, prepare: &str, confirmed: &[&str]) {
    let recipe = format!(
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n{prepare}\n[roles]\nquasi = [\"city\"]\nothers = \
         \"insensitive\"\nconfirmed = {confirmed:?}\n[require]\nk = 2\n[method]\nname = \"none\"\n[release]\nshuffle = \
         false\n"
    );
    work.write("recipe.toml", recipe);
}

/// Two steps that leave five columns, in Dresden and München.
const STEPS: &str = "[[prepare.steps]]\nkeep = \"city <> 'Berlin'\"\n[[prepare.steps]]\ndrop = [\"name\", \"birth\"]";
const LEFT: [&str; 3] = ["id", "age", "zip"];

/// What comes of `[prepare]`, as CSV.
fn prepared(work: &Work) -> String {
    let out = work.path("prepared.csv");
    let _ = fs::remove_file(&out);
    work.run(&["prepare", "recipe.toml", "--out", "prepared.csv"])
        .expect(0);
    work.read("prepared.csv")
}

#[test]
fn the_recipe_of_the_contract_is_carried_out() {
    let work = work(
        "[prepare]\ntables = { visits = \"visits.csv\" }\nsql = \"SELECT p.*, v.n FROM data p LEFT JOIN (SELECT id, \
         COUNT(*) n FROM visits GROUP BY id) v USING (id) WHERE consent = 'yes'\"\npseudonyms = { id = \"key.txt\" }",
    );
    let refused = work.run(&["prepare", "recipe.toml"]).expect(2);
    assert!(
        refused.err.contains("there is no such key file"),
        "{}",
        refused.err
    );
    let ran = work
        .run(&["prepare", "recipe.toml", "--make-keys", "--json"])
        .expect(0);
    let answer = ran.json();
    assert_eq!(answer["rows"], 6);
    assert_eq!(answer["keys_made"].as_array().unwrap().len(), 1);
    assert_eq!(answer["steps"][0]["rows_before"], 7);
    assert_eq!(answer["steps"][0]["columns_after"], 8);
    let table = prepared(&work);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "id,name,birth,age,zip,city,consent,n");
    // Sorted by all columns, ids first, then given pseudonyms.
    assert!(
        lines[1].contains(",Cid,2001-12-01,23,10117,Berlin,yes,1"),
        "{}",
        lines[1]
    );
    let pseudonym = lines[1].split(',').next().unwrap();
    assert_eq!(pseudonym.len(), 32);
    assert_eq!(prepared(&work), table);
    fs::remove_file(work.path("key.txt")).unwrap();
    work.run(&["prepare", "recipe.toml", "--make-keys"])
        .expect(0);
    assert_ne!(prepared(&work), table, "another key gives other pseudonyms");
}

#[cfg(unix)]
#[test]
fn only_their_owner_reads_keys_and_prepared_tables() {
    use std::os::unix::fs::PermissionsExt;
    let work = work("[prepare]\npseudonyms = { id = \"key.txt\" }");
    work.run(&["prepare", "recipe.toml", "--make-keys", "--out", "t.csv"])
        .expect(0);
    for name in ["key.txt", "t.csv"] {
        let mode = fs::metadata(work.path(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{name}");
    }
    let again = work
        .run(&["prepare", "recipe.toml", "--out", "t.csv"])
        .expect(2);
    assert!(again.err.contains("exists already"), "{}", again.err);
    let other = work
        .run(&["prepare", "recipe.toml", "--out", "t.docx"])
        .expect(2);
    assert!(
        other.err.contains("expected a file that ends in"),
        "{}",
        other.err
    );
    fs::set_permissions(work.path("key.txt"), fs::Permissions::from_mode(0o644)).unwrap();
    for command in ["prepare", "check", "solve"] {
        let refused = work.run(&[command, "recipe.toml"]).expect(2);
        assert!(
            refused
                .err
                .contains("others can read this key file (its mode is 644)"),
            "{}",
            refused.err
        );
    }
}

/// Each operation by its form and by hand-written SQL.
#[test]
fn every_operation_is_what_its_statement_gives() {
    let cases = [
        (
            "keep = \"age > 30 AND consent = 'yes'\"",
            "SELECT * FROM data WHERE age > 30 AND consent = 'yes'",
        ),
        (
            "drop = [\"name\", \"zip\"]",
            "SELECT id, birth, age, city, consent FROM data",
        ),
        (
            "rename = { city = \"town\" }",
            "SELECT id, name, birth, age, zip, city AS town, consent FROM data",
        ),
        (
            "derive = \"x\"\nformula = \"age * 2\"",
            "SELECT *, age * 2 AS x FROM data",
        ),
        (
            "derive = \"x\"\nyear_of = \"birth\"",
            "SELECT *, EXTRACT(YEAR FROM birth) AS x FROM data",
        ),
        (
            "derive = \"x\"\nbands_of = \"age\"\ncuts = [30, 70]",
            "SELECT *, CASE WHEN age < 30 THEN '<30' WHEN age < 70 THEN '30-69' ELSE '>=70' END AS x FROM data",
        ),
        (
            "derive = \"x\"\npart_of = \"zip\"\nletters = 2",
            "SELECT *, LEFT(zip, 2) AS x FROM data",
        ),
        (
            "derive = \"x\"\njoined = [\"name\", \"city\"]\nseparator = \"/\"",
            "SELECT *, name || '/' || city AS x FROM data",
        ),
        (
            "join = \"wards\"\non = { city = \"town\" }",
            "SELECT d.*, w.land FROM data d LEFT JOIN wards w ON d.city = w.town",
        ),
        (
            "group = [\"city\"]\ntake = { n = \"count\", oldest = { max = \"age\" }, all = { sum = \"age\" }, who = { first = \
             \"name\" } }",
            "SELECT city, COUNT(*) AS n, MAX(age) AS oldest, SUM(age) AS all, FIRST(name) AS who FROM data GROUP BY city",
        ),
        (
            "map = \"city\"\nfile = \"wards.csv\"\ninto = \"land\"",
            "SELECT d.*, w.land FROM data d LEFT JOIN wards w ON d.city = w.town",
        ),
    ];
    for (form, sql) in cases {
        let with = |steps: &str| {
            format!("[prepare]\ntables = {{ wards = \"wards.csv\" }}\n[[prepare.steps]]\n{steps}\n")
        };
        let work = work(&with(form));
        work.write("wards.csv", "town,land\nDresden,S\nBerlin,B\nMünchen,BY\n");
        let sorted = |table: String| {
            let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
            lines[1..].sort();
            lines
        };
        let by_form = sorted(prepared(&work));
        recipe(&work, &with(&format!("sql = \"{sql}\"")));
        assert_eq!(by_form, sorted(prepared(&work)), "{form}");
    }
}

#[test]
fn everything_works_from_what_was_prepared() {
    let work = work(STEPS);
    with_confirmed(&work, STEPS, &LEFT);
    let check = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(check["records"], 5);
    work.run(&["risk", "recipe.toml", "--json"]).expect(0);
    work.run(&[
        "sweep",
        "recipe.toml",
        "--vary",
        "k=2..3",
        "--methods",
        "optimal",
        "--json",
    ])
    .expect(0);
    work.release("out").expect(0);
    let released = work.read("out/release.csv");
    assert_eq!(released.lines().count(), 6);
    assert_eq!(released.lines().next(), Some("id,age,zip,city,consent"));
    work.run(&["verify", "out"]).expect(0);
    let audit: serde_json::Value = serde_json::from_str(&work.read("out.audit.json")).unwrap();
    let prepared = &audit["input"]["prepared"];
    assert_eq!(audit["input"]["records"], 5);
    assert_eq!(
        prepared["steps"],
        json!([
            {"step": "Keep rows: keep rows where city <> 'Berlin'", "rows_before": 7, "rows_after": 5,
             "columns_before": 7, "columns_after": 7},
            {"step": "Drop columns: drop name, birth", "rows_before": 5, "rows_after": 5,
             "columns_before": 7, "columns_after": 5},
        ])
    );
    let told = audit["recipe"].as_str().unwrap();
    assert!(told.contains("[[prepare.steps]]\nkeep = "), "{told}");
    // The report in house shows the same numbers.
    let report = work.read("out.report.html");
    assert!(
        report.contains("data-figure=\"audit.input.prepared.steps.1.columns_after\">5<"),
        "{report}"
    );
    // Nothing of it travels.
    for name in work.entries("out") {
        let text = work.read(&format!("out/{name}"));
        assert!(
            !text.contains("Berlin") && !text.contains("prepare"),
            "{name}"
        );
    }
}

#[test]
fn a_release_is_a_function_of_what_was_prepared() {
    let by_steps = work(STEPS);
    with_confirmed(&by_steps, STEPS, &LEFT);
    let sql = "[prepare]\nsql = \"SELECT id, age, zip, city, consent FROM data WHERE city = 'Dresden' OR city = 'München'\"";
    let by_sql = work(sql);
    with_confirmed(&by_sql, sql, &LEFT);
    let plain = work("");
    with_confirmed(&plain, "", &LEFT);
    plain.write(
        "people.csv",
        "id,age,zip,city,consent\n4,73,80333,München,yes\n1,39,01099,Dresden,no\n3,34,01067,Dresden,yes\n\
         5,74,80331,München,yes\n7,33,01069,Dresden,yes\n",
    );
    let mut folders = Vec::new();
    for work in [&by_steps, &by_sql, &plain] {
        work.replace("recipe.toml", "shuffle = false", "shuffle = true");
        work.release("out").expect(0);
        folders.push((
            work.read("out/release.csv"),
            work.read("out/report.html").len(),
        ));
    }
    assert_eq!(folders[0], folders[1]);
    assert_eq!(folders[0], folders[2]);
}

#[test]
fn what_cannot_be_is_told_in_a_sentence() {
    let table = "[prepare]\ntables = { visits = \"visits.csv\" }\n";
    for (prepare, why) in [
        (
            "[prepare]\nsql = \"SELECT 1\"",
            "this SELECT names no table; expected FROM data",
        ),
        (
            "[prepare]\nsql = \"SELECT * FORM data\"",
            "this is not SQL that is understood",
        ),
        (
            "[prepare]\nsql = \"SELECT * FROM read_csv('people.csv')\"",
            "would reach beyond the open tables",
        ),
        (
            "[prepare]\nsql = \"SELECT * FROM 'people.csv'\"",
            "would reach a file",
        ),
        (
            "[prepare]\nsql = \"SELECT * FROM visits\"",
            "there is no table \"visits\"; expected data",
        ),
        (
            "[prepare]\nsql = \"SELECT CAST(name AS BIGINT) AS n FROM data\"",
            "cannot be read or computed",
        ),
        (
            "[prepare]\nsql = \"SELECT id, age AS id FROM data\"",
            "have one name",
        ),
        (
            "[prepare]\nsql = \"SELECT * FROM data WHERE age > 200\"",
            "returns no rows",
        ),
        (
            &format!("{table}sql = \"SELECT * FROM data JOIN visits USING (id)\""),
            "2 rows of 7 would come more than once",
        ),
        (
            &format!("{table}[[prepare.steps]]\njoin = \"visits\"\non = [\"id\"]"),
            "2 rows of 7 would come more than once",
        ),
        (
            "[[prepare.steps]]\nkeep = \"agee > 3\"",
            "there is no column \"agee\"",
        ),
        (
            "[[prepare.steps]]\ndrop = [\"nam\"]",
            "there is no column \"nam\"",
        ),
        (
            "[[prepare.steps]]\nmap = \"city\"\nfile = \"visits.csv\"",
            "row 2 says something else of a value than a row before",
        ),
        (
            "[[prepare.steps]]\nderive = \"x\"\nyear_of = \"city\"",
            "holds 7 values that are no dates",
        ),
        (
            "[[prepare.steps]]\nderive = \"x\"",
            "line 5, column 1: what \"derive\" is made of is missing",
        ),
        (
            "[[prepare.steps]]\nkeeep = \"x\"",
            "expected a step with one of sql, keep, drop",
        ),
        (
            "[[prepare.steps]]\nkeep = \"x\"\ndrop = [\"y\"]",
            "this step is both keep and drop",
        ),
        ("[[prepare.steps]]\nkeep = \"x\"\nseed = 1", "unknown key"),
        (
            "[[prepare.steps]]\nshift_dates = [\"birth\"]",
            "person is missing beside shift_dates",
        ),
        (
            "[[prepare.steps]]\ngroup = [\"city\"]\ntake = { a = { total = \"age\" } }",
            "unknown key",
        ),
        (
            "[[prepare.steps]]\nsample = 0",
            "a number of rows, or a share",
        ),
        (
            "[prepare]\ntables = { visits = { sheet = \"a\" } }",
            "path is missing",
        ),
        (
            "[prepare]\ntables = { visits = { path = \"visits.csv\", sheets = \"a\" } }",
            "expected path, sheet, delimiter or types",
        ),
        (
            "[prepare]\ntables = { data = \"visits.csv\" }",
            "the table that is prepared is called data",
        ),
        (
            "[prepare]\nsqll = \"x\"",
            "expected tables, sql, multiplies, steps or pseudonyms",
        ),
        (
            "[prepare]\nmultiplies = true",
            "prepare.sql, which is missing",
        ),
        ("", "there is no step under [prepare]"),
    ] {
        let work = work(prepare);
        let ran = work.run(&["prepare", "recipe.toml"]).expect(2);
        assert!(ran.err.contains(why), "{prepare}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert_eq!(ran.out, "");
        for cell in ["Ann", "Dresden", "01067", "2024-01"] {
            assert!(!ran.err.contains(cell), "{}", ran.err);
        }
    }
}

#[test]
fn too_many_rows_and_tables_in_batches_are_refused() {
    let work = work(
        "[prepare]\ntables = { more = \"more.csv\" }\nsql = \"SELECT d.id FROM data d, more a, more b, more c\"",
    );
    let rows: String = (0..20_000).map(|row| format!("{row}\n")).collect();
    work.write("more.csv", format!("x\n{rows}"));
    let ran = work.run(&["check", "recipe.toml"]).expect(2);
    assert!(
        ran.err.contains("could come to 56,000,000,000,000 rows"),
        "{}",
        ran.err
    );
    work.replace("recipe.toml", "kind = ", "batches = true\nkind = ");
    let ran = work.run(&["check", "recipe.toml"]).expect(2);
    assert!(
        ran.err.contains("[prepare] needs the table as a whole"),
        "{}",
        ran.err
    );
    work.write("people.csv", "tid,item\n1,milk\n1,ham\n2,milk\n");
    work.write(
        "baskets.toml",
        "[data]\npath = \"people.csv\"\nkind = \"transactions\"\nlayout = \"long\"\n[[prepare.steps]]\nkeep = \"tid = 1\"\n",
    );
    let ran = work.run(&["check", "baskets.toml"]).expect(2);
    assert!(
        ran.err
            .contains("[prepare] is for tables of records, not for transactions"),
        "{}",
        ran.err
    );
}

#[test]
fn releases_of_tables_that_were_prepared_in_other_ways_are_not_pooled() {
    let work = work("[[prepare.steps]]\nkeep = \"city <> 'Berlin'\"");
    work.release("a").expect(0);
    work.release("b").expect(0);
    recipe(
        &work,
        "[[prepare.steps]]\nkeep = \"city <> 'Berlin' AND age <> 39\"",
    );
    work.release("c").expect(0);
    work.run(&["pool", "a", "b"]);
    let ran = work.run(&["pool", "a", "c"]).expect(2);
    assert!(ran.err.contains("prepared in another way"), "{}", ran.err);
    let ran = work.run(&["pool", "a", "b", "--by", "id"]).expect(2);
    assert!(
        ran.err.contains("prepared before this release"),
        "{}",
        ran.err
    );
}
