//! What must hold before a release is written, line by line.

use super::Lent;
use crate::engine::change::Change;
use crate::engine::workspace::Workspace;
use crate::io::hierarchy::ITEMS;
use crate::model::dataset::Dataset;
use crate::model::kind::Kind;
use crate::model::method::MethodName;
use crate::model::ratings::Ratings;
use crate::model::roles::Role;
use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::baskets::standing::BasketStanding;
use crate::ui::commands::Command;
use crate::ui::method_result::RunOutcome;
use crate::ui::panel::symbol;
use crate::ui::standing::Missing;
use crate::ui::survey::standing::SurveyStanding;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{link, number};
use egui::Ui;

/// One line of the checklist.
pub struct Item {
    pub state: ItemState,
    pub text: String,
    pub fix: Option<(&'static str, Action)>,
    /// It is about what the method makes of the settings as they are.
    pub of_method: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemState {
    Done,
    /// Worth knowing; does not block.
    Notice,
    Blocks,
    /// Not known yet; blocks until it is.
    Waiting,
}

/// Why the button does not work now.
pub(super) fn why_not<'a>(
    items: impl Iterator<Item = &'a Item>,
    folder: &str,
    running: bool,
) -> Option<String> {
    if running {
        return Some("The release is being written.".to_owned());
    }
    let blocking = items
        .filter(|item| matches!(item.state, ItemState::Blocks | ItemState::Waiting))
        .count();
    if blocking > 0 {
        return Some(match blocking {
            1 => "One line of the checklist does not hold yet.".to_owned(),
            _ => format!("{blocking} lines of the checklist do not hold yet."),
        });
    }
    folder
        .trim()
        .is_empty()
        .then(|| "Choose a folder first.".to_owned())
}

pub fn checklist(lent: &Lent<'_>) -> Vec<Item> {
    let workspace = lent.workspace;
    if workspace.kind() == Kind::Transactions {
        return vec![
            names_item(workspace),
            taxonomy_item(workspace),
            requirement_item(lent),
            order_item(workspace),
        ];
    }
    vec![
        roles_item(workspace),
        quasi_item(workspace),
        identifiers_item(workspace),
        requirement_item(lent),
        order_item(workspace),
        formulas_item(lent),
    ]
}

fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item {
        state,
        text: text.into(),
        fix: None,
        of_method: false,
    }
}

fn names_item(workspace: &Workspace) -> Item {
    let named = matches!(
        &workspace.loaded().dataset,
        Dataset::Transactions(transactions) if transactions.labels.is_some()
    );
    let words = if named {
        "Baskets are numbered anew: none keeps the name it has in the file."
    } else {
        "Baskets have no names; items are all that is released."
    };
    item(ItemState::Done, words)
}

fn taxonomy_item(workspace: &Workspace) -> Item {
    let source = workspace.settings().hierarchies.get(ITEMS);
    let generalizes = !matches!(
        workspace.settings().method.name,
        MethodName::None | MethodName::Mm
    );
    match source {
        Some(source) => item(
            ItemState::Done,
            format!("Items are generalized by their taxonomy: {}.", source.words()),
        ),
        None if generalizes => Item {
            state: ItemState::Notice,
            text: "Items have no taxonomy, so one is made from how often they occur; its groups mean nothing \
                   else."
                .to_owned(),
            fix: Some(("Choose one", Action::ShowHierarchy(ITEMS.to_owned()))),
            of_method: false,
        },
        None => item(ItemState::Done, "No item is generalized."),
    }
}

fn baskets_as_they_are(baskets: &BasketStanding, promise: &str) -> Item {
    match baskets.violating {
        0 => item(
            ItemState::Done,
            format!("The requirement holds: {promise}."),
        ),
        many => Item {
            state: ItemState::Blocks,
            text: format!(
                "The requirement does not hold: {} {promise}.",
                number::counted_as(many as u64, "basket violates", "baskets violate")
            ),
            fix: Some(("Show", Action::ShowViolating)),
            of_method: false,
        },
    }
}

fn roles_item(workspace: &Workspace) -> Item {
    let undecided = workspace.undecided();
    if undecided.is_empty() {
        return item(ItemState::Done, "Every column has a role.");
    }
    let names: Vec<&str> = undecided.iter().copied().take(5).collect();
    let more = if undecided.len() > names.len() {
        " and others"
    } else {
        ""
    };
    Item {
        state: ItemState::Blocks,
        text: format!("Undecided: {}{more}.", names.join(", ")),
        fix: Some(("Decide", Action::Go(Stage::Data))),
        of_method: false,
    }
}

fn quasi_item(workspace: &Workspace) -> Item {
    let quasi = compared(workspace);
    let is_survey = workspace.kind() == Kind::Ratings;
    if quasi == 0 {
        let text = if is_survey {
            "No column is marked as an issue, so nobody can be compared."
        } else {
            "No column is marked as a quasi-identifier, so no requirement can be checked."
        };
        return Item {
            state: ItemState::Blocks,
            text: text.to_owned(),
            fix: Some(("Mark columns", Action::Go(Stage::Data))),
            of_method: false,
        };
    }
    let words = if is_survey {
        number::counted_as(quasi as u64, "issue is", "issues are")
    } else {
        number::counted_as(quasi as u64, "quasi-identifier is", "quasi-identifiers are")
    };
    item(ItemState::Done, format!("{words} what others may know."))
}

/// Columns, or the issues of long ratings, that others may know.
fn compared(workspace: &Workspace) -> usize {
    let roles = &workspace.settings().roles;
    match &workspace.loaded().dataset {
        Dataset::Ratings(Ratings::Long(sparse)) => sparse
            .issues
            .iter()
            .filter(|name| roles.of(name).is_none_or(|role| role == Role::Quasi))
            .count(),
        _ => workspace.with_role(Role::Quasi).len(),
    }
}

fn identifiers_item(workspace: &Workspace) -> Item {
    let names: Vec<&str> = workspace
        .with_role(Role::Identifier)
        .iter()
        .map(|column| column.name())
        .collect();
    if names.is_empty() && workspace.table().is_none() {
        return item(
            ItemState::Done,
            "People are numbered anew: nobody keeps the name or number of the file.",
        );
    }
    if names.is_empty() {
        return item(
            ItemState::Notice,
            "No column is an identifier, so all columns are released.",
        );
    }
    item(
        ItemState::Done,
        format!("Left out as identifiers: {}.", names.join(", ")),
    )
}

/// With the data as they are, the data decide; otherwise the method does when the release is written, and a
/// run before that says how it will end.
fn requirement_item(lent: &Lent<'_>) -> Item {
    let settings = lent.workspace.settings();
    if settings.requirement.is_empty() {
        return item(
            ItemState::Blocks,
            "Nothing is promised yet: add a promise, such as k, in the panel at the right.",
        );
    }
    if let Some(item) = lacking(lent) {
        return item;
    }
    match settings.method.name {
        MethodName::None => as_it_is(lent),
        method => by_method(lent, method),
    }
}

/// What a promise needs and does not have.
fn lacking(lent: &Lent<'_>) -> Option<Item> {
    let (model, missing) = lent.standing?.missing.first()?;
    let symbol = symbol(*model);
    Some(match missing {
        Missing::NoSensitiveColumn => Item {
            state: ItemState::Blocks,
            text: format!(
                "{symbol} is about sensitive values, and no column is marked as sensitive."
            ),
            fix: Some(("Mark one", Action::Go(Stage::Data))),
            of_method: false,
        },
        Missing::Categories(column) => Item {
            state: ItemState::Blocks,
            text: format!("{symbol} needs a sensitivity category for every value."),
            fix: Some(("Sort them", Action::EditCategories(Some(*column)))),
            of_method: false,
        },
        // The method counts them itself.
        Missing::Values if lent.workspace.settings().method.name != MethodName::None => {
            return None;
        }
        Missing::Values => item(
            ItemState::Waiting,
            "Counting the sensitive values of every class.",
        ),
    })
}

fn as_it_is(lent: &Lent<'_>) -> Item {
    let requirement = &lent.workspace.settings().requirement;
    let promise = requirement.sentence();
    if let Some(people) = lent.people {
        return people_as_they_are(lent, people, &promise);
    }
    if let Some(baskets) = lent.baskets {
        return baskets_as_they_are(baskets, &promise);
    }
    let Some(standing) = lent.standing else {
        return item(ItemState::Waiting, format!("Not known yet: {promise}."));
    };
    let violating = standing.scan.violating;
    if violating == 0 {
        return item(
            ItemState::Done,
            format!("The requirement holds: {promise}."),
        );
    }
    let words = |one, many| number::counted_as(violating as u64, one, many);
    match standing.rest_holds {
        Some(true) => item(
            ItemState::Done,
            format!(
                "The requirement holds: {promise}; {} left out.",
                words("record is", "records are")
            ),
        ),
        None => item(
            ItemState::Notice,
            format!(
                "{} left out; whether the others hold is decided when the release is written.",
                words("record is", "records are")
            ),
        ),
        Some(false) => Item {
            state: ItemState::Blocks,
            text: format!(
                "The requirement does not hold: {} {promise}.",
                words("record violates", "records violate")
            ),
            fix: Some(("Show", Action::ShowViolating)),
            of_method: false,
        },
    }
}

/// Leaving people out takes neighbours from others, so what is left is looked at when the method runs.
fn people_as_they_are(lent: &Lent<'_>, people: &SurveyStanding, promise: &str) -> Item {
    let may = lent
        .workspace
        .settings()
        .requirement
        .may_leave_out(people.people());
    match people.violating {
        0 => item(
            ItemState::Done,
            format!("The requirement holds: {promise}."),
        ),
        many if many <= may => by_method(lent, MethodName::None),
        many => Item {
            state: ItemState::Blocks,
            text: format!(
                "The requirement does not hold: {} {promise}.",
                number::counted_as(many as u64, "person violates", "people violate")
            ),
            fix: Some(("Show", Action::ShowViolating)),
            of_method: false,
        },
    }
}

fn by_method(lent: &Lent<'_>, method: MethodName) -> Item {
    let settings = lent.workspace.settings();
    let promise = settings.requirement.sentence();
    let title = method.title();
    let fresh = lent
        .result
        .filter(|result| !result.is_stale(lent.workspace.revision(), settings));
    let run = ("Run it now", Action::Run(Command::RunMethod));
    match (fresh.map(|result| &result.outcome), lent.result) {
        _ if lent.method_running => item(
            ItemState::Notice,
            format!("{title} is running to see whether it reaches {promise}."),
        ),
        (Some(RunOutcome::NotReached(why)), _) => Item {
            state: ItemState::Blocks,
            text: format!("{title} does not reach the requirement: {why}."),
            fix: Some(("Show the records", Action::ShowViolating)),
            of_method: true,
        },
        (Some(outcome), _) => {
            let left_out = outcome.left_out().unwrap_or(0) as u64;
            let words = match left_out {
                0 => String::new(),
                _ => format!(
                    "; {} left out",
                    number::counted_as(left_out, "record is", "records are")
                ),
            };
            let view = match outcome {
                RunOutcome::People(_) => ("See the graph", ExploreTab::EpsilonGraph),
                RunOutcome::Baskets(_) => ("Before and after", ExploreTab::Baskets),
                _ => ("Before and after", ExploreTab::BeforeAfter),
            };
            Item {
                state: ItemState::Done,
                text: format!("{title} reaches the requirement: {promise}{words}."),
                fix: Some((view.0, Action::ShowTab(view.1))),
                of_method: true,
            }
        }
        (None, Some(_)) => Item {
            state: ItemState::Notice,
            text: format!(
                "The settings have changed since the last run: {title} is run anew when the release is written, and \
                 nothing is written unless it reaches {promise}."
            ),
            fix: Some(run),
            of_method: true,
        },
        (None, None) => Item {
            state: ItemState::Notice,
            text: format!(
                "{title} is run when the release is written; nothing is written unless it reaches {promise}."
            ),
            fix: Some(run),
            of_method: true,
        },
    }
}

fn order_item(workspace: &Workspace) -> Item {
    if workspace.settings().release.shuffle {
        item(
            ItemState::Done,
            "The rows are shuffled: their order says nothing about people.",
        )
    } else {
        Item {
            state: ItemState::Notice,
            text: "The rows keep the order of the file, which can link them to other tables."
                .to_owned(),
            fix: Some(("Shuffle", Action::Change(Change::SetShuffle(true)))),
            of_method: false,
        }
    }
}

fn formulas_item(lent: &Lent<'_>) -> Item {
    let escaped = lent.workspace.settings().release.escape_formulas;
    match lent.formulas {
        None => item(
            ItemState::Waiting,
            "Looking for cells that a spreadsheet would run as formulas.",
        ),
        Some(0) => item(
            ItemState::Done,
            "No cell would run as a formula in a spreadsheet.",
        ),
        Some(cells) => {
            let words = number::counted(cells as u64, "cell");
            if escaped {
                item(
                    ItemState::Done,
                    format!("{words} that a spreadsheet would run are escaped."),
                )
            } else {
                Item {
                    state: ItemState::Notice,
                    text: format!(
                        "{words} would run as formulas in a spreadsheet (they begin with = + - @)."
                    ),
                    fix: Some(("Escape", Action::Change(Change::SetEscapeFormulas(true)))),
                    of_method: false,
                }
            }
        }
    }
}

pub(super) fn line(ui: &mut Ui, item: &Item, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let (icon, ink) = match item.state {
        ItemState::Done => (icons::SATISFIED, tokens.satisfied),
        ItemState::Notice => (icons::INFO, tokens.attention),
        ItemState::Blocks => (icons::VIOLATED, tokens.violates),
        ItemState::Waiting => (icons::RUNNING, tokens.dim),
    };
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icon, 19.0).color(ink));
        // A second line begins below the first and not below the icon.
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 22.0;
            ui.label(&item.text);
            if let Some((words, action)) = &item.fix
                && link(ui, words).clicked()
            {
                out.send(action.clone());
            }
        });
    });
}
