//! Work on a background thread: progress, time left, cancel, and panics that stay harmless.

use cloakroom_core::guard::{is_guarded, place_of, remember_place, take_place};
use cloakroom_core::io::temporary::finished_in_words;
use cloakroom_core::stack::{self, deepen_workers};
use cloakroom_core::{Failure, Problem, Progress};
use crossbeam_channel::{Receiver, TryRecvError, bounded};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

/// Called from the worker once its result is in place, so that the window looks again.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// One piece of work. Dropping it cancels it.
pub struct Job<T> {
    name: String,
    revision: u64,
    progress: Progress,
    started: Instant,
    receiver: Receiver<Result<T, Failure>>,
}

/// How a job ended.
#[derive(Debug)]
pub enum Ended<T> {
    Done(T),
    /// Cancelled: nothing to report.
    Stopped,
    Failed(Problem),
}

impl<T: Send + 'static> Job<T> {
    /// `revision` is the state of the settings that the result will be true for.
    pub fn start(
        name: impl Into<String>,
        revision: u64,
        waker: Waker,
        work: impl FnOnce(&Progress) -> Result<T, Failure> + Send + 'static,
    ) -> Self {
        remember_where_panics_happen();
        deepen_workers();
        let name = name.into();
        let progress = Progress::default();
        let (sender, receiver) = bounded(1);
        let worker_progress = progress.clone();
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&worker_progress)))
                .unwrap_or_else(|_| Err(Failure::Problem(describe_panic())));
            // A closed channel means that nobody waits any more.
            let _ = sender.send(result);
            waker();
        };
        let builder = thread::Builder::new()
            .name(format!("job: {name}"))
            .stack_size(stack::DEEP);
        if let Err(error) = builder.spawn(run) {
            // The closure is gone with its sender; polling reports the failure.
            progress.stage(
                if error.kind() == std::io::ErrorKind::OutOfMemory {
                    "out of memory"
                } else {
                    "not started"
                },
                0,
            );
        }
        Self {
            name,
            revision,
            progress,
            started: Instant::now(),
            receiver,
        }
    }
}

impl<T> Job<T> {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn cancel(&self) {
        self.progress.stop();
    }

    /// Never waits. After it gave an answer the job is to be dropped.
    pub fn poll(&self) -> Option<Ended<T>> {
        match self.receiver.try_recv() {
            Ok(result) => Some(ended(result)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Ended::Failed(Problem::new(
                "the system gave the program no thread to work on",
            ))),
        }
    }

    /// Waits for the end: for tests and the command line.
    pub fn wait(&self) -> Ended<T> {
        match self.receiver.recv() {
            Ok(result) => ended(result),
            Err(_) => Ended::Failed(Problem::new("the work ended without a result")),
        }
    }
}

fn ended<T>(result: Result<T, Failure>) -> Ended<T> {
    match result {
        // Done is done, even if the cancel came a moment before: a release that was written exists.
        Ok(value) => Ended::Done(value),
        Err(Failure::Stopped(_)) => Ended::Stopped,
        Err(Failure::Problem(problem)) => Ended::Failed(problem),
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic's message may quote a cell, so only its place in our source is kept, and nothing is printed.
fn remember_where_panics_happen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if is_guarded() {
                return;
            }
            let thread = thread::current();
            let name = thread.name().unwrap_or_default();
            if name.starts_with("job: ") {
                let place = place_of(info.location());
                LAST_PANIC.with(|last| *last.borrow_mut() = Some(place));
            } else if rayon::current_thread_index().is_some() {
                // Heard of again on the thread that shared its work out.
                remember_place(info.location());
            } else {
                default(info);
            }
        }));
    });
}

/// How the sentence about a fault of ours begins; it says itself what was written.
pub const FAULT: &str = "a fault in the program ended this work";

fn describe_panic() -> Problem {
    let place = LAST_PANIC.with(|last| last.borrow_mut().take());
    let place = place.unwrap_or_else(take_place);
    let written = finished_in_words();
    Problem::new(format!(
        "{FAULT} (at {place}); the data and all settings are unharmed, and {written}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet() -> Waker {
        Arc::new(|| {})
    }

    #[test]
    fn the_window_is_woken_after_the_result_is_in_place() {
        let (sender, receiver) = bounded(1);
        let waker: Waker = Arc::new(move || sender.send(()).unwrap());
        let job = Job::start("add", 7, waker, |_| Ok(1 + 1));
        receiver.recv().unwrap();
        assert!(matches!(job.poll(), Some(Ended::Done(2))));
        assert_eq!(job.revision(), 7);
    }

    #[test]
    fn a_panic_is_a_failure_that_quotes_no_data() {
        let job = Job::<()>::start("fail", 0, quiet(), |_| panic!("secret cell"));
        let Ended::Failed(problem) = job.wait() else {
            panic!("expected a failure");
        };
        assert!(problem.message.contains("job.rs"));
        assert!(!problem.message.contains("secret"));
    }

    #[test]
    fn a_panic_tells_what_was_written_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        let message = |write: bool| {
            let path = path.clone();
            let job = Job::<()>::start("fail", 0, quiet(), move |_| {
                if write {
                    cloakroom_core::io::atomic_file::write_text_whole(&path, "x")?;
                }
                panic!("expected");
            });
            match job.wait() {
                Ended::Failed(problem) => problem.message,
                _ => String::new(),
            }
        };
        assert!(message(false).ends_with("nothing was written"));
        let told = message(true);
        assert!(
            told.starts_with(FAULT) && told.ends_with("out.csv"),
            "{told}"
        );
    }

    #[test]
    fn a_panic_of_a_worker_is_told_with_its_place() {
        use rayon::prelude::*;
        let job = Job::<()>::start("fail", 0, quiet(), |_| {
            (0..64u32).into_par_iter().for_each(|at| {
                assert!(at < 8, "secret cell");
            });
            Ok(())
        });
        let Ended::Failed(problem) = job.wait() else {
            panic!("expected a failure");
        };
        assert!(problem.message.contains("job.rs"), "{problem}");
        assert!(!problem.message.contains("secret"));
    }

    #[test]
    fn cancel_acts_within_a_fifth_of_a_second() {
        let job = Job::<()>::start("spin", 0, quiet(), |progress| {
            loop {
                progress.check()?;
                thread::sleep(Duration::from_millis(5));
            }
        });
        thread::sleep(Duration::from_millis(20));
        let asked = Instant::now();
        job.cancel();
        assert!(matches!(job.wait(), Ended::Stopped));
        assert!(asked.elapsed() < Duration::from_millis(200));
    }
}
