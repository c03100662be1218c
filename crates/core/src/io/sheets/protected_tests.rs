//! Workbooks that a password protects.

use super::read_workbook;
use super::tests::OLD;
use crate::load_options::LoadOptions;
use crate::progress::Progress;
use std::path::Path;

/// Encrypted as Excel does it.
const PROTECTED: &[u8] = include_bytes!("protected.xlsx");

fn told(name: &str, bytes: &[u8]) -> String {
    let read = read_workbook(
        Path::new(name),
        bytes.to_vec(),
        LoadOptions::default(),
        &Progress::default(),
    );
    read.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn what_a_password_protects_is_told() {
    let sentence = "the workbook is protected by a password; save it without one and open that";
    assert_eq!(told("d.xlsx", PROTECTED), format!("d.xlsx: {sentence}"));
    // In an old workbook the second record says how it is encrypted; of one that is not, it says something else.
    let mut bytes = OLD.to_vec();
    let begin = OLD.windows(4).position(|part| part == [9, 8, 16, 0]);
    let second = begin.unwrap() + 20;
    assert_eq!(bytes[second..second + 2], [0xe1, 0]);
    bytes[second] = 0x2f;
    assert_eq!(told("d.xls", &bytes), format!("d.xls: {sentence}"));
}
