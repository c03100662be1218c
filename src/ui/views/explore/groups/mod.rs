//! The groups of a microaggregation: where records lie and where their centres do, and what every column lost by it.

mod camera;
mod canvas;
mod picture;
mod side;

use super::before_after::stale_banner;
use super::beside::aside;
use super::{Lent, head};
use crate::ui::actions::Outbox;
use crate::ui::asked::Asked;
use crate::ui::commands::Command;
use crate::ui::groups::{Axes, GroupPicture, GroupsQuestion, Held};
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::views::explore::canvas_keys::{Move, zoom_buttons};
use crate::ui::widgets::{EmptyState, choice, number, segments, sentence};
use camera::Camera;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, RichText, Ui};
use picture::Painted;
use std::sync::Arc;

/// What of a group is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    Before,
    #[default]
    Both,
    After,
}

#[derive(Default)]
pub struct GroupsTab {
    pub asked: Asked<GroupsQuestion, GroupPicture>,
    pub selected: Option<u32>,
    axes: Axes,
    shown: Shown,
    camera: Camera,
    /// The picture that the camera was set up for.
    seen: Option<Arc<GroupPicture>>,
    painted: Painted,
    /// What the selected group of the picture that is seen held.
    held: Option<(u32, Vec<Held>)>,
    /// Set by the keyboard: the selected group is brought into view.
    reveal: bool,
}

impl GroupsTab {
    /// Another run: what was drawn of the last one is not needed any more.
    pub fn forget(&mut self) {
        self.asked.forget();
        self.seen = None;
        self.selected = None;
    }

    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        let Some((result, question)) = self.question(lent) else {
            CentralPanel::no_frame()
                .frame(frame)
                .show(ui, |ui| nothing_yet(ui, lent, out));
            return;
        };
        self.asked.see_to(question, lent.jobs);
        // While other directions are looked for, the earlier ones stay.
        let picture = self.asked.newest().filter(|picture| {
            let candidate = result.candidate();
            candidate.is_some_and(|candidate| Arc::ptr_eq(&picture.question().candidate, candidate))
        });
        let Some(picture) = picture.cloned() else {
            let missed = self.asked.is_missed();
            CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                if !missed {
                    let words = "Placing the records and their centres.";
                    EmptyState::new(icons::RUNNING, words).show(ui);
                } else if EmptyState::new(icons::GROUPS, "The groups have not been drawn.")
                    .action("Draw them", Some(icons::RUN))
                    .show(ui)
                {
                    self.asked.ask_again();
                }
            });
            return;
        };
        if !self
            .seen
            .as_ref()
            .is_some_and(|seen| Arc::ptr_eq(seen, &picture))
        {
            self.camera.fit();
            self.seen = Some(picture.clone());
            self.held = None;
        }
        self.selected = self
            .selected
            .filter(|&group| (group as usize) < picture.groups());
        let stale = result.is_stale(lent.workspace.revision(), lent.workspace.settings());
        let mut moved = None;
        Panel::top("groups head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &headline(result, &picture));
                stale_banner(ui, lent, stale, out);
                ui.add_space(2.0);
                moved = self.toolbar(ui, &picture);
            });
        let held = self.held.take();
        self.held = self.selected.map(|group| {
            let known = held.filter(|(of, _)| *of == group);
            known.unwrap_or_else(|| (group, picture.held(group)))
        });
        let side = frame.inner_margin(Margin {
            left: 14,
            right: 18,
            top: 0,
            bottom: 8,
        });
        aside(ui, "groups side", 262.0, side, true, |ui| {
            let held = self.held.as_ref().map(|(_, held)| held.as_slice());
            side::show(ui, &picture, held.unwrap_or_default());
        });
        let foot = frame.inner_margin(Margin::symmetric(18, 8));
        Panel::bottom("groups legend")
            .frame(foot)
            .show_separator_line(false)
            .show(ui, |ui| self.legend(ui, &picture));
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| self.canvas(ui, &picture, moved, out));
    }

    /// The picture that is shown, or was shown last.
    pub fn picture(&self) -> Option<&Arc<GroupPicture>> {
        self.seen.as_ref()
    }

    /// Selects the group that a record is released in, if there is a picture of the groups.
    pub fn select_of(&mut self, row: Option<u32>) {
        if let Some(picture) = &self.seen {
            self.selected = row.and_then(|row| picture.group_of(row));
        }
    }

    /// The first record of the selected group.
    pub fn first_of_selected(&self) -> Option<u32> {
        let picture = self.seen.as_ref()?;
        let group = self
            .selected
            .filter(|&group| (group as usize) < picture.groups())?;
        picture
            .members(group)
            .first()
            .map(|&place| picture.row(place))
    }

    /// What the selected group is released as.
    pub fn words_of_selected(&self) -> Option<String> {
        let picture = self.seen.as_ref()?;
        let group = self
            .selected
            .filter(|&group| (group as usize) < picture.groups())?;
        let values: Vec<String> = canvas::released(picture, group)
            .into_iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        Some(format!("Released as {}", values.join(" \u{b7} ")))
    }

    /// What is to be drawn, if the last run made groups.
    fn question<'a>(&self, lent: &Lent<'a>) -> Option<(&'a MethodResult, GroupsQuestion)> {
        let result = lent.result?;
        let candidate = result.candidate()?;
        let settings = result.settings();
        if !settings.method.name.is_microaggregation() {
            return None;
        }
        let columns = lent.workspace.table()?.columns().iter().enumerate();
        let question = GroupsQuestion {
            candidate: candidate.clone(),
            loaded: lent.workspace.loaded().clone(),
            quasi: columns
                .filter(|(_, column)| settings.roles.of(column.name()) == Some(Role::Quasi))
                .map(|(at, _)| at)
                .collect(),
            axes: self.axes,
        };
        Some((result, question))
    }

    fn toolbar(&mut self, ui: &mut Ui, picture: &GroupPicture) -> Option<Move> {
        let mut moved = None;
        ui.horizontal(|ui| {
            let shown = [
                (Shown::Before, "Records", "Every record as it was."),
                (
                    Shown::Both,
                    "Both",
                    "Records, and the centres that take their place.",
                ),
                (
                    Shown::After,
                    "Centres",
                    "What is released: a centre for every group.",
                ),
            ];
            segments(ui, &mut self.shown, &shown);
            ui.add_space(4.0);
            self.axes(ui, picture);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                moved = zoom_buttons(ui);
            });
        });
        moved
    }

    fn axes(&mut self, ui: &mut Ui, picture: &GroupPicture) {
        let names = picture.losses.iter().map(|column| column.name.as_str());
        let names: Vec<(usize, &str)> = names.enumerate().collect();
        let mut by_columns = matches!(self.axes, Axes::Columns(..));
        let kinds = [(false, "principal components"), (true, "two columns")];
        if choice(ui, "Directions", 168.0, &mut by_columns, &kinds) {
            self.axes = match by_columns {
                true => Axes::Columns(0, 1.min(names.len().saturating_sub(1))),
                false => Axes::Principal,
            };
        }
        if let Axes::Columns(mut x, mut y) = self.axes {
            let mut changed = choice(ui, "Column across", 120.0, &mut x, &names);
            changed |= choice(ui, "Column upwards", 120.0, &mut y, &names);
            if changed {
                self.axes = Axes::Columns(x, y);
            }
        }
    }

    fn legend(&self, ui: &mut Ui, picture: &GroupPicture) {
        let tokens = Tokens::of(ui);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            let mark = |ui: &mut Ui, colour, radius, words: String| {
                ui.horizontal(|ui| {
                    let size = egui::vec2(14.0, 18.0);
                    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                    ui.painter().circle_filled(rect.center(), radius, colour);
                    ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
                });
                ui.add_space(10.0);
            };
            if self.shown != Shown::After {
                let Painted {
                    records,
                    of_records,
                } = self.painted;
                let words = match records < of_records {
                    true => format!(
                        "record ({} of {} in view)",
                        number::count(records as u64),
                        number::count(of_records as u64)
                    ),
                    false => "record".to_owned(),
                };
                mark(ui, tokens.bar, 3.5, words);
            }
            if self.shown != Shown::Before {
                mark(ui, tokens.accent, 4.5, "centre of a group".to_owned());
            }
            let [across, upwards] = &picture.directions;
            if across.ends.is_none() {
                let words = format!(
                    "{} of all variance",
                    number::percent(across.shows + upwards.shows)
                );
                let text = RichText::new(words).font(fonts::detail()).color(tokens.dim);
                ui.label(text).on_hover_text(
                    "The two directions in which the standardized quasi-identifiers vary most; a category counts by \
                     its most frequent values. What lies close here may still differ in other directions.",
                );
            }
        });
    }
}

fn headline(result: &MethodResult, picture: &GroupPicture) -> String {
    let candidate = &picture.question().candidate;
    let sizes = candidate.classes.counted();
    let (least, most) = (
        sizes.iter().min().copied().unwrap_or(0),
        sizes.iter().max().copied().unwrap_or(0),
    );
    let size = match least == most {
        true => least.to_string(),
        false => format!("{least} to {most}"),
    };
    let size = match candidate.classes.counts() {
        None => format!("{size} each"),
        Some(counted) => format!("{size} {} each", counted.name(most as usize)),
    };
    format!(
        "{}: {} in {} of {size}, every one released as its centre.",
        result.settings().method.name.title(),
        number::counted(candidate.anonymized.kept.len() as u64, "record"),
        number::counted(picture.groups() as u64, "group"),
    )
}

fn nothing_yet(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let method = lent.workspace.settings().method.name;
    if lent.method_running && method.is_microaggregation() {
        EmptyState::new(icons::RUNNING, "The groups are being found.").show(ui);
        return;
    }
    let failed = lent.result.is_some_and(|result| {
        result.settings().method.name.is_microaggregation()
            && matches!(result.outcome, RunOutcome::NotReached(_))
    });
    if !method.is_microaggregation() {
        let words = "Groups are made by microaggregation: records that lie close together are replaced by their mean. \
                     Choose MDAV and run it to see them here.";
        if EmptyState::new(icons::GROUPS, words)
            .action("Choose MDAV", Some(icons::CHECKED))
            .show(ui)
        {
            out.change(Change::SetMethod(MethodName::Mdav));
        }
        return;
    }
    let words = match failed {
        true => {
            "The last run did not reach the requirement, so there are no groups to show.".to_owned()
        }
        false => format!(
            "\u{201c}{}\u{201d} has not been run yet. It shows here which records become one, and where.",
            method.title()
        ),
    };
    if EmptyState::new(icons::GROUPS, &words)
        .action("Run the method", Some(icons::RUN))
        .show(ui)
    {
        out.run(Command::RunMethod);
    }
}
