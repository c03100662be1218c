//! A step as the statement that does the same, for whoever wants to read it or to go on from it.

use super::group::BETWEEN;
use super::statement::quoted;
use super::{Aggregate, At, Bands, DATA, Derived, Operation, Taken};
use crate::column::Column;
use crate::frame::moment;
use crate::value_type::ValueType;

/// More values than these are not looked through for one that SQL spells in another way.
const MOST_VALUES: usize = 10_000;

/// `None` where SQL has no words for it: what a file maps, chance, keys, and texts made of numbers or times that it spells in
/// another way. Rows come in the order that a statement gives them.
pub fn as_sql(operation: &Operation, table: &[Column]) -> Option<String> {
    let columns: Vec<&str> = table.iter().map(Column::name).collect();
    let all = |skipped: &str| -> Vec<String> {
        let kept = columns.iter().filter(|name| **name != skipped);
        kept.map(|name| quoted(name)).collect()
    };
    Some(match operation {
        Operation::Sql { sql, .. } => sql.clone(),
        Operation::Keep { condition } => format!("SELECT * FROM {DATA} WHERE {condition}"),
        Operation::Drop { columns: dropped } => {
            let kept = columns
                .iter()
                .filter(|name| !dropped.iter().any(|of| of == *name));
            let kept: Vec<String> = kept.map(|name| quoted(name)).collect();
            format!("SELECT {} FROM {DATA}", kept.join(", "))
        }
        Operation::Rename { columns: new } => {
            let shown = columns.iter().map(|name| match new.get(*name) {
                Some(new) => format!("{} AS {}", quoted(name), quoted(new)),
                None => quoted(name),
            });
            let shown: Vec<String> = shown.collect();
            format!("SELECT {} FROM {DATA}", shown.join(", "))
        }
        Operation::Derive { column, from } => {
            let mut shown = all(column);
            let made = format!("{} AS {}", derived(from, table)?, quoted(column));
            match columns.iter().position(|name| name == column) {
                Some(place) => shown.insert(place, made),
                None => shown.push(made),
            }
            format!("SELECT {} FROM {DATA}", shown.join(", "))
        }
        Operation::Join {
            table: other,
            on,
            columns: taken,
            keeps_unmatched,
            ..
        } => {
            let how = if *keeps_unmatched {
                "LEFT JOIN"
            } else {
                "JOIN"
            };
            let Some(taken) = taken else {
                return joined_whole(other, how, on);
            };
            let on: Vec<String> = on
                .iter()
                .map(|(data, other)| format!("d.{} = o.{}", quoted(data), quoted(other)))
                .collect();
            let taken = taken.iter().map(|name| format!("o.{}", quoted(name)));
            let shown = columns.iter().map(|name| format!("d.{}", quoted(name)));
            let shown: Vec<String> = shown.chain(taken).collect();
            format!(
                "SELECT {} FROM {DATA} d {how} {} o ON {}",
                shown.join(", "),
                quoted(other),
                on.join(" AND ")
            )
        }
        Operation::Group { by, take } => {
            let by: Vec<String> = by.iter().map(|name| quoted(name)).collect();
            let mut shown = by.clone();
            for taken in take {
                let made = aggregate(taken, table)?;
                shown.push(format!("{made} AS {}", quoted(&taken.column)));
            }
            let by = by.join(", ");
            format!(
                "SELECT {} FROM {DATA} GROUP BY {by} ORDER BY {by}",
                shown.join(", ")
            )
        }
        Operation::Map { .. }
        | Operation::Sample { .. }
        | Operation::Pseudonyms { .. }
        | Operation::ShiftDates { .. } => return None,
    })
}

/// All columns of another table but its key.
fn joined_whole(other: &str, how: &str, on: &[(String, String)]) -> Option<String> {
    let (same, different): (Vec<_>, Vec<_>) = on.iter().partition(|(data, key)| data == key);
    let keys = |keys: &[&(String, String)]| -> Vec<String> {
        keys.iter().map(|(_, key)| quoted(key)).collect()
    };
    match (same.as_slice(), different.as_slice()) {
        (same, []) => Some(format!(
            "SELECT * FROM {DATA} d {how} {} o USING ({})",
            quoted(other),
            keys(same).join(", ")
        )),
        ([], different) => {
            let on = different
                .iter()
                .map(|(data, key)| format!("d.{} = o.{}", quoted(data), quoted(key)));
            let on: Vec<String> = on.collect();
            Some(format!(
                "SELECT * EXCLUDE ({}) FROM {DATA} d {how} {} o ON {}",
                keys(different).join(", "),
                quoted(other),
                on.join(" AND ")
            ))
        }
        _ => None,
    }
}

fn aggregate(taken: &Taken, table: &[Column]) -> Option<String> {
    let Some(name) = &taken.of else {
        return Some("COUNT(*)".to_owned());
    };
    let of = quoted(name);
    Some(match taken.how {
        Aggregate::Count => format!("COUNT({of})"),
        Aggregate::Distinct => format!("COUNT(DISTINCT {of})"),
        Aggregate::Sum => format!("SUM({of})"),
        Aggregate::Mean => format!("AVG({of})"),
        Aggregate::Min => format!("MIN({of})"),
        Aggregate::Max => format!("MAX({of})"),
        Aggregate::First => format!("FIRST({of}) FILTER (WHERE {of} IS NOT NULL)"),
        Aggregate::Last => format!("LAST({of}) FILTER (WHERE {of} IS NOT NULL)"),
        Aggregate::List => {
            format!(
                "ARRAY_TO_STRING(ARRAY_AGG({}), '{BETWEEN}')",
                as_text(name, table)?
            )
        }
    })
}

/// A value as files spell it, where SQL can: it writes 2.0 for 2 and knows no other power of ten than its own.
fn as_text(name: &str, table: &[Column]) -> Option<String> {
    let of = quoted(name);
    let Some(column) = table.iter().find(|column| column.name() == name) else {
        return Some(format!("CAST({of} AS VARCHAR)"));
    };
    let all = |fits: &dyn Fn(&str) -> bool| {
        let mut values = column.dictionary().iter().filter(|text| !text.is_empty());
        column.dictionary().len() <= MOST_VALUES && values.all(fits)
    };
    match column.value_type() {
        ValueType::Decimal => {
            let is_plain = |text: &str| {
                let size = text.parse::<f64>().map_or(0.0, f64::abs);
                size == 0.0 || (1e-4..1e15).contains(&size)
            };
            all(&is_plain).then(|| {
                format!(
                    "CASE WHEN {of} = FLOOR({of}) THEN CAST(CAST({of} AS BIGINT) AS VARCHAR) ELSE CAST({of} AS VARCHAR) END"
                )
            })
        }
        ValueType::Date => {
            let has_no_time = |text: &str| text.len() <= 10 || moment(text).is_none();
            all(&has_no_time).then(|| format!("CAST({of} AS VARCHAR)"))
        }
        ValueType::Whole | ValueType::Text => Some(format!("CAST({of} AS VARCHAR)")),
    }
}

fn derived(from: &Derived, table: &[Column]) -> Option<String> {
    Some(match from {
        Derived::Formula(formula) => format!("({formula})"),
        Derived::YearOf(of) => format!("EXTRACT(YEAR FROM {})", quoted(of)),
        Derived::Age { from, at } => {
            let from = quoted(from);
            let at = match at {
                At::Date(day) => format!("DATE('{day}')"),
                At::Column(name) => quoted(name),
            };
            let day =
                |of: &str| format!("(EXTRACT(MONTH FROM {of}) * 100 + EXTRACT(DAY FROM {of}))");
            format!(
                "EXTRACT(YEAR FROM {at}) - EXTRACT(YEAR FROM {from}) - CASE WHEN {} < {} THEN 1 ELSE 0 END",
                day(&at),
                day(&from)
            )
        }
        Derived::Bands { of, bands } => bands_of(&quoted(of), bands),
        Derived::Part { of, from, letters } => {
            let letters = letters.map(|letters| format!(", {letters}"));
            format!(
                "SUBSTR({}, {from}{})",
                as_text(of, table)?,
                letters.unwrap_or_default()
            )
        }
        Derived::Joined { columns, separator } => {
            let columns = columns.iter().map(|name| as_text(name, table));
            let columns: Vec<String> = columns.collect::<Option<_>>()?;
            format!(
                "CONCAT_WS('{}', {})",
                separator.replace('\'', "''"),
                columns.join(", ")
            )
        }
    })
}

fn bands_of(of: &str, bands: &Bands) -> String {
    match bands {
        Bands::Width(1) => format!("CAST(CAST(FLOOR({of}) AS BIGINT) AS VARCHAR)"),
        Bands::Width(width) => {
            let low = format!("CAST(FLOOR({of} / {width}) AS BIGINT) * {width}");
            format!(
                "CAST({low} AS VARCHAR) || '-' || CAST({low} + {} AS VARCHAR)",
                width - 1
            )
        }
        Bands::Cuts(cuts) => {
            let mut cases = String::new();
            for (at, cut) in cuts.iter().enumerate() {
                let label = match at.checked_sub(1).map(|before| cuts[before]) {
                    None => format!("<{cut}"),
                    Some(low) if low == cut - 1 => low.to_string(),
                    Some(low) => format!("{low}-{}", cut - 1),
                };
                cases += &format!(" WHEN {of} < {cut} THEN '{label}'");
            }
            let last = cuts.last().copied().unwrap_or_default();
            format!("CASE{cases} WHEN {of} >= {last} THEN '>={last}' END")
        }
    }
}
