//! What there is to say about one node of the lattice.

use super::Held;
use super::shown::stands;
use super::statuses::Stands;
use crate::ui::compare::words::metric_value;
use crate::ui::help::figures::records;
use crate::ui::help::{Word, metrics};
use crate::ui::widgets::number;
use cloakroom_core::metrics::Metric;
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::promise::Unit;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_core::units::Counted;
use cloakroom_microdata::privacy::{Judge, PrivacyModel, parameter, why};
use cloakroom_microdata::profile::lattice::reach::Reach;
use cloakroom_microdata::profile::lattice::{Figures, ListedClass, Status};

/// Classes that are named one by one.
const MOST_CLASSES: usize = 3;

pub struct NodeFacts {
    pub node: usize,
    pub stands: Stands,
    /// How it stands, in a sentence.
    pub sentence: String,
    pub levels: Vec<LevelFact>,
    pub figures: Vec<Figure>,
    /// 0 to 1, where it is known.
    pub loss: Option<f64>,
    /// Classes that break a promise, the smallest first.
    pub violating: Vec<ViolatingClass>,
}

/// The level of one column.
pub struct LevelFact {
    pub column: String,
    pub level: u32,
    pub top: u32,
    /// What a value looks like there.
    pub look: String,
}

pub struct Figure {
    pub name: String,
    pub value: String,
    pub word: Word,
    /// It breaks a promise.
    pub violates: bool,
}

pub struct ViolatingClass {
    /// `2*; 4352`
    pub tuple: String,
    pub why: String,
}

impl NodeFacts {
    pub fn new(held: &Held, node: usize, table: &Table, settings: &Settings) -> Self {
        let requirement = &settings.requirement;
        let status = held.status(node, requirement);
        let costs = match status {
            Status::Unknown => None,
            _ => held.profile.figures(node, requirement),
        };
        let violating = match status {
            Status::Satisfied | Status::Unknown => Vec::new(),
            _ => violating(held, node, table, settings),
        };
        Self {
            node,
            stands: stands(status),
            sentence: sentence(status, requirement, held),
            levels: levels(held, node),
            loss: costs.map(|costs| costs.loss),
            figures: counted(held, node, requirement, costs),
            violating,
        }
    }

    /// `age 2 · zip 1`, without the columns that stay as they are.
    pub fn raised(&self) -> String {
        let raised: Vec<String> = self
            .levels
            .iter()
            .filter(|fact| fact.level > 0)
            .map(|fact| format!("{} {}", fact.column, fact.level))
            .collect();
        if raised.is_empty() {
            "nothing is generalized".to_owned()
        } else {
            raised.join(" · ")
        }
    }
}

impl LevelFact {
    /// `as it is`, `142**`, `* (one value)`.
    pub fn words(&self) -> String {
        if self.level == 0 {
            "as it is".to_owned()
        } else if self.level == self.top {
            format!("{} (one for all)", self.look)
        } else {
            self.look.clone()
        }
    }
}

fn levels(held: &Held, node: usize) -> Vec<LevelFact> {
    let columns = held.profile.columns().iter().enumerate();
    columns
        .map(|(at, column)| {
            let level = held.shape().level(node, at);
            LevelFact {
                column: column.name.clone(),
                level,
                top: held.shape().heights()[at],
                look: held.looks[at]
                    .get(level as usize)
                    .cloned()
                    .unwrap_or_default(),
            }
        })
        .collect()
}

fn sentence(status: Status, requirement: &Requirement, held: &Held) -> String {
    let records = held.profile.counted();
    let share = |count: usize| number::percent(count as f64 / records.max(1) as f64);
    let [one, several] = Counted::nouns(held.profile.counts());
    let left = |count: usize| number::counted_as(count as u64, one, several);
    match status {
        Status::Satisfied => "Every class keeps every promise.".to_owned(),
        Status::WithSuppression(count) => {
            format!("Holds without {} ({}).", left(count), share(count))
        }
        Status::Fails(Some(count)) => {
            let allowed = requirement.may_leave_out(records);
            let may = match allowed {
                0 => "none may be".to_owned(),
                some => format!("{} may be", number::count(some as u64)),
            };
            format!(
                "{} ({}) would have to be left out; {may}.",
                left(count),
                share(count)
            )
        }
        Status::Fails(None) => "Classes break a promise, and may not be left out.".to_owned(),
        Status::Unknown => "Not known yet.".to_owned(),
    }
}

fn counted(
    held: &Held,
    node: usize,
    requirement: &Requirement,
    costs: Option<Figures>,
) -> Vec<Figure> {
    let mut rows = Vec::new();
    let mut tell = |name: String, value: String, word: Word, violates: bool| {
        rows.push(Figure {
            name,
            value,
            word,
            violates,
        });
    };
    let k = requirement.least_size();
    let runs = held.profile.sizes(node).runs();
    let classes = runs.map(|(size, records)| u64::from(records / size)).sum();
    let [one, several] = Counted::nouns(held.profile.counts());
    tell(
        records::CLASSES.word.into(),
        number::count(classes),
        records::CLASSES,
        false,
    );
    if let Some((smallest, below)) = held.profile.small(node, k) {
        let size = number::counted_as(u64::from(smallest), one, several);
        let word = records::SMALLEST_CLASS;
        tell(word.word.into(), size, word, smallest < k);
        if k > 1 {
            let name = format!("{several} below k = {k}");
            let value = number::count(u64::from(below));
            tell(name, value, records::BELOW_K, below > 0);
        }
    }
    for (at, reach) in held.profile.reach(node).iter().enumerate() {
        let column = match held.sensitive.as_slice() {
            [_] => String::new(),
            many => format!(" ({})", many.get(at).map_or("", String::as_str)),
        };
        for (name, value, model, violates) in reached(reach, requirement) {
            tell(format!("{name}{column}"), value, Word::of(model), violates);
        }
    }
    if let Some(figures) = costs {
        if figures.left_out > 0 {
            let count = number::count(figures.left_out as u64);
            let word = records::RECORDS_LEFT_OUT;
            tell(format!("{several} left out"), count, word, false);
        }
        for (name, metric, value) in [
            ("loss", Metric::Loss, figures.loss),
            ("pairs alike (DM)", Metric::Dm, figures.dm),
            ("average class size, in k", Metric::Cavg, figures.cavg),
        ] {
            let value = metric_value(metric, value);
            tell(name.into(), value, metrics::of(metric), false);
        }
    }
    rows
}

/// What the classes reach of each promise that is asked for, and of the plainest one in any case. Promises that ask for the
/// same are one line.
fn reached(
    reach: &Reach,
    requirement: &Requirement,
) -> Vec<(&'static str, String, PrivacyModel, bool)> {
    let mut rows: Vec<(&'static str, String, PrivacyModel, bool)> = Vec::new();
    for model in PrivacyModel::ALL {
        let promise = model.promise();
        let wanted = parameter::wanted(model, requirement);
        let shown = wanted.is_some() || model == PrivacyModel::DistinctDiversity;
        let Some(safety) = reach.safety(model, requirement).filter(|_| shown) else {
            continue;
        };
        let violates = wanted.is_some_and(|wanted| safety < parameter::safety(model, wanted));
        let value = match (parameter::from_safety(model, safety), promise.unit) {
            (None, _) => "none".to_owned(),
            (Some(count), Unit::Count) => number::count(count),
            (Some(decimal), _) => number::decimal(promise.value(decimal)),
        };
        match rows.iter_mut().find(|(name, ..)| *name == promise.reach) {
            Some((.., known)) => *known |= violates,
            None => rows.push((promise.reach, value, model, violates)),
        }
    }
    rows
}

fn violating(held: &Held, node: usize, table: &Table, settings: &Settings) -> Vec<ViolatingClass> {
    let Ok(prepared) = PreparedTable::new(table, settings, &held.hierarchies) else {
        return Vec::new();
    };
    let judge = Judge::new(&settings.requirement, &prepared);
    let classes = held.profile.violating(node, &judge, MOST_CLASSES);
    classes
        .iter()
        .map(|class| ViolatingClass {
            tuple: tuple(&class.labels),
            why: reasons(class, &settings.requirement, &held.sensitive),
        })
        .collect()
}

/// `2*; 4352`; a missing value is a dash.
pub fn tuple(labels: &[String]) -> String {
    let shown: Vec<&str> = labels
        .iter()
        .map(|label| if label.is_empty() { "–" } else { label })
        .collect();
    shown.join("; ")
}

/// Why a class fails, promise by promise.
pub fn reasons(class: &ListedClass, requirement: &Requirement, sensitive: &[String]) -> String {
    let reasons: Vec<String> = class
        .failing
        .iter()
        .map(|failing| {
            let column = failing.sensitive.and_then(|at| sensitive.get(at));
            why(failing, requirement, column.map(String::as_str))
        })
        .collect();
    reasons.join("; ")
}
