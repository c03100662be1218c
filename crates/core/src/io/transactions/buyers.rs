//! Who stands behind the baskets: where a file says whose each order is, one person may have several, and a promise about
//! orders is none about people.

use crate::io::guess::ORDERS;
use crate::io::placed::bare;
use crate::words::grouped;
use crate::{Column, Progress, Stopped, Table};

/// Names of columns that say who bought something, lower case and letters only.
const BUYERS: [&str; 24] = [
    "customer",
    "customerid",
    "customerno",
    "customernumber",
    "client",
    "clientid",
    "user",
    "userid",
    "member",
    "memberid",
    "person",
    "personid",
    "buyer",
    "buyerid",
    "shopper",
    "shopperid",
    "account",
    "accountid",
    "household",
    "householdid",
    "patientid",
    "kunde",
    "kundennr",
    "kundennummer",
];
/// Rows between two looks at the progress.
const BLOCK: usize = 1 << 16;

/// Orders of a long list, and the customers who placed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buyers {
    /// The columns that name them.
    pub order: String,
    pub buyer: String,
    pub item: String,
    pub orders: usize,
    pub buyers: usize,
    /// Of the one who placed most.
    pub most: usize,
    /// Rows that say nobody's name.
    pub nameless: usize,
    /// All that one bought is one basket already.
    pub are_counted: bool,
}

impl Buyers {
    /// Found by the names of columns, and only where each order has one customer and somebody has several orders.
    pub fn of(
        table: &Table,
        basket: usize,
        item: usize,
        progress: &Progress,
    ) -> Result<Option<Self>, Stopped> {
        let columns = table.columns();
        let named = |names: &[&str]| {
            let is_named = |column: &Column| names.contains(&bare(column.name()).as_str());
            let mut others = (0..columns.len()).filter(|&at| at != item);
            others.find(|&at| is_named(&columns[at]))
        };
        let are_counted = BUYERS.contains(&bare(columns[basket].name()).as_str());
        let (order, buyer) = match are_counted {
            true => (named(&ORDERS), Some(basket)),
            false => (Some(basket), named(&BUYERS)),
        };
        let (Some(order), Some(buyer)) =
            (order.map(|at| &columns[at]), buyer.map(|at| &columns[at]))
        else {
            return Ok(None);
        };
        let Some(found) = Pairs::of(order, buyer, progress)? else {
            return Ok(None);
        };
        let is_several = found.most > 1;
        Ok(is_several.then(|| Self {
            order: order.name().to_owned(),
            buyer: buyer.name().to_owned(),
            item: columns[item].name().to_owned(),
            orders: found.orders,
            buyers: found.buyers,
            most: found.most,
            nameless: found.nameless,
            are_counted,
        }))
    }

    /// What is counted is not whom a promise is thought to be about.
    pub fn note(&self) -> Option<String> {
        (!self.are_counted).then(|| {
            let way = match self.nameless {
                0 => format!(
                    " Read what somebody bought as one basket to count people (in a recipe: data.columns = [\"{}\", \
                     \"{}\"]).",
                    self.buyer, self.item
                ),
                _ => String::new(),
            };
            format!("{}{way}", self.sentence())
        })
    }

    /// How orders and customers stand to each other, and what that means for a promise.
    pub fn sentence(&self) -> String {
        let (orders, people) = (grouped(self.orders), grouped(self.buyers));
        let (order, buyer) = (&self.order, &self.buyer);
        match self.are_counted {
            true => format!(
                "All that one of {people} people (\"{buyer}\") bought is one basket: their {orders} orders (\"{order}\") \
                 are not told apart, and a promise holds for people."
            ),
            false => format!(
                "What is counted are {orders} baskets (\"{order}\") of {people} people (\"{buyer}\"), up to {} of one: a \
                 promise holds for each basket by itself and not for somebody who is known by several.",
                grouped(self.most)
            ),
        }
    }
}

/// What is counted over the rows.
struct Pairs {
    orders: usize,
    buyers: usize,
    most: usize,
    nameless: usize,
}

impl Pairs {
    /// `None` where an order has several customers: then they are something else.
    fn of(order: &Column, buyer: &Column, progress: &Progress) -> Result<Option<Self>, Stopped> {
        let mut buyer_of: Vec<Option<u32>> = vec![None; order.dictionary().len()];
        let mut nameless = 0;
        let rows = order.codes().iter().zip(buyer.codes());
        for (row, (&order_code, &buyer_code)) in rows.enumerate() {
            if row.is_multiple_of(BLOCK) {
                progress.check()?;
            }
            if Some(order_code) == order.null() {
                continue;
            }
            if Some(buyer_code) == buyer.null() {
                nameless += 1;
                continue;
            }
            match &mut buyer_of[order_code as usize] {
                Some(known) if *known != buyer_code => return Ok(None),
                Some(_) => {}
                none => *none = Some(buyer_code),
            }
        }
        let mut orders_of = vec![0usize; buyer.dictionary().len()];
        for code in buyer_of.iter().flatten() {
            orders_of[*code as usize] += 1;
        }
        Ok(Some(Self {
            orders: buyer_of.iter().flatten().count(),
            buyers: orders_of.iter().filter(|&&orders| orders > 0).count(),
            most: orders_of.iter().copied().max().unwrap_or(0),
            nameless,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(basket: usize, rows: &[[&str; 3]]) -> Option<Buyers> {
        let columns = ["order id", "Customer ID", "item"].into_iter().enumerate();
        let columns = columns
            .map(|(at, name)| Column::from_texts(name, rows.iter().map(|row| row[at])).unwrap());
        let table = Table::new(columns.collect()).unwrap();
        Buyers::of(&table, basket, 2, &Progress::default()).unwrap()
    }

    #[test]
    fn several_orders_of_one_are_found_from_either_side() {
        let rows = [
            ["1", "a", "x"],
            ["1", "a", "y"],
            ["2", "a", "x"],
            ["3", "b", "x"],
        ];
        let orders = found(0, &rows).unwrap();
        assert_eq!((orders.orders, orders.buyers, orders.most), (3, 2, 2));
        assert!(!orders.are_counted && orders.note().unwrap().contains("\"Customer ID\""));
        let people = found(1, &rows).unwrap();
        assert!(people.are_counted && people.note().is_none());
        assert_eq!((people.orders, people.buyers, people.most), (3, 2, 2));
    }

    #[test]
    fn who_has_one_order_each_or_shares_one_is_no_customer() {
        assert_eq!(found(0, &[["1", "a", "x"], ["2", "b", "x"]]), None);
        let shared = [["1", "a", "x"], ["1", "b", "y"], ["2", "a", "x"]];
        assert_eq!(found(0, &shared), None);
    }
}
