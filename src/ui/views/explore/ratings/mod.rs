//! The views of ratings: who is close to whom, what was rated by whom, one person's surroundings, and how
//! many violate under every k and ε.

pub mod graph;
mod hamming;
mod neighbourhood;
mod plane;
mod violations;

use super::view::{Of, View};
use super::{Lent, head};
use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::help::Term::Word as W;
use crate::ui::help::{Help, TABLE_KEYS, words};
use crate::ui::jobs::Jobs;
use crate::ui::ratings;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::EmptyState;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{CentralPanel, Frame, Ui};
use graph::GraphTab;
use hamming::HammingTab;
use neighbourhood::NeighbourhoodTab;
use plane::PlaneTab;
use violations::ViolationsTab;

#[derive(Default)]
pub struct RatingsViews {
    pub graph: GraphTab,
    hamming: HammingTab,
    neighbourhood: NeighbourhoodTab,
    plane: PlaneTab,
    violations: ViolationsTab,
}

/// What the views of ratings see.
pub struct Seen<'a> {
    survey: ratings::Lent<'a>,
    /// The person that is selected in any view.
    selected: Option<u32>,
    graph_running: bool,
    /// Everything is set that has to be.
    is_set: bool,
    jobs: &'a Jobs,
}

impl Seen<'_> {
    /// The next person who violates after, or before, this one; round at the end.
    fn next_violating(&self, from: Option<u32>, forward: bool) -> Option<u32> {
        let status = self.survey.status;
        let people = status.people();
        let from = from.map_or(people - 1, |person| person as usize);
        (1..=people)
            .map(|step| match forward {
                true => (from + step) % people,
                false => (from + people - step) % people,
            })
            .find(|&person| status.violates(person))
            .map(|person| person as u32)
    }
}

pub static VIEWS: [View; 5] = [
    View {
        tab: ExploreTab::EpsilonGraph,
        name: "Graph",
        explains: false,
        from_counts: true,
        of: Of::Chosen(|explore| explore.survey.graph.shows_release()),
        help: Help {
            sees: "People as marks, with a line between those who are close. Who violates is a diamond; islands \
                   are people whom nobody else is near.",
            next: "Move ε at the right to see lines come and go. Select a person, or press N to go to the next \
                   who violates.",
            terms: &[W(&words::EPSILON), W(&words::PATTERN)],
            keys: &[
                ("Arrows", "from person to person"),
                ("N", "the next who violates"),
                ("+, \u{2212}, F", "closer, farther, everything"),
            ],
        },
        show: |explore, ui, lent, out| {
            with_seen(ui, lent, out, |ui, seen, out| {
                explore.survey.graph.show(ui, seen, out)
            });
        },
    },
    View {
        tab: ExploreTab::RatingsViolations,
        name: "Violations",
        explains: false,
        from_counts: true,
        of: Of::Standing,
        help: Help {
            sees: "The people who violate, each with a sentence that says what they lack: too few who are \
                   close, or too little spread among them.",
            next: "Select a person to see the neighbourhood. People who rated what nobody else rated are the \
                   usual reason.",
            terms: &[W(&words::EPSILON), W(&words::PATTERN)],
            keys: TABLE_KEYS,
        },
        show: |explore, ui, lent, out| {
            with_seen(ui, lent, out, |ui, seen, out| {
                explore.survey.violations.show(ui, seen, out)
            });
        },
    },
    View {
        tab: ExploreTab::Neighbourhood,
        name: "Neighbourhood",
        explains: false,
        from_counts: true,
        of: Of::Standing,
        help: Help {
            sees: "One person’s surroundings: issue by issue how near the others are, and what would make the \
                   person safe.",
            next: "Step through those who violate by the buttons above. Look which issue keeps the next ones \
                   away.",
            terms: &[W(&words::EPSILON), W(&words::RATING_ISSUE)],
            keys: &[],
        },
        show: |explore, ui, lent, out| {
            with_seen(ui, lent, out, |ui, seen, out| {
                explore.survey.neighbourhood.show(ui, seen, out)
            });
        },
    },
    View {
        tab: ExploreTab::Plane,
        name: "Plane",
        explains: false,
        from_counts: true,
        of: Of::Data,
        help: Help {
            sees: "How many people violate under every k and every ε, as a map, and the line beyond which \
                   nobody does.",
            next: "A click on a place sets both sliders. Ask for as much as the line allows, or for more and \
                   let the method change ratings.",
            terms: &[W(&words::EPSILON), W(&words::REQUIREMENT)],
            keys: &[
                ("Arrows", "from setting to setting"),
                ("Enter", "take it over"),
            ],
        },
        show: |explore, ui, lent, out| {
            with_seen(ui, lent, out, |ui, seen, out| {
                explore.survey.plane.show(ui, seen, out)
            });
        },
    },
    View {
        tab: ExploreTab::HammingGroups,
        name: "Hamming groups",
        explains: true,
        from_counts: true,
        of: Of::Standing,
        help: Help {
            sees: "Which issues people rated, pattern by pattern, and how many people share each pattern.",
            next: "Look how many patterns have fewer than k people: their members can only be close to others \
                   once ratings are removed or made up.",
            terms: &[W(&words::PATTERN), W(&words::RATING_ISSUE)],
            keys: TABLE_KEYS,
        },
        show: |explore, ui, lent, out| {
            with_seen(ui, lent, out, |ui, seen, out| {
                explore.survey.hamming.show(ui, seen, out)
            });
        },
    },
];

/// Shows a view once people are compared, and what is missing until then.
fn with_seen(
    ui: &mut Ui,
    lent: &Lent<'_>,
    out: &mut Outbox,
    show: impl FnOnce(&mut Ui, &Seen<'_>, &mut Outbox),
) {
    let Some(survey) = lent
        .survey
        .filter(|lent| lent.survey.people() > 0 && !lent.survey.issues.is_empty())
    else {
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| nothing_yet(ui, lent, out));
        return;
    };
    let seen = Seen {
        survey,
        selected: lent.selected_row,
        graph_running: lent.graph_running,
        is_set: lent.workspace.unset().is_none(),
        jobs: lent.jobs,
    };
    show(ui, &seen, out);
}

/// Under an ε as wide as the scale everybody is close to everybody.
fn needs_epsilon(ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
    let step = seen.survey.survey.scale.distance(1);
    let words = "\u{3b5} is as wide as the scale: everybody counts as close to everybody, so there is nothing \
                 to draw.";
    let action = format!("Set \u{3b5} to {step}");
    if EmptyState::new(icons::EXPLORE, words)
        .action(&action, Some(icons::REQUIREMENT))
        .show(ui)
    {
        out.change(Change::SetEpsilon(Some(step)));
    }
}

fn nothing_yet(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.ratings_running {
        let words = "Comparing everybody with everybody. Its progress is at the bottom of the window, where \
                     it can be stopped.";
        EmptyState::new(icons::RUNNING, words).show(ui);
        return;
    }
    let mut roles = lent.workspace.settings().roles.columns.values();
    let words = if roles.any(|role| *role == Role::Quasi) {
        "People could not be compared."
    } else {
        "Nothing is marked as an issue that others may know, so there is nothing to compare people by."
    };
    if EmptyState::new(icons::EXPLORE, words)
        .action("Mark issues", Some(icons::DATA))
        .show(ui)
    {
        out.send(Action::Go(Stage::Data));
    }
}
