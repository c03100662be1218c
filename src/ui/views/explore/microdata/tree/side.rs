//! Beside the tree: the columns as a table, and all there is to say of the selected one.

use super::select;
use crate::ui::purpose::Compared;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts};
use crate::ui::views::explore::lattice::pair;
use crate::ui::views::explore::purpose::detail;
use crate::ui::widgets::{number, parts, section};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::{Id, Rect, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const ROW: f32 = 26.0;
/// Bins that are listed.
const MOST_BINS: usize = 24;

const HOLDS: &str = "The entropy of the column in bits: how much it tells of a record.";
const ADDS: &str = "What the column adds to those before it in the tree, in bits: what is still unknown of it for somebody \
    who knows its neighbour on the way to the first key column. A column that adds little can be told from its \
    neighbour (thesis, chapter 5).";
const KEY: &str = "It is a key column: it stands for those that hang at it.";
const EDGES: &str = "The edges of the tree that meet in the column.";

/// The table leaves this share of the room to what there is to say of a column, however many there are.
const ABOUT: f32 = 0.38;

pub fn show(ui: &mut Ui, profile: &DependencyProfile, keys: &[usize], compared: &mut Compared) {
    let room = ui.available_height();
    ScrollArea::vertical()
        .id_salt("columns of the tree")
        .auto_shrink([false, true])
        .max_height(room * (1.0 - ABOUT))
        .show(ui, |ui| table(ui, profile, keys, compared));
    ui.add_space(10.0);
    ScrollArea::vertical()
        .id_salt("about a column")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            match compared.one(profile) {
                Some(at) => about(ui, profile, keys, at, compared),
                None => detail(
                    ui,
                    "A click on a column tells what it adds, what it hangs at, and how it was counted.",
                ),
            }
            ui.add_space(6.0);
        });
}

/// Where the numbers end.
fn ends(rect: Rect) -> [f32; 3] {
    let right = rect.right() - 6.0;
    [right - 98.0, right - 44.0, right]
}

fn table(ui: &mut Ui, profile: &DependencyProfile, keys: &[usize], compared: &mut Compared) {
    let tokens = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 20.0));
    let heads = [("holds", HOLDS), ("adds", ADDS), ("edges", EDGES)];
    for ((words, meaning), end) in heads.into_iter().zip(ends(rect)) {
        let galley = parts::line(ui, words, fonts::chip_light(), tokens.dim);
        let place = Rect::from_min_max(pos2(end - 48.0, rect.top()), pos2(end, rect.bottom()));
        parts::put_right(ui.painter(), pos2(end, rect.center().y), galley);
        let id = Id::unique(("head of the table of columns", words));
        ui.interact(place, id, Sense::hover())
            .on_hover_text(meaning);
    }
    let line = Stroke::new(1.0, tokens.line);
    ui.painter()
        .hline(rect.x_range(), rect.bottom() - 0.5, line);
    // Those that add most first: the columns that cannot be told from others.
    let mut order: Vec<usize> = (0..profile.names().len()).collect();
    order.sort_by(|&a, &b| {
        profile
            .added(b)
            .total_cmp(&profile.added(a))
            .then(a.cmp(&b))
    });
    for at in order {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let name = &profile.names()[at];
        let id = Id::unique(("column of the tree", name));
        let response = ui.interact(rect, id, Sense::click());
        let chosen = compared.one(profile) == Some(at);
        let key = keys.contains(&at);
        let word = if key { ", key column" } else { "" };
        let label = format!(
            "{name}{word}: holds {}, adds {}",
            number::decimal(profile.entropy(at)),
            number::decimal(profile.added(at))
        );
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::ListBoxOption, ui.is_enabled(), chosen, &label)
        });
        if response.clicked() {
            select(profile, compared, Some(at));
        }
        let painter = ui.painter();
        if chosen {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
        } else if response.hovered() {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
        }
        let y = rect.center().y;
        let figures = [
            number::decimal(profile.entropy(at)),
            number::decimal(profile.added(at)),
            profile.degree(at).to_string(),
        ];
        let mut room = rect.width();
        for (words, end) in figures.iter().zip(ends(rect)) {
            let galley = parts::line(ui, words, fonts::detail(), tokens.text);
            let start = parts::put_right(painter, pos2(end, y), galley);
            room = room.min(start - rect.left() - 6.0);
        }
        let middle = pos2(rect.left() + 8.0, y);
        if key {
            let square = Rect::from_center_size(middle, vec2(9.0, 9.0));
            painter.rect_filled(square, 2, tokens.accent);
        } else {
            painter.circle_filled(middle, 4.5, tokens.series[0]);
        }
        let font = if key { fonts::strong() } else { fonts::body() };
        let (galley, _) = parts::line_within(ui, name, font, tokens.text, room - 18.0);
        parts::put_left(painter, pos2(rect.left() + 20.0, y), galley);
        parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
    }
    ui.spacing_mut().item_spacing.y = 4.0;
}

/// The column in sentences.
pub fn words(profile: &DependencyProfile, keys: &[usize], at: usize) -> Vec<String> {
    let names = profile.names();
    let holds = number::decimal(profile.entropy(at));
    let adds = number::decimal(profile.added(at));
    let mut words = vec![match profile.parent(at) {
        Some(parent) => format!(
            "{} holds {holds} bits and adds {adds} to {}.",
            names[at], names[parent]
        ),
        None => format!("{} holds {holds} bits, all of which it adds.", names[at]),
    }];
    if keys.contains(&at) {
        words.push(KEY.to_owned());
    }
    words
}

fn about(
    ui: &mut Ui,
    profile: &DependencyProfile,
    keys: &[usize],
    at: usize,
    compared: &mut Compared,
) {
    let names = profile.names();
    section(ui, &names[at]);
    let bits = |bits: f64| format!("{} bits", number::decimal(bits));
    pair(ui, "holds", &bits(profile.entropy(at)), false, false).on_hover_text(HOLDS);
    let adds = match profile.parent(at) {
        Some(parent) => format!("adds to {}", names[parent]),
        None => "adds, as the first".to_owned(),
    };
    pair(ui, &adds, &bits(profile.added(at)), true, false).on_hover_text(ADDS);
    if keys.contains(&at) {
        detail(ui, KEY);
    }
    ui.add_space(4.0);
    ui.label(fonts::strong_text("Hangs at"));
    let mut neighbours: Vec<(f64, usize)> = profile
        .tree()
        .iter()
        .filter(|edge| edge.a == at || edge.b == at)
        .map(|edge| (edge.weight, edge.a + edge.b - at))
        .collect();
    neighbours.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if neighbours.is_empty() {
        detail(ui, "no other column");
    }
    for (weight, other) in neighbours {
        let bits = format!("{} bits apart", number::decimal(weight));
        let row = pair(ui, &names[other], &bits, false, false);
        let id = Id::unique(("neighbour", &names[other]));
        let response = ui.interact(row.rect, id, Sense::click());
        let label = format!("Select {}", names[other]);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Link, ui.is_enabled(), &label));
        parts::focus_ring(
            ui,
            &response,
            row.rect.expand2(vec2(3.0, 0.0)),
            CONTROL_RADIUS,
        );
        if response.clicked() {
            select(profile, compared, Some(other));
        }
    }
    ui.add_space(4.0);
    ui.label(fonts::strong_text("Counted as"));
    match profile.bins(at) {
        None => {
            detail(ui, "every value as it is");
        }
        Some(bins) => {
            detail(ui, &bins.sentence());
            for bin in 0..bins.len().min(MOST_BINS) {
                let records = number::count(bins.records[bin]);
                pair(ui, &bins.words(bin), &records, false, false);
            }
            if bins.missing > 0 {
                pair(ui, "missing", &number::count(bins.missing), false, false);
            }
        }
    }
}
