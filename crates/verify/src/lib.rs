//! The independent checker: decides from the files of a release folder alone whether its promise holds.
//!
//! It shares no code with what makes releases: it has a reader of its own, types of its own for what a certificate
//! says, and decides every promise from its definition. Classes are found by sorting the released texts and counting
//! equal neighbours, people with close ratings by boxes within boxes, rare sets of items by the baskets that are most
//! like the one with the set.
//!
//! [`measure()`] counts a released file: all that is told of a release follows from what it finds and from the
//! [`Declaration`]. [`verify()`] does so for a folder and compares.

mod answer;
mod certificate;
pub mod declaration;
mod figures;
mod folder;
mod looks;
mod measure;
mod problem;
mod ratings;
mod read;
pub mod requirement;
mod scale;
mod sorting;
mod table;
pub mod transactions;
mod value;
mod verdict;
mod watch;
mod words;

pub use answer::{check_folder, verify, verify_within};
pub use certificate::{CERTIFICATE_EDITION, CERTIFICATE_FILE, Certificate, REPORT_FILE};
pub use declaration::Declaration;
pub use figures::{ColumnFigures, Figures, METRICS, MOST_VALUES};
pub use measure::{Found, Room, decide_units, measure, methods};
pub use problem::{Failure, Problem};
pub use read::hash_of;
pub use scale::Scale;
pub use value::Equality;
pub use verdict::{Amount, Answer, Basis, TakenAs, Verdict};
pub use watch::{Stopped, Unwatched, Watch};
pub use words::in_words;
