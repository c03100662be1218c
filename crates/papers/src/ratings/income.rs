//! The sensitive issue that the paper on graphs adds: an income level drawn by chance (Table 4).

use cloakroom_core::Stream;
use cloakroom_ratings::ratings::PreparedRatings;

const LEVELS: u16 = 5;
/// Streams of metrics count from 0, and those of halves from 2 to the power of 40.
const STREAM: u64 = 1 << 41;
pub(super) const NAME: &str = "income level";

/// The survey with the income level as its only sensitive issue; the same for the same seed.
pub(super) fn with_level(survey: &PreparedRatings, seed: u64) -> PreparedRatings {
    let levels = LEVELS.min(survey.scale.points());
    let drawn = (0..survey.people() as u64)
        .map(|person| Stream::new(seed, STREAM + person).below(u32::from(levels)) as u16);
    let mut survey = survey.clone();
    survey.secrets = vec![drawn.collect()];
    survey.sensitive = vec![NAME.to_owned()];
    survey
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Scale;

    #[test]
    fn levels_are_drawn_evenly_and_the_same_for_the_same_seed() {
        let rows = vec![vec![0u16]; 5_000];
        let survey = PreparedRatings::from_rows(Scale::default(), &rows, Vec::new());
        let first = with_level(&survey, 1);
        for level in 0..LEVELS {
            let count = first.secrets[0].iter().filter(|&&at| at == level).count();
            assert!((850..1_150).contains(&count), "{count}");
        }
        assert_eq!(with_level(&survey, 1).secrets, first.secrets);
        assert_ne!(with_level(&survey, 2).secrets, first.secrets);
        assert_eq!(first.sensitive, [NAME]);
    }
}
