//! Finding nodes of the taxonomy by name.

use cloakroom_core::taxonomy::Taxonomy;
use egui::{Key, TextEdit, Ui};
use std::collections::HashSet;

#[derive(Default)]
pub struct Find {
    text: String,
    /// What the text was looked for last.
    looked_for: String,
    /// In the order of the tree.
    matches: Vec<u32>,
    pub found: HashSet<u32>,
    at: usize,
}

/// More matches are not marked one by one.
const MOST: usize = 5_000;

impl Find {
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The field. Says which node is to be selected.
    pub fn show(&mut self, ui: &mut Ui, tree: &Taxonomy, width: f32) -> Option<u32> {
        let field = TextEdit::singleline(&mut self.text)
            .hint_text("Find an item")
            .desired_width(width);
        let response = ui.add(field).accessible_name("Find an item");
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.text.clear();
        }
        let other = self.text != self.looked_for;
        if other {
            self.look(tree);
            return self.matches.first().copied();
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered && !self.matches.is_empty() {
            self.at = (self.at + 1) % self.matches.len();
            response.request_focus();
            return Some(self.matches[self.at]);
        }
        None
    }

    fn look(&mut self, tree: &Taxonomy) {
        self.looked_for.clone_from(&self.text);
        self.at = 0;
        let wanted = self.text.trim().to_lowercase();
        self.matches = match wanted.is_empty() {
            true => Vec::new(),
            false => {
                let mut found: Vec<u32> = tree
                    .top_down()
                    .into_iter()
                    .filter(|&node| tree.name(node).to_lowercase().contains(&wanted))
                    .collect();
                // What is called exactly so comes first, then what begins so.
                found.sort_by_key(|&node| {
                    let name = tree.name(node).to_lowercase();
                    (name != wanted, !name.starts_with(&wanted))
                });
                found
            }
        };
        self.found = self.matches.iter().take(MOST).copied().collect();
    }

    /// `2 of 12`
    pub fn words(&self) -> Option<String> {
        if self.looked_for.trim().is_empty() {
            return None;
        }
        Some(match self.matches.len() {
            0 => "none".to_owned(),
            many => format!("{} of {many}", self.at + 1),
        })
    }
}
