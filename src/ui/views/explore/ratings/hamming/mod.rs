//! Hamming groups: which issues people rated, pattern by pattern, and how many share each.

mod matrix;

use super::{Seen, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::ratings::groups::Groups;
use crate::ui::theme::Tokens;
use crate::ui::widgets::{number, sentence};
use egui::{
    CentralPanel, EventFilter, Frame, Id, Key, Margin, Modifiers, Panel, Role, ScrollArea, Sense,
    Ui, WidgetInfo, vec2,
};
use matrix::{Cells, Drawn, ROW, heads};
use std::sync::Arc;

/// More patterns are not listed: nobody scrolls so far.
const MOST: usize = 100_000;

#[derive(Default)]
pub struct HammingTab {
    groups: Option<Groups>,
    nearest: Option<Nearest>,
    reveal: bool,
}

/// What lies nearest to the selected group.
struct Nearest {
    of: u32,
    /// It has at least so many people.
    k: u32,
    /// The group, and in how many issues it differs.
    found: Option<(u32, usize)>,
}

impl HammingTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let profile = seen.survey.profile;
        let known = self.groups.take();
        let groups = known
            .filter(|known| Arc::ptr_eq(&known.profile, profile))
            .unwrap_or_else(|| {
                self.nearest = None;
                Groups::of(profile)
            });
        let k = seen.survey.status.target.k;
        let selected = seen.selected.and_then(|person| groups.group_of(person));
        Panel::top("hamming head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                for words in sentences(&groups, k) {
                    sentence(ui, &words);
                }
            });
        let tokens = Tokens::of(ui);
        let foot = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(18, 8));
        Panel::bottom("hamming foot")
            .frame(foot)
            .show_separator_line(false)
            .show(ui, |ui| {
                let words = match selected {
                    Some(group) => self.about(seen, &groups, group, k),
                    None => "A click on a pattern tells how far it is from the others.".to_owned(),
                };
                sentence(ui, &words);
            });
        CentralPanel::no_frame()
            .frame(
                Frame::new()
                    .fill(tokens.ground)
                    .inner_margin(Margin::symmetric(18, 0)),
            )
            .show(ui, |ui| self.matrix(ui, seen, &groups, selected, out));
        self.groups = Some(groups);
    }

    fn about(&mut self, seen: &Seen<'_>, groups: &Groups, group: u32, k: u32) -> String {
        let lent = &seen.survey;
        let known = self.nearest.take();
        let nearest = known
            .filter(|known| known.of == group && known.k == k)
            .unwrap_or_else(|| Nearest {
                of: group,
                k,
                found: groups.nearest(lent, group, k),
            });
        let people = groups.people(group);
        let rated = groups.issues(lent, group).len();
        let own = format!(
            "Selected: {} rated {} of {}.",
            number::counted_as(u64::from(people), "person", "people"),
            number::count(rated as u64),
            number::counted(lent.survey.issues.len() as u64, "issue")
        );
        let near = match nearest.found {
            Some((other, distance)) => format!(
                "The nearest pattern with at least {} has {} and differs in {}.",
                number::counted_as(u64::from(k), "person", "people"),
                number::count(u64::from(groups.people(other))),
                number::counted(distance as u64, "issue")
            ),
            None => format!(
                "No other pattern has at least {}.",
                number::counted_as(u64::from(k), "person", "people")
            ),
        };
        self.nearest = Some(nearest);
        format!("{own} {near}")
    }

    fn matrix(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        groups: &Groups,
        selected: Option<u32>,
        out: &mut Outbox,
    ) {
        let rows = groups.len().min(MOST);
        let issues = seen.survey.survey.issues.len();
        let id = Id::unique("hamming matrix");
        let area = ui.available_rect_before_wrap();
        let response = ui.interact(area, id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Grid, ui.is_enabled(), "Patterns of rated issues")
        });
        if let Some(place) = keys(
            ui,
            &response,
            selected.map(|group| groups.place(group)),
            rows,
        ) {
            let group = groups.by_size[place];
            out.send(Action::SelectRow(Some(groups.person[group as usize])));
            self.reveal = true;
        }
        let names = &seen.survey.survey.issues;
        let (left, width) = (ui.max_rect().left(), ui.available_width());
        let columns = Cells::of(left, width, issues);
        let heading = ui.allocate_space(vec2(width, columns.head())).1;
        heads(ui.painter(), Tokens::of(ui), heading, columns, names);
        let mut scroll = ScrollArea::vertical().auto_shrink(false);
        if let Some(group) = selected.filter(|_| std::mem::take(&mut self.reveal)) {
            let top = groups.place(group) as f32 * ROW;
            scroll = scroll.vertical_scroll_offset((top - area.height() / 2.0).max(0.0));
        }
        let pointer = response.hover_pos();
        let mut hit = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        scroll.show_rows(ui, ROW, rows, |ui, range| {
            let left = ui.max_rect().left();
            let top = ui.max_rect().top();
            let width = ui.available_width();
            let drawn = Drawn {
                seen,
                groups,
                selected,
                cells: columns,
                left,
                top,
                first: range.start,
            };
            ui.allocate_space(vec2(width, ROW * range.len() as f32));
            hit = pointer.and_then(|at| drawn.hit(at, range.clone()));
            drawn.paint(
                ui.painter(),
                Tokens::of(ui),
                range,
                hit.map(|(place, _)| place),
            );
        });
        if response.clicked() {
            response.request_focus();
            if let Some((place, _)) = hit {
                let group = groups.by_size[place];
                // The person that is selected stays if the pattern is theirs.
                if Some(group) != selected {
                    out.send(Action::SelectRow(Some(groups.person[group as usize])));
                }
            }
        }
        if response.double_clicked()
            && let Some((place, _)) = hit
        {
            let group = groups.by_size[place];
            out.send(Action::ShowRow(groups.person[group as usize]));
        }
        if response.has_focus() {
            let ring = (1.5, Tokens::of(ui).accent);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(area, 0, ring, inside);
        }
        if let Some((place, issue)) = hit {
            let words = hover(seen, groups, groups.by_size[place], issue, selected);
            response.on_hover_text_at_pointer(words);
        }
    }
}

/// What is under the mouse.
fn hover(
    seen: &Seen<'_>,
    groups: &Groups,
    group: u32,
    issue: Option<u32>,
    selected: Option<u32>,
) -> String {
    let lent = &seen.survey;
    let rated = groups.issues(lent, group);
    let mut lines = vec![format!(
        "{} rated {} of {}.",
        number::counted_as(u64::from(groups.people(group)), "person", "people"),
        number::count(rated.len() as u64),
        number::counted(lent.survey.issues.len() as u64, "issue")
    )];
    if let Some(issue) = issue {
        let name = &lent.survey.issues[issue as usize];
        let did = match rated.binary_search(&issue) {
            Ok(_) => "rated",
            Err(_) => "not rated",
        };
        lines.push(format!("{name}: {did}."));
    }
    if let Some(other) = selected.filter(|other| *other != group) {
        let distance = groups.distance(lent, group, other);
        lines.push(format!(
            "Differs from the selected pattern in {}.",
            number::counted(distance as u64, "issue")
        ));
    }
    lines.join("\n")
}

fn sentences(groups: &Groups, k: u32) -> Vec<String> {
    let patterns = groups.profile.patterns();
    let people = patterns.record_of.len();
    let largest = groups
        .by_size
        .first()
        .map_or(0, |&group| groups.people(group));
    let all = number::counted_as(people as u64, "person", "people");
    let shared = match groups.len() {
        1 => format!("{all} rated the same issues: there is 1 pattern."),
        some => format!(
            "{all} rated issues in {}; the most frequent one is shared by {}.",
            number::counted(some as u64, "pattern"),
            number::count(u64::from(largest))
        ),
    };
    let mut sentences = vec![shared];
    let (below, in_them) = groups.below(k);
    if k > 1 {
        sentences.push(match below {
            0 => format!("Every pattern has at least k = {k} people."),
            some => format!(
                "{} below k = {k}: {}.",
                number::counted_as(some as u64, "pattern is", "patterns are"),
                number::counted_as(in_them as u64, "person", "people")
            ),
        });
    }
    let alone = groups.below(2).1;
    if people > 20 && alone * 10 >= people * 9 {
        sentences.push(
            "Nearly everybody rated other issues than everybody else: expect that most of the cost is ratings \
             removed or made up."
                .to_owned(),
        );
    }
    if groups.len() > MOST {
        let most = number::count(MOST as u64);
        sentences.push(format!("The {most} most frequent patterns are listed."));
    }
    sentences
}

/// Up and down go from pattern to pattern.
fn keys(ui: &Ui, response: &egui::Response, at: Option<usize>, rows: usize) -> Option<usize> {
    if !response.has_focus() || rows == 0 {
        return None;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let is = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let step: isize = if is(Key::ArrowDown) {
        1
    } else if is(Key::ArrowUp) {
        -1
    } else if is(Key::PageDown) {
        20
    } else if is(Key::PageUp) {
        -20
    } else if is(Key::Home) {
        return Some(0);
    } else if is(Key::End) {
        return Some(rows - 1);
    } else {
        return None;
    };
    Some(at.map_or(0, |at| at.saturating_add_signed(step).min(rows - 1)))
}
