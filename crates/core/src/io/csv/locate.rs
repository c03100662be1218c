//! Where a record stands in its file. Asked only when something is wrong, so it walks from the start.

use super::dialect::{After, Dialect, newline_of};
use super::fault::line_of;
use super::fields::Fields;
use crate::load_options::LoadOptions;

/// The line on which the record begins, from 1; `row` counts records from 0. `options` are those that
/// reading the table gave back.
pub fn line_of_record(text: &str, options: &LoadOptions, row: usize) -> Option<u64> {
    let delimiter = options.delimiter.as_deref()?;
    let dialect = Dialect::new(delimiter, newline_of(text))?;
    let mut before = row + usize::from(options.header == Some(true));
    let mut fields = Fields::new(text, &dialect);
    let mut is_first = true;
    let mut start = 0;
    while !fields.is_at_end() {
        if is_first {
            start = fields.position();
        }
        let field = fields.next_field().ok()?;
        if is_first && field.is_blank_line() {
            continue;
        }
        is_first = field.after != After::Field;
        if is_first {
            if before == 0 {
                return Some(line_of(text, &dialect, start));
            }
            before -= 1;
        }
    }
    // The text may end where its last field would begin.
    (!is_first && before == 0).then(|| line_of(text, &dialect, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_past_blank_lines_and_quoted_line_ends() {
        let options = LoadOptions {
            delimiter: Some(",".into()),
            header: Some(true),
            ..LoadOptions::default()
        };
        let text = "a,b\n1,2\n\n\"x\ny\",3\n4,5";
        let lines: Vec<Option<u64>> = (0..4)
            .map(|row| line_of_record(text, &options, row))
            .collect();
        assert_eq!(lines, [Some(2), Some(4), Some(6), None]);
        let ends = |row| line_of_record("a,b\n1,2\n3,", &options, row);
        assert_eq!([ends(0), ends(1), ends(2)], [Some(2), Some(3), None]);
    }
}
