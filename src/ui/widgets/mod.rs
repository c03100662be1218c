//! Widgets of our own that the views share.

pub mod grid;
