//! A hundred thousand damaged tables: each is read or refused in a sentence, and none ends the program.

use cloakroom_core::io::csv::{Limits, read_table_within};
use cloakroom_core::load_options::{LoadOptions, TextEncoding};
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use rayon::prelude::*;
use std::path::Path;

const INPUTS: u64 = 100_000;

const SEEDS: [&[u8]; 8] = [
    b"name,age,zip\nAnn,31,14248\n\"Bob, Jr\",NA,01234\n\"two\nlines\",7,\"say \"\"hi\"\"\"\n",
    b"a;b;c\r\n1,5;2,5;x\r\n3,5;;y\r\n\r\n",
    b"1::Toy Story (1995)::Animation|Comedy\n2::\"Heat\"::Action\n3:::x::\n",
    b"\xef\xbb\xbfid\tword\n1\t\xc3\xa4\xe6\x97\xa5\n2\tna\xc3\xafve\n",
    b"39, State-gov, 77516\n50, Private, 83311\n38, ?, 215646\n",
    b"x\n1\n\"\"\n3\n",
    b"a,b\r1,\"2\r3\"\r4,5\r",
    b"na\xefve|caf\xe9\n1|2\n\"3\"|4\n",
];

/// Bytes that matter to the reader.
const TELLING: &[u8] = b"\",;|:\t\n\r \0\xff\xef\xc3N7";

/// Splitmix64, seeded by the number of the input.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

fn mutated(random: &mut Random) -> Vec<u8> {
    let mut bytes = random.one_of(&SEEDS).to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.one_of(TELLING),
            2 => bytes.insert(at, random.one_of(TELLING)),
            3 => bytes.truncate(at),
            4 => {
                let end = at + random.below(bytes.len() - at + 1);
                bytes.drain(at..end);
            }
            _ => {
                let other = random.one_of(&SEEDS);
                let from = random.below(other.len());
                let length = random.below(other.len() - from + 1);
                bytes.splice(at..at, other[from..from + length].iter().copied());
            }
        }
    }
    bytes
}

fn options(random: &mut Random) -> LoadOptions {
    LoadOptions {
        delimiter: random
            .one_of(&[None, None, Some(","), Some("::"), Some(";")])
            .map(str::to_owned),
        header: random.one_of(&[None, None, Some(true), Some(false)]),
        encoding: random.one_of(&[
            None,
            None,
            Some(TextEncoding::Utf8),
            Some(TextEncoding::Latin1),
        ]),
        ..LoadOptions::default()
    }
}

/// What a reading gave, in a form that can be compared.
fn outcome(bytes: &[u8], options: &LoadOptions, stretches: usize) -> String {
    let limits = Limits {
        stretches: Some(stretches),
        ..Limits::for_kind(None)
    };
    let progress = Progress::default();
    match read_table_within(
        Path::new("t.csv"),
        bytes.to_vec(),
        options,
        limits,
        &progress,
    ) {
        Ok(read) => {
            assert!(read.table.rows() > 0);
            let codes: Vec<&[u32]> = read.table.columns().iter().map(|c| c.codes()).collect();
            let texts: Vec<Vec<&str>> = read
                .table
                .columns()
                .iter()
                .map(|column| column.dictionary().iter().collect())
                .collect();
            format!("{codes:?} {texts:?} {:?} {:?}", read.options, read.notes)
        }
        Err(Failure::Problem(problem)) => {
            assert!(!problem.message.contains('\n'));
            problem.to_string()
        }
        Err(Failure::Stopped(_)) => panic!("nobody stopped it"),
    }
}

#[test]
fn damaged_tables_are_read_or_refused_whatever_the_number_of_stretches() {
    let read: usize = (0..INPUTS)
        .into_par_iter()
        .map(|number| {
            let mut random = Random(number);
            let bytes = mutated(&mut random);
            let options = options(&mut random);
            let whole = outcome(&bytes, &options, 1);
            let stretches = 2 + random.below(6);
            let cut = outcome(&bytes, &options, stretches);
            assert_eq!(whole, cut, "input {number} in {stretches} stretches");
            usize::from(!whole.starts_with("t.csv"))
        })
        .sum();
    // A test that refuses nearly everything, or nearly nothing, would test little.
    assert!((20_000..80_000).contains(&read), "{read} were read");
}
