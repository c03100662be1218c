//! What the user asked for, done.

use super::Workbench;
use super::document::Document;
use crate::ui::actions::{Action, CompareTab, ExploreTab, Stage};
use crate::ui::commands::Command;
use crate::ui::jobs::PickedFor;
use crate::ui::palette::Palette;
use crate::ui::preferences::ThemeChoice;
use crate::ui::proposed::Offer;
use crate::ui::views::categories::Board;
use crate::ui::views::data::Hidden;
use crate::ui::views::dialogs::{AfterSaving, Dialog, ReadingForm};
use crate::ui::views::explore::purpose::Part;
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{Context, Theme};

impl Workbench {
    pub(super) fn apply(&mut self, ctx: &Context, action: Action) {
        match action {
            Action::Run(command) => self.run(ctx, command),
            Action::Change(change) => self.change(change),
            Action::Open(path) => self.open_unless_unsaved(AfterSaving::Open(path)),
            Action::OpenSample(name) => self.open_unless_unsaved(AfterSaving::OpenSample(name)),
            Action::Reload(options) => self.reload(options),
            Action::ReadAs(options) => {
                self.said = options.clone();
                self.reload(options);
            }
            Action::FindData { project, data } => self.find_data(project, data),
            Action::Go(stage) => self.on(|document| document.go(stage)),
            Action::Understood => self.on(Document::understood),
            Action::ShowOpening => self.on(|document| document.is_opening = true),
            Action::ChooseType(column) => self.on(|document| {
                document.types.want(&column);
                document.is_opening = true;
            }),
            Action::ShowColumns(is_shown) => self.on(|document| {
                document.go(Stage::Data);
                document.data.board = None;
                document.data.shows_columns = is_shown;
                document.data.prepare.is_shown = false;
            }),
            Action::ShowPrepare(is_shown) => self.show_prepare(is_shown),
            Action::Prepare(asked) => self.prepare(asked),
            Action::MakeKey(path) => self.make_key(path),
            Action::HideColumns(columns, is_hidden) => {
                self.on(|document| document.hide_columns(&columns, is_hidden));
            }
            Action::ShowHelp(topic) => self.show_help(Some(topic)),
            Action::AcceptHierarchies => self.accept_hierarchies(),
            Action::PromiseUsual => self.on(Document::promise_usual),
            Action::ReleaseInto(folder) => self.on(|document| {
                document.release.folder = folder.display().to_string();
            }),
            Action::SaveProfile => self.name_profile(),
            Action::DeleteProfile(profile) => self.dialog = Some(Dialog::DeleteProfile(profile)),
            Action::ShowHierarchy(column) => self.on(|document| {
                document.hierarchy.select(Some(column));
                document.go(Stage::Hierarchies);
            }),
            Action::TryHierarchy(column, source) => self.on(|document| {
                document.hierarchy.try_for(column, &source);
                document.go(Stage::Hierarchies);
            }),
            Action::ShowTab(tab) => self.on(|document| document.show_tab(tab)),
            Action::ShowCompare(tab) => self.on(|document| document.show_compare(tab)),
            Action::DrawCurves(form) => self.on(|document| document.compare.curves.set_form(form)),
            Action::GoOnWithCurves => self.on(|document| document.compare.curves.go_on()),
            Action::OnShelf(what) => self.on_shelf(what),
            Action::PutBeside(one, other) => self.on(|document| {
                document.compare.sides.chosen = [Some(one), Some(other)];
                document.show_compare(CompareTab::Sides);
            }),
            Action::ShowRisk(part) => self.on(|document| {
                document.compare.risk_tab.part = part;
                document.show_compare(CompareTab::Risk);
            }),
            Action::LookAtRisk => self.on(|document| document.compare.risk.look_again()),
            Action::OnAttack(what) => self.on_attack(what),
            Action::OnPool(what) => self.on_pool(what),
            Action::DrawGraph => self.on(|document| document.survey.graph.forget()),
            Action::TryCut(cut) => self.on(|document| document.rare.wanted_cut = cut),
            Action::CountGroups(groups) => self.on(|document| document.rare.with_groups = groups),
            Action::FindRareSets => self.on(|document| document.rare.threats.ask_again()),
            Action::ComputeLattice => self.on(|document| document.lattice.ask_again()),
            Action::ShowRecipients => self.on(|document| {
                document.explore.records.purpose.part = Part::Recipients;
                document.show_tab(ExploreTab::Purpose);
            }),
            Action::SelectColumns(columns) => {
                self.on(|document| document.explore.records.compared.selected = columns);
            }
            Action::SelectGroup(group) => {
                self.on(|document| document.explore.records.groups.selected = group);
            }
            Action::CompareColumns => self.on(|document| document.dependency.ask_again()),
            Action::SelectLevels(levels) => self.on(|document| document.select_levels(&levels)),
            Action::ShowViolations(model) => self.on(|document| {
                document.explore.records.violations.model = model;
                document.show_tab(ExploreTab::Violations);
            }),
            Action::EditCategories(column) => self.on(|document| {
                document.data.board = column.map(Board::new);
                document.go(Stage::Data);
            }),
            Action::ShowRow(row) => self.on(|document| document.show_row(row)),
            Action::SelectRow(row) => self.on(|document| document.select_row(row)),
            Action::ShowRecords(records) => self.on(|document| document.show_records(records)),
            Action::MarkColumn(column) => {
                self.on(|document| document.data.selected_column = column)
            }
            Action::SelectColumn(column) => self.on(|document| document.select_column(column)),
            Action::SortBy { column, descending } => {
                self.on(|document| document.sort_by(column, descending));
            }
            Action::Unsort => self.on(|document| document.data.query.sort = None),
            Action::FilterBy { column, code } => {
                self.on(|document| document.filter_by(column, code));
            }
            Action::FilterMissing(column) => self.on(|document| document.filter_missing(column)),
            Action::RemoveFilter(place) => self.on(|document| {
                if place < document.data.query.equals.len() {
                    document.data.query.equals.remove(place);
                }
            }),
            Action::Search(text) => self.on(|document| {
                document.data.search_text.clone_from(&text);
                document.data.query.search = text;
            }),
            Action::OnlyViolating(only) => self.on(|document| {
                document.data.only_violating = only;
                document.data.violating_of = None;
            }),
            Action::ShowViolating => self.on(|document| document.show_violating(None)),
            Action::ShowViolatingOf(model) => {
                self.on(|document| document.show_violating(Some(model)));
            }
            Action::SelectClass(class) => self.on(|document| document.select_class(class)),
            Action::ShowClass(class) => self.on(|document| document.show_class(class)),
            Action::Pick(purpose) => self.pick(purpose),
            Action::ShowReportForm => self.on(|document| {
                document.release.form.want();
                document.go(Stage::Release);
            }),
            Action::ReleaseCandidates => self.release_candidates(),
            Action::HideAdvice(topic) => self.on(|document| document.advice.hide(topic)),
            Action::StopJob(number) => self.stop(&[number]),
            Action::TakeWhatIsThere(number) => self.jobs.take_what_is_there(number),
            Action::ForgetRecent(path) => self.preferences.forget(&path),
        }
    }

    /// Whatever has something by now is asked about first.
    fn stop(&mut self, numbers: &[u64]) {
        let something = self.jobs.with_something(numbers);
        let is_asked_about = |number: &u64| something.iter().any(|(other, _)| other == number);
        for &number in numbers.iter().filter(|number| !is_asked_about(number)) {
            self.jobs.stop(number);
        }
        if !something.is_empty() {
            self.dialog = Some(Dialog::Stop(something));
        }
    }

    /// Does something to the open document, if there is one.
    fn on(&mut self, act: impl FnOnce(&mut Document)) {
        if let Some(document) = &mut self.document {
            act(document);
        }
    }

    pub(super) fn run(&mut self, ctx: &Context, command: Command) {
        self.on(Document::finish_form);
        match command {
            Command::Open => self.pick(PickedFor::Open),
            Command::Save => self.save(),
            Command::SaveAs => self.pick(PickedFor::Save),
            Command::SaveRecipe => self.pick(PickedFor::Recipe),
            Command::CloseFile => self.open_unless_unsaved(AfterSaving::Close),
            Command::Undo => self.turn_back("Undone", Workspace::undo),
            Command::Redo => self.turn_back("Done again", Workspace::redo),
            Command::Palette => self.palette = Some(Palette::default()),
            Command::FindInTable => self.on(|document| {
                document.go(Stage::Data);
                document.data.shows_columns = false;
                document.data.prepare.is_shown = false;
                document.data.focus_search = true;
            }),
            Command::OnlyViolating => self.on(|document| {
                document.data.only_violating = !document.data.only_violating;
                document.data.violating_of = None;
                document.data.board = None;
                document.go(Stage::Data);
            }),
            Command::ShowAllRows => self.on(Document::show_all_rows),
            Command::AcceptSuggestions => self.accept_suggestions(),
            Command::AcceptHierarchies => self.accept_hierarchies(),
            Command::Columns => {
                let document = self.document.as_ref();
                let is_shown = document.is_some_and(|document| document.data.shows_columns);
                self.out.send(Action::ShowColumns(!is_shown));
            }
            Command::Prepare => {
                let document = self.document.as_ref();
                let is_shown = document.is_some_and(|document| {
                    let at_data = document.stage == Stage::Data && !document.is_opening;
                    at_data && document.data.prepare.is_shown
                });
                self.out.send(Action::ShowPrepare(!is_shown));
            }
            Command::ToggleSteps => self.preferences.steps = !self.preferences.steps,
            Command::GoData => self.on(|document| document.go(Stage::Data)),
            Command::GoHierarchies => self.on(|document| document.go(Stage::Hierarchies)),
            Command::GoExplore => self.on(|document| document.go(Stage::Explore)),
            Command::Beside => self.on(|document| {
                document.explore.toggle_beside(&document.workspace);
                document.go(Stage::Explore);
            }),
            Command::GoCompare => self.on(|document| document.go(Stage::Compare)),
            Command::GoRelease => self.on(|document| document.go(Stage::Release)),
            Command::RunMethod => self.run_method(),
            Command::Keep => self.keep(),
            Command::ReleaseFolder => {
                if self.at_release().is_some() {
                    self.pick(PickedFor::ReleaseFolder);
                }
            }
            Command::WriteRelease => self.write_release(),
            Command::ReleaseForRecipients => self.release_for_recipients(),
            Command::ReadingOptions => {
                self.dialog = self
                    .workspace()
                    .map(|workspace| Dialog::Reading(Box::new(ReadingForm::of(workspace))));
            }
            Command::FileColumns => self.ask_for_columns(),
            Command::ToggleTheme => {
                self.preferences.theme = match ctx.theme() {
                    Theme::Dark => ThemeChoice::Light,
                    Theme::Light => ThemeChoice::Dark,
                };
            }
            Command::ScaleUp => self.preferences.change_scale(1.1),
            Command::ScaleDown => self.preferences.change_scale(1.0 / 1.1),
            Command::ScaleReset => self.preferences.scale = 1.0,
            Command::StopJobs => self.stop(&self.jobs.numbers()),
            Command::FoldStages => self.fold_stages(ctx),
            Command::FoldRequirement => self.fold_requirement(ctx),
            Command::OnlyMarked => self.on(|document| {
                document.data.hidden.only_marked = !document.data.hidden.only_marked;
                document.go(Stage::Data);
            }),
            Command::AllColumns => self.on(|document| document.data.hidden = Hidden::default()),
            Command::Help => self.show_help(None),
            Command::Shortcuts => self.show_shortcuts(),
            Command::Quit => {
                if self.may_close() {
                    self.quit = true;
                }
            }
        }
    }

    fn turn_back(&mut self, done: &str, turn: impl FnOnce(&mut Workspace) -> Option<String>) {
        if let Some(document) = &mut self.document
            && let Some(name) = turn(&mut document.workspace)
        {
            self.toasts.done(format!("{done}: {name}"));
        }
    }

    fn change(&mut self, change: Change) {
        self.on(|document| document.workspace.apply(change));
    }

    fn accept_suggestions(&mut self) {
        let Some(workspace) = self.workspace() else {
            return;
        };
        // Which columns are counted depends on their roles.
        if workspace.in_batches().is_some() {
            return self.ask_for_columns();
        }
        let roles: Vec<(String, Role)> = workspace
            .undecided()
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), workspace.suggestion(name)?.role)))
            .collect();
        if roles.is_empty() {
            self.toasts.done("Every column has a role already.");
        } else {
            let words = in_words(&roles, workspace.kind());
            self.change(Change::SetRoles(roles));
            // Where all columns are listed it is seen.
            if !self.lists_columns() {
                self.toasts.done(words);
            }
        }
    }

    fn lists_columns(&self) -> bool {
        let document = self.document.as_ref();
        document.is_some_and(|document| {
            document.stage == Stage::Data && !document.is_opening && document.data.shows_columns
        })
    }

    /// Every hierarchy that is proposed, as one step of undo.
    fn accept_hierarchies(&mut self) {
        let is_seen = self.lists_columns();
        let Some(document) = &mut self.document else {
            return;
        };
        let Offer { sources, doubtful } = document.proposed.take(&document.workspace);
        if sources.is_empty() {
            self.toasts.done("There is no hierarchy to be proposed.");
            return;
        }
        if !is_seen {
            let names: Vec<&str> = sources.iter().map(|(name, _)| name.as_str()).collect();
            self.toasts
                .done(format!("Hierarchies for {}", names.join(", ")));
        }
        document.workspace.apply(Change::SetHierarchies(sources));
        if !doubtful.is_empty() {
            self.toasts.notice(format!(
                "Look at what is said of the hierarchies of {}, among the columns.",
                doubtful.join(", ")
            ));
        }
    }
}

/// What was decided, so that it can be looked over: "3 quasi-identifiers: age, sex, zip".
fn in_words(roles: &[(String, Role)], kind: Kind) -> String {
    const MOST_NAMES: usize = 12;
    let mut lines = Vec::new();
    for &role in Role::choices(kind) {
        let names: Vec<&str> = roles
            .iter()
            .filter(|(_, other)| *other == role)
            .map(|(name, _)| name.as_str())
            .collect();
        if names.is_empty() {
            continue;
        }
        let more = match names.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let shown = &names[..names.len().min(MOST_NAMES)];
        lines.push(format!("{}: {}{more}", role.label(kind), shown.join(", ")));
    }
    lines.join("\n")
}
