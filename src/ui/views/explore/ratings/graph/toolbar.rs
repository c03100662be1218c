//! Above the graph: what it shows, in sentences, and how it is shown.

use super::super::Seen;
use super::{GraphTab, Tint};
use crate::ui::help::figures::ratings::{CLIQUE, COMPONENT};
use crate::ui::ratings::graph::RatingsGraph;
use crate::ui::ratings::words;
use crate::ui::views::explore::canvas_keys::{Move, zoom_buttons};
use crate::ui::widgets::{Banner, BannerKind, check_box, choice, help, number, sentence, tabs};
use egui::{Align, Layout, Ui};

pub fn show(
    ui: &mut Ui,
    tab: &mut GraphTab,
    seen: &Seen<'_>,
    graph: &RatingsGraph,
) -> Option<Move> {
    let mut moved = None;
    sentence(ui, &meaning(seen, graph));
    sentence(ui, &headline(graph, tab.after));
    let later = graph.within != seen.survey.status.target.within;
    if later {
        let words = "This is the graph of another \u{3b5}; the one of now is on its way.";
        Banner::new(BannerKind::Info, words).show(ui);
    }
    ui.horizontal(|ui| {
        if graph.after.is_some() {
            let names = [(false, "Before"), (true, "After")];
            tabs(ui, &mut tab.after, &names);
            check_box(ui, &mut tab.by_release, "Arranged as after")
                .on_hover_text("Who is close in the release lies together; the places before and after are the same.");
        }
        if !graph.components_only {
            let names = [
                (Tint::None, "No tint"),
                (Tint::Components, "Components tinted"),
                (Tint::Cliques, "Cliques tinted"),
            ];
            choice(ui, "What is tinted", 150.0, &mut tab.tint, &names);
            let (components, cliques) = (COMPONENT.in_short(), CLIQUE.in_short());
            help(ui, "what is tinted", &format!("{components}\n\n{cliques}"));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            moved = zoom_buttons(ui);
        });
    });
    moved
}

fn meaning(seen: &Seen<'_>, graph: &RatingsGraph) -> String {
    let survey = seen.survey.survey;
    let rule = match graph.within {
        0 => "with the same answers".to_owned(),
        within => format!(
            "who differ by at most {} everywhere",
            words::steps(survey, within)
        ),
    };
    if graph.components_only {
        return format!(
            "There are too many people for a mark each: a disc is a group joined by steps between two {rule}."
        );
    }
    let alike = seen.survey.profile.patterns();
    let larger = match alike.first.len() < alike.record_of.len() {
        true => ", larger ones several with the same answers",
        false => "",
    };
    format!("Each mark is a person{larger}; a line joins two {rule}.")
}

fn headline(graph: &RatingsGraph, after: bool) -> String {
    let released = graph.after.as_ref().filter(|_| after);
    let close = released.map_or(&graph.before, |after| &after.close);
    let alone = close.alone;
    let groups = close.components - alone;
    let joined = match groups {
        0 => "Nobody is close to somebody with other answers".to_owned(),
        1 => "1 group is joined by lines".to_owned(),
        some => format!("{} groups are joined by lines", number::count(some as u64)),
    };
    let alone = match alone {
        0 => String::new(),
        1 => ", 1 record stands alone".to_owned(),
        some => format!(", {} records stand alone", number::count(some as u64)),
    };
    let drawn = close.lines.len() as u64;
    let thinned = match graph.components_only || drawn >= close.pairs {
        true => String::new(),
        false => format!(
            " Drawn are {} of {} lines, those of the most similar.",
            number::count(drawn),
            number::count(close.pairs)
        ),
    };
    format!("{joined}{alone}.{thinned}")
}
