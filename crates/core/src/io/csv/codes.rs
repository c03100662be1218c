//! Codes of one stretch of a column, each as narrow as the largest of them allows.

#[derive(Debug)]
pub enum Codes {
    Byte(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Codes {
    /// Each code as `of` gives it anew.
    pub fn new(codes: &[u32], of: impl Fn(u32) -> u32) -> Self {
        let largest = codes.iter().map(|&code| of(code)).max().unwrap_or(0);
        if largest <= u32::from(u8::MAX) {
            Self::Byte(codes.iter().map(|&code| of(code) as u8).collect())
        } else if largest <= u32::from(u16::MAX) {
            Self::Two(codes.iter().map(|&code| of(code) as u16).collect())
        } else {
            Self::Four(codes.iter().map(|&code| of(code)).collect())
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::Byte(codes) => codes.len(),
            Self::Two(codes) => codes.len(),
            Self::Four(codes) => codes.len(),
        }
    }

    #[inline]
    pub fn get(&self, at: usize) -> u32 {
        match self {
            Self::Byte(codes) => u32::from(codes[at]),
            Self::Two(codes) => u32::from(codes[at]),
            Self::Four(codes) => codes[at],
        }
    }

    /// Gives every code its new number.
    pub fn renumber(&mut self, new: &[u32]) {
        let codes: Vec<u32> = (0..self.count()).map(|at| self.get(at)).collect();
        *self = Self::new(&codes, |code| new[code as usize]);
    }
}
