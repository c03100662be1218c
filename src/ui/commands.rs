//! Every command, with its label, explanation and shortcut: menus, palette and keyboard use this list.

use egui::{Key, KeyboardShortcut, Modifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    Open,
    Save,
    SaveAs,
    SaveRecipe,
    CloseFile,
    Undo,
    Redo,
    Palette,
    FindInTable,
    OnlyViolating,
    ShowAllRows,
    AcceptSuggestions,
    AcceptHierarchies,
    Columns,
    Prepare,
    ToggleSteps,
    GoData,
    GoHierarchies,
    GoExplore,
    Beside,
    GoCompare,
    GoRelease,
    RunMethod,
    Keep,
    ReleaseFolder,
    WriteRelease,
    ReleaseForRecipients,
    ReadingOptions,
    FileColumns,
    ToggleTheme,
    ScaleUp,
    ScaleDown,
    ScaleReset,
    StopJobs,
    FoldStages,
    FoldRequirement,
    OnlyMarked,
    AllColumns,
    Help,
    Shortcuts,
    Quit,
}

const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

impl Command {
    pub const ALL: [Self; 41] = [
        Self::Open,
        Self::Save,
        Self::SaveAs,
        Self::SaveRecipe,
        Self::CloseFile,
        Self::Undo,
        Self::Redo,
        Self::Palette,
        Self::FindInTable,
        Self::OnlyViolating,
        Self::ShowAllRows,
        Self::AcceptSuggestions,
        Self::AcceptHierarchies,
        Self::Columns,
        Self::Prepare,
        Self::ToggleSteps,
        Self::GoData,
        Self::GoHierarchies,
        Self::GoExplore,
        Self::Beside,
        Self::GoCompare,
        Self::GoRelease,
        Self::RunMethod,
        Self::Keep,
        Self::ReleaseFolder,
        Self::WriteRelease,
        Self::ReleaseForRecipients,
        Self::ReadingOptions,
        Self::FileColumns,
        Self::ToggleTheme,
        Self::ScaleUp,
        Self::ScaleDown,
        Self::ScaleReset,
        Self::StopJobs,
        Self::FoldStages,
        Self::FoldRequirement,
        Self::OnlyMarked,
        Self::AllColumns,
        Self::Help,
        Self::Shortcuts,
        Self::Quit,
    ];

    pub fn label(self) -> &'static str {
        match self {
            Self::Open => "Open a file…",
            Self::Save => "Save the project",
            Self::SaveAs => "Save the project as…",
            Self::SaveRecipe => "Save as a recipe…",
            Self::CloseFile => "Close the file",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::Palette => "Search commands, columns, records",
            Self::FindInTable => "Find in the table",
            Self::OnlyViolating => "Show only violating rows",
            Self::ShowAllRows => "Show all rows, without filters",
            Self::AcceptSuggestions => "Accept all suggested roles",
            Self::AcceptHierarchies => "Accept all proposed hierarchies",
            Self::Columns => "All columns on one page",
            Self::Prepare => "Prepare the table",
            Self::ToggleSteps => "Show or hide the five steps",
            Self::GoData => "Go to Data",
            Self::GoHierarchies => "Go to Hierarchies",
            Self::GoExplore => "Go to Explore",
            Self::Beside => "Two views of Explore beside each other",
            Self::GoCompare => "Go to Compare",
            Self::GoRelease => "Go to Release",
            Self::RunMethod => "Run the method",
            Self::Keep => "Keep the last run",
            Self::ReleaseFolder => "Choose the folder of the release…",
            Self::WriteRelease => "Write the release",
            Self::ReleaseForRecipients => "Release for all recipients",
            Self::ReadingOptions => "How the file was read…",
            Self::FileColumns => "Columns of the file…",
            Self::ToggleTheme => "Switch between light and dark",
            Self::ScaleUp => "Make everything larger",
            Self::ScaleDown => "Make everything smaller",
            Self::ScaleReset => "Normal size",
            Self::StopJobs => "Stop all work in the background",
            Self::FoldStages => "Fold or unfold the stages",
            Self::FoldRequirement => "Fold or unfold the requirement",
            Self::OnlyMarked => "Show only marked columns",
            Self::AllColumns => "Show all columns",
            Self::Help => "Help for what is on the screen",
            Self::Shortcuts => "Keyboard shortcuts",
            Self::Quit => "Quit",
        }
    }

    pub fn explanation(self) -> &'static str {
        match self {
            Self::Open => {
                "A table (CSV, Excel, Parquet, Arrow, SPSS, Stata and others), baskets, ratings, a recipe or a project."
            }
            Self::Save => "Roles, requirement and layout in a .cloak file; never the data.",
            Self::SaveAs => "The project under another name.",
            Self::SaveRecipe => "A .toml file that gives the same release on the command line.",
            Self::CloseFile => "Back to the start page.",
            Self::Undo => "Takes back the last change to roles or settings.",
            Self::Redo => "Does again what was undone.",
            Self::Palette => "Type to find a command, a column or a record.",
            Self::FindInTable => "Rows in which a cell contains a text.",
            Self::OnlyViolating => "Hides the rows that satisfy the requirement.",
            Self::ShowAllRows => {
                "Takes away filters, search and \"only violating rows\"; the order stays."
            }
            Self::AcceptSuggestions => {
                "Gives every undecided column the role that is suggested for it."
            }
            Self::AcceptHierarchies => {
                "For every quasi-identifier that has none: files beside the data, and rules that fit the values."
            }
            Self::Columns => {
                "What each holds, what is suggested and why; several are marked at once."
            }
            Self::Prepare => {
                "Before roles: keep rows, derive and map columns, join tables, one row per person, pseudonyms, SQL."
            }
            Self::ToggleSteps => "From a file to a release, with one button for what comes next.",
            Self::GoData => "The table, its columns and their roles.",
            Self::GoHierarchies => "How values become coarser: rules, files, and by hand.",
            Self::GoExplore => "Classes of records that look alike.",
            Self::Beside => {
                "A second view at the right, or one view again; what is selected in one is selected in all."
            }
            Self::GoCompare => "Curves, and candidates beside each other.",
            Self::GoRelease => "The checklist before a release.",
            Self::RunMethod => "Shows what a release would be; nothing is written.",
            Self::Keep => "On the shelf, to be compared with others.",
            Self::ReleaseFolder => "A new folder; nothing is written yet.",
            Self::WriteRelease => {
                "If every line of the checklist holds; verified before it appears."
            }
            Self::ReleaseForRecipients => {
                "One release for each who asks, as exact as the trust in them allows."
            }
            Self::ReadingOptions => "Delimiter, encoding, header, missing values, kind of data.",
            Self::FileColumns => {
                "What the columns are of a table that is larger than the memory; counts it again."
            }
            Self::ToggleTheme => "Both themes have the same contrast.",
            Self::ScaleUp | Self::ScaleDown | Self::ScaleReset => "Text and controls together.",
            Self::StopJobs => {
                "Results that were there stay; a run that has something by now is asked about."
            }
            Self::FoldStages => "Icons alone, or with their names.",
            Self::FoldRequirement => "A slim bar that still shows the verdict, or the whole panel.",
            Self::OnlyMarked => {
                "Quasi-identifiers and sensitive columns; the others stay in the data and in the release."
            }
            Self::AllColumns => "Those that were hidden stand in the table again.",
            Self::Help => "What is to be seen, what to do next, and the words.",
            Self::Shortcuts => "All of them on one page.",
            Self::Quit => "Ends the program.",
        }
    }

    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let shortcut = |modifiers, key| Some(KeyboardShortcut::new(modifiers, key));
        match self {
            Self::Open => shortcut(COMMAND, Key::O),
            Self::Save => shortcut(COMMAND, Key::S),
            Self::SaveAs => shortcut(COMMAND_SHIFT, Key::S),
            Self::CloseFile => shortcut(COMMAND, Key::W),
            Self::Undo => shortcut(COMMAND, Key::Z),
            Self::Redo => shortcut(COMMAND_SHIFT, Key::Z),
            Self::Palette => shortcut(COMMAND, Key::K),
            Self::FindInTable => shortcut(COMMAND, Key::F),
            Self::OnlyViolating => shortcut(COMMAND_SHIFT, Key::V),
            Self::Columns => shortcut(COMMAND_SHIFT, Key::C),
            Self::GoData => shortcut(COMMAND, Key::Num1),
            Self::GoHierarchies => shortcut(COMMAND, Key::Num2),
            Self::GoExplore => shortcut(COMMAND, Key::Num3),
            Self::Beside => shortcut(COMMAND, Key::E),
            Self::GoCompare => shortcut(COMMAND, Key::Num4),
            Self::GoRelease => shortcut(COMMAND, Key::Num5),
            Self::RunMethod => shortcut(COMMAND, Key::R),
            Self::Keep => shortcut(COMMAND_SHIFT, Key::K),
            Self::ReleaseFolder => shortcut(COMMAND_SHIFT, Key::R),
            Self::WriteRelease => shortcut(COMMAND, Key::Enter),
            Self::ToggleTheme => shortcut(COMMAND_SHIFT, Key::D),
            Self::ScaleUp => shortcut(COMMAND, Key::Plus),
            Self::ScaleDown => shortcut(COMMAND, Key::Minus),
            Self::ScaleReset => shortcut(COMMAND, Key::Num0),
            Self::FoldStages => shortcut(COMMAND, Key::B),
            Self::FoldRequirement => shortcut(COMMAND_SHIFT, Key::B),
            Self::Help => shortcut(Modifiers::NONE, Key::F1),
            Self::Shortcuts => shortcut(COMMAND, Key::Slash),
            Self::Quit => shortcut(COMMAND, Key::Q),
            Self::SaveRecipe
            | Self::ShowAllRows
            | Self::AcceptSuggestions
            | Self::AcceptHierarchies
            | Self::Prepare
            | Self::ToggleSteps
            | Self::ReleaseForRecipients
            | Self::ReadingOptions
            | Self::FileColumns
            | Self::OnlyMarked
            | Self::AllColumns
            | Self::StopJobs => None,
        }
    }

    /// Whether it does anything without an open file.
    pub fn needs_file(self) -> bool {
        !matches!(
            self,
            Self::Open
                | Self::Palette
                | Self::ToggleTheme
                | Self::ScaleUp
                | Self::ScaleDown
                | Self::ScaleReset
                | Self::StopJobs
                | Self::Help
                | Self::Shortcuts
                | Self::Quit
        )
    }

    /// `Ctrl K`, as it is written on this system.
    pub fn shortcut_text(self, ctx: &egui::Context) -> String {
        self.shortcut()
            .map(|shortcut| ctx.format_shortcut(&shortcut).replace('+', " "))
            .unwrap_or_default()
    }

    /// The commands whose shortcuts were pressed in this frame.
    pub fn pressed(ctx: &egui::Context) -> Vec<Self> {
        // The ones with more modifiers first: Ctrl+Shift+S is not Ctrl+S.
        let mut commands: Vec<(Self, KeyboardShortcut)> = Self::ALL
            .into_iter()
            .filter_map(|command| Some((command, command.shortcut()?)))
            .collect();
        // As many know it from elsewhere.
        commands.push((Self::Redo, KeyboardShortcut::new(COMMAND, Key::Y)));
        commands.sort_by_key(|(_, shortcut)| !shortcut.modifiers.shift);
        ctx.input_mut(|input| {
            commands
                .into_iter()
                .filter(|(_, shortcut)| input.consume_shortcut(shortcut))
                .map(|(command, _)| command)
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut_or_a_label() {
        for (at, one) in Command::ALL.iter().enumerate() {
            for other in &Command::ALL[at + 1..] {
                assert_ne!(one.label(), other.label());
                assert!(
                    one.shortcut().is_none() || one.shortcut() != other.shortcut(),
                    "{one:?} {other:?}"
                );
            }
        }
    }
}
