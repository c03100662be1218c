//! Work that is cancelled stops within a fifth of a second, whatever it is doing.

#[path = "../../examples/figures/raters.rs"]
mod raters;

use cloakroom_core::column::Column;
use cloakroom_core::io::load::load;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::requirement::NullReading;
use cloakroom_core::roles::Role;
use cloakroom_core::rows::{RowQuery, Sort, select_rows};
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_core::trees::Trees;
use cloakroom_engine::job::{Ended, Job, Waker};
use cloakroom_engine::open::open_recipe_of_any_size;
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::release::release;
use cloakroom_engine::samples::hospital;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::dependency::DependencyProfile;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::profile::core::left_out;
use raters::{Raters, Taste};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const ROWS: u64 = 200_000;
const AT_MOST: Duration = Duration::from_millis(200);
/// A busy machine may hold up a thread once, but not every time.
const TRIES: usize = 3;

fn quiet() -> Waker {
    Arc::new(|| {})
}

/// Cancels the work at several moments and measures how long it goes on.
fn stops_in_time<T: Send + 'static>(name: &str, start: impl Fn() -> Job<T>) {
    for wait in [1, 10, 40, 120, 300] {
        let fastest = (0..TRIES)
            .map(|_| {
                let job = start();
                std::thread::sleep(Duration::from_millis(wait));
                let asked = Instant::now();
                job.cancel();
                // Whatever was done before it heard of the cancel is done.
                assert!(!matches!(job.wait(), Ended::Failed(_)), "{name} failed");
                asked.elapsed()
            })
            .min()
            .unwrap();
        assert!(
            fastest < AT_MOST,
            "{name}, cancelled after {wait} ms, went on for {fastest:?}"
        );
    }
}

#[test]
fn reading_grouping_sorting_and_releasing_stop_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hospital.csv");
    let mut bytes = Vec::new();
    hospital::write_csv(ROWS, hospital::SEED, &mut bytes).unwrap();
    std::fs::write(&path, bytes).unwrap();

    let file = path.clone();
    stops_in_time("reading", move || {
        let file = file.clone();
        Job::start("read", 0, quiet(), move |progress| {
            load(&file, &LoadOptions::default(), progress)
        })
    });

    let loaded = Arc::new(load(&path, &LoadOptions::default(), &Progress::default()).unwrap());
    let data = loaded.clone();
    stops_in_time("grouping", move || {
        let data = data.clone();
        Job::start("group", 0, quiet(), move |progress| {
            let columns: Vec<&Column> = data.dataset.table().unwrap().columns().iter().collect();
            Ok(ClassProfile::compute(
                &columns,
                data.dataset.records(),
                progress,
            )?)
        })
    });

    let data = loaded.clone();
    stops_in_time("comparing columns", move || {
        let data = data.clone();
        Job::start("compare", 0, quiet(), move |progress| {
            let table = data.dataset.table().unwrap();
            let all: Vec<usize> = (0..table.columns().len()).collect();
            Ok(DependencyProfile::compute(table, &all, progress)?)
        })
    });

    let data = loaded.clone();
    stops_in_time("sorting and searching", move || {
        let data = data.clone();
        Job::start("sort", 0, quiet(), move |progress| {
            let query = RowQuery {
                sort: Some(Sort {
                    column: 1,
                    descending: true,
                }),
                search: "zz".into(),
                ..RowQuery::default()
            };
            Ok(select_rows(
                data.dataset.table().unwrap(),
                &query,
                progress,
            )?)
        })
    });

    let mut recipe = Recipe::default();
    for column in loaded.dataset.table().unwrap().columns() {
        let role = match column.name() {
            "sex" => Role::Quasi,
            "patient" | "name" => Role::Identifier,
            _ => Role::Insensitive,
        };
        let roles = &mut recipe.settings.roles;
        roles.set(column.name(), Some(role));
        if role == Role::Insensitive {
            let name = column.name().to_owned();
            roles.confirmed.insert(name, "all are invented".to_owned());
        }
    }
    recipe.settings.requirement.k = Some(5);
    let releases = folder.path().join("releases");
    std::fs::create_dir(&releases).unwrap();
    let (place, number) = (releases.clone(), AtomicUsize::new(0));
    stops_in_time("releasing", move || {
        let out = place.join(number.fetch_add(1, Ordering::Relaxed).to_string());
        let (loaded, recipe) = (loaded.clone(), recipe.clone());
        Job::start("release", 0, quiet(), move |progress| {
            release(&loaded, &recipe, &Trees::default(), &out, progress)
        })
    });
    for entry in std::fs::read_dir(&releases).unwrap() {
        let path = entry.unwrap().path();
        let whole = path.join("certificate.json").exists() || path.is_file();
        assert!(whole, "left behind: {}", path.display());
    }
}

#[test]
fn counting_and_releasing_in_batches_stops_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = Vec::new();
    hospital::write_csv(ROWS, hospital::SEED, &mut bytes).unwrap();
    std::fs::write(folder.path().join("hospital.csv"), bytes).unwrap();
    let recipe = folder.path().join("recipe.toml");
    let text = "[data]\npath = \"hospital.csv\"\nbatches = true\n\
                [roles]\nidentifier = [\"patient\", \"name\"]\nquasi = [\"sex\", \"birth_year\", \"zip\"]\n\
                others = \"insensitive\"\nconfirmed = [\"marital_status\", \"education\", \"occupation\", \
                \"country_of_birth\", \"household\", \"admission\", \"disease\", \"visits\", \"cost\"]\n\
                [require]\nk = 5\n[method]\nname = \"optimal\"\n";
    std::fs::write(&recipe, text).unwrap();

    let path = recipe.clone();
    stops_in_time("counting", move || {
        let path = path.clone();
        Job::start("count", 0, quiet(), move |progress| {
            open_recipe_of_any_size(&path, progress)
        })
    });

    let opened = Arc::new(open_recipe_of_any_size(&recipe, &Progress::default()).unwrap());
    assert!(opened.in_batches.is_some());
    let releases = folder.path().join("releases");
    std::fs::create_dir(&releases).unwrap();
    let (place, number) = (releases.clone(), AtomicUsize::new(0));
    stops_in_time("releasing in batches", move || {
        let out = place.join(number.fetch_add(1, Ordering::Relaxed).to_string());
        let opened = opened.clone();
        Job::start("release", 0, quiet(), move |progress| {
            out_of_core::release(CountedData::of(&opened), &out, progress)
        })
    });
    for entry in std::fs::read_dir(&releases).unwrap() {
        let path = entry.unwrap().path();
        let whole = path.join("certificate.json").exists() || path.is_file();
        assert!(whole, "left behind: {}", path.display());
    }
}

#[test]
fn finding_neighbours_of_ratings_stops_in_time() {
    let raters = Raters {
        people: ROWS as usize,
        taste: Taste::Shared,
        ..Raters::default()
    };
    let survey = Arc::new(raters.survey(1));
    for engine in NeighbourEngine::ALL {
        stops_in_time(engine.name(), || {
            let survey = survey.clone();
            Job::start("profile", 0, quiet(), move |progress| {
                let reading = NullReading::Strict;
                Ok(RatingsProfile::compute(
                    &survey, reading, 3, engine, progress,
                )?)
            })
        });
    }
    stops_in_time("leaving out", || {
        let survey = survey.clone();
        let target = Target {
            k: 5,
            within: 2,
            deviation: 500_000,
            reading: NullReading::Strict,
        };
        Job::start("leave out", 0, quiet(), move |progress| {
            Ok(left_out(&survey, &target, progress)?)
        })
    });
}
