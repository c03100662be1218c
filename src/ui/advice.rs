//! What is worth changing, as far as it is known: asked behind the window when nothing else is under way, dropped when
//! the question changes. And how long methods took, which the menu of methods tells.

use super::method_result::MethodResult;
use cloakroom_core::method::{MethodName, Size};
use cloakroom_core::settings::Settings;
use cloakroom_engine::advice::duration::{Seen, expected, in_words, size_of};
use cloakroom_engine::advice::{Advice, Ask, Computed, Ran, SHOWN, Topic, advise};
use cloakroom_engine::job::{Ended, Job, Waker};
use cloakroom_engine::made::is_same_question;
use cloakroom_engine::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Default)]
pub struct AdviceState {
    asked: Option<Asked>,
    job: Option<Job<Vec<Advice>>>,
    /// What was found for what was asked.
    found: Vec<Advice>,
    /// Not wanted any more while this file is open.
    hidden: BTreeSet<Topic>,
}

/// How long methods took in this window, whatever the file.
#[derive(Default)]
pub struct Durations {
    /// The last run of every method.
    seen: BTreeMap<MethodName, Seen>,
    /// The run that was seen last.
    last: Option<Arc<MethodResult>>,
}

/// What the advice of now is about.
struct Asked {
    revision: u64,
    settings: Settings,
    ran: Option<Arc<MethodResult>>,
}

impl AdviceState {
    /// What is shown: what is hidden makes room for others.
    pub fn shown(&self) -> impl Iterator<Item = &Advice> {
        let wanted = |advice: &&Advice| !self.hidden.contains(&advice.topic);
        self.found.iter().filter(wanted).take(SHOWN)
    }

    pub fn hide(&mut self, topic: Topic) {
        self.hidden.insert(topic);
    }

    /// Nothing is being looked for.
    pub fn is_settled(&self) -> bool {
        self.job.is_none()
    }

    /// Takes in what was found meanwhile.
    pub fn collect(&mut self) {
        let Some(ended) = self.job.as_ref().and_then(Job::poll) else {
            return;
        };
        self.job = None;
        // What fails is told by whoever needs it; without advice the window works as well.
        if let Ended::Done(found) = ended {
            self.found = found;
        }
    }

    /// Other work comes first: what is not answered yet is asked again afterwards.
    pub fn give_way(&mut self) {
        if self.job.take().is_some() {
            self.asked = None;
        }
    }

    /// Whether these settings and this run are what the advice of now is about. What was found for others is dropped.
    pub fn is_about(&mut self, workspace: &Workspace, ran: Option<&Arc<MethodResult>>) -> bool {
        let settings = workspace.settings();
        if let Some(asked) = &mut self.asked {
            let same_run = match (&asked.ran, ran) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (None, None) => true,
                _ => false,
            };
            let same_settings = asked.revision == workspace.revision()
                || is_same_question(&asked.settings, settings);
            if same_run && same_settings {
                asked.revision = workspace.revision();
                return true;
            }
        }
        self.asked = None;
        self.job = None;
        self.found.clear();
        false
    }

    pub fn ask(
        &mut self,
        workspace: &Workspace,
        ran: Option<&Arc<MethodResult>>,
        computed: Computed,
        waker: Waker,
    ) {
        let settings = workspace.settings().clone();
        let asked = Asked {
            revision: workspace.revision(),
            settings: settings.clone(),
            ran: ran.cloned(),
        };
        self.asked = Some(asked);
        let (loaded, folder) = (workspace.loaded().clone(), workspace.folder().to_owned());
        let ran = ran.cloned();
        let revision = workspace.revision();
        self.job = Some(Job::start(
            "Look for advice",
            revision,
            waker,
            move |progress| {
                let ran = ran.as_ref().and_then(|ran| {
                    let candidate = ran.outcome.reached()?;
                    // A run that was ended early would be made to its end.
                    (!ran.has_ended_early()).then_some(Ran {
                        candidate,
                        took: ran.took,
                    })
                });
                let ask = Ask {
                    loaded: &loaded,
                    settings: &settings,
                    folder: &folder,
                    ran,
                    computed,
                };
                advise(&ask, progress)
            },
        ));
    }
}

impl Durations {
    /// Remembers how long a run took.
    pub fn see(&mut self, workspace: &Workspace, ran: &Arc<MethodResult>) {
        if self
            .last
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, ran))
        {
            return;
        }
        let settings = ran.settings();
        let seen = Seen {
            size: size_of(&workspace.loaded().dataset, settings),
            took: ran.took,
        };
        if !ran.has_ended_early() {
            self.seen.insert(settings.method.name, seen);
        }
        self.last = Some(ran.clone());
    }

    /// How long a method will take on data of this size, in a sentence.
    pub fn how_long(&self, method: MethodName, size: Size) -> String {
        let seen = self.seen.get(&method).copied();
        let words = in_words(expected(method, size, seen));
        match seen {
            Some(_) => format!("By its last run: {words}."),
            None => format!("Here, roughly: {words}."),
        }
    }
}
