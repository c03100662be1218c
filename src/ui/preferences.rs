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
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

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
