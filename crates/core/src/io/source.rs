//! A file as bytes: read whole, hashed on the way, unpacked if it is packed.
//!
//! Files are read and not mapped: a mapped file that somebody shortens would end the program.

use super::loaded::SourceFile;
use super::memory;
use super::named::too_little_memory;
use super::packing::{Packing, Unpacked};
use crate::{Failure, Problem, Progress};
use sha2::{Digest, Sha256};
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::Path;

const BLOCK: usize = 1 << 20;
/// Text rarely packs better than 30 to 1; a file made to fill the memory reaches 1,000 to 1.
pub(super) const LARGEST_EXPANSION: usize = 250;
/// Small files may expand as they like.
const ALWAYS_ALLOWED: usize = 64 << 20;

/// What a file holds, and what it was when it was read.
#[derive(Clone, Debug)]
pub struct SourceBytes {
    pub file: SourceFile,
    /// The contents, unpacked where the file is packed.
    pub bytes: Vec<u8>,
}

/// Reads the whole file. The hash is that of the file as it lies on the disk.
pub fn read_source(path: &Path, progress: &Progress) -> Result<SourceBytes, Failure> {
    let refused = |error: &std::io::Error| Problem::from_io(path, "read", error);
    let (mut file, before) = open(path)?;
    let changed = || changed(path);
    let length = usize::try_from(before.len())
        .map_err(|_| Problem::in_file(path, "the file is too large for this computer"))?;
    refuse_too_large(path, &before)?;
    Vec::<u8>::new()
        .try_reserve_exact(length)
        .map_err(|_| too_little_memory(path))?;
    // Fresh memory is zero already: nothing is written until the file's bytes are.
    let mut raw = vec![0; length];
    progress.stage("reading", before.len());
    let sha256 = fill_and_hash(&mut file, &mut raw, progress).map_err(|error| match error {
        Interrupted::Stopped(stopped) => Failure::from(stopped),
        Interrupted::Io(error) if error.kind() == ErrorKind::UnexpectedEof => changed().into(),
        Interrupted::Io(error) => refused(&error).into(),
    })?;
    let mut more = [0];
    let longer = file.read(&mut more).map_err(|error| refused(&error))? > 0;
    if longer || !is_unchanged(path, &before) {
        return Err(changed().into());
    }
    let bytes = match Packing::of(&raw) {
        Some(packing) => unpack(path, packing, &raw, progress)?,
        None => raw,
    };
    let file = SourceFile {
        path: path.to_owned(),
        bytes: before.len(),
        sha256,
    };
    Ok(SourceBytes { file, bytes })
}

/// The system may promise memory that it does not have, and end the program once it is used.
pub(super) fn refuse_too_large(path: &Path, file: &Metadata) -> Result<(), Problem> {
    match file.len() > ALWAYS_ALLOWED as u64 && file.len() > memory::available() {
        true => Err(too_little_memory(path)),
        false => Ok(()),
    }
}

/// The file, and what it was before it was opened.
pub(super) fn open(path: &Path) -> Result<(File, Metadata), Problem> {
    let refused = |error: &std::io::Error| Problem::from_io(path, "read", error);
    // Asked before opening: a pipe would wait for somebody to write into it.
    let before = std::fs::metadata(path).map_err(|error| refused(&error))?;
    if before.is_dir() {
        return Err(refused(&ErrorKind::IsADirectory.into()));
    }
    if !before.is_file() {
        return Err(Problem::in_file(
            path,
            "cannot read: it is not an ordinary file",
        ));
    }
    let file = File::open(path).map_err(|error| refused(&error))?;
    Ok((file, before))
}

pub(super) fn changed(path: &Path) -> Problem {
    Problem::in_file(path, "the file changed while it was read")
}

/// Lower-case hexadecimal SHA-256.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(super) fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Asks the path and not the open file: somebody may have put another file in its place.
pub(super) fn is_unchanged(path: &Path, before: &Metadata) -> bool {
    let stamp = |metadata: &Metadata| (metadata.len(), metadata.modified().ok());
    std::fs::metadata(path).is_ok_and(|after| stamp(&after) == stamp(before))
}

enum Interrupted {
    Stopped(crate::progress::Stopped),
    Io(std::io::Error),
}

/// Fills `raw` block by block while another thread hashes the blocks that are there already.
fn fill_and_hash(
    file: &mut File,
    raw: &mut [u8],
    progress: &Progress,
) -> Result<String, Interrupted> {
    let (sender, blocks) = crossbeam_channel::unbounded::<&[u8]>();
    std::thread::scope(|scope| {
        let hashing = scope.spawn(move || {
            let mut hash = Sha256::new();
            for block in blocks {
                if progress.is_stopped() {
                    break;
                }
                hash.update(block);
            }
            hex(&hash.finalize())
        });
        for block in raw.chunks_mut(BLOCK) {
            progress.check().map_err(Interrupted::Stopped)?;
            file.read_exact(block).map_err(Interrupted::Io)?;
            progress.advance(block.len() as u64);
            // The other end lives until this sender is dropped.
            let _ = sender.send(block);
        }
        drop(sender);
        let sha256 = hashing
            .join()
            .map_err(|_| Interrupted::Io(std::io::Error::other("the hash was not computed")))?;
        progress.check().map_err(Interrupted::Stopped)?;
        Ok(sha256)
    })
}

fn unpack(
    path: &Path,
    packing: Packing,
    packed: &[u8],
    progress: &Progress,
) -> Result<Vec<u8>, Failure> {
    progress.stage("unpacking", 0);
    let limit = largest_unpacked(packed.len());
    let mut decoder = Unpacked::new(packing, packed).map_err(|_| packing.damaged(path))?;
    let mut bytes = Vec::new();
    loop {
        progress.check()?;
        let read = decoder
            .by_ref()
            .take(BLOCK as u64)
            .read_to_end(&mut bytes)
            .map_err(|_| packing.damaged(path))?;
        if read == 0 {
            return Ok(bytes);
        }
        if bytes.len() > limit {
            return Err(packing.expands_too_much(path, LARGEST_EXPANSION).into());
        }
    }
}

pub(super) fn largest_unpacked(packed: usize) -> usize {
    packed.saturating_mul(LARGEST_EXPANSION).max(ALWAYS_ALLOWED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> Result<SourceBytes, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        std::fs::write(&path, bytes).unwrap();
        read_source(&path, &Progress::default())
    }

    fn message(result: Result<SourceBytes, Failure>) -> String {
        match result {
            Err(Failure::Problem(problem)) => problem.message,
            other => panic!("expected a problem, got {other:?}"),
        }
    }

    #[test]
    fn the_hash_is_that_of_the_bytes_on_the_disk() {
        let source = read(b"abc").unwrap();
        assert_eq!(source.bytes, b"abc");
        assert_eq!(source.file.bytes, 3);
        assert_eq!(
            source.file.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(source.file.sha256, sha256_hex(b"abc"));
        let long = vec![7u8; 3 * BLOCK + 5];
        assert_eq!(read(&long).unwrap().file.sha256, sha256_hex(&long));
    }

    #[test]
    fn gzip_is_unpacked_and_hashed_as_it_lies() {
        let packed = gzip(b"a,b\n1,2\n");
        let source = read(&packed).unwrap();
        assert_eq!(source.bytes, b"a,b\n1,2\n");
        assert_eq!(source.file.sha256, sha256_hex(&packed));
        let cut = &packed[..packed.len() - 6];
        assert_eq!(message(read(cut)), "the gzip file is damaged or cut off");
    }

    #[test]
    fn zstandard_is_unpacked_likewise() {
        let packed = zstd::encode_all(&b"a,b\n1,2\n"[..], 3).unwrap();
        let source = read(&packed).unwrap();
        assert_eq!(source.bytes, b"a,b\n1,2\n");
        assert_eq!(source.file.sha256, sha256_hex(&packed));
        let cut = &packed[..packed.len() - 3];
        assert_eq!(
            message(read(cut)),
            "the Zstandard file is damaged or cut off"
        );
        let bomb = zstd::encode_all(&vec![b'a'; ALWAYS_ALLOWED * 2][..], 3).unwrap();
        assert!(message(read(&bomb)).contains("the Zstandard file unpacks to more than 250 times"));
    }

    #[test]
    fn a_gzip_bomb_is_refused() {
        let bomb = gzip(&vec![b'a'; ALWAYS_ALLOWED * 2]);
        assert!(message(read(&bomb)).contains("more than 250 times"));
    }

    #[test]
    fn a_file_larger_than_the_memory_is_refused_unread() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        // It takes no room on the disk.
        File::create(&path).unwrap().set_len(1 << 42).unwrap();
        let text = message(read_source(&path, &Progress::default()));
        assert_eq!(text, "there is not enough memory to read the file");
    }

    #[test]
    fn what_is_not_a_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let progress = Progress::default();
        let text = message(read_source(folder.path(), &progress));
        assert_eq!(text, "cannot read: it is a folder, not a file");
        let text = message(read_source(&folder.path().join("none"), &progress));
        assert_eq!(text, "cannot read: there is no such file");
    }

    #[test]
    fn a_stopped_read_stops() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        std::fs::write(&path, b"abc").unwrap();
        let progress = Progress::default();
        progress.stop();
        assert!(matches!(
            read_source(&path, &progress),
            Err(Failure::Stopped(_))
        ));
    }

    #[test]
    fn a_file_that_changes_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        std::fs::write(&path, b"abcdef").unwrap();
        let mut file = File::open(&path).unwrap();
        let before = file.metadata().unwrap();
        assert!(is_unchanged(&path, &before));
        std::fs::write(&path, b"abc").unwrap();
        assert!(!is_unchanged(&path, &before));
        let mut raw = vec![0; 6];
        let result = fill_and_hash(&mut file, &mut raw, &Progress::default());
        assert!(
            matches!(result, Err(Interrupted::Io(error)) if error.kind() == ErrorKind::UnexpectedEof)
        );
    }
}
