//! What the page of all columns says of the hierarchy of each.

use super::Lent;
use crate::ui::actions::{Action, Outbox};
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{self, link, parts, section, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::roles::Role;
use cloakroom_engine::proposed::ProposedHierarchy;
use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};

/// What is said of the hierarchy of a column.
pub enum ShownHierarchy<'a> {
    None,
    Proposed(&'a ProposedHierarchy),
    /// With what was proposed, where that is what was accepted.
    Accepted(&'a HierarchySource, Option<&'a ProposedHierarchy>),
}

impl<'a> ShownHierarchy<'a> {
    pub fn of(lent: &Lent<'a>, column: &Column) -> Self {
        let role = lent.workspace.settings().roles.of(column.name());
        Self::of_name(lent, column.name(), role == Some(Role::Quasi))
    }

    /// The same of the items of transactions, which stand in no column.
    pub fn of_items(lent: &Lent<'a>) -> Self {
        Self::of_name(lent, ITEMS, true)
    }

    fn of_name(lent: &Lent<'a>, name: &str, is_known: bool) -> Self {
        let mut proposed = lent.proposed.iter();
        let proposed = proposed.find(|proposed| proposed.column == name);
        match (lent.workspace.settings().hierarchies.get(name), proposed) {
            (Some(source), proposed) => Self::Accepted(
                source,
                proposed.filter(|proposed| proposed.source == *source),
            ),
            (None, Some(proposed)) if is_known => Self::Proposed(proposed),
            (None, _) => Self::None,
        }
    }

    pub fn words(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Proposed(proposed) => format!("proposed: {}", proposed.source.words()),
            Self::Accepted(source, _) => source.words(),
        }
    }

    fn proposed(&self) -> Option<&'a ProposedHierarchy> {
        match self {
            Self::None => None,
            Self::Proposed(proposed) => Some(proposed),
            Self::Accepted(_, proposed) => *proposed,
        }
    }

    pub fn doubts(&self) -> &'a [String] {
        self.proposed()
            .map_or(&[], |proposed| proposed.doubts.as_slice())
    }

    /// What to look at, what a value becomes, and why it was proposed: what matters most stands first.
    pub fn told(&self) -> Option<String> {
        let proposed = self.proposed()?;
        let mut told: Vec<String> = proposed.doubts.clone();
        if !proposed.example.is_empty() {
            told.push(proposed.example.join(" \u{2192} ") + ".");
        }
        told.push(proposed.why.clone());
        Some(told.join(" "))
    }

    /// Its cell: what it is, and on the way to it by a click.
    pub fn cell(&self, ui: &mut Ui, mut place: Rect, column: &Column, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        let words = self.words();
        let ink = match self {
            Self::Proposed(_) => tokens.accent,
            Self::Accepted(..) => tokens.text,
            Self::None => tokens.dim,
        };
        let response = match self {
            Self::None => None,
            _ => {
                let id = ui.scope_id().with(("hierarchy of", column.name()));
                let response = ui.interact(place.shrink2(vec2(2.0, 4.0)), id, Sense::click());
                response.widget_info(|| {
                    let name = format!("Hierarchy of {}: {words}", column.name());
                    WidgetInfo::labeled(egui::Role::Button, true, name)
                });
                parts::focus_ring(ui, &response, response.rect, CONTROL_RADIUS);
                Some(response)
            }
        };
        if !self.doubts().is_empty() {
            let at = pos2(place.left() + 7.0, place.center().y);
            parts::put_icon(ui.painter(), at, icons::VIOLATED, 14.0, tokens.attention);
            place.min.x += 18.0;
        }
        let width = place.width() - 10.0;
        let (galley, _) = parts::lines_within(ui, &words, fonts::body(), ink, width, 2);
        parts::put_left(ui.painter(), place.left_center(), galley);
        let Some(response) = response else {
            return;
        };
        if response.clicked() {
            out.send(match self {
                Self::Proposed(proposed) => {
                    Action::TryHierarchy(column.name().to_owned(), proposed.source.clone())
                }
                _ => Action::ShowHierarchy(column.name().to_owned()),
            });
        }
        let more = self.more().unwrap_or(words);
        response.on_hover_text(format!("{more}\nA click opens it."));
    }

    /// In a panel: what is proposed or was accepted, with an example and what to look at.
    pub fn told_of_items(&self, ui: &mut Ui, out: &mut Outbox) {
        if matches!(self, Self::None) {
            return;
        }
        section(ui, "Taxonomy of the items");
        sentence(ui, &self.words());
        for doubt in self.doubts() {
            ui.horizontal_top(|ui| {
                let ink = Tokens::of(ui).attention;
                ui.label(icons::text(icons::VIOLATED, 14.0).color(ink));
                widgets::told(ui, doubt, fonts::body(), Tokens::of(ui).text);
            });
        }
        if let Some(proposed) = self.proposed() {
            if !proposed.example.is_empty() {
                sentence(ui, &format!("{}.", proposed.example.join(" \u{2192} ")));
            }
            sentence(ui, &proposed.why);
        }
        if link(ui, "Look at the taxonomy").clicked() {
            out.send(match self {
                Self::Proposed(proposed) => {
                    Action::TryHierarchy(ITEMS.to_owned(), proposed.source.clone())
                }
                _ => Action::ShowHierarchy(ITEMS.to_owned()),
            });
        }
        ui.add_space(10.0);
    }

    /// Why it was proposed, what a value becomes, and what to look at.
    pub fn more(&self) -> Option<String> {
        let proposed = self.proposed()?;
        let mut lines = vec![proposed.why.clone()];
        if !proposed.example.is_empty() {
            lines.push(format!(
                "For example {}.",
                proposed.example.join(" \u{2192} ")
            ));
        }
        lines.extend(proposed.doubts.iter().cloned());
        Some(lines.join("\n"))
    }
}
