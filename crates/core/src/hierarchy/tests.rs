//! Hierarchies from lines and rules, and what is refused.

use super::*;

fn column(texts: &[&str]) -> Column {
    Column::from_texts("c", texts).unwrap()
}

fn labels(hierarchy: &Hierarchy, code: u32) -> Vec<&str> {
    (0..hierarchy.levels().len())
        .map(|level| hierarchy.label(level, code))
        .collect()
}

fn lines(text: &str) -> Vec<Vec<String>> {
    text.split(' ')
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

#[test]
fn masks_hide_from_the_right() {
    let hierarchy = Hierarchy::mask(&column(&["14248", "14", ""]), 5).unwrap();
    assert_eq!(
        labels(&hierarchy, 0),
        ["14248", "1424*", "142**", "14***", "1****", "*"]
    );
    assert_eq!(labels(&hierarchy, 1), ["14", "1*", "**", "**", "**", "*"]);
    assert_eq!(labels(&hierarchy, 2), ["", "", "", "", "", "*"]);
    assert_eq!(hierarchy.height(), 5);
    assert_eq!(hierarchy.levels()[5].leaves, [3]);
}

#[test]
fn intervals_nest() {
    let hierarchy = Hierarchy::intervals(&column(&["23", "0", "39"]), &[5.0, 10.0, 20.0]).unwrap();
    assert_eq!(
        labels(&hierarchy, 0),
        ["23", "20-24", "20-29", "20-39", "*"]
    );
    assert_eq!(labels(&hierarchy, 1), ["0", "0-4", "0-9", "0-19", "*"]);
    let hierarchy = Hierarchy::intervals(&column(&["0.3", "-0.05"]), &[0.1, 0.2]).unwrap();
    assert_eq!(
        labels(&hierarchy, 0),
        ["0.3", "[0.3, 0.4)", "[0.2, 0.4)", "*"]
    );
    assert_eq!(
        labels(&hierarchy, 1),
        ["-0.05", "[-0.1, 0)", "[-0.2, 0)", "*"]
    );
    let not_nested = Hierarchy::intervals(&column(&["1"]), &[5.0, 12.0]);
    assert_eq!(not_nested, Err(HierarchyError::NotNested { level: 2 }));
    assert!(Hierarchy::intervals(&column(&["a"]), &[5.0]).is_err());
}

#[test]
fn lines_give_groups_with_their_leaves() {
    let column = column(&["b", "a", "", "b"]);
    let hierarchy = Hierarchy::from_chains(&column, &lines("a;x;* b;x;* c;y;*")).unwrap();
    assert_eq!(labels(&hierarchy, 0), ["b", "x", "*"]);
    assert_eq!(labels(&hierarchy, 2), ["", "", "*"]);
    assert_eq!(hierarchy.levels()[1].labels, ["x", "y", ""]);
    assert_eq!(hierarchy.levels()[1].leaves, [2, 1, 1]);
    assert_eq!(hierarchy.leaves(), 4);
    let told = Hierarchy::from_chains(&column, &lines("a;x;* b;x;* ?;y;*")).unwrap();
    assert_eq!(labels(&told, 2), ["?", "y", "*"]);
}

#[test]
fn lines_that_are_no_hierarchy_are_refused() {
    let column = column(&["a", "q", "b", "q"]);
    let refused = |text: &str| Hierarchy::from_chains(&column, &lines(text)).unwrap_err();
    assert_eq!(refused("a;x;* b;*").chain(), Some(1));
    assert!(matches!(
        refused("a;x;* a;y;*"),
        HierarchyError::TwoChains { chain: 1 }
    ));
    assert!(matches!(
        refused("a;x;y;* b;x;z;*"),
        HierarchyError::TwoParents { chain: 1, level: 1 }
    ));
    assert!(matches!(
        refused("a;x;* b;y;all"),
        HierarchyError::TwoTops { chain: 1 }
    ));
    let uncovered = refused("a;x;* b;x;*");
    assert_eq!(
        uncovered.to_string(),
        "1 of the column's 3 distinct values are not in the hierarchy, the first in record 2; expected \
         all of them"
    );
    assert_eq!(uncovered.into_values(), ["q"]);
}

fn built(source: HierarchySource, texts: &[&str]) -> Result<Hierarchy, HierarchyError> {
    let column = column(texts);
    let tree = source.build(&column).unwrap()?;
    Hierarchy::from_tree(&column, &tree)
}

fn chain_of(source: HierarchySource, texts: &[&str], code: u32) -> Vec<String> {
    let hierarchy = built(source, texts).unwrap();
    let chain = labels(&hierarchy, code);
    chain.into_iter().map(str::to_owned).collect()
}

#[test]
fn an_empty_level_is_refused_unless_the_value_is_missing() {
    let told = Tree::from_chains(&lines("a;x;* b;;*")).unwrap_err();
    assert_eq!(told, HierarchyError::EmptyLabel { chain: 1, level: 1 });
    assert!(Tree::from_chains(&lines("a;x;* ;;*")).is_ok());
    assert!(Tree::from_chains::<&str>(&[]).is_err());
}

#[test]
fn masks_fill_up_short_codes_and_hide_from_either_side() {
    let filled = Mask {
        pad: Some('0'),
        ..Mask::new(4)
    };
    let source = HierarchySource::Mask(filled.clone());
    assert_eq!(
        chain_of(source, &["987", "14248"], 0),
        ["987", "0098*", "009**", "00***", "*"]
    );
    let left = Mask {
        from: Side::Left,
        ..Mask::new(3)
    };
    assert_eq!(
        chain_of(HierarchySource::Mask(left), &["abc"], 0),
        ["abc", "*bc", "**c", "*"]
    );
    let names = Mask {
        pad: Some('_'),
        pad_at: Side::Right,
        ..Mask::new(3)
    };
    assert_eq!(
        chain_of(HierarchySource::Mask(names), &["Ann", "Bo"], 1),
        ["Bo", "Bo*", "B**", "*"]
    );
    let senseless = Mask {
        length: Some(5),
        ..Mask::new(3)
    };
    assert!(built(HierarchySource::Mask(senseless), &["a"]).is_err());
}

#[test]
fn ends_are_groups_of_their_own_at_every_level() {
    let intervals = Intervals {
        low: Some(20.0),
        high: Some(90.0),
        ..Intervals::new(&[5.0, 20.0])
    };
    let texts = ["17", "20", "23", "89", "90", "104", ""];
    let chain = |code| chain_of(HierarchySource::Intervals(intervals.clone()), &texts, code);
    assert_eq!(chain(0), ["17", "<20", "<20", "*"]);
    assert_eq!(chain(2), ["23", "20-24", "20-39", "*"]);
    assert_eq!(chain(3), ["89", "85-89", "80-89", "*"]);
    assert_eq!(chain(4), ["90", ">=90", ">=90", "*"]);
    assert_eq!(chain(5), ["104", ">=90", ">=90", "*"]);
    assert_eq!(chain(6), ["", "", "", "*"]);
}

#[test]
fn what_the_ends_cut_can_join_its_neighbour() {
    let cut = Intervals {
        low: Some(18.0),
        high: Some(67.0),
        ..Intervals::new(&[10.0, 20.0])
    };
    let texts = ["18", "20", "29", "66", "59"];
    let chain = |intervals: &Intervals, code| {
        chain_of(HierarchySource::Intervals(intervals.clone()), &texts, code)
    };
    assert_eq!(chain(&cut, 0), ["18", "18-19", "18-19", "*"]);
    assert_eq!(chain(&cut, 3), ["66", "60-66", "60-66", "*"]);
    let snap = Intervals { snap: true, ..cut };
    assert_eq!(chain(&snap, 0), ["18", "18-29", "18-39", "*"]);
    assert_eq!(chain(&snap, 1), ["20", "18-29", "18-39", "*"]);
    assert_eq!(chain(&snap, 4), ["59", "50-66", "40-66", "*"]);
    assert_eq!(chain(&snap, 3), ["66", "50-66", "40-66", "*"]);
}

#[test]
fn intervals_begin_at_the_origin() {
    let intervals = Intervals {
        origin: 17.0,
        ..Intervals::new(&[5.0, 10.0])
    };
    let source = HierarchySource::Intervals(intervals);
    assert_eq!(
        chain_of(source, &["17", "27"], 0),
        ["17", "17-21", "17-26", "*"]
    );
}

#[test]
fn ordered_values_are_grouped_by_number_or_at_cuts() {
    let order = HierarchySource::Order(Ordered { order: vec![2, 4] });
    let texts = ["d", "a", "c", "b", "e"];
    assert_eq!(
        chain_of(order.clone(), &texts, 0),
        ["d", "[c, d]", "[a, d]", "*"]
    );
    assert_eq!(chain_of(order, &texts, 4), ["e", "e", "e", "*"]);
    let uneven = HierarchySource::Order(Ordered { order: vec![2, 3] });
    assert!(built(uneven, &texts).is_err());
    let cuts = |levels: &[&[&str]]| {
        let cuts = levels
            .iter()
            .map(|cuts| cuts.iter().map(|&cut| cut.to_owned()).collect());
        HierarchySource::Cuts(Cuts {
            cuts: cuts.collect(),
        })
    };
    let ages = ["17", "18", "64", "65"];
    let bands = cuts(&[&["18", "65"], &["18"]]);
    assert_eq!(chain_of(bands.clone(), &ages, 0), ["17", "<18", "<18", "*"]);
    assert_eq!(
        chain_of(bands.clone(), &ages, 2),
        ["64", "18-64", ">=18", "*"]
    );
    assert_eq!(chain_of(bands, &ages, 3), ["65", ">=65", ">=18", "*"]);
    assert!(built(cuts(&[&["18"], &["65"]]), &ages).is_err());
    assert_eq!(
        built(cuts(&[&["old"]]), &ages),
        Err(HierarchyError::CutOfOtherType { level: 1, cut: 1 })
    );
    let names = cuts(&[&["h", "p"]]);
    assert_eq!(
        chain_of(names, &["Eve", "hal", "zoe"], 1),
        ["hal", "[h, p)", "*"]
    );
}

#[test]
fn dates_become_coarser_in_any_nested_choice() {
    use DateUnit::{Day, Decade, Month, Quarter, Year};
    let dates = |dates: &[DateUnit]| {
        HierarchySource::Dates(Dates {
            dates: dates.to_vec(),
        })
    };
    assert_eq!(
        chain_of(dates(&[Month, Quarter, Year, Decade]), &["2024-05-31"], 0),
        ["2024-05-31", "2024-05", "2024 Q2", "2024", "2020s", "*"]
    );
    assert_eq!(
        chain_of(dates(&[Day, Year]), &["31.12.1999"], 0),
        ["31.12.1999", "1999-12-31", "1999", "*"]
    );
    assert_eq!(
        chain_of(dates(&[Quarter]), &["2023-11"], 0),
        ["2023-11", "2023 Q4", "*"]
    );
    assert!(built(dates(&[Year, Month]), &["2024-05-31"]).is_err());
    let odd = built(dates(&[Year]), &["2024-05-31", "soon"]).unwrap_err();
    assert_eq!(odd.into_values(), ["soon"]);
    assert!(matches!(
        built(dates(&[Day]), &["2023-11"]),
        Err(HierarchyError::NoDays { .. })
    ));
}

#[test]
fn rare_values_stand_together_under_a_name_that_is_free() {
    let rare = HierarchySource::Rare(Rare {
        frequency: vec![2, 3],
    });
    let texts = ["a", "a", "a", "b", "b", "c", "other"];
    assert_eq!(chain_of(rare.clone(), &texts, 0), ["a", "a", "a", "*"]);
    assert_eq!(
        chain_of(rare.clone(), &texts, 1),
        ["b", "b", "other values", "*"]
    );
    assert_eq!(
        chain_of(rare, &texts, 3),
        ["other", "other values", "other values", "*"]
    );
}

#[test]
fn balanced_groups_share_the_records_evenly_and_nest() {
    let texts: Vec<String> = (0..40u32)
        .flat_map(|value| std::iter::repeat_n(value.to_string(), 1 + (value % 3) as usize))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let source = HierarchySource::Balanced(Balanced {
        balanced: vec![8, 2],
    });
    let hierarchy = built(source, &texts).unwrap();
    assert_eq!(hierarchy.levels()[1].labels.len(), 8);
    assert_eq!(hierarchy.levels()[2].labels.len(), 2);
    let counts = column(&texts);
    let mut records = [0u32; 8];
    for (code, &count) in counts.counts().iter().enumerate() {
        records[hierarchy.levels()[1].group_of[code] as usize] += count;
    }
    assert!(
        records.iter().all(|&records| (8..=12).contains(&records)),
        "{records:?}"
    );
    // A heavy value cannot be cut; the others still get their groups.
    let heavy = ["a", "a", "a", "a", "a", "a", "b", "c"];
    let three = HierarchySource::Balanced(Balanced {
        balanced: vec![3, 2],
    });
    let hierarchy = built(three, &heavy).unwrap();
    assert_eq!(hierarchy.levels()[1].labels, ["a", "b", "c"]);
    assert_eq!(hierarchy.levels()[2].labels, ["a", "[b, c]"]);
}

#[test]
fn every_column_has_a_beginning_that_builds() {
    for texts in [
        &["17", "23", "90", ""][..],
        &["14248", "13053", "01069"],
        &["2024-05-31", "2023-01-01"],
        &["2024-05", "2023-01"],
        &["Flu", "Asthma", "HIV", "Flu"],
        &["0.5", "-3.25"],
        &["a", "b"],
        &["", ""],
    ] {
        let column = column(texts);
        for beginning in beginnings(&column) {
            let tree = beginning.source.build(&column).unwrap().unwrap();
            Hierarchy::from_tree(&column, &tree).unwrap();
        }
    }
    let first = |texts: &[&str]| {
        beginnings(&column(texts))
            .into_iter()
            .next()
            .unwrap()
            .source
    };
    assert!(matches!(
        first(&["17", "23"]),
        HierarchySource::Intervals(_)
    ));
    assert!(matches!(
        first(&["14248", "01069"]),
        HierarchySource::Mask(_)
    ));
    assert!(matches!(
        first(&["2024-05", "2023-01"]),
        HierarchySource::Dates(_)
    ));
    assert!(matches!(
        first(&["Flu", "HIV", "TB"]),
        HierarchySource::Rare(_)
    ));
}

#[test]
fn a_hierarchy_of_more_levels_than_anybody_can_follow_is_refused() {
    use crate::stack::DEEPEST_TREE;
    let chains = |levels: usize| vec![vec!["x"; levels]];
    assert!(Tree::from_chains(&chains(DEEPEST_TREE)).is_ok());
    let told = Tree::from_chains(&chains(DEEPEST_TREE + 1)).unwrap_err();
    assert_eq!(
        told.to_string(),
        "the hierarchy has 1001 levels; expected 1000 at most"
    );
}
