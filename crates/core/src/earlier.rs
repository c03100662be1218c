//! A release that was written before, by its audit file.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    pub audit: PathBuf,
    /// Day and time in UTC, as far as it is known without reading the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

impl Earlier {
    /// The name of its folder.
    pub fn name(&self) -> String {
        let name = self.audit.file_name().unwrap_or(self.audit.as_os_str());
        let name = name.to_string_lossy();
        name.strip_suffix(".audit.json").unwrap_or(&name).to_owned()
    }

    /// The day alone.
    pub fn day(&self) -> Option<&str> {
        let written = self.written.as_deref()?;
        written.split('T').next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_called_by_its_folder_and_its_day() {
        let earlier = Earlier {
            audit: PathBuf::from("out/may.audit.json"),
            written: Some("2026-05-01T12:00:00Z".to_owned()),
        };
        assert_eq!(
            (earlier.name().as_str(), earlier.day()),
            ("may", Some("2026-05-01"))
        );
    }
}
