//! `cloakroom experiment similarity`.

use crate::work;

use work::Work;

/// 400 people by age and zip.
fn people() -> Work {
    let work = Work::new();
    let rows: String = (0..400u32)
        .map(|row| {
            format!(
                "{},{},{}\n",
                20 + row * 7 % 40,
                1000 + row * row % 90,
                ["m", "f"][row as usize % 2]
            )
        })
        .collect();
    work.write("people.csv", format!("age,zip,sex\n{rows}"));
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"age\", \"zip\", \"sex\"]\n\
         [hierarchies]\nage = { intervals = [5, 10, 20] }\nzip = { mask = 4 }\n[require]\nk = 2\n",
    );
    work
}

#[test]
fn the_models_are_compared_on_all_minimal_tables() {
    let work = people();
    let run = |seed: &str| {
        work.run(&[
            "experiment",
            "similarity",
            "recipe.toml",
            "--seed",
            seed,
            "--json",
        ])
        .expect(0)
        .json()
    };
    let answer = run("1");
    assert_eq!(answer["records"], 400);
    let models = answer["models"].as_array().unwrap();
    let names: Vec<&str> = models
        .iter()
        .map(|model| model["model"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["p-sensitive", "p+-sensitive", "(p, alpha)-sensitive"]
    );
    for model in models {
        assert!(model["minimal"].as_u64().unwrap() > 0, "{model}");
        assert!(
            model["open"].as_u64() <= model["minimal"].as_u64(),
            "{model}"
        );
    }
    // Two categories in every class rule the attack out.
    assert_eq!(models[1]["open"], 0);
    assert_eq!(models[1]["most_records"], 0);
    assert_eq!(models[0]["thesis"]["open"], 13);
    assert_eq!(answer["disclosures"].as_array().unwrap().len(), 12);
    assert_eq!(answer["claims"].as_array().unwrap().len(), 4);
    assert_eq!(answer, run("1"));
    assert_ne!(answer, run("2"));
}

#[test]
fn people_get_a_sentence_per_claim() {
    let ran = people()
        .run(&["experiment", "similarity", "recipe.toml"])
        .expect(0);
    for said in [
        "Similarity attack on 400 records by age, zip, sex",
        "minimal tables",
        "holds. ",
        "Table 3.8",
    ] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
}

#[test]
fn a_table_that_cannot_be_used_is_refused() {
    let work = people();
    work.write("people.csv", "age,zip,sex,Health Condition\n1,2,m,Flu\n");
    work.run(&["experiment", "similarity", "recipe.toml"])
        .refused(&["recipe.toml", "Health Condition"]);
}
