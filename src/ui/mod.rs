//! The window: it shows what the engine knows and sends what the user wants. The only room that knows
//! egui.

pub mod actions;
pub mod attack;
pub mod baskets;
pub mod column_facts;
pub mod commands;
pub mod compare;
pub mod explained;
pub mod files;
pub mod groups;
pub mod jobs;
pub mod lattice;
pub mod method_result;
pub mod palette;
pub mod panel;
pub mod picture;
pub mod pool;
pub mod preferences;
pub mod purpose;
pub mod risk;
pub mod scenes;
pub mod shell;
pub mod standing;
pub mod survey;
pub mod theme;
pub mod toasts;
pub mod views;
pub mod widgets;
pub mod workbench;
