//! The known people in the order in which they are listed.

use cloakroom_engine::attack::{AttackReport, Learned, PersonAttack};
use std::cmp::Ordering;

/// What people are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Person,
    Candidates,
    Guess,
    Learned,
}

#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Without one, in the order of the file.
    pub by: Option<(By, bool)>,
    /// Places in the report.
    pub order: Vec<u32>,
}

impl Listed {
    /// All people of a report, in the order that was asked for before.
    pub fn list(&mut self, report: &AttackReport) {
        self.order = (0..report.each.len() as u32).collect();
        if let Some((by, descending)) = self.by {
            let person = |place: u32| &report.each[place as usize];
            // Stable, so that equal ones stay in the order of the file.
            self.order.sort_by(|&a, &b| {
                let order = compare(by, person(a), person(b));
                if descending { order.reverse() } else { order }
            });
        }
    }

    /// A click on a heading: the worst first, then the other way round, then as in the file.
    pub fn turn(&mut self, by: By, report: &AttackReport) {
        let worst_first = matches!(by, By::Guess);
        self.by = match self.by {
            Some((other, descending)) if other == by => {
                (descending == worst_first).then_some((by, !worst_first))
            }
            _ => Some((by, worst_first)),
        };
        self.list(report);
    }
}

fn compare(by: By, a: &PersonAttack, b: &PersonAttack) -> Ordering {
    match by {
        By::Person => a.person.cmp(&b.person),
        By::Candidates => a.candidates.cmp(&b.candidates),
        By::Guess => a.chance.total_cmp(&b.chance),
        By::Learned => most(a).cmp(&most(b)),
    }
}

/// The most that is learned about somebody; nothing about those who are not there.
pub fn most(person: &PersonAttack) -> Learned {
    let reveals = person.reveals.iter().filter(|_| person.in_release);
    reveals
        .map(|reveal| reveal.learned)
        .min()
        .unwrap_or(Learned::Hidden)
}
