//! `cloakroom sample`.

use crate::work;

use work::Work;

fn names(work: &Work) -> Vec<(String, String)> {
    let listed = work.run(&["sample"]).expect(0).out;
    listed
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace().map(str::to_owned);
            (words.next().unwrap(), words.next().unwrap())
        })
        .collect()
}

#[test]
fn every_sample_is_listed_written_and_readable() {
    let work = Work::new();
    let names = names(&work);
    assert!(names.len() >= 23);
    for (name, _) in names {
        let ran = work.run(&["sample", &name, &name]).expect(0);
        let recipe = ran.out.trim();
        assert!(work.path(recipe).is_file(), "{recipe}");
        let checked = work.run(&["check", recipe, "--json"]);
        assert!([0, 1].contains(&checked.status), "{name}: {}", checked.err);
    }
}

#[test]
fn a_sample_never_overwrites() {
    let work = Work::new();
    work.run(&["sample", "thesis-2.1", "here"]).expect(0);
    let before = work.entries("here");
    work.run(&["sample", "thesis-2.1", "here"])
        .refused(&["already"]);
    assert_eq!(work.entries("here"), before);
}

#[test]
fn a_name_that_is_none_is_refused_with_those_that_are() {
    let work = Work::new();
    work.run(&["sample", "hospitl", "here"])
        .refused(&["hospitl", "hospital"]);
    assert!(!work.path("here").exists());
    work.run(&["sample", "hospital"]).expect(2);
}
