//! What the panel says about each promise, as the catalogue has it.

use cloakroom_microdata::privacy::PrivacyModel;

/// The promises that can be added and taken away; the share that may be left out is always there.
pub fn promises() -> impl Iterator<Item = PrivacyModel> {
    PrivacyModel::ALL
        .into_iter()
        .filter(|&model| model != PrivacyModel::Suppression)
}

/// The sign in the verdict and wherever a promise is named.
pub fn symbol(model: PrivacyModel) -> &'static str {
    model.promise().symbol
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::settings::Settings;
    use cloakroom_engine::change::Change;

    #[test]
    fn every_promise_comes_and_goes_alone() {
        let mut settings = Settings::default();
        for model in promises() {
            Change::begin(model).apply(&mut settings);
            assert!(model.is_set(&settings.requirement));
        }
        let all = promises().count();
        for (after, model) in promises().enumerate() {
            Change::ask(model, None).apply(&mut settings);
            assert!(!model.is_set(&settings.requirement));
            let left = promises()
                .filter(|other| other.is_set(&settings.requirement))
                .count();
            assert_eq!(left, all - after - 1);
        }
    }
}
