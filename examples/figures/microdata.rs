//! What anonymizing a table costs in time, memory and utility. Searches over all combinations of levels are
//! measured in multiples of one group_by of polars over the same columns, in the same run.

use super::{Outcome, memory};
use cloakroom::engine::check::Question;
use cloakroom::engine::open::{Opened, open_recipe};
use cloakroom::engine::sweep::{Varied, sweep};
use cloakroom::method::{self, MethodOutcome, Task};
use cloakroom::metrics::Metric;
use cloakroom::model::dataset::Dataset;
use cloakroom::model::method::MethodName;
use cloakroom::model::pulse::Pulse;
use cloakroom::model::requirement::Requirement;
use cloakroom::model::roles::Role;
use cloakroom::model::settings::Settings;
use cloakroom::model::table::Table;
use cloakroom::profile::lattice::{LatticeProfile, Profiled};
use cloakroom::samples::{self, hospital};
use polars::prelude::{Column, DataFrame};
use polars_io::prelude::{CsvReadOptions, SerReader};
use std::error::Error;
use std::fs;
use std::io::BufWriter;
use std::path::Path;
use std::time::{Duration, Instant};

const ROWS: u64 = 1_000_000;
const ADULT: &str = "adult_arx_30162.csv";
const ADULT_QUASI: [&str; 8] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "salary-class",
];
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
    match folder.filter(|folder| folder.join(ADULT).is_file()) {
        Some(folder) => {
            let recipe = work.path().join("adult.toml");
            fs::write(&recipe, adult_recipe(&folder.canonicalize()?))?;
            let opened = open_recipe(&recipe, &Pulse::default())?;
            let by_polars = CsvReadOptions::default()
                .map_parse_options(|options| options.with_separator(b';'))
                .try_into_reader_with_file_path(Some(folder.join(ADULT)))?
                .finish()?;
            searches("Adult, 8 quasi-identifiers", &opened, Some(&by_polars), 15)?;
            utility(&opened)?;
        }
        None => println!(
            "microdata: the Adult table is not here. Put {ADULT} and the folder hierarchies_arx (from data/ of \
             github.com/arx-deidentifier/arx: adult.csv, and adult_hierarchy_*.csv) into a folder and name it: \
             figures microdata FOLDER"
        ),
    }
    million(work.path())
}

fn adult_recipe(folder: &Path) -> String {
    let path = |name: &str| format!("{:?}", folder.join(name).display().to_string());
    let hierarchies: String = ADULT_QUASI
        .iter()
        .map(|name| {
            let file = format!("hierarchies_arx/adult_hierarchy_{name}.csv");
            format!("{name} = {}\n", path(&file))
        })
        .collect();
    format!(
        "[data]\npath = {}\nkind = \"microdata\"\n[roles]\nquasi = {ADULT_QUASI:?}\nsensitive = [\"occupation\"]\n\
         [hierarchies]\n{hierarchies}[require]\nk = 5\n",
        path(ADULT)
    )
}

/// A generated hospital with its own hierarchies.
fn million(work: &Path) -> Outcome {
    let folder = work.join("hospital");
    let sample = samples::find("hospital").ok_or("there is no hospital")?;
    let recipe = sample.write_into(&folder)?;
    let mut file = BufWriter::new(fs::File::create(folder.join("hospital.csv"))?);
    hospital::write_csv(ROWS, hospital::SEED, &mut file)?;
    drop(file);
    let opened = open_recipe(&recipe, &Pulse::default())?;
    searches(
        "A generated hospital, 9 quasi-identifiers",
        &opened,
        None,
        3,
    )?;
    let bytes = fs::metadata(folder.join("hospital.csv"))?.len();
    drop(opened);
    let peak = memory::peak_of(OPTIMUM, &recipe)?;
    println!(
        "peak memory of reading and the optimum with 2 % left out: {:.0} MB, {:.2} × the file",
        peak as f64 / 1e6,
        peak as f64 / bytes as f64
    );
    Ok(())
}

/// The name by which a process of its own is asked for [`optimum`].
pub const OPTIMUM: &str = "optimum";

/// Reads a table and searches it once.
pub fn optimum(recipe: &Path) -> Outcome {
    let opened = open_recipe(recipe, &Pulse::default())?;
    let settings = with(&opened, requirement(5, 0.02, None));
    let (_, told) = search(&opened, &settings)?;
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

fn searches(title: &str, opened: &Opened, by_polars: Option<&DataFrame>, runs: usize) -> Outcome {
    let Dataset::Microdata(table) = &opened.loaded.dataset else {
        return Err("expected microdata".into());
    };
    println!(
        "microdata: {title}, {} records, {} threads, median of {runs} runs",
        table.rows(),
        rayon::current_num_threads()
    );
    let names = quasi_names(opened, table);
    let codes = as_codes(table, &names)?;
    let mut yardstick = median(runs, || group_by(&codes, &names))?.0;
    println!("| what | time | of a group_by | found |\n| --- | --- | --- | --- |");
    print(
        "polars group_by of the columns as whole numbers",
        yardstick,
        yardstick,
        "",
    );
    if let Some(frame) = by_polars {
        let as_read = median(runs, || group_by(frame, &names))?.0;
        print(
            "polars group_by of the columns as polars reads them",
            as_read,
            yardstick,
            "",
        );
        yardstick = yardstick.min(as_read);
    }
    for (what, requirement) in [
        ("optimum, k = 5", requirement(5, 0.0, None)),
        ("optimum, k = 5, 2 % left out", requirement(5, 0.02, None)),
        (
            "optimum, k = 5, 3 distinct values, 2 % left out",
            requirement(5, 0.02, Some(3)),
        ),
    ] {
        let settings = with(opened, requirement);
        let (time, found) = median(runs, || search(opened, &settings))?;
        print(what, time, yardstick, &found);
    }
    let settings = with(opened, requirement(5, 0.02, Some(3)));
    let (time, found) = median(runs, || profile(opened, &settings))?;
    print(
        "the whole profile: every k, l and limit",
        time,
        yardstick,
        &found,
    );
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
    let question = Question::new(&opened.loaded.dataset, settings, &opened.hierarchies)?;
    let task = Task {
        subject: &question.subject,
        judge: &question.judge,
        settings: &settings.method,
    };
    let start = Instant::now();
    let outcome = method::run(settings.method.name, task, &Pulse::default())?;
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
    let question = Question::new(&opened.loaded.dataset, settings, &opened.hierarchies)?;
    let start = Instant::now();
    let profile = LatticeProfile::compute(&question.subject, &question.judge, &Pulse::default())?;
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
    let groups = frame
        .group_by(names.iter().map(String::as_str))?
        .get_groups()
        .len();
    let time = start.elapsed();
    Ok((time, format!("{groups} classes")))
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
        &opened.hierarchies,
        &[Varied::parse("k=5,10,25")?],
        &methods,
        &Pulse::default(),
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
