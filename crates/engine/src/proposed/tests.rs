use super::*;
use crate::change::Change;
use crate::document::{Opening, open};
use crate::workspace::Workspace;
use cloakroom_core::LoadOptions;

fn opened(path: &Path) -> Workspace {
    match open(path, &LoadOptions::default(), &Progress::default()) {
        Ok(Opening::Opened(document)) => document.workspace,
        _ => panic!("expected a document"),
    }
}

/// Ages, postcodes, dates, sexes and towns of people who do not exist, all quasi-identifiers.
fn people(folder: &Path) -> Workspace {
    let mut text = "age;zip;born;sex;town\n".to_owned();
    for row in 0..60 {
        text.push_str(&format!(
            "{};{};19{}-03-{:02};{};town {}\n",
            20 + row % 40,
            14_200 + row,
            50 + row % 40,
            1 + row % 28,
            ["m", "f"][row % 2],
            row % 17
        ));
    }
    let path = folder.join("cmc.csv");
    std::fs::write(&path, text).unwrap();
    let mut workspace = opened(&path);
    let names = ["age", "zip", "born", "sex", "town"].map(|name| (name.to_owned(), Role::Quasi));
    workspace.apply(Change::SetRoles(names.to_vec()));
    workspace
}

fn of(workspace: &Workspace) -> Vec<ProposedHierarchy> {
    propose_hierarchies(workspace.loaded(), workspace.settings(), workspace.folder())
}

fn proposed(workspace: &Workspace, column: &str) -> ProposedHierarchy {
    let all = of(workspace);
    all.into_iter()
        .find(|proposed| proposed.column == column)
        .unwrap()
}

/// `value;low-high;*` for ages 20 to 59 in tens that share their ends if `overlap`.
fn ages(overlap: i32) -> String {
    let line = |age: i32| {
        format!(
            "{age};{}-{};*\n",
            age / 10 * 10,
            age / 10 * 10 + 9 + overlap
        )
    };
    (20..60).map(line).collect()
}

#[test]
fn every_column_gets_one_that_fits_and_one_step_takes_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = people(folder.path());
    let all = of(&workspace);
    assert_eq!(all, of(&workspace));
    let sources: Vec<(String, HierarchySource)> = all
        .iter()
        .map(|one| (one.column.clone(), one.source.clone()))
        .collect();
    assert_eq!(sources.len(), 5);
    assert!(matches!(sources[0].1, HierarchySource::Intervals(_)));
    assert_eq!(sources[1].1, HierarchySource::Mask(Mask::new(5)));
    assert!(matches!(&sources[2].1, HierarchySource::Dates(dates) if dates.dates.len() == 3));
    assert_eq!(sources[3].1, HierarchySource::Mask(Mask::new(1)));
    assert!(matches!(sources[4].1, HierarchySource::Rare(_)));
    let before = workspace.settings().clone();
    workspace.apply(Change::SetHierarchies(sources.clone()));
    assert_eq!(
        workspace.undo_name(),
        Some("set the hierarchies of 5 columns")
    );
    let built = build_hierarchies(
        folder.path(),
        &workspace.settings().hierarchies,
        &workspace.loaded().dataset,
        &Progress::default(),
    );
    assert!(
        built
            .unwrap()
            .iter()
            .all(|(_, built)| built.hierarchy.is_ok())
    );
    assert!(of(&workspace).is_empty());
    workspace.undo();
    assert_eq!(*workspace.settings(), before);
}

#[test]
fn files_beside_the_data_are_found_by_their_names() {
    for name in [
        "cmc_hierarchy_age.csv",
        "hierarchy_age.csv",
        "age_hierarchy.csv",
        "hierarchies/age.csv",
        "cmc_hierarchies/cmc_hierarchy_Age.csv",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, ages(0)).unwrap();
        let found = proposed(&people(folder.path()), "age");
        assert_eq!(found.source, HierarchySource::Lines(name.into()), "{name}");
        assert!(found.doubts.is_empty(), "{:?}", found.doubts);
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("wage_hierarchy.csv"), ages(0)).unwrap();
    std::fs::write(folder.path().join("age.csv"), ages(0)).unwrap();
    let found = proposed(&people(folder.path()), "age");
    assert!(
        matches!(found.source, HierarchySource::Intervals(_)),
        "{found:?}"
    );
}

#[test]
fn doubts_about_a_file_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hierarchy_age.csv");
    let doubts = |text: String| {
        std::fs::write(&file, text).unwrap();
        let found = proposed(&people(folder.path()), "age");
        (
            matches!(found.source, HierarchySource::Lines(_)),
            found.doubts.join(" "),
        )
    };
    let (used, told) = doubts(ages(1));
    assert!(
        used && told.contains("\"20-30\" and \"30-40\" of level 1 overlap"),
        "{told}"
    );
    let (used, told) = doubts(
        ages(0)
            .lines()
            .skip(3)
            .map(|line| format!("{line}\n"))
            .collect(),
    );
    assert!(
        used && told.contains("3 of 40 values of the data are not in the file"),
        "{told}"
    );
    let (used, told) = doubts(ages(0).replace("25;20-29", "25;40-49"));
    assert!(used && told.contains("1 value stands in a group"), "{told}");
    let (used, told) = doubts(format!("{}25;30-39;*\n", ages(0)));
    assert!(!used && told.contains("cannot be used"), "{told}");
    let (used, told) = doubts("1;*\n2;*\n".to_owned());
    assert!(!used && told.contains("lacks most"), "{told}");
}

#[test]
fn a_taxonomy_beside_baskets_is_found() {
    for name in ["taxonomy.csv", "items.taxonomy", "baskets_taxonomy.csv"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("baskets.dat");
        std::fs::write(&path, "ham milk\nham tea\nmilk tea jam\n").unwrap();
        let text = "ham;food\nmilk;drink\ntea;drink\njam;food\nfood;*\ndrink;*\n";
        std::fs::write(folder.path().join(name), text).unwrap();
        let found = proposed(&opened(&path), ITEMS);
        assert_eq!(
            found.source,
            HierarchySource::Lines(name.into()),
            "{found:?}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baskets.dat");
    std::fs::write(&path, "ham milk\nham tea\nmilk tea jam\n").unwrap();
    assert!(matches!(
        proposed(&opened(&path), ITEMS).source,
        HierarchySource::Frequent(_)
    ));
}

#[test]
fn ranges_are_read_from_names() {
    assert_eq!(range_of("0-10"), Some((0.0, 10.0)));
    assert_eq!(range_of("-5 \u{2013} 5"), Some((-5.0, 5.0)));
    assert_eq!(range_of("2.5-7"), Some((2.5, 7.0)));
    for other in ["ham", "10", "-10", "20-10", "[0, 10[", "a-b", ""] {
        assert_eq!(range_of(other), None, "{other}");
    }
}
