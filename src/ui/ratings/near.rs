//! One person's surroundings: who is close, who nearly is, and what would make the person safe.

use super::Lent;
use cloakroom_ratings::method::window::cheapest;
use cloakroom_ratings::privacy::Spread;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Others who are named one by one.
const MOST_NAMED: usize = 12;

pub struct Near {
    pub person: u32,
    /// The person's cells, one per issue.
    pub row: Vec<u16>,
    /// People with the same issues rated, that person included.
    pub group: usize,
    /// Others who are close, those with the most similar ratings first; the first ones by name.
    pub close: Vec<Other>,
    pub close_count: usize,
    /// Others whom a single issue keeps away.
    pub nearly: Vec<Other>,
    pub nearly_count: usize,
    /// By issue that the person rated.
    pub issues: Vec<IssueFacts>,
    pub spreads: Vec<SpreadFacts>,
    /// How the person would come to have enough others close; `None` if there are enough already, or no
    /// others at all.
    pub remedy: Option<Remedy>,
}

/// Somebody else, as seen from the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    pub person: u32,
    /// Issues on which they are too far apart; NULL against a rating counts.
    pub over: u32,
    /// One of them.
    pub issue: u32,
    /// By how many steps the issues are too far apart altogether.
    pub excess: u64,
    /// By how many steps they differ altogether.
    pub apart: u64,
}

/// What the people who rated the same issues say on one.
pub struct IssueFacts {
    pub issue: u32,
    pub own: u16,
    /// People by point.
    pub counts: Vec<u32>,
    /// People whom this issue keeps away, and those whom nothing else does.
    pub keeps_away: u32,
    pub alone: u32,
    /// The window that everybody concerned would have to meet in.
    pub meets: Option<(u16, u16)>,
}

pub struct SpreadFacts {
    /// By place among the sensitive issues.
    pub issue: usize,
    /// The standard deviation in millionths.
    pub reached: u64,
    pub holds: bool,
    /// People close, the person included, by point; and those who did not rate it.
    pub counts: Vec<u32>,
    pub missing: u32,
}

/// The nearest others and the cheapest boxes in which all of them meet.
pub struct Remedy {
    pub others: Vec<u32>,
    /// The person's own changes: issue, from, to; NULL where a rating is removed or missing.
    pub own: Vec<(u32, u16, u16)>,
    /// Ratings of the others that change.
    pub of_others: usize,
    /// Everything together, in steps of the scale.
    pub steps: u64,
}

impl Near {
    pub fn of(lent: &Lent<'_>, person: u32) -> Self {
        let survey = lent.survey.as_ref();
        let patterns = lent.profile.patterns();
        let target = lent.status.target;
        let mut row = Vec::new();
        survey.row(person as usize, &mut row);
        let own_record = patterns.record_of[person as usize];
        let rated = row.iter().filter(|&&point| point != NULL).count();
        let mut records: Vec<Other> = patterns
            .first
            .par_iter()
            .map(|&first| other(survey, &row, rated, first, target.within))
            .collect();
        let group_of = patterns.group_of[own_record as usize];
        let issues = issue_facts(lent, &row, group_of, &records);
        let close_count = lent.status.within(own_record).saturating_sub(1) as usize;
        let is_nearly = |other: &&Other| other.over == 1;
        let nearly_count = records
            .iter()
            .zip(&patterns.weight)
            .filter(|(other, _)| is_nearly(other))
            .map(|(_, weight)| *weight as usize)
            .sum();
        // Everybody with the record counts; the record's first person stands for them.
        let named = |records: &mut Vec<Other>, most: usize| {
            let order = |other: &Other| (other.excess, other.apart, other.person);
            // Each record brings somebody, so no more than these are looked at: of a million, few are put in order.
            let looked_at = most + 2;
            if records.len() > looked_at {
                records.select_nth_unstable_by_key(looked_at, order);
            }
            let first = records.len().min(looked_at);
            let nearest = &mut records[..first];
            nearest.sort_unstable_by_key(order);
            people_of(lent, nearest, person, most)
        };
        let mut inside: Vec<Other> = records
            .iter()
            .filter(|other| other.over == 0)
            .copied()
            .collect();
        let mut nearly: Vec<Other> = records.iter().filter(is_nearly).copied().collect();
        let spreads = spread_facts(lent, person);
        let close = named(&mut inside, MOST_NAMED);
        let nearly = named(&mut nearly, MOST_NAMED);
        let needed = target.k.saturating_sub(1) as usize;
        let mut near = Self {
            person,
            group: patterns.group_people[group_of as usize] as usize,
            close,
            close_count,
            nearly,
            nearly_count,
            issues,
            spreads,
            remedy: None,
            row,
        };
        if close_count < needed && survey.people() > needed {
            let others = named(&mut records, needed);
            near.remedy = Some(near.meet(survey, &others, target.within));
        }
        near
    }

    /// Where the person and these others meet at the least cost, issue by issue.
    fn meet(&mut self, survey: &PreparedRatings, others: &[Other], within: u16) -> Remedy {
        let mut remedy = Remedy {
            others: others.iter().map(|other| other.person).collect(),
            own: Vec::new(),
            of_others: 0,
            steps: 0,
        };
        let mut rated: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
        for other in others {
            survey.each_rated(other.person as usize, |issue, point| {
                rated.entry(issue).or_default().push(point);
            });
        }
        for (issue, own) in (0..).zip(self.row.clone()) {
            let theirs = rated.get(&issue).map_or(&[][..], Vec::as_slice);
            if own == NULL && theirs.is_empty() {
                continue;
            }
            self.meet_on(
                survey,
                issue,
                own,
                theirs,
                others.len(),
                within,
                &mut remedy,
            );
        }
        remedy
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "one issue of `meet`, which reads better apart"
    )]
    fn meet_on(
        &mut self,
        survey: &PreparedRatings,
        issue: u32,
        own: u16,
        theirs: &[u16],
        others: usize,
        within: u16,
        remedy: &mut Remedy,
    ) {
        let r = u64::from(survey.r());
        let mut points: Vec<u16> = theirs.to_vec();
        points.extend(Some(own).filter(|&own| own != NULL));
        let missing = others + 1 - points.len();
        let (window, narrowed) = cheapest(&points, within);
        // Either all rate it within the window, or nobody does.
        let (rate, unrate) = (narrowed + missing as u64 * r, points.len() as u64 * r);
        if missing > 0 && unrate < rate {
            remedy.steps += unrate;
            remedy.of_others += theirs.len();
            if own != NULL {
                remedy.own.push((issue, own, NULL));
            }
            return;
        }
        remedy.steps += rate;
        let moved = |point: &&u16| window.cost(**point) > 0;
        remedy.of_others += theirs.iter().filter(moved).count() + (others - theirs.len());
        let to = match own {
            NULL => {
                points.sort_unstable();
                window.clamp(points[(points.len() - 1) / 2])
            }
            own => window.clamp(own),
        };
        if to != own {
            remedy.own.push((issue, own, to));
        }
        let facts = self.issues.iter_mut().find(|facts| facts.issue == issue);
        if let Some(facts) = facts.filter(|_| rate > 0) {
            facts.meets = Some((window.start, window.start + window.width));
        }
    }
}

fn other(survey: &PreparedRatings, row: &[u16], rated: usize, person: u32, within: u16) -> Other {
    let r = survey.r();
    let mut other = Other {
        person,
        over: 0,
        issue: 0,
        excess: 0,
        apart: 0,
    };
    let mut both = 0;
    let mut count = |issue: u32, apart: u16| {
        other.apart += u64::from(apart);
        if apart > within {
            other.over += 1;
            other.issue = issue;
            other.excess += u64::from(apart - within);
        }
    };
    survey.each_rated(person as usize, |issue, point| {
        let own = row[issue as usize];
        both += usize::from(own != NULL);
        count(issue, cloakroom_ratings::ratings::apart(own, point, r));
    });
    // Issues that only the person rated; which one is looked up only if it is the only one.
    let only_own = rated - both;
    if only_own > 0 && within < r {
        other.over += only_own as u32;
        other.excess += only_own as u64 * u64::from(r - within);
        if other.over == 1 {
            let mut theirs = Vec::new();
            survey.row(person as usize, &mut theirs);
            let missing = (0..).zip(row.iter().zip(&theirs));
            let mut missing =
                missing.filter(|(_, (own, theirs))| **own != NULL && **theirs == NULL);
            other.issue = missing.next().map_or(0, |(issue, _)| issue);
        }
    }
    other.apart += only_own as u64 * u64::from(r);
    other
}

/// Somebody, and then everybody who is close in the order of the file.
pub fn close_people(
    survey: &PreparedRatings,
    profile: &RatingsProfile,
    within: u16,
    person: u32,
) -> Vec<u32> {
    let patterns = profile.patterns();
    let mut row = Vec::new();
    survey.row(person as usize, &mut row);
    let rated = row.iter().filter(|&&point| point != NULL).count();
    let is_close: Vec<bool> = patterns
        .first
        .par_iter()
        .map(|&first| within >= survey.r() || other(survey, &row, rated, first, within).over == 0)
        .collect();
    let others = (0..).zip(&patterns.record_of);
    let others = others.filter(|&(other, &record)| other != person && is_close[record as usize]);
    std::iter::once(person)
        .chain(others.map(|(other, _)| other))
        .collect()
}

/// The people of these records in their order, without one of them.
fn people_of(lent: &Lent<'_>, records: &[Other], without: u32, most: usize) -> Vec<Other> {
    let patterns = lent.profile.patterns();
    let mut people = Vec::new();
    // Records are looked through until there are enough people, so few need to be listed.
    let mut wanted: Vec<(u32, Other)> = Vec::new();
    let mut found = 0;
    for other in records {
        if found > most {
            break;
        }
        let record = patterns.record_of[other.person as usize];
        found += patterns.weight[record as usize] as usize;
        wanted.push((record, *other));
    }
    for (record, other) in wanted {
        if patterns.weight[record as usize] == 1 {
            people.push(other);
        } else {
            let all = (other.person..).zip(&patterns.record_of[other.person as usize..]);
            let same = all.filter(|(_, of)| **of == record);
            people.extend(
                same.take(most + 1)
                    .map(|(person, _)| Other { person, ..other }),
            );
        }
    }
    people.retain(|other| other.person != without);
    people.truncate(most);
    people
}

fn issue_facts(lent: &Lent<'_>, row: &[u16], group: u32, records: &[Other]) -> Vec<IssueFacts> {
    let survey = lent.survey.as_ref();
    let patterns = lent.profile.patterns();
    let within = lent.status.target.within;
    let mut place = vec![u32::MAX; row.len()];
    let mut facts: Vec<IssueFacts> = Vec::new();
    for (issue, &own) in (0..).zip(row) {
        if own != NULL {
            place[issue as usize] = facts.len() as u32;
            facts.push(IssueFacts {
                issue,
                own,
                counts: vec![0; usize::from(survey.r())],
                keeps_away: 0,
                alone: 0,
                meets: None,
            });
        }
    }
    for ((&first, &of), (&weight, other)) in patterns
        .first
        .iter()
        .zip(&patterns.group_of)
        .zip(patterns.weight.iter().zip(records))
    {
        if other.over == 1 && place[other.issue as usize] != u32::MAX {
            facts[place[other.issue as usize] as usize].alone += weight;
        }
        if of != group {
            continue;
        }
        survey.each_rated(first as usize, |issue, point| {
            let facts = &mut facts[place[issue as usize] as usize];
            facts.counts[usize::from(point)] += weight;
            if facts.own.abs_diff(point) > within {
                facts.keeps_away += weight;
            }
        });
    }
    facts
}

/// How the sensitive issues spread among those who are close.
pub fn spread_facts(lent: &Lent<'_>, person: u32) -> Vec<SpreadFacts> {
    let (survey, target) = (lent.survey.as_ref(), lent.status.target);
    if survey.secrets.is_empty() {
        return Vec::new();
    }
    let close = lent
        .profile
        .neighbours(survey, person as usize, target.within);
    survey
        .secrets
        .iter()
        .enumerate()
        .map(|(issue, cells)| {
            let cells = close.iter().map(|&other| cells[other as usize]);
            let spread = Spread::of(cells.clone());
            let reached = spread.reaches(&survey.scale, target.reading);
            let mut counts = vec![0; usize::from(survey.r())];
            let mut missing = 0;
            for cell in cells {
                match counts.get_mut(usize::from(cell)) {
                    Some(count) => *count += 1,
                    None => missing += 1,
                }
            }
            SpreadFacts {
                issue,
                reached,
                holds: reached >= target.deviation,
                counts,
                missing,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::ratings::Scale;
    use cloakroom_core::stream::Stream;
    use cloakroom_ratings::ratings::apart;

    #[test]
    fn others_are_as_far_away_as_the_definition_says() {
        for seed in 0..30 {
            let mut stream = Stream::new(seed, 0);
            let mut cell = || match stream.chance(200) {
                true => NULL,
                false => stream.below(5) as u16,
            };
            let rows: Vec<Vec<u16>> = (0..20).map(|_| (0..4).map(|_| cell()).collect()).collect();
            let survey = PreparedRatings::from_rows(Scale::default(), &rows, Vec::new());
            let (own, r, within) = (&rows[0], survey.r(), (seed % 4) as u16);
            let rated = own.iter().filter(|&&point| point != NULL).count();
            for (person, theirs) in (0..).zip(&rows) {
                let found = other(&survey, own, rated, person, within);
                let apart: Vec<u16> = own
                    .iter()
                    .zip(theirs)
                    .map(|(&own, &theirs)| apart(own, theirs, r))
                    .collect();
                let over: Vec<usize> = (0..apart.len()).filter(|&at| apart[at] > within).collect();
                let excess = |at: &usize| u64::from(apart[*at] - within);
                assert_eq!(found.over as usize, over.len());
                assert_eq!(found.excess, over.iter().map(excess).sum::<u64>());
                let all: u64 = apart.iter().map(|&apart| u64::from(apart)).sum();
                assert_eq!(found.apart, all);
                if let [issue] = over.as_slice() {
                    assert_eq!(found.issue as usize, *issue);
                }
            }
        }
    }
}
