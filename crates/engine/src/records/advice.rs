//! What is worth changing about a table of records.

use super::compared::Records;
use super::prepared::erased_columns;
use crate::advice::duration::{expected, size_of};
use crate::advice::fewer_known::fewer_known;
use crate::advice::no_hierarchy::no_hierarchy;
use crate::advice::{Advice, Ask, Topic, WORTH_A_RUN, share, some_of, to_weaker_side};
use crate::change::Change;
use crate::check::CheckedTask;
use crate::infeasible::impossible;
use crate::kinds::Compared;
use crate::sweep::SweepPoint;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::prepared_table::{PreparedTable, Sensitive};
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::promise::Unit;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::trees::Trees;
use cloakroom_core::units::Counted;
use cloakroom_core::words::{counted, grouped};
use cloakroom_microdata::privacy::parameter::from_safety;
use cloakroom_microdata::privacy::{Class, Histogram, PrivacyModel, ValueColumn};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::suppression::suppression;
use cloakroom_microdata::profile::values::ValueProfile;
use std::sync::Arc;
use std::time::Duration;

/// Shares of the records that are tried.
const TRIED: [f64; 3] = [0.01, 0.02, 0.05];
/// By so much the loss must fall.
const WORTH: f64 = 0.05;
/// A smaller share is better if the loss falls nearly as far.
const NEARLY: f64 = 0.6;
/// So few records may stand in the way of all others.
const FEW: f64 = 0.01;
/// A loss that rises by no more is next to nothing.
const LITTLE: f64 = 0.02;
/// Shares are named in hundredths of a percent.
const FINEST: usize = 10_000;
/// Without a run whose time is known, only what is expected to take no longer is tried.
const AT_ONCE: Duration = Duration::from_millis(1_500);

/// Tables that are read in batches are not looked at: a change of roles there is another reading.
pub(super) fn advice(
    dataset: &Dataset,
    ask: &Ask<'_>,
    trees: Option<&Trees>,
    progress: &Progress,
) -> Result<Vec<Advice>, Failure> {
    let settings = ask.settings;
    let Some(table) = dataset.records_table().filter(|table| !table.is_counted()) else {
        return Ok(Vec::new());
    };
    let fewer = fewer_known(table, settings, progress)?;
    let has_many = fewer.is_some();
    let mut found: Vec<Advice> = fewer.into_iter().collect();
    progress.check()?;
    found.extend(no_hierarchy(ask));
    let Some(trees) = trees else {
        return Ok(found);
    };
    let Ok(checked) = CheckedTask::new(dataset, settings, &trees.hierarchies) else {
        return Ok(found);
    };
    if let Some(advice) = out_of_reach(&checked, &settings.requirement) {
        // Nothing can be tried before this is mended.
        found.push(advice);
        return Ok(found);
    }
    let classes = classes(&checked.prepared, ask, progress)?;
    found.extend(erased(&checked.prepared, ask, progress)?);
    found.extend(match ask.ran {
        Some(_) => shared(dataset, &checked.prepared, ask, trees, progress)?,
        None => shared_as_they_are(&checked.prepared, &classes, &settings.requirement, progress)?,
    });
    found.extend(for_little(dataset, ask, trees, progress)?);
    let few = few_in_the_way(&checked, &classes, ask, progress)?;
    let is_told = few.is_some();
    found.extend(few);
    if !is_told && !has_many {
        found.extend(worth_leaving_out(dataset, ask, trees, progress)?);
    }
    Ok(found)
}

/// A promise about values that the table as one class does not keep, with what it would.
fn out_of_reach(checked: &CheckedTask<'_>, requirement: &Requirement) -> Option<Advice> {
    let prepared = &checked.prepared;
    if prepared.units.is_some() {
        // Where people are counted, the whole table is not the most mixed class there can be.
        return None;
    }
    let models = PrivacyModel::asked(requirement).filter(|model| model.looks_at_values());
    for model in models {
        let alone = |requirement: &Requirement| Requirement {
            suppression: requirement.suppression,
            ..model.alone(requirement)
        };
        if impossible(prepared, &alone(requirement)).is_none() {
            continue;
        }
        let promise = model.promise();
        let reached = |sensitive: &Sensitive<'_>| whole(sensitive, model, requirement);
        let narrowest = prepared
            .sensitive
            .iter()
            .min_by_key(|sensitive| reached(sensitive))?;
        let value = promise.value(from_safety(model, reached(narrowest))?);
        let value = to_weaker_side(promise, value);
        let mut weaker = requirement.clone();
        (promise.set)(&mut weaker, Some(value));
        let makes_sense = (promise.least..=promise.most).contains(&value);
        if !makes_sense || impossible(prepared, &alone(&weaker)).is_some() {
            continue;
        }
        let (asked, within) = (promise.said(requirement)?, promise.said(&weaker)?);
        return Some(Advice {
            topic: Topic::OutOfReach,
            sentence: format!(
                "{asked} is out of reach whatever the method: {}. {within} is within reach.",
                why_narrow(narrowest, promise.unit)
            ),
            consequence: format!("Ask for {within}."),
            basis: "Counted in the whole table, which is the most mixed class there can be."
                .to_owned(),
            change: Change::ask(model, Some(value)),
        });
    }
    None
}

/// What the whole table reaches, as one class.
fn whole(sensitive: &Sensitive<'_>, model: PrivacyModel, requirement: &Requirement) -> u64 {
    let column = sensitive.column;
    let mut histogram = Histogram::new(column.dictionary().len());
    let mut records = 0;
    for (code, &count) in column.counts().iter().enumerate() {
        histogram.add(code as u32, count);
        records += count;
    }
    let values = ValueColumn::new(sensitive, false, None);
    Class::new(records, &histogram, &values).safety(model, model.rank(requirement))
}

fn why_narrow(sensitive: &Sensitive<'_>, unit: Unit) -> String {
    let counts = sensitive.column.counts();
    let name = sensitive.column.name();
    let values = counts.iter().filter(|&&count| count > 0).count();
    if unit == Unit::Count && sensitive.categories.is_none() {
        return format!(
            "{name} has {}",
            counted(values, "value", "different values")
        );
    }
    let most = counts.iter().max().copied().unwrap_or(0);
    let all: u32 = counts.iter().sum();
    let most = f64::from(most) / f64::from(all.max(1));
    format!("{} of the records say the same of {name}", share(most))
}

/// Of the data as they are.
fn classes(
    prepared: &PreparedTable<'_>,
    ask: &Ask<'_>,
    progress: &Progress,
) -> Result<Arc<ClassProfile>, Failure> {
    if let Some(classes) = &ask.computed.classes {
        return Ok(classes.clone());
    }
    let (rows, units) = (prepared.rows(), prepared.units.as_ref());
    let columns = prepared.quasi_columns();
    let classes = ClassProfile::counting(&columns, rows, units, progress)?;
    Ok(Arc::new(classes))
}

/// A column that is released and says nothing: it only stands in the way of the others.
fn erased(
    prepared: &PreparedTable<'_>,
    ask: &Ask<'_>,
    progress: &Progress,
) -> Result<Option<Advice>, Failure> {
    let Some(made) = ask.ran.and_then(|ran| ran.candidate.records()) else {
        return Ok(None);
    };
    let erased = erased_columns(prepared, &made.anonymized, progress)?;
    if erased.is_empty() || erased.len() == prepared.quasi.len() {
        return Ok(None);
    }
    let names: Vec<&str> = erased.iter().map(String::as_str).collect();
    let (it, is) = match names.len() {
        1 => ("it", "it is"),
        _ => ("them", "they are"),
    };
    Ok(Some(Advice {
        topic: Topic::Erased,
        sentence: format!(
            "Nothing is left of {} in what the method made.",
            some_of(&names)
        ),
        consequence: format!(
            "Mark {it} as identifier: {is} left out of every release, and the method need not hide {it} among the others."
        ),
        basis: "Counted in what the last run made.".to_owned(),
        change: Change::SetRoles(
            erased
                .into_iter()
                .map(|name| (name, Role::Identifier))
                .collect(),
        ),
    }))
}

/// k hides who somebody is and not what they have, which is seen before any method runs.
fn shared_as_they_are(
    prepared: &PreparedTable<'_>,
    classes: &ClassProfile,
    requirement: &Requirement,
    progress: &Progress,
) -> Result<Option<Advice>, Failure> {
    let Some(k) = requirement.k.filter(|&k| k > 1) else {
        return Ok(None);
    };
    // Where people are counted, members of a class are rows of whom several may be one.
    if prepared.units.is_some() || requirement.looks_at_values() {
        return Ok(None);
    }
    let size = |class: u32| classes.counted()[class as usize];
    let hidden = classes.counted_in(|class| size(class) >= k);
    let mut worst: Option<(&str, usize)> = None;
    for sensitive in &prepared.sensitive {
        progress.check()?;
        let codes = sensitive.column.codes();
        let share = |class: u32| match classes.members(class) {
            [] => false,
            [first, others @ ..] => others
                .iter()
                .all(|&row| codes[row as usize] == codes[*first as usize]),
        };
        let sharing = classes.counted_in(|class| size(class) >= k && share(class));
        if sharing > worst.map_or(0, |(_, most)| most) {
            worst = Some((sensitive.column.name(), sharing));
        }
    }
    let Some((name, sharing)) = worst else {
        return Ok(None);
    };
    let mut asked = requirement.clone();
    PrivacyModel::DistinctDiversity.begin(&mut asked);
    if impossible(prepared, &asked).is_some() {
        return Ok(None);
    }
    Ok(Some(Advice {
        topic: Topic::Shared,
        sentence: format!(
            "k = {k} hides who somebody is, not what they have: {} of the {} that stand in classes of {k} or more already \
             share one value of {name} with their whole class.",
            grouped(sharing),
            counted(hidden, "record", "records"),
        ),
        consequence: "Promise two different values in every class.".to_owned(),
        basis: "Counted in the classes of the data as they are.".to_owned(),
        change: Change::begin(PrivacyModel::DistinctDiversity),
    }))
}

/// A few records without which the others keep the promise as they are.
fn few_in_the_way(
    checked: &CheckedTask<'_>,
    classes: &ClassProfile,
    ask: &Ask<'_>,
    progress: &Progress,
) -> Result<Option<Advice>, Failure> {
    let prepared = &checked.prepared;
    let requirement = &ask.settings.requirement;
    let values = requirement
        .looks_at_values()
        .then(|| {
            let units = prepared.units.as_ref();
            ValueProfile::counting(classes, &prepared.sensitive, units, progress)
        })
        .transpose()?;
    let asked =
        |requirement: &Requirement| suppression(classes, values.as_ref(), requirement, progress);
    let records = classes.all_counted();
    let Some(found) = asked(requirement)?.filter(|found| !found.holds) else {
        return Ok(None);
    };
    let in_the_way = found.left_out;
    let least = (in_the_way * FINEST).div_ceil(records.max(1)) as f64 / FINEST as f64;
    if in_the_way == 0 || least > FEW || least <= requirement.suppression {
        return Ok(None);
    }
    let without = Requirement {
        suppression: least,
        ..requirement.clone()
    };
    // Where a promise compares with the release, others may fail once some are gone.
    let holds = asked(&without)?.is_some_and(|found| found.holds && found.left_out == in_the_way);
    let what = match &prepared.units {
        Some(units) => units.counted.name(records),
        None => "records",
    };
    let (stand, them) = match in_the_way {
        1 => ("stands", "it"),
        _ => ("stand", "them"),
    };
    Ok(holds.then(|| Advice {
        topic: Topic::LeaveOut,
        sentence: format!(
            "{} of {} {what} {stand} in the way: without {them} all others keep the promise as they are.",
            grouped(in_the_way),
            grouped(records)
        ),
        consequence: format!("Let {} of the {what} be left out.", share(least)),
        basis: "Counted in the classes of the data as they are.".to_owned(),
        change: Change::SetSuppression(least),
    }))
}

/// What another run with other settings brought.
enum Again {
    /// It would take too long to be tried.
    Untried,
    NotReached,
    /// What was lost, and what is lost then.
    Loses(f64, f64),
}

/// Makes a run that is short again.
fn again(
    dataset: &Dataset,
    ask: &Ask<'_>,
    change: &Change,
    trees: &Trees,
    progress: &Progress,
) -> Result<Again, Failure> {
    let Some(ran) = ask.ran.filter(|ran| ran.took <= WORTH_A_RUN) else {
        return Ok(Again::Untried);
    };
    let mut settings = ask.settings.clone();
    change.clone().apply(&mut settings);
    let then = Records::new(dataset, trees).point(&settings, progress)?;
    let then = then.ok().and_then(|point| point.metrics.get(Metric::Loss));
    let now = ran.candidate.measures().get(Metric::Loss);
    Ok(match now.zip(then) {
        Some((now, then)) => Again::Loses(now, then),
        None => Again::NotReached,
    })
}

/// Records that are hidden among others who all have the same: k asks for no more.
fn shared(
    dataset: &Dataset,
    prepared: &PreparedTable<'_>,
    ask: &Ask<'_>,
    trees: &Trees,
    progress: &Progress,
) -> Result<Option<Advice>, Failure> {
    let made = ask.ran.and_then(|ran| ran.candidate.records());
    let Some(made) = made else {
        return Ok(None);
    };
    let worst = made.sharing.iter().max_by_key(|(_, records)| *records);
    let Some((name, records)) = worst.filter(|(_, records)| *records > 0) else {
        return Ok(None);
    };
    let change = Change::begin(PrivacyModel::DistinctDiversity);
    let mut asked = ask.settings.requirement.clone();
    PrivacyModel::DistinctDiversity.begin(&mut asked);
    if impossible(prepared, &asked).is_some() {
        return Ok(None);
    }
    let (consequence, basis) = match again(dataset, ask, &change, trees, progress)? {
        Again::NotReached => return Ok(None),
        Again::Loses(now, then) => (
            format!("the loss {}.", from_to(now, then)),
            "Counted in what the last run made, and tried with the same method.",
        ),
        Again::Untried => (
            "the method may lose more for it.".to_owned(),
            "Counted in what the last run made.",
        ),
    };
    let [_, several] = Counted::nouns(made.classes.counts());
    let (stand, their) = match records {
        1 => ("stands", "its"),
        _ => ("stand", "their"),
    };
    Ok(Some(Advice {
        topic: Topic::Shared,
        sentence: format!(
            "{} of {} released {several} {stand} in classes that share one value of {name}: whoever finds {their} class knows it.",
            grouped(*records),
            grouped(made.classes.all_counted()),
        ),
        consequence: format!("Promise two different values in every class: {consequence}"),
        basis: basis.to_owned(),
        change,
    }))
}

/// A k twice as large that costs next to nothing.
fn for_little(
    dataset: &Dataset,
    ask: &Ask<'_>,
    trees: &Trees,
    progress: &Progress,
) -> Result<Option<Advice>, Failure> {
    let Some(k) = ask.settings.requirement.k.filter(|&k| k > 1) else {
        return Ok(None);
    };
    let more = k.saturating_mul(2);
    // What is kept already costs nothing, and is told as that.
    let made = ask.ran.and_then(|ran| ran.candidate.records());
    let smallest = made.and_then(|made| made.classes.histogram().first());
    if smallest.is_none_or(|smallest| smallest.size >= more) {
        return Ok(None);
    }
    let change = Change::SetK(Some(more));
    let Again::Loses(now, then) = again(dataset, ask, &change, trees, progress)? else {
        return Ok(None);
    };
    let is_little = then - now <= LITTLE;
    Ok(is_little.then(|| Advice {
        topic: Topic::ForLittle,
        sentence: format!(
            "Twice the protection costs little: with k = {more} the loss {}.",
            from_to(now, then)
        ),
        consequence: format!("Promise k = {more}: the largest risk is halved."),
        basis: "The method was run for both.".to_owned(),
        change,
    }))
}

/// `rises from 12 % to 13 %`, as far as the words tell them apart.
fn from_to(now: f64, then: f64) -> String {
    let (was, is) = (share(now), share(then));
    if was == is {
        return format!("stays at {was}");
    }
    let moves = if then > now { "rises" } else { "falls" };
    format!("{moves} from {was} to {is}")
}

/// A share of the records without which the method loses much less.
fn worth_leaving_out(
    dataset: &Dataset,
    ask: &Ask<'_>,
    trees: &Trees,
    progress: &Progress,
) -> Result<Option<Advice>, Failure> {
    let settings = ask.settings;
    let method = settings.method.name;
    let (takes, most) = match ask.ran {
        Some(ran) => (ran.took, WORTH_A_RUN),
        None => (expected(method, size_of(dataset, settings), None), AT_ONCE),
    };
    if matches!(method, MethodName::None | MethodName::Levels) || takes > most {
        return Ok(None);
    }
    let compared = Records::new(dataset, trees);
    let try_share = |share: f64| -> Result<Option<SweepPoint>, Failure> {
        let mut settings: Settings = settings.clone();
        settings.requirement.suppression = share;
        Ok(compared.point(&settings, progress)?.ok())
    };
    let loss = |point: SweepPoint| point.metrics.get(Metric::Loss);
    let now = match ask.ran {
        Some(ran) => ran.candidate.measures().get(Metric::Loss),
        None => try_share(settings.requirement.suppression)?.and_then(loss),
    };
    let mut tried = Vec::new();
    for share in TRIED {
        if share > settings.requirement.suppression
            && let Some(loss) = try_share(share)?.and_then(loss)
        {
            tried.push((share, loss));
        }
    }
    let Some((left_out, then)) = worth_it(now, &tried) else {
        return Ok(None);
    };
    let sentence = match now {
        Some(now) => format!(
            "With up to {} of the records left out the loss falls from {} to {}.",
            share(left_out),
            share(now),
            share(then)
        ),
        None => format!(
            "As asked nothing can be released; with up to {} of the records left out it can, at a loss of {}.",
            share(left_out),
            share(then)
        ),
    };
    Ok(Some(Advice {
        topic: Topic::LeaveOut,
        sentence,
        consequence: format!("Let {} of the records be left out.", share(left_out)),
        basis: format!("Tried with the method {}.", method.title()),
        change: Change::SetSuppression(left_out),
    }))
}

/// The smallest share whose loss falls far enough, with the loss.
fn worth_it(now: Option<f64>, tried: &[(f64, f64)]) -> Option<(f64, f64)> {
    let Some(now) = now else {
        return tried.first().copied();
    };
    let falls = |&(_, loss): &(f64, f64)| now - loss;
    let most = tried.iter().map(falls).fold(0.0, f64::max);
    let is_enough = |one: &&(f64, f64)| falls(one) >= WORTH && falls(one) >= NEARLY * most;
    tried.iter().find(is_enough).copied()
}

#[cfg(test)]
mod tests {
    use super::worth_it;

    #[test]
    fn the_smallest_share_that_does_nearly_all_is_advised() {
        let tried = [(0.01, 0.60), (0.02, 0.36), (0.05, 0.30)];
        assert_eq!(worth_it(Some(0.64), &tried), Some((0.02, 0.36)));
        assert_eq!(worth_it(Some(0.33), &tried), None);
        assert_eq!(worth_it(None, &tried), Some((0.01, 0.60)));
        assert_eq!(worth_it(None, &[]), None);
    }
}
