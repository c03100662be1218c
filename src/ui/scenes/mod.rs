//! Every view of every sample, as pictures are taken of them.

mod attacks;
mod compared;
mod groups;
mod hierarchies;
mod lattices;
mod linked;
mod overview;
mod promises;
mod purposes;
mod ratings;
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
    sample: Option<&'static str>,
    actions: Vec<Action>,
}

pub const SIZE: Vec2 = vec2(1280.0, 800.0);

/// All pictures, without the theme.
pub fn all() -> Vec<Scene> {
    let mut scenes = overview::overview();
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
        sample,
        actions,
    }
}

/// The stages that every sample is shown in; curves take long and have scenes of their own.
fn once_a_sample(kind: Kind) -> impl Iterator<Item = Stage> {
    let stages = stages(kind).iter().copied();
    stages.filter(|stage| *stage != Stage::Compare)
}

impl Scene {
    /// `cache` is a folder for the sample's files.
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
        if let Some(sample) = self.sample {
            workbench.send(Action::OpenSample(sample));
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
