//! Random tables, hierarchies and requirements for tests.

use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::requirement::Diversity;
use cloakroom_core::{Column, Hierarchy, PreparedTable, Requirement, Role, Settings, Table};
use std::sync::Arc;

/// A stream of numbers that a seed decides.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(3) == 0).then(|| value(self))
    }
}

/// A table with what is asked of it.
pub struct Case {
    pub table: Table,
    pub settings: Settings,
    pub hierarchies: Hierarchies,
}

impl Case {
    pub fn prepared(&self) -> PreparedTable<'_> {
        PreparedTable::new(&self.table, &self.settings, &self.hierarchies).unwrap()
    }
}

/// A few quasi-identifiers with hierarchies, two sensitive columns, and some promises.
pub fn case(seed: u64) -> Case {
    let mut dice = Dice(seed);
    let rows = 2 + dice.below(40) as usize;
    let quasi = 1 + dice.below(4) as usize;
    let mut columns = Vec::new();
    let mut settings = Settings::default();
    let mut hierarchies = Hierarchies::new();
    for at in 0..quasi {
        let values = 1 + dice.below(6);
        let name = format!("q{at}");
        let texts = (0..rows).map(|_| match dice.below(values) {
            5 => String::new(),
            value => format!("v{value}"),
        });
        let column = Column::from_texts(&name, texts.collect::<Vec<_>>()).unwrap();
        if dice.below(5) > 0 {
            let hierarchy = hierarchy(&column, &mut dice);
            hierarchies.insert(name.clone(), Arc::new(hierarchy));
        }
        settings.roles.set(&name, Some(Role::Quasi));
        columns.push(column);
    }
    let illness: Vec<String> = (0..rows).map(|_| format!("i{}", dice.below(4))).collect();
    let salary: Vec<String> = (0..rows)
        .map(|_| (dice.below(9) * 10).to_string())
        .collect();
    columns.push(Column::from_texts("illness", illness).unwrap());
    columns.push(Column::from_texts("salary", salary).unwrap());
    settings.roles.set("illness", Some(Role::Sensitive));
    if dice.below(2) == 0 {
        settings.roles.set("salary", Some(Role::Sensitive));
    }
    if dice.below(2) == 0 {
        let kinds = hierarchy(&columns[quasi], &mut dice);
        hierarchies.insert("illness".to_owned(), Arc::new(kinds));
    }
    let groups = |values: &[&[&str]]| {
        values
            .iter()
            .map(|group| group.iter().map(|&value| value.to_owned()).collect())
            .collect::<Vec<Vec<String>>>()
    };
    settings.categories.insert(
        "illness".to_owned(),
        groups(&[&["i0"], &["i1", "i3"], &["i2"]]),
    );
    settings.categories.insert(
        "salary".to_owned(),
        groups(&[&["0", "10", "20", "30"], &["40", "50", "60", "70", "80"]]),
    );
    settings.requirement = requirement(&mut dice);
    Case {
        table: Table::new(columns).unwrap(),
        settings,
        hierarchies,
    }
}

/// Nested groups over the values of a column and one value that no record has.
fn hierarchy(column: &Column, dice: &mut Dice) -> Hierarchy {
    let depth = 1 + dice.below(3);
    let shifts: Vec<u64> = (0..8).map(|_| dice.below(4)).collect();
    let mut values: Vec<&str> = column.dictionary().iter().collect();
    values.push("nobody");
    let chains: Vec<Vec<String>> = values
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let group = shifts[at % 8];
            let mut chain = vec![(*value).to_owned()];
            for level in 1..depth {
                chain.push(format!("g{level}.{}", group >> (level - 1)));
            }
            chain.push("*".to_owned());
            chain
        })
        .collect();
    Hierarchy::from_chains(column, &chains).unwrap()
}

pub fn requirement(dice: &mut Dice) -> Requirement {
    Requirement {
        k: dice.maybe(|dice| 1 + dice.below(6) as u32).or(Some(2)),
        l: Diversity {
            distinct: dice.maybe(|dice| 1 + dice.below(3) as u32),
            entropy: dice.maybe(|dice| 1.0 + dice.below(20) as f64 / 10.0),
            recursive: dice.maybe(|dice| {
                let c = 0.5 + dice.below(40) as f64 / 10.0;
                (c, 1 + dice.below(4) as u32)
            }),
        },
        p: dice.maybe(|dice| 1 + dice.below(3) as u32),
        p_plus: dice.maybe(|dice| 1 + dice.below(3) as u32),
        alpha: dice.maybe(|dice| dice.below(40) as f64 / 10.0),
        t: dice.maybe(|dice| dice.below(80) as f64 / 100.0),
        beta: dice.maybe(|dice| dice.below(40) as f64 / 10.0),
        suppression: dice
            .maybe(|dice| dice.below(101) as f64 / 100.0)
            .unwrap_or(0.0),
        ..Requirement::default()
    }
}
