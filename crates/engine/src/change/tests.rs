use super::*;
use cloakroom_core::{Kind, Role};

#[test]
fn every_promise_is_named_set_and_taken_away() {
    let mut settings = Settings::default();
    use PrivacyModel::{Alpha, Closeness, DistinctDiversity, PPlus, RecursiveDiversity};
    let ask = |model, value| Change::ask(model, Some(value));
    let steps = [
        (ask(DistinctDiversity, 3.0), "set l to 3 distinct"),
        (
            Change::SetPromise {
                model: RecursiveDiversity,
                value: Some(2.5),
                rank: Some(2),
            },
            "set l to recursive (2.5, 2)",
        ),
        (Change::SetP(Some(2)), "set p to 2"),
        (ask(PPlus, 2.0), "set p\u{207a} to 2"),
        (ask(Alpha, 1.5), "set \u{3b1} to 1.5"),
        (ask(Closeness, 0.2), "set t to 0.2"),
    ];
    for (change, name) in steps {
        assert_eq!(change.name(Kind::Microdata), name);
        assert!(change.gesture().is_some());
        change.apply(&mut settings);
    }
    let promised = settings.requirement.sentence();
    assert_eq!(
        promised,
        "l = 3 distinct, recursive (2.5, 2), p = 2, p+ = 2, \u{3b1} = 1.5, t = 0.2"
    );
    for change in [
        Change::ask(DistinctDiversity, None),
        Change::ask(RecursiveDiversity, None),
        Change::SetP(None),
        Change::ask(PPlus, None),
        Change::ask(Alpha, None),
        Change::ask(Closeness, None),
    ] {
        assert!(change.name(Kind::Microdata).starts_with("require no "));
        change.apply(&mut settings);
    }
    assert!(settings.requirement.is_empty());
}

#[test]
fn levels_are_used_in_one_step() {
    let levels = |zip| BTreeMap::from([("age".to_owned(), 0), ("zip".to_owned(), zip)]);
    let mut settings = Settings::default();
    let change = Change::UseLevels(levels(2));
    assert_eq!(change.name(Kind::Microdata), "use the levels zip 2");
    change.apply(&mut settings);
    assert_eq!(settings.method.name, MethodName::Levels);
    assert_eq!(settings.method.levels, levels(2));
    let lowest = Change::UseLevels(levels(0));
    assert_eq!(lowest.name(Kind::Microdata), "use the lowest levels");
}

#[test]
fn a_point_of_a_curve_is_one_step() {
    let k = Parameter::Model(PrivacyModel::KAnonymity);
    let point = |parameter, value| Change::SetPoint {
        parameter,
        value,
        method: MethodName::Mondrian,
    };
    let mut settings = Settings::default();
    let change = point(k, 7);
    assert_eq!(
        change.name(Kind::Microdata),
        "set k to 7, with Mondrian, strict"
    );
    assert_eq!(change.gesture(), None);
    change.apply(&mut settings);
    assert_eq!(settings.requirement.k, Some(7));
    assert_eq!(settings.method.name, MethodName::Mondrian);
    let left_out = point(Parameter::Model(PrivacyModel::Suppression), 20_000);
    assert_eq!(
        left_out.name(Kind::Microdata),
        "allow 2 % to be left out, with Mondrian, strict"
    );
    let kept = settings.clone();
    settings.requirement.k = Some(3);
    Change::UseSettings {
        settings: Box::new(kept.clone()),
        candidate: "mine".to_owned(),
    }
    .apply(&mut settings);
    assert_eq!(settings, kept);
}

#[test]
fn a_purpose_is_renamed_and_forgotten_wherever_it_is_named() {
    let mut settings = Settings::default();
    let order = Purpose {
        most: "age".to_owned(),
        least: "zip".to_owned(),
        ..Purpose::default()
    };
    let (purpose, from) = ("study".to_owned(), "study".to_owned());
    Change::AddPurpose {
        purpose,
        order: order.clone(),
    }
    .apply(&mut settings);
    let recipient = Recipient {
        name: "Ann".to_owned(),
        trust: 0.5,
        purpose: Some(from.clone()),
    };
    settings.recipients = vec![recipient];
    let to = "prediction".to_owned();
    Change::RenamePurpose {
        from,
        to: to.clone(),
    }
    .apply(&mut settings);
    assert_eq!(settings.purposes[&to], order);
    assert_eq!(settings.recipients[0].purpose, Some(to.clone()));
    assert_eq!(
        settings.method.decomposition.purpose.as_ref(),
        Some(&to),
        "a new purpose is that of the method"
    );
    Change::SetPurpose {
        purpose: to,
        order: None,
    }
    .apply(&mut settings);
    assert!(settings.purposes.is_empty());
    assert_eq!(settings.recipients[0].purpose, None);
    assert_eq!(settings.method.decomposition.purpose, None);
}

#[test]
fn no_categories_are_none_at_all() {
    let mut settings = Settings::default();
    let order = vec![vec!["HIV".to_owned()], vec![]];
    let set = |order| Change::SetCategories {
        column: "disease".to_owned(),
        order,
    };
    assert_eq!(
        set(order.clone()).name(Kind::Microdata),
        "sort disease into 2 categories"
    );
    set(order).apply(&mut settings);
    assert_eq!(settings.categories["disease"].len(), 2);
    set(Vec::new()).apply(&mut settings);
    assert_eq!(settings, Settings::default());
}

#[test]
fn what_is_written_and_said_comes_and_goes() {
    let mut settings = Settings::default();
    let says = |text: Option<&str>| Change::SetReport {
        field: ContextField::Title,
        text: text.map(str::to_owned),
    };
    let steps = [
        (Change::SetMapping(true), "write the mapping"),
        (Change::SetSql(true), "write the recoding as SQL"),
        (
            says(Some("Spring")),
            "write \u{201c}Title\u{201d} for the report",
        ),
        (
            Change::SetReportPublic(true),
            "tell scenario and thresholds outside",
        ),
    ];
    for (change, name) in steps {
        assert_eq!(change.name(Kind::Microdata), name);
        change.apply(&mut settings);
    }
    assert!(settings.release.mapping && settings.release.sql);
    assert_eq!(settings.report.title.as_deref(), Some("Spring"));
    for change in [
        Change::SetMapping(false),
        Change::SetSql(false),
        says(None),
        Change::SetReportPublic(false),
    ] {
        change.apply(&mut settings);
    }
    assert_eq!(settings, Settings::default());
}

#[test]
fn what_is_confirmed_is_named_and_taken_back() {
    let mut settings = Settings::default();
    settings.roles.set("visits", Some(Role::Insensitive));
    let confirm = |reason: Option<&str>| Change::Confirm {
        column: "visits".to_owned(),
        reason: reason.map(str::to_owned),
    };
    let change = confirm(Some("asked for"));
    let name = change.name(Kind::Microdata);
    assert_eq!(name, "confirm that visits is released as it is");
    change.apply(&mut settings);
    assert_eq!(settings.roles.confirmed["visits"], "asked for");
    let change = confirm(None);
    assert_eq!(change.name(Kind::Microdata), "no longer confirm visits");
    change.apply(&mut settings);
    assert!(!settings.roles.is_confirmed("visits"));
}

#[test]
fn names_of_categories_go_with_them() {
    let mut settings = Settings::default();
    let order = |lists: &[&str]| -> Vec<Vec<String>> {
        let values = |list: &&str| list.split(' ').map(str::to_owned).collect();
        lists.iter().map(values).collect()
    };
    let first = order(&["hiv cancer", "asthma", "flu"]);
    settings.categories.insert("ill".to_owned(), first);
    let names = ["top", "secret", "free"].map(str::to_owned).to_vec();
    settings.category_names.insert("ill".to_owned(), names);
    let mut set = |lists: &[&str]| {
        let change = Change::SetCategories {
            column: "ill".to_owned(),
            order: order(lists),
        };
        change.apply(&mut settings);
        settings.category_names.get("ill").cloned()
    };
    let told = |names: [&str; 2]| Some(names.map(str::to_owned).to_vec());
    let swapped = set(&["asthma", "hiv cancer", "flu"]).unwrap();
    assert_eq!(swapped, ["secret", "top", "free"]);
    let moved = set(&["asthma hiv", "cancer", "flu"]).unwrap();
    assert_eq!(moved, ["secret", "top", "free"]);
    assert_eq!(set(&["cancer", "flu"]), told(["top", "free"]));
    assert_eq!(set(&[]), None);
}
