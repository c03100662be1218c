//! Files as they lie on somebody's desk: shaped like those that are published, invented, the same on every machine.

use std::fmt::Write;

/// Numbers that look drawn.
struct Draws(u64);

impl Draws {
    /// Of one record: the same whatever came before.
    fn of(seed: u64, record: usize) -> Self {
        let record = (record as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ record)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// So often in a hundred.
    fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of several, each as often as its weight says.
    fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (at, &weight) in weights.iter().enumerate() {
            if left < weight {
                return at;
            }
            left -= weight;
        }
        0
    }

    /// Around zero, rarely beyond three.
    fn spread(&mut self) -> f64 {
        let sum: usize = (0..12).map(|_| self.below(1_000)).sum();
        sum as f64 / 1_000.0 - 6.0
    }
}

/// Eleven columns with semicolons between, as of a census of couples: most things follow from age and school.
pub fn households(rows: usize) -> String {
    const SCHOOLS: [&str; 4] = ["none", "primary", "secondary", "tertiary"];
    let mut text = "person;age;education;partner_education;children;religion;working;occupation;standard;media;method\n"
        .to_owned();
    for row in 0..rows {
        let mut draws = Draws::of(1, row);
        let age = 16 + (draws.below(18) + draws.below(18)).min(33);
        let school = draws.weighted(&[1, 2, 3, 4]);
        let partner = match draws.percent(70) {
            true => school,
            false => draws.weighted(&[1, 2, 3, 4]),
        };
        let children = ((age - 16) / 6 + draws.below(3)).saturating_sub(school / 2);
        let religious = draws.percent(85);
        let working = draws.percent(15 + 10 * school);
        let job = (3 - school).max(draws.below(4));
        let standard = 1 + draws.weighted(&[1, 2, 3, 2 + school]);
        let media = draws.percent(90);
        let method = match children {
            0 => 0,
            _ => draws.weighted(&[2, 1 + school, 2]),
        };
        _ = writeln!(
            text,
            "P{row:06};{age};{};{};{children};{};{};{};{standard};{};{}",
            SCHOOLS[school],
            SCHOOLS[partner],
            ["no", "yes"][usize::from(religious)],
            ["no", "yes"][usize::from(working)],
            ["farm", "factory", "office", "shop"][job],
            ["bad", "good"][usize::from(media)],
            ["none", "long", "short"][method],
        );
    }
    text
}

/// What lies beside `homes.csv`: a hierarchy of ages and one of schools.
pub fn hierarchies_of_households() -> [(&'static str, String); 2] {
    let ages = (16..50).map(|age| {
        let (five, ten) = (age / 5 * 5, age / 10 * 10);
        format!("{age};{five}-{};{ten}-{};*\n", five + 4, ten + 9)
    });
    let schools = "none;low;*\nprimary;low;*\nsecondary;high;*\ntertiary;high;*\n";
    [
        ("homes_hierarchy_age.csv", ages.collect()),
        ("homes_hierarchy_education.csv", schools.to_owned()),
    ]
}

/// The questions of [`questionnaire`].
pub const QUESTIONS: usize = 140;
/// What it holds beside them; the numbers of the household lie on the scale of the answers.
pub const BACKGROUND: [&str; 10] = [
    "Age",
    "Height",
    "Weight",
    "Number of siblings",
    "People at home",
    "Gender",
    "Handedness",
    "Education",
    "Town",
    "Remarks",
];

/// 140 questions with answers from 1 to 5, a tenth of them skipped by somebody, and ten columns about the person. Three sorts
/// of people answer much alike.
pub fn questionnaire(people: usize) -> String {
    let mut text = String::new();
    for question in 0..QUESTIONS {
        _ = write!(text, "Question {question},");
    }
    text += &BACKGROUND.join(",");
    text.push('\n');
    for person in 0..people {
        let mut draws = Draws::of(2, person);
        let sort = draws.weighted(&[4, 3, 2]);
        for question in 0..QUESTIONS {
            let mut usual = Draws::of(3, question * 3 + sort);
            let usual = 2.0 + usual.below(3) as f64;
            let answer = (usual + 0.55 * draws.spread()).round().clamp(1.0, 5.0);
            match draws.below(200) {
                0 => text.push(','),
                _ => _ = write!(text, "{answer},"),
            }
        }
        let gender = draws.below(2);
        _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},remark {person}",
            15 + draws.below(8) + draws.below(8),
            158 + 13 * gender + draws.below(20),
            48 + 18 * gender + draws.below(30),
            draws.weighted(&[2, 5, 2, 1, 1, 1, 1]),
            1 + draws.weighted(&[1, 2, 4, 5, 2]),
            ["female", "male"][gender],
            ["left", "right"][usize::from(draws.percent(90))],
            ["school", "college", "university"][draws.weighted(&[5, 3, 2])],
            ["city", "village"][draws.weighted(&[7, 3])],
        );
    }
    text
}

const DEPARTMENTS: [(&str, [&str; 3]); 4] = [
    ("fresh", ["fruit", "vegetables", "dairy"]),
    ("bakery", ["bread", "cake", "biscuits"]),
    ("drinks", ["juice", "beer", "wine"]),
    ("household", ["cleaning", "paper", "candles"]),
];

/// Sixty goods: five of every shelf.
fn goods() -> Vec<String> {
    let shelves = DEPARTMENTS.iter().flat_map(|(_, shelves)| shelves);
    let goods = shelves.flat_map(|shelf| (1..=5).map(move |number| format!("{shelf} {number}")));
    goods.collect()
}

/// A line for every item of an order, with a price that nobody asked for. A third of the goods are bought by most.
pub fn orders(orders: usize) -> String {
    let goods = goods();
    let weights: Vec<usize> = (0..goods.len())
        .map(|at| 600 / (1 + at * 7 % goods.len()))
        .collect();
    let mut text = "order_id,product,price\n".to_owned();
    for order in 0..orders {
        let mut draws = Draws::of(4, order);
        let many = 1 + draws.weighted(&[4, 4, 3, 2, 1, 1]);
        let mut bought: Vec<usize> = (0..many).map(|_| draws.weighted(&weights)).collect();
        bought.sort_unstable();
        bought.dedup();
        for item in bought {
            let price = 100 + draws.below(900);
            _ = writeln!(
                text,
                "{},{},{}.{:02}",
                10_000 + order,
                goods[item],
                price / 100,
                price % 100
            );
        }
    }
    text
}

/// What lies beside `orders.csv`: good, shelf, department.
pub fn taxonomy_of_orders() -> String {
    let goods = goods();
    let shelves = DEPARTMENTS
        .iter()
        .flat_map(|(department, shelves)| shelves.iter().map(move |shelf| (department, shelf)));
    let lines = shelves.enumerate().flat_map(|(at, (department, shelf))| {
        let own = &goods[at * 5..at * 5 + 5];
        own.iter()
            .map(move |good| format!("{good};{shelf};{department};*\n"))
    });
    lines.collect()
}

/// 42 columns as census files come: no names, blanks after the commas and a full stop at the end of a line. Most of what is
/// asked does not apply to most people.
pub fn census(rows: usize) -> String {
    const WORK: [&str; 5] = [
        "Not in universe",
        "Private",
        "Self-employed",
        "Public",
        "Never worked",
    ];
    const SCHOOLS: [&str; 6] = [
        "High school",
        "Some college",
        "College",
        "Children",
        "Masters",
        "None",
    ];
    const MARRIED: [&str; 5] = [
        "Never married",
        "Married",
        "Divorced",
        "Widowed",
        "Separated",
    ];
    let mut text = String::new();
    for row in 0..rows {
        let mut draws = Draws::of(5, row);
        let age = (draws.below(50) + draws.below(45)).min(90);
        let adult = usize::from(age >= 16);
        for column in 0..42usize {
            if column > 0 {
                text += ", ";
            }
            match column {
                0 => _ = write!(text, "{age}"),
                1 => text += WORK[adult * draws.weighted(&[5, 4, 1, 1, 1])],
                4 => {
                    text += SCHOOLS[if adult == 1 {
                        draws.weighted(&[5, 3, 2, 0, 1, 1])
                    } else {
                        3
                    }]
                }
                7 => text += MARRIED[adult * draws.weighted(&[3, 5, 1, 1, 1])],
                12 => text += ["Female", "Male"][draws.below(2)],
                24 => _ = write!(text, "{}.{:02}", 37 + draws.below(4_000), draws.below(100)),
                40 => text += ["94", "95"][draws.below(2)],
                41 => text += ["- 50000", "50000+"][usize::from(draws.percent(6))],
                column if column % 3 == 0 => {
                    _ = write!(text, "{}", draws.weighted(&[20, 2, 1]));
                }
                column => {
                    let codes = 2 + column % 4;
                    match draws.percent(85) {
                        true => text += "Not in universe",
                        false => _ = write!(text, "Code {}", draws.below(codes)),
                    }
                }
            }
        }
        text += ".\n";
    }
    text
}
