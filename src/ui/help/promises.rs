//! The promises on ratings and transactions, as the panel explains them; those on records stand in their catalogue.

use super::Word;
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_transactions::privacy::TransactionsModel;

/// A promise on ratings.
pub fn of_ratings(model: RatingsModel) -> &'static Word {
    match model {
        RatingsModel::K => &CLOSE_PEOPLE,
        RatingsModel::Epsilon => &APART,
        RatingsModel::Deviation => &SPREAD,
        RatingsModel::Suppression => &PEOPLE_LEFT_OUT,
    }
}

/// A promise on transactions.
pub fn of_transactions(model: TransactionsModel) -> &'static Word {
    match model {
        TransactionsModel::K => &BASKETS_SHARE,
        TransactionsModel::SetSize => &ITEMS_KNOWN,
        TransactionsModel::PublicItems => &PUBLIC_ITEMS,
        TransactionsModel::PrivateShare => &PRIVATE_SHARE,
        TransactionsModel::Duplicates => &DUPLICATES,
    }
}

static CLOSE_PEOPLE: Word = Word {
    word: "People close to anybody (k)",
    definition: "(k, \u{3b5})-anonymity: at least k \u{2212} 1 others are close to every person. Close means that both rated the \
                 same issues and no rating differs by more than \u{3b5}.",
    example: "With k = 5, whoever knows the ratings of a person to within \u{3b5} finds at least five people.",
    source: "Thesis, chapter 6.",
    statistician: "minimum number of neighbours",
};
static APART: Word = Word {
    word: "Apart at most (\u{3b5})",
    definition: "How far apart two ratings may lie and still count as close. Smaller is stricter: at 0 only equal records hide \
                 each other.",
    example: "With \u{3b5} = 1 the ratings 2, 5 and 3, 4 are close; 2, 5 and 4, 5 are not.",
    source: "Thesis, chapter 6.",
    statistician: "radius of a neighbourhood in the maximum distance",
};
static SPREAD: Word = Word {
    word: "Spread of sensitive issues (l)",
    definition: "(k, \u{3b5}, l)-anonymity: among the people close to anybody, every sensitive issue has a standard deviation of \
                 at least l. Decided for every person\u{2019}s whole neighbourhood; a larger \u{3b5} may lower it. It is \
                 never more than half of how far the scale reaches.",
    example: "With l = 0.5 the sensitive ratings 3, 3 and 4 of a neighbourhood spread too little, 2, 3 and 4 spread enough.",
    source: "Thesis, chapter 7, theorem 7.2.",
    statistician: "conditional standard deviation",
};
static PEOPLE_LEFT_OUT: Word = Word {
    word: "People who may be left out",
    definition: "The largest share of people that a release may lack. Whoever is left out is no longer close to others, who may \
                 then violate in turn.",
    example: "At 1 % a survey of 300 people may lose three whose answers are like nobody\u{2019}s.",
    source: "Thesis, chapter 6.",
    statistician: "record suppression",
};
static BASKETS_SHARE: Word = Word {
    word: "Baskets share what is known (k)",
    definition: "k\u{1d50}-anonymity: every set of at most m items that occurs is in at least k baskets. With private items: every \
                 set of at most p public items.",
    example: "With k = 5 and m = 2, razor blades and baby food are in no basket together, or in at least five.",
    source: "Terrovitis, Mamoulis and Kalnis 2008; the paper on generalization with suppression, definition 1.",
    statistician: "minimum frequency of combinations",
};
static ITEMS_KNOWN: Word = Word {
    word: "Items known of a basket (m)",
    definition: "How many items of one basket somebody may know beforehand. Larger is stricter.",
    example: "With m = 2 a neighbour may have seen two things in the bag.",
    source: "Terrovitis, Mamoulis and Kalnis 2008.",
    statistician: "number of key variables",
};
static PUBLIC_ITEMS: Word = Word {
    word: "Public items known (p)",
    definition: "How many public items of one basket somebody may know beforehand: the p of (h, k, p)-coherence. Private items \
                 are what nobody is to find out.",
    example: "With p = 2, bread and milk are known, and a test for pregnancy is not to be guessed from them.",
    source: "Xu, Wang, Fu and Yu 2008.",
    statistician: "number of key variables",
};
static PRIVATE_SHARE: Word = Word {
    word: "Hold a private item (h)",
    definition: "(h, k, p)-coherence: of the baskets that share what is known, at most this share holds any one private item. \
                 Smaller is stricter; 1 asks for k alone.",
    example: "With h = 0.5, of ten baskets with bread and milk at most five hold a test for pregnancy.",
    source: "Xu, Wang, Fu and Yu 2008.",
    statistician: "confidence of an association rule",
};
static DUPLICATES: Word = Word {
    word: "Every basket has duplicates",
    definition: "Transactional k-anonymity: every basket is released the same as k \u{2212} 1 others, so that even knowing all of \
                 it singles nobody out. Stronger than any m, and costs more.",
    example: "With k = 5 every basket that is shown is shown at least five times.",
    source: "He and Naughton 2009.",
    statistician: "minimum cell count over all items",
};

/// What an attacker is taken to know of a basket, where nobody has said.
pub static NOTHING_SAID: Word = Word {
    word: "What somebody may know",
    definition: "What is promised goes by what somebody may know of a basket beforehand: some of its items, all of them, or the \
                 public ones. As long as that is not said nothing is promised.",
    example: "A neighbour who saw two things in the bag knows 2 items.",
    source: "Terrovitis, Mamoulis and Kalnis 2008; Xu, Wang, Fu and Yu 2008.",
    statistician: "knowledge of the intruder",
};
/// m = \u{221e}.
pub static ALL_ITEMS: Word = Word {
    word: "All items (m = \u{221e})",
    definition: "Somebody may know any number of items of a basket, even all of it: every set of items that occurs is then in at \
                 least k baskets. The strictest m.",
    example: "A cashier who saw the whole basket still finds at least five like it with k = 5.",
    source: "Terrovitis, Mamoulis and Kalnis 2008, with m as large as the longest basket.",
    statistician: "all variables are key variables",
};

/// All of them.
pub static ALL: &[&Word] = &[
    &CLOSE_PEOPLE,
    &APART,
    &SPREAD,
    &PEOPLE_LEFT_OUT,
    &BASKETS_SHARE,
    &ITEMS_KNOWN,
    &PUBLIC_ITEMS,
    &PRIVATE_SHARE,
    &DUPLICATES,
    &NOTHING_SAID,
    &ALL_ITEMS,
];
