//! Transactions that lie in a table: a row per basket and item, or a list in one column.

use super::buyers::Buyers;
use super::collect::{Collector, FoldedItems, note_repeated};
use crate::io::placed::{Part, PlacedTable, Read, bare};
use crate::{
    Column, Dictionary, DictionaryBuilder, Failure, Layout, Problem, Progress, Transactions,
};

pub const BASKET_PARTS: [Part; 2] = [
    Part {
        name: "basket",
        usual: &[
            "tid",
            "basket",
            "basketid",
            "transaction",
            "transactionid",
            "order",
            "orderid",
            "invoice",
        ],
    },
    Part {
        name: "item",
        usual: &["item", "itemid", "product", "productid", "article", "items"],
    },
];

/// Usual names of the column that holds the lists.
const LISTS: [&str; 6] = [
    "items",
    "basket",
    "products",
    "itemset",
    "list",
    "transaction",
];
const SEPARATORS: [&str; 3] = [",", ";", "|"];
/// Rows between two looks at the progress.
const BLOCK: usize = 1 << 14;

/// Baskets in the order in which they first appear.
pub fn read_long(
    mut placed: PlacedTable<'_>,
    progress: &Progress,
) -> Result<Read<Transactions>, Failure> {
    let places = placed.columns_for(&BASKET_PARTS, placed.options.columns.as_deref())?;
    let column = |part: usize| &placed.table.columns()[places[part]];
    let (baskets, items) = (column(0), column(1));
    if let Some(null) = baskets.null()
        && let Some(row) = baskets.codes().iter().position(|&code| code == null)
    {
        let message = "the basket is missing; expected one in every row";
        return Err(placed.problem(row, places[0], message).into());
    }
    progress.stage("sorting the items", baskets.dictionary().len() as u64);
    let (code_of, dictionary) = without_missing(items);
    let mut starts = vec![0usize; baskets.dictionary().len() + 1];
    for &basket in baskets.codes() {
        starts[basket as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut cells = vec![None; baskets.len()];
    for (row, &basket) in baskets.codes().iter().enumerate() {
        if row.is_multiple_of(BLOCK) {
            progress.check()?;
        }
        let place = &mut next[basket as usize];
        cells[*place] = code_of[items.codes()[row] as usize];
        *place += 1;
    }
    let missing = cells.iter().filter(|cell| cell.is_none()).count();
    let mut collector = Collector::default();
    let mut labels = DictionaryBuilder::default();
    let mut empty = 0;
    for (basket, pair) in starts.windows(2).enumerate() {
        if basket.is_multiple_of(BLOCK) {
            progress.check()?;
        }
        let own = &cells[pair[0]..pair[1]];
        if own.iter().all(Option::is_none) {
            empty += 1;
            continue;
        }
        collector.push(own.iter().flatten().copied());
        // No larger than the column's own dictionary, so it cannot be full.
        let _ = labels.intern(baskets.dictionary().get(basket as u32));
    }
    let names: Vec<String> = places
        .iter()
        .map(|&at| placed.table.columns()[at].name().to_owned())
        .collect();
    placed.folded.retain(|told| names.contains(&told.of));
    if placed.options.columns.is_none() {
        placed.notes.push(format!(
            "Basket and item are taken from the columns \"{}\" and \"{}\".",
            names[0], names[1]
        ));
    }
    match missing {
        0 => {}
        1 => placed
            .notes
            .push("1 row without an item is left out.".to_owned()),
        rows => placed
            .notes
            .push(format!("{rows} rows without an item are left out.")),
    }
    note_empty(&mut placed.notes, empty);
    note_repeated(&mut placed.notes, collector.repeated);
    let data = collector.finish(dictionary, Some(labels.finish()));
    let buyers = Buyers::of(&placed.table, places[0], places[1], progress)?;
    placed.notes.extend(buyers.as_ref().and_then(Buyers::note));
    let mut options = placed.options;
    options.layout = Some(Layout::Long);
    options.columns = Some(names);
    some_transactions(placed.file, data).map(|data| Read {
        data,
        options,
        notes: placed.notes,
        folded: placed.folded,
        buyers,
    })
}

/// The lists of one column; the other columns are left aside.
pub fn read_list(
    mut placed: PlacedTable<'_>,
    progress: &Progress,
) -> Result<Read<Transactions>, Failure> {
    let at = list_column(&placed)?;
    let column = &placed.table.columns()[at];
    let separator = match placed.options.separator.as_deref() {
        Some(separator) if !separator.is_empty() => separator.to_owned(),
        Some(_) => {
            let message = "the separator is empty; expected at least one character";
            return Err(Problem::in_file(placed.file, message).into());
        }
        None => {
            let occurs = |separator: &&str| {
                column
                    .dictionary()
                    .iter()
                    .any(|list| list.contains(separator))
            };
            let found = SEPARATORS.into_iter().find(occurs).unwrap_or(",");
            placed.notes.push(format!(
                "The items of a list are taken to be separated by \"{found}\"."
            ));
            found.to_owned()
        }
    };
    progress.stage("splitting the lists", column.len() as u64);
    // Equal lists are split once.
    let mut items = DictionaryBuilder::default();
    let mut lists: Vec<Vec<u32>> = Vec::with_capacity(column.dictionary().len());
    for (code, list) in column.dictionary().iter().enumerate() {
        if code.is_multiple_of(BLOCK) {
            progress.check()?;
        }
        let codes = list
            .split(separator.as_str())
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(|item| items.intern(item))
            .collect::<Result<Vec<u32>, _>>()
            .map_err(|_| {
                Problem::in_file(
                    placed.file,
                    "the distinct items are larger than 4 GiB together",
                )
            })?;
        lists.push(codes);
    }
    let folded = FoldedItems::new(placed.file, items.finish(), placed.options.fold, progress)?;
    for list in &mut lists {
        *list = folded.of(list.iter().copied()).collect();
    }
    let mut collector = Collector::default();
    let mut empty = 0;
    for (row, &code) in column.codes().iter().enumerate() {
        if row.is_multiple_of(BLOCK) {
            progress.check()?;
            progress.advance(BLOCK.min(column.len() - row) as u64);
        }
        let list = &lists[code as usize];
        if list.is_empty() {
            empty += 1;
        } else {
            collector.push(list.iter().copied());
        }
    }
    let name = column.name().to_owned();
    let others = placed.table.columns().len() - 1;
    if others > 0 {
        placed.notes.push(format!(
            "Only column \"{name}\" is read; {others} other {} left aside.",
            if others == 1 {
                "column is"
            } else {
                "columns are"
            }
        ));
    }
    note_empty(&mut placed.notes, empty);
    note_repeated(&mut placed.notes, collector.repeated);
    let data = collector.finish(folded.items, None);
    let mut options = placed.options;
    options.layout = Some(Layout::List);
    options.column = Some(name);
    options.separator = Some(separator);
    some_transactions(placed.file, data).map(|data| Read {
        data,
        options,
        notes: placed.notes,
        folded: folded.told.into_iter().collect(),
        buyers: None,
    })
}

fn list_column(placed: &PlacedTable<'_>) -> Result<usize, Problem> {
    let columns = placed.table.columns();
    let told = |message: String| Problem::in_file(placed.file, message);
    if let Some(name) = &placed.options.column {
        return placed.table.position(name).ok_or_else(|| {
            told(format!(
                "there is no column \"{name}\" in the data; expected one of {}",
                placed.names_in_words()
            ))
        });
    }
    if columns.len() == 1 {
        return Ok(0);
    }
    LISTS
        .iter()
        .find_map(|usual| {
            columns
                .iter()
                .position(|column| bare(column.name()) == *usual)
        })
        .ok_or_else(|| {
            told(format!(
                "it is not said which column holds the lists; expected one of {}",
                placed.names_in_words()
            ))
        })
}

/// The dictionary without its missing value, and each code's new one.
fn without_missing(items: &Column) -> (Vec<Option<u32>>, Dictionary) {
    let mut next = 0;
    let code_of = (0..items.dictionary().len() as u32)
        .map(|code| {
            (Some(code) != items.null()).then(|| {
                next += 1;
                next - 1
            })
        })
        .collect();
    let kept = items
        .dictionary()
        .iter()
        .enumerate()
        .filter(|&(code, _)| Some(code as u32) != items.null())
        .map(|(_, text)| text)
        .collect();
    (code_of, kept)
}

fn note_empty(notes: &mut Vec<String>, empty: usize) {
    match empty {
        0 => {}
        1 => notes.push("1 basket without items is left out.".to_owned()),
        more => notes.push(format!("{more} baskets without items are left out.")),
    }
}

fn some_transactions(file: &std::path::Path, data: Transactions) -> Result<Transactions, Failure> {
    if data.is_empty() {
        return Err(Problem::in_file(
            file,
            "the file holds no items; expected at least one basket",
        )
        .into());
    }
    Ok(data)
}
