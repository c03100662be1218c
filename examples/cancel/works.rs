//! All that can be cancelled.

use super::{Asked, data};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::requirement::{Open, Requirement, SetSize};
use cloakroom_core::roles::Role;
use cloakroom_core::rows::{RowQuery, Sort, select_rows};
use cloakroom_core::settings::{ReleaseFormat, Settings};
use cloakroom_core::summary::ColumnSummary;
use cloakroom_engine::attack::{AttackOptions, attack};
use cloakroom_engine::check::check;
use cloakroom_engine::document;
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_engine::release::{ReleaseOutcome, release};
use cloakroom_engine::risk::{RiskOptions, risk};
use cloakroom_engine::solve::solve;
use cloakroom_engine::sweep::{Varied, sweep};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

type Run<'a> = Box<dyn Fn(&Progress) -> Result<(), Failure> + Send + Sync + 'a>;

pub struct Work<'a> {
    pub name: String,
    pub run: Run<'a>,
}

/// Hands over those works whose names hold all the words that were asked for.
struct Chosen<'a, 'b> {
    words: &'a [String],
    each: &'b mut dyn FnMut(Work<'_>),
}

impl Chosen<'_, '_> {
    fn try_one(
        &mut self,
        name: String,
        run: impl Fn(&Progress) -> Result<(), Failure> + Send + Sync,
    ) {
        if self.words.iter().all(|word| name.contains(word.as_str())) {
            (self.each)(Work {
                name,
                run: Box::new(run),
            });
        }
    }
}

pub fn each(
    asked: &Asked,
    folder: &Path,
    each: &mut dyn FnMut(Work<'_>),
) -> Result<(), Box<dyn Error>> {
    let mut chosen = Chosen {
        words: &asked.words,
        each,
    };
    if let Some(recipe) = &asked.recipe {
        let opened = open_recipe(recipe, &Progress::default())?;
        let kind = opened.loaded.dataset.kind();
        let words = opened.recipe.settings.requirement.sentence();
        for method in MethodName::ALL {
            if method.kinds().contains(&kind) {
                let mut settings = opened.recipe.settings.clone();
                settings.method.name = method;
                let name = format!("release by {} with {words}", method.name());
                one_release(name, &opened, settings, folder, &mut chosen);
            }
        }
        return Ok(());
    }
    let hospital = data::hospital(asked.records, &folder.join("hospital"))?;
    let survey = data::survey(asked.records, &folder.join("survey"))?;
    let baskets = data::baskets(asked.records, &folder.join("baskets"))?;
    for (kind, recipe) in [
        ("microdata", hospital),
        ("ratings", survey),
        ("transactions", baskets),
    ] {
        chosen.try_one(format!("{kind}: open a recipe"), |progress| {
            open_recipe(&recipe, progress).map(drop)
        });
        let opened = open_recipe(&recipe, &Progress::default())?;
        let file = opened.loaded.source.path.clone();
        chosen.try_one(format!("{kind}: open in the window"), |progress| {
            document::open(&file, &LoadOptions::default(), progress).map(drop)
        });
        around(kind, &opened, &mut chosen)?;
        let releases = folder.join(kind);
        std::fs::create_dir(&releases)?;
        for (words, settings) in variants(&opened) {
            for method in MethodName::ALL {
                if !method.kinds().contains(&opened.loaded.dataset.kind()) {
                    continue;
                }
                let mut settings = settings.clone();
                settings.method.name = method;
                if method.is_microaggregation() {
                    // It needs a number in every record.
                    settings.roles.set("household", Some(Role::Insensitive));
                }
                let name = format!("{kind}: release by {} with {words}", method.name());
                one_release(name, &opened, settings, &releases, &mut chosen);
            }
        }
        forms(kind, &opened, &releases, &mut chosen)?;
    }
    Ok(())
}

fn one_release(
    name: String,
    opened: &Opened,
    settings: Settings,
    folder: &Path,
    chosen: &mut Chosen<'_, '_>,
) {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let mut recipe = opened.recipe.clone();
    recipe.settings = settings;
    chosen.try_one(name, |progress| {
        let out = folder.join(NUMBER.fetch_add(1, Ordering::Relaxed).to_string());
        match release(&opened.loaded, &recipe, &opened.trees, &out, progress)? {
            ReleaseOutcome::Written(_) => Ok(()),
            ReleaseOutcome::NotReached(_) => Err(Problem::new("not reached").into()),
        }
    });
}

/// Every promise that the kind knows, each with what it needs.
fn variants(opened: &Opened) -> Vec<(String, Settings)> {
    let settings = |requirement: Requirement| Settings {
        requirement,
        ..opened.recipe.settings.clone()
    };
    let k = Requirement {
        k: Some(11),
        ..Requirement::default()
    };
    let mut asked = Vec::new();
    match &opened.loaded.dataset {
        Dataset::Microdata(_) => {
            let with = |change: fn(&mut Requirement)| {
                let mut requirement = k.clone();
                change(&mut requirement);
                requirement
            };
            let promises: [fn(&mut Requirement); 9] = [
                |_| {},
                |asked| asked.suppression = 0.05,
                |asked| asked.l.distinct = Some(2),
                |asked| asked.l.entropy = Some(2.0),
                |asked| asked.l.recursive = Some((3.0, 2)),
                |asked| asked.p = Some(3),
                |asked| asked.p_plus = Some(2),
                |asked| asked.alpha = Some(1.0),
                |asked| asked.t = Some(0.3),
            ];
            for promise in promises {
                let requirement = with(promise);
                asked.push((requirement.sentence(), settings(requirement)));
            }
            for promise in [promises[2], promises[3], promises[8]] {
                let requirement = with(promise);
                let words = format!("{} of costs", requirement.sentence());
                let mut settings = settings(requirement);
                settings.roles.set("disease", Some(Role::Insensitive));
                settings.roles.set("cost", Some(Role::Sensitive));
                asked.push((words, settings));
            }
        }
        Dataset::Ratings(_) => {
            let close = Requirement {
                epsilon: Some(1.0),
                ..k
            };
            for (l_sd, suppression) in [(None, 0.0), (None, 0.05), (Some(0.5), 0.0)] {
                let requirement = Requirement {
                    l_sd,
                    suppression,
                    ..close.clone()
                };
                asked.push((requirement.sentence(), settings(requirement)));
            }
        }
        Dataset::Transactions(_) => {
            let rare = |m| Requirement {
                m: Some(m),
                ..k.clone()
            };
            let coherent = Requirement {
                h: Some(0.5),
                p: Some(2),
                ..k.clone()
            };
            let alike = Requirement {
                duplicates: true,
                ..k.clone()
            };
            for requirement in [
                rare(SetSize::AtMost(1)),
                rare(SetSize::AtMost(2)),
                rare(SetSize::ANY),
                coherent,
                alike,
            ] {
                asked.push((requirement.sentence(), settings(requirement)));
            }
        }
    }
    asked
}

/// What the data are asked without a release.
fn around(kind: &str, opened: &Opened, chosen: &mut Chosen<'_, '_>) -> Result<(), Box<dyn Error>> {
    let dataset = &opened.loaded.dataset;
    let trees = &opened.trees;
    for (words, settings) in variants(opened) {
        chosen.try_one(format!("{kind}: check {words}"), |progress| {
            check(dataset, &settings, trees, progress).map(drop)
        });
    }
    let Some((_, settings)) = variants(opened).into_iter().next() else {
        return Ok(());
    };
    chosen.try_one(format!("{kind}: solve k"), |progress| {
        solve(dataset, &settings, &[Open::K], trees, progress).map(drop)
    });
    let varied = [Varied::parse("k=5,11")?];
    chosen.try_one(format!("{kind}: sweep k"), |progress| {
        sweep(
            dataset,
            &settings,
            trees,
            &varied,
            &[MethodName::None],
            progress,
        )
        .map(drop)
    });
    chosen.try_one(format!("{kind}: risk"), |progress| {
        let options = RiskOptions::default();
        risk(dataset, &settings, trees, &options, false, progress).map(drop)
    });
    let (Dataset::Microdata(table) | Dataset::Ratings(Ratings::Wide(table, _))) = dataset else {
        return Ok(());
    };
    chosen.try_one(format!("{kind}: attack"), |progress| {
        let options = AttackOptions {
            original: true,
            ..AttackOptions::default()
        };
        attack(&opened.loaded, &settings, trees, table, &options, progress).map(drop)
    });
    chosen.try_one(format!("{kind}: sort and search"), |progress| {
        let query = RowQuery {
            sort: Some(Sort {
                column: 1,
                descending: true,
            }),
            search: "zz".into(),
            ..RowQuery::default()
        };
        select_rows(table, &query, progress)?;
        Ok(())
    });
    chosen.try_one(format!("{kind}: summaries"), |progress| {
        for column in table.columns() {
            ColumnSummary::compute(column, progress)?;
        }
        Ok(())
    });
    chosen.try_one(format!("{kind}: dependencies"), |progress| {
        let all: Vec<usize> = (0..table.columns().len()).collect();
        DependencyProfile::compute(table, &all, progress)?;
        Ok(())
    });
    Ok(())
}

/// Ways to write a release, and reading it again.
fn forms(
    kind: &str,
    opened: &Opened,
    folder: &Path,
    chosen: &mut Chosen<'_, '_>,
) -> Result<(), Box<dyn Error>> {
    let Some((_, mut settings)) = variants(opened).into_iter().next() else {
        return Ok(());
    };
    settings.method.name = match kind {
        "microdata" => MethodName::Optimal,
        "ratings" => MethodName::Greedy,
        _ => MethodName::Lg,
    };
    if kind == "transactions" {
        settings.requirement.m = None;
        settings.requirement.duplicates = true;
    }
    let mut written = settings.clone();
    written.release.format = ReleaseFormat::Parquet;
    written.release.mapping = true;
    written.release.sql = kind == "microdata";
    let name = format!("{kind}: release as Parquet with a mapping and SQL");
    one_release(name, opened, written, folder, chosen);
    if !chosen.words.is_empty() && !chosen.words.iter().any(|word| word == "verify") {
        return Ok(());
    }
    for format in [ReleaseFormat::Csv, ReleaseFormat::Parquet] {
        let mut recipe = opened.recipe.clone();
        recipe.settings = settings.clone();
        recipe.settings.release.format = format;
        let out: PathBuf = folder.join(format!("to verify as {}", format.extension()));
        release(
            &opened.loaded,
            &recipe,
            &opened.trees,
            &out,
            &Progress::default(),
        )?;
        let name = format!("{kind}: verify {}", format.extension());
        chosen.try_one(name, |progress| {
            cloakroom_verify::verify(&out, progress)?;
            Ok(())
        });
    }
    Ok(())
}
