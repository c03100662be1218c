//! A table of tampered folders, each with what the checker answers.
#![allow(clippy::panic, clippy::unwrap_used)]

mod work;

use serde_json::{Value, json};
use work::Work;

const PEOPLE: &str = "age,zip,illness,note\n30,10**,flu,a\n30,10**,cold,a\n30,10**,flu,b\n40,20**,flu,b\n40,20**,cold,a\n";

fn microdata() -> Value {
    json!({
        "tool": "cloakroom 0.1.0",
        "kind": "microdata",
        "file": "release.csv",
        "format": "csv",
        "roles": {
            "identifier": ["name"],
            "quasi": ["age", "zip"],
            "sensitive": ["illness"],
            "insensitive": ["note"]
        },
        "requirement": { "k": 2, "l": { "distinct": 2 }, "t": 0.5, "beta": 0.25, "suppression": 0.2 },
        "sensitive": [{
            "column": "illness",
            "categories": { "count": 2, "of": { "flu": 0, "cold": 1 } },
            "distance": "equal"
        }],
        "method": "none",
        "rows_shuffled": true,
        "formulas_escaped": false
    })
}

fn people() -> Work {
    Work::new(PEOPLE, microdata())
}

const RATINGS: &str = "who,what,stars\n1,x,1\n1,y,5\n2,x,2\n2,y,5\n";

fn ratings() -> Work {
    Work::new(
        RATINGS,
        json!({
            "tool": "cloakroom 0.1.0",
            "kind": "ratings",
            "file": "release.csv",
            "format": "csv",
            "roles": { "identifier": [], "quasi": ["x", "y"], "sensitive": [], "insensitive": [] },
            "requirement": { "k": 2, "epsilon": 1.0 },
            "ratings": { "layout": "long", "scale": [1.0, 5.0, 1.0] },
            "method": "none",
            "rows_shuffled": true,
            "formulas_escaped": false
        }),
    )
}

fn baskets() -> Work {
    Work::new(
        "items\na b\na b\na\na\n\"\"\n\"\"\n",
        json!({
            "tool": "cloakroom 0.1.0",
            "kind": "transactions",
            "file": "release.csv",
            "format": "csv",
            "roles": { "identifier": [], "quasi": [], "sensitive": ["b"], "insensitive": [] },
            "requirement": { "k": 2, "m": 2 },
            "transactions": { "layout": "list", "separator": " " },
            "method": "none",
            "rows_shuffled": true,
            "formulas_escaped": false
        }),
    )
}

#[test]
fn untouched_folders_pass() {
    for work in [people(), ratings(), baskets()] {
        let answer = work.verify().unwrap();
        assert!(answer.satisfied, "{answer:?}");
        assert!(answer.hash_matches && answer.faults.is_empty());
    }
}

type Make = fn() -> Work;
type Tamper = fn(&Work);

/// What is done to a folder, and part of a fault or of a broken promise's name.
const TAMPERED: [(&str, Make, Tamper, &str); 36] = [
    (
        "a cell is changed",
        people,
        |w| w.write("release.csv", PEOPLE.replace("40,20**,flu", "41,20**,flu")),
        "SHA-256 differs",
    ),
    (
        "a cell is changed and the hash put right",
        people,
        |w| {
            w.write("release.csv", PEOPLE.replace("40,20**,flu", "41,20**,flu"));
            w.rehash();
        },
        "k does not hold",
    ),
    (
        "a sensitive value becomes too likely and the hash is put right",
        people,
        |w| {
            // A cold is 1 of 5 now, and 1 of 2 in its class.
            w.write(
                "release.csv",
                PEOPLE.replacen("30,10**,cold", "30,10**,flu", 1),
            );
            w.rehash();
        },
        "beta does not hold",
    ),
    (
        "a smaller gain is claimed",
        people,
        |w| w.certificate(|c| c["declared"]["requirement"]["beta"] = json!(0.249999)),
        "beta does not hold",
    ),
    (
        "a record is removed and the hash put right",
        people,
        |w| {
            w.write("release.csv", PEOPLE.replacen("30,10**,flu,a\n", "", 1));
            w.rehash();
        },
        "4 records where the certificate says 5",
    ),
    (
        "a record is put in and the hash put right",
        people,
        |w| {
            w.write("release.csv", format!("{PEOPLE}30,10**,flu,b\n"));
            w.rehash();
        },
        "6 records where the certificate says 5",
    ),
    (
        "an identifier is put back",
        people,
        |w| {
            let text: String = PEOPLE
                .lines()
                .enumerate()
                .map(|(at, line)| match at {
                    0 => format!("name,{line}\n"),
                    at => format!("Ann {at},{line}\n"),
                })
                .collect();
            w.write("release.csv", text);
            w.rehash();
        },
        "the identifier column \"name\" is in the release",
    ),
    (
        "a column is put in",
        people,
        |w| {
            w.write(
                "release.csv",
                PEOPLE.replace('\n', ",1\n").replace("note,1", "note,more"),
            );
            w.rehash();
        },
        "\"more\" has no role",
    ),
    (
        "a sensitive value is spelled in two ways to make a class diverse",
        people,
        |w| {
            w.write(
                "release.csv",
                PEOPLE.replacen("40,20**,cold", "40,20**,flu ", 1),
            );
            w.rehash();
        },
        "l.distinct does not hold",
    ),
    (
        "a stricter k is promised",
        people,
        |w| w.certificate(|c| c["declared"]["requirement"]["k"] = json!(3)),
        "k does not hold",
    ),
    (
        "a larger class is claimed",
        people,
        |w| w.certificate(|c| c["measured"]["k"] = json!(3)),
        "where the certificate says 3",
    ),
    (
        "other classes are claimed",
        people,
        |w| w.certificate(|c| c["measured"]["classes"] = json!(9)),
        "2 classes where the certificate says 9",
    ),
    (
        "more records are claimed",
        people,
        |w| w.certificate(|c| c["measured"]["records"] = json!(500)),
        "where the certificate says 500",
    ),
    (
        "a lower risk is claimed",
        people,
        |w| w.certificate(|c| c["measured"]["metrics"]["prosecutor_max"] = json!(0.05)),
        "prosecutor_max is not that of the release",
    ),
    (
        "a metric is invented",
        people,
        |w| w.certificate(|c| c["measured"]["metrics"]["beauty"] = json!(1.0)),
        "\"beauty\", which does not follow",
    ),
    (
        "a metric of the source is claimed",
        people,
        |w| w.certificate(|c| c["measured"]["metrics"]["loss"] = json!(0.1)),
        "\"loss\", which does not follow",
    ),
    (
        "a metric of another kind is claimed",
        people,
        |w| w.certificate(|c| c["measured"]["metrics"]["clustering_coefficient"] = json!(0.1)),
        "which this release does not have",
    ),
    (
        "a metric is dropped",
        people,
        |w| {
            w.certificate(|c| {
                c["measured"]["metrics"]
                    .as_object_mut()
                    .unwrap()
                    .remove("dm");
            })
        },
        "does not tell the dm",
    ),
    (
        "a better closeness is claimed",
        people,
        |w| w.certificate(|c| c["measured"]["reached"]["t"] = json!(0.01)),
        "reached of t is not what the release reaches",
    ),
    (
        "something is said to be reached that nobody promised",
        people,
        |w| w.certificate(|c| c["measured"]["reached"]["p"] = json!(9.0)),
        "reached of p, and the release reaches nothing",
    ),
    (
        "fewer values are claimed",
        people,
        |w| w.certificate(|c| c["measured"]["columns"][3]["values"] = json!(9)),
        "number of values of \"note\"",
    ),
    (
        "formulas are claimed to be escaped",
        people,
        |w| {
            w.write("release.csv", PEOPLE.replacen(",a\n", ",=1+1\n", 1));
            w.rehash();
            w.certificate(|c| c["declared"]["formulas_escaped"] = json!(true));
        },
        "a spreadsheet would run",
    ),
    (
        "a quasi-identifier is moved to the insensitive columns",
        people,
        |w| {
            w.certificate(|c| {
                c["declared"]["roles"]["quasi"] = json!(["age"]);
                c["declared"]["roles"]["insensitive"] = json!(["zip", "note"]);
                c["declared"]["roles"]["sensitive"] = json!([]);
            })
        },
        "names no sensitive column",
    ),
    (
        "a column has two roles",
        people,
        |w| w.certificate(|c| c["declared"]["roles"]["insensitive"] = json!(["note", "zip"])),
        "\"zip\" two roles",
    ),
    (
        "the category of a value that nobody has is named",
        people,
        |w| {
            w.certificate(|c| {
                c["declared"]["sensitive"][0]["categories"]["of"]["plague"] = json!(0)
            })
        },
        "a value that is not released",
    ),
    (
        "a column is said to be confirmed that is not there",
        people,
        |w| w.certificate(|c| c["declared"]["confirmed"] = json!({"ssn": "asked for"})),
        "\"ssn\" was confirmed",
    ),
    (
        "the report is forged",
        people,
        |w| w.write("report.html", "<title>all is well</title>"),
        "report.html is not the page",
    ),
    (
        "the report is left out",
        people,
        |w| w.remove("report.html"),
        "report.html is missing",
    ),
    (
        "a file is put beside",
        people,
        |w| w.write("people.csv", "name\nAnn\n"),
        "belongs to no release: \"people.csv\"",
    ),
    (
        "a hidden file is put beside",
        people,
        |w| w.write(".keys", "1,Ann\n"),
        "\".keys\"",
    ),
    (
        "people are claimed whom nobody sees",
        ratings,
        |w| w.certificate(|c| c["measured"]["records"] = json!(268_435_456)),
        "2 people where the certificate says 268435456",
    ),
    (
        "a person gets a number far away",
        ratings,
        |w| {
            w.write("release.csv", RATINGS.replace("2,y", "4000000000,y"));
            w.rehash();
        },
        "without a gap",
    ),
    (
        "an issue is named that is nowhere shown",
        ratings,
        |w| w.certificate(|c| c["declared"]["roles"]["quasi"] = json!(["x", "y", "z"])),
        "nowhere shown",
    ),
    (
        "issues are named in the order of the source",
        ratings,
        |w| w.certificate(|c| c["declared"]["roles"]["quasi"] = json!(["y", "x"])),
        "order of their names",
    ),
    (
        "a private item is named that is not shown",
        baskets,
        |w| w.certificate(|c| c["declared"]["roles"]["sensitive"] = json!(["b", "c"])),
        "private item of the certificate is not in the release",
    ),
    (
        "baskets that show nothing are claimed",
        baskets,
        |w| w.certificate(|c| c["measured"]["empty"] = json!(1_000_000_000u64)),
        "number of baskets that show nothing",
    ),
];

#[test]
fn what_was_tampered_with_does_not_pass() {
    for (what, make, tamper, expected) in TAMPERED {
        let work = make();
        tamper(&work);
        let answer = work
            .verify()
            .unwrap_or_else(|failure| panic!("{what}: {failure}"));
        assert!(!answer.satisfied, "{what} went unnoticed");
        let broken = answer.requirements.iter().filter(|line| !line.satisfied);
        let broken = broken.map(|line| format!("{} does not hold", line.name));
        let told: Vec<String> = answer.faults.iter().cloned().chain(broken).collect();
        let told = told.join("; ");
        assert!(told.contains(expected), "{what}: {told}");
    }
}

/// What is no certificate that can be checked, and part of the sentence that says so.
const REFUSED: [(&str, Make, Tamper, &str); 23] = [
    (
        "another edition",
        people,
        |w| w.certificate(|c| c["certificate"] = json!(1)),
        "edition 1",
    ),
    (
        "no hash of the report",
        people,
        |w| {
            w.certificate(|c| {
                c.as_object_mut().unwrap().remove("report_sha256");
            })
        },
        "not a certificate",
    ),
    (
        "a field that nobody knows",
        people,
        |w| w.certificate(|c| c["declared"]["trusted"] = json!(true)),
        "not a certificate",
    ),
    (
        "a figure that nobody knows",
        people,
        |w| w.certificate(|c| c["measured"]["left_out"] = json!(0)),
        "not a certificate",
    ),
    (
        "a path to another file",
        people,
        |w| w.certificate(|c| c["declared"]["file"] = json!("../people.csv")),
        "to be named release.csv",
    ),
    (
        "no released file",
        people,
        |w| w.remove("release.csv"),
        "release.csv is missing",
    ),
    (
        "no certificate",
        people,
        |w| w.remove("certificate.json"),
        "no certificate.json",
    ),
    (
        "nothing is promised",
        people,
        |w| w.certificate(|c| c["declared"]["requirement"] = json!({"suppression": 0.5})),
        "promises nothing",
    ),
    (
        "nobody is said to know anything",
        people,
        |w| w.certificate(|c| c["declared"]["roles"]["quasi"] = json!([])),
        "promises nothing",
    ),
    (
        "words in the place of the tool",
        people,
        |w| w.certificate(|c| c["declared"]["tool"] = json!("cloakroom 0.1.0, k = 9")),
        "the tool of the certificate",
    ),
    (
        "words in the place of the method",
        people,
        |w| w.certificate(|c| c["declared"]["method"] = json!("safe for everybody")),
        "the method of the certificate",
    ),
    (
        "a method of another kind",
        ratings,
        |w| w.certificate(|c| c["declared"]["method"] = json!("mondrian")),
        "the method of the certificate",
    ),
    (
        "quotes that need not be there",
        people,
        |w| {
            w.write(
                "release.csv",
                PEOPLE.replace("40,20**,flu", "40,20**,\"flu\""),
            );
            w.rehash();
        },
        "not written as a release is",
    ),
    (
        "another end of one line",
        people,
        |w| {
            w.write("release.csv", PEOPLE.replacen("cold,a\n", "cold,a\r\n", 1));
            w.rehash();
        },
        "not written as a release is",
    ),
    (
        "a parameter out of its range",
        people,
        |w| w.certificate(|c| c["declared"]["requirement"]["t"] = json!(-1.0)),
        "out of its range",
    ),
    (
        "a gain out of its range",
        people,
        |w| w.certificate(|c| c["declared"]["requirement"]["beta"] = json!(-0.1)),
        "out of its range",
    ),
    (
        "a promise about values, of baskets",
        baskets,
        |w| w.certificate(|c| c["declared"]["requirement"]["beta"] = json!(1.0)),
        "about records or people",
    ),
    (
        "a promise of another kind",
        people,
        |w| w.certificate(|c| c["declared"]["requirement"]["m"] = json!(2)),
        "about transactions",
    ),
    (
        "a scale of a billion points",
        ratings,
        |w| w.certificate(|c| c["declared"]["ratings"]["scale"] = json!([0.0, 1e9, 1.0])),
        "scale is none",
    ),
    (
        "a scale without a step",
        ratings,
        |w| w.certificate(|c| c["declared"]["ratings"]["scale"] = json!([1.0, 5.0, 0.0])),
        "scale is none",
    ),
    (
        "more sensitive issues than the memory holds",
        ratings,
        |w| {
            w.certificate(|c| {
                let names: Vec<String> = (0..1_100_000).map(|at| format!("s{at}")).collect();
                c["declared"]["roles"]["sensitive"] = json!(names);
            })
        },
        "memory",
    ),
    (
        "sets of no items",
        baskets,
        |w| w.certificate(|c| c["declared"]["requirement"]["m"] = json!(0)),
        "out of its range",
    ),
    (
        "two columns of one name",
        people,
        |w| {
            w.write("release.csv", PEOPLE.replace("illness,note", "note,note"));
            w.rehash();
        },
        "two columns are called \"note\"",
    ),
];

#[test]
fn what_cannot_be_checked_is_refused_in_a_sentence() {
    for (what, make, tamper, expected) in REFUSED {
        let work = make();
        tamper(&work);
        match work.verify() {
            Err(failure) => {
                let told = failure.to_string();
                assert!(told.contains(expected), "{what}: {told}");
            }
            Ok(answer) => panic!("{what} was answered: {answer:?}"),
        }
    }
}

/// m beyond any basket costs nothing: it is decided as all items of the longest.
#[test]
fn a_huge_m_is_no_burden() {
    let work = baskets();
    work.certificate(|c| c["declared"]["requirement"]["m"] = json!(4_000_000_000u32));
    let answer = work.verify().unwrap();
    assert!(answer.requirements.iter().all(|line| line.satisfied));
}

/// A raw table with names and nothing but the age called known: it holds, of the age, and says so behind warnings.
#[test]
fn a_raw_table_does_not_look_green() {
    let mut declared = microdata();
    declared["roles"] = json!({
        "identifier": [],
        "quasi": ["age"],
        "sensitive": [],
        "insensitive": ["full name", "mail", "code"]
    });
    declared["requirement"] = json!({ "k": 3 });
    declared["sensitive"] = json!([]);
    let mut text = String::from("full name,mail,code,age\n");
    for at in 0..6 {
        text += &format!("Ann {at},a{at}@b.org,{},{}\n", 7 * at, 30 + at % 2);
    }
    let work = Work::new(&text, declared);
    let answer = work.verify().unwrap();
    assert!(answer.satisfied);
    assert_eq!(answer.warnings.len(), 3, "{:?}", answer.warnings);
    let words = cloakroom_verify::in_words(&answer);
    assert!(words.starts_with("Warning: "), "{words}");
    for said in [
        "e-mail addresses",
        "another value in almost every record",
        "is called what identifiers are called",
        "it holds for what the certificate calls known: age\n",
        "Released as they are, taken to be known to nobody: full name, mail, code",
        "chosen by whoever wrote the certificate",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
}

/// A scale that nobody uses makes any distance look small: what is shown says how far people are apart.
#[test]
fn a_scale_that_is_declared_too_wide_hides_nothing() {
    let told = "all released ratings of every issue lie within epsilon = 4 of each other";
    let shown = "who,what,stars\n1,x,1\n1,y,5\n2,x,5\n2,y,3\n3,x,2\n3,y,1\n";
    let declared = |scale: Value, epsilon: f64| {
        let honest = ratings().read("certificate.json");
        let mut declared: Value = serde_json::from_str(&honest).unwrap();
        declared = declared["declared"].take();
        declared["ratings"]["scale"] = scale;
        declared["requirement"]["epsilon"] = json!(epsilon);
        declared
    };
    // Whoever forges all of it has figures that fit.
    let forged = Work::new(shown, declared(json!([1.0, 100.0, 1.0]), 4.0));
    let answer = forged.verify().unwrap();
    assert!(answer.satisfied, "{answer:?}");
    assert!(answer.warnings[0].contains(told), "{:?}", answer.warnings);
    let words = cloakroom_verify::in_words(&answer);
    assert!(words.starts_with(&format!("Warning: {told}")), "{words}");
    // The certificate of an honest release, changed.
    let changed = Work::new(shown, declared(json!([1.0, 5.0, 1.0]), 3.0));
    assert_eq!(changed.verify().unwrap().warnings, [""; 0]);
    changed.certificate(|c| {
        c["declared"]["ratings"]["scale"] = json!([1.0, 100.0, 1.0]);
        c["declared"]["requirement"]["epsilon"] = json!(4.0);
    });
    let answer = changed.verify().unwrap();
    assert!(answer.warnings[0].contains(told), "{:?}", answer.warnings);
}

/// What lies elsewhere does not travel with the folder, and may be another file tomorrow.
#[cfg(unix)]
#[test]
fn links_do_not_pass() {
    let elsewhere = tempfile::tempdir().unwrap();
    for name in ["certificate.json", "report.html"] {
        let work = people();
        let moved = elsewhere.path().join(name);
        std::fs::rename(work.path(name), &moved).unwrap();
        std::os::unix::fs::symlink(&moved, work.path(name)).unwrap();
        let answer = work.verify().unwrap();
        assert!(!answer.satisfied, "{name}");
        let words = cloakroom_verify::in_words(&answer);
        assert!(
            words.contains(&format!("belongs to no release: \"{name}\" (a link)")),
            "{words}"
        );
    }
}
