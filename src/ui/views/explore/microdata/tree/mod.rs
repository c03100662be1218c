//! The dependency tree: which columns tell most of each other, and which of them stand for the others.

mod picture;
mod side;

use super::super::beside::aside;
use super::super::purpose::{compared_profile, scope};
use super::super::{Lent, head};
use crate::ui::actions::Outbox;
use crate::ui::purpose::Compared;
use crate::ui::purpose::tree::TreeLayout;
use crate::ui::theme::Tokens;
use crate::ui::views::explore::canvas_keys::{self, is_pressed, takes_keys};
use crate::ui::widgets::{number, sentence};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::{Align, CentralPanel, Frame, Key, Layout, Margin, Panel, Sense, Ui};
use picture::Picture;
use std::sync::Arc;

pub const MEANING: &str = "The spanning tree of least weight over the independency matrix: every column hangs at the one \
    it tells most of, directly or on the way (thesis, chapter 5; Kruskal). Key columns are those with most edges, \
    until they have as many as there are columns; approximate MDAV finds its groups by these alone.";

#[derive(Default)]
pub struct TreeTab {
    known: Option<(Arc<DependencyProfile>, TreeLayout)>,
}

impl TreeTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        compared: &mut Compared,
        out: &mut Outbox,
    ) {
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        let Some(profile) = lent
            .dependency
            .current(lent.workspace, compared.scope)
            .cloned()
        else {
            CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                compared_profile(ui, lent, compared.scope, out);
            });
            return;
        };
        let known = self.known.take();
        let known = known.filter(|(of, _)| Arc::ptr_eq(of, &profile));
        let (_, layout) = self
            .known
            .insert(known.unwrap_or_else(|| (profile.clone(), TreeLayout::new(&profile))));
        let keys = profile.key_columns();
        Panel::top("tree head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &headline(&profile, &keys)).on_hover_text(MEANING);
                ui.add_space(2.0);
                ui.horizontal(|ui| {
                    scope(ui, compared);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        picture::legend(ui);
                    });
                });
            });
        let side_frame = frame.inner_margin(Margin {
            left: 14,
            right: 18,
            top: 0,
            bottom: 8,
        });
        let room = ui.available_width();
        let wide = (room * 0.38).clamp(300.0, 420.0);
        aside(ui, "tree side", wide, side_frame, true, |ui| {
            side::show(ui, &profile, &keys, compared);
        });
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| canvas(ui, &profile, &keys, layout, compared));
    }
}

fn headline(profile: &DependencyProfile, keys: &[usize]) -> String {
    let names: Vec<&str> = keys
        .iter()
        .map(|&at| profile.names()[at].as_str())
        .collect();
    let columns = number::counted(profile.names().len() as u64, "column");
    match names.as_slice() {
        [] => format!("{columns}, none of which hangs at another."),
        [one] => format!("{columns}; {one} stands for the others."),
        [most @ .., last] => {
            format!(
                "{columns}; {} and {last} stand for the others.",
                most.join(", ")
            )
        }
    }
}

fn canvas(
    ui: &mut Ui,
    profile: &DependencyProfile,
    keys: &[usize],
    layout: &TreeLayout,
    compared: &mut Compared,
) {
    let Some((rect, response)) = canvas_keys::canvas(ui, "Tree of columns", Sense::click()) else {
        return;
    };
    let picture = Picture::new(profile, keys, layout, rect);
    if takes_keys(ui, &response) {
        let arrows = [
            (Key::ArrowLeft, egui::vec2(-1.0, 0.0)),
            (Key::ArrowRight, egui::vec2(1.0, 0.0)),
            (Key::ArrowUp, egui::vec2(0.0, -1.0)),
            (Key::ArrowDown, egui::vec2(0.0, 1.0)),
        ];
        if let Some((_, towards)) = arrows.into_iter().find(|(key, _)| is_pressed(ui, *key)) {
            let next = match compared.one(profile) {
                Some(at) => picture.next(at, towards),
                None => Some(layout.root),
            };
            select(profile, compared, next);
        }
    }
    let hit = response.hover_pos().and_then(|at| picture.hit(at));
    if response.clicked() {
        response.request_focus();
        compared.selected.clear();
        select(profile, compared, hit);
    }
    picture.paint(ui, hit, compared.one(profile));
    if response.has_focus() {
        let ring = (1.5, Tokens::of(ui).accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 0, ring, inside);
    }
    if let Some(at) = hit.filter(|&at| compared.one(profile) != Some(at)) {
        response.on_hover_text_at_pointer(side::words(profile, keys, at).join("\n"));
    }
}

pub fn select(profile: &DependencyProfile, compared: &mut Compared, at: Option<usize>) {
    if let Some(at) = at {
        compared.selected = vec![profile.names()[at].clone()];
    }
}
