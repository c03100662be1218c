//! The slider of a requirement: where the data stand now, and how many records each setting would
//! leave violating, so that one sees the cliff before one reaches it.

use std::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::{
    EventFilter, Id, Key, Rect, Response, Sense, Stroke, Ui, Widget, WidgetInfo, pos2, vec2,
};

use super::help_mark::{HELP, help_mark};
use super::slider_scale::Scale;
use super::value_field::value_field;
use super::{capitalize, number, parts};
use crate::ui::help::Word;
use crate::ui::theme::{Tokens, fonts};

const LABEL_HEIGHT: f32 = 20.0;
const BARS_HEIGHT: f32 = 16.0;
const HANDLE: f32 = 8.5;
/// From the top of the widget to the middle of the track.
const TRACK_MIDDLE: f32 = LABEL_HEIGHT + 4.0 + BARS_HEIGHT + 4.0;
const HEIGHT: f32 = TRACK_MIDDLE + HANDLE + 3.5;
const MOST_BARS: usize = 42;
/// How many steps Page Up and Page Down take.
const PAGE: f64 = 10.0;

#[must_use = "add it to a Ui"]
pub struct ThresholdSlider<'a> {
    symbol: &'a str,
    words: &'a str,
    get_set: Box<dyn FnMut(Option<f64>) -> f64 + 'a>,
    scale: Scale,
    reached: Option<f64>,
    violating: &'a [f64],
    /// What the bars count, as a sentence ends.
    leaves: &'a str,
    explanation: String,
    /// The largest value that can be typed; the track may end before it.
    most: f64,
    format: fn(f64) -> String,
    /// What the shown number is multiplied with: 100 for a share shown in percent.
    shown_times: f64,
    /// Nothing is asked for yet: the handle is hollow and no number stands beside it.
    is_unset: bool,
}

/// What stands in the place of a number that nobody has chosen.
const UNSET: &str = "not set";

impl<'a> ThresholdSlider<'a> {
    /// `symbol` may be empty. Whole numbers step by one; for others say [`Self::step`].
    pub fn new<Num: Numeric>(
        symbol: &'a str,
        words: &'a str,
        value: &'a mut Num,
        range: RangeInclusive<Num>,
    ) -> Self {
        let (low, high) = (range.start().to_f64(), range.end().to_f64());
        let whole = Num::INTEGRAL;
        Self {
            symbol,
            words,
            scale: Scale {
                low,
                high: high.max(low),
                step: if whole {
                    1.0
                } else {
                    (high - low).abs() / 100.0
                },
                logarithmic: false,
            },
            reached: None,
            violating: &[],
            leaves: "of the records violating",
            explanation: String::new(),
            most: high.max(low),
            format: if whole {
                |value| number::count(value.max(0.0) as u64)
            } else {
                number::decimal
            },
            shown_times: 1.0,
            is_unset: false,
            get_set: Box::new(move |new| {
                if let Some(new) = new {
                    *value = Num::from_f64(new);
                }
                value.to_f64()
            }),
        }
    }

    pub fn step(mut self, step: f64) -> Self {
        self.scale.step = step;
        self
    }

    /// Small values get as much room as large ones: for ranges such as 2 to 1,000.
    pub fn logarithmic(mut self, logarithmic: bool) -> Self {
        self.scale.logarithmic = logarithmic;
        self
    }

    /// Where the data stand now: a tick on the track.
    pub fn reached(mut self, reached: Option<f64>) -> Self {
        self.reached = reached;
        self
    }

    /// The share of records (0 to 1) that each step, from the first, would leave violating.
    pub fn violating(mut self, shares: &'a [f64]) -> Self {
        self.violating = shares;
        self
    }

    /// What the bars count, as in "would leave 3 % of the records violating".
    pub fn leaves(mut self, words: &'a str) -> Self {
        self.leaves = words;
        self
    }

    /// What the parameter means, for whoever rests on its name.
    pub fn explain(mut self, word: &Word) -> Self {
        self.explanation = word.in_short();
        self
    }

    /// Values up to this can be typed though the track ends before.
    pub fn typed_up_to(mut self, most: f64) -> Self {
        self.most = self.most.max(most);
        self
    }

    /// The value is a share: shown and typed in percent.
    pub fn percent(mut self) -> Self {
        self.format = number::set_share;
        self.shown_times = 100.0;
        self
    }

    /// The parameter has no value: nothing is promised until somebody moves the handle or types a number.
    pub fn unset(mut self, is_unset: bool) -> Self {
        self.is_unset = is_unset;
        self
    }

    fn shown(&self, value: f64) -> String {
        if self.is_unset {
            UNSET.to_owned()
        } else {
            (self.format)(value)
        }
    }

    pub fn format(mut self, format: fn(f64) -> String) -> Self {
        self.format = format;
        self
    }

    fn name(&self) -> String {
        match (self.symbol, self.words) {
            ("", words) => words.to_owned(),
            (symbol, words) => format!("{words}, {symbol}"),
        }
    }

    fn share_at(&self, value: f64) -> f64 {
        let share = self.violating.get(self.scale.step_of(value));
        share.copied().unwrap_or(0.0).clamp(0.0, 1.0)
    }

    /// The value that the keyboard and screen readers ask for.
    fn stepped(&self, ui: &Ui, id: Id, focused: bool, value: f64) -> f64 {
        use egui::accesskit::{Action, ActionData};
        ui.input(|input| {
            let mut wanted = value;
            let presses = |key| input.num_presses(key) as f64;
            if focused {
                let steps = presses(Key::ArrowRight) + presses(Key::ArrowUp)
                    - presses(Key::ArrowLeft)
                    - presses(Key::ArrowDown);
                let pages = presses(Key::PageUp) - presses(Key::PageDown);
                wanted += (steps + pages * PAGE) * self.scale.step;
                if input.key_pressed(Key::Home) {
                    wanted = self.scale.low;
                }
                if input.key_pressed(Key::End) {
                    wanted = self.scale.high;
                }
            }
            let asked = |action| input.num_accesskit_action_requests(id, action) as f64;
            wanted += (asked(Action::Increment) - asked(Action::Decrement)) * self.scale.step;
            for request in input.accesskit_action_requests(id, Action::SetValue) {
                if let Some(ActionData::NumericValue(asked)) = request.data {
                    wanted = asked;
                }
            }
            wanted
        })
    }

    fn describe(&self, ui: &Ui, response: &Response, value: f64) {
        let mut name = self.name();
        if self.is_unset {
            name = format!("{name}, {UNSET}");
        }
        response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), value, &name));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            use egui::accesskit::Action;
            node.set_min_numeric_value(self.scale.low);
            node.set_max_numeric_value(self.scale.high);
            node.set_numeric_value_step(self.scale.step);
            node.add_action(Action::SetValue);
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
        });
    }

    /// Says where the words end.
    fn paint_labels(&self, ui: &Ui, rect: Rect, room: f32) -> f32 {
        let tokens = Tokens::of(ui);
        let mut start = pos2(rect.left(), rect.top() + LABEL_HEIGHT / 2.0);
        let mark = if self.explanation.is_empty() {
            0.0
        } else {
            HELP + 6.0
        };
        // Words first: the symbol stands behind them, for those who know it.
        let symbol = parts::line(ui, self.symbol, fonts::body(), tokens.dim);
        let behind = match self.symbol {
            "" => 0.0,
            _ => symbol.size().x + 7.0,
        };
        let room = room - mark;
        let within = |room| parts::line_within(ui, self.words, fonts::strong(), tokens.text, room);
        let (mut words, is_cut) = within(room - behind);
        // Where there is no room for both, the words are what everybody understands.
        if is_cut {
            words = within(room).0;
        }
        start.x = parts::put_left(ui.painter(), start, words);
        if self.symbol.is_empty() || is_cut {
            return start.x;
        }
        start.x += 7.0;
        parts::put_left(ui.painter(), start, symbol)
    }

    /// How many records each setting would leave violating, as faint bars above the track.
    fn paint_bars(&self, ui: &Ui, track: Rect, value: f64) {
        let tokens = Tokens::of(ui);
        let bars = self.scale.steps().min(self.violating.len()).min(MOST_BARS);
        let pitch = track.width() / bars.max(1) as f32;
        let bottom = track.top() - 2.0;
        for bar in 0..bars {
            let (from, to) = (bar as f32 / bars as f32, (bar + 1) as f32 / bars as f32);
            let share = self
                .share_at(self.scale.value_at((from + to) / 2.0))
                .clamp(0.0, 1.0);
            if share <= 0.0 {
                continue;
            }
            let height = (share as f32 * BARS_HEIGHT).max(1.5);
            let left = track.left() + from * track.width();
            let place = Rect::from_min_max(
                pos2(left, bottom - height),
                pos2(left + pitch - 1.0, bottom),
            );
            let here = !self.is_unset && (from..to).contains(&self.scale.place_of(value));
            let colour = if here {
                tokens.violates
            } else {
                tokens.violates_bar
            };
            ui.painter().rect_filled(place, 0.5, colour);
        }
    }

    fn paint_track(&self, ui: &Ui, track: Rect, value: f64, response: &Response) {
        let tokens = Tokens::of(ui);
        let painter = ui.painter();
        let x = |place: f32| track.left() + place * track.width();
        painter.rect_filled(track, 2.0, tokens.track);
        if !self.is_unset {
            let filled = track.with_max_x(x(self.scale.place_of(value)));
            painter.rect_filled(filled, 2.0, tokens.accent);
        }
        if let Some(reached) = self.reached.filter(|reached| reached.is_finite()) {
            let middle =
                x(self.scale.place_of(reached)).clamp(track.left() + 1.0, track.right() - 1.0);
            let tick = Rect::from_min_size(pos2(middle - 1.0, track.top() - 2.0), vec2(2.0, 12.0));
            painter.rect_filled(tick, 1.0, tokens.text);
        }
        let handle = pos2(x(self.scale.place_of(value)), track.center().y);
        let lively = response.hovered() || response.dragged();
        let ink = match self.is_unset && !lively {
            true => tokens.dim,
            false => tokens.accent,
        };
        let ring = Stroke::new(if lively { 2.5 } else { 1.75 }, ink);
        painter.circle(handle, HANDLE, tokens.card, ring);
        if response.has_focus() {
            let halo = Stroke::new(3.0, tokens.accent.gamma_multiply(0.35));
            painter.circle_stroke(handle, HANDLE + 2.5, halo);
        }
    }

    fn hover_text(&self, pointer_value: Option<f64>) -> Option<String> {
        let value = pointer_value?;
        let mut text = format!("{}: {}", self.name(), (self.format)(value));
        capitalize(&mut text);
        if !self.violating.is_empty() {
            let share = number::percent(self.share_at(value));
            text.push_str(&format!(" would leave {share} {}", self.leaves));
        }
        if let Some(reached) = self.reached {
            text.push_str(&format!("\nThe data reach {}", (self.format)(reached)));
        }
        if !self.explanation.is_empty() {
            text.push_str("\n\n");
            text.push_str(&self.explanation);
        }
        Some(text)
    }
}

impl Widget for ThresholdSlider<'_> {
    fn ui(mut self, ui: &mut Ui) -> Response {
        let size = vec2(ui.available_width().max(80.0), HEIGHT);
        let (id, rect) = ui.allocate_space(size);
        let before = (self.get_set)(None);
        let mut value = before;
        let mut is_touched = false;

        let hit = rect.with_min_y(rect.top() + LABEL_HEIGHT + 1.0);
        let mut response = ui.interact(hit, id, Sense::click_and_drag());
        let track = Rect::from_min_max(
            pos2(rect.left(), rect.top() + TRACK_MIDDLE - 2.0),
            pos2(rect.right(), rect.top() + TRACK_MIDDLE + 2.0),
        );
        let place_under = |x: f32| (x - track.left()) / track.width().max(1.0);
        if let Some(pointer) = response.interact_pointer_pos()
            && (response.dragged() || response.clicked() || response.is_pointer_button_down_on())
        {
            value = self.scale.value_at(place_under(pointer.x));
            is_touched = true;
        }
        if response.is_pointer_button_down_on() {
            response.request_focus();
        }
        let focused = response.has_focus();
        if focused {
            // Arrows move the handle and not the focus.
            ui.memory_mut(|memory| {
                memory.set_focus_lock_filter(
                    id,
                    EventFilter {
                        horizontal_arrows: true,
                        vertical_arrows: true,
                        ..Default::default()
                    },
                );
            });
        }
        let stepped = self.stepped(ui, id, focused, value);
        if stepped != value {
            value = self.scale.rounded(stepped);
            is_touched = true;
        }

        let field_width = (rect.width() * 0.3).clamp(48.0, 84.0);
        let field = Rect::from_min_size(
            pos2(rect.right() - field_width, rect.top()),
            vec2(field_width, LABEL_HEIGHT),
        );
        let name = format!("{} value", self.name());
        let shown = self.shown(value);
        if let Some(typed) = value_field(ui, field, id.with("value"), &name, &shown) {
            is_touched = true;
            let typed = typed / self.shown_times;
            value = if typed > self.scale.high && self.most > self.scale.high {
                Scale {
                    high: self.most,
                    ..self.scale
                }
                .rounded(typed)
            } else {
                self.scale.rounded(typed)
            };
        }
        if value != before || self.is_unset && is_touched {
            (self.get_set)(Some(value));
            response.mark_changed();
        }

        self.describe(ui, &response, value);
        let mut label_end = rect.left();
        if ui.is_rect_visible(rect) {
            // The number takes the room it needs; while it is typed, all of its field.
            let typing = ui.data(|data| data.get_temp::<String>(id.with("value")));
            let taken = match typing {
                Some(_) => field_width,
                None => {
                    let shown = self.shown(value);
                    let number = parts::line(ui, &shown, fonts::strong(), Tokens::of(ui).text);
                    number.size().x + 12.0
                }
            };
            let end = self.paint_labels(ui, rect, rect.width() - taken);
            label_end = end;
            self.paint_bars(ui, track, value);
            self.paint_track(ui, track, value, &response);
        }
        let pointed = response
            .hover_pos()
            .map(|pointer| self.scale.value_at(place_under(pointer.x)));
        if !self.explanation.is_empty() {
            let place = Rect::from_min_size(
                pos2(label_end + 6.0, rect.top() + (LABEL_HEIGHT - HELP) / 2.0),
                vec2(HELP, HELP),
            );
            help_mark(ui, place, &self.name(), &self.explanation);
        }
        if !self.explanation.is_empty() {
            // The words and the number beside them say what they mean as well.
            let above = rect.with_max_y(hit.top());
            let words = ui.interact(above, id.with("words"), Sense::hover());
            words.on_hover_text(self.explanation.as_str());
        }
        match self.hover_text(pointed) {
            Some(text) if !response.dragged() => response.on_hover_text_at_pointer(text),
            _ => response,
        }
    }
}
