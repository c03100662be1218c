"""Other programs write random tables with every type, labels and missing values; Cloakroom reads them and releases the same bytes
from each. Then it releases in every format, and other programs read what it wrote.

Usage: python .ci/formats.py path/to/cloakroom [how many tables] [the number of the first]
"""

import csv
import datetime
import json
import random
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pandas
import pyreadr
import pyreadstat
import xlwt

TABLES = 5
COLOURS = ["red", "green", 'blue, "dark"', "日本"]
TOWNS = ["Köln", "Aix-en-Provence", "São Paulo", "O'Fallon", "x;y", "a\tb", "7th", "50%"]
# A scale of which only the ends have labels.
GRADES = ["low", "2", "3", "4", "high"]
NAMES = ["age", "pay", "born", "seen", "town", "smokes", "colour", "grade"]
LABELS = {
    "colour": {float(code): colour for code, colour in enumerate(COLOURS, 1)},
    "grade": {1.0: "low", 5.0: "high"},
}
# What SPSS is told to take for missing.
REFUSED = 9.0

RECIPE = """[data]
path = "{path}"
[roles]
quasi = ["age", "born"]
sensitive = ["colour"]
others = "insensitive"
confirmed = ["pay", "seen", "town", "smokes", "grade"]
[require]
k = 1
[method]
name = "none"
[release]
shuffle = false
format = "{format}"
"""


def some_rows(draw):
    def or_missing(value):
        return None if draw.random() < 0.15 else value

    rows = []
    for _ in range(draw.randrange(20, 60)):
        rows.append(
            (
                or_missing(draw.randrange(-5, 120)),
                or_missing(draw.randrange(-10**6, 10**6) / 8 + 0.0625),
                or_missing(datetime.date(1930, 1, 1) + datetime.timedelta(days=draw.randrange(30_000))),
                or_missing(datetime.datetime(1961, 1, 1) + datetime.timedelta(seconds=draw.randrange(10**9) * 2 + 1)),
                draw.choice(TOWNS) + f" {draw.randrange(9)}",
                or_missing(draw.random() < 0.5),
                or_missing(draw.choice(COLOURS)),
                or_missing(draw.choice(GRADES)),
            )
        )
    # Every column has a value, and numbers have one in the first record.
    rows[0] = (1, 0.5, datetime.date(1990, 1, 2), datetime.datetime(2001, 2, 3, 4, 5, 6), "first", True, "red", "low")
    return rows


def text_of(value):
    """As a text file would have it."""
    if value is None or value is pandas.NaT or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        if value.time() != datetime.time():
            return value.strftime("%Y-%m-%d %H:%M:%S")
        value = value.date()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


def frame_of(rows, with_truth=True):
    frame = pandas.DataFrame(rows, columns=NAMES)
    frame["age"] = frame["age"].astype("Int32")
    frame["pay"] = frame["pay"].astype("float64")
    if with_truth:
        frame["smokes"] = frame["smokes"].astype("boolean")
    else:
        # Programs for statistics have no truth values.
        frame["smokes"] = [text_of(row[NAMES.index("smokes")]) for row in rows]
    frame["seen"] = pandas.to_datetime(frame["seen"])
    frame["colour"] = pandas.Categorical(frame["colour"], categories=COLOURS)
    frame["grade"] = pandas.Categorical(frame["grade"], categories=GRADES)
    return frame


def codes_of(rows, name):
    """As a file with labels has them."""
    codes = {label: code for code, label in LABELS[name].items()}
    cells = [row[NAMES.index(name)] for row in rows]
    return [float("nan") if cell is None else codes.get(cell) or float(cell) for cell in cells]


def days_of(rows):
    return pandas.to_datetime([row[2] for row in rows])


def write_csv(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        writer.writerows([text_of(value) for value in row] for row in rows)


def write_json(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            days = row[2] and row[2].isoformat()
            cells = dict(zip(NAMES, (*row[:2], days, text_of(row[3]) or None, *row[4:])))
            file.write(json.dumps(cells, ensure_ascii=False) + "\n")


def write_stata(path, rows):
    frame = frame_of(rows, with_truth=False)
    frame["born"] = days_of(rows)
    frame["age"] = frame["age"].astype("float64")
    for name in LABELS:
        frame[name] = codes_of(rows, name)
    labels = {name: {int(code): label for code, label in labels.items()} for name, labels in LABELS.items()}
    dates = {"born": "td", "seen": "tc"}
    frame.to_stata(path, write_index=False, version=118, convert_dates=dates, value_labels=labels)


def write_spss(path, rows):
    frame = frame_of(rows, with_truth=False)
    for name in LABELS:
        frame[name] = codes_of(rows, name)
    # Some are missing because somebody says so.
    refused = [REFUSED if code != code and at % 2 else code for at, code in enumerate(frame["colour"])]
    frame["colour"] = refused
    frame["age"] = frame["age"].astype("float64")
    packed = path.suffix == ".zsav"
    pyreadstat.write_sav(
        frame, str(path), compress=packed, variable_value_labels=LABELS, missing_ranges={"colour": [REFUSED]}
    )


def write_transport(path, rows):
    frame = frame_of(rows, with_truth=False)
    for name in LABELS:
        frame[name] = [text_of(row[NAMES.index(name)]) for row in rows]
    frame["age"] = frame["age"].astype("float64")
    version = 8 if path.suffix == ".xport" else 5
    pyreadstat.write_xport(frame, str(path), file_format_version=version)


def write_open_document(path, rows):
    frame_of(rows).to_excel(path, index=False, engine="odf")
    # A tab is an element there: what pandas writes, in the text and beside it, is a blank to everybody.
    with zipfile.ZipFile(path) as archive:
        parts = [(part, archive.read(part)) for part in archive.infolist()]
    with zipfile.ZipFile(path, "w") as archive:
        for part, content in parts:
            if part.filename == "content.xml":
                content = re.sub(rb' office:string-value="[^"]*"', b"", content)
                content = re.sub(rb"\t(?=[^<>]*</text:p>)", b"<text:tab/>", content)
            archive.writestr(part, content)


def write_old_excel(path, rows):
    book = xlwt.Workbook()
    sheet = book.add_sheet("people")
    day = xlwt.easyxf(num_format_str="yyyy-mm-dd")
    moment = xlwt.easyxf(num_format_str="yyyy-mm-dd hh:mm:ss")
    for column, name in enumerate(NAMES):
        sheet.write(0, column, name)
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row):
            if isinstance(value, datetime.datetime):
                sheet.write(number, column, value, moment)
            elif isinstance(value, datetime.date):
                sheet.write(number, column, value, day)
            elif value is not None:
                sheet.write(number, column, value)
    book.save(str(path))


WRITTEN = {
    "people.parquet": lambda path, rows: frame_of(rows).to_parquet(path),
    "people.feather": lambda path, rows: frame_of(rows).to_feather(path),
    "people.xlsx": lambda path, rows: frame_of(rows).to_excel(path, index=False),
    "people.ods": write_open_document,
    "people.xls": write_old_excel,
    "people.ndjson": write_json,
    "people.dta": write_stata,
    "people.sav": write_spss,
    "people.zsav": write_spss,
    "people.xpt": write_transport,
    "people.xport": write_transport,
    "people.rds": lambda path, rows: pyreadr.write_rds(str(path), frame_of(rows)),
    "people.RData": lambda path, rows: pyreadr.write_rdata(str(path), frame_of(rows), df_name="people"),
}


def read_json(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return pandas.DataFrame([json.loads(line) for line in lines], dtype=object)


RELEASED = {
    "parquet": ("parquet", pandas.read_parquet),
    "xlsx": ("xlsx", lambda path: pandas.read_excel(path, dtype=object, keep_default_na=False, na_values=[""])),
    "json": ("ndjson", read_json),
    "stata": ("dta", pandas.read_stata),
}


def released(program, folder, name, format, out, words=RECIPE):
    recipe = folder / f"{out}.toml"
    recipe.write_text(words.format(path=name, format=format), encoding="utf-8")
    command = [program, "release", str(recipe), "--out", str(folder / out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"formats: {name} as {format}: {done.stderr.strip()}")
    return folder / out


def cells_of(frame):
    return [[text_of(value) for value in row] for row in frame.astype(object).itertuples(index=False)]


def try_table(program, folder, number):
    rows = some_rows(random.Random(number))
    write_csv(folder / "people.csv", rows)
    first = (released(program, folder, "people.csv", "csv", "first") / "release.csv").read_bytes()
    expected = list(csv.reader(first.decode("utf-8").splitlines()))
    for name, write in WRITTEN.items():
        write(folder / name, rows)
        other = released(program, folder, name, "csv", f"from-{name}") / "release.csv"
        if other.read_bytes() != first:
            pairs = zip(first.decode().splitlines(), other.read_text().splitlines())
            differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
            sys.exit(f"formats: table {number} from {name} is another release: {differing}")
    for format, (ending, read) in RELEASED.items():
        frame = read(released(program, folder, "people.csv", format, f"as-{format}") / f"release.{ending}")
        if list(frame.columns) != expected[0] or cells_of(frame) != expected[1:]:
            pairs = zip(cells_of(frame), expected[1:])
            differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
            sys.exit(f"formats: the release of table {number} as {format} is read as another table: {differing}")
    # The list of codes is told to others where the recipe says so.
    words = RECIPE + 'codes = "file"\n'
    for name in ["people.sav", "people.dta"]:
        folder_of = released(program, folder, name, "stata", f"codes-{name}", words)
        try_codes(folder_of / "release.dta", rows, f"{number} from {name}")
    try_extremes(program, folder, random.Random(-number), number)


def try_codes(path, rows, what):
    """Values have the codes of the file that was read, and those that nobody has have no label."""
    codes = pandas.read_stata(path, convert_categoricals=False)
    with pandas.io.stata.StataReader(path) as reader:
        lists = list(reader.value_labels().values())
    for name, labels in LABELS.items():
        expected = [None if code != code else code for code in codes_of(rows, name)]
        found = [None if code != code else float(code) for code in codes[name]]
        if found != expected:
            sys.exit(f"formats: table {what}: the codes of {name} are {found}, and were {expected}")
        used = {int(code): label for code, label in labels.items() if code in expected}
        if used and used not in lists:
            sys.exit(f"formats: table {what}: the labels of {name} are not {used}, but among {lists}")


EXTREMES = """[data]
path = "{path}"
[roles]
quasi = ["kind"]
others = "insensitive"
confirmed = ["large", "small"]
[require]
k = 1
[method]
name = "none"
[release]
shuffle = false
format = "{format}"
"""


def try_extremes(program, folder, draw, number):
    """The largest and the smallest numbers of formats that have types for them."""
    ends = [-(2**63), 2**63 - 1, 2**53 + 1, 0]
    floats = [3.4028235e38, -3.4028235e38, 1e-45, 1.1754944e-38, 0.1, -0.0]
    large = ends + [draw.randrange(-(2**63), 2**63) for _ in range(20)]
    small = [draw.choice(floats) for _ in range(18)] + floats
    frame = pandas.DataFrame({"kind": ["a", "b"] * 12, "large": large, "small": small})
    frame["small"] = frame["small"].astype("float32")
    text = frame.astype({"small": object})
    text["small"] = [str(value) for value in frame["small"].to_numpy()]
    text.to_csv(folder / "ends.csv", index=False)
    frame.to_parquet(folder / "ends.parquet")
    frame.to_feather(folder / "ends.feather")
    first = None
    for name in ["ends.csv", "ends.parquet", "ends.feather"]:
        out = released(program, folder, name, "csv", f"from-{name}", EXTREMES) / "release.csv"
        first = first or out.read_bytes()
        if out.read_bytes() != first:
            pairs = zip(first.decode().splitlines(), out.read_text().splitlines())
            differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
            sys.exit(f"formats: the ends of table {number} from {name} are another release: {differing}")
    numbers = [int(row["large"]) for row in csv.DictReader(first.decode().splitlines())]
    if numbers != large:
        sys.exit(f"formats: the ends of table {number} are other numbers: {numbers}")


def main():
    program = sys.argv[1]
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else TABLES
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    for number in range(first, first + tables):
        with tempfile.TemporaryDirectory() as folder:
            try_table(program, Path(folder), number)
    print(f"formats: tables {first} to {first + tables - 1} read from {len(WRITTEN) + 1} formats and released in {len(RELEASED) + 1}")


if __name__ == "__main__":
    main()
