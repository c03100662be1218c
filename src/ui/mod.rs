//! The window: its look, its widgets, and pictures of it.

pub mod picture;
pub mod theme;
pub mod widgets;
