//! A window in a test: opened on a file, walked through by label.
#![allow(
    dead_code,
    unused_imports,
    reason = "every test file uses a part of this"
)]

pub mod layouts;
mod look;

use cloakroom::ui::actions::Action;
use cloakroom::ui::method_result::MethodResult;
use cloakroom::ui::preferences::Preferences;
pub use cloakroom::ui::scenes::raw;
use cloakroom::ui::theme;
use cloakroom::ui::widgets::number::tied;
use cloakroom::ui::workbench::Workbench;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So long a test waits for what runs behind the window; a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(240);

pub struct Bench {
    harness: Harness<'static, Workbench>,
    folder: tempfile::TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Self::sized(1440.0, 900.0)
    }

    /// In a window of this size.
    pub fn sized(width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("cache");
        let workbench = Workbench::new(Preferences::default(), Arc::new(|| {}), cache);
        let harness = Harness::builder()
            .with_size(Vec2::new(width, height))
            .with_max_steps(40)
            .with_context_setup(theme::install)
            .build_ui_state(
                |ui, workbench: &mut Workbench| {
                    let ctx = ui.ctx().clone();
                    workbench.logic(&ctx);
                    workbench.ui(ui);
                },
                workbench,
            );
        let mut bench = Self { harness, folder };
        bench.settle();
        bench
    }

    pub fn on_file(name: &str, contents: &str) -> Self {
        let mut bench = Self::new();
        let file = bench.write(name, contents);
        bench.open(&file);
        bench
    }

    /// Opened on a recipe with `name` as identifier, age and zip as quasi-identifiers.
    pub fn on_recipe(contents: &str, k: u32) -> Self {
        let mut bench = Self::new();
        bench.write("people.csv", contents);
        let recipe = format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nidentifier = [\"name\"]\n\
             quasi = [\"age\", \"zip\"]\nsensitive = [\"disease\"]\n[require]\nk = {k}\n[method]\nname = \"none\"\n"
        );
        let recipe = bench.write("recipe.toml", &recipe);
        bench.open(&recipe);
        bench
    }

    /// At the board of categories of `disease`, with four empty ones.
    pub fn on_categories() -> Self {
        let people =
            "name,age,zip,disease\nAnn,30,14240,Flu\nBob,31,14241,Asthma\nCid,30,14240,HIV\n";
        let mut bench = Self::on_recipe(people, 2);
        bench
            .harness
            .state_mut()
            .send(Action::EditCategories(Some(3)));
        bench.settle();
        bench.click("Start with four categories");
        bench
    }

    pub fn result(&self) -> Option<&MethodResult> {
        self.harness.state().result()
    }

    /// The levels that a decomposition aims at and ends at, as the lattice shows them.
    pub fn decomposed(&self) -> Option<(Vec<u32>, Option<Vec<u32>>)> {
        self.harness.state().decomposed()
    }

    /// A tab: its name may stand elsewhere too.
    pub fn tab(&mut self, label: &str) {
        self.click_role(egui::Role::Tab, label);
    }

    /// A menu that shows what is chosen.
    pub fn choose(&mut self, label: &str) {
        self.click_role(egui::Role::ComboBox, label);
    }

    /// An entry of a menu, which may have to be scrolled to.
    pub fn menu(&mut self, label: &str) {
        self.harness
            .get_by_role_and_label(egui::Role::MenuItem, label)
            .scroll_to_me();
        self.settle();
        self.click_role(egui::Role::MenuItem, label);
    }

    pub fn choose_method(&mut self, title: &str) {
        self.choose("Choose the method");
        self.menu(title);
    }

    /// A press into a field, which gives it the keyboard.
    pub fn click_field(&mut self, label: &str) {
        self.text_field(label).click();
        self.settle();
    }

    /// A row of the page of all columns, at its name: other cells open what stands in them.
    pub fn click_column(&mut self, name: &str, modifiers: Modifiers) {
        let label = format!("Column {name}");
        let row = self.harness.get_by_role_and_label(egui::Role::Row, &label);
        let pos = row.rect().left_center() + egui::vec2(20.0, 0.0);
        self.harness.hover_at(pos);
        for pressed in [true, false] {
            self.harness.event_modifiers(
                egui::Event::PointerButton {
                    pos,
                    button: egui::PointerButton::Primary,
                    pressed,
                    modifiers,
                },
                modifiers,
            );
        }
        self.settle();
    }

    pub fn header(&mut self, label: &str) {
        self.click_role(egui::Role::ColumnHeader, label);
    }

    fn click_role(&mut self, role: egui::Role, label: &str) {
        self.harness.get_by_role_and_label(role, label).click();
        self.settle();
    }

    /// Drags what has one label onto what has another.
    pub fn drag(&mut self, from: &str, onto: &str) {
        let middle = |label: &str| self.harness.get_by_label(label).rect().center();
        let (start, end) = (middle(from), middle(onto));
        self.drag_between(start, end);
    }

    /// Drags a row of a tree onto another.
    pub fn drag_row(&mut self, row: &str, onto: &str) {
        let middle = |label: &str| self.row(label).rect().center();
        let (start, end) = (middle(row), middle(onto));
        self.drag_between(start, end);
    }

    fn drag_between(&mut self, start: egui::Pos2, end: egui::Pos2) {
        self.harness.hover_at(start);
        self.harness.step();
        self.harness.drag_at(start);
        self.harness.step();
        for step in 1..=4 {
            self.harness
                .hover_at(start + (end - start) * (step as f32 / 4.0));
            self.harness.step();
        }
        self.harness.drop_at(end);
        self.settle();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, contents: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    /// At the table, past the page that asks whether the file was understood and the one of its columns, with what is
    /// usually promised where nobody has said anything else.
    pub fn open(&mut self, file: &Path) {
        self.open_as_new(file);
        if self.harness.state().is_opening() {
            self.harness.state_mut().send(Action::Understood);
            self.harness.state_mut().send(Action::ShowColumns(false));
            self.harness.state_mut().send(Action::PromiseUsual);
            self.settle();
        }
    }

    /// What the strip of the steps offers to do.
    pub fn next_step(&self) -> Option<String> {
        self.harness.state().next_step()
    }

    pub fn kind(&self) -> Option<cloakroom_core::kind::Kind> {
        self.harness
            .state()
            .workspace()
            .map(|workspace| workspace.kind())
    }

    /// Presses the button of the steps.
    pub fn press_next(&mut self) {
        let words = self.next_step().unwrap();
        let words = self.as_written(&words);
        let buttons = self
            .harness
            .query_all_by_role_and_label(egui::Role::Button, &words);
        // The strip stands above all that says the same.
        let topmost = buttons.min_by(|one, other| one.rect().top().total_cmp(&other.rect().top()));
        topmost.unwrap().click();
        self.settle();
    }

    /// As somebody sees it who opens it for the first time.
    pub fn open_as_new(&mut self, file: &Path) {
        self.harness.state_mut().send(Action::Open(file.to_owned()));
        self.settle();
    }

    pub fn open_sample(&mut self, name: &'static str) {
        self.harness.state_mut().send(Action::OpenSample(name));
        self.settle();
    }

    pub fn save_recipe(&mut self, name: &str) {
        let path = self.path(name);
        self.key(Modifiers::COMMAND, Key::K);
        self.settle();
        self.type_into_focus("save as a recipe");
        self.key(Modifiers::NONE, Key::Enter);
        self.settle();
        self.type_into("Path of the recipe (.toml)", path.to_str().unwrap());
        self.click("Save");
        self.settle();
        assert!(path.exists());
    }

    pub fn change(&mut self, change: Change) {
        self.harness.state_mut().send(Action::Change(change));
        self.settle();
    }

    /// Without waiting for what it begins.
    pub fn change_now(&mut self, change: Change) {
        self.post(Action::Change(change));
    }

    /// Points of the curves that are there, and all of them.
    pub fn curve_points(&self) -> (usize, usize) {
        self.harness.state().curve_points().unwrap()
    }

    pub fn send(&mut self, action: Action) {
        self.post(action);
        self.settle();
    }

    /// Without waiting for what it begins.
    pub fn post(&mut self, action: Action) {
        self.harness.state_mut().send(action);
        self.harness.step();
    }

    /// A click without waiting for what it begins.
    pub fn touch(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.step();
    }

    /// The same for something with these words in its name.
    pub fn touch_part(&mut self, part: &str) {
        self.harness.get_by_label_contains(part).click();
        self.harness.step();
    }

    /// Frames until this is on the screen.
    pub fn wait_for(&mut self, label: &str) {
        let start = Instant::now();
        while self.harness.query_all_by_label(label).next().is_none() {
            self.harness.step();
            std::thread::sleep(Duration::from_millis(1));
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "\"{label}\" does not come:\n{}",
                self.labels()
            );
        }
    }

    /// Frames until something with these words in it is on the screen.
    pub fn wait_for_part(&mut self, part: &str) {
        let start = Instant::now();
        while !self.sees_part(part) {
            self.harness.step();
            std::thread::sleep(Duration::from_millis(1));
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "\"{part}\" does not come:\n{}",
                self.labels()
            );
        }
    }

    /// A button whose words stand elsewhere too, such as on the one that opened its dialog: the last one.
    pub fn click_button(&mut self, label: &str) {
        let buttons = self
            .harness
            .query_all_by_role_and_label(egui::Role::Button, label);
        buttons.last().unwrap().click();
        self.settle();
    }

    /// How many pieces of work were begun since the start.
    pub fn jobs_started(&self) -> u64 {
        self.harness.state().jobs_started()
    }

    /// The first text on the screen with these words in it.
    pub fn text_with(&self, part: &str) -> String {
        self.see_part(part);
        let written = Self::spelled(part);
        let mut found = self.harness.query_all_by_label_contains(part);
        let part = match found.next() {
            Some(_) => part,
            None => &written,
        };
        self.harness
            .query_all_by_label_contains(part)
            .find_map(|node| {
                let node = node.accesskit_node();
                node.label().or_else(|| node.value())
            })
            .unwrap_or_default()
    }

    /// What is said about something beside its name.
    pub fn description(&self, role: egui::Role, label: &str) -> Option<String> {
        let node = self.harness.get_by_role_and_label(role, label);
        node.accesskit_node().description()
    }

    /// What stands under the mouse when it rests on something.
    pub fn hover(&mut self, label: &str) -> String {
        let label = &self.as_written(label);
        let before: Vec<String> = self.texts();
        self.harness.get_by_label(label).hover();
        self.settle();
        let new = self
            .texts()
            .into_iter()
            .filter(|text| !before.contains(text));
        new.collect::<Vec<_>>().join("\n")
    }

    fn texts(&self) -> Vec<String> {
        let nodes = self.harness.query_all_by_label_contains("");
        let text = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        };
        nodes.filter_map(text).collect()
    }

    pub fn has_workspace(&self) -> bool {
        self.harness.state().workspace().is_some()
    }

    pub fn workspace(&self) -> &Workspace {
        self.harness.state().workspace().unwrap()
    }

    /// Frames until nothing runs behind the window and the last results are shown.
    pub fn settle(&mut self) {
        let start = Instant::now();
        let mut quiet = 0;
        while quiet < 4 {
            self.harness.step();
            quiet = if self.harness.state().is_settled() {
                quiet + 1
            } else {
                0
            };
            if quiet == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert!(start.elapsed() < PATIENCE, "the window does not settle");
        }
    }

    /// An idle view must not ask for frames for ever.
    pub fn rest(&mut self) {
        self.harness.run();
    }

    /// A label as it stands on the screen.
    fn as_written(&self, label: &str) -> String {
        match self.harness.query_all_by_label(label).next() {
            Some(_) => label.to_owned(),
            None => Self::spelled(label),
        }
    }

    pub fn click(&mut self, label: &str) {
        let label = &self.as_written(label);
        self.harness.get_by_label(label).click();
        self.settle();
    }

    /// Something that may have to be scrolled to.
    pub fn click_below(&mut self, label: &str) {
        self.harness.get_by_label(label).scroll_to_me();
        self.settle();
        self.click(label);
    }

    pub fn click_part(&mut self, label: &str) {
        let written = Self::spelled(label);
        let mut found = self.harness.query_all_by_label_contains(label);
        let label = match found.next() {
            Some(_) => label,
            None => &written,
        };
        drop(found);
        self.harness.get_by_label_contains(label).click();
        self.settle();
    }

    /// A stage of the navigation: its name stands elsewhere too.
    pub fn go(&mut self, label: &str) {
        self.harness
            .get_by_role_and_label(egui::Role::Button, label)
            .click();
        self.settle();
    }

    pub fn sees_header(&self, label: &str) -> bool {
        let role = egui::Role::ColumnHeader;
        self.harness.query_by_role_and_label(role, label).is_some()
    }

    pub fn header_place(&self, label: &str) -> egui::Rect {
        let role = egui::Role::ColumnHeader;
        self.harness.get_by_role_and_label(role, label).rect()
    }

    pub fn step(&mut self) {
        self.harness.step();
    }

    pub fn focus(&mut self, label: &str) {
        self.harness.get_by_label(label).focus();
        self.harness.step();
    }

    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.step();
    }

    pub fn type_into(&mut self, label: &str, text: &str) {
        self.text_field(label).focus();
        self.harness.step();
        self.text_field(label).type_text(text);
        self.harness.step();
    }

    /// Of one line or of several.
    fn text_field<'a>(&'a self, label: &'a str) -> egui_kittest::Node<'a> {
        let lines = egui::Role::MultilineTextInput;
        self.harness
            .query_by_role_and_label(lines, label)
            .unwrap_or_else(|| {
                self.harness
                    .get_by_role_and_label(egui::Role::TextInput, label)
            })
    }

    pub fn clear_and_type(&mut self, label: &str, text: &str) {
        self.text_field(label).focus();
        self.harness.step();
        self.key(Modifiers::COMMAND, Key::A);
        self.type_into(label, text);
    }

    /// How long a frame takes in which nothing happens.
    pub fn frame(&mut self) -> Duration {
        let start = Instant::now();
        self.harness.step();
        start.elapsed()
    }

    pub fn click_row(&mut self, row: &str, modifiers: Modifiers) {
        self.row(row).click_modifiers(modifiers);
        self.settle();
    }

    fn row<'a>(&'a self, label: &'a str) -> egui_kittest::Node<'a> {
        self.harness
            .get_by_role_and_label(egui::Role::TreeItem, label)
    }

    pub fn sees_row(&self, label: &str) -> bool {
        self.harness
            .query_by_role_and_label(egui::Role::TreeItem, label)
            .is_some()
    }

    pub fn see_row(&self, label: &str) {
        assert!(self.sees_row(label), "no row {label}:\n{}", self.labels());
    }

    /// Into whatever has the keyboard.
    pub fn type_into_focus(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.harness.step();
    }

    /// With the space before a unit as the window writes it, which breaks no line.
    fn spelled(label: &str) -> String {
        tied(label)
    }

    fn sees(&self, label: &str) -> bool {
        let is_there = |label: &str| self.harness.query_all_by_label(label).next().is_some();
        is_there(label) || is_there(&Self::spelled(label))
    }

    pub fn see(&self, label: &str) {
        assert!(
            self.sees(label),
            "\"{label}\" is not on the screen:\n{}",
            self.labels()
        );
    }

    pub fn see_part(&self, part: &str) {
        assert!(
            self.sees_part(part),
            "\"{part}\" is not on the screen:\n{}",
            self.labels()
        );
    }

    pub fn sees_part(&self, part: &str) -> bool {
        let is_there = |part: &str| {
            let mut found = self.harness.query_all_by_label_contains(part);
            found.next().is_some()
        };
        is_there(part) || is_there(&Self::spelled(part))
    }

    pub fn labels(&self) -> String {
        let mut labels: Vec<String> = self
            .harness
            .query_all_by_label_contains("")
            .filter_map(|node| node.accesskit_node().label())
            .collect();
        labels.dedup();
        labels.join("\n")
    }
}
