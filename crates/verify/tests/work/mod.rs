//! Release folders to spoil.

// Every test uses a part of this.
#![allow(dead_code)]

use cloakroom_verify::{
    Answer, CERTIFICATE_EDITION, CERTIFICATE_FILE, Certificate, Declaration, Failure, REPORT_FILE,
    Room, Unwatched, hash_of, measure, verify_within,
};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Plenty for these files, and far less than a claim may ask for.
pub const ROOM: Room = Room(64 << 20);

pub struct Work {
    folder: tempfile::TempDir,
}

impl Work {
    /// A folder as a release leaves it: the file, what it declares, and what was counted in it.
    pub fn new(released: &str, declared: Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let declared: Declaration = serde_json::from_value(declared).unwrap();
        let path = folder.path().join(&declared.file);
        fs::write(&path, released).unwrap();
        let found = measure(&path, &declared, ROOM, &Unwatched).unwrap();
        let report = folder.path().join(REPORT_FILE);
        fs::write(&report, "<!doctype html><title>signed</title>").unwrap();
        let certificate = Certificate {
            certificate: CERTIFICATE_EDITION,
            declared,
            measured: found.figures,
            release_sha256: found.sha256,
            report_sha256: hash_of(&report, &Unwatched).unwrap(),
        };
        let text = certificate.to_json().unwrap();
        fs::write(folder.path().join(CERTIFICATE_FILE), text).unwrap();
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Changes what the certificate says.
    pub fn certificate(&self, change: impl FnOnce(&mut Value)) {
        let mut certificate = serde_json::from_str(&self.read(CERTIFICATE_FILE)).unwrap();
        change(&mut certificate);
        self.write(CERTIFICATE_FILE, certificate.to_string());
    }

    /// Puts in the hash of the file as it is now, as a forger would.
    pub fn rehash(&self) {
        let hash = hash_of(&self.path("release.csv"), &Unwatched).unwrap();
        self.certificate(|c| c["release_sha256"] = hash.into());
    }

    pub fn verify(&self) -> Result<Answer, Failure> {
        verify_within(self.folder.path(), ROOM, &Unwatched)
    }
}
