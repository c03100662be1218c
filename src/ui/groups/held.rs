//! What the records of one group held before they became one, column by column.

use super::GroupPicture;
use crate::ui::widgets::number;
use cloakroom_core::column::Column;
use cloakroom_core::value_type::ValueType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub column: String,
    /// `1980 to 1984`, `none and 2 others`.
    pub before: String,
    pub after: String,
}

impl Held {
    /// `1980 to 1984 becomes 1982`.
    pub fn words(&self) -> String {
        match self.before == self.after {
            true => format!("{}, as it was", self.after),
            false => format!("{} becomes {}", self.before, self.after),
        }
    }
}

impl GroupPicture {
    pub fn held(&self, group: u32) -> Vec<Held> {
        let question = self.question();
        let Some(table) = question.loaded.dataset.table() else {
            return Vec::new();
        };
        let rows: Vec<usize> = self
            .members(group)
            .iter()
            .map(|&place| self.row(place) as usize)
            .collect();
        let Some(&first) = rows.first() else {
            return Vec::new();
        };
        let columns = question.quasi.iter();
        columns
            .filter_map(|&at| {
                let before = table.columns().get(at)?;
                let after = question.candidate.anonymized.column(table, at);
                Some(Held {
                    column: before.name().to_owned(),
                    before: span(before, &rows),
                    after: text(after.unwrap_or(before), first),
                })
            })
            .collect()
    }
}

fn text(column: &Column, row: usize) -> String {
    match column.is_null(row) {
        true => "missing".to_owned(),
        false => column.text(row).to_owned(),
    }
}

/// Numbers and dates from the least to the largest; otherwise what most of them are.
fn span(column: &Column, rows: &[usize]) -> String {
    let mut counts = vec![0u32; column.dictionary().len()];
    for &row in rows {
        counts[column.codes()[row] as usize] += 1;
    }
    let used = || (0..counts.len() as u32).filter(|&code| counts[code as usize] > 0);
    let told = |code: u32| match column.dictionary().get(code) {
        "" => "missing",
        text => text,
    };
    let numbers: Option<Vec<(f64, u32)>> = used()
        .map(|code| column.number(code).map(|number| (number, code)))
        .collect();
    if let Some(numbers) = numbers.filter(|_| column.value_type() != ValueType::Text) {
        let by_number = |a: &&(f64, u32), b: &&(f64, u32)| a.0.total_cmp(&b.0);
        let ends = (
            numbers.iter().min_by(by_number),
            numbers.iter().max_by(by_number),
        );
        if let (Some(&(_, low)), Some(&(_, high))) = ends
            && low != high
        {
            return format!("{} to {}", told(low), told(high));
        }
    }
    let others = used().count().saturating_sub(1) as u64;
    let most = used().max_by_key(|&code| (counts[code as usize], std::cmp::Reverse(code)));
    let most = most.map_or("missing", told);
    match others {
        0 => most.to_owned(),
        _ => format!(
            "{most} and {}",
            number::counted_as(others, "other", "others")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_a_span_and_names_are_counted() {
        let span = |texts: &[&str]| {
            let column = Column::from_texts("c", texts).unwrap();
            let rows: Vec<usize> = (0..texts.len()).collect();
            span(&column, &rows)
        };
        assert_eq!(span(&["30", "4", "100"]), "4 to 100");
        assert_eq!(span(&["30", "30"]), "30");
        assert_eq!(
            span(&["2020-01-02", "2019-12-31"]),
            "2019-12-31 to 2020-01-02"
        );
        assert_eq!(span(&["flu", "cold", "flu"]), "flu and 1 other");
        assert_eq!(span(&["b", "a", "c"]), "b and 2 others");
        assert_eq!(span(&["flu", "", ""]), "missing and 1 other");
    }

    #[test]
    fn what_stays_is_said_to_stay() {
        let held = |before: &str, after: &str| Held {
            column: "c".to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        assert_eq!(held("1 to 3", "2").words(), "1 to 3 becomes 2");
        assert_eq!(held("flu", "flu").words(), "flu, as it was");
    }
}
