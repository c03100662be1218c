//! A stretch of numbers in the notation of books, such as `(20000, 40000]`: a square bracket includes its end, a round
//! one does not. Among the values of a sensitivity category it stands for all numbers in it.

use crate::column::Column;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    low: f64,
    high: f64,
    has_low: bool,
    has_high: bool,
}

impl Stretch {
    /// `None` for what is no stretch, which is then a value like any other.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let has_low = match text.chars().next()? {
            '[' => true,
            '(' => false,
            _ => return None,
        };
        let has_high = match text.chars().next_back()? {
            ']' => true,
            ')' => false,
            _ => return None,
        };
        let (low, high) = text.get(1..text.len().checked_sub(1)?)?.split_once(',')?;
        let end = |text: &str, open: f64| match text.trim() {
            "" => Some(open),
            number => number.parse().ok().filter(|number: &f64| !number.is_nan()),
        };
        let (low, high) = (end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?);
        let stretch = Self {
            low,
            high,
            has_low,
            has_high,
        };
        (low <= high).then_some(stretch)
    }

    pub fn holds(&self, number: f64) -> bool {
        let above = number > self.low || (self.has_low && number == self.low);
        let below = number < self.high || (self.has_high && number == self.high);
        above && below
    }

    /// The stretches among some texts. What a column holds as it is written is a value.
    pub fn among<'a>(
        texts: impl IntoIterator<Item = &'a String>,
        column: &Column,
    ) -> Vec<(&'a str, Self)> {
        let is_value = |text: &str| column.dictionary().iter().any(|value| value == text);
        let read = |text: &'a String| Some((text.as_str(), Self::read(text)?));
        let stretches = texts.into_iter().filter_map(read);
        stretches.filter(|(text, _)| !is_value(text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_say_which_ends_belong() {
        let of = |text: &str| Stretch::read(text).unwrap();
        let middle = of("(20000, 40000]");
        assert!(!middle.holds(20000.0) && middle.holds(20000.5) && middle.holds(40000.0));
        assert!(of("[1000,20000]").holds(1000.0));
        assert!(of("(70000,]").holds(1e9) && !of("(70000,)").holds(70000.0));
        assert!(of("[-3, -3]").holds(-3.0));
        for text in [
            "", "[", "20-30", "[1]", "(a, b]", "[5, 1]", "[1, NaN]", "HIV",
        ] {
            assert_eq!(Stretch::read(text), None, "{text}");
        }
    }
}
