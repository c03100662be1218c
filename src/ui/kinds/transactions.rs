//! Baskets of items.

use super::{AboutKind, Compare, Cost, Data, Opening, Panel, Question, Reading, Steps};
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::compare::words::why_not_of_columns;
use crate::ui::panel;
use crate::ui::views::compare::attack::candidates::source;
use crate::ui::views::compare::{risk, sides};
use crate::ui::views::data::{record_panel, transactions};
use crate::ui::views::explore::strip::source as listed;
use crate::ui::views::explore::transactions::VIEWS;
use crate::ui::views::opening::{Beginning, COLUMNS, ROWS};
use crate::ui::views::release::checklist;
use crate::ui::widgets::number;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::load_options::Layout;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::promise::PrivacyModel;
use cloakroom_core::settings::Settings;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;

pub(super) static ABOUT: AboutKind = AboutKind {
    opening: Opening {
        holds: "Each person has a set of items: a basket, an order, visited pages.",
        question: Question {
            asks: "May I share what people bought or visited?",
            needs: "a set of items for each person or visit, and, if there is one, a taxonomy of the items.",
            sample: "basket",
            opens: "Open invented baskets",
        },
        asks_who_is_counted: true,
        layouts: &[
            (Layout::Basket, "a line per basket"),
            (Layout::Long, "a row per item"),
            (Layout::List, "a column of lists"),
        ],
        beginning,
    },
    reading: Reading {
        has_scale: false,
        has_separator: true,
        parts: &["basket", "item"],
        columns: |_| None,
    },
    extent: |workspace| {
        let transactions = workspace.loaded().dataset.transactions();
        let items = transactions.map_or(0, |read| read.items.len());
        number::counted(items as u64, "item")
    },
    stages: &[
        Stage::Data,
        Stage::Hierarchies,
        Stage::Explore,
        Stage::Compare,
        Stage::Release,
    ],
    steps: Steps {
        unmarked: "No item",
        quasi: "item",
        all: "All items",
    },
    data: Data {
        table: transactions::show,
        listed: listed::of_baskets,
        record: record_panel::transactions::show,
        has_classes: false,
        has_categories: false,
    },
    views: &VIEWS,
    panel: Panel {
        show: |ui, lent, cliffs, out| {
            panel::transactions::transactions(ui, lent, &mut cliffs.transactions, out)
        },
        asked: panel::transactions::asked,
        figures: |ui, made| {
            if let Some(candidate) = made.transactions() {
                panel::transactions::figures(ui, candidate);
            }
        },
        look_at_made: |_| ("See the taxonomy", ExploreTab::Taxonomy),
    },
    compare: Compare {
        usual_methods: |_| [MethodName::Hghs, MethodName::Aa, MethodName::Mm],
        axis: |parameter| match parameter {
            Parameter::Model(PrivacyModel::KAnonymity) => Some("baskets share what is known, k"),
            Parameter::Model(PrivacyModel::P) => Some("public items known, p"),
            _ => None,
        },
        why_not,
        largest_risk: Figure::LargestRisk,
        usual_risk: Figure::LargestRisk,
        by_part: "By group of items",
        beside: sides::source::transactions::beside,
        known: ("Baskets", ""),
        attacked: source::transactions::attacked,
    },
    risk: &risk::transactions::PAGES,
    checklist: &checklist::transactions::CHECKLIST,
    cost: Cost {
        words: "loss",
        metric: Metric::Loss,
    },
    mapped: "what every item",
};

fn why_not(parameter: Parameter, settings: &Settings) -> Option<&'static str> {
    let requirement = &settings.requirement;
    match parameter {
        Parameter::PrivateShare | Parameter::Model(PrivacyModel::P) => {
            let asked = requirement.h.is_some() && requirement.p.is_some();
            (!asked).then_some("Needs private items, and h and p asked for.")
        }
        Parameter::SetSize => requirement
            .h
            .is_some()
            .then_some("Private items are asked about, not sets of items."),
        _ => why_not_of_columns(parameter, settings),
    }
}

fn beginning(dataset: &Dataset) -> Beginning {
    let Some(transactions) = dataset.transactions() else {
        return Beginning::default();
    };
    let rows = (0..transactions.len().min(ROWS)).map(|at| {
        let items = transactions.basket(at).iter();
        let items: Vec<&str> = items
            .take(COLUMNS)
            .map(|&item| transactions.items.get(item))
            .collect();
        vec![(at + 1).to_string(), items.join(", ")]
    });
    Beginning {
        names: vec!["basket".to_owned(), "items".to_owned()],
        rows: rows.collect(),
    }
}
