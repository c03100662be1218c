//! Hierarchies as files that other programs read.

use super::amnesia;
use crate::hierarchy::Tree;
use crate::io::atomic_file::write_text_whole;
use crate::problem::Problem;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    Semicolons,
    Commas,
    Amnesia,
}

impl ExportForm {
    pub const ALL: [Self; 3] = [Self::Semicolons, Self::Commas, Self::Amnesia];

    pub fn words(self) -> &'static str {
        match self {
            Self::Semicolons => "ARX, with semicolons",
            Self::Commas => "ARX, with commas",
            Self::Amnesia => "Amnesia's text",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Semicolons | Self::Commas => "csv",
            Self::Amnesia => "txt",
        }
    }
}

/// Writes the tree over the column of this name, whole or not at all.
pub fn write_hierarchy(
    path: &Path,
    column: &str,
    tree: &Tree,
    form: ExportForm,
) -> Result<(), Problem> {
    let text = hierarchy_text(column, tree, form).map_err(|problem| problem.of(path))?;
    write_text_whole(path, &text)
}

pub fn hierarchy_text(column: &str, tree: &Tree, form: ExportForm) -> Result<String, Problem> {
    let delimiter = match form {
        ExportForm::Amnesia => return amnesia::write(column, tree),
        ExportForm::Semicolons => ';',
        ExportForm::Commas => ',',
    };
    let mut text = String::new();
    for leaf in 0..tree.width(0) as u32 {
        for (level, label) in tree.chain(leaf).into_iter().enumerate() {
            if label.contains(['\n', '\r']) {
                return Err(Problem::new(
                    "a label holds a line break, which no hierarchy file can",
                ));
            }
            if level > 0 {
                text.push(delimiter);
            }
            // A semicolon anywhere would make the reader take it for the delimiter.
            if label.contains([delimiter, ';', '"', '\t']) || (level == 0 && label.is_empty()) {
                text.push('"');
                text.push_str(&label.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(label);
            }
        }
        text.push('\n');
    }
    Ok(text)
}
