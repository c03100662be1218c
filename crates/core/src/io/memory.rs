//! How much memory there is, and how much of it a table may take.

use sysinfo::System;

/// Below this no computer that runs the workbench lies; assumed where the system does not tell.
const LEAST: u64 = 1 << 30;

/// Bytes that can be had without pushing other programs out, within the limit that the program was given.
pub fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let free = match system.cgroup_limits() {
        // What files were read is given back as soon as somebody needs it, so it does not count as taken.
        Some(limits) => {
            let left = limits.total_memory.saturating_sub(limits.rss);
            left.min(system.available_memory())
        }
        None => system.available_memory(),
    };
    free.max(LEAST)
}

/// What a table may take: the rest is for what is computed from it.
pub fn room() -> u64 {
    available() / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_some_memory() {
        assert!(available() >= LEAST);
        assert!(room() >= LEAST / 2);
    }
}
