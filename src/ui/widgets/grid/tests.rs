//! The grid as a user meets it: by label, mouse and keyboard.

use super::*;
use crate::ui::theme;
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::borrow::Cow;

/// Cells that say where they are.
struct Table {
    rows: u64,
    names: Vec<String>,
}

impl Table {
    fn new(rows: u64, columns: usize) -> Self {
        Self {
            rows,
            names: (0..columns).map(|column| format!("c{column}")).collect(),
        }
    }
}

impl GridSource for Table {
    fn rows(&self) -> u64 {
        self.rows
    }

    fn columns(&self) -> usize {
        self.names.len()
    }

    fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            chip: (column == 0).then_some(GridChip {
                text: Cow::Borrowed("quasi"),
                tone: ChipTone::Quasi,
                hover: Cow::Borrowed(""),
            }),
            ..Default::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row
    }

    fn row_look(&self, row: u64) -> RowLook {
        RowLook {
            mark: if row % 3 == 1 {
                RowMark::Violates
            } else {
                RowMark::Plain
            },
            related: false,
            begins: row.is_multiple_of(5),
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        match (row, column) {
            (2, 1) => GridCell::missing(),
            (2, 2) => GridCell::hidden(),
            (3, 1) => GridCell::text("long ".repeat(2_000_000)),
            (4, 1) => GridCell::text("two\r\nlines and 日本 and e\u{301}"),
            _ => GridCell::number(format!("{row}/{column}")),
        }
    }
}

struct Shown {
    table: Table,
    grid: GridState,
    events: Vec<GridEvent>,
    dressed: bool,
}

fn show<'a>(rows: u64, columns: usize) -> Harness<'a, Shown> {
    let shown = Shown {
        table: Table::new(rows, columns),
        grid: GridState::default(),
        events: Vec::new(),
        dressed: false,
    };
    // The machine's own fonts, which a test does not have, cover other scripts.
    let mut harness = Harness::builder()
        .allow_missing_glyphs()
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(200)
        .with_size(SIZE)
        .build_ui_state(
            |ui, shown: &mut Shown| {
                let Shown {
                    table,
                    grid: state,
                    events,
                    dressed,
                } = shown;
                // Fonts are there from the second frame on.
                if !std::mem::replace(dressed, true) {
                    theme::install(ui.ctx());
                    ui.ctx().request_repaint();
                    return;
                }
                events.extend(grid(ui, "data", "Data", state, table));
            },
            shown,
        );
    harness.run();
    harness
}

const SIZE: Vec2 = vec2(800.0, 600.0);

fn events(harness: &mut Harness<'_, Shown>) -> Vec<GridEvent> {
    std::mem::take(&mut harness.state_mut().events)
}

fn focus(harness: &mut Harness<'_, Shown>) {
    harness.get_by_label("Data").focus();
    harness.run();
}

fn wheel(harness: &mut Harness<'_, Shown>, points: f32) {
    harness.hover_at(pos2(400.0, 300.0));
    harness.run();
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -points),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    harness.run();
}

/// The distance of a row's top from the top of the rows.
fn top_of(harness: &Harness<'_, Shown>, row: &str) -> f32 {
    let header = harness.get_by_label("c0").rect();
    harness.get_by_label_contains(row).rect().top() - header.bottom()
}

#[test]
fn the_last_of_a_million_rows_is_exactly_at_the_bottom() {
    let mut harness = show(1_000_000, 3);
    harness.state_mut().grid.scroll_to_row(999_999);
    harness.run();
    let last = harness.get_by_label_contains("Row 999,999:").rect();
    assert!((last.height() - 26.0).abs() < 1e-3);
    // Where a grid of a thousand rows has its last row, a grid of a million has it too.
    let mut small = show(1_000, 3);
    small.state_mut().grid.scroll_to_row(999);
    small.run();
    assert_eq!(last, small.get_by_label_contains("Row 999:").rect());
}

#[test]
fn at_the_far_end_a_row_up_is_one_row() {
    let mut harness = show(1_000_000, 3);
    harness.state_mut().grid.set_offset(f64::MAX);
    harness.run();
    let before = top_of(&harness, "Row 999,990:");
    let offset = harness.state().grid.offset();
    wheel(&mut harness, -26.0);
    assert!((top_of(&harness, "Row 999,990:") - before - 26.0).abs() < 1e-2);
    assert!((offset - harness.state().grid.offset() - 26.0).abs() < 1e-3);
}

#[test]
fn a_click_selects_a_row_and_two_activate_it() {
    let mut harness = show(1_000_000, 3);
    harness.get_by_label_contains("Row 4:").click();
    harness.run();
    assert_eq!(events(&mut harness), [GridEvent::RowSelected(4)]);
    assert_eq!(harness.state().grid.selected(), Some(4));
    assert!(harness.get_by_label("Data").is_focused());
    harness.get_by_label_contains("Row 4:").click();
    harness.run();
    assert!(events(&mut harness).contains(&GridEvent::RowActivated(4)));
}

#[test]
fn rows_are_found_by_their_text_and_clicked_without_a_mouse() {
    let mut harness = show(100, 3);
    harness.get_by_label_contains(" 7/2").click_accesskit();
    harness.run();
    assert_eq!(events(&mut harness), [GridEvent::RowSelected(7)]);
    harness.get_by_label_contains("Row 7: 7/0, 7/1, 7/2; violates");
    harness.get_by_label_contains("Row 2: 2/0, missing, hidden");
}

#[test]
fn a_secondary_click_asks_for_a_menu() {
    let mut harness = show(100, 3);
    harness.get_by_label_contains("Row 5:").click_secondary();
    harness.run();
    let events = events(&mut harness);
    assert!(matches!(
        events[..],
        [GridEvent::RowSelected(5), GridEvent::RowMenu { row: 5, .. }]
    ));
    harness.get_by_label("c1").click_secondary();
    harness.run();
    assert!(matches!(
        harness.state().events[..],
        [GridEvent::ColumnMenu(1, _)]
    ));
}

#[test]
fn header_and_chip_are_two_things() {
    let mut harness = show(100, 3);
    harness.get_by_label("c1").click();
    harness.run();
    assert_eq!(events(&mut harness), [GridEvent::HeaderClicked(1)]);
    harness.get_by_label("Role of c0: quasi").click();
    harness.run();
    assert!(matches!(
        events(&mut harness)[..],
        [GridEvent::ChipClicked(0, _)]
    ));
}

#[test]
fn the_keyboard_moves_the_selection() {
    let mut harness = show(1_000_000, 3);
    focus(&mut harness);
    let mut press = |modifiers, key, want| {
        harness.key_press_modifiers(modifiers, key);
        harness.run();
        assert_eq!(harness.state().grid.selected(), Some(want), "{key:?}");
    };
    press(Modifiers::NONE, Key::ArrowDown, 0);
    press(Modifiers::NONE, Key::ArrowDown, 1);
    press(Modifiers::NONE, Key::ArrowUp, 0);
    press(Modifiers::NONE, Key::ArrowUp, 0);
    press(Modifiers::COMMAND, Key::End, 999_999);
    press(Modifiers::NONE, Key::ArrowDown, 999_999);
    press(Modifiers::NONE, Key::ArrowUp, 999_998);
    press(Modifiers::COMMAND, Key::Home, 0);
    harness.key_press(Key::PageDown);
    harness.run();
    let page = harness.state().grid.selected().unwrap();
    assert!((15..25).contains(&page), "{page}");
    harness.key_press(Key::PageUp);
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(
        events(&mut harness).last(),
        Some(&GridEvent::RowActivated(0))
    );
    harness.get_by_label_contains("Row 0:");
}

#[test]
fn arrows_walk_along_the_columns() {
    let mut harness = show(100, 40);
    focus(&mut harness);
    assert!(harness.query_by_label("c39").is_none());
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert!(harness.query_by_label("c0").is_none());
    harness.key_press(Key::ArrowLeft);
    harness.run();
    harness.get_by_label("c0");
    harness.key_press(Key::End);
    harness.run();
    harness.get_by_label("c39");
    harness.key_press(Key::Home);
    harness.run();
    harness.get_by_label("c0");
}

fn drag(harness: &mut Harness<'_, Shown>, from: Pos2, to: Pos2) {
    harness.drag_at(from);
    harness.run();
    harness.hover_at(from + (to - from) / 2.0);
    harness.run();
    harness.hover_at(to);
    harness.run();
    harness.drop_at(to);
    harness.run();
}

#[test]
fn columns_are_resized_by_their_edge_and_fitted_by_two_clicks() {
    let mut harness = show(100, 3);
    let before = harness.state().grid.column_width(0);
    let edge = harness.get_by_label("Width of c0").rect().center();
    drag(&mut harness, edge, edge + vec2(60.0, 0.0));
    assert_eq!(harness.state().grid.column_width(0), before + 60.0);
    assert!(events(&mut harness).contains(&GridEvent::ColumnResized(0)));
    let saved = serde_json::to_string(&harness.state().grid).unwrap();
    assert_eq!(
        saved,
        format!(r#"{{"widths":{{"c0":{:.1}}}}}"#, before + 60.0)
    );

    let edge = harness.get_by_label("Width of c0").rect().center();
    drag(&mut harness, edge, edge - vec2(9_999.0, 0.0));
    assert_eq!(harness.state().grid.column_width(0), 48.0);
    harness.run_steps(60);
    harness.get_by_label("Width of c0").click();
    harness.get_by_label("Width of c0").click();
    harness.run();
    let fitted = harness.state().grid.column_width(0);
    assert!((70.0..130.0).contains(&fitted), "{fitted}");
}

#[test]
fn the_thumb_reaches_the_end() {
    let mut harness = show(1_000_000, 3);
    let track = harness.get_by_label("Scroll rows").rect();
    drag(
        &mut harness,
        track.center_top() + vec2(0.0, 5.0),
        track.center_bottom(),
    );
    harness.get_by_label_contains("Row 999,999:");
    drag(
        &mut harness,
        track.center_bottom() - vec2(0.0, 5.0),
        track.center_top(),
    );
    harness.get_by_label_contains("Row 0:");
    // A click beside the thumb turns one page.
    harness.get_by_label("Scroll rows").click();
    harness.run();
    assert_eq!(harness.state().grid.offset(), f64::from(track.height()));
}

#[test]
fn small_and_large_tables_are_shown() {
    for (rows, columns) in [
        (0, 0),
        (0, 3),
        (3, 0),
        (1, 1),
        (10, 5_000),
        (u64::MAX / 2, 2),
    ] {
        let mut harness = show(rows, columns);
        harness.get_by_label("Data");
        harness
            .state_mut()
            .grid
            .scroll_to_column(columns.saturating_sub(1));
        harness
            .state_mut()
            .grid
            .scroll_to_row(rows.saturating_sub(1));
        harness.run();
        if columns > 0 {
            harness.get_by_label(&format!("c{}", columns - 1));
        }
        focus(&mut harness);
        harness.key_press(Key::ArrowDown);
        harness.key_press(Key::PageDown);
        harness.key_press(Key::ArrowRight);
        harness.run();
        assert_eq!(harness.state().grid.selected().is_some(), rows > 0);
    }
}

#[test]
fn a_selection_outside_the_table_is_dropped() {
    let mut harness = show(100, 3);
    harness.state_mut().grid.select(Some(99));
    harness.state_mut().table.rows = 50;
    harness.run();
    assert_eq!(harness.state().grid.selected(), None);
}

#[test]
fn tiny_windows_do_no_harm() {
    let mut harness = show(100, 3);
    for size in [vec2(1.0, 1.0), vec2(30.0, 500.0), vec2(500.0, 20.0), SIZE] {
        harness.set_size(size);
        harness.run();
    }
    harness.get_by_label_contains("Row 0:");
}

#[test]
fn a_cut_cell_shows_its_text_on_hover_but_never_all_of_a_huge_one() {
    let mut harness = show(100, 3);
    let row = harness.get_by_label_contains("Row 3:").rect();
    let edge = harness.get_by_label("Width of c0").rect().center().x;
    harness.hover_at(pos2(edge + 30.0, row.center().y));
    harness.run_steps(90);
    let hover = harness.get_by(|node| {
        node.value()
            .is_some_and(|text| text.starts_with("long long"))
    });
    let length = hover.value().unwrap().chars().count();
    assert!(
        (1_000..=text::HOVER_CHARS + 1).contains(&length),
        "{length}"
    );
}

#[test]
fn letters_are_set_as_wide_as_egui_sets_them() {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let mut glyphs = glyphs::Glyphs::default();
    let font = theme::fonts::body();
    for _ in 0..2 {
        ctx.run_ui(Default::default(), |ui| {
            let mut pen = pen::Pen::new(ui.ctx(), &mut glyphs, font.clone(), Pos2::ZERO);
            for text in ["minimum", "Grüße", "Ελληνικά", "日本"] {
                let whole = ui.painter().layout_no_wrap(
                    text.to_owned(),
                    font.clone(),
                    egui::Color32::PLACEHOLDER,
                );
                // Kerning is all that may differ.
                let difference = (pen.measure(text) - whole.size().x).abs();
                assert!(difference < 1.5, "{text}: {difference}");
            }
            assert_eq!(pen.measure("111"), pen.measure("888"));
            let narrow = Rect::from_min_size(Pos2::ZERO, vec2(40.0, 26.0));
            let mut cut = |text: &str| {
                let colour = egui::Color32::PLACEHOLDER;
                pen.write(narrow, text, egui::Align::Min, colour, None).cut
            };
            assert!(!cut("short"));
            assert!(cut("much too long for this"));
            assert!(cut("日本日本日本日本日本"));
            let bounds = pen
                .finish()
                .iter()
                .map(|shape| shape.visual_bounding_rect().right())
                .fold(0.0, f32::max);
            assert!(bounds <= 41.0, "{bounds}");
        })
        .drop_without_applying_deltas();
    }
}

#[test]
fn parts_of_a_text_are_struck_out() {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let mut glyphs = glyphs::Glyphs::default();
    let font = theme::fonts::body();
    ctx.run_ui(Default::default(), |ui| {
        let mut pen = pen::Pen::new(ui.ctx(), &mut glyphs, font.clone(), Pos2::ZERO);
        let wide = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 26.0));
        let colour = egui::Color32::PLACEHOLDER;
        let before = pen.measure("milk, ");
        let struck = pen.measure("milk, bread");
        pen.dip(vec![pen::Ink {
            bytes: 6..11,
            colour,
            struck: true,
        }]);
        let text = "milk, bread, salt";
        let written = pen.write(wide, text, egui::Align::Min, colour, None);
        let [(line, _)] = &written.struck[..] else {
            panic!("{written:?}");
        };
        assert!((line.min - before).abs() < 1.5 && (line.max - struck).abs() < 1.5);
        // The next text is written as usual.
        let written = pen.write(wide, text, egui::Align::Min, colour, None);
        assert!(written.struck.is_empty());
    })
    .drop_without_applying_deltas();
}

#[test]
fn first_widths_leave_room_for_the_chip() {
    for name in ["a", "zip", "sex", "WWWW", "diagnosis code"] {
        let mut harness = show(100, 3);
        harness.state_mut().table.names[0] = name.to_owned();
        harness.run();
        let chip = harness
            .get_by_label(&format!("Role of {name}: quasi"))
            .rect();
        assert!(chip.width() > 30.0, "{name}: {chip}");
    }
}
