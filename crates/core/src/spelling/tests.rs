use super::*;
use crate::{Column, Dictionary, Progress, ValueType};
use proptest::prelude::*;

fn of(text: &str) -> String {
    Spelling::new(Fold::default()).of(text).into_owned()
}

fn folded(texts: &[&str], fold: Fold) -> (Column, Option<Told>) {
    let column = Column::from_texts("c", texts).unwrap();
    let missing = ["", "NA", "-99"].map(str::to_owned);
    fold_column(column, fold, &missing, &Progress::default()).unwrap()
}

fn shown(column: &Column) -> Vec<&str> {
    (0..column.len()).map(|row| column.text(row)).collect()
}

#[test]
fn a_number_has_one_spelling() {
    for (expected, texts) in [
        (
            "5",
            &[
                "5", "5.0", "5.", "5e0", "0.5e1", "50E-1", "5.000", "+5", "+5.0", "+5e0",
            ][..],
        ),
        ("-5", &["-5", "-5.00", "-.5e1"]),
        ("0", &["0", "0.0", "-0.0", ".0", "0e7", "-0e-3", "-0", "+0"]),
        ("0.5", &["0.5", ".5", "0.50", "5e-1"]),
        ("1200", &["1200", "1.2e3", "12e+2", "1200.0"]),
        ("100000000000000000", &["1e17", "100000000000000000"]),
        (
            "1e18",
            &["1e18", "1000000000000000000.0", "1000000000000000000"],
        ),
        (
            "1e20",
            &["1e20", "100000000000000000000", "100000000000000000000.0"],
        ),
        ("-1e20", &["-1e20", "-100000000000000000000"]),
        ("1.25e300", &["1.25e300", "125e298", "0.125e301"]),
        ("0.000000000000000001", &["1e-18", "0.0000000000000000010"]),
        ("1e-20", &["1e-20", "0.00000000000000000001"]),
        (
            "12345678901234567890.5",
            &["12345678901234567890.5", "12345678901234567890.50"],
        ),
        (
            "1000000",
            &["1,000,000", "+1,000,000", "1,000,000.00", "1E+6", "1.0E6"],
        ),
        ("-1000.5", &["-1,000.5", "-1000.50"]),
        ("1000e999", &["1000e999", "1000.0e999"]),
        ("0.001e-999", &["0.001e-999", "0.0010e-999"]),
    ] {
        for text in texts {
            assert_eq!(of(text), expected, "{text}");
        }
        assert!(ValueType::of(expected).is_number(), "{expected}");
    }
    // No number to us, or perhaps none, so that it is not changed as one.
    for text in [
        "05",
        "+05",
        "007.0",
        "+-5",
        "--5",
        "++5",
        "-+5",
        "1,5",
        "1,000",
        "five",
        "+",
        "",
        "1E3",
        "12E4",
        "-1E3",
        "1e",
        "1e1000",
        "1e1.5",
        ".",
        "-.",
        "1,,000,000",
        "1,000,00",
        "01,000,000",
        "1,000.",
        "1,000e3",
        "1.0.0",
        "+49301234567",
        "+1000000",
        "1234567890123456789",
        "1234567000000000000000",
    ] {
        assert_eq!(of(text), text);
    }
    assert_ne!(of("0.1"), of("0.10000000000000000001"));
}

#[test]
fn a_date_has_one_spelling() {
    for (expected, texts) in [
        (
            "2024-01-31",
            &[
                "31.01.2024",
                "2024/01/31",
                "2024-01-31",
                "2024-1-31",
                "2024/1/31",
                "31.1.2024",
                "2024-1-31 00:00",
                "2024-01-31 00:00",
                "31.01.2024T00:00:00.0",
            ][..],
        ),
        (
            "2024-01-31 10:05:00",
            &[
                "2024-01-31T10:05",
                "31.01.2024 10:05:00",
                "2024-01-31 10:05:00.000",
            ],
        ),
        ("2024-01-31 10:05:00.5", &["2024-01-31T10:05:00.500"]),
        (
            "2024-01-31 10:05:00Z",
            &[
                "2024-01-31T10:05:00Z",
                "2024-01-31T10:05Z",
                "31.1.2024 10:05+00:00",
            ],
        ),
        (
            "2024-01-31 00:00:00+01:00",
            &["2024-01-31T00:00:00+01:00", "2024-01-31T00:00+0100"],
        ),
    ] {
        for text in texts {
            assert_eq!(of(text), expected, "{text}");
        }
        assert_eq!(ValueType::of(expected), ValueType::Date, "{expected}");
    }
    // Nobody can tell its day from its month, but it is the same day.
    for text in ["03/04/2024", "3/4/2024", "03/4/2024"] {
        assert_eq!(of(text), "03/04/2024");
    }
    assert_eq!(of("31-1-2024"), "31-01-2024");
    for text in [
        "32/1/2024",
        "13/13/2024",
        "3/4/24",
        "3/4/2024/5",
        "3/4/2024 10:00",
        "2024-02-30",
        "3.4.5",
    ] {
        assert_eq!(of(text), text);
    }
}

#[test]
fn a_date_is_read_in_the_order_that_was_said() {
    let as_said = |text: &str, order| {
        let spelling = Spelling::new(Fold::NOTHING).with_order(order);
        spelling.of(text).into_owned()
    };
    for (text, day_first, month_first) in [
        ("02/11/1984", "1984-11-02", "1984-02-11"),
        ("2-11-1984", "1984-11-02", "1984-02-11"),
        (
            "2/11/1984 10:05",
            "1984-11-02 10:05:00",
            "1984-02-11 10:05:00",
        ),
        ("2/11/1984 00:00:00", "1984-11-02", "1984-02-11"),
        // What is a date by itself is that one.
        ("1984-11-02", "1984-11-02", "1984-11-02"),
        ("2.11.1984", "1984-11-02", "1984-11-02"),
        // No day in that order stays as it is, with two digits for both.
        ("25/1/1984", "1984-01-25", "25/01/1984"),
        ("1/25/1984", "01/25/1984", "1984-01-25"),
        ("30/02/1984", "30/02/1984", "30/02/1984"),
        ("2/11/84", "2/11/84", "2/11/84"),
        ("2/11/1984 noon", "2/11/1984 noon", "2/11/1984 noon"),
        ("x", "x", "x"),
    ] {
        assert_eq!(as_said(text, DateOrder::DayFirst), day_first, "{text}");
        assert_eq!(as_said(text, DateOrder::MonthFirst), month_first, "{text}");
    }
}

#[test]
fn a_column_tells_the_order_of_its_dates_only_if_all_are_days_in_no_other() {
    let found = |texts: &[&str]| order_in(&texts.iter().copied().collect());
    let day_first = Some(OrderFound::One(DateOrder::DayFirst));
    let month_first = Some(OrderFound::One(DateOrder::MonthFirst));
    assert_eq!(found(&["02/11/1984", "25/12/1984", ""]), day_first);
    assert_eq!(found(&["02/11/1984", "12/25/1984"]), month_first);
    assert_eq!(found(&["30/11/1984", "2001-02-03"]), day_first);
    assert_eq!(
        found(&["02/11/1984", "03-04-2001"]),
        Some(OrderFound::Either)
    );
    for texts in [
        &["25/12/1984", "12/25/1984"][..],
        &["30/02/1984", "02/11/1984"],
        &["02/11/1984", "unknown"],
        &["2001-02-03", "2.11.1984"],
        &["1/2", "x"],
        &["", ""],
        &[],
    ] {
        assert_eq!(found(texts), None, "{texts:?}");
    }
}

#[test]
fn texts_are_trimmed_and_composed() {
    let fold = Fold::default();
    for text in [
        "HIV",
        " HIV",
        "HIV\u{a0}",
        "\t\u{2007}HIV \u{202f}",
        "\u{feff}HIV\u{200b}",
    ] {
        assert_eq!(fold.name(text), "HIV", "{text:?}");
    }
    assert_eq!(fold.name("cafe\u{301}"), "caf\u{e9}");
    assert_eq!(fold.name(" A  b "), "A  b");
    // What nobody sees is not there, and what looks like a space is one.
    assert_eq!(fold.name("H\0I\u{ad}V\u{200e}"), "HIV");
    assert_eq!(fold.name("e\u{34f}\u{301}"), "\u{e9}");
    assert_eq!(fold.name("New\u{a0}York"), "New York");
    assert_eq!(
        fold.name("one\r\ntwo\rthree\tfour"),
        "one\ntwo\nthree\tfour"
    );
    assert_eq!(
        fold.name("\u{1f468}\u{200d}\u{1f469}"),
        "\u{1f468}\u{200d}\u{1f469}"
    );
    assert_eq!(fold.name("\u{212b}"), "\u{c5}");
    assert_eq!(fold.name(" \u{a0} "), "");
    assert_eq!(Fold::NOTHING.name(" x"), " x");
}

#[test]
fn equal_values_share_a_code_in_the_order_of_their_first_spelling() {
    let (column, told) = folded(
        &["7", "5.0", " 5", "", "5", " NA ", "-99.0"],
        Fold::default(),
    );
    assert_eq!(shown(&column), ["7", "5", "5", "", "5", "", ""]);
    assert_eq!(column.codes(), [0, 1, 1, 2, 1, 2, 2]);
    assert_eq!(
        (column.null(), column.value_type()),
        (Some(2), ValueType::Whole)
    );
    let told = told.unwrap();
    assert_eq!((told.spellings, told.values, told.changed), (6, 2, 4));
    assert_eq!(
        told.sentence(),
        "In \"c\", 6 spellings stand for 2 numbers: equal ones became one, written in plain digits."
    );
}

#[test]
fn what_is_spelled_anew_without_a_twin_is_told_too() {
    let (column, told) = folded(&["31.01.2024", "2024-02-01"], Fold::default());
    assert_eq!(shown(&column), ["2024-01-31", "2024-02-01"]);
    assert_eq!(
        told.unwrap().sentence(),
        "In \"c\", 1 of 2 dates is written as year-month-day, other than in the file."
    );
    assert_eq!(folded(&["1", "2.5", ""], Fold::default()).1, None);
}

#[test]
fn codes_are_no_numbers() {
    for texts in [
        &["01234", "1234", "1235.5"][..],
        &["1.1", "2024-01-31", "1.5"],
        &["007", "7", "x"],
        &["1.0.0", "1.0.00", "x"],
        &["1E3", "5A11", "2E65"],
        // Numbers of accounts, and to be called.
        &["1234567890123456789", "123456789012345678901"],
        &["12", "1234567890123456789"],
        &["+49301234567", "+498912345"],
        &["+49301234567", "unknown"],
    ] {
        let (column, told) = folded(texts, Fold::default());
        assert_eq!(shown(&column), texts);
        assert_eq!(told, None);
    }
}

#[test]
fn numbers_and_dates_among_words_are_spelled_as_anywhere() {
    let (column, told) = folded(
        &[
            "5",
            "5.0",
            "unknown",
            "+5",
            "-2.50",
            "-0.0",
            "0",
            "007.0",
            "1e3",
            "1000",
            ".5",
            "5.",
            "1.1.2024",
            "2024-01-01T00:00",
        ],
        Fold::default(),
    );
    let expected = [
        "5",
        "5",
        "unknown",
        "5",
        "-2.5",
        "0",
        "0",
        "007.0",
        "1000",
        "1000",
        "0.5",
        "5",
        "2024-01-01",
        "2024-01-01",
    ];
    assert_eq!(shown(&column), expected);
    let told = told.unwrap();
    assert_eq!((told.spellings, told.values, told.changed), (14, 8, 9));
    assert_eq!(
        told.sentence(),
        "In \"c\", 14 spellings stand for 8 values: equal ones became one, written without white space around them, \
         with their letters composed, numbers among them in plain digits and dates as year-month-day."
    );
    let off = Fold {
        numbers: false,
        ..Fold::default()
    };
    assert_eq!(folded(&["5", "5.0", "unknown", "+5"], off).1, None);
}

#[test]
fn a_comma_is_that_of_a_decimal_where_it_is_said() {
    let said = Fold {
        decimal_comma: true,
        ..Fold::default()
    };
    let texts = [
        "1528,11", "1.528,11", "-1,50", "1,000", "3.5", "0,5", "00,5", "1.52,1", "1,2,3", "x",
    ];
    let (column, _) = folded(&texts, said);
    let expected = [
        "1528.11", "1528.11", "-1.5", "1", "3.5", "0.5", "00,5", "1.52,1", "1,2,3", "x",
    ];
    assert_eq!(shown(&column), expected);
    // What was spelled once stays so.
    let (again, _) = folded(&shown(&column), said);
    assert_eq!(shown(&again), expected);
    let (column, _) = folded(&["1,5", "2,25", "1,000"], Fold::default());
    assert!(column.spelling().has_decimal_commas(column.dictionary()));
    let (column, _) = folded(&["1,000", "2,500"], Fold::default());
    assert!(!column.spelling().has_decimal_commas(column.dictionary()));
}

#[test]
fn a_comma_parts_thousands_where_it_can_do_nothing_else_or_where_it_is_said() {
    let said = Fold {
        thousands: true,
        ..Fold::default()
    };
    let (column, _) = folded(&["1,000", "1000", "2,500,000", "-1,000.50"], said);
    assert_eq!(shown(&column), ["1000", "1000", "2500000", "-1000.5"]);
    let (column, _) = folded(&["1,000", "1000", "2,500,000", "x"], Fold::default());
    assert_eq!(shown(&column), ["1,000", "1000", "2500000", "x"]);
    let is_unsure = |texts: &[&str], fold: Fold| {
        let (column, _) = folded(texts, fold);
        column.spelling().is_unsure_of_commas(column.dictionary())
    };
    for texts in [
        &["1,000", "2,500"][..],
        &["1,000", "", "250"],
        &["1,5", "1,000", "3"],
        &["1,5", "2,25"],
        &["0,750", "1,250", "3"],
        &["1000,000", "1000"],
    ] {
        assert!(is_unsure(texts, Fold::default()), "{texts:?}");
        let off = Fold {
            numbers: false,
            ..Fold::default()
        };
        assert!(!is_unsure(texts, off), "{texts:?}");
    }
    for texts in [
        &["1,000", "1000", "none"][..],
        &["1,,000", "1000"],
        &["1,000,", "7"],
        &["1,000,000", "7"],
        &["", ""],
    ] {
        assert!(!is_unsure(texts, Fold::default()), "{texts:?}");
    }
    assert!(!is_unsure(&["1,000", "2,500"], said));
}

#[test]
fn what_may_be_one_value_is_found() {
    let has_twins = |texts: &[&str], fold: Fold| {
        let (column, _) = folded(texts, fold);
        let found = column
            .spelling()
            .has_twins(column.dictionary(), &Progress::default());
        found.unwrap()
    };
    for texts in [
        ["1E3", "1000"],
        ["1E3", "10E2"],
        ["1,000", "1000"],
        ["1,50", "1,5"],
        ["1,50", "1.5"],
        ["+1000000", "1000000"],
        ["'+1000000", "1000000"],
        ["1234567890123456789", "1234567890123456789.0"],
        ["31/01/2024", "2024-01-31"],
        ["1/31/2024", "2024-01-31"],
        ["31-1-2024", "31/01/2024"],
        ["a\u{200d}b", "ab"],
        ["a\u{200d}b", "a\u{200c}b"],
    ] {
        assert!(has_twins(&texts, Fold::default()), "{texts:?}");
        assert!(!has_twins(&texts, Fold::NOTHING), "{texts:?}");
    }
    // In a column with decimal commas, that of 1,000 is one too.
    assert!(has_twins(&["1,000", "1", "1,5"], Fold::default()));
    for texts in [
        ["1E3", "5A11"],
        ["1,000", "1"],
        ["007", "7"],
        ["03/04/2024", "2024-04-03"],
        ["+49301234567", "49301234568"],
        ["'quoted", "quoted"],
    ] {
        assert!(!has_twins(&texts, Fold::default()), "{texts:?}");
    }
}

#[test]
fn each_can_be_switched_off() {
    let texts = ["5.0", "5", "5"];
    let off = |fold: Fold, texts: &[&str]| {
        let (column, told) = folded(texts, fold);
        assert_eq!((shown(&column).as_slice(), told), (texts, None));
    };
    off(
        Fold {
            numbers: false,
            ..Fold::default()
        },
        &texts,
    );
    off(
        Fold {
            dates: false,
            ..Fold::default()
        },
        &["31.01.2024", "2024-01-31"],
    );
    off(
        Fold {
            texts: false,
            ..Fold::default()
        },
        &["HIV", "HIV ", "e\u{301}"],
    );
    off(Fold::NOTHING, &[" 1", "1", "1.0"]);
}

#[test]
fn a_text_from_elsewhere_is_spelled_as_the_column() {
    let of = |texts: &[&str], text: &str| {
        folded(texts, Fold::default())
            .0
            .spelling()
            .of(text)
            .into_owned()
    };
    assert_eq!(of(&["5", "6"], " 5.0"), "5");
    assert_eq!(of(&["5", "x"], " 5.0"), "5");
    assert_eq!(of(&["y", "x"], " 5.0"), "5");
    assert_eq!(of(&["5", "6"], "2,000"), "2,000");
    assert_eq!(of(&["2024-01-31"], "31.01.2024 "), "2024-01-31");
    assert!(
        Column::from_texts("c", ["5"])
            .unwrap()
            .spelling()
            .is_plain()
    );
}

#[test]
fn a_stop_is_heard() {
    let values: Dictionary = ["5.0", "5"].into_iter().collect();
    let progress = Progress::default();
    progress.stop();
    let stopped = fold_values(&values, Fold::default(), &[], "c", &progress);
    assert!(matches!(stopped, Err(FoldError::Stopped(_))));
}

/// The same number in some other way.
fn respelled_number(whole: u32, part: u32, form: u8) -> String {
    let plain = format!("{whole}.{part:03}");
    let digits = format!("{whole}{part:03}");
    match form % 4 {
        0 => plain,
        1 => format!("{plain}00"),
        2 => format!("{}e-3", digits.trim_start_matches('0')),
        _ => format!("{plain}e0"),
    }
}

proptest! {
    #[test]
    fn spelling_follows_from_the_value(whole in 0u32..3000, part in 0u32..1000, forms in any::<(u8, u8)>()) {
        prop_assume!(whole + part > 0);
        let (one, other) = (respelled_number(whole, part, forms.0), respelled_number(whole, part, forms.1));
        prop_assert_eq!(of(&one), of(&other));
        let value: f64 = one.parse().unwrap();
        prop_assert_eq!(of(&one).parse::<f64>().unwrap(), value);
        prop_assert_eq!(of(&of(&one)), of(&one));
    }

    #[test]
    fn spelling_twice_is_spelling_once(text in "\\PC{0,12}|[-+0-9.,eE]{1,12}|[0-9:TZ. /+-]{8,24}|[ \u{0}\u{ad}\u{200b}e\u{301}\r\n]{0,6}") {
        let once = of(&text);
        prop_assert_eq!(of(&once), once.clone());
        let named = Fold::default().name(&text).into_owned();
        let (before, after) = (ValueType::of(&named), ValueType::of(&once));
        if after.is_number() && !before.is_number() {
            // It was one already, with a sign that says nothing, commas or more digits than most have.
            prop_assert_eq!(named.replace(',', "").parse::<f64>().unwrap(), once.parse::<f64>().unwrap());
        } else {
            prop_assert_eq!(before.is_number(), after.is_number());
        }
        prop_assert_eq!(before == ValueType::Date, after == ValueType::Date);
    }

    /// Nor where an order of dates was said; and what was spelled once stays.
    #[test]
    fn a_date_is_spelled_by_itself(texts in prop::collection::vec("[0-3]?[0-9][/-][0-3]?[0-9][/-](1984|2024)( 1?[0-9]:00)?|[1-9]\\.0?[1-9]\\.2024|x", 1..6), is_day in any::<bool>()) {
        let order = if is_day { DateOrder::DayFirst } else { DateOrder::MonthFirst };
        let spelling = Spelling::new(Fold::default()).with_order(order);
        let folded = |texts: &[&str]| {
            let column = Column::from_texts("c", texts).unwrap();
            fold_column(column, spelling, &[], &Progress::default()).unwrap().0
        };
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let column = folded(&texts);
        for (row, text) in texts.iter().enumerate() {
            let alone = folded(&[text]);
            prop_assert_eq!(column.text(row), alone.text(0));
            prop_assert_eq!(&spelling.of(column.text(row)), column.text(row));
        }
    }

    /// What else stands in the column, perhaps of people who are left out, says nothing about a cell.
    #[test]
    fn a_cell_is_spelled_by_itself(texts in prop::collection::vec("[-+]?[0-9]{0,3}[.,]?[0-9]{0,3}|[+]?[0-9]{6,21}|1[eE][0-9]{1,2}|x|2024-[1-9]-0?[1-9]|[1-9]\\.0?[1-9]\\.2024( 00:00)?", 1..6)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (column, _) = folded(&texts, Fold::default());
        for (row, text) in texts.iter().enumerate() {
            let (alone, _) = folded(&[text], Fold::default());
            prop_assert_eq!(column.text(row), alone.text(0));
        }
        let (again, told) = folded(&shown(&column), Fold::default());
        prop_assert_eq!(shown(&again), shown(&column));
        prop_assert_eq!(told, None);
    }
}
