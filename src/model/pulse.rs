//! What long work is handed: a place to say how far it is, and to hear that it should stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Shared between the one who works and the one who watches. Cloning gives another handle on the same
/// work.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: Arc<AtomicBool>,
    done: AtomicU64,
    total: AtomicU64,
    stage: Mutex<&'static str>,
    told: Mutex<Vec<String>>,
}

/// The user asked for the work to stop. Not a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

impl Pulse {
    /// Stopped together with this one, with a progress of its own: for parts of a work that go on side by side.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self(Arc::new(Shared {
            stopped: self.0.stopped.clone(),
            ..Shared::default()
        }))
    }

    /// A new stage of the work, in the words the user reads ("reading", "grouping"), with so many steps.
    pub fn stage(&self, name: &'static str, total: u64) {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner) = name;
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    pub fn advance(&self, steps: u64) {
        self.0.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// To be asked every few milliseconds of work: `pulse.check()?`.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.0.stopped.load(Ordering::Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.check().is_err()
    }

    /// The share of this stage that is done, if the stage said how long it is.
    pub fn fraction(&self) -> Option<f32> {
        let total = self.0.total.load(Ordering::Relaxed);
        let done = self.0.done.load(Ordering::Relaxed);
        (total > 0).then(|| (done as f64 / total as f64).min(1.0) as f32)
    }

    /// A sentence for whoever watches, besides what the work brings.
    pub fn tell(&self, sentence: String) {
        let mut told = self.0.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.push(sentence);
    }

    /// What was told since it was last asked for.
    pub fn take_told(&self) -> Vec<String> {
        std::mem::take(&mut self.0.told.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn stage_name(&self) -> &'static str {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl cloakroom_verify::Watch for Pulse {
    fn stage(&self, name: &'static str, steps: u64) {
        Self::stage(self, name, steps);
    }

    fn advance(&self, steps: u64) {
        Self::advance(self, steps);
    }

    fn check(&self) -> Result<(), cloakroom_verify::Stopped> {
        Self::check(self).map_err(|Stopped| cloakroom_verify::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_pulse_stays_stopped_in_every_handle() {
        let pulse = Pulse::default();
        let other = pulse.clone();
        pulse.stage("reading", 4);
        other.advance(1);
        assert_eq!(pulse.fraction(), Some(0.25));
        assert_eq!(other.stage_name(), "reading");
        let part = pulse.apart();
        part.stage("counting", 10);
        assert_eq!(pulse.stage_name(), "reading");
        assert_eq!(part.fraction(), Some(0.0));
        other.stop();
        assert_eq!(pulse.check(), Err(Stopped));
        assert_eq!(part.check(), Err(Stopped));
    }
}
