use crate::io::load::load;
use crate::ratings::SparseRatings;
use crate::{Dataset, Failure, Kind, Layout, LoadOptions, Loaded, Problem, Progress, Ratings};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn options(layout: Layout) -> LoadOptions {
    LoadOptions {
        kind: Some(Kind::Ratings),
        layout: Some(layout),
        ..LoadOptions::default()
    }
}

fn read(text: &str, options: &LoadOptions) -> Result<Loaded, Problem> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ratings.data");
    std::fs::write(&path, text).unwrap();
    load(&path, options, &Progress::default()).map_err(|failure| match failure {
        Failure::Problem(problem) => problem,
        Failure::Stopped(_) => panic!("stopped"),
    })
}

fn sparse(loaded: Loaded) -> std::sync::Arc<SparseRatings> {
    match loaded.dataset {
        Dataset::Ratings(Ratings::Long(sparse)) => sparse,
        other => panic!("expected long ratings, got {other:?}"),
    }
}

#[test]
fn the_forms_of_the_film_ratings_are_known() {
    for text in [
        "1\t10\t3\t881250949\n2\t10\t5\t881250949\n",
        "userId,movieId,rating,timestamp\n1,10,3,881250949\n2,10,5,881250949\n",
        "1::10::3::881250949\n2::10::5::881250949\n",
    ] {
        let loaded = read(text, &LoadOptions::default()).unwrap();
        // What was found is not what was asked for.
        assert_eq!(loaded.options.scale, None, "{text}");
        let again = read(text, &loaded.options).unwrap();
        assert_eq!(again.options, loaded.options, "{text}");
        let sparse = sparse(loaded);
        let scale = sparse.scale;
        assert_eq!((scale.low, scale.high, scale.step), (3.0, 5.0, 1.0));
        assert_eq!((sparse.people.len(), sparse.issues.len()), (2, 1), "{text}");
        assert_eq!(sparse.rating_of(1, 0), Some(2));
    }
}

#[test]
fn columns_may_be_named_and_the_later_rating_counts() {
    let text = "stars,who,what,when\n4,a,x,1\n2.5,b,x,2\n1,a,x,3\n,a,y,4\n5,b,y,5\n";
    let mut options = options(Layout::Long);
    options.columns = Some(vec!["who".into(), "what".into(), "stars".into()]);
    let loaded = read(text, &options).unwrap();
    let notes = loaded.notes.join(" ");
    assert!(notes.contains("1 rating is replaced"), "{notes}");
    assert!(notes.contains("1 row has no rating"), "{notes}");
    let sparse = sparse(loaded);
    assert_eq!(sparse.scale.step, 0.5);
    assert_eq!(sparse.rating_of(0, 0), sparse.scale.point(1.0));
    assert_eq!(sparse.rating_of(0, 1), None);
    options.columns = Some(vec!["who".into(), "what".into(), "points".into()]);
    let problem = read(text, &options).unwrap_err();
    assert!(
        problem.message.starts_with("there is no column \"points\""),
        "{problem}"
    );
}

#[test]
fn ratings_beside_the_grid_are_rounded_on_request() {
    let note =
        "2 of 5 ratings lay beside the grid and were rounded to the scale -10 to 10 in steps of 5.";
    let mut long = options(Layout::Long);
    long.scale = Some(vec![-10.0, 10.0, 5.0]);
    let text = "user,item,rating\n1,1,-9.1\n1,2,5\n2,1,2.4\n2,2,0\n3,1,10\n";
    let problem = read(text, &long).unwrap_err();
    assert_eq!((problem.line, problem.column), (Some(2), Some(3)));
    long.round = true;
    let loaded = read(text, &long).unwrap();
    assert!(loaded.options.round && loaded.notes.contains(&note.to_owned()));
    let sparse = sparse(loaded);
    assert_eq!(sparse.rating, [0, 3, 2, 2, 4]);
    let problem = read(&text.replace("2.4", "10.5"), &long).unwrap_err();
    assert_eq!((problem.line, problem.column), (Some(4), Some(3)));
    assert!(
        problem
            .message
            .contains("within the scale -10 to 10 in steps of 5")
    );

    let mut wide = options(Layout::Wide);
    wide.scale = long.scale.clone();
    let text = "q1,q2\n-9.1,5\n2.4,0\n10,\n";
    assert!(read(text, &wide).is_err());
    wide.round = true;
    let loaded = read(text, &wide).unwrap();
    assert!(
        loaded.notes.contains(&note.to_owned()),
        "{:?}",
        loaded.notes
    );
    let problem = read(&text.replace("2.4", "-10.5"), &wide).unwrap_err();
    assert_eq!((problem.line, problem.column), (Some(3), Some(1)));
}

#[test]
fn a_rating_outside_the_scale_is_told_with_its_place() {
    let mut long = options(Layout::Long);
    long.scale = Some(vec![1.0, 5.0]);
    let problem = read("user,item,rating\n1,1,3\n\n1,2,7\n", &long).unwrap_err();
    assert_eq!((problem.line, problem.column), (Some(4), Some(3)));
    assert_eq!(
        problem.message,
        "this is not a rating; expected a number on the scale 1 to 5"
    );
    let mut wide = options(Layout::Wide);
    wide.scale = Some(vec![1.0, 6.0]);
    let problem = read("id,q1,q2\n1,3,\n2,4,6\n3,,0\n4,5,x\n", &wide).unwrap_err();
    assert_eq!((problem.line, problem.column), (Some(4), Some(3)));
    let problem = read("user,item,rating\n,1,3\n1,2,2\n", &long).unwrap_err();
    assert_eq!((problem.line, problem.column), (Some(2), Some(1)));
}

#[test]
fn columns_that_cannot_be_issues_are_noted() {
    let text = "id,name,q1,q2,q3\n17,ann,1,,\n18,bob,6,3,\n";
    let loaded = read(text, &options(Layout::Wide)).unwrap();
    assert_eq!(loaded.options.not_issues, ["id", "name"]);
    let Dataset::Ratings(Ratings::Wide(_, scale)) = &loaded.dataset else {
        panic!("expected a row per person");
    };
    assert_eq!((scale.low, scale.high, scale.step), (1.0, 6.0, 1.0));
    assert_eq!(loaded.notes.len(), 3, "{:?}", loaded.notes);
    let mut named = options(Layout::Wide);
    named.not_issues = vec!["nobody".into()];
    assert!(
        read(text, &named)
            .unwrap_err()
            .message
            .contains("no column \"nobody\"")
    );
}

/// Twelve issues from 1 to 5 with a person's number, age, height, a remark and a country that all share.
fn survey_with_people() -> String {
    let mut text = "id;age;height;remark;country".to_owned();
    (1..=12).for_each(|at| text.push_str(&format!(";q{at}")));
    for row in 0..40usize {
        text.push_str(&format!(
            "\n{row};{};{};word {row};3",
            18 + row,
            150 + row % 31
        ));
        (0..12).for_each(|at| text.push_str(&format!(";{}", 1 + (row * 7 + at * 3) % 5)));
    }
    text
}

#[test]
fn the_scale_is_that_of_most_columns() {
    let text = survey_with_people();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("survey.csv");
    std::fs::write(&path, &text).unwrap();
    let load = |options: &LoadOptions| load(&path, options, &Progress::default());
    let loaded = load(&LoadOptions::default()).unwrap();
    let aside = ["age", "country", "height", "id", "remark"];
    assert_eq!(loaded.options.not_issues, aside);
    let Dataset::Ratings(ratings) = &loaded.dataset else {
        panic!("expected ratings");
    };
    assert_eq!((ratings.scale().low, ratings.scale().high), (1.0, 5.0));
    let notes = loaded.notes.join("\n");
    assert!(
        notes.contains("Columns \"age\" and \"height\" hold numbers beside the scale"),
        "{notes}"
    );
    let again = load(&loaded.options).unwrap();
    assert_eq!(again.options, loaded.options);
    assert_eq!(again.dataset, loaded.dataset);
    // What somebody says stands.
    let mut asked = options(Layout::Wide);
    assert_eq!(load(&asked).unwrap().options.not_issues, aside);
    asked.scale = Some(vec![1.0, 200.0]);
    assert_eq!(load(&asked).unwrap().options.not_issues, ["id", "remark"]);
    asked.scale = Some(vec![1.0, 5.0]);
    assert!(load(&asked).is_err());
}

#[test]
fn what_others_know_of_a_person_is_no_issue_though_it_lies_on_the_scale() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("survey.csv");
    let text = survey_with_people();
    let mut lines = text.lines().enumerate().map(|(at, line)| match at {
        0 => format!("{line};sex;sex appeal"),
        _ => format!("{line};{};{}", 1 + at % 2, 1 + at % 5),
    });
    let text: Vec<String> = lines.by_ref().collect();
    std::fs::write(&path, text.join("\n")).unwrap();
    let load = |options: &LoadOptions| load(&path, options, &Progress::default()).unwrap();
    let guessed = load(&LoadOptions::default());
    assert!(guessed.options.not_issues.contains(&"sex".to_owned()));
    assert!(
        !guessed
            .options
            .not_issues
            .contains(&"sex appeal".to_owned())
    );
    let note = "Column \"sex\" is named like what others know of a person";
    assert!(
        guessed.notes.iter().any(|said| said.starts_with(note)),
        "{:?}",
        guessed.notes
    );
    // What somebody says stands.
    let said = load(&options(Layout::Wide));
    assert!(!said.options.not_issues.contains(&"sex".to_owned()));
}

#[test]
fn a_guess_that_fails_is_given_up() {
    let text = survey_with_people();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("survey.csv");
    // Texts among the numbers set a column aside, unless the kind was said.
    let row = format!("\n41;50;170;word;3{}", ";2".repeat(11));
    std::fs::write(&path, format!("{text}{row};x\n")).unwrap();
    let loaded = load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
    assert!(loaded.options.not_issues.contains(&"q12".to_owned()));
    assert!(load(&path, &options(Layout::Wide), &Progress::default()).is_err());
    // An order without a number is no order.
    let mut orders = "order;item\n".to_owned();
    (0..60).for_each(|at| orders.push_str(&format!("{};ham {}\n", at / 3, at % 7)));
    orders.push_str(&"20;tea\n".repeat(100));
    orders.push_str(";salt\n");
    std::fs::write(&path, orders).unwrap();
    let loaded = load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
    assert_eq!(loaded.dataset.kind(), Kind::Microdata);
    assert!(
        loaded.notes[0].contains("not all lines do"),
        "{:?}",
        loaded.notes
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn long_ratings_read_back(rows in proptest::collection::vec((0..8u32, 0..12u32, 1..=10u16), 1..60)) {
        let mut text = String::from("user,item,rating\n");
        let mut expected: BTreeMap<(String, String), f64> = BTreeMap::new();
        for (person, issue, halves) in rows {
            let rating = f64::from(halves) / 2.0;
            text.push_str(&format!("p{person},i{issue},{rating}\n"));
            expected.insert((format!("p{person}"), format!("i{issue}")), rating);
        }
        let mut options = options(Layout::Long);
        options.scale = Some(vec![0.5, 5.0, 0.5]);
        let sparse = sparse(read(&text, &options).unwrap());
        let mut found = BTreeMap::new();
        for person in 0..sparse.people.len() {
            let range = sparse.starts[person]..sparse.starts[person + 1];
            prop_assert!(sparse.issue[range.clone()].windows(2).all(|pair| pair[0] < pair[1]));
            for at in range {
                let names = (
                    sparse.people.get(person as u32).to_owned(),
                    sparse.issues.get(sparse.issue[at]).to_owned(),
                );
                found.insert(names, sparse.scale.value(sparse.rating[at]));
            }
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn wide_ratings_read_back(rows in proptest::collection::vec([proptest::option::of(1..=6u8), proptest::option::of(1..=6u8)], 1..40)) {
        let mut text = String::from("user,q1,q2\n");
        let show = |cell: &Option<u8>| cell.map_or(String::new(), |point| point.to_string());
        for (at, [a, b]) in rows.iter().enumerate() {
            text.push_str(&format!("u{at},{},{}\n", show(a), show(b)));
        }
        let mut options = options(Layout::Wide);
        options.scale = Some(vec![1.0, 6.0]);
        options.header = Some(true);
        let loaded = read(&text, &options).unwrap();
        let table = loaded.dataset.table().unwrap();
        prop_assert_eq!(table.rows(), rows.len());
        for (at, [a, b]) in rows.iter().enumerate() {
            prop_assert_eq!(table.columns()[1].text(at), show(a));
            prop_assert_eq!(table.columns()[2].text(at), show(b));
        }
    }
}
