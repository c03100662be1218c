//! Profiles of requirements: chosen, told of, and of one's own.

use crate::bench::{Bench, raw};
use cloakroom_core::requirement::SetSize;
use egui::{Key, Modifiers};

fn fresh(at: usize) -> Bench {
    let mut bench = Bench::new();
    let (name, text) = &raw::all()[at];
    let file = bench.write(name, text);
    bench.open(&file);
    bench
}

fn choose(bench: &mut Bench, profile: &str) {
    bench.click("Profiles");
    bench.menu(profile);
}

#[test]
fn a_profile_fills_the_panel_and_says_what_it_rests_on() {
    let mut bench = fresh(0);
    choose(&mut bench, "HIPAA expert determination, as practised");
    assert_eq!(bench.workspace().settings().requirement.k, Some(11));
    bench.see("As asked for by: HIPAA expert determination, as practised");
    let basis = bench.hover("What is meant: What it rests on");
    for part in [
        "no count from 1 to 10",
        "164.514",
        "2024",
        "https://resdac.org",
    ] {
        assert!(basis.contains(part), "{part}: {basis}");
    }
    // Two agencies ask for the same, and both are named.
    choose(&mut bench, "EMA Policy 0070");
    bench.see(
        "As asked for by: EMA Policy 0070 and Health Canada, public release of clinical information",
    );
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.k, Some(11));
    // Anything else that is asked for is nobody's.
    bench.change(cloakroom_engine::change::Change::ask(
        cloakroom_core::promise::PrivacyModel::KAnonymity,
        Some(13.0),
    ));
    assert!(!bench.sees_part("As asked for by"));
}

#[test]
fn ratings_and_baskets_have_profiles_of_their_own() {
    let mut bench = fresh(1);
    choose(&mut bench, "The paper on (k, \u{3b5})");
    let requirement = &bench.workspace().settings().requirement;
    assert_eq!((requirement.k, requirement.epsilon), (Some(20), Some(1.0)));
    choose(&mut bench, "Cell size 5");
    let requirement = &bench.workspace().settings().requirement;
    assert_eq!((requirement.k, requirement.epsilon), (Some(5), Some(0.0)));
    let mut bench = fresh(2);
    choose(&mut bench, "The paper on k^m with suppression");
    let requirement = &bench.workspace().settings().requirement;
    assert_eq!(
        (requirement.k, requirement.m),
        (Some(5), Some(SetSize::AtMost(7)))
    );
    choose(&mut bench, "Open data");
    let requirement = &bench.workspace().settings().requirement;
    assert_eq!(
        (requirement.k, requirement.m),
        (Some(20), Some(SetSize::ANY))
    );
    bench.see("As asked for by: Open data");
}

#[test]
fn a_profile_of_ones_own_is_named_and_deleted() {
    let mut bench = fresh(0);
    choose(&mut bench, "Open data");
    bench.click("Profiles");
    bench.click_part("as a profile of your own");
    bench.clear_and_type("Name of the profile", "Board of 2024");
    bench.clear_and_type("What it rests on", "The board decided so in May.");
    bench.click("Save the profile");
    bench.see("As asked for by: Open data and Board of 2024");
    let basis = bench.hover("What is meant: What it rests on");
    assert!(basis.contains("The board decided so in May."), "{basis}");
    choose(&mut bench, "Cell size 5");
    choose(&mut bench, "Board of 2024");
    assert_eq!(bench.workspace().settings().requirement.k, Some(20));
    // It is for tables of people, and kept for the next one.
    bench.click("Profiles");
    bench.click("Delete Board of 2024");
    bench.click("Keep it");
    bench.see("As asked for by: Open data and Board of 2024");
    bench.click("Profiles");
    bench.click("Delete Board of 2024");
    bench.click("Delete it");
    bench.see("As asked for by: Open data");
    assert_eq!(bench.workspace().settings().requirement.k, Some(20));
}
