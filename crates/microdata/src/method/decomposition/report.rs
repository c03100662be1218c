//! What became of a degree of anonymisation.

use super::plan::Plan;
use crate::metrics::degree::of_table;
use cloakroom_core::purpose::Rule;
use serde::Serialize;

/// The target and what was achieved, which differ: levels are whole, and promises may ask for more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecompositionReport {
    /// Whom it is for, if that is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// The name of the purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    pub rule: Rule,
    pub target_degree: f64,
    /// The degree of the table at the levels that the target asks for.
    pub degree_at_target: f64,
    /// The degree of the release; a left-out record counts 1.
    pub degree_released: f64,
    /// The degree of the records that were kept.
    #[serde(skip)]
    pub degree_of_kept: f64,
    /// In the order of the table.
    pub columns: Vec<DecomposedColumn>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecomposedColumn {
    pub column: String,
    pub priority: f64,
    pub share: f64,
    pub degree: f64,
    pub target_level: u32,
    pub released_level: u32,
    /// The level of the top.
    pub height: u32,
}

impl DecompositionReport {
    pub(super) fn new(plan: &Plan, levels: &[u32], kept: usize, left_out: usize) -> Self {
        let degree_of_kept = plan.aim.achieved(levels);
        Self {
            recipient: None,
            purpose: plan.purpose.clone(),
            rule: plan.aim.rule,
            target_degree: plan.aim.degree,
            degree_at_target: plan.aim.achieved(&plan.levels()),
            degree_released: of_table(&[(degree_of_kept, kept), (1.0, left_out)]),
            degree_of_kept,
            columns: plan
                .columns
                .iter()
                .zip(levels)
                .map(|(column, &level)| DecomposedColumn {
                    column: column.name.clone(),
                    priority: column.priority,
                    share: column.share,
                    degree: column.degree,
                    target_level: column.level,
                    released_level: level,
                    height: column.height,
                })
                .collect(),
        }
    }
}
