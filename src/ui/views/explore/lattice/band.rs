//! Rows whose nodes are too near each other to be told apart: a band of what share stands how.

use super::camera::Projection;
use crate::ui::lattice::statuses::{Stands, Statuses};
use crate::ui::theme::Tokens;
use egui::epaint::Mesh;
use egui::{Rect, pos2};

/// The least width of a part of the band that is counted together.
const PART: f64 = 4.0;

/// Adds the band of a row: in each part, what holds stands at the bottom, what fails at the top.
pub fn add(
    mesh: &mut Mesh,
    view: &Projection<'_>,
    row: usize,
    statuses: &Statuses,
    only_holding: bool,
    tokens: &Tokens,
) {
    let (y, half) = (view.row_y(row), view.band());
    let start = view.rows.start(row);
    let visible = view.visible_places(row);
    // Parts are whole nodes and begin at the row's own end, so that they do not flicker while it is moved.
    let part = (PART / view.spacing(row)).ceil().max(1.0) as usize;
    let mut from = visible.start / part * part;
    while from < visible.end {
        let to = (from + part).min(view.rows.in_row(row));
        let tally = statuses.between(view.rows, start + from, start + to);
        let (left, right) = (view.edge(row, from), view.edge(row, to));
        let all = tally.all() as f32;
        let mut bottom = y + half;
        for stands in Stands::ALL {
            let count = tally.of(stands);
            if count == 0 || only_holding && !stands.holds() {
                continue;
            }
            let top = bottom - 2.0 * half * count as f32 / all;
            let colour = match stands {
                Stands::Holds => tokens.satisfied,
                Stands::LeavingOut => tokens.attention,
                Stands::Fails => tokens.violates_bar.gamma_multiply(0.7),
                Stands::Unknown => tokens.track,
            };
            let rect = Rect::from_min_max(pos2(left, top), pos2(right, bottom));
            mesh.add_colored_rect(rect, colour);
            bottom = top;
        }
        from = to;
    }
}
