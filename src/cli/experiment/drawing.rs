//! `--svg FOLDER`: the figures of an experiment as drawings, one file each.

use super::plot::number;
use cloakroom_core::Problem;
use cloakroom_core::io::atomic_file::write_text_whole;
use cloakroom_core::io::making::{DirectoryInMaking, refuse_nowhere, refuse_taken};
use cloakroom_engine::report::chart::{Chart, ChartAxis, ChartSeries, round_marks};
use cloakroom_engine::report::mark_shape::MarkShape;
use cloakroom_papers::figure;
use std::path::{Path, PathBuf};

/// As in the window, on a light ground; with six shapes no two of the first thirty curves look alike.
const COLOURS: [&str; 5] = ["#0f6b66", "#c2410c", "#1d5fa8", "#a3367b", "#8a5a12"];

/// Where drawings go, if they are wanted.
pub struct Drawings {
    folder: Option<PathBuf>,
}

impl Drawings {
    /// Refuses a folder with something in it, before anything long begins.
    pub fn into(folder: Option<&Path>) -> Result<Self, Problem> {
        folder.map(refuse_nowhere).transpose()?;
        folder.map(refuse_taken).transpose()?;
        Ok(Self {
            folder: folder.map(Path::to_owned),
        })
    }

    /// All of them or none.
    pub fn write<F: Drawn>(&self, figures: &[F]) -> Result<(), Problem> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let making = DirectoryInMaking::begin(folder)?;
        for figure in figures {
            let file = making.path().join(format!("{}.svg", figure.name()));
            write_text_whole(&file, &figure.chart().to_svg())?;
        }
        making.finish()
    }
}

/// What can be drawn.
pub trait Drawn {
    fn name(&self) -> &str;
    fn chart(&self) -> Chart;
}

impl Drawn for figure::Figure {
    fn name(&self) -> &str {
        &self.name
    }

    fn chart(&self) -> Chart {
        let curves = self.series.iter().map(|series| {
            let points = series.points.iter().map(|point| (point.at, point.value));
            (series.name.clone(), points.collect())
        });
        chart(&self.title, self.across, self.up, curves.collect())
    }
}

type Curve = (String, Vec<(f64, Option<f64>)>);

fn chart(title: &str, across: &str, up: &str, curves: Vec<Curve>) -> Chart {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let (left, right) = ends(points().map(|point| point.0));
    let (lowest, highest) = ends(points().filter_map(|point| point.1));
    let air = (right - left) * 0.03;
    // A curve is read against nothing, not against its own lowest point.
    let (low, high) = (lowest.min(0.0), highest.max(0.0) * 1.06);
    let series = curves.iter().enumerate().map(|(slot, (name, points))| {
        let shape = MarkShape::ALL[slot % MarkShape::ALL.len()];
        ChartSeries {
            name: name.clone(),
            colour: COLOURS[slot % COLOURS.len()].to_owned(),
            corners: shape.corners().to_vec(),
            hollow: shape == MarkShape::Ring,
            points: points.clone(),
        }
    });
    Chart {
        title: title.to_owned(),
        across: axis(across, left - air, right + air, 10),
        up: axis(up, low, if high > low { high } else { low + 1.0 }, 6),
        series: series.collect(),
        now: None,
    }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

fn axis(label: &str, low: f64, high: f64, wanted: usize) -> ChartAxis {
    let marks = round_marks(low, high, wanted).into_iter();
    ChartAxis {
        label: label.to_owned(),
        low,
        high,
        marks: marks.map(|mark| (mark, number(mark))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use figure::{Figure, Point, Series};

    fn figure(values: &[Option<f64>]) -> Figure {
        let points = values.iter().enumerate().map(|(at, &value)| Point {
            at: at as f64,
            value,
            seconds: 0.0,
            why: None,
        });
        let points: Vec<Point> = points.collect();
        let series = ["one", "two"].map(|name| Series {
            name: name.to_owned(),
            points: points.clone(),
        });
        Figure {
            name: "loss-by-k".to_owned(),
            title: "Loss against k".to_owned(),
            across: "k",
            up: "loss",
            series: series.to_vec(),
            claims: Vec::new(),
        }
    }

    #[test]
    fn drawings_are_files_in_a_new_folder() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("drawn");
        let figures = [figure(&[Some(0.5), None, Some(0.25)])];
        let drawings = Drawings::into(Some(&folder)).unwrap();
        drawings.write(&figures).unwrap();
        let text = std::fs::read_to_string(folder.join("loss-by-k.svg")).unwrap();
        assert!(text.contains("Loss against k") && text.contains(">two<"));
        let refused = Drawings::into(Some(&folder)).err().unwrap();
        assert!(refused.message.contains("not empty"), "{refused}");
        Drawings::into(None).unwrap().write(&figures).unwrap();
    }

    #[test]
    fn zero_is_always_in_the_picture_and_nothing_is_drawn_of_nothing() {
        let chart = figure(&[Some(3.0), Some(4.0)]).chart();
        assert_eq!(chart.up.low, 0.0);
        assert!(chart.up.high > 4.0);
        assert_ne!(chart.series[0].colour, chart.series[1].colour);
        assert_eq!(figure(&[]).chart().up.high, 1.06);
    }
}
