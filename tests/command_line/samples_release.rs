//! Every built-in table of people can be released as it is shipped.

use crate::work;

use work::Work;

#[test]
fn every_sample_of_microdata_is_released_and_verified() {
    let work = Work::new();
    let listing = work.run(&["sample"]).expect(0).out;
    let names: Vec<&str> = listing
        .lines()
        .filter(|line| line.contains(" microdata "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names.len(), 8);
    for name in names {
        work.run(&["sample", name, name]).expect(0);
        let recipe = format!("{name}/recipe.toml");
        let out = format!("{name}-out");
        let released = work
            .run(&["release", &recipe, "--out", &out, "--json"])
            .expect(0)
            .json();
        assert_eq!(released["satisfied"], true, "{name}");
        work.run(&["verify", &out]).expect(0);
    }
}
