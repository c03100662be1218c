//! Any requirement against the profiles: which classes break which promise, counted in one pass.

use super::classes::ClassProfile;
use super::values::{Measure, ValueProfile};
use crate::privacy::PrivacyModel;
use crate::privacy::parameter;
use cloakroom_core::Requirement;

/// What a requirement finds in the classes, each compared with the whole table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// By class, a bit per promise that it breaks; see [`bit`].
    pub broken: Vec<u16>,
    /// Records in classes that break a promise.
    pub violating: usize,
    pub violating_classes: usize,
    /// The promises that are asked for, in the order of [`PrivacyModel::ALL`].
    pub by_model: Vec<ModelCount>,
}

/// Records in classes that break one promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelCount {
    pub model: PrivacyModel,
    pub records: usize,
    pub classes: usize,
}

/// The bit of a promise in [`Scan::broken`].
pub fn bit(model: PrivacyModel) -> u16 {
    1 << model as u16
}

/// `None` if the requirement asks for something that the profiles do not know: sensitive values without a
/// profile of them, or categories that are not named.
pub fn scan(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
) -> Option<Scan> {
    let (sizes, counted) = (classes.sizes(), classes.counted());
    let mut scan = Scan {
        broken: vec![0; sizes.len()],
        ..Scan::default()
    };
    for model in PrivacyModel::asked(requirement) {
        let wanted = parameter::wanted(model, requirement)?;
        let mark = bit(model);
        let mut count = ModelCount {
            model,
            records: 0,
            classes: 0,
        };
        // Without a branch: whether a class holds cannot be foreseen, and a slider asks of every class.
        let mut note = |class: usize, holds: bool| {
            let fails = !holds;
            scan.broken[class] |= mark * u16::from(fails);
            count.records += sizes[class] as usize * usize::from(fails);
            count.classes += usize::from(fails);
        };
        match limits(values, requirement, model)? {
            Limits::Sizes => {
                for (class, &size) in counted.iter().enumerate() {
                    note(class, u64::from(size) >= wanted);
                }
            }
            Limits::Measure(measure) => {
                let least = parameter::safety(model, wanted);
                for (class, &reached) in measure.of_class.iter().enumerate() {
                    note(class, reached >= least);
                }
            }
            Limits::Ranked(values, rank) => {
                let least = parameter::safety(model, wanted);
                for (class, &size) in counted.iter().enumerate() {
                    note(class, values.ranked(model, class, size, rank) >= least);
                }
            }
        }
        scan.by_model.push(count);
    }
    for (&broken, &size) in scan.broken.iter().zip(sizes) {
        let fails = usize::from(broken != 0);
        scan.violating += size as usize * fails;
        scan.violating_classes += fails;
    }
    Some(scan)
}

impl Scan {
    /// Counts what the classes that are marked by now hold.
    pub(super) fn count_anew(&mut self, classes: &ClassProfile) {
        let marked = || self.broken.iter().zip(classes.sizes());
        let of = |mark: u16| {
            let some = marked().filter(|&(&broken, _)| broken & mark != 0);
            some.fold((0, 0), |(records, classes), (_, &size)| {
                (records + size as usize, classes + 1)
            })
        };
        (self.violating, self.violating_classes) = of(u16::MAX);
        let counts: Vec<(usize, usize)> = self
            .by_model
            .iter()
            .map(|count| of(bit(count.model)))
            .collect();
        for (count, (records, classes)) in self.by_model.iter_mut().zip(counts) {
            (count.records, count.classes) = (records, classes);
        }
    }

    pub fn fails(&self, class: u32) -> bool {
        self.broken[class as usize] != 0
    }

    /// The promises that a class breaks.
    pub fn models(&self, class: u32) -> impl Iterator<Item = PrivacyModel> {
        let broken = self.broken[class as usize];
        PrivacyModel::ALL
            .into_iter()
            .filter(move |&model| broken & bit(model) != 0)
    }

    /// Rows in classes that break a promise, ascending.
    pub fn violating_rows(&self, classes: &ClassProfile) -> Vec<u32> {
        (0..)
            .zip(classes.class_of_rows())
            .filter(|&(_, &class)| self.fails(class))
            .map(|(row, _)| row)
            .collect()
    }
}

/// Where it stands what each class reaches of a model.
pub(super) enum Limits<'a> {
    Sizes,
    Measure(&'a Measure),
    /// With the second number of the promise.
    Ranked(&'a ValueProfile, u32),
}

pub(super) fn limits<'a>(
    values: Option<&'a ValueProfile>,
    requirement: &Requirement,
    model: PrivacyModel,
) -> Option<Limits<'a>> {
    if !model.looks_at_values() {
        return Some(Limits::Sizes);
    }
    let values = values.filter(|values| !values.columns().is_empty())?;
    if model.has_rank() {
        return Some(Limits::Ranked(values, model.rank(requirement)));
    }
    values.measure(model).map(Limits::Measure)
}
