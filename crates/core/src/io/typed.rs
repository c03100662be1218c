//! Columns that somebody said what they hold: values that are something else are refused, or become missing if that was
//! asked for. A value never becomes another one.

use super::placed::PlacedTable;
use crate::column::Column;
use crate::dictionary::{DictionaryBuilder, DictionaryFull};
use crate::load_options::{ColumnType, Unfit};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::spelling::{Fold, order_in};
use crate::table::Table;
use crate::value_type::ValueType;

/// Records that are told of by number.
const SHOWN: usize = 5;

/// What is understood as yes and as no, in small letters.
const YES: [&str; 6] = ["yes", "y", "true", "t", "1", "ja"];
const NO: [&str; 7] = ["no", "n", "false", "f", "0", "nein", "non"];

/// The table with its columns as the options say. Where cells name people or items nothing is said.
pub fn typed<'a>(
    placed: PlacedTable<'a>,
    holds_values: bool,
    progress: &Progress,
) -> Result<(PlacedTable<'a>, Vec<Misfits>), Failure> {
    if placed.options.types.is_empty() || !holds_values {
        return Ok((placed, Vec::new()));
    }
    refuse_unknown(&placed)?;
    let (mut notes, mut misfits) = (Vec::new(), Vec::new());
    let mut columns = Vec::with_capacity(placed.table.columns().len());
    for (at, column) in placed.table.columns().iter().enumerate() {
        progress.check()?;
        let Some(&of) = placed.options.types.get(column.name()) else {
            columns.push(column.clone());
            continue;
        };
        let read = read(column, of).map_err(|full| of_column(&placed, column, full))?;
        let unfit = read.unfit(column);
        if let Some(&first) = unfit.first() {
            match placed.options.unfit {
                Unfit::Refused => return Err(refused(&placed, at, of, first, unfit.len()).into()),
                Unfit::Missing => {
                    notes.push(told(column.name(), of, &unfit));
                    misfits.push(Misfits::among(column, of, &read.fits));
                }
            }
        }
        columns.push(read.column);
    }
    let file = placed.file;
    let table = Table::new(columns).map_err(|error| Problem::in_file(file, error.to_string()))?;
    let mut placed = PlacedTable { table, ..placed };
    placed.notes.extend(notes);
    Ok((placed, misfits))
}

/// The values of a column that are not what it is said to hold: for whoever says so, and no one else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfits {
    pub column: String,
    pub of: ColumnType,
    /// Records that hold one.
    pub records: usize,
    /// Each with its records, the most frequent first.
    pub values: Vec<(String, usize)>,
    /// The records, counted from 0.
    pub rows: Vec<u32>,
}

impl Misfits {
    /// Those of a column that was read already, if it were said to hold this.
    pub fn of(column: &Column, of: ColumnType, fold: Fold) -> Self {
        let spelling = of.spelling(fold);
        let fits: Vec<bool> = column
            .dictionary()
            .iter()
            .map(|text| spelled(&spelling.of(text), of).is_some())
            .collect();
        Self::among(column, of, &fits)
    }

    /// `fits` by code.
    fn among(column: &Column, of: ColumnType, fits: &[bool]) -> Self {
        let values = column.dictionary().iter().zip(column.counts()).zip(fits);
        let mut values: Vec<(String, usize)> = values
            .filter(|&((_, &count), &fits)| !fits && count > 0)
            .map(|((text, &count), _)| (text.to_owned(), count as usize))
            .collect();
        values.sort_by(|(one, count), (other, more)| more.cmp(count).then(one.cmp(other)));
        let rows = (0..).zip(column.codes());
        let rows = rows.filter(|&(_, &code)| !fits[code as usize]);
        Self {
            column: column.name().to_owned(),
            of,
            records: values.iter().map(|(_, count)| count).sum(),
            values,
            rows: rows.map(|(row, _)| row).collect(),
        }
    }
}

fn refuse_unknown(placed: &PlacedTable<'_>) -> Result<(), Problem> {
    let mut names = placed.options.types.keys();
    match names.find(|name| placed.table.column(name).is_none()) {
        None => Ok(()),
        Some(name) => {
            let message = format!(
                "data.types names the column \"{name}\", which the data do not have; expected one of {}",
                placed.names_in_words()
            );
            Err(Problem::in_file(placed.file, message))
        }
    }
}

fn of_column(placed: &PlacedTable<'_>, column: &Column, full: DictionaryFull) -> Problem {
    let message = format!("column \"{}\": {full}", column.name());
    Problem::in_file(placed.file, message)
}

fn refused(
    placed: &PlacedTable<'_>,
    at: usize,
    of: ColumnType,
    first: usize,
    count: usize,
) -> Problem {
    let more = match count - 1 {
        0 => String::new(),
        1 => ", and 1 more value of the column is not".to_owned(),
        more => format!(", and {more} more values of the column are not"),
    };
    let column = &placed.table.columns()[at];
    let order = (of == ColumnType::Date).then(|| order_in(column.dictionary()));
    let another = match order.flatten() {
        Some(_) => "date-day-first or date-month-first",
        None => "another type",
    };
    let message = format!(
        "this is not {}, which data.types says of the column{more}; expected other data, {another}, or data.unfit = \
         \"missing\"",
        of.one()
    );
    placed.problem(first, at, &message)
}

fn told(name: &str, of: ColumnType, unfit: &[usize]) -> String {
    let shown: Vec<String> = unfit
        .iter()
        .take(SHOWN)
        .map(|row| (row + 1).to_string())
        .collect();
    let (values, are, records) = match unfit.len() {
        1 => ("value", "is", "record"),
        _ => ("values", "are", "records"),
    };
    let more = if unfit.len() > SHOWN {
        " and others"
    } else {
        ""
    };
    format!(
        "Column \"{name}\": {} {values} that {are} not {} {are} read as missing, as was said: {records} {}{more}.",
        unfit.len(),
        of.one(),
        shown.join(", ")
    )
}

/// A column as it is said to be.
struct Typed {
    column: Column,
    /// By code of the column as it was.
    fits: Vec<bool>,
}

impl Typed {
    /// Records whose value did not fit.
    fn unfit(&self, was: &Column) -> Vec<usize> {
        let codes = was.codes().iter().enumerate();
        let unfit = codes.filter(|&(_, &code)| !self.fits[code as usize]);
        unfit.map(|(row, _)| row).collect()
    }
}

fn read(column: &Column, of: ColumnType) -> Result<Typed, DictionaryFull> {
    let mut builder = DictionaryBuilder::default();
    let mut fits = Vec::with_capacity(column.dictionary().len());
    let mut new = Vec::with_capacity(column.dictionary().len());
    for text in column.dictionary().iter() {
        let spelled = spelled(text, of);
        fits.push(spelled.is_some());
        new.push(spelled.unwrap_or(""));
    }
    let mut codes = Vec::with_capacity(column.len());
    let mut known = vec![u32::MAX; new.len()];
    for &code in column.codes() {
        let known = &mut known[code as usize];
        if *known == u32::MAX {
            *known = builder.intern(new[code as usize])?;
        }
        codes.push(*known);
    }
    let null = builder.find("");
    let weights = column.weights().cloned();
    let made = Column::weighed(column.name(), builder.finish(), codes, null, weights);
    let value_type = match of {
        ColumnType::Text | ColumnType::YesNo => ValueType::Text,
        ColumnType::Whole => ValueType::Whole,
        ColumnType::Decimal => ValueType::Decimal,
        ColumnType::Date | ColumnType::DateDayFirst | ColumnType::DateMonthFirst => ValueType::Date,
    };
    Ok(Typed {
        column: made.with_spelling(column.spelling()).with_type(value_type),
        fits,
    })
}

/// The text as a value of the type; `None` if it is none. A missing value is one of every type.
fn spelled(text: &str, of: ColumnType) -> Option<&str> {
    if text.is_empty() {
        return Some(text);
    }
    let value_type = ValueType::of(text);
    match of {
        ColumnType::Text => Some(text),
        ColumnType::Whole => (value_type == ValueType::Whole).then_some(text),
        ColumnType::Decimal => value_type.is_number().then_some(text),
        ColumnType::Date | ColumnType::DateDayFirst | ColumnType::DateMonthFirst => {
            (value_type == ValueType::Date).then_some(text)
        }
        ColumnType::YesNo => {
            let small = text.to_lowercase();
            if YES.contains(&small.as_str()) {
                Some("yes")
            } else {
                NO.contains(&small.as_str()).then_some("no")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::io::load::load;
    use crate::load_options::{ColumnType, LoadOptions, Unfit};
    use crate::progress::Progress;
    use crate::spelling::Fold;
    use crate::table::Table;
    use crate::value_type::ValueType;

    fn read(
        text: &str,
        types: &[(&str, ColumnType)],
        unfit: Unfit,
    ) -> (Result<Table, String>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.csv");
        std::fs::write(&path, text).unwrap();
        let options = LoadOptions {
            types: types
                .iter()
                .map(|&(name, of)| (name.to_owned(), of))
                .collect(),
            unfit,
            ..LoadOptions::default()
        };
        match load(&path, &options, &Progress::default()) {
            Ok(loaded) => (
                Ok(loaded.dataset.into_records_table().unwrap()),
                loaded.notes,
            ),
            Err(failure) => {
                let told = failure.to_string();
                let folder = folder.path().display().to_string();
                (Err(told.replace(&format!("{folder}/"), "")), Vec::new())
            }
        }
    }

    #[test]
    fn what_would_not_fit_is_counted() {
        let texts = ["7", "n/k", "3", "n/k", "", "2/11/1984", "?"];
        let column = crate::Column::from_texts("c", texts).unwrap();
        let found = |of| super::Misfits::of(&column, of, Fold::default());
        let whole = found(ColumnType::Whole);
        let values = [("n/k", 2), ("2/11/1984", 1), ("?", 1)];
        assert_eq!(whole.records, 4);
        assert_eq!(
            whole.values,
            values.map(|(text, count)| (text.to_owned(), count))
        );
        assert_eq!(found(ColumnType::Text).records, 0);
        assert_eq!(found(ColumnType::DateDayFirst).records, 5);
    }

    const PEOPLE: &str = "zip,income,born,smokes\n01067,1500.50,2001-02-03,Y\n10115,2e3,1.3.1999,no\n8033,n/k,unknown,1\n";

    #[test]
    fn columns_hold_what_is_said() {
        let types = [("zip", ColumnType::Text), ("smokes", ColumnType::YesNo)];
        let (table, _) = read(PEOPLE, &types, Unfit::Refused);
        let table = table.unwrap();
        let smokes = table.column("smokes").unwrap();
        assert_eq!([0, 1, 2].map(|row| smokes.text(row)), ["yes", "no", "yes"]);
        let plain = "zip,n\n1.50,1\n1.5,2\n";
        let (table, _) = read(plain, &[("zip", ColumnType::Text)], Unfit::Refused);
        let table = table.unwrap();
        let zip = table.column("zip").unwrap();
        assert_eq!((zip.distinct(), zip.value_type()), (2, ValueType::Text));
        let (table, _) = read(plain, &[("n", ColumnType::Decimal)], Unfit::Refused);
        let table = table.unwrap();
        assert_eq!(table.column("zip").unwrap().distinct(), 1);
        assert_eq!(table.column("n").unwrap().value_type(), ValueType::Decimal);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place_or_becomes_missing() {
        let types = [("income", ColumnType::Decimal), ("born", ColumnType::Date)];
        let (refused, _) = read(PEOPLE, &types, Unfit::Refused);
        assert_eq!(
            refused.unwrap_err(),
            "d.csv, line 4, column 2: this is not a number, which data.types says of the column; expected other data, \
             another type, or data.unfit = \"missing\""
        );
        let (table, notes) = read(PEOPLE, &types, Unfit::Missing);
        let table = table.unwrap();
        assert_eq!(table.column("income").unwrap().nulls(), 1);
        assert_eq!(table.column("born").unwrap().value_type(), ValueType::Date);
        assert!(
            notes.contains(
                &"Column \"income\": 1 value that is not a number is read as missing, as was said: record 3."
                    .to_owned()
            ),
            "{notes:?}"
        );
        // Nobody says the order of days and months but who knows the file; then each is that day.
        let slashed = "born,n\n2/11/1984,1\n02/11/1984,2\n25/12/2000 00:00,3\n2001-02-03,4\n";
        let (refused, _) = read(slashed, &[("born", ColumnType::Date)], Unfit::Refused);
        let refused = refused.unwrap_err();
        assert!(
            refused.contains("expected other data, date-day-first or"),
            "{refused}"
        );
        let said = [("born", ColumnType::DateDayFirst)];
        let (table, notes) = read(slashed, &said, Unfit::Refused);
        let table = table.unwrap();
        let born = table.column("born").unwrap();
        let texts = [0, 1, 2, 3].map(|row| born.text(row));
        assert_eq!(
            texts,
            ["1984-11-02", "1984-11-02", "2000-12-25", "2001-02-03"]
        );
        assert_eq!((born.distinct(), born.value_type()), (3, ValueType::Date));
        assert_eq!(born.spelling().of("3/2/2001"), "2001-02-03");
        assert_eq!(notes.len(), 1, "{notes:?}");
        let said = [("born", ColumnType::DateMonthFirst)];
        let (refused, _) = read(slashed, &said, Unfit::Refused);
        assert!(
            refused
                .unwrap_err()
                .starts_with("d.csv, line 4, column 1: this is not a date with")
        );
        let (table, notes) = read(slashed, &[], Unfit::Refused);
        assert_eq!(
            table.unwrap().column("born").unwrap().value_type(),
            ValueType::Text
        );
        assert!(
            notes[0].contains("dates whose day seems to stand first"),
            "{notes:?}"
        );
        let (refused, _) = read(PEOPLE, &[("zap", ColumnType::Text)], Unfit::Refused);
        let told = refused.unwrap_err();
        assert!(told.contains("names the column \"zap\""), "{told}");
    }
}
