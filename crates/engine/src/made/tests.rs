use super::*;
use crate::open::{Opened, open_recipe};
use crate::release::{ReleaseOutcome, release_taking};
use crate::samples;
use cloakroom_core::progress::Witness;
use cloakroom_core::{Kind, Metric, Recipe, Requirement, Role, SetSize};
use std::collections::BTreeMap;
use std::fs;
use std::panic::Location;
use std::path::Path;
use std::sync::OnceLock;

const RECORDS: usize = 120;

/// The first records of a sample.
struct Sample {
    folder: tempfile::TempDir,
    loaded: Arc<Loaded>,
    recipe: Recipe,
    trees: Trees,
}

fn sample(name: &str, requirement: Requirement) -> Sample {
    let folder = tempfile::tempdir().unwrap();
    let sample = samples::find(name).unwrap();
    let path = sample.write_into(&folder.path().join(name)).unwrap();
    let data = path.with_file_name(sample.files()[0].path);
    let text = fs::read_to_string(&data).unwrap();
    let lines: Vec<&str> = text.lines().take(RECORDS).collect();
    fs::write(&data, lines.join("\n") + "\n").unwrap();
    if sample.kind == Kind::Transactions {
        // Not all private items of the sample are among its first baskets.
        let text = fs::read_to_string(&path).unwrap();
        let (before, roles) = text.split_once("[roles]").unwrap();
        let (_, after) = roles.split_once("[hierarchies]").unwrap();
        fs::write(&path, format!("{before}[hierarchies]{after}")).unwrap();
    }
    let Opened {
        loaded,
        mut recipe,
        trees,
        ..
    } = open_recipe(&path, &Progress::default()).unwrap();
    recipe.settings.requirement = requirement;
    recipe.settings.method.effort = 2;
    recipe.settings.roles.set("cost", Some(Role::Identifier));
    recipe.settings.release.mapping = true;
    Sample {
        folder,
        loaded: Arc::new(loaded),
        recipe,
        trees,
    }
}

impl Sample {
    fn run(&self) -> Option<Made> {
        let progress = Progress::default();
        let run = run(
            &self.loaded,
            &self.recipe.settings,
            self.trees.clone(),
            &progress,
        );
        match run {
            Ok(Outcome::Reached(made)) => Some(*made),
            _ => None,
        }
    }

    /// Everything that was written but times, and whether the method ran; nothing if it was refused.
    fn released(
        &self,
        made: Option<&Made>,
        parent: &str,
    ) -> Option<(BTreeMap<String, Vec<u8>>, bool)> {
        let parent = self.folder.path().join(parent);
        let _ = fs::remove_dir_all(&parent);
        fs::create_dir(&parent).unwrap();
        let progress = Progress::default();
        let outcome = release_taking(
            &self.loaded,
            &self.recipe,
            &self.trees,
            made,
            &parent.join("out"),
            &progress,
        );
        let Ok(ReleaseOutcome::Written(answer)) = outcome else {
            return None;
        };
        let audit = fs::read_to_string(&answer.audit).unwrap();
        let mut audit: serde_json::Value = serde_json::from_str(&audit).unwrap();
        let audit = audit.as_object_mut().unwrap();
        audit.remove("written");
        let stages = audit.remove("seconds").unwrap().to_string();
        let has_run = stages.contains("anonymizing");
        assert_ne!(has_run, stages.contains("checking the last run"));
        let mut files = BTreeMap::new();
        add_files(&parent.join("out"), &mut files);
        files.insert("audit".to_owned(), serde_json::to_vec(audit).unwrap());
        if let Some(mapping) = &answer.internal_paths.mapping {
            add_files(mapping, &mut files);
        }
        Some((files, has_run))
    }
}

fn add_files(path: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    if path.is_file() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files.insert(name, fs::read(path).unwrap());
        return;
    }
    for entry in fs::read_dir(path).unwrap() {
        add_files(&entry.unwrap().path(), files);
    }
}

/// With every method of the kind, a release that takes the run is the release that runs.
fn same_with_every_method(name: &str, requirement: Requirement, least: usize) {
    let mut sample = sample(name, requirement);
    let kind = sample.loaded.dataset.kind();
    let mut compared = 0;
    for method in MethodName::ALL {
        if !method.kinds().contains(&kind) {
            continue;
        }
        let settings = &mut sample.recipe.settings;
        settings.method.name = method;
        if method.is_microaggregation() {
            settings.roles.set("household", Some(Role::Insensitive));
        }
        let Some(made) = sample.run() else { continue };
        for escape in [false, true] {
            sample.recipe.settings.release.escape_formulas = escape;
            let (Some((anew, ran)), Some((taken, ran_again))) = (
                sample.released(None, "anew"),
                sample.released(Some(&made), "taken"),
            ) else {
                continue;
            };
            assert!(ran && !ran_again, "{}", method.name());
            assert_eq!(
                anew.keys().collect::<Vec<_>>(),
                taken.keys().collect::<Vec<_>>()
            );
            for (file, bytes) in &anew {
                assert!(taken[file] == *bytes, "{file} of {}", method.name());
            }
            compared += 1;
        }
    }
    assert!(compared >= least, "{compared}");
}

fn k(k: u32) -> Requirement {
    Requirement {
        k: Some(k),
        ..Requirement::default()
    }
}

#[test]
fn a_release_of_records_takes_the_run_that_was_made() {
    let requirement = Requirement {
        suppression: 0.05,
        ..k(3)
    };
    same_with_every_method("hospital", requirement, 16);
}

#[test]
fn a_release_of_ratings_takes_the_run_that_was_made() {
    let requirement = Requirement {
        epsilon: Some(2.0),
        suppression: 0.1,
        ..k(3)
    };
    same_with_every_method("lifestyle", requirement, 6);
}

#[test]
fn a_release_of_transactions_takes_the_run_that_was_made() {
    let requirement = Requirement {
        m: Some(SetSize::AtMost(2)),
        ..k(3)
    };
    same_with_every_method("basket", requirement, 6);
}

#[test]
fn the_method_runs_where_anything_it_sees_is_another() {
    let mut sample = sample("hospital", k(3));
    let made = sample.run().unwrap();
    let ran = |sample: &Sample| sample.released(Some(&made), "out").unwrap().1;
    assert!(!ran(&sample));
    // How it is written and for whom is none of the method's business.
    sample.recipe.settings.release.shuffle = !sample.recipe.settings.release.shuffle;
    sample.recipe.settings.report.title = Some("Spring".to_owned());
    let confirmed = &mut sample.recipe.settings.roles.confirmed;
    confirmed.insert("visits".to_owned(), "asked for".to_owned());
    assert!(!ran(&sample));
    sample.recipe.settings.requirement.k = Some(4);
    assert!(ran(&sample));
    sample.recipe.settings.requirement.k = Some(3);
    sample.recipe.settings.method.seed += 1;
    assert!(ran(&sample));
    sample.recipe.settings.method.seed -= 1;
    assert!(!ran(&sample));
    // The same file read again is not known to be the same data.
    let again = Arc::new(Loaded::clone(&sample.loaded));
    let first = std::mem::replace(&mut sample.loaded, again);
    assert!(ran(&sample));
    sample.loaded = first;
    // A hierarchy that comes from a file may have changed there.
    let trees = sample.trees.clone();
    sample.trees.hierarchies.pop_first();
    let released = sample.released(Some(&made), "out");
    assert!(released.is_none_or(|(_, ran)| ran));
    sample.trees = trees;
    assert!(!ran(&sample));
}

/// Asks for what is there as soon as there is something.
#[derive(Debug, Default)]
struct Hasty(OnceLock<Progress>);

impl Witness for Hasty {
    fn looked(&self, _: &'static Location<'static>) {
        if let Some(progress) = self.0.get().filter(|progress| progress.is_offered()) {
            progress.take_what_is_there();
        }
    }
}

impl Sample {
    fn run_hastily(&self) -> Outcome<Made> {
        let hasty = Arc::new(Hasty::default());
        let progress = Progress::witnessed(hasty.clone());
        hasty.0.set(progress.clone()).unwrap();
        run(
            &self.loaded,
            &self.recipe.settings,
            self.trees.clone(),
            &progress,
        )
        .unwrap()
    }
}

/// What is there keeps the promise, is released as it is, and nothing of it travels.
fn ends_early(name: &str, method: MethodName, requirement: Requirement) {
    let mut sample = sample(name, requirement);
    let settings = &mut sample.recipe.settings;
    settings.method.name = method;
    if method.is_microaggregation() {
        settings.roles.set("household", Some(Role::Insensitive));
    }
    let (to_its_end, _) = sample.released(None, "end").unwrap();
    // More than anybody would wait for.
    sample.recipe.settings.method.effort = 1_000_000;
    let Outcome::Reached(made) = sample.run_hastily() else {
        panic!("{} had nothing", method.name());
    };
    assert!(made.has_ended_early(), "{}", method.name());
    assert!(made.candidate().check().satisfied);
    let (files, has_run) = sample.released(Some(&made), "early").unwrap();
    assert!(!has_run);
    let audit: serde_json::Value = serde_json::from_slice(&files["audit"]).unwrap();
    assert_eq!(audit["ended_early"], true);
    let out = sample.folder.path().join("early").join("out");
    assert!(
        cloakroom_verify::verify(&out, &Progress::default())
            .unwrap()
            .satisfied
    );
    let keys = |files: &BTreeMap<String, Vec<u8>>| -> Vec<String> {
        let certificate: serde_json::Value =
            serde_json::from_slice(&files["certificate.json"]).unwrap();
        certificate.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys(&files), keys(&to_its_end));
    for entry in fs::read_dir(&out).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains("ended early") && !text.contains("ended_early"));
    }
}

#[test]
fn methods_that_improve_end_with_what_they_have() {
    for method in [MethodName::Refined, MethodName::RefinedMdav] {
        ends_early("hospital", method, k(3));
    }
    let close = Requirement {
        epsilon: Some(1.0),
        ..k(3)
    };
    let spread = Requirement {
        l_sd: Some(0.5),
        suppression: 0.5,
        ..close.clone()
    };
    for requirement in [close, spread] {
        ends_early("lifestyle", MethodName::MeetingBox, requirement);
    }
    let rare = Requirement {
        m: Some(SetSize::AtMost(2)),
        ..k(3)
    };
    let alike = Requirement {
        duplicates: true,
        ..k(3)
    };
    for requirement in [rare, alike] {
        ends_early("basket", MethodName::Refined, requirement);
    }
}

/// Others go on to their end, and are not marked.
#[test]
fn methods_without_steps_are_what_they_are() {
    let sample = sample("hospital", k(3));
    let Outcome::Reached(made) = sample.run_hastily() else {
        panic!("expected a release");
    };
    assert!(!made.has_ended_early());
}

impl Sample {
    /// The number that a sentence of the headline with these words begins with.
    fn felt(&self, words: &str) -> (usize, Made) {
        let made = self.run().unwrap();
        let told = made.headline();
        assert!((1..=3).contains(&told.len()));
        let sentence = told.iter().find(|sentence| sentence.contains(words));
        let sentence = sentence.unwrap_or_else(|| panic!("{told:?}"));
        let number = sentence.split(' ').next().unwrap().replace(',', "");
        (number.parse().unwrap(), made)
    }
}

#[test]
fn the_headline_says_what_the_figures_say() {
    let mut records = sample(
        "hospital",
        Requirement {
            suppression: 0.1,
            ..k(3)
        },
    );
    records.recipe.settings.method.name = MethodName::Mondrian;
    let (changed, made) = records.felt("of quasi-identifiers are changed.");
    assert!(changed > 0);
    let told = made.headline().join(" ");
    assert!(told.contains("\u{a0}%") && !told.contains(" %"), "{told}");
    assert!(told.contains("No record is missing."), "{told}");
    // Nothing is changed where nothing has to be.
    records.recipe.settings.method.name = MethodName::None;
    records.recipe.settings.requirement = k(1);
    assert_eq!(records.felt("of quasi-identifiers are changed.").0, 0);

    let mut people = sample(
        "lifestyle",
        Requirement {
            epsilon: Some(1.0),
            ..k(3)
        },
    );
    people.recipe.settings.method.name = MethodName::Clustered;
    let (changed, made) = people.felt("are changed, those that are left by ");
    let figure = |metric| made.candidate().measures().get(metric).unwrap();
    let measured = figure(Metric::CellsChanged) - figure(Metric::CellsRated);
    assert_eq!(changed as f64, measured);

    let mut baskets = sample(
        "basket",
        Requirement {
            m: Some(SetSize::AtMost(2)),
            ..k(3)
        },
    );
    baskets.recipe.settings.method.name = MethodName::Mm;
    let (missing, made) = baskets.felt("in baskets are missing.");
    let AnyCandidate::Transactions(candidate) = made.candidate() else {
        panic!("expected baskets");
    };
    let lost = candidate.measures.get(Metric::OccurrencesLost).unwrap();
    let items = candidate.baskets.leaf.len() as f64;
    assert_eq!(missing as f64, (lost * items).round());
}
