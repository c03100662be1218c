//! Code of others that may panic on damaged input, kept from ending the program or printing what it saw.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

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
        Some(place) if place.file().starts_with("src") || place.file().starts_with("crates") => {
            format!("{}:{}", place.file(), place.line())
        }
        Some(_) => "a library".to_owned(),
        None => "an unknown place".to_owned(),
    }
}

/// Where the first panic happened that nobody has been told of.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// For panic hooks. The message of the panic is not kept: it could quote data.
pub fn remember_place(location: Option<&std::panic::Location<'_>>) {
    let mut place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    place.get_or_insert_with(|| place_of(location));
}

/// For whoever tells of it.
pub fn take_place() -> String {
    let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
    place.unwrap_or_else(|| place_of(None))
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
