//! The profile of ratings: how long it takes and how much memory, beside slicing and comparing everybody with
//! everybody; and what a slider then asks of it.

use super::raters::{Raters, Taste};
use super::{Outcome, memory};
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::NullReading;
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::profile::core::left_out;
use cloakroom_ratings::ratings::PreparedRatings;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

const SEED: u64 = 1;
/// Everything up to this ε, where not all distances are asked for.
const FARTHEST: u16 = 2;

/// A survey in which nearly a third of the people repeat somebody.
fn large(people: usize, issues: usize) -> Raters {
    Raters {
        people,
        issues,
        repeated: 300,
        ..Raters::default()
    }
}

pub fn run() -> Outcome {
    engines()?;
    by_people()?;
    by_issues()?;
    live()
}

/// All engines on the same survey, at all distances; they must agree.
fn engines() -> Outcome {
    for taste in [Taste::Uniform, Taste::Shared] {
        let raters = Raters {
            taste,
            ..Raters::default()
        };
        let survey = raters.survey(SEED);
        println!(
            "{} people, {} issues, {taste:?} tastes, every distance:",
            raters.people, raters.issues
        );
        let (profile, time) = computed(&survey, u16::MAX, NeighbourEngine::Profile)?;
        println!("  {:<12} {time:>10.2?}", NeighbourEngine::Profile.name());
        for engine in [NeighbourEngine::Slicing, NeighbourEngine::Pairwise] {
            let (other, slow) = computed(&survey, u16::MAX, engine)?;
            if (0..=profile.farthest()).any(|d| profile.level(d) != other.level(d)) {
                return Err(format!("{} finds something else", engine.name()).into());
            }
            let times = slow.as_secs_f64() / time.as_secs_f64();
            println!("  {:<12} {slow:>10.2?} {times:>6.0} times", engine.name());
        }
    }
    Ok(())
}

fn by_people() -> Outcome {
    println!("20 issues, every k and l for \u{3b5} = 0, 1, 2:");
    for people in [1_000, 10_000, 100_000, 1_000_000] {
        report(&format!("{people} people"), large(people, 20))?;
    }
    Ok(())
}

fn by_issues() -> Outcome {
    println!("100,000 people, every k and l for \u{3b5} = 0, 1, 2:");
    for issues in [5, 10, 20, 40] {
        report(&format!("{issues} issues"), large(100_000, issues))?;
    }
    Ok(())
}

/// Time and peak memory of a profile; of the other engines, too, where they take seconds and not hours.
fn report(name: &str, raters: Raters) -> Outcome {
    let survey = raters.survey(SEED);
    let peak = memory::peak_of(&work(raters), Path::new(""))? as f64 / 1e6;
    let (_, time) = computed(&survey, FARTHEST, NeighbourEngine::Profile)?;
    print!("  {name:<18} {time:>10.2?}, peak {peak:>5.0} MB");
    if raters.people <= 10_000 {
        for engine in [NeighbourEngine::Slicing, NeighbourEngine::Pairwise] {
            let (_, time) = computed(&survey, FARTHEST, engine)?;
            print!(", {} {time:.2?}", engine.name());
        }
    }
    println!();
    Ok(())
}

/// What a slider, a mark and a click ask of a million people.
fn live() -> Outcome {
    let survey = large(1_000_000, 20).survey(SEED);
    let (profile, _) = computed(&survey, FARTHEST, NeighbourEngine::Profile)?;
    println!("a million people, asked live:");
    let target = |k: u32| Target {
        k,
        within: 1,
        deviation: 800_000,
        reading: NullReading::Strict,
    };
    median("violating people, counted", |k| {
        black_box(profile.violating(&target(k)));
    });
    median("violating people, listed", |k| {
        black_box(profile.violating_people(&target(k)));
    });
    median("the plane of 60 k and all distances", |k| {
        let ks: Vec<u32> = (k..k + 60).collect();
        black_box(profile.plane(&ks, 0));
    });
    median("everybody close to one person", |k| {
        black_box(profile.neighbours(&survey, k as usize, 2));
    });
    let start = Instant::now();
    let out = left_out(&survey, &target(3), &Progress::default())?.len();
    println!(
        "  {out} left out so that the others keep it: {:.2?}",
        start.elapsed()
    );
    Ok(())
}

fn median(name: &str, ask: impl Fn(u32)) {
    let mut times: Vec<Duration> = (2..53)
        .map(|k| {
            let start = Instant::now();
            ask(k);
            start.elapsed()
        })
        .collect();
    times.sort();
    println!("  {name:<36} {:>10.2?}", times[times.len() / 2]);
}

fn computed(
    survey: &PreparedRatings,
    farthest: u16,
    engine: NeighbourEngine,
) -> Result<(RatingsProfile, Duration), Box<dyn Error>> {
    let start = Instant::now();
    let reading = NullReading::Strict;
    let profile = RatingsProfile::compute(survey, reading, farthest, engine, &Progress::default())?;
    Ok((profile, start.elapsed()))
}

/// How a process that is started to be measured is told what to do.
pub const WORK: &str = "ratings of";

fn work(raters: Raters) -> String {
    format!("{WORK} {} {}", raters.people, raters.issues)
}

/// What that process does.
pub fn measured(work: &str) -> Outcome {
    let numbers = work.trim_start_matches(WORK).split_whitespace();
    let numbers: Vec<usize> = numbers.map(str::parse).collect::<Result<_, _>>()?;
    let [people, issues] = numbers.as_slice() else {
        return Err("no such work".into());
    };
    let survey = large(*people, *issues).survey(SEED);
    computed(&survey, FARTHEST, NeighbourEngine::Profile)?;
    Ok(())
}
