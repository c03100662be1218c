//! What a class gives away about the sensitive values of its members.

use super::MicrodataRelease;
use crate::profile::crowd::Crowd;
use cloakroom_core::{Metric, Progress, Stopped, Units};

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
    let units = release.prepared.units.as_ref();
    let units = units.map(|units| units.picked(release.kept));
    let agreeing = |of_row: &dyn Fn(usize) -> u32| match &units {
        None => agreeing(release, of_row, progress),
        Some(units) => agreeing_units(release, units, of_row, progress),
    };
    for sensitive in &release.prepared.sensitive {
        let codes = sensitive.column.codes();
        let same_value = agreeing(&|row| codes[row])?;
        let same_category = match &sensitive.categories {
            Some(categories) => {
                has_categories = true;
                let same = agreeing(&|row| categories.of[codes[row] as usize])?;
                mark(&mut is_similar, &same);
                Some(same)
            }
            None => None,
        };
        mark(&mut is_homogeneous, &same_value);
        let told = same_category.as_ref().unwrap_or(&same_value);
        disclosures += told.iter().filter(|&&told| told).count();
    }
    let crowd = units
        .as_ref()
        .map(|units| Crowd::new(release.class_of, classes, units, &[], progress))
        .transpose()?;
    let many = |marked: &[bool]| match &crowd {
        // Nobody is safer than in the class that tells most.
        Some(crowd) => {
            let told = crowd.gathered(|class, _| marked[class], |a, b| a || b);
            told.into_iter().filter(|&told| told == Some(true)).count() as f64
        }
        None => {
            let sizes = release.class_sizes.iter().zip(marked);
            let sum: u64 = sizes
                .filter(|&(_, &marked)| marked)
                .map(|(&size, _)| u64::from(size))
                .sum();
            sum as f64
        }
    };
    let mut measured = vec![
        (Metric::HomogeneousRecords, many(&is_homogeneous)),
        (Metric::AttributeDisclosures, disclosures as f64),
    ];
    if has_categories {
        measured.push((Metric::SimilarityAttackRecords, many(&is_similar)));
    }
    Ok(measured)
}

fn mark(marks: &mut [bool], more: &[bool]) {
    for (mark, &more) in marks.iter_mut().zip(more) {
        *mark |= more;
    }
}

/// The classes in which all units show the same, whatever else they show.
fn agreeing_units(
    release: &MicrodataRelease<'_>,
    units: &Units<'_>,
    of_row: impl Fn(usize) -> u32,
    progress: &Progress,
) -> Result<Vec<bool>, Stopped> {
    let classes = release.class_sizes.len();
    let rows = release.kept.iter();
    let codes: Vec<u32> = rows.map(|&row| of_row(row as usize)).collect();
    let crowd = Crowd::new(release.class_of, classes, units, &[&codes], progress)?;
    Ok((0..classes).map(|class| crowd.agrees(0, class)).collect())
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
