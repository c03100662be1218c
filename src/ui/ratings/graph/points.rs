//! Records as the graph compares them: who rated the same issues, and with which points.

use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_ratings::ratings::PreparedRatings;
use std::collections::HashMap;

/// Records that rated different issues are never close while ε is less than the scale is wide, so each
/// keeps nothing but its points, in the order of its issues.
#[derive(Debug, Default)]
pub struct Points {
    starts: Vec<usize>,
    points: Vec<u16>,
    /// Records of the same issues, ascending.
    pub groups: Vec<Vec<u32>>,
    group_of: Vec<u32>,
}

impl Points {
    /// The rows of these people, one record each.
    pub fn of(
        survey: &PreparedRatings,
        people: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut all = Self {
            starts: vec![0],
            ..Self::default()
        };
        let mut group_of: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut rated: Vec<(u32, u16)> = Vec::new();
        for (record, &person) in (0u32..).zip(people) {
            if record.is_multiple_of(1024) {
                progress.check()?;
            }
            rated.clear();
            survey.each_rated(person as usize, |issue, point| rated.push((issue, point)));
            rated.sort_unstable();
            all.points.extend(rated.iter().map(|(_, point)| *point));
            all.starts.push(all.points.len());
            let issues = rated.iter().map(|(issue, _)| *issue).collect();
            let next = all.groups.len();
            let group = *group_of.entry(issues).or_insert(next);
            if group == next {
                all.groups.push(Vec::new());
            }
            all.groups[group].push(record);
            all.group_of.push(group as u32);
        }
        Ok(all)
    }

    pub fn records(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn of_record(&self, record: u32) -> &[u16] {
        &self.points[self.starts[record as usize]..self.starts[record as usize + 1]]
    }

    pub fn are_close(&self, a: u32, b: u32, within: u16) -> bool {
        self.group_of[a as usize] == self.group_of[b as usize] && self.apart(a, b, within).is_some()
    }

    /// Whether two records of one group are close, and if so by how much they differ altogether.
    pub fn apart(&self, a: u32, b: u32, within: u16) -> Option<u32> {
        let mut sum = 0;
        for (&a, &b) in self.of_record(a).iter().zip(self.of_record(b)) {
            let apart = a.abs_diff(b);
            if apart > within {
                return None;
            }
            sum += u32::from(apart);
        }
        Some(sum)
    }
}
