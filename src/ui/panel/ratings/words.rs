//! What the panel says about the promises on ratings.

use cloakroom_core::Requirement;
use cloakroom_ratings::privacy::RatingsModel;

/// The definition, its source, and what the marks of the slider show.
pub fn definition(model: RatingsModel) -> &'static str {
    match model {
        RatingsModel::K => {
            "(k, \u{3b5})-anonymity: at least k \u{2212} 1 others are close to every person (thesis, chapter 6). \
             Close means that both rated the same issues and no rating differs by more than \u{3b5}. The bars show \
             how many people each k leaves violating; the tick shows the k that the data reach."
        }
        RatingsModel::Epsilon => {
            "How far apart two ratings may lie and still count as close. Smaller is stricter: at 0 only equal \
             records hide each other. The tick shows the least \u{3b5} at which the rest of the requirement holds."
        }
        RatingsModel::Deviation => {
            "(k, \u{3b5}, l)-anonymity: among the people close to anybody, every sensitive issue has a standard \
             deviation of at least l (thesis, chapter 7). Decided for every person's whole neighbourhood. A larger \
             \u{3b5} may lower it."
        }
        RatingsModel::Suppression => {
            "The largest share of people that a release may lack. Whoever is left out is no longer close to \
             others, who may then violate in turn; statisticians say record suppression."
        }
    }
}

/// What is asked for: a title and what is meant by it.
pub fn asked(requirement: &Requirement) -> Vec<(String, String)> {
    let mut models = vec![
        ("k, people who are close", RatingsModel::K),
        ("\u{3b5}, how close", RatingsModel::Epsilon),
    ];
    if requirement.l_sd.is_some() {
        models.push(("Spread (l)", RatingsModel::Deviation));
    }
    let told = models.into_iter();
    told.map(|(title, model)| (title.to_owned(), definition(model).to_owned()))
        .collect()
}
