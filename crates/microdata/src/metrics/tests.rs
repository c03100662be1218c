use super::*;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::metrics::questions::Questions;
use cloakroom_core::metrics::*;
use cloakroom_core::{
    Column, Hierarchy, PreparedTable, Progress, Role, Settings, Stopped, Stream, Table,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A table whose last column is sensitive, the others quasi-identifiers, and what is released of them.
struct Case {
    table: Table,
    settings: Settings,
    hierarchies: Hierarchies,
    released: Vec<Column>,
    left_out: Vec<u32>,
    level: Option<u32>,
    weighing: Option<Weighing>,
}

impl Case {
    /// Columns as lists of texts; released as they are.
    fn new(columns: &[(&str, Vec<String>)]) -> Self {
        let columns: Vec<Column> = columns
            .iter()
            .map(|(name, texts)| Column::from_texts(*name, texts).unwrap())
            .collect();
        let mut settings = Settings::default();
        for column in &columns[..columns.len() - 1] {
            settings.roles.set(column.name(), Some(Role::Quasi));
        }
        let last = columns[columns.len() - 1].name();
        settings.roles.set(last, Some(Role::Sensitive));
        Self {
            released: columns[..columns.len() - 1].to_vec(),
            table: Table::new(columns).unwrap(),
            settings,
            hierarchies: Hierarchies::default(),
            left_out: Vec::new(),
            level: None,
            weighing: None,
        }
    }

    /// The first column is released as these texts.
    fn releasing(mut self, texts: &[&str]) -> Self {
        self.released[0] = Column::from_texts(self.released[0].name(), texts).unwrap();
        self
    }

    fn with_hierarchy(mut self, hierarchy: impl Fn(&Column) -> Hierarchy) -> Self {
        let column = &self.table.columns()[0];
        self.hierarchies
            .insert(column.name().to_owned(), Arc::new(hierarchy(column)));
        self
    }

    fn without(mut self, rows: &[u32]) -> Self {
        self.left_out = rows.to_vec();
        self
    }

    fn at_level(mut self, level: u32) -> Self {
        self.level = Some(level);
        self
    }

    fn with_categories(mut self, order: &[&[&str]]) -> Self {
        let order = order
            .iter()
            .map(|group| group.iter().map(|&value| value.to_owned()).collect())
            .collect();
        let name = self.table.columns().last().unwrap().name().to_owned();
        self.settings.categories.insert(name, order);
        self
    }

    fn try_measure(&self, progress: &Progress) -> Result<Measures, Stopped> {
        let prepared = PreparedTable::new(&self.table, &self.settings, &self.hierarchies).unwrap();
        let kept: Vec<u32> = (0..self.table.rows() as u32)
            .filter(|row| !self.left_out.contains(row))
            .collect();
        let mut class_by_key: HashMap<Vec<&str>, u32> = HashMap::new();
        let mut class_sizes = Vec::new();
        let class_of: Vec<u32> = kept
            .iter()
            .map(|&row| {
                let texts = self.released.iter().map(|column| column.text(row as usize));
                let next = class_by_key.len() as u32;
                let class = *class_by_key.entry(texts.collect()).or_insert(next);
                if class as usize == class_sizes.len() {
                    class_sizes.push(0u32);
                }
                class_sizes[class as usize] += 1;
                class
            })
            .collect();
        let losses: Vec<Vec<f64>> = self
            .released
            .iter()
            .map(|column| vec![1.0; column.dictionary().len()])
            .collect();
        let quasi: Vec<ReleasedQuasi<'_>> = prepared
            .quasi
            .iter()
            .zip(&self.released)
            .zip(&losses)
            .map(|((quasi, column), losses)| ReleasedQuasi {
                column,
                loss_of_code: (column != quasi.column).then_some(losses.as_slice()),
                level: self.level,
            })
            .collect();
        measure(
            &MicrodataRelease {
                prepared: &prepared,
                k: 2,
                quasi: &quasi,
                kept: &kept,
                left_out: &self.left_out,
                class_sizes: &class_sizes,
                class_of: &class_of,
                predicted: prepared.sensitive.first().map(|sensitive| sensitive.at),
                weighing: &self
                    .weighing
                    .clone()
                    .unwrap_or_else(|| Weighing::alike(quasi.len())),
                questions: Questions::default(),
                seed: 1,
            },
            progress,
        )
    }

    fn measure(&self) -> Measures {
        self.try_measure(&Progress::default()).unwrap()
    }

    fn value(&self, metric: Metric) -> f64 {
        self.measure().get(metric).unwrap()
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// Four hundred people whose illness follows from their age, mostly.
fn people() -> Case {
    let mut stream = Stream::new(7, 0);
    let (mut ages, mut zips, mut illnesses) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..400 {
        let age = 20 + stream.below(40);
        let illness = match (age < 40, stream.below(10)) {
            (_, 0) => "Cough",
            (true, _) => "Flu",
            (false, _) => "Gout",
        };
        ages.push(age.to_string());
        zips.push((1000 + stream.below(30)).to_string());
        illnesses.push(illness.to_owned());
    }
    Case::new(&[("age", ages), ("zip", zips), ("illness", illnesses)])
}

#[test]
fn a_release_that_changes_nothing_costs_nothing() {
    let measures = people().measure();
    for metric in [
        Metric::Loss,
        Metric::Distortion,
        Metric::DistortionRatio,
        Metric::Entropy,
        Metric::QueryError,
        Metric::ClusterChange,
    ] {
        assert_eq!(measures.get(metric), Some(0.0), "{metric:?}");
    }
    assert_eq!(
        measures.get(Metric::NbAccuracy),
        measures.get(Metric::NbAccuracyOriginal)
    );
    assert!(measures.get(Metric::NbAccuracy).unwrap() > 0.8);
    let metrics: Vec<Metric> = measures.0.iter().map(|&(metric, _)| metric).collect();
    assert!(metrics.is_sorted());
}

#[test]
fn a_release_that_says_nothing_costs_everything() {
    let mut case = people();
    let stars = vec!["*"; case.table.rows()];
    for released in &mut case.released {
        *released = Column::from_texts(released.name(), &stars).unwrap();
    }
    let measures = case.without(&[3, 4]).measure();
    let value = |metric| measures.get(metric).unwrap();
    assert_eq!(value(Metric::Loss), 1.0);
    assert_eq!(value(Metric::Distortion), 800.0);
    assert_eq!(value(Metric::DistortionRatio), 1.0);
    assert!((value(Metric::Entropy) - 1.0).abs() < 1e-12);
    assert!(value(Metric::QueryError) > 0.1, "{measures:?}");
    assert!(value(Metric::ClusterChange) > 0.5);
    // Only the most frequent class can be guessed.
    assert!(value(Metric::NbAccuracy) < 0.6);
    assert!(value(Metric::NbAccuracyOriginal) > 0.8);
    assert_eq!(value(Metric::Dm), 398.0 * 398.0);
}

fn table_4_1() -> Case {
    Case::new(&[
        (
            "Gender",
            texts(&["male", "male", "male", "female", "female", "female"]),
        ),
        (
            "Postcode",
            texts(&["4350", "4350", "4351", "4352", "4353", "4353"]),
        ),
        (
            "Age",
            texts(&["middle", "middle", "young", "young", "old", "old"]),
        ),
        ("Disease", texts(&["a", "b", "a", "b", "a", "b"])),
    ])
}

/// Tables 4.1 (b) and (c), by equally scaled priorities; errata T4 has the right numbers.
#[test]
fn the_degree_is_one_of_cells_wherever_they_are_generalized() {
    let weighing = Weighing {
        priorities: Some(vec![0.0, 0.5, 1.0]),
        ..Weighing::alike(3)
    };
    let release = |postcodes: &[&str], genders: &[&str]| {
        let mut case = table_4_1();
        let mask = Hierarchy::mask(&case.table.columns()[1], 4).unwrap();
        case.hierarchies
            .insert("Postcode".to_owned(), Arc::new(mask));
        case.released[0] = Column::from_texts("Gender", genders).unwrap();
        case.released[1] = Column::from_texts("Postcode", postcodes).unwrap();
        case.weighing = Some(weighing.clone());
        case
    };
    let local = release(
        &["4350", "4350", "435*", "435*", "4353", "4353"],
        &["male", "male", "*", "*", "female", "female"],
    );
    let degree = local.value(Metric::DegreeOfAnonymisation);
    assert!((degree - 1.0 / 36.0).abs() < 1e-12, "{degree}");
    let global = release(&["435*"; 6], &["*"; 6]);
    let degree = global.value(Metric::DegreeOfAnonymisation);
    assert!((degree - 1.0 / 12.0).abs() < 1e-12, "{degree}");
    // The postcodes weigh a third, the ages two thirds.
    let dm = global.value(Metric::WeightedDm);
    assert!((dm - (36.0 + 2.0 * 12.0) / 3.0).abs() < 1e-9, "{dm}");
    // A record that is left out counts 1.
    let without = global.without(&[0]);
    let degree = without.value(Metric::DegreeOfAnonymisation);
    assert!(
        (degree - (5.0 / 12.0 + 1.0) / 6.0).abs() < 1e-12,
        "{degree}"
    );
}

#[test]
fn what_stands_at_no_level_has_no_degree() {
    let case = Case::new(&[
        ("age", texts(&["20", "25", "30", "35"])),
        ("disease", texts(&["a", "b", "a", "b"])),
    ])
    .releasing(&["20-25", "20-25", "30-35", "30-35"]);
    assert_eq!(case.measure().get(Metric::DegreeOfAnonymisation), None);
    assert_eq!(case.value(Metric::WeightedDm), 8.0);
}

/// Two classes that no column alone tells apart.
#[test]
fn a_tree_predicts_what_columns_tell_together() {
    let rows = 0..400u32;
    let bit = |of: u32| {
        rows.clone()
            .map(|row| (row / of % 2).to_string())
            .collect::<Vec<_>>()
    };
    let class = rows
        .clone()
        .map(|row| (row % 2 == row / 2 % 2).to_string())
        .collect();
    // A little more of one value where the class holds, so that the first question is worth asking.
    let mut first = bit(1);
    first[3] = "0".to_owned();
    let case = Case::new(&[("a", first), ("b", bit(2)), ("class", class)]);
    assert!(case.value(Metric::TreeAccuracy) > 0.95);
    assert!(case.value(Metric::NbAccuracy) < 0.8);
}

#[test]
fn distortion_is_that_of_the_thesis() {
    // Table 3.6: tuples 3 and 4 are raised by one of the five levels.
    let case = Case::new(&[
        ("zip", texts(&["14248", "14248", "14248", "14247"])),
        ("disease", texts(&["HIV", "Indigestion", "Flu", "Cancer"])),
    ])
    .with_hierarchy(|column| Hierarchy::mask(column, 5).unwrap())
    .releasing(&["14248", "14248", "1424*", "1424*"]);
    assert_eq!(case.value(Metric::Distortion), 2.0);
    assert_eq!(case.value(Metric::DistortionRatio), 0.1);
    // A left-out record is at the top.
    let without = case.without(&[3]);
    assert_eq!(without.value(Metric::Distortion), 1.0 + 5.0);
}

#[test]
fn whole_levels_count_as_such_even_where_names_repeat() {
    let case = Case::new(&[
        ("zip", texts(&["1", "2", "2"])),
        ("disease", texts(&["a", "b", "c"])),
    ])
    .with_hierarchy(|column| {
        let chains = [vec!["1", "few", "few", "*"], vec!["2", "few", "few", "*"]];
        Hierarchy::from_chains(column, &chains).unwrap()
    })
    .releasing(&["few", "few", "few"]);
    assert_eq!(case.value(Metric::Distortion), 3.0);
    assert_eq!(case.at_level(2).value(Metric::Distortion), 6.0);
}

#[test]
fn entropy_counts_what_was_rare_in_its_group() {
    let case = Case::new(&[
        ("job", texts(&["cook", "cook", "nurse", "clerk"])),
        ("disease", texts(&["a", "b", "c", "d"])),
    ])
    .with_hierarchy(|column| {
        let chains = [
            vec!["cook", "service", "*"],
            vec!["nurse", "service", "*"],
            vec!["clerk", "office", "*"],
        ];
        Hierarchy::from_chains(column, &chains).unwrap()
    })
    .releasing(&["service", "service", "service", "office"]);
    let bits = 2.0 * (3f64 / 2.0).log2() + 3f64.log2();
    // Fully generalized: one bit for each cook, two for each of the others.
    assert!((case.value(Metric::Entropy) - bits / 6.0).abs() < 1e-12);
}

#[test]
fn classes_that_agree_give_their_values_away() {
    let case = Case::new(&[
        ("zip", texts(&["1", "1", "2", "2", "2", "3", "3"])),
        (
            "disease",
            texts(&["HIV", "Cancer", "Flu", "Flu", "Flu", "Flu", "HIV"]),
        ),
    ]);
    assert_eq!(case.measure().get(Metric::SimilarityAttackRecords), None);
    assert_eq!(case.value(Metric::HomogeneousRecords), 3.0);
    assert_eq!(case.value(Metric::AttributeDisclosures), 1.0);
    let case = case.with_categories(&[&["HIV", "Cancer"], &["Flu"]]);
    assert_eq!(case.value(Metric::SimilarityAttackRecords), 5.0);
    assert_eq!(case.value(Metric::HomogeneousRecords), 3.0);
    assert_eq!(case.value(Metric::AttributeDisclosures), 2.0);
}

#[test]
fn coarser_ages_answer_worse() {
    let rounded = |width: u32| {
        let case = people();
        let ages: Vec<String> = (0..case.table.rows())
            .map(|row| {
                let age: u32 = case.table.columns()[0].text(row).parse().unwrap();
                format!(
                    "{}-{}",
                    age / width * width,
                    age / width * width + width - 1
                )
            })
            .collect();
        let ages: Vec<&str> = ages.iter().map(String::as_str).collect();
        case.releasing(&ages).measure()
    };
    let (fine, coarse) = (rounded(5), rounded(20));
    for metric in [Metric::QueryError, Metric::Entropy, Metric::ClusterChange] {
        assert!(
            0.0 < fine.get(metric).unwrap() && fine.get(metric) < coarse.get(metric),
            "{metric:?}: {:?} {:?}",
            fine.get(metric),
            coarse.get(metric)
        );
    }
}

#[test]
fn numbers_do_not_depend_on_the_threads() {
    let case = people().without(&[5, 9, 77]);
    let alone = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| case.measure());
    assert_eq!(alone, case.measure());
}

#[test]
fn measuring_can_be_stopped() {
    let progress = Progress::default();
    progress.stop();
    assert_eq!(people().try_measure(&progress), Err(Stopped));
}

#[test]
fn squared_errors_are_measured_in_deviations() {
    let ages = ["10", "20", "30", "40"].map(str::to_owned).to_vec();
    let ills = ["a", "b", "a", "b"].map(str::to_owned).to_vec();
    let case = |shown: &[&str]| {
        Case::new(&[("age", ages.clone()), ("ill", ills.clone())]).releasing(shown)
    };
    let of = |case: &Case, metric: Metric| {
        let measured = case.try_measure(&Progress::default()).unwrap();
        measured
            .0
            .iter()
            .find(|(known, _)| *known == metric)
            .map(|&(_, value)| value)
    };
    // The variance is 125, and every cell is 5 away.
    let means = case(&["15", "15", "35", "35"]);
    assert_eq!(of(&means, Metric::Sse), Some(100.0 / 125.0));
    assert_eq!(of(&means, Metric::SseSst), Some(0.2));
    let kept = case(&["10", "20", "30", "40"]);
    assert_eq!(of(&kept, Metric::SseSst), Some(0.0));
    // Left out: known by the mean alone.
    let fewer = case(&["10", "20", "30", "40"]).without(&[3]);
    assert_eq!(of(&fewer, Metric::Sse), Some(225.0 / 125.0));
    let ranges = case(&["10-20", "10-20", "30-40", "30-40"]);
    assert_eq!(of(&ranges, Metric::Sse), None);
}
