//! Every view of every sample, as pictures are taken of them.

use super::actions::{Action, CompareTab, ExploreTab, Stage};
use super::commands::Command;
use super::compare::curves::CurveForm;
use super::picture::{Camera, Image};
use super::preferences::{Preferences, ThemeChoice};
use super::shell::stages;
use super::theme;
use super::workbench::Workbench;
use crate::engine::change::Change;
use crate::engine::figure::Figure;
use crate::engine::sweep::Parameter;
use crate::metrics::Metric;
use crate::model::baskets::Cut;
use crate::model::hierarchy::{HierarchySource, Intervals, SharedTree, Tree};
use crate::model::kind::Kind;
use crate::model::method::MethodName;
use crate::model::purpose::{Decomposition, LevelWeights, Projection, Purpose, Recipient, Target};
use crate::model::requirement::{Diversity, SetSize};
use crate::model::roles::Role;
use crate::privacy::PrivacyModel;
use crate::samples::{self, hospital};
use egui::{Context, Theme, Vec2, vec2};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// One picture: what was opened and where the user went.
pub struct Scene {
    pub name: String,
    sample: Option<&'static str>,
    actions: Vec<Action>,
}

pub const SIZE: Vec2 = vec2(1280.0, 800.0);

/// All pictures, without the theme.
pub fn all() -> Vec<Scene> {
    let scene = |name: String, sample, actions| Scene {
        name,
        sample,
        actions,
    };
    let mut scenes = vec![
        scene("start".into(), None, vec![]),
        scene(
            "shortcuts".into(),
            None,
            vec![Action::Run(Command::Shortcuts)],
        ),
        scene(
            "hospital-column".into(),
            Some("hospital"),
            vec![Action::SelectColumn(Some(2))],
        ),
        scene(
            "hospital-record".into(),
            Some("hospital"),
            vec![Action::ShowRow(1_203)],
        ),
        scene(
            "hospital-palette".into(),
            Some("hospital"),
            vec![Action::Run(Command::Palette)],
        ),
        scene(
            "hospital-reading".into(),
            Some("hospital"),
            vec![Action::Run(Command::ReadingOptions)],
        ),
    ];
    let fewer = Action::Change(Change::SetRoles(
        hospital::QUASI
            .iter()
            .filter(|name| !["birth_year", "sex", "marital_status"].contains(*name))
            .map(|name| ((*name).to_owned(), Role::Insensitive))
            .collect(),
    ));
    for stage in once_a_sample(Kind::Microdata) {
        let name = format!("hospital-fewer-{}", stage.name().to_lowercase());
        let actions = vec![fewer.clone(), Action::Go(stage)];
        scenes.push(scene(name, Some("hospital"), actions));
    }
    scenes.push(scene(
        "hospital-fewer-violating".into(),
        Some("hospital"),
        vec![fewer, Action::ShowViolating],
    ));
    scenes.extend(lattices(&scene));
    scenes.extend(promises(&scene));
    scenes.extend(hierarchies(&scene));
    scenes.extend(ratings(&scene));
    scenes.extend(transactions(&scene));
    scenes.extend(compared(&scene));
    scenes.extend(purposes(&scene));
    scenes.extend(groups(&scene));
    for sample in samples::all() {
        for stage in once_a_sample(sample.kind) {
            let name = format!("{}-{}", sample.name, stage.name().to_lowercase());
            scenes.push(scene(name, Some(sample.name), vec![Action::Go(stage)]));
        }
    }
    scenes
}

/// The stages that every sample is shown in; curves take long and have scenes of their own.
fn once_a_sample(kind: Kind) -> impl Iterator<Item = Stage> {
    let stages = stages(kind).iter().copied();
    stages.filter(|stage| *stage != Stage::Compare)
}

/// A tree with its levels, a rule that is being tried, gaps, and a column without a hierarchy.
fn hierarchies(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let column = |name: &str| name.to_owned();
    let intervals = Intervals {
        low: Some(1930.0),
        high: Some(2010.0),
        ..Intervals::new(&[5.0, 10.0, 20.0])
    };
    let intervals = HierarchySource::Intervals(intervals);
    let none = Change::SetHierarchy {
        column: column("zip"),
        source: None,
        name: "remove the hierarchy of zip".to_owned(),
    };
    let chains = [
        ["female", "stated", "*"],
        ["male", "stated", "*"],
        ["unknown", "not stated", "*"],
    ];
    let gaps = Tree::from_chains(&chains.map(Vec::from)).map(|tree| Change::SetHierarchy {
        column: column("marital_status"),
        source: Some(HierarchySource::Chains {
            chains: SharedTree(Arc::new(tree)),
        }),
        name: "edit by hand".to_owned(),
    });
    let name = |what: &str| format!("hospital-hierarchy-{what}");
    let mut scenes = vec![
        scene(
            name("tree"),
            Some("hospital"),
            vec![Action::ShowHierarchy(column("country_of_birth"))],
        ),
        scene(
            name("rule"),
            Some("hospital"),
            vec![Action::TryHierarchy(column("birth_year"), intervals)],
        ),
        scene(
            name("none"),
            Some("hospital"),
            vec![Action::Change(none), Action::ShowHierarchy(column("zip"))],
        ),
    ];
    if let Ok(gaps) = gaps {
        let actions = vec![
            Action::Change(gaps),
            Action::ShowHierarchy(column("marital_status")),
        ];
        scenes.push(scene(name("gaps"), Some("hospital"), actions));
    }
    scenes
}

/// The lattice of levels and the hash table of a node, small and large.
fn lattices(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let keep = |columns: &[&str]| {
        let roles = columns.iter();
        Action::Change(Change::SetRoles(
            roles
                .map(|name| ((*name).to_owned(), Role::Insensitive))
                .collect(),
        ))
    };
    // 540 combinations: each is seen. With admission there are 2,160.
    let some = keep(&["country_of_birth", "household", "admission", "occupation"]);
    let many = keep(&["country_of_birth", "household", "occupation"]);
    let suppression = Action::Change(Change::SetSuppression(0.02));
    let lattice = Action::ShowTab(ExploreTab::Lattice);
    let hash_table = Action::ShowTab(ExploreTab::HashTable);
    let select = |levels: &[u32]| Action::SelectLevels(levels.to_vec());
    let hospital = |name: &str, actions: &[&Action]| {
        let actions = [&suppression].into_iter().chain(actions.iter().copied());
        scene(name.into(), Some("hospital"), actions.cloned().collect())
    };
    let thesis = |sample: &'static str, view: &str, actions: Vec<Action>| {
        scene(format!("{sample}-{view}"), Some(sample), actions)
    };
    vec![
        hospital("hospital-lattice", &[&some, &lattice]),
        hospital("hospital-lattice-many", &[&many, &lattice]),
        hospital(
            "hospital-lattice-selected",
            &[&some, &lattice, &select(&[3, 0, 3, 1, 1])],
        ),
        hospital("hospital-hash-table", &[&some, &lattice, &hash_table]),
        thesis(
            "thesis-2.1",
            "lattice",
            vec![lattice.clone(), select(&[1, 2, 1])],
        ),
        thesis(
            "thesis-2.8",
            "lattice",
            vec![lattice.clone(), select(&[1, 1])],
        ),
        thesis("thesis-2.8", "hash-table", vec![hash_table.clone()]),
        thesis("thesis-3.1", "lattice", vec![lattice.clone()]),
    ]
}

/// The views of ratings: a table of a paper that can be followed by eye, and a survey with many patterns.
fn ratings(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let ask = |k, epsilon, l| {
        let changes = [
            Change::SetK(Some(k)),
            Change::SetEpsilon(Some(epsilon)),
            Change::SetLSd(Some(l)),
        ];
        changes.map(Action::Change)
    };
    let mut scenes = Vec::new();
    for (sample, asked, person) in [
        ("thesis-6.2", ask(3, 2.0, 1.5), 2),
        ("lifestyle", ask(5, 2.0, 1.0), 1_203),
    ] {
        for tab in ExploreTab::RATINGS {
            let view = tab.name().to_lowercase().replace(' ', "-");
            let mut actions = asked.to_vec();
            actions.push(Action::ShowTab(tab));
            if tab == ExploreTab::Neighbourhood {
                actions.push(Action::SelectRow(Some(person)));
            }
            scenes.push(scene(
                format!("{sample}-{view}"),
                Some(sample),
                actions.clone(),
            ));
            if tab == ExploreTab::EpsilonGraph {
                let mut ran = actions.clone();
                ran.push(Action::Change(Change::SetLSd(None)));
                ran.push(Action::Change(Change::SetMethod(MethodName::Greedy)));
                ran.push(Action::Run(Command::RunMethod));
                scenes.push(scene(format!("{sample}-{view}-after"), Some(sample), ran));
                actions.push(Action::SelectRow(Some(person)));
                let name = format!("{sample}-{view}-selected");
                scenes.push(scene(name, Some(sample), actions));
            }
        }
    }
    scenes
}

/// Purposes, who is trusted how far, the dependency tree, and the way of a decomposition through the lattice.
fn purposes(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let name = |text: &str| text.to_owned();
    let show = Action::ShowTab(ExploreTab::Purpose);
    let tree = Action::ShowTab(ExploreTab::DependencyTree);
    let lattice = Action::ShowTab(ExploreTab::Lattice);
    let change = Action::Change;
    let add = change(Change::AddPurpose {
        purpose: name("demography"),
        order: Purpose {
            most: name("birth_year"),
            least: name("zip"),
            between: None,
        },
    });
    let order = change(Change::SetPurpose {
        purpose: name("demography"),
        order: Some(Purpose {
            most: name("birth_year"),
            least: name("zip"),
            between: Some(["sex", "education", "marital_status"].map(name).to_vec()),
        }),
    });
    let few = change(Change::SetRoles(
        ["country_of_birth", "household", "admission", "occupation"]
            .map(|column| (name(column), Role::Insensitive))
            .to_vec(),
    ));
    let told = |projection, weights| {
        change(Change::SetDecomposition {
            told: Decomposition {
                target: Target::Trust(0.4),
                purpose: Some(name("demography")),
                projection,
                weights,
                beta: 1.5,
                ..Decomposition::default()
            },
            name: "set the trust",
        })
    };
    let method = change(Change::SetMethod(MethodName::Decomposition));
    let suppression = change(Change::SetSuppression(0.02));
    let recipient = |who: &str, trust, purpose: Option<&str>| Recipient {
        name: name(who),
        trust,
        purpose: purpose.map(name),
    };
    let recipients = change(Change::SetRecipients {
        recipients: vec![
            recipient("Health office", 0.8, None),
            recipient("University", 0.55, Some("demography")),
            recipient("Newspaper", 0.15, None),
        ],
        name: name("add recipients"),
    });
    let curve = Projection::Curve(vec![(0.0, 1.0), (0.3, 0.8), (0.6, 0.25), (1.0, 0.0)]);
    let led = |projection: Projection, weights: LevelWeights| {
        [
            suppression.clone(),
            few.clone(),
            add.clone(),
            order.clone(),
            told(projection, weights),
            method.clone(),
        ]
        .to_vec()
    };
    let with = |mut actions: Vec<Action>, more: &[&Action]| {
        actions.extend(more.iter().map(|action| (*action).clone()));
        actions
    };
    let uniform = || led(Projection::Quadratic, LevelWeights::Uniform);
    let pair = Action::SelectColumns(["zip", "birth_year"].map(name).to_vec());
    let column = Action::SelectColumns(vec![name("education")]);
    let run = Action::Run(Command::RunMethod);
    let release = Action::Go(Stage::Release);
    let hospital = |what: &str, actions: Vec<Action>| {
        scene(format!("hospital-{what}"), Some("hospital"), actions)
    };
    vec![
        hospital("purpose", vec![show.clone(), pair.clone()]),
        hospital("purpose-suggested", vec![add.clone(), show.clone()]),
        hospital("purpose-ran", with(uniform(), &[&run, &show, &pair])),
        hospital(
            "purpose-weights",
            with(led(Projection::Linear, LevelWeights::Utility), &[&show]),
        ),
        hospital("recipients-none", vec![Action::ShowRecipients]),
        hospital(
            "recipients",
            with(uniform(), &[&recipients, &Action::ShowRecipients]),
        ),
        hospital(
            "recipients-curve",
            with(
                led(curve, LevelWeights::Uniform),
                &[&recipients, &Action::ShowRecipients],
            ),
        ),
        hospital(
            "recipients-release",
            with(uniform(), &[&recipients, &release]),
        ),
        hospital("dependency-tree", vec![tree.clone()]),
        hospital("dependency-tree-selected", vec![tree, column]),
        hospital("lattice-decomposition", with(uniform(), &[&lattice])),
    ]
}

/// Groups of a microaggregation, before one is run, after it, and with one group selected.
fn groups(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let show = Action::ShowTab(ExploreTab::Groups);
    let keep = ["birth_year", "education"];
    let others = hospital::QUASI.iter().filter(|name| !keep.contains(*name));
    let roles = others
        .map(|name| ((*name).to_owned(), Role::Insensitive))
        .chain([("visits".to_owned(), Role::Quasi)]);
    let few = Action::Change(Change::SetRoles(roles.collect()));
    let run = |method| {
        vec![
            few.clone(),
            Action::Change(Change::SetMethod(method)),
            Action::Run(Command::RunMethod),
            show.clone(),
        ]
    };
    let mut selected = run(MethodName::VMdav);
    selected.push(Action::SelectGroup(Some(7)));
    vec![
        scene(
            "hospital-groups-none".into(),
            Some("hospital"),
            vec![show.clone()],
        ),
        scene(
            "hospital-groups".into(),
            Some("hospital"),
            run(MethodName::Mdav),
        ),
        scene(
            "hospital-groups-selected".into(),
            Some("hospital"),
            selected,
        ),
    ]
}

/// The views of transactions: the example of the paper, and many baskets.
fn transactions(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let ask = |k, m| {
        [Change::SetK(Some(k)), Change::SetM(Some(m))]
            .map(Action::Change)
            .to_vec()
    };
    let run = |method| {
        [
            Action::Change(Change::SetMethod(method)),
            Action::Run(Command::RunMethod),
        ]
    };
    // The children of the root, as the file tells them: P, Q, e and i.
    let by_hand = Cut {
        nodes: vec![0, 2, 3, 4],
        suppressed: Vec::new(),
    };
    let mut scenes = Vec::new();
    for (sample, asked, basket) in [
        ("paper-fig1", ask(2, SetSize::ANY), 4),
        ("basket", ask(5, SetSize::AtMost(2)), 1_203),
    ] {
        for tab in ExploreTab::TRANSACTIONS {
            let view = tab.name().to_lowercase().replace(' ', "-");
            let name = format!("{sample}-{view}");
            let mut actions = asked.clone();
            actions.push(Action::ShowTab(tab));
            if tab != ExploreTab::Threats {
                if sample == "paper-fig1" {
                    let name = format!("{name}-first");
                    scenes.push(scene(name, Some(sample), actions.clone()));
                }
                actions.extend(run(MethodName::Hghs));
            }
            if tab != ExploreTab::CutLattice {
                actions.push(Action::SelectRow(Some(basket)));
            }
            scenes.push(scene(name.clone(), Some(sample), actions.clone()));
            let mut more = |what: &str, actions: Vec<Action>| {
                scenes.push(scene(format!("{name}-{what}"), Some(sample), actions));
            };
            match tab {
                ExploreTab::Taxonomy => {
                    let mut local = actions.clone();
                    local.extend(run(MethodName::Lg));
                    more("local", local);
                    if sample == "paper-fig1" {
                        actions.push(Action::TryCut(Some(by_hand.clone())));
                        more("by-hand", actions);
                    }
                }
                ExploreTab::CutLattice => {
                    actions.extend(run(MethodName::Mhghs));
                    more("rounds", actions);
                }
                _ => {}
            }
        }
    }
    scenes
}

/// The Compare stage of every kind: curves, and some candidates beside each other.
fn compared(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let fewer = hospital::QUASI
        .iter()
        .filter(|name| !["birth_year", "sex", "zip"].contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive));
    let fewer = Change::SetRoles(fewer.collect());
    let cases: [(&str, Vec<Change>, [MethodName; 4]); 1] = [(
        "hospital",
        vec![fewer, Change::SetSuppression(0.02)],
        [
            MethodName::Optimal,
            MethodName::Mondrian,
            MethodName::LocalRecoding,
            MethodName::Samarati,
        ],
    )];
    let mut scenes = Vec::new();
    for (sample, asked, methods) in cases {
        let asked: Vec<Action> = asked.into_iter().map(Action::Change).collect();
        let mut kept = asked;
        for method in methods {
            kept.push(Action::Change(Change::SetMethod(method)));
            kept.push(Action::Run(Command::RunMethod));
            kept.push(Action::Run(Command::Keep));
        }
        // Drawing the curves of a large sample takes minutes in the development profile.
        for tab in CompareTab::ALL
            .into_iter()
            .filter(|tab| *tab != CompareTab::Curves)
        {
            let view = tab.name().to_lowercase().replace(' ', "-");
            let mut actions = kept.clone();
            actions.push(Action::ShowCompare(tab));
            scenes.push(scene(format!("{sample}-{view}"), Some(sample), actions));
        }
    }
    // Where no value may change, only a small k is reached.
    let methods = [MethodName::None, MethodName::Optimal, MethodName::Mondrian];
    let form = CurveForm {
        figure: Figure::Metric(Metric::Loss),
        parameter: Parameter::Model(PrivacyModel::KAnonymity),
        low: 1,
        high: 6,
        points: 20,
        methods: methods.into_iter().zip(0..).collect(),
    };
    let gaps = vec![
        Action::DrawCurves(form),
        Action::ShowCompare(CompareTab::Curves),
    ];
    scenes.push(scene("thesis-2.1-curves".into(), Some("thesis-2.1"), gaps));
    let empty = vec![Action::ShowCompare(CompareTab::Shelf)];
    scenes.push(scene("thesis-2.1-shelf".into(), Some("thesis-2.1"), empty));
    scenes
}

/// The promises about sensitive values, the categories behind them, and what they break.
fn promises(scene: &impl Fn(String, Option<&'static str>, Vec<Action>) -> Scene) -> Vec<Scene> {
    let ask = [
        Change::SetK(Some(2)),
        Change::SetP(Some(2)),
        Change::SetPPlus(Some(2)),
        Change::SetAlpha(Some(1.0)),
    ];
    let asked = |more: &[Action]| {
        let mut actions: Vec<Action> = ask.iter().cloned().map(Action::Change).collect();
        actions.extend_from_slice(more);
        actions
    };
    let few = Action::Change(Change::SetRoles(vec![
        ("Age".to_owned(), Role::Insensitive),
        ("Zip Code".to_owned(), Role::Insensitive),
    ]));
    let mut scenes = Vec::new();
    for tab in ExploreTab::MICRODATA {
        let name = format!("promises-{}", tab.name().to_lowercase().replace(' ', "-"));
        let actions = asked(&[
            few.clone(),
            Action::Change(Change::SetSuppression(0.8)),
            Action::ShowTab(tab),
            Action::SelectClass(0),
            Action::Run(Command::RunMethod),
        ]);
        scenes.push(scene(name, Some("thesis-3.1"), actions));
    }
    scenes.push(scene(
        "promises-stale".into(),
        Some("thesis-3.1"),
        asked(&[
            Action::Change(Change::SetSuppression(1.0)),
            few.clone(),
            Action::Run(Command::RunMethod),
            Action::Change(Change::SetMethod(MethodName::Optimal)),
            Action::Go(Stage::Release),
        ]),
    ));
    let disease = 4;
    scenes.push(scene(
        "promises-categories".into(),
        Some("thesis-3.1"),
        asked(&[few, Action::EditCategories(Some(disease))]),
    ));
    let fewer = |method| {
        vec![
            Action::Change(Change::SetRoles(
                hospital::QUASI
                    .iter()
                    .filter(|name| !["birth_year", "sex", "zip"].contains(*name))
                    .map(|name| ((*name).to_owned(), Role::Insensitive))
                    .collect(),
            )),
            Action::Change(Change::SetSuppression(0.02)),
            Action::Change(Change::SetMethod(method)),
            Action::Run(Command::RunMethod),
            Action::ShowTab(ExploreTab::BeforeAfter),
        ]
    };
    for method in [MethodName::Optimal, MethodName::Mondrian] {
        let name = format!("hospital-{}", method.name());
        scenes.push(scene(name, Some("hospital"), fewer(method)));
    }
    scenes.push(scene(
        "hospital-promises".into(),
        Some("hospital"),
        vec![
            Action::Change(Change::SetL(Diversity {
                distinct: Some(3),
                entropy: Some(1.5),
                recursive: Some((3.0, 2)),
            })),
            Action::Change(Change::SetT(Some(0.3))),
            Action::Change(Change::SetPPlus(Some(2))),
            Action::ShowViolations(None),
        ],
    ));
    scenes
}

impl Scene {
    /// `cache` is a folder for the sample's files.
    pub fn paint(&self, theme: Theme, size: Vec2, pixels_per_point: f32, cache: &Path) -> Image {
        let ctx = Context::default();
        theme::install(&ctx);
        let preferences = Preferences {
            theme: match theme {
                Theme::Dark => ThemeChoice::Dark,
                Theme::Light => ThemeChoice::Light,
            },
            ..Preferences::default()
        };
        let mut workbench = Workbench::new(preferences, Arc::new(|| {}), cache.to_owned());
        if let Some(sample) = self.sample {
            workbench.send(Action::OpenSample(sample));
            settle(&mut workbench, &ctx);
        }
        for action in &self.actions {
            workbench.send(action.clone());
            settle(&mut workbench, &ctx);
        }
        let camera = Camera::new(size)
            .theme(theme)
            .pixels_per_point(pixels_per_point);
        camera.paint(&ctx, |ui| {
            settle(&mut workbench, &ui.ctx().clone());
            workbench.ui(ui);
        })
    }

    pub fn file_name(&self, theme: Theme) -> String {
        let theme = match theme {
            Theme::Dark => "dark",
            Theme::Light => "light",
        };
        format!("{}-{theme}.png", self.name)
    }
}

/// Waits until nothing runs behind the window.
fn settle(workbench: &mut Workbench, ctx: &Context) {
    workbench.logic(ctx);
    while !workbench.is_settled() {
        std::thread::sleep(Duration::from_millis(1));
        workbench.logic(ctx);
    }
}
