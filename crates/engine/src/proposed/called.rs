//! Which files are called like a column of the data. What carries the name of other data is not for these.

use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::io::paths::folder_of;
use std::path::{Path, PathBuf};

/// What a column may be called in the name of a file.
pub struct Names {
    plain: Vec<String>,
    is_items: bool,
}

impl Names {
    pub fn of_column(name: &str) -> Self {
        Self::of([name].into_iter(), false)
    }

    /// `own` is what the data call their items.
    pub fn of_items(own: Option<&str>) -> Self {
        Self::of([ITEMS, "item", "taxonomy"].into_iter().chain(own), true)
    }

    fn of<'a>(names: impl Iterator<Item = &'a str>, is_items: bool) -> Self {
        Self {
            plain: names.map(plain).filter(|name| !name.is_empty()).collect(),
            is_items,
        }
    }

    fn have(&self, name: &str) -> bool {
        self.plain.iter().any(|own| own == name)
    }

    /// `hierarchy_age`, `age_hierarchy`, `age_tree`, `taxonomy`.
    fn are_told_by(&self, rest: &str) -> bool {
        let before = ["hierarchy", "taxonomy"].map(|word| rest.strip_prefix(word));
        let after = ["hierarchy", "taxonomy", "tree"].map(|word| rest.strip_suffix(word));
        let mut names = before.into_iter().chain(after).flatten();
        names.any(|name| self.have(name)) || (self.is_items && rest == "taxonomy")
    }
}

/// Letters and digits in lower case: `marital-status` is `Marital Status`.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn lower_stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().to_lowercase()
}

/// `orders` for `Orders.csv` and `orders.csv.gz`.
fn data_name(data: &Path) -> String {
    let packed = data
        .extension()
        .is_some_and(|ending| ending == "gz" || ending == "zst");
    match packed {
        true => lower_stem(Path::new(data.file_stem().unwrap_or_default())),
        false => lower_stem(data),
    }
}

/// What follows the name of the data and a sign that ends it.
fn after_own<'a>(name: &'a str, data: &str) -> Option<&'a str> {
    let rest = name.strip_prefix(data).filter(|_| !data.is_empty())?;
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// `hierarchies`, or `cmc_hierarchies` beside `cmc.csv`.
pub fn is_folder_of(data: &Path, lower_name: &str) -> bool {
    let data = data_name(data);
    let name = plain(after_own(lower_name, &data).unwrap_or(lower_name));
    name.starts_with("hierarch") || name.starts_with("taxonom")
}

/// The beginnings of the name of the data that end at a sign, the longest first: `adult` of `adult_2024`. Those that
/// other data in the folder are called are theirs.
fn families<'a>(name: &'a str, data: &Path, files: &[PathBuf]) -> Vec<&'a str> {
    let ends = name
        .char_indices()
        .filter(|(_, sign)| !sign.is_alphanumeric());
    let starts = ends
        .map(|(at, _)| &name[..at])
        .filter(|start| !start.is_empty());
    let is_taken = |start: &&str| {
        let mut beside = files
            .iter()
            .filter(|file| folder_of(file) == folder_of(data));
        beside.any(|file| lower_stem(file) == **start)
    };
    let mut families: Vec<&str> = starts.filter(|start| !is_taken(start)).collect();
    families.reverse();
    families
}

/// The files that are called like the column: those of the data by name, those in a folder of their own, those without
/// a name of data, those of what the data are a part of.
pub fn files_for<'a>(names: &Names, data: &Path, files: &'a [PathBuf]) -> Vec<&'a Path> {
    let name_of_data = data_name(data);
    let families = families(&name_of_data, data, files);
    let rank = |file: &Path| -> Option<u8> {
        let stem = lower_stem(file);
        let is_in_own_folder = folder_of(file) != folder_of(data);
        let is_taxonomy = file
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("taxonomy"));
        let is_called = |rest: &str| {
            names.are_told_by(rest)
                || (is_in_own_folder && names.have(rest))
                || (names.is_items && is_taxonomy && names.have(rest))
        };
        let own = after_own(&stem, &name_of_data).map(plain);
        let is_all_of_data = |rest: &str| rest.is_empty() && names.is_items && is_taxonomy;
        if own.is_some_and(|rest| is_called(&rest) || is_all_of_data(&rest)) {
            return Some(0);
        }
        if is_called(&plain(&stem)) {
            return Some(if is_in_own_folder { 1 } else { 2 });
        }
        let mut of_family = families
            .iter()
            .filter_map(|family| after_own(&stem, family));
        of_family.any(|rest| is_called(&plain(rest))).then_some(3)
    };
    let mut found: Vec<(u8, &Path)> = files
        .iter()
        .filter_map(|file| Some((rank(file)?, file.as_path())))
        .collect();
    found.sort();
    found.into_iter().map(|(_, file)| file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &Names, data: &str, files: &[&str]) -> Vec<String> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let found = files_for(names, Path::new(data), &files).into_iter();
        found.map(|file| file.display().to_string()).collect()
    }

    #[test]
    fn what_is_called_like_the_data_comes_first() {
        let files = [
            "d/age_hierarchy.csv",
            "d/hierarchies/age.csv",
            "d/visit_hierarchy_Age.csv",
        ];
        let expected = [files[2], files[1], files[0]];
        let age = Names::of_column("age");
        assert_eq!(found(&age, "d/visit.csv", &files), expected);
        assert_eq!(found(&age, "d/Visit.csv.gz", &files), expected);
    }

    #[test]
    fn what_is_called_like_other_data_is_never_taken() {
        let age = Names::of_column("age");
        let foreign = [
            "d/clinic_hierarchy_age.csv",
            "d/visit2_hierarchy_age.csv",
            "d/visit_2_hierarchy_age.csv",
            "d/clinic_age_hierarchy.csv",
            "d/wage_hierarchy.csv",
            "d/age.csv",
        ];
        assert!(found(&age, "d/visit.csv", &foreign).is_empty());
        // The beginning of a word is not the name of the data.
        assert!(found(&age, "d/w.csv", &foreign).is_empty());
        let items = Names::of_items(None);
        let foreign = [
            "b/o2_hierarchy_items.csv",
            "b/o2_taxonomy.csv",
            "b/o2.taxonomy",
        ];
        assert!(found(&items, "b/o4.csv", &foreign).is_empty());
        assert_eq!(found(&items, "b/o2.csv", &foreign).len(), 3);
    }

    #[test]
    fn a_part_takes_what_is_for_the_whole_unless_that_lies_beside() {
        let age = Names::of_column("age");
        let mut files = vec!["d/adult_hierarchy_age.csv"];
        assert_eq!(found(&age, "d/adult_arx_30162.csv", &files), files);
        files.push("d/adult.csv");
        assert!(found(&age, "d/adult_arx_30162.csv", &files).is_empty());
    }

    #[test]
    fn items_have_several_names() {
        let files = [
            "b/orders_hierarchy_item.csv",
            "b/orders_hierarchy_items.csv",
            "b/orders_hierarchy_product.csv",
            "b/orders_hierarchy_taxonomy.csv",
            "b/orders_taxonomy.csv",
        ];
        let items = Names::of_items(Some("Product"));
        assert_eq!(found(&items, "b/orders.csv", &files), files);
        assert_eq!(
            found(&Names::of_items(None), "b/orders.csv", &files).len(),
            4
        );
    }

    #[test]
    fn folders_of_other_data_are_passed_over() {
        let data = Path::new("d/visit.csv");
        for own in ["hierarchies", "visit_hierarchies", "taxonomies"] {
            assert!(is_folder_of(data, own), "{own}");
        }
        for other in ["clinic_hierarchies", "visit2_hierarchies", "photos"] {
            assert!(!is_folder_of(data, other), "{other}");
        }
    }
}
