//! Purpose and trust (thesis, chapter 4): a degree of anonymisation is shared out among the columns.

use super::{MethodOutcome, Task};
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;

pub fn run(_task: Task<'_>, _pulse: &Pulse) -> Result<MethodOutcome, Failure> {
    Err(Problem::new("the method decomposition is being built").into())
}
