//! The risk of records: who is found, which columns make them unique, and what is learned of them.

use super::{FINDING, RiskPages, SizeWords};
use crate::ui::risk::{LEAST_THRESHOLD, RiskPart};
use crate::ui::widgets::number;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::units::Counted;

pub static PAGES: RiskPages = RiskPages {
    parts: &[
        FINDING,
        (
            RiskPart::Telling,
            "Which columns",
            "Which columns make people unique, alone and together.",
        ),
        (
            RiskPart::Learning,
            "Sensitive values",
            "What is learned about people without finding their record.",
        ),
    ],
    least_threshold: LEAST_THRESHOLD,
    sizes: SizeWords {
        heading: |counted| match counted {
            None => "Records by size of their class",
            Some(Counted::People) => "People by the smallest of their classes",
            Some(Counted::Groups) => "Groups by the smallest of their classes",
        },
        many: |many, size, counted| {
            let [one, several] = Counted::nouns(counted);
            let many = number::counted_as(many, one, several);
            format!("{many} in classes of {size}")
        },
        note: "",
    },
    more_figures: |_| Vec::new(),
    telling: |tab, ui, told| tab.columns.show(ui, told, &mut tab.side),
    // Other promises have no part in it, and may be senseless for the moment.
    asked_of: |requirement| Requirement {
        k: requirement.k,
        ..Requirement::default()
    },
};
