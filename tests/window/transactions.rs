//! The views of transactions as their users walk through them, by label.

use crate::bench;

use bench::Bench;
use cloakroom_core::method::MethodName;
use cloakroom_core::requirement::SetSize;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};

/// Liu and Wang, Figure 1: eight baskets over eleven items.
fn eight_transactions(m: SetSize) -> Bench {
    let mut bench = Bench::new();
    bench.open_sample("paper-fig1");
    bench.change(Change::SetK(Some(2)));
    bench.change(Change::SetM(Some(m)));
    bench.go("Explore");
    bench.click("Fold the list away");
    bench
}

fn run(bench: &mut Bench, method: MethodName) {
    bench.change(Change::SetMethod(method));
    bench.click("Run");
}

#[test]
fn the_cut_of_the_last_run_is_drawn_and_told() {
    let mut bench = eight_transactions(SetSize::ANY);
    bench.see_part("11 items in their taxonomy.");
    run(&mut bench, MethodName::Hghs);
    bench.see(
        "HgHs, in one go: 3 items are shown as they are, 2 groups stand for 7 items, 1 item is suppressed.",
    );
    bench.see("cost in occurrences: 5.6");
    bench.see("loss: 24 %");
    bench.change(Change::SetK(Some(3)));
    bench.see_part("this is the result of earlier ones");
    bench.rest();
}

#[test]
fn a_cut_is_drawn_by_hand_and_tried_at_once() {
    let mut bench = eight_transactions(SetSize::ANY);
    bench.tab("By hand");
    bench.see("cost in occurrences: 23");
    bench.see("This cut holds");
    bench.focus("Taxonomy of the items");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.key(Modifiers::SHIFT, Key::ArrowRight);
    bench.settle();
    // P, Q, e, i: the outlier {e, i} is alone.
    bench.see("cost in occurrences: 6.6");
    bench.see("1 basket violates");
    bench.see("e, i: in 1 of at least 2 baskets");
    // From the root to its largest part P, then down to Q, e and i.
    bench.key(Modifiers::NONE, Key::ArrowRight);
    for _ in 0..3 {
        bench.key(Modifiers::NONE, Key::ArrowDown);
    }
    bench.key(Modifiers::NONE, Key::X);
    bench.settle();
    bench.see("cost in occurrences: 8.6");
    bench.see("This cut holds");
    bench.see("items suppressed: 1");
    bench.click("Show again");
    bench.see("1 basket violates");
    bench.click("Take back");
    bench.see("This cut holds");
    bench.click("the items");
    bench.see("cost in occurrences: 0");
    bench.see("5 baskets violate");
    bench.click("the root");
    bench.see("cost in occurrences: 23");
    bench.rest();
}

#[test]
fn a_cut_by_hand_begins_where_the_last_run_ended() {
    let mut bench = eight_transactions(SetSize::ANY);
    run(&mut bench, MethodName::Hghs);
    bench.click("Go on from here by hand");
    bench.see("This cut holds");
    bench.see("cost in occurrences: 5.6");
    bench.type_into("Find an item", "m");
    bench.settle();
    bench.see("Selected node");
    bench.click("More exact");
    // x, y and z are in one basket each.
    bench.see("2 baskets violate");
    bench.see("x: in 1 of at least 2 baskets");
    bench.click("the last run");
    bench.see("This cut holds");
    bench.click("Zoom in");
    bench.click("Zoom out");
    bench.click("Fit");
    bench.rest();
}

#[test]
fn without_a_cut_it_is_told_how_often_a_node_is_shown() {
    let mut bench = eight_transactions(SetSize::ANY);
    run(&mut bench, MethodName::Lg);
    bench.see_part("as exactly as each basket allows");
    bench.see_part("so there is no cut");
    bench.rest();
}

#[test]
fn rare_sets_are_listed_filtered_and_lead_to_their_baskets() {
    let mut bench = eight_transactions(SetSize::AtMost(2));
    bench.tab("Rare sets");
    bench.see(
        "10 minimal sets of at most 2 items are in fewer than k = 2 baskets; no part of one is rare itself.",
    );
    bench.tab("1 item  3");
    bench.see_part("3 are listed");
    bench.tab("All  10");
    bench.header("items");
    bench.header("items");
    bench.see_part("Row 1: 1");
    bench.type_into("With an item called", "y");
    bench.settle();
    bench.see_part("1 is listed");
    bench.click_part("Row 1:");
    bench.see("Selected set");
    bench.see("One basket holds all of this; k = 2 asks for 2.");
    bench.click("Basket 3: d, f, y, z");
    bench.see("Only violating rows");
    bench.go("Explore");
    bench.see("Only in basket 3");
    let jobs = bench.jobs_started();
    bench.change(Change::SetM(Some(SetSize::AtMost(1))));
    bench.see_part("3 minimal sets of a single item");
    bench.change(Change::SetK(Some(3)));
    bench.change(Change::SetM(Some(SetSize::AtMost(3))));
    assert_eq!(bench.jobs_started(), jobs, "smaller thresholds are filters");
    bench.rest();
}

#[test]
fn the_selected_node_narrows_the_rare_sets() {
    let mut bench = eight_transactions(SetSize::AtMost(2));
    bench.type_into("Find an item", "M");
    bench.settle();
    bench.click("Rare sets with it");
    bench.see_part("3 are listed");
    bench.click("Rare sets of all items");
    assert!(!bench.sees_part("are listed"));
    bench.rest();
}

#[test]
fn rare_sets_over_all_cuts_are_those_of_the_paper() {
    let mut bench = eight_transactions(SetSize::ANY);
    bench.tab("Rare sets");
    bench.see_part("11 minimal sets of any size are in fewer than k = 2 baskets");
    bench.click("Items and groups");
    bench.settle();
    bench.see_part("25 minimal sets of any size over all cuts are in fewer than k = 2 baskets");
    bench.tab("3 items  9");
    bench.type_into("With an item called", "q");
    bench.settle();
    bench.see_part("3 are listed");
    bench.click_part("Row 1:");
    bench.see("Selected set");
    bench.see("One basket holds all of this; k = 2 asks for 2.");
    bench.see("Q alone is in 4 baskets.");
    bench.see_part("1 basket holds");
    bench.click("Items");
    bench.settle();
    bench.see_part("11 minimal sets of any size are in fewer");
    bench.rest();
}

#[test]
fn nothing_rare_is_said() {
    let mut bench = Bench::on_file("alike.dat", &"ham milk tea\n".repeat(4));
    bench.change(Change::SetK(Some(3)));
    bench.change(Change::SetM(Some(SetSize::AtMost(2))));
    bench.go("Explore");
    bench.tab("Rare sets");
    bench.see_part("Every set of at most 2 items that occurs is in at least 3 baskets.");
    bench.rest();
}

#[test]
fn the_search_is_walked_step_by_step() {
    let mut bench = eight_transactions(SetSize::ANY);
    bench.tab("Search");
    bench.see_part("search through the cuts of the taxonomy");
    bench.click("Run HgHs, in one go");
    bench.see(
        "For sets of at most 5 items the search went 3 steps down from the root: the cost fell from 23 (100 %) to \
         5.6 (24 %).",
    );
    bench.see("Step 3");
    bench.focus("Search through the cuts");
    bench.key(Modifiers::NONE, Key::Home);
    bench.settle();
    bench.see("Start");
    bench.see("cost: 23 (100 %)");
    // The second step went to {P, L, M, e, i}; {H, K, Q, e, i} was tried, Figure 2 (b).
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    bench.see("Step 2");
    bench.see("cost: 6.2 (27 %)");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    bench.see("Tried from step 1");
    bench.see("cost: 10.2 (44 %)");
    bench.see("N3: {Q, K}, valid");
    bench.see("N4: {Q, K, H}, holds a rare set");
    bench.see("H is suppressed: with Q, K in 1 basket");
    bench.see("N5: {Q, K, e}, valid");
    bench.click("Draw this cut in the taxonomy");
    bench.see("This cut holds");
    bench.see("cost in occurrences: 10.2");
    bench.rest();
}

#[test]
fn a_search_in_rounds_shows_each_round() {
    let mut bench = eight_transactions(SetSize::AtMost(2));
    bench.tab("Search");
    run(&mut bench, MethodName::Mhghs);
    bench.see_part("For sets of at most 2 items");
    bench.tab("Sets of 1 item");
    bench.see_part("For single items");
    bench.rest();
}

#[test]
fn baskets_before_and_after_are_sorted_by_loss() {
    let mut bench = eight_transactions(SetSize::ANY);
    bench.tab("Before and after");
    bench.see_part("Nothing has been run yet.");
    run(&mut bench, MethodName::Hghs);
    bench.see(
        "HgHs, in one go: 7 of 8 baskets change, 2 occurrences are suppressed; 24 % of the \
         information is lost.",
    );
    bench.header("loss");
    bench.click_part("Row 8:");
    bench.see("Basket 8");
    bench.see("i: suppressed");
    bench.see_part("Row 7:");
    bench.click("Only what changes");
    assert!(!bench.sees_part("Row 7:"));
    bench.click_part("Row 1:");
    bench.see("b: shown as P");
    bench.click("See it in the taxonomy");
    bench.see("in basket 1");
    bench.change(Change::SetK(Some(3)));
    bench.tab("Before and after");
    bench.see_part("this is the result of earlier ones");
    bench.rest();
}

#[test]
fn many_baskets_are_looked_at_in_every_view() {
    let mut bench = Bench::new();
    bench.open_sample("basket");
    bench.change(Change::SetK(Some(5)));
    bench.change(Change::SetM(Some(SetSize::AtMost(2))));
    bench.go("Explore");
    run(&mut bench, MethodName::Mm);
    bench.see_part("MM, suppress: ");
    bench.type_into("Find an item", "butter");
    bench.settle();
    bench.see("Selected node");
    bench.click("Rare sets with it");
    bench.see_part("are listed");
    bench.tab("Before and after");
    bench.header("loss");
    bench.see_part("of 20,000 baskets change");
    bench.tab("Search");
    bench.see_part("search through the cuts of the taxonomy");
    bench.rest();
}
