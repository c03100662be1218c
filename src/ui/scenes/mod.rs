//! Every view of every sample, as pictures are taken of them.

mod attacks;
mod compared;
mod groups;
mod hierarchies;
mod lattices;
mod linked;
mod opened;
mod overview;
mod promises;
mod purposes;
mod ratings;
pub mod raw;
mod releases;
mod risks;
mod transactions;

use super::actions::{Action, Stage};
use super::picture::{Camera, Image};
use super::preferences::{Preferences, ThemeChoice};
use super::shell::stages;
use super::theme;
use super::workbench::Workbench;
use cloakroom_core::kind::Kind;
use cloakroom_engine::samples;
use egui::{Context, Theme, Vec2, vec2};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// One picture: what was opened and where the user went.
pub struct Scene {
    pub name: String,
    opened: Opened,
    actions: Vec<Action>,
    /// Of the window, where it is not the usual one.
    size: Option<Vec2>,
}

#[derive(Clone, Copy)]
enum Opened {
    Nothing,
    Sample(&'static str),
    /// A file of this name that was just made.
    File(&'static str, fn() -> String),
}

/// The usual size of the window.
pub const SIZE: Vec2 = vec2(1280.0, 800.0);
const LARGE: Vec2 = vec2(2560.0, 1440.0);

/// All pictures, without the theme.
pub fn all() -> Vec<Scene> {
    let mut scenes = overview::overview();
    scenes.extend(opened::opened());
    scenes.extend(lattices::lattices());
    scenes.extend(linked::linked());
    scenes.extend(promises::promises());
    scenes.extend(hierarchies::hierarchies());
    scenes.extend(ratings::ratings());
    scenes.extend(transactions::transactions());
    scenes.extend(compared::compared());
    scenes.extend(risks::risks());
    scenes.extend(attacks::attacks());
    scenes.extend(purposes::purposes());
    scenes.extend(groups::groups());
    scenes.extend(releases::releases());
    for sample in samples::all() {
        for stage in once_a_sample(sample.kind) {
            let name = format!("{}-{}", sample.name, stage.name().to_lowercase());
            scenes.push(scene(name, Some(sample.name), vec![Action::Go(stage)]));
        }
    }
    scenes
}

fn scene(name: impl Into<String>, sample: Option<&'static str>, actions: Vec<Action>) -> Scene {
    Scene {
        name: name.into(),
        opened: sample.map_or(Opened::Nothing, Opened::Sample),
        actions,
        size: None,
    }
}

/// The stages that every sample is shown in; curves take long and have scenes of their own.
fn once_a_sample(kind: Kind) -> impl Iterator<Item = Stage> {
    let stages = stages(kind).iter().copied();
    stages.filter(|stage| *stage != Stage::Compare)
}

impl Scene {
    /// The size of its own, or this one.
    pub fn size_or(&self, usual: Vec2) -> Vec2 {
        self.size.unwrap_or(usual)
    }

    /// `cache` is a folder for the files that are opened.
    pub fn paint(&self, theme: Theme, size: Vec2, pixels_per_point: f32, cache: &Path) -> Image {
        let ctx = Context::default();
        theme::install(&ctx);
        let preferences = Preferences {
            theme: match theme {
                Theme::Dark => ThemeChoice::Dark,
                Theme::Light => ThemeChoice::Light,
            },
            ..Preferences::default()
        };
        let mut workbench = Workbench::new(preferences, Arc::new(|| {}), cache.to_owned());
        let open = match self.opened {
            Opened::Nothing => None,
            Opened::Sample(sample) => Some(Action::OpenSample(sample)),
            Opened::File(name, text) => {
                let file = cache.join(name);
                let made = std::fs::create_dir_all(cache);
                // What cannot be written is not there to be opened, which the picture tells.
                let _ = made.and_then(|()| std::fs::write(&file, text()));
                Some(Action::Open(file))
            }
        };
        if let Some(open) = open {
            workbench.send(open);
            settle(&mut workbench, &ctx);
        }
        for action in &self.actions {
            workbench.send(action.clone());
            settle(&mut workbench, &ctx);
        }
        let camera = Camera::new(size)
            .theme(theme)
            .pixels_per_point(pixels_per_point);
        camera.paint(&ctx, |ui| {
            settle(&mut workbench, &ui.ctx().clone());
            workbench.ui(ui);
        })
    }

    pub fn file_name(&self, theme: Theme) -> String {
        let theme = match theme {
            Theme::Dark => "dark",
            Theme::Light => "light",
        };
        format!("{}-{theme}.png", self.name)
    }
}

/// Waits until nothing runs behind the window.
fn settle(workbench: &mut Workbench, ctx: &Context) {
    workbench.logic(ctx);
    while !workbench.is_settled() {
        std::thread::sleep(Duration::from_millis(1));
        workbench.logic(ctx);
    }
}
