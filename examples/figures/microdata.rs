//! What anonymizing a table costs in time, memory and utility. Searches over all combinations of levels are
//! measured in multiples of one group_by of polars over the same columns, in the same run.

use super::{Outcome, memory};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_engine::samples::{self, hospital};
use cloakroom_engine::sweep::{Varied, sweep};
use cloakroom_microdata::method::{self, MethodOutcome, Task};
use cloakroom_microdata::profile::lattice::{LatticeProfile, Profiled};
use polars::prelude::{Column, DataFrame};
use polars_io::prelude::{CsvReadOptions, SerReader};
use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const ROWS: u64 = 1_000_000;
const ADULT: &str = "adult_arx_30162.csv";
const ADULT_COLUMNS: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];
/// How often Adult is repeated to make a million records, and its k with it.
const REPEATED: usize = 33;
const LOCAL: [MethodName; 6] = [
    MethodName::LocalRecoding,
    MethodName::Mondrian,
    MethodName::MondrianRelaxed,
    MethodName::Tds,
    MethodName::KMember,
    MethodName::Refined,
];

/// `folder` holds the Adult table and its hierarchies as the ARX project publishes them.
pub fn run(folder: Option<&Path>) -> Outcome {
    let work = tempfile::tempdir()?;
    let Some(folder) = folder.filter(|folder| folder.join(ADULT).is_file()) else {
        println!(
            "microdata: the Adult table is not here. Put {ADULT} and the folder hierarchies_arx (from data/ of \
             github.com/arx-deidentifier/arx: adult.csv, and adult_hierarchy_*.csv) into a folder and name it: \
             figures microdata FOLDER"
        );
        return hospital_of_a_million(work.path());
    };
    let folder = folder.canonicalize()?;
    let adult = folder.join(ADULT);
    let recipe = work.path().join("adult.toml");
    let recipe_of = |data: &Path, sensitive: Option<&str>, without: Option<&str>| {
        fs::write(&recipe, adult_recipe(&folder, data, sensitive, without))?;
        Ok::<_, Box<dyn Error>>(open_recipe(&recipe, &Progress::default())?)
    };
    let opened = recipe_of(&adult, None, None)?;
    let k5 = [(5, 0.0, None), (5, 0.02, None)];
    searches("Adult, 9 quasi-identifiers", &opened, &adult, &k5, 15)?;
    memory_of("Adult", &recipe, None)?;

    let diverse = recipe_of(&adult, Some("occupation"), None)?;
    let title = "Adult, occupation sensitive, 8 quasi-identifiers";
    let values = [(5, 0.0, Some(3)), (5, 0.02, Some(3))];
    searches(title, &diverse, &adult, &values, 15)?;

    let repeated = work.path().join("repeated.csv");
    repeat(&adult, &repeated)?;
    let million = recipe_of(&repeated, None, None)?;
    let title = "Adult repeated 33 times, 9 quasi-identifiers";
    let k = 5 * REPEATED as u32;
    let many = [(k, 0.0, None), (k, 0.02, None)];
    searches(title, &million, &repeated, &many, 5)?;
    drop(million);

    // Age by its range and the others by their hierarchies.
    let ranged = recipe_of(&adult, None, Some("age"))?;
    utility(&ranged)
}

/// The header once, the records again and again.
fn repeat(adult: &Path, into: &Path) -> Outcome {
    let text = fs::read_to_string(adult)?;
    let (header, records) = text.split_once('\n').ok_or("an empty table")?;
    let mut file = BufWriter::new(fs::File::create(into)?);
    writeln!(file, "{}", header.trim_end())?;
    for _ in 0..REPEATED {
        writeln!(file, "{}", records.trim_end())?;
    }
    file.flush()?;
    Ok(())
}

fn adult_recipe(
    folder: &Path,
    data: &Path,
    sensitive: Option<&str>,
    without: Option<&str>,
) -> String {
    let quoted = |path: &Path| format!("{:?}", path.display().to_string());
    let quasi: Vec<&str> = ADULT_COLUMNS
        .into_iter()
        .filter(|&name| Some(name) != sensitive)
        .collect();
    let hierarchies: String = quasi
        .iter()
        .filter(|&&name| Some(name) != without)
        .map(|name| {
            let file = format!("hierarchies_arx/adult_hierarchy_{name}.csv");
            format!("{name} = {}\n", quoted(&folder.join(file)))
        })
        .collect();
    let sensitive: Vec<&str> = sensitive.into_iter().collect();
    format!(
        "[data]\npath = {}\nkind = \"microdata\"\n[roles]\nquasi = {quasi:?}\nsensitive = {sensitive:?}\n\
         [hierarchies]\n{hierarchies}[require]\nk = 5\n",
        quoted(data)
    )
}

fn read_by_polars(file: &Path, separator: u8) -> Result<DataFrame, Box<dyn Error>> {
    Ok(CsvReadOptions::default()
        .map_parse_options(|options| options.with_separator(separator))
        .try_into_reader_with_file_path(Some(file.to_owned()))?
        .finish()?)
}

/// A generated hospital with its own hierarchies.
fn hospital_of_a_million(work: &Path) -> Outcome {
    let folder = work.join("hospital");
    let sample = samples::find("hospital").ok_or("there is no hospital")?;
    let recipe = sample.write_into(&folder)?;
    let mut file = BufWriter::new(fs::File::create(folder.join("hospital.csv"))?);
    hospital::write_csv(ROWS, hospital::SEED, &mut file)?;
    drop(file);
    let opened = open_recipe(&recipe, &Progress::default())?;
    let file = folder.join("hospital.csv");
    let k5 = [(5, 0.02, None)];
    let title = "A generated hospital, 9 quasi-identifiers";
    searches(title, &opened, &file, &k5, 1)?;
    drop(opened);
    memory_of("the hospital", &recipe, Some(fs::metadata(&file)?.len()))
}

fn memory_of(what: &str, recipe: &Path, bytes: Option<u64>) -> Outcome {
    for (name, work) in [
        (OPTIMUM, "the optimum with 2 % left out"),
        (PROFILE, "the whole profile"),
    ] {
        let peak = memory::peak_of(name, recipe)?;
        let of_file = bytes.map_or_else(String::new, |bytes| {
            format!(", {:.2} × the file", peak as f64 / bytes as f64)
        });
        println!(
            "peak memory of reading {what} and {work}: {:.0} MB{of_file}",
            peak as f64 / 1e6
        );
    }
    Ok(())
}

/// The name by which a process of its own is asked for [`optimum`].
pub const OPTIMUM: &str = "optimum";

/// Reads a table and searches it once.
pub fn optimum(recipe: &Path) -> Outcome {
    let opened = open_recipe(recipe, &Progress::default())?;
    let settings = with(&opened, requirement(5, 0.02, None));
    let (_, told) = search(&opened, &settings)?;
    std::hint::black_box(told);
    Ok(())
}

/// The name by which a process of its own is asked for [`whole_profile`].
pub const PROFILE: &str = "lattice-profile";

/// Reads a table and counts every node of its lattice.
pub fn whole_profile(recipe: &Path) -> Outcome {
    let opened = open_recipe(recipe, &Progress::default())?;
    let settings = with(&opened, requirement(5, 0.02, None));
    let (_, told) = profile(&opened, &settings)?;
    std::hint::black_box(told);
    Ok(())
}

fn requirement(k: u32, suppression: f64, distinct: Option<u32>) -> Requirement {
    let mut requirement = Requirement {
        k: Some(k),
        suppression,
        ..Requirement::default()
    };
    requirement.l.distinct = distinct;
    requirement
}

fn with(opened: &Opened, requirement: Requirement) -> Settings {
    let mut settings = opened.recipe.settings.clone();
    settings.requirement = requirement;
    settings.method.name = MethodName::Optimal;
    settings
}

/// `asked` are k, the share that may be left out, and l.
fn searches(
    title: &str,
    opened: &Opened,
    file: &Path,
    asked: &[(u32, f64, Option<u32>)],
    runs: usize,
) -> Outcome {
    let Dataset::Microdata(table) = &opened.loaded.dataset else {
        return Err("expected microdata".into());
    };
    println!(
        "microdata: {title}, {} records, {} threads, median of {runs} runs",
        table.rows(),
        rayon::current_num_threads()
    );
    let names = quasi_names(opened, table);
    let separator = opened.loaded.options.delimiter.as_deref().unwrap_or(",");
    let frame = read_by_polars(file, separator.as_bytes()[0])?;
    let (yardstick, classes) = median(runs, || group_by(&frame, &names))?;
    println!("| what | time | of a group_by | found |\n| --- | --- | --- | --- |");
    let what = "polars group_by of the quasi-identifiers";
    print(what, yardstick, yardstick, &classes);
    drop(frame);
    let codes = as_codes(table, &names)?;
    let (time, _) = median(runs, || group_by(&codes, &names))?;
    print("the same over our codes", time, yardstick, "");
    drop(codes);
    for &(k, share, distinct) in asked {
        let mut what = format!("optimum, k = {k}");
        if let Some(l) = distinct {
            what += &format!(", {l} distinct values");
        }
        if share > 0.0 {
            what += &format!(", {} % left out", share * 100.0);
        }
        let settings = with(opened, requirement(k, share, distinct));
        let (time, found) = median(runs, || search(opened, &settings))?;
        print(&what, time, yardstick, &found);
    }
    let Some(&(k, share, distinct)) = asked.last() else {
        return Ok(());
    };
    let what = match distinct {
        Some(_) => "the whole profile: every k, l, p, t, α and limit",
        None => "the whole profile: every k and limit",
    };
    let settings = with(opened, requirement(k, share, distinct));
    let (time, found) = median(runs.min(3), || profile(opened, &settings))?;
    print(what, time, yardstick, &found);
    Ok(())
}

fn print(what: &str, time: Duration, yardstick: Duration, found: &str) {
    println!(
        "| {what} | {:.1} ms | {:.2} × | {found} |",
        time.as_secs_f64() * 1e3,
        time.as_secs_f64() / yardstick.as_secs_f64()
    );
}

type Timed<T> = Result<(Duration, T), Box<dyn Error>>;

fn search(opened: &Opened, settings: &Settings) -> Timed<String> {
    let checked = CheckedTask::new(&opened.loaded.dataset, settings, &opened.trees.hierarchies)?;
    let task = Task {
        prepared: &checked.prepared,
        judge: &checked.judge,
        settings: &settings.method,
        purposes: &settings.purposes,
    };
    let start = Instant::now();
    let outcome = method::run(settings.method.name, task, &Progress::default())?;
    let time = start.elapsed();
    Ok((
        time,
        match outcome {
            MethodOutcome::Reached(anonymized) => format!(
                "levels {:?}, {} left out, {} of {} nodes looked at",
                anonymized.levels.unwrap_or_default(),
                anonymized.left_out.len(),
                anonymized
                    .search
                    .as_ref()
                    .map_or(0, |search| search.checked),
                anonymized.search.as_ref().map_or(0, |search| search.nodes),
            ),
            MethodOutcome::NotReached(why) => why,
        },
    ))
}

fn profile(opened: &Opened, settings: &Settings) -> Timed<String> {
    let checked = CheckedTask::new(&opened.loaded.dataset, settings, &opened.trees.hierarchies)?;
    let start = Instant::now();
    let profile = LatticeProfile::compute(&checked.prepared, &checked.judge, &Progress::default())?;
    let time = start.elapsed();
    Ok((
        time,
        match profile {
            Profiled::Held(profile) => {
                format!("{} nodes", profile.shape().nodes())
            }
            Profiled::TooLarge { nodes } => {
                format!("{nodes} nodes are too many to be held")
            }
        },
    ))
}

fn group_by(frame: &DataFrame, names: &[String]) -> Timed<String> {
    let start = Instant::now();
    let counted = frame
        .group_by(names.iter().map(String::as_str))?
        .select(names.first().map(String::as_str))
        .count()?;
    let time = start.elapsed();
    Ok((time, format!("{} classes", counted.height())))
}

fn quasi_names(opened: &Opened, table: &Table) -> Vec<String> {
    let roles = &opened.recipe.settings.roles;
    table
        .columns()
        .iter()
        .map(|column| column.name())
        .filter(|name| roles.of(name) == Some(Role::Quasi))
        .map(str::to_owned)
        .collect()
}

fn as_codes(table: &Table, names: &[String]) -> Result<DataFrame, Box<dyn Error>> {
    let columns = names
        .iter()
        .filter_map(|name| table.column(name))
        .map(|column| Column::new(column.name().into(), column.codes().to_vec()))
        .collect();
    Ok(DataFrame::new(table.rows(), columns)?)
}

fn median<T>(runs: usize, mut run: impl FnMut() -> Timed<T>) -> Timed<T> {
    let mut times = Vec::with_capacity(runs);
    let (first, found) = run()?;
    times.push(first);
    for _ in 1..runs {
        times.push(run()?.0);
    }
    times.sort_unstable();
    Ok((times[times.len() / 2], found))
}

/// What each local method makes of the same table.
fn utility(opened: &Opened) -> Outcome {
    let shown = [
        Metric::Loss,
        Metric::DistortionRatio,
        Metric::Dm,
        Metric::Cavg,
        Metric::QueryError,
        Metric::ClusterChange,
        Metric::NbAccuracy,
        Metric::NbAccuracyOriginal,
    ];
    let names: Vec<&str> = shown.iter().map(|metric| metric.name()).collect();
    println!("microdata: what the methods make of Adult, nobody left out");
    println!("| method | k | {} | seconds |", names.join(" | "));
    println!("| --- | --- |{}", " --- |".repeat(shown.len() + 1));
    let settings = with(opened, requirement(5, 0.0, None));
    let methods: Vec<MethodName> = [MethodName::Optimal].into_iter().chain(LOCAL).collect();
    let answer = sweep(
        &opened.loaded.dataset,
        &settings,
        &opened.trees,
        &[Varied::parse("k=5,10,25")?],
        &methods,
        &Progress::default(),
    )?;
    for row in answer.rows {
        let k = row
            .parameters
            .first()
            .map_or_else(String::new, |(_, k)| k.to_string());
        match row.outcome {
            Ok(point) => {
                let values: Vec<String> = shown
                    .iter()
                    .map(|&metric| {
                        let value = point.metrics.get(metric).unwrap_or(f64::NAN);
                        if metric == Metric::Dm {
                            format!("{value:.0}")
                        } else {
                            format!("{value:.4}")
                        }
                    })
                    .collect();
                println!(
                    "| {} | {k} | {} | {:.2} |",
                    row.method.name(),
                    values.join(" | "),
                    row.seconds
                );
            }
            Err(why) => println!("| {} | {k} | {why} |", row.method.name()),
        }
    }
    Ok(())
}
