//! Runs cases, several at once, each in a folder of its own.

use crate::case::{Case, Step};
use crate::digest::{Digests, digest, normal};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the name of an output ends that tells of a step which could not be taken.
pub const FAILED: &str = "failed";

/// Cases at a time: each waits for disks and processes as much as it computes.
const AT_ONCE: usize = 2;

/// The digests of all cases. The outputs of those that are to be kept stay under `kept`, as they were hashed.
pub fn all(
    cases: &[Case],
    kept: &Path,
    is_kept: impl Fn(&str, &Digests) -> bool + Sync,
) -> Digests {
    clear(kept);
    let next = AtomicUsize::new(0);
    let seen = Mutex::new(Digests::default());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outputs = outputs(case);
                    let mut digests = Digests::default();
                    for (output, bytes) in &outputs {
                        digests.insert(&case.name, output, told(output, bytes));
                    }
                    if is_kept(&case.name, &digests) {
                        keep(&kept.join(&case.name), &outputs);
                    }
                    seen.lock().expect("no case panics").extend(digests);
                }
            });
        }
    });
    seen.into_inner().expect("no case panics")
}

/// An exit status is told as it is.
fn told(output: &str, bytes: &[u8]) -> String {
    match output.ends_with(".exit") {
        true => String::from_utf8_lossy(bytes).into_owned(),
        false => digest(bytes),
    }
}

fn clear(folder: &Path) {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            panic!("{}: {error}", folder.display())
        }
        _ => {}
    }
}

fn keep(folder: &Path, outputs: &BTreeMap<String, Vec<u8>>) {
    for (output, bytes) in outputs {
        write(&folder.join(output), bytes);
    }
}

fn write(file: &Path, bytes: &[u8]) {
    let made = file.parent().map_or(Ok(()), fs::create_dir_all);
    let written = made.and_then(|()| fs::write(file, bytes));
    written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

/// Everything that came of a case, as it is hashed: what every run said and how it ended, and all files that are not
/// as they were before.
fn outputs(case: &Case) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    // What the program tells of its folder is told without links.
    let folder = fs::canonicalize(folder.path()).map(|path| (path, folder));
    let (path, _held) = folder.expect("the folder is there");
    let given: BTreeMap<String, Vec<u8>> = case.all_files().into_iter().collect();
    for (name, contents) in &given {
        write(&path.join(name), contents);
    }
    let mut found = BTreeMap::new();
    let mut runs = 0;
    for step in &case.steps {
        if let Step::Run(words) = step {
            runs += 1;
            let name = format!("{runs}.{}", words.first().map_or("nothing", String::as_str));
            found.extend(run(&path, words).map(|(what, bytes)| (format!("{name}.{what}"), bytes)));
        } else if let Err(why) = change(&path, step) {
            let name = format!("{runs}.then.{FAILED}");
            found.insert(name, why.into_bytes());
        }
    }
    for (name, bytes) in files(&path, &path) {
        if given.get(&name) != Some(&bytes) {
            found.insert(name, bytes);
        }
    }
    let all = found.clone();
    found
        .into_iter()
        .filter(|(_, bytes)| !bytes.is_empty())
        .map(|(name, bytes)| {
            let beside = |other: &str| {
                let parent = Path::new(&name).parent()?;
                all.get(parent.join(other).to_str()?).cloned()
            };
            let bytes = normal(&name, bytes, &path, beside);
            // A line has three words.
            (name.replace(' ', "%20"), bytes)
        })
        .collect()
}

fn run(folder: &Path, words: &[String]) -> [(&'static str, Vec<u8>); 3] {
    let output = Command::new(env!("CARGO_BIN_EXE_cloakroom"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let status = output.status.code();
    let status = status.map_or_else(|| "killed".to_owned(), |code| code.to_string());
    [
        ("exit", status.into_bytes()),
        ("stdout", output.stdout),
        ("stderr", output.stderr),
    ]
}

/// What cannot be done to a file is an output like others: something was written in another way.
fn change(folder: &Path, step: &Step) -> Result<(), String> {
    match step {
        Step::Run(_) => Ok(()),
        Step::Replace { file, old, new } => {
            let path = folder.join(file);
            let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
            if !text.contains(old) {
                return Err(format!("{file} does not hold {old}"));
            }
            write(&path, text.replacen(old, new, 1).as_bytes());
            Ok(())
        }
        Step::Remove(file) => {
            fs::remove_file(folder.join(file)).map_err(|error| format!("{file}: {error}"))
        }
    }
}

/// All files under a folder, hidden ones too, by their path.
fn files(root: &Path, folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).expect("the folder can be read");
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            found.extend(files(root, &path));
        } else {
            let bytes = fs::read(&path).expect("the file can be read");
            found.push((name_in(root, &path), bytes));
        }
    }
    found
}

fn name_in(root: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(root).expect("it lies in the folder");
    inner.to_string_lossy().replace('\\', "/")
}
