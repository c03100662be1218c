//! Somebody at the window, all of whose presses are counted.

use crate::bench::Bench;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::metrics::Metric;
use cloakroom_core::roles::Role;
use egui::{Key, Modifiers};
use std::path::Path;

/// More presses than these lead nowhere.
const MOST: usize = 60;

pub struct Walk {
    pub bench: Bench,
    pub presses: Vec<String>,
}

impl Walk {
    /// Types the path of a file on the first page. What lies beside it is there already.
    pub fn open(name: &str, contents: &str, beside: &[(&str, String)]) -> Self {
        let bench = Bench::new();
        for (name, contents) in beside {
            bench.write(name, contents);
        }
        let path = bench.write(name, contents);
        let mut walk = Self {
            bench,
            presses: Vec::new(),
        };
        walk.type_into("Path of a file", path.to_str().unwrap());
        walk.key(Key::Enter);
        assert!(walk.bench.has_workspace(), "{}", walk.bench.labels());
        walk
    }

    fn count(&mut self, press: &str) {
        self.presses.push(press.to_owned());
        assert!(self.presses.len() < MOST, "no end: {:?}", self.presses);
    }

    pub fn press(&mut self, label: &str) {
        self.count(label);
        self.bench.click(label);
    }

    /// Scrolls to it first, which counts.
    pub fn press_below(&mut self, label: &str) {
        self.count("the wheel");
        self.count(label);
        self.bench.click_below(label);
    }

    /// A press into a field, and what is typed there.
    pub fn type_into(&mut self, field: &str, text: &str) {
        self.count(field);
        self.bench.click_field(field);
        self.count(text);
        self.bench.type_into_focus(text);
        self.bench.settle();
    }

    fn key(&mut self, key: Key) {
        self.count(key.name());
        self.bench.key(Modifiers::NONE, key);
        self.bench.settle();
    }

    /// By hand, on the page of all columns: a click on each row, all but the first with Ctrl, and the letter of the role.
    pub fn mark(&mut self, columns: &[&str], role: Role, letter: Key) {
        for (at, column) in columns.iter().enumerate() {
            let modifiers = match at {
                0 => Modifiers::NONE,
                _ => Modifiers::COMMAND,
            };
            self.count(column);
            self.bench.click_column(column, modifiers);
        }
        self.key(letter);
        let roles = &self.bench.workspace().settings().roles;
        for column in columns {
            assert_eq!(roles.of(column), Some(role), "{column}");
        }
    }

    /// Whatever the steps offer, until they have nothing more to offer.
    pub fn press_on(&mut self) {
        while let Some(words) = self.bench.next_step() {
            self.press(&words);
        }
    }

    /// The same until they offer this.
    pub fn press_on_to(&mut self, words: &str) {
        loop {
            let offered = self.bench.next_step();
            match offered {
                Some(offered) if offered == words => return,
                Some(offered) => self.press(&offered),
                None => panic!("\"{words}\" is not offered: {:?}", self.presses),
            }
        }
    }

    /// What a column or the items are raised by.
    pub fn hierarchy(&self, column: &str) -> Option<&HierarchySource> {
        self.bench.workspace().settings().hierarchies.get(column)
    }

    /// The name of the file that it lies in.
    pub fn hierarchy_file(&self, column: &str) -> Option<&str> {
        self.hierarchy(column)?.file()?.file_name()?.to_str()
    }

    pub fn with_role(&self, role: Role) -> Vec<&str> {
        self.bench.workspace().names_with_role(role)
    }

    /// What the file was read without, as no rating.
    pub fn not_issues(&self) -> &[String] {
        &self.bench.workspace().loaded().options.not_issues
    }

    pub fn measured(&self, metric: Metric) -> f64 {
        let result = self.bench.result().unwrap();
        let measures = result.outcome.measures().unwrap();
        measures.get(metric).unwrap()
    }

    /// What was written into the folder beside the data. It keeps the promise by the definitions of the checker, which has not
    /// seen how it was made, and no more is missing than may be.
    pub fn released(&self, folder: &str) -> Released {
        let folder = self.bench.path(folder);
        let told = || format!("{:?}\n{}", self.presses, self.bench.labels());
        let answer = cloakroom_verify::verify(&folder, &cloakroom_verify::Unwatched);
        let answer = answer.unwrap_or_else(|problem| panic!("{problem}: {}", told()));
        assert!(answer.satisfied, "{answer:?}");
        self.bench.see_part("verified by its definition");
        let workspace = self.bench.workspace();
        let most = workspace.settings().requirement.suppression * workspace.records() as f64;
        let left_out = workspace.records() - answer.records as usize;
        assert!(left_out as f64 <= most, "{left_out} left out: {}", told());
        Released::read(&folder.join(&answer.file))
    }
}

/// The cells of a released file.
pub struct Released {
    pub names: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Released {
    /// No cell of the files that are walked holds a delimiter.
    fn read(file: &Path) -> Self {
        let text = std::fs::read_to_string(file).unwrap();
        let mut lines = text.lines().map(|line| {
            let cells = line.split(',').map(str::to_owned);
            cells.collect::<Vec<String>>()
        });
        let names = lines.next().unwrap();
        let rows = lines.collect();
        Self { names, rows }
    }

    pub fn place(&self, column: &str) -> usize {
        let at = self.names.iter().position(|name| name == column);
        at.unwrap_or_else(|| panic!("{column} is not released: {:?}", self.names))
    }

    pub fn shows(&self, column: &str, is: impl Fn(&str) -> bool) -> bool {
        let at = self.place(column);
        self.rows.iter().any(|row| is(&row[at]))
    }

    /// The share of cells that still say something.
    pub fn telling(&self, column: &str) -> f64 {
        let at = self.place(column);
        let telling = self.rows.iter().filter(|row| row[at] != "*").count();
        telling as f64 / self.rows.len() as f64
    }
}
