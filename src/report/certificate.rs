//! Fills in the certificate: what was promised and what was measured, and nothing that is not public with
//! the release.

use super::TOOL;
use crate::metrics::Measures;
use crate::model::certificate::{
    CERTIFICATE_EDITION, Certificate, CertifiedBaskets, CertifiedDegree, CertifiedRatings,
    CertifiedRoles, CertifiedSensitive, Measured, ReleasedFile,
};
use crate::model::kind::Kind;
use crate::model::settings::Settings;

/// What only the release itself can tell.
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    pub kind: Kind,
    pub file: ReleasedFile,
    pub roles: CertifiedRoles,
    pub measured: Measured,
    pub sensitive: Vec<CertifiedSensitive>,
    pub ratings: Option<CertifiedRatings>,
    pub transactions: Option<CertifiedBaskets>,
    pub degree: Option<CertifiedDegree>,
    pub measures: &'a Measures,
}

pub fn certify(settings: &Settings, findings: Findings<'_>) -> Certificate {
    Certificate {
        certificate: CERTIFICATE_EDITION,
        tool: TOOL.to_owned(),
        kind: findings.kind,
        release: findings.file,
        roles: findings.roles,
        requirement: settings.requirement.clone(),
        sensitive: findings.sensitive,
        ratings: findings.ratings,
        transactions: findings.transactions,
        degree: findings.degree,
        method: settings.method.name,
        measured: findings.measured,
        metrics: findings
            .measures
            .0
            .iter()
            .filter(|(metric, _)| metric.is_public(findings.kind, settings.method.name))
            .map(|&(metric, value)| (metric.name().to_owned(), value))
            .collect(),
        rows_shuffled: settings.release.shuffle,
        formulas_escaped: settings.release.escape_formulas,
        report_sha256: None,
    }
}

/// The text of `certificate.json`, laid out for people.
pub fn to_json(certificate: &Certificate) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(certificate).map(|text| text + "\n")
}
