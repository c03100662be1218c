//! Every model of microdata on the command line, with the tables of the thesis, chapter 3.

use crate::work;

use serde_json::{Value, json};
use work::Work;

/// Table 3.2: 2-sensitive 4-anonymous, and open to the similarity attack.
const TABLE_3_2: &str = "\
Age,Country,Zip,Disease
<30,America,142**,HIV
<30,America,142**,HIV
<30,America,142**,Cancer
<30,America,142**,Cancer
>40,Asia,130**,Hepatitis
>40,Asia,130**,Phthisis
>40,Asia,130**,Asthma
>40,Asia,130**,Obesity
3*,America,142**,Flu
3*,America,142**,Flu
3*,America,142**,Flu
3*,America,142**,Indigestion
";

/// Table 3.4: 2⁺-sensitive 4-anonymous.
const TABLE_3_4: &str = "\
Age,Country,Zip,Disease
<40,America,1424*,HIV
<40,America,1424*,Cancer
<40,America,1424*,Flu
<40,America,1424*,Indigestion
>40,Asia,130**,Hepatitis
>40,Asia,130**,Phthisis
>40,Asia,130**,Asthma
>40,Asia,130**,Obesity
<40,America,1420*,HIV
<40,America,1420*,Cancer
<40,America,1420*,Flu
<40,America,1420*,Flu
";

/// Table 3.5: (3, 1)-sensitive 4-anonymous, with total weights 1, 2 and 3.
const TABLE_3_5: &str = "\
Age,Country,Zip,Disease
<40,America,142**,HIV
<40,America,142**,HIV
<40,America,142**,Cancer
<40,America,142**,Flu
>40,Asia,130**,Hepatitis
>40,Asia,130**,Phthisis
>40,Asia,130**,Asthma
>40,Asia,130**,Obesity
<40,America,14***,Cancer
<40,America,14***,Flu
<40,America,14***,Flu
<40,America,14***,Indigestion
";

/// Table 3.3.
const CATEGORIES: &str = "\
[categories.Disease]
order = [[\"HIV\", \"Cancer\"], [\"Phthisis\", \"Hepatitis\"], [\"Obesity\", \"Asthma\"], [\"Flu\", \"Indigestion\"]]
";

fn patients(table: &str, require: &str, more: &str) -> Work {
    let work = Work::new();
    work.write("patients.csv", table);
    ask(&work, require, more);
    work
}

fn ask(work: &Work, require: &str, more: &str) {
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"patients.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"Age\", \"Country\", \
             \"Zip\"]\nsensitive = [\"Disease\"]\n{CATEGORIES}[require]\n{require}\n{more}\n"
        ),
    );
}

fn checked(table: &str, require: &str, status: i32) -> Value {
    patients(table, require, "")
        .run(&["check", "recipe.toml", "--json"])
        .expect(status)
        .json()
}

fn line<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let lines = answer["requirements"].as_array().unwrap().iter();
    lines
        .into_iter()
        .find(|line| line["name"] == name)
        .unwrap_or_else(|| panic!("no {name} in {answer}"))
}

#[test]
fn table_3_2_is_2_sensitive_4_anonymous() {
    let answer = checked(TABLE_3_2, "k = 4\np = 2", 0);
    assert_eq!(
        answer["requirements"],
        json!([
            {"name": "k", "wanted": 4, "reached": 4, "satisfied": true, "violations": 0},
            {"name": "p", "wanted": 2, "reached": 2, "satisfied": true, "violations": 0},
        ])
    );
}

/// By the rule of 3.7.1 two classes with eight records are open to the similarity attack: all Top Secret, and
/// all Non Secret.
#[test]
fn table_3_2_is_open_to_the_similarity_attack() {
    let answer = checked(TABLE_3_2, "k = 4\np_plus = 2", 1);
    assert_eq!(
        line(&answer, "p_plus"),
        &json!({"name": "p_plus", "wanted": 2, "reached": 1, "satisfied": false, "violations": 8})
    );
    assert_eq!(answer["violating_rows"], json!([0, 1, 2, 3, 8, 9, 10, 11]));
    // No k makes up for that.
    assert_eq!(line(&answer, "k")["reached"], Value::Null);
    assert_eq!(line(&answer, "k")["satisfied"], true);
}

#[test]
fn table_3_4_is_2_plus_sensitive() {
    let answer = checked(TABLE_3_4, "k = 4\np_plus = 2", 0);
    assert_eq!(line(&answer, "p_plus")["reached"], 2);
    checked(TABLE_3_4, "k = 4\np_plus = 3", 1);
}

/// Larger α is stricter: the text of 3.7.1 says the opposite of Definition 3.3.
#[test]
fn table_3_5_reaches_a_weight_of_1_and_not_of_2() {
    let answer = checked(TABLE_3_5, "k = 4\np = 3\nalpha = 1", 0);
    assert_eq!(line(&answer, "alpha")["reached"], 1.0);
    assert_eq!(line(&answer, "p")["reached"], 3);
    let answer = checked(TABLE_3_5, "k = 4\np = 3\nalpha = 2", 1);
    assert_eq!(answer["violating_rows"], json!([0, 1, 2, 3]));
    assert_eq!(line(&answer, "alpha")["violations"], 4);
    checked(TABLE_3_5, "alpha = 1.000001", 1);
}

/// {Flu, Indigestion} has two values and all the weight, and one category.
#[test]
fn weight_does_not_stop_the_similarity_attack() {
    let table = "Age,Country,Zip,Disease\n1,A,1,Flu\n1,A,1,Indigestion\n";
    checked(table, "k = 2\np = 2\nalpha = 1", 0);
    checked(table, "k = 2\np_plus = 2\nalpha = 1", 1);
}

#[test]
fn diversity_and_closeness_are_checked() {
    let answer = checked(
        TABLE_3_5,
        "l = { distinct = 3, entropy = 2.828427, recursive = [2.000001, 2] }\nt = 0.75",
        0,
    );
    assert_eq!(line(&answer, "l.distinct")["reached"], 3);
    // {2, 1, 1} spreads like 2·√2 values.
    assert_eq!(line(&answer, "l.entropy")["reached"], 2.828427);
    assert_eq!(line(&answer, "l.recursive")["wanted"], json!([2.000001, 2]));
    assert_eq!(
        line(&answer, "l.recursive")["reached"],
        json!([1.000001, 2])
    );
    // The class of Asia has four values that the others do not have: 8 of 12 records elsewhere.
    assert_eq!(line(&answer, "t")["reached"], 0.666667);
    checked(TABLE_3_5, "t = 0.666666", 1);
    checked(TABLE_3_5, "t = 0.666667", 0);
    checked(TABLE_3_5, "l = { entropy = 2.828428 }", 1);
    checked(TABLE_3_5, "l = { recursive = [1.0, 2] }", 1);
}

/// HIV is 2 of 12 and 2 of the first 4: (1/2 − 1/6) / (1/6) = 2. The other classes have values that are 1 of 12 and 1 of
/// their 4: (1/4 − 1/12) / (1/12) = 2 too.
#[test]
fn likeness_is_checked() {
    let answer = checked(TABLE_3_5, "k = 4\nbeta = 2", 0);
    assert_eq!(
        line(&answer, "beta"),
        &json!({"name": "beta", "wanted": 2.0, "reached": 2.0, "satisfied": true, "violations": 0})
    );
    let answer = checked(TABLE_3_5, "beta = 1.999999", 1);
    assert_eq!(line(&answer, "beta")["violations"], 12);
    // In the last class of Table 3.4 flu is twice as likely as in the table; each other class has a value that no other has.
    let answer = checked(TABLE_3_4, "beta = 1", 1);
    assert_eq!(answer["violating_rows"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    let work = patients(TABLE_3_5, "beta = 1.5", "");
    let words = work.run(&["check", "recipe.toml"]).expect(1).out;
    assert!(
        words.contains("FAIL beta: wanted 1.5, reached 2, 12 records beyond it"),
        "{words}"
    );
    ask(&work, "beta = \"?\"", "");
    let answer = work
        .run(&["solve", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(answer["solved"], json!({"beta": 2.0}));
    ask(&work, "beta = -1", "");
    work.run(&["check", "recipe.toml"])
        .refused(&["require.beta", "expected a gain of at least 0"]);
}

/// Ninety people whose illnesses go with their ages, as illnesses do.
fn ninety() -> String {
    let mut table = "age,weight,illness\n".to_owned();
    for person in 0..90u32 {
        let (age, weight) = (20 + person * 7 % 45, 50 + person * 13 % 37);
        let illness = match (person * 5 + age / 9) % 10 {
            0..=4 => "flu",
            5..=7 => "cold",
            8 => "asthma",
            _ => "gout",
        };
        table += &format!("{age},{weight},{illness}\n");
    }
    table
}

/// By the definition, in floating point and from the released text: columns 0 and 1 are known, 2 is sensitive.
fn largest_gain(released: &str) -> f64 {
    let records: Vec<Vec<&str>> = released
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    let share = |of: &[&Vec<&str>], value: &str| {
        of.iter().filter(|record| record[2] == value).count() as f64 / of.len() as f64
    };
    let all: Vec<&Vec<&str>> = records.iter().collect();
    let mut largest = 0.0f64;
    for record in &records {
        let class: Vec<&Vec<&str>> = records
            .iter()
            .filter(|other| other[..2] == record[..2])
            .collect();
        let (there, everywhere) = (share(&class, record[2]), share(&all, record[2]));
        largest = largest.max((there - everywhere) / everywhere);
    }
    largest
}

#[test]
fn every_method_keeps_likeness() {
    let work = Work::new();
    work.write("people.csv", ninety());
    let released = |method: &str, require: &str| {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n\
                 [roles]\nquasi = [\"age\", \"weight\"]\nsensitive = [\"illness\"]\n\
                 [hierarchies]\nage = {{ intervals = [5, 15, 45] }}\nweight = {{ intervals = [10, 20] }}\n\
                 [require]\nk = 3\n{require}suppression = 0.1\n[method]\nname = \"{method}\"\n"
            ),
        );
        let out = format!("{method}{}", require.len());
        work.release(&out).expect(0);
        work.run(&["verify", &out]).expect(0);
        largest_gain(&work.read(&format!("{out}/release.csv")))
    };
    let mut more_without = 0;
    for method in [
        "optimal",
        "hash-table",
        "samarati",
        "incognito",
        "local-recoding",
        "mondrian",
        "mondrian-relaxed",
        "tds",
        "k-member",
        "refined",
        "mdav",
        "v-mdav",
    ] {
        let gain = released(method, "beta = 1.5\n");
        assert!(gain <= 1.5 + 1e-9, "{method}: {gain}");
        more_without += usize::from(released(method, "") > 1.5);
    }
    // Otherwise nothing was asked of them.
    assert!(more_without > 3, "{more_without}");
}

#[test]
fn leaving_out_helps_and_is_counted_together() {
    let answer = checked(TABLE_3_5, "p = 4\nalpha = 2\nsuppression = 0.7", 0);
    // Only Asia has four values; the others are left out for p, one of them for α too.
    assert_eq!(line(&answer, "p")["violations"], 8);
    assert_eq!(line(&answer, "alpha")["violations"], 4);
    assert_eq!(line(&answer, "suppression")["reached"], 8.0 / 12.0);
    let answer = checked(TABLE_3_5, "p = 4\nalpha = 2\nsuppression = 0.5", 1);
    assert_eq!(line(&answer, "suppression")["satisfied"], false);
    assert_eq!(line(&answer, "alpha")["satisfied"], true);
    assert_eq!(line(&answer, "alpha")["reached"], Value::Null);
}

#[test]
fn questions_without_meaning_are_refused() {
    let work = patients(TABLE_3_5, "p = 2", "");
    let recipe = work.read("recipe.toml");
    work.write(
        "recipe.toml",
        recipe.replace("sensitive = [\"Disease\"]", ""),
    );
    work.run(&["check", "recipe.toml"])
        .refused(&["recipe.toml", "no column is marked as sensitive"]);
    let without = recipe
        .replace(CATEGORIES, "")
        .replace("p = 2", "p_plus = 2");
    work.write("recipe.toml", without);
    work.run(&["check", "recipe.toml"])
        .refused(&["recipe.toml", "need sensitivity categories for \"Disease\""]);
    let gap = recipe
        .replace("\"Flu\", ", "")
        .replace("p = 2", "alpha = 1");
    work.write("recipe.toml", gap);
    work.run(&["check", "recipe.toml"])
        .refused(&["1 of the 8 values of \"Disease\" has no sensitivity category"]);
    let twice = recipe.replace("\"Flu\", ", "\"HIV\", \"Flu\", ");
    work.write("recipe.toml", twice.replace("p = 2", "alpha = 1"));
    work.run(&["check", "recipe.toml"])
        .refused(&["stands in two categories"]);
    ask(&work, "k = \"?\"", "");
    work.run(&["check", "recipe.toml"]).refused(&[
        "recipe.toml",
        "require.k is left open",
        "solve",
    ]);
    work.release("out").refused(&["require.k is left open"]);
}

/// What cannot be reached by any method is told before any search, with what could be.
#[test]
fn what_is_beyond_the_table_is_not_searched_for() {
    for (require, said) in [
        ("k = 13", "largest possible k is 12"),
        ("p = 9", "largest possible p is 8"),
        ("l = { distinct = 9 }", "largest possible l is 8"),
        ("p_plus = 5", "largest possible p+ is 4"),
        ("alpha = 6.000001", "weigh 6 together"),
        ("l = { entropy = 8.0 }", "allow for"),
        ("l = { recursive = [0.3, 3] }", "need a c of"),
    ] {
        let work = patients(TABLE_3_5, require, "[method]\nname = \"optimal\"\n");
        let answer = work.release("out").expect(1).json();
        let why = answer["why"].as_str().unwrap();
        assert!(
            why.contains("cannot be reached") && why.contains(said),
            "{why}"
        );
        assert_eq!(work.entries("."), ["patients.csv", "recipe.toml"]);
    }
}

#[test]
fn open_parameters_are_solved() {
    let work = patients(
        TABLE_3_5,
        "k = \"?\"\np = \"?\"\nalpha = \"?\"\np_plus = \"?\"",
        "",
    );
    let ran = work.run(&["solve", "recipe.toml", "--json"]).expect(0);
    let answer = ran.json();
    assert_eq!(answer["kind"], "microdata");
    assert_eq!(answer["records"], 12);
    assert_eq!(answer["satisfied"], true);
    let expected = json!({"k": 4, "p": 3, "alpha": 1.0, "p_plus": 2});
    assert_eq!(answer["solved"], expected);
    assert_eq!(answer["alone"], expected);
    let words = work.run(&["solve", "recipe.toml"]).expect(0).out;
    assert!(
        words.contains("k = 4: as strict as the data allow"),
        "{words}"
    );

    ask(
        &work,
        "l = { distinct = \"?\", entropy = \"?\", recursive = [\"?\", 2] }\nt = \"?\"",
        "",
    );
    let answer = work
        .run(&["solve", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(
        answer["solved"],
        json!({"l.distinct": 3, "l.entropy": 2.828427, "l.recursive": [1.000001, 2], "t": 0.666667})
    );

    ask(&work, "k = 5\np = \"?\"", "");
    let ran = work.run(&["solve", "recipe.toml", "--json"]).expect(1);
    assert_eq!(ran.json()["solved"], json!({"p": null}));
    let words = work.run(&["solve", "recipe.toml"]).expect(1).out;
    assert!(words.starts_with("Cannot be reached"), "{words}");

    ask(&work, "k = 5", "");
    work.run(&["solve", "recipe.toml"])
        .refused(&["recipe.toml", "nothing is left open"]);
}

/// A release and its verification, and the same with one record changed so that the promise breaks.
#[track_caller]
fn broken_by_one_record(require: &str, name: &str, old: &str, new: &str) {
    let work = patients(TABLE_3_5, require, "[release]\nshuffle = false\n");
    work.release("out").expect(0);
    let answer = work.run(&["verify", "out", "--json"]).expect(0).json();
    assert_eq!(line(&answer, name)["satisfied"], true);
    work.replace("out/release.csv", old, new);
    let answer = work.run(&["verify", "out", "--json"]).expect(1).json();
    assert_eq!(
        line(&answer, name)["satisfied"],
        false,
        "{require}: {answer}"
    );
    assert_ne!(answer["violating_rows"], json!([]));
}

#[test]
fn verify_catches_one_record_that_breaks_a_promise() {
    let cancer = "<40,America,142**,Cancer";
    let flu = "<40,America,142**,Flu";
    broken_by_one_record("p = 3", "p", cancer, "<40,America,142**,HIV");
    broken_by_one_record(
        "l = { distinct = 3 }",
        "l.distinct",
        cancer,
        "<40,America,142**,HIV",
    );
    broken_by_one_record(
        "l = { entropy = 2.8 }",
        "l.entropy",
        cancer,
        "<40,America,142**,HIV",
    );
    broken_by_one_record(
        "l = { recursive = [1.5, 2] }",
        "l.recursive",
        cancer,
        "<40,America,142**,HIV",
    );
    broken_by_one_record("p_plus = 2", "p_plus", flu, "<40,America,142**,HIV");
    broken_by_one_record("alpha = 1", "alpha", flu, "<40,America,142**,Phthisis");
    let (asia, alone) = (">40,Asia,130**,Obesity", ">40,Asia,13***,Obesity");
    broken_by_one_record("t = 0.666667", "t", asia, alone);
    broken_by_one_record("beta = 2", "beta", asia, alone);
    broken_by_one_record("k = 4", "k", flu, "<40,America,1429*,Flu");
}

#[test]
fn verify_needs_what_the_promise_rests_on() {
    let released = || {
        let work = patients(TABLE_3_5, "p_plus = 2\nalpha = 1\nt = 0.7", "");
        work.release("out").expect(0);
        let certificate: Value = serde_json::from_str(&work.read("out/certificate.json")).unwrap();
        (work, certificate)
    };
    let (_, certificate) = released();
    let disease = &certificate["declared"]["sensitive"][0];
    assert_eq!(disease["column"], "Disease");
    assert_eq!(disease["categories"]["count"], 4);
    assert_eq!(disease["categories"]["of"]["Phthisis"], 1);
    assert_eq!(disease["distance"], "equal");
    assert_eq!(
        certificate["measured"]["reached"],
        json!({"p_plus": 2.0, "alpha": 1.0, "t": 0.666667})
    );
    type Tamper = fn(&mut Value);
    let tampers: [(Tamper, &str); 8] = [
        (
            |c| c["declared"]["sensitive"] = json!([]),
            "names no sensitivity categories",
        ),
        (
            |c| {
                let of = c["declared"]["sensitive"][0]["categories"]["of"]
                    .as_object_mut()
                    .unwrap();
                of.remove("Flu");
            },
            "a released value has no sensitivity category",
        ),
        (
            |c| c["declared"]["sensitive"][0]["categories"]["count"] = json!(2),
            "beyond the number of categories",
        ),
        (
            |c| c["declared"]["sensitive"][0]["distance"] = Value::Null,
            "does not say how far its values are apart",
        ),
        (
            |c| c["declared"]["sensitive"][0]["distance"] = json!("ordered"),
            "neither numbers nor dates",
        ),
        (
            |c| c["declared"]["sensitive"][0]["distance"] = json!({"hierarchy": [["HIV", "*"]]}),
            "a released value is not in its hierarchy",
        ),
        (
            |c| c["measured"]["reached"]["alpha"] = json!(2.0),
            "says was reached of alpha",
        ),
        (
            |c| {
                let twice = c["declared"]["sensitive"][0].clone();
                c["declared"]["sensitive"]
                    .as_array_mut()
                    .unwrap()
                    .push(twice);
            },
            "speaks twice",
        ),
    ];
    for (tamper, said) in tampers {
        let (work, mut certificate) = released();
        tamper(&mut certificate);
        work.write("out/certificate.json", certificate.to_string());
        let ran = work.run(&["verify", "out"]).expect(1);
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
    let (work, mut certificate) = released();
    certificate["declared"]["requirement"] = json!({"suppression": 0.5});
    work.write("out/certificate.json", certificate.to_string());
    work.run(&["verify", "out"])
        .refused(&["promises nothing that can be verified"]);
    certificate["declared"]["requirement"] = json!({"p": 0});
    work.write("out/certificate.json", certificate.to_string());
    work.run(&["verify", "out"]).refused(&["out of its range"]);
}

/// A hierarchy of the sensitive column is the distance, and its chains travel for the released values only.
#[test]
fn a_hierarchy_of_the_sensitive_column_is_certified() {
    let work = patients(
        TABLE_3_5,
        "t = 0.6\nsuppression = 0.4",
        "[hierarchies]\nDisease = \"disease.csv\"",
    );
    work.write(
        "disease.csv",
        "HIV;serious;*\nCancer;serious;*\nPhthisis;lungs;*\nAsthma;lungs;*\nHepatitis;belly;*\nObesity;belly;*\n\
         Flu;light;*\nIndigestion;light;*\n",
    );
    work.release("out").expect(0);
    work.run(&["verify", "out"]).expect(0);
    let certificate = work.read("out/certificate.json");
    assert!(
        certificate.contains("serious") && !certificate.contains("Asthma"),
        "{certificate}"
    );
}

/// What is left out changes what the others are compared with: check and release say the same.
#[track_caller]
fn left_out_alike(table: &str, require: &str, said: [&str; 2]) -> Work {
    let work = patients(table, require, "");
    let check = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(0)
        .json();
    let release = work.release("out").expect(0).json();
    assert_eq!(check["violating_rows"], release["suppressed_rows"]);
    assert_eq!(release["satisfied"], true);
    let report = work.read("out/report.html");
    assert!(said.iter().all(|said| report.contains(said)), "{report}");
    work
}

#[test]
fn check_and_release_leave_out_the_same() {
    let said = ["t-closeness", "\u{2264} 0.5"];
    left_out_alike(TABLE_3_5, "t = 0.5\nsuppression = 0.4", said);
}

/// Among all ten HIV is 1 of 5, and a half in its class. Without the two in Asia it is 1 of 4, and that is what is compared.
#[test]
fn likeness_is_compared_with_what_is_released() {
    let few = TABLE_3_5
        .replace(">40,Asia,130**,Hepatitis\n", "")
        .replace(">40,Asia,130**,Phthisis\n", "");
    let said = ["\u{3b2}-likeness", "\u{2264} 1.5"];
    let work = left_out_alike(&few, "beta = 1.5\nsuppression = 0.2", said);
    assert_eq!(work.read("out/release.csv").lines().count(), 9);
    let answer = work.run(&["verify", "out", "--json"]).expect(0).json();
    assert_eq!(line(&answer, "beta")["reached"], 1.0);
}

#[test]
fn the_distance_of_t_tells_nothing_of_who_is_left_out() {
    let released = |last: &str, more: &str| {
        let work = Work::new();
        let people = "20,1\n20,2\n20,3\n30,1\n30,3\n30,2";
        work.write("people.csv", format!("age,illness\n{people}\n{last}\n"));
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n\
                 [roles]\nquasi = [\"age\"]\nsensitive = [\"illness\"]\n\
                 [hierarchies]\nage = {{ intervals = [5] }}\n\
                 [require]\nk = 2\nt = 0.9\nsuppression = 0.3\n{more}"
            ),
        );
        work.release("out")
    };
    released("99,9", "").expect(0);
    let told = released("99,unknown", "").expect(2).err;
    assert!(told.contains("[require.illness]"), "{told}");
    released("99,unknown", "[require.illness]\ndistance = \"equal\"\n").expect(0);
    let told = released("99,9", "[require.age]\ndistance = \"equal\"\n")
        .expect(2)
        .err;
    assert!(told.contains("\"age\", which is not sensitive"), "{told}");
}
