//! Releases that are counted together: which, and what came of it.

use crate::ui::jobs::Work;
use cloakroom_core::earlier::Earlier;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_engine::pool::{PoolAnswer, pool};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolQuestion {
    /// Audit files.
    pub releases: Vec<PathBuf>,
    /// The column that tells who is who, where the data are different.
    pub by: Option<String>,
}

/// What is asked, with the answer or what is in the way of one.
#[derive(Clone, Debug)]
pub struct Pooled {
    pub question: PoolQuestion,
    pub found: Result<PoolAnswer, String>,
}

impl Pooled {
    pub fn compute(question: PoolQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let found = match pool(&question.releases, question.by.as_deref(), progress) {
            Ok(answer) => Ok(answer),
            Err(Failure::Problem(problem)) => Err(problem.to_string()),
            Err(Failure::Stopped(stopped)) => return Err(stopped),
        };
        Ok(Self { question, found })
    }
}

#[derive(Debug, Default)]
pub struct PoolState {
    /// Releases that are left aside, by audit file.
    aside: BTreeSet<PathBuf>,
    /// The column that tells who is who, as it is typed.
    pub by: String,
    pooled: Option<Pooled>,
    pub counting: Work,
}

impl PoolState {
    pub fn is_taken(&self, release: &Earlier) -> bool {
        !self.aside.contains(&release.audit)
    }

    pub fn take(&mut self, release: PathBuf, taken: bool) {
        if taken {
            self.aside.remove(&release);
        } else {
            self.aside.insert(release);
        }
    }

    pub fn take_in(&mut self, pooled: Pooled) {
        self.pooled = Some(pooled);
    }

    /// What would be asked now; nothing of fewer than two releases.
    pub fn question(&self, known: &[Earlier]) -> Option<PoolQuestion> {
        let taken = known.iter().filter(|release| self.is_taken(release));
        let releases: Vec<PathBuf> = taken.map(|release| release.audit.clone()).collect();
        let by = self.by.trim();
        (releases.len() > 1).then(|| PoolQuestion {
            releases,
            by: (!by.is_empty()).then(|| by.to_owned()),
        })
    }

    /// The last answer, and whether it is one to what would be asked now.
    pub fn answer(&self, known: &[Earlier]) -> Option<(&Pooled, bool)> {
        let pooled = self.pooled.as_ref()?;
        let is_current = self.question(known).as_ref() == Some(&pooled.question);
        Some((pooled, is_current))
    }

    /// The answer about all of these releases, if it is known.
    pub fn of_all(&self, known: &[Earlier]) -> Option<&PoolAnswer> {
        let pooled = self.pooled.as_ref()?;
        let of = &pooled.question.releases;
        let is_all = of.len() == known.len() && known.iter().all(|one| of.contains(&one.audit));
        pooled.found.as_ref().ok().filter(|_| is_all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_release_is_no_pool_and_an_old_answer_is_known_as_such() {
        let release = |name: &str| Earlier {
            audit: PathBuf::from(name),
            written: None,
        };
        let known = [release("a"), release("b"), release("c")];
        let mut state = PoolState::default();
        assert_eq!(state.question(&known[..1]), None);
        let question = state.question(&known).unwrap();
        assert_eq!(question.releases.len(), 3);
        state.take_in(Pooled {
            question,
            found: Err("no".to_owned()),
        });
        assert!(state.answer(&known).unwrap().1);
        state.take(PathBuf::from("b"), false);
        assert!(!state.answer(&known).unwrap().1);
        assert_eq!(state.question(&known).unwrap().releases.len(), 2);
        state.take(PathBuf::from("b"), true);
        state.by = " name ".to_owned();
        assert_eq!(state.question(&known).unwrap().by.as_deref(), Some("name"));
    }
}
