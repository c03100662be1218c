use super::*;
use crate::ratings::NULL;
use cloakroom_core::{Scale, Stream};

fn scale(high: f64, step: f64) -> Scale {
    Scale {
        low: step,
        high,
        step,
    }
}

/// Table 2 of 003.
fn table_2(scale: Scale) -> PreparedRatings {
    let rows = [
        [2, 5, NULL],
        [1, 4, NULL],
        [3, 6, NULL],
        [4, 5, NULL],
        [0, NULL, 4],
        [1, NULL, 5],
    ];
    PreparedRatings::from_rows(scale, &rows.map(Vec::from), vec![vec![5, 0, 3, 0, 0, 4]])
}

/// A survey, what is released of it and who is left out.
struct Case {
    survey: PreparedRatings,
    released: Vec<u16>,
    left_out: Vec<u32>,
}

impl Case {
    fn new(survey: PreparedRatings) -> Self {
        Self {
            released: survey.dense().unwrap().to_vec(),
            survey,
            left_out: Vec::new(),
        }
    }

    fn try_measure(&self, progress: &Progress) -> Result<Measures, Stopped> {
        let people = 0..self.survey.people() as u32;
        let kept: Vec<u32> = people
            .filter(|person| !self.left_out.contains(person))
            .collect();
        measure(
            &RatingsRelease {
                survey: &self.survey,
                released: &self.released,
                kept: &kept,
                left_out: &self.left_out,
                within: 2,
                predicted: None,
                questions: Questions::default(),
                seed: 1,
            },
            progress,
        )
    }

    fn measure(&self) -> Measures {
        self.try_measure(&Progress::default()).unwrap()
    }
}

/// Four hundred people whose sensitive rating follows from the first of three others, mostly.
fn people() -> Case {
    let mut stream = Stream::new(3, 0);
    let (mut rows, mut secret) = (Vec::new(), Vec::new());
    for _ in 0..400 {
        let first = stream.below(5) as u16;
        let second = if stream.chance(300) {
            NULL
        } else {
            stream.below(5) as u16
        };
        rows.push(vec![first, second, (first + stream.below(2) as u16).min(4)]);
        secret.push(if stream.chance(100) {
            stream.below(5) as u16
        } else {
            first
        });
    }
    Case::new(PreparedRatings::from_rows(
        scale(5.0, 1.0),
        &rows,
        vec![secret],
    ))
}

#[test]
fn changes_are_counted_cell_by_cell() {
    for (step, distortion) in [(1.0, 15.0), (0.5, 7.5)] {
        let mut case = Case::new(table_2(scale(7.0 * step, step)));
        // One step down, a rating made up, one removed, and the fourth person left out.
        case.released[1] = 4;
        case.released[13] = 3;
        case.released[17] = NULL;
        case.left_out = vec![3];
        let measures = case.measure();
        let value = |metric| measures.get(metric).unwrap();
        assert_eq!(value(Metric::Distortion), distortion);
        assert_eq!(value(Metric::CellsChanged), 3.0);
        assert_eq!(value(Metric::CellsRated), 1.0);
        assert_eq!(value(Metric::CellsUnrated), 1.0);
        assert_eq!(value(Metric::PeopleChanged), 3.0);
        // Means 17/6, 6 and 11/2 before, 12/5, 21/4 and 5 after.
        let shift = (17.0 / 6.0 - 12.0 / 5.0) + (6.0 - 21.0 / 4.0) + 0.5;
        assert!((value(Metric::CentroidShift) - shift / 3.0 * step).abs() < 1e-12);
        // Variances 65/36, 1/2 and 1/4 before, 26/25, 19/16 and 0 after.
        let root = |over: f64, under: f64| (over / under).sqrt();
        let change = (root(65.0, 36.0) - root(26.0, 25.0))
            + (root(19.0, 16.0) - root(1.0, 2.0))
            + root(1.0, 4.0);
        assert!((value(Metric::SdChange) - change / 3.0 * step).abs() < 1e-12);
    }
}

#[test]
fn clustering_is_that_of_the_graph_in_the_paper() {
    // All of the first four are close to each other but the second and the fourth.
    let mut case = Case::new(table_2(scale(7.0, 1.0)));
    let expected = (2.0 / 3.0 + 1.0 + 2.0 / 3.0 + 1.0) / 6.0;
    let unchanged = case.measure();
    let before = unchanged.get(Metric::ClusteringCoefficientOriginal);
    assert!((before.unwrap() - expected).abs() < 1e-12);
    assert_eq!(before, unchanged.get(Metric::ClusteringCoefficient));
    case.released[9] = 3;
    let measures = case.measure();
    assert_eq!(measures.get(Metric::ClusteringCoefficient), Some(4.0 / 6.0));
    assert_eq!(measures.get(Metric::ClusteringCoefficientOriginal), before);
}

#[test]
fn a_release_that_changes_nothing_costs_nothing() {
    let measures = people().measure();
    for metric in [
        Metric::Distortion,
        Metric::QueryError,
        Metric::ClusterChange,
        Metric::CentroidShift,
        Metric::SdChange,
        Metric::CellsChanged,
        Metric::CellsRated,
        Metric::CellsUnrated,
        Metric::PeopleChanged,
    ] {
        assert_eq!(measures.get(metric), Some(0.0), "{metric:?}");
    }
    let right = measures.get(Metric::NbAccuracy);
    assert_eq!(right, measures.get(Metric::NbAccuracyOriginal));
    assert!(right.unwrap() > 0.8, "{right:?}");
    let metrics: Vec<Metric> = measures.0.iter().map(|&(metric, _)| metric).collect();
    assert!(metrics.is_sorted());
    for metric in metrics {
        assert!(
            metric
                .kinds()
                .contains(&cloakroom_core::kind::Kind::Ratings)
        );
    }
}

#[test]
fn a_release_without_ratings_says_nothing() {
    let mut case = people();
    case.released.fill(NULL);
    let measures = case.measure();
    let value = |metric| measures.get(metric).unwrap();
    assert_eq!(value(Metric::QueryError), 1.0);
    assert!(value(Metric::ClusterChange) > 0.5);
    assert!(value(Metric::NbAccuracy) < 0.4);
    assert!(value(Metric::NbAccuracyOriginal) > 0.8);
    assert_eq!(value(Metric::PeopleChanged), 400.0);
    assert_eq!(value(Metric::CellsUnrated), value(Metric::CellsChanged));
    assert_eq!(measures.get(Metric::CentroidShift), None);
}

#[test]
fn half_of_every_kind_answers_half() {
    // Everybody is there twice, and one of each two is left out.
    let once = people().survey;
    let twice: Vec<u32> = (0..once.people() as u32).flat_map(|at| [at, at]).collect();
    let mut case = Case::new(once.picked(&twice));
    case.left_out = (0..twice.len() as u32).step_by(2).collect();
    let measures = case.measure();
    assert_eq!(measures.get(Metric::QueryError), Some(0.5));
    assert_eq!(measures.get(Metric::ClusterChange), Some(0.5));
    assert_eq!(measures.get(Metric::CentroidShift), Some(0.0));
}

#[test]
fn numbers_do_not_depend_on_the_threads_and_can_be_stopped() {
    let mut case = people();
    case.left_out = vec![5, 9, 77];
    for cell in case.released.iter_mut().step_by(7) {
        *cell = 2;
    }
    let alone = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| case.measure());
    assert_eq!(alone, case.measure());
    let progress = Progress::default();
    progress.stop();
    assert_eq!(case.try_measure(&progress), Err(Stopped));
}
