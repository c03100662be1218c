//! What was found of releases together.

use crate::ui::actions::{Action, Outbox};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{Banner, BannerKind, Histogram, link, number, section, sentence, told};
use cloakroom_core::kind::Kind;
use cloakroom_core::promise::PrivacyModel;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_engine::pool::{GroupSize, PoolAnswer};
use egui::Ui;

/// Rows listed; all of them are in the answer of the command line.
const SHOWN_ROWS: usize = 60;
/// Bars of the picture; larger groups share the last one.
const BARS: usize = 24;

pub fn show(ui: &mut Ui, answer: &PoolAnswer, out: &mut Outbox) {
    let kind = match answer.satisfied {
        true => BannerKind::Info,
        false => BannerKind::Attention,
    };
    Banner::new(kind, &answer.sentence).show(ui);
    ui.add_space(12.0);
    section(ui, "Each by itself, and all together");
    for release in &answer.releases {
        let name = release.release.file_name().unwrap_or_default();
        let words = format!(
            "{}: {}, promised {}",
            name.to_string_lossy(),
            smallest(answer, release.smallest),
            release.promise
        );
        told(ui, words, fonts::body(), Tokens::of(ui).text);
    }
    let words = format!("All together: {}", smallest(answer, answer.smallest));
    told(ui, words, fonts::strong(), Tokens::of(ui).text);
    ui.add_space(8.0);
    section(ui, "Promises");
    for line in &answer.requirements {
        promise(ui, line, answer.kind);
    }
    if !answer.groups.is_empty() {
        ui.add_space(12.0);
        section(ui, "How many people stand among how many");
        groups(ui, answer);
    }
    if answer.violating > 0 {
        ui.add_space(12.0);
        below(ui, answer, out);
    }
}

fn smallest(answer: &PoolAnswer, size: Option<u64>) -> String {
    match (size, answer.is_of_groups()) {
        (None, _) => "nobody".to_owned(),
        (Some(size), true) => format!("the smallest group has {}", number::count(size)),
        (Some(k), false) => format!("k = {}", number::count(k)),
    }
}

fn promise(ui: &mut Ui, line: &RequirementVerdict, kind: Kind) {
    let tokens = Tokens::of(ui);
    let (icon, ink, word) = match line.satisfied {
        true => (icons::SATISFIED, tokens.satisfied, "holds"),
        false => (icons::VIOLATED, tokens.violates, "does not hold"),
    };
    ui.horizontal(|ui| {
        ui.label(icons::text(icon, 18.0).color(ink))
            .accessible_name(word);
        let reached = match line.reached {
            Some(reached) => format!("{reached} reached"),
            None => "nothing reached".to_owned(),
        };
        let records = kind.record(line.violations);
        let few = match line.violations {
            0 => String::new(),
            many => format!(", {} {records} below it", number::count(many as u64)),
        };
        let wanted = line.wanted.to_string();
        let asked = match PrivacyModel::from_name(&line.name).map(PrivacyModel::promise) {
            // What is a share or a pair says so itself.
            Some(promise) if promise.phrase.contains(['%', '(']) => {
                format!("{}: {wanted}", promise.title)
            }
            Some(promise) => promise.phrase.replace("{}", &wanted),
            None => format!("{} = {wanted}", line.name),
        };
        ui.label(format!("{asked} of all together: {reached}{few}"));
    });
}

/// A bar for every size from 1 on.
fn groups(ui: &mut Ui, answer: &PoolAnswer) {
    let mut counts = vec![0; BARS];
    for GroupSize { size, people } in &answer.groups {
        let bar = (*size as usize).clamp(1, BARS) - 1;
        counts[bar] += *people as u64;
    }
    let wanted = answer.requirements.iter().find(|line| line.name == "k");
    let k = match wanted.map(|line| line.wanted) {
        Some(cloakroom_core::verdict::Amount::Count(k)) => k as usize,
        _ => 1,
    };
    let hover = |bar: usize| {
        let size = match bar + 1 {
            BARS => format!("{BARS} or more"),
            size => size.to_string(),
        };
        let people = number::count(counts[bar]);
        format!("{people} among {size}")
    };
    let most = format!("{BARS} or more");
    Histogram::new("Sizes of groups", &counts)
        .violating(0..(k - 1).min(BARS))
        .ends("1", &most)
        .hover(&hover)
        .show(ui);
}

fn below(ui: &mut Ui, answer: &PoolAnswer, out: &mut Outbox) {
    section(ui, "Who falls below");
    let Some(rows) = &answer.violating_rows else {
        for release in &answer.releases {
            let name = release.release.file_name().unwrap_or_default();
            let rows = number::counted(release.violating_rows.len() as u64, "row");
            sentence(ui, &format!("{rows} of {}", name.to_string_lossy()));
        }
        return;
    };
    ui.horizontal_wrapped(|ui| {
        for &row in rows.iter().take(SHOWN_ROWS) {
            let words = format!("row {}", number::count(u64::from(row) + 1));
            if link(ui, &words).clicked() {
                out.send(Action::ShowRow(row));
            }
        }
        if rows.len() > SHOWN_ROWS {
            let more = number::count((rows.len() - SHOWN_ROWS) as u64);
            sentence(ui, &format!("and {more} more"));
        }
    });
}
