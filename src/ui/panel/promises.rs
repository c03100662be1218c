//! The rows of the requirement: a slider for every promise that is asked for.

use super::Lent;
use super::cliff::{Cliffs, Settings};
use super::promise::promises;
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::help::Word;
use crate::ui::status::{Missing, Status};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{ThresholdSlider, icon_in, link, number, told};
use cloakroom_core::promise::{End, Track, Unit};
use cloakroom_core::roles::Role;
use cloakroom_core::units::Counted;
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Rect, Ui, pos2, vec2};

/// Where the track of a second number ends; larger ones can be typed.
const USUAL_LARGEST_RANK: u32 = 20;
/// Room for the cross that takes a promise away.
const CROSS: f32 = 22.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut Cliffs, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    if requirement.is_empty() {
        // What most begin with: it stands there and is not set.
        with_cross(ui, None, |ui| {
            row(ui, lent, cliffs, PrivacyModel::KAnonymity, out);
        });
        ui.add_space(2.0);
    }
    for model in promises().filter(|model| model.is_set(requirement)) {
        let cross = format!("Remove {}", model.title());
        let clicked = with_cross(ui, Some(&cross), |ui| {
            row(ui, lent, cliffs, model, out);
        });
        if clicked {
            out.change(Change::ask(model, None));
        }
        missing(ui, lent, model, out);
        ui.add_space(2.0);
    }
    with_cross(ui, None, |ui| left_out(ui, lent, out));
}

/// Every row keeps free what the cross needs, so that the values stand in one line.
pub(super) fn with_cross(ui: &mut Ui, name: Option<&str>, contents: impl FnOnce(&mut Ui)) -> bool {
    let whole = ui.available_rect_before_wrap();
    ui.scope(|ui| {
        ui.set_max_width(whole.width() - CROSS);
        contents(ui);
    });
    let place = Rect::from_min_size(
        pos2(whole.right() - 18.0, whole.top() + 1.0),
        vec2(18.0, 18.0),
    );
    name.is_some_and(|name| icon_in(ui, place, icons::CLOSE, name).clicked())
}

fn row(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut Cliffs, model: PrivacyModel, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let promise = model.promise();
    let set = (promise.get)(requirement);
    let value = set.unwrap_or(promise.weakest);
    let mut sliders = Sliders {
        ui,
        lent,
        cliffs,
        is_unset: set.is_none(),
    };
    let moved = match promise.unit {
        Unit::Count => sliders.whole(model, value as u32).map(f64::from),
        Unit::Decimal | Unit::Share => sliders.decimal(model, value),
    };
    let rank = model.rank(requirement);
    let moved_rank = promise
        .rank
        .as_ref()
        .and_then(|second| sliders.rank(model, second.symbol, rank));
    if moved.is_some() || moved_rank.is_some() {
        out.change(Change::SetPromise {
            model,
            value: Some(moved.unwrap_or(value)),
            rank: promise.rank.is_some().then(|| moved_rank.unwrap_or(rank)),
        });
    }
}

struct Sliders<'u, 'l> {
    ui: &'u mut Ui,
    lent: &'l Lent<'l>,
    cliffs: &'u mut Cliffs,
    is_unset: bool,
}

impl Sliders<'_, '_> {
    /// A slider over counts. What it was moved to, if it was.
    fn whole(&mut self, model: PrivacyModel, value: u32) -> Option<u32> {
        let (largest, most) = self.ends(model, f64::from(value));
        let largest = largest as u32;
        let settings = Settings {
            first: 1,
            step: 1,
            count: largest as usize,
        };
        let leaves = leaves(self.lent.status);
        let shares = self.cliffs.shares(self.lent.status, model, settings);
        let reached = self
            .lent
            .status
            .and_then(|status| status.reached(model))
            .map(|reached| reached as f64);
        let promise = model.promise();
        let counts = self.lent.status.and_then(|status| status.classes.counts());
        let words = match (model, counts) {
            (PrivacyModel::KAnonymity, Some(Counted::People)) => "people per class",
            (PrivacyModel::KAnonymity, Some(Counted::Groups)) => "groups per class",
            _ => promise.words,
        };
        let mut new = value;
        let slider = ThresholdSlider::new(promise.slider_symbol, words, &mut new, 1..=largest)
            .reached(reached)
            .violating(shares)
            .leaves(leaves)
            .typed_up_to(most)
            .unset(self.is_unset)
            .explain(&Word::of(model));
        self.ui.add(slider).changed().then_some(new)
    }

    fn decimal(&mut self, model: PrivacyModel, value: f64) -> Option<f64> {
        let promise = model.promise();
        let (high, most) = self.ends(model, value);
        let Track { low, step, .. } = promise.track;
        let settings = Settings {
            first: promise.counted(low),
            step: promise.counted(step),
            count: ((high - low) / step).round() as usize + 1,
        };
        let leaves = leaves(self.lent.status);
        let shares = self.cliffs.shares(self.lent.status, model, settings);
        let reached = self
            .lent
            .status
            .and_then(|status| status.reached(model))
            .map(|reached| promise.value(reached));
        let mut new = value;
        let slider =
            ThresholdSlider::new(promise.slider_symbol, promise.words, &mut new, low..=high)
                .step(step)
                .format(number::decimal)
                .reached(reached)
                .violating(shares)
                .leaves(leaves)
                .typed_up_to(most)
                .unset(self.is_unset)
                .explain(&Word::of(model));
        self.ui.add(slider).changed().then_some(new)
    }

    /// The slider of a second number, which counts values.
    fn rank(&mut self, model: PrivacyModel, symbol: &str, rank: u32) -> Option<u32> {
        let most = self.values().max(rank).max(2);
        let largest = most.min(USUAL_LARGEST_RANK.max(rank));
        let promise = model.promise();
        let mut new = rank;
        let slider = ThresholdSlider::new(symbol, promise.words, &mut new, 1..=largest)
            .typed_up_to(f64::from(most))
            .explain(&Word::of(model));
        self.ui.add(slider).changed().then_some(new)
    }

    /// The end of the track, and the most that can be typed.
    fn ends(&self, model: PrivacyModel, value: f64) -> (f64, f64) {
        let promise = model.promise();
        let Track { usual, typed, .. } = promise.track;
        let at_least = value.ceil();
        let usual = usual.max(at_least);
        let within = |most: u32| {
            let most = f64::from(most).max(at_least).max(2.0);
            (usual.min(most), most)
        };
        let records = self.lent.workspace.records() as f64;
        match typed {
            End::Records if promise.unit == Unit::Count => (usual.min(records.max(2.0)), records),
            End::Records | End::Weights => (usual, records),
            End::Values => within(self.values()),
            End::Categories => within(self.categories()),
            End::Number(most) => (usual, most),
        }
    }

    /// As many values as the sensitive column with the fewest has: more can be in no class.
    fn values(&self) -> u32 {
        let sensitive = self.lent.workspace.with_role(Role::Sensitive);
        let distinct = sensitive.iter().map(|column| column.dictionary().len());
        distinct.min().unwrap_or(USUAL_LARGEST_RANK as usize) as u32
    }

    fn categories(&self) -> u32 {
        let settings = self.lent.workspace.settings();
        let sensitive = self.lent.workspace.with_role(Role::Sensitive);
        let counts = sensitive
            .iter()
            .filter_map(|column| settings.categories.get(column.name()))
            .map(Vec::len);
        counts.min().unwrap_or(4) as u32
    }
}

/// What the bars of a cliff count.
fn leaves(status: Option<&Status>) -> &'static str {
    match status.and_then(|status| status.classes.counts()) {
        None => "of the records violating",
        Some(Counted::People) => "of the people violating",
        Some(Counted::Groups) => "of the groups violating",
    }
}

fn left_out(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let promise = PrivacyModel::Suppression.promise();
    let mut share = requirement.suppression;
    let most = promise.track.usual.max(share);
    let needed = lent
        .status
        // Who else goes with people that are left out is not known while dragging.
        .filter(|status| status.classes.counts().is_none() || status.scan.violating == 0)
        .filter(|status| status.is_complete())
        .map(|status| status.scan.violating as f64 / status.records().max(1) as f64);
    let words = match lent.status.and_then(|status| status.classes.counts()) {
        None => promise.words,
        Some(Counted::People) => "people who may be left out",
        Some(Counted::Groups) => "groups that may be left out",
    };
    let slider = ThresholdSlider::new("", words, &mut share, 0.0..=most)
        .step(promise.track.step)
        .percent()
        .typed_up_to(1.0)
        .reached(needed.filter(|&needed| needed <= most))
        .explain(&Word::of(PrivacyModel::Suppression));
    if ui.add(slider).changed() {
        out.change(Change::SetSuppression(share));
    }
}

/// What the promise lacks, and the way there.
fn missing(ui: &mut Ui, lent: &Lent<'_>, model: PrivacyModel, out: &mut Outbox) {
    let sensitive = lent.workspace.with_role(Role::Sensitive).len();
    let missing = match lent.status {
        Some(status) => status.missing(model).cloned(),
        // Without classes nothing is known, but this is.
        None if sensitive == 0 && model.looks_at_values() => Some(Missing::NoSensitiveColumn),
        None => None,
    };
    let column_name = |at: usize| {
        let columns = lent
            .workspace
            .table()
            .map_or(&[][..], |table| table.columns());
        columns.get(at).map_or("", |column| column.name())
    };
    let (words, action, target) = match missing {
        None | Some(Missing::Values) => return,
        Some(Missing::NoSensitiveColumn) => (
            "No column is sensitive yet.".to_owned(),
            "Mark one",
            Action::Go(Stage::Data),
        ),
        Some(Missing::Categories(at)) => (
            format!("Values of {} have no category.", column_name(at)),
            "Sort them",
            Action::EditCategories(Some(at)),
        ),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        let ink = Tokens::of(ui).attention_text;
        told(ui, words, fonts::detail(), ink);
        if link(ui, action).clicked() {
            out.send(target);
        }
    });
}
