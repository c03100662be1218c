//! Two columns, in words: what they share, what each holds, how their values were counted.

use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{self, number};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::Ui;

/// What is to be said of a pair of columns.
pub struct Pair<'a> {
    profile: &'a DependencyProfile,
    a: usize,
    b: usize,
}

impl<'a> Pair<'a> {
    pub fn new(profile: &'a DependencyProfile, a: usize, b: usize) -> Self {
        Self { profile, a, b }
    }

    pub fn title(&self) -> String {
        let names = self.profile.names();
        format!("{} and {}", names[self.a], names[self.b])
    }

    /// What is still unknown of one column for somebody who knows the other, in bits.
    fn left_of(&self, one: usize, other: usize) -> f64 {
        let measure = self.profile.independence(one, other);
        let left = (measure + self.profile.entropy(one) - self.profile.entropy(other)) / 2.0;
        left.max(0.0)
    }

    /// What both tell, in bits.
    pub fn shared(&self) -> f64 {
        (self.profile.entropy(self.a) - self.left_of(self.a, self.b)).max(0.0)
    }

    pub fn sentences(&self) -> Vec<String> {
        let (names, profile) = (self.profile.names(), self.profile);
        let measure = profile.independence(self.a, self.b);
        let of = |one: usize, other: usize| {
            format!(
                "{} bits of {}",
                number::decimal(self.left_of(one, other)),
                names[one]
            )
        };
        let mut sentences = vec![
            format!(
                "Knowing the other, {} and {} are still unknown: together {}, the measure.",
                of(self.a, self.b),
                of(self.b, self.a),
                number::decimal(measure)
            ),
            format!(
                "They share {} bits; {} holds {} and {} holds {}.",
                number::decimal(self.shared()),
                names[self.a],
                number::decimal(profile.entropy(self.a)),
                names[self.b],
                number::decimal(profile.entropy(self.b)),
            ),
            format!(
                "{} of the measures of all pairs together.",
                number::percent(profile.normalised(self.a, self.b))
            ),
        ];
        for at in [self.a, self.b] {
            if let Some(bins) = profile.bins(at) {
                sentences.push(format!("{} is counted in {}.", names[at], bins.sentence()));
            }
        }
        sentences
    }
}

pub fn show(ui: &mut Ui, pair: &Pair<'_>) {
    ui.label(fonts::strong_text(pair.title()));
    for sentence in pair.sentences() {
        detail(ui, &sentence);
    }
}

/// A line of small words.
pub fn detail(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    widgets::detail(ui, words, dim);
}
