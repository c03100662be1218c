//! Runs the models and the methods, and measures what they take and lose.

use super::{Model, clustered};
use crate::figure::Series;
use crate::turns::{Work, in_turns};
use cloakroom_core::{
    Column, Dataset, Failure, MethodName, Metric, Problem, Progress, Requirement, Role, Settings,
    Trees,
};
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::measures::measures;
use cloakroom_microdata::method::{MethodOutcome, Task, run};
use cloakroom_microdata::metrics::of_classes;
use cloakroom_microdata::profile::classes::ClassProfile;
use std::hint::black_box;

/// What is asked for at a point of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub k: u32,
    pub p: u32,
    pub alpha: f64,
}

impl Model {
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    pub fn name(self) -> &'static str {
        match self {
            Self::One => "p-sensitive",
            Self::Two => "p+-sensitive",
            Self::Three => "(p, alpha)-sensitive",
        }
    }

    fn requirement(self, point: Point) -> Requirement {
        Requirement {
            k: Some(point.k),
            p: (self != Self::Two).then_some(point.p),
            p_plus: (self == Self::Two).then_some(point.p),
            alpha: (self == Self::Three).then_some(point.alpha),
            ..Requirement::default()
        }
    }
}

/// What the second set compares.
#[derive(Clone, Copy)]
enum Recoder {
    Clustering,
    Local(Model),
}

impl Recoder {
    const ALL: [Self; 3] = [
        Self::Clustering,
        Self::Local(Model::Two),
        Self::Local(Model::Three),
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Clustering => "clustering-pk",
            Self::Local(Model::Two) => "localpk2",
            Self::Local(_) => "localpk3",
        }
    }

    fn requirement(self, point: Point) -> Requirement {
        match self {
            Self::Clustering => Model::One.requirement(point),
            Self::Local(model) => model.requirement(point),
        }
    }
}

#[derive(Default)]
pub(super) struct Measured {
    pub seconds: Vec<Series>,
    pub distortion: Vec<Series>,
    pub dm: Vec<Series>,
    pub cavg: Vec<Series>,
}

/// What one release lost: distortion ratio, DM and CAVG.
type Losses = [Option<f64>; 3];

pub(super) struct Laboratory<'a> {
    dataset: &'a Dataset,
    settings: Settings,
    trees: &'a Trees,
    pub quasi: Vec<String>,
}

impl<'a> Laboratory<'a> {
    pub fn new(
        dataset: &'a Dataset,
        settings: &Settings,
        trees: &'a Trees,
    ) -> Result<Self, Problem> {
        let mut settings = settings.clone();
        // Categories are asked for, so that what is wrong with them is told before anything runs.
        settings.requirement = Model::Two.requirement(Point {
            k: 1,
            p: 1,
            alpha: 0.0,
        });
        let checked = CheckedTask::new(dataset, &settings, &trees.hierarchies)?;
        let quasi: Vec<String> = checked
            .prepared
            .quasi
            .iter()
            .map(|quasi| quasi.column.name().to_owned())
            .collect();
        if quasi.len() < 2 {
            return Err(Problem::new(
                "the experiment needs at least 2 quasi-identifiers",
            ));
        }
        Ok(Self {
            dataset,
            trees,
            quasi,
            settings,
        })
    }

    pub fn records(&self) -> usize {
        self.dataset.records_table().map_or(0, |table| table.rows())
    }

    pub fn sensitive(&self) -> Result<String, Problem> {
        let checked = CheckedTask::new(self.dataset, &self.settings, &self.trees.hierarchies)?;
        let first = checked.prepared.sensitive.first();
        let name = first.map(|sensitive| sensitive.column.name().to_owned());
        name.ok_or_else(|| Problem::new("the experiment needs a sensitive column"))
    }

    /// The first columns are quasi-identifiers; the others leave as they are.
    fn with(&self, method: MethodName, requirement: Requirement, columns: usize) -> Settings {
        let mut settings = self.settings.clone();
        settings.method.name = method;
        settings.requirement = requirement;
        for name in &self.quasi[columns.min(self.quasi.len())..] {
            settings.roles.set(name, Some(Role::Insensitive));
        }
        settings
    }

    fn checked(&self, settings: &Settings) -> Result<CheckedTask<'a>, Problem> {
        CheckedTask::new(self.dataset, settings, &self.trees.hierarchies)
    }

    /// The three models by Incognito; every point says how many of the columns are quasi-identifiers.
    pub fn models(
        &self,
        points: &[(f64, Point, usize)],
        progress: &Progress,
    ) -> Result<Measured, Failure> {
        let mut measured = Measured::new(Model::ALL.map(Model::name));
        for &(at, point, columns) in points {
            let settings = Model::ALL
                .map(|model| self.with(MethodName::Incognito, model.requirement(point), columns));
            let checked = settings
                .iter()
                .map(|settings| self.checked(settings))
                .collect::<Result<Vec<_>, Problem>>()?;
            let works = checked.iter().zip(&settings).map(|(checked, settings)| {
                let work: Work<'_> = Box::new(move || {
                    black_box(run(
                        settings.method.name,
                        task(checked, settings),
                        progress,
                    )?);
                    Ok(())
                });
                work
            });
            let seconds = in_turns(&works.collect::<Vec<_>>())?;
            for (which, (checked, settings)) in checked.iter().zip(&settings).enumerate() {
                let losses = self.released(checked, settings, point.k, progress)?;
                measured.push(which, at, seconds[which], losses);
            }
        }
        Ok(measured)
    }

    /// Clustering and local recoding under two models.
    pub fn recoded(
        &self,
        points: &[(f64, Point)],
        progress: &Progress,
    ) -> Result<Measured, Failure> {
        let mut measured = Measured::new(Recoder::ALL.map(Recoder::name));
        for &(at, point) in points {
            let settings = Recoder::ALL.map(|recoder| {
                let requirement = recoder.requirement(point);
                self.with(MethodName::LocalRecoding, requirement, self.quasi.len())
            });
            let checked = settings
                .iter()
                .map(|settings| self.checked(settings))
                .collect::<Result<Vec<_>, Problem>>()?;
            let each = Recoder::ALL.iter().zip(checked.iter().zip(&settings));
            let works = each.map(|(recoder, (checked, settings))| {
                let work: Work<'_> = Box::new(move || {
                    match recoder {
                        Recoder::Clustering => {
                            let (k, p) = (point.k as usize, point.p as usize);
                            black_box(clustered(&checked.prepared, k, p, progress)?);
                        }
                        Recoder::Local(_) => {
                            let name = settings.method.name;
                            black_box(run(name, task(checked, settings), progress)?);
                        }
                    }
                    Ok(())
                });
                work
            });
            let seconds = in_turns(&works.collect::<Vec<_>>())?;
            let each = Recoder::ALL.iter().zip(checked.iter().zip(&settings));
            for (which, (recoder, (checked, settings))) in each.enumerate() {
                let losses = match recoder {
                    Recoder::Clustering => self.of_clusters(checked, point, progress)?,
                    Recoder::Local(_) => self.released(checked, settings, point.k, progress)?,
                };
                measured.push(which, at, seconds[which], losses);
            }
        }
        Ok(measured)
    }

    /// How many combinations of levels a search looks at; `None` where it does not reach what is asked.
    pub fn counted(
        &self,
        method: MethodName,
        requirement: Requirement,
        progress: &Progress,
    ) -> Result<Option<u64>, Failure> {
        let settings = self.with(method, requirement, self.quasi.len());
        let checked = self.checked(&settings)?;
        Ok(match run(method, task(&checked, &settings), progress)? {
            MethodOutcome::Reached(made) => made.search.map(|search| search.checked),
            MethodOutcome::NotReached(_) => None,
        })
    }

    /// `None` where a method does not reach what is asked.
    fn released(
        &self,
        checked: &CheckedTask<'_>,
        settings: &Settings,
        k: u32,
        progress: &Progress,
    ) -> Result<Option<Losses>, Failure> {
        let name = settings.method.name;
        let MethodOutcome::Reached(made) = run(name, task(checked, settings), progress)? else {
            return Ok(None);
        };
        let classes = made.classes(&checked.prepared, progress)?;
        let ratio = measures(checked, &settings.method, &made, &classes, progress)?;
        let [dm, cavg] = of_sizes(classes.sizes(), k);
        Ok(Some([ratio.get(Metric::DistortionRatio), dm, cavg]))
    }

    /// What the clusters show are groups of hierarchies, so that they are measured like any local recoding.
    fn of_clusters(
        &self,
        checked: &CheckedTask<'_>,
        point: Point,
        progress: &Progress,
    ) -> Result<Option<Losses>, Failure> {
        let prepared = &checked.prepared;
        let (k, p) = (point.k as usize, point.p as usize);
        let Some(clusters) = clustered(prepared, k, p, progress)? else {
            return Ok(None);
        };
        let rows = prepared.rows();
        let mut shown = vec![vec![String::new(); rows]; prepared.quasi.len()];
        let (mut raised, mut highest) = (0u64, 0u64);
        for cluster in &clusters {
            let each = prepared.quasi.iter().zip(&cluster.levels).zip(&mut shown);
            for ((quasi, &level), shown) in each {
                raised += u64::from(level) * cluster.records.len() as u64;
                highest += quasi.hierarchy.height() as u64 * cluster.records.len() as u64;
                for &record in &cluster.records {
                    let code = quasi.column.codes()[record as usize];
                    let label = quasi.hierarchy.label(level as usize, code);
                    // The same label on two levels is the same to whoever reads it.
                    label.clone_into(&mut shown[record as usize]);
                }
            }
        }
        let columns = shown
            .iter()
            .map(|texts| Ok(Column::from_texts("shown", texts)?))
            .collect::<Result<Vec<Column>, Failure>>()?;
        let columns: Vec<&Column> = columns.iter().collect();
        let classes = ClassProfile::compute(&columns, rows, progress)?;
        let [dm, cavg] = of_sizes(classes.sizes(), point.k);
        let ratio = raised as f64 / highest.max(1) as f64;
        Ok(Some([Some(ratio), dm, cavg]))
    }
}

fn task<'t>(checked: &'t CheckedTask<'_>, settings: &'t Settings) -> Task<'t> {
    Task {
        prepared: &checked.prepared,
        judge: &checked.judge,
        settings: &settings.method,
        purposes: &settings.purposes,
    }
}

/// DM and CAVG.
fn of_sizes(sizes: &[u32], k: u32) -> [Option<f64>; 2] {
    let measured = of_classes(sizes, k);
    [Metric::Dm, Metric::Cavg].map(|wanted| {
        let found = measured.iter().find(|(metric, _)| *metric == wanted);
        found.map(|&(_, value)| value)
    })
}

impl Measured {
    fn new(names: [&str; 3]) -> Self {
        let empty = || names.iter().map(|&name| Series::new(name, [])).collect();
        Self {
            seconds: empty(),
            distortion: empty(),
            dm: empty(),
            cavg: empty(),
        }
    }

    fn push(&mut self, which: usize, at: f64, seconds: f64, losses: Option<Losses>) {
        let [ratio, dm, cavg] = losses.unwrap_or_default();
        let put = |series: &mut Vec<Series>, value| {
            let mut point = crate::figure::Point::new(at, value);
            if losses.is_none() {
                point.why = Some("what is asked for is not reached".to_owned());
            }
            series[which].points.push(point);
        };
        put(&mut self.seconds, losses.map(|_| seconds));
        put(&mut self.distortion, ratio);
        put(&mut self.dm, dm);
        put(&mut self.cavg, cavg);
    }
}
