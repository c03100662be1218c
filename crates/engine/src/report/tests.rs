//! The pages as a whole: self-contained, safe, and as much as may be told.

use super::audit::{Audit, AuditedInput, BeforeAndAfter, Timing};
use super::html::page;
use super::internal::{self, InternalReport};
use super::public::Public;
use super::story::{ColumnStory, Done, Exposure, InHouse, Stories};
use cloakroom_core::earlier::Earlier;
use cloakroom_core::report_context::ReportContext;
use cloakroom_core::{CheckAnswer, Kind, Measures, Role};
use cloakroom_microdata::metrics::of_classes;
use cloakroom_verify::{ColumnFigures, Declaration, Figures};

fn declared() -> Declaration {
    let declared = serde_json::json!({
        "tool": "cloakroom 0",
        "kind": "microdata",
        "file": "release.csv",
        "format": "csv",
        "roles": {
            "identifier": ["name & \"title\""],
            "quasi": ["<zip>"],
            "sensitive": [],
            "insensitive": []
        },
        "requirement": { "k": 2 },
        "method": "levels",
        "rows_shuffled": true,
        "formulas_escaped": false,
        "confirmed": { "visits": "asked <for>" }
    });
    serde_json::from_value(declared).unwrap()
}

fn figures() -> Figures {
    Figures {
        records: 5,
        k: 2,
        classes: 2,
        columns: vec![ColumnFigures {
            name: "<zip>".into(),
            values: Some(2),
        }],
        metrics: of_classes(&[2, 3], 2)
            .into_iter()
            .map(|(metric, value)| (metric.name().to_owned(), value))
            .collect(),
        sizes: [(2, 1), (3, 1)].into(),
        ..Figures::default()
    }
}

fn stories() -> Stories {
    Stories::Columns(vec![ColumnStory {
        column: "<zip>".into(),
        role: Role::Quasi,
        done: Done::Level { level: 1, of: 3 },
        values_before: Some(9_876),
        values_after: Some(2),
        cells_changed: 5,
        loss: Some(0.4321),
        examples: vec!["1<*".into()],
    }])
}

fn context() -> ReportContext {
    ReportContext {
        title: Some("Admissions <2026>".into()),
        recipient: Some("University & friends".into()),
        scenario: Some("a nosy neighbour".into()),
        thresholds: Some("as everywhere".into()),
        conditions: Some("not to be\npassed on".into()),
        review_date: Some("2027-05-31".into()),
        signed_by: Some("A. <Officer>".into()),
        ..ReportContext::default()
    }
}

fn external(context: &ReportContext) -> String {
    let public = Public {
        declared: &declared(),
        figures: &figures(),
        sha256: "ab",
        empty: &[],
    };
    page(public, context)
}

fn internal_page(context: &ReportContext) -> String {
    let measures = Measures(of_classes(&[2, 3], 2));
    let in_house = InHouse {
        before: Exposure::new(6, 3, vec![1, 2, 3], Measures(of_classes(&[1, 2, 3], 2))),
        after: Exposure::new(5, 0, vec![2, 3], measures.clone()),
        stories: stories(),
        notes: vec!["Counted <everything>.".into()],
    };
    let before = CheckAnswer {
        kind: Kind::Microdata,
        records: 6,
        units: None,
        satisfied: false,
        requirements: Vec::new(),
        violating_rows: vec![4],
        unlisted_rows: 0,
    };
    let audit = Audit {
        tool: "cloakroom 0",
        written: "2026-01-01T00:00:00Z".into(),
        input: AuditedInput {
            path: "folder/<people>.csv".into(),
            bytes: 1234,
            sha256: "cd".into(),
            records: 6,
            prepared: None,
            folded: Vec::new(),
            unfit: Vec::new(),
        },
        recipe: "[data]\npath = \"<people>.csv\"\n",
        seed: 7,
        before: &before,
        records_released: 5,
        left_out_rows: &[4],
        release_sha256: "ab",
        metrics: &measures,
        exposure: BeforeAndAfter {
            before: &in_house.before,
            after: &in_house.after,
        },
        columns: &in_house.stories,
        ended_early: false,
        seconds: vec![Timing {
            stage: "checking",
            seconds: 0.25,
        }],
        trace: None,
    };
    internal::page(InternalReport {
        public: Public {
            declared: &declared(),
            figures: &figures(),
            sha256: "ab",
            empty: &[],
        },
        audit: &audit,
        in_house: &in_house,
        context,
        earlier: &[Earlier {
            audit: "folder/<may>.audit.json".into(),
            written: Some("2026-05-01T12:00:00Z".into()),
        }],
        beside: &[("out.audit.json".into(), "audit file")],
    })
}

#[test]
fn the_pages_are_self_contained_and_escape_names() {
    for html in [external(&context()), internal_page(&context())] {
        assert!(html.contains("name &amp; &quot;title&quot;"));
        assert!(html.contains("&lt;zip&gt;") && !html.contains("<zip>"));
        assert!(
            !html.contains("<people>") && !html.contains("<2026>") && !html.contains("<Officer>")
        );
        for outside in [
            "://", "src=", "href=", "<script", "@import", "url(", "<link", "<img",
        ] {
            assert!(!html.contains(outside), "{outside}");
        }
        assert!(html.contains("default-src 'none'"));
        for said in [
            "k = 2",
            "Randomised",
            "Signature",
            "50 %",
            "Missing values",
            "Admissions &lt;2026&gt;",
            "University &amp; friends",
            "not to be\npassed on",
            "2027-05-31",
            "What is not promised",
        ] {
            assert!(html.contains(said), "{said}");
        }
    }
}

#[test]
fn the_page_that_travels_keeps_quiet() {
    let html = external(&context());
    assert!(html.contains("cloakroom verify DIR"));
    for kept in [
        "nosy neighbour",
        "as everywhere",
        "9,876",
        "43.21",
        "&lt;people",
        "Seed",
        "Raised to level",
        "1&lt;*",
    ] {
        assert!(!html.contains(kept), "{kept}");
    }
    let public = ReportContext {
        public: true,
        ..context()
    };
    let html = external(&public);
    assert!(html.contains("nosy neighbour") && html.contains("as everywhere"));
}

#[test]
fn the_page_of_the_house_tells_everything() {
    let html = internal_page(&context());
    for said in [
        "stays in house",
        "nosy neighbour",
        "as everywhere",
        "&lt;people&gt;.csv",
        "<th>&lt;may&gt;</th><td>written on 2026-05-01, folder/",
        "9,876",
        "43.21 %",
        "Raised to level 1 of 3",
        "1&lt;*",
        "Counted &lt;everything&gt;.",
        "data-figure=\"audit.exposure.before.unique\">1<",
        "data-figure=\"audit.exposure.after.unique\">0<",
        "data-figure=\"audit.exposure.before.metrics.prosecutor_max\">100 %<",
        "data-figure=\"audit.exposure.after.metrics.prosecutor_max\">50 %<",
        "Audit file",
        "counted from 0: 4.",
    ] {
        assert!(html.contains(said), "{said}");
    }
}

#[test]
fn without_a_context_there_are_lines_to_fill_in() {
    let html = external(&ReportContext::default());
    assert!(html.contains("<h1>Release report</h1>"));
    assert!(html.contains("<th>Recipient</th><td>&nbsp;</td>"));
    assert!(html.contains("<div>Name</div>"));
}

#[test]
fn a_measure_says_what_it_is_for_the_data_at_hand() {
    use cloakroom_core::Metric;
    let says = |kind| super::html::says(Metric::Loss, kind);
    assert!(says(Kind::Microdata).starts_with("How much of the quasi-identifiers is gone"));
    assert!(!says(Kind::Microdata).contains("transactions"));
    assert!(says(Kind::Transactions).starts_with("Of transactions: how much of every item"));
    let error = |kind| super::html::says(Metric::QueryError, kind);
    assert!(error(Kind::Ratings).ends_with("Of ratings: by two issues and a sensitive one."));
    assert!(!error(Kind::Microdata).contains("Of "));
    for metric in Metric::ALL {
        for &kind in metric.kinds() {
            assert!(
                super::html::says(metric, kind).ends_with('.'),
                "{}",
                metric.name()
            );
        }
    }
}

#[test]
fn what_was_confirmed_is_told_with_its_reason() {
    let page = external(&ReportContext::default());
    assert!(page.contains("confirmed by the releaser: visits (asked &lt;for&gt;)."));
    assert!(page.contains("Nothing is promised about them."));
}
