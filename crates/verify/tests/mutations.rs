//! Whatever is done to the bytes of a folder, there is an answer or a sentence: no panic, and no pass that the original
//! bytes do not explain.
#![allow(clippy::unwrap_used)]

mod work;

use proptest::prelude::*;
use serde_json::json;
use work::Work;

fn table() -> Work {
    Work::new(
        "age,zip,illness\n30,10**,flu\n30,10**,5\n40,20**,5.5\n40,20**,-1\n",
        json!({
            "tool": "cloakroom 0.1.0",
            "kind": "microdata",
            "file": "release.csv",
            "format": "csv",
            "roles": { "identifier": ["name"], "quasi": ["age", "zip"], "sensitive": ["illness"], "insensitive": [] },
            "requirement": { "k": 2, "l": { "distinct": 1, "entropy": 1.5, "recursive": [3.0, 2] }, "p": 2, "p_plus": 1, "alpha": 0.5, "t": 1.0, "beta": 4.0 },
            "sensitive": [{
                "column": "illness",
                "categories": { "count": 2, "of": { "flu": 0, "5": 1, "5.5": 1, "-1": 0 } },
                "distance": { "hierarchy": [["flu", "a", "*"], ["5", "a", "*"], ["5.5", "b", "*"], ["-1", "b", "*"]] }
            }],
            "method": "none",
            "rows_shuffled": true,
            "formulas_escaped": false
        }),
    )
}

fn survey(layout: &str) -> Work {
    let (text, roles) = if layout == "long" {
        ("w,i,r\n1,x,1\n1,s,2\n2,x,2\n2,s,5\n", json!(["x"]))
    } else {
        ("x,y,s\n1,5,2\n2,5,5\n", json!(["x", "y"]))
    };
    Work::new(
        text,
        json!({
            "tool": "cloakroom 0.1.0",
            "kind": "ratings",
            "file": "release.csv",
            "format": "csv",
            "roles": { "identifier": [], "quasi": roles, "sensitive": ["s"], "insensitive": [] },
            "requirement": { "k": 2, "epsilon": 1.0, "l_sd": 0.5, "sd_nulls": "zero" },
            "ratings": { "layout": layout },
            "method": "none",
            "rows_shuffled": true,
            "formulas_escaped": false
        }),
    )
}

fn baskets(layout: &str) -> Work {
    let text = if layout == "long" {
        "b,i\n1,a\n1,p\n2,a\n2,b\n3,b\n3,a\n"
    } else {
        "items\na;p\na;b\nb;a\n"
    };
    let form = if layout == "long" {
        json!({ "layout": "long" })
    } else {
        json!({ "layout": "list", "separator": ";" })
    };
    Work::new(
        text,
        json!({
            "tool": "cloakroom 0.1.0",
            "kind": "transactions",
            "file": "release.csv",
            "format": "csv",
            "roles": { "identifier": [], "quasi": [], "sensitive": ["p"], "insensitive": [] },
            "requirement": { "k": 1, "m": 2, "h": 1.0, "p": 1, "duplicates": true },
            "transactions": form,
            "method": "none",
            "rows_shuffled": true,
            "formulas_escaped": false
        }),
    )
}

/// Texts that were trouble somewhere once.
const NASTY: [&str; 24] = [
    "",
    "\"",
    "\"\"\"",
    ",",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "-0",
    "1e308",
    "1e-400",
    "nan",
    "inf",
    "null",
    "true",
    "[]",
    "{}",
    "4294967295",
    "18446744073709551616",
    "-1",
    "0.0000001",
    "9999999999",
    "[[[[[[[[",
    "\u{301}",
];

fn mutated(bytes: &[u8], edits: &[(prop::sample::Index, u8, prop::sample::Index)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, kind, with) in edits {
        let place = at.index(bytes.len() + 1);
        match kind % 6 {
            0 if place < bytes.len() => bytes[place] ^= 1 << (kind / 6 % 8),
            1 => bytes.truncate(place),
            2 => {
                let text = NASTY[with.index(NASTY.len())];
                bytes.splice(place..place, text.bytes());
            }
            3 => {
                let end = with.index(bytes.len() + 1);
                let part = bytes[place.min(end)..place.max(end)].to_vec();
                bytes.extend(part);
            }
            4 => {
                let end = (place + with.index(12)).min(bytes.len());
                bytes.drain(place..end);
            }
            // A number becomes another one.
            _ => {
                let digit = bytes[place.min(bytes.len())..]
                    .iter()
                    .position(u8::is_ascii_digit);
                if let Some(offset) = digit {
                    let text = NASTY[with.index(NASTY.len())];
                    bytes.splice(place + offset..=place + offset, text.bytes());
                }
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn there_is_always_an_answer_or_a_sentence(
        which in 0..5u8,
        in_certificate in any::<bool>(),
        rehash in any::<bool>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let work = match which {
            0 => table(),
            1 => survey("long"),
            2 => survey("wide"),
            3 => baskets("long"),
            _ => baskets("list"),
        };
        prop_assert!(work.verify().is_ok());
        let name = if in_certificate { "certificate.json" } else { "release.csv" };
        let bytes = std::fs::read(work.path(name)).unwrap();
        work.write(name, mutated(&bytes, &edits));
        if rehash && !in_certificate {
            work.rehash();
        }
        match work.verify() {
            Ok(answer) => {
                let changed = std::fs::read(work.path(name)).unwrap() != bytes;
                let by_bytes = !in_certificate && !rehash && changed;
                prop_assert!(!(by_bytes && answer.satisfied), "other bytes passed");
            }
            Err(failure) => prop_assert!(!failure.to_string().contains('\n')),
        }
    }
}
