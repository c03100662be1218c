//! Class sizes as bar charts in SVG, with a table's worth of labels for readers.

use cloakroom_core::words::grouped;
use std::fmt::Write;

/// More bars than this are hard to read on paper.
const MOST_BARS: u64 = 16;
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 170.0;
const LABELS: f64 = 22.0;
const NUMBERS: f64 = 18.0;
/// The line that says which colour is which.
const LEGEND: f64 = 22.0;
const AFTER: &str = "#0F6B66";
const BEFORE: &str = "#C9A27A";
/// Two numbers beside each other need small digits.
const SMALL: &str = " style=\"font-size:9px\"";
/// Beyond so many bars numbers of two series would touch.
const MOST_NUMBERED_PAIRS: usize = 12;

struct Bar {
    low: u64,
    high: u64,
    /// How many records each series has here.
    records: Vec<u64>,
}

/// What is counted: a class stands for all of its records, a person for herself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    Classes,
    People,
}

impl Counted {
    fn records(self, size: u32) -> u64 {
        match self {
            Self::Classes => u64::from(size),
            Self::People => 1,
        }
    }
}

/// Records by the size of their class, or people by how many are close to them, given for each person. All of it can be
/// counted in the released file.
pub(crate) fn of_release(sizes: &[u32], counted: Counted) -> String {
    let label = match counted {
        Counted::Classes => "Records by class size",
        Counted::People => "People by how many are close",
    };
    chart(&bars(&[sizes], counted), label, &[AFTER])
}

/// The source beside the release.
pub(crate) fn before_and_after(before: &[u32], after: &[u32], counted: Counted) -> String {
    let bars = bars(&[before, after], counted);
    chart(&bars, "Before and after", &[BEFORE, AFTER])
}

fn chart(bars: &[Bar], label_of_chart: &str, colours: &[&str]) -> String {
    let most = bars.iter().flat_map(|bar| bar.records.iter().copied());
    let most = most.max().unwrap_or(0).max(1);
    let legend = if colours.len() > 1 { LEGEND } else { 0.0 };
    let step = WIDTH / bars.len().max(1) as f64;
    let ground = legend + NUMBERS + HEIGHT;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{label_of_chart}\">\n",
        ground + LABELS
    );
    if let [before, after] = colours {
        let _ = writeln!(
            svg,
            "<rect x=\"0\" y=\"3\" width=\"11\" height=\"11\" fill=\"{before}\"/>\
             <text x=\"17\" y=\"13\">before</text>\
             <rect x=\"70\" y=\"3\" width=\"11\" height=\"11\" fill=\"{after}\"/>\
             <text x=\"87\" y=\"13\">after</text>"
        );
    }
    let is_numbered = colours.len() == 1 || bars.len() <= MOST_NUMBERED_PAIRS;
    for (at, bar) in bars.iter().enumerate() {
        let left = step * at as f64;
        let width = step * 0.8 / colours.len() as f64;
        for (series, (&records, colour)) in bar.records.iter().zip(colours).enumerate() {
            let height = HEIGHT * records as f64 / most as f64;
            let (x, y) = (left + step * 0.1 + width * series as f64, ground - height);
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{colour}\">\
                 <title>{}: {}</title></rect>",
                (width - 1.0).max(0.5),
                label(bar),
                grouped(records),
            );
            if is_numbered && (records > 0 || colours.len() == 1) {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\"{}>{}</text>",
                    x + width / 2.0,
                    y - 5.0,
                    if colours.len() == 1 { "" } else { SMALL },
                    grouped(records),
                );
            }
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            left + step / 2.0,
            ground + 16.0,
            label(bar),
        );
    }
    let _ = writeln!(
        svg,
        "<line x1=\"0\" y1=\"{ground}\" x2=\"{WIDTH}\" y2=\"{ground}\" stroke=\"#B9B4AA\"/>\n</svg>"
    );
    svg
}

fn label(bar: &Bar) -> String {
    if bar.low == bar.high {
        grouped(bar.low)
    } else {
        format!("{}\u{2013}{}", short(bar.low), short(bar.high))
    }
}

/// Large numbers would run into each other below the bars.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1_000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// Equal steps from the smallest size of all series to the largest; when these would be too many, steps that
/// double.
fn bars(series: &[&[u32]], counted: Counted) -> Vec<Bar> {
    let all = || series.iter().flat_map(|sizes| sizes.iter().copied());
    let (Some(smallest), Some(largest)) = (all().min(), all().max()) else {
        return Vec::new();
    };
    let (smallest, largest) = (u64::from(smallest), u64::from(largest));
    let single = largest - smallest < MOST_BARS;
    let mut bars = Vec::new();
    let mut low = smallest;
    while low <= largest {
        let high = if single {
            low
        } else {
            (low * 2).saturating_sub(1).max(low).min(largest)
        };
        bars.push(Bar {
            low,
            high,
            records: vec![0; series.len()],
        });
        low = high + 1;
    }
    for (at, sizes) in series.iter().enumerate() {
        for &size in *sizes {
            let place = bars.partition_point(|bar| bar.high < u64::from(size));
            if let Some(bar) = bars.get_mut(place) {
                bar.records[at] += counted.records(size);
            }
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(sizes: &[u32]) -> Vec<(String, u64)> {
        bars(&[sizes], Counted::Classes)
            .iter()
            .map(|bar| (label(bar), bar.records[0]))
            .collect()
    }

    #[test]
    fn few_sizes_have_a_bar_each() {
        let expected = [
            ("3".to_owned(), 6),
            ("4".to_owned(), 0),
            ("5".to_owned(), 5),
        ];
        assert_eq!(shown(&[3, 5, 3]), expected);
        assert!(bars(&[&[]], Counted::Classes).is_empty());
    }

    #[test]
    fn many_sizes_are_put_together_and_no_record_is_lost() {
        let shown = shown(&[1, 2, 3, 1_000_000]);
        assert_eq!(shown[1], ("2\u{2013}3".to_owned(), 5));
        assert!(shown.len() <= 32);
        assert_eq!(
            shown.iter().map(|(_, records)| records).sum::<u64>(),
            1_000_006
        );
    }

    #[test]
    fn two_series_share_their_bars() {
        let bars = bars(&[&[1, 1, 4], &[6]], Counted::Classes);
        let labels: Vec<String> = bars.iter().map(label).collect();
        assert_eq!(labels, ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(bars[0].records, [2, 0]);
        assert_eq!(bars[3].records, [4, 0]);
        assert_eq!(bars[5].records, [0, 6]);
        let people = super::bars(&[&[3, 3], &[0]], Counted::People);
        assert_eq!(people[0].records, [0, 1]);
        assert_eq!(people[3].records, [2, 0]);
        assert!(before_and_after(&[1], &[2], Counted::Classes).contains("before"));
    }

    #[test]
    fn an_empty_chart_is_still_a_chart() {
        assert!(of_release(&[], Counted::Classes).starts_with("<svg"));
    }

    #[test]
    fn labels_stay_short() {
        assert_eq!(short(9_999), "9999");
        assert_eq!(short(131_072), "131k");
        assert_eq!(short(2_097_152), "2M");
    }
}
