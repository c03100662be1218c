//! Curves in letters, for a terminal.

const WIDTH: usize = 56;
const HEIGHT: usize = 12;
const MARKS: [char; 6] = ['o', 'x', '+', '*', '#', '@'];

/// A curve with its name.
pub struct Curve<'a> {
    pub name: &'a str,
    pub points: &'a [(f64, f64)],
}

/// The curves over each other, with the ends of both axes and what each mark means. Nothing if there is no
/// point.
pub fn plot(curves: &[Curve<'_>], across: &str, up: &str) -> String {
    let all = || curves.iter().flat_map(|curve| curve.points);
    let span = |pick: fn(&(f64, f64)) -> f64| {
        let low = all().map(pick).fold(f64::INFINITY, f64::min);
        let high = all().map(pick).fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    };
    let (left, right) = span(|point| point.0);
    let (lowest, top) = span(|point| point.1);
    if left > right {
        return String::new();
    }
    // A curve is read against nothing, not against its own lowest point.
    let bottom = lowest.min(0.0);
    let place = |value: f64, low: f64, high: f64, cells: usize| {
        if high > low {
            ((value - low) / (high - low) * (cells - 1) as f64).round() as usize
        } else {
            0
        }
    };
    let mut field = vec![vec![' '; WIDTH]; HEIGHT];
    for (curve, &mark) in curves.iter().zip(MARKS.iter().cycle()) {
        for &(x, y) in curve.points {
            let row = HEIGHT - 1 - place(y, bottom, top, HEIGHT);
            field[row][place(x, left, right, WIDTH)] = mark;
        }
    }
    let labels = [number(top), number(bottom)];
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let mut drawn = format!("  {up}\n");
    for (row, cells) in field.iter().enumerate() {
        let label = match row {
            0 => labels[0].as_str(),
            row if row == HEIGHT - 1 => &labels[1],
            _ => "",
        };
        let line: String = cells.iter().collect();
        drawn += &format!("  {label:>margin$} |{}\n", line.trim_end());
    }
    let ends = format!(
        "{}{:>width$}",
        number(left),
        number(right),
        width = WIDTH - number(left).len()
    );
    drawn += &format!(
        "  {:margin$} +{}\n  {:margin$}  {ends}  {across}\n",
        "",
        "-".repeat(WIDTH),
        ""
    );
    if curves.len() > 1 {
        let names: Vec<String> = curves
            .iter()
            .zip(MARKS.iter().cycle())
            .map(|(curve, mark)| format!("{mark} {}", curve.name))
            .collect();
        drawn += &format!("  {:margin$}  {}\n", "", names.join("   "));
    }
    drawn
}

/// As short as it can be told apart.
pub fn number(value: f64) -> String {
    if value == 0.0 || value.abs() >= 100.0 {
        return format!("{value:.0}");
    }
    let places = if value.abs() >= 1.0 { 2 } else { 5 };
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_curve_are_in_the_corners() {
        let points = [(1.0, 0.0), (2.0, 5.0), (3.0, 10.0)];
        let curve = Curve {
            name: "time",
            points: &points,
        };
        let drawn = plot(&[curve], "k", "seconds");
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "  seconds");
        assert!(lines[1].starts_with("  10 |") && lines[1].ends_with('o'));
        assert!(lines[HEIGHT].starts_with("   0 |o"));
        assert!(lines[HEIGHT + 2].ends_with("3  k"));
        assert_eq!(lines[1].chars().count(), 6 + WIDTH);
    }

    #[test]
    fn one_point_and_none() {
        let point = [(1.0, 2.0)];
        let curve = |points| Curve { name: "a", points };
        assert!(plot(&[curve(&point)], "k", "s").contains('o'));
        assert_eq!(plot(&[curve(&[])], "k", "s"), "");
        assert_eq!(number(0.00012), "0.00012");
        assert_eq!(number(12.5), "12.5");
    }
}
