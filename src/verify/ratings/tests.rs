use crate::model::certificate::{
    CERTIFICATE_EDITION, Certificate, CertifiedRatings, CertifiedRoles, Measured, ReleasedFile,
};
use crate::model::kind::Kind;
use crate::model::load_options::Layout;
use crate::model::method::MethodName;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::ratings::Scale;
use crate::model::requirement::{Diversity, NullReading, Requirement, millionths};
use crate::model::settings::ReleaseFormat;
use crate::model::verdict::{Amount, RequirementVerdict};
use crate::verify::{VerifyAnswer, hash_of, verify};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A release on the disk that may be spoiled before it is verified.
struct Release {
    text: String,
    certificate: Certificate,
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

impl Release {
    /// Columns with names that begin with `s` are sensitive.
    fn new(text: &str, layout: Layout, scale: Scale, issues: &[&str], people: usize) -> Self {
        let (sensitive, quasi): (Vec<&str>, Vec<&str>) = issues
            .iter()
            .copied()
            .partition(|issue| issue.starts_with('s'));
        let columns = text.lines().next().unwrap_or_default().split(',');
        Self {
            text: text.to_owned(),
            certificate: Certificate {
                certificate: CERTIFICATE_EDITION,
                tool: "test".into(),
                kind: Kind::Ratings,
                release: ReleasedFile {
                    file: "release.csv".into(),
                    format: ReleaseFormat::Csv,
                    sha256: String::new(),
                    records: people,
                    columns: columns.map(str::to_owned).collect(),
                },
                roles: CertifiedRoles {
                    quasi: names(&quasi),
                    sensitive: names(&sensitive),
                    ..CertifiedRoles::default()
                },
                requirement: Requirement::default(),
                sensitive: Vec::new(),
                ratings: Some(CertifiedRatings::new(layout, scale, people)),
                transactions: None,
                degree: None,
                method: MethodName::None,
                measured: Measured {
                    k: 0,
                    classes: 1,
                    left_out: 0,
                    reached: BTreeMap::new(),
                },
                metrics: BTreeMap::new(),
                rows_shuffled: false,
                formulas_escaped: false,
                report_sha256: None,
            },
        }
    }

    fn verify_as_told(&self) -> Result<VerifyAnswer, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.csv");
        std::fs::write(&path, &self.text).unwrap();
        let mut certificate = self.certificate.clone();
        if certificate.release.sha256.is_empty() {
            certificate.release.sha256 = hash_of(&path, &Pulse::default()).unwrap();
        }
        let json = serde_json::to_string(&certificate).unwrap();
        std::fs::write(folder.path().join("certificate.json"), json).unwrap();
        verify(folder.path(), &Pulse::default())
    }

    fn verify(&self) -> VerifyAnswer {
        self.verify_as_told().unwrap()
    }

    fn refused(&self) -> String {
        self.verify_as_told().unwrap_err().to_string()
    }

    fn faults(&self) -> String {
        let answer = self.verify();
        assert!(!answer.check.satisfied);
        answer.faults.join("; ")
    }
}

fn scale(low: f64, high: f64, step: f64) -> Scale {
    Scale { low, high, step }
}

/// The thesis's table of six people: three issues and a sensitive one, on 1 to 7.
const THESIS: &str = "a,b,c,s\n3,6,,6\n2,5,,1\n4,7,,1\n5,6,,1\n1,,5,1\n2,,6,5\n";

fn thesis() -> Release {
    let seven = scale(1.0, 7.0, 1.0);
    let mut release = Release::new(THESIS, Layout::Wide, seven, &["a", "b", "c", "s"], 6);
    release.certificate.requirement = Requirement {
        k: Some(2),
        epsilon: Some(1.0),
        ..Requirement::default()
    };
    release.certificate.measured.k = 2;
    release.certificate.measured.classes = 2;
    release
}

fn verdict<'a>(answer: &'a VerifyAnswer, name: &str) -> &'a RequirementVerdict {
    let mut verdicts = answer.check.requirements.iter();
    verdicts.find(|verdict| verdict.name == name).unwrap()
}

#[test]
fn an_epsilon_as_wide_as_the_scale_promises_nothing() {
    let mut release = thesis();
    assert_eq!(release.verify().notes, Vec::<String>::new());
    release.certificate.requirement.epsilon = Some(7.0);
    release.certificate.measured.k = 6;
    let answer = release.verify();
    assert!(answer.check.satisfied, "{:?}", answer.faults);
    assert_eq!(answer.notes.len(), 1);
    assert!(answer.notes[0].contains("promises nothing"));
}

#[test]
fn a_table_by_hand() {
    let mut release = thesis();
    let answer = release.verify();
    assert_eq!(answer.faults, Vec::<String>::new());
    assert!(answer.check.satisfied);
    assert_eq!(
        (answer.check.kind, answer.check.records),
        (Kind::Ratings, 6)
    );
    assert_eq!(verdict(&answer, "k").reached, Some(Amount::Count(2)));
    assert_eq!(
        verdict(&answer, "epsilon").reached,
        Some(Amount::Number(1.0))
    );
    // The fourth has the third close by, and both rated the sensitive issue 1.
    release.certificate.requirement.l_sd = Some(2.0);
    let answer = release.verify();
    assert!(!answer.check.satisfied);
    assert_eq!(answer.check.violating_rows, [3]);
    let deviation = verdict(&answer, "l_sd");
    assert_eq!(
        (deviation.reached, deviation.violations),
        (Some(Amount::Number(0.0)), 1)
    );
    assert_eq!(verdict(&answer, "epsilon").reached, None);
    // Within 2 the first four are close to each other, and the sensitive ratings of the last two are 4 apart.
    release.certificate.requirement.epsilon = Some(2.5);
    let answer = release.verify();
    assert!(answer.check.satisfied, "{answer:?}");
    assert_eq!(verdict(&answer, "l_sd").reached, Some(Amount::Number(2.0)));
    assert_eq!(
        verdict(&answer, "epsilon").reached,
        Some(Amount::Number(2.0))
    );
    release.certificate.requirement.k = Some(3);
    let answer = release.verify();
    assert_eq!(answer.check.violating_rows, [4, 5]);
    // From r on, the unrated is close to everything.
    release.certificate.requirement.epsilon = Some(7.0);
    release.certificate.measured.k = 6;
    let answer = release.verify();
    assert!(answer.check.satisfied, "{answer:?}");
    assert_eq!(
        verdict(&answer, "epsilon").reached,
        Some(Amount::Number(7.0))
    );
}

#[test]
fn what_is_left_out_must_be_allowed() {
    let mut release = thesis();
    release.certificate.measured.left_out = 1;
    let answer = release.verify();
    assert!(!answer.check.satisfied && !verdict(&answer, "suppression").satisfied);
    release.certificate.requirement.suppression = 0.15;
    assert!(release.verify().check.satisfied);
}

#[test]
fn what_was_changed_afterwards_is_noticed() {
    type Spoil = fn(&mut Release);
    let told: [(Spoil, &str); 14] = [
        (
            |r| r.certificate.release.sha256 = "ab".into(),
            "its SHA-256 differs",
        ),
        (
            |r| r.text = r.text.replace("4,7", "4,8"),
            "row 3 of \"b\" holds no rating",
        ),
        (
            |r| r.text = r.text.replace("4,7", "4,6.5"),
            "row 3 of \"b\" holds no rating",
        ),
        (
            |r| r.text = r.text.replace("4,7", "4,x"),
            "row 3 of \"b\" holds no rating",
        ),
        (
            |r| r.text = r.text.replace("6,5", "6,0"),
            "row 6 of \"s\" holds no rating",
        ),
        (
            |r| r.text = r.text.replace("a,b", "a,d"),
            "\"b\" is not in the release",
        ),
        (
            |r| r.text.push_str("2,5,,1\n"),
            "holds 7 people where the certificate says 6",
        ),
        (
            |r| r.certificate.release.records = 7,
            "speaks of 6 people and of 7 records",
        ),
        (
            |r| r.certificate.ratings.as_mut().unwrap().people = 7,
            "speaks of 7 people and of 6 records",
        ),
        (
            |r| r.certificate.measured.k = 3,
            "somebody has 2 people close by",
        ),
        (
            |r| r.certificate.measured.classes = 3,
            "rated 2 different sets",
        ),
        (
            |r| {
                r.certificate.measured.reached.insert("epsilon".into(), 0.0);
            },
            "reached of epsilon is not what the release reaches",
        ),
        (
            |r| r.certificate.roles.identifier = names(&["c"]),
            "gives \"c\" two roles",
        ),
        (
            |r| {
                r.certificate.requirement.l_sd = Some(0.0);
                r.certificate.roles.insensitive =
                    std::mem::take(&mut r.certificate.roles.sensitive);
            },
            "promises something about sensitive issues and names none",
        ),
    ];
    for (spoil, expected) in told {
        let mut release = thesis();
        spoil(&mut release);
        let faults = release.faults();
        assert!(faults.contains(expected), "{expected}: {faults}");
    }
    let mut release = thesis();
    release.text = release.text.replace("4,7", "3,2");
    let answer = release.verify();
    assert!(!answer.check.satisfied);
    assert_eq!(answer.check.violating_rows, [2, 3]);
}

#[test]
fn a_certificate_that_promises_nothing_is_none() {
    type Spoil = fn(&mut Certificate);
    let told: [(Spoil, &str); 12] = [
        (
            |c| c.requirement.k = None,
            "promises nothing that can be verified",
        ),
        (|c| c.requirement.k = Some(0), "out of its range"),
        (|c| c.requirement.epsilon = Some(-1.0), "out of its range"),
        (|c| c.requirement.l_sd = Some(-0.5), "out of its range"),
        (
            |c| c.roles.quasi.clear(),
            "promises nothing that can be verified",
        ),
        (
            |c| c.requirement.p = Some(2),
            "promises something about classes",
        ),
        (
            |c| {
                c.requirement.l = Diversity {
                    distinct: Some(2),
                    ..Diversity::default()
                }
            },
            "promises something about classes",
        ),
        (
            |c| c.ratings = None,
            "does not say how its ratings are to be read",
        ),
        (
            |c| c.ratings.as_mut().unwrap().layout = Layout::Basket,
            "expected wide or long",
        ),
        (
            |c| c.ratings.as_mut().unwrap().scale = [1.0, 7.0, 0.0],
            "scale is none",
        ),
        (
            |c| c.ratings.as_mut().unwrap().scale = [1.0, 7.0, 4.0],
            "scale is none",
        ),
        (
            |c| c.ratings.as_mut().unwrap().people = usize::MAX,
            "more people than",
        ),
    ];
    for (spoil, expected) in told {
        let mut release = thesis();
        spoil(&mut release.certificate);
        let why = release.refused();
        assert!(why.contains(expected), "{expected}: {why}");
    }
    let mut release = thesis();
    release.certificate.kind = Kind::Microdata;
    assert!(
        release
            .refused()
            .contains("and the release is called microdata")
    );
    release.certificate.ratings = None;
    assert!(
        release
            .refused()
            .contains("and the release is called microdata")
    );
}

/// Two people with two ratings each, two without any.
fn long() -> Release {
    let text = "who,what,stars\n1,x,0.5\n2,y,3\n1,y,2.5\n2,x,1\n1,s,5\n";
    let halves = scale(0.5, 5.0, 0.5);
    let mut release = Release::new(text, Layout::Long, halves, &["x", "y", "z", "s"], 4);
    release.certificate.requirement = Requirement {
        k: Some(2),
        epsilon: Some(0.5),
        ..Requirement::default()
    };
    release.certificate.measured.k = 2;
    release.certificate.measured.classes = 2;
    release
}

#[test]
fn people_who_rated_nothing_are_alike() {
    let mut release = long();
    let answer = release.verify();
    assert_eq!(answer.faults, Vec::<String>::new());
    assert!(answer.check.satisfied && answer.check.records == 4);
    let described = release.certificate.ratings.as_mut().unwrap();
    described.people = 3;
    release.certificate.release.records = 3;
    let answer = release.verify();
    assert_eq!(answer.check.violating_rows, [2]);
    release.certificate.requirement.epsilon = Some(0.0);
    assert_eq!(release.verify().check.violating_rows, [0, 1, 2]);
}

#[test]
fn rows_that_do_not_add_up_are_noticed() {
    for (old, new, expected) in [
        ("2,x,1", "2,x,", "row 4 has no rating"),
        ("2,x,1", "2,x,0", "row 4 of \"stars\" holds no rating"),
        ("2,x,1", "2,y,1", "somebody rates an issue twice"),
        ("2,x,1", "1,s,1", "somebody rates an issue twice"),
        ("2,x,1", "2,w,1", "a released issue has no role"),
        ("2,x,1", "2,,1", "a released issue has no role"),
        ("2,x,1", "5,x,1", "numbers from 1 to 4"),
        ("2,x,1", "02,x,1", "numbers from 1 to 4"),
        ("2,x,1", "0,x,1", "numbers from 1 to 4"),
        ("2,x,1", ",x,1", "numbers from 1 to 4"),
        ("who,", "user,", "not those that the certificate lists"),
    ] {
        let mut release = long();
        release.text = release.text.replacen(old, new, 1);
        let faults = release.faults();
        assert!(faults.contains(expected), "{expected}: {faults}");
    }
    let mut release = long();
    release.text = release
        .text
        .replace('\n', ",1\n")
        .replace("stars,1", "stars,more");
    let faults = release.faults();
    assert!(faults.contains("other columns than a person"), "{faults}");
}

/// Rows of four issues and a sensitive one, in points of the scale.
type Rows = Vec<([Option<u16>; 4], Option<u16>)>;

fn rows() -> impl Strategy<Value = Rows> {
    let cell = || prop::option::weighted(0.8, 0..5u16);
    // Few patterns of what is rated, so that there is somebody close by.
    let row = (
        any::<[bool; 2]>(),
        (cell(), cell(), 0..5u16, 0..5u16),
        cell(),
    );
    let row = row.prop_map(|(flags, (a, b, c, d), secret)| {
        let kept = |flag: bool, point: Option<u16>| point.filter(|_| flag);
        (
            [kept(flags[0], a), b, kept(flags[1], Some(c)), Some(d)],
            secret,
        )
    });
    prop::collection::vec(row, 1..60)
}

/// Everything by looking at everybody, in fractions of whole numbers.
fn by_brute_force(rows: &Rows, within: u16, reading: NullReading, r: u16) -> Vec<(u64, u64)> {
    let apart = |a: Option<u16>, b: Option<u16>| match (a, b) {
        (Some(a), Some(b)) => a.abs_diff(b),
        (None, None) => 0,
        _ => r,
    };
    rows.iter()
        .map(|(own, _)| {
            let close: Vec<Option<u16>> = rows
                .iter()
                .filter(|(row, _)| own.iter().zip(row).all(|(&a, &b)| apart(a, b) <= within))
                .map(|&(_, secret)| secret)
                .collect();
            (close.len() as u64, deviation(&close, reading))
        })
        .collect()
}

/// The largest l in millionths by trying: values are 1 + point / 2, doubled here.
fn deviation(close: &[Option<u16>], reading: NullReading) -> u64 {
    let known: Vec<i128> = close.iter().flatten().map(|&p| i128::from(p) + 2).collect();
    let (n, all) = (known.len() as i128, close.len() as i128);
    if n == 0 {
        return 0;
    }
    let sum: i128 = known.iter().sum();
    // n² Σ (v − m)², every term as n v − Σ v.
    let mut squares: i128 = known.iter().map(|v| (n * v - sum) * (n * v - sum)).sum();
    if reading == NullReading::Zero {
        squares += (all - n) * sum * sum;
    }
    let divisor = if reading == NullReading::Nonnull {
        n
    } else {
        all
    };
    let holds = |l: i128| 4 * l * l * divisor * n * n <= squares * 1_000_000_000_000;
    let (mut low, mut high) = (0i128, 10_000_000);
    while low < high {
        let middle = (low + high + 1) / 2;
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low as u64
}

fn written(rows: &Rows, layout: Layout) -> String {
    let halves = scale(1.0, 3.0, 0.5);
    let text = |point: Option<u16>| point.map_or(String::new(), |point| halves.text(point));
    let mut lines = Vec::new();
    if layout == Layout::Wide {
        lines.push("a,b,c,d,s".to_owned());
        for (row, secret) in rows {
            let cells: Vec<String> = row.iter().chain([secret]).map(|&cell| text(cell)).collect();
            lines.push(cells.join(","));
        }
    } else {
        lines.push("p,i,v".to_owned());
        // From the last issue to the first: the order of rows says nothing.
        for (at, issue) in ["a", "b", "c", "d", "s"].iter().enumerate().rev() {
            for (person, (row, secret)) in rows.iter().enumerate() {
                let cell = *row.iter().chain([secret]).nth(at).unwrap();
                if cell.is_some() {
                    lines.push(format!("{},{issue},{}", person + 1, text(cell)));
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_verdict_is_that_of_looking_at_everybody(
        rows in rows(),
        k in prop::option::weighted(0.8, 1..6u32),
        l in prop::option::weighted(0.5, 0..120u32),
        steps in 0..7u16,
        reading in prop::sample::select(NullReading::ALL.to_vec()),
        long in any::<bool>(),
    ) {
        prop_assume!(k.is_some() || l.is_some());
        let l = l.map(|l| f64::from(l) / 100.0);
        let layout = if long { Layout::Long } else { Layout::Wide };
        let text = written(&rows, layout);
        let halves = scale(1.0, 3.0, 0.5);
        let mut release = Release::new(&text, layout, halves, &["a", "b", "c", "d", "s"], rows.len());
        release.certificate.requirement = Requirement {
            k,
            l_sd: l,
            epsilon: Some(f64::from(steps) * 0.5 + 0.2),
            sd_nulls: reading,
            ..Requirement::default()
        };
        let breaks = |&(people, deviation): &(u64, u64)| {
            people < u64::from(k.unwrap_or(1)) || deviation < l.map_or(0, millionths)
        };
        let found = by_brute_force(&rows, steps, reading, 5);
        let fewest = found.iter().map(|one| one.0).min().unwrap();
        let mut patterns: Vec<[bool; 4]> =
            rows.iter().map(|row| row.0.map(|cell| cell.is_some())).collect();
        patterns.sort_unstable();
        patterns.dedup();
        release.certificate.measured.k = fewest as u32;
        release.certificate.measured.classes = patterns.len();
        let answer = release.verify();
        prop_assert_eq!(&answer.faults, &Vec::<String>::new());
        let violating: Vec<u32> = (0..).zip(&found).filter(|one| breaks(one.1)).map(|one| one.0).collect();
        prop_assert_eq!(answer.check.satisfied, violating.is_empty());
        prop_assert_eq!(&answer.check.violating_rows, &violating);
        if k.is_some() {
            prop_assert_eq!(verdict(&answer, "k").reached, Some(Amount::Count(fewest)));
        }
        if l.is_some() {
            let least = found.iter().map(|one| one.1).min().unwrap();
            let reached = verdict(&answer, "l_sd").reached;
            prop_assert_eq!(reached, Some(Amount::Number(least as f64 / 1e6)));
        }
        let least = (0..=steps.min(5)).find(|&within| {
            !by_brute_force(&rows, within, reading, 5).iter().any(breaks)
        });
        let least = least.map(|steps| Amount::Number(halves.distance(steps)));
        prop_assert_eq!(verdict(&answer, "epsilon").reached, least);
    }
}
