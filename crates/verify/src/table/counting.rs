//! The records of a release, counted while it is read: those of every batch are sorted, equal ones are counted, and
//! what is sorted is merged with what was sorted before. So a release may be larger than the memory.

use crate::looks::Looks;
use crate::problem::{Failure, Problem};
use crate::read::{Record, Rows};
use crate::watch::{Stopped, Watch};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;

/// Records that are sorted at once.
const BATCH: usize = 1 << 16;

/// What a tuple takes, with what is decided from it, and what each of its values takes.
const OF_TUPLE: u64 = 120;
const OF_VALUE: u64 = 12;

/// What a text takes besides its bytes.
const OF_TEXT: u64 = 64;

/// A release that was counted.
pub(super) struct Counted {
    /// Of all columns, in the order of the file.
    pub names: Vec<String>,
    pub looks: Vec<Looks>,
    pub records: u64,
    /// By column that is looked at, the text of each number.
    pub texts: Vec<Vec<Box<str>>>,
    /// Distinct tuples of the columns that are looked at, ascending.
    pub pile: Pile,
}

/// Distinct tuples in ascending order, and how many records have each.
#[derive(Default)]
pub(super) struct Pile {
    width: usize,
    tuples: Vec<u32>,
    pub records: Vec<u32>,
}

impl Pile {
    pub fn len(&self) -> usize {
        self.records.len()
    }

    pub fn tuple(&self, at: usize) -> &[u32] {
        &self.tuples[at * self.width..(at + 1) * self.width]
    }

    /// The place of a tuple.
    pub fn find(&self, tuple: &[u32]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.tuple(middle).cmp(tuple) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    fn sorted(tuples: &[u32], width: usize, rows: usize) -> Self {
        let tuple = |row: u32| &tuples[row as usize * width..(row as usize + 1) * width];
        let mut order: Vec<u32> = (0..rows as u32).collect();
        order.sort_unstable_by(|&a, &b| tuple(a).cmp(tuple(b)));
        let mut pile = Self {
            width,
            ..Self::default()
        };
        for run in order.chunk_by(|&a, &b| tuple(a) == tuple(b)) {
            pile.tuples.extend_from_slice(tuple(run[0]));
            pile.records.push(run.len() as u32);
        }
        pile
    }

    /// `None` if a tuple has more records than can be counted.
    fn merged(left: Self, right: Self, watch: &dyn Watch) -> Result<Option<Self>, Stopped> {
        let mut merged = Self {
            width: left.width,
            ..Self::default()
        };
        let most = left.tuples.len().max(right.tuples.len());
        merged.tuples.reserve(most);
        let (mut l, mut r) = (0, 0);
        while l < left.len() || r < right.len() {
            if (l + r).is_multiple_of(BATCH) {
                watch.check()?;
            }
            let order = match (l < left.len(), r < right.len()) {
                (true, true) => left.tuple(l).cmp(right.tuple(r)),
                (true, false) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let mut records = 0u32;
            if order.is_le() {
                merged.tuples.extend_from_slice(left.tuple(l));
                records = left.records[l];
                l += 1;
            } else {
                merged.tuples.extend_from_slice(right.tuple(r));
            }
            if order.is_ge() {
                let Some(both) = records.checked_add(right.records[r]) else {
                    return Ok(None);
                };
                records = both;
                r += 1;
            }
            merged.records.push(records);
        }
        Ok(Some(merged))
    }
}

/// Counts what it is handed.
pub(super) struct Counting<'a> {
    path: &'a Path,
    /// The names of the columns that are looked at, in the order of a tuple.
    looked_at: Vec<&'a str>,
    places: Vec<usize>,
    names: Vec<String>,
    looks: Vec<Looks>,
    numbers: Vec<HashMap<Box<str>, u32>>,
    /// Not yet sorted.
    batch: Vec<u32>,
    rows: usize,
    /// Sorted, the longest first.
    piles: Vec<Pile>,
    records: u64,
    /// Bytes of all texts.
    texts: u64,
    room: u64,
    watch: &'a dyn Watch,
    /// The unit of every row, which is the last number of a tuple then.
    units: Option<&'a [u32]>,
}

impl<'a> Counting<'a> {
    pub fn new(path: &'a Path, looked_at: Vec<&'a str>, room: u64, watch: &'a dyn Watch) -> Self {
        Self {
            path,
            numbers: looked_at.iter().map(|_| HashMap::new()).collect(),
            looked_at,
            places: Vec::new(),
            names: Vec::new(),
            looks: Vec::new(),
            batch: Vec::new(),
            rows: 0,
            piles: Vec::new(),
            records: 0,
            texts: 0,
            room,
            watch,
            units: None,
        }
    }

    /// The same where the unit of every row is known.
    pub fn with_units(mut self, units: &'a [u32]) -> Self {
        self.units = Some(units);
        self
    }

    /// Two piles are merged when the shorter is no longer much shorter, so each tuple is moved a few times only.
    fn sort(&mut self) -> Result<(), Failure> {
        let width = self.places.len() + usize::from(self.units.is_some());
        let mut pile = Pile::sorted(&self.batch, width, self.rows);
        self.batch.clear();
        self.rows = 0;
        self.watch.check()?;
        while let Some(other) = self.piles.pop_if(|known| known.len() <= 2 * pile.len()) {
            pile = Pile::merged(pile, other, self.watch)?.ok_or_else(|| self.too_many())?;
        }
        self.piles.push(pile);
        self.refuse_beyond_room()
    }

    fn refuse_beyond_room(&self) -> Result<(), Failure> {
        let tuples: u64 = self.piles.iter().map(|pile| pile.len() as u64).sum();
        let of_tuple = OF_TUPLE + OF_VALUE * self.places.len() as u64;
        if tuples * of_tuple + self.texts > self.room {
            return Err(self.too_many().into());
        }
        Ok(())
    }

    fn too_many(&self) -> Problem {
        Problem::in_file(
            self.path,
            "the released quasi-identifiers and sensitive columns have more different combinations of values than the \
             memory has room for, so that the release cannot be verified here",
        )
    }

    pub fn finish(mut self) -> Result<Counted, Failure> {
        self.sort()?;
        let mut pile = self.piles.pop().unwrap_or_default();
        while let Some(other) = self.piles.pop() {
            pile = Pile::merged(pile, other, self.watch)?.ok_or_else(|| self.too_many())?;
        }
        let texts = self.numbers.into_iter().map(|numbers| {
            let mut texts = vec![Box::default(); numbers.len()];
            for (text, number) in numbers {
                texts[number as usize] = text;
            }
            texts
        });
        Ok(Counted {
            texts: texts.collect(),
            names: self.names,
            looks: self.looks,
            records: self.records,
            pile,
        })
    }
}

impl Rows for Counting<'_> {
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
        refuse_twice(self.path, &names)?;
        self.looks = names.iter().map(|_| Looks::default()).collect();
        // A column that is not there is a fault of the certificate and is told as such.
        self.places = self
            .looked_at
            .iter()
            .filter_map(|wanted| names.iter().position(|name| name == wanted))
            .collect();
        self.numbers.truncate(self.places.len());
        self.names = names;
        Ok(())
    }

    fn row(&mut self, record: &Record) -> Result<(), Failure> {
        for (looks, text) in self.looks.iter_mut().zip(record.cells()) {
            looks.note(text);
        }
        for (&place, numbers) in self.places.iter().zip(&mut self.numbers) {
            let text = record.cell(place);
            let number = match numbers.get(text) {
                Some(&number) => number,
                None => {
                    let number = numbers.len() as u32;
                    self.texts += OF_TEXT + text.len() as u64;
                    numbers.insert(text.into(), number);
                    number
                }
            };
            self.batch.push(number);
        }
        if let Some(units) = self.units {
            let unit = units.get(self.records as usize).ok_or_else(|| {
                Problem::in_file(self.path, "the file has more rows than were to be written")
            })?;
            self.batch.push(*unit);
        }
        self.records += 1;
        self.rows += 1;
        if self.rows == BATCH {
            self.sort()?;
        }
        Ok(())
    }
}

/// A column that is called like another could hide behind it.
pub(crate) fn refuse_twice(path: &Path, names: &[String]) -> Result<(), Problem> {
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Problem::in_file(
            path,
            format!("two columns are called \"{}\"", pair[0]),
        )),
        None => Ok(()),
    }
}

/// Finds the rows whose tuples were marked, in a second reading.
pub(super) struct Listing<'a> {
    counted: &'a Counted,
    looked_at: &'a [&'a str],
    numbers: Vec<HashMap<&'a str, u32>>,
    places: Vec<usize>,
    /// By tuple.
    marked: &'a [bool],
    row: u64,
    most: usize,
    pub rows: Vec<u64>,
    pub unlisted: u64,
}

impl<'a> Listing<'a> {
    pub fn new(
        counted: &'a Counted,
        looked_at: &'a [&'a str],
        marked: &'a [bool],
        most: usize,
    ) -> Self {
        let numbered = |texts: &'a Vec<Box<str>>| {
            let numbers = texts.iter().zip(0..);
            numbers.map(|(text, number)| (&**text, number)).collect()
        };
        Self {
            numbers: counted.texts.iter().map(numbered).collect(),
            counted,
            looked_at,
            places: Vec::new(),
            marked,
            row: 0,
            most,
            rows: Vec::new(),
            unlisted: 0,
        }
    }
}

impl Rows for Listing<'_> {
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
        let wanted = self.looked_at.iter();
        self.places = wanted
            .filter_map(|wanted| names.iter().position(|name| name == wanted))
            .collect();
        Ok(())
    }

    fn row(&mut self, record: &Record) -> Result<(), Failure> {
        // A file that changed meanwhile has texts that nobody counted: those rows are not marked.
        let numbers = self.places.iter().zip(&self.numbers);
        let tuple: Option<Vec<u32>> = numbers
            .map(|(&place, numbers)| numbers.get(record.cell(place)).copied())
            .collect();
        let place = tuple.and_then(|tuple| self.counted.pile.find(&tuple));
        if place.is_some_and(|place| self.marked[place]) {
            if self.rows.len() < self.most {
                self.rows.push(self.row);
            } else {
                self.unlisted += 1;
            }
        }
        self.row += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declaration::{Codes, Format};
    use crate::read::read;
    use crate::watch::Unwatched;

    fn count(text: &str, columns: &[&'static str], room: u64) -> Result<Counted, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.csv");
        std::fs::write(&path, text).unwrap();
        let mut counting = Counting::new(&path, columns.to_vec(), room, &Unwatched);
        read(&path, Format::Csv, &Codes::new(), &mut counting, &Unwatched)?;
        counting.finish()
    }

    #[test]
    fn equal_tuples_are_counted_and_concatenations_are_not_equal() {
        let counted = count("a,b\na,bc\nab,c\na,bc\n,\n", &["a", "b"], 1 << 20).unwrap();
        assert_eq!(counted.pile.records, [2, 1, 1]);
        assert_eq!(counted.records, 4);
        assert_eq!(counted.pile.find(&[1, 1]), Some(1));
        assert_eq!(counted.pile.find(&[7, 7]), None);
    }

    #[test]
    fn many_batches_are_one_pile() {
        let mut text = String::from("a\n");
        for n in 0..200_000u32 {
            text += &format!("{}\n", n * 7919 % 1013);
        }
        let counted = count(&text, &["a"], 1 << 20).unwrap();
        assert_eq!(counted.pile.len(), 1013);
        let records: u32 = counted.pile.records.iter().sum();
        assert_eq!(records, 200_000);
        assert!(counted.pile.records.iter().all(|&n| n == 197 || n == 198));
    }

    #[test]
    fn what_there_is_no_room_for_is_refused() {
        let mut text = String::from("a\n");
        for n in 0..200_000u32 {
            text += &format!("{n}\n");
        }
        let failure = count(&text, &["a"], 1 << 20).err().unwrap();
        assert!(failure.to_string().contains("memory"), "{failure}");
    }
}
