//! The small tables of the papers. They are files under `assets/samples`, carried inside the program.

use super::{Sample, SampleFile};
use crate::{ratings, records, transactions};

/// The files of one folder of `assets/samples`, in the order given; the recipe comes last.
macro_rules! folder {
    ($name:literal, $($path:literal),+) => {
        || vec![
            $(SampleFile {
                path: $path,
                contents: include_bytes!(concat!("../../../../../assets/samples/", $name, "/", $path)).to_vec(),
            }),+
        ]
    };
}

pub(super) const SAMPLES: [Sample; 20] = [
    Sample {
        name: "thesis-2.1",
        kind: records::KIND,
        title: "Six patients",
        sentence: "Two patients stand alone on gender, age and zip.",
        make: folder!(
            "thesis-2.1",
            "patients.csv",
            "known.csv",
            "hierarchies/gender.csv",
            "hierarchies/age.csv",
            "hierarchies/zip.csv",
            "recipe.toml"
        ),
    },
    Sample {
        name: "thesis-2.8",
        kind: records::KIND,
        title: "Eight salaries",
        sentence: "Age and zip in two steps each: the example of the privacy hash table.",
        make: folder!(
            "thesis-2.8",
            "salaries.csv",
            "hierarchies/age.csv",
            "hierarchies/zip.csv",
            "recipe.toml"
        ),
    },
    Sample {
        name: "thesis-3.1",
        kind: records::KIND,
        title: "Twelve patients",
        sentence: "Diseases in four categories, from top secret to not secret.",
        make: folder!(
            "thesis-3.1",
            "patients.csv",
            "hierarchies/age.csv",
            "hierarchies/country.csv",
            "recipe.toml"
        ),
    },
    Sample {
        name: "thesis-3.6",
        kind: records::KIND,
        title: "Four patients by zip",
        sentence: "Four of the twelve patients, seen by their zip alone.",
        make: folder!("thesis-3.6", "patients.csv", "recipe.toml"),
    },
    Sample {
        name: "thesis-4.1",
        kind: records::KIND,
        title: "Six people and a purpose",
        sentence: "Gender, age and postcode, with how much each tells about the others.",
        make: folder!(
            "thesis-4.1",
            "people.csv",
            "hierarchies/gender.csv",
            "hierarchies/age.csv",
            "recipe.toml"
        ),
    },
    Sample {
        name: "thesis-5.1",
        kind: records::KIND,
        title: "Twelve records of zeros and ones",
        sentence: "Six attributes, two of which tell most: the example of microaggregation.",
        make: folder!("thesis-5.1", "records.csv", "recipe.toml"),
    },
    Sample {
        name: "thesis-5.2",
        kind: records::KIND,
        title: "Six people and a problem",
        sentence: "The people of Table 4.1, each with a health problem.",
        make: folder!(
            "thesis-5.2",
            "people.csv",
            "hierarchies/gender.csv",
            "hierarchies/age.csv",
            "recipe.toml"
        ),
    },
    Sample {
        name: "thesis-6.1",
        kind: ratings::KIND,
        title: "Five ratings, one of them Alice's",
        sentence: "Two public comments are enough to find a person's sensitive rating.",
        make: folder!("thesis-6.1", "survey.csv", "known.csv", "recipe.toml"),
    },
    Sample {
        name: "thesis-6.2",
        kind: ratings::KIND,
        title: "Six ratings in two groups",
        sentence: "Two groups that rated different issues: the example of Hamming groups.",
        make: folder!("thesis-6.2", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "thesis-6.3",
        kind: ratings::KIND,
        title: "Eight ratings in two groups",
        sentence: "Table 6.2 and two more people: the example of the graph method.",
        make: folder!("thesis-6.3", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "thesis-7.1",
        kind: ratings::KIND,
        title: "Six ratings to be satisfied",
        sentence: "The example of the satisfaction problem: it asks which k, \u{3b5} and l hold of the table as it stands.",
        make: folder!("thesis-7.1", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "greedy-1",
        kind: ratings::KIND,
        title: "Six ratings, one of them Alice's",
        sentence: "Table I of the greedy paper: one group is fine, in the other Alice is alone.",
        make: folder!("greedy-1", "survey.csv", "known.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-fig1",
        kind: ratings::KIND,
        title: "Six edges of four nodes",
        sentence: "The graph of the hardness proof, as ratings: one clique costs 12.",
        make: folder!("graph-fig1", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-fig6",
        kind: ratings::KIND,
        title: "Two groups of three",
        sentence: "Everybody is close to three others, and no four are close to each other.",
        make: folder!("graph-fig6", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-fig9",
        kind: ratings::KIND,
        title: "A chain of four and two more",
        sentence: "A group without a clique of three, to be put together from pairs.",
        make: folder!("graph-fig9", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-matrix3",
        kind: ratings::KIND,
        title: "Four ratings pressed together",
        sentence: "The first case that keeps means: whole means and an even number of people.",
        make: folder!("graph-matrix3", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-matrix4",
        kind: ratings::KIND,
        title: "Five ratings pressed together",
        sentence: "The second case that keeps means: whole means and an odd number of people.",
        make: folder!("graph-matrix4", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-matrix5",
        kind: ratings::KIND,
        title: "Three ratings pressed together",
        sentence: "The third case that keeps means: a small rest.",
        make: folder!("graph-matrix5", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "graph-matrix6",
        kind: ratings::KIND,
        title: "Four ratings and a rest",
        sentence: "The fourth case that keeps means: a rest larger than \u{3b5}.",
        make: folder!("graph-matrix6", "survey.csv", "recipe.toml"),
    },
    Sample {
        name: "paper-fig1",
        kind: transactions::KIND,
        title: "Eight baskets",
        sentence: "Eleven items in a taxonomy; one outlier makes generalization alone expensive.",
        make: folder!("paper-fig1", "baskets.dat", "taxonomy.csv", "recipe.toml"),
    },
];

#[cfg(test)]
mod tests;
