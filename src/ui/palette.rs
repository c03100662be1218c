//! Ctrl+K: one field that finds commands, columns, records and samples.

use super::actions::{Action, CompareTab, Outbox, Stage};
use super::commands::Command;
use super::help::{Term, Topic};
use super::theme::{CARD_RADIUS, Tokens, fonts, icons};
use super::views::explore::view;
use super::widgets::{ModalSheet, number};
use cloakroom_engine::samples;
use cloakroom_engine::workspace::Workspace;
use egui::{
    Align, Align2, Context, Key, Label, Layout, Margin, RichText, ScrollArea, Sense, TextEdit, Ui,
    WidgetInfo, vec2,
};

#[derive(Default)]
pub struct Palette {
    text: String,
    chosen: usize,
}

struct Entry {
    icon: icons::Icon,
    label: String,
    detail: String,
    shortcut: String,
    action: Action,
}

const WIDTH: f32 = 560.0;
/// What stays free at both sides in a narrow window.
const ASIDE: f32 = 60.0;
const ROW: f32 = 34.0;
const MOST_COLUMNS: usize = 200;

impl Palette {
    /// Says whether it is to be closed.
    pub fn show(&mut self, ctx: &Context, workspace: Option<&Workspace>, out: &mut Outbox) -> bool {
        let sheet = ModalSheet {
            name: "palette",
            corner: Align2::CENTER_TOP,
            offset: vec2(0.0, 72.0),
            margin: 10,
        };
        sheet.show(ctx, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - ASIDE));
            self.contents(ui, workspace, out)
        })
    }

    fn contents(&mut self, ui: &mut Ui, workspace: Option<&Workspace>, out: &mut Outbox) -> bool {
        let (up, down, enter) = ui.input_mut(|input| {
            (
                input.consume_key(egui::Modifiers::NONE, Key::ArrowUp),
                input.consume_key(egui::Modifiers::NONE, Key::ArrowDown),
                input.key_pressed(Key::Enter),
            )
        });
        let edit = TextEdit::singleline(&mut self.text)
            .hint_text("Type a command, a column, or a record's number")
            .desired_width(f32::INFINITY)
            .margin(Margin::symmetric(10, 8));
        let response = ui
            .add(edit)
            .accessible_name("Search commands, columns, records");
        // The field keeps the keyboard: Enter on nothing must not take it away.
        if !response.has_focus() {
            response.request_focus();
        }
        if response.changed() {
            self.chosen = 0;
        }
        let entries = entries(ui.ctx(), &self.text, workspace);
        if up {
            self.chosen = self.chosen.saturating_sub(1);
        }
        if down {
            self.chosen += 1;
        }
        self.chosen = self.chosen.min(entries.len().saturating_sub(1));
        ui.add_space(6.0);
        if entries.is_empty() {
            ui.label(RichText::new("Nothing has this name.").color(Tokens::of(ui).dim));
        }
        let mut picked = enter
            .then_some(self.chosen)
            .filter(|&at| at < entries.len());
        ScrollArea::vertical()
            // Another text is another list: it starts at its top and finds its own height.
            .id_salt(("palette", &self.text))
            .auto_shrink([false, true])
            .max_height(ROW * 11.0)
            // Not less because the list before it was short.
            .min_scrolled_height(ROW * 11.0)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (at, entry) in entries.iter().enumerate() {
                    let response = row(ui, entry, at == self.chosen);
                    if at == self.chosen && (up || down) {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        picked = Some(at);
                    }
                }
            });
        match picked {
            Some(at) => {
                out.send(entries[at].action.clone());
                true
            }
            None => false,
        }
    }
}

fn row(ui: &mut Ui, entry: &Entry, chosen: bool) -> egui::Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &entry.label)
    });
    if chosen || response.hovered() {
        let fill = if chosen {
            tokens.accent_tint
        } else {
            tokens.hover_tint
        };
        ui.painter().rect_filled(rect, CARD_RADIUS, fill);
    }
    let mut inside = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect.shrink2(vec2(10.0, 0.0)))
            .layout(Layout::left_to_right(Align::Center)),
    );
    inside.label(icons::text(entry.icon, 17.0).color(tokens.dim));
    inside.add(Label::new(&entry.label).selectable(false));
    inside.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let words = |text: &str| RichText::new(text).font(fonts::detail()).color(tokens.dim);
        ui.add(Label::new(words(&entry.shortcut)).selectable(false));
        ui.add(
            Label::new(words(&entry.detail))
                .selectable(false)
                .truncate(),
        );
    });
    response
}

fn entries(ctx: &Context, text: &str, workspace: Option<&Workspace>) -> Vec<Entry> {
    let wanted = text.trim().to_lowercase();
    let fits = |label: &str| {
        let label = label.to_lowercase();
        wanted.split_whitespace().all(|word| label.contains(word))
    };
    let mut entries = Vec::new();
    if let Some(workspace) = workspace {
        entries.extend(record_entry(&wanted, workspace));
    }
    for command in Command::ALL {
        let is_in_batches = workspace.is_some_and(|workspace| workspace.in_batches().is_some());
        if command == Command::Palette
            || (command.needs_file() && workspace.is_none())
            || (command == Command::FileColumns && !is_in_batches)
        {
            continue;
        }
        if fits(command.label()) {
            entries.push(Entry {
                icon: icons::COMMAND,
                label: command.label().to_owned(),
                detail: String::new(),
                shortcut: command.shortcut_text(ctx),
                action: Action::Run(command),
            });
        }
    }
    if let Some(workspace) = workspace {
        let explore = view::of(workspace).into_iter();
        let explore = explore.map(|view| (Stage::Explore, view.name, Action::ShowTab(view.tab)));
        let compare = CompareTab::of(workspace).iter();
        let compare = compare.map(|&tab| (Stage::Compare, tab.name(), Action::ShowCompare(tab)));
        for (stage, name, action) in explore.chain(compare) {
            if !wanted.is_empty() && fits(&format!("{} {name}", stage.name())) {
                entries.push(Entry {
                    icon: icons::EXPLORE,
                    label: name.to_owned(),
                    detail: format!("view of {}", stage.name()),
                    shortcut: String::new(),
                    action,
                });
            }
        }
    }
    if !wanted.is_empty() {
        for topic in Topic::of(workspace) {
            let label = format!("Help: {}", topic.title());
            let words = topic.help().terms.iter().map(Term::word);
            let words: Vec<&str> = words.collect();
            if fits(&format!("{label} {}", words.join(" "))) {
                entries.push(Entry {
                    icon: icons::UNKNOWN,
                    label,
                    detail: words.join(", "),
                    shortcut: String::new(),
                    action: Action::ShowHelp(topic),
                });
            }
        }
    }
    let columns = workspace
        .and_then(Workspace::table)
        .map_or(&[][..], |table| table.columns());
    let fitting = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| !wanted.is_empty() && fits(column.name()));
    for (at, column) in fitting.take(MOST_COLUMNS) {
        entries.push(Entry {
            icon: icons::COLUMN,
            label: column.name().to_owned(),
            detail: format!("column, {}", column.value_type().label()),
            shortcut: String::new(),
            action: Action::SelectColumn(Some(at)),
        });
    }
    for sample in samples::all() {
        let label = format!("Open the sample {}", sample.name);
        if fits(&label) {
            entries.push(Entry {
                icon: icons::SAMPLE,
                label,
                detail: sample.title.to_owned(),
                shortcut: String::new(),
                action: Action::OpenSample(sample.name),
            });
        }
    }
    // Help comes last among those that fit alike. What is called just so comes first, then what begins so; the rest keeps its order.
    entries.sort_by_key(|entry| {
        let label = entry.label.to_lowercase();
        let about = matches!(entry.action, Action::ShowHelp(_)) && !wanted.starts_with("help");
        match () {
            _ if about => 3,
            _ if wanted.is_empty() => 0,
            _ if label == wanted => 0,
            _ if label.starts_with(&wanted) => 1,
            _ => 2,
        }
    });
    entries
}

/// `1,204` and `record 1204` lead to that record.
fn record_entry(wanted: &str, workspace: &Workspace) -> Option<Entry> {
    let digits: String = wanted
        .trim_start_matches("record")
        .chars()
        .filter(|letter| !matches!(letter, ',' | ' '))
        .collect();
    let row = digits.parse::<u32>().ok()?.checked_sub(1)?;
    ((row as usize) < workspace.rows()).then(|| Entry {
        icon: icons::DATA,
        label: format!("Show record {}", number::count(u64::from(row) + 1)),
        detail: Stage::Data.name().to_owned(),
        shortcut: String::new(),
        action: Action::ShowRow(row),
    })
}
