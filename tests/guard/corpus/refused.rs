//! Recipes and command lines that are refused, or that cannot be reached: each with its sentence.

use super::{baskets, bodies, people, rows, stars, survey};
use crate::case::Case;
use crate::data;

/// Beside what the recipe says: name, table and lines.
const RECORDS_BESIDE: &str = "\
data-key | data | pth = 'x'
data-kind | data | delimiter = ''
data-delimiter | data | delimiter = 7
data-encoding | data | encoding = 'utf-16'
data-header | data | header = 'yes'
data-nulls | data | nulls = 'NA'
data-nulls-inside | data | nulls = ['NA', 9]
data-layout | data | layout = 'deep'
data-layout-of-others | data | layout = 'wide'
data-scale | data | scale = [5, 1]
data-fold | data | fold = { letters = false }
data-fold-truth | data | fold = { numbers = 1 }
data-batches | data | batches = 'all'
roles-key | roles | quasy = ['age']
roles-others | roles | others = 'sensitive'
roles-twice | roles | undecided = ['age']
roles-unknown | roles | undecided = ['street']
roles-private-items | roles | private_items = ['x']
roles-confirmed-unknown | roles | confirmed = ['street']
roles-confirmed-quasi | roles | confirmed = { age = 'why not' }
roles-confirmed-number | roles | confirmed = { visits = 3 }
table | releese |
categories-unknown | categories.street | order = [['a']]
categories-key | categories.diagnosis | sort = []
require-key | require | kk = 2
require-epsilon | require | epsilon = 1
require-m | require | m = 2
require-duplicates | require | duplicates = true
require-suppression | require | suppression = 1.5
require-suppression-fine | require | suppression = 0.00000001
require-l | require | l = 2
require-l-empty | require | l = {}
require-l-key | require | l = { distnct = 2 }
require-l-entropy | require | l = { entropy = 0.5 }
require-l-recursive | require | l = { recursive = [2.0] }
require-l-recursive-open | require | l = { recursive = [2.0, '?'] }
require-p | require | p = 0
require-p-plus | require | p_plus = -1
require-alpha | require | alpha = -0.5
require-t | require | t = 2
require-beta | require | beta = -1
require-open | require | p = '?'
require-column | require.street | distance = 'equal'
require-column-quasi | require.age | distance = 'equal'
require-distance | require.diagnosis | distance = 'far'
require-distance-key | require.diagnosis | nearness = 'far'
purposes-unknown | purposes | study = { most = 'street', least = 'age' }
purposes-half | purposes | study = { most = 'age' }
purposes-twice | purposes | study = { most = 'age', least = 'age' }
purposes-key | purposes | study = { most = 'age', least = 'sex', mid = [] }
recipients-key | [recipients] | name = 'a' & trust = 1 & rank = 2
recipients-trust | [recipients] | name = 'a' & trust = 3
recipients-half | [recipients] | name = 'a'
recipients-twice | [recipients] | name = 'a' & trust = 1 & [[recipients]] & name = 'a' & trust = 0
recipients-purpose | [recipients] | name = 'a' & trust = 1 & purpose = 'fun'
method-key | method | speed = 3
method-seed | method | seed = -1
method-metric | method | metric = 'beauty'
method-levels-of-others | method | levels = { age = 1 }
method-effort-of-others | method | effort = 1
method-nulls-of-others | method | nulls = 'fill'
method-gamma-of-others | method | gamma = 1
method-exclusive-of-others | method | exclusive = true
method-trust-of-others | method | trust = 0.5
method-class | method | class = 'street'
method-engine | method | engine = 'steam'
release-key | release | shufle = true
release-format | release | format = 'docx'
release-shuffle | release | shuffle = 1
release-ranges | release | ranges = 'wide'
report-key | report | author = 'me'
report-empty | report | title = ' '
report-date | report | review_date = 'soon'
report-public | report | public = 'yes'
";

/// Instead of what the recipe says.
const RECORDS_INSTEAD: &str = "\
data-no-path | data | kind = 'microdata'
data-unknown-kind | data | path = 'people.csv' & kind = 'people'
data-no-file | data | path = 'nobody.csv'
data-folder | data | path = '.'
data-other-kind | data | path = 'people.csv' & kind = 'ratings'
data-baskets | data | path = 'people.csv' & kind = 'transactions'
roles-none | roles |
roles-no-quasi | roles | sensitive = ['diagnosis'] & others = 'insensitive'
roles-number | roles | quasi = ['age', 3]
roles-misspelt | roles | quasi = ['agee'] & others = 'insensitive'
roles-same-name | roles | quasi = ['age', ' age'] & others = 'insensitive'
roles-name-told | roles | quasi = ['age'] & others = 'insensitive'
hierarchies-unknown | hierarchies | street = { mask = 2 }
categories-missing | categories.diagnosis |
categories-empty | categories.diagnosis | order = [['HIV'], []]
categories-flat | categories.diagnosis | order = ['HIV']
require-nothing | require |
require-share-alone | require | suppression = 0.1
require-k-none | require | k = 0
require-k-text | require | k = 'three'
require-k-decimal | require | k = 2.5
require-k-large | require | k = 99999999999
require-k-beyond | require | k = 121
require-p-beyond | require | k = 2 & p = 7
require-l-beyond | require | l = { distinct = 9 }
require-entropy-beyond | require | l = { entropy = 6.5 }
require-recursive-beyond | require | l = { recursive = [0.1, 3] }
require-recursive-l-beyond | require | l = { recursive = [2.0, 9] }
require-p-plus-beyond | require | p_plus = 4
require-alpha-beyond | require | alpha = 99
require-all-the-same | require | k = 3 & t = 0
require-hierarchy-distance | require | t = 0.3 & [require.diagnosis] & distance = 'hierarchy'
require-ordered-distance | require | t = 0.3 & [require.diagnosis] & distance = 'ordered'
method-unknown | method | name = 'beauty'
method-number | method | name = 3
method-of-ratings | method | name = 'greedy'
method-of-baskets | method | name = 'aa'
levels-unknown | method | name = 'levels' & levels = { street = 1 }
levels-sensitive | method | name = 'levels' & levels = { diagnosis = 1 }
levels-too-high | method | name = 'levels' & levels = { age = 9 }
levels-flat | method | name = 'levels' & levels = 2
levels-too-low | method | name = 'levels' & levels = { age = 1 }
mdav-missing | method | name = 'mdav'
decomposition-both | method | name = 'decomposition' & trust = 0.2 & degree = 0.3
decomposition-trust | method | name = 'decomposition' & trust = 2
decomposition-purpose | method | name = 'decomposition' & purpose = 'fun'
decomposition-projection | method | name = 'decomposition' & projection = 'cubic'
decomposition-curve | method | name = 'decomposition' & projection = [[1, 0], [0, 1]]
decomposition-beta | method | name = 'decomposition' & beta = 0.5
decomposition-weights | method | name = 'decomposition' & weights = 'heavy'
";

/// Beside what the recipe says: name, table and lines.
const RATINGS_BESIDE: &str = "\
scale-flat | data | round = 1
not-issues-unknown | data | not_issues = ['street']
others | roles | others = 'insensitive'
confirmed | roles | confirmed = ['food']
insensitive | roles | insensitive = ['food']
twice | roles | undecided = ['income']
undecided | roles | undecided = ['books']
p | require | p = 2
t | require | t = 0.2
beta | require | beta = 1
m | require | m = 2
column | require.income | distance = 'equal'
nulls-without-l | require | sd_nulls = 'zero'
sql | release | sql = true
ranges | release | ranges = 'round'
hierarchy | hierarchies | street = { mask = 2 }
effort | method | effort = 2
categories | categories.street | order = [['1']]
";

/// Instead of what the recipe says.
const RATINGS_INSTEAD: &str = "\
unknown-column | roles | identifier = ['persn']
all-sensitive | roles | identifier = ['person'] & sensitive = ['food', 'sport', 'music', 'travel', 'books', 'income']
no-sensitive | roles | identifier = ['person'] & sensitive = []
no-epsilon | require | k = 2
no-k | require | epsilon = 1
nothing | require |
wide-epsilon | require | k = 2 & epsilon = 4
negative-epsilon | require | k = 2 & epsilon = -1
k-beyond | require | k = 61 & epsilon = 1
l-beyond | require | k = 2 & epsilon = 1 & l_sd = 9
l-reading | require | k = 2 & epsilon = 1 & l_sd = 1 & sd_nulls = 'none'
layout | data | path = 'survey.csv' & kind = 'ratings' & layout = 'basket'
long | data | path = 'survey.csv' & kind = 'ratings' & layout = 'long'
columns | data | path = 'survey.csv' & kind = 'ratings' & columns = ['person', 'food']
no-scale | data | path = 'survey.csv' & kind = 'ratings' & scale = [1, 1]
long-scale | data | path = 'survey.csv' & kind = 'ratings' & scale = [1, 2, 3, 4]
step | data | path = 'survey.csv' & kind = 'ratings' & scale = [1, 5, 0.3]
method | method | name = 'mondrian'
keep-means | method | name = 'greedy' & keep_means = true
nulls | method | name = 'greedy' & nulls = 'guess'
";

/// Beside what the recipe says: name, table and lines.
const BASKETS_BESIDE: &str = "\
quasi | roles | quasi = ['item']
others | roles | others = 'insensitive'
confirmed | roles | confirmed = ['ale']
private-unknown | roles | private_items = ['gold']
suppression | require | suppression = 0.1
t | require | t = 0.1
beta | require | beta = 1
p-alone | require | p = 2
h-with-m | require | p = 2 & h = 0.5
sql | release | sql = true
ranges | release | ranges = 'round'
column | require.items | distance = 'equal'
separator | data | separator = ''
";

/// Instead of what the recipe says.
const BASKETS_INSTEAD: &str = "\
no-k | require | m = 2
k-alone | require | k = 2
m-text | require | k = 2 & m = 'all'
m-none | require | k = 2 & m = 0
k-beyond | require | k = 81 & m = 1
h-without-p | require | k = 2 & h = 0.5
h-without-items | require | k = 2 & p = 1 & h = 0.5
h-beyond | require | k = 2 & p = 1 & h = 1.5
duplicates-text | require | k = 2 & duplicates = 'yes'
layout | data | path = 'baskets.dat' & kind = 'transactions' & layout = 'wide'
long | data | path = 'baskets.dat' & kind = 'transactions' & layout = 'long'
list | data | path = 'baskets.dat' & kind = 'transactions' & layout = 'list' & column = 'items'
method | method | name = 'optimal'
taxonomy-missing | hierarchies | items = { tree = 'nothing.csv' }
taxonomy-rule | hierarchies | items = { mask = 2 }
taxonomy-fan | hierarchies | items = { fan = 1 }
taxonomy-of-others | hierarchies | age = { fan = 3 }
";

/// Names and lines under `[hierarchies]`.
const HIERARCHIES: &str = "\
number | age = 5
empty-path | age = ''
no-rule | age = {}
unknown-rule | age = { blur = 2 }
two-rules | age = { order = [2], fan = 3 }
missing-file | job = 'nothing.csv'
missing-tree | job = { tree = 'nothing.csv' }
intervals-of-text | job = { intervals = [5] }
intervals-falling | age = { intervals = [10, 5] }
intervals-uneven | age = { intervals = [5, 12] }
intervals-none | age = { intervals = [] }
intervals-negative | age = { intervals = [-5] }
intervals-text | age = { intervals = ['five'] }
intervals-key | age = { intervals = [5], width = 3 }
intervals-ends | age = { intervals = [5], low = 60, high = 20 }
order-falling | age = { order = [4, 2] }
order-one | age = { order = [1] }
balanced-rising | age = { balanced = [2, 8] }
frequency-falling | age = { frequency = [10, 5] }
fan-one | age = { fan = 1 }
cuts-of-another-type | age = { cuts = [['x']] }
cuts-flat | age = { cuts = [18] }
cuts-not-nested | age = { cuts = [[20, 40], [30]] }
mask-none | zip = { mask = 0 }
mask-side | zip = { mask = 2, from = 'top' }
mask-pad | zip = { mask = 2, pad = 'ab' }
mask-length | zip = { mask = 2, length = 3 }
mask-key | zip = { mask = 2, depth = 3 }
dates-of-text | job = { dates = ['year'] }
dates-unit | admitted = { dates = ['week'] }
dates-falling | admitted = { dates = ['year', 'month'] }
chains-uneven | sex = { chains = [['f', '*'], ['m', 'x', '*']] }
chains-tops | sex = { chains = [['f', 'a'], ['m', 'b']] }
chains-lacking | sex = { chains = [['f', '*']] }
chains-twice | sex = { chains = [['f', 'a', '*'], ['f', 'b', '*'], ['m', 'a', '*']] }
chains-two-parents | sex = { chains = [['f', 'a', 'b', '*'], ['m', 'a', 'c', '*']] }
chains-flat | sex = { chains = ['f', '*'] }
";

/// Names and words.
const COMMAND_LINES: &str = "\
unknown-command | frobnicate
misspelt-command | chek recipe.toml
check-nothing | check
check-two | check a b
release-no-out | release recipe.toml
release-unknown-flag | release recipe.toml --out out --fast
verify-nothing | verify
pool-one | pool a
pool-nowhere | pool a b
sample-no-folder | sample hospital
sample-unknown | sample castle s
open-missing | open nothing.csv
open-unknown-sample | open --sample castle
open-nothing | open
experiment-nothing | experiment
experiment-unknown | experiment gravity recipe.toml
flag-of-nobody | --json
";

/// Names, and what `sweep` is asked for.
const SWEEPS: &str = "\
nothing |
no-values | --vary k
empty-values | --vary k=
unknown | --vary speed=1..2
words | --vary k=a..b
backwards | --vary k=9..2
no-step | --vary k=2..9:0
part | --vary k=2.5
many | --vary k=1..999999
long-step | --vary t=0.1..0.5
beyond-one | --vary suppression=1.5
below-one | --vary l.entropy=0.5
infinite | --vary k=inf
large | --vary k=9999999999
twice | --vary k=2 --vary k=3
of-others | --vary epsilon=1..2
method-of-others | --vary k=2..3 --methods greedy
unknown-method | --vary k=2..3 --methods beauty
trust | --vary trust=0..1:0.5
trust-and-degree | --vary trust=0,1 --vary degree=0,1 --methods decomposition
both-forms | --vary k=2..3 --json --csv
points | --vary k=1..200 --vary p=1..200
";

pub fn cases() -> Vec<Case> {
    [
        recipes_of_records(),
        recipes_of_ratings(),
        recipes_of_transactions(),
        texts(),
        hierarchies(),
        sweeps(),
        requests(),
        command_lines(),
        places(),
    ]
    .concat()
}

/// Both commands that most people begin with.
fn asked(case: &Case) -> Case {
    case.run("check recipe.toml")
        .run("release recipe.toml --out out")
}

/// A table of the recipe with other lines instead of its own.
fn instead(base: &Case, list: &'static str) -> Vec<Case> {
    let case = |([name, table], lines): ([&str; 2], String)| {
        asked(&base.named(&format!("refused/{name}")).with(table, &lines))
    };
    rows(list).map(case).collect()
}

/// A table of the recipe with other lines beside its own.
fn beside(base: &Case, list: &'static str) -> Vec<Case> {
    let case = |([name, table], lines): ([&str; 2], String)| {
        asked(&base.named(&format!("refused/{name}")).and(table, &lines))
    };
    rows(list).map(case).collect()
}

fn recipes_of_records() -> Vec<Case> {
    let mut cases = beside(&people(), RECORDS_BESIDE);
    cases.extend(instead(&people(), RECORDS_INSTEAD));
    let categories = people()
        .without("categories.diagnosis")
        .with("require", "k = 2\np_plus = 2");
    let no_sensitive = people()
        .but("sensitive = ['diagnosis']\n", "")
        .without("categories.diagnosis");
    let purpose = people().with(
        "method",
        "name = 'decomposition'\npurpose = 'study'\ntrust = 0.4",
    );
    cases.extend([
        asked(&categories.named("refused/no-categories")),
        asked(
            &categories
                .named("refused/half-categories")
                .with("categories.diagnosis", "order = [['HIV'], ['flu']]"),
        ),
        asked(
            &categories
                .named("refused/two-categories")
                .with("categories.diagnosis", "order = [['HIV'], ['HIV']]"),
        ),
        asked(
            &no_sensitive
                .named("refused/no-sensitive")
                .with("require", "k = 2\np = 2")
                .but("['grade', 'visits']", "['grade', 'visits', 'diagnosis']"),
        ),
        asked(
            &purpose
                .named("refused/purpose-of-no-quasi")
                .with("purposes", "study = { most = 'age', least = 'visits' }"),
        ),
        asked(
            &people()
                .named("refused/t-by-data")
                .with("hierarchies", "diagnosis = { fan = 2 }")
                .with("require", "k = 2\nt = 0.5\nsuppression = 0.1"),
        ),
        asked(&people().named("refused/two-doubts").with(
            "roles",
            "quasi = ['age']\nsensitive = ['diagnosis']\nothers = 'insensitive'",
        )),
    ]);
    cases
}

fn recipes_of_ratings() -> Vec<Case> {
    let mut cases = beside(&survey(), RATINGS_BESIDE);
    cases.extend(instead(&survey(), RATINGS_INSTEAD));
    let l = survey().with("require", "k = 2\nepsilon = 1\nl_sd = 0.4");
    cases.push(asked(
        &l.named("refused/l-of-nothing")
            .with("roles", "identifier = ['person']"),
    ));
    cases.push(asked(
        &stars().named("refused/columns").but("'film'", "'movie'"),
    ));
    cases.push(asked(&stars().named("refused/issue").but("Diva", "Devil")));
    cases.push(asked(
        &stars()
            .named("refused/scale")
            .but("[0.5, 5, 0.5]", "[1, 5]"),
    ));
    cases
}

fn recipes_of_transactions() -> Vec<Case> {
    let mut cases = beside(&baskets(), BASKETS_BESIDE);
    cases.extend(instead(&baskets(), BASKETS_INSTEAD));
    let tree = |name: &str, text: &str| {
        asked(
            &baskets()
                .named(&format!("refused/tree-{name}"))
                .file("taxonomy.csv", text),
        )
    };
    let all_private = baskets()
        .file("baskets.dat", "ale\nale\nale\n")
        .with("roles", "private_items = ['ale']")
        .with("require", "k = 2\np = 1\nh = 0.5");
    cases.extend([
        tree("empty", ""),
        tree("lacking", "ale;alcohol\nbeer;alcohol\n"),
        tree("cycle", &(data::TAXONOMY.to_owned() + "all;food\n")),
        tree("two-parents", &(data::TAXONOMY.to_owned() + "ale;food\n")),
        tree("two-roots", &data::TAXONOMY.replace("drink;all\n", "")),
        tree(
            "inner-item",
            &data::TAXONOMY.replace("ale;alcohol", "ale;alcohol\npale;ale"),
        ),
        tree("not-pairs", "ale,alcohol\n"),
        asked(&all_private.named("refused/all-private")),
    ]);
    cases
}

/// What is no recipe at all.
fn texts() -> Vec<Case> {
    let text = |name: &str, text: &[u8]| {
        let case = people()
            .named(&format!("refused/text-{name}"))
            .file("recipe.toml", text);
        case.run("check recipe.toml")
            .run("solve recipe.toml")
            .run("release recipe.toml --out out")
    };
    vec![
        text("empty", b""),
        text("open", b"[data"),
        text("no-data", b"[roles]\nquasi = ['age']\n"),
        text("no-table", b"data = 3\n"),
        text(
            "twice",
            b"[data]\npath = 'people.csv'\n[data]\npath = 'people.csv'\n",
        ),
        text(
            "key-twice",
            b"[data]\npath = 'people.csv'\npath = 'people.csv'\n",
        ),
        text("latin", b"[data]\npath = 'caf\xe9.csv'\n"),
        text("no-toml", b"PK\x03\x04\x00\x00"),
        text(
            "roles-flat",
            b"roles = ['age']\n[data]\npath = 'people.csv'\n",
        ),
        text(
            "recipients-flat",
            b"recipients = 1\n[data]\npath = 'people.csv'\n",
        ),
        people()
            .named("refused/text-missing")
            .run("check nothing.toml")
            .run("check .")
            .run("release nothing.toml --out out"),
    ]
}

fn hierarchies() -> Vec<Case> {
    let mut cases = Vec::new();
    for ([name], lines) in rows(HIERARCHIES) {
        cases.push(asked(
            &people()
                .named(&format!("refused/hierarchy-{name}"))
                .with("hierarchies", &lines),
        ));
    }
    for (name, text) in [
        ("empty", ""),
        ("lacking", "nurse;service;*\ncook;service;*\n"),
        ("short-line", "nurse;service;*\ncook;*\n"),
        ("two-tops", "nurse;service;*\ncook;service;all\n"),
        ("two-parents", "nurse;a;b;*\ncook;a;c;*\n"),
        ("twice", "nurse;a;*\nnurse;b;*\n"),
        ("gap", "nurse;;*\ncook;a;*\n"),
        ("quote", "\"nurse;a;*\n"),
        (
            "ranges-of-amnesia",
            "range\nname x\nheight 2\n\n0,5 has 1 2\n",
        ),
        (
            "odd-line-of-amnesia",
            "distinct\nname x\n\na has nurse cook\nnonsense\n",
        ),
        ("zero-bytes", "nurse\0;a;*\n"),
    ] {
        cases.push(asked(
            &people()
                .named(&format!("refused/hierarchy-file-{name}"))
                .file("jobs.csv", text),
        ));
    }
    cases
}

fn sweeps() -> Vec<Case> {
    let case = |([name], words): ([&str; 1], String)| {
        let case = people().named(&format!("refused/sweep-{name}"));
        case.run(&format!("sweep recipe.toml {words}"))
    };
    rows(SWEEPS).map(case).collect()
}

/// Good recipes for which a command is the wrong one.
fn requests() -> Vec<Case> {
    let said =
        |base: Case, name: &str, words: &str| base.named(&format!("refused/{name}")).run(words);
    let town = people().file("town.csv", "age,zip\n30,10115\n");
    vec![
        said(people(), "solve-nothing-open", "solve recipe.toml"),
        said(
            people().with("require", "k = '?'"),
            "check-open",
            "check recipe.toml",
        ),
        said(
            people().with("require", "k = '?'"),
            "release-open",
            "release recipe.toml --out out",
        ),
        said(
            people().with("require", "k = '?'"),
            "risk-open",
            "risk recipe.toml",
        ),
        said(
            survey().with("require", "k = 2\nepsilon = 1\nt = '?'"),
            "solve-of-others",
            "solve recipe.toml",
        ),
        said(
            baskets().with("require", "k = 2\nm = 2\np_plus = '?'"),
            "solve-of-others",
            "solve recipe.toml",
        ),
        said(people(), "threshold-none", "risk recipe.toml --threshold 0"),
        said(
            people(),
            "threshold-beyond",
            "risk recipe.toml --threshold 2",
        ),
        said(
            people(),
            "threshold-word",
            "risk recipe.toml --threshold high",
        ),
        said(
            people(),
            "population-missing",
            "risk recipe.toml --population nothing.csv",
        ),
        said(
            town,
            "population-lacks",
            "risk recipe.toml --population town.csv",
        ),
        said(
            survey().file("town.csv", "a,b\n1,2\n"),
            "population",
            "risk recipe.toml --population town.csv",
        ),
        said(
            people(),
            "unknown-method",
            "release recipe.toml --out out --methods optimal,beauty",
        ),
        said(
            people(),
            "no-method",
            "release recipe.toml --out out --methods=",
        ),
        said(
            people(),
            "methods-and-recipients",
            "release recipe.toml --out out --methods optimal --recipients",
        ),
        said(
            people(),
            "known-missing",
            "attack recipe.toml --known nothing.csv",
        ),
        said(people(), "known-not-told", "attack recipe.toml"),
        said(
            bodies(),
            "sql-of-means",
            "release recipe.toml --out out --sql",
        ),
        said(
            bodies().with("require", "k = 91"),
            "more-than-there-are",
            "release recipe.toml --out out",
        ),
        said(
            people(),
            "experiment-on-nothing",
            "experiment similarity nothing.toml",
        ),
        said(
            survey(),
            "experiment-of-others",
            "experiment similarity recipe.toml",
        ),
        said(
            people(),
            "experiment-ratings",
            "experiment ratings recipe.toml",
        ),
        said(
            people(),
            "experiment-transactions",
            "experiment transactions recipe.toml",
        ),
        said(
            baskets(),
            "experiment-trust",
            "experiment trust recipe.toml",
        ),
        said(
            baskets(),
            "experiment-groups",
            "experiment microaggregation recipe.toml",
        ),
    ]
}

fn command_lines() -> Vec<Case> {
    let case = |([name], words): ([&str; 1], String)| {
        Case::new(&format!("program/refused/{name}")).run(&words)
    };
    rows(COMMAND_LINES).map(case).collect()
}

/// Places that cannot be written to.
fn places() -> Vec<Case> {
    let to = |name: &str, out: &str| {
        let words = format!("release recipe.toml --out {out} --mapping --sql");
        people().named(&format!("refused/out-{name}")).run(&words)
    };
    vec![
        to("a-file", "people.csv"),
        to("under-a-file", "people.csv/out"),
        to("nowhere", "no/such/folder"),
        to("above", ".."),
        to("full", "full").file("full/note.txt", "mine"),
        to("audit-in-the-way", "out").file("out.audit.json", "mine"),
        to("report-in-the-way", "out").file("out.report.html", "mine"),
        to("mapping-in-the-way", "out").file("out.mapping/age.csv", "mine"),
        to("sql-in-the-way", "out").file("out.transform.sql", "mine"),
        Case::new("sample/refused/not-empty")
            .file("s/mine.txt", "mine")
            .run("sample thesis-2.1 s"),
        Case::new("sample/refused/a-file")
            .file("s", "mine")
            .run("sample thesis-2.1 s"),
    ]
}
