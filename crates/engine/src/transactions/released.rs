//! Released transactions in the form they came in: a basket a line, a row per basket and item, or a list in a
//! cell.

use crate::declared::layout_of;
use crate::released_table::{ReleasedTable, build, contents, released_text};
use crate::shuffle::{DeclaredDigest, Fingerprint, content, released_order};
use cloakroom_core::io::csv::write::{begins_formula, is_formula};
use cloakroom_core::settings::ReleaseFormat;
use cloakroom_core::{
    Column, Dictionary, DictionaryBuilder, Failure, Kind, Layout, Lists, Loaded, Problem, Progress,
    Role, Roles, Settings, Stopped, Table, Transactions,
};
use cloakroom_microdata::method::Anonymized;
use cloakroom_transactions::method::AnonymizedTransactions;
use cloakroom_transactions::transactions::{GONE, PreparedTransactions};
use cloakroom_verify::declaration::{Roles as ReleasedRoles, TransactionsForm};
use std::borrow::Cow;

/// How many baskets are written down between two looks at the progress.
const STRIDE: usize = 1 << 12;
/// Tried one after the other where a label holds the separator of the input.
const SEPARATORS: [&str; 5] = [",", ";", "\t", "|", "||"];

/// All baskets in the order of the release.
pub fn arrange(
    loaded: &Loaded,
    transactions: &Transactions,
    settings: &Settings,
    baskets: &PreparedTransactions,
    anonymized: &AnonymizedTransactions,
    progress: &Progress,
) -> Result<(ReleasedTable, TransactionsForm), Failure> {
    let declared = DeclaredDigest::of(settings, Kind::Transactions, None);
    let declared = declared.as_ref();
    let layout = loaded.options.layout.unwrap_or(Layout::Basket);
    // No spreadsheet reads a file of baskets.
    let is_plain = layout == Layout::Basket && settings.release.format == ReleaseFormat::Csv;
    let escape = settings.release.escape_formulas && !is_plain;
    let escaping = match (escape, layout) {
        (false, _) => Escaping::Nothing,
        (true, Layout::Long) => Escaping::Formulas,
        (true, _) => Escaping::Beginnings,
    };
    let labels = Labels::new(transactions, baskets, anonymized, escaping)?;
    // Names are escaped by then, and not a second time.
    let as_they_are = Anonymized::default();
    progress.stage("arranging", baskets.len() as u64);
    let (mut released, separator) = if layout == Layout::Long {
        let shown = || labels.contents(progress);
        let order = released_order(baskets.len(), declared, shown, progress)?;
        let names = loaded.options.columns.as_deref().unwrap_or(&[]).iter();
        let names: Vec<String> = names
            .map(|name| released_text(name, escape).into_owned())
            .collect();
        let table = a_row_per_item(&labels, &names, &order, progress)?;
        let rows: Vec<u32> = (0..table.rows() as u32).collect();
        let plain = insensitive(&table);
        let released = build(&table, &plain, &as_they_are, &rows, false, progress)?;
        (released, None)
    } else {
        let wanted = loaded.options.separator.as_deref().unwrap_or(" ");
        let separator = labels.separator(wanted)?;
        let name = loaded.options.column.as_deref().unwrap_or("items");
        let name = released_text(name, escape);
        let table = a_row_per_transaction(&labels, &name, separator, progress)?;
        let rows: Vec<u32> = (0..table.rows() as u32).collect();
        let plain = insensitive(&table);
        let shown = || contents(&table, &plain, &as_they_are, &rows, false, progress);
        let order = released_order(rows.len(), declared, shown, progress)?;
        let released = build(&table, &plain, &as_they_are, &order, false, progress)?;
        (released, Some(separator.to_owned()))
    };
    // Names were escaped one by one, since a name must be the same wherever it stands.
    released.formula_cells = match (is_plain, escape) {
        (true, _) => 0,
        (false, true) => labels.escaped_cells(escaping),
        (false, false) => released.formula_cells,
    };
    let private = labels.private_shown();
    released.roles = ReleasedRoles {
        sensitive: private,
        ..ReleasedRoles::default()
    };
    let layout = layout_of(layout);
    Ok((released, TransactionsForm { layout, separator }))
}

/// Which names get an apostrophe so that no spreadsheet runs them. A name gets it everywhere or nowhere: otherwise it
/// would be two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escaping {
    Nothing,
    /// A name is a cell.
    Formulas,
    /// A name may begin a cell: what is a number alone is none before another name.
    Beginnings,
}

impl Escaping {
    fn released(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Nothing => Cow::Borrowed(text),
            Self::Formulas if is_formula(text) => Cow::Owned(format!("'{text}")),
            Self::Beginnings if begins_formula(text) => Cow::Owned(format!("'{text}")),
            Self::Formulas | Self::Beginnings => Cow::Borrowed(text),
        }
    }
}

/// What each basket shows: places in `texts`, which are in the order of the names, so that a basket does not
/// show the order of the input.
struct Labels<'a> {
    texts: Vec<Cow<'a, str>>,
    is_escaped: Vec<bool>,
    is_private: Vec<bool>,
    shown: Lists,
}

impl<'a> Labels<'a> {
    fn new(
        transactions: &'a Transactions,
        baskets: &'a PreparedTransactions,
        anonymized: &AnonymizedTransactions,
        escaping: Escaping,
    ) -> Result<Self, Problem> {
        let nodes = baskets.tree.len();
        let text = |code: usize| {
            if code < nodes {
                baskets.tree.name(code as u32)
            } else {
                transactions.items.get((code - nodes) as u32)
            }
        };
        let released = |code: usize| escaping.released(text(code));
        let mut used = vec![false; nodes + transactions.items.len()];
        for &node in anonymized.shown.iter().filter(|&&node| node != GONE) {
            used[node as usize] = true;
        }
        for &item in &baskets.private {
            used[nodes + item as usize] = true;
        }
        let mut codes: Vec<usize> = (0..used.len()).filter(|&code| used[code]).collect();
        codes.sort_by_cached_key(|&code| released(code));
        let is_told_twice = |pair: &[usize]| {
            text(pair[0]) != text(pair[1]) && released(pair[0]) == released(pair[1])
        };
        if codes.windows(2).any(is_told_twice) {
            return Err(Problem::new(
                "two items would have one name once formulas are escaped; expected no release.escape_formulas, or other names",
            ));
        }
        let mut place = vec![0u32; used.len()];
        for (at, &code) in codes.iter().enumerate() {
            place[code] = at as u32;
        }
        let mut labels = Self {
            texts: codes.iter().map(|&code| released(code)).collect(),
            is_escaped: codes
                .iter()
                .map(|&code| released(code) != text(code))
                .collect(),
            is_private: codes.iter().map(|&code| code >= nodes).collect(),
            shown: Lists::with_room(baskets.len(), anonymized.shown.len()),
        };
        let mut basket = Vec::new();
        for at in 0..baskets.len() {
            basket.clear();
            let shown = &anonymized.shown[baskets.starts[at]..baskets.starts[at + 1]];
            basket.extend(
                shown
                    .iter()
                    .filter(|&&node| node != GONE)
                    .map(|&node| place[node as usize]),
            );
            let private = baskets.private_of(at).iter();
            basket.extend(private.map(|&item| place[nodes + item as usize]));
            basket.sort_unstable();
            basket.dedup();
            labels.shown.push(basket.iter().copied());
        }
        Ok(labels)
    }

    /// Cells that would be formulas if their names were not escaped: of lists, those that begin with such a name.
    fn escaped_cells(&self, escaping: Escaping) -> usize {
        let many = match escaping {
            Escaping::Beginnings => 1,
            _ => usize::MAX,
        };
        let cells = self.shown.iter().map(|labels| {
            let labels = labels.iter().take(many);
            labels
                .filter(|&&label| self.is_escaped[label as usize])
                .count()
        });
        cells.sum()
    }

    /// What each basket shows that has a row for every item.
    fn contents(&self, progress: &Progress) -> Result<Vec<Fingerprint>, Stopped> {
        let texts = self.texts.iter();
        let of_label: Vec<Fingerprint> = texts.map(|text| content::item(text)).collect();
        let mut contents = Vec::with_capacity(self.shown.len());
        for (at, labels) in self.shown.iter().enumerate() {
            progress.check_every(STRIDE, at)?;
            let items = labels.iter().map(|&label| of_label[label as usize]);
            contents.push(items.fold(0, Fingerprint::wrapping_add));
        }
        Ok(contents)
    }

    fn private_shown(&self) -> Vec<String> {
        let private = self.texts.iter().zip(&self.is_private);
        private
            .filter(|&(_, &is_private)| is_private)
            .map(|(text, _)| text.clone().into_owned())
            .collect()
    }

    /// The one that the input has, or one that no label holds.
    fn separator<'s>(&self, wanted: &'s str) -> Result<&'s str, Problem> {
        let fits = |separator: &str| {
            let white = separator == " ";
            self.texts.iter().all(|text| {
                let holds = if white {
                    text.contains(char::is_whitespace)
                } else {
                    text.contains(separator)
                };
                !holds && text.trim() == *text
            })
        };
        let mut tried = std::iter::once(wanted).chain(SEPARATORS);
        tried.find(|separator| fits(separator)).ok_or_else(|| {
            Problem::new(
                "no separator can stand between the names that would be released: expected names without commas, \
                 semicolons, tabs and bars",
            )
        })
    }
}

fn insensitive(table: &Table) -> Roles {
    let mut roles = Roles::default();
    for column in table.columns() {
        roles.set(column.name(), Some(Role::Insensitive));
    }
    roles
}

/// In the order of the input.
fn a_row_per_transaction(
    labels: &Labels<'_>,
    name: &str,
    separator: &str,
    progress: &Progress,
) -> Result<Table, Failure> {
    let baskets = labels.shown.len() as u32;
    let mut builder = DictionaryBuilder::default();
    let mut codes = Vec::with_capacity(baskets as usize);
    let mut text = String::new();
    for basket in 0..baskets {
        progress.check_every(STRIDE, basket as usize)?;
        text.clear();
        for (at, &label) in labels.shown[basket].iter().enumerate() {
            if at > 0 {
                text.push_str(separator);
            }
            text.push_str(&labels.texts[label as usize]);
        }
        codes.push(builder.intern(&text)?);
        progress.advance(1);
    }
    let dictionary = builder.finish();
    let nothing = dictionary.find("");
    let column = Column::new(name, dictionary, codes, nothing);
    Ok(Table::new(vec![column])?)
}

/// Baskets are numbered in the order of the release.
fn a_row_per_item(
    labels: &Labels<'_>,
    names: &[String],
    order: &[u32],
    progress: &Progress,
) -> Result<Table, Failure> {
    let (mut baskets, mut items) = (Vec::new(), Vec::new());
    let mut number = 0;
    for (at, &basket) in order.iter().enumerate() {
        progress.check_every(STRIDE, at)?;
        for &label in &labels.shown[basket] {
            baskets.push(number);
            items.push(label);
        }
        // A basket that shows nothing is not in the file, and leaves no gap.
        number += u32::from(!labels.shown[basket].is_empty());
        progress.advance(1);
    }
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let name = |at: usize, usual: &str| {
        let given = names.get(at).map(String::as_str);
        given.unwrap_or(usual).to_owned()
    };
    let columns = vec![
        Column::new(
            name(0, "basket"),
            Dictionary::listed(&numbers)?,
            baskets,
            None,
        ),
        Column::new(
            name(1, "item"),
            Dictionary::listed(&labels.texts)?,
            items,
            None,
        ),
    ];
    Ok(Table::new(columns)?)
}
