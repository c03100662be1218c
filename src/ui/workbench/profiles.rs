//! Profiles of one's own: named, kept, deleted.

use super::{PROFILES, Workbench};
use crate::ui::views::dialogs::{Dialog, ProfileForm};
use cloakroom_core::problem::Problem;
use cloakroom_engine::profiles::{Profile, profiles};

impl Workbench {
    /// What is asked for, to become a profile among the others.
    pub(super) fn name_profile(&mut self) {
        let Some(workspace) = self.workspace() else {
            return;
        };
        let kind = workspace.kind();
        let requirement = workspace.settings().requirement.clone();
        let profile = Profile {
            name: format!("Own: {}", requirement.sentence()),
            kinds: vec![kind],
            who: "own".to_owned(),
            sentence: "Decided in house.".to_owned(),
            requirement,
            ..Profile::default()
        };
        let own = self.profiles.iter();
        let own = own.filter(|profile| profile.file.is_some());
        let known = own.map(|profile| profile.name.clone()).collect();
        let form = ProfileForm::new(profile, known);
        self.dialog = Some(Dialog::Profile(Box::new(form)));
    }

    pub(super) fn save_profile(&mut self, profile: &Profile) {
        let saved = profile.save(&self.cache.join(PROFILES));
        let words = format!("Saved the profile {}", profile.name);
        self.told_of_profiles(saved.map(|_| words));
    }

    pub(super) fn delete_profile(&mut self, profile: &Profile) {
        let words = format!("Deleted the profile {}", profile.name);
        self.told_of_profiles(profile.delete().map(|()| words));
    }

    fn told_of_profiles(&mut self, done: Result<String, Problem>) {
        self.profiles = profiles(Some(&self.cache.join(PROFILES)));
        match done {
            Ok(words) => self.toasts.done(words),
            Err(problem) => self.toasts.failed(problem.to_string()),
        }
    }
}
