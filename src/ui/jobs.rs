//! The work that runs behind the window. Whoever asks for a piece of work holds it: letting go of it stops it, and nobody
//! hears of it any more.

use crate::ui::workbench::Workbench;
use cloakroom_core::io::hierarchy::ExportForm;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_engine::job::{Ended, Job, Waker};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

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
    /// For a step of the preparation.
    Prepare(PickedFile),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickedFile {
    /// Another table.
    Table,
    /// What values become.
    Mapping,
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

/// A piece of work, or none, as whoever asked for it holds it. Another one in its place stops it.
#[derive(Debug, Default)]
#[must_use = "work that nobody holds is stopped"]
pub struct Work(Option<Rc<About>>);

#[derive(Debug)]
struct About {
    number: u64,
    name: String,
    progress: Progress,
    begun: Instant,
    is_over: Cell<bool>,
    /// It has no line in the bottom bar.
    is_unseen: Cell<bool>,
    /// It may be told to end with what it has.
    ends_early: Cell<bool>,
}

impl Drop for About {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// What is done in the window once a piece of work has ended.
type Then = Box<dyn FnOnce(&mut Workbench)>;

/// Work that has ended, and what is still to be done about it.
pub struct Over {
    about: Weak<About>,
    then: Then,
}

impl Over {
    /// Somebody may have let go of it in the meantime.
    pub fn tell(self, bench: &mut Workbench) {
        if self.about.strong_count() > 0 {
            (self.then)(bench);
        }
    }
}

/// Looks whether a job has ended, whatever it brings.
type Poll = Box<dyn FnMut() -> Option<Then>>;

pub struct Jobs {
    waker: Waker,
    running: RefCell<Vec<(Weak<About>, Poll)>>,
    started: Cell<u64>,
    /// Sentences of jobs that have ended.
    told: RefCell<Vec<String>>,
}

/// A running job as the bottom bar shows it.
pub struct Running {
    pub number: u64,
    pub name: String,
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

impl Work {
    pub fn is_running(&self) -> bool {
        self.0.as_ref().is_some_and(|about| !about.is_over.get())
    }

    /// Nobody has asked it to stop.
    pub fn is_wanted(&self) -> bool {
        let about = self.0.as_ref();
        about.is_some_and(|about| !about.progress.is_stopped())
    }

    /// How far it is, however short it has been running.
    pub fn running(&self) -> Option<Running> {
        let about = self.0.as_ref().filter(|_| self.is_running());
        about.map(|about| about.running())
    }

    /// Nobody wants it any more.
    pub fn drop_it(&mut self) {
        self.0 = None;
    }

    /// The bottom bar does not show it.
    pub fn unseen(self) -> Self {
        if let Some(about) = &self.0 {
            about.is_unseen.set(true);
        }
        self
    }

    /// Once it has something, the user may take that.
    pub fn ending_early(self) -> Self {
        if let Some(about) = &self.0 {
            about.ends_early.set(true);
        }
        self
    }
}

impl About {
    fn running(&self) -> Running {
        Running {
            number: self.number,
            name: self.name.clone(),
            stage: self.progress.stage_name(),
            fraction: self.progress.fraction(),
            stage_left: self.progress.stage_left(),
            has_something: self.has_something(),
        }
    }

    /// Whoever stopped it or took what is there has decided.
    fn has_something(&self) -> bool {
        let progress = &self.progress;
        self.ends_early.get() && progress.is_offered() && !progress.is_stopped()
    }
}

impl Jobs {
    pub fn new(waker: Waker) -> Self {
        Self {
            waker,
            running: RefCell::default(),
            started: Cell::new(0),
            told: RefCell::default(),
        }
    }

    /// Begins a piece of work. What is to be done about its end is done in the window, if the work is still held then.
    pub fn start<A: Send + 'static>(
        &self,
        name: impl Into<String>,
        work: impl FnOnce(&Progress) -> Result<A, Failure> + Send + 'static,
        then: impl FnOnce(&mut Workbench, Ended<A>) + 'static,
    ) -> Work {
        let number = self.started.get() + 1;
        self.started.set(number);
        let name = name.into();
        let job = Job::start(name.clone(), number, self.waker.clone(), work);
        let about = Rc::new(About {
            number,
            name,
            progress: job.progress().clone(),
            begun: Instant::now(),
            is_over: Cell::new(false),
            is_unseen: Cell::new(false),
            ends_early: Cell::new(false),
        });
        let mut then = Some(then);
        let poll = move || -> Option<Then> {
            let ended = job.poll()?;
            let then = then.take()?;
            Some(Box::new(move |bench| then(bench, ended)))
        };
        let running = (Rc::downgrade(&about), Box::new(poll) as Poll);
        self.running.borrow_mut().push(running);
        Work(Some(about))
    }

    /// Wakes the window from a job that hands over one thing after another.
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// How many jobs were begun.
    pub fn started(&self) -> u64 {
        self.started.get()
    }

    /// The work under way that somebody holds, in the order in which it was begun.
    fn held(&self) -> Vec<Rc<About>> {
        let running = self.running.borrow();
        running
            .iter()
            .filter_map(|(about, _)| about.upgrade())
            .collect()
    }

    pub fn is_idle(&self) -> bool {
        self.held().is_empty()
    }

    /// What is under way.
    pub fn numbers(&self) -> Vec<u64> {
        let held = self.held();
        held.iter().map(|about| about.number).collect()
    }

    /// Of these the ones that have something that could be taken, by number and name.
    pub fn with_something(&self, numbers: &[u64]) -> Vec<(u64, String)> {
        let held = self.held().into_iter();
        held.filter(|about| numbers.contains(&about.number) && about.has_something())
            .map(|about| (about.number, about.name.clone()))
            .collect()
    }

    /// Asks a job to stop; it is heard of once more when it has.
    pub fn stop(&self, number: u64) {
        for about in self.held() {
            if about.number == number {
                about.progress.stop();
            }
        }
    }

    /// Asks a run to end with what it has.
    pub fn take_what_is_there(&self, number: u64) {
        for about in self.held() {
            if about.number == number {
                about.progress.take_what_is_there();
            }
        }
    }

    pub fn stop_all(&self) {
        for about in self.held() {
            about.progress.stop();
        }
    }

    /// What has ended since the last look.
    pub fn collect(&self) -> Vec<Over> {
        let mut over = Vec::new();
        self.running.borrow_mut().retain_mut(|(held, poll)| {
            let Some(about) = held.upgrade() else {
                return false;
            };
            let Some(then) = poll() else {
                return true;
            };
            about.is_over.set(true);
            let mut told = about.progress.take_told();
            self.told.borrow_mut().append(&mut told);
            let about = held.clone();
            over.push(Over { about, then });
            false
        });
        over
    }

    /// What jobs that have ended told besides, since it was last asked for.
    pub fn take_told(&self) -> Vec<String> {
        self.told.take()
    }

    /// Jobs that have run long enough to be worth showing, and how long until the next one is.
    pub fn shown(&self) -> (Vec<Running>, Option<Duration>) {
        let mut shown = Vec::new();
        let mut next: Option<Duration> = None;
        for about in self.held() {
            if about.is_unseen.get() {
                continue;
            }
            let elapsed = about.begun.elapsed();
            if elapsed < SHOWN_AFTER {
                let wait = SHOWN_AFTER - elapsed;
                next = Some(next.map_or(wait, |next| next.min(wait)));
                continue;
            }
            shown.push(about.running());
        }
        (shown, next)
    }
}
