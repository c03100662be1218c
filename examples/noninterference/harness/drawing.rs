//! Options that are drawn for a case, each remembered by name so that pairs can be counted by what they are of.

use super::chance::Chance;

/// An option and what was drawn for it.
pub type Drawn = (&'static str, &'static str);

/// Draws options and remembers which.
pub struct Drawing<'a> {
    pub chance: &'a mut Chance,
    drawn: Vec<Drawn>,
}

impl<'a> Drawing<'a> {
    pub fn new(chance: &'a mut Chance) -> Self {
        Self {
            chance,
            drawn: Vec::new(),
        }
    }

    /// One of these, each with its name; what stands there twice is drawn twice as often.
    pub fn pick<T: Copy>(&mut self, option: &'static str, of: &[(&'static str, T)]) -> T {
        let &(name, value) = self.chance.pick(of);
        self.note(option, name);
        value
    }

    /// Yes in so many of a hundred cases.
    pub fn percent(&mut self, option: &'static str, share: usize) -> bool {
        let is_so = self.chance.percent(share);
        self.note(option, if is_so { "yes" } else { "no" });
        is_so
    }

    pub fn note(&mut self, option: &'static str, value: &'static str) {
        self.drawn.push((option, value));
    }

    /// All that was drawn, in the order of the options.
    pub fn finish(mut self) -> Vec<Drawn> {
        self.drawn.sort_unstable();
        self.drawn
    }
}
