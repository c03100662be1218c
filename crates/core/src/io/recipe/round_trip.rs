//! Recipes made at random: what is written is what is read.

use super::*;
use crate::hierarchy::*;
use crate::load_options::{ColumnType, TextEncoding, Unfit};
use crate::method::SearchMetric;
use crate::microaggregation::{CategoryCentre, DistanceOfRecords, LARGEST_ORDER, Microaggregation};
use crate::prepare::{
    Aggregate, At, Bands, Derived, Operation, OtherFile, Prepare, SampleSize, Step, Taken, Unmapped,
};
use crate::purpose::{
    Decomposition, LevelWeights, Priorities, Projection, Purpose, Recipient, Rule, Target,
};
use crate::report_context::{ContextField, ReportContext};
use crate::requirement::Diversity;
use crate::settings::{
    CodesFrom, DistanceName, HierarchySource, NullPolicy, Ranges, ReleaseFormat,
};
use crate::spelling::Fold;
use crate::{
    Kind, Layout, LoadOptions, MethodName, MethodSettings, NeighbourEngine, NullReading,
    Requirement, Role, SetSize,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

fn some_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9_-]{1,8}",
        any::<String>().prop_filter("a name", |name| !Fold::default().name(name).is_empty()),
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
        (2u32..=1_000).prop_map(|fan| HierarchySource::Frequent(Frequent { fan })),
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
            any::<bool>(),
            names(),
            of(any::<bool>()),
        ),
        (
            of(some_name()),
            proptest::collection::btree_map(
                some_name(),
                proptest::sample::select(&ColumnType::ALL[..]),
                0..3,
            ),
            proptest::sample::select(&[Unfit::Refused, Unfit::Missing][..]),
        ),
        any::<[bool; 5]>(),
    )
        .prop_map(
            |(
                (kind, delimiter, encoding, header, nulls),
                (layout, columns, column, separator, scale, round, not_issues, batches),
                (sheet, types, unfit),
                [numbers, dates, texts, thousands, has_decimal_comma],
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
                    round,
                    not_issues,
                    batches,
                    sheet,
                    types,
                    unfit,
                    fold: Fold {
                        numbers,
                        dates,
                        texts,
                        thousands,
                        // Both cannot be said.
                        decimal_comma: has_decimal_comma && !thousands,
                    },
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
        (of(decimal(0..=1_000_000)), of(decimal(0..=u32::MAX))),
        decimal(0..=1_000_000),
        (
            of(decimal(0..=u32::MAX)),
            of(decimal(0..=u32::MAX)),
            proptest::sample::select(&NullReading::ALL[..]),
        ),
        (
            of(prop_oneof![
                (1u32..u32::MAX).prop_map(SetSize::AtMost),
                Just(SetSize::ANY)
            ]),
            of(decimal(0..=1_000_000)),
            any::<bool>(),
        ),
    )
        .prop_map(
            |(
                (k, p, p_plus, distinct),
                entropy,
                recursive,
                alpha,
                (t, beta),
                suppression,
                near,
                known,
            )| {
                Requirement {
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
                    beta,
                    epsilon: near.0,
                    l_sd: near.1,
                    sd_nulls: near.2,
                    m: known.0,
                    h: known.1,
                    duplicates: known.2,
                    suppression,
                }
            },
        )
}

fn some_decomposition() -> impl Strategy<Value = Decomposition> {
    let share = || 0.0..=1.0f64;
    let projection = prop_oneof![
        Just(Projection::Quadratic),
        Just(Projection::Linear),
        (0.0..0.4f64, 0.5..1.0f64, 0.5..=1.0f64, 0.0..0.5f64)
            .prop_map(|(t0, t1, d0, d1)| Projection::Curve(vec![(t0, d0), (t1, d1)])),
    ];
    (
        prop_oneof![
            share().prop_map(Target::Degree),
            share().prop_map(Target::Trust)
        ],
        proptest::option::of(some_name()),
        projection,
        proptest::sample::select(&LevelWeights::ALL[..]),
        1.0..9.0f64,
        // Sharing out is told to the printed rule alone.
        proptest::sample::select(
            &[
                (Rule::Nearest, true),
                (Rule::Printed, true),
                (Rule::Printed, false),
            ][..],
        ),
    )
        .prop_map(
            |(target, purpose, projection, weights, beta, (rule, spare_useful))| Decomposition {
                target,
                purpose,
                projection,
                weights,
                beta,
                rule,
                spare_useful,
            },
        )
}

fn some_microaggregation() -> impl Strategy<Value = Microaggregation> {
    (
        0.0..3.0f64,
        proptest::sample::select(&CategoryCentre::ALL[..]),
        proptest::option::of(0..15u32),
        2..1_000_000u32,
        proptest::sample::select(&DistanceOfRecords::ALL[..]),
        1..=LARGEST_ORDER,
    )
        .prop_map(|(gamma, categories, decimals, block, distance, order)| {
            let usual = Microaggregation::default();
            Microaggregation {
                gamma,
                categories,
                decimals,
                block,
                distance,
                // Told to one distance alone.
                order: match distance {
                    DistanceOfRecords::Minkowski => order,
                    _ => usual.order,
                },
            }
        })
}

fn some_purposes() -> impl Strategy<Value = (BTreeMap<String, Purpose>, Vec<Recipient>)> {
    let order = (
        proptest::collection::btree_set(some_name(), 2..6),
        any::<bool>(),
        0..3,
        proptest::collection::vec(0.0..=1.0f64, 6),
    )
        .prop_map(|(names, suggested, from, priorities)| {
            let mut names: Vec<String> = names.into_iter().collect();
            if from == 0 {
                return Purpose::outright(names.into_iter().zip(priorities).collect()).unwrap();
            }
            let least = names.pop().unwrap();
            Purpose {
                most: names.remove(0),
                least,
                between: (!suggested).then_some(names),
                priorities: match from {
                    1 => Priorities::Equal,
                    _ => Priorities::Dependence,
                },
            }
        });
    let recipients = proptest::collection::btree_map(
        some_name().prop_filter("a visible name", |name| !name.trim().is_empty()),
        (0.0..=1.0f64, proptest::option::of(some_name())),
        0..3,
    )
    .prop_map(|named| {
        named
            .into_iter()
            .map(|(name, (trust, purpose))| Recipient {
                name,
                trust,
                purpose,
            })
            .collect()
    });
    (
        proptest::collection::btree_map(some_name(), order, 0..3),
        recipients,
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
        (
            proptest::sample::select(&NullPolicy::ALL[..]),
            proptest::sample::select(&NeighbourEngine::ALL[..]),
        ),
        (some_decomposition(), some_microaggregation()),
    )
        .prop_map(
            |(name, seed, metric, levels, class, truth, effort, near, purpose)| {
                let mut method = MethodSettings {
                    name,
                    seed,
                    class,
                    ..MethodSettings::default()
                };
                match name {
                    MethodName::Optimal => method.metric = metric,
                    MethodName::Levels => method.levels = levels,
                    MethodName::LocalRecoding => method.suppress = truth,
                    MethodName::Graph => method.keep_means = truth,
                    MethodName::MeetingBox => method.effort = effort,
                    MethodName::Decomposition => method.decomposition = purpose.0,
                    MethodName::Refined => {
                        method.effort = effort;
                        method.exclusive = truth;
                    }
                    _ => {}
                }
                method.questions.width = 1 + effort % 7;
                if name.is_microaggregation() {
                    method.keep_means = truth;
                    method.microaggregation = purpose.1;
                    if name == MethodName::RefinedMdav {
                        let usual = Microaggregation::default();
                        method.microaggregation.distance = usual.distance;
                        method.microaggregation.order = usual.order;
                    }
                    if name != MethodName::VMdav {
                        method.microaggregation.gamma = Microaggregation::default().gamma;
                    }
                }
                if name == MethodName::RefinedMdav {
                    method.effort = effort;
                }
                if name.changes_ratings() {
                    method.nulls = near.0;
                }
                method.engine = near.1;
                method
            },
        )
}

fn some_derived() -> impl Strategy<Value = Derived> {
    let names = || proptest::collection::vec(some_name(), 1..4);
    let at = prop_oneof![
        Just(At::Date("2024-02-29".to_owned())),
        some_name().prop_map(At::Column)
    ];
    let bands = prop_oneof![
        (1..100u32).prop_map(Bands::Width),
        proptest::collection::btree_set(-99..99i64, 1..4)
            .prop_map(|cuts| Bands::Cuts(cuts.into_iter().collect())),
    ];
    let letters = proptest::option::of(1..9u32);
    prop_oneof![
        any::<String>().prop_map(Derived::Formula),
        some_name().prop_map(Derived::YearOf),
        (some_name(), at).prop_map(|(from, at)| Derived::Age { from, at }),
        (some_name(), bands).prop_map(|(of, bands)| Derived::Bands { of, bands }),
        (some_name(), 1..9u32, letters).prop_map(|(of, from, letters)| Derived::Part {
            of,
            from,
            letters
        }),
        (names(), any::<String>())
            .prop_map(|(columns, separator)| Derived::Joined { columns, separator }),
    ]
}

fn some_file() -> impl Strategy<Value = OtherFile> {
    let types = proptest::sample::select(&ColumnType::ALL[..]);
    (
        some_name(),
        proptest::option::of(some_name()),
        proptest::option::of(some_name()),
        proptest::collection::btree_map(some_name(), types, 0..3),
    )
        .prop_map(|(path, sheet, delimiter, types)| OtherFile {
            path: path.into(),
            sheet,
            delimiter,
            types,
        })
}

fn some_operation() -> impl Strategy<Value = Operation> {
    let names = || proptest::collection::vec(some_name(), 1..4);
    let paths = || {
        let paths = proptest::collection::btree_map(some_name(), some_name(), 1..4);
        paths.prop_map(|paths| {
            let paths = paths.into_iter();
            paths.map(|(name, path)| (name, path.into())).collect()
        })
    };
    // Names that are keys of one table.
    let keyed = || proptest::collection::btree_map(some_name(), some_name(), 1..4);
    let how = proptest::sample::select(&Aggregate::ALL[..]);
    let taken = proptest::collection::btree_map(some_name(), (how, some_name()), 0..4);
    let taken = (taken, any::<bool>()).prop_map(|(taken, counts)| {
        let mut taken: Vec<Taken> = taken
            .into_iter()
            .map(|(column, (how, of))| Taken {
                column,
                how,
                of: Some(of),
            })
            .collect();
        if counts && let Some(first) = taken.first_mut() {
            (first.how, first.of) = (Aggregate::Count, None);
        }
        taken
    });
    let size = prop_oneof![
        (1..1_000_000u64).prop_map(SampleSize::Rows),
        (0.001..0.999f64).prop_map(SampleSize::Share),
    ];
    let unmapped = proptest::sample::select(&Unmapped::ALL[..]);
    prop_oneof![
        (any::<String>(), any::<bool>())
            .prop_map(|(sql, multiplies)| Operation::Sql { sql, multiplies }),
        any::<String>().prop_map(|condition| Operation::Keep { condition }),
        names().prop_map(|columns| Operation::Drop { columns }),
        keyed().prop_map(|columns| Operation::Rename { columns }),
        (some_name(), some_derived()).prop_map(|(column, from)| Operation::Derive { column, from }),
        (
            some_name(),
            some_file(),
            proptest::option::of(some_name()),
            unmapped
        )
            .prop_map(|(column, file, into, unmapped)| Operation::Map {
                column,
                file,
                into,
                unmapped
            }),
        (
            some_name(),
            keyed(),
            proptest::option::of(names()),
            any::<[bool; 2]>()
        )
            .prop_map(|(table, on, columns, flags)| Operation::Join {
                table,
                on: on.into_iter().collect(),
                columns,
                keeps_unmatched: flags[0],
                multiplies: flags[1],
            }),
        (names(), taken).prop_map(|(by, take)| Operation::Group { by, take }),
        (size, 0..1_000u64).prop_map(|(size, seed)| Operation::Sample { size, seed }),
        paths().prop_map(|keys| Operation::Pseudonyms { keys }),
        (names(), some_name(), some_name(), 1..999u32).prop_map(|(columns, person, key, days)| {
            Operation::ShiftDates {
                columns,
                person,
                key: key.into(),
                days,
            }
        }),
    ]
}

fn some_prepare() -> impl Strategy<Value = Prepare> {
    let steps = proptest::collection::vec((some_operation(), any::<bool>()), 0..5);
    let tables = proptest::collection::btree_map(some_name(), some_file(), 0..3);
    (tables, steps).prop_map(|(tables, steps)| Prepare {
        tables: tables
            .into_iter()
            .filter(|(name, _)| name != "data")
            .collect(),
        steps: steps
            .into_iter()
            .map(|(operation, off)| Step { operation, off })
            .collect(),
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
        (
            some_requirement(),
            some_method(),
            any::<[bool; 7]>(),
            some_purposes(),
            some_context(),
            proptest::collection::btree_map(some_name(), any::<String>(), 0..3),
            some_prepare(),
        ),
    )
        .prop_map(
            |(
                data,
                load,
                roles,
                mut undecided,
                hierarchies,
                categories,
                (requirement, method, flags, (purposes, recipients), context, confirmed, prepare),
            )| {
                let mut recipe = Recipe {
                    data: data.into(),
                    load,
                    prepare,
                    ..Recipe::default()
                };
                for (name, at) in roles {
                    recipe.settings.roles.set(&name, Some(Role::ALL[at]));
                }
                if recipe.load.kind.is_none_or(|kind| kind == Kind::Microdata) {
                    recipe.settings.roles.others_insensitive = flags[6];
                    recipe.settings.roles.confirmed = confirmed;
                }
                undecided.sort();
                undecided.dedup();
                undecided.retain(|name| recipe.settings.roles.of(name).is_none());
                recipe.undecided = undecided;
                recipe.settings.hierarchies = hierarchies;
                if flags[2] {
                    let names = |(column, order): (&String, &Vec<Vec<String>>)| {
                        let names = (0..order.len()).map(|at| format!("category {at}"));
                        (column.clone(), names.collect())
                    };
                    recipe.settings.category_names = categories.iter().map(names).collect();
                }
                recipe.settings.categories = categories;
                if recipe.load.kind.is_none_or(|kind| kind == Kind::Microdata) {
                    let distances = DistanceName::ALL.into_iter();
                    // A column called l can only be asked for its diversity.
                    let names = recipe.settings.categories.keys().cloned();
                    recipe.settings.distances = names.zip(distances).collect();
                }
                recipe.settings.requirement = match recipe.load.kind {
                    Some(Kind::Ratings) => Requirement {
                        k: requirement.k,
                        epsilon: requirement.epsilon,
                        l_sd: requirement.l_sd,
                        sd_nulls: requirement.sd_nulls,
                        suppression: requirement.suppression,
                        ..Requirement::default()
                    },
                    Some(Kind::Microdata) => Requirement {
                        epsilon: None,
                        l_sd: None,
                        sd_nulls: NullReading::default(),
                        m: None,
                        h: None,
                        duplicates: false,
                        ..requirement
                    },
                    Some(Kind::Transactions) => Requirement {
                        k: requirement.k,
                        m: requirement.m,
                        p: requirement.p,
                        h: requirement.h,
                        duplicates: requirement.duplicates,
                        ..Requirement::default()
                    },
                    None => requirement,
                };
                // Without an l nobody heeds it, and it is not written.
                if recipe.settings.requirement.l_sd.is_none() {
                    recipe.settings.requirement.sd_nulls = NullReading::default();
                }
                recipe.settings.method = method;
                recipe.settings.purposes = purposes;
                recipe.settings.recipients = recipients;
                // Only purposes that are there may be named.
                let told = recipe.settings.method.decomposition.purpose.clone();
                let asked = recipe.settings.recipients.iter();
                let named: Vec<String> = asked
                    .filter_map(|recipient| recipient.purpose.clone())
                    .chain(told)
                    .collect();
                for name in named {
                    let usual = || Purpose {
                        most: "a".to_owned(),
                        least: "b".to_owned(),
                        ..Purpose::default()
                    };
                    recipe.settings.purposes.entry(name).or_insert_with(usual);
                }
                recipe.settings.release.shuffle = flags[0];
                recipe.settings.release.escape_formulas = flags[1];
                recipe.settings.release.mapping = flags[3];
                recipe.settings.release.sql = flags[4];
                recipe.settings.release.nested = flags[1] != flags[4];
                recipe.settings.report = ReportContext {
                    public: flags[5],
                    ..context
                };
                if flags[6] {
                    recipe.settings.release.ranges = Ranges::Round;
                    recipe.settings.release.codes = CodesFrom::File;
                }
                if flags[2] {
                    recipe.settings.release.format = ReleaseFormat::Parquet;
                }
                recipe.fold_names();
                recipe.know_identifiers();
                recipe
            },
        )
}

fn some_context() -> impl Strategy<Value = ReportContext> {
    let said = any::<String>().prop_filter("words", |said| !said.trim().is_empty());
    proptest::collection::vec(proptest::option::of(said), ContextField::ALL.len()).prop_map(
        |said| {
            let mut context = ReportContext::default();
            for (field, said) in ContextField::ALL.into_iter().zip(said) {
                let said = match field {
                    ContextField::ReviewDate => said.map(|_| "2027-05-31".to_owned()),
                    _ => said,
                };
                context.set(field, said);
            }
            context
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
