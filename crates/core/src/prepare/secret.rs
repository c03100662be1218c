//! Values under a key: pseudonyms that nobody can lead back, or make again, without it. The key lies in a file of its own that
//! only its owner reads; nothing else ever holds it.

use super::rows::{as_said, column_of, with_column};
use crate::column::Column;
use crate::dictionary::DictionaryBuilder;
use crate::io::atomic_file::write_new_private;
use crate::io::bounded::{Bound, read_bounded};
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::value_type::ValueType;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Shorter ones can be guessed.
const LEAST: usize = 16;

/// Digits of a pseudonym: 128 bits, so that no two values share one.
const DIGITS: usize = 32;

const BLOCK: usize = 64;

/// Values between two looks at the progress.
const BREATH: usize = 1 << 12;

const KEY: Bound = Bound {
    what: "key",
    bytes: 1 << 16,
};

/// HMAC with SHA-256 (RFC 2104).
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0u8; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(padded(0x36));
    let inner = inner.chain_update(message).finalize();
    let outer = Sha256::new().chain_update(padded(0x5c));
    outer.chain_update(inner).finalize().into()
}

/// What is in a key file, without the line break at its end. Never shown, not even by mistake.
pub(super) struct Key(Vec<u8>);

impl Key {
    /// Refuses a file that others can read: what they can read is no secret.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Problem::in_file(
                path,
                "there is no such key file; cloakroom prepare RECIPE --make-keys makes it",
            ),
            _ => Problem::from_io(path, "read the key", &error),
        })?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = metadata.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                return Err(Problem::in_file(
                    path,
                    format!(
                        "others can read this key file (its mode is {mode:o}); expected one that only its owner reads \
                         (chmod 600)"
                    ),
                ));
            }
        }
        #[cfg(not(unix))]
        let _ = metadata;
        let mut bytes = read_bounded(path, KEY)?;
        while bytes.last().is_some_and(u8::is_ascii_whitespace) {
            bytes.pop();
        }
        if bytes.len() < LEAST {
            return Err(Problem::in_file(
                path,
                format!("this key is shorter than {LEAST} bytes; expected one that nobody guesses"),
            ));
        }
        Ok(Self(bytes))
    }

    pub fn sign(&self, message: &[u8]) -> [u8; 32] {
        hmac_sha256(&self.0, message)
    }

    fn pseudonym(&self, value: &str) -> String {
        let mut digits = String::with_capacity(DIGITS);
        for byte in &self.sign(value.as_bytes())[..DIGITS / 2] {
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}

/// Makes a key file that only its owner reads, unless there is one. Answers whether it was made.
pub fn make_key(path: &Path) -> Result<bool, Problem> {
    if path.exists() {
        return Key::read(path).map(|_| false);
    }
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|_| {
        Problem::in_file(
            path,
            "the system gives no chance to make a key of; expected a key file",
        )
    })?;
    let mut text = String::with_capacity(2 * bytes.len() + 1);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text.push('\n');
    write_new_private(path, &text)?;
    Ok(true)
}

pub(super) fn pseudonyms(
    mut table: Table,
    keys: &BTreeMap<String, PathBuf>,
    folder: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Table, Failure> {
    for (name, path) in keys {
        let key = Key::read(&folder.join(path))?;
        let column = pseudonymous(column_of(&table, name)?, &key, progress)?;
        table = with_column(table, as_said(column, options))?;
    }
    Ok(table)
}

fn pseudonymous(column: &Column, key: &Key, progress: &Progress) -> Result<Column, Failure> {
    let mut builder = DictionaryBuilder::default();
    for (at, text) in column.dictionary().iter().enumerate() {
        if at % BREATH == 0 {
            progress.check()?;
        }
        match text {
            "" => builder.intern("")?,
            _ => builder.intern(&key.pseudonym(text))?,
        };
    }
    let (codes, null) = (column.codes().to_vec(), column.null());
    let made = Column::new(column.name(), builder.finish(), codes, null);
    Ok(made.with_type(ValueType::Text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// RFC 4231, section 4.
    #[test]
    fn the_vectors_of_rfc_4231_hold() {
        let cases: [(Vec<u8>, Vec<u8>, &str); 7] = [
            (
                vec![0x0b; 20],
                b"Hi There".to_vec(),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe".to_vec(),
                b"what do ya want for nothing?".to_vec(),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                vec![0xaa; 20],
                vec![0xdd; 50],
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            ),
            (
                (1..=25).collect(),
                vec![0xcd; 50],
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
            ),
            // Of the fifth case the standard gives the first 128 bits: as many as a pseudonym has.
            (
                vec![0x0c; 20],
                b"Test With Truncation".to_vec(),
                "a3b6167473100ee06e0c796c2955552b",
            ),
            (
                vec![0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First".to_vec(),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
            (
                vec![0xaa; 131],
                b"This is a test using a larger than block-size key and a larger than block-size data. The key needs \
                  to be hashed before being used by the HMAC algorithm."
                    .to_vec(),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
            ),
        ];
        for (key, message, expected) in cases {
            let found = hex(&hmac_sha256(&key, &message));
            assert_eq!(&found[..expected.len()], expected);
        }
    }

    #[test]
    fn a_key_is_made_once_and_read_by_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key.txt");
        let missing = Key::read(&path).err().unwrap().to_string();
        assert!(missing.contains("there is no such key file"), "{missing}");
        assert!(make_key(&path).unwrap());
        let first = std::fs::read(&path).unwrap();
        assert_eq!(first.len(), 65);
        assert!(!make_key(&path).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), first);
        assert!(Key::read(&path).is_ok());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(&path), 0o600);
            for open in [0o640, 0o604, 0o666] {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(open)).unwrap();
                let refused = Key::read(&path).err().unwrap().to_string();
                assert!(
                    refused.contains("others can read this key file"),
                    "{refused}"
                );
            }
        }
        let short = folder.path().join("short.txt");
        write_new_private(&short, "secret\n").unwrap();
        let refused = Key::read(&short).err().unwrap().to_string();
        assert!(refused.contains("shorter than 16 bytes"), "{refused}");
    }

    #[test]
    fn equal_values_have_equal_pseudonyms_and_other_keys_other_ones() {
        let column = Column::from_texts("id", ["7", "", "8", "7"]).unwrap();
        let made = |key: &[u8]| {
            let key = Key(key.to_vec());
            pseudonymous(&column, &key, &Progress::default()).unwrap()
        };
        let one = made(b"0123456789abcdef");
        assert_eq!(one.text(0), one.text(3));
        assert_ne!(one.text(0), one.text(2));
        assert_eq!((one.text(1), one.text(0).len()), ("", DIGITS));
        assert_ne!(one.text(0), made(b"0123456789abcdeg").text(0));
        let expected = hex(&hmac_sha256(b"0123456789abcdef", b"7")[..16]);
        assert_eq!(one.text(0), expected);
    }
}
