//! `lifestyle`: an invented survey of what people like, on a scale of 1 to 6, with whole sections skipped.
//!
//! People belong to types, and follow them more or less closely: some answer exactly alike, many nearly,
//! and some like nobody else.

use super::{RECIPE, Sample, SampleFile};
use crate::ratings;
use cloakroom_core::Stream;

pub(super) const SAMPLE: Sample = Sample {
    name: "lifestyle",
    kind: ratings::KIND,
    title: "Lifestyle survey",
    sentence: "5,000 people rate 40 issues from 1 to 6; three issues are sensitive, many answers missing.",
    make: files,
};

pub const PEOPLE: u64 = 5_000;
const SEED: u64 = 604;
const LOWEST: i32 = 1;
const HIGHEST: i32 = 6;

/// The sections of the questionnaire in the order in which they are asked. The last one is sensitive.
const SECTIONS: [&[&str]; 8] = [
    &["novels", "poetry", "comics", "biographies", "newspapers"],
    &[
        "comedies",
        "thrillers",
        "documentaries",
        "westerns",
        "science_fiction",
        "musicals",
    ],
    &["sushi", "pizza", "salad", "steak", "curry", "desserts"],
    &["football", "running", "yoga", "swimming", "chess"],
    &["classical", "jazz", "rock", "folk", "electronic"],
    &["beaches", "mountains", "city_trips", "camping", "cruises"],
    &[
        "cooking",
        "gardening",
        "video_games",
        "pets",
        "social_media",
    ],
    &["income", "alcohol", "intimacy"],
];
const ISSUES: usize = 40;
const SENSITIVE: usize = 7;

/// What stands behind the answers: openness, activity, sociability, tradition.
const FACTORS: usize = 4;
const TYPES: u64 = 12;

/// Sections that a version of the questionnaire leaves out, to keep it short, and how often it is sent.
const VERSIONS: [(&[usize], u32); 6] = [
    (&[], 30),
    (&[1, 4], 20),
    (&[0, 5], 16),
    (&[3, 6], 14),
    (&[2, 4], 12),
    (&[5, 6], 8),
];

fn files() -> Vec<SampleFile> {
    vec![
        SampleFile {
            path: "survey.csv",
            contents: survey(),
        },
        SampleFile {
            path: RECIPE,
            contents: include_bytes!("../../../../assets/samples/lifestyle/recipe.toml").to_vec(),
        },
    ]
}

fn survey() -> Vec<u8> {
    let issues = issues();
    let types: Vec<[i32; FACTORS]> = (0..TYPES).map(type_centre).collect();
    let mut out = String::with_capacity(1 << 19);
    out.push_str("person,");
    out.push_str(&SECTIONS.concat().join(","));
    out.push('\n');
    for person in 1..=PEOPLE {
        let mut stream = Stream::new(SEED, person);
        out.push_str(&format!("R{person:04}"));
        let answers = answers(&issues, &types, &mut stream);
        let asked = answered(&mut stream);
        for (answer, asked) in answers.iter().zip(asked) {
            out.push(',');
            if asked {
                out.push((b'0' + *answer as u8) as char);
            }
        }
        out.push('\n');
    }
    out.into_bytes()
}

/// How an issue is liked in general, and how much each factor adds to that, in hundredths.
struct Issue {
    usual: i32,
    loads: [i32; FACTORS],
}

fn issues() -> Vec<Issue> {
    (0..ISSUES as u64)
        .map(|number| {
            let mut stream = Stream::new(SEED + 1, number);
            let mut loads = [0; FACTORS];
            for load in &mut loads {
                *load = stream.bell() / 4;
            }
            // One factor is what the issue is about.
            let main = stream.below(FACTORS as u32) as usize;
            loads[main] = if stream.chance(650) { 90 } else { -80 };
            Issue {
                usual: 350 + stream.bell() / 2,
                loads,
            }
        })
        .collect()
}

fn type_centre(number: u64) -> [i32; FACTORS] {
    let mut stream = Stream::new(SEED + 2, number);
    [0; FACTORS].map(|_| stream.bell() * 5 / 4)
}

/// How closely a person follows the type: own deviation and noise in hundredths, odds among a hundred.
const CLOSENESS: [(i32, i32, u32); 4] = [(0, 0, 9), (0, 22, 36), (18, 40, 33), (90, 80, 22)];

fn answers(issues: &[Issue], types: &[[i32; FACTORS]], stream: &mut Stream) -> [i32; ISSUES] {
    let mut answers = [0; ISSUES];
    // Some tick the same box all the way down.
    if stream.chance(25) {
        return [stream.between(2, 5) as i32; ISSUES];
    }
    let popularity: [u32; TYPES as usize] = std::array::from_fn(|place| 840 / (place as u32 + 2));
    let mut factors = types[stream.pick(&popularity)];
    let (own, noise, _) = CLOSENESS[stream.pick(&CLOSENESS.map(|(_, _, odds)| odds))];
    for factor in &mut factors {
        *factor += stream.bell() * own / 100;
    }
    for (answer, issue) in answers.iter_mut().zip(issues) {
        let liking: i32 = issue
            .loads
            .iter()
            .zip(factors)
            .map(|(load, factor)| load * factor)
            .sum();
        let hundredths = issue.usual + liking / 100 + stream.bell() * noise / 100;
        *answer = (hundredths + 50).div_euclid(100).clamp(LOWEST, HIGHEST);
    }
    // What is sensitive differs between people who are alike in everything else.
    for answer in &mut answers[ISSUES - SECTIONS[SENSITIVE].len()..] {
        *answer = (*answer + stream.bell() / 60).clamp(LOWEST, HIGHEST);
    }
    answers
}

/// Which of the issues a person answered.
fn answered(stream: &mut Stream) -> [bool; ISSUES] {
    let mut sections = [true; SECTIONS.len()];
    let (left_out, _) = VERSIONS[stream.pick(&VERSIONS.map(|(_, odds)| odds))];
    for &section in left_out {
        sections[section] = false;
    }
    // Some skip a whole section, some give up half-way, and always the first section is begun.
    if stream.chance(90) {
        sections[stream.between(1, SENSITIVE as u32 - 1) as usize] = false;
    }
    if stream.chance(60) {
        let end = stream.between(3, SENSITIVE as u32) as usize;
        sections[end..].fill(false);
    }
    // Some miss single questions; a few do so often.
    let slips = match stream.pick(&[87, 11, 2]) {
        0 => 0,
        1 => 25,
        _ => 120,
    };
    let mut asked = [true; ISSUES];
    let mut issue = 0;
    for (section, names) in SECTIONS.iter().enumerate() {
        for _ in *names {
            let shy = if section == SENSITIVE { 70 } else { 0 };
            asked[issue] = sections[section] && !stream.chance(slips + shy);
            issue += 1;
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn people() -> Vec<Vec<Option<i32>>> {
        let text = String::from_utf8(survey()).unwrap();
        let people = text.lines().skip(1);
        people
            .map(|line| {
                line.split(',')
                    .skip(1)
                    .map(|cell| cell.parse().ok())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn the_survey_is_as_promised() {
        let people = people();
        assert_eq!(people.len(), 5_000);
        assert_eq!(SECTIONS.concat().len(), ISSUES);
        assert_eq!(SECTIONS[SENSITIVE].len(), 3);
        for person in &people {
            assert_eq!(person.len(), ISSUES);
            assert!(
                person
                    .iter()
                    .flatten()
                    .all(|answer| (LOWEST..=HIGHEST).contains(answer))
            );
        }
        let public = |person: &[Option<i32>]| person[..37].to_vec();
        let mut patterns = BTreeMap::new();
        let mut answers = BTreeMap::new();
        for person in &people {
            let pattern: Vec<bool> = public(person).iter().map(Option::is_some).collect();
            *patterns.entry(pattern).or_insert(0) += 1;
            *answers.entry(public(person)).or_insert(0) += 1;
        }
        let mut sizes: Vec<i32> = patterns.into_values().collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        assert!(
            (200..500).contains(&sizes.len()),
            "{} null patterns",
            sizes.len()
        );
        assert!(
            sizes[..6].iter().sum::<i32>() > 3_500,
            "most came through whole"
        );
        assert!(
            sizes.iter().filter(|&&size| size == 1).count() > 100,
            "a long tail"
        );
        let twins: i32 = answers.into_values().filter(|&count| count > 1).sum();
        assert!((250..1000).contains(&twins), "{twins} people with a twin");
    }

    #[test]
    fn answers_hang_together() {
        let people = people();
        let correlation = |a: usize, b: usize| {
            let pairs: Vec<(f64, f64)> = people
                .iter()
                .filter_map(|person| Some((f64::from(person[a]?), f64::from(person[b]?))))
                .collect();
            let n = pairs.len() as f64;
            let (x, y) = pairs
                .iter()
                .fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
            let sums = pairs.iter().fold((0.0, 0.0, 0.0), |sums, pair| {
                let (dx, dy) = (pair.0 - x, pair.1 - y);
                (sums.0 + dx * dy, sums.1 + dx * dx, sums.2 + dy * dy)
            });
            sums.0 / (sums.1 * sums.2).sqrt()
        };
        let strong = (0..37)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|&(a, b)| correlation(a, b).abs() > 0.5)
            .count();
        assert!(
            strong > 50,
            "{strong} pairs of issues with a strong correlation"
        );
    }
}
