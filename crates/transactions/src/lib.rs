//! Transactions: baskets over a taxonomy ([`baskets`]); what is promised of them ([`privacy`]), what is computed once and
//! asked often ([`profile`]), the methods, and what their releases cost ([`metrics`]).

pub mod baskets;
pub mod method;
pub mod metrics;
pub mod privacy;
pub mod profile;
