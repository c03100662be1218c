//! The class sizes of a release as a bar chart in SVG, with a table's worth of labels for readers.

use std::fmt::Write;

/// More bars than this are hard to read on paper.
const MOST_BARS: u64 = 16;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 180.0;
const LABELS: f64 = 22.0;
const NUMBERS: f64 = 18.0;

struct Bar {
    low: u64,
    high: u64,
    records: u64,
}

/// Records by the size of their class. All of it can be counted in the released file.
pub(super) fn class_sizes(sizes: &[u32]) -> String {
    chart(&bars(sizes, u64::from), "Records by class size")
}

/// People by how many are close to them, given for each person.
pub(super) fn people_close(close: &[u32]) -> String {
    chart(&bars(close, |_| 1), "People by how many are close")
}

fn chart(bars: &[Bar], label_of_chart: &str) -> String {
    let most = bars.iter().map(|bar| bar.records).max().unwrap_or(0).max(1);
    let step = WIDTH / bars.len().max(1) as f64;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{label_of_chart}\">\n",
        HEIGHT + LABELS + NUMBERS
    );
    for (at, bar) in bars.iter().enumerate() {
        let height = HEIGHT * bar.records as f64 / most as f64;
        let (x, y) = (step * at as f64, NUMBERS + HEIGHT - height);
        let middle = x + step / 2.0;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#0F6B66\"/>\
             <text x=\"{middle:.1}\" y=\"{:.1}\">{}</text>\
             <text x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
            x + step * 0.12,
            step * 0.76,
            y - 5.0,
            super::html::grouped(bar.records),
            NUMBERS + HEIGHT + 16.0,
            label(bar),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn label(bar: &Bar) -> String {
    if bar.low == bar.high {
        bar.low.to_string()
    } else {
        format!("{}\u{2013}{}", bar.low, bar.high)
    }
}

/// Equal steps from the smallest size to the largest; when these would be too many, steps that double.
/// `records` says how many records a size stands for.
fn bars(sizes: &[u32], records: impl Fn(u32) -> u64) -> Vec<Bar> {
    let (Some(&smallest), Some(&largest)) = (sizes.iter().min(), sizes.iter().max()) else {
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
            (low * 2 - 1).min(largest)
        };
        bars.push(Bar {
            low,
            high,
            records: 0,
        });
        low = high + 1;
    }
    for &size in sizes {
        let at = bars.partition_point(|bar| bar.high < u64::from(size));
        if let Some(bar) = bars.get_mut(at) {
            bar.records += records(size);
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(sizes: &[u32]) -> Vec<(String, u64)> {
        bars(sizes, u64::from)
            .iter()
            .map(|bar| (label(bar), bar.records))
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
        assert!(bars(&[], u64::from).is_empty());
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
    fn an_empty_chart_is_still_a_chart() {
        assert!(class_sizes(&[]).starts_with("<svg"));
    }
}
