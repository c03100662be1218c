//! What the window says of a kind of data and does with it. Which kinds there are is said in one place, `of`: every view is
//! written once and asks the row.
//!
//! A kind has a row in a file of its own here. What takes more than a few lines lies beside the view that asks for it, in a
//! file that is named after the kind; what is true of the kind without a window stands in the rows of core
//! (`kind::AboutKind`) and engine (`kinds`).

mod microdata;
mod ratings;
mod transactions;

use super::actions::{ExploreTab, Outbox, Stage};
use super::attack::AttackQuestion;
use super::compare::beside::BesideAnswer;
use super::panel::{self, AllCliffs};
use super::views::compare::attack::candidates::source::Attacked;
use super::views::compare::risk::RiskPages;
use super::views::compare::sides::source::TwoReleases;
use super::views::data::{self, DataView, Shown};
use super::views::explore;
use super::views::explore::strip::source::Records;
use super::views::explore::view::View;
use super::views::opening::Beginning;
use super::views::release::checklist::Checklist;
use super::widgets::grid::GridEvent;
use crate::ui::help::Word;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::Layout;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::attack::AttackReport;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::kinds::AnyCandidate;
use cloakroom_engine::sweep::Parameter;
use cloakroom_engine::workspace::Workspace;
use egui::Ui;

/// One kind of data, as the window knows it.
pub struct AboutKind {
    pub opening: Opening,
    pub reading: Reading,
    /// How much there is besides records, in the top bar.
    pub extent: fn(&Workspace) -> String,
    /// The stages that there is something to do in.
    pub stages: &'static [Stage],
    pub steps: Steps,
    pub data: Data,
    /// Of the stage Explore, in their order: what decides comes first.
    pub views: &'static [View],
    pub panel: Panel,
    pub compare: Compare,
    pub risk: &'static RiskPages,
    pub checklist: &'static Checklist,
    /// What a release loses.
    pub cost: Cost,
    /// Of what the mapping tells what became.
    pub mapped: &'static str,
}

/// A file of it that is opened.
pub struct Opening {
    /// What such a file holds.
    pub holds: &'static str,
    pub question: Question,
    /// In which of them a file may be; none where a table is what it is.
    pub layouts: &'static [(Layout, &'static str)],
    /// Whether it is asked if rows are one order's or one person's, where each is an item.
    pub asks_who_is_counted: bool,
    pub beginning: fn(&Dataset) -> Beginning,
}

/// What somebody comes with who has such data.
pub struct Question {
    pub asks: &'static str,
    /// As a sentence goes on that begins with "It needs".
    pub needs: &'static str,
    /// The built-in sample, and what its button says.
    pub sample: &'static str,
    pub opens: &'static str,
}

/// What can be said of how a file of it is read.
pub struct Reading {
    pub has_scale: bool,
    /// Something stands between two items.
    pub has_separator: bool,
    /// What the columns of a long table hold.
    pub parts: &'static [&'static str],
    /// Which columns of a table seem to hold these, where their names do not tell.
    pub columns: fn(&Table) -> Option<Vec<String>>,
}

/// How the way to a release speaks of it.
pub struct Steps {
    /// Nothing is marked that others may know.
    pub unmarked: &'static str,
    /// What others may know: a column, and all there is where there are no columns.
    pub quasi: &'static str,
    pub all: &'static str,
}

/// The stage Data.
pub struct Data {
    pub table: fn(&mut DataView, &mut Ui, &data::Lent<'_>) -> Vec<GridEvent>,
    /// Some of the records, as a view of Explore lists them.
    pub listed: for<'a> fn(&explore::Lent<'a>, &'a Shown) -> Option<Records<'a>>,
    /// One record, in the panel about the selection.
    pub record: fn(&mut Ui, u32, &data::Lent<'_>, &mut Outbox),
    /// Records stand in classes, and columns are compared with each other.
    pub has_classes: bool,
    /// Sensitive values can be sorted into categories.
    pub has_categories: bool,
}

/// The panel at the right.
pub struct Panel {
    pub show: fn(&mut Ui, &panel::Lent<'_>, &mut AllCliffs, &mut Outbox),
    /// All that is asked for.
    pub asked: fn(&Requirement) -> Vec<Word>,
    /// What the last run brought.
    pub figures: fn(&mut Ui, &AnyCandidate),
    /// Where that is seen.
    pub look_at_made: fn(MethodName) -> (&'static str, ExploreTab),
}

/// The stage Compare.
pub struct Compare {
    /// The methods to begin with, if records are held and if they are counted.
    pub usual_methods: fn(is_counted: bool) -> [MethodName; 3],
    /// What a parameter counts, where it does not mean the same everywhere.
    pub axis: fn(Parameter) -> Option<&'static str>,
    /// Why a parameter cannot vary, if it cannot.
    pub why_not: fn(Parameter, &Settings) -> Option<&'static str>,
    /// The largest chance of being picked out, and the one to compare candidates by.
    pub largest_risk: Figure,
    pub usual_risk: Figure,
    /// The heading of what is told part by part.
    pub by_part: &'static str,
    /// Two candidates record by record.
    pub beside: for<'a> fn(&'a BesideAnswer) -> Option<Box<dyn TwoReleases + 'a>>,
    /// What somebody may know who attacks: as is supposed, and beyond.
    pub known: (&'static str, &'static str),
    /// The records that an attack leads to.
    pub attacked: for<'a> fn(&'a AttackQuestion, &'a AttackReport) -> Option<Attacked<'a>>,
}

#[derive(Clone, Copy)]
pub struct Cost {
    pub words: &'static str,
    pub metric: Metric,
}

/// To add a kind is to add a line here.
pub fn of(kind: Kind) -> &'static AboutKind {
    match kind {
        Kind::Microdata => &microdata::ABOUT,
        Kind::Ratings => &ratings::ABOUT,
        Kind::Transactions => &transactions::ABOUT,
    }
}

/// The kind of the open document.
pub fn about(workspace: &Workspace) -> &'static AboutKind {
    of(workspace.kind())
}
