//! What a text file holds, judged by its name and its first lines.

use super::format::{Format, Holds};
use super::placed::bare;
use super::ratings::LONG_PARTS;
use crate::kind::Kind;
use crate::load_options::Layout;
use std::path::Path;

const LINES: usize = 100;
const BYTES: usize = 64 << 10;

/// A guess and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    pub kind: Kind,
    pub layout: Option<Layout>,
    pub note: Option<&'static str>,
}

/// The extension in lower case, that of `.gz` passed over.
pub fn extension(path: &Path) -> String {
    let lower = |path: &Path| {
        path.extension()
            .map(|extension| extension.to_string_lossy().to_lowercase())
            .unwrap_or_default()
    };
    match lower(path).as_str() {
        "gz" => lower(Path::new(path.file_stem().unwrap_or_default())),
        other => other.to_owned(),
    }
}

pub fn guess(path: &Path, bytes: &[u8]) -> Guess {
    let lines = first_lines(bytes);
    let is_plain_data = Format::called(path).holds() == Holds::PlainLines;
    // Four columns of numbers in a `.tsv` may be anything; in a `.data` they are what they always were.
    if has_ratings_header(&lines) || (is_plain_data && has_ratings_lines(&lines)) {
        return Guess {
            kind: Kind::Ratings,
            layout: Some(Layout::Long),
            note: Some(
                "The lines look like person, issue and rating, so the file is read as ratings.",
            ),
        };
    }
    if is_plain_data && is_transactions(&lines) {
        return Guess {
            kind: Kind::Transactions,
            layout: Some(Layout::Basket),
            note: Some(
                "The lines look like numbered items with spaces between, so the file is read as \
                 transactions.",
            ),
        };
    }
    Guess {
        kind: Kind::Microdata,
        layout: None,
        note: None,
    }
}

/// How ratings that are known to be ratings are laid out.
pub fn ratings_layout(bytes: &[u8]) -> Layout {
    let lines = first_lines(bytes);
    if has_ratings_header(&lines) || has_ratings_lines(&lines) {
        Layout::Long
    } else {
        Layout::Wide
    }
}

fn first_lines(bytes: &[u8]) -> Vec<String> {
    let early = &bytes[..bytes.len().min(BYTES)];
    let text = String::from_utf8_lossy(early);
    let mut lines: Vec<String> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
        .map(str::to_owned)
        .collect();
    if early.len() < bytes.len() && lines.len() > 1 && lines.len() < LINES {
        // The last line may be cut off.
        lines.pop();
    }
    lines
}

/// `userId,movieId,rating,timestamp` and its like.
fn has_ratings_header(lines: &[String]) -> bool {
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
fn has_ratings_lines(lines: &[String]) -> bool {
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

fn is_transactions(lines: &[String]) -> bool {
    let numbered = |line: &String| {
        line.split_ascii_whitespace()
            .all(|item| item.parse::<u64>().is_ok())
    };
    !lines.is_empty() && lines.iter().all(numbered) && !lines.iter().any(|line| line.contains('\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, text: &str) -> Kind {
        guess(Path::new(name), text.as_bytes()).kind
    }

    #[test]
    fn files_are_known_by_their_lines() {
        assert_eq!(
            kind("u.data", "196\t242\t3\t881250949\n186\t302\t3\t891717742\n"),
            Kind::Ratings
        );
        assert_eq!(
            kind("ratings.dat.gz", "1::1193::5::978300760\n"),
            Kind::Ratings
        );
        assert_eq!(
            kind(
                "ratings.csv",
                "userId,movieId,rating,timestamp\n1,2,3.5,4\n"
            ),
            Kind::Ratings
        );
        assert_eq!(kind("people.tsv", "1\t2\t30\t881250949\n"), Kind::Microdata);
        assert_eq!(kind("users.dat", "1::F::1::10::48067\n"), Kind::Microdata);
        assert_eq!(kind("retail.dat", "1 2 3 \n4\n"), Kind::Transactions);
        assert_eq!(kind("retail.csv", "1 2 3\n4\n"), Kind::Microdata);
        assert_eq!(kind("adult.csv", "age,sex\n3,m\n"), Kind::Microdata);
        assert_eq!(kind("empty.dat", ""), Kind::Microdata);
    }

    #[test]
    fn the_extension_below_gz_counts() {
        assert_eq!(extension(Path::new("a/b.DAT.gz")), "dat");
        assert_eq!(extension(Path::new("b.csv")), "csv");
        assert_eq!(extension(Path::new("gz")), "");
    }
}
