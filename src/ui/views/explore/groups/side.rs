//! What every column lost, as bars.

use crate::ui::groups::{ColumnLoss, GroupPicture, Held};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::views::explore::purpose::detail;
use crate::ui::widgets::{number, parts, section};
use egui::{Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

const MEANING: &str = "0 is nothing lost, 1 as much as if all records were one group. Numbers and dates: the squared \
    error of what is released as a share of all variance, SSE / SST of the column (thesis, chapter 5). Categories: \
    the records whose value changed, as a share of those that differ from the most frequent value.";

/// `held` is what the selected group was and became.
pub fn show(ui: &mut Ui, picture: &GroupPicture, held: &[Held]) {
    section(ui, "Loss per column").on_hover_text(MEANING);
    detail(ui, "0 is nothing lost, 1 as if all records were one group.");
    ui.add_space(4.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        let mut losses: Vec<&ColumnLoss> = picture.losses.iter().collect();
        losses.sort_by(|a, b| b.loss.total_cmp(&a.loss).then_with(|| a.name.cmp(&b.name)));
        for column in losses {
            bar(ui, column);
            let held = held.iter().find(|held| held.column == column.name);
            if let Some(held) = held {
                detail(ui, &format!("In the group: {}.", held.words()));
                ui.add_space(4.0);
            }
        }
        ui.add_space(6.0);
        for (words, direction) in ["across", "upwards"].into_iter().zip(&picture.directions) {
            if direction.weights.is_empty() {
                continue;
            }
            let named: Vec<String> = direction
                .weights
                .iter()
                .map(|(name, weight)| format!("{name} {}", number::percent(*weight)))
                .collect();
            detail(
                ui,
                &format!(
                    "The {}, {words}, is mostly {}.",
                    direction.name,
                    named.join(", ")
                ),
            );
        }
    });
}

fn bar(ui: &mut Ui, column: &ColumnLoss) {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), Sense::hover());
    let figure = number::percent(column.loss);
    let label = format!("{} lost {figure}", column.name);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &label));
    let painter = ui.painter();
    let y = rect.top() + 10.0;
    let value = parts::line(
        ui,
        &figure,
        fonts::semibold(fonts::DETAIL_SIZE),
        tokens.text,
    );
    let start = parts::put_right(painter, pos2(rect.right(), y), value);
    let room = start - rect.left() - 8.0;
    let (name, _) = parts::line_within(ui, &column.name, fonts::detail(), tokens.dim, room);
    parts::put_left(painter, pos2(rect.left(), y), name);
    let track = Rect::from_min_max(
        pos2(rect.left(), rect.bottom() - 9.0),
        pos2(rect.right(), rect.bottom() - 3.0),
    );
    painter.rect_filled(track, 2, tokens.track);
    let share = column.loss.clamp(0.0, 1.0) as f32;
    let filled = track.with_max_x(track.left() + share * track.width());
    painter.rect_filled(filled, 2, tokens.bar);
    let what = match column.numbers {
        true => "squared error over variance",
        false => "changed values over those that are not the most frequent one",
    };
    response.on_hover_text(format!(
        "{}: {figure} ({what}), {} of the loss of all columns.",
        column.name,
        number::percent(column.part)
    ));
}
