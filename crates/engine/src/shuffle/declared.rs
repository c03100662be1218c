//! What the releaser declares, as far as the order of a release follows from it.

use crate::kinds::about;
use cloakroom_core::io::recipe::write_recipe;
use cloakroom_core::report_context::ReportContext;
use cloakroom_core::settings::HierarchySource;
use cloakroom_core::{Kind, Recipe, Role, Settings};
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// A digest of the settings and of who gets the release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredDigest(pub(super) [u8; 32]);

impl DeclaredDigest {
    /// `None` if rows are released in the order of the input.
    pub fn of(settings: &Settings, kind: Kind, recipient: Option<&str>) -> Option<Self> {
        if !settings.release.shuffle {
            return None;
        }
        let text = write_recipe(&Recipe {
            settings: public(settings, kind),
            ..Recipe::default()
        });
        let mut hasher = Sha256::new();
        hasher.update(b"cloakroom declared settings 2\n");
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
        hasher.update([u8::from(recipient.is_some())]);
        hasher.update(recipient.unwrap_or_default().as_bytes());
        Some(Self(hasher.finalize().into()))
    }
}

/// Without all that is for the house alone or that the data fill in: whoever tries settings until an order fits must not
/// learn of either.
fn public(settings: &Settings, kind: Kind) -> Settings {
    let mut public = settings.clone();
    public.release.mapping = false;
    public.release.sql = false;
    public.report = ReportContext {
        title: settings.report.title.clone(),
        recipient: settings.report.recipient.clone(),
        ..ReportContext::default()
    };
    // They name values that perhaps only left-out records have.
    public.categories.clear();
    public.category_names.clear();
    for source in public.hierarchies.values_mut() {
        if source.file().is_some() || matches!(source, HierarchySource::Chains { .. }) {
            *source = HierarchySource::Lines(PathBuf::new());
        }
    }
    if about(kind).is_named_by_data {
        public.roles.columns.retain(|_, role| *role != Role::Quasi);
    }
    public
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::hierarchy::Mask;

    fn declared(change: impl FnOnce(&mut Settings)) -> DeclaredDigest {
        let mut settings = Settings::default();
        settings.roles.set("zip", Some(Role::Quasi));
        change(&mut settings);
        DeclaredDigest::of(&settings, Kind::Microdata, None).unwrap()
    }

    #[test]
    fn whatever_is_declared_counts() {
        let plain = declared(|_| {});
        assert_ne!(plain, declared(|settings| settings.requirement.k = Some(3)));
        assert_ne!(plain, declared(|settings| settings.method.seed = 2));
        let named = |settings: &mut Settings| settings.report.recipient = Some("office".to_owned());
        assert_ne!(plain, declared(named));
        let mask = |settings: &mut Settings| {
            let mask = HierarchySource::Mask(Mask::new(5));
            settings.hierarchies.insert("zip".to_owned(), mask);
        };
        assert_ne!(plain, declared(mask));
        let mut settings = Settings::default();
        settings.roles.set("zip", Some(Role::Quasi));
        for recipient in ["", "office"] {
            let told = DeclaredDigest::of(&settings, Kind::Microdata, Some(recipient));
            assert_ne!(told, Some(plain.clone()));
        }
    }

    #[test]
    fn what_stays_in_house_does_not() {
        let plain = declared(|_| {});
        let told = declared(|settings| {
            settings.release.mapping = true;
            settings.report.scenario = Some("a neighbour".to_owned());
            let values = vec![vec!["HIV".to_owned()], vec!["Flu".to_owned()]];
            settings.categories.insert("illness".to_owned(), values);
        });
        assert_eq!(plain, told);
        let file = |path: &str| {
            let path = PathBuf::from(path);
            declared(|settings| {
                let lines = HierarchySource::Lines(path);
                settings.hierarchies.insert("zip".to_owned(), lines);
            })
        };
        assert_eq!(file("zip.csv"), file("trees/zip.csv"));
        assert_ne!(file("zip.csv"), plain);
    }

    #[test]
    fn issues_that_the_data_name_do_not_count() {
        let mut settings = Settings::default();
        settings.roles.set("pay", Some(Role::Sensitive));
        let of = |settings: &Settings| DeclaredDigest::of(settings, Kind::Ratings, None);
        let plain = of(&settings);
        settings.roles.set("film", Some(Role::Quasi));
        assert_eq!(of(&settings), plain);
        settings.roles.set("film", Some(Role::Sensitive));
        assert_ne!(of(&settings), plain);
        settings.release.shuffle = false;
        assert_eq!(of(&settings), None);
    }
}
