//! How many combinations of levels the searches of chapter 2 count (2.3.1 and 8.1): the thesis says that its hash table needs
//! fewer than Samarati's bisection.

use super::laboratory::Laboratory;
use crate::claim::Claim;
use crate::figure::{Figure, Series};
use cloakroom_core::{Failure, MethodName, Progress, Requirement};

const METHODS: [MethodName; 3] = [
    MethodName::HashTable,
    MethodName::Samarati,
    MethodName::Incognito,
];
const KS: [u32; 5] = [2, 5, 10, 20, 50];

pub(super) fn figure(laboratory: &Laboratory<'_>, progress: &Progress) -> Result<Figure, Failure> {
    let series = METHODS
        .into_iter()
        .map(|method| {
            let points = KS.into_iter().map(|k| {
                let requirement = Requirement {
                    k: Some(k),
                    ..Requirement::default()
                };
                let counted = laboratory.counted(method, requirement, progress)?;
                Ok((f64::from(k), counted.map(|nodes| nodes as f64)))
            });
            let points = points.collect::<Result<Vec<_>, Failure>>()?;
            Ok(Series::new(method.name(), points))
        })
        .collect::<Result<Vec<Series>, Failure>>()?;
    let claims = vec![Claim::below(
        "the hash table checks fewer combinations than Samarati's binary search",
        &series[0],
        &[&series[1]],
        |_| true,
    )];
    Ok(Figure {
        name: "search-by-k".to_owned(),
        title: "Combinations of levels whose classes are counted, against k (2.3.1 and 8.1)"
            .to_owned(),
        across: "k",
        up: "combinations of levels",
        series,
        claims,
    })
}
