//! Batches come in any order; some work must be done in the order of the file.

use cloakroom_core::io::batches::Head;
use cloakroom_core::{Failure, Problem, Progress, Stopped};
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long is waited between two looks at the progress.
const PATIENCE: Duration = Duration::from_millis(50);

/// The second reading is not what the first was.
pub(super) fn changed(path: &Path) -> Problem {
    Problem::in_file(
        path,
        "the file changed since it was first read; read it anew",
    )
}

/// The places of some columns, by their names; `None` if one is not there.
pub(super) fn places<'n>(
    head: &Head<'_>,
    names: impl Iterator<Item = &'n str>,
) -> Option<Vec<usize>> {
    let place = |name: &str| head.names.iter().position(|known| known == name);
    names.map(place).collect()
}

/// Lets threads pass one after the other, in the order of their batches. Whoever waits holds one batch, so no more of
/// them are held than there are threads.
#[derive(Debug)]
pub(super) struct InOrder<T> {
    state: Mutex<State<T>>,
    moved: Condvar,
}

#[derive(Debug)]
struct State<T> {
    next: u32,
    /// A batch will never come.
    is_broken: bool,
    inside: T,
}

/// Why somebody could not pass.
pub(super) enum Barred {
    Stopped(Stopped),
    Broken,
}

impl<T> InOrder<T> {
    pub fn new(inside: T) -> Self {
        let state = State {
            next: 0,
            is_broken: false,
            inside,
        };
        Self {
            state: Mutex::new(state),
            moved: Condvar::new(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of a batch, and then does its work.
    pub fn pass(
        &self,
        number: u32,
        progress: &Progress,
        work: impl FnOnce(&mut T) -> Result<(), Failure>,
    ) -> Result<Result<(), Failure>, Barred> {
        let mut state = self.locked();
        while state.next != number {
            if state.is_broken {
                return Err(Barred::Broken);
            }
            progress.check().map_err(Barred::Stopped)?;
            let waited = self.moved.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let done = work(&mut state.inside);
        if done.is_ok() {
            state.next += 1;
        } else {
            state.is_broken = true;
        }
        drop(state);
        self.moved.notify_all();
        Ok(done)
    }

    /// Nobody need wait any more.
    pub fn give_up(&self) {
        self.locked().is_broken = true;
        self.moved.notify_all();
    }

    pub fn into_inner(self) -> T {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).inside
    }
}
