//! The peak memory of one piece of work, measured in a process of its own.

use super::load::{Reader, read};
use super::{Outcome, large, microdata, paper_transactions, ratings};
use std::path::Path;
use std::process::Command;

/// The first argument of a process that is started to be measured.
pub const CHILD: &str = "--measure-peak-memory-of";

/// Bytes at the peak of a fresh process that does the work once: a reader by name, the optimum or profile of a
/// recipe, the profile of invented ratings, a method for baskets, or a step with a large table.
pub fn peak_of(work: &str, path: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let output = Command::new(std::env::current_exe()?)
        .args([CHILD, work])
        .arg(path)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// What the started process does.
pub fn child(work: &str, path: &Path) -> Outcome {
    if work == microdata::OPTIMUM {
        microdata::optimum(path)?;
    } else if work == microdata::PROFILE {
        microdata::whole_profile(path)?;
    } else if work.starts_with(ratings::WORK) {
        ratings::measured(work)?;
    } else if work.starts_with(large::WORK) {
        large::measured(work, path)?;
    } else if work.starts_with(paper_transactions::WORK) {
        paper_transactions::measured(work, path)?;
    } else {
        let reader = Reader::ALL
            .into_iter()
            .find(|known| known.name() == work)
            .ok_or("no such work")?;
        read(reader, path)?;
    }
    println!("{}", peak_here()?);
    Ok(())
}

/// The largest resident size this process ever had, as Linux counts it.
fn peak_here() -> Result<u64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let kilobytes: u64 = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().strip_suffix("kB"))
        .ok_or("the system does not tell the peak memory")?
        .trim()
        .parse()?;
    Ok(kilobytes * 1024)
}
