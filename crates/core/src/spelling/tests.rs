use super::*;
use crate::column::Column;
use crate::dictionary::Dictionary;
use crate::progress::Progress;
use proptest::prelude::*;

fn number(text: &str) -> String {
    Spelling::of_type(ValueType::Decimal, Fold::default())
        .of(text)
        .into_owned()
}

fn date(text: &str) -> String {
    Spelling::of_type(ValueType::Date, Fold::default())
        .of(text)
        .into_owned()
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
            &["1e20", "100000000000000000000", "+100000000000000000000"],
        ),
        ("-1e20", &["-1e20", "-100000000000000000000"]),
        ("1.25e300", &["1.25e300", "125e298", "0.125e301"]),
        ("0.000000000000000001", &["1e-18", "0.0000000000000000010"]),
        ("1e-20", &["1e-20", "0.00000000000000000001"]),
        (
            "12345678901234567890.5",
            &["12345678901234567890.5", "12345678901234567890.50"],
        ),
        ("1000e999", &["1000e999", "1000.0e999"]),
        ("0.001e-999", &["0.001e-999", "0.0010e-999"]),
    ] {
        for text in texts {
            assert_eq!(number(text), expected, "{text}");
        }
        assert!(ValueType::of(expected).is_number(), "{expected}");
    }
    // No number to us, so that it is not changed as one.
    for text in [
        "05", "+05", "+-5", "--5", "++5", "-+5", "1,5", "1,000", "five", "+", "",
    ] {
        assert_eq!(number(text), text);
    }
    assert_ne!(number("0.1"), number("0.10000000000000000001"));
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
        ("2024-01-31 10:05:00Z", &["2024-01-31T10:05:00Z"]),
        ("2024-01-31 00:00:00+01:00", &["2024-01-31T00:00:00+01:00"]),
    ] {
        for text in texts {
            assert_eq!(date(text), expected, "{text}");
        }
        assert_eq!(ValueType::of(expected), ValueType::Date, "{expected}");
    }
    assert_eq!(date("03/04/2024"), "03/04/2024");
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
fn codes_and_mixtures_are_no_numbers() {
    for texts in [
        &["01234", "1234", "1235.5"][..],
        &["1", "1.5", "x"],
        &["1.1", "2024-01-31", "1.5"],
        // Neither an exponent nor a zero at the beginning, nor one before a point that is not there.
        &["1e3", "1000", "x"],
        &["007", "7", "x"],
        &[".5", "0.5", "5.", "x"],
        &["1.0.0", "1.0.00", "x"],
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
fn numbers_among_words_lose_a_plus_and_zeros_at_the_end() {
    let (column, told) = folded(
        &[
            "5", "5.0", "unknown", "+5", "-2.50", "-2.5", "-0.0", "0", "007.0", "1e3", "+1.0",
        ],
        Fold::default(),
    );
    let expected = [
        "5", "5", "unknown", "5", "-2.5", "-2.5", "0", "0", "007.0", "1e3", "1",
    ];
    assert_eq!(shown(&column), expected);
    let told = told.unwrap();
    assert_eq!((told.spellings, told.values, told.changed), (11, 7, 5));
    assert_eq!(
        told.sentence(),
        "In \"c\", 11 spellings stand for 7 values: equal ones became one, written without white space around them, \
         with their letters composed, and numbers among them without a plus and without zeros at the end of a fraction."
    );
    let off = Fold {
        numbers: false,
        ..Fold::default()
    };
    assert_eq!(folded(&["5", "5.0", "unknown", "+5"], off).1, None);
}

#[test]
fn a_plus_before_many_digits_is_a_sign_where_there_are_other_numbers() {
    let (column, _) = folded(&["+1000000", "1000000", "7"], Fold::default());
    assert_eq!(shown(&column), ["1000000", "1000000", "7"]);
    let (column, _) = folded(&["+1000000", "1000000", "none"], Fold::default());
    assert_eq!(shown(&column), ["1000000", "1000000", "none"]);
}

#[test]
fn long_numbers_are_numbers_among_quantities() {
    let (column, _) = folded(&["1e20", "100000000000000000000", "5"], Fold::default());
    assert_eq!(shown(&column), ["1e20", "1e20", "5"]);
}

#[test]
fn commas_part_thousands_where_nothing_speaks_against_it() {
    for (texts, expected) in [
        (&["1,000", "1000", "250"][..], &["1000", "1000", "250"][..]),
        (&["1,000,000", "2,500"], &["1000000", "2500"]),
        (
            &["1,000.50", "1000.5", "-2,000"],
            &["1000.5", "1000.5", "-2000"],
        ),
        (&["+1,000", "1e3"], &["1000", "1000"]),
    ] {
        let (column, _) = folded(texts, Fold::default());
        assert_eq!(shown(&column), expected);
        assert!(column.value_type().is_number());
        assert!(!column.spelling().is_unsure_of_commas());
    }
    for texts in [
        // Each may be that of a decimal.
        &["1,000", "2,500"][..],
        &["1,5", "1,000", "3"],
        &["1,5", "2,25"],
        &["0,750", "1,250", "3"],
        &["1,0000", "1000"],
        &["1000,000", "1000"],
    ] {
        let (column, told) = folded(texts, Fold::default());
        assert_eq!((shown(&column).as_slice(), told), (texts, None));
        assert!(column.spelling().is_unsure_of_commas(), "{texts:?}");
    }
    // Among words nothing is said of commas, and lists of numbers are no numbers.
    for texts in [
        &["1,000", "1000", "none"][..],
        &["1,,000", "1000"],
        &["1,000,", "7"],
    ] {
        let (column, told) = folded(texts, Fold::default());
        assert_eq!((shown(&column).as_slice(), told), (texts, None));
        assert!(!column.spelling().is_unsure_of_commas(), "{texts:?}");
    }
    let off = Fold {
        numbers: false,
        ..Fold::default()
    };
    let (column, told) = folded(&["1,000", "1000"], off);
    assert_eq!(
        (shown(&column).as_slice(), told),
        (&["1,000", "1000"][..], None)
    );
    assert!(!column.spelling().is_unsure_of_commas());
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
    assert_eq!(of(&["y", "x"], " 5.0"), "5.0");
    assert_eq!(of(&["5", "1,000"], "2,000"), "2000");
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
        prop_assert_eq!(number(&one), number(&other));
        let value: f64 = one.parse().unwrap();
        prop_assert_eq!(number(&one).parse::<f64>().unwrap(), value);
        prop_assert_eq!(number(&number(&one)), number(&one));
    }

    #[test]
    fn spelling_twice_is_spelling_once(text in "\\PC{0,12}|[-0-9.eE]{1,12}|[0-9:TZ. /-]{8,24}") {
        for value_type in [ValueType::Text, ValueType::Decimal, ValueType::Date] {
            let spelling = Spelling::of_type(value_type, Fold::default());
            let once = spelling.of(&text).into_owned();
            prop_assert_eq!(spelling.of(&once).into_owned(), once.clone());
            let named = Fold::default().name(&text).into_owned();
            let (before, after) = (ValueType::of(&named), ValueType::of(&once));
            if after.is_number() && !before.is_number() {
                // It was one already, with a sign that says nothing or with more digits than most have.
                prop_assert_eq!(named.parse::<f64>().unwrap(), once.parse::<f64>().unwrap());
            } else {
                prop_assert_eq!(before.is_number(), after.is_number());
            }
            prop_assert_eq!(before == ValueType::Date, after == ValueType::Date);
        }
    }

    #[test]
    fn a_column_is_spelled_once(texts in prop::collection::vec("[-+]?[0-9]{0,3}[.,]?[0-9]{0,3}|[+]?[0-9]{6,21}|1e[0-9]{1,2}|x", 1..6)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (column, _) = folded(&texts, Fold::default());
        let (again, told) = folded(&shown(&column), Fold::default());
        prop_assert_eq!(shown(&again), shown(&column));
        prop_assert_eq!(told, None);
    }
}
