//! A question and its answer: asked behind the window, kept while the question is the same, dropped when it changes.

use crate::ui::jobs::{Jobs, Running, Work};
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_engine::job::Ended;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// The newest question wins, and each is asked once: what failed would fail again, and is asked again only if the user
/// says so.
#[derive(Debug)]
pub struct Asked<Q, A> {
    wanted: Option<Q>,
    /// What was begun for what is wanted.
    begun: Option<Begun<A>>,
    /// An earlier answer; shown until there is a newer one.
    last: Option<(Q, Arc<A>)>,
}

#[derive(Debug)]
struct Begun<A> {
    work: Work,
    end: Rc<OnceCell<End<A>>>,
    /// Somebody has been told of the answer.
    is_told: bool,
}

#[derive(Debug)]
enum End<A> {
    Answered(Arc<A>),
    /// The user stopped it.
    Stopped,
    Failed(String),
}

impl<A> Begun<A> {
    fn answer(&self) -> Option<&Arc<A>> {
        match self.end.get() {
            Some(End::Answered(answer)) => Some(answer),
            _ => None,
        }
    }
}

impl<Q, A> Default for Asked<Q, A> {
    fn default() -> Self {
        Self {
            wanted: None,
            begun: None,
            last: None,
        }
    }
}

impl<Q: Clone + PartialEq, A> Asked<Q, A> {
    /// Asks this, unless it is what was asked last. Gives what is to be begun, if anything is.
    pub fn ask(&mut self, question: Q) -> Option<New<'_, Q, A>> {
        self.want(question);
        self.missing()
    }

    /// The same where more than one question may serve, and making one in every frame would cost too much.
    pub fn ask_unless(
        &mut self,
        serves: impl Fn(&Q) -> bool,
        question: impl FnOnce() -> Q,
    ) -> Option<New<'_, Q, A>> {
        if !self.wanted.as_ref().is_some_and(&serves) {
            let known = self.last().map(|(known, _)| known);
            let known = known.filter(|known| serves(known)).cloned();
            self.want(known.unwrap_or_else(question));
        }
        self.missing()
    }

    /// Says what is needed now, to be begun later. Says whether that is another question than before.
    pub fn want(&mut self, question: Q) -> bool {
        if self.wanted.as_ref() == Some(&question) {
            return false;
        }
        if let (Some(wanted), Some(begun)) = (self.wanted.take(), self.begun.take())
            && let Some(answer) = begun.answer()
        {
            self.last = Some((wanted, answer.clone()));
        }
        self.wanted = Some(question);
        true
    }

    /// What is wanted and was not begun yet.
    pub fn missing(&mut self) -> Option<New<'_, Q, A>> {
        let question = self.wanted.clone()?;
        if let Some(begun) = &self.begun {
            if begun.answer().is_some() {
                self.last = None;
            }
            return None;
        }
        let is_known = self.last.as_ref().is_some_and(|(of, _)| *of == question);
        (!is_known).then_some(New {
            asked: self,
            question,
        })
    }

    /// The answer to what is wanted, with its question, if it was begun for it.
    fn answered(&self) -> Option<(&Q, &Arc<A>)> {
        let answer = self.begun.as_ref()?.answer()?;
        Some((self.wanted.as_ref()?, answer))
    }

    fn last(&self) -> Option<(&Q, &Arc<A>)> {
        self.last.as_ref().map(|(of, answer)| (of, answer))
    }

    /// What is asked now.
    pub fn question(&self) -> Option<&Q> {
        self.wanted.as_ref()
    }

    /// The answer to what is asked now.
    pub fn current(&self) -> Option<&Arc<A>> {
        let wanted = self.wanted.as_ref()?;
        self.answer_to(|question| question == wanted)
    }

    /// The newest answer: to what is asked now, or to what was asked before it.
    pub fn newest(&self) -> Option<&Arc<A>> {
        let newest = self.answered().or(self.last());
        newest.map(|(_, answer)| answer)
    }

    /// The answer to such a question, if it is known.
    pub fn answer_to(&self, is: impl Fn(&Q) -> bool) -> Option<&Arc<A>> {
        let known = [self.answered(), self.last()];
        let mut known = known.into_iter().flatten();
        known
            .find(|(question, _)| is(question))
            .map(|(_, answer)| answer)
    }

    /// The newest answer, to be changed; `None` while somebody else holds it.
    pub fn newest_mut(&mut self) -> Option<&mut A> {
        let begun = self.begun.as_mut();
        let ended = begun.and_then(|begun| Rc::get_mut(&mut begun.end)?.get_mut());
        match ended {
            Some(End::Answered(answer)) => Arc::get_mut(answer),
            _ => Arc::get_mut(&mut self.last.as_mut()?.1),
        }
    }

    /// Whether an answer has come since this was last asked for.
    pub fn has_news(&mut self) -> bool {
        match &mut self.begun {
            Some(begun) if begun.answer().is_some() => !std::mem::replace(&mut begun.is_told, true),
            _ => false,
        }
    }

    pub fn is_running(&self) -> bool {
        self.begun
            .as_ref()
            .is_some_and(|begun| begun.work.is_running())
    }

    /// How far the work is.
    pub fn running(&self) -> Option<Running> {
        self.begun.as_ref()?.work.running()
    }

    /// It was stopped or has failed: it is asked again only if somebody says so.
    pub fn is_missed(&self) -> bool {
        let end = self.begun.as_ref().and_then(|begun| begun.end.get());
        end.is_some_and(|end| !matches!(end, End::Answered(_)))
    }

    /// Why there is no answer, in a sentence.
    pub fn problem(&self) -> Option<&str> {
        match self.begun.as_ref()?.end.get()? {
            End::Failed(why) => Some(why),
            _ => None,
        }
    }

    /// What was stopped or failed may be begun once more.
    pub fn ask_again(&mut self) {
        if self.is_missed() {
            self.begun = None;
        }
    }

    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// A question that nothing was begun for.
#[must_use = "nothing is asked until it is begun"]
pub struct New<'a, Q, A> {
    asked: &'a mut Asked<Q, A>,
    question: Q,
}

impl<Q, A> New<'_, Q, A> {
    pub fn question(&self) -> &Q {
        &self.question
    }

    /// Answers it behind the window.
    pub fn start(
        self,
        jobs: &Jobs,
        name: &str,
        answer: impl FnOnce(Q, &Progress) -> Result<A, Failure> + Send + 'static,
    ) where
        Q: Send + 'static,
        A: Send + 'static,
    {
        let end = Rc::new(OnceCell::new());
        let told = end.clone();
        let question = self.question;
        let work = jobs.start(
            name,
            move |progress| answer(question, progress),
            move |bench, ended| {
                let ended = match ended {
                    Ended::Done(answer) => End::Answered(Arc::new(answer)),
                    Ended::Stopped => {
                        bench.was_stopped();
                        End::Stopped
                    }
                    Ended::Failed(problem) => {
                        bench.has_failed(&problem);
                        End::Failed(problem.to_string())
                    }
                };
                // Nobody else sets it: this is the only work for it.
                let _ = told.set(ended);
            },
        );
        self.asked.begun = Some(Begun {
            work,
            end,
            is_told: false,
        });
    }

    /// Answers it on the spot.
    pub fn put(self, answer: A) {
        self.asked.begun = Some(Begun {
            work: Work::default(),
            end: Rc::new(OnceCell::from(End::Answered(Arc::new(answer)))),
            is_told: false,
        });
    }
}

/// An answer that follows from its question alone.
pub trait Answer: Sized + Send + 'static {
    type Question: Clone + PartialEq + Send + 'static;
    /// What the bottom bar calls the work.
    const WORK: &'static str;

    fn compute(question: Self::Question, progress: &Progress) -> Result<Self, Stopped>;
    /// So short that nobody notices: no job is needed.
    fn is_short(question: &Self::Question) -> bool;
}

impl<A: Answer> Asked<A::Question, A> {
    /// Says what is needed now; the work for it is begun if there is any. Says whether that is another question than
    /// before.
    pub fn see_to(&mut self, question: A::Question, jobs: &Jobs) -> bool {
        let is_other = self.want(question);
        if let Some(new) = self.missing() {
            let progress = Progress::default();
            let short = A::is_short(&new.question).then(|| new.question.clone());
            match short.map(|question| A::compute(question, &progress)) {
                Some(Ok(answer)) => new.put(answer),
                _ => new.start(jobs, A::WORK, |question, progress| {
                    Ok(A::compute(question, progress)?)
                }),
            }
        }
        is_other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::preferences::Preferences;
    use crate::ui::workbench::Workbench;
    use cloakroom_core::problem::Problem;
    use std::path::PathBuf;
    use std::thread;
    use std::time::{Duration, Instant};

    struct Desk {
        jobs: Jobs,
        bench: Workbench,
        asked: Asked<u32, u32>,
    }

    impl Desk {
        fn new() -> Self {
            let waker: cloakroom_engine::job::Waker = Arc::new(|| {});
            let bench = Workbench::new(Preferences::default(), waker.clone(), PathBuf::new());
            Self {
                jobs: Jobs::new(waker),
                bench,
                asked: Asked::default(),
            }
        }

        fn ask(&mut self, question: u32) {
            if let Some(new) = self.asked.ask(question) {
                new.start(&self.jobs, "Double", |number, progress| {
                    match number {
                        // Until it is stopped.
                        0 => loop {
                            progress.check()?;
                            thread::sleep(Duration::from_millis(1));
                        },
                        _ if number % 2 == 0 => Ok(2 * number),
                        _ => Err(Problem::new("odd").into()),
                    }
                });
            }
        }

        fn settle(&mut self) {
            while !self.jobs.is_idle() {
                thread::sleep(Duration::from_millis(1));
                for over in self.jobs.collect() {
                    over.tell(&mut self.bench);
                }
            }
        }

        fn current(&self) -> Option<u32> {
            self.asked.current().map(|answer| **answer)
        }
    }

    #[test]
    fn a_question_is_asked_once_and_the_answer_of_before_stays_until_there_is_another() {
        let mut desk = Desk::new();
        desk.ask(2);
        assert!(desk.asked.is_running());
        desk.ask(2);
        desk.settle();
        desk.ask(2);
        assert_eq!((desk.current(), desk.jobs.started()), (Some(4), 1));
        assert!(desk.asked.has_news() && !desk.asked.has_news());
        desk.ask(0);
        assert_eq!(
            (desk.current(), desk.asked.newest()),
            (None, Some(&Arc::new(4)))
        );
        // Nobody waits for it any more, and what is known is not asked again.
        desk.ask(2);
        assert!(desk.jobs.is_idle());
        assert_eq!((desk.current(), desk.jobs.started()), (Some(4), 2));
    }

    #[test]
    fn what_failed_is_asked_again_only_if_somebody_says_so() {
        let mut desk = Desk::new();
        desk.ask(3);
        desk.settle();
        desk.ask(3);
        assert!(desk.asked.is_missed() && desk.jobs.is_idle());
        assert_eq!(desk.asked.problem(), Some("odd"));
        desk.asked.ask_again();
        desk.ask(3);
        assert!(desk.asked.is_running());
        assert_eq!(desk.jobs.started(), 2);
    }

    #[test]
    fn work_that_nobody_holds_is_stopped_and_not_heard_of() {
        let mut desk = Desk::new();
        desk.ask(0);
        let work = desk.asked.running().map(|work| work.number);
        desk.jobs.stop(work.unwrap_or_default());
        let begun = Instant::now();
        desk.settle();
        assert!(begun.elapsed() < Duration::from_millis(200));
        assert!(desk.asked.is_missed() && desk.asked.problem().is_none());
        desk.asked.ask_again();
        desk.ask(0);
        desk.asked.forget();
        assert!(desk.jobs.is_idle() && desk.jobs.collect().is_empty());
    }

    #[test]
    fn another_question_may_serve() {
        let mut desk = Desk::new();
        let serves = |least: u32| move |known: &u32| *known >= least;
        if let Some(new) = desk.asked.ask_unless(serves(6), || 6) {
            new.put(12);
        }
        assert!(desk.asked.ask_unless(serves(4), || 4).is_none());
        assert!(desk.asked.ask_unless(serves(8), || 8).is_some());
        assert!(
            desk.asked.ask_unless(serves(4), || 4).is_some(),
            "8 is asked"
        );
        assert_eq!(desk.asked.question(), Some(&8));
    }
}
