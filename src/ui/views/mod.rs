//! One folder or file a view. A view is lent what it shows and puts what the user wants into the outbox.

pub mod categories;
pub mod compare;
pub mod data;
pub mod dialogs;
pub mod explore;
pub mod hierarchy;
pub mod opening;
pub mod release;
pub mod start;
