//! What a frame of the data view costs while a long table is scrolled fast: every text is new in every frame.

use cloakroom::ui::theme;
use cloakroom::ui::widgets::grid::{
    ChipTone, GridCell, GridChip, GridHeader, GridSource, GridState, RowLook, RowMark, grid,
};
use egui::{Context, RawInput, Rect, Vec2, vec2};
use std::borrow::Cow;
use std::time::{Duration, Instant};

pub const SCREEN: Vec2 = vec2(2560.0, 1440.0);
pub const ROWS: u64 = 1_000_000;
pub const COLUMNS: usize = 50;

/// A made-up hospital whose cells follow from their place, so that no memory is needed for them.
pub struct Hospital {
    names: Vec<String>,
}

impl Default for Hospital {
    fn default() -> Self {
        let kinds = [
            "birth", "zip", "sex", "disease", "name", "visits", "cost", "admitted", "ward", "note",
        ];
        let name = |column: usize| match column / kinds.len() {
            0 => kinds[column].to_owned(),
            round => format!("{}_{round}", kinds[column % kinds.len()]),
        };
        Self {
            names: (0..COLUMNS).map(name).collect(),
        }
    }
}

impl GridSource for Hospital {
    fn rows(&self) -> u64 {
        ROWS
    }

    fn columns(&self) -> usize {
        self.names.len()
    }

    fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let (text, tone) = match column % 10 {
            0..=2 => ("quasi", ChipTone::Quasi),
            3 => ("sensitive", ChipTone::Sensitive),
            4 => ("identifier", ChipTone::Identifier),
            9 => ("undecided", ChipTone::Undecided),
            _ => ("kept", ChipTone::Kept),
        };
        GridHeader {
            chip: Some(GridChip {
                text: Cow::Borrowed(text),
                tone,
                hover: Cow::Borrowed(""),
            }),
            numbers: matches!(column % 10, 5 | 6),
            ..Default::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let mark = if mix(row).is_multiple_of(7) {
            RowMark::Violates
        } else {
            RowMark::Plain
        };
        RowLook {
            mark,
            related: false,
            begins: false,
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        const DISEASES: [&str; 6] = [
            "Hepatitis",
            "Flu",
            "HIV",
            "Chronic obstructive pulmonary disease",
            "Asthma",
            "Indigestion",
        ];
        let draw = mix(row * 64 + column as u64);
        let part = |of: u64| draw / 97 % of;
        match column % 10 {
            _ if draw.is_multiple_of(40) => GridCell::missing(),
            0 | 7 => GridCell::text(format!(
                "{}-{:02}-{:02}",
                1930 + part(80),
                1 + draw / 11 % 12,
                1 + draw / 13 % 28
            )),
            1 => GridCell::text(format!("{:05}", part(100_000))),
            2 => GridCell::text(if part(2) == 0 { "female" } else { "male" }),
            3 => GridCell::text(DISEASES[part(6) as usize]),
            4 => GridCell::hidden(),
            5 => GridCell::number(part(30).to_string()),
            6 => GridCell::number(format!("{}.{:02}", part(90_000), draw / 7 % 100)),
            8 => GridCell::text(format!("Ward {} {}", part(40), draw % 1_000)),
            _ => GridCell::text(format!("seen by Dr. {draw:x}, next on {}", part(365))),
        }
    }
}

/// A fixed scramble, so that neighbours differ.
fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits ^ (bits >> 29)
}

/// The widths of the columns: as the grid chooses them, or so narrow that all fifty are visible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Widths {
    Chosen,
    AllVisible,
}

/// A window without a window: runs frames and counts their time.
pub struct Scroller {
    ctx: Context,
    source: Hospital,
    state: GridState,
    seconds: f64,
}

impl Scroller {
    pub fn new(widths: Widths) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        let source = Hospital::default();
        let mut state = GridState::default();
        if widths == Widths::AllVisible {
            for name in &source.names {
                state.set_width(name, 49.0);
            }
        }
        let mut scroller = Self {
            ctx,
            source,
            state,
            seconds: 0.0,
        };
        // Letters are rasterised on first sight; a window has done that long before somebody scrolls.
        for _ in 0..20 {
            scroller.frame();
        }
        scroller
    }

    /// Scrolls on by more than a screen and makes the frame ready to be sent to the graphics card.
    pub fn frame(&mut self) -> Duration {
        self.seconds += 1.0 / 60.0;
        let next = self.state.offset() + 1_507.0;
        self.state.set_offset(if next > 25e6 { 0.0 } else { next });
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, SCREEN)),
            time: Some(self.seconds),
            ..Default::default()
        };
        let (source, state) = (&self.source, &mut self.state);
        let start = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| {
            grid(ui, "data", "Data", state, source);
        });
        let shapes = std::mem::take(&mut output.shapes);
        let meshes = self.ctx.tessellate(shapes, output.pixels_per_point);
        let spent = start.elapsed();
        std::hint::black_box(meshes);
        output.drop_without_applying_deltas();
        spent
    }
}

/// The median and the slowest in a hundred of many frames.
pub fn measure(widths: Widths, frames: usize) -> (Duration, Duration) {
    let mut scroller = Scroller::new(widths);
    let mut times: Vec<_> = (0..frames.max(1)).map(|_| scroller.frame()).collect();
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// Prints the figures.
pub fn run() -> Result<(), Box<dyn std::error::Error>> {
    for (widths, what) in [
        (Widths::Chosen, "columns as wide as the program chooses"),
        (Widths::AllVisible, "all 50 columns squeezed into view"),
    ] {
        let (median, slow) = measure(widths, 1_000);
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        println!(
            "A frame while 1,000,000 rows by 50 columns are scrolled fast at 2560 x 1440, {what}: \
             median {:.1} ms, 99 in 100 below {:.1} ms",
            ms(median),
            ms(slow)
        );
    }
    Ok(())
}
