//! Basket files: one transaction a line, as the frequent item set collections have them.

use super::collect::{Collector, FoldedItems, note_repeated};
use crate::io::encoding::decode;
use crate::io::placed::Read;
use crate::load_options::TextEncoding;
use crate::{
    Dictionary, DictionaryBuilder, DictionaryFull, Failure, Layout, LoadOptions, Problem, Progress,
    Stopped, Transactions,
};
use rayon::prelude::*;
use std::path::Path;

/// What a thread reads at a time. Fixed, so that the result never depends on the number of threads.
const STRETCH: usize = 1 << 20;
/// Lines between two looks at the progress.
const BLOCK: usize = 1 << 10;
/// The separator that stands for any white space.
const WHITE_SPACE: &str = " ";

/// Items are separated by white space unless the options say otherwise. An empty line is no basket.
pub fn read_transactions(
    file: &Path,
    bytes: Vec<u8>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Read<Transactions>, Failure> {
    progress.stage("checking the text", 0);
    let decoded = decode(file, bytes, options.encoding, progress)?;
    let text = decoded.text();
    let separator = options.separator.as_deref().unwrap_or(WHITE_SPACE);
    if separator.is_empty() || separator.contains(['\n', '\r']) {
        let message =
            "the separator cannot be used; expected at least one character and no line end";
        return Err(Problem::in_file(file, message).into());
    }
    progress.stage("reading baskets", text.len() as u64);
    let parts: Vec<Result<Part, Halt>> = stretches(text)
        .into_par_iter()
        .map(|stretch| read_stretch(stretch, separator, progress))
        .collect();
    let mut items = DictionaryBuilder::default();
    let mut baskets = Collector::default();
    let mut total = Counts::default();
    // In the order of the file, so items get their codes by first appearance.
    let parts = parts
        .into_iter()
        .map(|part| {
            progress.check()?;
            let part = part.map_err(|halt| halt.told(file))?;
            let code_of = items
                .absorb(&part.items)
                .map_err(|full| Halt::Full(full).told(file))?;
            Ok((part, code_of))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let folded = FoldedItems::new(file, items.finish(), options.fold, progress)?;
    let mut basket = Vec::new();
    for (part, code_of) in parts {
        progress.check()?;
        for pair in part.starts.windows(2) {
            let codes = part.item[pair[0]..pair[1]].iter();
            basket.clear();
            basket.extend(folded.of(codes.map(|&code| code_of[code as usize])));
            match basket.is_empty() {
                true => total.empty_lines += 1,
                false => baskets.push(basket.iter().copied()),
            }
        }
        total.empty_lines += part.counts.empty_lines + std::mem::take(&mut total.waiting_lines);
        if part.starts.len() == 1 {
            // Nothing but empty lines: they may be the end of the file.
            total.empty_lines -= part.counts.empty_lines;
            total.waiting_lines = part.counts.empty_lines + part.counts.waiting_lines;
        } else {
            total.waiting_lines = part.counts.waiting_lines;
        }
        total.empty_items += part.counts.empty_items;
    }
    let mut notes = Vec::new();
    if decoded.encoding == TextEncoding::Latin1 {
        notes.push("The text is read as Latin-1 (Windows-1252).".to_owned());
    }
    match total.empty_lines {
        0 => {}
        1 => notes.push("1 empty line is left out: it is no basket.".to_owned()),
        lines => notes.push(format!(
            "{lines} empty lines are left out: they are no baskets."
        )),
    }
    match total.empty_items {
        0 => {}
        1 => notes.push("1 empty item between two separators is left out.".to_owned()),
        more => notes.push(format!(
            "{more} empty items between two separators are left out."
        )),
    }
    note_repeated(&mut notes, baskets.repeated);
    let transactions = baskets.finish(folded.items, None);
    if transactions.is_empty() {
        return Err(Problem::in_file(file, "the file is empty; expected one basket a line").into());
    }
    let mut options = options.clone();
    options.layout = Some(Layout::Basket);
    options.separator = Some(separator.to_owned());
    options.encoding = Some(decoded.encoding);
    Ok(Read {
        data: transactions,
        options,
        notes,
        folded: folded.told.into_iter().collect(),
        buyers: None,
    })
}

/// The text in pieces that end where lines end.
fn stretches(text: &str) -> Vec<&str> {
    let mut pieces = Vec::with_capacity(text.len() / STRETCH + 1);
    let mut rest = text;
    while rest.len() > STRETCH {
        let Some(end) = memchr::memchr(b'\n', &rest.as_bytes()[STRETCH..]) else {
            break;
        };
        let (piece, more) = rest.split_at(STRETCH + end + 1);
        pieces.push(piece);
        rest = more;
    }
    pieces.push(rest);
    pieces
}

#[derive(Default)]
struct Counts {
    /// Those before the last basket.
    empty_lines: usize,
    /// Those after it: at the end of the file they are nothing.
    waiting_lines: usize,
    empty_items: usize,
}

struct Part {
    items: Dictionary,
    starts: Vec<usize>,
    item: Vec<u32>,
    counts: Counts,
}

enum Halt {
    Stopped(Stopped),
    Full(DictionaryFull),
}

impl Halt {
    fn told(self, file: &Path) -> Failure {
        match self {
            Self::Stopped(stopped) => stopped.into(),
            Self::Full(_) => {
                Problem::in_file(file, "the distinct items are larger than 4 GiB together").into()
            }
        }
    }
}

fn read_stretch(stretch: &str, separator: &str, progress: &Progress) -> Result<Part, Halt> {
    let mut items = DictionaryBuilder::default();
    let mut item = Vec::new();
    let mut starts = vec![0];
    let mut counts = Counts::default();
    for (at, line) in stretch.lines().enumerate() {
        if at.is_multiple_of(BLOCK) {
            progress.check().map_err(Halt::Stopped)?;
        }
        let before = item.len();
        if separator == WHITE_SPACE {
            for name in line.split_ascii_whitespace() {
                item.push(items.intern(name).map_err(Halt::Full)?);
            }
        } else if !line.trim().is_empty() {
            for name in line.split(separator) {
                match name.trim() {
                    "" => counts.empty_items += 1,
                    name => item.push(items.intern(name).map_err(Halt::Full)?),
                }
            }
        }
        if item.len() == before {
            counts.waiting_lines += 1;
        } else {
            starts.push(item.len());
            counts.empty_lines += std::mem::take(&mut counts.waiting_lines);
        }
    }
    progress.advance(stretch.len() as u64);
    Ok(Part {
        items: items.finish(),
        starts,
        item,
        counts,
    })
}
