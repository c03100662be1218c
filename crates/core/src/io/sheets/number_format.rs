//! What a number means by how it is shown: workbooks keep dates and times as numbers.

use super::grid::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Number,
    Moment,
    /// Hours that go on beyond a day.
    Length,
}

impl Meaning {
    /// Of the formats that every program knows by a number.
    pub fn of_builtin(number: u16) -> Self {
        match number {
            14..=22 | 27..=36 | 45 | 47 | 50..=58 => Self::Moment,
            46 => Self::Length,
            _ => Self::Number,
        }
    }

    /// Of a format that is spelled out, such as `yyyy-mm-dd;@`: its first part is that of positive numbers.
    pub fn of_code(code: &str) -> Self {
        let mut letters = code.chars();
        let mut meaning = Self::Number;
        while let Some(letter) = letters.next() {
            match letter {
                ';' => break,
                // What is quoted or escaped is shown as it is; `_` and `*` are followed by what fills.
                '"' => while letters.next().is_some_and(|letter| letter != '"') {},
                '\\' | '_' | '*' => {
                    letters.next();
                }
                '[' => {
                    let within: String = letters
                        .by_ref()
                        .take_while(|&letter| letter != ']')
                        .collect();
                    let within = within.to_lowercase();
                    let is_time =
                        |of: char| !within.is_empty() && within.chars().all(|at| at == of);
                    if is_time('h') || is_time('m') || is_time('s') {
                        return Self::Length;
                    }
                }
                'd' | 'D' | 'm' | 'M' | 'y' | 'Y' | 'h' | 'H' | 's' | 'S' => meaning = Self::Moment,
                // `General` and exponents are numbers.
                'g' | 'G' | 'e' | 'E' | '0' | '#' | '?' if meaning == Self::Number => {
                    return meaning;
                }
                _ => {}
            }
        }
        meaning
    }

    pub fn value(self, number: f64, epoch: i64) -> Value {
        match self {
            Self::Number => Value::number(number),
            Self::Moment => Value::of_serial(number, epoch),
            Self::Length => Value::of_length(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_dates_are_known() {
        for (code, meaning) in [
            ("General", Meaning::Number),
            ("0.00", Meaning::Number),
            ("0.00E+00", Meaning::Number),
            ("#,##0.00\\ \"days\"", Meaning::Number),
            ("\"d\"0", Meaning::Number),
            ("[Red]0;[Blue]-0", Meaning::Number),
            ("0;yyyy", Meaning::Number),
            ("@", Meaning::Number),
            ("yyyy-mm-dd;@", Meaning::Moment),
            ("[$-407]d. mmmm yyyy", Meaning::Moment),
            ("h:mm AM/PM", Meaning::Moment),
            ("[h]:mm:ss", Meaning::Length),
        ] {
            assert_eq!(Meaning::of_code(code), meaning, "{code}");
        }
    }
}
