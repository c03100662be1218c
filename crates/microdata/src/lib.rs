//! Tables of records: how classes are measured and judged ([`privacy`]), what is computed once and asked often ([`profile`]),
//! the methods, and what their releases cost and risk ([`metrics`]).

pub mod method;
pub mod metrics;
pub mod privacy;
pub mod profile;
