//! Files that are read whole beside the data: ordinary ones, and none so large that it can only be a mistake.

use super::memory;
use super::source::open;
use crate::problem::Problem;
use std::io::Read;
use std::path::Path;

/// What is read, and how much of it there may be.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// As in "which no hierarchy is".
    pub what: &'static str,
    pub bytes: u64,
}

pub const HIERARCHY: Bound = Bound {
    what: "hierarchy",
    bytes: 256 << 20,
};
pub const RECIPE: Bound = Bound {
    what: "recipe",
    bytes: 64 << 20,
};
pub const PROJECT: Bound = Bound {
    what: "project",
    bytes: 512 << 20,
};

/// Reads a file whole. A pipe, a device and a file beyond the bound are refused before they are read.
pub fn read_bounded(path: &Path, bound: Bound) -> Result<Vec<u8>, Problem> {
    let (file, metadata) = open(path)?;
    if metadata.len() > bound.bytes {
        return Err(too_large(path, bound));
    }
    let mut bytes = Vec::new();
    // It may grow while it is read, and some files do not say how long they are.
    file.take(bound.bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Problem::from_io(path, "read", &error))?;
    if bytes.len() as u64 > bound.bytes {
        return Err(too_large(path, bound));
    }
    Ok(bytes)
}

fn too_large(path: &Path, bound: Bound) -> Problem {
    Problem::in_file(
        path,
        format!(
            "the file is larger than {} MB, which no {} is",
            bound.bytes >> 20,
            bound.what
        ),
    )
}

/// Texts below this take no room that counts.
const SMALL: usize = 16 << 20;

/// What every field of a text takes beside its letters.
const OF_FIELD: u64 = 64;

/// Refuses a text whose fields would take more memory than there is room for: a field may be a single letter.
pub fn refuse_many_fields(path: &Path, text: &str) -> Result<(), Problem> {
    refuse_beyond(path, text, SMALL, memory::room)
}

fn refuse_beyond(
    path: &Path,
    text: &str,
    small: usize,
    room: impl Fn() -> u64,
) -> Result<(), Problem> {
    if text.len() <= small {
        return Ok(());
    }
    let ends = memchr::memchr3_iter(b';', b',', b'\t', text.as_bytes()).count();
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    if text.len() as u64 + (ends + lines) as u64 * OF_FIELD > room() {
        return Err(Problem::in_file(
            path,
            "there is not enough memory to read the file",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Bound = Bound {
        what: "recipe",
        bytes: 2 << 20,
    };

    #[test]
    fn what_is_too_large_or_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("recipe.toml");
        std::fs::write(&path, vec![b'#'; 2 << 20]).unwrap();
        assert_eq!(read_bounded(&path, SHORT).unwrap().len(), 2 << 20);
        std::fs::write(&path, vec![b'#'; (2 << 20) + 1]).unwrap();
        let told = read_bounded(&path, SHORT).unwrap_err().message;
        assert_eq!(told, "the file is larger than 2 MB, which no recipe is");
        let told = read_bounded(folder.path(), SHORT).unwrap_err().message;
        assert_eq!(told, "cannot read: it is a folder, not a file");
        #[cfg(unix)]
        {
            let told = read_bounded(Path::new("/dev/zero"), SHORT).unwrap_err();
            assert!(told.message.contains("not an ordinary file"), "{told}");
            let pipe = folder.path().join("pipe");
            let name = std::ffi::CString::new(pipe.to_str().unwrap()).unwrap();
            // SAFETY: the name ends with a zero and lives as long as the call.
            assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
            let told = read_bounded(&pipe, SHORT).unwrap_err();
            assert!(told.message.contains("not an ordinary file"), "{told}");
        }
    }

    #[test]
    fn fields_of_a_letter_take_more_than_their_letters() {
        let path = Path::new("tree.csv");
        let room = || 10_000;
        let words = "word ".repeat(1_000);
        assert!(refuse_beyond(path, &words, 100, room).is_ok());
        let fields = "a;".repeat(1_000);
        assert!(refuse_beyond(path, &fields, 100, room).is_err());
        assert!(refuse_beyond(path, &fields, 10_000, room).is_ok());
    }
}
