//! How long a method will take here, in words: from what it took on a table of a known size, which tells seconds from
//! minutes, or from its last run.

use crate::kinds;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::method::{MethodName, Size};
use cloakroom_core::settings::Settings;
use std::time::Duration;

/// A run that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub size: Size,
    pub took: Duration,
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
    let took = method.took();
    let (known, seconds) = match seen {
        Some(seen) => (seen.size, seen.took.as_secs_f64()),
        None => (took.size, took.seconds),
    };
    let ratio = |now: usize, then: usize| now.max(1) as f64 / then.max(1) as f64;
    let records = ratio(size.records, known.records).powf(took.records);
    let seconds = seconds * records * ratio(size.width, known.width).powf(took.width);
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
