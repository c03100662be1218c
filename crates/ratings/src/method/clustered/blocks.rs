//! Large surveys are cut into blocks of people who answered alike; each is worked on by itself.

use crate::method::RatingsTask;
use crate::ratings::NULL;
use cloakroom_core::{Progress, Stopped};

/// Cuts in two by the issue that divides best, until no block has more than `most` people. What holds in
/// every block holds for all: people of other blocks can only be close in addition.
pub fn cut(
    task: &RatingsTask<'_>,
    most: usize,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let least = 2 * task.target.k as usize;
    let mut blocks = Vec::new();
    let mut open = vec![(0..task.survey.people() as u32).collect::<Vec<u32>>()];
    while let Some(people) = open.pop() {
        progress.check()?;
        if people.len() <= most.max(least) {
            blocks.push(people);
            continue;
        }
        let (first, second) = halves(task, people);
        open.push(second);
        open.push(first);
    }
    Ok(blocks)
}

/// Two halves: one with the lower, one with the higher ratings of an issue; unrated is lowest.
fn halves(task: &RatingsTask<'_>, mut people: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let issue = (0..task.width())
        .max_by_key(|&issue| (spread(task, &people, issue), task.width() - issue))
        .unwrap_or(0);
    let cell = |person: u32| task.row(person as usize)[issue].wrapping_add(1);
    people.sort_by_key(|&person| cell(person));
    // Where one rating ends and the next begins, nearest to the middle.
    let middle = people.len() / 2;
    let quarter = people.len() / 4;
    let cut = (0..quarter)
        .flat_map(|off| [middle - off, middle + off])
        .find(|&at| cell(people[at - 1]) != cell(people[at]))
        .unwrap_or(middle);
    let second = people.split_off(cut);
    (people, second)
}

/// How much an issue divides people, by the squared differences; a missing rating lies a scale below.
fn spread(task: &RatingsTask<'_>, people: &[u32], issue: usize) -> u64 {
    let r = u64::from(task.survey.r());
    let (mut sum, mut squares) = (0u64, 0u64);
    for &person in people {
        let cell = task.row(person as usize)[issue];
        let value = if cell == NULL { 0 } else { u64::from(cell) + r };
        sum += value;
        squares += value * value;
    }
    let count = people.len() as u64;
    squares - (sum as u128 * u128::from(sum) / u128::from(count)) as u64
}
