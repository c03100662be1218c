//! Chapter 3: sensitivity categories and top-down local recoding.

use super::*;
use crate::worked;
use cloakroom_core::Metric;
use cloakroom_engine::anonymize::{Outcome, anonymize};
use cloakroom_microdata::privacy::Judge;
use cloakroom_microdata::privacy::class::Values;
use cloakroom_microdata::privacy::measure::{weight, weight_unit};
use cloakroom_microdata::profile::lattice::ListedClass;
use cloakroom_papers::similarity;

/// What Tables 3.2, 3.4 and 3.5 promise.
fn p(p: u32) -> Requirement {
    Requirement { p: Some(p), ..k(4) }
}

fn p_plus(p: u32) -> Requirement {
    Requirement {
        p_plus: Some(p),
        ..k(4)
    }
}

fn p_alpha(p: u32, alpha: f64) -> Requirement {
    Requirement {
        p: Some(p),
        alpha: Some(alpha),
        ..k(4)
    }
}

/// Where Table 3.2 stands above Table 3.1: age, country, zip.
const TABLE_3_2: [u32; 3] = [1, 1, 2];

fn table_3_2(requirement: &Requirement) -> bool {
    let profile = sample("thesis-3.1")
        .requiring(requirement.clone())
        .lattice();
    let node = profile.shape().node(&TABLE_3_2);
    profile.status(node, requirement).holds()
}

/// The classes of Table 3.2 whose values are all of one category.
fn of_one_category() -> Vec<ListedClass> {
    let wanted = p_plus(2);
    let example = sample("thesis-3.1").requiring(wanted.clone());
    let profile = example.lattice();
    let judge = Judge::new(&wanted, &example.checked().prepared);
    profile.violating(profile.shape().node(&TABLE_3_2), &judge, 10)
}

/// Twelve patients as a table prints them: age, country, zip and disease, four to a class.
fn printed(classes: [(&str, &str, &str, [&str; 4]); 3]) -> Example {
    let rows = || classes.iter().flat_map(|class| [class; 4]);
    let columns = vec![
        Column::from_texts("Age", rows().map(|class| class.0)).unwrap(),
        Column::from_texts("Country", rows().map(|class| class.1)).unwrap(),
        Column::from_texts("Zip Code", rows().map(|class| class.2)).unwrap(),
    ];
    let diseases = classes.iter().flat_map(|class| class.3);
    let diseases = Column::from_texts("Disease", diseases).unwrap();
    let mut example = made_up(columns, Some(diseases));
    example.settings.categories = sample("thesis-3.1").settings.categories;
    example.requiring(p_alpha(1, 0.0))
}

const ASIANS: (&str, &str, &str, [&str; 4]) = (
    ">40",
    "Asia",
    "130**",
    ["Hepatitis", "Phthisis", "Asthma", "Obesity"],
);

fn table_3_4() -> Example {
    printed([
        (
            "<40",
            "America",
            "1424*",
            ["HIV", "Cancer", "Flu", "Indigestion"],
        ),
        ASIANS,
        ("<40", "America", "1420*", ["HIV", "Cancer", "Flu", "Flu"]),
    ])
}

fn table_3_5() -> Example {
    printed([
        ("<40", "America", "142**", ["HIV", "HIV", "Cancer", "Flu"]),
        ASIANS,
        (
            "<40",
            "America",
            "14***",
            ["Cancer", "Flu", "Flu", "Indigestion"],
        ),
    ])
}

/// What values weigh together.
fn weighs(example: &Example, values: &[&str]) -> f64 {
    let categories = example.categories();
    let paired: Vec<(u32, u32)> = values
        .iter()
        .map(|value| (example.code(value), 1))
        .collect();
    let weight = weight(Values::Paired(&paired), &categories);
    weight as f64 / weight_unit(&categories) as f64
}

fn common(texts: &[String], rows: [usize; 4]) -> usize {
    let first = &texts[rows[0] - 1];
    (0..=first.len())
        .rev()
        .find(|&length| {
            rows.iter()
                .all(|row| texts[row - 1].starts_with(&first[..length]))
        })
        .unwrap()
}

fn picked(texts: &[String], rows: [usize; 4]) -> [&str; 4] {
    rows.map(|row| texts[row - 1].as_str())
}

/// Table 3.6 with the zips raised by so many digits.
fn raised(example: &Example, heights: [usize; 4]) -> Example {
    let zips = example.texts("Zip Code");
    let zips = zips.iter().zip(heights).map(|(zip, height)| {
        let left = zip.len() - height;
        format!("{}{}", &zip[..left], "*".repeat(height))
    });
    let zips = Column::from_texts("Zip Code", zips.collect::<Vec<_>>()).unwrap();
    let diseases = Column::from_texts("Disease", example.texts("Disease")).unwrap();
    let mut other = made_up(vec![zips], Some(diseases));
    other.settings.categories = example.settings.categories.clone();
    other.requiring(example.settings.requirement.clone())
}

/// The least sum of heights at which Table 3.6 keeps what is asked.
fn least_height() -> usize {
    let example = sample("thesis-3.6");
    let all = (0..6usize.pow(4)).map(|code| [0, 1, 2, 3].map(|at| code / 6usize.pow(at) % 6));
    let mut all: Vec<[usize; 4]> = all.collect();
    all.sort_by_key(|heights| heights.iter().sum::<usize>());
    let requirement = &example.settings.requirement;
    let found = all
        .into_iter()
        .find(|&heights| raised(&example, heights).keeps(requirement));
    found.unwrap().iter().sum()
}

fn recoded() -> Vec<String> {
    let example = sample("thesis-3.6");
    example.shown(&example.reach(MethodName::LocalRecoding), "Zip Code")
}

/// The NP-hardness proof's records of one clique of four vertices, beside a vertex that is not in it.
fn gadget() -> Example {
    let mut vertices: [Vec<&str>; 5] = Default::default();
    let mut sensitive = Vec::new();
    for one in 0..4 {
        for other in one + 1..4 {
            for secret in ["1", "0"] {
                for (at, vertex) in vertices.iter_mut().enumerate() {
                    vertex.push(if at == one || at == other { "1" } else { "0" });
                }
                sensitive.push(secret);
            }
        }
    }
    let columns = vertices.iter().enumerate();
    let columns = columns.map(|(at, texts)| Column::from_texts(format!("v{at}"), texts).unwrap());
    let secret = Column::from_texts("secret", sensitive).unwrap();
    let mut example = made_up(columns.collect(), Some(secret));
    let order = [["0"], ["1"]].map(|values| values.map(str::to_owned).to_vec());
    example
        .settings
        .categories
        .insert("secret".to_owned(), order.to_vec());
    example.requiring(Requirement {
        k: Some(12),
        ..p_alpha(2, 6.0)
    })
}

/// What the thesis says it found on its table, in percent of the minimal ones.
fn percent_open(model: usize) -> f64 {
    let example = sample("thesis-3.1");
    let found = similarity(
        &example.dataset,
        &example.settings,
        &example.trees.hierarchies,
        1,
        &Progress::default(),
    )
    .unwrap();
    let thesis = found.models[model].thesis;
    100.0 * f64::from(thesis.open.unwrap()) / f64::from(thesis.minimal.unwrap())
}

worked! {
    e002_t3_2 = "002-T3.2" {
        assert!(table_3_2(&p(2)));
        assert!(!table_3_2(&p(3)));
    }
    e002_t3_2_attack = "002-T3.2-attack" {
        let classes = of_one_category();
        let example = sample("thesis-3.1");
        let categories = example.categories();
        let young = classes.iter().find(|class| class.labels[0] == "<30").unwrap();
        let of = |value: &str| categories.of[example.code(value) as usize];
        assert_eq!([of("HIV"), of("Cancer")], [0, 0]);
        assert!(young.values[0].iter().all(|&(code, _)| categories.of[code as usize] == 0));
    }
    // The text names those who are top secret; those who are not secret are of one category as well.
    e002_t3_2_attack_n = "002-T3.2-attack-n" {
        let classes = of_one_category();
        let records: u32 = classes.iter().map(|class| class.size).sum();
        assert_eq!((classes.len(), records), (2, 8));
    }
    e002_t3_4 = "002-T3.4" {
        assert!(table_3_4().keeps(&p_plus(2)));
        assert!(!table_3_4().keeps(&p_plus(3)));
    }
    e002_t3_4_rec = "002-T3.4-rec" {
        let example = sample("thesis-3.1");
        let (zips, diseases) = (example.texts("Zip Code"), example.texts("Disease"));
        let (first, last) = ([1, 4, 9, 12], [2, 3, 10, 11]);
        assert_eq!([common(&zips, first), common(&zips, last)], [4, 4]);
        assert_eq!(picked(&diseases, first), ["HIV", "Cancer", "Flu", "Indigestion"]);
        assert_eq!(picked(&diseases, last), ["HIV", "Cancer", "Flu", "Flu"]);
    }
    e002_w = "002-w" {
        let example = sample("thesis-3.1");
        let weights = ["HIV", "Phthisis", "Asthma", "Flu"].map(|value| weighs(&example, &[value]));
        assert_eq!(weights, [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
    }
    e002_wa = "002-wA" {
        let values = ["Cancer", "Phthisis", "Asthma", "Flu"];
        assert_eq!(weighs(&sample("thesis-3.1"), &values), 2.0);
    }
    e002_t3_5_tot = "002-T3.5-tot" {
        let example = table_3_5();
        let diseases = example.texts("Disease");
        let totals: Vec<f64> = diseases
            .chunks(4)
            .map(|class| weighs(&example, &class.iter().map(String::as_str).collect::<Vec<_>>()))
            .collect();
        assert_eq!(totals, [1.0, 2.0, 3.0]);
    }
    e002_t3_5_multiset = "002-T3.5-multiset" {
        let sorted = |example: Example| {
            let mut diseases = example.texts("Disease");
            diseases.sort();
            diseases
        };
        assert_eq!(sorted(table_3_5()), sorted(sample("thesis-3.1")));
    }
    e002_t3_5 = "002-T3.5" { assert!(table_3_5().keeps(&p_alpha(3, 1.0))); }
    e002_np = "002-NP" {
        let example = gadget();
        let levels = example.reach(MethodName::Optimal).levels.unwrap();
        assert_eq!(levels, [1, 1, 1, 1, 0]);
        let cells = levels.iter().sum::<u32>() as usize * example.table().rows();
        assert_eq!(cells, 48);
    }
    // Printed as 0.62 %.
    e002_13_21 = "002-13/21" { assert!((percent_open(0) - 61.904_761_904_761_9).abs() < 1e-9); }
    e002_4_30 = "002-4/30" { assert!((percent_open(2) - 13.333_333_333_333_3).abs() < 1e-9); }
    // Which record goes back up is not said: the last that may.
    e002_t3_6c = "002-T3.6c" { assert_eq!(recoded(), ["14248", "14248", "1424*", "1424*"]); }
    // Printed as 14247.
    e002_t3_6a = "002-T3.6a" {
        let all = sample("thesis-3.1");
        let ages = all.texts("Age");
        let row = ages.iter().position(|age| age == "25").unwrap();
        assert_eq!(all.texts("Disease")[row], "Cancer");
        assert_eq!(all.texts("Zip Code")[row], "14249");
        assert_eq!(sample("thesis-3.6").texts("Zip Code")[3], "14249");
    }
    // The text says two: there are four, of two categories.
    e002_t3_6_nsens = "002-T3.6-nsens" {
        let example = sample("thesis-3.6");
        let checked = example.checked();
        let codes = checked.prepared.sensitive[0].column.codes();
        let categories = example.categories();
        let distinct = |of: &dyn Fn(u32) -> u32| {
            codes.iter().map(|&code| of(code)).collect::<std::collections::BTreeSet<u32>>().len()
        };
        assert_eq!(distinct(&|code| code), 4);
        assert_eq!(distinct(&|code| categories.of[code as usize]), 2);
    }
    e002_t3_6_opt = "002-T3.6-opt" {
        let stars: usize = recoded().iter().map(|zip| zip.matches('*').count()).sum();
        assert_eq!([least_height(), stars], [2, 2]);
    }
    e002_t3_6_ratio = "002-T3.6-ratio" {
        let example = sample("thesis-3.6");
        let made = anonymize(&example.checked(), &example.settings, &Progress::default()).unwrap();
        let Outcome::Reached(candidate) = made else {
            panic!("it is reached");
        };
        assert_eq!(candidate.measures.get(Metric::DistortionRatio), Some(0.1));
    }
    // The text has it the other way round.
    e002_alpha_direction = "002-alpha-direction" {
        let table = table_3_5();
        assert!(table.keeps(&p_alpha(3, 1.0)));
        assert!(!table.keeps(&p_alpha(3, 2.0)));
    }
}
