//! Both grouping methods against the definition, and against the optimum where that can be found.

use crate::method::{AnonymizedRatings, RatingsOutcome, RatingsTask, run};
use crate::privacy::{Spread, Target};
use crate::ratings::{NULL, PreparedRatings, apart, distance};
use cloakroom_core::settings::NullPolicy;
use cloakroom_core::{Failure, MethodName, MethodSettings, NullReading, Progress, Random, Scale};

const BOTH: [MethodName; 2] = [MethodName::Clustered, MethodName::MeetingBox];

struct Case {
    survey: PreparedRatings,
    rows: Vec<Vec<u16>>,
    target: Target,
    may_leave_out: usize,
    settings: MethodSettings,
}

impl Case {
    fn new(points: u16, rows: Vec<Vec<u16>>, k: u32, within: u16) -> Self {
        let scale = Scale {
            high: f64::from(points),
            ..Scale::default()
        };
        Self {
            survey: PreparedRatings::from_rows(scale, &rows, Vec::new()),
            rows,
            target: Target {
                k,
                within,
                deviation: 0,
                reading: NullReading::Strict,
            },
            may_leave_out: 0,
            settings: MethodSettings {
                effort: 2,
                ..MethodSettings::default()
            },
        }
    }

    fn outcome(&self, method: MethodName) -> RatingsOutcome {
        let task = RatingsTask {
            survey: &self.survey,
            cells: self.survey.dense().unwrap(),
            target: self.target,
            may_leave_out: self.may_leave_out,
            settings: &self.settings,
        };
        run(method, task, &Progress::default()).unwrap()
    }

    fn reached(&self, method: MethodName) -> AnonymizedRatings {
        match self.outcome(method) {
            RatingsOutcome::Reached(table) => table,
            RatingsOutcome::NotReached(why) => panic!("{} does not reach it: {why}", method.name()),
        }
    }

    fn distortion(&self, cells: &[u16]) -> u64 {
        let r = self.survey.r();
        let own = self.rows.concat();
        let each = own.iter().zip(cells);
        each.map(|(&a, &b)| u64::from(apart(a, b, r))).sum()
    }

    /// By the definition, pair by pair.
    fn is_sound(&self, released: &[Vec<u16>], kept: &[u32]) -> bool {
        let r = self.survey.r();
        kept.iter().all(|&person| {
            let near: Vec<usize> = kept
                .iter()
                .map(|&other| other as usize)
                .filter(|&other| {
                    let far = distance(&released[person as usize], &released[other], r);
                    far <= self.target.within
                })
                .collect();
            near.len() >= self.target.k as usize
                && (self.target.deviation == 0
                    || self.survey.secrets.iter().all(|secret| {
                        let spread = Spread::of(near.iter().map(|&other| secret[other]));
                        let reading = self.target.reading;
                        spread.reaches(&self.survey.scale, reading) >= self.target.deviation
                    }))
        })
    }

    fn assert_sound(&self, table: &AnonymizedRatings) {
        let width = self.rows[0].len();
        let released: Vec<Vec<u16>> = table.cells.chunks(width).map(<[u16]>::to_vec).collect();
        assert_eq!(released.len(), self.rows.len());
        assert!(table.left_out.len() <= self.may_leave_out);
        assert!(table.kept.len() >= self.target.k as usize);
        let mut everybody = [table.kept.clone(), table.left_out.clone()].concat();
        everybody.sort_unstable();
        assert_eq!(everybody, (0..self.rows.len() as u32).collect::<Vec<_>>());
        assert!(table.kept.is_sorted() && table.left_out.is_sorted());
        for &person in &table.left_out {
            assert_eq!(released[person as usize], self.rows[person as usize]);
        }
        let points = self.survey.scale.points();
        for (own, new) in self.rows.concat().iter().zip(&table.cells) {
            assert!(*new < points || *new == NULL);
            match self.settings.nulls {
                NullPolicy::Unrate => {
                    assert!(*own != NULL || *new == NULL, "a rating was invented")
                }
                NullPolicy::Fill => assert!(*own == NULL || *new != NULL, "a rating was removed"),
                NullPolicy::Cheapest => {}
            }
        }
        assert!(
            self.is_sound(&released, &table.kept),
            "the promise is broken"
        );
    }
}

fn random_rows(random: &mut Random, people: usize, width: usize, points: u16) -> Vec<Vec<u16>> {
    let nulls = random.below(3);
    let mut cell = || match random.below(8) < nulls {
        true => NULL,
        false => random.below(usize::from(points)) as u16,
    };
    (0..people)
        .map(|_| (0..width).map(|_| cell()).collect())
        .collect()
}

/// Table I of the paper without its sensitive issue, in points.
fn table_i() -> Vec<Vec<u16>> {
    vec![
        vec![5, 0, NULL],
        vec![2, 5, NULL],
        vec![3, 4, NULL],
        vec![1, 4, NULL],
        vec![0, NULL, 4],
        vec![1, NULL, 4],
    ]
}

#[test]
fn in_the_papers_table_one_person_moves() {
    let case = Case::new(6, table_i(), 2, 1);
    let table = case.reached(MethodName::MeetingBox);
    case.assert_sound(&table);
    assert_eq!(case.distortion(&table.cells), 4);
    assert_eq!(table.cells[3..], case.rows.concat()[3..]);
}

#[test]
fn a_table_that_keeps_the_promise_stays_as_it_is() {
    let case = Case::new(6, vec![vec![0, 1], vec![1, 1], vec![2, 1]], 2, 1);
    for method in BOTH {
        assert_eq!(case.distortion(&case.reached(method).cells), 0);
    }
}

#[test]
fn who_breaks_the_promise_may_be_left_out() {
    let mut case = Case::new(6, table_i(), 2, 1);
    case.may_leave_out = 1;
    for method in BOTH {
        let table = case.reached(method);
        case.assert_sound(&table);
        assert_eq!(table.left_out, [0]);
        assert_eq!(case.distortion(&table.cells), 0);
    }
}

#[test]
fn a_hub_serves_people_who_are_far_apart() {
    // Around the middle person all are close, though the outer two are not close to each other.
    let case = Case::new(6, vec![vec![0], vec![2], vec![4]], 2, 2);
    let table = case.reached(MethodName::MeetingBox);
    assert_eq!(case.distortion(&table.cells), 0);
}

#[test]
fn random_tables_are_sound_under_every_policy() {
    let mut random = Random::new(11, 0);
    for round in 0..400 {
        let people = 3 + random.below(40);
        let points = 2 + random.below(6) as u16;
        let width = 1 + random.below(5);
        let rows = random_rows(&mut random, people, width, points);
        let k = 2 + random.below(4.min(people - 1)) as u32;
        let within = random.below(usize::from(points)) as u16;
        let mut case = Case::new(points, rows, k, within);
        case.settings.nulls = NullPolicy::ALL[round % 3];
        case.settings.seed = round as u64;
        case.may_leave_out = [0, 0, 2, people][random.below(4)];
        for method in BOTH {
            case.assert_sound(&case.reached(method));
        }
    }
}

#[test]
fn random_tables_reach_deviations_or_say_that_they_cannot() {
    let mut random = Random::new(12, 0);
    let (mut reached, mut refused) = (0, 0);
    for round in 0..200 {
        let people = 4 + random.below(25);
        let rows = random_rows(&mut random, people, 3, 5);
        let mut case = Case::new(5, rows, 1 + random.below(4) as u32, 1);
        let secret = (0..people).map(|_| random.below(5) as u16).collect();
        case.survey.sensitive = vec!["pay".to_owned()];
        case.survey.secrets = vec![secret];
        case.target.deviation = [500_000, 1_000_000, 1_300_000][round % 3];
        case.settings.nulls = NullPolicy::ALL[random.below(3)];
        case.may_leave_out = [0, 3][random.below(2)];
        for method in BOTH {
            match case.outcome(method) {
                RatingsOutcome::Reached(table) => {
                    case.assert_sound(&table);
                    reached += 1;
                }
                RatingsOutcome::NotReached(why) => {
                    assert!(why.contains("standard deviation"));
                    refused += 1;
                }
            }
        }
    }
    assert!(
        reached > 100 && refused > 10,
        "{reached} reached, {refused} refused"
    );
}

/// Whether some table costs less than `bound`: everybody takes every row in turn.
fn is_beaten(case: &Case, bound: u64) -> bool {
    let width = case.rows[0].len();
    let mut options: Vec<Vec<u16>> = vec![Vec::new()];
    for _ in 0..width {
        let longer = options.iter().flat_map(|option| {
            let points = (0..case.survey.scale.points()).chain([NULL]);
            points.map(|point| [option.clone(), vec![point]].concat())
        });
        options = longer.collect();
    }
    let r = case.survey.r();
    let priced: Vec<Vec<(u64, &Vec<u16>)>> = case
        .rows
        .iter()
        .map(|own| {
            let price = |option: &Vec<u16>| -> u64 {
                let each = own.iter().zip(option);
                each.map(|(&a, &b)| u64::from(apart(a, b, r))).sum()
            };
            let mut priced: Vec<_> = options
                .iter()
                .map(|option| (price(option), option))
                .collect();
            priced.sort();
            priced
        })
        .collect();
    fn search(
        case: &Case,
        priced: &[Vec<(u64, &Vec<u16>)>],
        chosen: &mut Vec<Vec<u16>>,
        left: u64,
    ) -> bool {
        let person = chosen.len();
        if person == priced.len() {
            let everybody: Vec<u32> = (0..person as u32).collect();
            return case.is_sound(chosen, &everybody);
        }
        for &(price, option) in &priced[person] {
            if price >= left {
                return false;
            }
            chosen.push(option.clone());
            let found = search(case, priced, chosen, left - price);
            chosen.pop();
            if found {
                return true;
            }
        }
        false
    }
    search(case, &priced, &mut Vec::new(), bound)
}

#[test]
fn nine_in_ten_tiny_tables_are_solved_at_the_least_cost() {
    let mut random = Random::new(13, 0);
    let (mut optimal, mut cases) = (0, 0);
    while cases < 150 {
        let people = 3 + random.below(3);
        let points = 2 + random.below(3) as u16;
        let width = 1 + random.below(2);
        let rows = random_rows(&mut random, people, width, points);
        let k = 2 + random.below(2) as u32;
        let within = random.below(usize::from(points.min(3))) as u16;
        let case = Case::new(points, rows, k, within);
        let everybody: Vec<u32> = (0..people as u32).collect();
        if case.is_sound(&case.rows, &everybody) {
            continue;
        }
        cases += 1;
        let table = case.reached(MethodName::MeetingBox);
        case.assert_sound(&table);
        optimal += usize::from(!is_beaten(&case, case.distortion(&table.cells)));
    }
    println!("{optimal} of {cases} at the least cost");
    assert!(optimal * 10 > cases * 9, "{optimal} of {cases}");
}

#[test]
fn the_same_seed_gives_the_same_table_with_any_number_of_threads() {
    let mut random = Random::new(14, 0);
    let case = Case::new(6, random_rows(&mut random, 300, 6, 6), 4, 1);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap()
            .install(|| case.reached(MethodName::MeetingBox))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn a_stopped_search_ends() {
    let mut random = Random::new(15, 0);
    let case = Case::new(6, random_rows(&mut random, 50, 6, 6), 4, 1);
    let progress = Progress::default();
    progress.stop();
    let task = RatingsTask {
        survey: &case.survey,
        cells: case.survey.dense().unwrap(),
        target: case.target,
        may_leave_out: 0,
        settings: &case.settings,
    };
    for method in BOTH {
        let ended = run(method, task, &progress);
        assert!(matches!(ended, Err(Failure::Stopped(_))));
    }
}
