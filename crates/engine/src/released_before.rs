//! Releases of the same data that lie beside them, so that they are known although no project remembers them.

use cloakroom_core::earlier::Earlier;
use cloakroom_core::io::paths::folder_of;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const ENDING: &str = ".audit.json";
/// Audit files looked at; a folder with more is an archive.
const MOST: usize = 100;
/// What an audit file was made of stands at its beginning, before all that it tells of records.
const BEGINNING: u64 = 16 << 10;

/// Audit files called like releases of the data (`people-release-2.audit.json` beside `people.csv`) that name the very
/// file, the first written first. `sha256` is that of the data.
pub fn releases_beside(data: &Path, sha256: &str) -> Vec<Earlier> {
    let name = data.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    let Ok(entries) = std::fs::read_dir(folder_of(data)) else {
        return Vec::new();
    };
    if stem.is_empty() || sha256.is_empty() {
        return Vec::new();
    }
    let start = format!("{stem}-release");
    let is_called = |place: &PathBuf| {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&start) && name.ends_with(ENDING)
    };
    let places = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut places: Vec<PathBuf> = places.filter(is_called).collect();
    places.sort();
    let releases = places.into_iter().take(MOST);
    let mut releases: Vec<Earlier> = releases
        .filter_map(|place| {
            let beginning = beginning(&place)?;
            (text_of(&beginning, "sha256")? == sha256).then(|| Earlier {
                written: text_of(&beginning, "written").map(str::to_owned),
                audit: std::path::absolute(&place).unwrap_or(place),
            })
        })
        .collect();
    releases.sort_by(|one, other| one.written.cmp(&other.written));
    releases
}

fn beginning(place: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    let file = File::open(place).ok()?;
    file.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The first text under a key. Neither days nor sums have signs that JSON writes in another way.
fn text_of<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = json.split_once(&format!("\"{key}\":"))?;
    rest.trim_start().strip_prefix('"')?.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_the_very_file_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, written: &str, sha256: &str| {
            let text = format!(
                "{{\n  \"written\": \"{written}\",\n  \"input\": {{\n    \"sha256\": \"{sha256}\"\n  }}\n}}\n"
            );
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        write("clinic-release.audit.json", "2024-03-01T00:00:00Z", "ab");
        write("clinic-release-2.audit.json", "2024-02-01T00:00:00Z", "ab");
        write("clinic-release-3.audit.json", "2024-02-01T00:00:00Z", "cd");
        write("other-release.audit.json", "2024-02-01T00:00:00Z", "ab");
        let found = releases_beside(&folder.path().join("clinic.csv"), "ab");
        let names: Vec<String> = found.iter().map(Earlier::name).collect();
        assert_eq!(names, ["clinic-release-2", "clinic-release"]);
        assert_eq!(found[1].written.as_deref(), Some("2024-03-01T00:00:00Z"));
        assert!(releases_beside(&folder.path().join("clinic.csv"), "").is_empty());
    }
}
