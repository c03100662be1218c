//! Beside the matrix: the purposes, the order in which columns are useful, and what follows for their levels.

use super::decomposition;
use super::list;
use super::naming::Naming;
use super::pair::detail;
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::purpose::order::{self, Misfit, UseOrder};
use crate::ui::purpose::plan::Plan;
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::views::explore::Lent;
use crate::ui::widgets::{
    Banner, BannerKind, EmptyState, icon_button, link, menu_entry, picker, section_with, segments,
};
use cloakroom_core::purpose::{Decomposition, Priorities, Purpose};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::{Align, DragValue, Frame, Layout, Panel, Popup, RichText, ScrollArea, Ui, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn show(
    ui: &mut Ui,
    lent: &Lent<'_>,
    profile: Option<&Arc<DependencyProfile>>,
    naming: &mut Option<Naming>,
    out: &mut Outbox,
) {
    let settings = lent.workspace.settings();
    let purposes = &settings.purposes;
    let quasi: Vec<String> = lent
        .workspace
        .with_role(Role::Quasi)
        .iter()
        .map(|column| column.name().to_owned())
        .collect();
    let (Some(first), Some(last), true) = (quasi.first(), quasi.last(), quasi.len() > 1) else {
        let words =
            "A purpose orders quasi-identifiers by their use, so it needs at least two of them.";
        if EmptyState::new(icons::PURPOSE, words)
            .action("Mark columns", Some(icons::DATA))
            .show(ui)
        {
            out.send(Action::Go(Stage::Data));
        }
        return;
    };
    let beginning = Purpose {
        most: first.clone(),
        least: last.clone(),
        ..Purpose::default()
    };
    let told = &settings.method.decomposition;
    let named = told
        .purpose
        .as_ref()
        .and_then(|name| purposes.get_key_value(name));
    let shown = named.or_else(|| purposes.first_key_value());
    if purposes.is_empty() && naming.is_none() {
        let words = "A purpose says which columns a study needs most and least. What is needed most can then be \
                     generalized least.";
        let asked = EmptyState::new(icons::PURPOSE, words).action("New purpose", Some(icons::ADD));
        if asked.show(ui) {
            *naming = Some(Naming::new_purpose());
        }
        return;
    }
    let planned = shown.zip(profile).map(|((_, purpose), profile)| {
        let order = UseOrder::of(purpose, profile)?;
        let losses = decomposition::losses(lent, profile);
        let plan = Plan::new(&order, profile, losses.as_deref(), told);
        Ok((order, plan))
    });
    // What is asked for and what is reached stay in sight, however many columns there are.
    if let Some(Ok((_, Ok(plan)))) = &planned {
        Panel::bottom("degrees of anonymisation")
            .frame(Frame::new().fill(Tokens::of(ui).ground))
            .show_separator_line(false)
            .show(ui, |ui| {
                ui.add_space(6.0);
                decomposition::degrees(ui, lent, plan);
            });
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        section_with(ui, "Purpose", |ui| {
            if naming.is_none() && link(ui, "New purpose").clicked() {
                *naming = Some(Naming::new_purpose());
            }
        });
        if let Some(form) = naming {
            if form.show(ui, purposes, &beginning, out) {
                *naming = None;
            }
        } else if let Some((name, _)) = shown {
            choose(ui, lent, name, naming, out);
        }
        let Some((name, purpose)) = shown else {
            return;
        };
        if named.is_none() {
            let words = "The method is led by no purpose.";
            if Banner::new(BannerKind::Info, words)
                .action("Use this one")
                .show(ui)
            {
                use_purpose(told, name, out);
            }
        }
        let order = planned.as_ref().and_then(|planned| planned.as_ref().ok());
        let now = order.and_then(|(_, plan)| plan.as_ref().ok());
        match &purpose.priorities {
            Priorities::Outright(of) => by_hand(ui, name, of, out),
            _ => ends(ui, name, purpose, &quasi, out),
        }
        priorities_from(ui, name, purpose, now, out);
        match planned {
            None => {
                detail(ui, "The columns are being compared; priorities follow.");
            }
            Some(Ok((order, Ok(plan)))) => {
                list::show(ui, lent, name, &order, &plan, out);
                decomposition::show(ui, lent, out);
            }
            Some(Ok((_, Err(problem)))) => {
                Banner::new(BannerKind::Attention, &problem.to_string()).show(ui);
            }
            Some(Err(misfit)) => unfit(ui, name, purpose, &misfit, &quasi, out),
        }
        ui.add_space(6.0);
    });
}

fn use_purpose(told: &Decomposition, name: &str, out: &mut Outbox) {
    let told = Decomposition {
        purpose: Some(name.to_owned()),
        ..told.clone()
    };
    let name = "choose a purpose";
    out.change(Change::SetDecomposition { told, name });
}

/// Which purpose, and what can be done to it.
fn choose(
    ui: &mut Ui,
    lent: &Lent<'_>,
    shown: &str,
    naming: &mut Option<Naming>,
    out: &mut Outbox,
) {
    let settings = lent.workspace.settings();
    ui.horizontal(|ui| {
        let width = ui.available_width() - 76.0;
        let button = picker(ui, "Choose the purpose", shown, width);
        Popup::menu(&button).width(320.0).show(|ui| {
            theme::menu(ui);
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                for (name, order) in &settings.purposes {
                    let words = format!("{} is most useful, {} least", order.most, order.least);
                    if menu_entry(ui, name, &words, name == shown).clicked() {
                        use_purpose(&settings.method.decomposition, name, out);
                        ui.close();
                    }
                }
            });
        });
        if icon_button(ui, icons::EDIT, "Rename the purpose").clicked() {
            *naming = Some(Naming::rename(shown));
        }
        if icon_button(ui, icons::DELETE, "Delete the purpose").clicked() {
            out.change(Change::SetPurpose {
                purpose: shown.to_owned(),
                order: None,
            });
        }
    });
}

/// The most and the least useful column.
fn ends(ui: &mut Ui, name: &str, purpose: &Purpose, quasi: &[String], out: &mut Outbox) {
    let half = (ui.available_width() - 12.0) / 2.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        let ends = [
            ("most useful", "Most useful column", &purpose.most, true),
            ("least useful", "Least useful column", &purpose.least, false),
        ];
        for (words, label, chosen, most) in ends {
            ui.allocate_ui_with_layout(vec2(half, 52.0), Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let dim = Tokens::of(ui).dim;
                ui.label(RichText::new(words).font(fonts::detail()).color(dim));
                let button = picker(ui, label, chosen, half);
                Popup::menu(&button).width(half.max(180.0)).show(|ui| {
                    theme::menu(ui);
                    ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                        for column in quasi {
                            let entry = egui::Button::selectable(column == chosen, column);
                            if ui.add(entry).clicked() {
                                let order = match most {
                                    true => order::with_most(purpose, column),
                                    false => order::with_least(purpose, column),
                                };
                                set(name, order, out);
                                ui.close();
                            }
                        }
                    });
                });
            });
        }
    });
}

/// Where the priorities come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Data,
    Equal,
    Hand,
}

/// `now` is the plan as it is, from whose numbers a hand goes on.
fn priorities_from(
    ui: &mut Ui,
    name: &str,
    purpose: &Purpose,
    now: Option<&Plan>,
    out: &mut Outbox,
) {
    let mut from = match purpose.priorities {
        Priorities::Dependence => From::Data,
        Priorities::Equal => From::Equal,
        Priorities::Outright(_) => From::Hand,
    };
    let choices = [
        (
            From::Data,
            "From the data",
            "Priorities follow from the order and from how much columns tell of each other (thesis, definition 4.3).",
        ),
        (
            From::Equal,
            "Equal steps",
            "Priorities follow from the order alone: 1 for the most useful column, 0 for the least, and equal steps \
             between them.",
        ),
        (
            From::Hand,
            "By hand",
            "You say the priority of every column, from 0 to 1.",
        ),
    ];
    if !segments(ui, &mut from, &choices) {
        return;
    }
    let changed = match from {
        From::Hand => now.and_then(|plan| {
            let columns = plan.columns.iter();
            let rounded = |p: f64| (p * 100.0).round() / 100.0;
            let columns = columns.map(|planned| (planned.name.clone(), rounded(planned.priority)));
            Purpose::outright(columns.collect())
        }),
        From::Data | From::Equal => Some(Purpose {
            priorities: match from {
                From::Equal => Priorities::Equal,
                _ => Priorities::Dependence,
            },
            ..purpose.clone()
        }),
    };
    if let Some(changed) = changed {
        set(name, changed, out);
    }
}

/// A number for each column.
fn by_hand(ui: &mut Ui, name: &str, of: &BTreeMap<String, f64>, out: &mut Outbox) {
    for (column, &priority) in of {
        ui.horizontal(|ui| {
            let mut value = priority;
            let field = DragValue::new(&mut value)
                .range(0.0..=1.0)
                .speed(0.01)
                .max_decimals(3);
            let response = ui
                .add(field)
                .accessible_name(format!("Priority of {column}"));
            ui.label(column);
            if response.changed() {
                let mut of = of.clone();
                of.insert(column.clone(), value);
                if let Some(changed) = Purpose::outright(of) {
                    set(name, changed, out);
                }
            }
        });
    }
}

pub fn set(name: &str, order: Purpose, out: &mut Outbox) {
    out.change(Change::SetPurpose {
        purpose: name.to_owned(),
        order: Some(order),
    });
}

/// The columns have changed since the purpose was made.
fn unfit(
    ui: &mut Ui,
    name: &str,
    purpose: &Purpose,
    misfit: &Misfit,
    quasi: &[String],
    out: &mut Outbox,
) {
    let words = match misfit {
        Misfit::TooFew => "A purpose needs at least two quasi-identifiers.".to_owned(),
        Misfit::Gone(names) => format!(
            "The purpose names {}, which {} no quasi-identifier any more.",
            names.join(", "),
            if names.len() == 1 { "is" } else { "are" }
        ),
        Misfit::Constant(names) => format!(
            "The purpose names {}, which {} the same in every record and so of no more use than any other column.",
            names.join(", "),
            if names.len() == 1 { "is" } else { "are" }
        ),
        Misfit::Unsaid(names) => {
            format!("The purpose gives no priority to {}.", names.join(", "))
        }
    };
    let mut banner = Banner::new(BannerKind::Attention, &words);
    if matches!(misfit, Misfit::Gone(_) | Misfit::Unsaid(_)) {
        banner = banner.action("Fit it to the columns");
    }
    if banner.show(ui)
        && let Some(order) = order::fitted(purpose, quasi)
    {
        set(name, order, out);
    }
}
