//! Threats that are worked off: each is gone as soon as one of its items is.

use cloakroom_core::{Progress, Stopped};

/// How many threats lie between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// `threat(at)` are the items of a threat.
pub(super) struct Live<'t, F: Fn(usize) -> &'t [u32]> {
    threat: F,
    is_gone: Vec<bool>,
    /// `starts[item]..starts[item + 1]` are the places in `of_item` of an item's threats.
    starts: Vec<u32>,
    of_item: Vec<u32>,
    /// By item: its threats that are left.
    pub left: Vec<u32>,
}

impl<'t, F: Fn(usize) -> &'t [u32]> Live<'t, F> {
    pub fn new(
        threats: usize,
        threat: F,
        items: usize,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut left = vec![0u32; items];
        for at in 0..threats {
            progress.check_every(STRIDE, at)?;
            for &item in threat(at) {
                left[item as usize] += 1;
            }
        }
        let mut starts = vec![0u32; items + 1];
        for (item, &left) in left.iter().enumerate() {
            starts[item + 1] = starts[item] + left;
        }
        let mut next = starts.clone();
        let mut of_item = vec![0; starts[items] as usize];
        for at in 0..threats {
            progress.check_every(STRIDE, at)?;
            for &item in threat(at) {
                let place = &mut next[item as usize];
                of_item[*place as usize] = at as u32;
                *place += 1;
            }
        }
        Ok(Self {
            threat,
            is_gone: vec![false; threats],
            starts,
            of_item,
            left,
        })
    }

    /// The threats of an item are gone; tells the items that stand in none any more.
    pub fn drop_item(&mut self, item: u32, mut freed: impl FnMut(u32)) {
        let (from, to) = (self.starts[item as usize], self.starts[item as usize + 1]);
        for place in from..to {
            let threat = self.of_item[place as usize] as usize;
            if std::mem::replace(&mut self.is_gone[threat], true) {
                continue;
            }
            for &other in (self.threat)(threat) {
                let left = &mut self.left[other as usize];
                *left -= 1;
                if *left == 0 {
                    freed(other);
                }
            }
        }
    }
}
