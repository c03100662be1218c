//! Gives back what is large on a thread of its own: freeing millions of small pieces takes longer than anybody who
//! stopped a work wants to wait.

use std::thread;

/// Returns at once. If there is no thread to be had, the value is freed here.
pub fn let_go(value: impl Send + 'static) {
    let builder = thread::Builder::new().name("giving back".to_owned());
    let _ = builder.spawn(move || drop(value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    struct Last(Sender<thread::ThreadId>);

    impl Drop for Last {
        fn drop(&mut self) {
            let _ = self.0.send(thread::current().id());
        }
    }

    #[test]
    fn what_is_let_go_is_freed_elsewhere() {
        let (sender, receiver) = channel();
        let_go(Last(sender));
        assert_ne!(receiver.recv().unwrap(), thread::current().id());
    }
}
