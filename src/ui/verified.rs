//! What was verified last, for the bar at the bottom: it is only called good while it answers the settings as they are.

use super::theme::{Tokens, fonts, icons};
use super::widgets::number;
use super::workbench::{Document, Mark};
use cloakroom_core::settings::Settings;
use egui::{Label, RichText, Sense, Ui};
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub struct Verified {
    /// Of which document.
    mark: Mark,
    /// `None` where they were others than those of now already.
    settings: Option<Settings>,
    folders: Vec<PathBuf>,
    at: Instant,
}

impl Verified {
    pub fn now(mark: Mark, settings: Option<Settings>, folders: Vec<PathBuf>) -> Self {
        Self {
            mark,
            settings,
            folders,
            at: Instant::now(),
        }
    }

    fn name(&self) -> String {
        match self.folders.as_slice() {
            [folder] => {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                name.trim_end_matches(".audit.json").to_owned()
            }
            many => number::counted(many.len() as u64, "release"),
        }
    }

    /// In words, and whether it holds for the settings of now.
    fn words(&self, is_open: bool, settings: &Settings) -> (String, bool) {
        let (name, ago) = (self.name(), ago(self.at.elapsed()));
        let why = match &self.settings {
            _ if !is_open => "of another table",
            None => "with other settings",
            Some(verified) if verified != settings => "with earlier settings",
            Some(_) => return (format!("{name}: verified by its definition, {ago}"), true),
        };
        (format!("{name}: verified {ago}, {why}"), false)
    }
}

/// To the minute: a clock that runs on would ask for frames for ever.
fn ago(since: Duration) -> String {
    match since.as_secs() / 60 {
        0 => "just now".to_owned(),
        minutes => format!(
            "{} ago",
            number::duration(Duration::from_secs(minutes * 60))
        ),
    }
}

/// In the bottom bar of an open document.
pub fn show(ui: &mut Ui, last: Option<&Verified>, document: &Document) {
    let tokens = Tokens::of(ui);
    let (words, hover, holds) = match last {
        None => (
            "Nothing verified yet".to_owned(),
            "A release is decided again from its definition, in the written file, before it appears.".to_owned(),
            false,
        ),
        Some(last) => {
            let is_open = document.is(&last.mark);
            let (words, holds) = last.words(is_open, document.workspace.settings());
            let folders = last.folders.iter().map(|folder| folder.display().to_string());
            (words, folders.collect::<Vec<_>>().join("\n"), holds)
        }
    };
    if last.is_some() {
        ui.ctx().request_repaint_after(Duration::from_secs(60));
    }
    let (icon, ink) = match holds {
        true => (icons::SATISFIED, tokens.satisfied),
        false => (icons::UNKNOWN, tokens.dim),
    };
    ui.label(icons::text(icon, 15.0).color(ink));
    let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
    ui.add(Label::new(words).truncate().sense(Sense::hover()))
        .on_hover_text(hover);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_answers_the_settings_of_now_is_good() {
        let settings = Settings::default();
        let folders = vec![PathBuf::from("/out/people-release")];
        let last = Verified::now(Mark::default(), Some(settings.clone()), folders.clone());
        let (words, holds) = last.words(true, &settings);
        assert_eq!(
            words,
            "people-release: verified by its definition, just now"
        );
        assert!(holds);
        let mut other = settings.clone();
        other.requirement.k = Some(9);
        let (words, holds) = last.words(true, &other);
        assert_eq!(
            words,
            "people-release: verified just now, with earlier settings"
        );
        assert!(!holds);
        assert!(!last.words(false, &settings).1);
        let own = Verified::now(Mark::default(), None, folders);
        assert!(!own.words(true, &settings).1);
    }
}
