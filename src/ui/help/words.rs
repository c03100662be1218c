//! The words that no catalogue has: what each means, an example, where it comes from, and what a statistician says.

use crate::ui::widgets::number;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Label, Response};

#[derive(Clone, Copy, Debug)]
pub struct Word {
    pub word: &'static str,
    pub definition: &'static str,
    pub example: &'static str,
    pub source: &'static str,
    /// What statisticians say, where they say something else.
    pub statistician: &'static str,
}

/// How wide an explanation becomes.
const WIDTH: f32 = 340.0;

impl Word {
    /// A promise about records, as the catalogue has it.
    pub fn of(model: PrivacyModel) -> Self {
        let promise = model.promise();
        Self {
            word: promise.title,
            definition: promise.definition,
            example: promise.example,
            source: promise.source,
            statistician: promise.statistician,
        }
    }

    /// What it means, an example, where it comes from and what statisticians say.
    pub fn in_short(&self) -> String {
        let said = match self.statistician {
            "" => String::new(),
            said => format!(" Statisticians say {said}."),
        };
        let (definition, example, source) = (self.definition, self.example, self.source);
        number::tied(&format!(
            "{definition} For example: {example} Source: {source}{said}"
        ))
    }

    /// For whoever rests on what it names.
    pub fn beside(&self, response: Response) -> Response {
        response.on_hover_ui(|ui| {
            ui.set_max_width(WIDTH);
            ui.add(Label::new(self.in_short()).wrap());
        })
    }
}

pub static IDENTIFIER: Word = Word {
    word: "identifier",
    definition: "A column that names a person by itself. It never leaves.",
    example: "A name, the number of an insurance, an address of e-mail.",
    source: "Thesis, chapter 2.",
    statistician: "direct identifier",
};
pub static QUASI: Word = Word {
    word: "quasi-identifier",
    definition: "A column that somebody may know of a person from elsewhere. Several together may single a person out.",
    example: "Age, sex and postal code together.",
    source: "Thesis, chapter 2; Sweeney 2002.",
    statistician: "key variable",
};
pub static SENSITIVE: Word = Word {
    word: "sensitive",
    definition: "What nobody is to learn of a person from the release.",
    example: "A diagnosis, an income, the rating of a private matter.",
    source: "Thesis, chapter 2.",
    statistician: "confidential variable",
};
pub static KEPT: Word = Word {
    word: "kept",
    definition: "A column that nobody knows and that harms nobody. It is released as it is.",
    example: "The temperature of a room in which somebody was examined.",
    source: "Thesis, chapter 2, where it is called insensitive.",
    statistician: "non-confidential variable",
};
pub static CLASS: Word = Word {
    word: "class",
    definition: "The records that look alike in all quasi-identifiers.",
    example: "All women from 30 to 39 in postal code 142**.",
    source: "Thesis, chapter 2, where it is called an equivalence class.",
    statistician: "cell of the table of key variables",
};
pub static REQUIREMENT: Word = Word {
    word: "requirement",
    definition: "All promises of a release together. They are decided by their definitions before anything is written.",
    example: "k = 5, at least 2 different diagnoses in every class, at most 1 % left out.",
    source: "The panel at the right has one row for each promise.",
    statistician: "disclosure rule",
};
pub static LEFT_OUT: Word = Word {
    word: "left out",
    definition: "Records that the release lacks, because no method could make them safe at a bearable cost.",
    example: "The only person over 100 years of age.",
    source: "Thesis, chapter 2, where it is called suppression.",
    statistician: "record suppression",
};
pub static HIERARCHY: Word = Word {
    word: "hierarchy",
    definition: "How the values of a column become coarser, level by level, up to a value that says nothing.",
    example: "14240, then 142**, then 1****, then *.",
    source: "Thesis, chapter 2.",
    statistician: "global recoding scheme",
};
pub static LEVEL: Word = Word {
    word: "level",
    definition: "How far a column is generalized: 0 shows its values as they are, the highest shows nothing.",
    example: "Ages at level 1 are stretches of five years.",
    source: "Thesis, chapter 2.",
    statistician: "",
};
pub static LATTICE: Word = Word {
    word: "lattice",
    definition: "Every combination of levels of all quasi-identifiers, ordered from the most exact to the coarsest.",
    example: "Age at level 1 and postal code at level 2 is one node of it.",
    source: "Thesis, chapter 2; Samarati 2001.",
    statistician: "",
};
pub static NODE: Word = Word {
    word: "node",
    definition: "One place of a lattice or a tree: a level for each column, or one group of items.",
    example: "Age 1, sex 0, postal code 2.",
    source: "Thesis, chapter 2.",
    statistician: "",
};
pub static METHOD: Word = Word {
    word: "method",
    definition: "What changes the data until the requirement holds, at as little cost as it can find.",
    example: "A method that gives each record as exact a place as its neighbours allow.",
    source: "The menu of the method says which paper describes each.",
    statistician: "disclosure control method",
};
pub static STALE: Word = Word {
    word: "stale",
    definition: "A result that was made for other settings than those that hold now.",
    example: "A run for k = 5 after k was set to 10.",
    source: "It stays on the screen, marked, until the method is run again.",
    statistician: "",
};
pub static CANDIDATE: Word = Word {
    word: "candidate",
    definition: "What a run of a method brought, with its settings, kept to be compared with others.",
    example: "k = 5 by one method beside k = 5 by another.",
    source: "The shelf of the Compare stage.",
    statistician: "",
};
pub static RATING_ISSUE: Word = Word {
    word: "issue",
    definition: "What people rate: a column of a survey, a film, a product.",
    example: "\u{201c}How content are you with your work?\u{201d}, from 1 to 5.",
    source: "Thesis, chapter 6.",
    statistician: "item",
};
pub static EPSILON: Word = Word {
    word: "close, within \u{3b5}",
    definition: "Two people are close when they rated the same issues and no rating differs by more than \u{3b5}.",
    example: "With \u{3b5} = 1 the ratings 2, 5 and 3, 4 are close.",
    source: "Thesis, chapter 6.",
    statistician: "neighbourhood",
};
pub static PATTERN: Word = Word {
    word: "pattern",
    definition: "Which issues a person rated, whatever the ratings.",
    example: "Everybody who rated the first and the third question and no other.",
    source: "Thesis, section 6.2.3, where those who share one are a Hamming group.",
    statistician: "pattern of missing values",
};
pub static BASKET: Word = Word {
    word: "basket",
    definition: "The items of one person or one visit; how often an item occurs in it does not count.",
    example: "Milk, bread and a test for pregnancy.",
    source: "The paper on generalization with suppression, where it is called a transaction.",
    statistician: "set-valued record",
};
pub static TAXONOMY: Word = Word {
    word: "taxonomy",
    definition: "How items become coarser: groups of items, groups of groups, up to one that holds all.",
    example: "Milk is a dairy product, which is food.",
    source: "The paper on generalization with suppression.",
    statistician: "classification",
};
pub static CUT: Word = Word {
    word: "cut",
    definition: "The groups of a taxonomy that items are shown as: every item lies below one of them.",
    example: "Dairy products stay together, drinks are shown one by one.",
    source: "The paper on generalization with suppression.",
    statistician: "",
};
pub static RARE_SET: Word = Word {
    word: "rare set",
    definition: "Items that occur together in fewer baskets than k, so that who knows them finds the basket.",
    example: "Two baskets hold both razor blades and baby food.",
    source: "Terrovitis, Mamoulis and Kalnis 2008.",
    statistician: "unsafe combination",
};
pub static PROSECUTOR: Word = Word {
    word: "prosecutor, journalist, marketer",
    definition: "Three attackers: one knows that a certain person is in the data, one looks for anybody of a population, one \
                 counts how many are found.",
    example: "A neighbour, a newspaper, an advertiser.",
    source: "El Emam and Dankar 2008; the view of risk names the measure of each.",
    statistician: "re-identification risk",
};
pub static VERIFIED: Word = Word {
    word: "verified",
    definition: "Decided again in the written file, from the definitions, by code that shares nothing with the method.",
    example: "cloakroom verify FOLDER, by whoever receives it.",
    source: "The certificate in the folder of the release.",
    statistician: "",
};
pub static IN_HOUSE: Word = Word {
    word: "in house",
    definition: "What stays with the releaser: it lies beside the folder and is never passed on.",
    example: "The audit file, the internal report, the mapping of old names to new ones.",
    source: "The Release stage lists all of it.",
    statistician: "",
};
pub static PURPOSE: Word = Word {
    word: "purpose",
    definition: "What the data are wanted for, as an order of the columns, and how far whoever wants them is trusted.",
    example: "Research on diet needs age more than place.",
    source: "Thesis, chapter 4.",
    statistician: "",
};
pub static DEPENDENT: Word = Word {
    word: "dependent",
    definition: "Two columns are dependent when one tells of the other; how far is told in bits.",
    example: "Job and income; a postal code and its town.",
    source: "Thesis, chapter 5, by entropy.",
    statistician: "mutual information",
};
pub static GROUP: Word = Word {
    word: "group",
    definition: "At least k records that a method replaces by their centre.",
    example: "Five people of 31 to 34 years are all released as 32.",
    source: "Domingo-Ferrer and Mateo-Sanz 2002.",
    statistician: "microaggregation",
};
pub static CATEGORY: Word = Word {
    word: "category",
    definition: "How sensitive a value is, from top secret to harmless. Promises may ask for several in every class.",
    example: "HIV is top secret, a cold is harmless.",
    source: "Thesis, chapter 3.",
    statistician: "",
};

/// All of them, as the page of words lists them.
pub static ALL: &[&Word] = &[
    &IDENTIFIER,
    &QUASI,
    &SENSITIVE,
    &KEPT,
    &CLASS,
    &REQUIREMENT,
    &LEFT_OUT,
    &HIERARCHY,
    &LEVEL,
    &LATTICE,
    &NODE,
    &METHOD,
    &STALE,
    &CANDIDATE,
    &RATING_ISSUE,
    &EPSILON,
    &PATTERN,
    &BASKET,
    &TAXONOMY,
    &CUT,
    &RARE_SET,
    &PROSECUTOR,
    &VERIFIED,
    &IN_HOUSE,
    &PURPOSE,
    &DEPENDENT,
    &GROUP,
    &CATEGORY,
];
