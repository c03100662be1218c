//! What the groups of a rule are called in a release.
//!
//! A rule looks at all values of a column, those included that only left-out records have. What it calls a group
//! while somebody chooses may name them; what is released must not. So the groups that the data made are named
//! anew, from the values behind the cells that are released.

use super::frequency::OTHER;
use super::mask::Mask;
use super::source::HierarchySource;
use super::span::stretch;
use crate::column::Column;
use crate::taxonomy_generate::{AGAIN, ROOT, led_by};
use std::collections::{HashMap, HashSet};

/// Where the names of a hierarchy's groups come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Naming {
    /// From a file, a hand, or the value itself and what is said of it: as they are.
    #[default]
    Declared,
    /// From the first and the last value of a group in their order.
    Extremes,
    /// From the most frequent value and the number of the others.
    Leader,
    /// One group of all that is rare.
    Rest,
    /// From declared bounds, but written in a way that depends on all values.
    Bounds(Box<HierarchySource>),
    /// From the value, filled up to the length of the longest one.
    Filled(Mask),
}

/// The values behind the released cells of one group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReleasedGroup<'a> {
    /// In their order, none twice, at least one.
    pub members: Vec<Member<'a>>,
    /// Whether it is the one group that holds everything.
    pub is_top: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    pub text: &'a str,
    /// Records, or occurrences, that show the group for it.
    pub records: u64,
}

impl HierarchySource {
    pub fn naming(&self) -> Naming {
        match self {
            Self::Lines(_) | Self::Tree { .. } | Self::Chains { .. } | Self::Dates(_) => {
                Naming::Declared
            }
            Self::Order(_) | Self::Balanced(_) => Naming::Extremes,
            Self::Frequent(_) => Naming::Leader,
            Self::Rare(_) => Naming::Rest,
            Self::Intervals(_) | Self::Cuts(_) => Naming::Bounds(Box::new(self.clone())),
            Self::Mask(mask) if mask.pad.is_some() && mask.length.is_none() => {
                Naming::Filled(mask.clone())
            }
            Self::Mask(_) => Naming::Declared,
        }
    }
}

impl Naming {
    /// Whether which values are in a group depends on what other values there are.
    pub fn groups_by_data(&self) -> bool {
        matches!(self, Self::Extremes | Self::Leader | Self::Rest)
    }

    /// The names of groups that the data made, `None` for those that keep theirs. `shown` are the texts that are
    /// released as they are; `dashed` says that `17-23` does not mislead. With `apart` no two groups get the same
    /// name and none that of a value; without, groups of which the same can be said may share it.
    pub fn names(
        &self,
        groups: &[ReleasedGroup<'_>],
        shown: &HashSet<&str>,
        dashed: bool,
        apart: bool,
    ) -> Vec<Option<String>> {
        let mut taken: HashSet<String> = shown.iter().map(|&text| text.to_owned()).collect();
        let mut names = vec![None; groups.len()];
        for at in in_order(groups) {
            let group = &groups[at];
            let Some((name, must_differ)) = self.name(group, dashed) else {
                continue;
            };
            names[at] = Some(if must_differ || apart {
                own_name(&mut taken, name, self.suffix())
            } else {
                name
            });
            if *self == Self::Rest && !apart {
                // All that is rare has one name, at whatever level.
                taken.retain(|text| shown.contains(text.as_str()));
            }
        }
        names
    }

    /// The name, and whether another group of that name would be mistaken for this one.
    fn name(&self, group: &ReleasedGroup<'_>, dashed: bool) -> Option<(String, bool)> {
        let (first, last) = (group.members.first()?, group.members.last()?);
        match self {
            Self::Declared | Self::Bounds(_) | Self::Filled(_) => None,
            Self::Extremes if group.is_top => None,
            Self::Extremes => Some((stretch(first.text, last.text, dashed), false)),
            Self::Leader if group.is_top => Some((ROOT.to_owned(), true)),
            Self::Leader => {
                let leader = group.members.iter().max_by(|a, b| {
                    // Of equally frequent ones the first by name.
                    a.records.cmp(&b.records).then(b.text.cmp(a.text))
                })?;
                let others = group.members.len() - 1;
                Some((led_by(leader.text, others), others > 0))
            }
            Self::Rest if group.is_top => None,
            Self::Rest => Some((OTHER.to_owned(), true)),
        }
    }

    fn suffix(&self) -> &'static str {
        match self {
            Self::Rest => " values",
            _ => AGAIN,
        }
    }

    /// What the rule writes for each of these values if there are no others, level by level; `None` where how it is
    /// written does not depend on the others, or where they alone are not what the bounds were made for.
    pub fn rewritten<'a>(&self, values: &[&'a str]) -> Option<HashMap<&'a str, Vec<String>>> {
        let Self::Bounds(source) = self else {
            return None;
        };
        let column = Column::from_texts("", values).ok()?;
        let tree = source.build(&column)?.ok()?;
        let mut chains: HashMap<String, Vec<String>> = tree
            .chains()
            .into_iter()
            .filter_map(|chain| {
                let chain: Vec<String> = chain.into_iter().map(Into::into).collect();
                Some((chain.first()?.clone(), chain))
            })
            .collect();
        let found = values
            .iter()
            .filter_map(|&value| Some((value, chains.remove(value)?)));
        Some(found.collect())
    }
}

/// Named in an order that the groups themselves give, so that it does not matter how the input came.
fn in_order(groups: &[ReleasedGroup<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_cached_key(|&at| {
        let group = &groups[at];
        let texts: Vec<&str> = group.members.iter().map(|member| member.text).collect();
        (group.is_top, texts)
    });
    order
}

fn own_name(taken: &mut HashSet<String>, mut name: String, suffix: &str) -> String {
    while !taken.insert(name.clone()) {
        name.push_str(suffix);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(members: &[(&'static str, u64)]) -> ReleasedGroup<'static> {
        ReleasedGroup {
            members: members
                .iter()
                .map(|&(text, records)| Member { text, records })
                .collect(),
            is_top: false,
        }
    }

    fn named(naming: &Naming, groups: &[ReleasedGroup<'_>], shown: &[&str]) -> Vec<String> {
        let shown = shown.iter().copied().collect();
        let names = naming.names(groups, &shown, false, false);
        names.into_iter().map(Option::unwrap_or_default).collect()
    }

    #[test]
    fn extremes_are_those_of_released_members() {
        let groups = [group(&[("clerk", 3), ("cook", 1)]), group(&[("pope", 2)])];
        let named = named(&Naming::Extremes, &groups, &["pope"]);
        assert_eq!(named, ["[clerk, cook]", "pope"]);
        let years = [group(&[("20", 1), ("31", 1)])];
        let names = Naming::Extremes.names(&years, &HashSet::new(), true, false);
        assert_eq!(names, [Some("20-31".to_owned())]);
    }

    #[test]
    fn a_leader_counts_those_beside_it_that_are_released() {
        let groups = [
            group(&[("rice", 2), ("salt", 5), ("tea", 2)]),
            group(&[("rice", 9), ("salt", 9)]),
            group(&[("tea", 1)]),
        ];
        assert_eq!(
            named(&Naming::Leader, &groups, &["tea"]),
            ["salt +2", "rice +1", "tea"]
        );
        // What would be mistaken for a value, or for another group, is told apart.
        assert_eq!(
            named(&Naming::Leader, &groups, &["rice +1"])[1],
            "rice +1 (all)"
        );
        let apart = Naming::Leader.names(&groups, &HashSet::from(["tea"]), false, true);
        assert_eq!(apart[2].as_deref(), Some("tea (all)"));
        let top = ReleasedGroup {
            is_top: true,
            ..group(&[("tea", 1)])
        };
        assert_eq!(named(&Naming::Leader, &[top], &[]), ["all items"]);
    }

    #[test]
    fn what_is_rare_is_called_other_unless_a_released_value_is() {
        let groups = [group(&[("yak", 1)]), group(&[("gnu", 1), ("yak", 1)])];
        assert_eq!(named(&Naming::Rest, &groups, &[]), ["other", "other"]);
        assert_eq!(
            named(&Naming::Rest, &groups, &["other"]),
            ["other values", "other values"]
        );
    }

    #[test]
    fn bounds_are_written_as_the_released_values_ask() {
        let source = HierarchySource::Intervals(super::super::Intervals::new(&[5.0]));
        let naming = source.naming();
        let written = |values: &[&'static str]| {
            let chains = naming.rewritten(values).unwrap();
            chains["21"][1].clone()
        };
        assert_eq!(written(&["21", "30"]), "20-24");
        assert_eq!(written(&["21", "30.5"]), "[20, 25)");
        assert_eq!(naming.rewritten(&[]), None);
    }
}
