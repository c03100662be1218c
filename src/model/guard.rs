//! Code of others that may panic on damaged input, kept from ending the program or printing what it saw.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// `None` if `work` panicked. Panic hooks ask [`is_guarded`] and stay silent.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    let before = GUARDED.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    outcome.ok()
}

/// Whether a panic on this thread is expected and dealt with.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Where a panic happened, without the paths of the machine that built the program.
pub fn place_of(location: Option<&std::panic::Location<'_>>) -> String {
    match location {
        Some(place) if place.file().starts_with("src") => {
            format!("{}:{}", place.file(), place.line())
        }
        Some(_) => "a library".to_owned(),
        None => "an unknown place".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guarded_panic_is_no_answer() {
        assert_eq!(guarded(|| 1), Some(1));
        assert_eq!(guarded(|| -> u8 { panic!("expected") }), None);
        assert!(!is_guarded());
    }
}
