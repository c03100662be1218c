//! How many rows a statement can come to at most, counted before it runs: a join of tables that both have a key often is larger
//! than any memory, and nobody can stop it once it is being made.

use super::checked::name_of;
use crate::column::Column;
use crate::prepare::rows::Groups;
use crate::table::Table;
use sqlparser::ast::{
    BinaryOperator, Expr, GroupByExpr, Ident, JoinConstraint, JoinOperator, LimitClause, Query,
    Select, SelectItem, SetExpr, TableFactor, TableWithJoins, Value, Visit, Visitor,
};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Functions that make one value of a table.
const AGGREGATES: [&str; 14] = [
    "avg", "corr", "count", "covar", "first", "last", "max", "mean", "median", "min", "stddev",
    "sum", "total", "variance",
];

/// What is known of a table or of a query without having run it.
#[derive(Clone)]
struct Relation<'t> {
    rows: u128,
    keys: Keys<'t>,
}

#[derive(Clone)]
enum Keys<'t> {
    Unknown,
    /// Some rows of a table, with these columns as they are there; `None` for all.
    Of(&'t Table, Option<Vec<String>>),
    /// No two rows have the same values in all of these.
    Unique(Vec<String>),
}

/// The most rows that any part of the statement can have.
pub(super) fn most_rows(query: &Query, tables: &[(&str, &Table)]) -> u128 {
    let mut bounds = Bounds {
        known: HashMap::new(),
        most: 0,
    };
    for &(name, table) in tables {
        let relation = Relation {
            rows: table.rows() as u128,
            keys: Keys::Of(table, None),
        };
        bounds.known.insert(name.to_owned(), relation);
    }
    // Also those inside conditions.
    let _ = query.visit(&mut bounds);
    bounds.most
}

struct Bounds<'t> {
    known: HashMap<String, Relation<'t>>,
    most: u128,
}

impl Visitor for Bounds<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        self.query(query);
        ControlFlow::Continue(())
    }
}

impl<'t> Bounds<'t> {
    fn note(&mut self, rows: u128) -> u128 {
        self.most = self.most.max(rows);
        rows
    }

    fn query(&mut self, query: &Query) -> Relation<'t> {
        for named in query.with.iter().flat_map(|with| &with.cte_tables) {
            let relation = self.query(&named.query);
            self.known.insert(named.alias.name.value.clone(), relation);
        }
        let mut relation = self.body(&query.body);
        if let Some(LimitClause::LimitOffset {
            limit: Some(Expr::Value(limit)),
            ..
        }) = &query.limit_clause
            && let Value::Number(limit, _) = &limit.value
            && let Ok(limit) = limit.parse::<u128>()
        {
            relation.rows = relation.rows.min(limit);
        }
        relation
    }

    fn body(&mut self, body: &SetExpr) -> Relation<'t> {
        match body {
            SetExpr::Select(select) => self.select(select),
            SetExpr::Query(query) => self.query(query),
            SetExpr::SetOperation { left, right, .. } => {
                let (left, right) = (self.body(left), self.body(right));
                let rows = left.rows.saturating_add(right.rows);
                Relation {
                    rows: self.note(rows),
                    keys: Keys::Unknown,
                }
            }
            _ => Relation {
                rows: 0,
                keys: Keys::Unknown,
            },
        }
    }

    fn select(&mut self, select: &Select) -> Relation<'t> {
        let mut from = select.from.iter().map(|from| self.joined(from));
        let first = from.next();
        let others: Vec<Relation<'t>> = from.collect();
        let Some(first) = first else {
            return Relation {
                rows: 1,
                keys: Keys::Unknown,
            };
        };
        let is_one = others.is_empty() && select.from.iter().all(|from| from.joins.is_empty());
        let rows = others.iter().fold(first.rows, |rows, other| {
            rows.saturating_mul(other.rows.max(1))
        });
        self.note(rows);
        match &select.group_by {
            GroupByExpr::Expressions(by, _) if !by.is_empty() => {
                let names = by.iter().map(|key| shown_as(key, &select.projection));
                let names: Option<Vec<String>> = names.collect();
                Relation {
                    rows,
                    keys: names.map_or(Keys::Unknown, Keys::Unique),
                }
            }
            GroupByExpr::All(_) => Relation {
                rows,
                keys: Keys::Unknown,
            },
            GroupByExpr::Expressions(..) => {
                if select.projection.iter().all(is_aggregate) {
                    return Relation {
                        rows: 1,
                        keys: Keys::Unknown,
                    };
                }
                let keys = match first.keys {
                    keys if !is_one => {
                        drop(keys);
                        Keys::Unknown
                    }
                    Keys::Of(table, shown) => match plain(&select.projection, shown) {
                        Some(shown) => Keys::Of(table, shown),
                        None => Keys::Unknown,
                    },
                    _ => Keys::Unknown,
                };
                Relation { rows, keys }
            }
        }
    }

    fn joined(&mut self, from: &TableWithJoins) -> Relation<'t> {
        let left = self.factor(&from.relation);
        if from.joins.is_empty() {
            return left;
        }
        let mut rows = left.rows;
        for join in &from.joins {
            let right = self.factor(&join.relation);
            let alias = alias_of(&join.relation);
            let each = |constraint: &JoinConstraint| {
                right.at_most(&keys_of(constraint, alias.as_deref(), &right))
            };
            rows = match &join.join_operator {
                JoinOperator::Join(on)
                | JoinOperator::Inner(on)
                | JoinOperator::StraightJoin(on) => rows.saturating_mul(each(on)),
                JoinOperator::Left(on) | JoinOperator::LeftOuter(on) => {
                    rows.saturating_mul(each(on).max(1))
                }
                JoinOperator::Right(on)
                | JoinOperator::RightOuter(on)
                | JoinOperator::FullOuter(on) => {
                    let both = rows.saturating_mul(each(on).max(1));
                    both.saturating_add(right.rows)
                }
                JoinOperator::Semi(_)
                | JoinOperator::LeftSemi(_)
                | JoinOperator::Anti(_)
                | JoinOperator::LeftAnti(_) => rows,
                JoinOperator::RightSemi(_) | JoinOperator::RightAnti(_) => right.rows,
                _ => rows.saturating_mul(right.rows.max(1)),
            };
            self.note(rows);
        }
        Relation {
            rows,
            keys: Keys::Unknown,
        }
    }

    fn factor(&mut self, factor: &TableFactor) -> Relation<'t> {
        match factor {
            TableFactor::Table { name, .. } => {
                let known = self.known.get(&name_of(name)).cloned();
                known.unwrap_or(Relation {
                    rows: 0,
                    keys: Keys::Unknown,
                })
            }
            TableFactor::Derived { subquery, .. } => self.query(subquery),
            TableFactor::NestedJoin {
                table_with_joins, ..
            } => self.joined(table_with_joins),
            _ => Relation {
                rows: 0,
                keys: Keys::Unknown,
            },
        }
    }
}

impl Relation<'_> {
    /// How many rows have the same values in these columns, at most.
    fn at_most(&self, keys: &[String]) -> u128 {
        if keys.is_empty() {
            return self.rows;
        }
        match &self.keys {
            Keys::Unknown => self.rows,
            Keys::Unique(unique) => match unique.iter().all(|name| keys.contains(name)) {
                true => 1,
                false => self.rows,
            },
            Keys::Of(table, shown) => {
                let is_shown =
                    |name: &&String| shown.as_ref().is_none_or(|shown| shown.contains(name));
                let known = keys.iter().filter(is_shown);
                let columns: Vec<&Column> = known.filter_map(|name| table.column(name)).collect();
                if columns.is_empty() {
                    return self.rows;
                }
                let sizes = Groups::of(&columns, true).sizes;
                sizes.into_iter().max().map_or(0, u128::from)
            }
        }
    }
}

/// The columns of the joined table that are compared with others for equality.
fn keys_of(constraint: &JoinConstraint, alias: Option<&str>, right: &Relation<'_>) -> Vec<String> {
    match constraint {
        JoinConstraint::Using(names) => names.iter().map(name_of).collect(),
        JoinConstraint::On(on) => {
            let mut keys = Vec::new();
            equalities(on, alias, right, &mut keys);
            keys
        }
        JoinConstraint::Natural | JoinConstraint::None => Vec::new(),
    }
}

fn equalities(on: &Expr, alias: Option<&str>, right: &Relation<'_>, keys: &mut Vec<String>) {
    match on {
        Expr::Nested(inner) => equalities(inner, alias, right, keys),
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right: other,
        } => {
            equalities(left, alias, right, keys);
            equalities(other, alias, right, keys);
        }
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right: other,
        } => {
            // A comparison of two columns of the joined table is no key of it.
            let sides = [left.as_ref(), other.as_ref()];
            let of_right: Vec<String> = sides
                .into_iter()
                .filter_map(|side| column_of(side, alias, right))
                .collect();
            if let [one] = of_right.as_slice()
                && sides.iter().all(|side| is_column(side))
            {
                keys.push(one.clone());
            }
        }
        _ => {}
    }
}

fn is_column(side: &Expr) -> bool {
    matches!(side, Expr::Identifier(_) | Expr::CompoundIdentifier(_))
}

/// The column of the joined table that is named, if one is.
fn column_of(side: &Expr, alias: Option<&str>, right: &Relation<'_>) -> Option<String> {
    match side {
        Expr::CompoundIdentifier(parts) => match parts.as_slice() {
            [table, column] => (Some(table.value.as_str()) == alias).then(|| column.value.clone()),
            _ => None,
        },
        Expr::Identifier(name) => {
            let is_there = match &right.keys {
                Keys::Unknown => false,
                Keys::Unique(names) => names.contains(&name.value),
                Keys::Of(table, _) => table.column(&name.value).is_some(),
            };
            is_there.then(|| name.value.clone())
        }
        _ => None,
    }
}

fn alias_of(factor: &TableFactor) -> Option<String> {
    match factor {
        TableFactor::Table { name, alias, .. } => Some(match alias {
            Some(alias) => alias.name.value.clone(),
            None => name_of(name),
        }),
        TableFactor::Derived { alias, .. } => alias.as_ref().map(|alias| alias.name.value.clone()),
        _ => None,
    }
}

fn ident(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Identifier(name) => Some(name),
        Expr::CompoundIdentifier(parts) => parts.last(),
        _ => None,
    }
}

/// The name under which a key of groups is among the columns.
fn shown_as(key: &Expr, projection: &[SelectItem]) -> Option<String> {
    let key = &ident(key)?.value;
    projection.iter().find_map(|item| match item {
        SelectItem::UnnamedExpr(expr) => {
            let name = &ident(expr)?.value;
            (name == key).then(|| name.clone())
        }
        SelectItem::ExprWithAlias { expr, alias } => {
            (&ident(expr)?.value == key).then(|| alias.value.clone())
        }
        _ => None,
    })
}

/// The columns that are shown as they are, `Some(None)` for all; `None` where nothing is known.
fn plain(projection: &[SelectItem], shown: Option<Vec<String>>) -> Option<Option<Vec<String>>> {
    let mut names = Vec::new();
    for item in projection {
        match item {
            SelectItem::Wildcard(with)
                if with.opt_rename.is_none() && with.opt_replace.is_none() =>
            {
                if projection.len() == 1 {
                    return Some(shown);
                }
                return None;
            }
            SelectItem::UnnamedExpr(expr) => {
                if let Some(name) = ident(expr) {
                    let is_there = shown
                        .as_ref()
                        .is_none_or(|shown| shown.contains(&name.value));
                    if is_there {
                        names.push(name.value.clone());
                    }
                }
            }
            SelectItem::ExprWithAlias { .. } => {}
            _ => return None,
        }
    }
    // A name that something else was given as well says nothing.
    for item in projection {
        if let SelectItem::ExprWithAlias { alias, .. } = item {
            names.retain(|name| *name != alias.value);
        }
    }
    Some(Some(names))
}

fn is_aggregate(item: &SelectItem) -> bool {
    let (SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }) = item else {
        return false;
    };
    let inner = match expr {
        Expr::Cast { expr, .. } => expr,
        other => other,
    };
    match inner {
        Expr::Function(function) => {
            let name = name_of(&function.name).to_lowercase();
            function.over.is_none() && AGGREGATES.contains(&name.as_str())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::checked::Checked;
    use super::*;

    fn table(columns: &[(&str, &[&str])]) -> Table {
        let columns = columns.iter();
        let columns = columns.map(|(name, texts)| Column::from_texts(*name, *texts).unwrap());
        Table::new(columns.collect()).unwrap()
    }

    #[test]
    fn rows_are_counted_before_a_statement_runs() {
        let data = table(&[("id", &["1", "2", "3", "4"]), ("g", &["a", "a", "a", "b"])]);
        let visits = table(&[
            ("id", &["1", "1", "2", "2", "2"]),
            ("g", &["a", "a", "b", "b", "b"]),
        ]);
        let most = |sql: &str| {
            let checked = Checked::read(sql, &["data", "visits"]).unwrap();
            most_rows(&checked.query, &[("data", &data), ("visits", &visits)])
        };
        for (sql, expected) in [
            ("SELECT * FROM data", 4),
            ("SELECT * FROM data, visits", 20),
            ("SELECT * FROM data CROSS JOIN visits", 20),
            ("SELECT * FROM data JOIN visits USING (id)", 12),
            ("SELECT * FROM data p JOIN visits v ON p.id = v.id", 12),
            ("SELECT * FROM visits v JOIN data p ON v.id = p.id", 5),
            ("SELECT * FROM data p JOIN visits v ON p.id > v.id", 20),
            ("SELECT * FROM data p FULL JOIN visits v ON p.id = v.id", 17),
            (
                "SELECT * FROM data LEFT JOIN (SELECT id, COUNT(*) n FROM visits GROUP BY id) v USING (id)",
                5,
            ),
            (
                "WITH n AS (SELECT id, g FROM visits WHERE g = 'a') SELECT * FROM data JOIN n USING (id)",
                12,
            ),
            (
                "WITH n AS (SELECT g AS id FROM visits) SELECT * FROM data JOIN n USING (id)",
                20,
            ),
            (
                "SELECT * FROM data CROSS JOIN (SELECT AVG(id) a FROM visits) v",
                5,
            ),
            ("SELECT id FROM data UNION ALL SELECT id FROM visits", 9),
            (
                "SELECT * FROM data WHERE id IN (SELECT a.id FROM visits a, visits b)",
                25,
            ),
        ] {
            assert_eq!(most(sql), expected, "{sql}");
        }
    }
}
