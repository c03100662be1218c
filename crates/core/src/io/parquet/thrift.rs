//! The compact protocol of Thrift, in which heads of pages and the footer are written.

/// Kinds of fields and of elements of lists.
const WHOLE_32: u8 = 5;
const WHOLE_64: u8 = 6;
const BYTES: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// One struct, field by field in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    pub fn int(mut self, field: u8, value: i32) -> Self {
        self.begin(field, WHOLE_32);
        self.zigzag(i64::from(value));
        self
    }

    pub fn long(mut self, field: u8, value: i64) -> Self {
        self.begin(field, WHOLE_64);
        self.zigzag(value);
        self
    }

    pub fn text(mut self, field: u8, text: &str) -> Self {
        self.begin(field, BYTES);
        self.bytes_of(text);
        self
    }

    pub fn nested(mut self, field: u8, inner: Self) -> Self {
        self.begin(field, STRUCT);
        self.bytes.extend(inner.finish());
        self
    }

    pub fn ints(mut self, field: u8, values: &[i32]) -> Self {
        self.begin_list(field, WHOLE_32, values.len());
        for &value in values {
            self.zigzag(i64::from(value));
        }
        self
    }

    pub fn texts(mut self, field: u8, texts: &[&str]) -> Self {
        self.begin_list(field, BYTES, texts.len());
        for text in texts {
            self.bytes_of(text);
        }
        self
    }

    pub fn structs(mut self, field: u8, structs: Vec<Self>) -> Self {
        self.begin_list(field, STRUCT, structs.len());
        for inner in structs {
            self.bytes.extend(inner.finish());
        }
        self
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn begin(&mut self, field: u8, kind: u8) {
        // Numbers of fields follow on one another in steps below sixteen.
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn begin_list(&mut self, field: u8, kind: u8, length: usize) {
        self.begin(field, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(length as u64, &mut self.bytes);
        }
    }

    fn bytes_of(&mut self, text: &str) {
        varint(text.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn zigzag(&mut self, value: i64) {
        varint((value << 1 ^ value >> 63) as u64, &mut self.bytes);
    }
}

/// Seven bits a byte, the lowest first.
pub(super) fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
