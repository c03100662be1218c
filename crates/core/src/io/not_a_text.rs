//! Files that are known not to be text tables, by their first bytes: what they are, and how to make a table of them.

use std::path::Path;

const SAS: &[u8] = b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31\x8c\x18\x1f\x10\x11";

const R_OBJECT: &str = "this is a file of R; give it the ending .rds";
const R_WORKSPACE: &str = "this is a workspace of R; give it the ending .RData";
const SAS_TABLE: &str = "this is a SAS table (.sas7bdat), which is not read; in SAS, proc export writes it as CSV or .xpt, in R \
                         write.csv(haven::read_sas(\"FILE.sas7bdat\"), \"FILE.csv\")";
const ACCESS: &str = "this is a database of Microsoft Access; export the table as Excel or CSV";
const PICTURE: &str = "this is a picture, not a table";
const PYTHON: &str = "this is a file of Python; in pandas, to_parquet or to_csv writes the table";

const KNOWN: [(&[u8], &str); 33] = [
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "this looks like an old Excel workbook; save it as CSV",
    ),
    (b"%PDF-", "this is a PDF document, not a table"),
    (
        b"SQLite format 3\0",
        "this is an SQLite database; export the table as CSV",
    ),
    (
        b"ARROW1\0\0",
        "this is an Arrow file; give it the ending .arrow",
    ),
    (
        b"FEA1",
        "this is a Feather file of version 1; write it again as version 2, as Parquet or as CSV",
    ),
    (
        b"Obj\x01",
        "this is an Avro file; save it as Parquet or CSV",
    ),
    (b"ORC", "this is an ORC file; save it as Parquet or CSV"),
    (b"$FL2", "this is an SPSS file; give it the ending .sav"),
    (b"$FL3", "this is an SPSS file; give it the ending .zsav"),
    (
        b"ASCII SPSS PORT FILE",
        "this is a portable file of SPSS; open it in SPSS and save it as .sav",
    ),
    (
        b"<stata_dta>",
        "this is a Stata file; give it the ending .dta",
    ),
    (SAS, SAS_TABLE),
    (b"RDX2\n", R_WORKSPACE),
    (b"RDX3\n", R_WORKSPACE),
    (b"RDA3\n", R_WORKSPACE),
    (b"X\n\0\0\0", R_OBJECT),
    (b"\0\x01\0\0Standard Jet DB", ACCESS),
    (b"\0\x01\0\0Standard ACE DB", ACCESS),
    (
        b"\x89HDF\r\n",
        "this is an HDF5 file; write the table as Parquet or CSV, as to_parquet and to_csv in pandas do",
    ),
    (
        b"MATLAB 5.0",
        "this is a file of MATLAB; writetable writes a table as CSV",
    ),
    (b"\x80\x03", PYTHON),
    (b"\x80\x04\x95", PYTHON),
    (b"\x80\x05\x95", PYTHON),
    (b"\x93NUMPY", PYTHON),
    (b"BZh", "this is a bzip2 archive; unpack it first"),
    (b"\xfd7zXZ\0", "this is an xz archive; unpack it first"),
    (
        b"7z\xbc\xaf\x27\x1c",
        "this is a 7-Zip archive; unpack it first",
    ),
    (b"Rar!\x1a\x07", "this is a RAR archive; unpack it first"),
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"\x7fELF", "this is a program, not a table"),
    (b"MZ\x90\0", "this is a program, not a table"),
    (
        b"{\\rtf",
        "this is a document of a word processor, not a table",
    ),
];

/// One sentence for files that are known not to be text tables.
pub fn not_a_text(bytes: &[u8]) -> Option<&'static str> {
    let early = &bytes[..bytes.len().min(4096)];
    let holds = |name: &[u8]| memchr::memmem::find(early, name).is_some();
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(if holds(b"xl/") || holds(b"[Content_Types].xml") {
            "this looks like an Excel workbook; save it as CSV"
        } else if holds(b"opendocument.spreadsheet") {
            "this looks like an OpenDocument spreadsheet; save it as CSV"
        } else if holds(b"Index/") {
            "this looks like a document of Apple Numbers; export it as Excel or CSV"
        } else {
            "this is a zip archive; unpack it and open the table inside"
        });
    }
    // Both ends carry the mark; a header that begins with these letters does not.
    if bytes.len() > 8 && bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1") {
        return Some("this is a Parquet file; give it the ending .parquet");
    }
    // Letters may begin a header: what is no text has bytes that no text has.
    let is_text = !early.iter().any(|&byte| byte < b'\t');
    let is_plain = |magic: &[u8]| magic.iter().all(|&byte| (b' '..0x7f).contains(&byte));
    for (magic, message) in KNOWN {
        let is_sure = !is_plain(magic) || magic.len() > 4 || !is_text;
        if is_sure && bytes.starts_with(magic) {
            return Some(message);
        }
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some("this text is in UTF-16; save it as UTF-8");
    }
    None
}

/// The same by what a file is called, once it is known that its bytes are no text.
pub fn called_otherwise(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    match ending.as_str() {
        "sas7bdat" => Some(SAS_TABLE),
        "mdb" | "accdb" => Some(ACCESS),
        "pkl" | "pickle" | "npy" => Some(PYTHON),
        "png" | "jpg" | "jpeg" => Some(PICTURE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_what_bytes_do_not() {
        let told = |name: &str| called_otherwise(Path::new(name));
        assert_eq!(told("old.SAS7BDAT"), Some(SAS_TABLE));
        assert_eq!(told("old.csv"), None);
    }

    #[test]
    fn what_is_not_read_is_told_with_a_way_out() {
        for (bytes, word) in [
            (SAS, "proc export"),
            (b"X\n\0\0\0\x03".as_slice(), ".rds"),
            (b"RDX3\nX\n\0", "workspace of R"),
            (b"ASCII SPSS PORT FILE 0000", "SPSS"),
            (b"\0\x01\0\0Standard ACE DB\0", "Access"),
            (b"ORC\x01\x02\0\0", "ORC"),
            (b"\x89HDF\r\n\x1a\n", "HDF5"),
        ] {
            let told = not_a_text(bytes).unwrap();
            assert!(told.contains(word), "{told}");
        }
        // Headers are headers, whatever their letters.
        for text in ["ORC,b\n1,2\n", "BZh;n\n", "B\n1\n", "FEA1,x\n"] {
            assert_eq!(not_a_text(text.as_bytes()), None, "{text}");
        }
    }
}
