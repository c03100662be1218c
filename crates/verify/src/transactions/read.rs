//! Released baskets: one a line, one a cell, or a row per basket and item.

use crate::declaration::{Declaration, Layout};
use crate::looks::Looks;
use crate::measure::Room;
use crate::problem::{Failure, Problem};
use crate::read::{Record, Rows};
use crate::watch::{Stopped, Watch};
use std::collections::HashMap;
use std::path::Path;

/// What an item of a basket takes, with what is decided from it; what a basket takes, and a label.
const OF_ITEM: u64 = 40;
const OF_BASKET: u64 = 80;
const OF_LABEL: u64 = 120;

/// Baskets by number, each item once, in the order of the names.
const OUT_OF_ORDER: &str = "repeats an item or is out of order";

/// Between the items of a line.
const WHITE_SPACE: &str = " ";

/// Takes the rows of a file of baskets.
pub(super) struct Gathering<'a> {
    path: &'a Path,
    layout: Layout,
    separator: &'a str,
    room: u64,
    pub names: Vec<String>,
    pub looks: Vec<Looks>,
    labels: HashMap<Box<str>, u32>,
    /// Baskets of a long file from 0.
    basket: Vec<u32>,
    item: Vec<u32>,
    /// Where each basket of another file ends.
    ends: Vec<usize>,
    rows: u64,
    taken: u64,
    fault: Option<String>,
    /// The row of a long file before this one.
    last: Option<(u32, String)>,
}

/// Baskets end to end.
pub(super) struct Gathered {
    pub starts: Vec<usize>,
    pub item: Vec<u32>,
    /// The label of each number.
    pub items: Vec<Box<str>>,
    /// Baskets that show nothing.
    pub empty: u64,
}

impl<'a> Gathering<'a> {
    pub fn new(path: &'a Path, declared: &'a Declaration, room: Room) -> Self {
        let form = declared.transactions.as_ref();
        Self {
            path,
            layout: form.map_or(Layout::Basket, |form| form.layout),
            separator: form
                .and_then(|form| form.separator.as_deref())
                .unwrap_or(WHITE_SPACE),
            room: room.0,
            names: Vec::new(),
            looks: Vec::new(),
            labels: HashMap::new(),
            basket: Vec::new(),
            item: Vec::new(),
            ends: Vec::new(),
            rows: 0,
            taken: 0,
            fault: None,
            last: None,
        }
    }

    fn put(&mut self, label: &str) {
        let next = self.labels.len() as u32;
        let number = match self.labels.get(label) {
            Some(&number) => number,
            None => {
                self.taken += OF_LABEL + label.len() as u64;
                self.labels.insert(label.into(), next);
                next
            }
        };
        self.taken += OF_ITEM;
        self.item.push(number);
    }

    fn long_row(&mut self, record: &Record) {
        let number = record.cell(0);
        let basket = number
            .parse()
            .ok()
            .filter(|basket: &u32| *basket > 0 && basket.to_string() == number);
        let Some(basket) = basket else {
            self.fault.get_or_insert_with(|| {
                format!(
                    "row {} holds something else than the number of a basket",
                    self.rows + 1
                )
            });
            return;
        };
        let label = record.cell(1);
        if label.is_empty() {
            let fault = format!("row {} shows no item", self.rows + 1);
            self.fault.get_or_insert(fault);
            return;
        }
        let is_next = match &self.last {
            Some((before, item)) => (*before, item.as_str()) < (basket, label),
            None => true,
        };
        if !is_next {
            let fault = format!("row {} {OUT_OF_ORDER}", self.rows + 1);
            self.fault.get_or_insert(fault);
        }
        self.last = Some((basket, label.to_owned()));
        self.basket.push(basket - 1);
        self.put(label);
    }

    /// A basket is written in one way alone, so that no two that hold the same look different: each item once, in the
    /// order of the names, one separator between two.
    fn basket_row(&mut self, cell: &str) {
        let mut last = None;
        let labels = cell.split(self.separator);
        for label in labels.filter(|_| !cell.is_empty()) {
            let fault = if label.is_empty() {
                Some("has nothing between two separators")
            } else if self.separator == WHITE_SPACE && label.contains(char::is_whitespace) {
                Some("has another white space than one space between two items")
            } else if last.is_some_and(|last| last >= label) {
                Some(OUT_OF_ORDER)
            } else {
                None
            };
            if let Some(fault) = fault {
                let row = self.rows + 1;
                self.fault
                    .get_or_insert_with(|| format!("row {row} {fault}"));
            }
            last = Some(label);
            self.put(label);
        }
        self.ends.push(self.item.len());
        self.taken += OF_BASKET;
    }

    /// `None` if something is wrong, which is told.
    pub fn finish(
        mut self,
        faults: &mut Vec<String>,
        watch: &dyn Watch,
    ) -> Result<Option<Gathered>, Stopped> {
        if let Some(fault) = self.fault.take() {
            faults.push(fault);
            return Ok(None);
        }
        watch.check()?;
        let mut items = vec![Box::default(); self.labels.len()];
        for (label, number) in self.labels {
            items[number as usize] = label;
        }
        if self.layout != Layout::Long {
            let starts: Vec<usize> = std::iter::once(0).chain(self.ends).collect();
            let empty = starts.windows(2).filter(|pair| pair[0] == pair[1]).count();
            return Ok(Some(Gathered {
                empty: empty as u64,
                starts,
                item: self.item,
                items,
            }));
        }
        let mut pairs: Vec<(u32, u32)> = self.basket.into_iter().zip(self.item).collect();
        pairs.sort_unstable();
        watch.check()?;
        let mut starts = vec![0];
        let mut item = Vec::with_capacity(pairs.len());
        for basket in pairs.chunk_by(|a, b| a.0 == b.0) {
            if basket[0].0 as usize != starts.len() - 1 {
                let message = "the baskets are not numbered from 1 on without a gap";
                faults.push(message.to_owned());
                return Ok(None);
            }
            item.extend(basket.iter().map(|&(_, item)| item));
            starts.push(item.len());
        }
        Ok(Some(Gathered {
            starts,
            item,
            items,
            empty: 0,
        }))
    }
}

impl Rows for Gathering<'_> {
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
        crate::table::refuse_twice(self.path, &names)?;
        // A file of lines has no names.
        let wanted = match self.layout {
            Layout::Long => 2,
            _ => names.len().min(1),
        };
        if names.len() != wanted {
            let message = match self.layout {
                Layout::Long => "the release has other columns than a basket and an item",
                _ => "the release has other columns than one of baskets",
            };
            return Err(Problem::in_file(self.path, message).into());
        }
        self.looks = names.iter().map(|_| Looks::default()).collect();
        self.names = names;
        Ok(())
    }

    fn row(&mut self, record: &Record) -> Result<(), Failure> {
        for (looks, text) in self.looks.iter_mut().zip(record.cells()) {
            looks.note(text);
        }
        match self.layout {
            Layout::Long => self.long_row(record),
            _ => self.basket_row(record.cell(0)),
        }
        self.rows += 1;
        if self.taken > self.room || self.rows >= u64::from(u32::MAX) {
            let message = "the baskets are more than the memory has room for, so that the release cannot be verified \
                           here";
            return Err(Problem::in_file(self.path, message).into());
        }
        Ok(())
    }
}
