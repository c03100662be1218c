//! Records that hold things: issues with ratings, or items.

use super::chance::Chance;
use super::data::{Form, Way, some_of};
use super::spelled;

/// How sets of things are laid out in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A row for each thing of each record: `user,item,rating` or `basket,item`.
    Long,
    /// A basket a line, with spaces between.
    Basket,
    /// A cell that lists the things, with bars between.
    List,
}

/// Records that hold things: issues with ratings, or items.
#[derive(Clone, Debug)]
pub struct Sets {
    pub layout: Layout,
    /// What there is at first, and what comes only later.
    pub things: Vec<String>,
    pub hidden: Vec<String>,
    /// None for items.
    pub ratings: Vec<String>,
    pub records: Vec<SetRecord>,
}

#[derive(Clone, Debug)]
pub struct SetRecord {
    pub id: String,
    pub holds: Vec<(String, String)>,
}

impl Sets {
    fn rating(&self, chance: &mut Chance) -> String {
        match self.ratings.is_empty() {
            true => String::new(),
            false => chance.pick(&self.ratings).clone(),
        }
    }

    pub fn add_record(&mut self, chance: &mut Chance) {
        let like = (!self.records.is_empty() && chance.percent(65))
            .then(|| chance.pick(&self.records).holds.clone());
        let mut holds = Vec::new();
        let mut things = self.things.clone();
        chance.shuffle(&mut things);
        for thing in things {
            let before = like
                .as_ref()
                .and_then(|like| like.iter().find(|held| held.0 == thing));
            let (holds_it, rating) = match (before, chance.percent(85)) {
                (Some((_, rating)), true) => (true, rating.clone()),
                (None, true) if like.is_some() => (false, String::new()),
                _ => (chance.percent(45), self.rating(chance)),
            };
            if holds_it {
                holds.push((thing, rating));
            }
        }
        if holds.is_empty() {
            holds.push((chance.pick(&self.things).clone(), self.rating(chance)));
        }
        let id = format!("id{}", chance.below(1_000_000));
        self.records.push(SetRecord { id, holds });
    }

    fn change(&mut self, record: usize, chance: &mut Chance) {
        let (rating, thing) = (self.rating(chance), chance.pick(&self.things).clone());
        let holds = &mut self.records[record].holds;
        let at = chance.below(holds.len());
        if !self.ratings.is_empty() && chance.percent(50) {
            holds[at].1 = rating;
        } else if chance.percent(40) && holds.len() > 1 {
            holds.remove(at);
        } else if holds.iter().all(|held| held.0 != thing) {
            match chance.percent(50) {
                true => holds[at] = (thing, rating),
                false => holds.push((thing, rating)),
            }
        }
    }

    /// Writes some things and ratings in other ways.
    pub fn respell(&mut self, chance: &mut Chance) {
        for record in &mut self.records {
            for (thing, rating) in &mut record.holds {
                // White space parts the items of a line.
                if self.layout != Layout::Basket && chance.percent(20) {
                    *thing = spelled::around(thing, chance);
                }
                if chance.percent(20) {
                    *rating = spelled::other(rating, chance);
                }
            }
        }
    }

    pub fn alter(&mut self, way: Way, left_out: &[u32], chance: &mut Chance) -> bool {
        match way {
            Way::Order => {
                for record in &mut self.records {
                    chance.shuffle(&mut record.holds);
                }
                chance.shuffle(&mut self.records);
            }
            Way::Identifiers => {
                for record in &mut self.records {
                    record.id = format!("who{}", chance.below(1_000_000));
                }
            }
            Way::Spelling if self.layout == Layout::Basket => return false,
            Way::Spelling => self.respell(chance),
            Way::Behind => {
                for _ in 0..=chance.below(2) {
                    let record = chance.below(self.records.len());
                    self.change(record, chance);
                }
            }
            Way::LeftOut => {
                let Some(records) = some_of(left_out, chance) else {
                    return false;
                };
                for record in records {
                    self.change(record, chance);
                }
            }
            Way::More => {
                self.add_record(chance);
                let last = self.records.len() - 1;
                if chance.percent(50) {
                    self.change(last, chance);
                }
            }
            Way::Fewer => {
                let Some(records) = some_of(left_out, chance) else {
                    return false;
                };
                for record in records.into_iter().rev() {
                    self.records.remove(record);
                }
            }
            Way::Hidden => {
                let to = match left_out {
                    [] => chance.below(self.records.len()),
                    some => *chance.pick(some) as usize,
                };
                let thing = (chance.pick(&self.hidden).clone(), self.rating(chance));
                let holds = &mut self.records[to].holds;
                let at = chance.below(holds.len() + 1);
                holds.insert(at, thing);
            }
            Way::Form => return false,
        }
        !self.records.is_empty()
    }

    pub fn text(&self, form: Form) -> String {
        let mut text = String::new();
        match (self.layout, self.ratings.is_empty()) {
            (Layout::Long, true) => form.line(["basket", "item"].into_iter(), &mut text),
            (Layout::Long, false) => form.line(["user", "item", "rating"].into_iter(), &mut text),
            (Layout::List, _) => form.line(["number", "items"].into_iter(), &mut text),
            (Layout::Basket, _) => {}
        }
        for record in &self.records {
            let things = || record.holds.iter().map(|held| held.0.as_str());
            match self.layout {
                Layout::Long => {
                    for (thing, rating) in &record.holds {
                        let cells = [record.id.as_str(), thing, rating].into_iter();
                        let width = if self.ratings.is_empty() { 2 } else { 3 };
                        form.line(cells.take(width), &mut text);
                    }
                }
                Layout::List => {
                    let list = things().collect::<Vec<_>>().join("|");
                    form.line([record.id.as_str(), &list].into_iter(), &mut text);
                }
                Layout::Basket => {
                    text += &things().collect::<Vec<_>>().join(" ");
                    text += form.line_end;
                }
            }
        }
        text
    }
}
