use super::*;
use crate::watch::Unwatched;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Two columns and two records, as they are released.
const RELEASE: &[u8] = include_bytes!("../release.xlsx");

#[derive(Default)]
struct Kept(Vec<Vec<String>>);

impl Rows for Kept {
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
        self.0.push(names);
        Ok(())
    }

    fn row(&mut self, record: &Record) -> Result<(), Failure> {
        self.0.push(record.cells().map(str::to_owned).collect());
        Ok(())
    }
}

fn read_bytes(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("release.xlsx");
    std::fs::write(&path, bytes).unwrap();
    let mut kept = Kept::default();
    let read = read(&path, &mut kept, &Unwatched);
    read.map(|()| kept.0).map_err(|failure| failure.to_string())
}

fn as_written() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .system(zip::System::Unix)
}

/// The release with its parts changed.
fn changed(change: impl Fn(&str, &str) -> String) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(RELEASE)).unwrap();
    let mut other = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).unwrap();
        let name = part.name().unwrap().into_owned();
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        other.start_file(&*name, as_written()).unwrap();
        other.write_all(change(&name, &text).as_bytes()).unwrap();
    }
    other.finish().unwrap().into_inner()
}

fn sheet_with(old: &str, new: &str) -> Vec<u8> {
    changed(|name, text| match name {
        SHEET => {
            assert!(text.contains(old), "{old}");
            text.replacen(old, new, 1)
        }
        _ => text.to_owned(),
    })
}

#[test]
fn a_release_is_read_as_it_was_written() {
    let expected = [["a&b", "n"], [" =1\r", "1.5"], ["", "-2"]];
    assert_eq!(read_bytes(RELEASE).unwrap(), expected);
    assert_eq!(
        read_bytes(&changed(|_, text| text.to_owned())).unwrap(),
        expected
    );
}

#[test]
fn whatever_a_release_does_not_hold_is_refused() {
    for (old, new) in [
        ("<row r=\"2\">", "<!-- a note --><row r=\"2\">"),
        ("<row r=\"2\">", "<row r=\"2\" hidden=\"1\">"),
        ("<row r=\"2\">", "<row r=\"5\">"),
        ("<v>1.5</v>", "<f>1+1</f><v>1.5</v>"),
        ("<v>1.5</v>", "<v>inf</v>"),
        ("<c r=\"A3\" s=\"1\"/>", ""),
        ("<c r=\"A3\" s=\"1\"/>", "<c r=\"C3\" s=\"1\"/>"),
        ("</sheetData>", "</sheetData><legacyDrawing/>"),
        ("</worksheet>", "</worksheet><worksheet/>"),
        (" =1_x000D_", "&entity;"),
        ("<sheetData>", "<cols/><sheetData>"),
    ] {
        let told = read_bytes(&sheet_with(old, new)).unwrap_err();
        assert!(told.contains("this workbook cannot be read"), "{told}");
    }
    let other = changed(|name, text| match name {
        "xl/workbook.xml" => text.replace("</sheets>", "</sheets><definedNames/>"),
        _ => text.to_owned(),
    });
    let told = read_bytes(&other).unwrap_err();
    assert!(told.contains("not as it is in a release"), "{told}");
    assert!(read_bytes(&RELEASE[..RELEASE.len() / 2]).is_err());
    assert!(read_bytes(b"a,b\n1,2\n").is_err());
}

#[test]
fn damage_is_told_and_survived() {
    for at in 0..RELEASE.len() {
        let mut bytes = RELEASE.to_vec();
        bytes[at] ^= 0x55;
        let _ = read_bytes(&bytes);
    }
    let mut archive = ZipArchive::new(Cursor::new(RELEASE)).unwrap();
    let mut sheet = String::new();
    archive
        .by_name(SHEET)
        .unwrap()
        .read_to_string(&mut sheet)
        .unwrap();
    for at in (0..sheet.len()).filter(|&at| sheet.is_char_boundary(at)) {
        let cut = changed(|name, text| match name {
            SHEET => sheet[..at].to_owned(),
            _ => text.to_owned(),
        });
        assert!(read_bytes(&cut).is_err(), "{at}");
    }
}

#[test]
fn a_record_without_end_is_not_held() {
    let long = " ".repeat(LONGEST_RECORD + (1 << 20));
    let told = read_bytes(&sheet_with("<v>1.5</v>", &format!("<v>{long}</v>"))).unwrap_err();
    assert!(told.contains("too long"), "{told}");
}

#[test]
fn letters_that_have_no_place_in_a_sheet_are_read() {
    let plain = |text| unescaped(text).ok().unwrap();
    assert_eq!(plain("a_x000D_b"), "a\rb");
    assert_eq!(plain("_x005F_x000D_"), "_x000D_");
    assert_eq!(plain("_x00_x_xyz"), "_x00_x_xyz");
    assert_eq!((letters_of(0), letters_of(26)), ("A".into(), "AA".into()));
    assert!(number("1.5e-7").is_ok());
    assert!(number("inf").is_err());
    assert!(number("1 ").is_err());
}

#[test]
fn what_could_be_written_in_another_way_is_refused() {
    let a3 = "<c r=\"A3\" s=\"1\"/>";
    let b3 = "<c r=\"B3\"><v>-2</v></c>";
    let text = |place: &str, text: &str| {
        format!(
            "<c r=\"{place}\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>"
        )
    };
    let (as_text, empty, word) = (text("B3", "-2"), text("A3", ""), text("A3", "x"));
    let number = "<c r=\"A3\"><v>7</v></c>";
    for (old, new) in [
        ("<v>1.5</v>", "<v>1.50000000000000000001</v>"),
        ("<v>1.5</v>", "<v>1.50</v>"),
        ("<v>1.5</v>", "<v>15e-1</v>"),
        ("<v>-2</v>", "<v>-0</v>"),
        ("<v>-2</v>", "<v>-2.0</v>"),
        (b3, &as_text),
        (a3, &empty),
        (a3, number),
        ("<worksheet ", "<worksheet note=\"n\" "),
        ("<sheetData>", "<sheetData note=\"n\">"),
        ("<is>", "<is note=\"n\">"),
        ("<v>", "<v note=\"n\">"),
        ("</c>", "</c >"),
        ("spreadsheetml/2006/main", "spreadsheetml/2006/nothing"),
        ("encoding=\"UTF-8\"", "encoding=\"UTF-16\""),
        ("standalone=\"yes\"", "standalone=\"yes\" note=\"n\""),
        ("<v>", "<?xml version=\"1.0\" note=\"n\"?><v>"),
        ("_x000D_", "_x000d_"),
        ("_x000D_", "\r"),
        ("_x000D_", "\u{1}"),
        ("_x000D_", "_x0066_"),
        (" =1_x000D_", "<![CDATA[ =1_x000D_]]>"),
        ("a&amp;b", "a&#38;b"),
        ("=1_x000D_", "=1_x000D_>"),
    ] {
        let told = read_bytes(&sheet_with(old, new)).unwrap_err();
        assert!(
            told.contains("this workbook cannot be read"),
            "{new}: {told}"
        );
    }
    assert!(read_bytes(&sheet_with(a3, &word)).is_ok());
    // All of a column that could be numbers are.
    let all = changed(|name, sheet| match name {
        SHEET => sheet
            .replace(b3, &as_text)
            .replace("<c r=\"B2\"><v>1.5</v></c>", &text("B2", "1.5")),
        _ => sheet.to_owned(),
    });
    let told = read_bytes(&all).unwrap_err();
    assert!(told.contains(OTHERWISE), "{told}");
    let long = text("A3", &"x".repeat(32_767));
    assert!(read_bytes(&sheet_with(a3, &long)).is_ok());
    let longer = text("A3", &"x".repeat(32_768));
    assert!(read_bytes(&sheet_with(a3, &longer)).is_err());
}

/// Where the directory at the end begins.
fn directory() -> usize {
    let at = RELEASE.len() - 6;
    u32::from_le_bytes(RELEASE[at..at + 4].try_into().unwrap()) as usize
}

#[test]
fn an_archive_holds_nothing_beside_its_parts() {
    let (end, directory) = (RELEASE.len(), directory());
    let inserted = |at: usize, bytes: &[u8]| {
        let mut all = RELEASE.to_vec();
        all.splice(at..at, bytes.iter().copied());
        all
    };
    let mut comment = inserted(end, b"note");
    comment[end - 2] = 4;
    let mut gap = inserted(directory, b"note");
    let moved = u32::try_from(directory + 4).unwrap().to_le_bytes();
    gap[end + 4 - 6..end + 4 - 2].copy_from_slice(&moved);
    let mut other_name = RELEASE.to_vec();
    other_name[30] = b'{';
    for bytes in [
        inserted(0, b"note"),
        inserted(end, b"note"),
        inserted(directory, b"note"),
        comment,
        gap,
        other_name,
    ] {
        assert!(read_bytes(&bytes).is_err());
    }
    // Whatever is changed in the headers.
    let mut places: Vec<usize> = (directory..end).collect();
    for at in 0..directory {
        if RELEASE[at..].starts_with(b"PK\x03\x04") {
            places.extend(at..at + 30);
        }
    }
    for at in places {
        let mut bytes = RELEASE.to_vec();
        bytes[at] ^= 1;
        assert!(read_bytes(&bytes).is_err(), "{at}");
    }
}

#[test]
fn parts_are_there_once_and_in_order() {
    let rezipped = |order: &[usize], options: SimpleFileOptions| {
        let mut archive = ZipArchive::new(Cursor::new(RELEASE)).unwrap();
        let mut other = ZipWriter::new(Cursor::new(Vec::new()));
        for &at in order {
            let mut part = archive.by_index(at).unwrap();
            let name = part.name().unwrap().into_owned();
            let mut bytes = Vec::new();
            part.read_to_end(&mut bytes).unwrap();
            other.start_file(&*name, options).unwrap();
            other.write_all(&bytes).unwrap();
        }
        read_bytes(&other.finish().unwrap().into_inner())
    };
    let plain = as_written();
    assert!(rezipped(&[0, 1, 2, 3, 4, 5], plain).is_ok());
    assert!(rezipped(&[1, 0, 2, 3, 4, 5], plain).is_err());
    assert!(rezipped(&[0, 1, 2, 3, 4], plain).is_err());
    let stored = plain.compression_method(zip::CompressionMethod::Stored);
    assert!(rezipped(&[0, 1, 2, 3, 4, 5], stored).is_err());
    let rights = plain.unix_permissions(0o755);
    assert!(rezipped(&[0, 1, 2, 3, 4, 5], rights).is_err());
}

#[test]
fn numbers_have_one_spelling() {
    for text in [
        "0",
        "-2",
        "1.5",
        "1.5e-7",
        "1e16",
        "9999999999999998",
        "0.1",
    ] {
        assert!(is_spelled_so(text), "{text}");
    }
    for text in [
        "-0", "+2", "02", "2.", ".5", "1E5", "1e5", "NaN", "inf", "", "1e400",
    ] {
        assert!(!is_spelled_so(text), "{text}");
    }
}
