//! Tables that are prepared before roles: every step, statements, and what is refused of them. Keys are drawn anew in every
//! house, so that what is made with them is not among these.

use super::{baskets, people};
use crate::case::Case;

const VISITS: &str = "name,day,cost\nP001,2024-01-03,10\nP001,2024-01-09,20.5\nP002,2024-02-01,5\n";
const GROUPS: &str =
    "disease,kind\nflu,mild\ncold,mild\nasthma,lasting\nulcer,lasting\ncancer,grave\nHIV,grave\n";

/// Name and lines of the step.
const STEPS: [(&str, &str); 14] = [
    ("keep", "keep = \"age > 30 AND sex IS NOT NULL\""),
    ("drop", "drop = ['visits']"),
    ("rename", "rename = { visits = 'stays' }"),
    (
        "formula",
        "derive = 'old'\nformula = \"CASE WHEN age > 60 THEN 'yes' ELSE 'no' END\"",
    ),
    ("year", "derive = 'year'\nyear_of = 'admitted'"),
    (
        "age",
        "derive = 'since'\nage_from = 'admitted'\nat = '2030-01-01'",
    ),
    ("bands", "derive = 'band'\nbands_of = 'age'\nwidth = 20"),
    ("cuts", "derive = 'band'\nbands_of = 'age'\ncuts = [40, 65]"),
    ("part", "derive = 'area'\npart_of = 'zip'\nletters = 2"),
    (
        "joined",
        "derive = 'who'\njoined = ['sex', 'job']\nseparator = '/'",
    ),
    (
        "map",
        "map = 'diagnosis'\nfile = 'groups.csv'\ninto = 'kind'\nunmapped = 'missing'",
    ),
    (
        "group",
        "group = ['sex', 'job']\ntake = { n = 'count', oldest = { max = 'age' }, seen = { list = 'diagnosis' } }",
    ),
    ("sample", "sample = 0.5\nseed = 3"),
    (
        "sql",
        "sql = \"SELECT d.* FROM data d CROSS JOIN (SELECT AVG(age) AS mean FROM data) m WHERE d.age < m.mean\"",
    ),
];

/// Steps that are refused.
const REFUSED: [(&str, &str); 13] = [
    ("unknown-key", "keeep = 'x'"),
    ("two-things", "keep = 'x'\ndrop = ['age']"),
    ("unknown-column", "keep = 'height > 3'"),
    ("no-rows", "keep = 'age > 900'"),
    ("no-date", "derive = 'x'\nyear_of = 'job'"),
    ("no-number", "derive = 'x'\nbands_of = 'job'\nwidth = 5"),
    ("unmapped", "map = 'job'\nfile = 'groups.csv'"),
    ("multiplies", "join = 'visits'\non = ['name']"),
    ("one-name", "rename = { age = 'zip' }"),
    ("no-sql", "sql = 'SELEKT'"),
    ("no-table", "sql = 'SELECT * FROM stays'"),
    ("a-file", "sql = \"SELECT * FROM read_csv('people.csv')\""),
    ("no-key", "pseudonyms = { name = 'key.txt' }"),
];

pub fn cases() -> Vec<Case> {
    let from = people()
        .renamed("prepared")
        .file("visits.csv", VISITS)
        .file("groups.csv", GROUPS)
        .with("prepare", "tables = { visits = 'visits.csv' }");
    let step = |name: &str, lines: &str| from.named(name).with("[prepare.steps]", lines);
    let look = |case: Case| {
        case.run("prepare recipe.toml --out table.csv")
            .run("prepare recipe.toml --json")
    };
    let mut cases: Vec<Case> = STEPS
        .iter()
        .map(|(name, lines)| look(step(name, lines)))
        .collect();
    cases.extend(
        REFUSED
            .iter()
            .map(|(name, lines)| step(name, lines).run("prepare recipe.toml")),
    );
    let joined = "sql = \"SELECT d.*, v.n FROM data d LEFT JOIN (SELECT name, COUNT(*) AS n FROM visits GROUP BY name) v \
                  USING (name)\"\n[[prepare.steps]]\ndrop = ['visits']\n[[prepare.steps]]\nrename = { n = 'visits' }\n\
                  [[prepare.steps]]\nkeep = 'age > 25'\noff = true";
    let several = step("several", joined).and("roles", "confirmed = ['visits']");
    cases.push(several.release().run("verify out --json"));
    cases.push(several.named("check").run("check recipe.toml --json"));
    let batches = step("batches", STEPS[0].1).and("data", "batches = true");
    cases.push(batches.run("check recipe.toml"));
    let of_baskets = baskets().renamed("prepared/baskets");
    cases.push(
        of_baskets
            .with("[prepare.steps]", "keep = 'x'")
            .run("check recipe.toml"),
    );
    cases.push(
        people()
            .renamed("prepared/nothing")
            .run("prepare recipe.toml"),
    );
    cases
}
