//! A folder to work in and the program to run in it.
#![allow(dead_code, reason = "every test file uses a part of this")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub struct Work {
    folder: TempDir,
}

/// What the program answered.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A few people: classes of 3, 2 and 1 records over (age, zip).
pub const PEOPLE: &str = "\
name,age,zip,disease
Ann,30,1000,flu
Bob,40,2000,cold
Cleo,30,1000,cold
Dan,50,3000,flu
Eve,40,2000,flu
Finn,30,1000,asthma
";

pub const ROLES: &str = "\
[roles]
identifier = [\"name\"]
quasi = [\"age\", \"zip\"]
sensitive = [\"disease\"]
";

impl Work {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// The people above with a recipe that asks for `require`.
    pub fn with_people(require: &str) -> Self {
        let work = Self::new();
        work.write("people.csv", PEOPLE);
        work.recipe(require, "");
        work
    }

    pub fn recipe(&self, require: &str, more: &str) {
        self.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n{ROLES}[require]\n{require}\n{more}\n"
            ),
        );
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn replace(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{name} does not hold {old}");
        self.write(name, text.replacen(old, new, 1));
    }

    /// Names in a folder, sorted; hidden ones too.
    pub fn entries(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path(folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cloakroom"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().unwrap())
    }

    pub fn release(&self, out: &str) -> Ran {
        self.run(&["release", "recipe.toml", "--out", out, "--json"])
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, status, "out: {}\nerr: {}", self.out, self.err);
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Exit 2 with nothing but one sentence on standard error, which holds all of `said`.
    #[track_caller]
    pub fn refused(self, said: &[&str]) {
        assert_eq!(self.status, 2, "out: {}\nerr: {}", self.out, self.err);
        assert_eq!(self.out, "");
        assert_eq!(self.err.lines().count(), 1, "one sentence: {}", self.err);
        assert!(!self.err.contains("internal error"), "{}", self.err);
        for part in said {
            assert!(self.err.contains(part), "{part:?} is not in {}", self.err);
        }
    }
}
