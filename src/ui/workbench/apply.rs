//! What the user asked for, done.

use super::Workbench;
use super::work::current_profile;
use crate::ui::actions::{Action, CompareTab, ExploreTab, Stage};
use crate::ui::commands::Command;
use crate::ui::jobs::{JobAnswer, PickedFor, Purpose};
use crate::ui::palette::Palette;
use crate::ui::preferences::ThemeChoice;
use crate::ui::shell;
use crate::ui::views::categories::Board;
use crate::ui::views::data::Hidden;
use crate::ui::views::dialogs::{AfterSaving, Dialog, ReadingForm};
use crate::ui::views::explore::purpose::Part;
use cloakroom_core::column::Column;
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_core::rows::{RowQuery, Sort};
use cloakroom_engine::change::Change;
use cloakroom_engine::document;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;
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
            Action::FindData { project, data } => {
                self.jobs.start(Purpose::Open, "Open", move |progress| {
                    document::open_project(&project, Some(&data), progress).map(JobAnswer::Opened)
                });
            }
            Action::Go(stage) => self.go(stage),
            Action::Understood => self.understood(),
            Action::ShowOpening => self.is_opening = self.workspace.is_some(),
            Action::ShowColumns(is_shown) => {
                self.go(Stage::Data);
                self.data.board = None;
                self.data.shows_columns = is_shown;
            }
            Action::HideColumns(columns, is_hidden) => self.hide_columns(&columns, is_hidden),
            Action::ShowHelp(topic) => self.show_help(Some(topic)),
            Action::AcceptHierarchies => self.accept_hierarchies(),
            Action::PromiseUsual => self.promise_usual(),
            Action::Promised => self.is_promised = true,
            Action::SaveProfile => self.save_profile(),
            Action::ShowHierarchy(column) => {
                self.hierarchy.select(Some(column));
                self.go(Stage::Hierarchies);
            }
            Action::TryHierarchy(column, source) => {
                self.hierarchy.try_for(column, &source);
                self.go(Stage::Hierarchies);
            }
            Action::ShowTab(tab) => {
                self.explore.tab = tab;
                self.go(Stage::Explore);
            }
            Action::ShowCompare(tab) => {
                self.compare.tab = tab;
                self.go(Stage::Compare);
            }
            Action::DrawCurves(form) => self.compare.curves.set_form(form),
            Action::GoOnWithCurves => self.compare.curves.go_on(),
            Action::OnShelf(what) => self.on_shelf(what),
            Action::PutBeside(one, other) => {
                self.compare.sides.chosen = [Some(one), Some(other)];
                self.compare.tab = CompareTab::Sides;
                self.go(Stage::Compare);
            }
            Action::ShowRisk(part) => {
                self.compare.risk_tab.part = part;
                self.compare.tab = CompareTab::Risk;
                self.go(Stage::Compare);
            }
            Action::LookAtRisk => self.compare.risk.look_again(),
            Action::OnAttack(what) => self.on_attack(what),
            Action::OnPool(what) => self.on_pool(what),
            Action::DrawGraph => self.survey.graph.forget(),
            Action::TryCut(cut) => self.rare.wanted_cut = cut,
            Action::FindRareSets => self.jobs.threats_under_way = None,
            Action::ComputeLattice => self.jobs.lattice_under_way = None,
            Action::ShowRecipients => {
                self.explore.purpose.part = Part::Recipients;
                self.explore.tab = ExploreTab::Purpose;
                self.go(Stage::Explore);
            }
            Action::SelectColumns(columns) => self.explore.compared.selected = columns,
            Action::SelectGroup(group) => self.explore.groups.selected = group,
            Action::CompareColumns => self.jobs.dependency_under_way = None,
            Action::SelectLevels(levels) => self.select_levels(&levels),
            Action::ShowViolations(model) => {
                self.explore.violations.model = model;
                self.explore.tab = ExploreTab::Violations;
                self.go(Stage::Explore);
            }
            Action::EditCategories(column) => {
                self.data.board = column.map(Board::new);
                self.go(Stage::Data);
            }
            Action::ShowRow(row) => self.show_row(row),
            Action::SelectRow(row) => {
                self.data.selected_row = row;
                self.data.selected_column = None;
                if row.is_none() {
                    self.data.grid.select(None);
                }
            }
            Action::SelectColumn(column) => {
                self.data.selected_column = column;
                if let Some(column) = column {
                    self.data.board = None;
                    self.data.shows_columns = false;
                    self.data.selected_row = None;
                    self.data.grid.select(None);
                    self.data.show_column(column, self.workspace.as_ref());
                    self.go(Stage::Data);
                }
            }
            Action::SortBy { column, descending } => self.sort_by(column, descending),
            Action::Unsort => self.data.query.sort = None,
            Action::FilterBy { column, code } => self.filter_by(column, code),
            Action::FilterMissing(column) => {
                let null = self.table_column(column).and_then(|column| column.null());
                if let Some(code) = null {
                    self.filter_by(column, code);
                }
            }
            Action::RemoveFilter(place) => {
                if place < self.data.query.equals.len() {
                    self.data.query.equals.remove(place);
                }
            }
            Action::Search(text) => {
                self.data.search_text.clone_from(&text);
                self.data.query.search = text;
            }
            Action::OnlyViolating(only) => {
                self.data.only_violating = only;
                self.data.violating_of = None;
            }
            Action::ShowViolating => self.show_violating(None),
            Action::ShowViolatingOf(model) => self.show_violating(Some(model)),
            Action::SelectClass(class) => self.select_class(class),
            Action::ShowClass(class) => self.show_class(class),
            Action::Pick(purpose) => self.pick(purpose),
            Action::ShowReportForm => {
                self.release.form.open = true;
                self.go(Stage::Release);
            }
            Action::ReleaseCandidates => self.release_candidates(),
            Action::StopJob(number) => self.jobs.stop(number),
            Action::TakeWhatIsThere(number) => self.jobs.take_what_is_there(number),
            Action::ForgetRecent(path) => self.preferences.forget(&path),
        }
    }

    pub(super) fn run(&mut self, ctx: &Context, command: Command) {
        self.finish_form();
        match command {
            Command::Open => self.pick(PickedFor::Open),
            Command::Save => self.save(),
            Command::SaveAs => self.pick(PickedFor::Save),
            Command::SaveRecipe => self.pick(PickedFor::Recipe),
            Command::CloseFile => self.open_unless_unsaved(AfterSaving::Close),
            Command::Undo => {
                if let Some(name) = self.workspace.as_mut().and_then(Workspace::undo) {
                    self.toasts.done(format!("Undone: {name}"));
                }
            }
            Command::Redo => {
                if let Some(name) = self.workspace.as_mut().and_then(Workspace::redo) {
                    self.toasts.done(format!("Done again: {name}"));
                }
            }
            Command::Palette => self.palette = Some(Palette::default()),
            Command::FindInTable => {
                self.go(Stage::Data);
                self.data.shows_columns = false;
                self.data.focus_search = true;
            }
            Command::OnlyViolating => {
                self.data.only_violating = !self.data.only_violating;
                self.data.violating_of = None;
                self.data.board = None;
                self.go(Stage::Data);
            }
            Command::ShowAllRows => self.show_all_rows(),
            Command::AcceptSuggestions => self.accept_suggestions(),
            Command::AcceptHierarchies => self.accept_hierarchies(),
            Command::Columns => self.out.send(Action::ShowColumns(!self.data.shows_columns)),
            Command::ToggleSteps => self.preferences.steps = !self.preferences.steps,
            Command::GoData => self.go(Stage::Data),
            Command::GoHierarchies => self.go(Stage::Hierarchies),
            Command::GoExplore => self.go(Stage::Explore),
            Command::GoCompare => self.go(Stage::Compare),
            Command::GoRelease => self.go(Stage::Release),
            Command::RunMethod => self.run_method(),
            Command::Keep => self.keep(),
            Command::ReleaseFolder => {
                self.go(Stage::Release);
                if self.stage == Stage::Release {
                    self.pick(PickedFor::ReleaseFolder);
                }
            }
            Command::WriteRelease => self.write_release(),
            Command::ReleaseForRecipients => self.release_for_recipients(),
            Command::ReadingOptions => {
                self.dialog = self
                    .workspace
                    .as_ref()
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
            Command::StopJobs => self.jobs.stop_all(),
            Command::FoldStages => self.fold_stages(ctx),
            Command::FoldRequirement => self.fold_requirement(ctx),
            Command::OnlyMarked => {
                self.data.hidden.only_marked = !self.data.hidden.only_marked;
                self.go(Stage::Data);
            }
            Command::AllColumns => self.data.hidden = Hidden::default(),
            Command::Help => self.show_help(None),
            Command::Shortcuts => self.show_shortcuts(),
            Command::Quit => {
                if self.may_close() {
                    self.quit = true;
                }
            }
        }
    }

    pub(super) fn change(&mut self, change: Change) {
        if let Some(workspace) = &mut self.workspace {
            workspace.apply(change);
        }
    }

    /// Without filters, search or "only violating"; the order stays.
    pub(super) fn show_all_rows(&mut self) {
        self.data.query = RowQuery {
            sort: self.data.query.sort,
            ..RowQuery::default()
        };
        self.data.search_text.clear();
        self.data.only_violating = false;
        self.data.violating_of = None;
        self.data.board = None;
    }

    fn show_violating(&mut self, model: Option<PrivacyModel>) {
        self.show_all_rows();
        self.data.shows_columns = false;
        self.data.only_violating = true;
        self.data.violating_of = model;
        self.go(Stage::Data);
    }

    /// A class is selected by one of its records; the one that is selected stays if it is among them.
    fn select_class(&mut self, class: u32) {
        let Some(status) = &self.status else {
            return;
        };
        let members = status.classes.members(class);
        let stays = self
            .data
            .selected_row
            .is_some_and(|row| members.binary_search(&row).is_ok());
        if !stays {
            self.data.selected_row = members.first().copied();
            self.data.selected_column = None;
            self.data.grid.select(None);
        }
    }

    pub(super) fn accept_suggestions(&mut self) {
        let Some(workspace) = &self.workspace else {
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
            self.toasts.done(words);
        }
    }

    pub(super) fn go(&mut self, stage: Stage) {
        let there = self
            .workspace
            .as_ref()
            .is_some_and(|workspace| shell::stages(workspace.kind()).contains(&stage));
        if there {
            self.finish_form();
            self.is_opening = false;
            if stage == Stage::Release {
                self.name_release();
            }
            self.stage = stage;
        }
    }

    pub(super) fn table_column(&self, column: usize) -> Option<&Column> {
        self.workspace.as_ref()?.table()?.columns().get(column)
    }

    pub(super) fn sort_by(&mut self, column: usize, descending: Option<bool>) {
        let current = self.data.query.sort.filter(|sort| sort.column == column);
        self.data.query.sort = match (descending, current) {
            (Some(descending), _) => Some(Sort { column, descending }),
            (None, None) => Some(Sort {
                column,
                descending: false,
            }),
            (
                None,
                Some(Sort {
                    descending: false, ..
                }),
            ) => Some(Sort {
                column,
                descending: true,
            }),
            (None, Some(_)) => None,
        };
    }

    pub(super) fn filter_by(&mut self, column: usize, code: u32) {
        let equals = &mut self.data.query.equals;
        equals.retain(|&(other, _)| other != column);
        equals.push((column, code));
        self.data.board = None;
        self.go(Stage::Data);
    }

    pub(super) fn show_row(&mut self, row: u32) {
        let Some(records) = self.workspace.as_ref().map(Workspace::rows) else {
            return;
        };
        self.go(Stage::Data);
        self.data.board = None;
        self.data.shows_columns = false;
        if !self.data.reveal(row, records) {
            // It is filtered away: show everything, then it is there.
            self.show_all_rows();
            self.data.refresh(records, None, None, None);
            self.data.reveal(row, records);
        }
    }

    /// The records of a class are those with its values in all quasi-identifiers.
    pub(super) fn show_class(&mut self, class: u32) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let (Some(profile), Some(table)) =
            (current_profile(&self.profile, workspace), workspace.table())
        else {
            return;
        };
        let Some(&member) = profile.members(class).first() else {
            return;
        };
        let equals = table
            .columns()
            .iter()
            .enumerate()
            .filter(|(_, column)| workspace.settings().roles.of(column.name()) == Some(Role::Quasi))
            .map(|(at, column)| (at, column.codes()[member as usize]))
            .collect();
        self.data.query = RowQuery {
            equals,
            sort: self.data.query.sort,
            ..RowQuery::default()
        };
        self.data.search_text.clear();
        self.data.only_violating = false;
        self.data.violating_of = None;
        self.data.board = None;
        self.data.selected_row = Some(member);
        self.data.selected_column = None;
        self.go(Stage::Data);
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
