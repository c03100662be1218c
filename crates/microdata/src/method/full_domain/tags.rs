//! What is known of the nodes of a lattice while it is searched.

use crate::profile::lattice::shape::Shape;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tag {
    #[default]
    Open,
    Holds,
    Fails,
}

/// One tag per node.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    shape: &'a Shape,
    tags: Vec<Tag>,
}

impl<'a> Tags<'a> {
    pub fn new(shape: &'a Shape, nodes: usize) -> Self {
        Self {
            shape,
            tags: vec![Tag::Open; nodes],
        }
    }

    pub fn of(&self, node: usize) -> Tag {
        self.tags[node]
    }

    /// Tags one node; gives how many nodes were open before.
    pub fn set(&mut self, node: usize, tag: Tag) -> u64 {
        let before = std::mem::replace(&mut self.tags[node], tag);
        u64::from(before == Tag::Open)
    }

    /// All nodes below fail, as this one does; gives how many were open before.
    pub fn fail_below(&mut self, node: usize) -> u64 {
        let shape = self.shape;
        self.spread(node, Tag::Fails, |node| shape.below(node))
    }

    /// All nodes above hold, as this one does; gives how many were open before.
    pub fn hold_above(&mut self, node: usize) -> u64 {
        let shape = self.shape;
        self.spread(node, Tag::Holds, |node| shape.above(node))
    }

    fn spread<I: Iterator<Item = usize>>(
        &mut self,
        node: usize,
        tag: Tag,
        next: impl Fn(usize) -> I,
    ) -> u64 {
        let mut tagged = 0;
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for node in next(node) {
                // Beyond a node that is tagged so, all are: they were spread to, or decided one by one.
                if self.tags[node] != tag {
                    tagged += self.set(node, tag);
                    open.push(node);
                }
            }
        }
        tagged
    }
}
