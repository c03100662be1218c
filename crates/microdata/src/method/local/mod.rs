//! Local methods: the same value may be released more or less exactly, depending on the records it is
//! released with. Each of them finds groups of records; `recode` writes what the groups show.

mod axis;
mod cluster;
mod cut;
mod gain;
mod homes;
pub mod k_member;
mod line_label;
pub mod mondrian;
mod move_back;
mod recode;
pub(in crate::method) mod referee;
pub mod refined;
mod space;
mod stock;
pub mod tds;
#[cfg(test)]
mod tests;
pub mod top_down;

use super::Run;
use cloakroom_core::MethodName;
use mondrian::Cuts;

/// A new one is a line here, its module above and its row in `cloakroom_core::method`.
pub(super) const METHODS: &[(MethodName, Run)] = &[
    (MethodName::LocalRecoding, top_down::run),
    (MethodName::Tds, tds::run),
    (MethodName::Mondrian, |task, progress| {
        mondrian::run(task, Cuts::Strict, progress)
    }),
    (MethodName::MondrianRelaxed, |task, progress| {
        mondrian::run(task, Cuts::Relaxed, progress)
    }),
    (MethodName::KMember, k_member::run),
    (MethodName::Refined, refined::run),
];
