//! A rule or a file that is being tried: what the fields hold, and the source that they mean.

use cloakroom_core::hierarchy::{
    Balanced, Cuts, DateUnit, Dates, Frequent, HierarchySource, Intervals, Mask, Ordered, Rare,
    Side,
};
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Intervals,
    Cuts,
    Order,
    Balanced,
    Frequent,
    Mask,
    Dates,
    Rare,
    File,
}

impl Rule {
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::Intervals, "Intervals"),
        (Self::Cuts, "Cut points"),
        (Self::Order, "So many at a time"),
        (Self::Balanced, "Balanced groups"),
        (Self::Frequent, "By frequency"),
        (Self::Mask, "Masked characters"),
        (Self::Dates, "Dates"),
        (Self::Rare, "Rare values together"),
        (Self::File, "A file"),
    ];

    pub fn explanation(self) -> &'static str {
        match self {
            Self::Intervals => {
                "Numbers in intervals; each width is a multiple of the one before. What lies below or above \
                 the ends is a group of its own."
            }
            Self::Cuts => {
                "A new group begins at each cut point. Levels are separated by a semicolon."
            }
            Self::Order => "Values in their order, so many to a group at each level.",
            Self::Balanced => {
                "Neighbours in their order, in so many groups with about equally many records."
            }
            Self::Frequent => {
                "From the most frequent to the rarest, parted again and again into so many groups with about \
                 equally many records."
            }
            Self::Mask => "One more character becomes * at each level.",
            Self::Dates => "Dates become coarser, one level for each unit.",
            Self::Rare => {
                "Values with fewer records than this become \"other\"; the others stay as they are."
            }
            Self::File => {
                "A line per value (value;level 1;…;top), child and parent, or Amnesia's text; the form is \
                 found out."
            }
        }
    }
}

/// What the fields of the form hold. All rules share them, so that switching back loses nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub rule: Rule,
    pub widths: String,
    pub origin: String,
    pub low: String,
    pub high: String,
    pub snap: bool,
    pub cuts: String,
    pub sizes: String,
    pub groups: String,
    pub fan: String,
    pub frequencies: String,
    pub levels: String,
    pub from: Side,
    pub pad: String,
    pub length: String,
    pub pad_at: Side,
    pub units: [bool; 5],
    pub path: String,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            rule: Rule::Intervals,
            widths: "5, 10, 20".to_owned(),
            origin: "0".to_owned(),
            low: String::new(),
            high: String::new(),
            snap: false,
            cuts: String::new(),
            sizes: "2, 4".to_owned(),
            groups: "8, 4, 2".to_owned(),
            fan: "5".to_owned(),
            frequencies: "10, 100".to_owned(),
            levels: "5".to_owned(),
            from: Side::Right,
            pad: String::new(),
            length: String::new(),
            pad_at: Side::Left,
            units: [false, true, true, true, false],
            path: String::new(),
        }
    }
}

impl Draft {
    /// The form that means this source; by hand there is none.
    pub fn of(source: &HierarchySource) -> Self {
        let mut draft = Self::default();
        match source {
            HierarchySource::Lines(path) | HierarchySource::Tree { tree: path } => {
                draft.rule = Rule::File;
                draft.path = path.display().to_string();
            }
            HierarchySource::Mask(mask) => {
                draft.rule = Rule::Mask;
                draft.levels = mask.mask.to_string();
                draft.from = mask.from;
                draft.pad = mask.pad.map(String::from).unwrap_or_default();
                draft.length = mask
                    .length
                    .map(|length| length.to_string())
                    .unwrap_or_default();
                draft.pad_at = mask.pad_at;
            }
            HierarchySource::Intervals(intervals) => {
                draft.rule = Rule::Intervals;
                draft.widths = listed(&intervals.intervals);
                draft.origin = intervals.origin.to_string();
                draft.low = intervals.low.map(|low| low.to_string()).unwrap_or_default();
                draft.high = intervals
                    .high
                    .map(|high| high.to_string())
                    .unwrap_or_default();
                draft.snap = intervals.snap;
            }
            HierarchySource::Order(order) => {
                draft.rule = Rule::Order;
                draft.sizes = listed(&order.order);
            }
            HierarchySource::Cuts(cuts) => {
                draft.rule = Rule::Cuts;
                let levels: Vec<String> = cuts.cuts.iter().map(|cuts| listed(cuts)).collect();
                draft.cuts = levels.join("; ");
            }
            HierarchySource::Dates(dates) => {
                draft.rule = Rule::Dates;
                draft.units = DateUnit::ALL.map(|unit| dates.dates.contains(&unit));
            }
            HierarchySource::Rare(rare) => {
                draft.rule = Rule::Rare;
                draft.frequencies = listed(&rare.frequency);
            }
            HierarchySource::Balanced(balanced) => {
                draft.rule = Rule::Balanced;
                draft.groups = listed(&balanced.balanced);
            }
            HierarchySource::Frequent(frequent) => {
                draft.rule = Rule::Frequent;
                draft.fan = frequent.fan.to_string();
            }
            HierarchySource::Chains { .. } => {}
        }
        draft
    }

    /// What the fields mean, or the field that means nothing.
    pub fn source(&self) -> Result<HierarchySource, String> {
        Ok(match self.rule {
            Rule::Intervals => HierarchySource::Intervals(Intervals {
                intervals: numbers("Widths", &self.widths)?,
                origin: end("Origin", &self.origin)?.unwrap_or(0.0),
                low: end("Lowest", &self.low)?,
                high: end("Highest", &self.high)?,
                // Without an end nothing is cut, and so nothing can join.
                snap: self.snap && !(self.low.trim().is_empty() && self.high.trim().is_empty()),
            }),
            Rule::Cuts => HierarchySource::Cuts(Cuts {
                cuts: self
                    .cuts
                    .split(';')
                    .map(|level| parts(level).map(str::to_owned).collect())
                    .collect(),
            }),
            Rule::Order => HierarchySource::Order(Ordered {
                order: wholes("Values in a group", &self.sizes)?,
            }),
            Rule::Balanced => HierarchySource::Balanced(Balanced {
                balanced: wholes("Groups", &self.groups)?,
            }),
            Rule::Frequent => HierarchySource::Frequent(Frequent {
                fan: whole("Parts", &self.fan)?,
            }),
            Rule::Rare => HierarchySource::Rare(Rare {
                frequency: wholes("Fewer records than", &self.frequencies)?,
            }),
            Rule::Mask => {
                let pad = self.pad.chars().next();
                let length = match self.length.trim() {
                    "" => None,
                    text => Some(whole("Length", text)?),
                };
                HierarchySource::Mask(Mask {
                    mask: whole("Levels", &self.levels)?,
                    from: self.from,
                    pad,
                    length: length.filter(|_| pad.is_some()),
                    pad_at: if pad.is_some() {
                        self.pad_at
                    } else {
                        Side::Left
                    },
                })
            }
            Rule::Dates => HierarchySource::Dates(Dates {
                dates: DateUnit::ALL
                    .into_iter()
                    .zip(self.units)
                    .filter(|(_, on)| *on)
                    .map(|(unit, _)| unit)
                    .collect(),
            }),
            Rule::File => match self.path.trim() {
                "" => return Err("Choose a file.".to_owned()),
                path => HierarchySource::Lines(PathBuf::from(path)),
            },
        })
    }
}

fn listed<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(", ")
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

fn numbers(name: &str, text: &str) -> Result<Vec<f64>, String> {
    let number = |part: &str| {
        let number: Option<f64> = part.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| format!("{name}: expected numbers with commas between them."))
    };
    parts(text).map(number).collect()
}

fn wholes(name: &str, text: &str) -> Result<Vec<u32>, String> {
    parts(text).map(|part| whole(name, part)).collect()
}

fn whole(name: &str, text: &str) -> Result<u32, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("{name}: expected whole numbers."))
}

fn end(name: &str, text: &str) -> Result<Option<f64>, String> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(format!("{name}: expected a number.")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_means_the_source_that_it_was_made_from() {
        for source in [
            HierarchySource::Intervals(Intervals {
                low: Some(20.0),
                high: Some(90.5),
                snap: true,
                ..Intervals::new(&[2.5, 5.0])
            }),
            HierarchySource::Mask(Mask {
                pad: Some('0'),
                length: Some(5),
                from: Side::Left,
                ..Mask::new(4)
            }),
            HierarchySource::Dates(Dates {
                dates: vec![DateUnit::Day, DateUnit::Decade],
            }),
            HierarchySource::Cuts(Cuts {
                cuts: vec![vec!["18".into(), "65".into()], vec!["65".into()]],
            }),
            HierarchySource::Order(Ordered { order: vec![3, 9] }),
            HierarchySource::Rare(Rare { frequency: vec![5] }),
            HierarchySource::Balanced(Balanced {
                balanced: vec![4, 2],
            }),
            HierarchySource::Lines("h/age.csv".into()),
        ] {
            assert_eq!(Draft::of(&source).source(), Ok(source));
        }
        let wrong = Draft {
            widths: "5, ten".to_owned(),
            ..Draft::default()
        };
        assert!(wrong.source().unwrap_err().starts_with("Widths"));
    }
}
