//! What a verdict says, and what each state of it means.

use super::Word;
use crate::ui::widgets::VerdictState;

/// Of promises, on data or on what would be released.
pub fn of(state: VerdictState) -> &'static Word {
    match state {
        VerdictState::Satisfied => &KEPT,
        VerdictState::Violated => &BROKEN,
        VerdictState::Unknown => &NOT_KNOWN,
        VerdictState::Running => &RUNNING,
    }
}

const DECIDED: &str = "Every promise is decided by its definition, which stands at the \u{201c}?\u{201d} of its slider; a \
                       release is decided once more in the written file.";

pub static KEPT: Word = Word {
    word: "kept promises",
    definition: "Every promise holds: for what the last run would release where the headline names it, otherwise for the data \
                 as they are.",
    example: "With k = 5 nobody is told from fewer than four others, at most those aside who may be left out.",
    source: DECIDED,
    statistician: "safe under the disclosure rule",
};
pub static BROKEN: Word = Word {
    word: "broken promises",
    definition: "At least one promise is broken, by more than may be left out. Each count names the promise and leads to those \
                 who break it; who breaks several is counted at each.",
    example: "The only man of 40 in his postal code breaks k = 2.",
    source: DECIDED,
    statistician: "unsafe under the disclosure rule",
};
pub static NOT_KNOWN: Word = Word {
    word: "not known yet",
    definition: "Something is missing to decide: a promise that is not set, a role, a category. Nothing counts as safe until it \
                 is decided.",
    example: "Ratings whose \u{3b5} is not set are neither kept nor broken.",
    source: DECIDED,
    statistician: "",
};
pub static RUNNING: Word = Word {
    word: "being decided",
    definition: "It is being counted now. What was decided for earlier settings is not shown for these.",
    example: "After a role was changed all classes are counted anew.",
    source: DECIDED,
    statistician: "",
};
pub static CUT: Word = Word {
    word: "verdict on a cut",
    definition: "Whether every set of at most m of what the cut shows is in at least k baskets. Nothing is released by it: a \
                 release is made by a run.",
    example: "Dairy products and bread together are in at least 5 baskets.",
    source: "Terrovitis, Mamoulis and Kalnis 2008; the paper on generalization with suppression, definition 1.",
    statistician: "minimum frequency of combinations",
};
pub static ATTACK: Word = Word {
    word: "verdict of an attack",
    definition: "Whether the people who were tried are found: somebody is who has one candidate left, and more is learned than \
                 promised where fewer than k are left.",
    example: "Of 100 known people 3 are found outright, each as the only candidate.",
    source: "Counted by trying; it says nothing of people who were not tried.",
    statistician: "re-identification by record linkage",
};

/// All of them.
pub static ALL: &[&Word] = &[&KEPT, &BROKEN, &NOT_KNOWN, &RUNNING, &CUT, &ATTACK];
