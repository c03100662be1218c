//! Stands beside long work: shows how far it is where somebody looks, and passes on Ctrl+C.

use super::output::complain;
use cloakroom_core::{Failure, Progress};
use crossbeam_channel::{RecvTimeoutError, bounded};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// How often the line on the terminal is renewed and Ctrl+C is looked for.
const BEAT: Duration = Duration::from_millis(100);

/// Runs `work` while another thread watches it.
pub fn watched<T>(work: impl FnOnce(&Progress) -> Result<T, Failure>) -> Result<T, Failure> {
    let progress = Progress::default();
    let _told = Told(progress.clone());
    let watcher = progress.clone();
    let (done, waiting) = bounded::<()>(0);
    interrupt::listen();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut line = ProgressLine::new();
            while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(BEAT) {
                if interrupt::was_heard() {
                    watcher.stop();
                }
                line.show(&watcher);
            }
            line.clear();
        });
        let outcome = work(&progress);
        drop(done);
        outcome
    })
}

/// Passes on what the work told, however it ends.
struct Told(Progress);

impl Drop for Told {
    fn drop(&mut self) {
        for sentence in self.0.take_told() {
            complain(&sentence);
        }
    }
}

/// A line that is written over and over, only where standard error is a terminal.
struct ProgressLine {
    is_terminal: bool,
    width: usize,
}

impl ProgressLine {
    fn new() -> Self {
        Self {
            is_terminal: std::io::stderr().is_terminal(),
            width: 0,
        }
    }

    fn show(&mut self, progress: &Progress) {
        let text = match progress.fraction() {
            Some(fraction) => {
                let percent = (fraction * 100.0).floor();
                format!("{percent} %: {}", progress.stage_name())
            }
            None => progress.stage_name().to_owned(),
        };
        self.put(&text);
    }

    fn clear(&mut self) {
        if self.width > 0 {
            self.put("");
        }
    }

    fn put(&mut self, text: &str) {
        if !self.is_terminal {
            return;
        }
        // Blanks wipe what a longer line left behind. Progress that cannot be shown is no failure.
        let blanks = self.width.saturating_sub(text.len());
        let _ = write!(std::io::stderr(), "\r{text}{:blanks$}\r{text}", "");
        let _ = std::io::stderr().flush();
        self.width = text.len();
    }
}

#[cfg(unix)]
mod interrupt {
    use std::sync::atomic::{AtomicBool, Ordering};

    static HEARD: AtomicBool = AtomicBool::new(false);

    /// The first Ctrl+C asks the work to stop and clean up; the second ends the program at once.
    extern "C" fn note(signal: libc::c_int) {
        HEARD.store(true, Ordering::Relaxed);
        // SAFETY: `signal` is among the calls that a handler may make.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
        }
    }

    pub fn listen() {
        let handler = note as extern "C" fn(libc::c_int);
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            // SAFETY: the handler touches an atomic and calls `signal`, both safe at any time.
            unsafe {
                libc::signal(signal, handler as libc::sighandler_t);
            }
        }
    }

    pub fn was_heard() -> bool {
        HEARD.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod interrupt {
    pub fn listen() {}

    pub fn was_heard() -> bool {
        false
    }
}
