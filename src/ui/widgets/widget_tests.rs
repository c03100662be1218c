//! Every widget is found by its label and reacts to the mouse and the keyboard.

use egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::ui::help::Word;
use crate::ui::theme::{self, icons};
use cloakroom_microdata::privacy::PrivacyModel;

fn harness<'a, State: 'a>(
    state: State,
    show: impl FnMut(&mut egui::Ui, &mut State) + 'a,
) -> Harness<'a, State> {
    Harness::builder()
        .with_size(egui::vec2(480.0, 480.0))
        .with_context_setup(theme::install)
        .build_ui_state(show, state)
}

#[test]
fn a_slider_follows_the_keyboard() {
    let mut harness = harness((5_u32, 0), |ui, (k, changes): &mut (u32, i32)| {
        let slider = ThresholdSlider::new("k", "records per class", k, 2..=50);
        *changes += i32::from(ui.add(slider).changed());
    });
    let press = |harness: &mut Harness<'_, (u32, i32)>, key| {
        harness.key_press(key);
        harness.run();
        harness.state().0
    };
    let slider = harness.get_by_label("records per class, k");
    assert_eq!(slider.accesskit_node().role(), Role::Slider);
    assert_eq!(slider.accesskit_node().numeric_value(), Some(5.0));
    slider.focus();
    harness.run();
    assert_eq!(press(&mut harness, Key::ArrowRight), 6);
    assert_eq!(press(&mut harness, Key::ArrowDown), 5);
    assert_eq!(press(&mut harness, Key::PageUp), 15);
    assert_eq!(press(&mut harness, Key::End), 50);
    assert_eq!(press(&mut harness, Key::ArrowRight), 50);
    assert_eq!(press(&mut harness, Key::Home), 2);
    assert_eq!(harness.state().1, 5, "only real changes count");
}

#[test]
fn a_slider_follows_the_mouse_and_screen_readers() {
    let mut harness = harness(2_u32, |ui, k| {
        ui.add(ThresholdSlider::new("k", "records per class", k, 2..=50));
    });
    harness.get_by_label("records per class, k").click();
    harness.run();
    assert_eq!(*harness.state(), 26, "the middle of the track");
    let slider = harness.get_by_label("records per class, k");
    slider.increment_accesskit();
    harness.run();
    assert_eq!(*harness.state(), 27);
    let slider = harness.get_by_label("records per class, k");
    slider.set_value_accesskit(9.0);
    harness.run();
    assert_eq!(*harness.state(), 9);
}

#[test]
fn a_value_can_be_typed() {
    let mut harness = harness(0.02, |ui, share| {
        let slider = ThresholdSlider::new("", "left out", share, 0.0..=0.1);
        ui.add(slider.step(0.005).percent());
    });
    harness.get_by_label("left out value").click();
    harness.run();
    // The whole number is selected: typing replaces it.
    harness.event(egui::Event::Text("5".to_owned()));
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(*harness.state(), 0.05);

    harness.get_by_label("left out value").focus();
    harness.run();
    harness.event(egui::Event::Text("7".to_owned()));
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(*harness.state(), 0.05, "Escape keeps the old value");

    harness.get_by_label("left out value").focus();
    harness.run();
    harness.event(egui::Event::Text("90".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(*harness.state(), 0.1, "the range holds");
}

#[test]
fn a_logarithmic_slider_reaches_both_ends_and_every_step() {
    let mut harness = harness(2_u32, |ui, k| {
        ui.add(ThresholdSlider::new("k", "alike", k, 2..=1000).logarithmic(true));
    });
    harness.get_by_label("alike, k").click();
    harness.run();
    let middle = *harness.state();
    assert!((20..60).contains(&middle), "{middle} in the middle");
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(*harness.state(), middle + 1);
    harness.key_press(Key::End);
    harness.run();
    assert_eq!(*harness.state(), 1000);
}

#[test]
fn a_verdict_tells_what_was_clicked() {
    let [k, p] = [PrivacyModel::KAnonymity, PrivacyModel::P].map(Word::of);
    let mut harness = harness(None, |ui, clicked| {
        let click = VerdictCard::new(VerdictState::Violated, "412 records violate")
            .share("1.4 % of the table")
            .counts(&[(k, 388), (p, 0)])
            .note("Most are alone.")
            .link("Show")
            .show(ui);
        *clicked = click.or(*clicked);
    });
    harness.get_by_label("412 records violate");
    harness.get_by_label("Most are alone.");
    harness.get_by_label("Show").click();
    harness.run();
    assert_eq!(*harness.state(), Some(VerdictClick::Show));
    harness.get_by_label("k-anonymity 388").click();
    harness.run();
    assert_eq!(*harness.state(), Some(VerdictClick::Count(0)));
    harness.get_by_label("p-sensitive 0").click();
    harness.run();
    assert_eq!(
        *harness.state(),
        Some(VerdictClick::Count(0)),
        "none to show"
    );
}

#[test]
fn clicks_and_the_enter_key_reach_every_button() {
    let mut harness = harness(String::new(), |ui, last: &mut String| {
        let mut note = |name: &str, clicked: bool| {
            if clicked {
                name.clone_into(last);
            }
        };
        let chip = Chip::new(ChipKind::Quasi, "quasi").clickable("Role of zip: quasi");
        note("chip", ui.add(chip).clicked());
        let stage = StageButton::new(icons::DATA, "Data").attention(Some("Two are undecided"));
        note("stage", ui.add(stage).clicked());
        note(
            "primary",
            primary_button(ui, Some(icons::RUN), "Run").clicked(),
        );
        note("quiet", quiet_button(ui, None, "Cancel").clicked());
        note("icon", icon_button(ui, icons::UNDO, "Undo").clicked());
        note("link", link(ui, "+ model").clicked());
        let search = SearchBox::new("Search commands", "Ctrl K");
        note("search", ui.add(search).clicked());
        let banner = Banner::new(BannerKind::Attention, "Two columns have no role.");
        note("banner", banner.action("Decide").show(ui));
        let job = JobStrip::new("Mondrian", Some(0.62)).has_something(true);
        let click = job.show(ui);
        note("job", click == Some(JobClick::Stop));
        note("taken", click == Some(JobClick::Take));
    });
    let buttons = [
        ("Role of zip: quasi", "chip"),
        ("Data (needs attention)", "stage"),
        ("Run", "primary"),
        ("Cancel", "quiet"),
        ("Undo", "icon"),
        ("+ model", "link"),
        ("Search commands", "search"),
        ("Decide", "banner"),
        ("Stop Mondrian", "job"),
    ];
    for (label, name) in buttons {
        harness.get_by_label(label).click();
        harness.run();
        assert_eq!(harness.state(), name);
        harness.state_mut().clear();
        harness.get_by_label(label).focus();
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(harness.state(), name, "by keyboard");
    }
    harness.get_by_label("Two columns have no role.");
    harness.get_by_label("Mondrian: 62\u{a0}%");
}

#[test]
fn an_empty_view_has_one_action() {
    let mut harness = harness(false, |ui, asked| {
        let empty = EmptyState::new(icons::OPEN, "No table is open.");
        *asked |= empty.action("Open a file", None).show(ui);
    });
    harness.get_by_label("No table is open.");
    harness.get_by_label("Open a file").click();
    harness.run();
    assert!(harness.state());
}

#[test]
fn charts_and_lists_tell_what_was_clicked() {
    let mut harness = harness((None, None), |ui, (bar, value)| {
        let counts = [4, 3, 9];
        let clicked = Histogram::new("Class sizes", &counts)
            .violating(0..1)
            .ends("1", "3")
            .hover(&|bar| format!("bar {bar}"))
            .show(ui)
            .clicked;
        *bar = clicked.or(*bar);
        let values = [("Flu", 1200), ("", 3)];
        *value = TopValues::new(&values, 1203).show(ui).or(*value);
    });
    harness.get_by_label("Class sizes: 16 in 3 bars").click();
    harness.run();
    assert_eq!(harness.state().0, Some(1));
    harness.get_by_label("(empty): 3").click();
    harness.run();
    assert_eq!(harness.state().1, Some(1));
}

#[test]
fn tabs_and_choices_change_what_is_chosen() {
    let mut harness = harness((0, 0), |ui, (tab, method)| {
        tabs(ui, tab, &[(0, "Sizes"), (1, "Classes")]);
        let names = [(0, "Optimal"), (1, "Mondrian")];
        choice(ui, "Method", 160.0, method, &names);
        metric_row(ui, "classes", "222");
    });
    harness.get_by_label("Classes").click();
    harness.run();
    assert_eq!(harness.state().0, 1);
    harness.get_by_label("Method").click();
    harness.run();
    harness.get_by_label("Mondrian").click();
    harness.run();
    assert_eq!(harness.state().1, 1);
    harness.get_by_label("classes: 222");
}

#[test]
fn a_box_is_ticked_by_mouse_and_space() {
    let mut harness = harness(false, |ui, on| {
        check_box(ui, on, "Only violating rows");
    });
    harness.get_by_label("Only violating rows").click();
    harness.run();
    assert!(harness.state());
    harness.get_by_label("Only violating rows").focus();
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    assert!(!harness.state());
}
