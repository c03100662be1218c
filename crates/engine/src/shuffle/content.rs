//! What a released row shows, as a number: the sum of the numbers of its cells, which follow from their texts alone.

use crate::released_table::released_text;
use cloakroom_core::{Column, Progress, Stopped};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// Rows with the same show the same. Wide enough that no two others ever have the same.
pub type Fingerprint = u128;

/// How many rows or texts are looked at between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// A text in a column, by the place of the column among those that are released.
pub fn cell(place: usize, text: &str) -> Fingerprint {
    let place = (place as u64).to_le_bytes();
    digest(&[b"cell", &place, text.as_bytes()])
}

/// A rating of an issue, where a person has a row for each.
pub fn rating(issue: &str, rating: &str) -> Fingerprint {
    digest(&[b"rating", issue.as_bytes(), rating.as_bytes()])
}

/// An item of a basket.
pub fn item(name: &str) -> Fingerprint {
    digest(&[b"item", name.as_bytes()])
}

fn digest(parts: &[&[u8]]) -> Fingerprint {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    super::first_half(hasher)
}

/// The rows of a table with these released columns.
pub fn of_rows(
    columns: &[&Column],
    rows: &[u32],
    escape_formulas: bool,
    progress: &Progress,
) -> Result<Vec<Fingerprint>, Stopped> {
    let mut contents = vec![0; rows.len()];
    for (place, column) in columns.iter().enumerate() {
        let of_code = of_codes(place, column, rows, escape_formulas, progress)?;
        contents
            .par_chunks_mut(STRIDE)
            .zip(rows.par_chunks(STRIDE))
            .try_for_each(|(contents, rows)| {
                progress.check()?;
                for (content, &row) in contents.iter_mut().zip(rows) {
                    let code = column.codes()[row as usize];
                    *content = Fingerprint::wrapping_add(*content, of_code[code as usize]);
                }
                Ok(())
            })?;
    }
    Ok(contents)
}

/// By code; 0 for codes that no released row has.
fn of_codes(
    place: usize,
    column: &Column,
    rows: &[u32],
    escape_formulas: bool,
    progress: &Progress,
) -> Result<Vec<Fingerprint>, Stopped> {
    let mut is_used = vec![false; column.dictionary().len()];
    for part in rows.chunks(STRIDE) {
        progress.check()?;
        for &row in part {
            is_used[column.codes()[row as usize] as usize] = true;
        }
    }
    let mut of_code = vec![0; is_used.len()];
    of_code
        .par_chunks_mut(STRIDE)
        .zip(is_used.par_chunks(STRIDE))
        .enumerate()
        .try_for_each(|(part, (of_code, is_used))| {
            progress.check()?;
            let codes = (part * STRIDE) as u32..;
            for ((of_code, &is_used), code) in of_code.iter_mut().zip(is_used).zip(codes) {
                if is_used {
                    let text = column.dictionary().get(code);
                    *of_code = cell(place, &released_text(text, escape_formulas));
                }
            }
            Ok(())
        })?;
    Ok(of_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_count_and_codes_do_not() {
        let one = Column::from_texts("c", ["x", "y", "=z"]).unwrap();
        let other = Column::from_texts("c", ["nobody", "=z", "y", "x"]).unwrap();
        let of = |columns: &[&Column], rows: &[u32], escape| {
            of_rows(columns, rows, escape, &Progress::default()).unwrap()
        };
        assert_eq!(
            of(&[&one], &[0, 1, 2], false),
            of(&[&other], &[3, 2, 1], false)
        );
        assert_eq!(of(&[&one], &[2], true), [cell(0, "'=z")]);
        // The same texts in other columns are another row.
        let (x, y) = (&[0], &[1]);
        let rows = |first: &[u32], second: &[u32]| {
            of(&[&one.picked(first), &one.picked(second)], &[0], false)
        };
        assert_ne!(rows(x, y), rows(y, x));
    }

    #[test]
    fn what_is_said_of_an_issue_is_not_said_of_another() {
        assert_ne!(rating("q1", "12"), rating("q11", "2"));
        assert_ne!(item("q1"), cell(0, "q1"));
    }
}
