//! What a frame of the graph of ratings costs while it is moved, zoomed and coloured anew, and how long it
//! takes to settle.

use cloakroom::ui::ratings::graph::{GraphQuestion, Settling};
use cloakroom::ui::theme::{self, Tokens};
use cloakroom::ui::views::explore::ratings::graph::Tint;
use cloakroom::ui::views::explore::ratings::graph::camera::Camera;
use cloakroom::ui::views::explore::ratings::graph::picture::{Mark, Picture};
use cloakroom_core::progress::Progress;
use cloakroom_core::ratings::Scale;
use cloakroom_core::requirement::NullReading;
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_core::stream::Stream;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use egui::{Context, Pos2, RawInput, Rect, Vec2, vec2};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SCREEN: Vec2 = vec2(2560.0, 1440.0);

/// So many people around some types, on a scale from 1 to 6; all different.
fn survey(people: u64) -> PreparedRatings {
    let rows: Vec<Vec<u16>> = (0..people)
        .map(|person| {
            let mut stream = Stream::new(11, person);
            let kind = stream.below(12);
            let mut centre = Stream::new(5, u64::from(kind));
            (0..12)
                .map(|_| {
                    let middle = 1 + centre.below(4) as u16;
                    (middle + stream.below(3) as u16).saturating_sub(1).min(5)
                })
                .collect()
        })
        .collect();
    let scale = Scale {
        high: 6.0,
        ..Scale::default()
    };
    PreparedRatings::from_rows(scale, &rows, Vec::new())
}

/// A graph that has come to rest, and how long that took.
pub fn settled(people: u64) -> (Settling, Duration) {
    let survey = survey(people);
    let progress = Progress::default();
    let profile = RatingsProfile::compute(
        &survey,
        NullReading::Strict,
        1,
        NeighbourEngine::Profile,
        &progress,
    );
    let profile = profile.unwrap_or_else(|_| unreachable!("nobody stops it"));
    let settling = Settling::new(GraphQuestion {
        survey: Arc::new(survey),
        profile: Arc::new(profile),
        within: 1,
        released: None,
        by_release: false,
    });
    let start = Instant::now();
    settling
        .run(&progress)
        .unwrap_or_else(|_| unreachable!("nobody stops it"));
    (settling, start.elapsed())
}

/// The median and the longest of so many frames.
pub fn measure(settling: &Settling, frames: usize) -> (Duration, Duration) {
    let ctx = Context::default();
    theme::install(&ctx);
    let screen = Rect::from_min_size(Pos2::ZERO, SCREEN);
    let places = settling.places();
    let Some(graph) = settling.graph() else {
        return Default::default();
    };
    let weight = &settling.question.profile.patterns().weight;
    let people = vec![(1, 0); graph.islands.len()];
    let mut camera = Camera::default();
    let mut taken: Vec<Duration> = (0..frames + 10)
        .map(|frame| {
            let input = RawInput {
                screen_rect: Some(screen),
                time: Some(frame as f64 / 60.0),
                ..Default::default()
            };
            let factor = if (frame / 20).is_multiple_of(2) {
                1.1
            } else {
                1.0 / 1.1
            };
            let start = Instant::now();
            camera.zoom(
                graph.size,
                screen,
                factor,
                screen.center() + vec2(90.0, 40.0),
            );
            let mark = |record: usize| match (record + frame).is_multiple_of(3) {
                true => Mark::Violates,
                false => Mark::Satisfied,
            };
            let mut output = ctx.run_ui(input, |ui| {
                let picture = Picture {
                    graph,
                    places: &places,
                    view: camera.view(graph.size, screen),
                    weight,
                    mark: &mark,
                    people: &people,
                    after: false,
                    tint: Tint::Cliques,
                    selected: Some(0),
                    hovered: None,
                };
                picture.hit(screen.center());
                picture.paint(ui.painter(), Tokens::of(ui));
            });
            let shapes = std::mem::take(&mut output.shapes);
            let meshes = ctx.tessellate(shapes, output.pixels_per_point);
            let spent = start.elapsed();
            std::hint::black_box(meshes);
            output.drop_without_applying_deltas();
            spent
        })
        .skip(10)
        .collect();
    taken.sort_unstable();
    (taken[taken.len() / 2], taken[taken.len() - 1])
}

pub fn run() -> super::Outcome {
    for people in [943, 5_000, 10_000] {
        let (settling, settled) = settled(people);
        let (median, longest) = measure(&settling, 200);
        let lines = settling.graph().map_or(0, |graph| graph.before.lines.len());
        println!(
            "graph of {people} people, {lines} lines: settles in {:.1} s; a frame takes {:.1} ms (longest {:.1})",
            settled.as_secs_f64(),
            median.as_secs_f64() * 1e3,
            longest.as_secs_f64() * 1e3
        );
    }
    Ok(())
}
