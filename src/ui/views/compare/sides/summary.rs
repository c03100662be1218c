//! What each of two candidates keeps of every column.

use crate::ui::help::metrics;
use crate::ui::kinds;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{metric_row, number, parts, section};
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::side_by_side::{Beside, ColumnBeside};
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const LINE: f32 = 58.0;
const BAR: f32 = 7.0;

pub fn show(ui: &mut Ui, beside: &Beside, kind: Kind) {
    section(ui, kinds::of(kind).compare.by_part);
    let [a, b] = beside.loss();
    let lost = metrics::of(Metric::Loss);
    lost.beside(metric_row(ui, "loss, A", &number::percent(a)));
    lost.beside(metric_row(ui, "loss, B", &number::percent(b)));
    if kind.may_leave_out() {
        for (side, left_out) in ["A", "B"].iter().zip(beside.left_out) {
            let words = format!("{} left out, {side}", kind.record(2));
            let hover = format!("How many {} the release of {side} lacks.", kind.record(2));
            metric_row(ui, &words, &number::count(left_out as u64)).on_hover_text(hover);
        }
    }
    ui.add_space(8.0);
    for column in &beside.columns {
        line(ui, column);
    }
    ui.add_space(8.0);
}

/// The name, what both lose, and a bar: from the left what A says more exactly, from the right what B does.
fn line(ui: &mut Ui, column: &ColumnBeside) {
    let tokens = Tokens::of(ui);
    let size = vec2(ui.available_width(), LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let share = |side: usize| column.more_exact[side] as f64 / column.cells.max(1) as f64;
    let lost = column.loss.map(number::percent);
    let exact = [share(0), share(1)].map(number::percent);
    let spoken = format!(
        "{}: {} of the cells are more exact in A, {} in B; lost {} in A and {} in B",
        column.name, exact[0], exact[1], lost[0], lost[1]
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter();
    let first = rect.top() + 10.0;
    let words = format!("lost {} | {}", lost[0], lost[1]);
    let right = parts::line(ui, &words, fonts::detail(), tokens.dim);
    let end = parts::put_right(painter, pos2(rect.right(), first), right);
    let room = end - rect.left() - 8.0;
    let (name, _) = parts::line_within(ui, &column.name, fonts::strong(), tokens.text, room);
    parts::put_left(painter, pos2(rect.left(), first), name);
    let bar = Rect::from_min_size(pos2(rect.left(), first + 12.0), vec2(rect.width(), BAR));
    painter.rect_filled(bar, 3, tokens.track);
    let width = |side: usize| bar.width() * share(side) as f32;
    if column.more_exact[0] > 0 {
        let part = bar.with_max_x(bar.left() + width(0).max(3.0));
        painter.rect_filled(part, 3, tokens.series[0]);
    }
    if column.more_exact[1] > 0 {
        let part = bar.with_min_x(bar.right() - width(1).max(3.0));
        painter.rect_filled(part, 3, tokens.series[2]);
    }
    let below = bar.bottom() + 10.0;
    let told = |side: usize, letter: &str| match column.more_exact[side] {
        0 => String::new(),
        _ => format!("{letter} more exact in {}", exact[side]),
    };
    let a = parts::line(ui, &told(0, "A"), fonts::chip_light(), tokens.text);
    parts::put_left(painter, pos2(rect.left(), below), a);
    let b = parts::line(ui, &told(1, "B"), fonts::chip_light(), tokens.text);
    parts::put_right(painter, pos2(rect.right(), below), b);
    response.on_hover_text(spoken);
}
