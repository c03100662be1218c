//! Whoever waits for an answer: is told how far the work is, and may ask for it to stop.

/// Handed through all long work. The one who calls decides what becomes of it.
pub trait Watch: Sync {
    /// A new stage of the work, in words for people, with so many steps; 0 if nobody knows.
    fn stage(&self, _name: &'static str, _steps: u64) {}

    fn advance(&self, _steps: u64) {}

    /// Asked every few milliseconds of work.
    fn check(&self) -> Result<(), Stopped>;
}

/// The work was asked to stop. Not a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// Nobody watches: the work runs to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }
}
