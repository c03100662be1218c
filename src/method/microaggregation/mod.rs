//! Microaggregation (thesis, chapter 5): groups of records are replaced by their centres.

use super::{MethodOutcome, Task};
use crate::model::method::MethodName;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;

pub fn run(name: MethodName, _task: Task<'_>, _pulse: &Pulse) -> Result<MethodOutcome, Failure> {
    Err(Problem::new(format!("the method {} is being built", name.name())).into())
}
