//! A table becomes an `.xlsx` of one sheet, record by record. Texts are written as texts, so that nothing turns into a
//! formula, a date or a number with other digits; columns of numbers that read back as the same text are written as numbers.
//! The bytes are those of the table: not of who wrote it, nor when.

use super::grid::{MOST_COLUMNS, MOST_ROWS, name_of_column};
use crate::column::Column;
use crate::frame::float_text;
use crate::io::atomic_file::WriteError;
use crate::io::format::Format;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::value_type::ValueType;
use std::io::{Error, Seek, Write};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// As programs for spreadsheets have it, in UTF-16.
const LONGEST_TEXT: usize = 32_767;
/// Letters around a cell.
const OF_CELL: u64 = 80;
/// Parts of an archive are not longer.
const LONGEST_PART: u64 = 4_000_000_000;
/// Cells between two looks at the progress.
const BLOCK: usize = 1 << 10;

/// What is the same in every release.
const PARTS: [(&str, &str); 5] = [
    (
        "[Content_Types].xml",
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            "\n",
            r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
            r#"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#,
            r#"<Default Extension="xml" ContentType="application/xml"/>"#,
            r#"<Override PartName="/xl/workbook.xml" "#,
            r#"ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>"#,
            r#"<Override PartName="/xl/worksheets/sheet1.xml" "#,
            r#"ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>"#,
            r#"<Override PartName="/xl/styles.xml" "#,
            r#"ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>"#,
            "</Types>"
        ),
    ),
    (
        "_rels/.rels",
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            "\n",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#,
            r#"<Relationship Id="rId1" "#,
            r#"Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" "#,
            r#"Target="xl/workbook.xml"/></Relationships>"#
        ),
    ),
    (
        "xl/workbook.xml",
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            "\n",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" "#,
            r#"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">"#,
            r#"<sheets><sheet name="Release" sheetId="1" r:id="rId1"/></sheets></workbook>"#
        ),
    ),
    (
        "xl/_rels/workbook.xml.rels",
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            "\n",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#,
            r#"<Relationship Id="rId1" "#,
            r#"Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" "#,
            r#"Target="worksheets/sheet1.xml"/>"#,
            r#"<Relationship Id="rId2" "#,
            r#"Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" "#,
            r#"Target="styles.xml"/></Relationships>"#
        ),
    ),
    (
        "xl/styles.xml",
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            "\n",
            r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">"#,
            r#"<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>"#,
            r#"<fills count="2"><fill><patternFill patternType="none"/></fill>"#,
            r#"<fill><patternFill patternType="gray125"/></fill></fills>"#,
            r#"<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"#,
            r#"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#,
            r#"<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#,
            r#"<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>"#,
            r#"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#,
            "</styleSheet>"
        ),
    ),
];

const SHEET: &str = "xl/worksheets/sheet1.xml";
const BEGIN: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
    "\n",
    r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#
);
const END: &str = "</sheetData></worksheet>";

pub fn write_workbook(
    out: &mut (impl Write + Seek),
    columns: &[&Column],
    progress: &Progress,
) -> Result<(), WriteError> {
    let rows = columns.first().map_or(0, |column| column.len());
    let are_numbers = looked_through(columns, rows, progress)?;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        // On every machine the same.
        .system(System::Unix);
    let mut archive = ZipWriter::new(out);
    for (name, text) in PARTS {
        archive.start_file(name, options).map_err(refused)?;
        archive.write_all(text.as_bytes())?;
    }
    archive.start_file(SHEET, options).map_err(refused)?;
    archive.write_all(BEGIN.as_bytes())?;
    progress.stage("writing records", rows as u64);
    let letters: Vec<String> = (0u32..)
        .zip(columns)
        .map(|(at, _)| name_of_column(at))
        .collect();
    let mut line = String::from("<row r=\"1\">");
    for (column, letters) in columns.iter().zip(&letters) {
        push_text(&mut line, letters, 1, column.name());
    }
    line.push_str("</row>");
    archive.write_all(line.as_bytes())?;
    let stride = (BLOCK / columns.len().max(1)).max(1);
    for row in 0..rows {
        if row.is_multiple_of(stride) {
            progress.check()?;
            progress.advance(stride.min(rows - row) as u64);
        }
        let number = row + 2;
        line.clear();
        line.push_str(&format!("<row r=\"{number}\">"));
        for ((column, letters), are_numbers) in columns.iter().zip(&letters).zip(&are_numbers) {
            match column.text(row) {
                // A record of missing values is a row still.
                "" => line.push_str(&format!("<c r=\"{letters}{number}\" s=\"1\"/>")),
                text if *are_numbers => {
                    line.push_str(&format!("<c r=\"{letters}{number}\"><v>{text}</v></c>"));
                }
                text => push_text(&mut line, letters, number, text),
            }
        }
        line.push_str("</row>");
        archive.write_all(line.as_bytes())?;
    }
    archive.write_all(END.as_bytes())?;
    archive.finish().map_err(refused)?;
    Ok(())
}

fn refused(error: ZipError) -> WriteError {
    match error {
        ZipError::Io(error) => WriteError::Io(error),
        other => WriteError::Io(Error::other(other.to_string())),
    }
}

/// Refuses what a sheet cannot hold. Tells of each column whether it is written as numbers.
fn looked_through(
    columns: &[&Column],
    rows: usize,
    progress: &Progress,
) -> Result<Vec<bool>, WriteError> {
    let most = MOST_ROWS as usize - 1;
    if rows > most {
        return Err(cannot(format!("a sheet of Excel holds at most {most} records")).into());
    }
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    refuse_names(&names)?;
    let mut letters = 0u64;
    let mut all = Vec::with_capacity(columns.len());
    for column in columns {
        progress.check()?;
        let (mut is_any, mut are_numbers) = (false, true);
        // Only what is written decides on the type: a value that was left out must not show in it.
        let pairs = column.dictionary().iter().zip(column.counts());
        for (text, &count) in pairs.filter(|&(text, &count)| count > 0 && !text.is_empty()) {
            is_any = true;
            are_numbers = are_numbers && is_number(text);
            if too_long(text) {
                let name = column.name();
                let message = format!(
                    "column \"{name}\": a cell of Excel holds at most {LONGEST_TEXT} letters"
                );
                return Err(cannot(message).into());
            }
            letters += u64::from(count) * text.len() as u64 * 2;
        }
        letters += rows as u64 * OF_CELL;
        all.push(is_any && are_numbers);
    }
    if letters > LONGEST_PART {
        return Err(cannot("the table is too large for a sheet of Excel").into());
    }
    Ok(all)
}

fn too_long(text: &str) -> bool {
    text.len() > LONGEST_TEXT && text.encode_utf16().count() > LONGEST_TEXT
}

fn cannot(message: impl std::fmt::Display) -> Problem {
    Problem::new(format!("{message}; {}", Format::others()))
}

/// Refuses columns that a sheet cannot hold.
pub fn refuse_names(names: &[&str]) -> Result<(), Problem> {
    if names.len() > MOST_COLUMNS as usize {
        return Err(cannot(format!(
            "a sheet of Excel holds at most {MOST_COLUMNS} columns"
        )));
    }
    if names.iter().any(|name| too_long(name)) {
        return Err(cannot(format!(
            "the name of a column is longer than the {LONGEST_TEXT} letters that a cell of Excel holds"
        )));
    }
    Ok(())
}

/// Whether the number is written as this text and no other.
fn is_number(text: &str) -> bool {
    let number = text.parse::<f64>().ok();
    ValueType::of(text).is_number() && number.is_some_and(|number| float_text(number) == text)
}

fn push_text(line: &mut String, letters: &str, row: usize, text: &str) {
    line.push_str(&format!(
        "<c r=\"{letters}{row}\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">"
    ));
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '&' => line.push_str("&amp;"),
            '<' => line.push_str("&lt;"),
            '>' => line.push_str("&gt;"),
            // What begins as an escape is one more.
            '_' if is_escape(rest) => line.push_str("_x005F_"),
            '\t' | '\n' => line.push(letter),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                line.push_str(&format!("_x{:04X}_", u32::from(letter)));
            }
            other => line.push(other),
        }
        rest = &rest[letter.len_utf8()..];
    }
    line.push_str("</t></is></c>");
}

/// `_x000D_` stands for a letter that XML has no place for.
fn is_escape(text: &str) -> bool {
    matches!(text.as_bytes(), [b'_', b'x', digits @ .., ] if digits.len() > 4
        && digits[..4].iter().all(u8::is_ascii_hexdigit)
        && digits[4] == b'_')
}
