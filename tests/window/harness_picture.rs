//! A test harness can be photographed, and the picture shows what changed.

use crate::support;

use cloakroom::ui::theme;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use support::Film;

#[test]
fn a_click_changes_the_picture_and_nothing_else_does() {
    let film = Film::default();
    let mut harness = Harness::builder()
        .with_size(egui::vec2(200.0, 100.0))
        .with_context_setup(theme::install)
        .renderer(film.clone())
        .build_ui_state(
            |ui, count: &mut u32| {
                if ui.button("Count").clicked() {
                    *count += 1;
                }
                ui.label(count.to_string());
            },
            0,
        );
    harness.run();
    let first = film.photograph(&harness);
    assert_eq!((first.width(), first.height()), (200, 100));
    harness.run();
    assert_eq!(first, film.photograph(&harness));

    harness.get_by_label("Count").click();
    harness.run();
    let second = film.photograph(&harness);
    let share = first.compare(&second);
    assert!(share > 0.0 && share < 0.1, "{share} of the pixels changed");
}
