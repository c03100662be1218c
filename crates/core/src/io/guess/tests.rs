use super::*;
use std::fmt::Write;

fn guessed(name: &str, text: &str) -> Guess {
    guess(Path::new(name), text.as_bytes(), &LoadOptions::default())
}

fn kind(name: &str, text: &str) -> Kind {
    guessed(name, text).kind
}

#[test]
fn files_are_known_by_their_lines() {
    assert_eq!(
        kind("u.data", "196\t242\t3\t881250949\n186\t302\t3\t891717742\n"),
        Kind::Ratings
    );
    assert_eq!(
        kind("ratings.dat.gz", "1::1193::5::978300760\n"),
        Kind::Ratings
    );
    assert_eq!(
        kind(
            "ratings.csv",
            "userId,movieId,rating,timestamp\n1,2,3.5,4\n"
        ),
        Kind::Ratings
    );
    assert_eq!(kind("people.tsv", "1\t2\t30\t881250949\n"), Kind::Microdata);
    assert_eq!(kind("users.dat", "1::F::1::10::48067\n"), Kind::Microdata);
    assert_eq!(kind("retail.dat", "1 2 3 \n4\n"), Kind::Transactions);
    assert_eq!(kind("retail.csv", "1 2 3\n4\n"), Kind::Microdata);
    assert_eq!(kind("adult.csv", "age,sex\n3,m\n"), Kind::Microdata);
    assert_eq!(kind("empty.dat", ""), Kind::Microdata);
}

#[test]
fn the_extension_below_gz_counts() {
    assert_eq!(extension(Path::new("a/b.DAT.gz")), "dat");
    assert_eq!(extension(Path::new("b.csv")), "csv");
    assert_eq!(extension(Path::new("gz")), "");
}

/// Numbers that look thrown together and are the same every time.
fn mixed(row: usize, column: usize) -> usize {
    (row * 7919 + column * 104_729 + row * column * 31) % 1009
}

/// `before` columns, then so many with numbers `low..low + points`.
fn table(delimiter: &str, before: &[&str], issues: usize, low: usize, points: usize) -> String {
    let mut names: Vec<String> = before.iter().map(|&name| name.to_owned()).collect();
    names.extend((1..=issues).map(|at| format!("q{at}")));
    let mut text = names.join(delimiter) + "\n";
    for row in 0..60 {
        let mut cells: Vec<String> = (0..before.len())
            .map(|at| (17 + mixed(row, at) % 60).to_string())
            .collect();
        cells.extend((0..issues).map(|at| match mixed(row + 3, at) % 9 {
            0 => String::new(),
            _ => (low + mixed(row, at + 50) % points).to_string(),
        }));
        writeln!(text, "{}", cells.join(delimiter)).unwrap();
    }
    text
}

#[test]
fn many_columns_on_one_scale_are_ratings() {
    for delimiter in [",", ";"] {
        let guess = guessed("s.csv", &table(delimiter, &["age", "height"], 20, 1, 5));
        assert_eq!(
            (guess.kind, guess.layout),
            (Kind::Ratings, Some(Layout::Wide))
        );
        assert!(
            guess
                .why
                .starts_with("20 of 22 columns hold numbers from 1 to 5"),
            "{}",
            guess.why
        );
    }
    // Flags, few columns, a third of the columns, and too many points are none.
    assert_eq!(kind("s.csv", &table(",", &[], 20, 0, 2)), Kind::Microdata);
    assert_eq!(
        kind("s.csv", &table(",", &["age"], 6, 1, 5)),
        Kind::Microdata
    );
    let others = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    assert_eq!(
        kind("s.csv", &table(",", &others, 9, 1, 5)),
        Kind::Microdata
    );
    assert_eq!(kind("s.csv", &table(",", &[], 12, 0, 40)), Kind::Microdata);
    assert_eq!(kind("s.csv", &table(",", &[], 30, 0, 40)), Kind::Ratings);
}

#[test]
fn coded_columns_that_others_know_are_no_ratings() {
    let names = [
        "sex",
        "race",
        "marital status",
        "education",
        "children",
        "region",
        "workclass",
        "language",
        "household type",
        "job",
    ];
    let mut text = names.join(";") + "\n";
    for row in 0..60 {
        let cells: Vec<String> = (0..names.len())
            .map(|at| (1 + mixed(row, at) % 4).to_string())
            .collect();
        writeln!(text, "{}", cells.join(";")).unwrap();
    }
    assert_eq!(kind("census.csv", &text), Kind::Microdata);
}

#[test]
fn baskets_are_known_by_their_uneven_lines() {
    assert_eq!(kind("b.dat", "b c d\na f g\nd f y z\n"), Kind::Transactions);
    assert_eq!(kind("b.dat", "ham\nmilk\n"), Kind::Microdata);
    let goods = [
        "ham",
        "milk",
        "rye bread",
        "tea",
        "salt",
        "egg",
        "oil",
        "jam",
    ];
    let mut text = String::new();
    for row in 0..40 {
        let own: Vec<&str> = (0..1 + mixed(row, 1) % 5)
            .map(|at| goods[(row + at * 3) % goods.len()])
            .collect();
        writeln!(text, "{}", own.join(";")).unwrap();
    }
    for mark in [";", ",", "|"] {
        let guess = guessed("b.csv", &text.replace(';', mark));
        assert_eq!(
            (guess.kind, guess.layout),
            (Kind::Transactions, Some(Layout::Basket))
        );
        assert_eq!(guess.separator, Some(mark));
    }
    let spaced = text.replace(' ', "_").replace(';', " ");
    assert_eq!(guessed("b.txt", &spaced).separator, Some(" "));
    // Lists within the fields of a table.
    let films = (0..20).map(|at| {
        format!(
            "{at}::Film {at}::{}\n",
            "Drama|War|Comedy|Crime".split_at(at % 4 * 5 + 5).0
        )
    });
    assert_eq!(
        kind("movies.dat", &films.collect::<String>()),
        Kind::Microdata
    );
    // One line of a table that is too long is a fault of the table.
    let mut faulty = "a,b\n".repeat(20);
    faulty.push_str("a,b,c\n");
    assert_eq!(kind("t.csv", &faulty), Kind::Microdata);
    let prose =
        "This is how it is read, and why.\nNobody is asked twice.\nSee below: it is told.\n";
    assert_eq!(kind("readme.txt", &prose.repeat(6)), Kind::Microdata);
}

/// Rows of an order and an item, three an order.
fn orders(header: &str, more: &str) -> String {
    let goods = ["ham", "milk", "bread", "tea", "salt", "egg", "oil"];
    let mut text = header.to_owned();
    for order in 0..30 {
        for at in 0..3 {
            writeln!(
                text,
                "{};{}{more}",
                5000 + order,
                goods[(order + at * 2) % goods.len()]
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn long_lists_of_orders_are_transactions() {
    let long = (Kind::Transactions, Some(Layout::Long));
    let guess = guessed("o.csv", &orders("Order ID;Product;Date\n", ";2024-01-02"));
    assert_eq!((guess.kind, guess.layout), long);
    assert_eq!(guess.columns.unwrap(), ["Order ID", "Product"]);
    let guess = guessed("o.csv", &orders("", ""));
    assert_eq!(
        (guess.kind, guess.layout, guess.columns),
        (long.0, long.1, None)
    );
    assert_eq!(kind("o.csv", &orders("", ";2")), Kind::Transactions);
    // Visits of patients are records of people: their names do not say order.
    assert_eq!(
        kind("o.csv", &orders("patient;diagnosis\n", "")),
        Kind::Microdata
    );
    // An order a row is a record.
    let single = "order;item\n1;ham\n2;milk\n3;ham\n";
    assert_eq!(kind("o.csv", single), Kind::Microdata);
}

/// A row per order and item, `many` orders with three items each, none beside another of its order.
fn shuffled_orders(header: &str, many: usize) -> String {
    let mut text = header.to_owned();
    for at in 0..3 {
        for order in 0..many {
            let order = (order * 7 + at * 13) % many;
            writeln!(text, "{},item {}", 5000 + order, (order * 5 + at * 3) % 40).unwrap();
        }
    }
    text
}

#[test]
fn orders_are_known_whatever_the_order_of_their_rows() {
    let long = (Kind::Transactions, Some(Layout::Long));
    for header in ["order,item\n", "Basket,Product\n", "customer,article\n"] {
        let guess = guessed("o.csv", &shuffled_orders(header, 1201));
        assert_eq!((guess.kind, guess.layout), long, "{header}");
    }
    // An order a row, but for one slip.
    let mut records = "order,item\n".to_owned();
    for order in 0..900 {
        writeln!(records, "{},item {}", 5000 + order.max(1), order % 40).unwrap();
    }
    records.push_str("5700,item 3\n");
    assert_eq!(kind("o.csv", &records), Kind::Microdata);
    // Customers with more about them are records.
    let more = shuffled_orders("customer,item\n", 1201).replace('\n', ",x\n");
    assert_eq!(kind("o.csv", &more), Kind::Microdata);
}

#[test]
fn two_columns_of_which_the_first_repeats_are_pairs() {
    let are = |text: &str| are_pairs(text.as_bytes(), &LoadOptions::default());
    assert!(are(&shuffled_orders("a,b\n", 1201)));
    assert!(are(&shuffled_orders("", 1201)));
    assert!(are("who,what\nx,ham\ny,milk\nx,tea\n"));
    // Baskets of two items, and a record each.
    assert!(!are("ham,milk\ntea,ham\nmilk,tea\nham,tea\n"));
    assert!(!are("a,b\n1,ham\n2,milk\n3,ham\n"));
    assert!(!are("ham milk\ntea\nham tea jam\n"));
}

#[test]
fn ratings_without_names_are_known_by_their_numbers() {
    let mut text = String::new();
    for person in 0..10 {
        for at in 0..9 {
            let (film, stars) = (mixed(person, at), 1 + mixed(at, person) % 5);
            writeln!(text, "{person},{film},{stars}").unwrap();
        }
    }
    let guess = guessed("r.csv", &text);
    assert_eq!(
        (guess.kind, guess.layout),
        (Kind::Ratings, Some(Layout::Long))
    );
    let named = format!("film,stars,user\n1,4,9\n2,3,9\n{}", "3,5,8\n".repeat(3));
    assert_eq!(
        guessed("r.csv", &named).columns.unwrap(),
        ["user", "film", "stars"]
    );
}

#[test]
fn what_is_said_wins() {
    let survey = table(",", &[], 20, 1, 5);
    let asked = |layout| {
        let options = LoadOptions {
            layout: Some(layout),
            ..LoadOptions::default()
        };
        guess(Path::new("s.csv"), survey.as_bytes(), &options).kind
    };
    assert_eq!(asked(Layout::Basket), Kind::Transactions);
    assert_eq!(asked(Layout::Wide), Kind::Ratings);
    let other = others(
        survey.as_bytes(),
        &LoadOptions::default(),
        (Kind::Ratings, Some(Layout::Wide)),
    );
    assert!(other.contains(&(Kind::Microdata, None)) && other.len() == 5);
    let one = others(
        b"word\nother\n",
        &LoadOptions::default(),
        (Kind::Microdata, None),
    );
    assert!(!one.contains(&(Kind::Ratings, Some(Layout::Long))));
}
