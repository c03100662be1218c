//! Work that stops when it is told to, and says truly how far it is.

mod cancel;
mod progress;
