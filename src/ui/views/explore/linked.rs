//! What is selected in one view is selected in all, and the records of what was selected last are listed below.

use super::{ExploreView, Lent};
use crate::ui::actions::{Action, Outbox};

/// Which of the selections was made last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A record, and with it its class, or those who are close.
    Row,
    /// A node of the lattice.
    Node,
    /// A tuple of the hash table: the selected record at the selected node.
    Tuple,
    /// What a microaggregation releases alike.
    Group,
    /// A rare set.
    Set,
    /// A node of the taxonomy.
    Item,
}

#[derive(Default)]
pub struct Linked {
    known: Selections,
    pub focus: Option<Focus>,
    /// How often something was selected, so that a list knows when it is looked at anew.
    pub made: u64,
    /// A record that follows from what was selected: what is listed stays.
    pub expected: Option<u32>,
}

/// What is selected in the views, whoever selected it.
#[derive(Clone, Default, PartialEq)]
struct Selections {
    row: Option<u32>,
    node: Option<usize>,
    group: Option<u32>,
    set: Option<Vec<u32>>,
    item: Option<u32>,
    /// By its place in the table.
    column: Option<usize>,
}

impl Linked {
    /// A selection that went, so that another one is looked at.
    fn lost(&mut self, which: Focus, row: Option<u32>) {
        if self.focus == Some(which) {
            self.focus = row.map(|_| Focus::Row);
        }
    }

    /// Something was selected, and not by the list below.
    fn select(&mut self, which: Focus) {
        self.focus = Some(which);
        self.made += 1;
    }

    fn changed<T: PartialEq>(&mut self, which: Focus, now: Option<&T>, row: Option<u32>) {
        match now {
            Some(_) => self.select(which),
            None => self.lost(which, row),
        }
    }
}

impl ExploreView {
    /// A column that was selected in the table is seen where columns are compared.
    pub fn mark_column(&mut self, name: Option<String>, at: usize) {
        self.records.compared.selected = name.into_iter().collect();
        self.linked.known.column = Some(at);
    }

    /// Carries what was selected since the last look into the other views.
    pub(super) fn follow(&mut self, lent: &Lent<'_>, out: &mut Outbox) -> bool {
        let before = (self.linked.focus, self.linked.made);
        let row = lent.selected_row;
        if let Some(tuple) = self.records.hash_table.picked.take() {
            self.linked.select(Focus::Tuple);
            self.linked.expected = Some(tuple);
            out.send(Action::SelectRow(Some(tuple)));
        }
        if row != self.linked.known.row {
            self.linked.known.row = row;
            if row.is_none() {
                self.linked.lost(Focus::Row, None);
                self.linked.lost(Focus::Tuple, None);
            } else if self.linked.expected != row {
                self.linked.select(Focus::Row);
            }
            if self.linked.expected == row {
                self.linked.expected = None;
            }
            // The group of a record is selected with it, and goes with it.
            self.records.groups.select_of(row);
            self.linked.known.group = self.records.groups.selected;
        }
        let now = Selections {
            row,
            node: self.records.shown_lattice.selected(),
            group: self.records.groups.selected,
            set: self.baskets.chosen_set(),
            item: self.baskets.chosen_node(),
            column: lent.column_of(&self.records.compared.selected),
        };
        let known = std::mem::replace(&mut self.linked.known, now.clone());
        if now.node != known.node {
            self.linked.changed(Focus::Node, now.node.as_ref(), row);
        }
        if now.group != known.group {
            self.linked.changed(Focus::Group, now.group.as_ref(), row);
            self.select_first_of_group(row, out);
        }
        if now.set != known.set {
            self.linked.changed(Focus::Set, now.set.as_ref(), row);
        }
        if now.item != known.item {
            self.linked.changed(Focus::Item, now.item.as_ref(), row);
        }
        if now.column != known.column {
            out.send(Action::MarkColumn(now.column));
        }
        (self.linked.focus, self.linked.made) != before
    }

    /// A group is seen elsewhere by the first of its records.
    fn select_first_of_group(&mut self, row: Option<u32>, out: &mut Outbox) {
        let Some(first) = self.records.groups.first_of_selected() else {
            return;
        };
        if row != Some(first) {
            self.linked.expected = Some(first);
            out.send(Action::SelectRow(Some(first)));
        }
    }

    /// Lets go of what is listed below.
    pub(super) fn let_go(&mut self, focus: Focus, out: &mut Outbox) {
        match focus {
            Focus::Row | Focus::Tuple => out.send(Action::SelectRow(None)),
            Focus::Node => self.records.shown_lattice.select(None),
            Focus::Group => {
                self.records.groups.selected = None;
                out.send(Action::SelectRow(None));
            }
            Focus::Set => self.baskets.threats.let_go(),
            Focus::Item => self.baskets.let_go_of_node(),
        }
    }
}

impl Lent<'_> {
    /// The only column that is selected where columns are compared, by its place in the table.
    fn column_of(&self, names: &[String]) -> Option<usize> {
        let [name] = names else {
            return None;
        };
        let columns = self.workspace.table()?.columns();
        columns.iter().position(|column| column.name() == name)
    }
}
