//! Notes every look at a progress and how much a thread worked since its last one.

use cloakroom_core::progress::Witness;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

type Place = Option<&'static Location<'static>>;

/// Shorter stretches are not worth a note.
const NOTED: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub struct Looks {
    /// Threads are used again: what they did for others does not count.
    number: u64,
    longest: Mutex<HashMap<(Place, Place), Duration>>,
}

impl Default for Looks {
    fn default() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            longest: Mutex::default(),
        }
    }
}

/// A stretch of work of one thread between two looks; no place is the beginning or the end of the work.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    pub time: Duration,
    from: Place,
    to: Place,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |place: Place, none: &str| place.map_or(none.to_owned(), ToString::to_string);
        write!(
            f,
            "{:>7.1} ms from {} to {}",
            self.time.as_secs_f64() * 1e3,
            place(self.from, "the beginning"),
            place(self.to, "the end")
        )
    }
}

thread_local! {
    /// For whom this thread looked last, when and where.
    static LAST: Cell<(u64, Duration, Place)> = const { Cell::new((0, Duration::ZERO, None)) };
}

impl Looks {
    /// To be called on the thread of the work.
    pub fn begin(&self) {
        let start = |()| LAST.set((self.number, worked(), None));
        start(());
        rayon::broadcast(|_| start(()));
    }

    pub fn end(&self) {
        self.note(None);
    }

    /// The longest first.
    pub fn longest(&self) -> Vec<Gap> {
        let longest = self.longest.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gaps: Vec<Gap> = longest
            .iter()
            .map(|(&(from, to), &time)| Gap { time, from, to })
            .collect();
        gaps.sort_unstable_by_key(|gap| std::cmp::Reverse(gap.time));
        gaps
    }

    fn note(&self, to: Place) {
        let now = worked();
        let (number, last, from) = LAST.get();
        let time = now.saturating_sub(last);
        if number == self.number && time >= NOTED {
            let mut longest = self.longest.lock().unwrap_or_else(PoisonError::into_inner);
            let known = longest.entry((from, to)).or_default();
            *known = time.max(*known);
        }
        LAST.set((self.number, worked(), to));
    }
}

impl Witness for Looks {
    fn looked(&self, from: &'static Location<'static>) {
        self.note(Some(from));
    }
}

/// How much the calling thread has worked: a busy machine does not make it more.
fn worked() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes to the place it is given, which is there.
    unsafe {
        libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time);
    }
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
