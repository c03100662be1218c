//! What the columns of a table tell: ratings in many of them, or orders with their items.

use super::Guess;
use crate::io::csv::look::Look;
use crate::io::placed::bare;
use crate::io::ratings::majority::{Majority, Span, thousandths};
use crate::suggest::is_known_to_others;
use crate::{Kind, Layout};
use std::collections::HashSet;

/// Fewer records say little about a scale, and nothing about orders.
const ENOUGH_RECORDS: usize = 10;
/// Records per value of what has several.
const TOGETHER: f64 = 1.2;

/// `far` looks at more records.
pub fn guess(look: &Look, far: impl Fn() -> Option<Look>) -> Option<Guess> {
    let columns: Vec<Seen<'_>> = (0..look.names.len()).map(|at| Seen::of(look, at)).collect();
    orders_by_name(look, &columns, &ORDERS, &far)
        .or_else(|| long_by_name(look, &columns))
        .or_else(|| bought_by_name(look, &columns, &far))
        .or_else(|| wide(look, &columns))
        .or_else(|| without_names(look, &columns))
}

/// One column in the first records.
struct Seen<'a> {
    name: &'a str,
    values: Vec<&'a str>,
    filled: usize,
    distinct: usize,
    /// If all are numbers.
    span: Option<Span>,
}

impl<'a> Seen<'a> {
    fn of(look: &'a Look, at: usize) -> Self {
        let values: Vec<&str> = look
            .records
            .iter()
            .filter_map(|record| record.get(at))
            .map(|field| field.trim())
            .collect();
        let filled: Vec<&str> = values
            .iter()
            .copied()
            .filter(|value| !value.is_empty())
            .collect();
        let distinct: HashSet<&str> = filled.iter().copied().collect();
        let numbers: Option<Vec<i64>> = distinct.iter().map(|text| number(text)).collect();
        Self {
            name: &look.names[at],
            filled: filled.len(),
            distinct: distinct.len(),
            span: numbers.and_then(|numbers| Span::of(numbers.into_iter())),
            values,
        }
    }

    fn is_number(&self) -> bool {
        self.span.is_some()
    }

    fn is_whole(&self) -> bool {
        self.span.is_some_and(|span| span.step == 1000)
    }

    /// Records per value.
    fn repeats(&self) -> f64 {
        self.filled as f64 / self.distinct.max(1) as f64
    }

    /// Whether a value stands in several records, wherever they are. In a part of a large file that is not sorted most
    /// of them are out of sight, while records of their own repeat nothing but for slips.
    fn belongs_together(&self) -> bool {
        let mut known = HashSet::new();
        let runs = self.values.chunk_by(|a, b| a == b);
        let runs = runs
            .filter_map(|run| run.first())
            .filter(|value| !value.is_empty());
        let scattered = runs.filter(|value| !known.insert(**value)).count();
        self.repeats() >= TOGETHER
            || (scattered >= ENOUGH_RECORDS && scattered * 100 >= self.filled)
    }

    /// Equal values follow each other.
    fn is_in_runs(&self) -> bool {
        let runs = self.values.chunk_by(|a, b| a == b).count();
        self.filled == self.values.len() && runs == self.distinct
    }
}

fn number(text: &str) -> Option<i64> {
    thousandths(text.parse().ok()?)
}

/// A row per person, a column per issue: many columns of numbers share one small scale.
fn wide(look: &Look, columns: &[Seen<'_>]) -> Option<Guess> {
    if look.records.len() < ENOUGH_RECORDS {
        return None;
    }
    // What others know of people may be coded in small numbers as well.
    let may_be_issue = |column: &&Seen<'_>| {
        let has_values = column.distinct > 2 || column.filled < ENOUGH_RECORDS;
        column.is_number() && has_values && !is_known_to_others(column.name)
    };
    let spans: Vec<Span> = columns
        .iter()
        .filter(may_be_issue)
        .filter_map(|column| column.span)
        .collect();
    let scale = Majority::of(&spans, columns.len())?;
    let number = |thousandths: i64| thousandths as f64 / 1000.0;
    let why = format!(
        "{} of {} columns hold numbers from {} to {}, so the table is read as ratings: a row per person, a column \
         per issue.",
        scale.columns,
        columns.len(),
        number(scale.low),
        number(scale.high)
    );
    Some(Guess::new(Kind::Ratings, Some(Layout::Wide), why))
}

/// Names of columns that number orders, lower case and letters only.
pub const ORDERS: [&str; 30] = [
    "order",
    "orderid",
    "orderno",
    "ordernr",
    "ordernumber",
    "basket",
    "basketid",
    "cart",
    "cartid",
    "transaction",
    "transactionid",
    "transactionno",
    "transid",
    "tid",
    "invoice",
    "invoiceid",
    "invoiceno",
    "invoicenumber",
    "receipt",
    "receiptid",
    "session",
    "sessionid",
    "bestellung",
    "bestellnr",
    "bestellnummer",
    "warenkorb",
    "auftrag",
    "auftragsnummer",
    "rechnung",
    "rechnungsnummer",
];
/// Names of columns that tell what was ordered, the best first.
const ITEMS: [&str; 20] = [
    "item",
    "itemname",
    "product",
    "productname",
    "article",
    "articlename",
    "artikel",
    "artikelname",
    "produkt",
    "ware",
    "goods",
    "items",
    "itemdescription",
    "sku",
    "itemid",
    "productid",
    "articleid",
    "stockcode",
    "artikelnummer",
    "artikelnr",
];

/// Names of columns that say who bought something.
const BUYERS: [&str; 8] = [
    "customer",
    "customerid",
    "customerno",
    "client",
    "clientid",
    "kunde",
    "kundennr",
    "kundennummer",
];

/// A row per customer and item and nothing else: what somebody bought is a basket as well.
fn bought_by_name(
    look: &Look,
    columns: &[Seen<'_>],
    far: &impl Fn() -> Option<Look>,
) -> Option<Guess> {
    let is_pair = columns.len() == 2;
    is_pair.then(|| orders_by_name(look, columns, &BUYERS, far))?
}

/// A row per order and item, known by the names of the columns.
fn orders_by_name(
    look: &Look,
    columns: &[Seen<'_>],
    orders: &[&str],
    far: &impl Fn() -> Option<Look>,
) -> Option<Guess> {
    let find = |names: &[&str]| {
        names
            .iter()
            .find_map(|wanted| columns.iter().find(|column| bare(column.name) == *wanted))
    };
    let (order, item) = (find(orders)?, find(&ITEMS)?);
    if !look.has_header || look.records.len() < 2 {
        return None;
    }
    // An order that stands in one row only is a record. Where an order's rows are apart, the first ones do not tell.
    let stands_apart = || {
        let far = far()?;
        let at = far.names.iter().position(|name| name == order.name)?;
        Some(Seen::of(&far, at).belongs_together())
    };
    let is_long = order.repeats() >= TOGETHER || stands_apart() == Some(true);
    is_long.then(|| Guess {
        columns: Some(vec![order.name.to_owned(), item.name.to_owned()]),
        ..Guess::new(
            Kind::Transactions,
            Some(Layout::Long),
            format!(
                "Column \"{}\" has the same value in several rows and column \"{}\" tells what belongs to it, so the \
                 file is read as transactions: a row per item.",
                order.name, item.name
            ),
        )
    })
}

/// Two columns, of which the first stands in several rows. Baskets of two items are none: what is first in one is second
/// in another.
pub fn are_pairs(look: &Look) -> bool {
    let columns: Vec<Seen<'_>> = (0..look.names.len()).map(|at| Seen::of(look, at)).collect();
    let [basket, item] = columns.as_slice() else {
        return false;
    };
    let items: HashSet<&str> = item.values.iter().copied().collect();
    let is_apart = || !basket.values.iter().any(|value| items.contains(value));
    let is_named = look.has_header && basket.is_number();
    basket.filled == basket.values.len()
        && basket.belongs_together()
        && item.distinct > 1
        && (is_named || is_apart())
}

/// Names of columns that hold ratings and nothing else.
const RATINGS: [&str; 6] = ["rating", "ratings", "stars", "score", "bewertung", "note"];
const PEOPLE: [&str; 10] = [
    "user",
    "userid",
    "person",
    "personid",
    "participant",
    "respondent",
    "reviewer",
    "reviewerid",
    "customer",
    "customerid",
];
const RATED: [&str; 12] = [
    "movie",
    "movieid",
    "film",
    "item",
    "itemid",
    "issue",
    "issueid",
    "question",
    "book",
    "bookid",
    "product",
    "productid",
];

/// A row per rating, known by the names of the columns in any order.
fn long_by_name(look: &Look, columns: &[Seen<'_>]) -> Option<Guess> {
    let find = |names: &[&str]| {
        columns
            .iter()
            .find(|column| names.contains(&bare(column.name).as_str()))
    };
    let (person, issue, rating) = (find(&PEOPLE)?, find(&RATED)?, find(&RATINGS)?);
    let is_long = look.has_header && columns.len() <= 6 && rating.is_number();
    is_long.then(|| Guess {
        columns: Some([person, issue, rating].map(|column| column.name.to_owned()).to_vec()),
        ..Guess::new(
            Kind::Ratings,
            Some(Layout::Long),
            format!(
                "Columns \"{}\", \"{}\" and \"{}\" look like person, issue and rating, so the file is read as ratings: a \
                 row per rating.",
                person.name, issue.name, rating.name
            ),
        )
    })
}

/// Rows of a person, an issue and a rating, or of an order and an item, with nothing that names them.
fn without_names(look: &Look, columns: &[Seen<'_>]) -> Option<Guess> {
    if look.has_header || look.records.len() < 2 * ENOUGH_RECORDS {
        return None;
    }
    let [first, second, rest @ ..] = columns else {
        return None;
    };
    // Nobody rates twice, and nothing is in an order twice: but for slips.
    let pairs: HashSet<(&str, &str)> = first
        .values
        .iter()
        .copied()
        .zip(second.values.iter().copied())
        .collect();
    let is_long = first.is_whole()
        && first.repeats() >= 1.5
        && first.distinct > 1
        && pairs.len() * 100 >= look.records.len() * 95;
    if !is_long {
        return None;
    }
    let is_scale = |column: &Seen<'_>| {
        let within = |span: Span| span.low >= -10_000 && span.high <= 10_000;
        (3..=21).contains(&column.distinct)
            && column.filled == column.values.len()
            && column.span.is_some_and(within)
    };
    let is_many = |column: &Seen<'_>| column.distinct > 11;
    if let [rating, ..] = rest
        && rest.len() <= 2
        && second.is_whole()
        && is_many(second)
        && is_scale(rating)
    {
        let why = "The first columns look like person, issue and rating, so the file is read as ratings: a row per \
                   rating.";
        return Some(Guess::new(Kind::Ratings, Some(Layout::Long), why));
    }
    let names_items = second.filled == second.values.len() && second.repeats() >= 1.2;
    let is_orders = match rest {
        [] => first.is_in_runs() && names_items,
        // A third column of numbers may be how many.
        [more] => first.is_in_runs() && names_items && !second.is_number() && more.is_number(),
        _ => false,
    };
    is_orders.then(|| {
        let why = "The first column has the same number in several rows that follow each other and the second tells what \
                   belongs to it, so the file is read as transactions: a row per item.";
        Guess::new(Kind::Transactions, Some(Layout::Long), why)
    })
}
