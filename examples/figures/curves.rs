//! What a frame costs while the points of curves arrive, and how soon drawing ends when it is stopped.

use super::Outcome;
use super::slider::{frame, settle};
use cloakroom::ui::actions::{Action, CompareTab};
use cloakroom::ui::commands::Command;
use cloakroom::ui::preferences::Preferences;
use cloakroom::ui::theme;
use cloakroom::ui::workbench::Workbench;
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;
use egui::Context;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Sixty frames a second.
const FRAME: Duration = Duration::from_micros(16_667);

pub fn run() -> Outcome {
    let folder = tempfile::tempdir()?;
    println!(
        "a frame while the points of three methods and twenty values arrive, input to triangles:"
    );
    println!(
        "  {:<12} {:>8} {:>10} {:>10} {:>10} {:>14} {:>12}",
        "", "points", "all after", "median", "slowest", "frames late", "stopped in"
    );
    for (sample, asked) in samples() {
        draw(folder.path(), sample, &asked)?;
    }
    Ok(())
}

/// The samples with what is asked of them.
fn samples() -> [(&'static str, Vec<Change>); 3] {
    let fewer = hospital::QUASI
        .iter()
        .filter(|name| !["birth_year", "sex", "zip"].contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive));
    [
        (
            "hospital",
            vec![
                Change::SetRoles(fewer.collect()),
                Change::SetSuppression(0.02),
            ],
        ),
        (
            "lifestyle",
            vec![Change::SetK(Some(5)), Change::SetEpsilon(Some(2.0))],
        ),
        (
            "basket",
            vec![
                Change::SetK(Some(5)),
                Change::SetM(Some(SetSize::AtMost(2))),
            ],
        ),
    ]
}

fn draw(folder: &Path, sample: &'static str, asked: &[Change]) -> Outcome {
    let (mut workbench, ctx) = opened(folder, sample, asked);
    let start = Instant::now();
    workbench.send(Action::ShowCompare(CompareTab::Curves));
    let mut times = Vec::new();
    let mut late = 0;
    frame(&mut workbench, &ctx);
    while !workbench.is_settled() {
        let begin = Instant::now();
        frame(&mut workbench, &ctx);
        let spent = begin.elapsed();
        times.push(spent);
        late += usize::from(spent > FRAME);
        std::thread::sleep(FRAME.saturating_sub(spent));
    }
    let all = start.elapsed();
    times.sort();
    let stopped = stopped(folder, sample, asked)?;
    let points = workbench.curve_points().map_or(0, |(there, _)| there);
    let (middle, slowest) = match times.as_slice() {
        [] => (Duration::ZERO, Duration::ZERO),
        [.., last] => (times[times.len() / 2], *last),
    };
    println!(
        "  {sample:<12} {points:>8} {:>8.1} s {:>7.2} ms {:>7.2} ms {:>7} of {:<4} {:>9.1} ms",
        all.as_secs_f64(),
        middle.as_secs_f64() * 1e3,
        slowest.as_secs_f64() * 1e3,
        late,
        times.len(),
        stopped.as_secs_f64() * 1e3
    );
    Ok(())
}

/// How long it takes from the wish to stop until nothing runs any more, in the middle of the work.
fn stopped(
    folder: &Path,
    sample: &'static str,
    asked: &[Change],
) -> Result<Duration, Box<dyn std::error::Error>> {
    let mut longest = Duration::ZERO;
    for points in [0, 3, 9] {
        let (mut workbench, ctx) = opened(folder, sample, asked);
        workbench.send(Action::ShowCompare(CompareTab::Curves));
        frame(&mut workbench, &ctx);
        while workbench
            .curve_points()
            .is_some_and(|(there, _)| there < points)
            && !workbench.is_settled()
        {
            frame(&mut workbench, &ctx);
        }
        let begin = Instant::now();
        workbench.send(Action::Run(Command::StopJobs));
        while !workbench.is_settled() {
            frame(&mut workbench, &ctx);
        }
        longest = longest.max(begin.elapsed());
    }
    Ok(longest)
}

fn opened(folder: &Path, sample: &'static str, asked: &[Change]) -> (Workbench, Context) {
    let ctx = Context::default();
    theme::install(&ctx);
    let cache = folder.join("cache");
    let mut workbench = Workbench::new(Preferences::default(), Arc::new(|| {}), cache);
    workbench.send(Action::OpenSample(sample));
    settle(&mut workbench, &ctx);
    for change in asked {
        workbench.send(Action::Change(change.clone()));
        settle(&mut workbench, &ctx);
    }
    (workbench, ctx)
}
