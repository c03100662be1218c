//! What lines tell without being taken apart into named columns.

use super::{Early, Guess, extension};
use crate::io::placed::bare;
use crate::io::ratings::LONG_PARTS;
use crate::{Kind, Layout};
use std::collections::HashSet;
use std::path::Path;

/// Fewer lines than this may differ in length by mistake.
const ENOUGH: usize = 10;
/// If more lines than this percentage are of one length, the others are faults of a table.
const EVEN: usize = 70;

/// A row per rating, as the well-known collections have them. Four columns of numbers in a `.tsv` may be anything; in a
/// `.data` (`is_plain`) they are what they always were.
pub fn ratings(early: &Early, is_plain: bool) -> Option<Guess> {
    let lines = early.lines();
    (has_ratings_header(&lines) || (is_plain && has_ratings_lines(&lines))).then(|| {
        Guess::new(
            Kind::Ratings,
            Some(Layout::Long),
            "The lines look like person, issue and rating, so the file is read as ratings.",
        )
    })
}

/// `userId,movieId,rating,timestamp` and its like.
fn has_ratings_header(lines: &[&str]) -> bool {
    let Some(first) = lines.first() else {
        return false;
    };
    [",", ";", "\t"].iter().any(|delimiter| {
        let names: Vec<String> = first
            .split(delimiter)
            .map(|name| bare(name.trim_matches('"')))
            .collect();
        (3..=5).contains(&names.len())
            && LONG_PARTS
                .iter()
                .zip(&names)
                .all(|(part, name)| part.usual.contains(&name.as_str()))
    })
}

/// `1::1193::5::978300760`, or the same with tabs.
fn has_ratings_lines(lines: &[&str]) -> bool {
    let is_whole = |field: &str| field.parse::<u64>().is_ok();
    let is_rating = |field: &str| {
        field
            .parse::<f64>()
            .is_ok_and(|rating| (-100.0..=100.0).contains(&rating))
    };
    let divided_by = |delimiter: &str| {
        lines.iter().all(|line| {
            let fields: Vec<&str> = line.trim_end().split(delimiter).collect();
            matches!(&fields[..], [person, issue, rating, time]
                if is_whole(person) && is_whole(issue) && is_rating(rating) && is_whole(time))
        })
    };
    !lines.is_empty() && (divided_by("::") || divided_by("\t"))
}

/// One basket a line. What is called like a basket file is one on less than what is called like a table.
pub fn baskets(early: &Early, path: &Path, is_plain: bool) -> Option<Guess> {
    let lines = early.lines();
    let has = |mark: &str| lines.iter().any(|line| line.contains(mark));
    let is_divided = [",", ";", "\t", "|", "::", "\""].into_iter().any(has);
    let basket = |separator: &'static str, why: String| Guess {
        separator: Some(separator),
        ..Guess::new(Kind::Transactions, Some(Layout::Basket), why)
    };
    if is_plain && is_numbered(&lines) {
        let why = "The lines look like numbered items with spaces between, so the file is read as transactions.";
        return Some(basket(" ", why.to_owned()));
    }
    let spaced = Baskets::of(&lines, |line| line.split_ascii_whitespace().collect());
    let is_spaced = match extension(path).as_str() {
        _ if is_divided => false,
        _ if is_plain => spaced.longest > 1 && spaced.repeats_none,
        "txt" => spaced.are_uneven() && spaced.share_items() && !is_prose(&lines),
        _ => spaced.are_uneven() && spaced.share_items() && is_numbered(&lines),
    };
    if is_spaced {
        let why = "The lines hold items with spaces between, more in some than in others, so the file is read as \
                   transactions.";
        return Some(basket(" ", why.to_owned()));
    }
    // Baskets have no quotes: a line with one belongs to a table.
    let marks = [(",", "commas"), (";", "semicolons"), ("|", "bars")];
    let (mark, words) = marks.into_iter().find(|(mark, _)| {
        let divided = Baskets::of(&lines, |line| line.split(mark).map(str::trim).collect());
        divided.are_uneven() && divided.share_items()
    })?;
    let is_table = DELIMITERS
        .into_iter()
        .any(|other| other != mark && divides_evenly(&lines, other));
    if has("\"") || is_table {
        return None;
    }
    let why = format!(
        "The lines hold items with {words} between, more in some than in others, so the file is read as transactions."
    );
    Some(basket(mark, why))
}

const DELIMITERS: [&str; 5] = ["\t", "::", ";", "|", ","];

/// Whether nearly all lines have as many fields as the first, and more than one.
fn divides_evenly(lines: &[&str], delimiter: &str) -> bool {
    let fields = |line: &str| line.split(delimiter).count();
    let first = lines.first().map_or(0, |line| fields(line));
    let alike = lines.iter().filter(|line| fields(line) == first).count();
    first > 1 && alike * 10 >= lines.len() * 9
}

fn is_numbered(lines: &[&str]) -> bool {
    let numbered = |line: &&str| {
        line.split_ascii_whitespace()
            .all(|item| item.parse::<u64>().is_ok())
    };
    !lines.is_empty() && lines.iter().all(numbered) && !lines.iter().any(|line| line.contains('\t'))
}

/// Sentences end in a full stop, or begin with a capital and go on without.
fn is_prose(lines: &[&str]) -> bool {
    let words = || lines.iter().flat_map(|line| line.split_ascii_whitespace());
    let ends = words().filter(|word| word.ends_with(['.', ',', ':', '?', '!', ')']));
    ends.count() * 50 > words().count()
}

/// What lines look like if each is a basket.
struct Baskets {
    lengths: Vec<usize>,
    items: usize,
    distinct: usize,
    longest: usize,
    /// No line holds an item twice, but for one in twenty.
    repeats_none: bool,
}

impl Baskets {
    fn of<'a>(lines: &[&'a str], divide: impl Fn(&'a str) -> Vec<&'a str>) -> Self {
        let baskets: Vec<Vec<&str>> = lines.iter().map(|line| divide(line)).collect();
        let distinct: HashSet<&str> = baskets.iter().flatten().copied().collect();
        let repeats = |basket: &&Vec<&str>| {
            let own: HashSet<&&str> = basket.iter().collect();
            own.len() < basket.len()
        };
        let repeating = baskets.iter().filter(repeats).count();
        let lengths: Vec<usize> = baskets.iter().map(Vec::len).collect();
        Self {
            items: lengths.iter().sum(),
            distinct: distinct.len(),
            longest: lengths.iter().copied().max().unwrap_or(0),
            repeats_none: repeating * 20 <= baskets.len(),
            lengths,
        }
    }

    /// Whether a table is out of the question.
    fn are_uneven(&self) -> bool {
        let mut sorted = self.lengths.clone();
        sorted.sort_unstable();
        let runs = sorted.chunk_by(|a, b| a == b).map(<[usize]>::len);
        let most = runs.max().unwrap_or(0);
        sorted.len() >= ENOUGH && self.longest > 2 && most * 100 <= sorted.len() * EVEN
    }

    /// Whether the same items come back, each at most once in a line.
    fn share_items(&self) -> bool {
        self.repeats_none && self.distinct * 5 <= self.items * 4
    }
}
