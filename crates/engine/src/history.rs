//! Undo and redo by whole copies: what is undone is small, whatever the size of the table.

/// A state with a named past and future.
#[derive(Clone, Debug)]
pub struct History<S> {
    present: S,
    past: Vec<Step<S>>,
    future: Vec<Step<S>>,
    /// The gesture that the last step belongs to while it lasts: a drag is one step.
    gesture: Option<String>,
}

#[derive(Clone, Debug)]
struct Step<S> {
    name: String,
    /// The state before the step (in the past) or after it (in the future).
    state: S,
}

/// Enough for a day's work; the oldest steps go first.
const DEPTH: usize = 1_000;

impl<S: Clone + PartialEq> History<S> {
    pub fn new(present: S) -> Self {
        Self {
            present,
            past: Vec::new(),
            future: Vec::new(),
            gesture: None,
        }
    }

    pub fn present(&self) -> &S {
        &self.present
    }

    /// Steps to `state`. Steps of the same gesture become one until [`History::end_gesture`].
    /// Answers whether anything changed.
    pub fn step(&mut self, name: impl Into<String>, gesture: Option<&str>, state: S) -> bool {
        if state == self.present {
            return false;
        }
        let before = std::mem::replace(&mut self.present, state);
        self.future.clear();
        let name = name.into();
        match self.past.last_mut() {
            Some(last) if gesture.is_some() && self.gesture.as_deref() == gesture => {
                last.name = name;
            }
            _ => self.past.push(Step {
                name,
                state: before,
            }),
        }
        if self.past.len() > DEPTH {
            self.past.remove(0);
        }
        self.gesture = gesture.map(str::to_owned);
        true
    }

    /// The mouse button or key is up: the next change is a step of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    pub fn undo(&mut self) -> Option<String> {
        self.end_gesture();
        let Step { name, state } = self.past.pop()?;
        let after = std::mem::replace(&mut self.present, state);
        self.future.push(Step {
            name: name.clone(),
            state: after,
        });
        Some(name)
    }

    pub fn redo(&mut self) -> Option<String> {
        self.end_gesture();
        let Step { name, state } = self.future.pop()?;
        let before = std::mem::replace(&mut self.present, state);
        self.past.push(Step {
            name: name.clone(),
            state: before,
        });
        Some(name)
    }

    pub fn undo_name(&self) -> Option<&str> {
        self.past.last().map(|step| step.name.as_str())
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.future.last().map(|step| step.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_is_one_step() {
        let mut history = History::new(2);
        for k in 3..=9 {
            assert!(history.step(format!("set k to {k}"), Some("k"), k));
        }
        history.end_gesture();
        history.step("set k to 10", Some("k"), 10);
        assert_eq!(history.undo().as_deref(), Some("set k to 10"));
        assert_eq!(history.undo().as_deref(), Some("set k to 9"));
        assert_eq!(*history.present(), 2);
        assert_eq!(history.undo(), None);
        assert_eq!(history.redo_name(), Some("set k to 9"));
        history.redo();
        assert_eq!(*history.present(), 9);
    }

    #[test]
    fn a_new_step_forgets_the_future_and_no_change_is_no_step() {
        let mut history = History::new(1);
        history.step("a", None, 2);
        history.undo();
        assert!(!history.step("nothing", None, 1));
        assert_eq!(history.redo_name(), Some("a"));
        history.step("b", None, 3);
        assert_eq!(history.redo_name(), None);
    }
}
