//! Advice below the verdict: found for a raw table, taken by a click, undone, and not told again.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;

const KNOWN: usize = 14;
const PEOPLE: u32 = 80;

/// Three columns tell everybody apart; the others have two values each.
fn many_columns() -> Bench {
    let names: Vec<String> = (0..KNOWN).map(|at| format!("q{at}")).collect();
    let mut people = names.join(",") + "\n";
    for person in 0..PEOPLE {
        let cell = |at: usize| match at {
            4 => format!("east{}", person % 10),
            9 => format!("west{}", person / 10),
            _ => format!("v{}", (person >> (at % 3)) & 1),
        };
        people += &(0..KNOWN).map(cell).collect::<Vec<_>>().join(",");
        people.push('\n');
    }
    let mut bench = Bench::new();
    bench.write("people.csv", &people);
    let quasi: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let recipe = format!(
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [{}]\n[require]\nk = 3\n\
         [method]\nname = \"mondrian\"\n",
        quasi.join(", ")
    );
    let recipe = bench.write("recipe.toml", &recipe);
    bench.open(&recipe);
    bench
}

fn quasi(bench: &Bench) -> Vec<String> {
    let columns = bench.workspace().with_role(Role::Quasi);
    let names = columns.iter().map(|column| column.name().to_owned());
    names.collect()
}

#[test]
fn fewer_known_columns_are_one_click_and_one_undo_away() {
    let mut bench = many_columns();
    bench.see("Advice");
    bench.see(
        "14 quasi-identifiers: two of them alone make 100\u{a0}% of the records unique, namely q4 and q9.",
    );
    bench.click("Take: leave 12 columns undecided");
    bench.settle();
    assert_eq!(quasi(&bench), ["q4", "q9"]);
    assert_eq!(bench.workspace().undecided().len(), 12);
    bench.go("Release");
    bench.see_part("Undecided: q0, q1");
    bench.click("Undo: leave 12 columns undecided");
    bench.settle();
    assert_eq!(quasi(&bench).len(), KNOWN);
    bench.see_part("unique, namely q4");
    bench.click("Not now: leave 12 columns undecided");
    bench.settle();
    assert!(!bench.sees_part("unique, namely q4"));
    assert_eq!(quasi(&bench).len(), KNOWN);
    // Nor after a change of something else.
    bench.change(Change::SetK(Some(4)));
    assert!(!bench.sees_part("unique, namely q4"));
    bench.rest();
}

#[test]
fn a_stronger_promise_is_free_where_the_method_makes_the_same_of_it() {
    let zips: String = (0..90)
        .map(|at| format!("p{at},30,z{},Flu\n", at % 9))
        .collect();
    let mut bench = Bench::on_recipe(&format!("name,age,zip,disease\n{zips}"), 4);
    assert!(!bench.sees_part("only k = 4 is asked for"));
    bench.click("Run");
    bench.settle();
    bench.see("What was made keeps k = 10, and only k = 4 is asked for.");
    bench.see("Promise k = 10: the method makes the same table.");
    bench.click("Take: set k to 10");
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.k, Some(10));
    assert!(!bench.sees_part("is asked for."));
    bench.click("Undo: set k to 10");
    bench.settle();
    bench.see_part("What was made keeps k = 10");
    bench.rest();
}

#[test]
fn the_menu_of_methods_tells_how_long_each_takes_here() {
    let mut bench = many_columns();
    let told = |bench: &mut Bench, title: &str| {
        bench.choose("Choose the method");
        let told = bench.description(egui::Role::MenuItem, title).unwrap();
        bench.key(egui::Modifiers::NONE, egui::Key::Escape);
        bench.settle();
        told
    };
    let before = told(&mut bench, "Mondrian, strict");
    assert!(before.ends_with("Here, roughly: at once."), "{before}");
    bench.click("Run");
    bench.settle();
    let after = told(&mut bench, "Mondrian, strict");
    assert!(after.contains("By its last run: "), "{after}");
}

/// A table as of a census: eight columns that others may know, and an income.
fn census() -> String {
    let mut text =
        "age,workclass,education,marital_status,occupation,race,sex,native_country,income\n"
            .to_owned();
    let mut drawn = 7u64;
    let mut below = |end: u64| {
        drawn = drawn
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (drawn >> 33) % end
    };
    for _ in 0..4_000 {
        let school = below(3).max(below(3)) as usize;
        let of = |drawn: u64, most: u64| usize::from(drawn >= most);
        text += &format!(
            "{},{},{},{},{},{},{},{},{}\n",
            17 + below(12) * below(6),
            ["Private", "State"][of(below(10), 8)],
            ["Masters", "Bachelors", "HS-grad"][school],
            ["married", "single"][of(below(10), 6)],
            ["Sales", "Craft", "Clerical"][below(3) as usize],
            ["White", "Black"][of(below(10), 8)],
            ["Male", "Female"][of(below(3), 2)],
            ["United-States", "Mexico"][of(below(20), 18)],
            ["<=50K", ">50K"][of(below(8), 4 + school as u64)],
        );
    }
    text
}

#[test]
fn a_table_as_of_a_census_gets_advice_once_its_columns_are_marked() {
    let mut bench = Bench::new();
    let file = bench.write("census.csv", &census());
    bench.open_as_new(&file);
    bench.press_next();
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.change(Change::SetRole {
        column: "income".to_owned(),
        role: Some(Role::Sensitive),
    });
    bench.send(Action::Run(Command::AcceptHierarchies));
    bench.send(Action::PromiseUsual);
    bench.settle();
    bench.see("Advice");
    bench.see_part("hides who somebody is, not what they have");
    bench.click("Take: set l to 2 distinct");
    let requirement = &bench.workspace().settings().requirement;
    assert!(requirement.looks_at_values());
}

/// The weight that a census gives each record is a number of its own.
#[test]
fn a_number_that_tells_everybody_apart_is_told_before_anything_is_promised() {
    let mut text = "age,education,weight\n".to_owned();
    for row in 0..200 {
        let school = ["low", "high"][row % 2];
        text += &format!("{},{school},{}\n", 20 + row % 40, 10_000 + 37 * row);
    }
    let mut bench = Bench::new();
    let file = bench.write("census.csv", &text);
    bench.open_as_new(&file);
    bench.press_next();
    let known = ["age", "education", "weight"].map(|name| (name.to_owned(), Role::Quasi));
    bench.change(Change::SetRoles(known.to_vec()));
    bench.send(Action::Run(Command::AcceptHierarchies));
    bench.settle();
    bench.see("weight makes 100\u{a0}% of the records unique.");
}
