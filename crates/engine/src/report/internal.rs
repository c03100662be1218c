//! `DIR.report.html`, beside the release folder and never in it: all that `report.html` says, and what only the house
//! may know. Every number in it stands in the certificate or in the audit file.

use super::audit::{Audit, AuditedPreparation};
use super::html::{
    context, how_it_was_made, not_promised, rests_on, sign_off, verdict, what_is_released,
};
use super::internal_measures::{risk, utility};
use super::page::{
    end_table, escape, facts, figure, figure_cell, heads, page as whole_page, percent_of, rounded,
    row, section,
};
use super::public::Public;
use super::story::InHouse;
use crate::kinds::about;
use cloakroom_core::earlier::Earlier;
use cloakroom_core::report_context::ReportContext;
use cloakroom_core::words::grouped;
use cloakroom_core::{CheckAnswer, Kind};
use std::fmt::Write;

/// Rows listed on paper; the audit file lists all.
const SHOWN_ROWS: usize = 200;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct InternalReport<'a> {
    pub public: Public<'a>,
    pub audit: &'a Audit<'a>,
    pub in_house: &'a InHouse,
    pub context: &'a ReportContext,
    /// Releases of the same people that are known to have been written before.
    pub earlier: &'a [Earlier],
    /// What was written beside the release, by name, with what it is.
    pub beside: &'a [(String, &'static str)],
}

pub fn page(report: InternalReport<'_>) -> String {
    let title = report.context.title.as_deref().unwrap_or("Release report");
    let public = report.public;
    let in_house = report.in_house;
    whole_page(&format!("{title}, internal"), |html| {
        html.push_str(
            "<p class=\"house\">Internal. It tells about the source and about who was left out: it stays in house.</p>\n",
        );
        verdict(html, title, public);
        source(html, report.audit);
        context(html, report.context, true);
        what_is_released(html, public);
        how_it_was_made(html, public, found(report));
        promises_before(html, report.audit.before);
        section(html, in_house.stories.heading());
        in_house.stories.tell(html, public.records());
        left_out(html, report.audit, public.kind());
        risk(html, public, in_house);
        utility(html, public.kind(), report.audit.metrics, &in_house.before);
        rests_on(html, public);
        not_promised(html, public);
        earlier(html, report.earlier);
        reproduce(html, report);
        sign_off(html, report.context);
    })
}

/// What may be laid beside this release.
fn earlier(html: &mut String, releases: &[Earlier]) {
    section(html, "Other releases of the same people");
    html.push_str(
        "<p>Every promise holds of this release by itself. <code>cloakroom pool</code> counts what several releases \
         tell together, from their audit files.</p>\n",
    );
    if releases.is_empty() {
        html.push_str("<p>No earlier release was known when this one was written.</p>\n");
        return;
    }
    let rows: Vec<(String, String)> = releases
        .iter()
        .map(|release| {
            let place = escape(&release.audit.display().to_string());
            let told = match release.day() {
                Some(day) => format!("written on {}, {place}", escape(day)),
                None => place,
            };
            (escape(&release.name()), told)
        })
        .collect();
    let rows: Vec<(&str, String)> = rows
        .iter()
        .map(|(name, told)| (name.as_str(), told.clone()))
        .collect();
    facts(html, &rows);
}

fn source(html: &mut String, audit: &Audit<'_>) {
    section(html, "The source");
    let input = &audit.input;
    let name = input.path.file_name().unwrap_or(input.path.as_os_str());
    facts(
        html,
        &[
            ("File", escape(&name.to_string_lossy())),
            ("Place", escape(&input.path.display().to_string())),
            ("Bytes", figure("audit.input.bytes", &grouped(input.bytes))),
            (
                "SHA-256",
                format!(
                    "<code data-figure=\"audit.input.sha256\">{}</code>",
                    escape(&input.sha256)
                ),
            ),
            (
                "Records",
                figure("audit.input.records", &grouped(input.records as u64)),
            ),
            (
                "Released on",
                escape(&audit.written.replace('T', " ").replace('Z', " UTC")),
            ),
            ("Written by", escape(audit.tool)),
        ],
    );
    if let Some(prepared) = &input.prepared {
        preparation(html, prepared);
    }
}

/// What was done to the table before roles, step by step.
fn preparation(html: &mut String, prepared: &AuditedPreparation) {
    section(html, "What was done to the table before");
    let lines = prepared.steps.iter().enumerate().map(|(at, step)| {
        let shown = |what: &str, number: usize| {
            let path = format!("audit.input.prepared.steps.{at}.{what}");
            figure(&path, &grouped(number as u64))
        };
        let told = format!(
            "{} rows, {} columns; before {} and {}",
            shown("rows_after", step.rows_after),
            shown("columns_after", step.columns_after),
            shown("rows_before", step.rows_before),
            shown("columns_before", step.columns_before)
        );
        (escape(&step.step), told)
    });
    let lines: Vec<(String, String)> = lines.collect();
    let rows = lines.iter();
    let rows: Vec<(&str, String)> = rows
        .map(|(step, told)| (step.as_str(), told.clone()))
        .collect();
    facts(html, &rows);
}

/// The seed, and what the method has to say.
fn found(report: InternalReport<'_>) -> Vec<(&'static str, String)> {
    let seed = figure("audit.seed", &report.audit.seed.to_string());
    let notes: Vec<String> = report
        .in_house
        .notes
        .iter()
        .map(|note| escape(note))
        .collect();
    let mut rows = vec![("Seed", seed)];
    if !notes.is_empty() {
        rows.push(("What it found", notes.join(" ")));
    }
    rows
}

/// How far the source was from what was asked.
fn promises_before(html: &mut String, before: &CheckAnswer) {
    section(html, "The source against the requirement");
    let _ = writeln!(
        html,
        "<p>{} of {} {} stood in the way of the requirement before anything was done.</p>",
        figure(
            if before.unlisted_rows > 0 {
                "audit.before.unlisted_rows"
            } else {
                "audit.before.violating_rows"
            },
            &grouped(before.violating() as u64)
        ),
        figure("audit.before.records", &grouped(before.records as u64)),
        before.kind.record(before.records)
    );
    heads(
        html,
        "promises",
        &[
            "Promise",
            "#Wanted",
            "#Reached by the source",
            "#In the way",
        ],
    );
    let words = about(before.kind);
    for (at, line) in before.requirements.iter().enumerate() {
        let reached = line
            .reached
            .map_or_else(|| "\u{2013}".to_owned(), |amount| amount.to_string());
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"number\">{}</td><td class=\"number\">{reached}</td>{}</tr>",
            escape(
                words
                    .model(&line.name)
                    .map_or(&line.name, |model| model.title)
            ),
            line.wanted,
            figure_cell(
                &format!("audit.before.requirements.{at}.violations"),
                &grouped(line.violations as u64)
            )
        );
    }
    end_table(html);
}

fn left_out(html: &mut String, audit: &Audit<'_>, kind: Kind) {
    section(html, "Who was left out");
    let rows = audit.left_out_rows;
    if rows.is_empty() {
        html.push_str("<p>Nobody.</p>\n");
        return;
    }
    let _ = writeln!(
        html,
        "<p>{} of {} {} ({}).</p>",
        figure("audit.left_out_rows", &grouped(rows.len() as u64)),
        grouped(audit.input.records as u64),
        kind.record(audit.input.records),
        percent_of(rows.len() as u64, audit.input.records as u64)
    );
    let some: Vec<String> = rows.iter().take(SHOWN_ROWS).map(u32::to_string).collect();
    let more = match rows.len().saturating_sub(SHOWN_ROWS) {
        0 => String::new(),
        more => format!(
            " and {} more, listed in the audit file",
            grouped(more as u64)
        ),
    };
    let _ = writeln!(
        html,
        "<p class=\"small\">Data rows of the source, counted from 0: {}{more}.</p>",
        some.join(", ")
    );
}

fn reproduce(html: &mut String, report: InternalReport<'_>) {
    section(html, "How to reproduce it");
    let _ = writeln!(
        html,
        "<p>Save the recipe below beside the source, under its name, and run <code>cloakroom release RECIPE --out \
         DIR</code> with {}. The released file will have the SHA-256 <code data-figure=\"audit.release_sha256\">{}</code>; \
         the source must have the one above.</p>\n<pre>{}</pre>",
        escape(report.audit.tool),
        escape(report.audit.release_sha256),
        escape(report.audit.recipe)
    );
    html.push_str("<h3>Beside the release, kept in house</h3>\n");
    html.push_str("<table class=\"facts\">\n<tbody>\n");
    for (name, what) in report.beside {
        let (first, rest) = what.split_at(what.len().min(1));
        let what = first.to_uppercase() + rest;
        row(html, &what, &format!("<code>{}</code>", escape(name)));
    }
    end_table(html);
    html.push_str("<h3>How long it took</h3>\n");
    heads(html, "measures", &["Stage", "#Seconds"]);
    for (at, timing) in report.audit.seconds.iter().enumerate() {
        let _ = writeln!(
            html,
            "<tr><th>{}</th>{}</tr>",
            escape(timing.stage),
            figure_cell(
                &format!("audit.seconds.{at}.seconds"),
                &rounded(timing.seconds)
            )
        );
    }
    end_table(html);
}
