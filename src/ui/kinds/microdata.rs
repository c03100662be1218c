//! Tables of records.

use super::{AboutKind, Compare, Cost, Data, Opening, Panel, Question, Reading, Steps};
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::compare::words::why_not_of_columns;
use crate::ui::panel;
use crate::ui::views::compare::attack::candidates::source;
use crate::ui::views::compare::{risk, sides};
use crate::ui::views::data::{record_panel, table};
use crate::ui::views::explore::microdata::VIEWS;
use crate::ui::views::explore::strip::source as listed;
use crate::ui::views::opening::Beginning;
use crate::ui::views::release::checklist;
use crate::ui::widgets::number;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::table::Table;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::workspace::Workspace;

pub(super) static ABOUT: AboutKind = AboutKind {
    opening: Opening {
        holds: "A row is a person, a column something about them: age, place, diagnosis.",
        question: Question {
            asks: "May I give this table of patients to researchers?",
            needs: "a row for each person, a column for everything that is told of them: age, place, diagnosis.",
            sample: "hospital",
            opens: "Open invented patients",
        },
        asks_who_is_counted: false,
        layouts: &[],
        beginning: |dataset| {
            let table = dataset.table();
            table.map_or_else(Beginning::default, Beginning::of_table)
        },
    },
    reading: Reading {
        has_scale: false,
        has_separator: false,
        parts: &[],
        columns: |_| None,
    },
    extent,
    stages: &[
        Stage::Data,
        Stage::Hierarchies,
        Stage::Explore,
        Stage::Compare,
        Stage::Release,
    ],
    steps: Steps {
        unmarked: "No quasi-identifier",
        quasi: "quasi-identifier",
        all: "All columns",
    },
    data: Data {
        table: table::show,
        listed: listed::of_table,
        record: record_panel::microdata::show,
        has_classes: true,
        has_categories: true,
    },
    views: &VIEWS,
    panel: Panel {
        show: |ui, lent, cliffs, out| panel::microdata(ui, lent, &mut cliffs.records, out),
        asked: panel::microdata::asked,
        figures: |ui, made| {
            if let Some(candidate) = made.records() {
                panel::microdata::figures(ui, candidate);
            }
        },
        look_at_made: |method| match method.is_microaggregation() {
            true => ("See the groups", ExploreTab::Groups),
            false => ("Before and after", ExploreTab::BeforeAfter),
        },
    },
    compare: Compare {
        usual_methods: |is_counted| match is_counted {
            true => [
                MethodName::Optimal,
                MethodName::HashTable,
                MethodName::Samarati,
            ],
            false => [
                MethodName::Optimal,
                MethodName::Mondrian,
                MethodName::LocalRecoding,
            ],
        },
        axis: |_| None,
        why_not: why_not_of_columns,
        largest_risk: Figure::Metric(Metric::ProsecutorMax),
        usual_risk: Figure::Metric(Metric::ProsecutorAvg),
        by_part: "By column",
        beside: sides::source::microdata::beside,
        known: ("Quasi-identifiers", "Beyond what is promised"),
        attacked: source::microdata::attacked,
    },
    risk: &risk::microdata::PAGES,
    checklist: &checklist::microdata::CHECKLIST,
    cost: Cost {
        words: "loss",
        metric: Metric::Loss,
    },
    mapped: "by column, what every value",
};

/// All columns; of a counted table those that were counted among them.
fn extent(workspace: &Workspace) -> String {
    let columns = number::counted(workspace.column_names().len() as u64, "column");
    match (workspace.in_batches(), workspace.table()) {
        (Some(_), table) => {
            let counted = table.map_or(0, |table: &Table| table.columns().len());
            format!("{} of {columns}", number::count(counted as u64))
        }
        (None, _) => columns,
    }
}
