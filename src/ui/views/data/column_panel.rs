//! About the selected column: its role, type, missing and distinct values, and how they spread.

use super::{Lent, is_hidden, role_menu};
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::focus;
use crate::ui::help::figures::records;
use crate::ui::kinds;
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::{
    Banner, BannerKind, Chip, ChipKind, Histogram, TopValues, figure, icon_button, link, number,
    quiet_button, section, sentence, title,
};
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::summary::{ColumnSummary, NumberHistogram, TopValue};
use cloakroom_core::table::Table;
use cloakroom_core::value_type::{ValueType, date_text};
use cloakroom_engine::explain::whatever_the_method;
use egui::{Align, Layout, Popup, RichText, ScrollArea, Ui};

pub fn show(ui: &mut Ui, at: usize, table: &Table, lent: &Lent<'_>, out: &mut Outbox) {
    let column = &table.columns()[at];
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = icon_button(ui, icons::CLOSE, "Close the column panel");
            focus::take(&close);
            if close.clicked() {
                out.send(Action::SelectColumn(None));
            }
            ui.with_layout(
                Layout::left_to_right(Align::Center).with_main_wrap(false),
                |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    title(ui, column.name());
                },
            );
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let codebook = &lent.workspace.loaded().understood.codebook;
        let about = codebook.columns.get(column.name());
        if let Some(words) = about.and_then(|about| about.about.as_deref()) {
            sentence(ui, words);
        }
        role(ui, at, column, lent, out);
        categories(ui, at, column, lent, out);
        release(ui, column, lent, out);
        ui.add_space(12.0);
        match lent.summary {
            Some(summary) => contents(ui, at, column, summary, lent, out),
            None => {
                sentence(ui, "Counting its values…");
            }
        }
    });
}

fn role(ui: &mut Ui, at: usize, column: &Column, lent: &Lent<'_>, out: &mut Outbox) {
    let workspace = lent.workspace;
    let kind = workspace.kind();
    let role = workspace.settings().roles.of(column.name());
    ui.horizontal(|ui| {
        let word = role.map_or("undecided", |role| role.chip(kind));
        let name = format!("Role of {}: {word}", column.name());
        let chip = ui.add(Chip::new(ChipKind::of_role(role), word).clickable(&name));
        Popup::menu(&chip).width(280.0).show(|ui| {
            theme::menu(ui);
            if role_menu::entries(ui, at, column.name(), workspace, out) {
                ui.close();
            }
        });
        for (descending, icon, words) in [
            (false, icons::SORT_UP, "Sort from low to high"),
            (true, icons::SORT_DOWN, "Sort from high to low"),
        ] {
            if icon_button(ui, icon, words).clicked() {
                out.send(Action::SortBy {
                    column: at,
                    descending: Some(descending),
                });
            }
        }
    });
    match (role, workspace.suggestion(column.name())) {
        (Some(role), _) => _ = sentence(ui, role.explanation(kind)),
        (None, Some(suggestion)) => {
            let words = format!(
                "Suggested: {}. {}",
                suggestion.role.label(kind),
                suggestion.reason
            );
            sentence(ui, &words);
        }
        (None, None) => {}
    }
}

/// How sensitive the values are, for promises about categories.
fn categories(ui: &mut Ui, at: usize, column: &Column, lent: &Lent<'_>, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    if settings.roles.of(column.name()) != Some(Role::Sensitive)
        || !kinds::about(lent.workspace).data.has_categories
    {
        return;
    }
    ui.add_space(12.0);
    section(ui, "Sensitivity categories");
    let (words, action) = match settings.categories.get(column.name()) {
        None => (
            "None yet. p\u{207a} and \u{3b1} need to know which values are more sensitive than others.".to_owned(),
            "Sort the values",
        ),
        Some(order) => (
            format!(
                "{}, from the most sensitive to the least.",
                number::counted_as(order.len() as u64, "category", "categories")
            ),
            "Edit the categories",
        ),
    };
    sentence(ui, &words);
    if quiet_button(ui, Some(icons::SENSITIVITY), action).clicked() {
        out.send(Action::EditCategories(Some(at)));
    }
}

/// Why the column looks as it does in what the last run would release; before a run, what its role says already.
fn release(ui: &mut Ui, column: &Column, lent: &Lent<'_>, out: &mut Outbox) {
    let workspace = lent.workspace;
    let (settings, kind) = (workspace.settings(), workspace.kind());
    let told = lent
        .result
        .and_then(|result| Some((result, lent.explained.of(result, column.name())?)));
    let (words, stale) = match told {
        Some((result, words)) => (words, result.is_stale(workspace.revision(), settings)),
        None => {
            let role = settings.roles.of(column.name());
            let Some(words) = role.and_then(|role| whatever_the_method(kind, role)) else {
                return;
            };
            (words, false)
        }
    };
    ui.add_space(12.0);
    section(ui, "In a release");
    if stale {
        let banner = Banner::new(BannerKind::Attention, "Stale: the settings have changed.");
        if banner.action("Run again").show(ui) {
            out.run(Command::RunMethod);
        }
    }
    sentence(ui, words);
}

fn contents(
    ui: &mut Ui,
    at: usize,
    column: &Column,
    summary: &ColumnSummary,
    lent: &Lent<'_>,
    out: &mut Outbox,
) {
    let count = |n: usize| number::count(n as u64);
    figure(ui, &records::TYPE, summary.value_type.label());
    figure(
        ui,
        &records::MISSING,
        &with_share(summary.nulls, summary.records),
    );
    figure(ui, &records::DISTINCT, &count(summary.distinct));
    figure(ui, &records::ALONE, &count(summary.singletons));
    // What is hidden in the table is not to be read here either.
    let hidden = is_hidden(lent.workspace, column.name());
    if !hidden && summary.value_type != ValueType::Text {
        if let (Some(low), Some(high)) = (&summary.lowest, &summary.highest) {
            figure(ui, &records::LOWEST, low);
            figure(ui, &records::HIGHEST, high);
        }
        if let Some(mean) = summary.mean {
            figure(ui, &records::MEAN, &number::decimal(mean));
        }
    }
    if let Some(mixture) = &summary.mixture {
        ui.add_space(8.0);
        let words = format!(
            "Mixed: {} {}s and {} other values; the first of these is in record {}. It is treated as text.",
            count(mixture.fitting),
            mixture.mostly.label(),
            count(mixture.odd),
            count(mixture.first_odd + 1),
        );
        if Banner::new(BannerKind::Attention, &words)
            .action("Show it")
            .show(ui)
        {
            out.send(Action::ShowRow(mixture.first_odd as u32));
        }
    }
    ui.add_space(14.0);
    if hidden {
        sentence(ui, "The values of an identifier are not shown.");
        return;
    }
    if let Some(histogram) = &summary.histogram {
        section(ui, "How they spread");
        spread(ui, histogram, summary);
        ui.add_space(12.0);
    }
    commonest(ui, at, summary, out);
}

fn with_share(part: usize, whole: usize) -> String {
    let share = part as f64 / whole.max(1) as f64;
    if part == 0 {
        "0".to_owned()
    } else {
        format!(
            "{} ({})",
            number::count(part as u64),
            number::percent(share)
        )
    }
}

fn spread(ui: &mut Ui, histogram: &NumberHistogram, summary: &ColumnSummary) {
    let value_type = summary.value_type;
    let text = |value: f64| match value_type {
        ValueType::Date => date_text(value as i64),
        // Years read badly with a separator.
        ValueType::Whole if value.abs() < 10_000.0 => format!("{value:.0}"),
        _ => number::decimal(value),
    };
    let hover = |bar: usize| {
        let (low, high) = histogram.range(bar);
        let records = number::count(histogram.counts[bar]);
        if value_type == ValueType::Whole && high - low <= 1.0 {
            format!("{}: {records} records", text(((low + high) / 2.0).round()))
        } else {
            format!("{} to {}: {records} records", text(low), text(high))
        }
    };
    let low = summary.lowest.as_deref().unwrap_or_default();
    let high = summary.highest.as_deref().unwrap_or_default();
    Histogram::new("How the values spread", &histogram.counts)
        .height(90.0)
        .ends(low, high)
        .hover(&hover)
        .show(ui);
}

fn commonest(ui: &mut Ui, at: usize, summary: &ColumnSummary, out: &mut Outbox) {
    values(ui, at, "Commonest values", &summary.top, summary, out);
    if !summary.rare.is_empty() {
        ui.add_space(10.0);
        values(ui, at, "Rarest values", &summary.rare, summary, out);
    }
    let dim = Tokens::of(ui).dim;
    let listed = summary.top.len() + summary.rare.len();
    if summary.distinct > listed {
        let rest = number::count((summary.distinct - listed) as u64);
        let words = format!("{rest} more in between. A click on a value shows its records.");
        ui.label(RichText::new(words).font(fonts::detail()).color(dim));
    }
    if summary.nulls > 0 && link(ui, "Show records without a value").clicked() {
        out.send(Action::FilterMissing(at));
    }
}

/// A list of values; a click on one shows its records.
fn values(
    ui: &mut Ui,
    at: usize,
    heading: &str,
    values: &[TopValue],
    summary: &ColumnSummary,
    out: &mut Outbox,
) {
    if values.is_empty() {
        return;
    }
    section(ui, heading);
    let shown: Vec<(&str, u64)> = values
        .iter()
        .map(|value| (value.text.as_str(), value.records))
        .collect();
    if let Some(chosen) = TopValues::new(&shown, summary.records as u64).show(ui) {
        out.send(Action::FilterBy {
            column: at,
            code: values[chosen].code,
        });
    }
}
