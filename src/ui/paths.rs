//! Paths that are typed: `~`, the names that a folder offers, and what is not there. Folders are listed on a thread of their
//! own, because one that lies on another machine may not answer for a long time.

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use egui::Context;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// More names than these are not looked through.
const MOST_NAMES: usize = 5_000;
/// As many are listed below a field.
const MOST_SHOWN: usize = 5;

/// What a path is to lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// A file that is there.
    File,
    /// Something that will be made, in a folder that is there.
    New,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    name: String,
    is_folder: bool,
}

/// The names in a folder, in order; `None` if there is no such folder.
type Listed = Option<Vec<Name>>;

/// What is known of the folder that is being typed.
#[derive(Debug, Default)]
pub struct Completion {
    known: Option<(PathBuf, Listed)>,
    /// One at a time: a folder that does not answer must not pile up threads.
    asked: Option<(PathBuf, Receiver<Listed>)>,
}

impl Completion {
    /// Looks into the folder of what is typed, unless that is known.
    pub fn look(&mut self, ctx: &Context, typed: &str) {
        self.collect();
        let (folder, _) = split(typed);
        let is_known = self
            .known
            .as_ref()
            .is_some_and(|(known, _)| *known == folder);
        if is_known || self.asked.is_some() {
            return;
        }
        let (sender, receiver) = bounded(1);
        let (place, ctx) = (folder.clone(), ctx.clone());
        let work = move || {
            // A closed channel means that nobody waits any more.
            let _ = sender.send(list(&place));
            ctx.request_repaint();
        };
        let thread = std::thread::Builder::new().name("names in a folder".to_owned());
        if thread.spawn(work).is_ok() {
            self.asked = Some((folder, receiver));
        }
    }

    /// What was known may have changed since.
    pub fn forget(&mut self) {
        self.known = None;
    }

    fn collect(&mut self) {
        let Some((folder, receiver)) = &self.asked else {
            return;
        };
        match receiver.try_recv() {
            Ok(listed) => self.known = Some((folder.clone(), listed)),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {}
        }
        self.asked = None;
    }

    fn listed(&self, folder: &Path) -> Option<&Listed> {
        let (known, listed) = self.known.as_ref()?;
        (known == folder).then_some(listed)
    }

    /// What is typed, as far as it can only go on in one way.
    pub fn complete(&self, typed: &str, wants: Wants) -> Option<String> {
        let (folder, begun) = split(typed);
        let names = self.listed(&folder)?.as_ref()?;
        let fitting = fitting(names, &begun, wants);
        let (first, rest) = fitting.split_first()?;
        let mut whole = first.name.as_str();
        for other in rest {
            let same = common(whole, &other.name);
            whole = &whole[..same];
        }
        let mut whole = whole.to_owned();
        if rest.is_empty() && first.is_folder {
            whole.push(MAIN_SEPARATOR);
        }
        let grows = whole.len() > begun.len();
        let stem = &typed[..typed.len() - begun.len()];
        grows.then(|| format!("{stem}{whole}"))
    }

    /// What stands below the field: what it could become, or that there is no such thing.
    pub fn remark(&self, typed: &str, wants: Wants) -> Option<Remark> {
        if typed.trim().is_empty() {
            return None;
        }
        let (folder, begun) = split(typed);
        // Without the bar at its end.
        let named: PathBuf = folder.components().collect();
        let named = named.display();
        let Some(names) = self.listed(&folder)? else {
            return Some(Remark::NotThere(format!("There is no folder {named}.")));
        };
        if begun.is_empty() || names.iter().any(|name| name.name == begun) {
            return None;
        }
        let fitting = fitting(names, &begun, wants);
        if fitting.is_empty() {
            return (wants == Wants::File).then(|| {
                let words = format!("There is nothing called {begun} in {named}.");
                Remark::NotThere(words)
            });
        }
        let shown: Vec<&str> = fitting.iter().map(|name| name.name.as_str()).collect();
        let more = match shown.len().saturating_sub(MOST_SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let shown = shown[..shown.len().min(MOST_SHOWN)].join(", ");
        Some(Remark::Becomes(format!("Tab goes on to {shown}{more}.")))
    }
}

/// What is said below a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    Becomes(String),
    NotThere(String),
}

/// Those that begin so; what is hidden is offered only if somebody asks for it.
fn fitting<'a>(names: &'a [Name], begun: &str, wants: Wants) -> Vec<&'a Name> {
    let is_asked = |name: &&Name| !name.name.starts_with('.') || begun.starts_with('.');
    let is_wanted = |name: &&Name| wants == Wants::File || name.is_folder;
    let names = names.iter().filter(is_asked).filter(is_wanted);
    names.filter(|name| name.name.starts_with(begun)).collect()
}

/// As many bytes as both begin with, at the end of a letter.
fn common(one: &str, other: &str) -> usize {
    let both = one.char_indices().zip(other.chars());
    let different = both.into_iter().find(|((_, a), b)| a != b);
    different.map_or(one.len().min(other.len()), |((at, _), _)| at)
}

/// The folder that is meant, and what is typed of the name in it.
fn split(typed: &str) -> (PathBuf, String) {
    let typed = typed.trim_start();
    let at = typed.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let begun = typed[at..].to_owned();
    let folder = expand(&typed[..at]);
    match folder.as_os_str().is_empty() {
        true => (PathBuf::from("."), begun),
        false => (folder, begun),
    }
}

/// The path that is meant: `~` is one's own folder.
pub fn expand(typed: &str) -> PathBuf {
    let typed = typed.trim();
    match (home(), typed.strip_prefix('~')) {
        (Some(home), Some("")) => home,
        (Some(home), Some(rest)) if rest.starts_with(std::path::is_separator) => {
            home.join(rest.trim_start_matches(std::path::is_separator))
        }
        _ => PathBuf::from(typed),
    }
}

/// The same while it is being typed, once it is certain: `~/` becomes the folder it stands for.
pub fn expand_in_place(typed: &mut String) -> bool {
    let rest = typed.strip_prefix('~');
    let Some(rest) = rest.filter(|rest| rest.starts_with(std::path::is_separator)) else {
        return false;
    };
    let Some(home) = home() else {
        return false;
    };
    let home = home.display().to_string();
    *typed = format!("{}{rest}", home.trim_end_matches(std::path::is_separator));
    true
}

fn home() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).map(PathBuf::from);
    let home = named("HOME").or_else(|| named("USERPROFILE"))?;
    home.is_absolute().then_some(home)
}

fn list(folder: &Path) -> Listed {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut names: Vec<Name> = entries
        .filter_map(Result::ok)
        .take(MOST_NAMES)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            // A link counts as what it leads to.
            let is_folder = std::fs::metadata(entry.path()).is_ok_and(|found| found.is_dir());
            Some(Name { name, is_folder })
        })
        .collect();
    names.sort_by(|one, other| one.name.cmp(&other.name));
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(folder: &str, names: &[(&str, bool)]) -> Completion {
        let names = names.iter().map(|&(name, is_folder)| Name {
            name: name.to_owned(),
            is_folder,
        });
        Completion {
            known: Some((PathBuf::from(folder), Some(names.collect()))),
            asked: None,
        }
    }

    #[test]
    fn a_name_goes_on_as_far_as_it_is_certain() {
        let names = [
            (".hidden", false),
            ("people", true),
            ("people-2.csv", false),
            ("Zürich.csv", false),
        ];
        let known = known("/data", &names);
        let complete = |typed: &str| known.complete(typed, Wants::File);
        assert_eq!(complete("/data/p").as_deref(), Some("/data/people"));
        assert_eq!(complete("/data/people"), None);
        assert_eq!(
            complete("/data/people-").as_deref(),
            Some("/data/people-2.csv")
        );
        assert_eq!(complete("/data/Z").as_deref(), Some("/data/Zürich.csv"));
        assert_eq!(complete("/data/."), Some("/data/.hidden".to_owned()));
        assert_eq!(complete("/else/p"), None);
        let folder = known.complete("/data/p", Wants::New);
        assert_eq!(folder.as_deref(), Some("/data/people/"));
    }

    #[test]
    fn what_is_not_there_is_said() {
        let known = known("/data", &[("people.csv", false)]);
        let remark = |typed: &str, wants| known.remark(typed, wants);
        assert_eq!(remark("/data/people.csv", Wants::File), None);
        assert_eq!(
            remark("/data/pe", Wants::File),
            Some(Remark::Becomes("Tab goes on to people.csv.".to_owned()))
        );
        assert_eq!(
            remark("/data/x", Wants::File),
            Some(Remark::NotThere(
                "There is nothing called x in /data.".to_owned()
            ))
        );
        assert_eq!(remark("/data/x", Wants::New), None);
        let gone = Completion {
            known: Some((PathBuf::from("/gone"), None)),
            asked: None,
        };
        assert_eq!(
            gone.remark("/gone/x", Wants::New),
            Some(Remark::NotThere("There is no folder /gone.".to_owned()))
        );
    }

    #[test]
    fn one_s_own_folder() {
        let Some(home) = home() else {
            return;
        };
        assert_eq!(expand("~"), home);
        assert_eq!(expand(" ~/data/x.csv "), home.join("data/x.csv"));
        assert_eq!(expand("~other/x"), PathBuf::from("~other/x"));
        let mut typed = "~/data".to_owned();
        assert!(expand_in_place(&mut typed));
        assert_eq!(PathBuf::from(&typed), home.join("data"));
        assert!(!expand_in_place(&mut typed));
    }
}
