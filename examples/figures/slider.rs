//! The k slider on a million records, in the whole window: every frame another k, with the count, the share,
//! the marks and the list of violating rows following.

use super::Outcome;
use cloakroom::ui::actions::{Action, ExploreTab, Stage};
use cloakroom::ui::preferences::Preferences;
use cloakroom::ui::theme;
use cloakroom::ui::workbench::Workbench;
use cloakroom_core::column::Column;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_microdata::profile::classes::ClassProfile;
use egui::{Context, RawInput, Rect, Vec2, vec2};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROWS: u64 = 1_000_000;
const SCREEN: Vec2 = vec2(2560.0, 1440.0);
const QUASI: [&str; 3] = ["birth_year", "sex", "zip"];
const SENSITIVE: &str = "disease";
pub(super) const FRAMES: u32 = 200;

pub fn run() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("hospital.csv");
    let mut file = BufWriter::new(std::fs::File::create(&path)?);
    hospital::write_csv(ROWS, hospital::SEED, &mut file)?;
    drop(file);

    let start = Instant::now();
    let (mut workbench, ctx) = opened(folder.path(), path);
    println!(
        "opened {ROWS} records in the window after {:.2?}",
        start.elapsed()
    );
    let workspace = workbench.workspace().ok_or("the table did not open")?;
    let table = workspace.table().ok_or("there is no table")?;

    let columns: Vec<&Column> = QUASI.iter().filter_map(|name| table.column(name)).collect();
    let profiling = median(5, || {
        let start = Instant::now();
        let profile = ClassProfile::compute(&columns, table.rows(), &Pulse::default());
        profile.map(|_| start.elapsed()).unwrap_or_default()
    });
    let roles = table
        .columns()
        .iter()
        .map(|column| {
            let role = if QUASI.contains(&column.name()) {
                Role::Quasi
            } else if column.name() == SENSITIVE {
                Role::Sensitive
            } else {
                Role::Insensitive
            };
            (column.name().to_owned(), role)
        })
        .collect();
    workbench.send(Action::Change(Change::SetRoles(roles)));
    settle(&mut workbench, &ctx);

    println!(
        "the classes of {} columns once: {profiling:.2?}",
        QUASI.len()
    );
    println!("a frame with another k, input to triangles, {SCREEN:?} points:");
    println!("  {:<32} {:>10} {:>10}", "", "median", "slowest");
    for (name, action) in [
        (
            "all rows, violating ones marked",
            Action::OnlyViolating(false),
        ),
        ("only violating rows", Action::OnlyViolating(true)),
        ("the classes and their sizes", Action::Go(Stage::Explore)),
    ] {
        workbench.send(action);
        settle(&mut workbench, &ctx);
        let mut times: Vec<Duration> = (0..FRAMES)
            .map(|frame| frame_with(&mut workbench, &ctx, 2 + frame % 48))
            .collect();
        report(name, &mut times);
    }
    workbench.send(Action::Change(Change::ask(
        PrivacyModel::EntropyDiversity,
        Some(1.5),
    )));
    workbench.send(Action::Change(Change::ask(
        PrivacyModel::Closeness,
        Some(0.4),
    )));
    for (name, action) in [
        (
            "p, with k, l and t: the table",
            Action::OnlyViolating(false),
        ),
        ("only violating rows", Action::ShowViolating),
        ("the classes", Action::ShowTab(ExploreTab::Classes)),
        ("the violations and why", Action::ShowViolations(None)),
    ] {
        workbench.send(action);
        settle(&mut workbench, &ctx);
        let mut times: Vec<Duration> = (0..FRAMES)
            .map(|step| {
                let start = Instant::now();
                workbench.send(Action::Change(Change::SetP(Some(1 + step % 12))));
                frame(&mut workbench, &ctx);
                start.elapsed()
            })
            .collect();
        report(name, &mut times);
    }
    Ok(())
}

/// A window that has read a file and computed what it needs.
pub(super) fn opened(folder: &Path, file: PathBuf) -> (Workbench, Context) {
    let ctx = Context::default();
    theme::install(&ctx);
    let cache = folder.join("cache");
    let mut workbench = Workbench::new(Preferences::default(), Arc::new(|| {}), cache);
    workbench.send(Action::Open(file));
    settle(&mut workbench, &ctx);
    (workbench, ctx)
}

pub(super) fn report(name: &str, times: &mut [Duration]) {
    times.sort();
    let (middle, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("  {name:<32} {middle:>10.2?} {slowest:>10.2?}");
}

fn frame_with(workbench: &mut Workbench, ctx: &Context, k: u32) -> Duration {
    let start = Instant::now();
    workbench.send(Action::Change(Change::SetK(Some(k))));
    frame(workbench, ctx);
    start.elapsed()
}

pub(super) fn frame(workbench: &mut Workbench, ctx: &Context) {
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, SCREEN)),
        ..RawInput::default()
    };
    let mut output = ctx.run_ui(input, |ui| {
        workbench.logic(&ui.ctx().clone());
        workbench.ui(ui);
    });
    let shapes = std::mem::take(&mut output.shapes);
    let triangles = ctx.tessellate(shapes, output.pixels_per_point);
    std::hint::black_box(triangles);
    output.drop_without_applying_deltas();
}

pub(super) fn settle(workbench: &mut Workbench, ctx: &Context) {
    for _ in 0..3 {
        frame(workbench, ctx);
        while !workbench.is_settled() {
            std::thread::sleep(Duration::from_millis(1));
            workbench.logic(ctx);
        }
    }
}

fn median(runs: usize, mut measure: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..runs).map(|_| measure()).collect();
    times.sort();
    times[times.len() / 2]
}
