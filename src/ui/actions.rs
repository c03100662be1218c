//! What a view asks for. Views never change the document themselves.

use super::commands::Command;
use super::compare::curves::CurveForm;
use super::help::Topic;
use super::jobs::PickedFor;
use super::risk::RiskPart;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::prepare::Prepare;
use cloakroom_engine::advice;
use cloakroom_engine::attack::Attacked;
use cloakroom_engine::change::Change;
use cloakroom_engine::profiles::Profile;
use cloakroom_engine::shelf::KeptId;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_transactions::transactions::Cut;
use std::path::PathBuf;
use std::sync::Arc;

/// The stages of the work, in their order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    #[default]
    Data,
    Hierarchies,
    Explore,
    Compare,
    Release,
}

impl Stage {
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "Data",
            Self::Hierarchies => "Hierarchies",
            Self::Explore => "Explore",
            Self::Compare => "Compare",
            Self::Release => "Release",
        }
    }
}

/// The views of the Explore stage. What each is called and shows stands in the table of its kind, in `views::explore`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum ExploreTab {
    #[default]
    Classes,
    Lattice,
    HashTable,
    Violations,
    BeforeAfter,
    Purpose,
    DependencyTree,
    Groups,
    EpsilonGraph,
    HammingGroups,
    Neighbourhood,
    Plane,
    #[serde(rename = "surveyviolations")]
    RatingsViolations,
    Taxonomy,
    Threats,
    CutLattice,
    Baskets,
}

/// The views of the Compare stage.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum CompareTab {
    #[default]
    Curves,
    Shelf,
    Plane,
    Sides,
    Risk,
    Attack,
    Pool,
}

impl CompareTab {
    /// In their order; the same for every kind of data.
    pub const ALL: [Self; 7] = [
        Self::Curves,
        Self::Shelf,
        Self::Plane,
        Self::Sides,
        Self::Risk,
        Self::Attack,
        Self::Pool,
    ];

    /// Those that need no record by itself.
    const COUNTED: [Self; 3] = [Self::Curves, Self::Shelf, Self::Plane];

    pub fn of(workspace: &Workspace) -> &'static [Self] {
        match workspace.in_batches() {
            Some(_) => &Self::COUNTED,
            None => &Self::ALL,
        }
    }

    /// The name on the tab.
    pub fn name(self) -> &'static str {
        match self {
            Self::Curves => "Curves",
            Self::Shelf => "Shelf",
            Self::Plane => "Privacy and utility",
            Self::Sides => "Side by side",
            Self::Risk => "Risk",
            Self::Attack => "Attack",
            Self::Pool => "Pool",
        }
    }
}

/// What is done with releases that were written before.
#[derive(Clone, Debug, PartialEq)]
pub enum PoolAction {
    /// Whether the release with this audit file is counted.
    Take(PathBuf, bool),
    /// Do not list it any more.
    Forget(PathBuf),
    /// Count all that are taken together.
    Count,
}

/// What is done in the view of attacks.
#[derive(Clone, Debug, PartialEq)]
pub enum AttackAction {
    /// This file of known people.
    Open(PathBuf),
    /// The one that lies beside the data.
    OpenOffered,
    /// People of the data themselves, drawn by chance.
    OwnPeople,
    /// The data as they stand, or the last run.
    On(Attacked),
    Try,
    /// Look at a person, by place in the report.
    Select(Option<usize>),
}

/// What is done to a candidate on the shelf.
#[derive(Clone, Debug, PartialEq)]
pub enum ShelfAction {
    Rename(KeptId, String),
    Note(KeptId, String),
    Remove(KeptId),
    /// What was removed last.
    PutBack,
    UseSettings(KeptId),
    RunAgain(KeptId),
    /// All that have no result.
    RunAll,
}

/// Records that the table is to show alone, and what they are.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownRecords {
    pub name: String,
    pub rows: Arc<Vec<u32>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Run(Command),
    Change(Change),
    /// A data file, a recipe or a project.
    Open(PathBuf),
    OpenSample(&'static str),
    /// Read the open data file again, in another way.
    Reload(LoadOptions),
    /// The same while somebody is asked what the file holds: with what was said so far, and the rest found out.
    ReadAs(LoadOptions),
    /// The data of this project are there.
    FindData {
        project: PathBuf,
        data: PathBuf,
    },
    Go(Stage),
    /// What was understood of the file is right.
    Understood,
    /// Look again at what was understood of the file.
    ShowOpening,
    /// The same, to say what this column holds.
    ChooseType(String),
    /// All columns as rows, or the table.
    ShowColumns(bool),
    /// What is done to the table before roles, or the table.
    ShowPrepare(bool),
    /// Do this to the table before roles.
    Prepare(Prepare),
    /// Make a key that only its owner reads.
    MakeKey(PathBuf),
    /// Put these columns out of sight in the table, or bring them back; by place.
    HideColumns(Vec<usize>, bool),
    /// A page of help.
    ShowHelp(Topic),
    /// Every hierarchy that is proposed.
    AcceptHierarchies,
    /// What is usually promised of such data.
    PromiseUsual,
    /// Keep what is asked for as a profile of one's own, under a name that is asked for.
    SaveProfile,
    /// The folder that the release goes into.
    ReleaseInto(PathBuf),
    /// Ask whether this profile of one's own goes.
    DeleteProfile(Box<Profile>),
    /// Go to the hierarchy of this column.
    ShowHierarchy(String),
    /// Fill in the form of a column's hierarchy, to be looked at before it counts.
    TryHierarchy(String, HierarchySource),
    /// Go to a view of the Explore stage.
    ShowTab(ExploreTab),
    /// Go to a view of the Compare stage.
    ShowCompare(CompareTab),
    /// Draw these curves.
    DrawCurves(CurveForm),
    /// Go on with curves that were stopped, or that wait because the table is large.
    GoOnWithCurves,
    OnShelf(ShelfAction),
    /// Go to a part of the view of risk.
    ShowRisk(RiskPart),
    /// Count the risk, which was stopped or failed.
    LookAtRisk,
    OnAttack(AttackAction),
    OnPool(PoolAction),
    /// Put these two candidates side by side.
    PutBeside(KeptId, KeptId),
    /// Draw this cut through the taxonomy, or none.
    TryCut(Option<Cut>),
    /// Compute the lattice of levels, which was stopped or failed.
    ComputeLattice,
    /// Look for the rare sets, which was stopped or failed.
    FindRareSets,
    /// Rare sets of groups too, or of items alone.
    CountGroups(bool),
    /// Draw the graph of ratings, which was stopped or failed.
    DrawGraph,
    /// Go to those who ask for the data, and how far each is trusted.
    ShowRecipients,
    /// Select one column, or a pair of them, wherever columns are compared.
    SelectColumns(Vec<String>),
    /// Select a group of records that are released alike, by its number among the classes of the release.
    SelectGroup(Option<u32>),
    /// Compare the columns, which was stopped or failed.
    CompareColumns,
    /// Select the node of these levels in the lattice, by column in the order of the table.
    SelectLevels(Vec<u32>),
    /// Go to the classes that break this promise, or any.
    ShowViolations(Option<PrivacyModel>),
    /// Sort the values of a sensitive column into categories, or go back to the table.
    EditCategories(Option<usize>),
    /// Show this record in the table.
    ShowRow(u32),
    SelectRow(Option<u32>),
    /// Go to the table and show only these, or take that filter away.
    ShowRecords(Option<ShownRecords>),
    /// A column was selected in a picture.
    MarkColumn(Option<usize>),
    SelectColumn(Option<usize>),
    /// `None` as direction turns: ascending, descending, order of the file.
    SortBy {
        column: usize,
        descending: Option<bool>,
    },
    /// Show only rows with this value.
    FilterBy {
        column: usize,
        code: u32,
    },
    /// Show only rows without a value in this column.
    FilterMissing(usize),
    RemoveFilter(usize),
    /// Back to the order of the file.
    Unsort,
    /// Select a class, wherever its records are shown.
    SelectClass(u32),
    /// Show the records of one class.
    ShowClass(u32),
    Search(String),
    OnlyViolating(bool),
    /// Go to the table and show only violating rows.
    ShowViolating,
    /// The same for the rows that break one promise.
    ShowViolatingOf(PrivacyModel),
    /// Open what the reports say.
    ShowReportForm,
    /// Write a release for every candidate that is ticked.
    ReleaseCandidates,
    /// Say no more about this while the file is open.
    HideAdvice(advice::Topic),
    StopJob(u64),
    /// End a run with what it has.
    TakeWhatIsThere(u64),
    ForgetRecent(PathBuf),
    /// Ask for a file or folder.
    Pick(PickedFor),
}

/// Where views put their actions during a frame.
#[derive(Debug, Default)]
pub struct Outbox(Vec<Action>);

impl Outbox {
    pub fn send(&mut self, action: Action) {
        self.0.push(action);
    }

    pub fn change(&mut self, change: Change) {
        self.send(Action::Change(change));
    }

    pub fn run(&mut self, command: Command) {
        self.send(Action::Run(command));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn take(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.0)
    }
}
