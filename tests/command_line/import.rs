//! `cloakroom import`: projects of ARX.

use super::work::Work;

const PROJECT: &[u8] = include_bytes!("people.deid");

#[test]
fn a_project_of_arx_becomes_a_recipe_that_can_be_released() {
    let work = Work::new();
    work.write("people.deid", PROJECT);
    let answer = work.run(&["import", "people.deid", "imported"]).expect(0);
    let told = answer.out;
    for part in ["recipe.toml", "0.5-presence", "MetricMDNMLoss"] {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(
        work.entries("imported"),
        ["data.csv", "hierarchies", "recipe.toml"]
    );
    let recipe = work.read("imported/recipe.toml");
    for part in [
        "k = 3",
        "distinct = 2",
        "suppression = 0.1",
        "identifier",
        "hierarchies/",
    ] {
        assert!(recipe.contains(part), "{part}: {recipe}");
    }
    work.run(&["release", "imported/recipe.toml", "--out", "out"])
        .expect(0);
    work.run(&["verify", "out"]).expect(0);
    // Nothing is overwritten.
    let again = work.run(&["import", "people.deid", "imported"]).expect(2);
    assert!(again.err.contains("never overwrites"), "{}", again.err);
}

#[test]
fn the_table_of_a_project_is_data() {
    let work = Work::new();
    work.write("people.deid", PROJECT);
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.deid\"\n[roles]\nidentifier = [\"name\"]\nquasi = [\"age\", \"zip\"]\n\
         sensitive = [\"disease\"]\n[require]\nk = 2\n",
    );
    work.release("out").expect(0);
    work.run(&["verify", "out"]).expect(0);
}

#[test]
fn what_is_no_project_is_told_in_a_sentence() {
    let work = Work::new();
    work.write("people.csv", "a,b\n1,2\n");
    work.write("broken.deid", &PROJECT[..PROJECT.len() / 2]);
    for file in ["people.csv", "broken.deid", "none.deid"] {
        let refused = work.run(&["import", file, "out"]).expect(2);
        assert_eq!(refused.err.trim().lines().count(), 1, "{}", refused.err);
    }
}
