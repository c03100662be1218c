//! What the figures of a risk report are called, and what they mean whatever the data.

use cloakroom_core::metrics::{Figure, Unit};

/// The name in a list.
pub fn title(figure: &Figure) -> &'static str {
    match figure.name {
        "prosecutor_max" => "Prosecutor, at most",
        "prosecutor_avg" => "Prosecutor, on average",
        "records_above_threshold" => match figure.unit {
            Unit::People => "People above the threshold",
            Unit::Groups => "Groups above the threshold",
            _ => "Records above the threshold",
        },
        "unique_records" => match figure.unit {
            Unit::People => "People alone in a class",
            Unit::Groups => "Groups alone in a class",
            _ => "Records alone in their class",
        },
        "journalist_max" => "Journalist, at most",
        "journalist_avg" => "Journalist, on average",
        "journalist_above_threshold" => match figure.unit {
            Unit::People => "Journalist, people above",
            Unit::Groups => "Journalist, groups above",
            _ => "Journalist, records above",
        },
        "population_short" => "Classes beyond the population",
        "marketer" => "Marketer",
        "minimal_subsets" => "Smallest telling combinations",
        "unique_less_without" => "Fewer unique without it",
        "homogeneous_records" => "Everybody has the same",
        "similar_records" => "All of one category",
        "skewed_records" => "More than half have the same",
        "guess_within" => "A guess is right",
        "farthest_class" => "Farthest from the table",
        "closest_max" => "Knows all ratings, at most",
        "closest_avg" => "Knows all ratings, on average",
        "people_above_threshold" => "People above the threshold",
        "unique_people" => "People with nobody close",
        "homogeneous_people" => "Everybody close says the same",
        "pinned_by_1" => "Found by one known",
        "pinned_by_2" => "Found by two known",
        "pinned_by_3" => "Found by three known",
        "known_items_avg" => "Knows three items, on average",
        "unique_baskets" => "Baskets like no other",
        _ => "Figure",
    }
}

/// What it means, with the statistician's word.
pub fn definition(figure: &Figure) -> &'static str {
    match figure.name {
        "prosecutor_max" => {
            "One over the size of the smallest class. Statisticians say prosecutor risk: the attacker knows that the person \
             is in the table."
        }
        "prosecutor_avg" => {
            "One over the size of the class, averaged over all who are counted: classes divided by records, or of people and \
             groups with several classes the smallest of these."
        }
        "records_above_threshold" => {
            "Those in classes so small that one over their size is above the threshold."
        }
        "unique_records" => {
            "Those who share their quasi-identifiers with no other. Statisticians say sample uniques."
        }
        "journalist_max" => {
            "One over the people of the population who fit the smallest class. Statisticians say journalist risk: the attacker \
             does not know who of them is in the table."
        }
        "journalist_avg" => {
            "One over the people of the population who fit the class, averaged over all who are counted."
        }
        "journalist_above_threshold" => "Those whose class so few people of the population fit.",
        "population_short" => {
            "Classes that hold more than there are people of the population who fit them."
        }
        "marketer" => {
            "The share of records that somebody links rightly who links all of them at random within their classes. \
             Statisticians say marketer risk."
        }
        "minimal_subsets" => {
            "Combinations of columns that make somebody unique while no part of them does."
        }
        "unique_less_without" => "How many fewer would be alone if nobody knew the column.",
        "homogeneous_records" => "Homogeneity: everybody in a class has one sensitive value.",
        "similar_records" => {
            "Similarity: everybody in a class has sensitive values of one sensitivity category."
        }
        "skewed_records" => {
            "Skewness: a value is held by more than half of a class, and by at least twice the share of the whole table."
        }
        "guess_within" => "How often the most frequent value of the class is the right one.",
        "farthest_class" => {
            "Half the sum of all differences between the shares in a class and in the table, from 0 to 1. Statisticians say \
             total variation distance."
        }
        "closest_max" => "One over the fewest people close to anybody, that person included.",
        "closest_avg" => "One over the people close to a person, averaged over people.",
        "people_above_threshold" => {
            "People to whom so few others are close that the chance is above the threshold."
        }
        "unique_people" => "People to whom nobody else is close within \u{3b5} on every issue.",
        "homogeneous_people" => "People who are close to nobody with another sensitive rating.",
        "pinned_by_1" | "pinned_by_2" | "pinned_by_3" => {
            "Those for whom some choice of so many known ratings or items fits nobody else."
        }
        "known_items_avg" => {
            "One over the baskets that hold the rarest three items of a basket, averaged over baskets."
        }
        "unique_baskets" => "Baskets that no other is equal to.",
        _ => "",
    }
}
