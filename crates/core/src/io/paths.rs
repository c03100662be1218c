//! Paths that stay right when a recipe or a project moves together with its data.

use crate::prepare::Prepare;
use crate::recipe::Recipe;
use crate::settings::{HierarchySource, Settings};
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// The way from a folder to a file: `../data/people.csv`. Where there is none, the file's full path.
pub fn relative_to(folder: &Path, file: &Path) -> PathBuf {
    let (Ok(from), Ok(to)) = (whole_path(folder), whole_path(file)) else {
        return file.to_owned();
    };
    let from: Vec<Component<'_>> = from.components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    // Different drives have no way between them, and from one end of the disk to the other a full path
    // is the better name.
    if shared <= 1 && from.len() > 1 {
        return to.iter().collect();
    }
    let up = std::iter::repeat_n(Component::ParentDir, from.len() - shared);
    up.chain(to[shared..].iter().copied()).collect()
}

/// The same recipe, to be kept in another folder: its paths lead to the same files.
pub fn rebase(recipe: &Recipe, old_folder: &Path, new_folder: &Path) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.data = moved(&recipe.data, old_folder, new_folder);
    rebase_prepare(&mut recipe.prepare, old_folder, new_folder);
    rebase_settings(&mut recipe.settings, old_folder, new_folder);
    recipe
}

/// The same for what is done before roles.
pub fn rebase_prepare(prepare: &mut Prepare, old_folder: &Path, new_folder: &Path) {
    for path in prepare.paths_mut() {
        *path = moved(path, old_folder, new_folder);
    }
}

/// The same for settings by themselves.
pub fn rebase_settings(settings: &mut Settings, old_folder: &Path, new_folder: &Path) {
    for source in settings.hierarchies.values_mut() {
        if let HierarchySource::Lines(path) | HierarchySource::Tree { tree: path } = source {
            *path = moved(path, old_folder, new_folder);
        }
    }
}

fn moved(path: &Path, old_folder: &Path, new_folder: &Path) -> PathBuf {
    if path.is_absolute() {
        relative_to(new_folder, path)
    } else {
        relative_to(new_folder, &old_folder.join(path))
    }
}

/// The folder of a file; `.` for a bare name.
pub fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Names of files that every system can keep, one for each of `names` and no two alike: letters and digits stay, what
/// could lead elsewhere or mean something to a shell becomes `_`.
pub fn file_names<T: AsRef<str>>(names: &[T]) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut made = Vec::with_capacity(names.len());
    for name in names {
        let plain = file_name(name.as_ref());
        let mut unique = plain.clone();
        let mut number = 1;
        // Some systems do not tell upper from lower case.
        while !taken.insert(unique.to_lowercase()) {
            number += 1;
            unique = format!("{plain}-{number}");
        }
        made.push(unique);
    }
    made
}

fn file_name(name: &str) -> String {
    /// Systems allow 255 bytes; endings and numbers need room.
    const LONGEST: usize = 120;
    /// These names are devices on Windows, whatever follows them.
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let mut plain = String::new();
    for letter in name.chars() {
        let safe = if letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.') {
            letter
        } else {
            '_'
        };
        if plain.len() + safe.len_utf8() > LONGEST {
            break;
        }
        plain.push(safe);
    }
    let plain = plain.trim_start_matches(['.', '-']).trim_end_matches('.');
    let stem = plain.split('.').next().unwrap_or("").to_lowercase();
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    if plain.is_empty() || DEVICES.contains(&letters) {
        return format!("_{plain}");
    }
    plain.to_owned()
}

/// Absolute and without `.` and `..`, by the letters alone: the file need not exist.
fn whole_path(path: &Path) -> std::io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let mut whole = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    Ok(whole)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_way_goes_up_and_down() {
        let way = |folder: &str, file: &str| relative_to(Path::new(folder), Path::new(file));
        assert_eq!(
            way("/people/a/work", "/people/a/work/d.csv"),
            Path::new("d.csv")
        );
        assert_eq!(
            way("/people/a/work", "/people/a/data/d.csv"),
            Path::new("../data/d.csv")
        );
        assert_eq!(way("/people/a", "/people/a/x/../d.csv"), Path::new("d.csv"));
        assert_eq!(way("/people/a", "/srv/d.csv"), Path::new("/srv/d.csv"));
        assert_eq!(way("/", "/d.csv"), Path::new("d.csv"));
    }

    #[test]
    fn a_recipe_keeps_its_files_when_it_moves() {
        let mut recipe = Recipe {
            data: "d.csv".into(),
            ..Recipe::default()
        };
        let hierarchies = &mut recipe.settings.hierarchies;
        hierarchies.insert("age".into(), HierarchySource::Lines("h/age.csv".into()));
        let moved = rebase(
            &recipe,
            Path::new("/people/a/one"),
            Path::new("/people/a/two"),
        );
        assert_eq!(moved.data, Path::new("../one/d.csv"));
        let source = &moved.settings.hierarchies["age"];
        assert_eq!(source, &HierarchySource::Lines("../one/h/age.csv".into()));
        let back = rebase(
            &moved,
            Path::new("/people/a/two"),
            Path::new("/people/a/one"),
        );
        assert_eq!(back, recipe);
    }
}

#[cfg(test)]
mod name_tests {
    use super::*;

    #[test]
    fn names_of_files_lead_nowhere_else_and_differ() {
        let named = |names: &[&str]| file_names(names);
        assert_eq!(
            named(&[
                "age",
                "../../etc/passwd",
                "a/b\\c",
                "Age",
                "AGE",
                "Größe",
                "日本"
            ]),
            [
                "age",
                "_.._etc_passwd",
                "a_b_c",
                "Age-2",
                "AGE-3",
                "Größe",
                "日本"
            ]
        );
        assert_eq!(named(&["", ".", "..", "-rf"]), ["_", "_-2", "_-3", "rf"]);
        assert_eq!(
            named(&["con", "COM1", "nul.txt", "console"]),
            ["_con", "_COM1", "_nul.txt", "console"]
        );
        assert_eq!(named(&["a b", "a\tb", "a\0b"]), ["a_b", "a_b-2", "a_b-3"]);
        let long = "\u{1f600}x".repeat(500);
        assert!(named(&[long.as_str()])[0].len() <= 124);
    }
}
