//! Above the lattice: how many combinations hold, and what is shown of them.

use super::{LatticeTab, Under};
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::lattice::Held;
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::lattice::statuses::{Stands, Statuses};
use crate::ui::views::explore::Lent;
use crate::ui::views::explore::canvas_keys::{Move, line_of_tools, zoom_buttons};
use crate::ui::widgets::{Banner, BannerKind, check_box, choice, number, sentence};
use egui::Ui;

/// The tools and the zoom buttons stand in one line from here on.
const ROOM: f32 = 590.0;

pub fn show(
    ui: &mut Ui,
    tab: &mut LatticeTab,
    held: &Held,
    shown: &ShownLattice,
    lent: &Lent<'_>,
    out: &mut Outbox,
) -> Option<Move> {
    let mut moved = None;
    sentence(ui, &headline(shown.statuses()));
    if let Some(words) = remark(held, shown, lent) {
        Banner::new(BannerKind::Info, words).show(ui);
    }
    if is_flat(held) {
        let words = "No quasi-identifier has a hierarchy yet, so each is either as it is or one value for all. \
                     With hierarchies there are steps between.";
        let banner = Banner::new(BannerKind::Info, words).action("Build hierarchies");
        if banner.show(ui) {
            out.send(Action::Go(Stage::Hierarchies));
        }
    }
    let tools = |ui: &mut Ui| {
        check_box(ui, &mut tab.only_holding, "Only what holds");
        check_box(ui, &mut tab.only_minimal, "Only minimal")
            .on_hover_text("Nothing below a minimal combination holds (thesis, Definition 2.5).");
        check_box(ui, &mut tab.size_by_loss, "Size by loss").on_hover_text(
            "The larger a mark, the more its levels lose: 0 as it is, 1 when all is one value.",
        );
        let names = [
            (Under::Levels, "Levels below"),
            (Under::Loss, "Loss below"),
            (Under::Nothing, "Nothing below"),
        ];
        choice(
            ui,
            "What stands below a node",
            118.0,
            &mut tab.under,
            &names,
        );
    };
    line_of_tools(ui, ROOM, tools, |ui| moved = zoom_buttons(ui));
    moved
}

/// `5,120 of 12,960 combinations of levels hold; 212 with records left out; 14 are minimal.`
pub fn headline(statuses: &Statuses) -> String {
    let tally = statuses.tally();
    let (holds, leaving) = (tally.of(Stands::Holds), tally.of(Stands::LeavingOut));
    let all = number::counted(tally.all() as u64, "combination");
    let hold = match holds + leaving {
        0 => format!("None of {all} of levels holds"),
        1 => format!("1 of {all} of levels holds"),
        many => format!("{} of {all} of levels hold", number::count(many as u64)),
    };
    let mut parts = vec![hold];
    if leaving > 0 {
        let some = number::count(leaving as u64);
        parts.push(format!("{some} with records left out"));
    }
    match (tally.of(Stands::Unknown), statuses.minimal().len()) {
        (0, 0) => {}
        (0, 1) => parts.push("1 is minimal".to_owned()),
        (0, many) => parts.push(format!("{} are minimal", number::count(many as u64))),
        (unknown, _) => {
            let some = number::count(unknown as u64);
            parts.push(format!("{some} are not known yet"));
        }
    }
    format!("{}.", parts.join("; "))
}

/// Why some combinations are not known.
fn remark(held: &Held, shown: &ShownLattice, lent: &Lent<'_>) -> Option<&'static str> {
    if held.lacks(&lent.workspace.settings().requirement) {
        return Some(
            "Values of a sensitive column have no category yet, so promises about categories cannot be \
             looked at.",
        );
    }
    if shown.statuses().is_known() {
        return None;
    }
    Some(if lent.lattice_running {
        "Combinations that are not known yet are being measured for these promises."
    } else {
        "Combinations that are not known yet are measured when the slider rests."
    })
}

/// Every column has two levels only: itself and one value for all.
fn is_flat(held: &Held) -> bool {
    let mut columns = held.profile.columns().iter();
    !columns.any(|column| held.hierarchies.contains_key(&column.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::lattice::rows::Rows;
    use cloakroom_microdata::profile::lattice::Shape;

    #[test]
    fn the_headline_counts() {
        let shape = Shape::new(vec![1, 1]);
        let rows = Rows::new(&shape);
        let told = |of: [Stands; 4]| headline(&Statuses::new(&shape, &rows, of.to_vec()));
        let (h, l, f, u) = (
            Stands::Holds,
            Stands::LeavingOut,
            Stands::Fails,
            Stands::Unknown,
        );
        assert_eq!(
            told([f, l, h, h]),
            "3 of 4 combinations of levels hold; 1 with records left out; 2 are minimal."
        );
        assert_eq!(told([f; 4]), "None of 4 combinations of levels holds.");
        assert_eq!(
            told([f, u, u, h]),
            "1 of 4 combinations of levels holds; 2 are not known yet."
        );
    }
}
