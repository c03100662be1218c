//! The words of figures and marks that no catalogue of metrics has, in a table for each kind of data.

pub mod ratings;
pub mod records;
pub mod transactions;

use super::Word;

/// Words in a table: what stands beside the figure, its definition, an example, where it comes from, and what statisticians
/// say where they say something else.
macro_rules! figures {
    ($($(#[$about:meta])* $name:ident $word:literal: $definition:literal, $example:literal, $source:literal, $said:literal;)*) => {
        $($(#[$about])* pub static $name: $crate::ui::help::Word = $crate::ui::help::Word {
            word: $word,
            definition: $definition,
            example: $example,
            source: $source,
            statistician: $said,
        };)*

        pub static ALL: &[&$crate::ui::help::Word] = &[$(&$name),*];
    };
}
use figures;

/// Every table.
pub static ALL: [&[&Word]; 3] = [records::ALL, ratings::ALL, transactions::ALL];
