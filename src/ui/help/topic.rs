//! What help can be had for: everything that can be on the screen.

use super::Help;
use super::stages::{CATEGORIES, COLUMNS, OPENING, PREPARE, START, WORDS_PAGE};
use crate::ui::actions::{CompareTab, ExploreTab, Stage};
use crate::ui::views::data::prepare::refused;
use crate::ui::views::dialogs::AboutDialog;
use crate::ui::views::explore::view;
use cloakroom_core::kind::Kind;
use cloakroom_engine::workspace::Workspace;

/// One page of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Start,
    Opening,
    Stage(Stage),
    /// All columns as rows.
    Columns,
    /// What is done to the table before roles.
    Prepare,
    /// Values of a sensitive column in lanes.
    Categories,
    Explore(ExploreTab),
    Compare(CompareTab),
    Dialog(AboutDialog),
    /// Every word.
    Words,
}

impl Topic {
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Start, Self::Opening];
        all.extend(Stage::ALL.map(Self::Stage));
        all.extend([Self::Columns, Self::Prepare, Self::Categories]);
        let views = Kind::ALL.into_iter().flat_map(view::of_kind);
        all.extend(views.map(|view| Self::Explore(view.tab)));
        all.extend(CompareTab::ALL.map(Self::Compare));
        all.extend(AboutDialog::ALL.map(Self::Dialog));
        all.push(Self::Words);
        all
    }

    /// Those that have a meaning for what is open.
    pub fn of(workspace: Option<&Workspace>) -> Vec<Self> {
        let all = Self::all().into_iter();
        let Some(workspace) = workspace else {
            let general = [Self::Start, Self::Opening, Self::Words];
            return all.filter(|topic| general.contains(topic)).collect();
        };
        let views = view::of(workspace);
        all.filter(|topic| match topic {
            Self::Explore(tab) => views.iter().any(|view| view.tab == *tab),
            Self::Compare(tab) => CompareTab::of(workspace).contains(tab),
            Self::Stage(stage) => crate::ui::shell::stages(workspace.kind()).contains(stage),
            Self::Prepare => refused(workspace).is_none(),
            Self::Columns | Self::Categories => workspace.table().is_some(),
            _ => true,
        })
        .collect()
    }

    pub fn title(&self) -> String {
        match self {
            Self::Start => "The first page".to_owned(),
            Self::Opening => "What a file holds".to_owned(),
            Self::Stage(stage) => stage.name().to_owned(),
            Self::Columns => "Data: all columns".to_owned(),
            Self::Prepare => "Data: prepare".to_owned(),
            Self::Categories => "Data: categories".to_owned(),
            Self::Explore(tab) => match row(*tab) {
                // Several kinds have views of the same name.
                Some((kind, view)) => format!("Explore: {}, of {}", view.name, kind.name()),
                None => "Explore".to_owned(),
            },
            Self::Compare(tab) => format!("Compare: {}", tab.name()),
            Self::Dialog(about) => format!("Dialog: {}", about.title()),
            Self::Words => "All words".to_owned(),
        }
    }

    pub fn help(&self) -> &'static Help {
        match self {
            Self::Start => &START,
            Self::Opening => &OPENING,
            Self::Stage(stage) => stage.help(),
            Self::Columns => &COLUMNS,
            Self::Prepare => &PREPARE,
            Self::Categories => &CATEGORIES,
            Self::Explore(tab) => row(*tab).map_or(Stage::Explore.help(), |(_, view)| &view.help),
            Self::Compare(tab) => tab.help(),
            Self::Dialog(about) => about.help(),
            Self::Words => &WORDS_PAGE,
        }
    }

    /// Whether the panel at the right belongs to the page as well.
    pub fn has_panel(&self) -> bool {
        matches!(
            self,
            Self::Stage(_) | Self::Columns | Self::Explore(_) | Self::Compare(_)
        )
    }
}

fn row(tab: ExploreTab) -> Option<(Kind, &'static view::View)> {
    Kind::ALL.into_iter().find_map(|kind| {
        let view = view::of_kind(kind).iter().find(|view| view.tab == tab)?;
        Some((kind, view))
    })
}
