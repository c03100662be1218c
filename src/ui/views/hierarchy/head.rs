//! The column's name, where its hierarchy comes from, how complete it is, and what to do with the whole.

use super::{HierarchyView, report};
use crate::ui::actions::{Action, Outbox};
use crate::ui::jobs::PickedFor;
use crate::ui::theme::{self, icons};
use crate::ui::widgets::{
    Banner, BannerKind, icon_button, number, quiet_button, section, sentence,
};
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::{HierarchySource, Tree, beginnings};
use cloakroom_core::io::hierarchy::ExportForm;
use cloakroom_engine::hierarchies::BuiltHierarchy;
use egui::{Align, Button, Layout, Popup, Ui};
use std::sync::Arc;

pub fn show(
    ui: &mut Ui,
    view: &mut HierarchyView,
    column: &Column,
    source: Option<&HierarchySource>,
    built: Option<&BuiltHierarchy>,
    tree: Option<&Arc<Tree>>,
    out: &mut Outbox,
) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(source) = source.filter(|_| view.draft.is_none()) {
                actions(ui, view, column, source, tree, out);
            }
            ui.with_layout(
                Layout::left_to_right(Align::Center).with_main_wrap(false),
                |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    section(ui, column.name());
                },
            );
        });
    });
    let values = number::counted(column.distinct() as u64, "value");
    let missing = match column.nulls() {
        0 => String::new(),
        nulls => format!(
            " and {}, which stay missing until the top unless the tree names them",
            number::counted(nulls as u64, "missing one")
        ),
    };
    let words = match (source, tree) {
        (Some(source), Some(tree)) if view.draft.is_none() => format!(
            "{values}{missing} · {} · {}",
            source.words(),
            number::counted(tree.depth() as u64 - 1, "level")
        ),
        _ => format!("{values}{missing}."),
    };
    sentence(ui, &words);
    if view.draft.is_some() {
        return;
    }
    let Some(built) = built else {
        return;
    };
    match &built.hierarchy {
        Err(_) if !built.fit.lacking.is_empty() => {
            report::lacking(ui, &built.fit);
            let chosen = view.outline.chosen();
            report::place_them(ui, &mut view.placing, column, built, chosen, out);
        }
        Err(problem) => {
            let words = problem.to_string();
            if Banner::new(BannerKind::Error, &words)
                .action("Start anew")
                .show(ui)
            {
                out.change(super::set(column, None));
            }
        }
        Ok(_) => {}
    }
    if tree.is_some() && (built.form.is_some()) {
        report::extras(ui, &built.fit);
    }
}

/// From right to left.
fn actions(
    ui: &mut Ui,
    view: &mut HierarchyView,
    column: &Column,
    source: &HierarchySource,
    tree: Option<&Arc<Tree>>,
    out: &mut Outbox,
) {
    if icon_button(ui, icons::DELETE, "Remove the hierarchy").clicked() {
        out.change(super::set(column, None));
    }
    if tree.is_some() {
        let export = quiet_button(ui, None, "Export");
        Popup::menu(&export).width(220.0).show(|ui| {
            theme::menu(ui);
            for form in ExportForm::ALL {
                if ui.add(Button::new(form.words())).clicked() {
                    out.send(Action::Pick(PickedFor::ExportHierarchy {
                        column: column.name().to_owned(),
                        form,
                    }));
                    ui.close();
                }
            }
        });
    }
    if quiet_button(ui, None, "Import").clicked() {
        out.send(Action::Pick(PickedFor::ImportHierarchy {
            column: column.name().to_owned(),
        }));
    }
    if quiet_button(ui, None, "Rule")
        .on_hover_text("Make it by a rule, or change the rule.")
        .clicked()
    {
        match source {
            HierarchySource::Chains { .. } => {
                let first = beginnings(column).into_iter().next();
                if let Some(first) = first {
                    view.try_out(&first.source);
                }
            }
            rule => view.try_out(rule),
        }
    }
}
