//! What `cloakroom release` writes about a release: the page that travels, and what stays in house.

use crate::work;

use serde_json::Value;
use work::{ROLES, Work};

const RATINGS: &str = "thesis-6.2";
const BASKETS: &str = "paper-fig1";

/// Names with what is shown under them.
type Figures = Vec<(String, String)>;

/// The numbers of a page by name: `data-figure="NAME">SHOWN<`.
fn figures(html: &str) -> Figures {
    let parts = html.split("data-figure=\"").skip(1);
    parts
        .map(|part| {
            let (name, rest) = part.split_once("\">").unwrap();
            (name.to_owned(), rest.split('<').next().unwrap().to_owned())
        })
        .collect()
}

fn find<'a>(json: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(json, |json, key| match json {
        Value::Array(list) => &list[key.parse::<usize>().unwrap()],
        other => other.get(key).unwrap_or(&Value::Null),
    })
}

/// Whether what is shown is the value, rounded as the page says.
#[track_caller]
fn assert_shows(name: &str, shown: &str, value: &Value) {
    let number = match value {
        Value::String(text) => {
            assert_eq!(shown, text, "{name}");
            return;
        }
        Value::Array(list) => list.len() as f64,
        Value::Number(number) => number.as_f64().unwrap(),
        other => panic!("{name}: {other} in the JSON, {shown} on the page"),
    };
    let is_percent = shown.ends_with('%');
    let text: String = shown
        .replace('\u{2212}', "-")
        .chars()
        .filter(|c| !matches!(c, ',' | '%' | ' '))
        .collect();
    let read: f64 = text
        .parse()
        .unwrap_or_else(|_| panic!("{name} shows {shown}"));
    let wanted = if is_percent { number * 100.0 } else { number };
    let near = if text.contains('e') {
        wanted.abs() * 0.06
    } else {
        0.005 + 1e-9
    };
    assert!(
        (read - wanted).abs() <= near,
        "{name}: {shown} on the page, {number} in the JSON"
    );
}

/// All numbers of both pages, against the three JSON texts of the same release.
#[track_caller]
fn pages_agree(work: &Work, out: &str, answer: &Value) -> (Figures, Figures) {
    let json = |file: String| -> Value { serde_json::from_str(&work.read(&file)).unwrap() };
    let certificate = json(format!("{out}/certificate.json"));
    let audit = json(format!("{out}.audit.json"));
    let k = certificate["measured"]["k"].as_f64().unwrap();
    let pages = [format!("{out}/report.html"), format!("{out}.report.html")].map(|page| {
        let found = figures(&work.read(&page));
        for (name, shown) in &found {
            let bound = Value::from(1.0 / k);
            let value = match name.split_once('.') {
                Some(("audit", path)) => find(&audit, path),
                Some(("answer", path)) => find(answer, path),
                _ if name == "risk_bound" => &bound,
                _ => find(&certificate, name),
            };
            assert_shows(&format!("{page}: {name}"), shown, value);
        }
        found
    });
    // The other way round: what is public is told, and in house all of it.
    let [external, internal] = pages;
    let has = |found: &[(String, String)], name: &str| found.iter().any(|(known, _)| known == name);
    for metric in certificate["measured"]["metrics"]
        .as_object()
        .unwrap()
        .keys()
    {
        let name = format!("measured.metrics.{metric}");
        assert!(has(&external, &name), "{name} is not in the report");
    }
    for metric in audit["metrics"].as_object().unwrap().keys() {
        let told = [
            format!("audit.metrics.{metric}"),
            format!("audit.exposure.after.metrics.{metric}"),
        ];
        assert!(
            told.iter().any(|name| has(&internal, name)),
            "{metric} is not in the internal report"
        );
    }
    assert_eq!(answer["metrics"], audit["metrics"]);
    (external, internal)
}

fn hierarchy() -> &'static str {
    "1000;10**;*\n2000;20**;*\n3000;20**;*\n"
}

/// Six people with a hierarchy for the zip, and ages without one.
fn people(work: &Work, more: &str) {
    work.write("people.csv", work::PEOPLE);
    work.write("zip.csv", hierarchy());
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n{ROLES}[hierarchies]\nzip = \"zip.csv\"\n\
             age = {{ intervals = [20, 40] }}\n{more}\n"
        ),
    );
}

#[test]
fn every_number_of_a_table_stands_in_the_json() {
    let work = Work::new();
    people(
        &work,
        "[require]\nk = 2\nsuppression = 0.2\n[method]\nname = \"levels\"\nlevels = { zip = 1 }",
    );
    let answer = work.release("out").expect(0).json();
    let (external, internal) = pages_agree(&work, "out", &answer);
    assert!(external.len() >= 15, "{}", external.len());
    assert!(internal.len() >= 50, "{}", internal.len());
    let audit: Value = serde_json::from_str(&work.read("out.audit.json")).unwrap();
    // Dan is alone in his class, before and after.
    assert_eq!(answer["suppressed_rows"], serde_json::json!([3]));
    assert_eq!(audit["exposure"]["before"]["unique"], 1);
    assert_eq!(
        audit["exposure"]["before"]["metrics"]["prosecutor_max"],
        1.0
    );
    assert_eq!(audit["exposure"]["after"]["unique"], 0);
    let columns = audit["columns"].as_array().unwrap();
    assert_eq!(columns[0]["done"], "removed");
    assert_eq!(columns[1]["done"], "level");
    assert_eq!(columns[1]["level"], 0);
    assert_eq!(columns[2]["level"], 1);
    assert_eq!(columns[2]["of"], 2);
    assert_eq!(columns[2]["values_before"], 3);
    assert_eq!(columns[2]["values_after"], 2);
    assert_eq!(columns[2]["cells_changed"], 5);
    // The loss of the release is the mean over its quasi-identifiers.
    let loss = |at: usize| columns[at]["loss"].as_f64().unwrap();
    let whole = answer["metrics"]["loss"].as_f64().unwrap();
    assert!(((loss(1) + loss(2)) / 2.0 - whole).abs() < 1e-12);
}

#[test]
fn every_number_of_other_methods_stands_in_the_json() {
    let work = Work::new();
    for method in ["none", "optimal", "mondrian", "local-recoding"] {
        people(
            &work,
            &format!("[require]\nk = 2\nsuppression = 0.2\n[method]\nname = \"{method}\""),
        );
        let answer = work.release(method).expect(0).json();
        pages_agree(&work, method, &answer);
        work.run(&["verify", method]).expect(0);
    }
}

#[test]
fn every_number_of_ratings_and_transactions_stands_in_the_json() {
    let work = Work::new();
    for (name, sample) in [
        ("as-is", RATINGS),
        ("changed", RATINGS),
        ("baskets", BASKETS),
    ] {
        work.run(&["sample", sample, name]).expect(0);
        let recipe = format!("{name}/recipe.toml");
        let out = format!("{name}-out");
        if name == "changed" {
            work.replace(
                &recipe,
                "k = 2\nepsilon = 2\nl_sd = 2",
                "k = 3\nepsilon = 1",
            );
            work.replace(&recipe, "\"none\"", "\"clustered\"");
        }
        let answer = work
            .run(&["release", &recipe, "--out", &out, "--mapping", "--json"])
            .expect(0)
            .json();
        let (_, internal) = pages_agree(&work, &out, &answer);
        assert!(internal.len() >= 20, "{name}: {}", internal.len());
        work.run(&["verify", &out]).expect(0);
        let files = work.entries(&format!("{out}.mapping"));
        assert!(!files.is_empty());
        for file in files {
            let text = work.read(&format!("{out}.mapping/{file}"));
            assert!(text.starts_with("original;released;records\n"), "{text}");
            assert!(text.lines().count() > 1, "{file}");
        }
    }
}

#[test]
fn the_words_under_report_stand_where_they_may() {
    let work = Work::new();
    let context = "[report]\ntitle = \"Spring <release>\"\nrecipient = \"RECIPIENT\"\naccess = \"ACCESS\"\n\
                   scenario = \"SCENARIO\"\nthresholds = \"THRESHOLDS\"\nconditions = \"CONDITIONS\"\n\
                   review_date = \"2027-05-31\"\nsigned_by = \"SIGNER\"\n";
    let require = "[require]\nk = 2\nsuppression = 0.2\n";
    people(&work, &format!("{require}{context}"));
    work.release("quiet").expect(0);
    people(&work, &format!("{require}{context}public = true\n"));
    work.release("open").expect(0);
    let everywhere = [
        "Spring &lt;release&gt;",
        "RECIPIENT",
        "ACCESS",
        "CONDITIONS",
        "2027-05-31",
        "SIGNER",
    ];
    let at_home = ["SCENARIO", "THRESHOLDS"];
    for page in [
        "quiet/report.html",
        "quiet.report.html",
        "open/report.html",
        "open.report.html",
    ] {
        let html = work.read(page);
        for said in everywhere {
            assert!(html.contains(said), "{said} is not in {page}");
        }
        for said in at_home {
            assert_eq!(
                html.contains(said),
                page != "quiet/report.html",
                "{said} in {page}"
            );
        }
    }
    assert!(work.read("quiet.audit.json").contains("THRESHOLDS"));
    work.run(&["verify", "open"]).expect(0);
    people(&work, "[require]\nk = 2\n[report]\nrecipent = \"x\"\n");
    work.release("no")
        .refused(&["report.recipent", "recipient"]);
    people(
        &work,
        "[require]\nk = 2\n[report]\nreview_date = \"soon\"\n",
    );
    work.release("no").refused(&["review_date", "2027-05-31"]);
}

/// Marked values in identifiers, in cells that are generalized, in rows that are left out and in the names of files:
/// none of them is anywhere in the folder.
#[test]
fn nothing_original_leaves_the_house() {
    let work = Work::new();
    let mut table = String::from("name,place,job,illness\n");
    let mut chains = String::new();
    for at in 0..6 {
        table += &format!("MARKNAME{at},MARKPLACE{at},MARKJOB,flu\n");
        chains += &format!("MARKPLACE{at};somewhere;*\n");
    }
    table += "MARKNAME9,MARKALONE,MARKJOB,MARKILLNESS\n";
    chains += "MARKALONE;MARKELSEWHERE;*\n";
    work.write("MARKFILE.csv", &table);
    work.write("MARKTREE.csv", &chains);
    work.write("MARKJOBS.csv", "MARKJOB;work;*\n");
    for (out, method) in [
        (
            "levels",
            "name = \"levels\"\nlevels = { place = 1, job = 1 }",
        ),
        ("optimal", "name = \"optimal\""),
        ("local", "name = \"local-recoding\"\nsuppress = true"),
        ("refined", "name = \"refined\""),
    ] {
        // Everybody is to be one class, so that no method can show a place as it is.
        let (require, mark_of_rest) = match out {
            "levels" => ("k = 2\nsuppression = 0.2", true),
            _ => ("k = 7", false),
        };
        for format in ["csv", "parquet"] {
            work.write(
                "recipe.toml",
                format!(
                    "[data]\npath = \"MARKFILE.csv\"\nkind = \"microdata\"\n[roles]\nidentifier = [\"name\"]\n\
                     quasi = [\"place\", \"job\"]\nsensitive = [\"illness\"]\n[hierarchies]\nplace = \"MARKTREE.csv\"\n\
                     job = \"MARKJOBS.csv\"\n[require]\n{require}\n[method]\nseed = 987654321\n{method}\n[release]\n\
                     format = \"{format}\"\nmapping = true\n[report]\nscenario = \"MARKSCENARIO\"\nthresholds = \
                     \"MARKTHRESHOLDS\"\n"
                ),
            );
            let folder = format!("{out}-{format}");
            let ran = work.release(&folder).expect(0);
            assert_eq!(
                ran.json()["suppressed_rows"].as_array().unwrap().len(),
                usize::from(mark_of_rest)
            );
            let audit: Value =
                serde_json::from_str(&work.read(&format!("{folder}.audit.json"))).unwrap();
            let hash = audit["input"]["sha256"].as_str().unwrap().to_owned();
            for file in work.entries(&folder) {
                let bytes = work.bytes(&format!("{folder}/{file}"));
                let holds = |text: &str| {
                    bytes
                        .windows(text.len())
                        .any(|part| part == text.as_bytes())
                };
                let mut kept = vec!["987654321", hash.as_str(), "recipe.toml"];
                // One job for all is a value that a method may leave as it is; the sensitive value of a record that
                // is released is released.
                let marks = [
                    "MARKNAME",
                    "MARKPLACE",
                    "MARKALONE",
                    "MARKELSEWHERE",
                    "MARKFILE",
                    "MARKTREE",
                    "MARKJOBS",
                    "MARKSCENARIO",
                    "MARKTHRESHOLDS",
                ];
                kept.extend(marks);
                if mark_of_rest {
                    kept.extend(["MARKILLNESS", "MARKJOB", "MARK"]);
                }
                for secret in kept {
                    assert!(!holds(secret), "{secret} is in {folder}/{file}");
                }
            }
            // The marks are where they belong, so the search above could have found them.
            assert!(
                work.read(&format!("{folder}.report.html"))
                    .contains("MARKFILE")
            );
            let mapping = work.read(&format!("{folder}.mapping/place.csv"));
            assert!(mapping.contains("MARKPLACE3;"), "{mapping}");
        }
    }
}

/// What no file of a release folder may hold.
#[track_caller]
fn holds_nothing_of(work: &Work, folder: &str, secrets: &[&str]) {
    let audit: Value = serde_json::from_str(&work.read(&format!("{folder}.audit.json"))).unwrap();
    let hash = audit["input"]["sha256"].as_str().unwrap();
    for file in work.entries(folder) {
        let bytes = work.bytes(&format!("{folder}/{file}"));
        for secret in secrets.iter().chain([&hash, &"987654321", &"recipe.toml"]) {
            let mut parts = bytes.windows(secret.len());
            let is_there = parts.any(|part| part == secret.as_bytes());
            assert!(!is_there, "{secret} is in {folder}/{file}");
        }
    }
    // The names of files stay in house, where they belong: so the search above could have found them.
    let inside = work.read(&format!("{folder}.report.html"));
    assert!(inside.contains("MARKFILE") && inside.contains("MARKSCENARIO"));
}

const MARKED_REPORT: &str = "[report]\nrecipient = \"the office\"\nscenario = \"MARKSCENARIO\"\nthresholds = \"MARKTHRESHOLDS\"\n";

/// Every family of methods for tables: whole levels, local recoding, microaggregation, purpose and trust. Everybody is
/// to be one class, so that no place or age can be shown as it is.
#[test]
fn nothing_original_leaves_the_house_by_any_method_for_tables() {
    let work = Work::new();
    // Long enough not to stand in the digest of a file by chance.
    let age = |at: usize| 773_157 + at * 10_111;
    let mut table = String::from("name,place,age,illness\n");
    let mut chains = String::new();
    for at in 0..6 {
        table += &format!("MARKNAME{at},MARKPLACE{at},{},flu\n", age(at));
        chains += &format!("MARKPLACE{at};MARKREGION{};*\n", at % 2);
    }
    work.write("MARKFILE.csv", &table);
    work.write("MARKTREE.csv", &chains);
    for method in [
        "optimal",
        "samarati",
        "incognito",
        "hash-table",
        "decomposition",
        "mondrian",
        "mondrian-relaxed",
        "local-recoding",
        "tds",
        "k-member",
        "refined",
        "mdav",
        "v-mdav",
        "approximate-mdav",
        "refined-mdav",
    ] {
        let more = match method {
            "decomposition" => "trust = 0.5\n",
            "tds" => "class = \"illness\"\n",
            m if m.ends_with("mdav") => "categories = \"hierarchy\"\n",
            _ => "",
        };
        // Centres of numbers are a matter of microaggregation; the others raise them to the top.
        let ages = match method.ends_with("mdav") {
            true => "",
            false => "age = { intervals = [1000000] }\n",
        };
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"MARKFILE.csv\"\nkind = \"microdata\"\n[roles]\nidentifier = [\"name\"]\nquasi = \
                 [\"place\", \"age\"]\nsensitive = [\"illness\"]\n[hierarchies]\nplace = \"MARKTREE.csv\"\n{ages}\
                 [require]\nk = 6\n[method]\nname = \"{method}\"\nseed = 987654321\n{more}[release]\nmapping = true\n\
                 {MARKED_REPORT}"
            ),
        );
        work.release(method).expect(0);
        let mut secrets = vec!["MARK"];
        let ages: Vec<String> = (0..6).map(|at| age(at).to_string()).collect();
        secrets.extend(ages.iter().map(String::as_str));
        holds_nothing_of(&work, method, &secrets);
        work.run(&["verify", method]).expect(0);
    }
}

/// Who people are, what was rated by those who are left out, and how files are called.
#[test]
fn nothing_original_leaves_the_house_by_any_method_for_ratings() {
    let work = Work::new();
    let mut wide = String::from("id,a,b,c,pay\n");
    let mut long = String::from("user,issue,rating\n");
    let rows = [
        [1, 1, 0, 1],
        [5, 5, 0, 4],
        [2, 1, 0, 3],
        [4, 5, 0, 2],
        [5, 4, 0, 5],
        [1, 0, 5, 2],
        [2, 0, 5, 5],
        [5, 0, 1, 3],
    ];
    for (at, row) in rows.iter().enumerate() {
        let cells = row.map(|rating| match rating {
            0 => String::new(),
            rating => rating.to_string(),
        });
        wide += &format!("MARKUSER{at},{}\n", cells.join(","));
        for (issue, cell) in ["a", "b", "c", "pay"].iter().zip(&cells) {
            if !cell.is_empty() {
                long += &format!("MARKUSER{at},{issue},{cell}\n");
            }
        }
    }
    work.write("MARKFILE.csv", &wide);
    work.write("MARKFILElong.csv", &long);
    for (layout, path, roles) in [
        (
            "wide",
            "MARKFILE.csv",
            "identifier = [\"id\"]\nsensitive = [\"pay\"]",
        ),
        ("long", "MARKFILElong.csv", "sensitive = [\"pay\"]"),
    ] {
        for method in ["none", "greedy", "graph", "clustered", "meeting-box"] {
            // As they are, only those with two others close stay.
            let require = match method {
                "none" => "k = 2\nepsilon = 1\nsuppression = 0.9",
                _ => "k = 3\nepsilon = 1",
            };
            work.write(
                "recipe.toml",
                format!(
                    "[data]\npath = \"{path}\"\nkind = \"ratings\"\nlayout = \"{layout}\"\nscale = [1, 5]\n[roles]\n\
                     {roles}\n[require]\n{require}\n[method]\nname = \"{method}\"\nseed = 987654321\n[release]\n\
                     mapping = true\n{MARKED_REPORT}"
                ),
            );
            let folder = format!("{layout}-{method}");
            work.release(&folder).expect(0);
            holds_nothing_of(&work, &folder, &["MARK"]);
            work.run(&["verify", &folder]).expect(0);
        }
    }
}

/// Rare items, the names of baskets, groups that nothing is shown as, and how files are called.
#[test]
fn nothing_original_leaves_the_house_by_any_method_for_transactions() {
    let work = Work::new();
    // Everybody has bread; every other item is rare, and so is its group.
    let mut long = String::from("basket,item\n");
    let mut tree = String::from("bread;food\nmilk;food\nfood;all\n");
    for at in 0..6 {
        long += &format!("MARKBASKET{at},bread\nMARKBASKET{at},MARKITEM{at}\n");
        tree += &format!("MARKITEM{at};MARKGROUP{}\n", at % 3);
    }
    for group in 0..3 {
        tree += &format!("MARKGROUP{group};all\n");
    }
    work.write("MARKFILE.csv", &long);
    work.write("MARKTREE.csv", &tree);
    for method in ["hghs", "mhghs", "aa", "mm", "lg", "refined"] {
        for format in ["csv", "parquet"] {
            work.write(
                "recipe.toml",
                format!(
                    "[data]\npath = \"MARKFILE.csv\"\nkind = \"transactions\"\nlayout = \"long\"\n[hierarchies]\nitems \
                     = {{ tree = \"MARKTREE.csv\" }}\n[require]\nk = 4\nm = 2\n[method]\nname = \"{method}\"\nseed = \
                     987654321\n[release]\nformat = \"{format}\"\nmapping = true\n{MARKED_REPORT}"
                ),
            );
            let folder = format!("{method}-{format}");
            work.release(&folder).expect(0);
            holds_nothing_of(
                &work,
                &folder,
                &[
                    "MARKBASKET",
                    "MARKITEM",
                    "MARKFILE",
                    "MARKTREE",
                    "MARKSCENARIO",
                    "MARKTHRESHOLDS",
                ],
            );
            work.run(&["verify", &folder]).expect(0);
        }
    }
}

#[test]
fn the_mapping_counts_every_released_record() {
    let work = Work::new();
    people(
        &work,
        "[require]\nk = 2\nsuppression = 0.2\n[method]\nname = \"levels\"\nlevels = { zip = 1 }\n",
    );
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out", "--mapping"])
        .expect(0);
    assert!(
        ran.out.contains("out.mapping (applied mapping)"),
        "{}",
        ran.out
    );
    assert_eq!(work.entries("out.mapping"), ["age.csv", "zip.csv"]);
    assert_eq!(
        work.read("out.mapping/zip.csv"),
        "original;released;records\n1000;10**;3\n2000;20**;2\n"
    );
    assert_eq!(
        work.read("out.mapping/age.csv"),
        "original;released;records\n30;30;3\n40;40;2\n"
    );
    assert_eq!(
        work.entries("out"),
        ["certificate.json", "release.csv", "report.html"]
    );
    // The recipe can ask for it too, and local results have one as well.
    people(
        &work,
        "[require]\nk = 3\n[method]\nname = \"mondrian\"\n[release]\nmapping = true\n",
    );
    let released = work.release("local").expect(0).json()["records"]
        .as_u64()
        .unwrap();
    for file in work.entries("local.mapping") {
        let text = work.read(&format!("local.mapping/{file}"));
        let counts = text
            .lines()
            .skip(1)
            .map(|line| line.rsplit(';').next().unwrap());
        let sum: u64 = counts.map(|count| count.parse::<u64>().unwrap()).sum();
        assert_eq!(sum, released, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn what_stays_in_house_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let work = Work::new();
    people(
        &work,
        "[require]\nk = 2\nsuppression = 0.2\n[release]\nmapping = true\nsql = true\n",
    );
    work.release("out").expect(0);
    let mode = |name: &str| {
        let mode = std::fs::metadata(work.path(name))
            .unwrap()
            .permissions()
            .mode();
        mode & 0o777
    };
    for file in [
        "out.audit.json",
        "out.report.html",
        "out.transform.sql",
        "out.mapping/zip.csv",
    ] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
    assert_eq!(mode("out.mapping"), 0o700);
}

#[test]
fn sql_is_written_for_whole_levels_and_refused_otherwise() {
    let work = Work::new();
    let require = "[require]\nk = 2\nsuppression = 0.2\n[method]\nname = ";
    for method in [
        "none",
        "levels",
        "optimal",
        "samarati",
        "incognito",
        "hash-table",
    ] {
        people(&work, &format!("{require}\"{method}\""));
        work.run(&["release", "recipe.toml", "--out", method, "--sql"])
            .expect(0);
        let sql = work.read(&format!("{method}.transform.sql"));
        assert!(sql.contains("FROM \"people\" AS t"), "{sql}");
        assert!(sql.contains("r.class_size >= 2;"), "{sql}");
        assert!(
            !sql.contains("\"name\""),
            "identifiers are not even read: {sql}"
        );
    }
    for method in ["mondrian", "local-recoding", "k-member"] {
        people(
            &work,
            &format!("{require}\"{method}\"\n[release]\nsql = true"),
        );
        work.release("no")
            .refused(&["release.sql", "whole columns", method]);
    }
    work.run(&["sample", RATINGS, "ratings"]).expect(0);
    work.run(&["release", "ratings/recipe.toml", "--out", "no", "--sql"])
        .refused(&["release.sql", "ratings"]);
    assert!(!work.path("no").exists());
}

#[test]
fn what_an_earlier_release_left_beside_the_place_is_not_touched() {
    let work = Work::new();
    people(&work, "[require]\nk = 2\nsuppression = 0.2\n");
    for (name, what) in [
        ("a.report.html", "internal report"),
        ("a.mapping", "applied mapping"),
        ("a.transform.sql", "recoding as SQL"),
    ] {
        work.write(name, "mine");
        work.release("a")
            .refused(&[name, what, "never overwritten"]);
        assert_eq!(work.read(name), "mine");
        std::fs::remove_file(work.path(name)).unwrap();
    }
    work.release("a").expect(0);
}
