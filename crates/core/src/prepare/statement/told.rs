//! What is wrong with a statement, in words of our own: those of a parser and of polars speak of their insides.

use crate::problem::Problem;
use polars::error::set_warning_function;
use polars::prelude::PolarsError;
use sqlparser::parser::ParserError;
use std::sync::Once;

/// Longer words of a statement are not said again.
const SHOWN: usize = 40;

/// What polars says, by a word of it, and what is said instead: the first that fits.
const SAYINGS: [(&str, &str); 24] = [
    ("LIMIT", "LIMIT and OFFSET take whole numbers"),
    (
        "argument",
        "a function takes another number of values than it is given",
    ),
    (
        "GROUP BY clause",
        "a column stands neither in GROUP BY nor in a function of a group, such as MAX",
    ),
    ("HAVING", "HAVING stands without GROUP BY"),
    (
        "equal number of columns",
        "tables that stand one below the other have different numbers of columns",
    ),
    ("NATURAL", "two tables that are joined share no column"),
    (
        "ubquer",
        "a query stands where none is understood; expected it in FROM, or in IN (…)",
    ),
    (
        "subplan",
        "a query stands where none is understood; expected it in FROM, or in IN (…)",
    ),
    (
        "OVER",
        "a window is not understood; expected ORDER BY within OVER (…)",
    ),
    (
        "window",
        "a window is not understood; expected OVER (…) with ORDER BY and no frame",
    ),
    (
        "'ROWS BETWEEN",
        "a window is not understood; expected OVER (…) with ORDER BY and no frame",
    ),
    (
        "join keys",
        "two columns that are compared have different types; expected CAST(… AS …) of one of them",
    ),
    (
        "oin",
        "a join is not understood; expected one of columns that are equal, as in ON a.id = b.id",
    ),
    (
        "nterval",
        "an interval is not understood; expected one such as INTERVAL '1 day'",
    ),
    (
        "part",
        "a part of a date is not understood; expected one such as year, month or day",
    ),
    (
        "pattern",
        "a pattern is not understood; expected a text in quotes",
    ),
    ("regex", "a pattern is not understood; expected another"),
    (
        "separator",
        "what stands between two values must be a text in quotes",
    ),
    (
        "fill value",
        "what a text is filled with must be one letter in quotes",
    ),
    (
        "datatype",
        "a type is not understood; expected BIGINT, DOUBLE, VARCHAR, DATE or TIMESTAMP",
    ),
    (
        "relation",
        "a table is named that is not there; expected each query before it is named",
    ),
    (
        "compar",
        "values of different types are compared, such as a text with a number; expected CAST(… AS …) of one of them",
    ),
    ("type", OTHER_TYPE),
    ("arithmetic", OTHER_TYPE),
];

const OTHER_TYPE: &str = "a function or an operator is used with values of a type that it is not for, such as a text; \
                          expected CAST(… AS …)";

const NOT_UNDERSTOOD: &str = "a part of it is not understood; expected a plain SELECT";

/// polars writes advice for programmers to the terminal; whoever writes statements has no use for it.
pub(super) fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| set_warning_function(|_, _| {}));
}

/// What is wrong with a statement that polars cannot plan: it has seen names and types and no cell.
pub(super) fn in_words(error: &PolarsError, sql: &str) -> String {
    let said = match error {
        PolarsError::Context { error, .. } | PolarsError::ExprContext { error, .. } => {
            return in_words(error, sql);
        }
        PolarsError::ColumnNotFound(said) | PolarsError::SchemaFieldNotFound(said) => {
            // The name stands in the statement, and is the first in quotes.
            let name = said.split('"').nth(1).unwrap_or(said);
            return match sql.contains(name) && !name.is_empty() && is_short(name) {
                true => format!("there is no column \"{name}\" in the tables of the statement"),
                false => "the statement names a column that its tables do not have".to_owned(),
            };
        }
        PolarsError::Duplicate(_) => {
            return "two columns of the result have one name; expected AS with another name for one"
                .to_owned();
        }
        PolarsError::SchemaMismatch(_) => OTHER_TYPE.to_owned(),
        PolarsError::ShapeMismatch(_) => {
            "two parts of it have different numbers of rows; expected one value or as many as rows"
                .to_owned()
        }
        PolarsError::SQLInterface(said)
        | PolarsError::SQLSyntax(said)
        | PolarsError::InvalidOperation(said)
        | PolarsError::ComputeError(said) => ours(said, sql),
        _ => NOT_UNDERSTOOD.to_owned(),
    };
    format!("the statement does not fit its tables: {said}")
}

fn ours(said: &str, sql: &str) -> String {
    if let Some(sentence) = said.strip_prefix(super::plan::OURS) {
        return sentence.to_owned();
    }
    let quoted = said.strip_prefix("unsupported function '");
    if let Some(name) = quoted.and_then(|said| said.split('\'').next())
        && is_short(name)
        && sql.to_lowercase().contains(&name.to_lowercase())
    {
        return format!("there is no function {name}(…)");
    }
    // What the statement or polars quotes decides nothing.
    let first = said.lines().map(str::trim).find(|line| !line.is_empty());
    let first = first.unwrap_or_default();
    let found = SAYINGS.iter().find(|(word, _)| first.contains(word));
    found
        .map_or(NOT_UNDERSTOOD, |(_, sentence)| sentence)
        .to_owned()
}

fn is_short(name: &str) -> bool {
    name.chars().count() <= SHOWN && !name.contains(['\n', '\u{1}'])
}

/// What is wrong with a text that is no SQL.
pub(super) fn not_understood(error: &ParserError) -> Problem {
    let said = match error {
        ParserError::TokenizerError(said) | ParserError::ParserError(said) => said.as_str(),
        ParserError::RecursionLimitExceeded => {
            return Problem::new(
                "the statement is nested too deeply; expected queries with names, as in WITH … AS (…)",
            );
        }
    };
    let said = said.trim_start_matches("sql parser error: ");
    let (said, place) = match said.rsplit_once(" at Line: ") {
        Some((said, place)) => (said, place_in_words(place)),
        None => (said, String::new()),
    };
    let found = said
        .strip_prefix("Expected: ")
        .and_then(|said| said.split_once(", found: "));
    let why = match found {
        Some((expected, found)) if is_plain(expected) && is_short(found) => {
            let found = match found {
                "EOF" => "its end",
                found => found,
            };
            format!("expected {expected}, found {found}")
        }
        _ if said.starts_with("Unterminated") => {
            "a quotation mark or a comment is not closed".to_owned()
        }
        _ => "a part of it cannot be read".to_owned(),
    };
    Problem::new(format!("this is not SQL that is understood: {why}{place}"))
}

/// Words, and signs in them.
fn is_plain(text: &str) -> bool {
    is_short(text) && !text.contains(['{', '[', '"'])
}

/// `1, Column: 8`.
fn place_in_words(place: &str) -> String {
    match place.split_once(", Column: ") {
        Some((line, column)) => format!(" (line {line}, column {column})"),
        None => String::new(),
    }
}
