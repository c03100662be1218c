//! Small made-up data, the same in every run.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// Numbers that look like chance, out of a seed (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    /// Small numbers more often than large ones.
    fn low(&mut self, end: u64) -> u64 {
        self.below(end).min(self.below(end))
    }

    fn in_hundred(&mut self, share: u64) -> bool {
        self.below(100) < share
    }
}

/// Lines of cells, the first being the header.
#[derive(Clone)]
pub struct Cells(pub Vec<Vec<String>>);

impl Cells {
    fn new(names: &[&str]) -> Self {
        Self(vec![names.iter().map(|&name| name.to_owned()).collect()])
    }

    fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.0.push(cells.to_vec());
    }

    /// As a file, with quotes where a cell needs them.
    pub fn text(&self, delimiter: &str) -> String {
        let quoted = |cell: &String| match cell.contains(delimiter) || cell.contains(['"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(quoted).collect();
            cells.join(delimiter) + "\n"
        };
        self.0.iter().map(line).collect()
    }

    /// Without the header.
    pub fn body(&self) -> Self {
        Self(self.0[1..].to_vec())
    }

    /// Some of the rows, in another order if `step` is not 1.
    pub fn every(&self, step: usize, many: usize) -> Self {
        let rows = self.0.len() - 1;
        let some = (0..many).map(|at| self.0[1 + at * step % rows].clone());
        Self(self.0[..1].iter().cloned().chain(some).collect())
    }

    /// The named columns alone.
    pub fn columns(&self, names: &[&str]) -> Self {
        let at = |name: &&str| self.0[0].iter().position(|known| known == name);
        let places: Vec<usize> = names.iter().filter_map(at).collect();
        assert_eq!(places.len(), names.len(), "{names:?}");
        let line = |cells: &Vec<String>| places.iter().map(|&at| cells[at].clone()).collect();
        Self(self.0.iter().map(line).collect())
    }
}

fn day(dice: &mut Dice, first_year: u64, years: u64) -> String {
    let year = first_year + dice.below(years);
    let (month, day) = (1 + dice.below(12), 1 + dice.below(28));
    format!("{year}-{month:02}-{day:02}")
}

/// Patients: some ages and sexes are missing, zip codes may begin with 0.
pub fn people(rows: usize) -> Cells {
    let mut dice = Dice(7);
    let mut cells = Cells::new(&[
        "name",
        "age",
        "zip",
        "sex",
        "job",
        "admitted",
        "diagnosis",
        "grade",
        "visits",
    ]);
    let zips = [
        "01067", "01069", "04103", "10115", "10117", "10999", "80331",
    ];
    let jobs = ["nurse", "cook", "baker", "clerk", "judge", "pilot"];
    let illnesses = ["flu", "cold", "asthma", "ulcer", "cancer", "HIV"];
    for row in 0..rows {
        let age = match dice.in_hundred(3) {
            true => "NA".to_owned(),
            false => (18 + dice.low(62)).to_string(),
        };
        let sex = match dice.in_hundred(4) {
            true => "?",
            false => dice.pick(&["f", "m"]),
        };
        cells.push([
            format!("P{row:03}"),
            age,
            dice.pick(&zips).to_owned(),
            sex.to_owned(),
            dice.pick(&jobs).to_owned(),
            day(&mut dice, 2021, 4),
            illnesses[dice.low(6) as usize].to_owned(),
            (1 + dice.below(9)).to_string(),
            dice.low(9).to_string(),
        ]);
    }
    cells
}

/// What the jobs of the people are, from the value to the top.
pub const JOBS: &str = "\
nurse;service;work;*
cook;service;work;*
baker;craft;work;*
clerk;office;work;*
judge;office;work;*
pilot;craft;work;*
";

/// The same as pairs.
pub const JOB_TREE: &str = "\
nurse;service
cook;service
baker;craft
pilot;craft
clerk;office
judge;office
service;*
craft;*
office;*
";

/// The same as Amnesia writes it.
pub const JOBS_OF_AMNESIA: &str = "\
distinct
name jobs
type string
height 3

service has nurse cook
craft has baker pilot
office has clerk judge

any has service craft office
";

/// Nothing is missing, and most columns are numbers: what microaggregation needs.
pub fn bodies(rows: usize) -> Cells {
    let mut dice = Dice(11);
    let mut cells = Cells::new(&["height", "weight", "income", "born", "town", "smokes"]);
    for _ in 0..rows {
        let cluster = dice.below(3);
        let height = 150 + 12 * cluster + dice.below(14);
        let weight = height / 2 - 10 + dice.below(25);
        cells.push([
            height.to_string(),
            format!("{weight}.{}", dice.below(10)),
            (1_000 + 800 * cluster + 10 * dice.below(150)).to_string(),
            day(&mut dice, 1950 + 10 * cluster, 10),
            dice.pick(&["Bonn", "Jena", "Kiel", "Ulm"]).to_owned(),
            dice.pick(&["never", "daily", "seldom"]).to_owned(),
        ]);
    }
    cells
}

/// Equal values in several spellings, and cells that a spreadsheet would run.
pub fn spellings(rows: usize) -> Cells {
    let mut dice = Dice(13);
    let mut cells = Cells::new(&["size", "day", " place", "illness", "remark"]);
    for _ in 0..rows {
        cells.push([
            dice.pick(&["5", "5.0", "5e0", "7", "7.00", "12.50"])
                .to_owned(),
            dice.pick(&["2024-01-31", "31.01.2024", "2024-02-01"])
                .to_owned(),
            dice.pick(&["Ko\u{308}ln", "K\u{f6}ln", "K\u{f6}ln ", "Ulm"])
                .to_owned(),
            dice.pick(&["flu", "flu ", "cold"]).to_owned(),
            dice.pick(&["=1+1", "+49 30", "-5", "@home", "say \"ah\", twice", "none"])
                .to_owned(),
        ]);
    }
    cells
}

/// Questionnaires in three versions: not everybody was asked everything.
pub fn survey(people: usize) -> Cells {
    let mut dice = Dice(17);
    let mut cells = Cells::new(&[
        "person", "food", "sport", "music", "travel", "books", "income",
    ]);
    for person in 0..people {
        let (version, mood) = (dice.below(3), dice.below(3));
        let mut answer = |asked: bool| match asked && !dice.in_hundred(6) {
            true => (1 + mood + dice.below(3)).to_string(),
            false => String::new(),
        };
        cells.push([
            format!("u{person:02}"),
            answer(true),
            answer(true),
            answer(version != 1),
            answer(version != 2),
            answer(version == 0),
            answer(true),
        ]);
    }
    cells
}

/// A row per rating, in half stars.
pub fn stars(people: usize) -> Cells {
    let mut dice = Dice(19);
    let mut cells = Cells::new(&["user", "film", "stars"]);
    for person in 0..people {
        let taste = dice.below(2);
        for film in ["Alien", "Brazil", "Casablanca", "Diva", "Eraserhead"] {
            if dice.in_hundred(75) {
                let halves = 2 + 3 * taste + dice.below(4);
                cells.push([
                    format!("u{person}"),
                    film.to_owned(),
                    format!("{}.{}", halves / 2, halves % 2 * 5),
                ]);
            }
        }
    }
    cells
}

const ITEMS: [&str; 14] = [
    "ale", "beer", "wine", "milk", "curd", "brie", "rye", "bun", "ham", "beef", "pear", "plum",
    "test", "pills",
];

/// The parents of the items and of their groups.
pub const TAXONOMY: &str = "\
ale;alcohol
beer;alcohol
wine;alcohol
milk;dairy
curd;dairy
brie;dairy
rye;bread
bun;bread
ham;meat
beef;meat
pear;fruit
plum;fruit
test;drugstore
pills;drugstore
alcohol;drink
dairy;food
bread;food
meat;food
fruit;food
drink;all
food;all
drugstore;all
";

/// The same as lines of items and groups.
pub fn taxonomy_lines() -> String {
    let parent = |name: &str| {
        let mut links = TAXONOMY.lines().filter_map(|line| line.split_once(';'));
        links
            .find(|(child, _)| *child == name)
            .map(|(_, parent)| parent)
    };
    let line = |item: &&str| {
        let mut chain = vec![*item];
        while let Some(above) = chain.last().and_then(|name| parent(name)) {
            chain.push(above);
        }
        // Every line is as long as the longest.
        while chain.len() < 4 {
            chain.insert(1, chain[1]);
        }
        chain.join(";") + "\n"
    };
    ITEMS.iter().map(line).collect()
}

/// Baskets of items, frequent ones first.
pub fn baskets(many: usize) -> Vec<Vec<&'static str>> {
    let mut dice = Dice(23);
    let mut basket = || {
        let mut items: Vec<&str> = (0..1 + dice.low(5))
            .map(|_| ITEMS[dice.low(ITEMS.len() as u64) as usize])
            .collect();
        items.sort_unstable();
        items.dedup();
        items
    };
    (0..many).map(|_| basket()).collect()
}

/// A line per basket.
pub fn transaction_lines(many: usize, separator: &str) -> String {
    let lines = baskets(many).into_iter();
    lines.map(|basket| basket.join(separator) + "\n").collect()
}

/// A row per item.
pub fn long_transactions(many: usize) -> Cells {
    let mut cells = Cells::new(&["tid", "item"]);
    for (at, basket) in baskets(many).into_iter().enumerate() {
        for item in basket {
            cells.push([format!("t{at}"), item.to_owned()]);
        }
    }
    cells
}

/// A column of lists.
pub fn listed_transactions(many: usize) -> Cells {
    let mut cells = Cells::new(&["tid", "items"]);
    for (at, basket) in baskets(many).into_iter().enumerate() {
        cells.push([format!("t{at}"), basket.join(",")]);
    }
    cells
}

pub fn packed(text: &str) -> Vec<u8> {
    // Not pressed, so that the bytes are those of the format and of nobody's cleverness.
    let mut packer = GzEncoder::new(Vec::new(), Compression::none());
    let written = packer.write_all(text.as_bytes());
    written
        .and_then(|()| packer.finish())
        .expect("memory takes everything")
}

/// Letters of one byte each.
pub fn latin(text: &str) -> Vec<u8> {
    let byte = |letter: char| u8::try_from(u32::from(letter)).unwrap_or(b'?');
    text.chars().map(byte).collect()
}
