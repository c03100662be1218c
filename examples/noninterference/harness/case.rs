//! What is released, and how.

use super::chance::Chance;
use super::data::Data;
use super::{baskets, microdata, ratings};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;

/// Data and a recipe for them.
#[derive(Clone, Debug)]
pub struct Case {
    pub kind: Kind,
    pub method: MethodName,
    pub data: Data,
    /// Its name ends as the layout asks for.
    pub file: &'static str,
    pub recipe: String,
    /// Hierarchies, by name.
    pub others: Vec<(String, String)>,
    pub how: How,
    /// Rows come in an order of their own; if not, in that of the input.
    pub is_shuffled: bool,
    /// The first column numbers people or baskets, each with several rows.
    pub is_numbered: bool,
}

/// Which releases are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    One,
    InBatches,
    /// One by the method of the recipe and one by each of these.
    Methods(Vec<MethodName>),
    Recipients,
}

impl Case {
    /// Kinds and methods take turns.
    pub fn any(number: u64, chance: &mut Chance) -> Self {
        let kind = Kind::ALL[(number % 3) as usize];
        let methods = methods(kind);
        let method = methods[(number / 3) as usize % methods.len()];
        match kind {
            Kind::Microdata => microdata::any(method, chance),
            Kind::Ratings => ratings::any(method, chance),
            Kind::Transactions => baskets::any(method, chance),
        }
    }
}

/// All methods of a kind.
pub fn methods(kind: Kind) -> &'static [MethodName] {
    match kind {
        Kind::Microdata => &microdata::METHODS,
        Kind::Ratings => &ratings::METHODS,
        Kind::Transactions => &baskets::METHODS,
    }
}

/// `[method]`, `[release]` and `[report]` as they may be for all kinds.
pub fn ending(
    chance: &mut Chance,
    method: MethodName,
    settings: &str,
    is_shuffled: bool,
    extra: &str,
) -> String {
    let mut text = format!("[method]\nname = \"{}\"\n{settings}", method.name());
    if chance.percent(30) {
        text += &format!("seed = {}\n", chance.below(1000));
    }
    text += extra;
    text += &format!("[release]\nshuffle = {is_shuffled}\n");
    if chance.percent(25) {
        text += "format = \"parquet\"\n";
    }
    if chance.percent(40) {
        text += "escape_formulas = true\n";
    }
    if chance.percent(20) {
        text += "[report]\ntitle = \"A title\"\nrecipient = \"An office\"\nscenario = \"Somebody who knows\"\n";
    }
    text
}
