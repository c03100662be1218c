//! polars on a thread of its own and on no other: what it adds up and in which order then follows from the rows alone, however
//! many threads there are.

use crate::guard::guarded;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::stack::DEEP;
use crossbeam_channel::{RecvTimeoutError, bounded};
use polars_async::executor::ALLOW_RAYON_THREADS;
use std::time::Duration;

/// Between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Runs work of polars. Nothing in it can be stopped: whoever stops does not wait for it, and its answer is dropped.
pub(super) fn alone<T: Send + 'static>(
    progress: &Progress,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let (send, answer) = bounded(1);
    let thread = std::thread::Builder::new().stack_size(DEEP);
    let spawned = thread.spawn(move || {
        ALLOW_RAYON_THREADS.set(false);
        let _ = send.send(guarded(work));
    });
    if spawned.is_err() {
        return Err(Problem::new("the system has no room for another thread").into());
    }
    loop {
        match answer.recv_timeout(LOOK) {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                let message = "the statement asks for something that cannot be computed";
                return Err(Problem::new(message).into());
            }
            Err(RecvTimeoutError::Timeout) => progress.check()?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars_async as _;

    #[test]
    fn whoever_stops_does_not_wait() {
        let progress = Progress::default();
        assert_eq!(alone(&progress, || 1).unwrap(), 1);
        assert!(alone(&progress, || -> u8 { panic!("expected") }).is_err());
        progress.stop();
        let long = alone(&progress, || std::thread::sleep(Duration::from_secs(60)));
        assert!(matches!(long, Err(Failure::Stopped(_))));
    }
}
