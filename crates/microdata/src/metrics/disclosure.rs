//! What a class gives away about the sensitive values of its members.

use super::MicrodataRelease;
use cloakroom_core::{Metric, Progress, Stopped};

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// Nothing where there is no sensitive column.
pub(super) fn of_values(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    if release.prepared.sensitive.is_empty() {
        return Ok(Vec::new());
    }
    let classes = release.class_sizes.len();
    let mut is_homogeneous = vec![false; classes];
    let mut is_similar = vec![false; classes];
    let mut has_categories = false;
    let mut disclosures = 0usize;
    for sensitive in &release.prepared.sensitive {
        let codes = sensitive.column.codes();
        let same_value = agreeing(release, |row| codes[row], progress)?;
        let same_category = match &sensitive.categories {
            Some(categories) => {
                has_categories = true;
                let same = agreeing(release, |row| categories.of[codes[row] as usize], progress)?;
                mark(&mut is_similar, &same);
                Some(same)
            }
            None => None,
        };
        mark(&mut is_homogeneous, &same_value);
        let told = same_category.as_ref().unwrap_or(&same_value);
        disclosures += told.iter().filter(|&&told| told).count();
    }
    let records = |marked: &[bool]| {
        let sizes = release.class_sizes.iter().zip(marked);
        let sum: u64 = sizes
            .filter(|&(_, &marked)| marked)
            .map(|(&size, _)| u64::from(size))
            .sum();
        sum as f64
    };
    let mut measured = vec![
        (Metric::HomogeneousRecords, records(&is_homogeneous)),
        (Metric::AttributeDisclosures, disclosures as f64),
    ];
    if has_categories {
        measured.push((Metric::SimilarityAttackRecords, records(&is_similar)));
    }
    Ok(measured)
}

fn mark(marks: &mut [bool], more: &[bool]) {
    for (mark, &more) in marks.iter_mut().zip(more) {
        *mark |= more;
    }
}

/// The classes in which all records have the same.
fn agreeing(
    release: &MicrodataRelease<'_>,
    of_row: impl Fn(usize) -> u32,
    progress: &Progress,
) -> Result<Vec<bool>, Stopped> {
    let mut first: Vec<Option<u32>> = vec![None; release.class_sizes.len()];
    let mut agrees = vec![true; release.class_sizes.len()];
    for (rows, classes) in release
        .kept
        .chunks(STRIDE)
        .zip(release.class_of.chunks(STRIDE))
    {
        progress.check()?;
        for (&row, &class) in rows.iter().zip(classes) {
            let value = of_row(row as usize);
            let first = first[class as usize].get_or_insert(value);
            agrees[class as usize] &= *first == value;
        }
    }
    Ok(agrees)
}
