//! A statement that was read and looked at before anything runs: what it may look at, and what it may not leave open.

use super::nesting::{refuse_too_long, refuse_too_many_parts};
use super::told::not_understood;
use super::widened::Widened;
use crate::problem::Problem;
use crate::stack::on_a_deep_stack;
use crate::value_type::parse_date;
use crate::words::either;
use sqlparser::ast::{
    DataType, Distinct, Expr, Function, JoinConstraint, JoinOperator, ObjectName, Query, Select,
    SelectItem, SetExpr, Statement, TableFactor, Value, Visit, VisitMut, Visitor, WindowSpec,
    WindowType,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::{Parser, ParserOptions};
use sqlparser::tokenizer::{Token, Tokenizer};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// One query over tables that are open.
pub(in crate::prepare) struct Checked {
    pub query: Query,
    /// Words that may be names of columns; `None` if every column may be meant.
    pub words: Option<HashSet<String>>,
}

/// How deep the parser may go: some steps for each parenthesis.
const DEEPEST_TREE: usize = 200;

/// Reads the dialect that polars reads, if it is not too long.
fn parser_of(sql: &str) -> Result<Parser<'static>, Problem> {
    let tokens = Tokenizer::new(&GenericDialect, sql).tokenize_with_location();
    let tokens = tokens.map_err(|error| not_understood(&error.into()))?;
    refuse_too_long(sql, tokens.iter().map(|token| &token.token))?;
    let options = ParserOptions {
        trailing_commas: true,
        ..ParserOptions::default()
    };
    let parser = Parser::new(&GenericDialect)
        .with_options(options)
        .with_recursion_limit(DEEPEST_TREE);
    Ok(parser.with_tokens_with_locations(tokens))
}

impl Checked {
    pub fn read(sql: &str, tables: &[&str]) -> Result<Self, Problem> {
        let mut parser = parser_of(sql)?;
        let statements = parser.parse_statements();
        let statements = statements.map_err(|error| not_understood(&error))?;
        let statement = match <[Statement; 1]>::try_from(statements) {
            Ok([statement]) => statement,
            Err(statements) => {
                let found = match statements.len() {
                    0 => "it is empty".to_owned(),
                    more => format!("there are {more} statements"),
                };
                return Err(Problem::new(format!("{found}; expected one SELECT")));
            }
        };
        let Statement::Query(query) = statement else {
            return Err(Problem::new(
                "this statement changes or tells of tables; expected one SELECT",
            ));
        };
        let mut names = Names {
            known: tables,
            made: HashSet::new(),
            twice: None,
        };
        let _ = query.visit(&mut names);
        if let Some(twice) = names.twice {
            return Err(Problem::new(format!(
                "two tables or queries of the statement have one name, \"{twice}\"; expected another for one"
            )));
        }
        refuse_too_many_parts(&query)?;
        let mut look = Look {
            known: tables,
            made: names.made,
            problem: None,
        };
        let _ = query.visit(&mut look);
        match look.problem {
            Some(problem) => Err(problem),
            None => {
                let mut query = *query;
                let _ = VisitMut::visit(&mut query, &mut Widened);
                Ok(Self {
                    words: words(sql),
                    query,
                })
            }
        }
    }

    /// Columns that joins share outright, so that one of the two is enough.
    pub fn shared(&self) -> HashSet<String> {
        #[derive(Default)]
        struct Shared(HashSet<String>);
        impl Visitor for Shared {
            type Break = ();
            fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
                for join in select.from.iter().flat_map(|from| &from.joins) {
                    if let JoinOperator::Join(JoinConstraint::Using(names))
                    | JoinOperator::Inner(JoinConstraint::Using(names))
                    | JoinOperator::Left(JoinConstraint::Using(names))
                    | JoinOperator::LeftOuter(JoinConstraint::Using(names))
                    | JoinOperator::Right(JoinConstraint::Using(names))
                    | JoinOperator::RightOuter(JoinConstraint::Using(names))
                    | JoinOperator::FullOuter(JoinConstraint::Using(names)) = &join.join_operator
                    {
                        self.0.extend(names.iter().map(name_of));
                    }
                }
                ControlFlow::Continue(())
            }
        }
        let mut shared = Shared::default();
        let _ = self.query.visit(&mut shared);
        shared.0
    }

    /// What is told of the order that the statement leaves to its rows.
    pub fn open_order(&self) -> Vec<&'static str> {
        #[derive(Default)]
        struct Orders {
            limits: bool,
            follows: bool,
        }
        impl Visitor for Orders {
            type Break = ();
            fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
                self.limits |= query.limit_clause.is_some() || query.fetch.is_some();
                ControlFlow::Continue(())
            }
            fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
                if let Expr::Function(function) = expr {
                    let name = name_of(&function.name).to_lowercase();
                    let is_list = LISTS.contains(&name.as_str());
                    // Of rows that a window orders alike, the first in the file comes first.
                    let is_window = function.over.is_some() && !is_whole_window(function);
                    self.follows |= ORDERED.contains(&name.as_str()) || is_list || is_window;
                }
                ControlFlow::Continue(())
            }
        }
        let mut orders = Orders::default();
        let _ = self.query.visit(&mut orders);
        let mut told = Vec::new();
        if orders.limits {
            told.push(
                "Where the statement orders rows alike, LIMIT takes them in the order of all their columns.",
            );
        }
        if orders.follows {
            told.push(
                "What is first, last, numbered or listed follows the order of the rows in their files, where the statement \
                 says no other.",
            );
        }
        told
    }

    /// Whether a row may come more than once: tables are laid side by side, or one below the other.
    pub fn may_repeat(&self) -> bool {
        struct Repeats;
        impl Visitor for Repeats {
            type Break = ();
            fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
                match matches!(*query.body, SetExpr::SetOperation { .. }) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            }
            fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
                let joined = select.from.iter().any(|from| !from.joins.is_empty());
                match joined || select.from.len() > 1 {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            }
        }
        self.query.visit(&mut Repeats).is_break()
    }
}

/// Functions that make one value of all rows, which grows with them.
const LISTS: [&str; 4] = ["array_agg", "group_concat", "listagg", "string_agg"];

/// Functions that come to more for every row.
const SUMMED: [&str; 2] = ["sum", "total"];

/// Breaks off at the first column.
struct LooksAtColumns;

impl Visitor for LooksAtColumns {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) | Expr::Wildcard(_) => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Functions that polars computes up to each row, where a window has an order.
const RUNNING: [&str; 10] = [
    "count",
    "first_value",
    "lag",
    "last_value",
    "lead",
    "max",
    "min",
    "row_number",
    "sum",
    "total",
];

fn window(function: &Function) -> Option<&WindowSpec> {
    match &function.over {
        Some(WindowType::WindowSpec(window)) => Some(window),
        _ => None,
    }
}

/// Of all rows, or of all of a group.
fn is_whole_window(function: &Function) -> bool {
    window(function).is_some_and(|window| window.order_by.is_empty())
}

fn is_empty_window(function: &Function) -> bool {
    window(function)
        .is_some_and(|window| window.order_by.is_empty() && window.partition_by.is_empty())
}

fn has_frame_alone(function: &Function) -> bool {
    window(function)
        .is_some_and(|window| window.order_by.is_empty() && window.window_frame.is_some())
}

/// Functions that hang on the order of rows.
const ORDERED: [&str; 5] = ["first", "first_value", "last", "last_value", "row_number"];

/// An expression as the parser has it, so that nothing but an expression comes of it.
pub(in crate::prepare) fn expression(text: &str) -> Result<String, Problem> {
    on_a_deep_stack(|| whole_expression(text))
}

fn whole_expression(text: &str) -> Result<String, Problem> {
    let mut parser = parser_of(text)?;
    let read = parser.parse_expr().and_then(|expression| {
        parser.expect_token(&Token::EOF)?;
        Ok(expression)
    });
    match read {
        Ok(expression) => Ok(expression.to_string()),
        Err(error) => Err(not_understood(&error)),
    }
}

/// Names that the statement gives to queries of its own. One name for two would be one thing for polars, and another for
/// whoever counts the rows beforehand.
struct Names<'a> {
    known: &'a [&'a str],
    made: HashSet<String>,
    twice: Option<String>,
}

impl Visitor for Names<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        for named in query.with.iter().flat_map(|with| &with.cte_tables) {
            let name = named.alias.name.value.clone();
            if self.known.contains(&name.as_str()) || !self.made.insert(name.clone()) {
                self.twice = Some(name);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

struct Look<'a> {
    known: &'a [&'a str],
    made: HashSet<String>,
    problem: Option<Problem>,
}

impl Look<'_> {
    fn refuse(&mut self, message: impl Into<String>) -> ControlFlow<()> {
        self.problem = Some(Problem::new(message));
        ControlFlow::Break(())
    }

    fn tables(&self) -> String {
        either(self.known)
    }
}

/// The name of a table as it is written.
pub(super) fn name_of(name: &ObjectName) -> String {
    let parts = name.0.iter();
    let parts: Vec<String> = parts
        .map(|part| match part.as_ident() {
            Some(ident) => ident.value.clone(),
            None => part.to_string(),
        })
        .collect();
    parts.join(".")
}

impl Visitor for Look<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let takes_some = query.limit_clause.is_some() || query.fetch.is_some();
        if takes_some && query.order_by.is_none() {
            return self.refuse(
                "LIMIT takes some of the rows, and without ORDER BY nobody can say which; expected an ORDER BY",
            );
        }
        if !query.locks.is_empty()
            || query.for_clause.is_some()
            || !query.pipe_operators.is_empty()
            || query.with.as_ref().is_some_and(|with| with.recursive)
        {
            return self
                .refuse("this kind of statement is not understood; expected a plain SELECT");
        }
        if !matches!(
            *query.body,
            SetExpr::Select(_) | SetExpr::Query(_) | SetExpr::SetOperation { .. }
        ) {
            return self.refuse("this statement names no table; expected SELECT … FROM data");
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        if select.into.is_some() {
            return self
                .refuse("SELECT INTO would write a table; expected a SELECT that writes nothing");
        }
        if select.from.is_empty() {
            return self.refuse("this SELECT names no table; expected FROM data");
        }
        if select.top.is_some() || matches!(select.distinct, Some(Distinct::On(_))) {
            return self.refuse(
                "TOP and DISTINCT ON take some of the rows, and nobody can say which; expected ORDER BY and LIMIT",
            );
        }
        // polars makes one row of these, and not one for each.
        let is_of_all = |item: &SelectItem| match item {
            SelectItem::UnnamedExpr(Expr::Function(function))
            | SelectItem::ExprWithAlias {
                expr: Expr::Function(function),
                ..
            } => function.over.is_some() && is_empty_window(function),
            _ => false,
        };
        if !select.projection.is_empty() && select.projection.iter().all(is_of_all) {
            return self.refuse(
                "OVER () alone would give one row and not one for each; expected a column beside it, or the function without OVER",
            );
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        match factor {
            TableFactor::Table {
                name, args: None, ..
            } => {
                let name = name_of(name);
                if self.known.contains(&name.as_str()) || self.made.contains(&name) {
                    return ControlFlow::Continue(());
                }
                let tables = self.tables();
                let is_file = name.contains(['.', '/', '\\']);
                self.refuse(match is_file {
                    true => format!(
                        "\"{name}\" would reach a file, and a statement sees open tables alone; expected {tables}, or \
                         one that prepare.tables opens"
                    ),
                    false => format!(
                        "there is no table \"{name}\"; expected {tables}, or one that prepare.tables opens"
                    ),
                })
            }
            TableFactor::Table { name, .. } | TableFactor::Function { name, .. } => {
                let (name, tables) = (name_of(name), self.tables());
                self.refuse(format!(
                    "{name}(…) would reach beyond the open tables; expected {tables}, or one that prepare.tables opens"
                ))
            }
            TableFactor::Derived { .. } | TableFactor::NestedJoin { .. } => {
                ControlFlow::Continue(())
            }
            _ => {
                let tables = self.tables();
                self.refuse(format!(
                    "a table that is made by a function is not understood; expected {tables}"
                ))
            }
        }
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let Expr::TypedString(typed) = expr
            && matches!(typed.data_type, DataType::Date)
            && let Value::SingleQuotedString(text) = &typed.value.value
            && parse_date(text).is_none()
        {
            return self.refuse(
                "a DATE of the statement is no day; expected one such as DATE '2024-03-31'",
            );
        }
        if let Expr::Function(function) = expr {
            let name = name_of(&function.name).to_lowercase();
            if function.over.is_some() && has_frame_alone(function) {
                return self.refuse(format!(
                    "{name}(…) OVER has a frame and no ORDER BY, so that nobody can say what is in it; expected ORDER BY"
                ));
            }
            if function.over.is_some()
                && !is_whole_window(function)
                && !RUNNING.contains(&name.as_str())
            {
                return self.refuse(format!(
                    "{name}(…) OVER (… ORDER BY …) would be that of all rows and not of those up to each; expected it without \
                     ORDER BY, or one of {}",
                    either(&RUNNING)
                ));
            }
            let is_of_all = SUMMED.contains(&name.as_str()) || LISTS.contains(&name.as_str());
            if is_of_all && function.args.visit(&mut LooksAtColumns).is_continue() {
                return self.refuse(format!(
                    "{name}(…) of a value that stands in the statement would look at one row and not at all; expected a column, \
                     or COUNT(*) times the value"
                ));
            }
            if name.starts_with("read_") {
                return self.refuse(format!(
                    "{name}(…) would reach a file, and a statement sees open tables alone"
                ));
            }
            if ["unnest", "explode"].contains(&name.as_str()) {
                return self.refuse(format!(
                    "{name}(…) makes as many rows of one as a list is long; expected a table that has them as rows"
                ));
            }
            if LISTS.contains(&name.as_str()) && function.over.is_some() {
                return self.refuse(format!(
                    "{name}(…) OVER would copy a list into each row; expected it in a query with GROUP BY"
                ));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The words of a statement, which hold the names of all columns that it may mean.
fn words(sql: &str) -> Option<HashSet<String>> {
    let tokens = Tokenizer::new(&GenericDialect, sql).tokenize().ok()?;
    let mut words = HashSet::new();
    for token in tokens {
        match token {
            Token::Mul => return None,
            Token::Word(word) => {
                if ["natural", "columns", "all"].contains(&word.value.to_lowercase().as_str()) {
                    return None;
                }
                words.insert(word.value);
            }
            // A name may stand in other quotes.
            Token::SingleQuotedString(text) | Token::DoubleQuotedString(text) => {
                words.insert(text);
            }
            _ => {}
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(sql: &str) -> String {
        match Checked::read(sql, &["data", "visits"]) {
            Ok(_) => String::new(),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn a_statement_sees_open_tables_alone() {
        for sql in [
            "SELECT * FROM data",
            "WITH n AS (SELECT id FROM visits) SELECT * FROM data WHERE id IN (SELECT id FROM n)",
            "SELECT * FROM data p LEFT JOIN (SELECT id, COUNT(*) n FROM visits GROUP BY id) v USING (id)",
            "SELECT id FROM data ORDER BY id LIMIT 3",
            "SELECT id FROM data UNION ALL SELECT id FROM visits",
        ] {
            assert_eq!(refused(sql), "", "{sql}");
        }
        for (sql, why) in [
            ("SELECT 1", "names no table"),
            ("VALUES (1, 2)", "names no table"),
            ("", "it is empty"),
            (
                "SELECT * FROM data; SELECT * FROM data",
                "there are 2 statements",
            ),
            ("DROP TABLE data", "changes or tells of tables"),
            ("DELETE FROM data", "changes or tells of tables"),
            ("SHOW TABLES", "changes or tells of tables"),
            ("EXPLAIN SELECT * FROM data", "changes or tells of tables"),
            (
                "CREATE TABLE t AS SELECT * FROM data",
                "changes or tells of tables",
            ),
            ("SELECT * INTO t FROM data", "would write a table"),
            (
                "SELECT * FROM people",
                "there is no table \"people\"; expected data or visits",
            ),
            (
                "SELECT * FROM read_csv('people.csv')",
                "read_csv(…) would reach beyond the open tables",
            ),
            ("SELECT * FROM 'people.csv'", "would reach a file"),
            ("SELECT * FROM people.csv", "would reach a file"),
            ("SELECT read_text('x') FROM data", "would reach a file"),
            (
                "SELECT * FROM data WHERE id IN (SELECT id FROM other)",
                "there is no table \"other\"",
            ),
            ("SELECT * FROM data LIMIT 3", "without ORDER BY"),
            (
                "SELECT * FROM (SELECT * FROM data LIMIT 3) d",
                "without ORDER BY",
            ),
            ("SELECT DISTINCT ON (id) * FROM data", "DISTINCT ON"),
            (
                "SELECT UNNEST(STRING_TO_ARRAY(name, ',')) n FROM data",
                "as many rows of one as a list is long",
            ),
            (
                "SELECT id FROM (SELECT id, UNNEST(l) n FROM visits) v",
                "as many rows of one as a list is long",
            ),
            (
                "SELECT ARRAY_LENGTH(ARRAY_AGG(id) OVER (PARTITION BY g)) n FROM data",
                "would copy a list into each row",
            ),
            ("SELECT * FORM data", "not SQL that is understood"),
            ("SELECT (id FROM data", "not SQL that is understood"),
        ] {
            let told = refused(sql);
            assert!(told.contains(why), "{sql}: {told}");
        }
    }

    #[test]
    fn an_expression_is_nothing_else() {
        assert_eq!(expression("age>=18 and b").unwrap(), "age >= 18 AND b");
        for text in [
            "",
            "age >= 18; DROP TABLE data",
            "1 = 1 UNION SELECT 2",
            "age >=",
            "a b c",
        ] {
            assert!(expression(text).is_err(), "{text}");
        }
    }
}
