//! What lies in a folder that was written: names and sizes, to be looked over before it is passed on.

use std::fs;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSize {
    /// Inside the folder.
    pub name: String,
    pub bytes: u64,
}

/// The files of a folder by name; none if it cannot be looked into.
pub fn contents(folder: &Path) -> Vec<FileSize> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<FileSize> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let about = entry.metadata().ok()?;
            Some(FileSize {
                name: entry.file_name().to_string_lossy().into_owned(),
                bytes: about.len(),
            })
        })
        .collect();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_by_name_with_their_sizes() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("release.csv"), "a\n1\n").unwrap();
        fs::write(folder.path().join("certificate.json"), "{}").unwrap();
        let found = contents(folder.path());
        let found: Vec<(&str, u64)> = found.iter().map(|f| (f.name.as_str(), f.bytes)).collect();
        assert_eq!(found, [("certificate.json", 2), ("release.csv", 4)]);
        assert!(contents(&folder.path().join("none")).is_empty());
    }
}
