//! The page that lists all columns: roles by keys, several rows at once, an order and a filter.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::Action;
use cloakroom_core::roles::Role;
use egui::{Key, Modifiers};

fn page() -> Bench {
    let mut bench = Bench::new();
    let file = bench.write("patients.csv", &raw::patients());
    bench.open_as_new(&file);
    bench.send(Action::Understood);
    bench
}

fn role(bench: &Bench, column: &str) -> Option<Role> {
    bench.workspace().settings().roles.of(column)
}

fn press(bench: &mut Bench, key: Key) {
    bench.key(Modifiers::NONE, key);
    bench.settle();
}

#[test]
fn the_keyboard_alone_selects_a_row_and_marks_it() {
    let mut bench = page();
    for (column, key, wanted) in [
        ("name", Key::I, Role::Identifier),
        ("sex", Key::Q, Role::Quasi),
        ("diagnosis", Key::S, Role::Sensitive),
        ("insurer", Key::K, Role::Insensitive),
    ] {
        let row = format!("Column {column}");
        bench.focus(&row);
        // The row has the keyboard, and letters are meant for what is selected.
        press(&mut bench, Key::Space);
        press(&mut bench, key);
        assert_eq!(role(&bench, column), Some(wanted), "{column}");
        press(&mut bench, Key::Space);
    }
    // Nothing is selected any more, and nothing is marked.
    press(&mut bench, Key::K);
    assert_eq!(role(&bench, "sex"), Some(Role::Quasi));
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert_eq!(role(&bench, "insurer"), None);
}

#[test]
fn several_rows_are_marked_in_one_step() {
    let mut bench = page();
    bench.click_column("birth_date", Modifiers::NONE);
    bench.click_column("postal_code", Modifiers::SHIFT);
    bench.click_column("profession", Modifiers::COMMAND);
    bench.click_column("sex", Modifiers::COMMAND);
    press(&mut bench, Key::Q);
    let quasi = bench.workspace().names_with_role(Role::Quasi);
    assert_eq!(quasi, ["birth_date", "postal_code", "profession"]);
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    let quasi = bench.workspace().names_with_role(Role::Quasi);
    assert!(quasi.is_empty(), "{quasi:?}");
    // All that the filter leaves.
    bench.type_into("Find a column", "na");
    bench.settle();
    assert_eq!(bench.rows("Column "), ["name", "nationality"]);
    bench.click_column("name", Modifiers::NONE);
    bench.key(Modifiers::COMMAND, Key::A);
    bench.settle();
    press(&mut bench, Key::S);
    let sensitive = bench.workspace().names_with_role(Role::Sensitive);
    assert_eq!(sensitive, ["name", "nationality"]);
}

#[test]
fn letters_that_are_typed_into_a_field_mark_nothing() {
    let mut bench = page();
    bench.click_column("sex", Modifiers::NONE);
    bench.type_into("Find a column", "");
    press(&mut bench, Key::Q);
    assert_eq!(role(&bench, "sex"), None);
    // Nor do those that are meant for what lies over the page.
    bench.click("Role of sex: undecided");
    press(&mut bench, Key::Q);
    assert_eq!(role(&bench, "sex"), None);
}

#[test]
fn rows_are_ordered_by_what_stands_in_them() {
    let mut bench = page();
    let in_the_file = bench.rows("Column ");
    assert_eq!(in_the_file[..3], ["patient_id", "name", "birth_date"]);
    bench.click("Order by Column");
    let mut by_name = in_the_file.clone();
    by_name.sort();
    assert_eq!(bench.rows("Column "), by_name);
    bench.click("Order by Column");
    by_name.reverse();
    assert_eq!(bench.rows("Column "), by_name);
    bench.click("Order by Column");
    assert_eq!(bench.rows("Column "), in_the_file);
    // Two sexes and two insurers are the fewest; equal ones stay as they stand in the file.
    bench.click("Order by Distinct");
    assert_eq!(bench.rows("Column ")[..2], ["sex", "insurer"]);
    bench.click_column("insurer", Modifiers::NONE);
    press(&mut bench, Key::K);
    bench.click("Order by Role");
    assert_eq!(bench.rows("Column ").last().unwrap(), "insurer");
}
