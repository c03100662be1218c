//! What methods release of people and households: who stays is who stays by definition.

use super::super::run_of;
use super::*;
use cloakroom_core::Kind;
use cloakroom_core::purpose::{Rule, Target};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// At chosen levels those are released who stay there by definition, and nobody where too many would have to go.
    #[test]
    fn chosen_levels_release_whoever_stays_there(seed in any::<u64>()) {
        let case = people(seed);
        with_task(&case, |task| {
            let names: Vec<String> = task
                .prepared
                .quasi
                .iter()
                .map(|quasi| quasi.column.name().to_owned())
                .collect();
            for (levels, kept) in all_nodes(&case, task) {
                let mut settings = task.settings.clone();
                settings.levels = names.iter().cloned().zip(levels.iter().copied()).collect();
                let task = Task { settings: &settings, ..task };
                match (run(MethodName::Levels, task, &Progress::default()).unwrap(), kept) {
                    (MethodOutcome::NotReached(_), None) => {}
                    (MethodOutcome::Reached(found), Some(kept)) => {
                        prop_assert_eq!(found.levels.as_ref(), Some(&levels));
                        prop_assert_eq!(&found.kept, &kept);
                        assert_sound(&case, task, MethodName::Levels, &found);
                    }
                    _ => prop_assert!(false, "{:?}", levels),
                }
            }
            Ok(())
        })?;
    }

    /// A decomposition releases the lowest node at or above its target at which enough stay, and nothing where none does.
    #[test]
    fn a_decomposition_goes_up_from_its_target(seed in any::<u64>()) {
        let mut case = people(seed);
        let mut dice = Dice(seed ^ 0xdec0);
        let told = &mut case.settings.method.decomposition;
        told.target = Target::Degree(dice.below(101) as f64 / 100.0);
        told.rule = Rule::Printed;
        with_task(&case, |task| {
            let nodes = all_nodes(&case, task);
            match run(MethodName::Decomposition, task, &Progress::default()).unwrap() {
                MethodOutcome::NotReached(_) => {
                    let (_, kept) = nodes.last().unwrap();
                    prop_assert!(kept.is_none(), "everything is above the target");
                }
                MethodOutcome::Reached(found) => {
                    let report = found.decomposition.as_ref().unwrap();
                    let target: Vec<u32> = report.columns.iter().map(|c| c.target_level).collect();
                    let is_above = |levels: &[u32]| levels.iter().zip(&target).all(|(a, b)| a >= b);
                    let lowest = nodes
                        .iter()
                        .filter(|(levels, kept)| kept.is_some() && is_above(levels))
                        .min_by_key(|(levels, _)| (levels.iter().sum::<u32>(), levels.clone()));
                    let (levels, kept) = lowest.unwrap();
                    prop_assert_eq!(found.levels.as_ref(), Some(levels));
                    prop_assert_eq!(Some(&found.kept), kept.as_ref());
                    assert_sound(&case, task, MethodName::Decomposition, &found);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn whatever_is_released_is_sound(seed in any::<u64>()) {
        let mut case = people(seed);
        case.settings.method.effort = 2;
        let methods = MethodName::ALL.into_iter();
        let methods = methods.filter(|method| {
            let unasked = [MethodName::Levels, MethodName::Decomposition];
            method.kinds().contains(&Kind::Microdata) && !unasked.contains(method)
        });
        for name in methods {
            prop_assert!(run_of(name).is_some());
            with_task(&case, |task| {
                // Groups cannot be larger than the table.
                if let Ok(MethodOutcome::Reached(anonymized)) = run(name, task, &Progress::default()) {
                    assert_sound(&case, task, name, &anonymized);
                }
            });
        }
    }
}
