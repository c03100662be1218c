//! The cliff under a slider: how many each setting would leave violating, computed once for a profile.

use crate::ui::status::{Measured, Status};
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_microdata::privacy::parameter::{from_safety, smaller_is_stricter};
use cloakroom_microdata::profile::classes::ClassProfile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The settings of a slider, as whole numbers: the first, the step between two, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub first: u64,
    pub step: u64,
    pub count: usize,
}

#[derive(Default)]
pub struct Cliffs(BTreeMap<PrivacyModel, Cliff>);

struct Cliff {
    key: Key,
    shares: Vec<f64>,
}

/// Holds what it was computed from, so that an address cannot come to mean something else.
struct Key {
    settings: Settings,
    classes: Arc<ClassProfile>,
    measured: Option<Arc<Measured>>,
    l: u32,
}

impl Key {
    fn answers(&self, status: &Status, settings: Settings, l: u32) -> bool {
        let same_values = match (&self.measured, &status.measured) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same_values
            && Arc::ptr_eq(&self.classes, &status.classes)
            && self.settings == settings
            && self.l == l
    }
}

impl Cliffs {
    /// The share of records, or of people or groups where these are counted, that each setting would leave violating this
    /// promise; empty if not known.
    pub fn shares(
        &mut self,
        status: Option<&Status>,
        model: PrivacyModel,
        settings: Settings,
    ) -> &[f64] {
        let Some(status) = status.filter(|status| status.missing(model).is_none()) else {
            self.0.remove(&model);
            return &[];
        };
        let l = model.rank(&status.requirement);
        let known = self
            .0
            .get(&model)
            .is_some_and(|known| known.key.answers(status, settings, l));
        if !known {
            let shares = compute(status, model, settings, l);
            let key = Key {
                settings,
                classes: status.classes.clone(),
                measured: status.measured.clone(),
                l,
            };
            self.0.insert(model, Cliff { key, shares });
        }
        self.0.get(&model).map_or(&[], |cliff| &cliff.shares)
    }
}

fn compute(status: &Status, model: PrivacyModel, settings: Settings, l: u32) -> Vec<f64> {
    let Some(needs) = limits(status, model, l) else {
        return Vec::new();
    };
    let mut many = vec![0u64; settings.count + 1];
    let place = |limit: u64| (limit / settings.step) as usize;
    // How many settings pass, counted from the weak end.
    let passing = |class: usize| {
        let limit = needs(class);
        if smaller_is_stricter(model) {
            // Settings from `limit` on pass: those before it do not.
            let before = limit.saturating_sub(settings.first);
            settings.count - place(before.saturating_add(settings.step - 1)).min(settings.count)
        } else if limit < settings.first {
            0
        } else {
            (place(limit - settings.first) + 1).min(settings.count)
        }
    };
    match status.classes.crowd() {
        None => {
            for (class, &size) in status.classes.sizes().iter().enumerate() {
                many[passing(class)] += u64::from(size);
            }
        }
        // Nobody passes more than in the class that passes least.
        Some(crowd) => {
            let least = crowd.gathered(|class, _| passing(class), usize::min);
            for passing in least.into_iter().flatten() {
                many[passing] += 1;
            }
        }
    }
    // Whoever passes so many settings violates all stricter ones.
    let all = status.classes.all_counted().max(1) as f64;
    let mut violating = 0;
    let mut shares: Vec<f64> = many[..settings.count]
        .iter()
        .map(|many| {
            violating += many;
            violating as f64 / all
        })
        .collect();
    if smaller_is_stricter(model) {
        shares.reverse();
    }
    shares
}

/// Per class, the strictest parameter that it keeps.
fn limits<'a>(
    status: &'a Status,
    model: PrivacyModel,
    l: u32,
) -> Option<Box<dyn Fn(usize) -> u64 + 'a>> {
    let sizes = status.classes.counted();
    if !model.looks_at_values() {
        return Some(Box::new(move |class| u64::from(sizes[class])));
    }
    let values = status.values()?;
    // What keeps no parameter is beyond the weak end.
    let none = match smaller_is_stricter(model) {
        true => u64::MAX,
        false => 0,
    };
    let limit = move |safety: u64| from_safety(model, safety).unwrap_or(none);
    if model.has_rank() {
        return Some(Box::new(move |class| {
            limit(values.ranked(model, class, sizes[class], l))
        }));
    }
    let reached = &values.measure(model)?.of_class;
    Some(Box::new(move |class| limit(reached[class])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::status::{SensitiveColumn, ValuesQuestion};
    use cloakroom_core::column::Column;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::prepared_table::PreparedTable;
    use cloakroom_core::progress::Progress;
    use cloakroom_core::requirement::Requirement;
    use cloakroom_core::roles::Role;
    use cloakroom_core::table::Table;
    use cloakroom_microdata::privacy::parameter;
    use cloakroom_microdata::profile::scan::scan;
    use cloakroom_microdata::profile::values::ValueProfile;
    use proptest::prelude::*;

    fn status(rows: &[(u8, u8)], requirement: &Requirement) -> Status {
        let zip = Column::from_texts("zip", rows.iter().map(|row| row.0.to_string())).unwrap();
        let ill = Column::from_texts("ill", rows.iter().map(|row| row.1.to_string())).unwrap();
        let table = Table::new(vec![zip, ill]).unwrap();
        let mut settings = cloakroom_core::settings::Settings::default();
        settings.roles.set("ill", Some(Role::Sensitive));
        let order = [&["0", "1"][..], &["2"], &["3", "4"]];
        let order = order.map(|group| group.iter().map(|&text| text.to_owned()).collect());
        settings.categories.insert("ill".to_owned(), order.to_vec());
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        let progress = Progress::default();
        let zip = &table.columns()[0];
        let classes = ClassProfile::compute(&[zip], rows.len(), &progress).unwrap();
        let values = ValueProfile::compute(&classes, &prepared.sensitive, &progress).unwrap();
        let columns = prepared
            .sensitive
            .iter()
            .map(|sensitive| SensitiveColumn {
                at: sensitive.at,
                name: "ill".to_owned(),
                categories: sensitive.categories.clone(),
                distance: sensitive.distance.clone(),
            })
            .collect();
        let measured = Measured {
            question: ValuesQuestion::default(),
            values,
            columns,
        };
        let measured = Some(Arc::new(measured));
        Status::new(Arc::new(classes), measured, 1, requirement)
    }

    proptest! {
        #[test]
        fn every_bar_counts_what_its_setting_would_leave_violating(
            rows in prop::collection::vec((0u8..6, 0u8..5), 1..50),
            l in 1u32..4,
        ) {
            let mut requirement = Requirement::default();
            requirement.l.recursive = Some((1.0, l));
            let status = status(&rows, &requirement);
            let whole = Settings { first: 1, step: 1, count: 12 };
            let decimals = |first, step| Settings { first, step, count: 40 };
            for (model, settings) in [
                (PrivacyModel::KAnonymity, whole),
                (PrivacyModel::DistinctDiversity, whole),
                (PrivacyModel::P, whole),
                (PrivacyModel::PPlus, whole),
                (PrivacyModel::EntropyDiversity, decimals(1_000_000, 100_000)),
                (PrivacyModel::Alpha, decimals(0, 100_000)),
                (PrivacyModel::Closeness, decimals(0, 25_000)),
                (PrivacyModel::RecursiveDiversity, decimals(100_000, 100_000)),
            ] {
                let mut cliffs = Cliffs::default();
                let shares = cliffs.shares(Some(&status), model, settings);
                prop_assert_eq!(shares.len(), settings.count);
                for (at, share) in shares.iter().enumerate() {
                    let parameter = settings.first + settings.step * at as u64;
                    let asked = parameter::with(model, parameter, &requirement);
                    let scan = scan(&status.classes, status.values(), &asked).unwrap();
                    let counted = scan.by_model.iter().find(|count| count.model == model);
                    let expected = counted.map_or(0, |count| count.records);
                    let shown = (share * rows.len() as f64).round() as usize;
                    prop_assert_eq!(shown, expected, "{:?} {}", model, parameter);
                }
            }
        }
    }
}
