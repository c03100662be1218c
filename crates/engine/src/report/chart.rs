//! A line chart as an SVG file of its own: lines with marks, gaps as crosses, the setting of now as a line.

use std::fmt::Write;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 96.0;
const BOTTOM: f64 = 64.0;
/// The height of a line of crosses below the picture.
const GAP_LINE: f64 = 14.0;
const MARK: f64 = 4.5;

/// What is drawn. Colours are as files write them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    pub title: String,
    pub across: ChartAxis,
    pub up: ChartAxis,
    pub series: Vec<ChartSeries>,
    /// Where the setting of now lies, and what it is.
    pub now: Option<(f64, String)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartAxis {
    pub label: String,
    pub low: f64,
    pub high: f64,
    pub marks: Vec<(f64, String)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartSeries {
    pub name: String,
    pub colour: String,
    /// The corners of its marks, one unit around the middle; a disc if there are none.
    pub corners: Vec<(f32, f32)>,
    /// A disc with a hole.
    pub hollow: bool,
    /// By value: where it lies, and what was reached; `None` for a gap.
    pub points: Vec<(f64, Option<f64>)>,
}

impl ChartAxis {
    /// Where a value lies, as a share of the axis.
    fn share(&self, value: f64) -> f64 {
        let width = self.high - self.low;
        if width > 0.0 {
            (value - self.low) / width
        } else {
            0.5
        }
    }
}

/// Round numbers between two ends, about `wanted` of them.
pub fn round_marks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let width = high - low;
    if !(width.is_finite() && width > 0.0) {
        return vec![low];
    }
    let rough = width / wanted.max(1) as f64;
    let ten = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .map(|factor| factor * ten)
        .into_iter()
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * ten);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|at| at as f64 * step).collect()
}

impl Chart {
    pub fn to_svg(&self) -> String {
        let gaps = self.series.iter().filter(|series| series.has_gaps());
        let below = gaps.count() as f64 * GAP_LINE;
        let frame = Frame {
            left: LEFT,
            right: WIDTH - RIGHT,
            top: TOP,
            bottom: HEIGHT - BOTTOM - below,
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\" font-family=\"Inter, sans-serif\" \
             font-size=\"13\" fill=\"#1e2430\">\n<title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
             <text x=\"{LEFT}\" y=\"34\" font-size=\"18\" font-weight=\"600\">{title}</text>\n",
            title = escaped(&self.title)
        );
        self.legend(&mut svg);
        self.axes(&mut svg, &frame, below);
        if let Some((at, words)) = &self.now {
            let x = frame.x(self.across.share(*at));
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#1e2430\" \
                 stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\">{}</text>",
                frame.top,
                frame.bottom,
                x + 5.0,
                frame.top + 12.0,
                escaped(words)
            );
        }
        let mut line = 0.0;
        for series in &self.series {
            series.draw(self, &mut svg, &frame);
            if series.has_gaps() {
                series.crosses(self, &mut svg, &frame, line);
                line += 1.0;
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn legend(&self, svg: &mut String) {
        let mut x = LEFT + MARK;
        for series in &self.series {
            series.mark(svg, x, 64.0);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"68.5\">{}</text>",
                x + 11.0,
                escaped(&series.name)
            );
            // Letters of this size are about seven wide.
            x += 34.0 + series.name.chars().count() as f64 * 7.0;
        }
    }

    fn axes(&self, svg: &mut String, frame: &Frame, below: f64) {
        for (value, label) in &self.up.marks {
            let y = frame.y(self.up.share(*value));
            let _ = writeln!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"#e0dcd4\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#5c667a\">{}</text>",
                frame.left,
                frame.right,
                frame.left - 8.0,
                y + 4.5,
                escaped(label)
            );
        }
        let foot = frame.bottom + below;
        for (value, label) in &self.across.marks {
            let x = frame.x(self.across.share(*value));
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#5c667a\">{}</text>",
                foot + 20.0,
                escaped(label)
            );
        }
        let middle = (frame.left + frame.right) / 2.0;
        let height = (frame.top + frame.bottom) / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(20 {height:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            foot + 44.0,
            escaped(&self.across.label),
            escaped(&self.up.label)
        );
    }
}

impl ChartSeries {
    fn has_gaps(&self) -> bool {
        self.points.iter().any(|(_, value)| value.is_none())
    }

    fn draw(&self, chart: &Chart, svg: &mut String, frame: &Frame) {
        // A gap parts the line.
        for stretch in self.points.split(|(_, value)| value.is_none()) {
            let corners: Vec<String> = stretch
                .iter()
                .filter_map(|&(at, value)| {
                    let (x, y) = (chart.across.share(at), chart.up.share(value?));
                    Some(format!("{:.1},{:.1}", frame.x(x), frame.y(y)))
                })
                .collect();
            if corners.len() > 1 {
                let _ = writeln!(
                    svg,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" \
                     stroke-linejoin=\"round\"/>",
                    corners.join(" "),
                    self.colour
                );
            }
        }
        for &(at, value) in &self.points {
            if let Some(value) = value {
                let (x, y) = (chart.across.share(at), chart.up.share(value));
                self.mark(svg, frame.x(x), frame.y(y));
            }
        }
    }

    fn crosses(&self, chart: &Chart, svg: &mut String, frame: &Frame, line: f64) {
        let y = frame.bottom + (line + 0.6) * GAP_LINE;
        for (at, value) in &self.points {
            if value.is_none() {
                let x = frame.x(chart.across.share(*at));
                let _ = writeln!(
                    svg,
                    "<path d=\"M{:.1} {:.1}l7 7m0 -7l-7 7\" stroke=\"{}\" stroke-width=\"1.6\"/>",
                    x - 3.5,
                    y - 3.5,
                    self.colour
                );
            }
        }
    }

    fn mark(&self, svg: &mut String, x: f64, y: f64) {
        let colour = &self.colour;
        if self.hollow {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARK}\" fill=\"#ffffff\" stroke=\"{colour}\" \
                 stroke-width=\"2\"/>"
            );
        } else if self.corners.is_empty() {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARK}\" fill=\"{colour}\"/>"
            );
        } else {
            let corners = self.corners.iter();
            let corners: Vec<String> = corners
                .map(|&(across, down)| {
                    let (across, down) = (f64::from(across) * MARK, f64::from(down) * MARK);
                    format!("{:.1},{:.1}", x + across, y + down)
                })
                .collect();
            let _ = writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"{colour}\"/>",
                corners.join(" ")
            );
        }
    }
}

struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn x(&self, share: f64) -> f64 {
        self.left + (self.right - self.left) * share
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * share
    }
}

/// What an SVG file reads as the text that it was.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let axis = |label: &str| ChartAxis {
            label: label.to_owned(),
            low: 0.0,
            high: 10.0,
            marks: vec![(0.0, "0".to_owned()), (10.0, "10".to_owned())],
        };
        Chart {
            title: "Loss <against> k & more".to_owned(),
            across: axis("k"),
            up: axis("loss"),
            series: vec![ChartSeries {
                name: "Mondrian".to_owned(),
                colour: "#0f6b66".to_owned(),
                points: vec![
                    (0.0, Some(0.0)),
                    (2.5, Some(10.0)),
                    (5.0, None),
                    (7.5, Some(5.0)),
                    (10.0, Some(5.0)),
                ],
                ..ChartSeries::default()
            }],
            now: Some((5.0, "now".to_owned())),
        }
    }

    #[test]
    fn a_gap_parts_the_line_and_has_a_cross() {
        let svg = chart().to_svg();
        assert_eq!(svg.matches("<polyline").count(), 2);
        // Four points and the legend.
        assert_eq!(svg.matches("<circle").count(), 5);
        assert_eq!(svg.matches("<path").count(), 1);
        assert!(
            svg.contains("<polyline points=\"84.0,522.0 296.0,96.0\""),
            "{svg}"
        );
        assert!(svg.contains("Loss &lt;against&gt; k &amp; more"));
        assert!(svg.ends_with("</svg>\n"));
    }

    #[test]
    fn marks_are_round_numbers() {
        assert_eq!(
            round_marks(0.0, 1.0, 5),
            [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
        );
        assert_eq!(
            round_marks(2.0, 21.0, 10),
            [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0]
        );
        assert_eq!(round_marks(3.0, 3.0, 4), [3.0]);
        assert_eq!(round_marks(0.0, 0.0, 4), [0.0]);
    }
}
