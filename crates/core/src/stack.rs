//! Stacks deep enough for what follows a tree or a set of items as far down as the data go. The usual ones are a few
//! megabytes, and running over one ends the program.

use std::io;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

/// Only what is used of it takes memory.
pub const DEEP: usize = 256 << 20;

/// How deep a tree over values or items may be: what follows it down has room for so many steps, whatever it keeps of
/// each. No tree that people made is a tenth as deep.
pub const DEEPEST_TREE: usize = 1_000;

/// How many items a set may have that is looked for item by item.
pub const LARGEST_SET: u32 = 20_000;

/// Runs work on a deep stack and hands on what it gives, a panic included. Where the system has no room for one, the
/// stack of now must do.
pub fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    deepen_workers();
    let work = Mutex::new(Some(work));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let outcome = thread::scope(|scope| -> io::Result<Option<T>> {
        let builder = thread::Builder::new().stack_size(DEEP);
        let thread = builder.spawn_scoped(scope, || take().map(|work| work()))?;
        match thread.join() {
            Ok(outcome) => Ok(outcome),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    match outcome {
        Ok(Some(outcome)) => outcome,
        // The thread was not to be had, so the work is still here.
        _ => match take() {
            Some(work) => work(),
            None => unreachable!("work is taken once, by the thread that runs it"),
        },
    }
}

/// Gives the threads that share work deep stacks too, unless they are at work already.
pub fn deepen_workers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Refused only if there are such threads already: then they stay as they are.
        let _ = rayon::ThreadPoolBuilder::new()
            .stack_size(DEEP)
            .build_global();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps a kilobyte at every step.
    fn down(steps: usize) -> usize {
        let kept = std::hint::black_box([steps; 128]);
        if steps == 0 {
            return 0;
        }
        down(steps - 1) + usize::from(kept[steps % 128] == steps)
    }

    #[test]
    fn there_is_room_for_the_largest_set() {
        let steps = LARGEST_SET as usize;
        assert_eq!(on_a_deep_stack(|| down(steps)), steps);
    }

    #[test]
    fn a_panic_comes_through() {
        let outcome = std::panic::catch_unwind(|| {
            on_a_deep_stack(|| -> u8 { std::panic::resume_unwind(Box::new("expected")) })
        });
        assert!(outcome.is_err());
    }
}
