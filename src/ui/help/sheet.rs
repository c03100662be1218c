//! A page of help at the right side of the window; its second page lists every shortcut.

use super::words::ALL;
use super::{Term, Topic, Word, figures, metrics, promises, verdicts};
use crate::ui::commands::Command;
use crate::ui::panel;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{self, ModalSheet, icon_button, section, segments, sentence, title};
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Align, Align2, Context, Grid, Label, Layout, ScrollArea, Ui, vec2};

const WIDTH: f32 = 440.0;
/// What stays free around the sheet.
const AROUND: f32 = 12.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Here,
    Shortcuts,
}

pub struct HelpSheet {
    topic: Topic,
    page: Page,
    /// It takes the keyboard when it opens.
    is_new: bool,
}

impl HelpSheet {
    pub fn new(topic: Topic) -> Self {
        Self {
            topic,
            page: Page::Here,
            is_new: true,
        }
    }

    /// With its second page first.
    pub fn shortcuts(topic: Topic) -> Self {
        Self {
            page: Page::Shortcuts,
            ..Self::new(topic)
        }
    }

    /// Says whether it is to be closed.
    pub fn show(&mut self, ctx: &Context, workspace: Option<&Workspace>) -> bool {
        let room = ctx.content_rect().size() - vec2(2.0 * AROUND, 2.0 * AROUND);
        let sheet = ModalSheet {
            name: "help",
            corner: Align2::RIGHT_TOP,
            offset: vec2(-AROUND, AROUND),
            margin: 18,
        };
        sheet.show(ctx, |ui| {
            ui.set_width(WIDTH.min(room.x) - 36.0);
            ui.set_height(room.y - 36.0);
            self.contents(ui, workspace)
        })
    }

    fn contents(&mut self, ui: &mut Ui, workspace: Option<&Workspace>) -> bool {
        let mut done = false;
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = icon_button(ui, icons::CLOSE, "Close the help");
                if std::mem::take(&mut self.is_new) {
                    close.request_focus();
                }
                done = close.clicked();
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    title(ui, &format!("Help: {}", self.topic.title()));
                });
            });
        });
        let pages = [
            (Page::Here, "This page", "What is on the screen."),
            (Page::Shortcuts, "All shortcuts", "What keys do everywhere."),
        ];
        segments(ui, &mut self.page, &pages);
        ui.add_space(8.0);
        ScrollArea::vertical()
            .id_salt(("help", self.topic.title(), self.page == Page::Here))
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.set_max_width(ui.available_width() - 12.0);
                match self.page {
                    Page::Here => here(ui, self.topic, workspace),
                    Page::Shortcuts => shortcuts(ui),
                }
                ui.add_space(12.0);
            });
        done
    }
}

fn here(ui: &mut Ui, topic: Topic, workspace: Option<&Workspace>) {
    let help = topic.help();
    section(ui, "What is to be seen");
    told(ui, help.sees);
    heading(ui, "What to do next");
    told(ui, help.next);
    if topic == Topic::Words {
        return all_words(ui);
    }
    if !help.terms.is_empty() {
        heading(ui, "The words");
        for term in help.terms {
            explained(ui, term);
        }
    }
    if let Some(workspace) = workspace.filter(|_| topic.has_panel()) {
        heading(ui, "In the panel at the right");
        for word in panel::asked(workspace) {
            explain(ui, &word);
        }
        let method = workspace.settings().method.name;
        defined(ui, method.title(), method.sentence());
    }
    if !help.keys.is_empty() {
        heading(ui, "Keys here");
        keys(ui, "keys here", help.keys.iter().copied());
    }
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(14.0);
    section(ui, words);
}

fn told(ui: &mut Ui, text: &str) {
    let ink = Tokens::of(ui).text;
    widgets::told(ui, text, fonts::body(), ink);
}

fn defined(ui: &mut Ui, word: &str, definition: &str) {
    ui.add_space(6.0);
    ui.add(Label::new(fonts::strong_text(word)).wrap());
    told(ui, definition);
}

fn explained(ui: &mut Ui, term: &Term) {
    match term {
        Term::Word(word) => explain(ui, word),
        Term::Promise(model) => explain(ui, &Word::of(*model)),
        Term::Metric(metric) => explain(ui, &metrics::of(*metric)),
    }
}

fn explain(ui: &mut Ui, word: &Word) {
    defined(ui, word.word, word.definition);
    sentence(ui, &format!("For example: {}", word.example));
    let mut source = format!("Source: {}", word.source);
    if !word.statistician.is_empty() {
        source += &format!(" Statisticians say {}.", word.statistician);
    }
    sentence(ui, &source);
}

/// Every word, promise, figure and method, as their catalogues tell them.
fn all_words(ui: &mut Ui) {
    heading(ui, "The words");
    for word in ALL {
        explain(ui, word);
    }
    heading(ui, "Promises");
    for model in PrivacyModel::ALL {
        explain(ui, &Word::of(model));
    }
    for word in promises::ALL {
        explain(ui, word);
    }
    heading(ui, "Verdicts");
    for word in verdicts::ALL {
        explain(ui, word);
    }
    heading(ui, "Figures");
    for metric in Metric::ALL {
        explain(ui, &metrics::of(metric));
    }
    for word in figures::ALL.into_iter().flatten() {
        explain(ui, word);
    }
    heading(ui, "Methods");
    for method in MethodName::ALL {
        defined(ui, method.title(), method.sentence());
    }
}

fn shortcuts(ui: &mut Ui) {
    let ctx = ui.ctx().clone();
    Grid::new("shortcuts")
        .num_columns(2)
        .spacing([24.0, 6.0])
        .show(ui, |ui| {
            for command in Command::ALL {
                let keys = command.shortcut_text(&ctx);
                if keys.is_empty() {
                    continue;
                }
                ui.label(fonts::strong_text(keys));
                ui.label(command.label().trim_end_matches('…'))
                    .on_hover_text(command.explanation());
                ui.end_row();
            }
        });
    heading(ui, "In tables and on sliders");
    let everywhere = [
        ("Tab, Shift Tab", "to the next control and back"),
        (
            "Arrows, Page Up, Page Down, Home, End",
            "from row to row, or along a slider",
        ),
        ("Enter", "what is selected, in full"),
        ("?", "help for what is on the screen"),
    ];
    keys(ui, "keys everywhere", everywhere.into_iter());
}

fn keys(ui: &mut Ui, name: &str, keys: impl Iterator<Item = (&'static str, &'static str)>) {
    ui.push_id(name, |ui| {
        for (key, what) in keys {
            ui.horizontal_wrapped(|ui| {
                ui.label(fonts::strong_text(key));
                ui.label(what);
            });
        }
    });
}
