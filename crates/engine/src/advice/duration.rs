//! How long a method will take here, in words: from what it takes on a table of a known size, or from its last run.
//!
//! The table was measured once, in seconds of one core and with a build for development: it tells seconds from minutes, and
//! no more is said.

use crate::kinds;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::method::MethodName;
use cloakroom_core::settings::Settings;
use std::time::Duration;

/// What a method goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub records: usize,
    /// Columns, issues, or items on average.
    pub width: usize,
}

/// A run that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub size: Size,
    pub took: Duration,
}

/// What a method took on a table of some size.
struct Cost {
    /// Of one core.
    seconds: f64,
    size: Size,
    /// With which power of the records, and of the width, that grows.
    records: f64,
    width: f64,
}

/// Adult with its hierarchies, k = 5 and 2 % left out.
const ADULT: Size = size(10_000, 8);
/// Numbers drawn by chance, all records different, k = 5.
const NUMBERS: Size = size(10_000, 8);
/// Ratings from 1 to 5 drawn by chance, k = 5 and an epsilon of 1.
const SURVEY: Size = size(5_000, 8);
/// Groceries, k = 5 and m = 2.
const GROCERIES: Size = size(10_000, 5);

const fn size(records: usize, width: usize) -> Size {
    Size { records, width }
}

fn cost_of(method: MethodName) -> Cost {
    use MethodName as Name;
    // A lattice grows much faster than the number of its columns; other methods go through them one by one.
    let (columns, one_by_one) = (3.5, 1.0);
    let (seconds, size, records, width) = match method {
        Name::None => (0.005, ADULT, 1.0, one_by_one),
        Name::Levels => (0.03, ADULT, 1.0, one_by_one),
        Name::Optimal => (0.08, ADULT, 1.0, columns),
        Name::HashTable => (0.23, ADULT, 1.0, columns),
        Name::Samarati => (0.13, ADULT, 1.0, columns),
        Name::Incognito => (0.09, ADULT, 1.0, columns),
        Name::Decomposition => (0.07, ADULT, 1.0, columns),
        Name::LocalRecoding => (0.1, ADULT, 1.1, one_by_one),
        Name::Mondrian => (0.08, ADULT, 1.1, one_by_one),
        Name::MondrianRelaxed => (0.12, ADULT, 1.1, one_by_one),
        Name::Tds => (0.09, ADULT, 1.1, one_by_one),
        // Of records that are all different it compares every one with every other.
        Name::KMember => (0.19, ADULT, 1.5, one_by_one),
        Name::Refined => (1.1, ADULT, 1.2, one_by_one),
        Name::Mdav => (0.13, NUMBERS, 1.1, one_by_one),
        Name::VMdav => (0.17, NUMBERS, 1.1, one_by_one),
        Name::ApproximateMdav => (0.08, NUMBERS, 1.1, one_by_one),
        Name::RefinedMdav => (46.0, NUMBERS, 1.1, one_by_one),
        Name::Greedy => (0.21, SURVEY, 1.1, one_by_one),
        Name::Graph => (0.31, SURVEY, 1.2, one_by_one),
        Name::Clustered => (0.35, SURVEY, 1.2, one_by_one),
        Name::MeetingBox => (23.0, SURVEY, 1.1, one_by_one),
        Name::Hghs | Name::Mhghs | Name::Aa => (0.07, GROCERIES, 1.1, one_by_one),
        Name::Mm | Name::Lg => (0.03, GROCERIES, 1.1, one_by_one),
    };
    Cost {
        seconds,
        size,
        records,
        width,
    }
}

/// Of these data as they are marked.
pub fn size_of(dataset: &Dataset, settings: &Settings) -> Size {
    Size {
        records: dataset.records(),
        width: kinds::of(dataset).width(settings),
    }
}

/// How long a method may take: by its last run if there was one, and else by the table.
pub fn expected(method: MethodName, size: Size, seen: Option<Seen>) -> Duration {
    let cost = cost_of(method);
    let (known, seconds) = match seen {
        Some(seen) => (seen.size, seen.took.as_secs_f64()),
        None => (cost.size, cost.seconds),
    };
    let ratio = |now: usize, then: usize| now.max(1) as f64 / then.max(1) as f64;
    let records = ratio(size.records, known.records).powf(cost.records);
    let seconds = seconds * records * ratio(size.width, known.width).powf(cost.width);
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// No more than is known: the words are further apart than the table is wrong.
pub fn in_words(duration: Duration) -> &'static str {
    match duration.as_secs() {
        0 if duration.as_millis() < 400 => "at once",
        0..2 => "about a second",
        2..20 => "some seconds",
        20..90 => "about a minute",
        90..1_200 => "some minutes",
        1_200..7_200 => "about an hour",
        7_200..86_400 => "some hours",
        _ => "more than a day",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_was_seen_is_believed_before_the_table() {
        let small = Size {
            records: 1_000,
            width: 4,
        };
        let large = Size {
            records: 10_000,
            width: 8,
        };
        let seen = Seen {
            size: small,
            took: Duration::from_secs(3),
        };
        let again = expected(MethodName::Optimal, small, Some(seen));
        assert_eq!(in_words(again), "some seconds");
        let more = expected(MethodName::None, large, Some(seen));
        assert_eq!(more, Duration::from_secs(60));
        assert_eq!(in_words(more), "about a minute");
        assert!(expected(MethodName::KMember, large, Some(seen)) > more);
        assert!(expected(MethodName::Optimal, large, Some(seen)) > more);
    }

    #[test]
    fn every_method_has_words_for_any_size() {
        for method in MethodName::ALL {
            let mut before = Duration::ZERO;
            for records in [0, 10, 1_000, 100_000, 10_000_000, usize::MAX] {
                let size = Size { records, width: 5 };
                let now = expected(method, size, None);
                assert!(now >= before && !in_words(now).is_empty(), "{method:?}");
                before = now;
            }
        }
        assert_eq!(in_words(Duration::MAX), "more than a day");
    }
}
