//! What is tried: the file, what its columns are, what is attacked.

use super::pairs;
use super::words::WordsEditor;
use crate::ui::actions::{Action, AttackAction, Outbox};
use crate::ui::attack::AttackState;
use crate::ui::jobs::PickedFor;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::views::compare::Lent;
use crate::ui::widgets::{icon_button, link, number, parts, quiet_button, segments, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::table::Table;
use cloakroom_engine::attack::Attacked;
use cloakroom_engine::attack::ratings::long_columns;
use egui::{DragValue, RichText, ScrollArea, Ui, vec2};

/// Pickers for more columns than fit are scrolled.
const MOST_HEIGHT: f32 = 112.0;

/// What is being written.
#[derive(Default)]
pub struct Drafts {
    words: WordsEditor,
    /// Part of a name that is looked for in a menu.
    search: String,
}

pub fn show(
    ui: &mut Ui,
    state: &mut AttackState,
    drafts: &mut Drafts,
    lent: &Lent<'_>,
    out: &mut Outbox,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        file(ui, state, lent, out);
        attacked(ui, state);
        run(ui, state, lent, out);
    });
    let Some(known) = state.form.known.clone() else {
        return;
    };
    let kind = lent.workspace.kind();
    let targets = state.targets().cloned().unwrap_or_default();
    ui.add_space(2.0);
    if !told_by_rows(ui, state, &known.table, kind) {
        ScrollArea::vertical()
            .id_salt("columns of the file")
            .max_height(MOST_HEIGHT)
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(12.0, 6.0);
                    let with = &mut state.form.with;
                    pairs::show(ui, with, &known.table, &targets, kind, &mut drafts.search);
                });
            });
    }
    if let Some(ratings) = lent.workspace.loaded().dataset.ratings() {
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 32.0;
            within(ui, state, lent);
            drafts
                .words
                .show(ui, &mut state.form.words, &ratings.scale());
        });
    }
}

fn file(ui: &mut Ui, state: &mut AttackState, lent: &Lent<'_>, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let Some(known) = state.form.known.clone() else {
        if quiet_button(ui, Some(icons::OPEN), "Open known people").clicked() {
            out.send(Action::Pick(PickedFor::Known));
        }
        let about = "People of this table, drawn by chance, with what others may know about them: what would somebody \
                     find who knows just that?";
        // Where no file lies beside the data it is the button in the middle of the page.
        let has_file = state.offered(lent.workspace.folder()).is_some();
        if has_file
            && quiet_button(ui, Some(icons::PERSON), "Use people of this table")
                .on_hover_text(about)
                .clicked()
        {
            out.send(Action::OnAttack(AttackAction::OwnPeople));
        }
        if lent.known_running {
            sentence(ui, "Reading the file.");
        }
        return;
    };
    let name = known.path.file_name().unwrap_or_default().to_string_lossy();
    let (text, _) = parts::line_within(ui, &name, fonts::strong(), tokens.text, 180.0);
    let (rect, response) = ui.allocate_exact_size(vec2(text.size().x, 32.0), egui::Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Label, true, format!("Known people: {name}"))
    });
    parts::put_left(ui.painter(), rect.left_center(), text);
    response.on_hover_text(known.path.display().to_string());
    let rows = number::counted(known.table.rows() as u64, "row");
    ui.label(RichText::new(rows).color(tokens.dim));
    if icon_button(ui, icons::OPEN, "Open another file of known people").clicked() {
        out.send(Action::Pick(PickedFor::Known));
    }
    if icon_button(ui, icons::CLOSE, "Remove the known people").clicked() {
        state.remove_known();
    }
}

fn attacked(ui: &mut Ui, state: &mut AttackState) {
    let choices = [
        (
            Attacked::Original,
            "Data as they stand",
            "What somebody would find who had the data themselves.",
        ),
        (
            Attacked::Release,
            "Last release",
            "What somebody would find in what the last run of the method would release.",
        ),
    ];
    segments(ui, &mut state.form.attacked, &choices);
}

fn run(ui: &mut Ui, state: &AttackState, lent: &Lent<'_>, out: &mut Outbox) {
    if let Some(running) = &lent.attack_running {
        let words = match running.fraction {
            Some(share) => number::progress(share.into()),
            None => "Running".to_owned(),
        };
        ui.label(RichText::new(words).color(Tokens::of(ui).dim));
        if link(ui, "Stop").clicked() {
            out.send(Action::StopJob(running.number));
        }
        return;
    }
    let why_not = state.question(lent.workspace, lent.result).err();
    let button = ui
        .add_enabled_ui(why_not.is_none(), |ui| {
            quiet_button(ui, Some(icons::RUN), "Try the attack")
        })
        .inner;
    let button = match why_not {
        Some(why) => button.on_disabled_hover_text(why),
        None => button.on_hover_text("Stays in house: nothing of it goes into a release."),
    };
    if button.clicked() {
        out.send(Action::OnAttack(AttackAction::Try));
    }
    if let Some(why) = why_not.filter(|_| state.form.known.is_some()) {
        sentence(ui, why);
    }
}

/// A file with a row for each rating needs no pairs of columns.
fn told_by_rows(ui: &mut Ui, state: &AttackState, known: &Table, kind: Kind) -> bool {
    if !kind.about().has_issues || state.form.with.iter().any(Option::is_some) {
        return false;
    }
    let Some(places) = long_columns(known) else {
        return false;
    };
    let [issue, rating] = places.map(|at| known.columns()[at].name());
    let words = format!(
        "A row per rating: \u{201c}{issue}\u{201d} names the issue, \u{201c}{rating}\u{201d} says how it was rated."
    );
    sentence(ui, &words);
    true
}

/// How exactly ratings are known: as exactly as ε unless somebody says otherwise.
fn within(ui: &mut Ui, state: &mut AttackState, lent: &Lent<'_>) {
    let dim = Tokens::of(ui).dim;
    let run = lent
        .result
        .filter(|_| state.form.attacked == Attacked::Release)
        .map(|result| result.settings());
    let settings = run.unwrap_or(lent.workspace.settings());
    let epsilon = settings.requirement.epsilon.unwrap_or(0.0);
    ui.label(RichText::new("Ratings are known to within").color(dim));
    let mut value = state.form.within.unwrap_or(epsilon);
    let drag = DragValue::new(&mut value)
        .range(0.0..=1_000.0)
        .speed(0.05)
        .max_decimals(3)
        .update_while_editing(false);
    let field = ui
        .add(drag)
        .accessible_name("Known to within")
        .on_hover_text(
            "How far a rating may be from what is known of it. The promise supposes that nobody knows a rating more exactly \
             than \u{3b5}.",
        );
    if field.changed() {
        state.form.within = (value != epsilon).then_some(value);
    }
    match state.form.within {
        None => {
            ui.label(RichText::new("(\u{3b5})").color(dim));
        }
        Some(_) => {
            if link(ui, "back to \u{3b5}").clicked() {
                state.form.within = None;
            }
        }
    }
    ui.add_space(8.0);
}
