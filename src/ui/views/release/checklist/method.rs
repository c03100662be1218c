//! Whether the method has run on the settings as they are, and how that ended.

use super::super::Lent;
use super::promises::{item, run_it_now};
use super::{Item, ItemState};
use crate::ui::actions::Action;
use crate::ui::kinds;
use crate::ui::method_result::RunOutcome;
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;

/// What is known of the method.
pub enum Run<'a> {
    /// It ran with these settings.
    Fresh(&'a RunOutcome),
    /// It ran with these settings and did not reach the requirement.
    Failed(&'a str),
    /// It ran with others.
    Stale,
    Never,
    Running,
    /// Nothing is run: the data decide as they stand.
    AsItIs,
}

impl<'a> Run<'a> {
    pub fn of(lent: &Lent<'a>) -> Self {
        let settings = lent.workspace.settings();
        let revision = lent.workspace.revision();
        if settings.method.name == MethodName::None && !decides_when_run(lent) {
            return Self::AsItIs;
        }
        match lent.result {
            _ if lent.method_running => Self::Running,
            None => Self::Never,
            Some(result) if result.is_stale(revision, settings) => Self::Stale,
            Some(result) => match &result.outcome {
                RunOutcome::NotReached(why) => Self::Failed(why),
                reached => Self::Fresh(reached),
            },
        }
    }
}

/// Leaving people out takes neighbours from others, so what is left is looked at when the method runs.
fn decides_when_run(lent: &Lent<'_>) -> bool {
    let requirement = &lent.workspace.settings().requirement;
    lent.people.is_some_and(|people| {
        people.violating > 0 && people.violating <= requirement.may_leave_out(people.people())
    })
}

const ABOUT: &str = "A release takes the last run if it answers the settings as they are, and runs the method otherwise. \
                     What is written is verified twice: nothing appears that does not keep every promise.";

pub fn method_line(lent: &Lent<'_>, run: &Run<'_>) -> Item {
    let settings = lent.workspace.settings();
    let promise = settings.requirement.sentence();
    let title = settings.method.name.title();
    let (words, see) = run_it_now();
    if lent.workspace.in_batches().is_some() && !settings.method.name.works_from_counts() {
        let words =
            format!("{title} needs every record by itself, and the table is counted and not held.");
        let optimal = Action::Change(Change::SetMethod(MethodName::Optimal));
        return item(ItemState::Blocks, words)
            .fix("Use optimal levels", optimal)
            .about(ABOUT);
    }
    let line = match run {
        Run::AsItIs => {
            return item(ItemState::Done, "Values are released as they are: the method changes none.")
                .about("Other methods make values coarser until every promise holds.");
        }
        Run::Running => item(
            ItemState::Later,
            format!("{title} is running to see whether it reaches {promise}."),
        ),
        Run::Failed(why) => item(
            ItemState::Blocks,
            format!("{title} does not reach the requirement: {why}."),
        )
        .fix("Show the records", Action::ShowViolating),
        Run::Fresh(_) => {
            let (words, view) = kinds::about(lent.workspace).checklist.look_at_made;
            item(
                ItemState::Done,
                format!("{title} reaches the requirement: {promise}."),
            )
            .fix(words, Action::ShowTab(view))
        }
        Run::Stale => item(
            ItemState::Notice,
            format!(
                "The settings have changed since the last run: {title} is run anew when the release is written, and \
                 nothing is written unless it reaches {promise}."
            ),
        )
        .fix(words, see),
        Run::Never => item(
            ItemState::Notice,
            format!(
                "{title} is run when the release is written; nothing is written unless it reaches {promise}."
            ),
        )
        .fix(words, see),
    };
    line.about(ABOUT).of_method()
}
