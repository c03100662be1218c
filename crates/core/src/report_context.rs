//! What only people know about a release: for whom it is, under which terms, and why its thresholds are right.

use super::value_type::parse_date;
use serde::{Deserialize, Serialize};

/// More than a page of text belongs into a document of its own.
const LONGEST: usize = 4_000;

/// `[report]` of a recipe. Everything is written into the report as it stands here; what is not given stays a line
/// to be filled in by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportContext {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
    /// The scenario and why the thresholds were chosen are for the house alone, since they tell an attacker what was
    /// thought of; with this they stand in the report that travels with the release as well.
    #[serde(skip_serializing_if = "is_false")]
    pub public: bool,
}

fn is_false(truth: &bool) -> bool {
    !truth
}

/// One line of the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextField {
    Title,
    Recipient,
    Access,
    Scenario,
    Thresholds,
    Conditions,
    ReviewDate,
    SignedBy,
}

impl ContextField {
    pub const ALL: [Self; 8] = [
        Self::Title,
        Self::Recipient,
        Self::Access,
        Self::Scenario,
        Self::Thresholds,
        Self::Conditions,
        Self::ReviewDate,
        Self::SignedBy,
    ];

    /// The key in a recipe.
    pub fn key(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Recipient => "recipient",
            Self::Access => "access",
            Self::Scenario => "scenario",
            Self::Thresholds => "thresholds",
            Self::Conditions => "conditions",
            Self::ReviewDate => "review_date",
            Self::SignedBy => "signed_by",
        }
    }

    /// What the report calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Recipient => "Recipient",
            Self::Access => "Access",
            Self::Scenario => "What an attacker may know and do",
            Self::Thresholds => "Why these thresholds",
            Self::Conditions => "Conditions",
            Self::ReviewDate => "To be reviewed on",
            Self::SignedBy => "Signed by",
        }
    }
}

impl ContextField {
    /// What must be there instead of this text; `None` if it may be said.
    pub fn expected(self, said: &str) -> Option<String> {
        if said.trim().is_empty() {
            return Some("some words; leave the line away to fill it in by hand".to_owned());
        }
        if said.chars().count() > LONGEST {
            return Some(format!("at most {LONGEST} characters"));
        }
        let is_date = self != Self::ReviewDate || parse_date(said).is_some();
        (!is_date).then(|| "a date such as \"2027-05-31\"".to_owned())
    }
}

impl ReportContext {
    pub fn get(&self, field: ContextField) -> Option<&str> {
        let text = match field {
            ContextField::Title => &self.title,
            ContextField::Recipient => &self.recipient,
            ContextField::Access => &self.access,
            ContextField::Scenario => &self.scenario,
            ContextField::Thresholds => &self.thresholds,
            ContextField::Conditions => &self.conditions,
            ContextField::ReviewDate => &self.review_date,
            ContextField::SignedBy => &self.signed_by,
        };
        text.as_deref()
    }

    pub fn set(&mut self, field: ContextField, text: Option<String>) {
        *match field {
            ContextField::Title => &mut self.title,
            ContextField::Recipient => &mut self.recipient,
            ContextField::Access => &mut self.access,
            ContextField::Scenario => &mut self.scenario,
            ContextField::Thresholds => &mut self.thresholds,
            ContextField::Conditions => &mut self.conditions,
            ContextField::ReviewDate => &mut self.review_date,
            ContextField::SignedBy => &mut self.signed_by,
        } = text;
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a field may stand in the report that travels with the release.
    pub fn is_public(&self, field: ContextField) -> bool {
        self.public || !matches!(field, ContextField::Scenario | ContextField::Thresholds)
    }
}
