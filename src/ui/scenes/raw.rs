//! Files as they come to somebody's desk: no recipe, nothing said about them.

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
        text += &format!(
            "P{row:04},Person {row},19{}-0{}-1{},{},14{}4{},{},{},{},{},2024-0{}-0{},remark {row}\n",
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
        );
    }
    text
}

/// Twelve questions with answers from 1 to 5.
pub fn answers() -> String {
    let questions: Vec<String> = (0..12).map(|at| format!("Question {at}")).collect();
    let mut text = format!("person,{}\n", questions.join(","));
    for person in 0..40usize {
        text += &format!("A{person:03}");
        for question in 0..12usize {
            let answer = 1 + (person % 3 + question * (1 + person % 2)) % 5;
            text += &format!(",{answer}");
        }
        text.push('\n');
    }
    text
}

pub fn orders() -> String {
    let goods = [
        "milk", "cheese", "butter", "apples", "pears", "bread", "cake", "wine", "beer", "juice",
    ];
    let mut text = "order_id,product\n".to_owned();
    for order in 0..80usize {
        for at in 0..=order % 3 {
            text += &format!(
                "{},{}\n",
                1_000 + order,
                goods[(order + 3 * at) % goods.len()]
            );
        }
    }
    text
}
