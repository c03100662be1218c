//! Rows whose nodes are too near each other to be told apart: a band of what share stands how.

use super::camera::Projection;
use crate::ui::lattice::standings::{Standings, Stands};
use crate::ui::theme::Tokens;
use egui::epaint::Mesh;
use egui::{Rect, pos2};

/// The width of a part of the band that is counted together.
const PART: f32 = 4.0;

/// Adds the band of a row: in each part, what holds stands at the bottom, what fails at the top.
pub fn add(
    mesh: &mut Mesh,
    view: &Projection<'_>,
    row: usize,
    standings: &Standings,
    only_holding: bool,
    tokens: &Tokens,
) {
    let (y, half) = (view.row_y(row), view.band());
    let (left, right) = view.ends(row);
    let clip = view.rect.x_range();
    // Parts begin at the row's own end, so that they do not flicker while it is moved.
    let hidden = ((clip.min - left) / PART).floor().max(0.0);
    let mut from = left + hidden * PART;
    let start = view.rows.start(row);
    while from < right.min(clip.max) {
        let to = (from + PART).min(right);
        let places = view.places_between(row, from, to);
        let tally = standings.between(view.rows, start + places.start, start + places.end);
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
                Stands::Fails => tokens.violates_bar,
                Stands::Unknown => tokens.track,
            };
            let rect = Rect::from_min_max(pos2(from, top), pos2(to, bottom));
            mesh.add_colored_rect(rect, colour);
            bottom = top;
        }
        from = to;
        if to >= right {
            break;
        }
    }
}
