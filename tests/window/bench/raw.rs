//! Files as they come to somebody's desk: no recipe, nothing said about them.

use std::fmt::Write;

/// A raw file of every kind, by name.
pub fn all() -> [(&'static str, String); 3] {
    [
        ("patients.csv", patients()),
        ("answers.csv", answers()),
        ("orders.csv", orders()),
    ]
}

/// Eleven columns, two of which name people.
pub fn patients() -> String {
    let mut text =
        "patient_id,name,birth_date,sex,postal_code,nationality,profession,diagnosis,insurer,admitted,remarks\n"
            .to_owned();
    for row in 0..60usize {
        writeln!(
            text,
            "P{row:04},Person {row},19{}-0{}-1{},{},14{}4{},{},{},{},{},2024-0{}-0{},remark {row}",
            40 + row * 7 % 50,
            1 + row % 9,
            row % 9,
            ["female", "male"][row % 2],
            row % 3,
            row % 5,
            ["Swiss", "German", "French"][row % 3],
            ["nurse", "farmer", "teacher", "clerk"][row * 3 % 4],
            ["Flu", "HIV", "Asthma", "Cold"][row * 5 % 4],
            ["North", "South"][row / 2 % 2],
            1 + row % 9,
            1 + row % 7,
        )
        .unwrap();
    }
    text
}

/// Twelve questions with answers from 1 to 5.
fn answers() -> String {
    let mut text = "person".to_owned();
    for question in 0..12 {
        write!(text, ",Question {question}").unwrap();
    }
    text.push('\n');
    for person in 0..40usize {
        write!(text, "A{person:03}").unwrap();
        for question in 0..12usize {
            write!(
                text,
                ",{}",
                1 + (person % 3 + question * (1 + person % 2)) % 5
            )
            .unwrap();
        }
        text.push('\n');
    }
    text
}

fn orders() -> String {
    let goods = [
        "milk", "cheese", "butter", "apples", "pears", "bread", "cake", "wine", "beer", "juice",
    ];
    let mut text = "order_id,product\n".to_owned();
    for order in 0..80usize {
        for at in 0..=order % 3 {
            writeln!(
                text,
                "{},{}",
                1_000 + order,
                goods[(order + 3 * at) % goods.len()]
            )
            .unwrap();
        }
    }
    text
}
