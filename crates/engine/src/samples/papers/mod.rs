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

pub(super) const SAMPLES: [Sample; 11] = [
    Sample {
        name: "thesis-2.1",
        kind: records::KIND,
        title: "Six patients",
        sentence: "Two patients stand alone on gender, age and zip.",
        make: folder!(
            "thesis-2.1",
            "patients.csv",
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
        sentence: "Two groups that rated different issues: the example of the satisfaction problem.",
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
        name: "paper-fig1",
        kind: transactions::KIND,
        title: "Eight baskets",
        sentence: "Eleven items in a taxonomy; one outlier makes generalization alone expensive.",
        make: folder!("paper-fig1", "baskets.dat", "taxonomy.csv", "recipe.toml"),
    },
];

#[cfg(test)]
mod tests;
