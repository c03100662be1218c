//! What reading a file gives: the data, and what was found out about the file on the way.

use super::understood::Understood;
use crate::prepare::{Prepare, StepTold};
use crate::spelling::Told;
use crate::{Dataset, LoadOptions};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Loaded {
    pub dataset: Dataset,
    pub source: SourceFile,
    /// The options as they were used: what the caller left open is filled in with what was found.
    pub options: LoadOptions,
    /// What the user should know and could not see, one sentence each.
    pub notes: Vec<String>,
    /// Which columns had values that were written in several ways, or in another way than they are spelled now.
    pub folded: Vec<Told>,
    /// What the file was taken for, line by line with the reasons.
    pub understood: Understood,
    /// What was done to its table after it was read.
    pub prepared: Option<Arc<Preparation>>,
}

/// How a table became what it is, for those in house.
#[derive(Clone, Debug, PartialEq)]
pub struct Preparation {
    pub asked: Prepare,
    pub told: Vec<StepTold>,
    /// Other files that were looked at.
    pub files: Vec<SourceFile>,
    /// Lower-case hexadecimal SHA-256 of what came of it: names and cells.
    pub sha256: String,
}

/// The file as it was when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    pub path: PathBuf,
    pub bytes: u64,
    /// Lower-case hexadecimal SHA-256 of the file's bytes.
    pub sha256: String,
}
