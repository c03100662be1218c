//! The Hierarchies stage: which columns have one, the tree that can be edited, every value's levels beside
//! it, and rules and files to begin with.

mod bar;
mod beginning;
mod draft;
mod facts;
mod form;
mod head;
mod list;
mod menu;
mod outline;
mod report;
mod table;
mod tree_input;
mod tree_view;

pub use list::State;

use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::theme::{MARGIN, Tokens, icons};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{Banner, BannerKind, EmptyState, title};
use bar::NameField;
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::{EditError, HierarchySource, Node, SharedTree, Tree};
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::problem::Problem;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::hierarchies::{BuiltHierarchies, BuiltHierarchy, build_hierarchies};
use cloakroom_engine::workspace::Workspace;
use draft::Draft;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use facts::TreeFacts;
use outline::Outline;
use report::PlaceForm;
use std::sync::Arc;
use tree_view::{Naming, Wish};

/// What the stage keeps from frame to frame.
#[derive(Default)]
pub struct HierarchyView {
    column: Option<String>,
    outline: Outline,
    facts: Option<TreeFacts>,
    grid: GridState,
    draft: Option<Draft>,
    /// What the draft gives, once it is built.
    preview: Asked<(String, HierarchySource), BuiltHierarchy>,
    naming: Option<NameField>,
    find: String,
    target: String,
    placing: PlaceForm,
    /// Why the last edit was not done.
    refused: Option<EditError>,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    pub built: &'a BuiltHierarchies,
}

impl HierarchyView {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        self.keep_column(lent.workspace);
        let column = self.column.clone();
        let column = column.and_then(|name| lent.workspace.generalized()?.column(&name));
        let Some(column) = column else {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(tokens.ground))
                .show(ui, |ui| nobody(ui, out));
            return;
        };
        let side = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(8, MARGIN as i8));
        Panel::left("columns with hierarchies")
            .frame(side)
            .resizable(true)
            .default_size(172.0)
            .size_range(130.0..=300.0)
            .show(ui, |ui| {
                ui.add_space(2.0);
                title(ui, "Hierarchies");
                let mut selected = self.column.clone();
                list::show(ui, lent, &mut selected);
                if selected != self.column {
                    self.select(selected);
                }
            });
        let name = column.name().to_owned();
        if self.column.as_deref() != Some(&name) {
            // Another one was chosen in the list: it is shown in the next frame.
            ui.ctx().request_repaint();
            return;
        }
        self.column_view(ui, column, lent, out);
    }

    /// The column and its hierarchy.
    fn column_view(&mut self, ui: &mut Ui, column: &Column, lent: &Lent<'_>, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        let source = lent.workspace.settings().hierarchies.get(column.name());
        let built = source
            .and_then(|source| lent.built.of(column.name(), source))
            .cloned();
        let preview = self
            .draft
            .as_ref()
            .and_then(|draft| self.preview_of(column.name(), draft))
            .and_then(|built| built.tree.clone());
        let tree = match (&self.draft, source) {
            (Some(_), _) => preview,
            // The settings hold it: no need to wait for the job.
            (None, Some(HierarchySource::Chains { chains })) => Some(chains.0.clone()),
            (None, _) => built.as_ref().and_then(|built| built.tree.clone()),
        };
        let top = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(MARGIN as i8, MARGIN as i8));
        let editable = self.draft.is_none();
        Panel::top("about the hierarchy")
            .frame(top)
            .show_separator_line(false)
            .show(ui, |ui| {
                head::show(
                    ui,
                    self,
                    column,
                    source,
                    built.as_deref(),
                    tree.as_ref(),
                    out,
                );
                form::show(ui, self, column, out);
                if let Some(refused) = self.refused {
                    let words = format!("Not done: {refused}.");
                    if Banner::new(BannerKind::Attention, &words)
                        .action("Close")
                        .show(ui)
                    {
                        self.refused = None;
                    }
                }
                if let Some(tree) = tree.as_ref().filter(|_| editable) {
                    self.know(tree, column);
                    self.bar(ui, column, tree, out);
                }
            });
        let Some(tree) = tree else {
            CentralPanel::no_frame()
                .frame(
                    Frame::new()
                        .fill(tokens.ground)
                        .inner_margin(Margin::same(MARGIN as i8)),
                )
                .show(ui, |ui| {
                    let waits = source.is_some() && built.is_none();
                    if self.draft.is_none() && waits {
                        EmptyState::new(icons::RUNNING, "Building the hierarchy.").show(ui);
                    } else if self.draft.is_none() {
                        beginning::show(ui, self, column, out);
                    }
                });
            return;
        };
        self.know(&tree, column);
        self.tree_and_table(ui, column, &tree, editable, out);
    }

    fn bar(&mut self, ui: &mut Ui, column: &Column, tree: &Arc<Tree>, out: &mut Outbox) {
        let Some(facts) = self.facts.take() else {
            return;
        };
        let wishes = bar::show(
            ui,
            &mut self.outline,
            &facts,
            &mut self.naming,
            &mut self.find,
            &mut self.target,
        );
        self.facts = Some(facts);
        self.grant(wishes, column, tree, out);
    }

    fn tree_and_table(
        &mut self,
        ui: &mut Ui,
        column: &Column,
        tree: &Arc<Tree>,
        editable: bool,
        out: &mut Outbox,
    ) {
        let Some(facts) = self.facts.take() else {
            return;
        };
        self.outline.refresh(&facts, &self.find);
        let tokens = Tokens::of(ui);
        let frame = Frame::new().fill(tokens.ground);
        let half = ui.available_width() * 0.42;
        let wishes = Panel::left("hierarchy tree")
            .frame(frame)
            .resizable(true)
            .default_size(half)
            .size_range(180.0..=900.0)
            .show(ui, |ui| {
                tree_view::show(ui, &mut self.outline, &facts, editable)
            })
            .inner;
        CentralPanel::no_frame().show(ui, |ui| {
            let source = table::LevelTable { facts: &facts };
            for event in grid(
                ui,
                "levels",
                "Levels of every value",
                &mut self.grid,
                &source,
            ) {
                if let GridEvent::RowSelected(row) | GridEvent::RowActivated(row) = event {
                    let leaf = Node {
                        level: 0,
                        at: row as u32,
                    };
                    self.outline.show(&facts.tree, leaf);
                }
            }
        });
        self.facts = Some(facts);
        self.grant(wishes, column, tree, out);
    }

    /// Does what was asked for, or says why not.
    fn grant(&mut self, wishes: Vec<Wish>, column: &Column, tree: &Arc<Tree>, out: &mut Outbox) {
        for wish in wishes {
            match wish {
                Wish::Name(what) => {
                    let text = match (what, self.outline.chosen().as_deref()) {
                        (Naming::Merge, Some([first, ..])) => tree.label(*first).to_owned(),
                        _ => String::new(),
                    };
                    self.naming = Some(NameField {
                        what,
                        text,
                        fresh: true,
                    });
                }
                Wish::Edit(edit) => match edit.apply(tree) {
                    Ok(after) if after == **tree => {}
                    Ok(after) => {
                        self.refused = None;
                        self.outline.expect(&edit, tree, &after);
                        out.change(Change::SetHierarchy {
                            column: column.name().to_owned(),
                            source: Some(HierarchySource::Chains {
                                chains: SharedTree(Arc::new(after)),
                            }),
                            name: edit.name(tree),
                        });
                    }
                    Err(why) => self.refused = Some(why),
                },
            }
        }
    }

    fn know(&mut self, tree: &Arc<Tree>, column: &Column) {
        let known = self
            .facts
            .as_ref()
            .is_some_and(|facts| Arc::ptr_eq(&facts.tree, tree));
        if !known {
            let facts = TreeFacts::new(tree.clone(), column, self.facts.as_ref());
            let fresh = self
                .facts
                .as_ref()
                .is_none_or(|before| before.columns != facts.columns);
            if fresh {
                for (name, width) in facts.columns.iter().zip(facts.widths()) {
                    self.grid.set_width(name, width);
                }
            }
            self.facts = Some(facts);
        }
    }

    /// A column that has a hierarchy or could use one; the first one at the start.
    fn keep_column(&mut self, workspace: &Workspace) {
        if !workspace.kind().about().has_columns {
            if self.column.is_none() {
                self.select(Some(ITEMS.to_owned()));
            }
            return;
        }
        let fits = |name: &str| {
            matches!(
                workspace.settings().roles.of(name),
                Some(Role::Quasi | Role::Sensitive)
            ) && workspace
                .table()
                .is_some_and(|table| table.column(name).is_some())
        };
        if self.column.as_deref().is_some_and(fits) {
            return;
        }
        let first = [Role::Quasi, Role::Sensitive]
            .into_iter()
            .flat_map(|role| workspace.with_role(role))
            .next();
        self.select(first.map(|column| column.name().to_owned()));
    }

    pub fn select(&mut self, column: Option<String>) {
        *self = Self {
            column,
            ..Self::default()
        };
    }

    /// Opens the form with what a source says.
    fn try_out(&mut self, source: &HierarchySource) {
        self.draft = Some(Draft::of(source));
        self.refused = None;
    }

    /// Opens the form of this column.
    pub fn try_for(&mut self, column: String, source: &HierarchySource) {
        if self.column.as_ref() != Some(&column) {
            self.select(Some(column));
        }
        self.try_out(source);
    }

    /// Builds the draft, so that it can be looked at.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        let draft = self.draft.as_ref().and_then(|draft| draft.source().ok());
        let (Some(column), Some(source)) = (&self.column, draft) else {
            return;
        };
        if let Some(new) = self.preview.ask((column.clone(), source)) {
            let loaded = workspace.loaded().clone();
            let folder = workspace.folder().to_owned();
            new.start(jobs, "Try the hierarchy", move |tried, progress| {
                let built = build_hierarchies(&folder, &[tried].into(), &loaded.dataset, progress)?;
                let built = built.into_iter().next().map(|(_, built)| built);
                Ok(built.ok_or_else(|| Problem::new("there is no such column"))?)
            });
        }
    }

    fn preview_of(&self, column: &str, draft: &Draft) -> Option<&Arc<BuiltHierarchy>> {
        let source = draft.source().ok()?;
        self.preview
            .answer_to(|(name, tried)| name == column && *tried == source)
    }
}

/// The change that gives a column another hierarchy.
fn set(column: &Column, source: Option<HierarchySource>) -> Change {
    let name = match &source {
        Some(source) => format!("hierarchy of {}: {}", column.name(), source.words()),
        None => format!("remove the hierarchy of {}", column.name()),
    };
    Change::SetHierarchy {
        column: column.name().to_owned(),
        source,
        name,
    }
}

fn nobody(ui: &mut Ui, out: &mut Outbox) {
    let words =
        "Hierarchies belong to quasi-identifiers and sensitive columns, and none is marked.";
    if EmptyState::new(icons::HIERARCHIES, words)
        .action("Mark columns", Some(icons::DATA))
        .show(ui)
    {
        out.send(Action::Go(Stage::Data));
    }
}
