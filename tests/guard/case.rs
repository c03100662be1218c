//! A case: files, a recipe made of its tables, and what is done with them, one step after the other.

/// Copied and changed: a data set with its recipe is where most cases begin.
#[derive(Clone, Default)]
pub struct Case {
    pub name: String,
    pub files: Vec<(String, Vec<u8>)>,
    /// Tables of `recipe.toml` by name, in the order in which they are written.
    tables: Vec<(String, String)>,
    pub steps: Vec<Step>,
}

#[derive(Clone)]
pub enum Step {
    /// The program with these words.
    Run(Vec<String>),
    /// What somebody might do to a file.
    Replace {
        file: String,
        old: String,
        new: String,
    },
    Remove(String),
}

impl Case {
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// The same beginning for another case.
    pub fn named(&self, name: &str) -> Self {
        Self {
            name: format!("{}/{name}", self.name),
            ..self.clone()
        }
    }

    pub fn renamed(&self, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..self.clone()
        }
    }

    pub fn file(&self, name: &str, contents: impl Into<Vec<u8>>) -> Self {
        let mut other = self.clone();
        other.files.retain(|(known, _)| known != name);
        other.files.push((name.to_owned(), contents.into()));
        other
    }

    /// A table of the recipe, instead of the one there may be.
    pub fn with(&self, table: &str, lines: &str) -> Self {
        let mut other = self.clone();
        match other.tables.iter_mut().find(|(known, _)| known == table) {
            Some((_, known)) => *known = lines.to_owned(),
            None => other.tables.push((table.to_owned(), lines.to_owned())),
        }
        other
    }

    /// More lines in a table of the recipe.
    pub fn and(&self, table: &str, lines: &str) -> Self {
        match self.table(table) {
            "" => self.with(table, lines),
            known => self.with(table, &format!("{known}\n{lines}")),
        }
    }

    pub fn without(&self, table: &str) -> Self {
        let mut other = self.clone();
        other.tables.retain(|(known, _)| known != table);
        other
    }

    /// Other words in the recipe, which must be there.
    pub fn but(&self, old: &str, new: &str) -> Self {
        let found = self.tables.iter().find(|(_, lines)| lines.contains(old));
        let (table, lines) =
            found.unwrap_or_else(|| panic!("{}: no {old} in the recipe", self.name));
        self.with(table, &lines.replace(old, new))
    }

    /// The lines of a table, or none.
    pub fn table(&self, name: &str) -> &str {
        let found = self.tables.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, lines)| lines)
    }

    pub fn recipe(&self) -> String {
        let tables = self.tables.iter();
        tables
            .map(|(name, lines)| format!("[{name}]\n{lines}\n"))
            .collect()
    }

    /// The recipe as it is now under another name; more of them can follow.
    pub fn save(&self, file: &str) -> Self {
        let recipe = self.recipe();
        self.file(file, recipe)
    }

    /// The program with these words, parted by blanks.
    pub fn run(&self, words: &str) -> Self {
        let words: Vec<&str> = words.split_whitespace().collect();
        self.run_words(&words)
    }

    pub fn run_words(&self, words: &[&str]) -> Self {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        self.step(Step::Run(words))
    }

    pub fn release(&self) -> Self {
        self.run("release recipe.toml --out out --json")
    }

    pub fn check(&self) -> Self {
        self.run("check recipe.toml --json")
    }

    pub fn replace(&self, file: &str, old: &str, new: &str) -> Self {
        let [file, old, new] = [file, old, new].map(str::to_owned);
        self.step(Step::Replace { file, old, new })
    }

    pub fn remove(&self, file: &str) -> Self {
        self.step(Step::Remove(file.to_owned()))
    }

    fn step(&self, step: Step) -> Self {
        let mut other = self.clone();
        other.steps.push(step);
        other
    }

    /// Every file that is there before the first step.
    pub fn all_files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = self.files.clone();
        let named = |name: &str| files.iter().any(|(known, _)| known == name);
        if !self.tables.is_empty() && !named("recipe.toml") {
            files.push(("recipe.toml".to_owned(), self.recipe().into_bytes()));
        }
        files
    }
}
