use super::*;
use crate::column::Column;
use crate::dictionary::Dictionary;
use crate::pulse::Pulse;
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
    fold_column(column, fold, &missing, &Pulse::default()).unwrap()
}

fn shown(column: &Column) -> Vec<&str> {
    (0..column.len()).map(|row| column.text(row)).collect()
}

#[test]
fn a_number_has_one_spelling() {
    for (expected, texts) in [
        (
            "5",
            &["5", "5.0", "5.", "5e0", "0.5e1", "50E-1", "5.000"][..],
        ),
        ("-5", &["-5", "-5.00", "-.5e1"]),
        ("0", &["0", "0.0", "-0.0", ".0", "0e7", "-0e-3"]),
        ("0.5", &["0.5", ".5", "0.50", "5e-1"]),
        ("1200", &["1200", "1.2e3", "12e+2", "1200.0"]),
        ("100000000000000000", &["1e17", "100000000000000000"]),
        ("1e18", &["1e18", "1000000000000000000.0"]),
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
    for text in ["05", "+5", "-0", "1,5", "five", ""] {
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
        &["01234", "1234", "1234.0"][..],
        &["1.0", "1", "x"],
        &["1.10", "2024-01-31", "1.1"],
    ] {
        let (column, told) = folded(texts, Fold::default());
        assert_eq!(shown(&column), texts);
        assert_eq!(told, None);
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
    assert_eq!(of(&["5", "x"], " 5.0"), "5.0");
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
    let pulse = Pulse::default();
    pulse.stop();
    let stopped = fold_values(&values, Fold::default(), &[], "c", &pulse);
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
            let before = ValueType::of(&Fold::default().name(&text));
            let after = ValueType::of(&once);
            prop_assert_eq!(before.is_number(), after.is_number());
            prop_assert_eq!(before == ValueType::Date, after == ValueType::Date);
        }
    }
}
