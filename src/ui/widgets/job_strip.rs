//! A running job in the bottom bar: name, progress, time left, and a way to stop it.

use std::time::Duration;

use egui::{Rect, Sense, Ui, WidgetInfo, vec2};

use super::{buttons, number, parts};
use crate::ui::theme::{Tokens, fonts, icons};

const BAR: egui::Vec2 = vec2(180.0, 6.0);

#[must_use = "call `show`"]
pub struct JobStrip<'a> {
    name: &'a str,
    share: Option<f32>,
    stage_left: Option<Duration>,
    has_something: bool,
}

/// What is to become of the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobClick {
    Stop,
    Take,
}

impl<'a> JobStrip<'a> {
    /// `share` is how much is done, from 0 to 1, once that is known.
    pub fn new(name: &'a str, share: Option<f32>) -> Self {
        Self {
            name,
            share,
            stage_left: None,
            has_something: false,
        }
    }

    /// There is something that can be taken.
    pub fn has_something(mut self, has_something: bool) -> Self {
        self.has_something = has_something;
        self
    }

    /// How long the stage that is named will still take.
    pub fn stage_left(mut self, stage_left: Option<Duration>) -> Self {
        self.stage_left = stage_left;
        self
    }

    fn words(&self) -> String {
        let share = self.share.map(|share| {
            // Whole percents, and 100 only when all is done.
            number::progress(share.into())
        });
        let left = self
            .stage_left
            .map(|left| format!("step: {}", number::time_left(left)));
        match (share, left) {
            (Some(share), Some(left)) => format!("{share}, {left}"),
            (Some(words), None) | (None, Some(words)) => words,
            (None, None) => "running".to_owned(),
        }
    }

    pub fn show(self, ui: &mut Ui) -> Option<JobClick> {
        let tokens = Tokens::of(ui);
        let words = self.words();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            // First, so that a long name never pushes it out of the window.
            let stop = format!("Stop {}", self.name);
            let mut click = buttons::icon_button(ui, icons::CLOSE, &stop)
                .clicked()
                .then_some(JobClick::Stop);
            if self.has_something {
                let take = format!("Take what {} has", self.name);
                if buttons::icon_button(ui, icons::CHECKED, &take).clicked() {
                    click = Some(JobClick::Take);
                }
            }
            // The widest text this can become, so that the strip does not tremble.
            let widest = parts::line(ui, "88 %, step: 88 min left", fonts::detail(), tokens.dim);
            let text = parts::line(ui, &words, fonts::detail(), tokens.dim);
            let text_width = widest.size().x.max(text.size().x).ceil();
            let taken = BAR.x + text_width + 2.0 * ui.spacing().item_spacing.x;
            let room = (ui.available_width() - taken).max(0.0);
            let (name, cut) = parts::line_within(ui, self.name, fonts::body(), tokens.text, room);
            let (rect, response) = ui.allocate_exact_size(name.size().ceil(), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, self.name));
            parts::put_left(ui.painter(), rect.left_center(), name);
            if cut {
                response.on_hover_text(self.name);
            }
            let (rect, response) = ui.allocate_exact_size(BAR, Sense::hover());
            let label = format!("{}: {words}", self.name);
            response
                .widget_info(|| WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &label));
            let painter = ui.painter();
            painter.rect_filled(rect, 3.0, tokens.track);
            let done = match self.share {
                Some(share) => {
                    let width = (rect.width() * share.clamp(0.0, 1.0)).max(rect.height());
                    Rect::from_min_size(rect.min, vec2(width, rect.height()))
                }
                // How much there is to do is not known: half-filled in the middle, and still.
                None => rect.shrink2(vec2(rect.width() * 0.3, 0.0)),
            };
            painter.rect_filled(done, 3.0, tokens.accent);
            let size = vec2(text_width, text.size().y.ceil());
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            parts::put_left(ui.painter(), rect.left_center(), text);
            click
        })
        .inner
    }
}
