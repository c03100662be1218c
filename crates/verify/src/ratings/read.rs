//! Released ratings become points of the scale. Whatever is not one, or is not accounted for, is a fault.

use super::people::{People, Sorting};
use crate::declaration::{Declaration, Layout, RatingsForm};
use crate::looks::Looks;
use crate::measure::Room;
use crate::problem::{Failure, Problem};
use crate::read::{Record, Rows};
use crate::scale::{Scale, rating};
use crate::table::{compare_columns, compare_roles, refuse_twice};
use crate::watch::{Stopped, Watch};
use std::collections::HashMap;
use std::path::Path;

/// Ratings between two looks at the watch.
const BLOCK: usize = 1 << 16;

/// What a rating takes, with what is decided from it, and what a person takes.
const OF_RATING: u64 = 32;
const OF_PERSON: u64 = 64;

/// What an issue is to the promises.
#[derive(Clone, Copy)]
enum Part {
    Compared(u32),
    Secret(usize),
    Aside,
}

/// One rating as it stands in the file.
#[derive(Clone, Copy)]
struct Cell {
    person: u32,
    issue: Part,
    /// The place of its text.
    text: u32,
}

/// Takes the rows of a file of ratings.
pub(super) struct Gathering<'a> {
    path: &'a Path,
    declared: &'a Declaration,
    layout: Layout,
    scale: Option<Scale>,
    room: u64,
    pub names: Vec<String>,
    pub looks: Vec<Looks>,
    /// By column of a wide file.
    parts: Vec<Part>,
    /// By issue of a long file; whether it is shown.
    part_of: HashMap<&'a str, (Part, bool)>,
    texts: HashMap<Box<str>, u32>,
    cells: Vec<Cell>,
    rows: u64,
    /// The largest number of a person in a long file.
    people: u64,
    /// What is wrong, each kind of it once.
    faults: Vec<String>,
}

impl<'a> Gathering<'a> {
    pub fn new(path: &'a Path, declared: &'a Declaration, form: RatingsForm, room: Room) -> Self {
        let roles = &declared.roles;
        let mut part_of: HashMap<&str, (Part, bool)> = HashMap::new();
        let compared = (0..).zip(&roles.quasi);
        part_of.extend(compared.map(|(at, name)| (name.as_str(), (Part::Compared(at), false))));
        let secrets = roles.sensitive.iter().enumerate();
        part_of.extend(secrets.map(|(at, name)| (name.as_str(), (Part::Secret(at), false))));
        let aside = roles.insensitive.iter();
        part_of.extend(aside.map(|name| (name.as_str(), (Part::Aside, false))));
        Self {
            path,
            declared,
            layout: form.layout,
            scale: form.declared_scale(),
            room: room.0,
            names: Vec::new(),
            looks: Vec::new(),
            parts: Vec::new(),
            part_of,
            texts: HashMap::new(),
            cells: Vec::new(),
            rows: 0,
            people: 0,
            faults: Vec::new(),
        }
    }

    fn fault(&mut self, fault: String) {
        // One of a kind says enough.
        if self.faults.len() < 8 {
            self.faults.push(fault);
        }
    }

    fn text(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let next = self.texts.len() as u32;
        self.texts.insert(text.into(), next);
        next
    }

    fn wide_row(&mut self, record: &Record) {
        let person = self.rows as u32;
        for at in 0..record.len() {
            let issue = self.parts[at];
            let cell = record.cell(at);
            if cell.is_empty() || matches!(issue, Part::Aside) {
                continue;
            }
            let text = self.text(cell);
            self.cells.push(Cell {
                person,
                issue,
                text,
            });
        }
    }

    fn long_row(&mut self, record: &Record) {
        let number = record.cell(0);
        let person = number
            .parse()
            .ok()
            .filter(|person: &u32| *person > 0 && person.to_string() == number);
        let Some(person) = person else {
            let name = &self.names[0];
            self.fault(format!(
                "row {} of \"{name}\" holds something else than the number of a person",
                self.rows + 1
            ));
            return;
        };
        self.people = self.people.max(u64::from(person));
        let Some((issue, is_shown)) = self.part_of.get_mut(record.cell(1)) else {
            self.fault("a released issue has no role in the certificate".to_owned());
            return;
        };
        *is_shown = true;
        let issue = *issue;
        let cell = record.cell(2);
        if cell.is_empty() {
            self.fault(format!("row {} has no rating", self.rows + 1));
            return;
        }
        let text = self.text(cell);
        self.cells.push(Cell {
            person: person - 1,
            issue,
            text,
        });
    }

    fn taken(&self) -> u64 {
        let secrets = self.declared.roles.sensitive.len() as u64;
        let people = if self.layout == Layout::Long {
            // No more people than rows can be accepted in the end.
            self.people.min(self.rows)
        } else {
            self.rows
        };
        let of_person = OF_PERSON.saturating_add(secrets.saturating_mul(OF_RATING));
        (self.cells.len() as u64 * OF_RATING).saturating_add(people.saturating_mul(of_person))
    }

    /// The declared scale, or that of the ratings that are shown.
    pub fn scale(&self, faults: &mut Vec<String>) -> Option<Scale> {
        if self.scale.is_some() {
            return self.scale;
        }
        let escaped = self.declared.formulas_escaped;
        let points: Option<Vec<i64>> = self
            .texts
            .keys()
            .map(|text| rating(plain(text, escaped)))
            .collect();
        let Some(points) = points else {
            faults.push("a released rating is no number".to_owned());
            return None;
        };
        let scale = Scale::of_points(points.into_iter());
        if scale.is_none() {
            faults.push("the released ratings lie on no scale that can be compared".to_owned());
        }
        scale
    }

    /// `None` if something is wrong, which is told.
    pub fn finish(
        mut self,
        scale: &Scale,
        faults: &mut Vec<String>,
        watch: &dyn Watch,
    ) -> Result<Option<People>, Stopped> {
        let before = faults.len();
        let long = self.layout == Layout::Long;
        if long {
            self.compare_long(faults);
        } else {
            compare_columns(self.declared, &self.names, faults);
        }
        faults.append(&mut self.faults);
        let points = self.points(scale, faults);
        let people = if long { self.people } else { self.rows };
        if faults.len() > before {
            return Ok(None);
        }
        let mut sorting = Sorting::new(people as usize, self.declared.roles.sensitive.len());
        let mut is_there = vec![!long; people as usize];
        // Once to count, once to fill.
        for filling in [false, true] {
            if filling {
                sorting.begin_to_fill();
            }
            for (at, cell) in self.cells.iter().enumerate() {
                if at % BLOCK == 0 {
                    watch.check()?;
                }
                let person = cell.person as usize;
                let point = points[cell.text as usize];
                is_there[person] = true;
                match cell.issue {
                    Part::Compared(issue) if filling => sorting.put(person, issue, point),
                    Part::Compared(_) => sorting.starts[person + 1] += 1,
                    Part::Secret(secret) if filling => sorting.put_secret(person, secret, point),
                    Part::Secret(_) | Part::Aside => {}
                }
            }
        }
        if is_there.contains(&false) {
            let message = "the people are not numbered from 1 on without a gap";
            faults.push(message.to_owned());
        }
        let people = sorting.finish(watch)?;
        if people.is_none() {
            faults.push("somebody rates an issue twice".to_owned());
        }
        Ok(people.filter(|_| faults.len() == before))
    }

    fn compare_long(&self, faults: &mut Vec<String>) {
        let roles = &self.declared.roles;
        compare_roles(roles, faults);
        if self.people > self.rows {
            faults.push("the people are not numbered from 1 on without a gap".to_owned());
        }
        // The order of issues and those that are nowhere shown would tell of the source.
        let unseen = roles.quasi.iter().find(|name| {
            let known = self.part_of.get(name.as_str());
            known.is_none_or(|&(_, is_shown)| !is_shown)
        });
        if let Some(name) = unseen {
            faults.push(format!(
                "the certificate names the issue \"{name}\", which is nowhere shown"
            ));
        }
        if !roles.quasi.is_sorted() {
            faults.push("the certificate's issues are not in the order of their names".to_owned());
        }
    }

    /// By text; what is no point of the scale is told.
    fn points(&self, scale: &Scale, faults: &mut Vec<String>) -> Vec<u16> {
        let escaped = self.declared.formulas_escaped;
        let mut points = vec![None; self.texts.len()];
        for (text, &at) in &self.texts {
            let value = rating(plain(text, escaped)).map(|value| value as f64 / 1e6);
            points[at as usize] = value.and_then(|value| scale.point(value));
        }
        let off = |cell: &&Cell| points[cell.text as usize].is_none();
        if let Some(cell) = self.cells.iter().find(off) {
            faults.push(format!(
                "a rating of person {} is not on the scale",
                cell.person + 1
            ));
            return Vec::new();
        }
        points.into_iter().flatten().collect()
    }
}

/// Without the apostrophe that keeps a spreadsheet from running it.
fn plain(text: &str, escaped: bool) -> &str {
    match text.strip_prefix('\'') {
        Some(plain) if escaped => plain,
        _ => text,
    }
}

impl Rows for Gathering<'_> {
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
        refuse_twice(self.path, &names)?;
        if self.layout == Layout::Long && names.len() != 3 {
            let message = "the release has other columns than a person, an issue and a rating";
            return Err(Problem::in_file(self.path, message).into());
        }
        self.looks = names.iter().map(|_| Looks::default()).collect();
        self.parts = names
            .iter()
            .map(|name| {
                let known = self.part_of.get(name.as_str());
                known.map_or(Part::Aside, |&(part, _)| part)
            })
            .collect();
        self.names = names;
        Ok(())
    }

    fn row(&mut self, record: &Record) -> Result<(), Failure> {
        for (looks, text) in self.looks.iter_mut().zip(record.cells()) {
            looks.note(text);
        }
        if self.layout == Layout::Long {
            self.long_row(record);
        } else {
            self.wide_row(record);
        }
        self.rows += 1;
        if self.taken() > self.room || self.rows >= u64::from(u32::MAX) {
            let message = "the ratings are more than the memory has room for, so that the release cannot be verified \
                           here";
            return Err(Problem::in_file(self.path, message).into());
        }
        Ok(())
    }
}
