//! What microaggregation loses and how long it takes: the reference sets of the literature where they are here, and
//! generated tables.

use super::Outcome;
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::sweep::{Varied, sweep};
use cloakroom_microdata::method::{self, MethodOutcome, Task};
use cloakroom_microdata::privacy::Judge;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

const SETS: [&str; 3] = [
    "tarragona_834x13.csv",
    "census_1080x13.csv",
    "eia_4092x11.csv",
];
const METHODS: [MethodName; 4] = [
    MethodName::Mdav,
    MethodName::VMdav,
    MethodName::ApproximateMdav,
    MethodName::RefinedMdav,
];

/// `folder` holds the three reference sets.
pub fn run(folder: Option<&Path>) -> Outcome {
    match folder.filter(|folder| SETS.iter().all(|name| folder.join(name).is_file())) {
        Some(folder) => reference(&folder.canonicalize()?)?,
        None => println!(
            "microaggregation: the reference sets are not here. Put {} into a folder and name it: figures \
             microaggregation FOLDER",
            SETS.join(", ")
        ),
    }
    speed()
}

/// 100 SSE/SST on standardized columns.
fn reference(folder: &Path) -> Outcome {
    println!(
        "microaggregation: 100 SSE/SST, {} threads",
        rayon::current_num_threads()
    );
    println!("| table | k | method | 100 SSE/SST | seconds |\n| --- | --- | --- | --- | --- |");
    let work = tempfile::tempdir()?;
    for name in SETS {
        let data = folder.join(name);
        let header = fs::read_to_string(&data)?;
        let header = header.lines().next().ok_or("an empty table")?;
        let quasi: Vec<&str> = header.split(',').map(str::trim).collect();
        let recipe = work.path().join("recipe.toml");
        fs::write(
            &recipe,
            format!(
                "[data]\npath = {:?}\nkind = \"microdata\"\n[roles]\nquasi = {quasi:?}\n[require]\nk = 3\n\
                 [method]\nname = \"mdav\"\ndecimals = 6\n",
                data.display().to_string()
            ),
        )?;
        let opened = open_recipe(&recipe, &Progress::default())?;
        let answer = sweep(
            &opened.loaded.dataset,
            &opened.recipe.settings,
            &opened.trees,
            &[Varied::parse("k=3,5,10")?],
            &METHODS,
            &Progress::default(),
        )?;
        for row in answer.rows {
            let k = row
                .parameters
                .first()
                .map_or_else(String::new, |(_, k)| k.to_string());
            let told = match &row.outcome {
                Ok(point) => {
                    let share = point.metrics.get(Metric::SseSst).unwrap_or(f64::NAN);
                    format!("{:.4}", 100.0 * share)
                }
                Err(why) => why.clone(),
            };
            println!(
                "| {name} | {k} | {} | {told} | {:.2} |",
                row.method.name(),
                row.seconds
            );
        }
    }
    Ok(())
}

fn speed() -> Outcome {
    println!("microaggregation: generated numbers in 40 clusters");
    println!(
        "| records | columns | k | block | method | seconds |\n| --- | --- | --- | --- | --- | --- |"
    );
    for (rows, columns, k, block, name) in [
        (30_162, 4, 10, 200_000, MethodName::Mdav),
        (200_000, 9, 20, 200_000, MethodName::Mdav),
        (200_000, 9, 20, 50_000, MethodName::Mdav),
        (200_000, 9, 20, 200_000, MethodName::RefinedMdav),
        (1_000_000, 9, 20, 200_000, MethodName::Mdav),
    ] {
        let table = clusters(rows, columns)?;
        let mut settings = Settings::default();
        for column in table.columns() {
            settings.roles.set(column.name(), Some(Role::Quasi));
        }
        settings.requirement.k = Some(k);
        settings.method.microaggregation.block = block;
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default())?;
        let judge = Judge::new(&settings.requirement, &prepared);
        let task = Task {
            prepared: &prepared,
            judge: &judge,
            settings: &settings.method,
            purposes: &settings.purposes,
        };
        let start = Instant::now();
        let outcome = method::run(name, task, &Progress::default())?;
        let seconds = start.elapsed().as_secs_f64();
        let told = match outcome {
            MethodOutcome::Reached(_) => String::new(),
            MethodOutcome::NotReached(why) => format!(" {why} |"),
        };
        println!(
            "| {rows} | {columns} | {k} | {block} | {} | {seconds:.2} |{told}",
            name.name()
        );
    }
    Ok(())
}

/// Normal clusters around 40 centres; the same on every machine.
fn clusters(rows: usize, columns: usize) -> Result<Table, Box<dyn Error>> {
    let mut state = 7u64;
    let mut draw = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    };
    // The sum of twelve is near enough to a normal number.
    let mut normal = move || (0..12).map(|_| draw()).sum::<f64>() - 6.0;
    let centres: Vec<f64> = (0..40 * columns).map(|_| 3.0 * normal()).collect();
    let made = (0..columns)
        .map(|column| {
            let texts = (0..rows).map(|row| {
                // A row belongs to the same cluster in every column.
                let cluster = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
                let centre = centres[(cluster % 40) as usize * columns + column];
                format!("{:.3}", centre + normal())
            });
            Ok(Column::from_texts(format!("c{column}"), texts)?)
        })
        .collect::<Result<Vec<Column>, Box<dyn Error>>>()?;
    Ok(Table::new(made)?)
}
