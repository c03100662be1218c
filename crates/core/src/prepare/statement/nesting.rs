//! How long and how deeply nested a statement may be: it is read, looked at and planned by code that goes down as deep as it
//! is nested, and some of which tries everything twice on the way. People write a hundredth of what is allowed here.

use super::checked::name_of;
use crate::problem::Problem;
use crate::words::grouped;
use sqlparser::ast::{Expr, Query, TableFactor, Visit, Visitor};
use sqlparser::tokenizer::{Token, Whitespace};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Letters of a statement: a list of some hundred thousand codes.
pub(super) const MOST_BYTES: u128 = 4 << 20;

/// Words and signs besides the values of lists. A chain of so many operators is a tree as deep.
const MOST_PARTS: usize = 4_000;

/// Parentheses within parentheses.
const DEEPEST: usize = 40;

/// Of words that the parser, where it does not understand them, takes for functions and tries again.
const DEEPEST_WORDS: usize = 10;

const TRIED_TWICE: [&str; 22] = [
    "all",
    "any",
    "array",
    "case",
    "cast",
    "ceil",
    "convert",
    "exists",
    "extract",
    "floor",
    "in",
    "interval",
    "lambda",
    "map",
    "match",
    "not",
    "overlay",
    "position",
    "struct",
    "substring",
    "trim",
    "try_cast",
];

/// Expressions and tables that polars plans, when queries that are named stand wherever they are looked at.
const MOST_PLANNED: u64 = 20_000;

/// Functions of which polars makes nothing but one part, so that they may be nested as people do.
const PLAIN: [&str; 22] = [
    "abs",
    "avg",
    "ceil",
    "coalesce",
    "concat",
    "concat_ws",
    "count",
    "floor",
    "greatest",
    "ifnull",
    "least",
    "length",
    "lower",
    "ltrim",
    "max",
    "min",
    "replace",
    "reverse",
    "round",
    "rtrim",
    "trim",
    "upper",
];

/// Of what others are made that look at their values several times.
const COPIES: u64 = 4;

/// Before a statement is read.
pub(super) fn refuse_too_long<'t>(
    sql: &str,
    tokens: impl Iterator<Item = &'t Token>,
) -> Result<(), Problem> {
    let mut parts = 0;
    // For each parenthesis that is open, whether a word of those stands before it.
    let mut open: Vec<bool> = Vec::new();
    let mut word_before = false;
    for token in tokens {
        match token {
            Token::Whitespace(
                Whitespace::Space
                | Whitespace::Tab
                | Whitespace::Newline
                | Whitespace::SingleLineComment { .. }
                | Whitespace::MultiLineComment(_),
            )
            | Token::Comma => continue,
            Token::Number(..) | Token::SingleQuotedString(_) => {
                word_before = false;
                continue;
            }
            Token::LParen | Token::LBracket | Token::LBrace => {
                open.push(word_before);
                // Deep in parentheses of others, one of its own is tried as often.
                word_before = false;
            }
            Token::RParen | Token::RBracket | Token::RBrace => {
                open.pop();
                word_before = false;
            }
            Token::Word(word) => {
                word_before = TRIED_TWICE.contains(&word.value.to_lowercase().as_str());
            }
            _ => word_before = false,
        }
        parts += 1;
        let words = open.iter().filter(|&&is_word| is_word).count();
        if open.len() > DEEPEST || words > DEEPEST_WORDS {
            return Err(Problem::new(
                "the statement is nested too deeply; expected queries with names, as in WITH … AS (…)",
            ));
        }
    }
    if parts > MOST_PARTS || sql.len() as u128 > MOST_BYTES {
        return Err(Problem::new(format!(
            "the statement is too long; expected at most {} words and signs besides lists of values",
            grouped(MOST_PARTS)
        )));
    }
    Ok(())
}

/// Before it is planned.
pub(super) fn refuse_too_many_parts(query: &Query) -> Result<(), Problem> {
    let mut named = Named::default();
    let _ = query.visit(&mut named);
    let mut weights = Weights {
        named: &named.0,
        known: HashMap::new(),
    };
    if weights.of(query) > MOST_PLANNED {
        return Err(Problem::new(
            "the statement comes to too many parts, since queries with names or functions stand within each other; expected \
             a simpler one, or several steps",
        ));
    }
    Ok(())
}

/// The queries that have names.
#[derive(Default)]
struct Named(HashMap<String, Query>);

impl Visitor for Named {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        for named in query.with.iter().flat_map(|with| &with.cte_tables) {
            let name = named.alias.name.value.clone();
            self.0.insert(name, named.query.as_ref().clone());
        }
        ControlFlow::Continue(())
    }
}

struct Weights<'q> {
    named: &'q HashMap<String, Query>,
    known: HashMap<String, u64>,
}

impl Weights<'_> {
    fn of(&mut self, query: &Query) -> u64 {
        let mut parts = Parts::default();
        let _ = query.visit(&mut parts);
        let mut weight = parts.own;
        for name in parts.looks_at {
            if let Some(&known) = self.known.get(&name) {
                weight = weight.saturating_add(known);
                continue;
            }
            let Some(of) = self.named.get(&name) else {
                continue;
            };
            // Of one that looks at itself there is no other to be seen.
            self.known.insert(name.clone(), 1);
            let own = self.of(of);
            self.known.insert(name, own);
            weight = weight.saturating_add(own);
        }
        weight
    }
}

/// What a query is made of itself, and the tables that it looks at, as often as it does.
#[derive(Default)]
struct Parts {
    own: u64,
    looks_at: Vec<String>,
    /// What is known so far of each expression that is open.
    open: Vec<u64>,
}

impl Parts {
    fn note(&mut self, weight: u64) {
        let into = self.open.last_mut().unwrap_or(&mut self.own);
        *into = into.saturating_add(weight);
    }
}

impl Visitor for Parts {
    type Break = ();

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        self.note(1);
        if let TableFactor::Table { name, .. } = factor {
            self.looks_at.push(name_of(name));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        // Of values in a list there may be many.
        self.open.push(u64::from(!matches!(expr, Expr::Value(_))));
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        let weight = self.open.pop().unwrap_or(1);
        self.note(weight.saturating_mul(copies(expr)));
        ControlFlow::Continue(())
    }
}

fn copies(expr: &Expr) -> u64 {
    match expr {
        Expr::Function(function) => {
            let name = name_of(&function.name).to_lowercase();
            if PLAIN.contains(&name.as_str()) {
                1
            } else {
                COPIES
            }
        }
        // What is compared with every WHEN stands in each of them.
        Expr::Case {
            operand: Some(_),
            conditions,
            ..
        } => conditions.len() as u64,
        Expr::Between { .. } => 2,
        Expr::Substring { .. } | Expr::Extract { .. } | Expr::CompoundFieldAccess { .. } => COPIES,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::checked::Checked;
    use crate::stack::on_a_deep_stack;

    fn refused(sql: &str) -> String {
        on_a_deep_stack(|| match Checked::read(sql, &["data"]) {
            Ok(_) => String::new(),
            Err(problem) => problem.to_string(),
        })
    }

    fn nested(open: &str, inner: &str, close: &str, deep: usize) -> String {
        let (open, close) = (open.repeat(deep), close.repeat(deep));
        format!("SELECT {open}{inner}{close} AS x FROM data")
    }

    /// What people write is far from what is refused.
    #[test]
    fn statements_of_people_are_read() {
        let codes: Vec<String> = (0..20_000).map(|code| format!("'{code}'")).collect();
        let cases: Vec<String> = (0..300)
            .map(|at| format!("WHEN a = {at} THEN 'x{at}'"))
            .collect();
        for sql in [
            format!("SELECT a FROM data WHERE a IN ({})", codes.join(", ")),
            format!("SELECT CASE {} ELSE a END AS b FROM data", cases.join(" ")),
            nested("REPLACE(", "a", ", 'x', 'y')", 25),
            nested("(1 + ", "a", ")", 30),
            format!("SELECT {}a AS b FROM data", "a + ".repeat(900)),
        ] {
            assert_eq!(refused(&sql), "", "{}", sql.get(..200).unwrap_or(&sql));
        }
    }

    /// Each of these took minutes, all memory, or the program with it.
    #[test]
    fn what_is_nested_without_end_is_refused_at_once() {
        let doubled = |each: &str| {
            let queries: Vec<String> = (1..40)
                .map(|at| {
                    format!(
                        "q{at} AS ({})",
                        each.replace("LAST", &format!("q{}", at - 1))
                    )
                })
                .collect();
            let queries = queries.join(", ");
            format!("WITH q0 AS (SELECT a FROM data), {queries} SELECT a FROM q39")
        };
        for sql in [
            nested("(", "a", ")", 100_000),
            nested("(", "a", ")", 60),
            nested("-", "a", "", 100_000),
            nested("NOT ", "a", "", 100_000),
            nested("", &"a + ".repeat(200_000), "a", 1),
            nested("", "a", " IS NULL", 100_000),
            nested("", "a", "::TEXT", 100_000),
            nested("CAST(", "a", "", 45),
            nested("NOT(", "a", "", 45),
            nested("EXISTS(", "a", "", 45),
            nested("CASE WHEN ", "a", "", 45),
            nested("CASE(", "a", "", 45),
            nested("ARRAY[", "a", "", 45),
            nested("EXTRACT(", "a", "", 45),
            nested("INTERVAL(", "a", "", 45),
            nested("[", "a", "", 45),
            nested("a(", "a", "", 45),
            nested("a IN (", "a", "", 45),
            nested("a IN (SELECT ", "a", "", 45),
            nested("LEFT(", "a", ", a)", 30),
            nested("NULLIF(", "a", ", 'x')", 30),
            nested("SPLIT_PART(", "a", ", 'x', 1)", 30),
            nested("SUBSTR(", "a", ", a, a)", 30),
            nested("CASE ", "a", " WHEN 1 THEN 2 WHEN 2 THEN 3 END", 40),
            nested("", "a", " BETWEEN 1 AND 2", 60),
            format!("SELECT a FROM {}data", "(".repeat(45)),
            format!(
                "SELECT a FROM {}data{}",
                "(SELECT a FROM ".repeat(45),
                ")".repeat(45)
            ),
            format!("SELECT a FROM {}data", "(SELECT a FROM ".repeat(30)),
            format!(
                "SELECT a FROM {}data{}",
                "(data JOIN ".repeat(45),
                ")".repeat(45)
            ),
            format!(
                "SELECT a FROM data {}",
                "UNION ALL SELECT a FROM data ".repeat(5_000)
            ),
            format!("SELECT a FROM data{}", " JOIN data USING (a)".repeat(5_000)),
            doubled("SELECT a FROM LAST WHERE a IN (SELECT a FROM LAST)"),
            doubled("SELECT x.a FROM LAST x JOIN LAST y USING (a)"),
            doubled("SELECT a FROM LAST UNION SELECT a FROM LAST"),
        ] {
            let begun = std::time::Instant::now();
            let told = refused(&sql);
            let took = begun.elapsed();
            let shown = sql.get(..120).unwrap_or(&sql);
            assert!(!told.is_empty(), "{shown}");
            assert!(told.len() < 300, "{told}");
            assert!(took.as_secs() < 5, "{shown}: {took:?}");
        }
    }
}
