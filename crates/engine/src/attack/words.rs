//! What people say about an issue, as ratings: "excellent" is the top of a scale, whatever the scale.

use cloakroom_core::{Problem, Scale};

/// Words with the part of the scale that they mean, from 0 for its low end to 1 for its high end. As in Table 1 (b)
/// of the papers on ratings, where public comments stand for the ratings of those who made them.
const USUAL: [(&[&str], f64, f64); 5] = [
    (
        &[
            "awful", "terrible", "horrible", "worst", "so bad", "very bad",
        ],
        0.0,
        0.2,
    ),
    (&["bad", "poor", "weak"], 0.0, 0.4),
    (
        &["neutral", "ok", "okay", "average", "fair", "so-so"],
        0.4,
        0.6,
    ),
    (&["good", "nice", "fine"], 0.6, 1.0),
    (
        &[
            "excellent",
            "top",
            "great",
            "superb",
            "best",
            "perfect",
            "very good",
        ],
        0.8,
        1.0,
    ),
];

/// A word that the user explains.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub word: String,
    /// Ratings of the scale, both included.
    pub low: f64,
    pub high: f64,
}

impl Word {
    /// `fabulous=5..6`, or `fabulous=6`.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            Problem::new(format!(
                "\"{text}\" says not what a word means; expected a word with the ratings it stands for, such as excellent=5..6"
            ))
        };
        let (word, ratings) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = numbers(ratings).ok_or_else(wrong)?;
        let word = word.trim().to_lowercase();
        if word.is_empty() || low > high {
            return Err(wrong());
        }
        Ok(Self { word, low, high })
    }
}

fn numbers(text: &str) -> Option<(f64, f64)> {
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
    };
    match text.split_once("..") {
        Some((low, high)) => Some((number(low)?, number(high)?)),
        None => number(text).map(|number| (number, number)),
    }
}

/// The words that are understood: the user's own before the usual ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    pub own: Vec<Word>,
}

impl Words {
    /// The points of the scale that a cell means, both included; `None` for a word that nobody explained or a rating
    /// beyond the scale.
    pub fn points(&self, text: &str, scale: &Scale) -> Option<(u16, u16)> {
        let text = text.trim().to_lowercase();
        if let Some(own) = self.own.iter().find(|own| own.word == text) {
            return between(own.low, own.high, scale);
        }
        if let Some((low, high)) = numbers(&text) {
            return between(low, high, scale);
        }
        let (_, low, high) = USUAL
            .iter()
            .find(|(words, ..)| words.contains(&text.as_str()))?;
        let top = f64::from(scale.points().saturating_sub(1));
        let (from, to) = ((low * top - 1e-9).ceil(), (high * top + 1e-9).floor());
        if from <= to {
            return Some((from as u16, to as u16));
        }
        // No point of a coarse scale lies inside: then those beside it.
        Some((to.max(0.0) as u16, from.min(top) as u16))
    }

    /// The usual words in groups that mean the same, each with its points of a scale, both included.
    pub fn usual(scale: &Scale) -> Vec<(&'static [&'static str], (u16, u16))> {
        let usual = USUAL.iter();
        usual
            .filter_map(|(words, ..)| {
                let points = Self::default().points(words.first()?, scale)?;
                Some((*words, points))
            })
            .collect()
    }

    /// The words that are understood, for those who used another.
    pub fn examples() -> String {
        let first = USUAL
            .iter()
            .filter_map(|(words, ..)| words.first().copied());
        first.collect::<Vec<_>>().join(", ")
    }
}

/// The points within two ratings, and those nearest to them.
fn between(low: f64, high: f64, scale: &Scale) -> Option<(u16, u16)> {
    let top = f64::from(scale.points().saturating_sub(1));
    let place = |value: f64| (value - scale.low) / scale.step;
    let (from, to) = ((place(low) + 1e-6).floor(), (place(high) - 1e-6).ceil());
    let fits = from <= to && to >= 0.0 && from <= top;
    fits.then(|| (from.max(0.0) as u16, to.min(top) as u16))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str, low: f64, high: f64, step: f64) -> Option<(u16, u16)> {
        Words::default().points(text, &Scale { low, high, step })
    }

    #[test]
    fn words_mean_parts_of_any_scale() {
        // The scale of the papers' Table 1, 1 to 6.
        assert_eq!(points("Excellent", 1.0, 6.0, 1.0), Some((4, 5)));
        assert_eq!(points("so bad", 1.0, 6.0, 1.0), Some((0, 1)));
        assert_eq!(points("bad", 1.0, 6.0, 1.0), Some((0, 2)));
        assert_eq!(points("good", 1.0, 6.0, 1.0), Some((3, 5)));
        assert_eq!(points("neutral", 1.0, 6.0, 1.0), Some((2, 3)));
        assert_eq!(points("awful", 1.0, 5.0, 1.0), Some((0, 0)));
        assert_eq!(points("neutral", 1.0, 5.0, 1.0), Some((2, 2)));
        assert_eq!(points("neutral", 0.0, 1.0, 1.0), Some((0, 1)));
        assert_eq!(points("top", 0.5, 5.0, 0.5), Some((8, 9)));
        assert_eq!(points("fabulous", 1.0, 5.0, 1.0), None);
    }

    #[test]
    fn ratings_mean_themselves_or_their_neighbours() {
        assert_eq!(points("4", 1.0, 5.0, 1.0), Some((3, 3)));
        assert_eq!(points("4.5", 1.0, 5.0, 1.0), Some((3, 4)));
        assert_eq!(points("2..4", 1.0, 5.0, 1.0), Some((1, 3)));
        assert_eq!(points("3.5", 0.5, 5.0, 0.5), Some((6, 6)));
        assert_eq!(points("7", 1.0, 5.0, 1.0), None);
    }

    #[test]
    fn own_words_come_first() {
        let words = Words {
            own: vec![
                Word::parse("Good = 3..4").unwrap(),
                Word::parse("meh=2").unwrap(),
            ],
        };
        let scale = Scale::default();
        assert_eq!(words.points("good", &scale), Some((2, 3)));
        assert_eq!(words.points("meh", &scale), Some((1, 1)));
        for wrong in ["meh", "meh=", "=3", "meh=4..2", "meh=a..b"] {
            assert!(Word::parse(wrong).is_err(), "{wrong}");
        }
    }
}
