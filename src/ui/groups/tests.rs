//! Groups of a small table that can be followed by hand.

use super::*;
use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::loaded::SourceFile;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_engine::anonymize::{Outcome, anonymize};
use cloakroom_engine::check::CheckedTask;

/// Two groups far from each other: around 2 and around 11.
fn question(axes: Axes) -> GroupsQuestion {
    let age = Column::from_texts("age", ["1", "2", "3", "10", "11", "12"]).unwrap();
    let sex = Column::from_texts("sex", ["f", "f", "m", "m", "m", "m"]).unwrap();
    let dataset = Dataset::Microdata(Table::new(vec![age, sex]).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("age", Some(Role::Quasi));
    settings.roles.set("sex", Some(Role::Quasi));
    settings.requirement.k = Some(3);
    settings.method.name = MethodName::Mdav;
    let candidate = {
        let question = CheckedTask::new(&dataset, &settings, &Hierarchies::default()).unwrap();
        match anonymize(&question, &settings, &Progress::default()).unwrap() {
            Outcome::Reached(candidate) => Arc::from(candidate),
            Outcome::NotReached(why) => panic!("{why}"),
        }
    };
    let loaded = Loaded {
        dataset,
        source: SourceFile::default(),
        options: LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: Default::default(),
    };
    GroupsQuestion {
        candidate,
        loaded: Arc::new(loaded),
        quasi: vec![0, 1],
        axes,
    }
}

fn picture(axes: Axes) -> GroupPicture {
    GroupPicture::compute(question(axes), &Progress::default()).unwrap()
}

#[test]
fn what_a_column_lost_is_its_squared_error_or_its_changed_values() {
    let picture = picture(Axes::Principal);
    assert_eq!(picture.groups(), 2);
    let [age, sex] = picture.losses.as_slice() else {
        panic!("{:?}", picture.losses);
    };
    // 1 + 0 + 1 twice, of 2 (5.5² + 4.5² + 3.5²).
    assert!((age.loss - 4.0 / 125.5).abs() < 1e-12, "{age:?}");
    assert!(age.numbers && !sex.numbers);
    // One of the two women would be taken for a man if all were one group; here one man is taken for a woman.
    assert!((sex.loss - 0.5).abs() < 1e-12, "{sex:?}");
    assert!((age.part + sex.part - 1.0).abs() < 1e-12);
}

#[test]
fn a_centre_lies_at_what_is_released() {
    let picture = picture(Axes::Columns(0, 1));
    let place = |number: f32| (number - 1.0) / 11.0;
    let first = picture.group_of(0).unwrap() as usize;
    let second = picture.group_of(5).unwrap() as usize;
    assert_ne!(first, second);
    assert!((picture.after[first][0] - place(2.0)).abs() < 1e-6);
    assert!((picture.after[second][0] - place(11.0)).abs() < 1e-6);
    assert!((picture.before[3][0] - place(10.0)).abs() < 1e-6);
    let ends = picture.directions[0].ends.clone();
    assert_eq!(ends, Some(("1".to_owned(), "12".to_owned())));
}

#[test]
fn the_components_tell_the_groups_apart() {
    let picture = picture(Axes::Principal);
    let group = |row: u32| picture.group_of(row).unwrap();
    let centre = |row: u32| picture.after[group(row) as usize][0];
    assert!((centre(0) - centre(5)).abs() > 0.3);
    let shown = picture.directions[0].shows + picture.directions[1].shows;
    assert!(shown > 0.9 && shown <= 1.0 + 1e-9, "{shown}");
    assert_eq!(picture.members(group(0)).len(), 3);
}
