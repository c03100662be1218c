//! What help says of every dialog.

use super::Dialog;
use crate::ui::help::Term::Word as W;
use crate::ui::help::{Help, words};

/// A dialog, whatever stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboutDialog {
    Unsaved,
    DataMissing,
    Reading,
    Columns,
    TypePath,
}

impl Dialog {
    pub fn about(&self) -> AboutDialog {
        match self {
            Self::Unsaved(_) => AboutDialog::Unsaved,
            Self::DataMissing { .. } => AboutDialog::DataMissing,
            Self::Reading(_) => AboutDialog::Reading,
            Self::Columns(_) => AboutDialog::Columns,
            Self::TypePath { .. } => AboutDialog::TypePath,
        }
    }
}

static UNSAVED: Help = Help {
    sees: "Roles, settings and candidates have changed since the project was saved last.",
    next: "Save them, throw them away, or go back to the window. The file with the data is never changed, whichever you \
           choose.",
    terms: &[],
    keys: &[("Escape", "back to the window")],
};

static DATA_MISSING: Help = Help {
    sees: "A project holds decisions and no data, and the file that they were made about is not where it was.",
    next: "Say where the file is now. Its columns must have the names they had; the roles follow the names.",
    terms: &[],
    keys: &[("Tab in the path", "completes the name of a folder or file")],
};

static READING: Help = Help {
    sees: "How the file was read: what parts its cells, its letters, its first line, what counts as missing, and the kind of \
           its data.",
    next: "Change what is wrong and read it again. Columns that keep their names keep their roles.",
    terms: &[W(&words::RATING_ISSUE), W(&words::BASKET)],
    keys: &[],
};

static COLUMNS: Help = Help {
    sees: "The columns of a table that is larger than the memory, before its records are counted.",
    next: "Say what each column is. Only quasi-identifiers and sensitive columns are counted; the others stay in the file \
           and are read again when a release is written.",
    terms: &[W(&words::QUASI), W(&words::SENSITIVE)],
    keys: &[],
};

static TYPE_PATH: Help = Help {
    sees: "A field for the path of a file or a folder, because this system offers no dialog for files.",
    next: "Type a path; what it could become stands below. A path that begins with ~ begins in your own folder, and what \
           you typed is still there when you come back.",
    terms: &[],
    keys: &[
        ("Tab", "completes the name as far as it is certain"),
        ("Enter", "uses the path"),
    ],
};

impl AboutDialog {
    pub const ALL: [Self; 5] = [
        Self::Unsaved,
        Self::DataMissing,
        Self::Reading,
        Self::Columns,
        Self::TypePath,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Unsaved => "unsaved changes",
            Self::DataMissing => "data that are not where they were",
            Self::Reading => "how a file was read",
            Self::Columns => "columns of a large table",
            Self::TypePath => "typing a path",
        }
    }

    pub fn help(self) -> &'static Help {
        match self {
            Self::Unsaved => &UNSAVED,
            Self::DataMissing => &DATA_MISSING,
            Self::Reading => &READING,
            Self::Columns => &COLUMNS,
            Self::TypePath => &TYPE_PATH,
        }
    }
}
