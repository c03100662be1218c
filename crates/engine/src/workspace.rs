//! The open document: the data as they were read, what was decided about them, and how that came to be.

use super::change::Change;
use super::document::keep_known_columns;
use super::history::History;
use super::kinds;
use super::shelf::Shelf;
use cloakroom_core::earlier::Earlier;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::item_column;
use cloakroom_core::io::project::PROJECT_EXTENSION;
use cloakroom_core::kept::Kept;
use cloakroom_core::kind::Unset;
use cloakroom_core::prepare::Prepare;
use cloakroom_core::suggest::{Suggestion, suggest_roles};
use cloakroom_core::{Column, Kind, Loaded, Recipe, Requirement, Role, Settings, Table};
use cloakroom_microdata::profile::doubts::Looked;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a step of undo goes back to.
#[derive(Clone)]
struct State {
    settings: Settings,
    /// Another one only after the table was prepared in another way.
    data: Arc<Data>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.settings == other.settings
    }
}

/// The data, and what is known of them at once.
struct Data {
    loaded: Arc<Loaded>,
    suggestions: Vec<Suggestion>,
    /// The items of transactions as a column, for what is made for columns.
    items: Option<Table>,
}

impl Data {
    fn of(loaded: Arc<Loaded>) -> Self {
        let suggestions = loaded
            .dataset
            .table()
            .map(|table| suggest_roles(table, loaded.dataset.kind(), &loaded.options.not_issues))
            .unwrap_or_default();
        let transactions = loaded.dataset.transactions();
        let items = transactions.and_then(|read| Table::new(vec![item_column(read)]).ok());
        Self {
            loaded,
            suggestions,
            items,
        }
    }
}

/// Changing the settings raises the revision; results remember the revision they were computed for.
pub struct Workspace {
    /// The names of all columns of the file, where the table has those only that were counted.
    in_batches: Option<Vec<String>>,
    /// What then speaks against columns that are released as they are.
    looked: Looked,
    /// The hierarchies of columns that were not counted: nothing is raised by them, and they are not forgotten.
    aside: BTreeMap<String, HierarchySource>,
    history: History<State>,
    revision: u64,
    saved_revision: u64,
    shelf: Shelf,
    /// Releases of these data that were written before, and how often that list changed. Not part of undo: what is out
    /// is out.
    earlier: Vec<Earlier>,
    earlier_state: u64,
    /// The state of the shelf and of that list that is in the file.
    saved_aside: u64,
    /// Paths in the settings are relative to this.
    folder: PathBuf,
    /// Where the project or recipe lives that this document was opened from or last saved to.
    file: Option<PathBuf>,
}

impl Workspace {
    pub fn new(loaded: Loaded, settings: Settings, folder: PathBuf) -> Self {
        Self::of(Data::of(Arc::new(loaded)), settings, folder)
    }

    fn of(data: Data, settings: Settings, folder: PathBuf) -> Self {
        Self {
            in_batches: None,
            looked: Looked::default(),
            aside: BTreeMap::new(),
            history: History::new(State {
                settings,
                data: Arc::new(data),
            }),
            revision: 1,
            saved_revision: 1,
            shelf: Shelf::default(),
            earlier: Vec::new(),
            earlier_state: 0,
            saved_aside: 0,
            folder,
            file: None,
        }
    }

    /// Of a table that is larger than the memory: equal records are one row of it. `names` are those of all columns of
    /// the file, and the suggestions are made from its beginning.
    pub fn counted(
        loaded: Loaded,
        mut settings: Settings,
        folder: PathBuf,
        names: Vec<String>,
        looked: Looked,
        suggestions: Vec<Suggestion>,
    ) -> Self {
        let table = loaded.dataset.table();
        let is_counted = |name: &String| table.is_some_and(|table| table.column(name).is_some());
        let (hierarchies, aside) = settings
            .hierarchies
            .into_iter()
            .partition(|(name, _)| is_counted(name));
        settings.hierarchies = hierarchies;
        let data = Data {
            loaded: Arc::new(loaded),
            suggestions,
            items: None,
        };
        Self {
            in_batches: Some(names),
            looked,
            aside,
            ..Self::of(data, settings, folder)
        }
    }

    #[must_use]
    pub fn with_file(mut self, file: PathBuf) -> Self {
        self.file = Some(file);
        self
    }

    /// With candidates that were kept before, as the file says.
    #[must_use]
    pub fn with_shelf(mut self, kept: Vec<Kept>) -> Self {
        self.shelf = Shelf::of(kept);
        self
    }

    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    pub fn shelf_mut(&mut self) -> &mut Shelf {
        &mut self.shelf
    }

    /// With releases that were written before, as the file says.
    #[must_use]
    pub fn with_earlier(mut self, earlier: Vec<Earlier>) -> Self {
        self.earlier = earlier;
        self
    }

    /// Releases of these data that are known to have been written before.
    pub fn earlier(&self) -> &[Earlier] {
        &self.earlier
    }

    /// Nothing if it is known already.
    pub fn remember_release(&mut self, release: Earlier) {
        if self
            .earlier
            .iter()
            .all(|known| known.audit != release.audit)
        {
            self.earlier.push(release);
            self.earlier_changed();
        }
    }

    /// A recipe has no room for what was released: nobody is asked to save what saving would not keep.
    fn earlier_changed(&mut self) {
        let extension = self.file.as_deref().and_then(Path::extension);
        if extension.is_some_and(|extension| extension == PROJECT_EXTENSION) {
            self.earlier_state += 1;
        }
    }

    pub fn forget_release(&mut self, audit: &Path) {
        self.earlier.retain(|known| known.audit != audit);
        self.earlier_changed();
    }

    /// What is saved beside the settings, as a number that grows with every change.
    pub fn state_aside(&self) -> u64 {
        self.shelf.state() + self.earlier_state
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.history.present().data.loaded
    }

    /// The names of all columns of the file, if the table was counted: then its rows are no records, and columns that
    /// are neither quasi-identifiers nor sensitive are in the file alone.
    pub fn in_batches(&self) -> Option<&[String]> {
        self.in_batches.as_deref()
    }

    /// What was seen of columns that are released as they are while the table was counted.
    pub fn looked(&self) -> &Looked {
        &self.looked
    }

    /// What was done to the table before roles.
    pub fn prepare(&self) -> &Prepare {
        static NOTHING: Prepare = Prepare {
            tables: BTreeMap::new(),
            steps: Vec::new(),
        };
        let prepared = self.loaded().prepared.as_ref();
        prepared.map_or(&NOTHING, |prepared| &prepared.asked)
    }

    pub fn kind(&self) -> Kind {
        self.loaded().dataset.kind()
    }

    pub fn records(&self) -> usize {
        self.loaded().dataset.records()
    }

    /// What is asked for, with what is usual in place of what nobody has set.
    pub fn usual_promise(&self) -> Requirement {
        let asked = &self.settings().requirement;
        let usual = kinds::of(&self.loaded().dataset).usual_requirement();
        let mut promise = asked.clone();
        promise.k = asked.k.filter(|&k| k > 1).or(usual.k);
        promise.epsilon = asked.epsilon.or(usual.epsilon);
        if asked.h.is_none() && !asked.duplicates {
            promise.m = asked.m.or(usual.m);
        }
        promise
    }

    /// What nobody has said yet and without which nothing is promised: until then nothing can be called good.
    pub fn unset(&self) -> Option<Unset> {
        let settings = self.settings();
        (self.kind().about().unset)(&settings.requirement, &settings.roles)
    }

    /// Whether anything can be called good: it is said what is promised, and of every column what it is.
    pub fn is_judged(&self) -> bool {
        self.unset().is_none() && self.undecided().is_empty()
    }

    /// Rows of the table: as many as records, unless equal ones were counted.
    pub fn rows(&self) -> usize {
        match self.table() {
            Some(table) if self.in_batches.is_some() => table.rows(),
            _ => self.records(),
        }
    }

    pub fn table(&self) -> Option<&Table> {
        self.loaded().dataset.table()
    }

    /// What can have hierarchies: the columns of a table, or the items of transactions as one.
    pub fn generalized(&self) -> Option<&Table> {
        self.history
            .present()
            .data
            .items
            .as_ref()
            .or_else(|| self.table())
    }

    pub fn settings(&self) -> &Settings {
        &self.history.present().settings
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub fn is_saved(&self) -> bool {
        self.revision == self.saved_revision && self.state_aside() == self.saved_aside
    }

    /// What was true at `revision` of the settings and `aside` is now in `file`.
    pub fn mark_saved(&mut self, file: PathBuf, revision: u64, aside: u64) {
        self.file = Some(file);
        self.saved_revision = revision;
        self.saved_aside = aside;
    }

    /// What was opened is not what the file says, such as where the data are.
    pub fn differs_from_file(&mut self) {
        self.saved_revision = 0;
    }

    /// The user does not want to keep what is not saved.
    pub fn forget_changes(&mut self) {
        self.saved_revision = self.revision;
        self.saved_aside = self.state_aside();
    }

    /// The name in the title bar.
    pub fn title(&self) -> String {
        self.loaded()
            .source
            .path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    pub fn apply(&mut self, change: Change) {
        let name = change.name(self.kind());
        let gesture = change.gesture();
        let mut state = self.history.present().clone();
        change.apply(&mut state.settings);
        if self.history.step(name, gesture, state) {
            self.revision += 1;
        }
    }

    /// The same file after another preparation, as one step of undo: what was decided about columns that are still there stays.
    pub fn take_prepared(&mut self, loaded: Loaded) {
        let mut settings = self.settings().clone();
        keep_known_columns(&mut settings, &loaded);
        let name = match loaded.prepared.as_ref().map(|prepared| &prepared.asked) {
            Some(asked) if asked.does_anything() => "prepare the table",
            _ => "take the table as it was read",
        };
        let data = Arc::new(Data::of(Arc::new(loaded)));
        if self.history.step(name, None, State { settings, data }) {
            self.revision += 1;
        }
    }

    pub fn end_gesture(&mut self) {
        self.history.end_gesture();
    }

    pub fn undo(&mut self) -> Option<String> {
        let name = self.history.undo()?;
        self.revision += 1;
        Some(name)
    }

    pub fn redo(&mut self) -> Option<String> {
        let name = self.history.redo()?;
        self.revision += 1;
        Some(name)
    }

    pub fn undo_name(&self) -> Option<&str> {
        self.history.undo_name()
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.history.redo_name()
    }

    pub fn suggestion(&self, column: &str) -> Option<&Suggestion> {
        let suggestions = &self.history.present().data.suggestions;
        suggestions
            .iter()
            .find(|suggestion| suggestion.column == column)
    }

    /// Columns nobody has decided on.
    pub fn undecided(&self) -> Vec<&str> {
        self.column_names()
            .into_iter()
            .filter(|name| self.settings().roles.of(name).is_none())
            .collect()
    }

    pub fn with_role(&self, role: Role) -> Vec<&Column> {
        self.table()
            .map_or(&[][..], Table::columns)
            .iter()
            .filter(|column| self.settings().roles.of(column.name()) == Some(role))
            .collect()
    }

    /// The names of columns with a role, also of those that are in the file alone.
    pub fn names_with_role(&self, role: Role) -> Vec<&str> {
        let roles = &self.settings().roles;
        let names = self.column_names().into_iter();
        names.filter(|name| roles.of(name) == Some(role)).collect()
    }

    /// Columns of a counted table that promises speak of and that were not counted: to be counted before anything can
    /// be said.
    pub fn to_be_counted(&self) -> Vec<&str> {
        let Some(names) = &self.in_batches else {
            return Vec::new();
        };
        let is_counted = |name: &str| {
            self.table()
                .is_some_and(|table| table.column(name).is_some())
        };
        names
            .iter()
            .map(String::as_str)
            .filter(|name| {
                let role = self.settings().roles.of(name);
                matches!(role, Some(Role::Quasi | Role::Sensitive)) && !is_counted(name)
            })
            .collect()
    }

    /// Of all columns, also of those that are in the file alone.
    pub fn column_names(&self) -> Vec<&str> {
        match &self.in_batches {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => {
                let columns = self.table().map_or(&[][..], Table::columns);
                columns.iter().map(Column::name).collect()
            }
        }
    }

    /// What to write down so that the same can be done again; the path is that of the data file.
    pub fn recipe(&self) -> Recipe {
        let mut settings = self.settings().clone();
        for (name, source) in &self.aside {
            let known = settings.hierarchies.entry(name.clone());
            known.or_insert_with(|| source.clone());
        }
        Recipe {
            data: self.loaded().source.path.clone(),
            load: self.loaded().options.clone(),
            prepare: self.prepare().clone(),
            settings,
            undecided: self.undecided().into_iter().map(str::to_owned).collect(),
            open: Vec::new(),
            earlier: self.earlier.clone(),
        }
    }
}
