//! Who asks for the data: a name, a trust and a purpose each, beside the curve that makes degrees of trust.

use super::curve::CurveState;
use super::decomposition::losses;
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::help::figures::records::TRUST;
use crate::ui::purpose::Scope;
use crate::ui::purpose::plan::Plan;
use crate::ui::theme::{self, CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::views::explore::Lent;
use crate::ui::widgets::{
    EmptyState, ThresholdSlider, check_box, icon_button, link, menu_entry, number, picker,
    quiet_button, section_with,
};
use cloakroom_core::purpose::{Projection, Recipient};
use cloakroom_engine::change::Change;
use egui::{
    Align, CentralPanel, Frame, Layout, Margin, Panel, Popup, RichText, ScrollArea, Stroke,
    TextEdit, Ui, vec2,
};

/// Wider cards would only be emptier.
const WIDEST: f32 = 620.0;
/// For "degree 0.123", the same in every card.
const DEGREE: f32 = 92.0;

/// What the switch does.
const NESTED: &str = "From the most trusted recipient on, every release shows each column at the same level as the one before or a \
                      higher one, and leaves out the same records: its groups are groups of that one put together.";

#[derive(Default)]
pub struct RecipientsPart {
    curve: CurveState,
    /// The name that is being typed, and whose it is.
    typed: Option<(usize, String)>,
}

impl RecipientsPart {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let settings = lent.workspace.settings();
        let told = &settings.method.decomposition;
        let profile = lent.dependency.current(lent.workspace, Scope::Quasi);
        let aim = profile.and_then(|profile| {
            let losses = losses(lent, profile)?;
            Plan::for_settings(settings, profile, &losses)?.aim
        });
        let room = ui.available_width();
        let ground = Tokens::of(ui).ground;
        let frame = |left, right| {
            Frame::new().fill(ground).inner_margin(Margin {
                left,
                right,
                top: 0,
                bottom: 8,
            })
        };
        Panel::left("curve")
            .resizable(false)
            .exact_size((room * 0.45).clamp(320.0, 470.0))
            .frame(frame(18, 14))
            .show(ui, |ui| {
                self.curve.show(ui, told, aim, &settings.recipients, out);
            });
        CentralPanel::no_frame()
            .frame(frame(14, 18))
            .show(ui, |ui| self.list(ui, lent, &told.projection, out));
    }

    fn list(&mut self, ui: &mut Ui, lent: &Lent<'_>, projection: &Projection, out: &mut Outbox) {
        let recipients = &lent.workspace.settings().recipients;
        if recipients.is_empty() {
            let words = "Nobody is named yet. Each recipient gets a release of their own, as exact as the trust in \
                         them allows, with its own certificate.";
            if EmptyState::new(icons::PERSON, words)
                .action("Add a recipient", Some(icons::ADD))
                .show(ui)
            {
                add(recipients, out);
            }
            return;
        }
        ui.set_max_width(ui.available_width().min(WIDEST));
        section_with(ui, "Recipients", |ui| {
            if link(ui, "Add a recipient").clicked() {
                add(recipients, out);
            }
        });
        ui.add_space(4.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            for at in 0..recipients.len() {
                self.card(ui, lent, at, projection, out);
            }
            let mut nested = lent.workspace.settings().release.nested;
            let words =
                "Nest the releases, so that several of them tell no more than the most exact one";
            if check_box(ui, &mut nested, words)
                .on_hover_text(NESTED)
                .changed()
            {
                out.change(Change::SetNested(nested));
            }
            if quiet_button(ui, Some(icons::RELEASE), "Release for all of them").clicked() {
                out.send(Action::Go(Stage::Release));
            }
        });
    }

    fn card(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        at: usize,
        projection: &Projection,
        out: &mut Outbox,
    ) {
        let settings = lent.workspace.settings();
        let recipients = &settings.recipients;
        let recipient = &recipients[at];
        let tokens = Tokens::of(ui);
        let mut changed = recipient.clone();
        let mut name = None;
        Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.line))
            .corner_radius(CARD_RADIUS)
            .inner_margin(Margin::symmetric(12, 10))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let words = format!("Remove {}", recipient.name);
                        if icon_button(ui, icons::CLOSE, &words).clicked() {
                            let mut rest = recipients.clone();
                            rest.remove(at);
                            set(rest, format!("remove {}", recipient.name), out);
                        }
                        let degree = projection.degree(recipient.trust);
                        let words = format!("degree {}", number::decimal(degree));
                        let layout = Layout::right_to_left(Align::Center);
                        ui.allocate_ui_with_layout(vec2(DEGREE, 24.0), layout, |ui| {
                            ui.set_min_width(DEGREE);
                            ui.label(fonts::strong_text(words));
                        });
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            if let Some(typed) = self.name(ui, recipients, at) {
                                name = Some(format!("call {} {typed}", recipient.name));
                                changed.name = typed;
                            }
                        });
                    });
                });
                let words = format!("trust in {}", recipient.name);
                let slider = ThresholdSlider::new("", &words, &mut changed.trust, 0.0..=1.0);
                if ui.add(slider.step(0.01).explain(&TRUST)).changed() {
                    name = Some(format!("set the trust in {}", recipient.name));
                }
                let purposes: Vec<&String> = settings.purposes.keys().collect();
                let used = settings.method.decomposition.purpose.as_deref();
                if let Some(chosen) = purpose(ui, recipient, &purposes, used) {
                    name = Some(format!("choose the purpose of {}", recipient.name));
                    changed.purpose = chosen;
                }
            });
        if let Some(name) = name {
            let mut all = recipients.clone();
            all[at] = changed;
            set(all, name, out);
        }
    }

    /// The name, once it is typed and is one of its own.
    fn name(&mut self, ui: &mut Ui, recipients: &[Recipient], at: usize) -> Option<String> {
        let mut text = match &self.typed {
            Some((of, typed)) if *of == at => typed.clone(),
            _ => recipients[at].name.clone(),
        };
        let edit = TextEdit::singleline(&mut text)
            .hint_text("Name")
            .margin(Margin::symmetric(8, 5))
            .desired_width(ui.available_width() - 24.0);
        let label = format!("Name of recipient {}", at + 1);
        let response = ui.add(edit).accessible_name(&label);
        if response.changed() {
            self.typed = Some((at, text.clone()));
        }
        if !response.lost_focus() {
            return None;
        }
        let (_, typed) = self.typed.take().filter(|(of, _)| *of == at)?;
        let typed = typed.trim().to_owned();
        let others = recipients.iter().enumerate();
        let taken = others
            .filter(|(other, _)| *other != at)
            .any(|(_, recipient)| recipient.name == typed);
        (!typed.is_empty() && !taken && typed != recipients[at].name).then_some(typed)
    }
}

/// What the recipient wants the data for.
fn purpose(
    ui: &mut Ui,
    recipient: &Recipient,
    purposes: &[&String],
    used: Option<&str>,
) -> Option<Option<String>> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        let dim = Tokens::of(ui).dim;
        ui.label(RichText::new("purpose").font(fonts::detail()).color(dim));
        let of_method = match used {
            Some(name) => format!("that of the method: {name}"),
            None => "that of the method".to_owned(),
        };
        let shown = recipient.purpose.as_deref().unwrap_or(&of_method);
        let label = format!("Purpose of {}", recipient.name);
        let button = picker(ui, &label, shown, ui.available_width());
        Popup::menu(&button).width(280.0).show(|ui| {
            theme::menu(ui);
            let words = "Follows what the method names.";
            if menu_entry(ui, "That of the method", words, recipient.purpose.is_none()).clicked() {
                chosen = Some(None);
                ui.close();
            }
            for name in purposes {
                let is_chosen = recipient.purpose.as_ref() == Some(*name);
                if menu_entry(ui, name, "", is_chosen).clicked() {
                    chosen = Some(Some((*name).clone()));
                    ui.close();
                }
            }
        });
    });
    chosen
}

fn set(recipients: Vec<Recipient>, name: String, out: &mut Outbox) {
    out.change(Change::SetRecipients { recipients, name });
}

/// Somebody new, with a name of their own.
fn add(recipients: &[Recipient], out: &mut Outbox) {
    let name = (1..)
        .map(|number| format!("Recipient {number}"))
        .find(|name| recipients.iter().all(|known| known.name != *name))
        .unwrap_or_default();
    let mut recipients = recipients.to_vec();
    recipients.push(Recipient {
        name: name.clone(),
        trust: 0.5,
        purpose: None,
    });
    set(recipients, format!("add {name}"), out);
}
