//! Computes the missing points side by side, each handed over as it is done.

use super::CurveQuestion;
use super::store::{CurvePoint, PointKey, PointStore};
use crate::sweep::Ground;
use cloakroom_core::guard::guarded;
use cloakroom_core::{Dataset, Failure, MethodName, Problem, Progress, Trees};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Deep recursions of several points may lie one above the other on a thread.
const STACK: usize = 8 << 20;

/// `arrived` is called after every point, from any thread. Ends when all points of the question are in the store.
pub fn compute(
    dataset: &Dataset,
    trees: &Trees,
    question: &CurveQuestion,
    store: &PointStore,
    arrived: &(dyn Fn() + Sync),
    progress: &Progress,
) -> Result<(), Failure> {
    let missing = missing(question, store);
    let all = question.values.len() * question.methods.len();
    progress.only_stage("points", all as u64);
    progress.advance((all - missing.len()) as u64);
    if missing.is_empty() {
        return Ok(());
    }
    let ground = Ground::new(dataset, &question.settings, trees, progress)?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let pool = pool(threads)?;
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(point) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(done) = one(&ground, question, point, &pool, progress) else {
                return;
            };
            store.put(point.key, done);
            progress.advance(1);
            arrived();
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(missing.len()) {
            let driver = thread::Builder::new().name("job: curves".to_owned());
            if driver.spawn_scoped(scope, work).is_err() {
                // Those that are there do its share.
                break;
            }
        }
        work();
    });
    progress.check()?;
    Ok(())
}

struct Missing {
    key: PointKey,
    value: u64,
    method: MethodName,
}

/// What the store lacks, in the order in which the picture becomes finer.
fn missing(question: &CurveQuestion, store: &PointStore) -> Vec<Missing> {
    let keys = question.keys();
    let mut missing = Vec::new();
    for place in coarse_first(question.values.len()) {
        for (&method, keys) in question.methods.iter().zip(&keys) {
            if !store.holds(&keys[place]) {
                missing.push(Missing {
                    key: keys[place],
                    value: question.values[place],
                    method,
                });
            }
        }
    }
    missing
}

/// `None` if it was stopped.
fn one(
    ground: &Ground<'_>,
    question: &CurveQuestion,
    point: &Missing,
    pool: &ThreadPool,
    progress: &Progress,
) -> Option<CurvePoint> {
    progress.check().ok()?;
    let settings = question.at(point.value, point.method);
    // Its progress is its own business; the curve counts points.
    let part = progress.apart();
    let start = Instant::now();
    let outcome = pool.install(|| guarded(|| ground.point(&settings, &part)));
    let outcome = match outcome {
        Some(Ok(outcome)) => outcome,
        Some(Err(Failure::Problem(problem))) => Err(problem.message),
        Some(Err(Failure::Stopped(_))) => return None,
        None => Err("a fault in the program ended this point; the data are unharmed".to_owned()),
    };
    Some(CurvePoint {
        outcome,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Threads of their own: what the window asks of the common ones is never behind a point of a curve.
fn pool(threads: usize) -> Result<ThreadPool, Problem> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|at| format!("job: curve {at}"))
        .start_handler(|_| step_back())
        .build()
        .map_err(|_| Problem::new("the system gave the program no thread to work on"))
}

/// The window goes first where both want to run.
#[cfg(target_os = "linux")]
fn step_back() {
    const LESS_URGENT: libc::c_int = 10;
    // SAFETY: a call without pointers; on Linux 0 means the calling thread alone. If it is refused, nothing changes.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, LESS_URGENT);
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// In which order points are computed: the ends, the middle, the quarters, and so on, so that the picture is there from
/// the start and becomes finer. The places `0..count`, each once.
pub fn coarse_first(count: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(count);
    let mut taken = vec![false; count];
    let mut take = |place: usize| {
        if let Some(taken) = taken.get_mut(place)
            && !std::mem::replace(taken, true)
        {
            order.push(place);
        }
    };
    let last = count.saturating_sub(1);
    take(0);
    take(last);
    let mut parts = 2;
    // Every place is a part of the whole at the latest when there are as many parts as places.
    while parts / 2 < last {
        for part in (1..parts).step_by(2) {
            take(last * part / parts);
        }
        parts *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_then_the_middle_then_the_quarters() {
        assert_eq!(coarse_first(9), [0, 8, 4, 2, 6, 1, 3, 5, 7]);
        assert_eq!(coarse_first(1), [0]);
        assert_eq!(coarse_first(2), [0, 1]);
        assert!(coarse_first(0).is_empty());
    }

    #[test]
    fn every_place_comes_once() {
        for count in 0..200 {
            let mut order = coarse_first(count);
            order.sort_unstable();
            assert_eq!(order, (0..count).collect::<Vec<_>>());
        }
    }
}
