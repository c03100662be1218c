//! The independent checker: decides from the files of a release folder alone whether its promise holds.
