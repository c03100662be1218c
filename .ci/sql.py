"""Releases tables, runs the SQL that was written beside each release in DuckDB, and compares every cell."""

import collections
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

import duckdb

PROGRAM = sys.argv[1]
HOSPITAL = "levels = { birth_year = 2, zip = 3, occupation = 1, country_of_birth = 1, marital_status = 2, education = 2, household = 2, admission = 2 }"
K_ALONE = "k = 3\nsuppression = 0.5"
# A sample, a method with its settings, and another requirement.
SAMPLES = [
    ("hospital", "levels", HOSPITAL, "k = 5\nsuppression = 0.9"),
    ("hospital", "levels", HOSPITAL, "k = 5\np_plus = 2\nsuppression = 0.9"),
    ("thesis-2.1", "hash-table", "", None),
    ("thesis-2.1", "optimal", "", K_ALONE),
    ("thesis-2.1", "incognito", "", K_ALONE),
    ("thesis-2.1", "none", "", "k = 2\nsuppression = 0.9"),
    ("thesis-2.8", "optimal", "", None),
    ("thesis-2.8", "samarati", "", K_ALONE),
    ("thesis-3.1", "optimal", "", "k = 4\np = 3\nalpha = 1.0\nsuppression = 0.5"),
    ("thesis-3.6", "optimal", "", None),
    ("thesis-4.1", "optimal", "", K_ALONE),
    ("thesis-5.2", "optimal", "", None),
    ("thesis-5.2", "none", "", "k = 2\nsuppression = 0.9"),
]
# Names and values that want to break out, missing values, formulas, and letters of many kinds.
ODD = {
    "table": 'o\'dd "table".csv',
    "rows": [
        ["who", 'a"ge', "pla'ce", "select", "größe 身長", "note;--"],
        *[
            [f"n{at}", age, place, kind, size, note]
            for at, (age, place, kind, size, note) in enumerate(
                [
                    ("30", "it's", "x", "é😀", "=1+1"),
                    ("31", "it's", "x", "é😀", "-"),
                    ("30", "it''s", "x", "\\", "NA"),
                    ("31", "", "x", "\\n", "null"),
                    ("NA", "", "?", 'say "hi"', "*/ DROP"),
                    ("NA", "?", "", 'say "hi"', "--"),
                    ("55", "O;K", "y", "%s", "@x"),
                    ("56", "O;K", "y", "%s", "@x"),
                    ("57", "two\nlines", "z", "a,b", "last"),
                ]
            )
        ],
    ],
}
ODD_RECIPE = """
[data]
path = "o'dd \\"table\\".csv"
kind = "microdata"
[roles]
identifier = ["who"]
quasi = ["a\\"ge", "pla'ce", "select", "größe 身長"]
sensitive = ["note;--"]
[hierarchies]
"a\\"ge" = { intervals = [5, 50] }
"pla'ce" = { chains = [["it's", "home's", "*"], ["it''s", "home's", "*"], ["O;K", "a \\"way\\"", "*"], ["two\\nlines", "far\\nout", "*"]] }
"""


def run(*arguments, status=0):
    ran = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if ran.returncode != status:
        sys.exit(f"sql: {arguments}: {ran.returncode} {ran.stderr}{ran.stdout}")
    return ran.stdout


def with_release(recipe, method, more):
    """The recipe with another method and settings of the release; comments and order do not matter."""
    text = re.sub(r"(?ms)^\[(method|release)\][^\n]*\n.*?(?=^\[|\Z)", "", recipe)
    return f'{text}\n[method]\nname = "{method}"\nseed = 1\n{more}\n[release]\nshuffle = false\nsql = true\n'


def compare(work, recipe, out, what):
    run("release", recipe, "--out", out)
    statement = pathlib.Path(f"{out}.transform.sql").read_text(encoding="utf-8")
    load = next(line for line in statement.splitlines() if line.startswith("-- In DuckDB: "))
    database = duckdb.connect()
    database.execute(f"SET file_search_path = '{str(work)}'")
    # What the file itself says about loading is what is done.
    database.execute(load.removeprefix("-- In DuckDB: "))
    result = database.execute(statement)
    names = [column[0] for column in result.description]
    cells = [tuple("" if cell is None else cell for cell in row) for row in result.fetchall()]
    with open(out / "release.csv", newline="", encoding="utf-8") as file:
        released = list(csv.reader(file))
    if names != released[0]:
        sys.exit(f"sql: {what}: columns {names} instead of {released[0]}")
    wanted = [tuple(row) for row in released[1:]]
    if collections.Counter(cells) != collections.Counter(wanted):
        extra = list((collections.Counter(cells) - collections.Counter(wanted)).items())[:3]
        lacking = list((collections.Counter(wanted) - collections.Counter(cells)).items())[:3]
        sys.exit(f"sql: {what}: {len(cells)} records instead of {len(wanted)}; too many {extra}, lacking {lacking}")
    print(f"sql: {what}: {len(wanted)} records, {len(wanted) * len(names)} cells, {len(statement)} characters of SQL")
    return statement


def samples(folder):
    for number, (name, method, more, require) in enumerate(SAMPLES):
        work = folder / name
        if not work.exists():
            run("sample", name, work)
        recipe = (work / "recipe.toml").read_text(encoding="utf-8")
        if require:
            recipe = re.sub(r"(?ms)^\[require\][^\n]*\n.*?(?=^\[|\Z)", f"[require]\n{require}\n", recipe)
        path = work / f"{number}.toml"
        path.write_text(with_release(recipe, method, more), encoding="utf-8")
        asked = (require or "as it is").replace("\n", ", ")
        compare(work, path, work / f"out-{number}", f"{name}, {method}, {asked}")


def odd(folder):
    work = folder / "odd"
    work.mkdir()
    with open(work / ODD["table"], "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(ODD["rows"])
    statements = []
    for what, require, method, more in [
        ("by class size", "k = 2\nsuppression = 0.5", "optimal", ""),
        ("by name", "k = 2\nl.distinct = 2\nsuppression = 0.6", "optimal", ""),
        ("nothing left out", "k = 9", "optimal", ""),
        ("chosen levels", "k = 1\nsuppression = 0.1", "levels", "levels = { \"a\\\"ge\" = 1, \"pla'ce\" = 1 }"),
        ("as it is", "k = 1", "none", ""),
    ]:
        recipe = f"{ODD_RECIPE}[require]\n{require}\n"
        for escape in (False, True):
            path = work / "recipe.toml"
            text = with_release(recipe, method, more)
            path.write_text(text + f"escape_formulas = {str(escape).lower()}\n", encoding="utf-8")
            out = work / f"{what.replace(' ', '-')}-{escape}"
            statements.append(compare(work, path, out, f"odd names and values, {what}, formulas escaped: {escape}"))
    for form in ("class_size >=", "NOT EXISTS", "CASE s."):
        if not any(form in statement for statement in statements):
            sys.exit(f"sql: no statement used {form}")


with tempfile.TemporaryDirectory() as folder:
    samples(pathlib.Path(folder))
    odd(pathlib.Path(folder))
