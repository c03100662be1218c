//! The shelf: candidates that were kept to be compared, with a name and a note each.

use cloakroom_core::kept::Kept;

/// Stays with a candidate as long as the document is open, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeptId(u64);

/// Not part of undo: what was kept stays whatever is tried next. What is removed last can be put back.
#[derive(Debug, Default)]
pub struct Shelf {
    kept: Vec<(KeptId, Kept)>,
    removed: Option<(usize, KeptId, Kept)>,
    last: u64,
    state: u64,
}

impl Shelf {
    /// As a project remembers it.
    pub fn of(kept: Vec<Kept>) -> Self {
        let last = kept.len() as u64;
        Self {
            kept: (1..).map(KeptId).zip(kept).collect(),
            last,
            ..Self::default()
        }
    }

    /// Rises with every change.
    pub fn state(&self) -> u64 {
        self.state
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn kept(&self) -> impl Iterator<Item = &Kept> {
        self.kept.iter().map(|(_, kept)| kept)
    }

    pub fn iter(&self) -> impl Iterator<Item = (KeptId, &Kept)> {
        self.kept.iter().map(|(id, kept)| (*id, kept))
    }

    pub fn get(&self, id: KeptId) -> Option<&Kept> {
        self.iter()
            .find(|(other, _)| *other == id)
            .map(|(_, kept)| kept)
    }

    /// A name that is taken gets a number.
    pub fn keep(&mut self, mut kept: Kept) -> KeptId {
        kept.name = self.free_name(&kept.name, None);
        self.last += 1;
        self.state += 1;
        let id = KeptId(self.last);
        self.kept.push((id, kept));
        id
    }

    /// An empty name changes nothing.
    pub fn rename(&mut self, id: KeptId, name: &str) {
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        let name = self.free_name(name, Some(id));
        if let Some(kept) = self.find(id)
            && kept.name != name
        {
            kept.name = name;
            self.state += 1;
        }
    }

    pub fn note(&mut self, id: KeptId, note: &str) {
        let note = note.trim();
        if let Some(kept) = self.find(id)
            && kept.note != note
        {
            kept.note = note.to_owned();
            self.state += 1;
        }
    }

    pub fn remove(&mut self, id: KeptId) {
        if let Some(at) = self.kept.iter().position(|(other, _)| *other == id) {
            let (id, kept) = self.kept.remove(at);
            self.removed = Some((at, id, kept));
            self.state += 1;
        }
    }

    /// What was removed last, until something else is.
    pub fn removed(&self) -> Option<&Kept> {
        self.removed.as_ref().map(|(_, _, kept)| kept)
    }

    pub fn put_back(&mut self) {
        if let Some((at, id, mut kept)) = self.removed.take() {
            kept.name = self.free_name(&kept.name, None);
            let at = at.min(self.kept.len());
            self.kept.insert(at, (id, kept));
            self.state += 1;
        }
    }

    fn find(&mut self, id: KeptId) -> Option<&mut Kept> {
        let mut kept = self.kept.iter_mut();
        kept.find(|(other, _)| *other == id).map(|(_, kept)| kept)
    }

    /// `Mondrian, k = 5`, `Mondrian, k = 5 (2)`.
    fn free_name(&self, name: &str, of: Option<KeptId>) -> String {
        let taken = |name: &str| {
            let mut others = self.iter().filter(|(id, _)| Some(*id) != of);
            others.any(|(_, kept)| kept.name == name)
        };
        let numbered = |number: usize| match number {
            1 => name.to_owned(),
            _ => format!("{name} ({number})"),
        };
        (1..)
            .map(numbered)
            .find(|name| !taken(name))
            .unwrap_or_else(|| name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str) -> Kept {
        Kept {
            name: name.to_owned(),
            ..Kept::default()
        }
    }

    fn names(shelf: &Shelf) -> Vec<&str> {
        shelf.kept().map(|kept| kept.name.as_str()).collect()
    }

    #[test]
    fn names_stay_apart_and_what_was_removed_comes_back() {
        let mut shelf = Shelf::of(vec![kept("a")]);
        let second = shelf.keep(kept("a"));
        let third = shelf.keep(kept("b"));
        assert_eq!(names(&shelf), ["a", "a (2)", "b"]);
        shelf.rename(third, " a ");
        shelf.rename(second, "  ");
        assert_eq!(names(&shelf), ["a", "a (2)", "a (3)"]);
        shelf.rename(third, "a (3)");
        shelf.note(third, "for the study");
        assert_eq!(shelf.get(third).unwrap().note, "for the study");
        let before = shelf.state();
        shelf.note(third, "for the study");
        assert_eq!(shelf.state(), before);
        shelf.remove(second);
        assert_eq!(names(&shelf), ["a", "a (3)"]);
        assert_eq!(shelf.removed().unwrap().name, "a (2)");
        shelf.put_back();
        assert_eq!(names(&shelf), ["a", "a (2)", "a (3)"]);
        assert!(shelf.removed().is_none());
        assert!(shelf.state() > before);
    }
}
