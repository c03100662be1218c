//! What the window remembers from one start to the next. Names of files, never what they hold.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    pub recent: Vec<PathBuf>,
    pub theme: ThemeChoice,
    pub scale: f32,
    /// Where the last file was opened or saved.
    pub folder: Option<PathBuf>,
    /// The strip with the five steps is shown.
    pub steps: bool,
    /// The stages are icons alone. As the window has room until somebody says.
    pub fold_stages: Option<bool>,
    /// The panel with the requirement is a slim bar, in the same way.
    pub fold_requirement: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

/// What is folded to leave room for the view between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folded {
    pub stages: bool,
    pub requirement: bool,
}

/// In a narrower window the stages are icons, and in a still narrower one the requirement is a slim bar.
const ROOM_FOR_STAGES: f32 = 1_100.0;
const ROOM_FOR_REQUIREMENT: f32 = 900.0;
const MOST_RECENT: usize = 12;
pub const SMALLEST_SCALE: f32 = 0.6;
pub const LARGEST_SCALE: f32 = 2.5;

impl Default for Preferences {
    fn default() -> Self {
        Self {
            recent: Vec::new(),
            theme: ThemeChoice::System,
            scale: 1.0,
            folder: None,
            steps: true,
            fold_stages: None,
            fold_requirement: None,
        }
    }
}

impl Preferences {
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.folder = path.parent().map(Path::to_owned);
        self.forget(&path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
    }

    /// Whether the stages and the requirement are folded in a window of this width.
    pub fn folded(&self, width: f32) -> Folded {
        Folded {
            stages: self.fold_stages.unwrap_or(width < ROOM_FOR_STAGES),
            requirement: self
                .fold_requirement
                .unwrap_or(width < ROOM_FOR_REQUIREMENT),
        }
    }

    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
    }

    pub fn change_scale(&mut self, factor: f32) {
        self.scale = (self.scale * factor).clamp(SMALLEST_SCALE, LARGEST_SCALE);
        self.scale = (self.scale * 10.0).round() / 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_window_folds_what_nobody_has_unfolded() {
        let mut preferences = Preferences::default();
        let folded = |preferences: &Preferences, width| {
            let folded = preferences.folded(width);
            (folded.stages, folded.requirement)
        };
        assert_eq!(folded(&preferences, 1_280.0), (false, false));
        assert_eq!(folded(&preferences, 1_000.0), (true, false));
        assert_eq!(folded(&preferences, 800.0), (true, true));
        preferences.fold_requirement = Some(false);
        assert_eq!(folded(&preferences, 800.0), (true, false));
    }

    #[test]
    fn the_latest_file_comes_first_and_only_once() {
        let mut preferences = Preferences::default();
        for name in ["/a", "/b", "/a"] {
            preferences.remember(Path::new(name));
        }
        assert_eq!(
            preferences.recent,
            [PathBuf::from("/a"), PathBuf::from("/b")]
        );
    }
}
