//! What is released, and how.

use super::chance::Chance;
use super::data::Data;
use super::drawing::{Drawing, Drawn};
use super::{microdata, ratings, transactions};
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
    /// What pairs of this case are counted under.
    pub drawn: Vec<Drawn>,
}

/// Which releases are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    One,
    InBatches,
    /// One by the method of the recipe and one by each of these.
    Methods(Vec<MethodName>),
    /// What the recipe says and the same with another k, as from the shelf.
    Candidates,
    Recipients,
    /// One of several recipients alone.
    Recipient(&'static str),
}

impl How {
    pub fn name(&self) -> &'static str {
        match self {
            Self::One => "one",
            Self::InBatches => "in batches",
            Self::Methods(_) => "methods",
            Self::Candidates => "candidates",
            Self::Recipients => "recipients",
            Self::Recipient(_) => "recipient",
        }
    }
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
            Kind::Transactions => transactions::any(method, chance),
        }
    }
}

/// All methods of a kind.
pub fn methods(kind: Kind) -> Vec<MethodName> {
    let all = MethodName::ALL.into_iter();
    all.filter(|method| method.kinds().contains(&kind))
        .collect()
}

/// One release, or several in one go: with the method and one more, or of candidates.
pub fn several(method: MethodName, other: MethodName, chance: &mut Chance) -> How {
    match chance.below(10) {
        0 => {
            let mut methods = vec![method, other];
            methods.dedup();
            How::Methods(methods)
        }
        1 => How::Candidates,
        _ => How::One,
    }
}

const SOME_WORDS: &str = "[report]\ntitle = \"A title\"\nrecipient = \"An office\"\n\
    scenario = \"Somebody who knows\"\n";

const ALL_WORDS: &str = "[report]\ntitle = \"<b>Admissions</b>\"\nrecipient = \"An office\"\naccess = \"on request\"\n\
    conditions = \"no linking & no copies\"\nreview_date = \"2027-05-31\"\nsigned_by = \"A. Officer\"\n\
    scenario = \"a neighbour\"\nthresholds = \"as last year\"\n";

const PUBLIC_WORDS: &str = "[report]\ntitle = \"A title\"\nscenario = \"a neighbour\"\nthresholds = \"as last year\"\n\
    public = true\n";

/// What the method, the release and the report are told.
pub struct Ending<'a> {
    pub method: MethodName,
    /// Lines of `[method]`.
    pub settings: &'a str,
    /// Whole tables, before `[release]`.
    pub tables: &'a str,
    /// Lines of `[release]`.
    pub release: &'a str,
    pub is_shuffled: bool,
}

impl Ending<'_> {
    /// `[method]`, `[release]` and `[report]` as they may be for all kinds.
    pub fn text(&self, drawing: &mut Drawing<'_>) -> String {
        let (name, settings) = (self.method.name(), self.settings);
        let mut text = format!("[method]\nname = \"{name}\"\n{settings}");
        if drawing.chance.percent(30) {
            text += &format!("seed = {}\n", drawing.chance.below(1000));
        }
        text += self.tables;
        text += &format!("[release]\nshuffle = {}\n", self.is_shuffled);
        text += self.release;
        let csv = ("csv", "");
        let parquet = ("parquet", "format = \"parquet\"\n");
        text += drawing.pick("format", &[csv, csv, csv, parquet]);
        if drawing.percent("escaped", 40) {
            text += "escape_formulas = true\n";
        }
        if drawing.percent("mapping", 15) {
            text += "mapping = true\n";
        }
        let silent = ("nothing", "");
        let words = [
            silent,
            silent,
            silent,
            silent,
            ("some", SOME_WORDS),
            ("all", ALL_WORDS),
            ("public", PUBLIC_WORDS),
        ];
        text + drawing.pick("report", &words)
    }
}
