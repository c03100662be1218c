//! What a frame of the whole window costs at a million rows: the pages of a file that was just opened, every stage and every
//! view of every kind, at rest and while k is dragged, a lattice of 100,000 nodes, and what a message on top adds.

use super::Outcome;
use super::ratings_slider;
use cloakroom::ui::actions::{Action, CompareTab, ExploreTab, Stage};
use cloakroom::ui::commands::Command;
use cloakroom::ui::lattice::Lattice;
use cloakroom::ui::preferences::Preferences;
use cloakroom::ui::shell::stages;
use cloakroom::ui::theme;
use cloakroom::ui::views::explore::view;
use cloakroom::ui::workbench::Workbench;
use cloakroom_core::kind::Kind;
use cloakroom_engine::change::Change;
use egui::{Context, Event, Pos2, RawInput, Rect, Vec2, vec2};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SCREEN: Vec2 = vec2(2560.0, 1440.0);
const ROWS: u64 = 1_000_000;
const FRAMES: usize = 60;
/// What a frame may take, in ms.
const MOST: f64 = 8.0;
/// Some answers for a million records take minutes: their views are looked at meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

/// A window without a window.
struct Window {
    ctx: Context,
    bench: Workbench,
    seconds: f64,
    /// Places whose median is above what a frame may take.
    slow: Vec<String>,
}

impl Window {
    fn new(folder: &Path) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        let bench = Workbench::new(Preferences::default(), Arc::new(|| {}), folder.to_owned());
        Self {
            ctx,
            bench,
            seconds: 0.0,
            slow: Vec::new(),
        }
    }

    fn frame(&mut self) -> Duration {
        self.frame_with(Vec::new())
    }

    fn frame_with(&mut self, events: Vec<Event>) -> Duration {
        self.seconds += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SCREEN)),
            time: Some(self.seconds),
            events,
            ..Default::default()
        };
        let bench = &mut self.bench;
        let start = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| {
            let ctx = ui.ctx().clone();
            bench.logic(&ctx);
            bench.ui(ui);
        });
        let shapes = std::mem::take(&mut output.shapes);
        let meshes = self.ctx.tessellate(shapes, output.pixels_per_point);
        let spent = start.elapsed();
        std::hint::black_box(meshes);
        output.drop_without_applying_deltas();
        spent
    }

    fn send(&mut self, action: Action) {
        self.bench.send(action);
        self.settle();
    }

    fn settle(&mut self) {
        let start = Instant::now();
        let mut quiet = 0;
        while quiet < 10 && start.elapsed() < PATIENCE {
            self.frame();
            quiet = match self.bench.is_settled() {
                true => quiet + 1,
                false => 0,
            };
            if quiet == 0 {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }

    /// The median and the slowest of many frames, with something done before each.
    fn measured(&mut self, before: impl Fn(usize, &mut Workbench) -> Vec<Event>) -> (f64, f64) {
        let mut times: Vec<Duration> = (0..FRAMES)
            .map(|at| {
                let events = before(at, &mut self.bench);
                self.frame_with(events)
            })
            .collect();
        times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        (ms(times[FRAMES / 2]), ms(times[FRAMES - 1]))
    }

    fn report(&mut self, place: &str, (median, slowest): (f64, f64)) {
        println!("  {place:<48} {median:>6.1} {slowest:>8.1}");
        if median > MOST {
            self.slow.push(format!("{place} ({median:.1} ms)"));
        }
    }

    fn at_rest(&mut self, place: &str) {
        let times = self.measured(|_, _| Vec::new());
        self.report(place, times);
    }

    fn while_k_is_dragged(&mut self, place: &str) {
        let times = self.measured(|at, bench| {
            let k = Some(3 + at as u32 % 9);
            bench.send(Action::Change(Change::SetK(k)));
            Vec::new()
        });
        self.report(&format!("{place}, k dragged"), times);
        self.send(Action::Change(Change::SetK(Some(5))));
    }

    fn open(&mut self, kind: Kind, file: PathBuf) -> Outcome {
        self.send(Action::Open(file));
        match self.bench.workspace().map(|open| open.kind()) {
            Some(found) if found == kind => Ok(()),
            _ => Err("the table was not opened as what it is".into()),
        }
    }

    /// The pages of a file that was just opened, then every stage and view.
    fn look_everywhere(&mut self, kind: Kind) {
        println!(
            "{}, frames at 2560 x 1440: median and slowest, ms",
            kind.name()
        );
        self.send(Action::ShowOpening);
        self.at_rest("Opening");
        self.send(Action::Understood);
        self.send(Action::Go(Stage::Data));
        let has_columns = self
            .bench
            .workspace()
            .is_some_and(|open| open.table().is_some());
        if has_columns {
            self.send(Action::ShowColumns(true));
            self.at_rest("Columns");
            self.send(Action::ShowColumns(false));
        }
        self.at_rest("Data");
        self.while_k_is_dragged("Data");
        self.send(Action::ShowViolating);
        self.while_k_is_dragged("Data, only violating rows");
        self.send(Action::OnlyViolating(false));
        for view in view::of_kind(kind) {
            self.send(Action::ShowTab(view.tab));
            self.send(Action::SelectRow(Some(77_777)));
            self.at_rest(view.name);
            self.while_k_is_dragged(view.name);
        }
        for tab in CompareTab::ALL {
            // What is counted for them goes on meanwhile.
            self.bench.send(Action::ShowCompare(tab));
            for _ in 0..20 {
                self.frame();
            }
            self.at_rest(&format!("Compare, {}", tab.name()));
        }
        self.send(Action::Run(Command::StopJobs));
        for &stage in stages(kind) {
            if matches!(stage, Stage::Hierarchies | Stage::Release) {
                self.send(Action::Go(stage));
                self.at_rest(stage.name());
            }
        }
    }

    /// Zoomed in and out again under the mouse, coloured anew all the while.
    fn move_a_lattice(&mut self) -> Outcome {
        let Some(Lattice::Held(held)) = self.bench.current_lattice() else {
            return Err("the lattice is not held".into());
        };
        let place = format!("Lattice of {} nodes", held.rows.len());
        self.at_rest(&place);
        self.while_k_is_dragged(&place);
        let times = self.measured(|at, bench| {
            let k = Some(3 + at as u32 % 9);
            bench.send(Action::Change(Change::SetK(k)));
            let factor = if at < FRAMES / 2 { 1.15 } else { 1.0 / 1.15 };
            let middle = (SCREEN / 2.0).to_pos2();
            vec![Event::PointerMoved(middle), Event::Zoom(factor)]
        });
        self.report(&format!("{place}, zoomed and k dragged"), times);
        Ok(())
    }
}

/// Four columns that make some hundred thousand classes.
fn people(folder: &Path) -> std::io::Result<PathBuf> {
    let mut text = "height,weight,zip,ward,disease\n".to_owned();
    for row in 0..ROWS {
        let mixed = row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let (height, weight) = (mixed % 97, mixed / 97 % 89);
        let (zip, ward, disease) = (mixed / 9_000 % 13, mixed / 117_000 % 7, mixed / 900_000 % 5);
        _ = writeln!(text, "{height},{weight},{zip},w{ward},d{disease}");
    }
    std::fs::write(folder.join("people.csv"), text)?;
    let recipe = "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\n\
                  quasi = [\"height\", \"weight\", \"zip\", \"ward\"]\nsensitive = [\"disease\"]\n\
                  [hierarchies]\nheight = { intervals = [5, 10, 20] }\nweight = { intervals = [5, 10, 20] }\n\
                  [require]\nk = 5\np = 2\n[method]\nname = \"optimal\"\n";
    let path = folder.join("recipe.toml");
    std::fs::write(&path, recipe)?;
    Ok(path)
}

/// A million baskets over sixty items.
fn baskets(folder: &Path) -> std::io::Result<PathBuf> {
    let mut text = String::new();
    for basket in 0..ROWS {
        let mixed = basket.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        for place in 0..=mixed % 4 {
            let drawn = mixed / (7 << (8 * place)) % 60;
            _ = write!(text, "{}i{drawn}", if place > 0 { " " } else { "" });
        }
        text.push('\n');
    }
    std::fs::write(folder.join("baskets.dat"), text)?;
    let recipe = "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n\
                  [hierarchies]\nitems = { fan = 5 }\n[require]\nk = 5\nm = 2\n";
    let path = folder.join("baskets.toml");
    std::fs::write(&path, recipe)?;
    Ok(path)
}

/// Five columns with ten levels each.
fn many_levels(folder: &Path) -> std::io::Result<PathBuf> {
    let mut text = "a,b,c,d,e\n".to_owned();
    for row in 0..20_000u64 {
        let mixed = row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 10;
        let cell = |place: u32| mixed >> (9 * place) & 511;
        _ = writeln!(
            text,
            "{},{},{},{},{}",
            cell(0),
            cell(1),
            cell(2),
            cell(3),
            cell(4)
        );
    }
    std::fs::write(folder.join("levels.csv"), text)?;
    let mut recipe = "[data]\npath = \"levels.csv\"\nkind = \"microdata\"\n[roles]\n\
                      quasi = [\"a\", \"b\", \"c\", \"d\", \"e\"]\n[require]\nk = 5\nsuppression = 0.05\n\
                      [method]\nname = \"optimal\"\n[hierarchies]\n"
        .to_owned();
    for column in ["a", "b", "c", "d", "e"] {
        _ = writeln!(
            recipe,
            "{column} = {{ intervals = [2, 4, 8, 16, 32, 64, 128, 256] }}"
        );
    }
    let path = folder.join("levels.toml");
    std::fs::write(&path, recipe)?;
    Ok(path)
}

/// Prints the figures. Fails where the median is more than a frame may take.
pub fn run() -> Outcome {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let mut slow = Vec::new();
    let mut opened = |kind: Kind, file: PathBuf, look: fn(&mut Window) -> Outcome| -> Outcome {
        let mut window = Window::new(&folder.join("cache"));
        window.open(kind, file)?;
        look(&mut window)?;
        slow.append(&mut window.slow);
        Ok(())
    };
    opened(Kind::Microdata, people(folder)?, |window| {
        window.send(Action::Run(Command::RunMethod));
        window.look_everywhere(Kind::Microdata);
        // Told anew in every frame, so that it is there throughout.
        let times = window.measured(|_, bench| {
            bench.send(Action::Run(Command::Undo));
            Vec::new()
        });
        window.report("With messages", times);
        Ok(())
    })?;
    let survey = folder.join("survey.toml");
    ratings_slider::write(folder, &survey)?;
    opened(Kind::Ratings, survey, |window| {
        window.look_everywhere(Kind::Ratings);
        Ok(())
    })?;
    opened(Kind::Transactions, baskets(folder)?, |window| {
        window.look_everywhere(Kind::Transactions);
        Ok(())
    })?;
    opened(Kind::Microdata, many_levels(folder)?, |window| {
        window.send(Action::ShowTab(ExploreTab::Lattice));
        window.move_a_lattice()
    })?;
    match slow.is_empty() {
        true => Ok(()),
        false => Err(format!("above {MOST} ms: {}", slow.join(", ")).into()),
    }
}
