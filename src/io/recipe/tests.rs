use super::*;
use crate::model::hierarchy::{
    Balanced, Cuts, DateUnit, Dates, Intervals, Mask, Ordered, Rare, SharedTree, Side, Tree,
};
use crate::model::load_options::{Layout, TextEncoding};
use crate::model::method::{MethodName, SearchMetric};
use crate::model::requirement::{Diversity, Open, Requirement};
use crate::model::roles::Role;
use crate::model::settings::{HierarchySource, MethodSettings, ReleaseFormat};
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

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
            "r.toml, line 3, column 2: unknown key reqire; expected [data], [roles], [hierarchies], \
             [categories], [require], [method] or [release]",
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
    for name in ["epsilon", "l_sd", "m", "h"] {
        let text = format!("[data]\npath = \"a\"\n[require]\n{name} = 2");
        assert_eq!(
            told(&text),
            format!(
                "r.toml, line 4, column 1: the requirement {name} is not in this version; this version checks \
                 k, l, p, p_plus, alpha, t and suppression on microdata"
            )
        );
    }
    for name in ["decomposition", "mdav", "v-mdav", "greedy"] {
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
    for name in ["k = 2", "t = 0.1", "l = { distinct = 2 }", "p = \"?\""] {
        let text = format!("[data]\npath = \"a\"\nkind = \"ratings\"\n[require]\n{name}");
        assert!(told(&text).contains(" on ratings is not in this version"));
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
         t = 0.2\nsuppression = 0.01",
    );
    let requirement = &recipe.settings.requirement;
    assert_eq!(requirement.k, Some(3));
    assert_eq!(requirement.l.distinct, Some(2));
    assert_eq!(requirement.l.entropy, Some(1.5));
    assert_eq!(requirement.l.recursive, Some((4.0, 3)));
    assert_eq!((requirement.p, requirement.p_plus), (Some(2), Some(2)));
    assert_eq!((requirement.alpha, requirement.t), (Some(1.0), Some(0.2)));
    assert_eq!(recipe.open, []);
}

#[test]
fn what_is_left_open_keeps_its_order() {
    let recipe =
        required("t = \"?\"\nl = { recursive = [\"?\", 3], distinct = \"?\" }\nk = \"?\"\np = 2");
    assert_eq!(
        recipe.open,
        [Open::T, Open::RecursiveC { l: 3 }, Open::DistinctL, Open::K]
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
            "method.effort is a setting of the method refined; the method here is samarati",
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
            "belongs to methods that are not in this version",
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

fn some_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9_-]{1,8}",
        any::<String>().prop_filter("a name", |name| !name.is_empty()),
    ]
}

fn some_source() -> impl Strategy<Value = HierarchySource> {
    use proptest::collection::vec;
    let rising = || {
        vec(2u32..500, 1..4).prop_map(|mut sizes| {
            sizes.sort();
            sizes.dedup();
            sizes
        })
    };
    let end = || proptest::option::of(-1e6f64..1e6);
    let files = prop_oneof![
        some_name().prop_map(|name| HierarchySource::Lines(name.into())),
        some_name().prop_map(|name| HierarchySource::Tree { tree: name.into() }),
    ];
    let masks = (
        1..=64u32,
        any::<bool>(),
        proptest::option::of((
            any::<char>(),
            proptest::option::of(1..1_000u32),
            any::<bool>(),
        )),
    )
        .prop_map(|(mask, left, fill)| {
            let mut mask = Mask::new(mask);
            if left {
                mask.from = Side::Left;
            }
            if let Some((pad, length, right)) = fill {
                (mask.pad, mask.length) = (Some(pad), length);
                mask.pad_at = if right { Side::Right } else { Side::Left };
            }
            HierarchySource::Mask(mask)
        });
    let intervals = (
        vec(0.001f64..1e6, 1..4),
        -10f64..10.0,
        end(),
        end(),
        any::<bool>(),
    )
        .prop_map(|(mut widths, origin, low, high, snap)| {
            widths.sort_by(f64::total_cmp);
            widths.dedup();
            let high = high.filter(|high| low.is_none_or(|low| low < *high));
            HierarchySource::Intervals(Intervals {
                intervals: widths,
                origin,
                low,
                high,
                snap: snap && (low.is_some() || high.is_some()),
            })
        });
    let groups = prop_oneof![
        rising().prop_map(|order| HierarchySource::Order(Ordered { order })),
        rising().prop_map(|frequency| HierarchySource::Rare(Rare { frequency })),
        rising().prop_map(|mut balanced| {
            balanced.reverse();
            HierarchySource::Balanced(Balanced { balanced })
        }),
        vec(vec(any::<String>(), 0..3), 0..3).prop_map(|cuts| HierarchySource::Cuts(Cuts { cuts })),
        Just(HierarchySource::Dates(Dates {
            dates: vec![DateUnit::Month, DateUnit::Decade],
        })),
        vec("[^\\x00]{1,4}", 1..4).prop_map(|values| {
            let chains: Vec<Vec<String>> = values
                .into_iter()
                .map(|value| vec![value, "group".into(), "*".into()])
                .collect();
            let tree = Tree::from_chains(&chains).unwrap();
            HierarchySource::Chains {
                chains: SharedTree(Arc::new(tree)),
            }
        }),
    ];
    prop_oneof![files, masks, intervals, groups]
}

fn some_load() -> impl Strategy<Value = LoadOptions> {
    use proptest::option::of;
    let names = || proptest::collection::vec(some_name(), 0..4);
    let kind = proptest::sample::select(&Kind::ALL[..2]);
    let layout = proptest::sample::select(vec![
        Layout::Wide,
        Layout::Long,
        Layout::Basket,
        Layout::List,
    ]);
    let encoding = proptest::sample::select(vec![TextEncoding::Utf8, TextEncoding::Latin1]);
    let scale = (-10.0f64..0.0, 0.5f64..10.0, 0.01f64..0.5)
        .prop_map(|(low, high, step)| vec![low, high, step]);
    (
        (
            of(kind),
            of(some_name()),
            of(encoding),
            of(any::<bool>()),
            of(names()),
        ),
        (
            of(layout),
            of(names()),
            of(some_name()),
            of(some_name()),
            of(scale),
            names(),
        ),
    )
        .prop_map(
            |(
                (kind, delimiter, encoding, header, nulls),
                (layout, columns, column, separator, scale, not_issues),
            )| {
                LoadOptions {
                    kind,
                    delimiter,
                    encoding,
                    header,
                    nulls,
                    layout,
                    columns,
                    column,
                    separator,
                    scale,
                    not_issues,
                }
            },
        )
}

fn some_requirement() -> impl Strategy<Value = Requirement> {
    use proptest::option::of;
    let decimal = |range: std::ops::RangeInclusive<u32>| range.prop_map(|n| f64::from(n) / 1e6);
    (
        (of(1u32..), of(1u32..), of(1u32..), of(1u32..)),
        of(decimal(1_000_000..=u32::MAX)),
        of((decimal(1..=u32::MAX), 1u32..)),
        of(decimal(0..=u32::MAX)),
        of(decimal(0..=1_000_000)),
        decimal(0..=1_000_000),
    )
        .prop_map(
            |((k, p, p_plus, distinct), entropy, recursive, alpha, t, suppression)| Requirement {
                k,
                l: Diversity {
                    distinct,
                    entropy,
                    recursive,
                },
                p,
                p_plus,
                alpha,
                t,
                suppression,
                ..Requirement::default()
            },
        )
}

/// Only the settings that the method heeds differ from the usual.
fn some_method() -> impl Strategy<Value = MethodSettings> {
    (
        proptest::sample::select(&MethodName::ALL[..]),
        any::<u64>(),
        proptest::sample::select(&SearchMetric::ALL[..]),
        proptest::collection::btree_map(some_name(), 0..9u32, 0..3),
        proptest::option::of(some_name()),
        any::<bool>(),
        0..100u32,
    )
        .prop_map(|(name, seed, metric, levels, class, suppress, effort)| {
            let mut method = MethodSettings {
                name,
                seed,
                class,
                ..MethodSettings::default()
            };
            match name {
                MethodName::Optimal => method.metric = metric,
                MethodName::Levels => method.levels = levels,
                MethodName::LocalRecoding => method.suppress = suppress,
                MethodName::Refined => method.effort = effort,
                _ => {}
            }
            method
        })
}

fn some_recipe() -> impl Strategy<Value = Recipe> {
    let roles = proptest::collection::btree_map(some_name(), 0..3usize, 0..5);
    (
        some_name(),
        some_load(),
        roles,
        proptest::collection::vec(some_name(), 0..3),
        proptest::collection::btree_map(some_name(), some_source(), 0..3),
        proptest::collection::btree_map(
            some_name(),
            proptest::collection::vec(proptest::collection::vec(any::<String>(), 0..3), 0..3),
            0..3,
        ),
        (some_requirement(), some_method(), any::<[bool; 3]>()),
    )
        .prop_map(
            |(
                data,
                load,
                roles,
                mut undecided,
                hierarchies,
                categories,
                (requirement, method, flags),
            )| {
                let mut recipe = Recipe {
                    data: data.into(),
                    load,
                    ..Recipe::default()
                };
                for (name, at) in roles {
                    recipe.settings.roles.set(&name, Some(Role::ALL[at]));
                }
                undecided.sort();
                undecided.dedup();
                undecided.retain(|name| recipe.settings.roles.of(name).is_none());
                recipe.undecided = undecided;
                recipe.settings.hierarchies = hierarchies;
                recipe.settings.categories = categories;
                if recipe.load.kind != Some(Kind::Ratings) {
                    recipe.settings.requirement = requirement;
                }
                recipe.settings.method = method;
                recipe.settings.release.shuffle = flags[0];
                recipe.settings.release.escape_formulas = flags[1];
                if flags[2] {
                    recipe.settings.release.format = ReleaseFormat::Parquet;
                }
                recipe.know_identifiers();
                recipe
            },
        )
}

proptest! {
    #[test]
    fn what_was_written_is_what_was_read(recipe in some_recipe()) {
        let text = write_recipe(&recipe);
        let back = parse_recipe(&text, Path::new("r.toml"));
        prop_assert_eq!(back.as_ref(), Ok(&recipe), "{}", text);
        prop_assert_eq!(write_recipe(&recipe), text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\[(data|roles|require|method)\\]\n|[a-z]{1,4} = (\\[\"a\"\\]|1|\"x\"|\\{ mask = 2 \\})\n|.){0,12}") {
        let _ = parse_recipe(&text, Path::new("r.toml"));
    }
}
