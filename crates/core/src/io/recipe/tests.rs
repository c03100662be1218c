use super::*;
use crate::hierarchy::Mask;
use crate::method::SearchMetric;
use crate::settings::{HierarchySource, ReleaseFormat};
use crate::{Open, PrivacyModel, Role};
use std::path::PathBuf;

const EXAMPLE: &str = r#"
[data]
path = "adult.csv"
kind = "microdata"
nulls = ["", "?"]

[roles]
identifier = ["name"]
quasi      = ["age", "zip"]
sensitive  = ["disease"]

[hierarchies]
age = "hierarchies/age.csv"
zip = { mask = 5 }
"the age" = { intervals = [5, 10, 20] }

[categories.disease]
order = [["HIV", "Cancer"], ["Flu"]]

[require]
k = 3
suppression = 0.02

[method]
name = "none"
seed = 7

[release]
shuffle = false
format = "parquet"
"#;

fn told(text: &str) -> String {
    parse_recipe(text, Path::new("r.toml"))
        .unwrap_err()
        .to_string()
}

#[test]
fn the_example_is_read() {
    let recipe = parse_recipe(EXAMPLE, Path::new("r.toml")).unwrap();
    assert_eq!(recipe.data, PathBuf::from("adult.csv"));
    assert_eq!(recipe.load.kind, Some(Kind::Microdata));
    let settings = &recipe.settings;
    assert_eq!(settings.roles.of("zip"), Some(Role::Quasi));
    assert_eq!(settings.requirement.k, Some(3));
    assert_eq!(settings.requirement.suppression, 0.02);
    assert_eq!(settings.method.seed, 7);
    assert!(!settings.release.shuffle);
    assert_eq!(settings.release.format, ReleaseFormat::Parquet);
    assert_eq!(
        settings.hierarchies["zip"],
        HierarchySource::Mask(Mask::new(5))
    );
    assert_eq!(settings.categories["disease"].len(), 2);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, expected) in [
        (
            "",
            "r.toml: there is no [data] table; expected one with the path of the data",
        ),
        (
            "[data]\nkind = \"microdata\"",
            "r.toml, line 1, column 2: data.path is missing; expected the path of the data file",
        ),
        (
            "[data]\npath = 3",
            "r.toml, line 2, column 8: data.path is not as it must be: expected a text in quotes",
        ),
        (
            "[data]\npath = \"a\"\nkind = \"tables\"",
            "r.toml, line 3, column 8: data.kind is not as it must be: expected \"microdata\" or \
             \"ratings\" or \"transactions\"",
        ),
        (
            "[data]\npath = \"a\"\n[reqire]\nk = 3",
            "r.toml, line 3, column 2: unknown key reqire; expected [data], [prepare], [roles], [hierarchies], \
             [categories], [require], [purposes], [[recipients]], [method], [release] or [report]",
        ),
        (
            "[data]\npath = \"a\"\n[report]\nrecipent = \"x\"",
            "r.toml, line 4, column 1: unknown key report.recipent; expected title, recipient, access, scenario, \
             thresholds, conditions, review_date, signed_by or public",
        ),
        (
            "[data]\npath = \"a\"\n[report]\nreview_date = \"next year\"",
            "r.toml, line 4, column 15: report.review_date is not as it must be: expected a date such as \
             \"2027-05-31\"",
        ),
        (
            "[data]\npath = \"a\"\n[report]\naccess = \" \"",
            "r.toml, line 4, column 10: report.access is not as it must be: expected some words; leave the line away \
             to fill it in by hand",
        ),
        (
            "[data]\npath = \"a\"\n[require]\nk = 0",
            "r.toml, line 4, column 5: require.k is not as it must be: expected a whole number from 1 to \
             4294967295",
        ),
        (
            "[data]\npath = \"a\"\n[require]\nsuppression = 2",
            "r.toml, line 4, column 15: require.suppression is not as it must be: expected a share from 0 \
             to 1",
        ),
        (
            "[data]\npath = \"a\"\n[roles]\nquasi = [\"zip\"]\nsensitive = [\"zip\"]",
            "r.toml, line 5, column 1: column \"zip\" is named twice in [roles]; expected one role per \
             column",
        ),
    ] {
        assert_eq!(told(text), expected);
    }
    assert!(told("[data\npath").starts_with("r.toml, line 1, column "));
}

#[test]
fn what_this_version_lacks_is_refused_by_name() {
    for name in ["m", "h"] {
        let text = format!("[data]\npath = \"a\"\nkind = \"microdata\"\n[require]\n{name} = 1");
        assert_eq!(
            told(&text),
            format!(
                "r.toml, line 5, column 1: the requirement {name} is not for microdata; this version checks \
                 k, l, p, p_plus, alpha, t, beta and suppression on microdata, k, epsilon, l_sd and suppression on \
                 ratings, k, m, h with p, and duplicates on transactions"
            )
        );
    }
    for name in ["rank-swapping", "mdav-2"] {
        let refused = told(&format!(
            "[data]\npath = \"a\"\n[method]\nname = \"{name}\""
        ));
        assert!(
            refused.starts_with(&format!(
                "r.toml, line 4, column 1: the method \"{name}\" is not in this version; available methods: none, "
            )),
            "{refused}"
        );
    }
    for name in ["t = 0.1", "l = { distinct = 2 }", "p = \"?\""] {
        let text = format!("[data]\npath = \"a\"\nkind = \"ratings\"\n[require]\n{name}");
        assert!(told(&text).contains(" is not for ratings; "));
    }
    for name in ["epsilon = 1", "l_sd = \"?\"", "sd_nulls = \"zero\""] {
        let text = format!("[data]\npath = \"a\"\nkind = \"microdata\"\n[require]\n{name}");
        assert!(told(&text).contains(" is not for microdata; "));
    }
}

fn required(lines: &str) -> Recipe {
    let text = format!("[data]\npath = \"a\"\n[require]\n{lines}");
    parse_recipe(&text, Path::new("r.toml")).unwrap()
}

#[test]
fn every_model_is_read() {
    let recipe = required(
        "k = 3\nl = { distinct = 2, entropy = 1.5, recursive = [4.0, 3] }\np = 2\np_plus = 2\nalpha = 1\n\
         t = 0.2\nbeta = 1.5\nsuppression = 0.01",
    );
    let requirement = &recipe.settings.requirement;
    assert_eq!(requirement.k, Some(3));
    assert_eq!(requirement.l.distinct, Some(2));
    assert_eq!(requirement.l.entropy, Some(1.5));
    assert_eq!(requirement.l.recursive, Some((4.0, 3)));
    assert_eq!((requirement.p, requirement.p_plus), (Some(2), Some(2)));
    assert_eq!((requirement.alpha, requirement.t), (Some(1.0), Some(0.2)));
    assert_eq!(requirement.beta, Some(1.5));
    assert_eq!(recipe.open, []);
}

#[test]
fn what_is_left_open_keeps_its_order() {
    let recipe =
        required("t = \"?\"\nl = { recursive = [\"?\", 3], distinct = \"?\" }\nk = \"?\"\np = 2");
    assert_eq!(
        recipe.open,
        [
            Open::Promise(PrivacyModel::Closeness),
            Open::Ranked(PrivacyModel::RecursiveDiversity, 3),
            Open::Promise(PrivacyModel::DistinctDiversity),
            Open::K
        ]
    );
    assert_eq!(recipe.settings.requirement.k, None);
    assert_eq!(recipe.settings.requirement.p, Some(2));
    let written = write_recipe(&recipe);
    assert_eq!(
        parse_recipe(&written, Path::new("r.toml")),
        Ok(recipe.clone())
    );
    let refused = recipe.refuse_open().unwrap_err().to_string();
    assert!(refused.contains("require.t is left open") && refused.contains("solve"));
}

#[test]
fn parameters_out_of_range_are_refused() {
    for (line, expected) in [
        ("p = 0", "expected a whole number from 1"),
        ("p_plus = 1.5", "expected a whole number"),
        ("alpha = -1", "expected a weight of at least 0"),
        ("t = 1.1", "expected a distance from 0 to 1"),
        (
            "t = 0.1234567",
            "expected a distance from 0 to 1, with at most six decimals",
        ),
        ("suppression = 0.0000001", "with at most six decimals"),
        ("l = 3", "expected { distinct = 3 }"),
        ("l = {}", "expected { distinct = 3 }"),
        ("l = { distinct = 0 }", "expected a whole number from 1"),
        ("l = { entropy = 0.5 }", "expected a number of at least 1"),
        ("l = { recursive = [4.0] }", "expected c and l"),
        ("l = { recursive = [0, 3] }", "expected a c above 0"),
        (
            "l = { recursive = [4.0, \"?\"] }",
            "what can be left open is c",
        ),
        ("l = { some = 3 }", "unknown key require.l.some"),
        ("k = \"many\"", "expected a whole number"),
    ] {
        let refused = told(&format!("[data]\npath = \"a\"\n[require]\n{line}"));
        assert!(refused.contains(expected), "{line}: {refused}");
        assert!(refused.starts_with("r.toml, line 4, column "), "{refused}");
    }
}

#[test]
fn a_method_takes_its_own_settings_only() {
    let read = |lines: &str| {
        let text = format!("[data]\npath = \"a\"\n[method]\n{lines}");
        parse_recipe(&text, Path::new("r.toml"))
    };
    let method = read("metric = \"dm\"\nname = \"optimal\"")
        .unwrap()
        .settings
        .method;
    assert_eq!(method.metric, SearchMetric::Dm);
    let method = read("name = \"levels\"\nlevels = { age = 2, \"a b\" = 0 }").unwrap();
    assert_eq!(method.settings.method.levels["a b"], 0);
    assert_eq!(
        read("name = \"tds\"\nclass = \"income\"")
            .unwrap()
            .settings
            .method
            .class
            .as_deref(),
        Some("income")
    );
    assert!(
        read("name = \"local-recoding\"\nsuppress = true")
            .unwrap()
            .settings
            .method
            .suppress
    );
    assert_eq!(
        read("name = \"refined\"\neffort = 7")
            .unwrap()
            .settings
            .method
            .effort,
        7
    );
    for (lines, expected) in [
        (
            "name = \"samarati\"\neffort = 3",
            "method.effort is a setting of the method refined or refined-mdav or meeting-box; the method here is samarati",
        ),
        (
            "levels = { age = 1 }",
            "method.levels is a setting of the method levels; the method here is none",
        ),
        (
            "name = \"optimal\"\nmetric = \"price\"",
            "expected \"loss\" or \"height\"",
        ),
        (
            "name = \"levels\"\nlevels = 3",
            "expected the level of each column",
        ),
        ("name = \"refined\"\neffort = -1", "expected a whole number"),
        (
            "degree = 0.5",
            "method.degree is a setting of the method decomposition; the method here is none",
        ),
        (
            "name = \"decomposition\"\ntrust = 1.5",
            "expected a number from 0 to 1",
        ),
        (
            "name = \"decomposition\"\ntrust = 0.5\ndegree = 0.5",
            "both say how far to go",
        ),
        (
            "name = \"decomposition\"\nrule = \"nearest\"\nspare_useful = true",
            "method.spare_useful is for the rule \"printed\"",
        ),
        (
            "name = \"decomposition\"\npurpose = \"study\"",
            "there is no purpose \"study\"",
        ),
        (
            "name = \"decomposition\"\nprojection = [[0, 0.5], [1, 0.6]]",
            "more trust never asks for a larger degree",
        ),
        (
            "name = \"mdav\"\ngamma = 0.2",
            "method.gamma is a setting of the method v-mdav; the method here is mdav",
        ),
        (
            "name = \"greedy\"\nnulls = \"guess\"",
            "expected \"cheapest\"",
        ),
        (
            "nulls = \"fill\"",
            "method.nulls is a setting of the method greedy or graph or clustered or meeting-box",
        ),
        ("speed = 1", "unknown key method.speed"),
    ] {
        let refused = read(lines).unwrap_err().to_string();
        assert!(refused.contains(expected), "{lines}: {refused}");
    }
}

#[test]
fn levels_are_of_quasi_identifiers() {
    let text = "[data]\npath = \"a\"\n[roles]\nquasi = [\"age\"]\n[method]\nname = \"levels\"\nlevels = { zip = 1 }\n";
    let file = Path::new("r.toml");
    let recipe = parse_recipe(text, file).unwrap();
    let load = LoadOptions::default();
    let resolve = |names: &[&str]| {
        resolve_roles(text, file, &recipe, Kind::Microdata, &load, names)
            .unwrap_err()
            .to_string()
    };
    assert!(resolve(&["age", "zip"]).contains("\"zip\", which is no quasi-identifier"));
    assert!(resolve(&["age"]).contains("there is no column \"zip\""));
}

#[test]
fn an_unknown_column_is_found_in_the_text() {
    let text = "[data]\npath = \"a\"\n[roles]\nquasi = [\"age\",\n  \"zpi\"]\n";
    let file = Path::new("r.toml");
    let recipe = parse_recipe(text, file).unwrap();
    let load = LoadOptions::default();
    let problem =
        resolve_roles(text, file, &recipe, Kind::Microdata, &load, &["age", "zip"]).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "r.toml, line 5, column 3: there is no column \"zpi\" in the data; expected one of \"age\", \"zip\""
    );
}
