//! The checker of ratings against looking at everybody.

use crate::declaration::{Declaration, Format, Kind, Layout, RatingsForm, Roles};
use crate::measure::{Found, Room, measure};
use crate::problem::Failure;
use crate::requirement::{Diversity, NullReading, Requirement, millionths};
use crate::scale::Scale;
use crate::value::Equality;
use crate::verdict::{Amount, Verdict};
use crate::watch::Unwatched;
use proptest::prelude::*;

/// A released file with its declaration, either of which may be spoiled.
struct Release {
    text: String,
    declared: Declaration,
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

impl Release {
    /// Columns with names that begin with `s` are sensitive.
    fn new(text: &str, layout: Layout, scale: Scale, issues: &[&str]) -> Self {
        let (sensitive, quasi): (Vec<&str>, Vec<&str>) = issues
            .iter()
            .copied()
            .partition(|issue| issue.starts_with('s'));
        Self {
            text: text.to_owned(),
            declared: Declaration {
                tool: "cloakroom 0.1.0".into(),
                kind: Kind::Ratings,
                file: "release.csv".into(),
                format: Format::Csv,
                roles: Roles {
                    quasi: names(&quasi),
                    sensitive: names(&sensitive),
                    ..Roles::default()
                },
                requirement: Requirement::default(),
                sensitive: Vec::new(),
                ratings: Some(RatingsForm {
                    layout,
                    scale: Some(scale.into()),
                }),
                transactions: None,
                method: "none".into(),
                recipient: None,
                degree: None,
                rows_shuffled: false,
                formulas_escaped: false,
                equal: Equality::default(),
                confirmed: std::collections::BTreeMap::new(),
                ranges: Default::default(),
                earlier: Default::default(),
                counts: Default::default(),
                codes: Default::default(),
            },
        }
    }

    fn measured(&self) -> Result<Found, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.csv");
        std::fs::write(&path, &self.text).unwrap();
        measure(&path, &self.declared, Room(1 << 28), &Unwatched)
    }

    fn found(&self) -> Found {
        self.measured().unwrap()
    }

    fn refused(&self) -> String {
        self.measured().unwrap_err().to_string()
    }

    fn faults(&self) -> String {
        self.found().faults.join("; ")
    }
}

fn holds(found: &Found) -> bool {
    found.faults.is_empty() && found.verdicts.iter().all(|verdict| verdict.satisfied)
}

fn scale(low: f64, high: f64, step: f64) -> Scale {
    Scale { low, high, step }
}

/// The thesis's table of six people: three issues and a sensitive one, on 1 to 7.
const THESIS: &str = "a,b,c,s\n3,6,,6\n2,5,,1\n4,7,,1\n5,6,,1\n1,,5,1\n2,,6,5\n";

fn thesis() -> Release {
    let seven = scale(1.0, 7.0, 1.0);
    let mut release = Release::new(THESIS, Layout::Wide, seven, &["a", "b", "c", "s"]);
    release.declared.requirement = Requirement {
        k: Some(2),
        epsilon: Some(1.0),
        ..Requirement::default()
    };
    release
}

fn verdict<'a>(answer: &'a Found, name: &str) -> &'a Verdict {
    let mut verdicts = answer.verdicts.iter();
    verdicts.find(|verdict| verdict.name == name).unwrap()
}

#[test]
fn an_epsilon_as_wide_as_the_scale_promises_nothing() {
    let mut release = thesis();
    assert_eq!(release.found().empty, Vec::<String>::new());
    release.declared.requirement.epsilon = Some(7.0);
    let answer = release.found();
    assert!(holds(&answer), "{:?}", answer.faults);
    assert_eq!(answer.empty.len(), 1);
    assert!(answer.empty[0].contains("next to nothing"));
}

#[test]
fn an_epsilon_as_wide_as_what_is_shown_promises_nothing() {
    let of = |table: &'static str, scale, epsilon: f64| {
        let mut release = Release::new(table, Layout::Wide, scale, &["a", "b", "s"]);
        release.declared.requirement = Requirement {
            k: Some(2),
            epsilon: Some(epsilon),
            ..Requirement::default()
        };
        let found = release.found();
        assert!(holds(&found), "{:?}", found.faults);
        found.empty
    };
    let narrow = "a,b,s\n1,90,1\n5,94,99\n2,91,1\n3,90,2\n";
    let hundred = scale(1.0, 100.0, 1.0);
    let told = of(narrow, hundred, 4.0);
    assert!(
        told[0].contains("within epsilon = 4 of each other"),
        "{told:?}"
    );
    // One issue on which people are farther apart is enough, and sensitive ones are not compared.
    assert_eq!(
        of("a,b,s\n1,90,1\n5,96,99\n2,93,1\n3,92,2\n", hundred, 4.0),
        [""; 0]
    );
    // Where all are the same, nothing is hidden behind the distance.
    assert_eq!(
        of("a,b,s\n1,9,1\n1,9,9\n1,9,1\n1,9,2\n", hundred, 4.0),
        [""; 0]
    );
}

#[test]
fn a_table_by_hand() {
    let mut release = thesis();
    let answer = release.found();
    assert_eq!(answer.faults, Vec::<String>::new());
    assert!(holds(&answer));
    assert_eq!((answer.figures.records, answer.figures.k), (6, 2));
    assert_eq!(answer.figures.classes, 2);
    assert_eq!(verdict(&answer, "k").reached, Some(Amount::Count(2)));
    assert_eq!(
        verdict(&answer, "epsilon").reached,
        Some(Amount::Number(1.0))
    );
    // The fourth has the third close by, and both rated the sensitive issue 1.
    release.declared.requirement.l_sd = Some(2.0);
    let answer = release.found();
    assert!(!holds(&answer));
    assert_eq!(answer.violating_rows, [3]);
    let deviation = verdict(&answer, "l_sd");
    assert_eq!(
        (deviation.reached, deviation.violations),
        (Some(Amount::Number(0.0)), 1)
    );
    assert_eq!(verdict(&answer, "epsilon").reached, None);
    // Within 2 the first four are close to each other, and the sensitive ratings of the last two are 4 apart.
    release.declared.requirement.epsilon = Some(2.5);
    let answer = release.found();
    assert!(holds(&answer), "{answer:?}");
    assert_eq!(verdict(&answer, "l_sd").reached, Some(Amount::Number(2.0)));
    assert_eq!(
        verdict(&answer, "epsilon").reached,
        Some(Amount::Number(2.0))
    );
    release.declared.requirement.k = Some(3);
    let answer = release.found();
    assert_eq!(answer.violating_rows, [4, 5]);
    // From r on, the unrated is close to everything.
    release.declared.requirement.epsilon = Some(7.0);
    let answer = release.found();
    assert!(holds(&answer), "{answer:?}");
    assert_eq!(
        verdict(&answer, "epsilon").reached,
        Some(Amount::Number(7.0))
    );
}

#[test]
fn what_was_changed_afterwards_is_noticed() {
    type Spoil = fn(&mut Release);
    let told: [(Spoil, &str); 7] = [
        (
            |r| r.text = r.text.replace("4,7", "4,8"),
            "a rating of person 3 is not on the scale",
        ),
        (
            |r| r.text = r.text.replace("4,7", "4,6.5"),
            "a rating of person 3 is not on the scale",
        ),
        (
            |r| r.text = r.text.replace("4,7", "4,x"),
            "a rating of person 3 is not on the scale",
        ),
        (
            |r| r.text = r.text.replace("6,5", "6,0"),
            "a rating of person 6 is not on the scale",
        ),
        (
            |r| r.text = r.text.replace("a,b", "a,d"),
            "\"b\" is not in the release",
        ),
        (
            |r| r.declared.roles.identifier = names(&["c"]),
            "gives \"c\" two roles",
        ),
        (
            |r| {
                r.declared.requirement.l_sd = Some(0.0);
                r.declared.roles.insensitive = std::mem::take(&mut r.declared.roles.sensitive);
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
    let answer = release.found();
    assert!(!holds(&answer));
    assert_eq!(answer.violating_rows, [2, 3]);
}

#[test]
fn a_certificate_that_promises_nothing_is_none() {
    type Spoil = fn(&mut Declaration);
    let told: [(Spoil, &str); 11] = [
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
            |c| c.ratings.as_mut().unwrap().scale = Some([1.0, 7.0, 0.0]),
            "scale is none",
        ),
        (
            |c| c.ratings.as_mut().unwrap().scale = Some([1.0, 7.0, 4.0]),
            "scale is none",
        ),
    ];
    for (spoil, expected) in told {
        let mut release = thesis();
        spoil(&mut release.declared);
        let why = release.refused();
        assert!(why.contains(expected), "{expected}: {why}");
    }
    let mut release = thesis();
    release.declared.kind = Kind::Microdata;
    assert!(
        release
            .refused()
            .contains("and the release is called microdata")
    );
    release.declared.ratings = None;
    assert!(
        release
            .refused()
            .contains("and the release is called microdata")
    );
}

/// Two people with two ratings each.
fn long() -> Release {
    let text = "who,what,stars\n1,x,0.5\n2,y,3\n1,y,2.5\n2,x,1\n1,s,5\n";
    let halves = scale(0.5, 5.0, 0.5);
    let mut release = Release::new(text, Layout::Long, halves, &["x", "y", "s"]);
    release.declared.requirement = Requirement {
        k: Some(2),
        epsilon: Some(0.5),
        ..Requirement::default()
    };
    release
}

#[test]
fn a_row_per_rating() {
    let mut release = long();
    let found = release.found();
    assert_eq!(found.faults, Vec::<String>::new());
    assert!(holds(&found) && found.figures.records == 2);
    release.declared.requirement.epsilon = Some(0.0);
    assert_eq!(release.found().violating_rows, [0, 1]);
}

/// Without a declared scale, that of the ratings that are shown counts, and the unrated is close to nothing.
#[test]
fn a_scale_that_nobody_declared() {
    let mut release = long();
    release.declared.ratings.as_mut().unwrap().scale = None;
    let found = release.found();
    assert_eq!(found.figures.scale, Some([0.5, 5.0, 0.5]));
    assert!(holds(&found));
    let mut release = thesis();
    release.text = "a,b,c,s\n3,,,1\n,3,,1\n".into();
    release.declared.ratings.as_mut().unwrap().scale = None;
    release.declared.requirement.epsilon = Some(6.0);
    let found = release.found();
    assert_eq!(found.figures.k, 1);
    release.declared.ratings.as_mut().unwrap().scale = Some([3.0, 3.0, 1.0]);
    release.text = "a,b,c,s\n3,,,3\n,3,,3\n".into();
    assert_eq!(release.found().figures.k, 2);
}

#[test]
fn what_is_nowhere_shown_is_not_named() {
    let mut release = long();
    release.declared.roles.quasi = names(&["x", "y", "z"]);
    assert!(release.faults().contains("\"z\", which is nowhere shown"));
    release.declared.roles.quasi = names(&["y", "x"]);
    assert!(release.faults().contains("not in the order of their names"));
}

#[test]
fn a_claim_of_many_people_takes_no_memory() {
    let mut release = long();
    release.text = "who,what,stars\n1,x,0.5\n4000000000,x,0.5\n".into();
    release.declared.roles.quasi = names(&["x"]);
    assert!(release.faults().contains("without a gap"));
    release.declared.roles.sensitive = (0..100_000).map(|at| format!("s{at}")).collect();
    release.text = (1..200).fold("who,what,stars\n".to_owned(), |text, at| {
        text + &format!("{at},x,0.5\n")
    });
    assert!(release.refused().contains("memory"));
}

#[test]
fn rows_that_do_not_add_up_are_noticed() {
    for (old, new, expected) in [
        ("2,x,1", "2,x,", "row 4 has no rating"),
        ("2,x,1", "2,x,0", "a rating of person 2 is not on the scale"),
        ("2,x,1", "2,y,1", "somebody rates an issue twice"),
        ("2,x,1", "1,s,1", "somebody rates an issue twice"),
        ("2,x,1", "2,w,1", "a released issue has no role"),
        ("2,x,1", "2,,1", "a released issue has no role"),
        ("2,x,1", "5,x,1", "without a gap"),
        ("2,x,1", "02,x,1", "the number of a person"),
        ("2,x,1", "0,x,1", "the number of a person"),
        ("2,x,1", ",x,1", "the number of a person"),
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
    let why = release.refused();
    assert!(why.contains("other columns than a person"), "{why}");
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
    let value = |point: u16| halves.low + f64::from(point) * halves.step;
    let text = |point: Option<u16>| point.map_or(String::new(), |point| value(point).to_string());
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
        reading in prop::sample::select(vec![NullReading::Strict, NullReading::Zero, NullReading::Nonnull]),
        long in any::<bool>(),
    ) {
        prop_assume!(k.is_some() || l.is_some());
        let l = l.map(|l| f64::from(l) / 100.0);
        let layout = if long { Layout::Long } else { Layout::Wide };
        let text = written(&rows, layout);
        let halves = scale(1.0, 3.0, 0.5);
        let is_shown = |at: usize| !long || rows.iter().any(|(row, _)| row[at].is_some());
        let issues = ["a", "b", "c", "d"].into_iter().enumerate();
        let shown = issues.filter(|&(at, _)| is_shown(at)).map(|(_, name)| name);
        let names: Vec<&str> = shown.chain(["s"]).collect();
        let mut release = Release::new(&text, layout, halves, &names);
        release.declared.requirement = Requirement {
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
        let answer = release.found();
        prop_assert_eq!(&answer.faults, &Vec::<String>::new());
        prop_assert_eq!(answer.figures.k, fewest);
        prop_assert_eq!(answer.figures.classes, patterns.len() as u64);
        let mut close = std::collections::BTreeMap::new();
        for (people, _) in &found {
            *close.entry(*people).or_insert(0) += 1;
        }
        prop_assert_eq!(&answer.figures.sizes, &close);
        let violating: Vec<u64> = (0..).zip(&found).filter(|one| breaks(one.1)).map(|one| one.0).collect();
        prop_assert_eq!(holds(&answer), violating.is_empty());
        prop_assert_eq!(&answer.violating_rows, &violating);
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
