//! A table of a TOML file that knows where each of its keys stands, so that problems can say so.

use crate::problem::Problem;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text and the file that it came from.
#[derive(Clone, Copy)]
pub(super) struct Document<'d> {
    pub text: &'d str,
    pub file: &'d Path,
}

impl<'d> Document<'d> {
    pub fn parse(&self) -> Result<Spanned<DeTable<'d>>, Problem> {
        DeTable::parse(self.text).map_err(|error| {
            let message = format!("this is not TOML: {}", error.message());
            match error.span() {
                Some(span) => self.problem(span, message),
                None => Problem::in_file(self.file, message),
            }
        })
    }

    pub fn problem(&self, span: Range<usize>, message: impl Into<String>) -> Problem {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() as u64 + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u64 + 1;
        Problem::in_file(self.file, message).at(line, column)
    }
}

/// A value under its full name (`data.path`).
pub(super) struct Entry<'a, 'd> {
    document: Document<'d>,
    pub name: String,
    pub key: &'a str,
    value: &'a Spanned<DeValue<'d>>,
    key_span: Range<usize>,
}

impl<'a, 'd> Entry<'a, 'd> {
    /// At the key.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        self.document.problem(self.key_span.clone(), message)
    }

    pub fn expected(&self, what: &str) -> Problem {
        self.document.problem(
            self.value.span(),
            format!("{} is not as it must be: expected {what}", self.name),
        )
    }

    pub fn text(&self) -> Result<&'a str, Problem> {
        self.value
            .get_ref()
            .as_str()
            .ok_or_else(|| self.expected("a text in quotes"))
    }

    /// A text out of a fixed list.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, Problem> {
        let found = self.value.get_ref().as_str();
        choices
            .iter()
            .find(|(name, _)| Some(*name) == found)
            .map(|&(_, choice)| choice)
            .ok_or_else(|| {
                let names: Vec<String> = choices
                    .iter()
                    .map(|(name, _)| format!("\"{name}\""))
                    .collect();
                self.expected(&names.join(" or "))
            })
    }

    pub fn truth(&self) -> Result<bool, Problem> {
        self.value
            .get_ref()
            .as_bool()
            .ok_or_else(|| self.expected("true or false"))
    }

    /// A whole number from `low` on.
    pub fn whole(&self, low: u64, high: u64) -> Result<u64, Problem> {
        let number = match self.value.get_ref() {
            DeValue::Integer(digits) => u64::from_str_radix(digits.as_str(), digits.radix()).ok(),
            _ => None,
        };
        number
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| {
                self.expected(&if high == u64::MAX {
                    format!("a whole number of at least {low}")
                } else {
                    format!("a whole number from {low} to {high}")
                })
            })
    }

    pub fn number(&self, what: &str) -> Result<f64, Problem> {
        number_of(self.value.get_ref()).ok_or_else(|| self.expected(what))
    }

    /// A number in a range, told with the words of `what`.
    pub fn number_within(
        &self,
        range: std::ops::RangeInclusive<f64>,
        what: &str,
    ) -> Result<f64, Problem> {
        let number = self.number(what)?;
        if range.contains(&number) {
            Ok(number)
        } else {
            Err(self.expected(what))
        }
    }

    pub fn numbers(&self, what: &str) -> Result<Vec<f64>, Problem> {
        self.list(what, number_of)
    }

    pub fn texts(&self) -> Result<Vec<String>, Problem> {
        self.list("a list of texts in quotes", |value| {
            value.as_str().map(str::to_owned)
        })
    }

    pub fn lists_of_texts(&self) -> Result<Vec<Vec<String>>, Problem> {
        self.list("a list of lists of texts", |value| {
            value
                .as_array()?
                .iter()
                .map(|text| text.get_ref().as_str().map(str::to_owned))
                .collect()
        })
    }

    /// Numbers become texts: `[[18, 65], ["m"]]`.
    pub fn lists_of_texts_or_numbers(&self) -> Result<Vec<Vec<String>>, Problem> {
        self.list("a list of lists of texts or numbers", |value| {
            value
                .as_array()?
                .iter()
                .map(|item| match item.get_ref().as_str() {
                    Some(text) => Some(text.to_owned()),
                    None => number_of(item.get_ref()).map(|number| number.to_string()),
                })
                .collect()
        })
    }

    fn list<T>(
        &self,
        what: &str,
        read: impl Fn(&DeValue<'d>) -> Option<T>,
    ) -> Result<Vec<T>, Problem> {
        let array = self
            .value
            .get_ref()
            .as_array()
            .ok_or_else(|| self.expected(what))?;
        array
            .iter()
            .map(|value| {
                read(value.get_ref()).ok_or_else(|| {
                    self.document.problem(
                        value.span(),
                        format!("{} is not as it must be: expected {what}", self.name),
                    )
                })
            })
            .collect()
    }

    pub fn section(&self) -> Result<Section<'a, 'd>, Problem> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(Section {
                document: self.document,
                name: self.name.clone(),
                table,
            }),
            _ => Err(self.expected("a table")),
        }
    }

    pub fn is_section(&self) -> bool {
        self.value.get_ref().is_table()
    }

    pub fn is_text(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// The place of the first text that is `wanted`, in this value or in the lists inside it.
    pub fn find_text(&self, wanted: &str) -> Option<Range<usize>> {
        find_text(self.value, wanted)
    }

    /// Left open for `solve`.
    pub fn is_open(&self) -> bool {
        self.value.get_ref().as_str() == Some("?")
    }

    pub fn value_start(&self) -> usize {
        self.value.span().start
    }

    /// The values of a list, each with a place of its own.
    pub fn items(&self, what: &str) -> Result<Vec<Entry<'a, 'd>>, Problem> {
        let array = self.value.get_ref().as_array();
        let array = array.ok_or_else(|| self.expected(what))?;
        Ok(array
            .iter()
            .map(|value| Entry {
                document: self.document,
                name: self.name.clone(),
                key: self.key,
                value,
                key_span: value.span(),
            })
            .collect())
    }

    pub fn key_span(&self) -> Range<usize> {
        self.key_span.clone()
    }
}

fn number_of(value: &DeValue<'_>) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Integer(digits) => {
            i64::from_str_radix(digits.as_str(), digits.radix()).ok()? as f64
        }
        DeValue::Float(digits) => digits.as_str().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

fn find_text(value: &Spanned<DeValue<'_>>, wanted: &str) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::String(text) if text == wanted => Some(value.span()),
        DeValue::Array(values) => values.iter().find_map(|value| find_text(value, wanted)),
        _ => None,
    }
}

pub(super) struct Section<'a, 'd> {
    document: Document<'d>,
    name: String,
    table: &'a DeTable<'d>,
}

impl<'a, 'd> Section<'a, 'd> {
    pub fn root(document: Document<'d>, table: &'a DeTable<'d>) -> Self {
        Self {
            document,
            name: String::new(),
            table,
        }
    }

    /// Every key, in the order of the file.
    pub fn entries(&self) -> Vec<Entry<'a, 'd>> {
        let mut entries: Vec<Entry<'a, 'd>> = self
            .table
            .iter()
            .map(|(key, value)| {
                let name = if self.name.is_empty() {
                    key.get_ref().to_string()
                } else {
                    format!("{}.{}", self.name, key.get_ref())
                };
                Entry {
                    document: self.document,
                    name,
                    key: key.get_ref(),
                    value,
                    key_span: key.span(),
                }
            })
            .collect();
        entries.sort_by_key(|entry| entry.key_span.start);
        entries
    }

    pub fn find(&self, key: &str) -> Option<Entry<'a, 'd>> {
        self.entries().into_iter().find(|entry| entry.key == key)
    }
}

/// The refusal of a key that nobody knows.
pub(super) fn unknown_key(entry: &Entry<'_, '_>, known: &str) -> Problem {
    entry.problem(format!("unknown key {}; expected {known}", entry.name))
}
