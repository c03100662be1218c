//! People who rated issues.

use super::{AboutKind, Compare, Cost, Data, Opening, Panel, Question, Reading, Steps};
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::compare::words::why_not_of_columns;
use crate::ui::panel;
use crate::ui::views::compare::attack::candidates::source;
use crate::ui::views::compare::{risk, sides};
use crate::ui::views::data::{ratings, record_panel};
use crate::ui::views::explore::ratings::VIEWS;
use crate::ui::views::explore::strip::source as listed;
use crate::ui::views::opening::{Beginning, ROWS};
use crate::ui::views::release::checklist;
use crate::ui::widgets::number;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::ratings::rating_columns;
use cloakroom_core::load_options::Layout;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::promise::PrivacyModel;
use cloakroom_core::ratings::{Ratings, SparseRatings};
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;
use cloakroom_engine::workspace::Workspace;

pub(super) static ABOUT: AboutKind = AboutKind {
    opening: Opening {
        holds: "People rated issues on one scale: a survey, reviews of films.",
        question: Question {
            asks: "May I publish what people answered or rated?",
            needs: "answers on one scale, a row for each person or one for each rating: a survey, reviews of films.",
            sample: "lifestyle",
            opens: "Open invented answers",
        },
        asks_who_is_counted: false,
        layouts: &[
            (Layout::Wide, "a row per person"),
            (Layout::Long, "a row per rating"),
        ],
        beginning,
    },
    reading: Reading {
        has_scale: true,
        has_separator: false,
        parts: &["person", "issue", "rating"],
        columns: rating_columns,
    },
    extent,
    stages: &[Stage::Data, Stage::Explore, Stage::Compare, Stage::Release],
    steps: Steps {
        unmarked: "No issue is marked",
        quasi: "issue",
        all: "All issues",
    },
    data: Data {
        table: ratings::show,
        listed: listed::of_ratings,
        record: record_panel::ratings::show,
        has_classes: false,
        has_categories: false,
    },
    views: &VIEWS,
    panel: Panel {
        show: |ui, lent, cliffs, out| panel::ratings::ratings(ui, lent, &mut cliffs.ratings, out),
        asked: panel::ratings::asked,
        figures: |ui, made| {
            if let Some(candidate) = made.ratings() {
                panel::ratings::figures(ui, candidate);
            }
        },
        look_at_made: |_| ("See the graph", ExploreTab::EpsilonGraph),
    },
    compare: Compare {
        usual_methods: |_| [MethodName::Greedy, MethodName::Graph, MethodName::Clustered],
        axis: |parameter| match parameter {
            Parameter::Model(PrivacyModel::KAnonymity) => Some("people close to anybody, k"),
            Parameter::Model(PrivacyModel::Suppression) => Some("people who may be left out"),
            _ => None,
        },
        why_not: why_not_of_columns,
        largest_risk: Figure::LargestRisk,
        usual_risk: Figure::LargestRisk,
        by_part: "By issue",
        beside: sides::source::ratings::beside,
        known: ("Issues", ""),
        attacked: source::ratings::attacked,
    },
    risk: &risk::ratings::PAGES,
    checklist: &checklist::ratings::CHECKLIST,
    cost: Cost {
        words: "distortion, in points",
        metric: Metric::Distortion,
    },
    mapped: "by issue, what every rating",
};

fn extent(workspace: &Workspace) -> String {
    let columns = |many: usize| number::counted(many as u64, "column");
    match workspace.loaded().dataset.ratings() {
        Some(Ratings::Wide(table, _)) => columns(table.columns().len()),
        Some(Ratings::Long(sparse)) => number::counted(sparse.issues.len() as u64, "issue"),
        None => columns(0),
    }
}

fn beginning(dataset: &Dataset) -> Beginning {
    match dataset.ratings() {
        Some(Ratings::Wide(table, _)) => Beginning::of_table(table),
        Some(Ratings::Long(sparse)) => of_long(sparse),
        None => Beginning::default(),
    }
}

fn of_long(sparse: &SparseRatings) -> Beginning {
    let person_of = |place: usize| sparse.starts.partition_point(|&start| start <= place) - 1;
    let rows = (0..sparse.rating.len().min(ROWS)).map(|place| {
        vec![
            sparse.people.get(person_of(place) as u32).to_owned(),
            sparse.issues.get(sparse.issue[place]).to_owned(),
            sparse.scale.text(sparse.rating[place]),
        ]
    });
    Beginning {
        names: ["person", "issue", "rating"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
