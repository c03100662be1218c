
pub mod check;
mod shuffle;
