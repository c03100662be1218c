//! What long work is handed: a place to say how far it is, and to hear that it should stop.

use std::fmt::Debug;
use std::ops::Rem;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shared between the one who works and the one who watches. Cloning gives another handle on the same
/// work.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: Arc<AtomicBool>,
    early: Arc<Early>,
    /// Steps of the stage.
    done: AtomicU64,
    told: Mutex<Vec<String>>,
    stage: Mutex<Stage>,
    witness: Option<Arc<dyn Witness>>,
    /// Its progress is part of a step of another work.
    is_apart: bool,
}

/// What passes between work that gets better step by step and somebody who need not wait for the best.
#[derive(Debug, Default)]
struct Early {
    /// There is something that could be taken.
    offered: AtomicBool,
    /// Somebody asked for it.
    wanted: AtomicBool,
    /// The work ended because of that.
    heeded: AtomicBool,
}

/// Where the work stands. The whole goes from 0 to 1; how many stages will come is not known, so each takes half of
/// what is left up to `ceiling`: the whole never goes back, and never stands at 1 while something is still to come.
#[derive(Debug)]
struct Stage {
    name: &'static str,
    total: u64,
    since: Option<Instant>,
    /// The share of the whole at which the stage began, and that at which it ends.
    from: f64,
    to: f64,
    /// Stages bring the whole no farther than this.
    ceiling: f64,
    /// Where the part of the plan that came last was to end.
    planned: f64,
    /// What plans are shares of.
    span: (f64, f64),
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            name: "",
            total: 0,
            since: None,
            from: 0.0,
            to: 0.0,
            ceiling: 1.0,
            planned: 0.0,
            span: (0.0, 1.0),
        }
    }
}

impl Stage {
    fn reached(&self, done: u64) -> f64 {
        let share = match self.total {
            0 => 0.0,
            total => done.min(total) as f64 / total as f64,
        };
        self.from + (self.to - self.from) * share
    }

    /// Between two stages.
    fn stand_at(&mut self, share: f64) {
        self.total = 0;
        self.from = share;
        self.to = share;
    }
}

/// The user asked for the work to stop. Not a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// Is told of all that passes through a progress: for tests and measurements.
pub trait Witness: Debug + Send + Sync {
    fn stage(&self, _name: &'static str, _total: u64) {}

    /// So many steps of the stage are done.
    fn advanced(&self, _done: u64, _total: u64) {}

    /// Somebody asked whether to stop.
    fn looked(&self, _from: &'static Location<'static>) {}
}

impl Progress {
    pub fn witnessed(witness: Arc<dyn Witness>) -> Self {
        Self(Arc::new(Shared {
            witness: Some(witness),
            ..Shared::default()
        }))
    }

    /// Stopped together with this one, with a progress of its own: for parts of a work that go on side by side, and for
    /// those that are one step of another.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self(Arc::new(Shared {
            stopped: self.0.stopped.clone(),
            early: self.0.early.clone(),
            witness: self.0.witness.clone(),
            is_apart: true,
            ..Shared::default()
        }))
    }

    /// A plan: what follows, however many stages it has, brings the whole up to `share`. The part before has ended.
    pub fn up_to(&self, share: f64) {
        let mut stage = self.lock();
        let (low, high) = stage.span;
        let end = low + (high - low) * share.clamp(0.0, 1.0);
        let begin = stage.planned.max(self.reached(&stage));
        stage.stand_at(begin);
        stage.planned = end;
        stage.ceiling = end.max(begin);
    }

    /// What follows is one of so many works of the same kind, with a plan of its own; the first is number 0.
    pub fn one_of(&self, number: usize, all: usize) {
        let mut stage = self.lock();
        let share = |number: usize| number as f64 / all.max(1) as f64;
        stage.span = (share(number), share(number + 1).min(1.0));
        let begin = stage.span.0.max(self.reached(&stage));
        stage.stand_at(begin);
        stage.planned = stage.span.0;
        stage.ceiling = stage.span.1.max(begin);
    }

    /// A new stage of the work, in the words the user reads ("reading", "grouping"), with so many steps; 0 if they
    /// cannot be counted.
    pub fn stage(&self, name: &'static str, total: u64) {
        self.begin(name, total, 0.5);
    }

    /// A stage that is all there is to do.
    pub fn only_stage(&self, name: &'static str, total: u64) {
        self.begin(name, total, 1.0);
    }

    fn begin(&self, name: &'static str, total: u64, part: f64) {
        let mut stage = self.lock();
        stage.from = self.reached(&stage);
        stage.to = match total {
            0 => stage.from,
            _ => stage.from + (stage.ceiling - stage.from) * part,
        };
        stage.name = name;
        stage.total = total;
        stage.since = Some(Instant::now());
        self.0.done.store(0, Ordering::Relaxed);
        drop(stage);
        if let Some(witness) = self.witness() {
            witness.stage(name, total);
        }
    }

    pub fn advance(&self, steps: u64) {
        let done = self.0.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if let Some(witness) = self.witness() {
            let total = self.lock().total;
            witness.advanced(done, total);
        }
    }

    /// To be asked every few milliseconds of work: `progress.check()?`.
    #[track_caller]
    pub fn check(&self) -> Result<(), Stopped> {
        if let Some(witness) = &self.0.witness {
            witness.looked(Location::caller());
        }
        if self.0.stopped.load(Ordering::Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// The same at every so many-th step of a loop whose steps are short.
    #[inline]
    #[track_caller]
    pub fn check_every<N>(&self, stride: N, step: N) -> Result<(), Stopped>
    where
        N: Rem<Output = N> + Default + PartialEq,
    {
        if step % stride == N::default() {
            return self.check();
        }
        Ok(())
    }

    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// From now on what is there holds, and what follows makes it better: it can be taken.
    pub fn offer(&self) {
        self.0.early.offered.store(true, Ordering::Relaxed);
    }

    /// What was offered is taken, whether early or not: what follows makes it no better.
    pub fn withdraw(&self) {
        self.0.early.offered.store(false, Ordering::Relaxed);
    }

    /// Whether there is something that could be taken.
    pub fn is_offered(&self) -> bool {
        self.0.early.offered.load(Ordering::Relaxed)
    }

    /// Asks the work to end with what it has. Work that has nothing yet, or knows no way to end early, goes on.
    pub fn take_what_is_there(&self) {
        self.0.early.wanted.store(true, Ordering::Relaxed);
    }

    /// To be asked by work that has made an offer, between steps that each make it better: whether to leave it at that.
    pub fn is_enough(&self) -> bool {
        let early = &self.0.early;
        let is_enough = early.wanted.load(Ordering::Relaxed);
        if is_enough {
            early.heeded.store(true, Ordering::Relaxed);
        }
        is_enough
    }

    /// Whether it ended with less than it would have come to, because somebody asked for what was there.
    pub fn has_ended_early(&self) -> bool {
        self.0.early.heeded.load(Ordering::Relaxed)
    }

    #[track_caller]
    pub fn is_stopped(&self) -> bool {
        self.check().is_err()
    }

    /// The share of the whole that is done, once something was counted. Never less than before, and below 1 as long as
    /// the work goes on.
    pub fn fraction(&self) -> Option<f32> {
        const ALMOST: f64 = 0.99;
        let stage = self.lock();
        (stage.to > 0.0).then(|| self.reached(&stage).min(ALMOST) as f32)
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
        self.lock().name
    }

    /// How long the stage will still take if its steps take as long as those that are done; `None` while there is too
    /// little to guess from.
    pub fn stage_left(&self) -> Option<Duration> {
        let stage = self.lock();
        let done = self.0.done.load(Ordering::Relaxed).min(stage.total);
        let elapsed = stage.since?.elapsed();
        let enough = elapsed > Duration::from_millis(500) && done * 20 > stage.total;
        let share = done as f64 / stage.total as f64;
        (enough && done < stage.total).then(|| elapsed.mul_f64((1.0 - share) / share))
    }

    fn reached(&self, stage: &Stage) -> f64 {
        stage.reached(self.0.done.load(Ordering::Relaxed))
    }

    fn lock(&self) -> MutexGuard<'_, Stage> {
        self.0.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is told of progress: not of that of a part.
    fn witness(&self) -> Option<&Arc<dyn Witness>> {
        self.0.witness.as_ref().filter(|_| !self.0.is_apart)
    }
}

impl cloakroom_verify::Watch for Progress {
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
        let progress = Progress::default();
        let other = progress.clone();
        progress.only_stage("reading", 4);
        other.advance(1);
        assert_eq!(progress.fraction(), Some(0.25));
        assert_eq!(other.stage_name(), "reading");
        let part = progress.apart();
        part.stage("counting", 10);
        assert_eq!(progress.stage_name(), "reading");
        assert_eq!(part.fraction(), Some(0.0));
        other.stop();
        assert_eq!(progress.check(), Err(Stopped));
        assert_eq!(part.check(), Err(Stopped));
    }

    #[test]
    fn what_is_there_is_taken_only_by_work_that_asks() {
        let progress = Progress::default();
        let part = progress.apart();
        assert!(!progress.is_offered() && !part.is_enough());
        part.offer();
        assert!(progress.is_offered());
        progress.take_what_is_there();
        assert!(!progress.has_ended_early());
        assert_eq!(part.check(), Ok(()));
        assert!(part.is_enough());
        assert!(progress.has_ended_early());
        part.withdraw();
        assert!(!progress.is_offered() && progress.has_ended_early());
    }

    #[test]
    fn the_whole_never_goes_back_and_is_never_full() {
        let progress = Progress::default();
        progress.stage("opening", 0);
        assert_eq!((progress.fraction(), progress.stage_left()), (None, None));
        let mut last = 0.0;
        for _ in 0..100 {
            progress.stage("grouping", 3);
            for _ in 0..4 {
                progress.advance(1);
                let now = progress.fraction().unwrap();
                assert!(now >= last && now < 1.0, "{now} after {last}");
                last = now;
            }
            // Uncounted work stands where it began.
            progress.stage("sorting", 0);
            assert_eq!(progress.fraction(), Some(last));
        }
        progress.only_stage("rest", 1);
        progress.advance(1);
        assert!(progress.fraction().unwrap() < 1.0);
    }

    #[test]
    fn parts_of_a_plan_end_where_it_says() {
        let progress = Progress::default();
        let near = |share: f32| (progress.fraction().unwrap() - share).abs() < 1e-6;
        for work in 0..2 {
            progress.one_of(work, 2);
            let start = work as f32 / 2.0;
            progress.up_to(0.4);
            progress.stage("checking", 2);
            progress.advance(2);
            assert!(near(start + 0.1), "{:?}", progress.fraction());
            progress.up_to(1.0);
            assert!(near(start + 0.2), "{:?}", progress.fraction());
            progress.only_stage("writing", 4);
            progress.advance(2);
            assert!(near(start + 0.35), "{:?}", progress.fraction());
        }
    }
}
