//! Ratings: people who rated issues, as the models see them ([`survey`]); what is promised of them ([`privacy`]), what is
//! computed once and asked often ([`profile`]), the methods, and what their releases cost ([`metrics`]).

pub mod method;
pub mod metrics;
pub mod privacy;
pub mod profile;
pub mod survey;
