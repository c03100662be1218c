use crate::io::load::load;
use crate::{
    Dataset, Failure, Kind, Layout, LoadOptions, Loaded, Problem, Progress, Stopped, Transactions,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn options(layout: Layout) -> LoadOptions {
    LoadOptions {
        kind: Some(Kind::Transactions),
        layout: Some(layout),
        ..LoadOptions::default()
    }
}

fn try_read(text: &str, options: &LoadOptions, progress: &Progress) -> Result<Loaded, Failure> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baskets.dat");
    std::fs::write(&path, text).unwrap();
    load(&path, options, progress)
}

fn read(text: &str, options: &LoadOptions) -> (Transactions, Loaded) {
    let loaded = try_read(text, options, &Progress::default()).unwrap();
    match &loaded.dataset {
        Dataset::Transactions(transactions) => (transactions.clone(), loaded),
        other => panic!("expected transactions, got {other:?}"),
    }
}

fn problem(text: &str, options: &LoadOptions) -> Problem {
    match try_read(text, options, &Progress::default()) {
        Err(Failure::Problem(problem)) => problem,
        other => panic!("expected a problem, got {other:?}"),
    }
}

fn names(transactions: &Transactions) -> Vec<BTreeSet<String>> {
    (0..transactions.len())
        .map(|at| {
            let basket = transactions.basket(at);
            assert!(basket.windows(2).all(|pair| pair[0] < pair[1]));
            basket
                .iter()
                .map(|&item| transactions.items.get(item).to_owned())
                .collect()
        })
        .collect()
}

fn sets(baskets: &[&[&str]]) -> Vec<BTreeSet<String>> {
    baskets
        .iter()
        .map(|basket| basket.iter().map(|&item| item.to_owned()).collect())
        .collect()
}

#[test]
fn pairs_are_baskets_whatever_the_order_of_the_rows() {
    let chosen = LoadOptions {
        kind: Some(Kind::Transactions),
        ..LoadOptions::default()
    };
    for header in ["order,item", "a,b"] {
        let text = format!("{header}\n1,ham\n2,tea\n1,milk\n3,ham\n2,jam\n1,tea\n");
        let (transactions, loaded) = read(&text, &chosen);
        assert_eq!(loaded.options.layout, Some(Layout::Long), "{header}");
        let expected = sets(&[&["ham", "milk", "tea"], &["tea", "jam"], &["ham"]]);
        assert_eq!(names(&transactions), expected);
    }
}

#[test]
fn lines_are_transactions() {
    let (transactions, loaded) = read("3 1 \r\n\r\n2 2 1\n7\n\n\n", &LoadOptions::default());
    assert_eq!(
        names(&transactions),
        sets(&[&["3", "1"], &["1", "2"], &["7"]])
    );
    assert_eq!(loaded.options.kind, Some(Kind::Transactions));
    assert_eq!(
        loaded.notes[1..],
        [
            "1 empty line is left out: it is no basket.",
            "1 item stands in its basket more than once and counts once."
        ]
    );
    let mut commas = options(Layout::Basket);
    commas.separator = Some(",".into());
    let (transactions, _) = read("whole milk, ham,\nham\n", &commas);
    assert_eq!(
        names(&transactions),
        sets(&[&["whole milk", "ham"], &["ham"]])
    );
    assert!(
        problem("\n \n", &options(Layout::Basket))
            .message
            .contains("is empty")
    );
    let progress = Progress::default();
    progress.stop();
    let stopped = try_read("1 2\n", &options(Layout::Basket), &progress);
    assert!(matches!(stopped, Err(Failure::Stopped(Stopped))));
}

#[test]
fn rows_are_gathered_by_basket() {
    let text = "tid,item,price\n7,ham,1\n3,milk,2\n7,milk,2\n7,ham,1\n9,,0\n";
    let (transactions, loaded) = read(text, &options(Layout::Long));
    assert_eq!(names(&transactions), sets(&[&["ham", "milk"], &["milk"]]));
    let labels = transactions.labels.unwrap();
    assert_eq!(labels.iter().collect::<Vec<_>>(), ["7", "3"]);
    assert_eq!(transactions.items.len(), 2);
    assert_eq!(loaded.notes.len(), 4, "{:?}", loaded.notes);
    let told = problem("tid,item\n1,a\n,b\n", &options(Layout::Long));
    assert_eq!((told.line, told.column), (Some(3), Some(1)));
}

#[test]
fn lists_are_split() {
    let text = "id;items\n1;ham,milk\n2;\n3;milk , ham\n4;eggs\n";
    let mut list = options(Layout::List);
    list.column = Some("items".into());
    let (transactions, loaded) = read(text, &list);
    assert_eq!(
        names(&transactions),
        sets(&[&["ham", "milk"], &["ham", "milk"], &["eggs"]])
    );
    assert_eq!(loaded.options.separator.as_deref(), Some(","));
    list.column = Some("things".into());
    assert!(
        problem(text, &list)
            .message
            .contains("no column \"things\"")
    );
}

#[test]
fn layouts_of_other_kinds_are_refused() {
    assert!(
        problem("1 2\n", &options(Layout::Wide))
            .message
            .contains("expected basket, long or list")
    );
}

#[test]
fn many_stretches_give_what_one_would() {
    let line = |n: usize| format!("{} {} x{}", n % 977, n * 31 % 4_001, n % 13);
    let text: Vec<String> = (0..200_000).map(line).collect();
    let text = text.join("\n");
    assert!(text.len() > 2 << 20);
    let (transactions, _) = read(&text, &options(Layout::Basket));
    assert_eq!(transactions.len(), 200_000);
    let mut first_seen = BTreeMap::new();
    for item in text.split_ascii_whitespace() {
        let next = first_seen.len() as u32;
        first_seen.entry(item).or_insert(next);
    }
    for (at, line) in text.lines().enumerate().step_by(997) {
        let mut expected: Vec<u32> = line.split(' ').map(|item| first_seen[item]).collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(transactions.basket(at), expected);
    }
}

fn some_transactions() -> impl Strategy<Value = Vec<BTreeSet<String>>> {
    let item = "[a-zà-ü0-9]{1,4}";
    proptest::collection::vec(proptest::collection::btree_set(item, 1..6), 1..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_was_written_is_what_was_read(baskets in some_transactions()) {
        let joined = |separator: &str| -> Vec<String> {
            baskets
                .iter()
                .map(|basket| basket.iter().cloned().collect::<Vec<_>>().join(separator))
                .collect()
        };
        let (lines, _) = read(&joined(" ").join("\n"), &options(Layout::Basket));
        prop_assert_eq!(&names(&lines), &baskets);

        let mut long = String::from("tid,item\n");
        for (at, basket) in baskets.iter().enumerate() {
            for item in basket {
                long.push_str(&format!("t{at},{item}\n"));
            }
        }
        let mut with_header = options(Layout::Long);
        with_header.header = Some(true);
        with_header.nulls = Some(Vec::new());
        let (long, _) = read(&long, &with_header);
        prop_assert_eq!(&names(&long), &baskets);

        let list = format!("items\n{}\n", joined("|").join("\n"));
        let mut as_list = options(Layout::List);
        as_list.header = Some(true);
        as_list.delimiter = Some(",".into());
        as_list.separator = Some("|".into());
        as_list.nulls = Some(Vec::new());
        let (list, _) = read(&list, &as_list);
        prop_assert_eq!(&names(&list), &baskets);
    }
}
