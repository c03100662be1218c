//! Amnesia's text: a few lines about the hierarchy, then `parent has child child …`, the deepest level first
//! and an empty line between levels.

use super::contents::{Body, Contents, FileForm};
use crate::hierarchy::{Node, Tree};
use crate::{Problem, Taxonomy};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

const HAS: &str = " has ";

/// Whether a text is written this way: it names its kind, or all of its lines have children.
pub(super) fn is_amnesia(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return false;
    };
    let kind = first.eq_ignore_ascii_case("distinct") || first.eq_ignore_ascii_case("range");
    let mut rest = lines.skip_while(|line| is_about(line)).peekable();
    if kind {
        return rest.peek().is_none_or(|line| line.contains(HAS));
    }
    let plain = |line: &str| line.contains(HAS) && !line.contains([';', '\t']);
    (plain(first) || is_about(first))
        && rest.peek().is_none_or(|line| plain(line))
        && (plain(first) || text.contains(HAS))
}

/// `name x`, `type string`, `height 3`.
fn is_about(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    !line.contains(HAS)
        && ["name", "type", "height"]
            .iter()
            .any(|about| word.eq_ignore_ascii_case(about))
}

struct Family<'a> {
    parent: &'a str,
    children: Vec<&'a str>,
    line: u64,
}

pub(super) fn read(file: &Path, text: &str) -> Result<Contents, Problem> {
    // One block per level.
    let mut blocks: Vec<Vec<Family<'_>>> = vec![Vec::new()];
    for (at, line) in text.lines().enumerate() {
        let line_number = at as u64 + 1;
        let line = line.trim();
        if line.is_empty() {
            blocks.push(Vec::new());
        } else if line.eq_ignore_ascii_case("range") {
            let message =
                "this is a hierarchy of ranges; expected a distinct one, whose leaves are values";
            return Err(Problem::in_file(file, message).at_line(line_number));
        } else if let Some((parent, children)) = line.split_once(HAS) {
            let family = Family {
                parent: parent.trim(),
                children: children.split_whitespace().collect(),
                line: line_number,
            };
            if let Some(block) = blocks.last_mut() {
                block.push(family);
            }
        } else if !line.eq_ignore_ascii_case("distinct") && !is_about(line) {
            let message = "expected \"parent has child child …\"";
            return Err(Problem::in_file(file, message).at_line(line_number));
        }
    }
    blocks.retain(|block| !block.is_empty());
    let mut links = Vec::new();
    let mut numbers = Vec::new();
    for family in blocks.iter().flatten() {
        for child in &family.children {
            links.push(((*child).to_owned(), family.parent.to_owned()));
            numbers.push(family.line);
        }
    }
    let body = match Taxonomy::as_told(&links) {
        // A group may be called like its only member; the blocks tell them apart.
        Err(_) => match by_blocks(&blocks) {
            Some((chains, lines)) => {
                numbers = lines;
                Body::Chains(chains)
            }
            None => Body::Links(links),
        },
        Ok(_) => Body::Links(links),
    };
    Ok(Contents {
        form: FileForm::Amnesia,
        numbers,
        body,
    })
}

/// One chain per leaf, following the blocks from the deepest up; `None` if they are no levels.
fn by_blocks(blocks: &[Vec<Family<'_>>]) -> Option<(Vec<Vec<String>>, Vec<u64>)> {
    let parents: Vec<HashMap<&str, &str>> = blocks
        .iter()
        .map(|block| {
            let links = block
                .iter()
                .flat_map(|family| family.children.iter().map(|child| (*child, family.parent)));
            links.collect()
        })
        .collect();
    let (mut chains, mut numbers) = (Vec::new(), Vec::new());
    for family in blocks.first()? {
        for leaf in &family.children {
            let mut chain = vec![(*leaf).to_owned(), family.parent.to_owned()];
            let mut at = family.parent;
            for above in &parents[1..] {
                at = above.get(at)?;
                chain.push(at.to_owned());
            }
            chains.push(chain);
            numbers.push(family.line);
        }
    }
    Some((chains, numbers))
}

/// The text of a tree. Labels are told apart by spaces alone, so none may hold one.
pub(super) fn write(name: &str, tree: &Tree) -> Result<String, Problem> {
    let spaced = |label: &str| label.is_empty() || label.contains(char::is_whitespace);
    let odd: usize = (0..tree.depth())
        .flat_map(|level| tree.nodes(level))
        .filter(|&node| spaced(tree.label(node)) || tree.label(node) == "has")
        .count();
    if odd > 0 {
        return Err(Problem::new(format!(
            "{odd} labels are empty or hold a space, which Amnesia's text cannot tell apart; rename the \
             groups or export with semicolons"
        )));
    }
    let name = name.replace(char::is_whitespace, "_");
    let mut text = format!(
        "distinct\nname {name}\ntype string\nheight {}\n\n",
        tree.depth()
    );
    for level in 1..tree.depth() {
        let mut families: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for child in tree.nodes(level - 1) {
            if let Some(parent) = tree.parent(child) {
                families
                    .entry(parent.at)
                    .or_default()
                    .push(tree.label(child));
            }
        }
        for (at, children) in families {
            text.push_str(tree.label(Node { level, at }));
            text.push_str(HAS);
            text.push_str(&children.join(" "));
            text.push('\n');
        }
        text.push('\n');
    }
    Ok(text)
}
