//! `[purposes]`, `[[recipients]]` and what `[method]` tells `decomposition`.

use super::section::{Entry, Section, unknown_key};
use super::write::{key, number, text, texts};
use crate::method_setting::MethodSetting;
use crate::problem::Problem;
use crate::purpose::{
    Decomposition, LevelWeights, Priorities, Projection, Purpose, Recipient, Rule, Target,
};
use std::collections::{BTreeMap, BTreeSet};

const SHARE: &str = "a number from 0 to 1";
/// Beyond this a step below the top weighs nothing.
const LARGEST_BETA: f64 = 100.0;

/// What `decomposition` is told.
pub(super) fn read_decomposition(
    setting: MethodSetting,
    told: &mut Decomposition,
    entry: &Entry<'_, '_>,
) -> Result<(), Problem> {
    match setting {
        MethodSetting::Degree => {
            told.target = Target::Degree(entry.number_within(0.0..=1.0, SHARE)?);
        }
        MethodSetting::Trust => {
            told.target = Target::Trust(entry.number_within(0.0..=1.0, SHARE)?);
        }
        MethodSetting::Purpose => told.purpose = Some(entry.text()?.to_owned()),
        MethodSetting::Projection => told.projection = projection(entry)?,
        MethodSetting::Weights => {
            let choices = LevelWeights::ALL.map(|weights| (weights.name(), weights));
            told.weights = entry.choice(&choices)?;
        }
        MethodSetting::Beta => {
            let what = "a number from 1 to 100";
            told.beta = entry.number_within(1.0..=LARGEST_BETA, what)?;
        }
        MethodSetting::Rule => {
            let choices = Rule::ALL.map(|rule| (rule.name(), rule));
            told.rule = entry.choice(&choices)?;
        }
        MethodSetting::SpareUseful => told.spare_useful = entry.truth()?,
        _ => {}
    }
    Ok(())
}

/// A degree and a trust would each say how far to go.
pub(super) fn refuse_two_targets(method: &Section<'_, '_>) -> Result<(), Problem> {
    match (method.find("degree"), method.find("trust")) {
        (Some(_), Some(trust)) => Err(trust.problem(
            "method.trust and method.degree both say how far to go; expected one of them",
        )),
        _ => Ok(()),
    }
}

/// Only the printed rule shares a degree out. A recipe that says how, and names no rule, was written when there was no
/// other.
pub(super) fn settle_rule(
    method: &Section<'_, '_>,
    told: &mut Decomposition,
) -> Result<(), Problem> {
    match (method.find("rule"), method.find("spare_useful")) {
        (None, Some(_)) => told.rule = Rule::Printed,
        (Some(_), Some(spare)) if told.rule == Rule::Nearest => {
            return Err(spare.problem(
                "method.spare_useful is for the rule \"printed\"; the rule here is \"nearest\", which shares no degree out",
            ));
        }
        _ => {}
    }
    Ok(())
}

fn projection(entry: &Entry<'_, '_>) -> Result<Projection, Problem> {
    let what = "\"quadratic\", \"linear\" or points of trust and degree, such as [[0, 1], [0.5, 0.2], [1, 0]]";
    if entry.is_text() {
        return match entry.text()? {
            "quadratic" => Ok(Projection::Quadratic),
            "linear" => Ok(Projection::Linear),
            _ => Err(entry.expected(what)),
        };
    }
    let points = entry
        .items(what)?
        .iter()
        .map(|point| match point.numbers(what)?[..] {
            [trust, degree] => Ok((trust, degree)),
            _ => Err(entry.expected(what)),
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    let curve = Projection::Curve(points);
    match curve.fault() {
        Some(fault) => Err(entry.expected(fault)),
        None => Ok(curve),
    }
}

pub(super) fn purposes(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, Purpose>, Problem> {
    let mut purposes = BTreeMap::new();
    for named in entry.section()?.entries() {
        let (mut most, mut least, mut between) = (None, None, None);
        let mut priorities = Priorities::default();
        let section = named.section()?;
        for entry in section.entries() {
            match entry.key {
                "most" => most = Some(entry.text()?.to_owned()),
                "least" => least = Some(entry.text()?.to_owned()),
                "between" => between = Some(entry.texts()?),
                "priorities" => priorities = read_priorities(&entry)?,
                _ => return Err(unknown_key(&entry, "most, least, between or priorities")),
            }
        }
        if let Priorities::Outright(of) = priorities {
            let ordered = ["most", "least", "between"];
            if let Some(entry) = ordered.into_iter().find_map(|key| section.find(key)) {
                return Err(entry.problem(format!(
                    "{} and the priorities of {} both say what is useful; expected one of them",
                    entry.name, named.name
                )));
            }
            let purpose = Purpose::outright(of)
                .ok_or_else(|| named.expected("the priority of at least one column"))?;
            purposes.insert(named.key.to_owned(), purpose);
            continue;
        }
        let (Some(most), Some(least)) = (most, least) else {
            return Err(named.expected(
                "the most and the least useful column, such as { most = \"age\", least = \"zip\" }",
            ));
        };
        let mut seen = BTreeSet::new();
        let names = [&most, &least].into_iter().chain(between.iter().flatten());
        for name in names {
            if !seen.insert(name.as_str()) {
                return Err(named.problem(format!(
                    "{} names \"{name}\" twice; expected every column once",
                    named.name
                )));
            }
        }
        purposes.insert(
            named.key.to_owned(),
            Purpose {
                most,
                least,
                between,
                priorities,
            },
        );
    }
    Ok(purposes)
}

fn read_priorities(entry: &Entry<'_, '_>) -> Result<Priorities, Problem> {
    let what = "\"data\", \"equal\" or the priority of every column from 0 to 1, such as { age = 1, zip = 0.5 }";
    if entry.is_text() {
        return match entry.text()? {
            "data" => Ok(Priorities::Dependence),
            "equal" => Ok(Priorities::Equal),
            _ => Err(entry.expected(what)),
        };
    }
    if !entry.is_section() {
        return Err(entry.expected(what));
    }
    let columns = entry.section()?.entries().into_iter();
    let columns = columns.map(|column| {
        Ok((
            column.key.to_owned(),
            column.number_within(0.0..=1.0, SHARE)?,
        ))
    });
    Ok(Priorities::Outright(
        columns.collect::<Result<_, Problem>>()?,
    ))
}

pub(super) fn recipients(entry: &Entry<'_, '_>) -> Result<Vec<Recipient>, Problem> {
    let mut recipients: Vec<Recipient> = Vec::new();
    for item in entry.items("tables, each with name and trust")? {
        let (mut name, mut trust, mut purpose) = (None, None, None);
        for entry in item.section()?.entries() {
            match entry.key {
                "name" => name = Some(entry.text()?.to_owned()),
                "trust" => trust = Some(entry.number_within(0.0..=1.0, SHARE)?),
                "purpose" => purpose = Some(entry.text()?.to_owned()),
                _ => return Err(unknown_key(&entry, "name, trust or purpose")),
            }
        }
        let (Some(name), Some(trust)) = (name, trust) else {
            return Err(item.expected("a recipient with name and trust"));
        };
        if name.trim().is_empty() || recipients.iter().any(|known| known.name == name) {
            return Err(item.expected("a name of its own for every recipient"));
        }
        recipients.push(Recipient {
            name,
            trust,
            purpose,
        });
    }
    Ok(recipients)
}

/// The lines of a purpose.
pub(super) fn written_purpose(purpose: &Purpose) -> Vec<(&'static str, String)> {
    if let Priorities::Outright(of) = &purpose.priorities {
        let columns = of.iter();
        let columns = columns.map(|(column, &p)| format!("{} = {}", key(column), number(p)));
        let columns: Vec<String> = columns.collect();
        return vec![("priorities", format!("{{ {} }}", columns.join(", ")))];
    }
    let mut lines = vec![
        ("most", text(&purpose.most)),
        ("least", text(&purpose.least)),
    ];
    if let Some(between) = &purpose.between {
        lines.push(("between", texts(between)));
    }
    if purpose.priorities == Priorities::Equal {
        lines.push(("priorities", text("equal")));
    }
    lines
}

pub(super) fn purpose_table(name: &str) -> String {
    format!("purposes.{}", key(name))
}

pub(super) fn written_recipient(recipient: &Recipient) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("name", text(&recipient.name)),
        ("trust", number(recipient.trust)),
    ];
    if let Some(purpose) = &recipient.purpose {
        lines.push(("purpose", text(purpose)));
    }
    lines
}

/// What `[method]` tells `decomposition`; the usual is not said.
pub(super) fn written_decomposition(
    setting: MethodSetting,
    told: &Decomposition,
) -> Option<String> {
    let usual = Decomposition::default();
    match setting {
        MethodSetting::Degree => match told.target {
            Target::Degree(degree) => Some(number(degree)),
            Target::Trust(_) => None,
        },
        MethodSetting::Trust => match told.target {
            Target::Trust(trust) => Some(number(trust)),
            Target::Degree(_) => None,
        },
        MethodSetting::Purpose => told.purpose.as_deref().map(text),
        MethodSetting::Projection => match &told.projection {
            Projection::Quadratic => None,
            Projection::Linear => Some(text("linear")),
            Projection::Curve(points) => {
                let points: Vec<String> = points
                    .iter()
                    .map(|&(trust, degree)| format!("[{}, {}]", number(trust), number(degree)))
                    .collect();
                Some(format!("[{}]", points.join(", ")))
            }
        },
        MethodSetting::Weights => {
            (told.weights != usual.weights).then(|| text(told.weights.name()))
        }
        MethodSetting::Beta => (told.beta != usual.beta).then(|| number(told.beta)),
        MethodSetting::Rule => Some(text(told.rule.name())),
        MethodSetting::SpareUseful => {
            (told.rule == Rule::Printed).then(|| told.spare_useful.to_string())
        }
        _ => None,
    }
}
