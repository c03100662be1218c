//! What is told of progress is true: every method of every kind names its stages, counts no more steps than it said, never
//! goes back, and never stands at the end while work goes on.

use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::{Progress, Witness};
use cloakroom_core::requirement::{Requirement, SetSize};
use cloakroom_core::roles::Role;
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_engine::release::release;
use cloakroom_engine::samples;
use std::panic::Location;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

const RECORDS: usize = 300;
/// Looks after the last step of a stage and before the next stage: what is left to do then is not worth one.
const LOOKS_AFTER_THE_END: usize = 400;

#[derive(Debug, Default)]
struct Recorder {
    progress: OnceLock<Progress>,
    told: Mutex<Told>,
}

#[derive(Debug, Default)]
struct Told {
    stage: Option<(&'static str, u64)>,
    stages: Vec<&'static str>,
    whole: f32,
    is_full: bool,
    looks_since: usize,
    faults: Vec<String>,
}

impl Told {
    fn now(&mut self, whole: Option<f32>) {
        match whole {
            Some(whole) if whole >= 1.0 => self.fault(format!("the whole stands at {whole}")),
            Some(whole) if whole < self.whole => {
                self.fault(format!(
                    "the whole went back from {} to {whole}",
                    self.whole
                ));
            }
            Some(whole) => self.whole = whole,
            None if self.whole > 0.0 => self.fault("the whole is gone".to_owned()),
            None => {}
        }
    }

    fn fault(&mut self, what: String) {
        let stage = self.stage.map_or("no stage", |(name, _)| name);
        self.faults.push(format!("in \"{stage}\": {what}"));
    }
}

impl Witness for Recorder {
    fn stage(&self, name: &'static str, total: u64) {
        let mut told = self.told.lock().unwrap();
        if name.is_empty() {
            told.fault("a stage without a name".to_owned());
        }
        told.stage = Some((name, total));
        told.stages.push(name);
        (told.is_full, told.looks_since) = (false, 0);
        let whole = self.progress.get().and_then(Progress::fraction);
        told.now(whole);
    }

    fn advanced(&self, done: u64, total: u64) {
        let mut told = self.told.lock().unwrap();
        match told.stage {
            None => told.fault("steps before any stage".to_owned()),
            Some((_, 0)) => told.fault("steps of a stage that counts none".to_owned()),
            Some(_) if done > total => told.fault(format!("{done} of {total} steps")),
            Some(_) => told.is_full |= done == total,
        }
        let whole = self.progress.get().and_then(Progress::fraction);
        told.now(whole);
    }

    fn looked(&self, from: &'static Location<'static>) {
        let mut told = self.told.lock().unwrap();
        if told.is_full {
            told.looks_since += 1;
            if told.looks_since == LOOKS_AFTER_THE_END {
                told.fault(format!("work goes on after the last step, at {from}"));
            }
        }
    }
}

/// What was told wrongly.
fn recorded(name: &str, work: impl Fn(&Progress) -> Result<(), Failure>) -> Vec<String> {
    let recorder = Arc::new(Recorder::default());
    let progress = Progress::witnessed(recorder.clone());
    recorder.progress.set(progress.clone()).unwrap();
    if let Err(failure) = work(&progress) {
        panic!("{name}: {failure:?}");
    }
    let mut told = recorder.told.lock().unwrap();
    if told.stages.is_empty() {
        told.fault("no stage is named".to_owned());
    }
    // One of a kind will do.
    told.faults.truncate(5);
    told.faults
        .iter()
        .map(|fault| format!("{name} {fault}"))
        .collect()
}

/// The first records of a sample: enough for every stage to be gone through.
fn sample(name: &str, folder: &Path) -> (Opened, Vec<String>) {
    let sample = samples::find(name).unwrap();
    let recipe = sample.write_into(&folder.join(name)).unwrap();
    let data = recipe.with_file_name(sample.files()[0].path);
    let text = std::fs::read_to_string(&data).unwrap();
    let lines: Vec<&str> = text.lines().take(RECORDS).collect();
    std::fs::write(&data, lines.join("\n") + "\n").unwrap();
    if sample.kind == Kind::Transactions {
        // Not all private items of the sample are among its first baskets.
        let text = std::fs::read_to_string(&recipe).unwrap();
        let (before, roles) = text.split_once("[roles]").unwrap();
        let (_, after) = roles.split_once("[hierarchies]").unwrap();
        std::fs::write(&recipe, format!("{before}[hierarchies]{after}")).unwrap();
    }
    let faults = recorded(&format!("opening {name}"), |progress| {
        open_recipe(&recipe, progress).map(drop)
    });
    (open_recipe(&recipe, &Progress::default()).unwrap(), faults)
}

/// All methods of the kind with each of the promises; what a method refuses is left aside.
fn releases(name: &str, promises: &[Requirement]) {
    let folder = tempfile::tempdir().unwrap();
    let (opened, mut faults) = sample(name, folder.path());
    let kind = opened.loaded.dataset.kind();
    let mut written = 0;
    for requirement in promises {
        for method in MethodName::ALL {
            if !method.kinds().contains(&kind) {
                continue;
            }
            let mut recipe = opened.recipe.clone();
            recipe.settings.requirement = requirement.clone();
            recipe.settings.method.name = method;
            recipe.settings.method.effort = 3;
            // Nearly unique, so that it would have to be confirmed.
            recipe.settings.roles.set("cost", Some(Role::Identifier));
            if method.is_microaggregation() {
                recipe
                    .settings
                    .roles
                    .set("household", Some(Role::Insensitive));
            }
            recipe.settings.release.mapping = true;
            let name = format!("{} with {}", method.name(), requirement.sentence());
            let out = folder.path().join(format!("release {written}"));
            written += 1;
            faults.extend(recorded(&name, |progress| {
                match release(&opened.loaded, &recipe, &opened.trees, &out, progress) {
                    Err(Failure::Problem(_)) if !promises[0].eq(requirement) => {
                        progress.stage("refused", 0);
                        Ok(())
                    }
                    outcome => outcome.map(drop),
                }
            }));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

fn k(k: u32) -> Requirement {
    Requirement {
        k: Some(k),
        ..Requirement::default()
    }
}

#[test]
fn progress_with_records_is_true() {
    let mut diverse = k(5);
    diverse.l.distinct = Some(3);
    let close = Requirement {
        t: Some(0.4),
        suppression: 0.02,
        ..k(5)
    };
    releases("hospital", &[k(5), diverse, close]);
}

#[test]
fn progress_with_ratings_is_true() {
    let close = Requirement {
        epsilon: Some(2.0),
        ..k(5)
    };
    let spread = Requirement {
        l_sd: Some(0.5),
        suppression: 0.5,
        ..close.clone()
    };
    releases("lifestyle", &[close, spread]);
}

#[test]
fn progress_with_transactions_is_true() {
    let rare = Requirement {
        m: Some(SetSize::AtMost(2)),
        ..k(5)
    };
    let alike = Requirement {
        duplicates: true,
        ..k(5)
    };
    releases("basket", &[rare, alike]);
}
