//! What the footer says: columns, groups of rows, and how many bytes each takes.

use super::Unread;
use super::thrift::{Input, Value};

/// What the values of a column are, and so how they lie in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Whole,
    Decimal,
    Date,
    Text,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Whole, Self::Decimal, Self::Date, Self::Text];

    pub fn physical(self) -> i64 {
        match self {
            Self::Date => 1,
            Self::Whole => 2,
            Self::Decimal => 5,
            Self::Text => 6,
        }
    }

    /// What is said of its bytes: a number of old, and the field of the new one.
    pub fn meaning(self) -> Option<(i64, u8)> {
        match self {
            Self::Whole | Self::Decimal => None,
            Self::Date => Some((6, 6)),
            Self::Text => Some((0, 1)),
        }
    }
}

#[derive(Debug)]
pub(super) struct Leaf {
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug)]
pub(super) struct Group {
    pub rows: u64,
    /// Bytes of each column.
    pub lengths: Vec<u64>,
}

/// What is needed to read the rows; that nothing else is said is seen when the footer is written anew.
#[derive(Debug)]
pub(super) struct Footer {
    pub leaves: Vec<Leaf>,
    pub groups: Vec<Group>,
}

const OTHER: Unread = "it holds what releases do not";
const LACKS: Unread = "its footer lacks something";

impl Footer {
    pub fn parse(bytes: &[u8]) -> Result<Self, Unread> {
        let footer = Input::new(bytes).whole_struct()?;
        let (_, elements) = footer
            .list(2)
            .and_then(|list| list.split_first())
            .ok_or(LACKS)?;
        let leaves = elements.iter().map(leaf).collect::<Result<_, Unread>>()?;
        let groups = footer.list(4).ok_or(LACKS)?;
        let groups = groups.iter().map(group).collect::<Result<_, Unread>>()?;
        Ok(Self { leaves, groups })
    }
}

fn leaf(element: &Value<'_>) -> Result<Leaf, Unread> {
    let is_it = |kind: &Kind| {
        let meaning = kind.meaning().map(|(number, _)| number);
        element.number(1) == Some(kind.physical()) && element.number(6) == meaning
    };
    Ok(Leaf {
        name: element.text(4).ok_or(LACKS)?.to_owned(),
        kind: Kind::ALL.into_iter().find(is_it).ok_or(OTHER)?,
    })
}

fn group(group: &Value<'_>) -> Result<Group, Unread> {
    let chunks = group.list(1).ok_or(LACKS)?;
    let length = |chunk: &Value<'_>| chunk.field(3)?.count(7);
    let lengths: Option<Vec<u64>> = chunks.iter().map(length).collect();
    Ok(Group {
        rows: group.count(3).ok_or(LACKS)?,
        lengths: lengths.ok_or(LACKS)?,
    })
}
