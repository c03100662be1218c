//! What the window and the command line both drive: background jobs, the open document with its
//! history. Knows nothing of how things look.

pub mod change;
pub mod history;
pub mod job;
pub mod workspace;
