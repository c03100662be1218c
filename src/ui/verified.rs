//! What was verified last, for the bar at the bottom: it is only called good while it answers the settings as they are.

use super::theme::{Tokens, fonts, icons};
use super::widgets::number;
use cloakroom_core::settings::Settings;
use egui::{Label, RichText, Sense, Ui};
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub struct Verified {
    /// Of which document.
    document: u64,
    /// `None` where they were others than those of now already.
    settings: Option<Settings>,
    folders: Vec<PathBuf>,
    at: Instant,
}

impl Verified {
    pub fn now(document: u64, settings: Option<Settings>, folders: Vec<PathBuf>) -> Self {
        Self {
            document,
            settings,
            folders,
            at: Instant::now(),
        }
    }

    /// Whether it says anything about what would be released now.
    fn answers(&self, document: u64, settings: &Settings) -> bool {
        self.document == document && self.settings.as_ref() == Some(settings)
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
    fn words(&self, document: u64, settings: &Settings) -> (String, bool) {
        let (name, ago) = (self.name(), ago(self.at.elapsed()));
        if self.answers(document, settings) {
            return (format!("{name}: verified by its definition, {ago}"), true);
        }
        let why = match (&self.settings, self.document == document) {
            (_, false) => "of another table",
            (None, true) => "with other settings",
            (Some(_), true) => "with earlier settings",
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
pub fn show(ui: &mut Ui, last: Option<&Verified>, document: u64, settings: &Settings) {
    let tokens = Tokens::of(ui);
    let (words, hover, holds) = match last {
        None => (
            "Nothing verified yet".to_owned(),
            "A release is decided again from its definition, in the written file, before it appears.".to_owned(),
            false,
        ),
        Some(last) => {
            let (words, holds) = last.words(document, settings);
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
        let last = Verified::now(1, Some(settings.clone()), folders.clone());
        let (words, holds) = last.words(1, &settings);
        assert_eq!(
            words,
            "people-release: verified by its definition, just now"
        );
        assert!(holds);
        let mut other = settings.clone();
        other.requirement.k = Some(9);
        let (words, holds) = last.words(1, &other);
        assert_eq!(
            words,
            "people-release: verified just now, with earlier settings"
        );
        assert!(!holds);
        assert!(!last.words(2, &settings).1);
        let own = Verified::now(1, None, folders);
        assert!(!own.words(1, &settings).1);
    }
}
