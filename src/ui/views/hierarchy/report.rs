//! How complete a hierarchy is: what it lacks, by name and with records, and where that could go.

use crate::ui::actions::Outbox;
use crate::ui::widgets::{Banner, BannerKind, choice, number, quiet_button, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::{Fit, HierarchySource, Node, Placing, SharedTree, place};
use cloakroom_engine::change::Change;
use cloakroom_engine::hierarchies::BuiltHierarchy;
use egui::{Margin, TextEdit, Ui};
use std::sync::Arc;

/// Names beyond these are counted.
const NAMED: usize = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlaceChoice {
    #[default]
    NewGroup,
    NearestText,
    NearestNumber,
    Selected,
}

/// Where lacking values are to go.
#[derive(Clone, Debug)]
pub struct PlaceForm {
    pub choice: PlaceChoice,
    pub group: String,
}

impl Default for PlaceForm {
    fn default() -> Self {
        Self {
            choice: PlaceChoice::NewGroup,
            group: "other".to_owned(),
        }
    }
}

pub fn lacking(ui: &mut Ui, fit: &Fit) {
    let names: Vec<&str> = fit
        .lacking
        .iter()
        .take(NAMED)
        .map(|lacking| lacking.value.as_str())
        .collect();
    let more = match fit.lacking.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {} more", number::count(more as u64)),
    };
    let words = format!(
        "The hierarchy lacks {} of the data, in {}: {}{more}.",
        number::counted(fit.lacking.len() as u64, "value"),
        number::counted(fit.lacking_records(), "record"),
        names.join(", "),
    );
    Banner::new(BannerKind::Attention, &words).show(ui);
}

/// What else does not match, though it does no harm.
pub fn extras(ui: &mut Ui, fit: &Fit) {
    let mut words = Vec::new();
    if !fit.unused.is_empty() {
        words.push(format!(
            "{} of the hierarchy {} not in the data; {} as leaves.",
            number::counted(fit.unused.len() as u64, "value"),
            if fit.unused.len() == 1 { "is" } else { "are" },
            if fit.unused.len() == 1 {
                "it counts"
            } else {
                "they count"
            },
        ));
    }
    if fit.repeated > 0 {
        words.push(format!(
            "{} the same as an earlier one and {} once.",
            number::counted_as(fit.repeated as u64, "line says", "lines say"),
            if fit.repeated == 1 { "counts" } else { "count" },
        ));
    }
    if !words.is_empty() {
        let hover: Vec<&str> = fit.unused.iter().take(40).map(String::as_str).collect();
        let line = sentence(ui, &words.join(" "));
        if !hover.is_empty() {
            line.on_hover_text(hover.join(", "));
        }
    }
}

/// Says whether the values were placed.
pub fn place_them(
    ui: &mut Ui,
    form: &mut PlaceForm,
    column: &Column,
    built: &BuiltHierarchy,
    chosen: Option<Vec<Node>>,
    out: &mut Outbox,
) -> bool {
    let Some(tree) = &built.tree else {
        return false;
    };
    let group = chosen.and_then(|nodes| match nodes[..] {
        [node] if node.level > 0 => Some(node),
        _ => None,
    });
    ui.horizontal(|ui| {
        let names = [
            (PlaceChoice::NewGroup, "into a new group"),
            (PlaceChoice::NearestText, "beside the most alike"),
            (PlaceChoice::NearestNumber, "beside the nearest number"),
            (PlaceChoice::Selected, "under the selected group"),
        ];
        ui.label("Place them");
        choice(
            ui,
            "Where lacking values go",
            190.0,
            &mut form.choice,
            &names,
        );
        if form.choice == PlaceChoice::NewGroup {
            let edit = TextEdit::singleline(&mut form.group)
                .margin(Margin::symmetric(8, 6))
                .desired_width(90.0);
            ui.add(edit).accessible_name("Name of the new group");
        }
        let placing = match form.choice {
            PlaceChoice::NewGroup => Some(Placing::NewGroup(form.group.clone())),
            PlaceChoice::NearestText => Some(Placing::NearestText),
            PlaceChoice::NearestNumber => Some(Placing::NearestNumber),
            PlaceChoice::Selected => group.map(Placing::Under),
        };
        let button = ui
            .add_enabled_ui(placing.is_some(), |ui| quiet_button(ui, None, "Place"))
            .inner
            .on_disabled_hover_text("Select one group in the tree.");
        let (true, Some(placing)) = (button.clicked(), placing) else {
            return false;
        };
        let values: Vec<String> = built
            .fit
            .lacking
            .iter()
            .map(|lacking| lacking.value.clone())
            .collect();
        let Ok(placed) = place(tree, &values, &placing) else {
            return false;
        };
        out.change(Change::SetHierarchy {
            column: column.name().to_owned(),
            source: Some(HierarchySource::Chains {
                chains: SharedTree(Arc::new(placed)),
            }),
            name: format!("place {}", number::counted(values.len() as u64, "value")),
        });
        true
    })
    .inner
}
