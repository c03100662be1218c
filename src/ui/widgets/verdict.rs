//! The verdict on the requirement, in one of four states; never only a colour.

use egui::{Align, Frame, Label, Layout, Margin, Rect, RichText, Stroke, Ui, pos2, vec2};

use super::help_mark::help;
use super::{buttons, number, parts};
use crate::ui::help::{Word, verdicts};
use crate::ui::theme::icons::{self, Icon};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictState {
    Satisfied,
    Violated,
    /// Not known yet, or no longer true.
    Unknown,
    Running,
}

/// What the user wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictClick {
    /// The link at the right.
    Show,
    /// The count with this place in the list.
    Count(usize),
    /// The link in the quiet line.
    Quiet,
}

#[must_use = "call `show`"]
pub struct VerdictCard<'a> {
    state: VerdictState,
    headline: &'a str,
    share: Option<&'a str>,
    counts: &'a [(Word, u64)],
    note: Option<&'a str>,
    link: Option<&'a str>,
    quiet: Option<(&'a str, bool)>,
    word: &'a Word,
}

impl<'a> VerdictCard<'a> {
    pub fn new(state: VerdictState, headline: &'a str) -> Self {
        Self {
            state,
            headline,
            share: None,
            counts: &[],
            note: None,
            link: None,
            quiet: None,
            word: verdicts::of(state),
        }
    }

    /// What it is a verdict on, where that is no promise.
    pub fn word(mut self, word: &'a Word) -> Self {
        self.word = word;
        self
    }

    /// The first line below the headline ("1.4 % of the table").
    pub fn share(mut self, share: &'a str) -> Self {
        self.share = Some(share);
        self
    }

    /// How many records violate each promise; each count leads to its records.
    pub fn counts(mut self, counts: &'a [(Word, u64)]) -> Self {
        self.counts = counts;
        self
    }

    /// The last line: a sentence that explains.
    pub fn note(mut self, note: &'a str) -> Self {
        self.note = Some(note);
        self
    }

    /// The action at the right of the headline ("Show").
    pub fn link(mut self, link: &'a str) -> Self {
        self.link = Some(link);
        self
    }

    /// A line below a rule that says how something else stands, with a link to it if there is anything to be seen.
    pub fn quiet(mut self, words: &'a str, has_link: bool) -> Self {
        self.quiet = Some((words, has_link));
        self
    }

    pub fn show(self, ui: &mut Ui) -> Option<VerdictClick> {
        let tokens = Tokens::of(ui);
        let (icon, ink): (Icon, _) = match self.state {
            VerdictState::Satisfied => (icons::SATISFIED, tokens.satisfied),
            VerdictState::Violated => (icons::VIOLATED, tokens.violates),
            VerdictState::Unknown => (icons::UNKNOWN, tokens.dim),
            VerdictState::Running => (icons::RUNNING, tokens.accent),
        };
        let frame = Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.line))
            .corner_radius(CARD_RADIUS)
            .inner_margin(Margin {
                left: 44,
                right: 14,
                top: 12,
                bottom: 10,
            });
        let shown = frame.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 5.0;
            // Lines of text, not controls: closer than a button's height.
            ui.spacing_mut().interact_size.y = 18.0;
            self.contents(ui, tokens)
        });
        let rect = shown.response.rect;
        let bar = Rect::from_min_max(
            pos2(rect.left(), rect.top() + 10.0),
            pos2(rect.left() + 4.0, rect.bottom() - 10.0),
        );
        ui.painter().rect_filled(bar, 2.0, ink);
        let place = pos2(rect.left() + 26.0, rect.top() + 24.0);
        parts::put_icon(ui.painter(), place, icon, 20.0, ink);
        shown.inner
    }

    fn contents(&self, ui: &mut Ui, tokens: &Tokens) -> Option<VerdictClick> {
        let mut clicked = None;
        let dim = |text: &str, font| {
            let text = RichText::new(number::tied(text))
                .font(font)
                .color(tokens.dim);
            Label::new(text).wrap()
        };
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), 24.0),
            Layout::right_to_left(Align::Center),
            |ui| {
                if let Some(link) = self.link
                    && buttons::link_in(ui, link, fonts::strong()).clicked()
                {
                    clicked = Some(VerdictClick::Show);
                }
                help(ui, self.word.word, &self.word.in_short());
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let text = RichText::new(self.headline).font(fonts::section());
                    ui.add(Label::new(text).wrap());
                });
            },
        );
        if let Some(share) = self.share {
            ui.add(dim(share, fonts::body()));
        }
        if !self.counts.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 14.0;
                for (place, (word, count)) in self.counts.iter().enumerate() {
                    if count_link(ui, tokens, word, *count) {
                        clicked = Some(VerdictClick::Count(place));
                    }
                }
            });
        }
        if let Some(note) = self.note {
            ui.add(dim(note, fonts::detail()));
        }
        if let Some((words, has_link)) = self.quiet {
            ui.add_space(3.0);
            let line = ui.available_rect_before_wrap();
            ui.painter()
                .hline(line.x_range(), line.top(), (1.0, tokens.line));
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                ui.add(dim(words, fonts::detail()));
                if has_link && buttons::link_in(ui, "Show", fonts::detail()).clicked() {
                    clicked = Some(VerdictClick::Quiet);
                }
            });
        }
        clicked
    }
}

/// `k-anonymity 388`: leads to the records it counts, unless there are none.
fn count_link(ui: &mut Ui, tokens: &Tokens, word: &Word, count: u64) -> bool {
    let text = format!("{} {}", word.word, number::count(count));
    let sense = if count > 0 {
        egui::Sense::click()
    } else {
        egui::Sense::hover()
    };
    let galley = parts::line(ui, &text, fonts::body(), tokens.text);
    let (rect, response) = ui.allocate_exact_size(galley.size().ceil(), sense);
    response.widget_info(|| {
        let role = if count > 0 {
            egui::Role::Link
        } else {
            egui::Role::Label
        };
        egui::WidgetInfo::labeled(role, ui.is_enabled(), &text)
    });
    parts::put_left(ui.painter(), rect.left_center(), galley);
    if response.hovered() && count > 0 {
        let under = Stroke::new(1.0, tokens.text);
        ui.painter()
            .hline(rect.x_range(), rect.bottom() - 1.0, under);
    }
    parts::focus_ring(ui, &response, rect.expand2(vec2(3.0, 1.0)), 4);
    word.beside(response).clicked()
}
