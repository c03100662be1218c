//! What stands around the views: help, what is folded, what was verified last, which columns are shown.

use super::Workbench;
use super::document::Document;
use crate::ui::actions::{CompareTab, Stage};
use crate::ui::commands::Command;
use crate::ui::help::{HelpSheet, Topic};
use crate::ui::preferences::Folded;
use crate::ui::verified::Verified;
use crate::ui::views::explore::view;
use cloakroom_core::Table;
use cloakroom_core::settings::Settings;
use egui::{Context, Event, Key, Modifiers};
use std::path::PathBuf;

impl Workbench {
    /// What is on the screen, as help calls it.
    fn topic(&self) -> Topic {
        if let Some(dialog) = &self.dialog {
            return Topic::Dialog(dialog.about());
        }
        self.document.as_ref().map_or(Topic::Start, Document::topic)
    }

    pub(super) fn show_help(&mut self, topic: Option<Topic>) {
        let topic = topic.unwrap_or_else(|| self.topic());
        self.help = Some(HelpSheet::new(topic));
    }

    pub(super) fn show_shortcuts(&mut self) {
        self.help = Some(HelpSheet::shortcuts(self.topic()));
    }

    /// F1 and `?` ask for help whatever is open; F1 again puts it away.
    pub(super) fn listen_for_help(&mut self, ctx: &Context) {
        let shortcut = Command::Help.shortcut();
        let key = shortcut
            .is_some_and(|shortcut| ctx.input_mut(|input| input.consume_shortcut(&shortcut)));
        // A question mark that is typed into a field is a question mark.
        let is_typing = ctx.text_edit_focused() || self.palette.is_some();
        let mark = !is_typing
            && ctx.input_mut(|input| {
                let is_mark = |event: &Event| matches!(event, Event::Text(text) if text == "?");
                input.events.iter().any(is_mark)
                    || input.consume_key(Modifiers::NONE, Key::Questionmark)
            });
        if key && self.help.is_some() {
            self.help = None;
        } else if (key || mark) && self.help.is_none() {
            self.palette = None;
            self.show_help(None);
        }
    }

    pub(super) fn folded(&self, ctx: &Context) -> Folded {
        self.preferences.folded(ctx.content_rect().width())
    }

    pub(super) fn fold_stages(&mut self, ctx: &Context) {
        self.preferences.fold_stages = Some(!self.folded(ctx).stages);
    }

    pub(super) fn fold_requirement(&mut self, ctx: &Context) {
        self.preferences.fold_requirement = Some(!self.folded(ctx).requirement);
    }

    /// Releases of the open file were written and verified just now, with these settings; `None` if each
    /// had its own. What was changed while they were written does not count.
    pub(super) fn note_verified(&mut self, settings: Option<Settings>, folders: Vec<PathBuf>) {
        let Some(document) = self.document.as_ref().filter(|_| !folders.is_empty()) else {
            return;
        };
        self.verified = Some(Verified::now(document.mark(), settings, folders));
    }
}

impl Document {
    fn topic(&self) -> Topic {
        match self.stage {
            _ if self.is_opening => Topic::Opening,
            Stage::Data if self.data.board.is_some() => Topic::Categories,
            Stage::Data if self.data.prepares(&self.workspace) => Topic::Prepare,
            Stage::Data if self.data.shows_columns => Topic::Columns,
            Stage::Explore => {
                let views = view::of(&self.workspace);
                let chosen = views.iter().find(|view| view.tab == self.explore.tab);
                chosen
                    .or(views.first())
                    .map_or(Topic::Stage(Stage::Explore), |view| {
                        Topic::Explore(view.tab)
                    })
            }
            Stage::Compare => {
                let tabs = CompareTab::of(&self.workspace);
                let is_there = tabs.contains(&self.compare.tab);
                Topic::Compare(match is_there {
                    true => self.compare.tab,
                    false => CompareTab::default(),
                })
            }
            stage => Topic::Stage(stage),
        }
    }

    /// By place in the table.
    pub(super) fn hide_columns(&mut self, columns: &[usize], is_hidden: bool) {
        let table = self.workspace.table().map_or(&[][..], Table::columns);
        let columns = columns.iter().filter_map(|&at| table.get(at));
        let names: Vec<String> = columns.map(|column| column.name().to_owned()).collect();
        for name in names {
            match is_hidden {
                true => self.data.hidden.names.insert(name),
                false => self.data.hidden.names.remove(&name),
            };
        }
        if !is_hidden {
            self.data.hidden.only_marked = false;
        }
    }
}
