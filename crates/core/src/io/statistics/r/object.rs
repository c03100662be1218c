//! An object as R writes it: what a table may need of it is kept, and what is beside it is passed over.

use crate::io::statistics::Fault;
use crate::io::statistics::bytes::Bytes;
use crate::progress::Progress;
use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;

/// Objects within objects.
const DEEPEST: usize = 256;
/// More things in a list are no columns: they are passed over.
const LONGEST_LIST: usize = 1 << 16;
/// Values between two looks at the progress.
const BREATH: usize = 1 << 14;

/// Objects with the names that they have.
type Pairs<'b> = Vec<(Option<Text<'b>>, Object<'b>)>;

#[derive(Clone, Debug)]
pub enum Value<'b> {
    Null,
    Name(Text<'b>),
    /// Each of four bytes.
    Truths(&'b [u8]),
    /// Each of four bytes.
    Wholes(&'b [u8]),
    /// Each of eight bytes.
    Numbers(&'b [u8]),
    /// So many numbers, the first of them and the step: a row of them that nobody wrote down.
    Row(usize, f64, f64),
    Texts(Vec<Option<Text<'b>>>),
    List(Vec<Object<'b>>),
    Pairs(Pairs<'b>),
    Other,
}

#[derive(Clone, Debug)]
pub struct Object<'b> {
    pub value: Value<'b>,
    attributes: Pairs<'b>,
}

#[derive(Clone, Copy, Debug)]
pub struct Text<'b>(pub &'b [u8]);

impl<'b> Text<'b> {
    pub fn shown(self) -> Cow<'b, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => WINDOWS_1252.decode_without_bom_handling(self.0).0,
        }
    }
}

impl<'b> Object<'b> {
    fn bare(value: Value<'b>) -> Self {
        Self {
            value,
            attributes: Vec::new(),
        }
    }

    pub fn attribute(&self, name: &str) -> Option<&Self> {
        let mut all = self.attributes.iter();
        let found = all.find(|(key, _)| key.is_some_and(|key| key.0 == name.as_bytes()));
        found.map(|(_, object)| object)
    }

    pub fn texts(&self) -> Option<&[Option<Text<'b>>]> {
        match &self.value {
            Value::Texts(texts) => Some(texts),
            _ => None,
        }
    }

    /// Whether it is of the class.
    pub fn is(&self, class: &str) -> bool {
        let classes = self.attribute("class").and_then(Self::texts);
        let mut classes = classes.unwrap_or_default().iter().flatten();
        classes.any(|name| name.0 == class.as_bytes())
    }
}

/// What an item says of itself before it comes.
#[derive(Clone, Copy)]
struct Flags(u32);

impl Flags {
    fn kind(self) -> u32 {
        self.0 & 0xff
    }

    fn has_attributes(self) -> bool {
        self.0 & 1 << 9 != 0
    }

    fn has_tag(self) -> bool {
        self.0 & 1 << 10 != 0
    }
}

pub struct Reader<'b, 'p> {
    from: Bytes<'b>,
    /// Names and what else may be met again, in the order in which they came.
    known: Vec<Option<Text<'b>>>,
    done: usize,
    progress: &'p Progress,
}

impl<'b, 'p> Reader<'b, 'p> {
    /// After the mark of the encoding.
    pub fn begin(mut from: Bytes<'b>, progress: &'p Progress) -> Result<Self, Fault> {
        let version = from.count()?;
        from.take(8)?;
        match version {
            2 => {}
            3 => {
                let length = from.count()?;
                from.take(length)?;
            }
            _ => return Err(Fault::Damaged),
        }
        Ok(Self {
            from,
            known: Vec::new(),
            done: 0,
            progress,
        })
    }

    pub fn read(mut self) -> Result<Object<'b>, Fault> {
        self.object(0)
    }

    fn flags(&mut self) -> Result<Flags, Fault> {
        self.done += 1;
        if self.done.is_multiple_of(BREATH) {
            self.progress.check()?;
        }
        Ok(Flags(self.from.unsigned(4)? as u32))
    }

    fn object(&mut self, depth: usize) -> Result<Object<'b>, Fault> {
        let flags = self.flags()?;
        self.object_of(flags, depth)
    }

    fn object_of(&mut self, flags: Flags, depth: usize) -> Result<Object<'b>, Fault> {
        if depth > DEEPEST {
            return Err(Fault::Damaged);
        }
        let below = depth + 1;
        let value = match flags.kind() {
            // Pairs, calls, closures, promises and dots are all made like pairs.
            2 | 3 | 5 | 6 | 17 => return self.pairs(flags, below),
            0 | 254 => Value::Null,
            241 | 242 | 250..=253 => Value::Other,
            255 => self.again(flags)?,
            1 => {
                let name = self.name()?;
                self.known.push(Some(name));
                Value::Name(name)
            }
            247..=249 => {
                self.from.expect(&[0; 4])?;
                for _ in 0..self.from.count()? {
                    self.name()?;
                }
                self.known.push(None);
                Value::Other
            }
            4 => {
                self.known.push(None);
                self.from.take(4)?;
                for _ in 0..4 {
                    self.object(below)?;
                }
                Value::Other
            }
            238 => return self.made(below),
            22 | 23 => {
                self.known.push(None);
                if flags.kind() == 22 {
                    self.object(below)?;
                    self.object(below)?;
                }
                Value::Other
            }
            7 | 8 => {
                let length = self.from.count()?;
                self.from.take(length)?;
                Value::Other
            }
            9 => {
                self.text()?;
                Value::Other
            }
            10 => Value::Truths(self.numbers(4)?),
            13 => Value::Wholes(self.numbers(4)?),
            14 => Value::Numbers(self.numbers(8)?),
            15 => {
                self.numbers(16)?;
                Value::Other
            }
            24 => {
                self.numbers(1)?;
                Value::Other
            }
            16 => Value::Texts(self.texts()?),
            19 | 20 => Value::List(self.list(below)?),
            25 => Value::Other,
            _ => return Err(Fault::Damaged),
        };
        let mut object = Object::bare(value);
        // Of names and of what was met before, the flags say something else.
        let has_more = !matches!(flags.kind(), 0 | 1 | 4 | 241..);
        if has_more && flags.has_attributes() {
            object.attributes = self.attributes(below)?;
        }
        Ok(object)
    }

    fn attributes(&mut self, depth: usize) -> Result<Pairs<'b>, Fault> {
        Ok(match self.object(depth)?.value {
            Value::Pairs(pairs) => pairs,
            _ => Vec::new(),
        })
    }

    /// One after the other, so that a long list is not a deep one.
    fn pairs(&mut self, mut flags: Flags, depth: usize) -> Result<Object<'b>, Fault> {
        let mut pairs = Vec::new();
        loop {
            match flags.kind() {
                2 | 3 | 5 | 6 | 17 => {}
                0 | 254 => break,
                _ => {
                    self.object_of(flags, depth)?;
                    break;
                }
            }
            if flags.has_attributes() {
                self.object(depth)?;
            }
            let mut tag = None;
            if flags.has_tag() {
                tag = match self.object(depth)?.value {
                    Value::Name(name) => Some(name),
                    _ => None,
                };
            }
            let object = self.object(depth)?;
            if pairs.len() < LONGEST_LIST {
                pairs.push((tag, object));
            }
            flags = self.flags()?;
        }
        Ok(Object::bare(Value::Pairs(pairs)))
    }

    fn again(&mut self, flags: Flags) -> Result<Value<'b>, Fault> {
        let number = match flags.0 >> 8 {
            0 => self.from.count()?,
            packed => packed as usize,
        };
        let known = number.checked_sub(1).and_then(|at| self.known.get(at));
        Ok(known
            .ok_or(Fault::Damaged)?
            .map_or(Value::Other, Value::Name))
    }

    fn name(&mut self) -> Result<Text<'b>, Fault> {
        self.flags()?;
        Ok(self.text()?.unwrap_or(Text(b"NA")))
    }

    /// After what it says of itself. `None` if it is missing.
    fn text(&mut self) -> Result<Option<Text<'b>>, Fault> {
        match self.from.i32()? {
            -1 => Ok(None),
            length => {
                let length = usize::try_from(length).map_err(|_| Fault::Damaged)?;
                Ok(Some(Text(self.from.take(length)?)))
            }
        }
    }

    fn length(&mut self) -> Result<usize, Fault> {
        match self.from.i32()? {
            // Of two parts, if it is longer than 32 bits tell.
            -1 => {
                let length = self.from.unsigned(4)? << 32 | self.from.unsigned(4)?;
                usize::try_from(length).map_err(|_| Fault::Damaged)
            }
            length => usize::try_from(length).map_err(|_| Fault::Damaged),
        }
    }

    fn numbers(&mut self, width: usize) -> Result<&'b [u8], Fault> {
        let length = self.length()?;
        self.from
            .take(length.checked_mul(width).ok_or(Fault::Damaged)?)
    }

    fn texts(&mut self) -> Result<Vec<Option<Text<'b>>>, Fault> {
        let length = self.length()?;
        // What is claimed must be there: a text takes eight bytes or more.
        if length > self.from.left() / 8 {
            return Err(Fault::Damaged);
        }
        let mut texts = Vec::with_capacity(length);
        for _ in 0..length {
            if self.flags()?.kind() != 9 {
                return Err(Fault::Damaged);
            }
            texts.push(self.text()?);
        }
        Ok(texts)
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Object<'b>>, Fault> {
        let length = self.length()?;
        if length > self.from.left() / 4 {
            return Err(Fault::Damaged);
        }
        let mut list = Vec::new();
        for _ in 0..length {
            let object = self.object(depth)?;
            if length <= LONGEST_LIST {
                list.push(object);
            }
        }
        Ok(list)
    }

    /// What R makes when somebody asks for it: rows of numbers, numbers as texts, and what is wrapped.
    fn made(&mut self, depth: usize) -> Result<Object<'b>, Fault> {
        let how = self.object(depth)?;
        let state = self.object(depth)?;
        let attributes = self.attributes(depth)?;
        let Value::Pairs(how) = how.value else {
            return Err(Fault::Damaged);
        };
        let Some((
            _,
            Object {
                value: Value::Name(class),
                ..
            },
        )) = how.first()
        else {
            return Err(Fault::Damaged);
        };
        let value = match class.0 {
            b"compact_intseq" | b"compact_realseq" => {
                let Value::Numbers(bytes) = state.value else {
                    return Err(Fault::Damaged);
                };
                let mut from = Bytes::new(bytes);
                from.is_big = self.from.is_big;
                let (many, first, step) = (from.f64()?, from.f64()?, from.f64()?);
                if !(0.0..=4e9).contains(&many) {
                    return Err(Fault::Damaged);
                }
                Value::Row(many as usize, first, step)
            }
            b"deferred_string" => match state.value {
                Value::Pairs(pairs) => pairs.into_iter().next().ok_or(Fault::Damaged)?.1.value,
                _ => return Err(Fault::Damaged),
            },
            name if name.starts_with(b"wrap_") => match state.value {
                Value::List(list) => list.into_iter().next().ok_or(Fault::Damaged)?.value,
                Value::Pairs(pairs) => pairs.into_iter().next().ok_or(Fault::Damaged)?.1.value,
                _ => return Err(Fault::Damaged),
            },
            _ => Value::Other,
        };
        Ok(Object { value, attributes })
    }
}
