//! The hierarchies of an open document, each with what was found about it: good ones to work with, faulty
//! ones with the reason.

use cloakroom_core::hierarchy::{Fit, Hierarchies, HierarchySource, Tree};
use cloakroom_core::io::hierarchy::{
    FileForm, HierarchyProblem, ITEMS, LoadedTree, item_column, lay_over, load_item_tree,
    load_tree, no_column,
};
use cloakroom_core::{Column, Dataset, Failure, Hierarchy, Progress, Transactions};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What a source gives for its column.
#[derive(Clone, Debug)]
pub struct BuiltHierarchy {
    pub source: HierarchySource,
    /// The tree by itself; there even where it does not fit the data.
    pub tree: Option<Arc<Tree>>,
    /// The form of the file, if it came from one.
    pub form: Option<FileForm>,
    pub fit: Fit,
    pub hierarchy: Result<Arc<Hierarchy>, HierarchyProblem>,
}

impl BuiltHierarchy {
    pub fn build(
        folder: &Path,
        source: &HierarchySource,
        column: &Column,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        progress.check()?;
        match load_tree(folder, source, column) {
            Ok(loaded) => Self::laid_over(folder, source, column, loaded, progress),
            Err(problem) => Ok(Self::faulty(source, problem)),
        }
    }

    /// The tree of the items, all leaves at the same depth so that it can be edited as levels.
    fn of_items(
        folder: &Path,
        source: &HierarchySource,
        transactions: &Transactions,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        progress.check()?;
        let column = item_column(transactions);
        match load_item_tree(folder, source, transactions) {
            Ok(loaded) => Self::laid_over(folder, source, &column, loaded, progress),
            Err(problem) => Ok(Self::faulty(source, problem)),
        }
    }

    fn laid_over(
        folder: &Path,
        source: &HierarchySource,
        column: &Column,
        loaded: LoadedTree,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        progress.check()?;
        let hierarchy = lay_over(folder, source, column, &loaded.tree).map(Arc::new);
        progress.check()?;
        let mut fit = Fit::new(column, &loaded.tree);
        fit.repeated = loaded.repeated;
        let tree = match source {
            // The one that the settings hold already.
            HierarchySource::Chains { chains } => chains.0.clone(),
            _ => Arc::new(loaded.tree),
        };
        Ok(Self {
            source: source.clone(),
            tree: Some(tree),
            form: loaded.form,
            fit,
            hierarchy,
        })
    }

    fn faulty(source: &HierarchySource, problem: HierarchyProblem) -> Self {
        Self {
            source: source.clone(),
            tree: None,
            form: None,
            fit: Fit::default(),
            hierarchy: Err(problem),
        }
    }
}

/// Builds the hierarchies of these columns.
pub fn build_hierarchies(
    folder: &Path,
    sources: &BTreeMap<String, HierarchySource>,
    dataset: &Dataset,
    progress: &Progress,
) -> Result<Vec<(String, BuiltHierarchy)>, Failure> {
    progress.stage("build", sources.len() as u64);
    let mut built = Vec::with_capacity(sources.len());
    for (name, source) in sources {
        let column = dataset.table().and_then(|table| table.column(name));
        let hierarchy = match (dataset.transactions(), column) {
            (Some(transactions), _) if name == ITEMS => {
                BuiltHierarchy::of_items(folder, source, transactions, progress)?
            }
            (_, Some(column)) => BuiltHierarchy::build(folder, source, column, progress)?,
            (_, None) => BuiltHierarchy::faulty(source, no_column(name)),
        };
        built.push((name.clone(), hierarchy));
        progress.advance(1);
    }
    Ok(built)
}

/// All that were built for a document, by column.
#[derive(Clone, Debug, Default)]
pub struct BuiltHierarchies {
    columns: BTreeMap<String, Arc<BuiltHierarchy>>,
    good: Arc<Hierarchies>,
}

impl BuiltHierarchies {
    pub fn take_in(&mut self, built: Vec<(String, BuiltHierarchy)>) {
        for (name, hierarchy) in built {
            self.columns.insert(name, Arc::new(hierarchy));
        }
        self.gather();
    }

    /// Forgets what the settings do not name any more, and says what they name and is not built.
    pub fn missing(
        &mut self,
        wanted: &BTreeMap<String, HierarchySource>,
    ) -> BTreeMap<String, HierarchySource> {
        let before = self.columns.len();
        self.columns.retain(|name, _| wanted.contains_key(name));
        if self.columns.len() != before {
            self.gather();
        }
        wanted
            .iter()
            .filter(|(name, source)| self.of(name, source).is_none())
            .map(|(name, source)| (name.clone(), source.clone()))
            .collect()
    }

    /// What is known of a column, if it was built from this source.
    pub fn of(&self, column: &str, source: &HierarchySource) -> Option<&Arc<BuiltHierarchy>> {
        let built = self.columns.get(column)?;
        (built.source == *source).then_some(built)
    }

    /// All hierarchies that the settings name: `None` while they are built, the first fault if there is
    /// one.
    pub fn current(
        &self,
        wanted: &BTreeMap<String, HierarchySource>,
    ) -> Option<Result<&Arc<Hierarchies>, &HierarchyProblem>> {
        for (name, source) in wanted {
            if let Err(problem) = &self.of(name, source)?.hierarchy {
                return Some(Err(problem));
            }
        }
        Some(Ok(&self.good))
    }

    fn gather(&mut self) {
        let good = self.columns.iter().filter_map(|(name, built)| {
            let hierarchy = built.hierarchy.as_ref().ok()?;
            Some((name.clone(), hierarchy.clone()))
        });
        self.good = Arc::new(good.collect());
    }
}
