//! What there is to say about the record under the mouse and the one that is selected.

use crate::ui::help::Word;
use crate::ui::help::figures::ratings::{SATISFIES, VIOLATES};
use crate::ui::ratings::near::{Near, Other};
use crate::ui::ratings::{Lent, words};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{Chip, ChipKind, detail, number, parts};
use cloakroom_ratings::ratings::{NULL, PreparedRatings};
use egui::{Align, Color32, Layout, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

pub const WIDTH: f32 = 268.0;
/// Issues and neighbours that a card tells; the panel tells more.
const FEW: usize = 4;

/// `Person 1,204`, and what the person breaks.
pub fn heading(ui: &mut Ui, lent: &Lent<'_>, near: &Near) {
    let record = lent.profile.patterns().record_of[near.person as usize];
    ui.horizontal(|ui| {
        let title = format!("Person {}", number::count(u64::from(near.person) + 1));
        ui.label(fonts::strong_text(title));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (kind, word) = status(lent, record);
            word_of(kind).beside(ui.add(Chip::new(kind, word)));
        });
    });
}

fn word_of(kind: ChipKind) -> &'static Word {
    match kind {
        ChipKind::Satisfied => &SATISFIES,
        _ => &VIOLATES,
    }
}

fn status(lent: &Lent<'_>, record: u32) -> (ChipKind, &'static str) {
    use crate::ui::ratings::status::{BY_DEVIATION, BY_K};
    match lent.status.broken[record as usize] {
        0 => (ChipKind::Satisfied, "satisfies"),
        BY_K => (ChipKind::Violates, "violates k"),
        BY_DEVIATION => (ChipKind::Violates, "violates l"),
        _ => (ChipKind::Violates, "violates k and l"),
    }
}

/// Everything, as far as it fits into a card.
pub fn card(ui: &mut Ui, lent: &Lent<'_>, near: &Near) {
    heading(ui, lent, near);
    sentences(ui, lent, near);
    ui.add_space(2.0);
    detail(ui, ratings(lent.survey, near, 6), Tokens::of(ui).dim);
    neighbours(ui, lent, near, FEW);
}

/// How the person stands and what would help.
pub fn sentences(ui: &mut Ui, lent: &Lent<'_>, near: &Near) {
    let tokens = Tokens::of(ui);
    let (survey, target) = (lent.survey.as_ref(), lent.status.target);
    let record = lent.profile.patterns().record_of[near.person as usize];
    let alike = lent.profile.patterns().weight[record as usize];
    if alike > 1 {
        let words = format!(
            "{} with the same ratings.",
            number::counted_as(u64::from(alike), "person", "people")
        );
        detail(ui, &words, tokens.text);
    }
    detail(ui, words::about_k(near.close_count, target.k), tokens.text);
    for facts in near.spreads.iter().filter(|facts| !facts.holds) {
        let words = words::about_spread(survey, facts, target.deviation);
        detail(ui, &words, tokens.text);
    }
    if let Some(words) = words::remedy(survey, near) {
        detail(ui, &words, tokens.satisfied);
    }
}

/// The person's own ratings, the first ones.
pub fn ratings(survey: &PreparedRatings, near: &Near, most: usize) -> String {
    let rated = near.issues.iter().take(most).map(|facts| {
        let name = &survey.issues[facts.issue as usize];
        format!("{name}: {}", words::cell(survey, facts.own))
    });
    let mut parts: Vec<String> = rated.collect();
    let more = near.issues.len().saturating_sub(most);
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    match parts.is_empty() {
        true => "Nothing was rated.".to_owned(),
        false => parts.join(" \u{b7} "),
    }
}

/// Those who are close, then those who nearly are, with what they differ in.
pub fn neighbours(ui: &mut Ui, lent: &Lent<'_>, near: &Near, most: usize) {
    let tokens = Tokens::of(ui);
    for other in near.close.iter().take(most) {
        person(ui, lent, near, other, tokens.satisfied);
    }
    let more = near.close_count.saturating_sub(most.min(near.close.len()));
    if more > 0 {
        let words = format!("and {} more", number::count(more as u64));
        detail(ui, &words, tokens.dim);
    }
    let room = most.saturating_sub(near.close.len());
    for other in near.nearly.iter().take(room) {
        person(ui, lent, near, other, tokens.attention_text);
    }
}

fn person(ui: &mut Ui, lent: &Lent<'_>, near: &Near, other: &Other, colour: Color32) {
    let who = number::count(u64::from(other.person) + 1);
    let words = format!("{who}  {}", differences(lent.survey, near, other.person));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let at = rect.left_center() + vec2(4.0, 0.0);
    if other.over > 0 {
        ui.painter()
            .circle_stroke(at, 3.0, Stroke::new(1.3, colour));
    } else {
        ui.painter().circle_filled(at, 3.5, colour);
    }
    let text = Tokens::of(ui).text;
    let room = rect.width() - 14.0;
    let (galley, cut) = parts::line_within(ui, &words, fonts::detail(), text, room);
    parts::put_left(ui.painter(), rect.left_center() + vec2(14.0, 0.0), galley);
    if cut {
        response.on_hover_text(words);
    }
}

/// `issue 1: 3 · issue 2: 6`, the largest differences first.
pub fn differences(survey: &PreparedRatings, near: &Near, other: u32) -> String {
    let mut row = Vec::new();
    survey.row(other as usize, &mut row);
    let mut differing: Vec<(u16, usize)> = near
        .row
        .iter()
        .zip(&row)
        .enumerate()
        .map(|(issue, (&own, &theirs))| {
            (
                cloakroom_ratings::ratings::apart(own, theirs, survey.r()),
                issue,
            )
        })
        .filter(|(apart, _)| *apart > 0)
        .collect();
    differing.sort_by_key(|&(apart, issue)| (std::cmp::Reverse(apart), issue));
    if differing.is_empty() {
        return "the same ratings".to_owned();
    }
    let told: Vec<String> = differing
        .iter()
        .take(5)
        .map(|&(_, issue)| {
            let name = &survey.issues[issue];
            match (near.row[issue], row[issue]) {
                (_, NULL) => format!("{name} not rated"),
                (NULL, _) => format!("{name} rated"),
                (_, theirs) => format!("{name}: {}", words::cell(survey, theirs)),
            }
        })
        .collect();
    let more = match differing.len().saturating_sub(5) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", told.join(" \u{b7} "))
}
