//! Profiles of requirements: what somebody asks for, with who does and on what it rests. Data files, ours and the user's.

use cloakroom_core::io::atomic_file::write_text_whole;
use cloakroom_core::io::paths::file_names;
use cloakroom_core::io::recipe::{parse_recipe, read_recipe_text, write_recipe};
use cloakroom_core::{Kind, Problem, Recipe, Requirement};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    pub name: String,
    /// The kinds of data that it is for.
    pub kinds: Vec<Kind>,
    /// Who asks for it, and in which document.
    pub who: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// Where that can be read.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What it rests on, and what of it is a reading.
    pub sentence: String,
    /// As in a recipe.
    #[serde(rename = "require")]
    pub requirement: Requirement,
    /// Where it lies, if it is the user's own.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// The profiles that come with the program.
const BUILT_IN: [&str; 13] = [
    include_str!("../../../assets/profiles/cell-size-5.toml"),
    include_str!("../../../assets/profiles/cell-size-10.toml"),
    include_str!("../../../assets/profiles/research-data-centre.toml"),
    include_str!("../../../assets/profiles/hipaa-expert.toml"),
    include_str!("../../../assets/profiles/ema-0070.toml"),
    include_str!("../../../assets/profiles/health-canada.toml"),
    include_str!("../../../assets/profiles/open-data.toml"),
    include_str!("../../../assets/profiles/ratings-cell-size-5.toml"),
    include_str!("../../../assets/profiles/ratings-open-data.toml"),
    include_str!("../../../assets/profiles/ratings-survey-paper.toml"),
    include_str!("../../../assets/profiles/baskets-cell-size-5.toml"),
    include_str!("../../../assets/profiles/baskets-open-data.toml"),
    include_str!("../../../assets/profiles/baskets-transaction-paper.toml"),
];

const EXTENSION: &str = "toml";
/// More files than this are no collection of profiles.
const MOST_FILES: usize = 1_000;

/// Those that come with the program, then those in the user's own folder by the names of their files. Files that are no
/// profiles are left aside; [`Profile::read`] says what is wrong with one.
pub fn profiles(own: Option<&Path>) -> Vec<Profile> {
    let built_in = BUILT_IN
        .iter()
        .filter_map(|text| Profile::parse(text, Path::new("profile")).ok());
    let own = own.map_or_else(Vec::new, files);
    let own = own.iter().filter_map(|file| {
        let mut profile = Profile::read(file).ok()?;
        profile.file = Some(file.clone());
        Some(profile)
    });
    built_in.chain(own).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.take(MOST_FILES).filter_map(Result::ok);
    let paths = paths.map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == EXTENSION) && path.is_file())
        .collect();
    files.sort();
    files
}

impl Profile {
    /// Refuses what a recipe would refuse, and what is for no kind of data.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        Self::parse(&read_recipe_text(file)?, file)
    }

    fn parse(text: &str, file: &Path) -> Result<Self, Problem> {
        let profile: Self = toml::from_str(text).map_err(|error| {
            let problem =
                Problem::in_file(file, format!("this is no profile: {}", error.message()));
            match error.span() {
                Some(span) => {
                    let before = text.get(..span.start).unwrap_or_default();
                    let line = before.matches('\n').count() as u64 + 1;
                    let start = before.rfind('\n').map_or(0, |at| at + 1);
                    problem.at(line, (before.len() - start) as u64 + 1)
                }
                None => problem,
            }
        })?;
        profile
            .flaw()
            .map_or(Ok(()), |why| Err(Problem::in_file(file, why)))?;
        Ok(profile)
    }

    /// What keeps it from being used.
    fn flaw(&self) -> Option<String> {
        if self.name.trim().is_empty() {
            return Some("the profile has no name; expected one".to_owned());
        }
        if self.kinds.is_empty() {
            return Some(
                "the profile is for no kind of data; expected microdata, ratings or transactions"
                    .to_owned(),
            );
        }
        if self.requirement.is_empty() {
            return Some(
                "the profile asks for nothing; expected a promise under [require]".to_owned(),
            );
        }
        self.kinds.iter().find_map(|&kind| self.flaw_for(kind))
    }

    /// Whether a recipe with these promises would be read, and say the same.
    fn flaw_for(&self, kind: Kind) -> Option<String> {
        let mut recipe = Recipe {
            data: "data".into(),
            ..Recipe::default()
        };
        recipe.load.kind = Some(kind);
        recipe.settings.requirement = self.requirement.clone();
        match parse_recipe(&write_recipe(&recipe), Path::new("")) {
            Ok(read) if read.settings.requirement == self.requirement => None,
            Ok(_) => Some("the requirement cannot be written as in a recipe".to_owned()),
            Err(problem) => Some(problem.message),
        }
    }

    /// Writes it into a folder, which is made if need be, under a file name that follows from its own; one of the same
    /// name is replaced. Tells where it is.
    pub fn save(&self, folder: &Path) -> Result<PathBuf, Problem> {
        let name = file_names(&[self.name.trim()]).pop().unwrap_or_default();
        let path = folder.join(format!("{name}.{EXTENSION}"));
        if let Some(why) = self.flaw() {
            return Err(Problem::in_file(&path, why));
        }
        std::fs::create_dir_all(folder)
            .map_err(|error| Problem::from_io(folder, "make the folder", &error))?;
        let text =
            toml::to_string(self).map_err(|error| Problem::in_file(&path, error.to_string()))?;
        write_text_whole(&path, &text)?;
        Ok(path)
    }

    /// One of the user's own; those that come along stay.
    pub fn delete(&self) -> Result<(), Problem> {
        let Some(file) = &self.file else {
            return Err(Problem::new(
                "the profile comes with the program and cannot be deleted",
            ));
        };
        std::fs::remove_file(file)
            .map_err(|error| Problem::from_io(file, "delete the profile", &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_that_comes_along_is_whole() {
        let all = profiles(None);
        assert_eq!(all.len(), BUILT_IN.len());
        for kind in Kind::ALL {
            let fits = |profile: &&Profile| profile.kinds.contains(&kind);
            assert!(all.iter().filter(fits).count() >= 3, "{kind:?}");
        }
        for profile in &all {
            assert!(
                !profile.who.is_empty() && profile.sentence.ends_with('.'),
                "{profile:?}"
            );
            assert!(profile.place.is_some(), "{profile:?}");
        }
        let k = |name: &str| {
            let found = all.iter().find(|profile| profile.name.starts_with(name));
            found.and_then(|profile| profile.requirement.k)
        };
        assert_eq!(
            (k("EMA"), k("Health Canada"), k("HIPAA")),
            (Some(12), Some(12), Some(11))
        );
        // 1/k is the largest chance: the least k that keeps it at 0.09 or below.
        let ema = f64::from(k("EMA").unwrap());
        assert!(1.0 / ema <= 0.09 && 1.0 / (ema - 1.0) > 0.09);
        let centre = all
            .iter()
            .find(|profile| profile.name == "Research data centre")
            .unwrap();
        assert_eq!(centre.requirement.sentence(), "k = 10, l = 2 distinct");
    }

    #[test]
    fn own_profiles_are_saved_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("profiles");
        assert_eq!(profiles(Some(&own)).len(), BUILT_IN.len());
        let profile = Profile {
            name: "Our house: surveys/2".to_owned(),
            kinds: vec![Kind::Ratings],
            who: "the data protection officer".to_owned(),
            sentence: "Decided in house.".to_owned(),
            requirement: Requirement {
                k: Some(7),
                epsilon: Some(1.0),
                ..Requirement::default()
            },
            ..Profile::default()
        };
        let path = profile.save(&own).unwrap();
        assert_eq!(path.parent(), Some(own.as_path()));
        let saved = Profile {
            file: Some(path),
            ..profile.clone()
        };
        assert_eq!(profiles(Some(&own)).last(), Some(&saved));
        profile.save(&own).unwrap();
        assert_eq!(profiles(Some(&own)).len(), BUILT_IN.len() + 1);
        saved.delete().unwrap();
        assert_eq!(profiles(Some(&own)).len(), BUILT_IN.len());
        assert!(saved.delete().is_err() && profile.delete().is_err());
        profile.save(&own).unwrap();
        std::fs::write(own.join("other.toml"), "name = 'x'\n").unwrap();
        assert_eq!(profiles(Some(&own)).len(), BUILT_IN.len() + 1);
    }

    #[test]
    fn what_a_recipe_refuses_is_refused_with_its_place() {
        let told = |text: &str| Profile::parse(text, Path::new("p.toml")).unwrap_err();
        let head = "name = 'x'\nkinds = ['microdata']\nwho = 'y'\nsentence = 'z'\n[require]\n";
        let problem = told(&format!("{head}kk = 3\n"));
        assert_eq!(problem.line, Some(6), "{problem}");
        assert!(told(&format!("{head}k = 0\n")).message.contains('k'));
        assert!(
            told(&format!("{head}epsilon = 1.0\n"))
                .message
                .contains("epsilon")
        );
        assert!(
            told(&format!("{head}suppression = 0.1\n"))
                .message
                .contains("asks for nothing")
        );
        assert!(
            told(&format!("{head}k = 3\n").replace("'microdata'", ""))
                .message
                .contains("no kind")
        );
        assert!(Profile::default().save(Path::new("nowhere")).is_err());
    }
}
