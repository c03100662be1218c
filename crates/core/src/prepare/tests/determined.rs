//! Statements whose answer hung on the order in which polars finds its groups, which is another in every run.

use super::*;

/// Forty groups of five rows each, so that everything ties.
fn rows() -> String {
    let rows = (0..200).map(|row| {
        let (group, part) = (row * 7 % 40, row * 31 % 97);
        format!("{row},g{group},{}.{part:02},{}\n", part % 13, part % 5)
    });
    format!("id,g,x,n\n{}", rows.collect::<String>())
}

const STATEMENTS: [&str; 13] = [
    "SELECT g, COUNT(*) AS n FROM data GROUP BY g ORDER BY n DESC LIMIT 3",
    "SELECT g, COUNT(*) AS n FROM data GROUP BY g ORDER BY n DESC LIMIT 3 OFFSET 5",
    "SELECT FIRST(g) AS one, LAST(g) AS other FROM (SELECT g, COUNT(*) AS n FROM data GROUP BY g) t",
    "SELECT SUM(m) AS s, AVG(m) AS a FROM (SELECT g, AVG(x) / 7 AS m FROM data GROUP BY g) t",
    "SELECT ARRAY_TO_STRING(ARRAY_AGG(g), ' ') AS all_of_them FROM (SELECT g FROM data GROUP BY g) t",
    "SELECT STRING_AGG(g, ' ') AS all_of_them FROM (SELECT DISTINCT g FROM data) t",
    "SELECT g, ROW_NUMBER() OVER (ORDER BY n) AS place FROM (SELECT g, COUNT(*) AS n FROM data GROUP BY g) t",
    "SELECT FIRST(g) AS one, SUM(n / 7) AS s FROM (SELECT g, n FROM data UNION SELECT g, n + 1 AS n FROM data) t",
    "SELECT FIRST(g) AS one FROM (SELECT d.g FROM data d FULL JOIN (SELECT g, COUNT(*) AS k FROM data WHERE n = 1 GROUP \
     BY g) k ON d.g = k.g WHERE d.n <> 1) t",
    "WITH t AS (SELECT g, SUM(x) AS s FROM data GROUP BY g HAVING SUM(x) > 1) SELECT LAST(g) AS last, SUM(s / 3) AS s FROM t",
    "SELECT id FROM data WHERE g IN (SELECT g FROM (SELECT g, COUNT(*) AS k FROM data GROUP BY g ORDER BY k LIMIT 4) t)",
    "SELECT n, FIRST(g) AS one FROM (SELECT n, g FROM data GROUP BY n, g) t GROUP BY n ORDER BY n",
    "SELECT g FROM data ORDER BY n LIMIT 7",
];

#[test]
fn a_statement_gives_the_same_every_time() {
    let ground = Ground::new();
    ground.write("people.csv", &rows());
    let mut open = Vec::new();
    for statement in STATEMENTS {
        let first = ground.people(sql(statement));
        let same = (0..5).all(|_| ground.people(sql(statement)) == first);
        if !same {
            open.push(statement);
        }
    }
    assert!(open.is_empty(), "{open:#?}");
}

/// What LIMIT takes of rows that are ordered alike follows from their values, whatever their order in the file.
#[test]
fn limit_takes_the_same_rows_whatever_their_order() {
    let ground = Ground::new();
    let text = rows();
    ground.write("people.csv", &text);
    let statement = "SELECT id, g FROM data ORDER BY n LIMIT 9";
    let prepared = ground.of("people.csv", &[sql(statement)]).unwrap();
    let mut turned: Vec<&str> = text.lines().collect();
    turned[1..].reverse();
    ground.write("people.csv", &turned.join("\n"));
    assert_eq!(ground.people(sql(statement)), lines(&prepared.table));
    assert_eq!(
        prepared.told[0].notes,
        [
            "Where the statement orders rows alike, LIMIT takes them in the order of all their columns."
        ]
    );
}
