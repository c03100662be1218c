//! What a hierarchy file says, and in which of the known forms it says it.

use super::amnesia;
use super::lines::{Lines, problem_at, read_text};
use crate::hierarchy::{Tree, respelled_chain};
use crate::spelling::{Fold, Spelling};
use crate::{Dictionary, Problem, Taxonomy};
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    /// `leaf;level1;…;top`
    Semicolons,
    Commas,
    Tabs,
    /// `child;parent`
    ChildParent,
    /// `parent has child child`
    Amnesia,
}

impl FileForm {
    pub fn words(self) -> &'static str {
        match self {
            Self::Semicolons => "a line per value, with semicolons",
            Self::Commas => "a line per value, with commas",
            Self::Tabs => "a line per value, with tabs",
            Self::ChildParent => "child and parent",
            Self::Amnesia => "Amnesia's text",
        }
    }
}

pub(super) struct Contents {
    pub form: FileForm,
    /// The line of the file that each chain or link comes from.
    pub numbers: Vec<u64>,
    pub body: Body,
}

pub(super) enum Body {
    Chains(Vec<Vec<String>>),
    /// Child and parent.
    Links(Vec<(String, String)>),
}

/// A file read, whatever its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileTree {
    pub form: FileForm,
    pub tree: Tree,
    /// Lines that say the same as an earlier one.
    pub repeated: usize,
}

/// Reads a hierarchy file; its form is found out. Its values are spelled as those of the column that it is for.
pub fn read_hierarchy_file(file: &Path, spelling: Spelling) -> Result<FileTree, Problem> {
    Contents::read(file)?.respelled(spelling).into_tree(file)
}

impl Contents {
    pub fn read(file: &Path) -> Result<Self, Problem> {
        let text = read_text(file)?;
        if amnesia::is_amnesia(&text) {
            return amnesia::read(file, &text);
        }
        let lines = Lines::split(file, &text)?;
        if is_tree(&lines) {
            return Self::links(file, lines);
        }
        let form = match lines.delimiter {
            ',' => FileForm::Commas,
            '\t' => FileForm::Tabs,
            _ => FileForm::Semicolons,
        };
        Ok(Self {
            form,
            numbers: lines.numbers,
            body: Body::Chains(lines.fields),
        })
    }

    /// `child;parent` lines, whatever they look like.
    pub fn read_links(file: &Path) -> Result<Self, Problem> {
        let text = read_text(file)?;
        if amnesia::is_amnesia(&text) {
            return amnesia::read(file, &text);
        }
        Self::links(file, Lines::split(file, &text)?)
    }

    fn links(file: &Path, lines: Lines) -> Result<Self, Problem> {
        let mut links = Vec::with_capacity(lines.fields.len());
        for (at, mut fields) in lines.fields.into_iter().enumerate() {
            if fields.len() > 2 {
                let message = format!(
                    "expected a child and its parent, found {} fields",
                    fields.len()
                );
                return Err(problem_at(file, &lines.numbers, Some(at), &message));
            }
            // A line of its own marks the root.
            let parent = if fields.len() == 2 {
                fields.pop()
            } else {
                None
            };
            let child = fields.pop();
            links.push((child.unwrap_or_default(), parent.unwrap_or_default()));
        }
        Ok(Self {
            form: FileForm::ChildParent,
            numbers: lines.numbers,
            body: Body::Links(links),
        })
    }

    /// What the file says in the spelling of a column: names of groups are spelled as names.
    pub fn respelled(mut self, spelling: Spelling) -> Self {
        if spelling.is_plain() {
            return self;
        }
        match &mut self.body {
            Body::Chains(chains) => {
                for chain in chains {
                    *chain = respelled_chain(chain, spelling)
                        .into_iter()
                        .map(Cow::into_owned)
                        .collect();
                }
            }
            Body::Links(links) => {
                let parents: HashSet<String> =
                    links.iter().map(|(_, parent)| parent.clone()).collect();
                for (child, parent) in links {
                    let spelled = match parents.contains(child) {
                        true => spelling.name(child).into_owned(),
                        false => spelling.of(child).into_owned(),
                    };
                    *child = spelled;
                    *parent = spelling.name(parent).into_owned();
                }
            }
        }
        self
    }

    pub fn into_tree(self, file: &Path) -> Result<FileTree, Problem> {
        let told = |at: Option<usize>, error: &dyn std::error::Error| {
            problem_at(file, &self.numbers, at, &error.to_string())
        };
        let (tree, repeated) = match &self.body {
            Body::Chains(chains) => {
                let tree =
                    Tree::from_chains(chains).map_err(|error| told(error.chain(), &error))?;
                let repeated = chains.len() - tree.width(0);
                (tree, repeated)
            }
            Body::Links(links) => {
                let taxonomy =
                    Taxonomy::as_told(links).map_err(|error| told(error.link(), &error))?;
                let chains = taxonomy.chains();
                // A leaf at another depth has its line in the file, too.
                let line_of = |chain: usize| {
                    let leaf = chains.get(chain)?.first()?;
                    links.iter().position(|(child, _)| child == leaf)
                };
                let tree = Tree::from_chains(&chains)
                    .map_err(|error| told(error.chain().and_then(line_of), &error))?;
                let distinct: HashSet<&(String, String)> = links.iter().collect();
                (tree, links.len() - distinct.len())
            }
        };
        Ok(FileTree {
            form: self.form,
            tree,
            repeated,
        })
    }

    /// Spaces around a name mean nothing, nor whether its letters are composed, unless an item has it so too.
    pub fn into_taxonomy(mut self, items: &Dictionary, file: &Path) -> Result<Taxonomy, Problem> {
        let fold = Fold::default();
        let spaced: HashSet<&str> = items
            .iter()
            .filter(|item| *fold.name(item) != **item)
            .collect();
        let tidy = |name: &mut String| {
            if !spaced.contains(name.as_str()) {
                fold.tidy(name);
            }
        };
        match &mut self.body {
            Body::Chains(chains) => chains.iter_mut().flatten().for_each(tidy),
            Body::Links(links) => {
                for (child, parent) in links {
                    tidy(child);
                    tidy(parent);
                }
            }
        }
        match &self.body {
            Body::Chains(chains) => Taxonomy::from_chains(chains),
            Body::Links(links) => Taxonomy::from_links(links),
        }
        .map_err(|error| problem_at(file, &self.numbers, error.link(), &error.to_string()))
    }
}

/// Two fields a line, and a parent that is somebody's child: lines of `value;top` have no such thing.
fn is_tree(lines: &Lines) -> bool {
    if lines.fields.iter().any(|fields| fields.len() > 2) {
        return false;
    }
    let children: HashSet<&str> = lines
        .fields
        .iter()
        .filter(|fields| fields.len() == 2)
        .map(|fields| fields[0].as_str())
        .collect();
    lines
        .fields
        .iter()
        .filter_map(|fields| fields.get(1))
        .any(|parent| children.contains(parent.as_str()))
}
