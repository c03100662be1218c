//! Lists of different lengths, end to end in one piece of memory: the rows of classes, the children of nodes, the
//! holders of items.

use std::ops::{Index, Range};

/// `lists[at]` is one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T = u32> {
    /// `starts[at]..starts[at + 1]` are the places of a list.
    starts: Vec<u32>,
    entries: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self::with_room(0, 0)
    }
}

impl<T> Lists<T> {
    pub fn with_room(lists: usize, entries: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self {
            starts,
            entries: Vec::with_capacity(entries),
        }
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `None` behind the last.
    pub fn get(&self, at: usize) -> Option<&[T]> {
        (at < self.len()).then(|| &self[at])
    }

    /// The entries of all lists.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Where the entries of some neighbouring lists stand among all.
    pub fn places(&self, lists: Range<usize>) -> Range<usize> {
        self.starts[lists.start] as usize..self.starts[lists.end] as usize
    }

    /// The entries of some neighbouring lists.
    pub fn within(&self, lists: Range<usize>) -> &[T] {
        &self.entries[self.places(lists)]
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        (0..self.len()).map(|at| &self[at])
    }

    /// One list more.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.entries.extend(list);
        self.starts.push(self.entries.len() as u32);
    }
}

impl<T: Copy> Lists<T> {
    /// The lists of another one more.
    pub fn append(&mut self, others: &Self) {
        let before = self.entries.len() as u32;
        self.entries.extend_from_slice(&others.entries);
        let ends = others.starts.iter().skip(1);
        self.starts.extend(ends.map(|end| before + end));
    }
}

impl<T: Copy + Default> Lists<T> {
    /// So many lists of what goes with each number, in the order in which it comes.
    pub fn sorted(lists: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut sorted = Self::default();
        sorted.sort(lists, pairs);
        sorted
    }

    /// The same in the room that is there.
    pub fn sort(&mut self, lists: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) {
        // A list's start is first where the next one's is in the end, and moves there as the list is filled.
        self.starts.clear();
        self.starts.resize(lists + 2, 0);
        let starts = &mut self.starts;
        pairs
            .clone()
            .for_each(|(list, _)| starts[list as usize + 2] += 1);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        self.entries.clear();
        self.entries
            .resize(starts[lists + 1] as usize, T::default());
        pairs.for_each(|(list, entry)| {
            let place = &mut starts[list as usize + 1];
            self.entries[*place as usize] = entry;
            *place += 1;
        });
        starts.pop();
    }
}

impl Lists {
    /// The places of each number, ascending.
    pub fn of_places(lists: usize, numbers: &[u32]) -> Self {
        Self::sorted(lists, numbers.iter().copied().zip(0..))
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    fn index(&self, at: usize) -> &[T] {
        self.within(at..at + 1)
    }
}

impl<T> Index<u32> for Lists<T> {
    type Output = [T];

    fn index(&self, at: u32) -> &[T] {
        &self[at as usize]
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = L>>(all: I) -> Self {
        let all = all.into_iter();
        let mut lists = Self::with_room(all.size_hint().0, 0);
        all.for_each(|list| lists.push(list));
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_pushed_or_sorted_out_of_pairs() {
        let pushed: Lists = [vec![3, 1], vec![], vec![2]].into_iter().collect();
        assert_eq!(pushed.len(), 3);
        assert_eq!(pushed.entries(), [3, 1, 2]);
        let pairs = [(2, 2), (0, 3), (0, 1)];
        let mut sorted = Lists::sorted(3, pairs.into_iter());
        assert_eq!(sorted, pushed);
        assert_eq!((&sorted[0u32], &sorted[1usize]), (&[3, 1][..], &[][..]));
        assert_eq!(sorted.within(1..3), [2]);
        sorted.sort(1, [(0, 7)].into_iter());
        assert_eq!(sorted, [[7]].into_iter().collect());
        let of_places = Lists::of_places(4, &[1, 3, 1]);
        assert_eq!(
            of_places,
            [vec![], vec![0, 2], vec![], vec![1]].into_iter().collect()
        );
        assert!(Lists::<u32>::default().is_empty());
    }
}
