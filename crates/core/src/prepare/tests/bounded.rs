//! Statements that would take all memory or time, and sums that would become other numbers.

use super::*;
use std::time::{Duration, Instant};

/// Each asks for gigabytes, by itself or by what it is made of.
const GREEDY: [&str; 19] = [
    "SELECT LPAD(name, 3000000000, 'x') AS n FROM data",
    "SELECT LENGTH(RPAD('x', 2000000000)) AS n FROM data",
    "SELECT LENGTH(LPAD(name, id * 1000000000)) AS n FROM data",
    "SELECT LENGTH(REPLACE(RPAD('', 60000, 'x'), 'x', RPAD('', 60000, 'y'))) AS n FROM data",
    "SELECT LENGTH(REPLACE(REPLACE(REPLACE(RPAD('', 3000), ' ', RPAD('', 300)), ' ', RPAD('', 300)), ' ', RPAD('', 300))) AS n \
     FROM data",
    "SELECT LENGTH(CONCAT(RPAD(name, 50000000), RPAD(name, 50000000))) AS n FROM data",
    "SELECT id FROM data ORDER BY LPAD(name, 1000000000)",
    "SELECT COUNT(*) AS n FROM data GROUP BY LPAD(name, 1000000000)",
    "SELECT MAX(LPAD(name, 1000000000)) AS n FROM data",
    "SELECT id FROM data GROUP BY id HAVING MAX(LPAD(name, 1000000000)) > 'a'",
    "SELECT id, LEFT(n, 3) AS n FROM (SELECT id, LPAD(name, 1000000000) AS n FROM data) t",
    "SELECT CASE WHEN id = 1 THEN LPAD(name, 1000000000) ELSE name END AS n FROM data",
    "SELECT COALESCE(income, LENGTH(LPAD(name, 1000000000))) AS n FROM data",
    "SELECT ARRAY_LENGTH(STRING_TO_ARRAY(LPAD(name, 60000000), '')) AS n FROM data",
    "SELECT ARRAY_TO_STRING(STRING_TO_ARRAY(LPAD(name, 100000), ''), LPAD(name, 100000)) AS n FROM data",
    "SELECT STRING_AGG(LPAD(name, 30000000), ',') AS n FROM data",
    "SELECT UPPER(LPAD(name, 50000000)) AS n FROM data",
    "SELECT data.id FROM data JOIN visits ON LPAD(data.name, 1000000000) = visits.ward",
    "SELECT id FROM data WHERE LPAD(name, 1000000000) IN (SELECT ward FROM visits)",
];

#[test]
fn statements_that_ask_for_gigabytes_are_refused_at_once() {
    let ground = Ground::new();
    let doubled = |each: &str, times: usize| {
        let queries: Vec<String> = (1..=times)
            .map(|at| format!("q{at} AS (SELECT id, {each} AS name FROM q{})", at - 1))
            .collect();
        format!(
            "WITH q0 AS (SELECT id, name FROM data), {} SELECT id FROM q{times}",
            queries.join(", ")
        )
    };
    let mut statements: Vec<String> = GREEDY
        .iter()
        .map(|&statement| statement.to_owned())
        .collect();
    statements.extend([
        doubled("name || name", 40),
        doubled("CONCAT(name, name)", 40),
        doubled("REPLACE(name, '', name)", 10),
    ]);
    for statement in statements {
        let begun = Instant::now();
        let told = ground.refused(sql(&statement));
        let took = begun.elapsed();
        assert!(
            told.contains(" MB")
                && (told.contains("could come to") || told.contains("in one cell")),
            "{statement}: {told}"
        );
        assert!(took < Duration::from_secs(2), "{statement}: {took:?}");
    }
}

/// The same functions as people use them.
#[test]
fn statements_of_people_are_not_refused_for_their_size() {
    let ground = Ground::new();
    for statement in [
        "SELECT LPAD(CAST(id AS VARCHAR), 8, '0') AS id, UPPER(name) AS name FROM data",
        "SELECT REPLACE(REPLACE(REPLACE(name, 'a', 'ae'), 'o', 'oe'), 'u', 'ue') AS name FROM data",
        "SELECT city, STRING_AGG(name, ', ') AS names FROM data GROUP BY city",
        "SELECT city, ARRAY_TO_STRING(ARRAY_AGG(name), ', ') AS names FROM data GROUP BY city",
        "SELECT CONCAT_WS(' ', name, city, CAST(age AS VARCHAR)) AS who FROM data",
        "SELECT id, SUM(age) OVER (ORDER BY id) AS so_far, COUNT(*) OVER (PARTITION BY city) AS n FROM data",
        "SELECT SPLIT_PART(name, 'n', 1) AS a, LEFT(zip, 2) AS b, SUBSTR(zip, 2, 3) AS c, STRPOS(name, 'n') AS d FROM data",
        "SELECT STRFTIME(birth, '%Y-%m') AS m, EXTRACT(year FROM birth) * 100 AS y, birth + INTERVAL '3 days' AS l FROM data",
        "SELECT id FROM data WHERE name LIKE 'A%' OR name IN ('Bob', 'Eve') OR id IN (SELECT id FROM visits)",
        "SELECT d.id, v.n FROM data d LEFT JOIN (SELECT id, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY id) v USING (id)",
        "SELECT SUM(age * age) AS s, AVG(income) AS a, MEDIAN(age) AS m, STDDEV(age) AS d, MAX(birth) AS b FROM data",
        "SELECT CAST(age AS DOUBLE) / 7 AS a, ROUND(income, 1) AS i, age % 10 AS r, age // 10 * 10 AS t, POW(age, 2) AS p FROM data",
        "SELECT SUM(CAST(age > 30 AS INT)) - 5 AS n, ABS(age - 40) AS d, GREATEST(age, 40) AS g FROM data GROUP BY age",
        "SELECT MAX(birth) - MIN(birth) AS span FROM data",
        "SELECT id, LAG(age) OVER (ORDER BY id) AS before, ROW_NUMBER() OVER (ORDER BY id) AS r FROM data",
    ] {
        let prepared = ground.of("people.csv", &[sql(statement)]);
        assert!(prepared.is_ok(), "{statement}: {}", prepared.unwrap_err());
    }
}

/// Numbers whose sums and products leave 64 bits in some rows.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn number(&mut self) -> i64 {
        let bits = [3, 8, 20, 31, 33, 40, 62, 63][self.next(8) as usize];
        let number = (self.0 >> (64 - bits)) as i64;
        if self.next(3) == 0 { -number } else { number }
    }
}

/// What a formula of whole numbers is, as SQL and in numbers that have room.
enum Formula {
    A,
    B,
    Literal(i64),
    Of(Box<Formula>, char, Box<Formula>),
    Abs(Box<Formula>),
    Minus(Box<Formula>),
}

impl Formula {
    fn any(chance: &mut Chance, deep: usize) -> Self {
        let inner = |chance: &mut Chance| Box::new(Self::any(chance, deep - 1));
        match chance.next(if deep == 0 { 4 } else { 9 }) {
            0 | 1 => Self::A,
            2 => Self::B,
            3 => Self::Literal(chance.number().abs() >> 8),
            4 => Self::Abs(inner(chance)),
            5 => Self::Minus(inner(chance)),
            other => {
                let sign = ['+', '-', '*'][other as usize - 6];
                Self::Of(inner(chance), sign, inner(chance))
            }
        }
    }

    fn sql(&self) -> String {
        match self {
            Self::A => "a".to_owned(),
            Self::B => "b".to_owned(),
            Self::Literal(number) => number.to_string(),
            Self::Of(left, sign, right) => format!("({} {sign} {})", left.sql(), right.sql()),
            Self::Abs(of) => format!("ABS({})", of.sql()),
            Self::Minus(of) => format!("(-{})", of.sql()),
        }
    }

    /// `None` where even this room is too little.
    fn of(&self, a: i128, b: i128) -> Option<i128> {
        match self {
            Self::A => Some(a),
            Self::B => Some(b),
            Self::Literal(number) => Some((*number).into()),
            Self::Of(left, sign, right) => {
                let (left, right) = (left.of(a, b)?, right.of(a, b)?);
                match sign {
                    '+' => left.checked_add(right),
                    '-' => left.checked_sub(right),
                    _ => left.checked_mul(right),
                }
            }
            Self::Abs(of) => Some(of.of(a, b)?.abs()),
            Self::Minus(of) => Some(-of.of(a, b)?),
        }
    }
}

#[test]
fn whole_numbers_are_exact_or_refused() {
    let mut chance = Chance(7);
    let (mut exact, mut refused) = (0, 0);
    for _ in 0..120 {
        let ground = Ground::new();
        let rows: Vec<(i64, i64)> = (0..1 + chance.next(6))
            .map(|_| (chance.number(), chance.number() >> chance.next(40)))
            .collect();
        let numbered = rows.iter().enumerate();
        let lines: String = numbered
            .map(|(at, (a, b))| format!("{a},{b},{at}\n"))
            .collect();
        ground.write("people.csv", &format!("a,b,i\n{lines}"));
        let formula = Formula::any(&mut chance, 3);
        let each: Vec<Option<i128>> = rows
            .iter()
            .map(|&(a, b)| formula.of(a.into(), b.into()))
            .collect();
        let whole = |numbers: &[Option<i128>]| -> Option<i128> {
            numbers
                .iter()
                .try_fold(0i128, |sum, number| sum.checked_add((*number)?))
        };
        let text = formula.sql();
        let mut running = Vec::new();
        for upto in 1..=rows.len() {
            running.push(whole(&each[..upto]));
        }
        let expected: [(String, Vec<Option<i128>>); 4] = [
            (format!("SELECT {text} AS x FROM data"), each.clone()),
            (
                format!("SELECT SUM({text}) AS x FROM data"),
                vec![whole(&each)],
            ),
            (
                format!(
                    "SELECT SUM(x) AS x FROM (SELECT a, SUM({text}) AS x FROM data GROUP BY a) t"
                ),
                vec![whole(&each)],
            ),
            (
                format!("SELECT SUM({text}) OVER (ORDER BY i) AS x FROM data"),
                running,
            ),
        ];
        for (statement, expected) in expected {
            match ground.of("people.csv", &[sql(&statement)]) {
                Err(told) => {
                    // Numbers of more digits than a table computes with are texts.
                    let is_known = told.contains("64 bits")
                        || told.contains("does not fit its tables")
                        || told.contains("cannot be read or computed")
                        || told.contains("at one row and not at all")
                        || told.contains("is not understood")
                        || told.contains("is a text");
                    assert!(is_known, "{statement}: {told}\n{lines:?}");
                    refused += 1;
                }
                Ok(prepared) => {
                    let mut found: Vec<Option<i128>> = lines_of(&prepared.table);
                    let mut expected = expected;
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert!(
                        found == expected,
                        "{statement}\n{lines}\n{found:?}\n{expected:?}"
                    );
                    exact += 1;
                }
            }
        }
    }
    assert!(
        exact > 100 && refused > 50,
        "{exact} exact, {refused} refused"
    );
}

fn lines_of(table: &Table) -> Vec<Option<i128>> {
    lines(table)[1..]
        .iter()
        .map(|line| line.parse().ok())
        .collect()
}

/// What is narrower than a table's whole numbers, or wider.
#[test]
fn numbers_of_other_types_are_exact_or_refused() {
    let ground = Ground::new();
    ground.write(
        "people.csv",
        "a,b,d\n100,true,2024-01-31\n120,false,2023-01-31\n7,true,2020-02-29\n",
    );
    for (statement, expected) in [
        (
            "SELECT CAST(a AS TINYINT) + CAST(a AS TINYINT) AS x FROM data",
            Some("14 200 240"),
        ),
        (
            "SELECT CAST(a AS TINYINT) * 3 AS x FROM data",
            Some("21 300 360"),
        ),
        ("SELECT SUM(b) - 5 AS x FROM data", None),
        (
            "SELECT CAST(SUM(b) AS BIGINT) - 5 AS x FROM data",
            Some("-3"),
        ),
        ("SELECT SUM(b) * 3000000000 AS x FROM data", None),
        ("SELECT COUNT(*) - 5 AS x FROM data", Some("-2")),
        (
            "SELECT LENGTH(CAST(a AS VARCHAR)) - 5 AS x FROM data",
            Some("-2 -2 -4"),
        ),
        (
            "SELECT EXTRACT(month FROM d) * 100 AS x FROM data",
            Some("100 100 200"),
        ),
        (
            "SELECT CAST(a AS TINYINT UNSIGNED) - 110 AS x FROM data",
            Some("-10 10 -103"),
        ),
        (
            "SELECT CAST(a AS INT) * 100000000 AS x FROM data",
            Some("10000000000 12000000000 700000000"),
        ),
        (
            "SELECT CAST(a AS SMALLINT) * CAST(a AS SMALLINT) * 30 AS x FROM data",
            Some("1470 300000 432000"),
        ),
        ("SELECT 9223372036854775807 + a AS x FROM data", None),
        ("SELECT a * 9223372036854775807 AS x FROM data", None),
        ("SELECT POW(a, 20) AS x FROM data", None),
        ("SELECT SUM(a * 90000000000000000) AS x FROM data", None),
        (
            "SELECT ARRAY_SUM(ARRAY_AGG(a * 50000000000000000)) AS x FROM data",
            None,
        ),
        ("SELECT TOTAL(a * 90000000000000000) AS x FROM data", None),
    ] {
        match (ground.of("people.csv", &[sql(statement)]), expected) {
            (Ok(prepared), Some(expected)) => {
                let mut found = lines(&prepared.table)[1..].to_vec();
                let mut expected: Vec<String> = expected.split(' ').map(str::to_owned).collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{statement}");
            }
            (Err(told), None) => {
                let is_known = told.contains("64 bits") || told.contains("narrow type");
                assert!(is_known, "{statement}: {told}");
            }
            (Ok(prepared), None) => panic!("{statement}: {:?}", lines(&prepared.table)),
            (Err(told), Some(_)) => panic!("{statement}: {told}"),
        }
    }
}
