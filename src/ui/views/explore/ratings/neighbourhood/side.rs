//! Beside the issues: who is inside, who nearly is, what would help, and how the sensitive issues spread.

use super::super::Seen;
use super::super::graph::{differences, heading};
use crate::ui::actions::{Action, Outbox};
use crate::ui::help::Word;
use crate::ui::help::figures::ratings::{INSIDE, NEARLY_INSIDE, SPREAD};
use crate::ui::ratings::near::{Near, Other, SpreadFacts};
use crate::ui::ratings::words;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{detail, link, number};
use egui::{Label, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const MOST: usize = 6;

pub fn show(ui: &mut Ui, seen: &Seen<'_>, near: &Near, out: &mut Outbox) {
    let (lent, target) = (&seen.survey, seen.survey.status.target);
    let dim = Tokens::of(ui).dim;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.spacing_mut().interact_size.y = 18.0;
        heading(ui, lent, near);
        remedy(ui, seen, near);
        section(ui, "Inside", &INSIDE, near.close_count);
        others(ui, seen, near, &near.close, out);
        if near.close_count == 0 {
            detail(ui, "Nobody else is within \u{3b5} on every issue.", dim);
        }
        section(ui, "Nearly inside", &NEARLY_INSIDE, near.nearly_count);
        if near.nearly_count == 0 {
            detail(ui, "Nobody is kept away by a single issue.", dim);
        }
        others(ui, seen, near, &near.nearly, out);
        if !near.spreads.is_empty() {
            ui.add_space(6.0);
            let words = fonts::strong_text("Sensitive issues of those inside");
            SPREAD.beside(ui.label(words));
            for facts in &near.spreads {
                spread(ui, seen, facts, target.deviation);
            }
        }
        ui.add_space(8.0);
    });
}

fn section(ui: &mut Ui, title: &str, word: &Word, count: usize) {
    ui.add_space(6.0);
    let words = format!("{title}  {}", number::count(count as u64));
    word.beside(ui.label(fonts::strong_text(words)));
}

fn remedy(ui: &mut Ui, seen: &Seen<'_>, near: &Near) {
    let tokens = Tokens::of(ui);
    let survey = seen.survey.survey;
    let Some(words) = words::remedy(survey, near) else {
        let (words, colour) = match near.close_count + 1 >= seen.survey.status.target.k as usize {
            true => ("Enough others are close.", tokens.satisfied),
            false => (
                "There are not enough people in this survey.",
                tokens.violates,
            ),
        };
        detail(ui, words, colour);
        return;
    };
    detail(ui, &words, tokens.satisfied);
    let Some(remedy) = &near.remedy else {
        return;
    };
    for &(issue, from, to) in remedy.own.iter().take(MOST) {
        let name = &survey.issues[issue as usize];
        let words = match (from < survey.r(), to < survey.r()) {
            (true, false) => format!("{name}: {} is removed", words::cell(survey, from)),
            (false, true) => format!("{name}: {} is filled in", words::cell(survey, to)),
            _ => format!(
                "{name}: {} becomes {}",
                words::cell(survey, from),
                words::cell(survey, to)
            ),
        };
        detail(ui, &words, tokens.text);
    }
    let more = remedy.own.len().saturating_sub(MOST);
    if more > 0 {
        detail(ui, format!("and {more} more"), tokens.dim);
    }
}

fn others(ui: &mut Ui, seen: &Seen<'_>, near: &Near, others: &[Other], out: &mut Outbox) {
    let survey = seen.survey.survey;
    for other in others.iter().take(MOST) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let who = number::count(u64::from(other.person) + 1);
            if link(ui, &who).clicked() {
                out.send(Action::SelectRow(Some(other.person)));
            }
            let words = match other.over {
                0 => differences(survey, near, other.person),
                _ => format!("{} keeps away", survey.issues[other.issue as usize]),
            };
            let text = RichText::new(words).font(fonts::detail());
            ui.add(Label::new(text).truncate());
        });
    }
}

/// A standard deviation against the one that is asked for.
fn spread(ui: &mut Ui, seen: &Seen<'_>, facts: &SpreadFacts, needed: u64) {
    let tokens = Tokens::of(ui);
    let survey = seen.survey.survey;
    let name = &survey.sensitive[facts.issue];
    let reached = words::deviation(facts.reached);
    let words = match (needed, facts.holds) {
        (0, _) => reached,
        (_, true) => format!("{reached}, {} is enough", words::deviation(needed)),
        (_, false) => format!("{reached}, {} is needed", words::deviation(needed)),
    };
    let label = format!("{name} spreads by {words}");
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &label));
    let painter = ui.painter();
    let colour = if facts.holds {
        tokens.satisfied
    } else {
        tokens.violates
    };
    let line = rect.top() + 9.0;
    let value = painter.layout_no_wrap(
        words,
        fonts::detail(),
        if facts.holds {
            tokens.text
        } else {
            tokens.violates
        },
    );
    let room = rect.width() - value.size().x - 10.0;
    crate::ui::widgets::parts::put_right(painter, pos2(rect.right(), line), value);
    let (galley, _) =
        crate::ui::widgets::parts::line_within(ui, name, fonts::detail(), tokens.dim, room);
    crate::ui::widgets::parts::put_left(ui.painter(), pos2(rect.left(), line), galley);
    // Half the scale is the most that a standard deviation can be.
    let widest = survey.scale.distance(survey.r().saturating_sub(1)) / 2.0;
    let place = |millionths: u64| {
        let share = (millionths as f64 / 1e6 / widest.max(1e-6)).clamp(0.0, 1.0) as f32;
        rect.left() + share * rect.width()
    };
    let y = rect.top() + 24.0;
    let painter = ui.painter();
    painter.hline(rect.x_range(), y, Stroke::new(4.0, tokens.track));
    painter.hline(
        rect.left()..=place(facts.reached),
        y,
        Stroke::new(4.0, colour),
    );
    if needed > 0 {
        painter.vline(
            place(needed),
            y - 6.0..=y + 6.0,
            Stroke::new(2.0, tokens.text),
        );
    }
    SPREAD.beside(response.on_hover_text(label));
}
