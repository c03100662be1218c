//! The texts of one header, laid out for the room there is.

use super::source::GridHeader;
use super::text::{CELL_CHARS, head, one_line};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::Chip;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Ui};
use std::sync::Arc;

pub(super) const GAP: f32 = 6.0;
pub(super) const PILL_PADDING: f32 = 8.0;
pub(super) const SORT_WIDTH: f32 = 10.0;
pub(super) const DOT: f32 = 10.0;
/// A name keeps this much before its chip shrinks to a dot.
const SHORTEST_NAME: f32 = 30.0;
const LONGEST_BADGE: f32 = 160.0;

pub(super) struct Parts {
    pub name: Arc<Galley>,
    pub badge: Option<Arc<Galley>>,
    pub chip: Option<ChipSize>,
    sorted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ChipSize {
    Word(f32),
    /// There is no room for the word.
    Dot,
}

impl Parts {
    pub fn new(ui: &Ui, name: &str, header: &GridHeader<'_>, room: f32) -> Self {
        let colour = Tokens::of(ui).text;
        let name = |room: f32| line(ui, name, fonts::strong(), colour, room.max(8.0));
        let whole = name(f32::INFINITY);
        let badge = |text| line(ui, text, fonts::chip(), Color32::PLACEHOLDER, LONGEST_BADGE);
        let mut parts = Self {
            name: whole.clone(),
            badge: header.badge.as_deref().map(badge),
            chip: header
                .chip
                .as_ref()
                .map(|chip| Chip::new(chip.tone, &chip.text).clickable("").width(ui))
                .map(ChipSize::Word),
            sorted: header.sort.is_some(),
        };
        let least = whole.size().x.min(SHORTEST_NAME);
        // What gives way first: the badge, then the chip's word, then the end of the name.
        if room - parts.beside_name() < least {
            parts.badge = None;
        }
        if room - parts.beside_name() < least && parts.chip.is_some() {
            parts.chip = Some(ChipSize::Dot);
        }
        let rest = room - parts.beside_name();
        if whole.size().x > rest {
            parts.name = name(rest);
        }
        parts
    }

    pub fn width(&self) -> f32 {
        self.name.size().x + self.beside_name()
    }

    fn beside_name(&self) -> f32 {
        let sort = if self.sorted { GAP + SORT_WIDTH } else { 0.0 };
        let badge = self
            .badge
            .as_ref()
            .map_or(0.0, |galley| GAP + galley.size().x + 2.0 * PILL_PADDING);
        let chip = match self.chip {
            Some(ChipSize::Word(width)) => GAP + width,
            Some(ChipSize::Dot) => GAP + DOT,
            None => 0.0,
        };
        sort + badge + chip
    }
}

fn line(ui: &Ui, text: &str, font: FontId, colour: Color32, room: f32) -> Arc<Galley> {
    let text = one_line(head(text, CELL_CHARS).0);
    let mut job = LayoutJob::single_section(text, TextFormat::simple(font, colour));
    job.wrap = TextWrapping {
        max_width: room,
        max_rows: 1,
        break_anywhere: true,
        overflow_character: Some('…'),
    };
    ui.painter().layout_job(job)
}
