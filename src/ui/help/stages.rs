//! The help of stages, of the pages before them, and of the views of the Compare stage.

use super::Help;
use super::Term::{Metric as M, Promise as P, Word as W};
use super::words;
use crate::ui::actions::{CompareTab, Stage};
use cloakroom_core::metrics::Metric;
use cloakroom_microdata::privacy::PrivacyModel;

pub const TABLE_KEYS: &[(&str, &str)] = &[
    (
        "Arrows, Page Up, Page Down, Home, End",
        "from row to row and from column to column",
    ),
    ("Enter", "what is known of the row"),
];

pub const CANVAS_KEYS: &[(&str, &str)] = &[
    ("Arrows", "from mark to mark, or along the picture"),
    ("Enter", "choose what is marked"),
    ("+, \u{2212}", "closer and farther"),
    ("F, Home", "show everything"),
];

pub(super) static START: Help = Help {
    sees: "Three questions that people come with, each with the kind of data it is asked of. Below are the files that \
           were opened last.",
    next: "Open your own file, or press the button of a question to walk through it with invented data. Everything stays \
           on this machine; nothing is sent anywhere.",
    terms: &[W(&words::QUASI), W(&words::SENSITIVE)],
    keys: &[],
};

pub(super) static OPENING: Help = Help {
    sees: "What the file was taken for, line by line, with the reason for each guess, and its first rows.",
    next: "Change what is wrong: the file is read again at once and never changed. Then press \u{201c}Looks right\u{201d} \
           in the strip of the steps.",
    terms: &[W(&words::RATING_ISSUE), W(&words::BASKET)],
    keys: &[],
};

pub(super) static COLUMNS: Help = Help {
    sees: "Every column as a row: what it holds, how many of its values are alone, what is suggested for it and why. Columns \
           without a role are undecided, and nothing undecided is released.",
    next: "Select one or several rows and mark them by the buttons above or by a letter. Accept the suggestions if they \
           are right; each can be taken back. Columns that are not needed can be put out of sight in the table.",
    terms: &[
        W(&words::IDENTIFIER),
        W(&words::QUASI),
        W(&words::SENSITIVE),
        W(&words::KEPT),
        W(&words::HIERARCHY),
    ],
    keys: &[
        ("I, Q, S, K", "the role of the selected columns"),
        ("Shift, Ctrl with a click", "select several"),
        ("Ctrl A", "select all that are listed"),
    ],
};

pub(super) static PREPARE: Help = Help {
    sees: "What is done to the table before anything else, step by step, and what each step leaves: rows, columns and the \
           first cells. A step that is switched off stays in the list and is not done.",
    next: "Add a step at the left, fill in its form, and apply the steps. Roles and hierarchies of columns that stay are \
           kept, and the whole is one step of undo. One statement of SQL can do what no form can.",
    terms: &[W(&words::IDENTIFIER), W(&words::KEPT)],
    keys: &[],
};

pub(super) static CATEGORIES: Help = Help {
    sees: "The values of a sensitive column, sorted into lanes from the most sensitive to the least.",
    next: "Drag each value into its lane, or move the one that has the keyboard by the arrows. Promises about categories \
           count only once every value has one.",
    terms: &[
        W(&words::CATEGORY),
        P(PrivacyModel::PPlus),
        P(PrivacyModel::Alpha),
    ],
    keys: &[("Left and right arrow", "the value goes one lane further")],
};

pub(super) static WORDS_PAGE: Help = Help {
    sees: "Every word that the window uses in a sense of its own, with an example and where it comes from. Promises, \
           figures and methods follow as their catalogues tell them.",
    next: "Type \u{201c}help\u{201d} into the palette to find a page, or press F1 to read about what is on the screen.",
    terms: &[],
    keys: &[],
};

static DATA: Help = Help {
    sees: "The table as it was read, with the role of every column in its header. A diamond beside a row says that it \
           violates the requirement of now; identifiers stand narrow at the end and are not shown.",
    next: "Give every column a role: press the word beside its name, or go to the page of all columns. A click on a row or \
           a name tells more about it at the right; columns that are in the way can be hidden from the same menu.",
    terms: &[
        W(&words::IDENTIFIER),
        W(&words::QUASI),
        W(&words::SENSITIVE),
        W(&words::KEPT),
        W(&words::CLASS),
    ],
    keys: TABLE_KEYS,
};

static HIERARCHIES: Help = Help {
    sees: "How the values of each quasi-identifier, or the items of baskets, become coarser, level by level. At the left \
           are the columns, in the middle their tree, at the right how it is made.",
    next: "Accept what is proposed, make levels by a rule, open a file, or drag values together by hand. A hierarchy with \
           gaps is marked and must be mended before a method can use it.",
    terms: &[W(&words::HIERARCHY), W(&words::LEVEL), W(&words::TAXONOMY)],
    keys: &[
        ("Arrows", "from node to node, fold and unfold"),
        ("F2", "another name for a node"),
    ],
};

static EXPLORE: Help = Help {
    sees: "Pictures of the data as they stand and of what the method makes of them. What is selected in one view is \
           selected in all.",
    next: "Look where the requirement is broken and what it costs to keep it. Move a slider at the right: the pictures \
           follow at once.",
    terms: &[W(&words::REQUIREMENT), W(&words::CLASS), W(&words::STALE)],
    keys: &[],
};

static COMPARE: Help = Help {
    sees: "What every method costs for every setting, and the candidates that were kept, beside each other.",
    next: "Draw curves to find a setting worth having, keep runs on the shelf, and look at what an attacker would find. \
           Then go to the release with the one you choose.",
    terms: &[W(&words::CANDIDATE), W(&words::METHOD)],
    keys: &[],
};

static RELEASE: Help = Help {
    sees: "A checklist of everything that must hold before a release is written, beside it how and for whom it is written. \
           What will be passed on lies in the folder, what stays in house lies beside it.",
    next: "Follow the link of every line that does not hold. Then name a new folder and press \u{201c}Write the \
           release\u{201d}: it is verified by its definition before it appears, and nothing appears if that fails.",
    terms: &[
        W(&words::VERIFIED),
        W(&words::IN_HOUSE),
        W(&words::LEFT_OUT),
    ],
    keys: &[(
        "Tab in the folder",
        "completes the name of a folder while there is one to complete",
    )],
};

impl Stage {
    pub const ALL: [Self; 5] = [
        Self::Data,
        Self::Hierarchies,
        Self::Explore,
        Self::Compare,
        Self::Release,
    ];

    pub fn help(self) -> &'static Help {
        match self {
            Self::Data => &DATA,
            Self::Hierarchies => &HIERARCHIES,
            Self::Explore => &EXPLORE,
            Self::Compare => &COMPARE,
            Self::Release => &RELEASE,
        }
    }
}

static CURVES: Help = Help {
    sees: "A figure against a parameter, a line for each method: what it costs to ask for more. Points appear as they are \
           computed.",
    next: "Choose what varies and what is counted, and which methods. A click on a point takes over its setting and its \
           method; curves leave as CSV, PNG or SVG.",
    terms: &[W(&words::METHOD), M(Metric::Loss)],
    keys: &[("Arrows", "from point to point"), ("Enter", "take it over")],
};

static SHELF: Help = Help {
    sees: "Every candidate that was kept, with all its figures; the best of each row is marked.",
    next: "Name candidates and note why they are here. Take over the settings of one, release several at once in the \
           Release stage, or run again those that a project remembers without a result.",
    terms: &[W(&words::CANDIDATE), W(&words::LEFT_OUT)],
    keys: &[],
};

static PLANE: Help = Help {
    sees: "Every candidate as a mark: how safe it is against how much it keeps. Those that nothing beats in both stand out.",
    next: "Choose what the two axes count. Select a mark to see its settings; a faded one is beaten by another in both.",
    terms: &[W(&words::CANDIDATE), M(Metric::Loss)],
    keys: &[],
};

static SIDES: Help = Help {
    sees: "Two candidates beside each other, down to the record: where they differ and which shows more.",
    next: "Choose the two at the top. Scroll through the records to see what each candidate makes of them.",
    terms: &[W(&words::CANDIDATE)],
    keys: TABLE_KEYS,
};

static RISK: Help = Help {
    sees: "How easily people are found and what is learned about them, in the data as they stand and in what the last run \
           would release.",
    next: "Start with the prosecutor, who knows that a person is in the data. Open a table of the population for the \
           journalist, and look which columns make the most of the risk.",
    terms: &[W(&words::PROSECUTOR), W(&words::STALE)],
    keys: &[],
};

static ATTACK: Help = Help {
    sees: "A file of known people is linked with the data or with the last run, and what is found is held against what is \
           promised.",
    next: "Open such a file, or let people of the data be drawn by chance. Choose what is attacked and try; each person \
           shows the candidates that are left and the best guess.",
    terms: &[W(&words::PROSECUTOR), W(&words::QUASI)],
    keys: &[],
};

static POOL: Help = Help {
    sees: "What several releases of the same people tell whoever holds them all.",
    next: "Add releases by their audit files, tick those that the same hands may get, and count. A promise of each release \
           need not hold for all of them together.",
    terms: &[W(&words::IN_HOUSE), W(&words::CLASS)],
    keys: &[],
};

impl CompareTab {
    pub fn help(self) -> &'static Help {
        match self {
            Self::Curves => &CURVES,
            Self::Shelf => &SHELF,
            Self::Plane => &PLANE,
            Self::Sides => &SIDES,
            Self::Risk => &RISK,
            Self::Attack => &ATTACK,
            Self::Pool => &POOL,
        }
    }
}
