//! The rows of a sweep as a table for spreadsheets.

use super::{SweepAnswer, SweepRow};
use cloakroom_core::{Amount, Metric};

/// Every row with all metrics; those that were not measured are empty.
pub fn to_csv(answer: &SweepAnswer) -> String {
    let mut lines = vec![header(answer)];
    lines[0].extend(["satisfied", "records_left_out"].map(str::to_owned));
    lines[0].extend(Metric::ALL.map(|metric| metric.name().to_owned()));
    lines[0].extend(["seconds", "why"].map(str::to_owned));
    for row in &answer.rows {
        let mut line = setting(row);
        line.push(row.outcome.is_ok().to_string());
        let point = row.outcome.as_ref().ok();
        line.push(point.map_or_else(String::new, |point| point.left_out.to_string()));
        line.extend(Metric::ALL.map(|metric| {
            let value = point.and_then(|point| point.metrics.get(metric));
            value.map_or_else(String::new, |value| value.to_string())
        }));
        line.push(row.seconds.to_string());
        line.push(row.outcome.as_ref().err().cloned().unwrap_or_default());
        lines.push(line);
    }
    let cells =
        |line: &Vec<String>| -> Vec<String> { line.iter().map(|cell| quoted(cell)).collect() };
    lines
        .iter()
        .map(|line| cells(line).join(",") + "\n")
        .collect()
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// The names of what varies.
pub fn header(answer: &SweepAnswer) -> Vec<String> {
    let parameters = answer.rows.first().map(|row| row.parameters.as_slice());
    let names = parameters
        .unwrap_or_default()
        .iter()
        .map(|(model, _)| model.name());
    std::iter::once("method")
        .chain(names)
        .map(str::to_owned)
        .collect()
}

/// The method and the values of what varies.
pub fn setting(row: &SweepRow) -> Vec<String> {
    let values = row.parameters.iter().map(|(_, amount)| match amount {
        // A share reads as the number that `--vary` was given.
        Amount::Share(share) => share.to_string(),
        other => other.to_string(),
    });
    std::iter::once(row.method.name().to_owned())
        .chain(values)
        .collect()
}
