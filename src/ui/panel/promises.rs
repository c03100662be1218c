//! The rows of the requirement: a slider for every promise that is asked for.

use super::Lent;
use super::cliff::{Cliffs, Settings};
use super::promise::{PROMISES, definition, removed, slider_symbol, words};
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::standing::Missing;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{ThresholdSlider, icon_in, link, number, sentence};
use cloakroom_core::requirement::{Diversity, millionths};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Label, Rect, RichText, Ui, pos2, vec2};

/// Where the tracks end; larger values can be typed.
const USUAL_LARGEST_K: u32 = 50;
const USUAL_LARGEST_COUNT: u32 = 20;
const USUAL_LARGEST_WEIGHT: f64 = 20.0;
const USUAL_LARGEST_C: f64 = 10.0;
const LARGEST_SHARE: f64 = 0.2;
/// Room for the cross that takes a promise away.
const CROSS: f32 = 22.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut Cliffs, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    if requirement.is_empty() {
        sentence(ui, "Nothing is promised yet. Add a promise, such as k.");
        ui.add_space(6.0);
    }
    for model in PROMISES {
        if !model.is_set(requirement) {
            continue;
        }
        let cross = format!("Remove {}", model.title());
        let clicked = with_cross(ui, Some(&cross), |ui| {
            row(ui, lent, cliffs, model, out);
        });
        if clicked {
            out.change(removed(model, requirement));
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
    let diversity = |change: &dyn Fn(&mut Diversity)| {
        let mut l = requirement.l.clone();
        change(&mut l);
        Change::SetL(l)
    };
    let mut sliders = Sliders { ui, lent, cliffs };
    match model {
        PrivacyModel::KAnonymity => {
            let records = lent.workspace.records() as u32;
            let k = requirement.k.unwrap_or(1);
            let largest = USUAL_LARGEST_K.max(k).min(records.max(2));
            if let Some(k) = sliders.whole(model, k, largest, records) {
                out.change(Change::SetK(Some(k)));
            }
        }
        PrivacyModel::DistinctDiversity => {
            let value = requirement.l.distinct.unwrap_or(1);
            let (largest, most) = sliders.values(value);
            if let Some(value) = sliders.whole(model, value, largest, most) {
                out.change(diversity(&|l| l.distinct = Some(value)));
            }
        }
        PrivacyModel::P => {
            let value = requirement.p.unwrap_or(1);
            let (largest, most) = sliders.values(value);
            if let Some(value) = sliders.whole(model, value, largest, most) {
                out.change(Change::SetP(Some(value)));
            }
        }
        PrivacyModel::PPlus => {
            let value = requirement.p_plus.unwrap_or(1);
            let largest = sliders.categories().max(value).max(2);
            if let Some(value) = sliders.whole(model, value, largest, largest) {
                out.change(Change::SetPPlus(Some(value)));
            }
        }
        PrivacyModel::EntropyDiversity => {
            let value = requirement.l.entropy.unwrap_or(1.0);
            let (largest, most) = sliders.values(value.ceil() as u32);
            let range = Decimals::new(1.0, f64::from(largest), 0.1, f64::from(most));
            if let Some(value) = sliders.decimal(model, value, range) {
                out.change(diversity(&|l| l.entropy = Some(value)));
            }
        }
        PrivacyModel::Alpha => {
            let value = requirement.alpha.unwrap_or(0.0);
            let largest = USUAL_LARGEST_WEIGHT.max(value);
            let most = lent.workspace.records() as f64;
            let range = Decimals::new(0.0, largest, 0.1, most);
            if let Some(value) = sliders.decimal(model, value, range) {
                out.change(Change::SetAlpha(Some(value)));
            }
        }
        PrivacyModel::Closeness => {
            let value = requirement.t.unwrap_or(1.0);
            let range = Decimals::new(0.0, 1.0, 0.01, 1.0);
            if let Some(value) = sliders.decimal(model, value, range) {
                out.change(Change::SetT(Some(value)));
            }
        }
        PrivacyModel::RecursiveDiversity => {
            let (c, l) = requirement.l.recursive.unwrap_or((1.0, 1));
            let largest = USUAL_LARGEST_C.max(c.ceil());
            let range = Decimals::new(0.1, largest, 0.1, 1e6);
            let new_c = sliders.decimal(model, c, range);
            let (largest, most) = sliders.values(l);
            let mut new_l = l;
            let slider = ThresholdSlider::new("l", "of recursive (c, l)", &mut new_l, 1..=largest)
                .typed_up_to(f64::from(most))
                .explain(definition(model));
            let moved = sliders.ui.add(slider).changed();
            if new_c.is_some() || moved {
                let recursive = (new_c.unwrap_or(c), new_l);
                out.change(diversity(&|l| l.recursive = Some(recursive)));
            }
        }
        PrivacyModel::Suppression => {}
    }
}

/// The settings of a slider for decimals.
struct Decimals {
    low: f64,
    high: f64,
    step: f64,
    /// The largest that can be typed.
    most: f64,
}

impl Decimals {
    fn new(low: f64, high: f64, step: f64, most: f64) -> Self {
        Self {
            low,
            high,
            step,
            most,
        }
    }
}

struct Sliders<'u, 'l> {
    ui: &'u mut Ui,
    lent: &'l Lent<'l>,
    cliffs: &'u mut Cliffs,
}

impl Sliders<'_, '_> {
    /// A slider over counts. What it was moved to, if it was.
    fn whole(&mut self, model: PrivacyModel, value: u32, largest: u32, most: u32) -> Option<u32> {
        let settings = Settings {
            first: 1,
            step: 1,
            count: largest as usize,
        };
        let shares = self.cliffs.shares(self.lent.standing, model, settings);
        let reached = self
            .lent
            .standing
            .and_then(|standing| standing.reached(model))
            .map(|reached| reached as f64);
        let mut new = value;
        let slider =
            ThresholdSlider::new(slider_symbol(model), words(model), &mut new, 1..=largest)
                .reached(reached)
                .violating(shares)
                .typed_up_to(f64::from(most))
                .explain(definition(model));
        self.ui.add(slider).changed().then_some(new)
    }

    fn decimal(&mut self, model: PrivacyModel, value: f64, range: Decimals) -> Option<f64> {
        let Decimals {
            low,
            high,
            step,
            most,
        } = range;
        let settings = Settings {
            first: millionths(low),
            step: millionths(step),
            count: ((high - low) / step).round() as usize + 1,
        };
        let shares = self.cliffs.shares(self.lent.standing, model, settings);
        let reached = self
            .lent
            .standing
            .and_then(|standing| standing.reached(model))
            .map(|reached| reached as f64 / 1e6);
        let mut new = value;
        let slider = ThresholdSlider::new(slider_symbol(model), words(model), &mut new, low..=high)
            .step(step)
            .format(number::decimal)
            .reached(reached)
            .violating(shares)
            .typed_up_to(most)
            .explain(definition(model));
        self.ui.add(slider).changed().then_some(new)
    }

    /// As many values as the sensitive column with the fewest has: more can be in no class. The end of the
    /// track, and the most that can be typed.
    fn values(&self, at_least: u32) -> (u32, u32) {
        let sensitive = self.lent.workspace.with_role(Role::Sensitive);
        let distinct = sensitive.iter().map(|column| column.dictionary().len());
        let most = distinct.min().unwrap_or(USUAL_LARGEST_COUNT as usize) as u32;
        let most = most.max(at_least).max(2);
        (most.min(USUAL_LARGEST_COUNT.max(at_least)), most)
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

fn left_out(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let model = PrivacyModel::Suppression;
    let mut share = requirement.suppression;
    let most = LARGEST_SHARE.max(share);
    let needed = lent
        .standing
        .filter(|standing| standing.is_complete())
        .map(|standing| standing.scan.violating as f64 / standing.records().max(1) as f64);
    let slider = ThresholdSlider::new("", words(model), &mut share, 0.0..=most)
        .step(0.001)
        .percent()
        .typed_up_to(1.0)
        .reached(needed.filter(|&needed| needed <= most))
        .explain(definition(model));
    if ui.add(slider).changed() {
        out.change(Change::SetSuppression(share));
    }
}

/// What the promise lacks, and the way there.
fn missing(ui: &mut Ui, lent: &Lent<'_>, model: PrivacyModel, out: &mut Outbox) {
    let sensitive = lent.workspace.with_role(Role::Sensitive).len();
    let missing = match lent.standing {
        Some(standing) => standing.missing(model).cloned(),
        // Without classes nothing is known, but this is.
        None if sensitive == 0 && model != PrivacyModel::KAnonymity => {
            Some(Missing::NoSensitiveColumn)
        }
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
        let words = RichText::new(words).font(fonts::detail()).color(ink);
        ui.add(Label::new(words).wrap());
        if link(ui, action).clicked() {
            out.send(target);
        }
    });
}
