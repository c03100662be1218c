//! What help says of every dialog.

use super::Dialog;
use crate::ui::help::Term::Word as W;
use crate::ui::help::{Help, words};

/// A dialog, whatever stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboutDialog {
    Stop,
    Unsaved,
    DataMissing,
    Reading,
    Columns,
    Sheet,
    Profile,
    TypePath,
}

impl Dialog {
    pub fn about(&self) -> AboutDialog {
        match self {
            Self::Stop(_) => AboutDialog::Stop,
            Self::Unsaved(_) => AboutDialog::Unsaved,
            Self::DataMissing { .. } => AboutDialog::DataMissing,
            Self::Reading(_) => AboutDialog::Reading,
            Self::Columns(_) => AboutDialog::Columns,
            Self::Sheet(_) => AboutDialog::Sheet,
            Self::Profile(_) | Self::DeleteProfile(_) => AboutDialog::Profile,
            Self::TypePath { .. } => AboutDialog::TypePath,
        }
    }
}

static STOP: Help = Help {
    sees: "A run that is to be stopped, and that has found something by now that keeps the requirement.",
    next: "Take it, and it is shown like the result of any run; throw it away; or let the run go on, which only makes it \
           lose less. If it ends while you think, there is nothing left to be asked.",
    terms: &[],
    keys: &[("Escape", "lets it run on")],
};

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

static SHEET: Help = Help {
    sees: "A workbook of which one sheet cannot be read as a table, with the reason and the names of all its sheets.",
    next: "Choose the sheet that holds the table, or mend the first one in the program that wrote it. A table has one row \
           with a name for each column, and no merged cells above it.",
    terms: &[],
    keys: &[("Escape", "back to the window")],
};

static PROFILE: Help = Help {
    sees: "A profile of your own: promises under a name, kept on this machine and offered for every file of the same kind.",
    next: "Say what it is called and what it rests on, such as the decision of a board. Deleting one changes nothing in \
           files where it was used.",
    terms: &[],
    keys: &[("Escape", "back to the window")],
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
    pub const ALL: [Self; 8] = [
        Self::Stop,
        Self::Unsaved,
        Self::DataMissing,
        Self::Reading,
        Self::Columns,
        Self::Sheet,
        Self::Profile,
        Self::TypePath,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Stop => "stopping a run",
            Self::Unsaved => "unsaved changes",
            Self::DataMissing => "data that are not where they were",
            Self::Reading => "how a file was read",
            Self::Columns => "columns of a large table",
            Self::Sheet => "a sheet that cannot be read",
            Self::Profile => "profiles of your own",
            Self::TypePath => "typing a path",
        }
    }

    pub fn help(self) -> &'static Help {
        match self {
            Self::Stop => &STOP,
            Self::Unsaved => &UNSAVED,
            Self::DataMissing => &DATA_MISSING,
            Self::Reading => &READING,
            Self::Columns => &COLUMNS,
            Self::Sheet => &SHEET,
            Self::Profile => &PROFILE,
            Self::TypePath => &TYPE_PATH,
        }
    }
}
