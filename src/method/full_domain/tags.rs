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

    pub fn set(&mut self, node: usize, tag: Tag) {
        self.tags[node] = tag;
    }

    /// The node and all below it fail.
    pub fn fail_below(&mut self, node: usize) {
        let shape = self.shape;
        self.spread(node, Tag::Fails, |node| shape.below(node));
    }

    /// The node and all above it hold.
    pub fn hold_above(&mut self, node: usize) {
        let shape = self.shape;
        self.spread(node, Tag::Holds, |node| shape.above(node));
    }

    fn spread<I: Iterator<Item = usize>>(
        &mut self,
        node: usize,
        tag: Tag,
        next: impl Fn(usize) -> I,
    ) {
        if self.tags[node] == tag && next(node).all(|node| self.tags[node] == tag) {
            return;
        }
        self.tags[node] = tag;
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for node in next(node) {
                if self.tags[node] != tag {
                    self.tags[node] = tag;
                    open.push(node);
                }
            }
        }
    }
}
