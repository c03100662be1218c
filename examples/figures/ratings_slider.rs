//! The sliders of ratings on a million people, in the whole window.

use super::Outcome;
use super::raters::{Raters, Taste};
use super::slider::{FRAMES, frame, opened, report, settle};
use cloakroom::ui::actions::{Action, ExploreTab, Stage};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_ratings::ratings::NULL;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const PEOPLE: usize = 1_000_000;

pub fn run() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("survey.toml");
    write(folder.path(), &path)?;
    let start = Instant::now();
    let (mut workbench, ctx) = opened(folder.path(), path);
    println!(
        "opened and compared {PEOPLE} people after {:.2?}",
        start.elapsed()
    );
    let workspace = workbench.workspace().ok_or("the survey did not open")?;
    if workspace.settings().roles.of("s") != Some(Role::Sensitive) {
        return Err("the sensitive issue is not there".into());
    }
    println!("a frame with another k, epsilon or l, input to triangles:");
    println!("  {:<32} {:>10} {:>10}", "", "median", "slowest");
    for (view, action) in [
        ("the table, marked", Action::Go(Stage::Data)),
        ("only violating rows", Action::ShowViolating),
        ("the plane", Action::ShowTab(ExploreTab::Plane)),
        ("the graph", Action::ShowTab(ExploreTab::EpsilonGraph)),
    ] {
        workbench.send(action);
        settle(&mut workbench, &ctx);
        for (name, change) in [
            (
                "k",
                (|step| Change::SetK(Some(2 + step % 48))) as fn(u32) -> Change,
            ),
            ("epsilon", |step| {
                Change::SetEpsilon(Some(f64::from(step % 3)))
            }),
            ("l", |step| {
                Change::SetLSd(Some(f64::from(step % 20) / 10.0))
            }),
        ] {
            let mut times: Vec<Duration> = (0..FRAMES)
                .map(|step| {
                    let start = Instant::now();
                    workbench.send(Action::Change(change(step)));
                    frame(&mut workbench, &ctx);
                    start.elapsed()
                })
                .collect();
            report(&format!("{view}, {name}"), &mut times);
        }
    }
    Ok(())
}

/// Twenty issues and a sensitive one, ratings from 1 to 5.
pub(super) fn write(folder: &Path, recipe: &Path) -> Outcome {
    let raters = Raters {
        people: PEOPLE,
        repeated: 300,
        taste: Taste::Shared,
        ..Raters::default()
    };
    let survey = raters.survey(1);
    let mut file = BufWriter::new(std::fs::File::create(folder.join("survey.csv"))?);
    let names: Vec<String> = (1..=survey.issues.len())
        .map(|at| format!("i{at}"))
        .collect();
    writeln!(file, "{},s", names.join(","))?;
    let text = |cell: u16| match cell {
        NULL => String::new(),
        point => (point + 1).to_string(),
    };
    let mut row = Vec::new();
    for person in 0..survey.people() {
        survey.row(person, &mut row);
        let cells: Vec<String> = row.iter().copied().map(text).collect();
        writeln!(
            file,
            "{},{}",
            cells.join(","),
            text(survey.secrets[0][person])
        )?;
    }
    std::fs::write(
        recipe,
        "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nscale = [1, 5]\n[roles]\nsensitive = [\"s\"]\n\
         [require]\nk = 5\nepsilon = 1\n",
    )?;
    Ok(())
}
