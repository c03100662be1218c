//! The views of ratings as their users walk through them, by label.

use crate::bench;

use bench::Bench;
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};
use std::time::Duration;

/// Thesis, Table 6.2: four people who rated issues 1 and 2, and two who rated issues 1 and 3.
fn six_people() -> Bench {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.2");
    bench.change(Change::SetK(Some(3)));
    bench.change(Change::SetEpsilon(Some(2.0)));
    bench.change(Change::SetLSd(None));
    bench.go("Explore");
    bench
}

#[test]
fn the_graph_counts_and_follows_k_without_a_job() {
    let mut bench = six_people();
    bench.see("Each mark is a person; a line joins two who differ by at most 2 everywhere.");
    bench.see("2 groups are joined by lines.");
    // t1 to t4: only t2 and t4 differ by more than 2; t5 and t6 are two.
    bench.see("4 close to at least 2 others");
    bench.see("2 violate");
    let jobs = bench.jobs_started();
    bench.change(Change::SetK(Some(4)));
    // t2 and t4 have two others each.
    bench.see("2 close to at least 3 others");
    bench.see("4 violate");
    bench.change(Change::SetLSd(Some(2.0)));
    assert_eq!(bench.jobs_started(), jobs, "k and l start no job");
    bench.change(Change::SetEpsilon(Some(1.0)));
    assert_eq!(
        bench.jobs_started(),
        jobs + 1,
        "another \u{3b5} is drawn anew"
    );
    bench.see_part("differ by at most 1 everywhere");
    bench.rest();
}

#[test]
fn a_record_of_the_graph_is_selected_by_keyboard_and_found_in_the_table() {
    let mut bench = six_people();
    bench.focus("Graph of who is close to whom");
    bench.key(Modifiers::NONE, Key::N);
    bench.settle();
    // t5 is the first who violates.
    bench.see("Person 5");
    bench.see("violates k");
    bench.see("1 other is close, 2 are needed.");
    bench.see_part("Safe together with the 2 nearest others");
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.key(Modifiers::NONE, Key::Plus);
    bench.key(Modifiers::NONE, Key::F);
    bench.settle();
    bench.see("Selected person");
    bench.click("Zoom in");
    bench.click("Zoom out");
    bench.click("Fit");
    bench.focus("Graph of who is close to whom");
    bench.key(Modifiers::NONE, Key::N);
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    bench.see("Find in the table");
    bench.rest();
}

#[test]
fn before_and_after_are_shown_in_the_same_places() {
    let mut bench = six_people();
    bench.change(Change::SetMethod(MethodName::Greedy));
    bench.click("Run");
    // Everybody is made one group: what violated does not any more.
    bench.see("6 close to at least 2 others");
    bench.see("0 violate");
    bench.see("9 made close");
    bench.tab("Before");
    bench.see("2 violate");
    assert!(!bench.sees_part("made close"));
    bench.click("Arranged as after");
    bench.tab("After");
    bench.see("9 made close");
    // Under another k the release is judged anew.
    let jobs = bench.jobs_started();
    bench.change(Change::SetK(Some(7)));
    bench.see("6 violate");
    assert_eq!(bench.jobs_started(), jobs);
    bench.rest();
}

#[test]
fn tints_are_a_choice() {
    let mut bench = six_people();
    for (before, after) in [
        ("No tint", "Components tinted"),
        ("Components tinted", "Cliques tinted"),
    ] {
        bench.choose("What is tinted");
        bench.click(after);
        assert!(!bench.sees_part(before));
    }
    bench.rest();
}

#[test]
fn without_an_epsilon_the_graph_offers_one() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.2");
    bench.change(Change::SetEpsilon(None));
    bench.go("Explore");
    bench.see_part("\u{3b5} is not set, so nothing can be judged yet.");
    bench.click("Promise the usual");
    assert_eq!(bench.workspace().settings().requirement.epsilon, Some(1.0));
    bench.see_part("differ by at most 1 everywhere");
}

#[test]
fn hamming_groups_are_counted_and_compared() {
    let mut bench = six_people();
    bench.tab("Hamming groups");
    bench.see("6 people rated issues in 2 patterns; the most frequent one is shared by 4.");
    bench.see("1 pattern is below k = 3: 2 people.");
    bench.focus("Patterns of rated issues");
    bench.key(Modifiers::NONE, Key::End);
    bench.settle();
    bench.see(
        "Selected: 2 people rated 2 of 3 issues. The nearest pattern with at least 3 people has 4 and differs in \
         2 issues.",
    );
    bench.key(Modifiers::NONE, Key::ArrowUp);
    bench.settle();
    bench.see_part("No other pattern has at least 3 people.");
    bench.rest();
}

#[test]
fn the_neighbourhood_goes_from_one_violating_person_to_the_next() {
    let mut bench = six_people();
    bench.tab("Neighbourhood");
    bench.see("Person 5");
    bench.see_part("2 people rated the same issues.");
    bench.see_part("issue 1: rated 1; everybody with the same issues is within \u{3b5}");
    bench.click("Next who violates");
    bench.see("Person 6");
    bench.click("Previous who violates");
    bench.see("Person 5");
    bench.clear_and_type("Person number", "1");
    bench.settle();
    bench.see("Person 1");
    bench.see("Enough others are close.");
    bench.click("What keeps most away first");
    bench.click("Show the person in the table");
    bench.see("Find in the table");
    bench.rest();
}

#[test]
fn the_plane_sets_k_and_epsilon() {
    let mut bench = six_people();
    bench.tab("Plane");
    bench.see_part("As they are, the ratings first hold at \u{3b5} = 1, for a k of up to 2");
    bench.see_part(
        "The largest k is 2 at \u{3b5} = 1, 2 at \u{3b5} = 2, 2 at \u{3b5} = 3; cut into groups",
    );
    bench.focus("Plane of k and \u{3b5}");
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.k, Some(2));
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.epsilon, Some(1.0));
    bench.key(Modifiers::NONE, Key::ArrowUp);
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    let requirement = &bench.workspace().settings().requirement;
    assert_eq!((requirement.k, requirement.epsilon), (Some(3), Some(2.0)));
    bench.rest();
}

#[test]
fn the_plane_tells_the_frontier_with_l() {
    let mut bench = six_people();
    bench.change(Change::SetLSd(Some(2.0)));
    bench.tab("Plane");
    bench.see_part("first hold at \u{3b5} = 2, for a k of up to 2");
    bench.see_part("The largest k is 2 at \u{3b5} = 2, 2 at \u{3b5} = 3. Cut into groups");
    bench.see_part("mutually close people it is 2 at \u{3b5} = 3.");
    bench.change(Change::SetLSd(Some(3.0)));
    bench.see("Under no \u{3b5} that says something do the ratings hold as they are.");
    bench.rest();
}

#[test]
fn violations_say_why() {
    let mut bench = six_people();
    bench.change(Change::SetLSd(Some(2.5)));
    bench.tab("Violations");
    bench.see_part("people violate");
    bench.see_part("1 other is close, 2 are needed.");
    bench.see_part("The spread of issue 4 is 2.12, 2.5 is needed.");
    bench.tab("Too few close (k)  2");
    bench.click("Look at the first one");
    bench.see("Person 5");
    bench.change(Change::SetLSd(None));
    bench.change(Change::SetK(Some(2)));
    bench.tab("Violations");
    bench.see("Nobody violates.");
    bench.rest();
}

#[test]
fn five_thousand_people_are_drawn_and_settle() {
    let mut bench = Bench::new();
    bench.open_sample("lifestyle");
    bench.change(Change::SetK(Some(5)));
    bench.change(Change::SetEpsilon(Some(2.0)));
    bench.go("Explore");
    bench.see_part("groups are joined by lines");
    bench.rest();
    let jobs = bench.jobs_started();
    bench.change(Change::SetK(Some(9)));
    assert_eq!(bench.jobs_started(), jobs);
    let frame = (0..5).map(|_| bench.frame()).min().unwrap();
    assert!(
        frame < Duration::from_millis(250),
        "a frame takes {frame:?}"
    );
    for tab in ["Hamming groups", "Neighbourhood", "Plane", "Violations"] {
        bench.tab(tab);
        bench.rest();
    }
}

#[test]
fn a_survey_is_anonymized_and_released() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.3");
    bench.click("Run");
    bench.settle();
    bench.see_part("ratings made up");
    bench.go("Release");
    bench.see_part("\u{3b5}-graph components reaches the requirement");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.click("Write the release");
    bench.settle();
    bench.see_part("Written and verified");
    let released = std::fs::read_to_string(folder.join("release.csv")).unwrap();
    assert_eq!(released.lines().count(), 9);
    assert!(!released.contains("t1"));
}

#[test]
fn a_person_says_how_many_are_close() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.1");
    bench.click("Show");
    bench.settle();
    bench.click_part("Row 1");
    bench.settle();
    bench.see_part("Nobody else is close, 1 is needed.");
}
