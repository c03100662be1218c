//! What each column adds to the others.

use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::parts;
use cloakroom_core::words::grouped;
use cloakroom_engine::risk::MicrodataRisk;
use cloakroom_microdata::metrics::risk::Contribution;
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const LINE: f32 = 46.0;
const BAR: f32 = 7.0;

/// A line per column: its name, how many fewer, and a bar of that among all who are unique.
pub fn show(ui: &mut Ui, risk: &MicrodataRisk) {
    let uniqueness = &risk.uniqueness;
    let mut order: Vec<&Contribution> = uniqueness.contributions.iter().collect();
    order.sort_by_key(|one| std::cmp::Reverse(one.fewer));
    for contribution in order {
        let sentence = risk.figures.iter().find(|figure| {
            figure.name == "unique_less_without"
                && figure.column.as_ref() == Some(&contribution.column)
        });
        let sentence = sentence.map_or("", |figure| figure.sentence.as_str());
        line(ui, contribution, uniqueness.together.unique, sentence);
    }
    ui.add_space(8.0);
}

fn line(ui: &mut Ui, one: &Contribution, all: usize, sentence: &str) {
    let tokens = Tokens::of(ui);
    let size = vec2(ui.available_width(), LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let spoken = format!("{}: {sentence}", one.column);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    if ui.is_rect_visible(rect) {
        let y = rect.top() + 10.0;
        let words = match one.fewer {
            0 => "none fewer".to_owned(),
            fewer => format!("{} fewer", grouped(fewer)),
        };
        let right = parts::line(ui, &words, fonts::detail(), tokens.dim);
        let end = parts::put_right(ui.painter(), pos2(rect.right(), y), right);
        let room = end - rect.left() - 8.0;
        let (name, _) = parts::line_within(ui, &one.column, fonts::strong(), tokens.text, room);
        parts::put_left(ui.painter(), pos2(rect.left(), y), name);
        let bar = Rect::from_min_size(pos2(rect.left(), y + 12.0), vec2(rect.width(), BAR));
        ui.painter().rect_filled(bar, 3, tokens.track);
        if one.fewer > 0 {
            let share = one.fewer as f32 / all.max(1) as f32;
            let part = bar.with_max_x(bar.left() + (bar.width() * share).max(3.0));
            ui.painter().rect_filled(part, 3, tokens.bar);
        }
    }
    response.on_hover_text(sentence);
}
