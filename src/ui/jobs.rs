//! The work that runs behind the window, by what it is for.

use crate::ui::attack::{AttackAnswer, KnownFile};
use crate::ui::column_facts::ColumnFacts;
use crate::ui::compare::beside::BesideAnswer;
use crate::ui::explained::ExplainedRun;
use crate::ui::groups::GroupPicture;
use crate::ui::lattice::tuples::{Tuples, TuplesQuestion};
use crate::ui::lattice::{LatticeAnswer, LatticeQuestion};
use crate::ui::method_result::MethodResult;
use crate::ui::pool::Pooled;
use crate::ui::purpose::{DependencyAnswer, DependencyQuestion};
use crate::ui::ratings::{RatingsAnswer, RatingsQuestion};
use crate::ui::risk::{PopulationFile, RiskAnswer, Side};
use crate::ui::status::{Measured, ValuesQuestion};
use crate::ui::transactions::arranged::Arranged;
use crate::ui::transactions::changes::Changes;
use crate::ui::transactions::listed::Listed;
use crate::ui::transactions::scenario::Scenario;
use crate::ui::transactions::{CutTrial, FoundThreats, TransactionsAnswer, TransactionsQuestion};
use crate::ui::views::data::TransactionsFacts;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::ExportForm;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::rows::RowQuery;
use cloakroom_core::summary::ColumnSummary;
use cloakroom_engine::contents::FileSize;
use cloakroom_engine::document::Opening;
use cloakroom_engine::hierarchies::BuiltHierarchy;
use cloakroom_engine::job::{Ended, Job, Waker};
use cloakroom_engine::proposed::ProposedHierarchy;
use cloakroom_engine::recipients::RecipientRelease;
use cloakroom_engine::release::ReleaseOutcome;
use cloakroom_engine::shelf::KeptId;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::doubts::{Asked, Looked};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::transactions::Cut;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a piece of work brings.
pub enum JobAnswer {
    Opened(Opening),
    Classes(Vec<String>, ClassProfile),
    Measured(Arc<Measured>),
    Rows(RowQuery, Vec<u32>),
    Summary(usize, ColumnSummary),
    Hierarchies(Vec<(String, BuiltHierarchy)>),
    Lattice(Box<LatticeAnswer>),
    Tuples(Box<Tuples>),
    Ratings(Box<RatingsAnswer>),
    /// The graph of ratings has come to rest.
    Graph,
    Transactions(Box<TransactionsAnswer>),
    Threats(Box<FoundThreats>),
    Trial(Box<CutTrial>),
    Listed(Box<Listed>),
    Changes(Box<Changes>),
    Arranged(Box<Arranged>),
    Scenario(Box<Scenario>),
    /// All points of the curves are there; they were seen as they came.
    Curves,
    /// A candidate on the shelf has run again.
    Kept(KeptId, Box<MethodResult>),
    Beside(Box<BesideAnswer>),
    Risk(Side, Box<RiskAnswer>),
    /// A table of the people whom the data were drawn from.
    Population(Box<PopulationFile>),
    /// A file of known people.
    Known(Box<KnownFile>),
    Attack(Box<AttackAnswer>),
    /// Several releases, counted together.
    Pooled(Box<Pooled>),
    Explained(ExplainedRun),
    Dependency(Box<DependencyAnswer>),
    Groups(Box<GroupPicture>),
    /// What a hierarchy that is being tried gives for its column.
    Preview(String, Box<BuiltHierarchy>),
    Exported(PathBuf),
    Saved {
        document: u64,
        revision: u64,
        /// The state of what is saved beside the settings.
        aside: u64,
        path: PathBuf,
    },
    Released {
        /// Which document it was, and the revision of its settings.
        document: u64,
        revision: u64,
        folder: PathBuf,
        files: Vec<FileSize>,
        outcome: Box<ReleaseOutcome>,
    },
    ReleasedForAll {
        document: u64,
        revision: u64,
        releases: Vec<RecipientRelease>,
    },
    /// The ticked candidates, as far as they got; each was seen as it ended.
    ReleasedCandidates {
        document: u64,
        /// Of those that are written.
        audits: Vec<PathBuf>,
        all: usize,
        stopped: bool,
    },
    /// A method has run; for which document.
    Anonymized(u64, Box<MethodResult>),
    Facts {
        columns: Vec<ColumnFacts>,
        baskets: Option<TransactionsFacts>,
    },
    /// What speaks against columns that are released as they are.
    Doubts(Looked),
    /// Hierarchies for the columns that have none.
    Proposed(Vec<String>, Vec<ProposedHierarchy>),
    /// There was no dialog to be had.
    NoDialog(PickedFor),
    /// A file dialog closed; what was picked is for this.
    Picked(PickedFor, Option<PathBuf>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickedFor {
    Open,
    Save,
    Recipe,
    ReleaseFolder,
    MissingData {
        project: PathBuf,
    },
    ImportHierarchy {
        column: String,
    },
    ExportHierarchy {
        column: String,
        form: ExportForm,
    },
    ExportCurves(CurveFormat),
    /// A table of the people whom the data were drawn from.
    Population,
    /// A file of known people.
    Known,
    /// The audit file of a release.
    Audit,
}

impl PickedFor {
    /// It will be made; everything else is there already.
    pub fn is_new(&self) -> bool {
        matches!(
            self,
            Self::Save
                | Self::Recipe
                | Self::ReleaseFolder
                | Self::ExportHierarchy { .. }
                | Self::ExportCurves(_)
        )
    }
}

/// How curves leave the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveFormat {
    Csv,
    Png,
    Svg,
}

impl CurveFormat {
    pub const ALL: [Self; 3] = [Self::Csv, Self::Png, Self::Svg];

    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }
}

/// Work of the same purpose replaces what was under way: only the newest answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Classes,
    Values,
    Rows,
    Summary,
    Hierarchies,
    /// The profile of every combination of levels.
    Lattice,
    /// The privacy hash table of one combination.
    Tuples,
    /// Ratings and their profile.
    Ratings,
    /// Who is close to whom, drawn.
    Graph,
    /// Transactions and how rare their sets are.
    Transactions,
    /// The rare sets themselves.
    Threats,
    /// What a cut drawn by hand gives.
    Trial,
    /// The rare sets that are listed, in order.
    Listed,
    /// What a release makes of every basket.
    Changes,
    /// The baskets before and after, in order.
    Arranged,
    /// How the nodes of a cut were kept or suppressed.
    Scenario,
    /// The points of curves.
    Curves,
    /// A candidate on the shelf is run again.
    Kept,
    /// Two candidates side by side.
    Beside,
    /// How easily people are found, in the data as they stand and in the last run.
    RiskBefore,
    RiskAfter,
    Population,
    Known,
    Attack,
    /// Several releases, counted together.
    Pool,
    /// Why the columns of the last run look as they do.
    Explain,
    /// How far columns tell of each other.
    Dependency,
    /// Groups of records and their centres, projected.
    Groups,
    Preview,
    Export,
    Save,
    Release,
    /// Runs the method without writing anything.
    Method,
    Dialog,
    Facts,
    /// What speaks against columns that are released as they are.
    Doubts,
    /// Hierarchies for columns that have none.
    Proposed,
}

pub struct Jobs {
    /// What the work under way will answer, so that the same question is not asked twice.
    pub classes_under_way: Option<Vec<String>>,
    pub values_under_way: Option<ValuesQuestion>,
    pub rows_under_way: Option<RowQuery>,
    pub summary_under_way: Option<usize>,
    pub facts_under_way: bool,
    pub doubts_under_way: Option<Asked>,
    pub hierarchies_under_way: Option<BTreeMap<String, HierarchySource>>,
    /// With the promises it is computed for.
    pub lattice_under_way: Option<(LatticeQuestion, Requirement)>,
    pub tuples_under_way: Option<TuplesQuestion>,
    pub ratings_under_way: Option<RatingsQuestion>,
    pub preview_under_way: Option<(String, HierarchySource)>,
    pub transactions_under_way: Option<TransactionsQuestion>,
    /// For this k and m.
    pub threats_under_way: Option<(u32, u32)>,
    pub trial_under_way: Option<(Cut, TransactionsTarget)>,
    pub dependency_under_way: Option<DependencyQuestion>,
    waker: Waker,
    running: Vec<(u64, Purpose, Job<JobAnswer>)>,
    started: u64,
    /// Sentences of jobs that have ended.
    told: Vec<String>,
}

/// A running job as the bottom bar shows it.
pub struct Running<'a> {
    pub number: u64,
    pub name: &'a str,
    pub stage: &'static str,
    /// Of the whole; it never goes back.
    pub fraction: Option<f32>,
    /// For the stage alone: what comes after it has not been counted.
    pub stage_left: Option<Duration>,
    /// A run of the method has something by now that it would only make better.
    pub has_something: bool,
}

/// Shorter work is not worth a line in the bottom bar.
const SHOWN_AFTER: Duration = Duration::from_millis(250);

impl Jobs {
    pub fn new(waker: Waker) -> Self {
        Self {
            classes_under_way: None,
            values_under_way: None,
            rows_under_way: None,
            summary_under_way: None,
            facts_under_way: false,
            doubts_under_way: None,
            hierarchies_under_way: None,
            lattice_under_way: None,
            tuples_under_way: None,
            ratings_under_way: None,
            preview_under_way: None,
            transactions_under_way: None,
            threats_under_way: None,
            trial_under_way: None,
            dependency_under_way: None,
            waker,
            running: Vec::new(),
            started: 0,
            told: Vec::new(),
        }
    }

    pub fn start(
        &mut self,
        purpose: Purpose,
        name: impl Into<String>,
        work: impl FnOnce(&Progress) -> Result<JobAnswer, Failure> + Send + 'static,
    ) {
        self.stop_all_for(purpose);
        self.started += 1;
        let job = Job::start(name, self.started, self.waker.clone(), work);
        self.running.push((self.started, purpose, job));
    }

    /// Wakes the window from a job that hands over one thing after another.
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    pub fn is_running(&self, purpose: Purpose) -> bool {
        self.running.iter().any(|(_, other, _)| *other == purpose)
    }

    /// How many jobs were begun.
    pub fn started(&self) -> u64 {
        self.started
    }

    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// The work under way for a purpose, however short it has been running.
    pub fn progress(&self, purpose: Purpose) -> Option<Running<'_>> {
        self.running
            .iter()
            .find(|(_, other, _)| *other == purpose)
            .map(|(number, _, job)| running(*number, purpose, job))
    }

    /// Asks a job to stop; it is heard of once more when it has.
    pub fn stop(&mut self, number: u64) {
        for (other, _, job) in &self.running {
            if *other == number {
                job.cancel();
            }
        }
    }

    /// Asks a run to end with what it has.
    pub fn take_what_is_there(&mut self, number: u64) {
        for (other, _, job) in &self.running {
            if *other == number {
                job.progress().take_what_is_there();
            }
        }
    }

    pub fn stop_all(&mut self) {
        for (_, _, job) in &self.running {
            job.cancel();
        }
    }

    pub fn stop_all_for(&mut self, purpose: Purpose) {
        self.running.retain(|(_, other, _)| *other != purpose);
    }

    /// What has ended since the last look.
    pub fn collect(&mut self) -> Vec<(Purpose, Ended<JobAnswer>)> {
        let mut ended = Vec::new();
        let told = &mut self.told;
        self.running.retain(|(_, purpose, job)| match job.poll() {
            Some(end) => {
                told.append(&mut job.progress().take_told());
                ended.push((*purpose, end));
                false
            }
            None => true,
        });
        for (purpose, end) in &ended {
            // What failed would fail again: its question stays asked until another one is.
            if matches!(end, Ended::Done(_)) {
                self.forget_question(*purpose);
            }
        }
        ended
    }

    /// What jobs that have ended told besides, since it was last asked for.
    pub fn take_told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    /// Another document: answers about the old one are not wanted any more.
    pub fn forget_document(&mut self) {
        for purpose in [
            Purpose::Classes,
            Purpose::Values,
            Purpose::Rows,
            Purpose::Summary,
            Purpose::Facts,
            Purpose::Doubts,
            Purpose::Hierarchies,
            Purpose::Lattice,
            Purpose::Tuples,
            Purpose::Ratings,
            Purpose::Graph,
            Purpose::Transactions,
            Purpose::Threats,
            Purpose::Trial,
            Purpose::Listed,
            Purpose::Changes,
            Purpose::Arranged,
            Purpose::Scenario,
            Purpose::Curves,
            Purpose::Kept,
            Purpose::Beside,
            Purpose::RiskBefore,
            Purpose::RiskAfter,
            Purpose::Population,
            Purpose::Known,
            Purpose::Attack,
            Purpose::Pool,
            Purpose::Explain,
            Purpose::Dependency,
            Purpose::Groups,
            Purpose::Preview,
            Purpose::Method,
        ] {
            self.stop_all_for(purpose);
            self.forget_question(purpose);
        }
    }

    fn forget_question(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Classes => self.classes_under_way = None,
            Purpose::Values => self.values_under_way = None,
            Purpose::Rows => self.rows_under_way = None,
            Purpose::Summary => self.summary_under_way = None,
            Purpose::Facts => self.facts_under_way = false,
            Purpose::Doubts => self.doubts_under_way = None,
            Purpose::Hierarchies => self.hierarchies_under_way = None,
            Purpose::Lattice => self.lattice_under_way = None,
            Purpose::Tuples => self.tuples_under_way = None,
            Purpose::Ratings => self.ratings_under_way = None,
            Purpose::Preview => self.preview_under_way = None,
            Purpose::Transactions => self.transactions_under_way = None,
            Purpose::Threats => self.threats_under_way = None,
            Purpose::Trial => self.trial_under_way = None,
            Purpose::Dependency => self.dependency_under_way = None,
            _ => {}
        }
    }

    /// Jobs that have run long enough to be worth showing, and how long until the next one is.
    pub fn shown(&self) -> (Vec<Running<'_>>, Option<Duration>) {
        let mut shown = Vec::new();
        let mut next: Option<Duration> = None;
        for (number, purpose, job) in &self.running {
            if *purpose == Purpose::Dialog {
                continue;
            }
            let elapsed = job.elapsed();
            if elapsed < SHOWN_AFTER {
                let wait = SHOWN_AFTER - elapsed;
                next = Some(next.map_or(wait, |next| next.min(wait)));
                continue;
            }
            shown.push(running(*number, *purpose, job));
        }
        (shown, next)
    }
}

fn running(number: u64, purpose: Purpose, job: &Job<JobAnswer>) -> Running<'_> {
    Running {
        number,
        name: job.name(),
        stage: job.progress().stage_name(),
        fraction: job.progress().fraction(),
        stage_left: job.progress().stage_left(),
        // A release is to be what its settings say, so it runs to the end.
        has_something: purpose == Purpose::Method && job.progress().is_offered(),
    }
}
