//! What can be done to a tree by hand. Every edit gives a new tree that is as sound as the old one, or says
//! why it cannot.

use super::tree::{Node, Tree, TreeLevel};
use hashbrown::HashSet;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Values or groups of one level go under a group of the next.
    Move {
        nodes: Vec<Node>,
        to: Node,
    },
    Rename {
        node: Node,
        label: String,
    },
    /// The first group takes over what the others hold.
    Merge {
        groups: Vec<Node>,
        label: String,
    },
    /// Values or groups of one level leave their group for a new one beside it.
    Split {
        nodes: Vec<Node>,
        label: String,
    },
    /// An empty group, to be filled.
    AddGroup {
        under: Node,
        label: String,
    },
    RemoveGroup(Node),
    /// A level between this one and the next; every group of the next begins with one group in it.
    InsertLevel {
        above: usize,
    },
    DropLevel(usize),
    Sort(SortBy),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    Name,
    /// The groups with most values first.
    Size,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("nothing is selected")]
    Nothing,
    #[error("values and groups of different levels cannot be treated together")]
    MixedLevels,
    #[error("the target must be one level above what is moved")]
    WrongLevel,
    #[error("they are there already")]
    AlreadyThere,
    #[error("this level has a group of that name already; merge them instead")]
    NameTaken,
    #[error("a group needs a name")]
    NoName,
    #[error("values are what the data say; only groups can be renamed")]
    ValueRenamed,
    #[error("the top is a single group")]
    Top,
    #[error("the group is not empty; move what it holds first")]
    NotEmpty,
    #[error("at least two groups are needed")]
    TooFew,
}

impl Edit {
    /// "move 3 values to Europe": the name in the undo menu.
    pub fn name(&self, tree: &Tree) -> String {
        let several = |nodes: &[Node]| match nodes {
            [node] => tree.label(*node).to_owned(),
            _ => {
                let is_value = nodes.first().is_some_and(|node| node.level == 0);
                let what = if is_value { "values" } else { "groups" };
                format!("{} {what}", nodes.len())
            }
        };
        match self {
            Self::Move { nodes, to } => format!("move {} to {}", several(nodes), tree.label(*to)),
            Self::Rename { node, label } => format!("rename {} to {label}", tree.label(*node)),
            Self::Merge { groups, label } => format!("merge {} into {label}", several(groups)),
            Self::Split { nodes, label } => format!("group {} as {label}", several(nodes)),
            Self::AddGroup { label, .. } => format!("add the group {label}"),
            Self::RemoveGroup(group) => format!("remove the group {}", tree.label(*group)),
            Self::InsertLevel { above } => format!("insert a level above level {above}"),
            Self::DropLevel(level) => format!("drop level {level}"),
            Self::Sort(SortBy::Name) => "sort the groups by name".to_owned(),
            Self::Sort(SortBy::Size) => "sort the groups by size".to_owned(),
        }
    }

    pub fn apply(&self, tree: &Tree) -> Result<Tree, EditError> {
        let mut tree = tree.clone();
        match self {
            Self::Move { nodes, to } => move_nodes(&mut tree, nodes, *to)?,
            Self::Rename { node, label } => rename(&mut tree, *node, label)?,
            Self::Merge { groups, label } => merge(&mut tree, groups, label)?,
            Self::Split { nodes, label } => split(&mut tree, nodes, label)?,
            Self::AddGroup { under, label } => add_group(&mut tree, *under, label)?,
            Self::RemoveGroup(group) => remove_group(&mut tree, *group)?,
            Self::InsertLevel { above } => insert_level(&mut tree, *above)?,
            Self::DropLevel(level) => drop_level(&mut tree, *level)?,
            Self::Sort(by) => sort(&mut tree, *by),
        }
        Ok(tree)
    }
}

/// The level that all of the nodes are of.
fn level_of(tree: &Tree, nodes: &[Node]) -> Result<usize, EditError> {
    let first = nodes.first().ok_or(EditError::Nothing)?;
    if nodes.iter().any(|node| node.level != first.level) {
        return Err(EditError::MixedLevels);
    }
    if nodes
        .iter()
        .any(|node| node.at as usize >= tree.width(node.level))
    {
        return Err(EditError::Nothing);
    }
    Ok(first.level)
}

fn free_name<'a>(
    tree: &Tree,
    level: usize,
    label: &'a str,
    but: &[Node],
) -> Result<&'a str, EditError> {
    let label = label.trim();
    if label.is_empty() {
        return Err(EditError::NoName);
    }
    match tree.find(level, label) {
        Some(taken) if !but.contains(&taken) => Err(EditError::NameTaken),
        _ => Ok(label),
    }
}

fn move_nodes(tree: &mut Tree, nodes: &[Node], to: Node) -> Result<(), EditError> {
    let level = level_of(tree, nodes)?;
    if to.level != level + 1 || to.at as usize >= tree.width(to.level) {
        return Err(EditError::WrongLevel);
    }
    let parents = Arc::make_mut(&mut tree.levels[level].parents);
    let left: HashSet<u32> = nodes.iter().map(|node| parents[node.at as usize]).collect();
    if left.iter().all(|&group| group == to.at) {
        return Err(EditError::AlreadyThere);
    }
    for node in nodes {
        parents[node.at as usize] = to.at;
    }
    let left = left.into_iter().filter(|&group| group != to.at).collect();
    prune(tree, level + 1, left);
    Ok(())
}

/// Takes away those of the groups that have become empty, and what becomes empty with them.
fn prune(tree: &mut Tree, level: usize, mut suspects: HashSet<u32>) {
    for level in level..tree.depth() - 1 {
        for parent in tree.levels[level - 1].parents.iter() {
            suspects.remove(parent);
        }
        if suspects.is_empty() {
            return;
        }
        let parents = &tree.levels[level].parents;
        let next = suspects
            .iter()
            .map(|&group| parents[group as usize])
            .collect();
        take_away(tree, level, &suspects);
        suspects = next;
    }
}

/// Takes nodes without children out of a level.
fn take_away(tree: &mut Tree, level: usize, gone: &HashSet<u32>) {
    let mut place = Vec::with_capacity(tree.width(level));
    let (mut kept, mut kept_parents) = (Vec::new(), Vec::new());
    let TreeLevel { labels, parents } = std::mem::take(&mut tree.levels[level]);
    for (at, label) in labels.iter().enumerate() {
        place.push(kept.len() as u32);
        if !gone.contains(&(at as u32)) {
            kept.push(label.clone());
            kept_parents.extend(parents.get(at));
        }
    }
    tree.levels[level] = TreeLevel {
        labels: Arc::new(kept),
        parents: Arc::new(kept_parents),
    };
    if let Some(below) = level.checked_sub(1) {
        for parent in Arc::make_mut(&mut tree.levels[below].parents) {
            *parent = place[*parent as usize];
        }
    }
}

fn rename(tree: &mut Tree, node: Node, label: &str) -> Result<(), EditError> {
    if node.level == 0 {
        return Err(EditError::ValueRenamed);
    }
    level_of(tree, &[node])?;
    let label = free_name(tree, node.level, label, &[node])?;
    Arc::make_mut(&mut tree.levels[node.level].labels)[node.at as usize] = Arc::from(label);
    Ok(())
}

fn merge(tree: &mut Tree, groups: &[Node], label: &str) -> Result<(), EditError> {
    let level = level_of(tree, groups)?;
    let [first, others @ ..] = groups else {
        return Err(EditError::Nothing);
    };
    if level == 0 {
        return Err(EditError::ValueRenamed);
    }
    let gone: HashSet<u32> = others
        .iter()
        .map(|node| node.at)
        .filter(|&at| at != first.at)
        .collect();
    if gone.is_empty() {
        return Err(EditError::TooFew);
    }
    let label = free_name(tree, level, label, groups)?;
    for parent in Arc::make_mut(&mut tree.levels[level - 1].parents) {
        if gone.contains(parent) {
            *parent = first.at;
        }
    }
    Arc::make_mut(&mut tree.levels[level].labels)[first.at as usize] = Arc::from(label);
    let parents = &tree.levels[level].parents;
    let left: HashSet<u32> = gone.iter().map(|&group| parents[group as usize]).collect();
    take_away(tree, level, &gone);
    prune(tree, level + 1, left);
    Ok(())
}

fn split(tree: &mut Tree, nodes: &[Node], label: &str) -> Result<(), EditError> {
    let level = level_of(tree, nodes)?;
    if level + 2 > tree.depth() - 1 {
        return Err(EditError::Top);
    }
    let label = free_name(tree, level + 1, label, &[])?;
    let beside = tree.levels[level].parents[nodes[0].at as usize];
    let parent = tree.levels[level + 1].parents[beside as usize];
    let at = tree.width(level + 1) as u32;
    push(tree, level + 1, label, parent);
    let to = Node {
        level: level + 1,
        at,
    };
    move_nodes(tree, nodes, to)
}

fn push(tree: &mut Tree, level: usize, label: &str, parent: u32) {
    let level = &mut tree.levels[level];
    Arc::make_mut(&mut level.labels).push(Arc::from(label));
    Arc::make_mut(&mut level.parents).push(parent);
}

fn add_group(tree: &mut Tree, under: Node, label: &str) -> Result<(), EditError> {
    level_of(tree, &[under])?;
    if under.level < 2 {
        return Err(EditError::WrongLevel);
    }
    let label = free_name(tree, under.level - 1, label, &[])?;
    push(tree, under.level - 1, label, under.at);
    Ok(())
}

fn remove_group(tree: &mut Tree, group: Node) -> Result<(), EditError> {
    let level = level_of(tree, &[group])?;
    if level == 0 {
        return Err(EditError::ValueRenamed);
    }
    if level + 1 == tree.depth() {
        return Err(EditError::Top);
    }
    if tree.levels[level - 1].parents.contains(&group.at) {
        return Err(EditError::NotEmpty);
    }
    take_away(tree, level, &HashSet::from_iter([group.at]));
    Ok(())
}

fn insert_level(tree: &mut Tree, above: usize) -> Result<(), EditError> {
    let Some(next) = tree.levels.get(above + 1) else {
        return Err(EditError::Top);
    };
    let is_below_top = above + 2 == tree.depth();
    let labels = if is_below_top {
        // A group called like the top would look like it.
        Arc::new(vec![Arc::from("all values")])
    } else {
        next.labels.clone()
    };
    let parents = Arc::new((0..labels.len() as u32).collect());
    tree.levels.insert(above + 1, TreeLevel { labels, parents });
    Ok(())
}

fn drop_level(tree: &mut Tree, level: usize) -> Result<(), EditError> {
    if level == 0 {
        return Err(EditError::ValueRenamed);
    }
    if level + 1 >= tree.depth() {
        return Err(EditError::Top);
    }
    let dropped = tree.levels.remove(level);
    for parent in Arc::make_mut(&mut tree.levels[level - 1].parents) {
        *parent = dropped.parents[*parent as usize];
    }
    Ok(())
}

fn sort(tree: &mut Tree, by: SortBy) {
    let counts = tree.leaf_counts();
    let below_top = tree.depth() - 1;
    for (level, counts) in counts.iter().enumerate().take(below_top) {
        let labels = &tree.levels[level].labels;
        let mut order: Vec<u32> = (0..labels.len() as u32).collect();
        let label = |at: u32| &labels[at as usize];
        match by {
            SortBy::Name => {
                let keys: Vec<Option<f64>> = labels.iter().map(|label| leading(label)).collect();
                order.sort_by(|&a, &b| {
                    match (keys[a as usize], keys[b as usize]) {
                        (Some(x), Some(y)) => x.total_cmp(&y),
                        (Some(_), None) => std::cmp::Ordering::Less,
                        (None, Some(_)) => std::cmp::Ordering::Greater,
                        (None, None) => std::cmp::Ordering::Equal,
                    }
                    .then_with(|| label(a).cmp(label(b)))
                });
            }
            SortBy::Size => order.sort_by_key(|&at| std::cmp::Reverse(counts[at as usize])),
        }
        let mut place = vec![0u32; order.len()];
        for (to, &from) in order.iter().enumerate() {
            place[from as usize] = to as u32;
        }
        let TreeLevel { labels, parents } = std::mem::take(&mut tree.levels[level]);
        let labels = order.iter().map(|&at| labels[at as usize].clone());
        let parents = order.iter().map(|&at| parents[at as usize]);
        tree.levels[level] = TreeLevel {
            labels: Arc::new(labels.collect()),
            parents: Arc::new(parents.collect()),
        };
        if let Some(below) = level.checked_sub(1) {
            for parent in Arc::make_mut(&mut tree.levels[below].parents) {
                *parent = place[*parent as usize];
            }
        }
    }
}

/// The number that a label begins with, so that `5-9` comes before `10-14`.
fn leading(label: &str) -> Option<f64> {
    let digits = label.trim_start_matches(['[', '<', '>', '=', '(']);
    let end = digits
        .char_indices()
        .find(|&(at, c)| !(c.is_ascii_digit() || c == '.' || (c == '-' && at == 0)))
        .map_or(digits.len(), |(at, _)| at);
    digits[..end].parse().ok()
}
