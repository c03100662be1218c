//! Records of a table: the columns that were compared first, then the others that are known and what is sensitive.

use super::{Attacked, AttackedCells, owned};
use crate::ui::attack::AttackQuestion;
use crate::ui::method_result::MethodResult;
use crate::ui::widgets::grid::GridCell;
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_engine::attack::AttackReport;

/// As each was read, and as it is shown.
struct Columns<'a>(Vec<(&'a Column, &'a Column)>);

pub fn attacked<'a>(
    question: &'a AttackQuestion,
    report: &'a AttackReport,
) -> Option<Attacked<'a>> {
    let release = question.release.as_deref();
    let table = question.loaded.dataset.table()?;
    let compared = report.mapped.iter().map(|pair| pair.released.as_str());
    let mut names: Vec<&str> = compared.collect();
    for role in [Role::Quasi, Role::Sensitive] {
        let roles = &question.settings.roles;
        let columns = table.columns().iter().map(Column::name);
        for name in roles.with(role, columns) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let candidate = release.and_then(MethodResult::candidate);
    let mut columns = Vec::with_capacity(names.len());
    names.retain(|name| {
        let Some(at) = table.position(name) else {
            return false;
        };
        let original = &table.columns()[at];
        let shown = candidate.and_then(|candidate| candidate.anonymized.column(table, at));
        columns.push((original, shown.unwrap_or(original)));
        true
    });
    Some(Attacked {
        names: owned(&names),
        cells: Box::new(Columns(columns)),
    })
}

impl AttackedCells for Columns<'_> {
    fn cell(&self, record: usize, column: usize) -> GridCell<'_> {
        let (original, shown) = self.0[column];
        if record >= shown.len() || shown.is_null(record) {
            return GridCell::missing();
        }
        let changed = shown.text(record) != original.text(record);
        GridCell::text(shown.text(record)).changed(changed)
    }
}
