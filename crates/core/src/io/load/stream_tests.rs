//! What is read in a stream is what is read as a whole, whatever is in the file and however it is divided.

use super::*;
use crate::load_options::TextEncoding;
use proptest::prelude::*;

/// What a reading gave, in a form that can be compared; `None` if the file does not lend itself to a stream.
fn streamed(path: &Path, options: &LoadOptions, division: Division) -> Option<String> {
    let loaded = load_stream(path, options, division, &Progress::default());
    Some(in_words(loaded.transpose()?))
}

fn in_words(loaded: Result<Loaded, Failure>) -> String {
    match loaded {
        Ok(loaded) => format!(
            "{:?} {:?} {:?} {:?} {:?}",
            loaded.dataset, loaded.options, loaded.notes, loaded.folded, loaded.source.sha256
        ),
        Err(failure) => failure.to_string(),
    }
}

fn compare(bytes: &[u8], options: &LoadOptions) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.csv");
    std::fs::write(&path, bytes).unwrap();
    let whole = in_words(load_whole(&path, options, &Progress::default()));
    for (threads, stretch) in [(1, 1 << 20), (2, 1), (3, 16), (2, 40)] {
        if let Some(streamed) = streamed(&path, options, Division { threads, stretch }) {
            prop_assert_eq!(&streamed, &whole, "{} threads, {} bytes", threads, stretch);
        } else {
            prop_assert!(stretch < 1 << 20, "a small file was not streamed");
        }
    }
    Ok(())
}

fn options() -> impl Strategy<Value = LoadOptions> {
    let names = |names: [&str; 3]| Some(names.map(str::to_owned).to_vec());
    let columns = [
        None,
        names(["user", "item", "rating"]),
        names(["b", "a", "nobody"]),
    ];
    let delimiters = [None, None, Some(","), Some("::"), Some("\t"), Some("\"")];
    (
        prop::sample::select(columns.to_vec()),
        prop::sample::select(delimiters.to_vec()),
        prop::sample::select(vec![None, None, Some(true), Some(false)]),
        prop::sample::select(vec![
            None,
            None,
            Some(TextEncoding::Utf8),
            Some(TextEncoding::Latin1),
        ]),
        prop::sample::select(vec![None, Some(vec![1.0, 5.0])]),
        any::<bool>(),
    )
        .prop_map(
            |(columns, delimiter, header, encoding, scale, round)| LoadOptions {
                kind: Some(Kind::Ratings),
                layout: Some(Layout::Long),
                columns,
                delimiter: delimiter.map(str::to_owned),
                header,
                encoding,
                scale,
                round,
                ..LoadOptions::default()
            },
        )
}

fn rows(delimiter: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let cell = prop::sample::select(vec![
        "1",
        "2",
        "3",
        "4",
        "5",
        "12",
        "3.5",
        "4.25",
        "anna",
        "\"x\"",
        "\"a\"\"b\"",
        "\"5\n\"",
        " 1",
        "4 ",
        "anna\u{a0}",
        " NA",
    ]);
    let row = prop::collection::vec(cell, 3);
    prop::collection::vec(row, 0..30).prop_map(move |rows| {
        let lines = rows.iter().map(|row| row.join(delimiter) + "\n");
        lines.collect::<String>().into_bytes()
    })
}

/// Bytes that may stand anywhere in a file.
fn spoilt() -> impl Strategy<Value = Vec<(prop::sample::Index, &'static [u8])>> {
    let pieces: Vec<&'static [u8]> = vec![
        b"\n",
        b"\r\n",
        b"\n\n",
        b",",
        b"\"",
        b"\"\"",
        b"\xe9",
        b"\xc3\xa9",
        b"\0",
        b"NA",
        b",,",
        b"\"a\nb\"",
        b" ",
        b"\xef\xbb\xbf",
        b"::",
        b"7",
        b"1,2,3,4\n",
    ];
    let piece = (any::<prop::sample::Index>(), prop::sample::select(pieces));
    prop::collection::vec(piece, 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_stream_tells_what_the_whole_tells(
        header in prop::sample::select(vec!["", "user,item,rating\n", "a,b,c\n", "\n\nuser,item,rating\n"]),
        mut bytes in prop_oneof![rows(","), rows(","), rows("::"), rows("\t"), rows(", ")],
        spoilt in spoilt(),
        options in options(),
    ) {
        bytes.splice(..0, header.bytes());
        for (place, piece) in spoilt {
            let at = place.index(bytes.len() + 1);
            bytes.splice(at..at, piece.iter().copied());
        }
        compare(&bytes, &options)?;
    }
}

#[test]
fn many_people_are_the_same_for_any_number_of_threads() {
    let mut text = String::from("user,item,rating,when\n");
    for n in 0..40_000u64 {
        let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        text.push_str(&format!(
            "{},{},{},{n}\n",
            mixed % 900,
            mixed % 333,
            1 + mixed % 5
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ratings.csv");
    std::fs::write(&path, &text).unwrap();
    let options = LoadOptions::default();
    let whole = in_words(load_whole(&path, &options, &Progress::default()));
    assert!(whole.contains("replaced by a later one"));
    for threads in 1..5 {
        let division = Division {
            threads,
            stretch: 10_000,
        };
        assert!(streamed(&path, &options, division) == Some(whole.clone()));
    }
}

#[test]
fn a_stream_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ratings.csv");
    std::fs::write(&path, "user,item,rating\n1,2,3\n").unwrap();
    let progress = Progress::default();
    progress.stop();
    let loaded = load_stream(
        &path,
        &LoadOptions::default(),
        Division::default(),
        &progress,
    );
    assert!(matches!(loaded, Err(Failure::Stopped(_))));
}
