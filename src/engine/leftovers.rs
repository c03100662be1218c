//! Clears away what a killed release left behind: such a folder may hold records that nobody verified.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// No release takes this long, so whoever made it is gone.
const AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Looks beside `out`. What cannot be looked at or removed is left as it is: it is in nobody's way.
pub fn clear_beside(out: &Path) {
    clear_older_than(out, SystemTime::now().checked_sub(AGE));
}

fn clear_older_than(out: &Path, oldest: Option<SystemTime>) {
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (Ok(entries), Some(oldest)) = (fs::read_dir(folder), oldest) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(".cloakroom-") && name.ends_with(".part")) {
            continue;
        }
        // Of a link only the link is looked at and removed, never what it points to.
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if metadata.modified().is_ok_and(|modified| modified < oldest) {
            let _ = if metadata.is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_old_leftovers_go() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir(place(".cloakroom-abc.part")).unwrap();
        fs::write(place(".cloakroom-abc.part/release.csv"), "x").unwrap();
        fs::write(place(".cloakroom-def.part"), "x").unwrap();
        fs::write(place(".cloakroom-mine"), "x").unwrap();
        fs::write(place("release.part"), "x").unwrap();
        let out = place("out");
        clear_beside(&out);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
        clear_older_than(&out, Some(SystemTime::now() + Duration::from_secs(60)));
        assert!(place(".cloakroom-mine").exists() && place("release.part").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
