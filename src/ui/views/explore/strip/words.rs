//! What the strip says of the records that it lists.

use super::super::linked::Focus;
use super::super::{ExploreView, Lent};
use super::question::Judged;
use crate::ui::actions::Action;
use crate::ui::help::Word;
use crate::ui::linked::Released;
use crate::ui::method_result::RunOutcome;
use crate::ui::panel::symbol;
use crate::ui::transactions;
use crate::ui::widgets::{capitalize, number};
use cloakroom_core::kind::Kind;
use cloakroom_core::verdict::CheckAnswer;

/// Reasons that are told one by one.
const MOST_REASONS: usize = 2;
/// Names that are told one by one.
const MOST_NAMES: usize = 6;

pub struct About {
    pub title: String,
    /// What is counted, for whoever rests on it.
    pub meaning: String,
    /// Dim beside it.
    pub detail: String,
    /// Chips: what a class violates, with what that promise means.
    pub breaks: Vec<(String, Word)>,
    pub keeps: bool,
    pub why: Vec<String>,
    /// How the table of Data is brought to the same records, where it knows a way of its own.
    pub action: Option<Action>,
}

impl About {
    fn new(title: String, meaning: &str) -> Self {
        Self {
            title,
            meaning: meaning.to_owned(),
            detail: String::new(),
            breaks: Vec::new(),
            keeps: false,
            why: Vec::new(),
            action: None,
        }
    }
}

pub struct Told<'a> {
    /// What is listed; those that violate where there is none.
    pub focus: Option<Focus>,
    pub explore: &'a ExploreView,
    pub lent: &'a Lent<'a>,
    pub judged: &'a Judged,
    /// `None` until they are found.
    pub rows: Option<&'a [u32]>,
    /// How many of them violate, where that is counted.
    pub violating: Option<usize>,
}

/// Who violates, and of how many.
fn violating(lent: &Lent<'_>) -> (usize, usize) {
    let of_records = lent
        .status
        .map(|status| (status.violating(None), status.classes.all_counted()));
    let of_people = lent
        .survey
        .map(|known| (known.status.violating, known.status.people()));
    let of_baskets = lent
        .baskets
        .map(|known| (known.status.violating, known.status.baskets()));
    of_records.or(of_people).or(of_baskets).unwrap_or_default()
}

impl Told<'_> {
    /// Whether somebody is listed where nothing is selected.
    pub fn somebody_is_listed(&self) -> bool {
        match self.judged.release() {
            Some(released) => !released.left_out().is_empty(),
            None => violating(self.lent).0 > 0,
        }
    }

    pub fn words(&self) -> About {
        let known = self.focus.and_then(|focus| match focus {
            Focus::Row if self.judged.release().is_some() => self.of_released(),
            Focus::Row => self.of_row(),
            Focus::Node => self.at_node(),
            Focus::Tuple => self.of_tuple(),
            Focus::Group => self.of_group(),
            Focus::Set => self.of_set(),
            Focus::Item => self.of_item(),
        });
        known.unwrap_or_else(|| match self.judged.release() {
            Some(_) => self.of_release(),
            None => self.of_violating(),
        })
    }

    /// What is said of everything that is listed below a picture of the release.
    fn in_release(&self, title: String, meaning: &str) -> About {
        let mut about = About::new(title, meaning);
        let workspace = self.lent.workspace;
        let run = self.lent.result;
        if run.is_some_and(|run| run.is_stale(workspace.revision(), workspace.settings())) {
            about.detail = "by the last run, with earlier settings".to_owned();
        }
        about
    }

    /// Whom the release lacks, and whether it keeps what is asked for.
    fn of_release(&self) -> About {
        let kind = self.kind();
        let outcome = self.lent.result.map(|run| &run.outcome);
        let missing = outcome.and_then(RunOutcome::left_out).unwrap_or(0);
        let check = outcome.and_then(RunOutcome::check);
        let violating = check.map_or(0, CheckAnswer::violating);
        let title = match (violating, missing) {
            (0, 0) => format!("No {} violates in the release", kind.record(1)),
            (0, 1) => format!("1 {} is left out of the release", kind.record(1)),
            (0, some) => format!("{} are left out of the release", self.some(some)),
            (1, _) => format!("1 {} violates in the release", kind.record(1)),
            (some, _) => format!("{} violate in the release", self.some(some)),
        };
        let mut about = self.in_release(
            title,
            "Counted in what the last run would release, and not in the data as they were read. Listed is whom it lacks.",
        );
        if about.detail.is_empty() && violating == 0 {
            about.keeps = self.lent.workspace.is_judged();
            about.detail = match missing {
                0 if kind.may_leave_out() => format!("no {} is left out", kind.record(1)),
                0 => String::new(),
                _ => "no other violates".to_owned(),
            };
        }
        about
    }

    /// What the release shows like the selected record.
    fn of_released(&self) -> Option<About> {
        let row = self.lent.selected_row?;
        let released = self.judged.release()?;
        let name = number::count(u64::from(row) + 1);
        let mut word = self.kind().record(1).to_owned();
        capitalize(&mut word);
        if released.lacks(row) {
            let meaning = "The release lacks it, so nothing of it is shown.";
            let title = format!("{word} {name} is left out of the release");
            return Some(self.in_release(title, meaning));
        }
        let all = self.records(self.rows.unwrap_or(&[row]));
        let others = match all.saturating_sub(1) {
            0 => "no other".to_owned(),
            1 => "1 other".to_owned(),
            some => format!("{} others", number::count(some as u64)),
        };
        let (title, meaning) = match released {
            Released::Records(_) => (
                format!("Class of {} in the release", self.some(all)),
                "The records that the release shows with the same quasi-identifiers as the selected one.",
            ),
            Released::People(..) => (
                format!("{word} {name} and {others} close in the release"),
                "Close are those whom the release shows within \u{3b5} on every issue; the person stands first.",
            ),
            Released::Baskets(_) => (
                format!("{word} {name} and {others} shown alike in the release"),
                "The baskets that the release shows with the same items and groups as the selected one.",
            ),
        };
        Some(self.in_release(title, meaning))
    }

    fn kind(&self) -> Kind {
        self.lent.workspace.kind()
    }

    /// `3 records`, `1 person`.
    fn some(&self, count: usize) -> String {
        format!(
            "{} {}",
            number::count(count as u64),
            self.kind().record(count)
        )
    }

    /// Records, of which a row of a counted table stands for several.
    fn records(&self, rows: &[u32]) -> usize {
        let table = self.lent.workspace.table();
        match table.filter(|table| table.is_counted()) {
            Some(table) => table.columns().first().map_or(0, |column| {
                let weights = rows.iter().map(|&row| column.weight(row as usize) as usize);
                weights.sum()
            }),
            None => rows.len(),
        }
    }

    /// `; 3 violate`.
    fn and_violate(&self) -> String {
        let all = self.rows.map_or(0, <[u32]>::len);
        match self.violating {
            _ if all == 0 => String::new(),
            None => String::new(),
            Some(0) => "; none violates".to_owned(),
            Some(1) if all == 1 => "; it violates".to_owned(),
            Some(some) if some == all => "; all violate".to_owned(),
            Some(1) => "; 1 violates".to_owned(),
            Some(some) => format!("; {} violate", number::count(some as u64)),
        }
    }

    fn of_violating(&self) -> About {
        let (some, all) = violating(self.lent);
        let kind = self.kind();
        let units = self.lent.status.and_then(|status| status.classes.counts());
        let noun = |many: usize| units.map_or_else(|| kind.record(many), |units| units.name(many));
        let title = match some {
            0 => format!("No {} violates", noun(1)),
            some => format!(
                "{} {} {}",
                number::count(some as u64),
                noun(some),
                if some == 1 { "violates" } else { "violate" }
            ),
        };
        let mut about = About::new(
            title,
            "Those that break a promise as the data stand: nothing is generalized and nobody left out.",
        );
        about.detail = match some {
            0 => String::new(),
            _ => format!("of {}, as the data stand", number::count(all as u64)),
        };
        about.action = Some(Action::ShowViolating);
        about
    }

    fn of_row(&self) -> Option<About> {
        if self.lent.status.is_some() {
            return self.of_class();
        }
        let row = self.lent.selected_row?;
        let all = self.rows.map_or(1, <[u32]>::len);
        let others = all.saturating_sub(1);
        let name = number::count(u64::from(row) + 1);
        if self.lent.survey.is_some() {
            let near = match others {
                0 => "nobody who is close".to_owned(),
                1 => "1 other who is close".to_owned(),
                some => format!("{} others who are close", number::count(some as u64)),
            };
            return Some(About::new(
                format!("Person {name} and {near}{}", self.and_violate()),
                "Close are those who rated the same issues and are within \u{3b5} on every one of them; the person stands \
                 first.",
            ));
        }
        let alike = match others {
            0 => "no other like it".to_owned(),
            1 => "1 other like it".to_owned(),
            some => format!("{} others like it", number::count(some as u64)),
        };
        Some(About::new(
            format!("Basket {name} and {alike}{}", self.and_violate()),
            "Baskets with the same items as the selected one.",
        ))
    }

    fn of_class(&self) -> Option<About> {
        let (status, table) = (self.lent.status?, self.lent.workspace.table()?);
        let class = self.lent.selected_class()?;
        let [counted, records] = [status.classes.counted(), status.classes.sizes()]
            .map(|sizes| sizes[class as usize] as usize);
        let mut about = About::new(
            format!("Class of {}", status.many_with_records(counted, records)),
            "The records that look like the selected one in every quasi-identifier. They violate together or not at all.",
        );
        let broken: Vec<_> = status.scan.models(class).collect();
        let breaks = broken.iter().map(|&model| {
            let words = format!("violates {}", symbol(model));
            (words, Word::of(model))
        });
        about.breaks = breaks.collect();
        let is_judged = self.lent.workspace.is_judged() && status.is_complete();
        about.keeps = broken.is_empty() && is_judged;
        about.action = Some(Action::ShowClass(class));
        let failures = status.failures(table, class);
        about.why = failures
            .iter()
            .take(MOST_REASONS)
            .map(|(failing, column)| {
                let mut words =
                    cloakroom_microdata::privacy::why(failing, &status.requirement, *column);
                capitalize(&mut words);
                words + "."
            })
            .collect();
        Some(about)
    }

    /// The levels of the selected node, as far as columns are raised.
    fn levels(&self) -> Option<String> {
        let crate::ui::lattice::Lattice::Held(held) = self.lent.lattice? else {
            return None;
        };
        let node = self.explore.records.shown_lattice.selected()?;
        (node < held.rows.len()).then(|| held.name(node))
    }

    fn at_node(&self) -> Option<About> {
        let levels = self.levels()?;
        let count = self.rows.map(|rows| self.records(rows));
        let title = match count {
            None => "Records that violate at the selected levels".to_owned(),
            Some(0) => "No record violates at the selected levels".to_owned(),
            Some(1) => "1 record violates at the selected levels".to_owned(),
            Some(some) => format!("{} violate at the selected levels", self.some(some)),
        };
        let mut about = About::new(
            title,
            "Those whose class breaks a promise once every column is generalized to the selected levels; they would have to \
             be left out. The marks tell how each stands as the data are now.",
        );
        about.detail = levels;
        Some(about)
    }

    fn of_tuple(&self) -> Option<About> {
        let levels = self.levels()?;
        let count = self.records(self.rows.unwrap_or_default());
        let mut about = About::new(
            format!("Tuple of {}{}", self.some(count), self.and_violate()),
            "The records that look like the selected one at the selected levels. How many violate is counted as the data \
             stand.",
        );
        about.detail = levels;
        Some(about)
    }

    fn of_group(&self) -> Option<About> {
        let count = self.rows.map_or(0, <[u32]>::len);
        let mut about = About::new(
            format!("Group of {}{}", self.some(count), self.and_violate()),
            "The records that a microaggregation releases as one.",
        );
        about.detail = self.explore.records.groups.words_of_selected()?;
        Some(about)
    }

    fn of_set(&self) -> Option<About> {
        let set = self.explore.baskets.chosen_set()?;
        let names = names(&self.lent.baskets?, &set);
        let title = match self.rows.map(<[u32]>::len) {
            None => format!("Baskets that hold {names}"),
            Some(1) => format!("1 basket holds {names}{}", self.and_violate()),
            Some(some) => format!("{} hold {names}{}", self.some(some), self.and_violate()),
        };
        Some(About::new(
            title,
            "Every basket that holds all items of the selected rare set.",
        ))
    }

    fn of_item(&self) -> Option<About> {
        let known = self.lent.baskets?;
        let node = self.explore.baskets.chosen_node()?;
        let tree = &known.baskets.tree;
        let what = match tree.is_leaf(node) {
            true => tree.name(node).to_owned(),
            false => format!("something under {}", tree.name(node)),
        };
        let title = match self.rows.map(<[u32]>::len) {
            None => format!("Baskets that hold {what}"),
            Some(1) => format!("1 basket holds {what}{}", self.and_violate()),
            Some(some) => format!("{} hold {what}{}", self.some(some), self.and_violate()),
        };
        Some(About::new(
            title,
            "Every basket with an item at or under the selected node of the taxonomy.",
        ))
    }
}

fn names(known: &transactions::Lent<'_>, set: &[u32]) -> String {
    super::super::transactions::words::names(known.baskets, set, MOST_NAMES)
}
