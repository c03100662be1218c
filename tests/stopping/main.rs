//! Work that stops when it is told to, and says truly how far it is.
#![allow(clippy::panic, clippy::unwrap_used)]

mod cancel;
mod progress;
