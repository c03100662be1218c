//! The peak memory of one reading, measured in a process of its own.

use super::Outcome;
use super::load::{Reader, read};
use std::path::Path;
use std::process::Command;

/// The first argument of a process that is started to be measured.
pub const CHILD: &str = "--measure-peak-memory-of";

/// Bytes at the peak of a fresh process that reads the file once.
pub fn peak_of(reader: Reader, path: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let output = Command::new(std::env::current_exe()?)
        .args([CHILD, reader.name()])
        .arg(path)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// What the started process does.
pub fn child(reader: &str, path: &Path) -> Outcome {
    let reader = Reader::ALL
        .into_iter()
        .find(|known| known.name() == reader)
        .ok_or("no such reader")?;
    read(reader, path)?;
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
