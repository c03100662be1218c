//! Codes that lose a character with every level: `14248`, `1424*`, `142**`, …, `*`.

use super::error::HierarchyError;
use super::source::chains_of;
use super::{Hierarchy, TOP};
use crate::column::Column;
use serde::{Deserialize, Serialize};

/// Deeper masks only repeat themselves.
pub const DEEPEST_MASK: u32 = 64;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mask {
    /// How many levels there are above the values; the last is `*`.
    pub mask: u32,
    /// Where hiding begins.
    #[serde(default, skip_serializing_if = "Side::is_right")]
    pub from: Side,
    /// Shorter values are filled up with this before anything is hidden. Level 0 shows them as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pad: Option<char>,
    /// How long they become; the longest value decides where this is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Where the filling goes: at the left by default, like the zeros that a spreadsheet takes away.
    #[serde(default = "Side::left", skip_serializing_if = "Side::is_left")]
    pub pad_at: Side,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Left,
    #[default]
    Right,
}

impl Side {
    fn left() -> Self {
        Self::Left
    }

    fn is_left(&self) -> bool {
        *self == Self::Left
    }

    fn is_right(&self) -> bool {
        *self == Self::Right
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Mask {
    /// From the right, without filling.
    pub fn new(mask: u32) -> Self {
        Self {
            mask,
            from: Side::Right,
            pad: None,
            length: None,
            pad_at: Side::Left,
        }
    }

    pub fn flaw(&self) -> Option<&'static str> {
        if !(1..=DEEPEST_MASK).contains(&self.mask) {
            return Some("a mask has from 1 to 64 levels");
        }
        if self.length.is_some_and(|length| length > 1_000) {
            return Some("values can be filled up to 1000 characters at most");
        }
        if self.pad.is_none() && (self.length.is_some() || self.pad_at == Side::Right) {
            return Some("length and pad_at say how to fill up values, so pad must say with what");
        }
        None
    }

    /// A label that was filled up, as it would be if the longest value were shorter by so many characters. Values
    /// that were no longer than that have nothing but filling and stars there.
    pub fn shortened(&self, label: &str, by: usize) -> String {
        let length = label.chars().count();
        match self.pad_at {
            Side::Left => label.chars().skip(by).collect(),
            Side::Right => label.chars().take(length.saturating_sub(by)).collect(),
        }
    }

    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        if let Some(flaw) = self.flaw() {
            return Err(HierarchyError::Senseless(flaw));
        }
        let longest = || {
            let lengths = column.dictionary().iter().map(|text| text.chars().count());
            lengths.max().unwrap_or(0)
        };
        let filled = self.pad.map(|pad| {
            (
                pad,
                self.length.map_or_else(longest, |length| length as usize),
            )
        });
        let chain = |_: u32, text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            if let Some((pad, length)) = filled {
                let lacking = length.saturating_sub(letters.len());
                let place = match self.pad_at {
                    Side::Left => 0,
                    Side::Right => letters.len(),
                };
                letters.splice(place..place, std::iter::repeat_n(pad, lacking));
            }
            let mut chain = vec![text.to_owned()];
            for hidden in 1..self.mask as usize {
                let hidden = hidden.min(letters.len());
                let kept = letters.len() - hidden;
                let stars = std::iter::repeat_n('*', hidden);
                chain.push(match self.from {
                    Side::Right => letters[..kept].iter().copied().chain(stars).collect(),
                    Side::Left => stars.chain(letters[hidden..].iter().copied()).collect(),
                });
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, self.mask as usize)
    }
}

impl Hierarchy {
    /// Each level puts `*` in place of one more character, from the right; the last is `*`.
    pub fn mask(column: &Column, mask: u32) -> Result<Self, HierarchyError> {
        Self::from_chains(column, &Mask::new(mask).chains(column)?)
    }
}
