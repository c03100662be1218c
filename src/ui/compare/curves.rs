//! The curves that are asked for, and the points of them that are there.

use crate::ui::jobs::Work;
use crate::ui::kinds;
use cloakroom_core::method::MethodName;
use cloakroom_engine::curves::{CurvePoint, CurveQuestion, PointKey, PointStore, Span};
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;
use std::sync::Arc;

/// So many points unless the user says otherwise.
pub const POINTS: usize = 20;
/// More could not be told apart on the screen.
pub const MOST_POINTS: usize = 200;
/// More lines could not be told apart.
pub const MOST_METHODS: usize = 8;
/// Larger tables wait until the user asks: a point may take minutes.
const MOST_BY_ITSELF: usize = 100_000;

/// What the user asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveForm {
    pub figure: Figure,
    pub parameter: Parameter,
    /// In the whole numbers that the parameter is counted in.
    pub low: u64,
    pub high: u64,
    pub points: usize,
    /// Each with the place of its look, which stays when others leave.
    pub methods: Vec<(MethodName, usize)>,
}

impl CurveForm {
    pub fn new(workspace: &Workspace) -> Self {
        let parameter = Parameter::Model(PrivacyModel::KAnonymity);
        let span = Span::of(parameter, &workspace.loaded().dataset, workspace.settings());
        Self {
            figure: Figure::Metric(kinds::about(workspace).cost.metric),
            parameter,
            low: span.low,
            high: span.high,
            points: POINTS,
            methods: first_methods(workspace).into_iter().zip(0..).collect(),
        }
    }

    /// Another parameter begins with its own range.
    pub fn set_parameter(&mut self, parameter: Parameter, workspace: &Workspace) {
        let span = Span::of(parameter, &workspace.loaded().dataset, workspace.settings());
        self.parameter = parameter;
        (self.low, self.high) = (span.low, span.high);
        // Lines of methods that take no notice of it would say nothing.
        self.methods.retain(|(method, _)| fits(*method, parameter));
        if self.methods.is_empty() {
            let methods = match parameter.is_target() {
                true => vec![MethodName::Decomposition],
                false => first_methods(workspace),
            };
            self.methods = methods.into_iter().zip(0..).collect();
        }
    }

    pub fn add(&mut self, method: MethodName) {
        let has = self.methods.iter().any(|(other, _)| *other == method);
        if !has && self.methods.len() < MOST_METHODS {
            let free = |slot: &usize| self.methods.iter().all(|(_, taken)| taken != slot);
            let slot = (0..).find(free).unwrap_or(0);
            self.methods.push((method, slot));
        }
    }

    pub fn remove(&mut self, method: MethodName) {
        self.methods.retain(|(other, _)| *other != method);
    }

    fn question(&self, workspace: &Workspace) -> CurveQuestion {
        let dataset = &workspace.loaded().dataset;
        let span = Span::of(self.parameter, dataset, workspace.settings());
        CurveQuestion {
            settings: workspace.settings().clone(),
            parameter: self.parameter,
            values: span.values(self.low, self.high, self.points.clamp(2, MOST_POINTS)),
            methods: self.methods.iter().map(|(method, _)| *method).collect(),
        }
    }
}

/// Whether a method is for these data and takes notice of a parameter.
pub fn is_offered(method: MethodName, parameter: Parameter, workspace: &Workspace) -> bool {
    method.kinds().contains(&workspace.kind())
        && fits(method, parameter)
        && (workspace.in_batches().is_none() || method.works_from_counts())
}

/// Whether a method takes notice of a parameter.
fn fits(method: MethodName, parameter: Parameter) -> bool {
    !parameter.is_target() || method == MethodName::Decomposition
}

/// The method of now, if it does anything, and the usual ones.
fn first_methods(workspace: &Workspace) -> Vec<MethodName> {
    let is_counted = workspace.in_batches().is_some();
    let usual = (kinds::about(workspace).compare.usual_methods)(is_counted);
    let now = workspace.settings().method.name;
    let mut methods = Vec::new();
    let is_possible = !is_counted || now.works_from_counts();
    if is_possible && !matches!(now, MethodName::None | MethodName::Levels) {
        methods.push(now);
    }
    methods.extend(usual.into_iter().filter(|method| *method != now));
    methods.truncate(3);
    methods
}

/// One method's points, by value; `None` for those that are not there yet.
#[derive(Clone, Debug)]
pub struct Series {
    pub method: MethodName,
    pub slot: usize,
    pub points: Vec<Option<Arc<CurvePoint>>>,
}

/// What is on the screen.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub question: CurveQuestion,
    pub series: Vec<Series>,
    keys: Vec<Vec<PointKey>>,
    /// The revision of the settings and the form that it was made for, and how many points had arrived.
    revision: u64,
    form: CurveForm,
    arrived: u64,
}

impl Drawn {
    /// Points that are there, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        let points = self.series.iter().flat_map(|series| &series.points);
        let there = points.clone().filter(|point| point.is_some()).count();
        (there, points.count())
    }

    fn look_again(&mut self, store: &PointStore) {
        self.arrived = store.arrived();
        for (series, keys) in self.series.iter_mut().zip(&self.keys) {
            for (point, key) in series.points.iter_mut().zip(keys) {
                if point.is_none() {
                    *point = store.get(key);
                }
            }
        }
    }
}

/// Why points that are missing are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// By the user, or it failed.
    Stopped,
    /// Until a run or a release has ended.
    PutOff,
    /// The table is, so the user is to say.
    Large,
}

#[derive(Default)]
pub struct Curves {
    form: Option<CurveForm>,
    pub store: PointStore,
    drawn: Option<Drawn>,
    /// These points are being computed. The value and the method of now are none of a curve's business, so points
    /// tell questions apart, and not settings.
    under_way: Option<Vec<Vec<PointKey>>>,
    pub work: Work,
    /// The user stopped this, or it failed: not to be begun again by itself.
    held: Option<Vec<Vec<PointKey>>>,
    /// The user asked for it, however large the table is.
    wanted: bool,
    /// Something else comes first.
    is_put_off: bool,
}

impl Curves {
    pub fn form(&mut self, workspace: &Workspace) -> &mut CurveForm {
        self.form.get_or_insert_with(|| CurveForm::new(workspace))
    }

    pub fn set_form(&mut self, form: CurveForm) {
        self.form = Some(form);
    }

    pub fn drawn(&self) -> Option<&Drawn> {
        self.drawn.as_ref()
    }

    /// Brings what is on the screen up to date: another question, or points that have arrived.
    pub fn refresh(&mut self, workspace: &Workspace) {
        let form = self.form(workspace).clone();
        let revision = workspace.revision();
        let known = self
            .drawn
            .as_ref()
            .is_some_and(|drawn| drawn.revision == revision && drawn.form == form);
        if !known {
            let question = form.question(workspace);
            let series = form.methods.iter().map(|&(method, slot)| Series {
                method,
                slot,
                points: vec![None; question.values.len()],
            });
            let mut drawn = Drawn {
                series: series.collect(),
                keys: question.keys(),
                question,
                revision,
                form,
                arrived: 0,
            };
            drawn.look_again(&self.store);
            self.drawn = Some(drawn);
        } else if let Some(drawn) = &mut self.drawn
            && drawn.arrived != self.store.arrived()
        {
            drawn.look_again(&self.store);
        }
    }

    /// The question whose points are missing and not being computed; told once.
    pub fn take_missing(&mut self, workspace: &Workspace) -> Option<CurveQuestion> {
        self.is_put_off = false;
        let drawn = self.drawn.as_ref()?;
        let (there, all) = drawn.progress();
        let asked = |keys: &Option<Vec<Vec<PointKey>>>| keys.as_ref() == Some(&drawn.keys);
        if there == all || asked(&self.under_way) || asked(&self.held) {
            return None;
        }
        if workspace.records() > MOST_BY_ITSELF && !self.wanted {
            return None;
        }
        self.under_way = Some(drawn.keys.clone());
        Some(drawn.question.clone())
    }

    /// It is not being computed any more.
    pub fn ended(&mut self, complete: bool) {
        let ended = self.under_way.take();
        if !complete {
            self.held = ended;
        }
    }

    /// Something else comes first. Begun again by itself.
    pub fn put_off(&mut self) {
        self.work.drop_it();
        self.under_way = None;
        self.is_put_off = true;
    }

    /// Goes on with what was stopped, or begins what is large.
    pub fn go_on(&mut self) {
        self.held = None;
        self.wanted = true;
    }

    /// The user stopped what is on the screen, or it failed.
    fn is_held(&self) -> bool {
        let drawn = self.drawn.as_ref().map(|drawn| &drawn.keys);
        drawn.is_some() && self.held.as_ref() == drawn
    }

    /// Why nothing is computed although points are missing.
    pub fn waits(&self) -> Option<Waits> {
        let complete = self.drawn.as_ref().is_some_and(|drawn| {
            let (there, all) = drawn.progress();
            there == all
        });
        let waits = match (self.is_held(), self.is_put_off) {
            (true, _) => Waits::Stopped,
            (false, true) => Waits::PutOff,
            (false, false) => Waits::Large,
        };
        (!complete && self.under_way.is_none()).then_some(waits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_keeps_its_look_when_others_leave() {
        let mut form = CurveForm {
            figure: Figure::LeftOut,
            parameter: Parameter::SetSize,
            low: 1,
            high: 5,
            points: 5,
            methods: Vec::new(),
        };
        for method in [
            MethodName::Hghs,
            MethodName::Aa,
            MethodName::Hghs,
            MethodName::Mm,
        ] {
            form.add(method);
        }
        form.remove(MethodName::Hghs);
        form.add(MethodName::Lg);
        assert_eq!(
            form.methods,
            [
                (MethodName::Aa, 1),
                (MethodName::Mm, 2),
                (MethodName::Lg, 0)
            ]
        );
    }
}
