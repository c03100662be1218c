//! The rows of the table of figures, in groups.

use crate::ui::compare::figures::{best, figure_of};
use crate::ui::compare::kept::KeptResults;
use crate::ui::compare::words;
use crate::ui::compare::words::figure_title;
use crate::ui::help::metrics;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::{Aspect, Direction};
use cloakroom_engine::figure::Figure;
use cloakroom_engine::shelf::KeptId;

pub enum Row {
    Heading(&'static str),
    Figure(FigureRow),
}

pub struct FigureRow {
    pub figure: Figure,
    /// By candidate, as it is written, and whether nobody has a better one.
    pub cells: Vec<Option<(String, bool)>>,
}

/// Figures that nobody has are left away.
pub fn rows(kind: Kind, order: &[KeptId], kept: &KeptResults) -> Vec<Row> {
    let figures = Figure::of_kind(kind);
    let mut rows = Vec::new();
    for (aspect, heading) in [
        (Aspect::Utility, "What it costs"),
        (Aspect::Risk, "What it risks"),
    ] {
        let figures = figures.iter().filter(|figure| figure.aspect() == aspect);
        let group: Vec<FigureRow> = figures
            .filter_map(|figure| figure_row(*figure, order, kept))
            .collect();
        if !group.is_empty() {
            rows.push(Row::Heading(heading));
            rows.extend(group.into_iter().map(Row::Figure));
        }
    }
    rows
}

fn figure_row(figure: Figure, order: &[KeptId], kept: &KeptResults) -> Option<FigureRow> {
    let value = |id: &KeptId| figure_of(kept.result(*id)?, figure);
    let values: Vec<Option<f64>> = order.iter().map(value).collect();
    if values.iter().all(Option::is_none) {
        return None;
    }
    let mut best = best(&values, figure.direction());
    if figure.is_of_original() {
        best.fill(false);
    }
    let cells = values.iter().zip(best);
    Some(FigureRow {
        figure,
        cells: cells
            .map(|(value, best)| Some((words::figure(figure, (*value)?), best)))
            .collect(),
    })
}

impl FigureRow {
    /// What the figure means, which way is better, and what it is counted in.
    pub fn meaning(&self, kind: Kind) -> String {
        let better = match self.figure.direction() {
            Direction::Lower => "Lower is better.",
            Direction::Higher => "Higher is better.",
        };
        let (word, unit) = (metrics::of_figure(self.figure), self.figure.unit(kind));
        format!("{} {better} In {unit}.", word.in_short())
    }

    /// For those who do not see the table: `Loss: 3.8 % in A, 4.1 % in B; best is A`.
    pub fn spoken(&self, kind: Kind, names: &[&str]) -> String {
        let cells = self.cells.iter().zip(names);
        let told: Vec<String> = cells
            .clone()
            .filter_map(|(cell, name)| Some(format!("{} in {name}", cell.as_ref()?.0)))
            .collect();
        let best: Vec<&str> = cells
            .filter(|(cell, _)| cell.as_ref().is_some_and(|(_, best)| *best))
            .map(|(_, name)| *name)
            .collect();
        let best = match best.is_empty() {
            true => String::new(),
            false => format!("; best is {}", best.join(" and ")),
        };
        format!(
            "{}: {}{best}",
            figure_title(self.figure, kind),
            told.join(", ")
        )
    }
}
