//! `cloakroom methods`.

use super::DONE;
use super::output::Answer;
use cloakroom_core::metrics::{Aspect, Direction};
use cloakroom_core::{Failure, Kind, MethodName, Metric};
use cloakroom_engine::kinds::models;
use serde::Serialize;

#[derive(Serialize)]
struct Listing {
    methods: Vec<Entry>,
    models: Vec<Entry>,
    metrics: Vec<MetricEntry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    kinds: &'static [Kind],
    sentence: &'static str,
}

#[derive(Serialize)]
struct MetricEntry {
    #[serde(flatten)]
    entry: Entry,
    unit: &'static str,
    /// Which way is better.
    direction: Direction,
    aspect: Aspect,
}

pub fn run(json: bool) -> Result<Answer, Failure> {
    let listing = listing();
    Ok(Answer::new(DONE, json, &listing, || words(&listing))?)
}

fn listing() -> Listing {
    Listing {
        methods: MethodName::ALL
            .into_iter()
            .map(|method| Entry {
                name: method.name(),
                title: method.title(),
                kinds: method.kinds(),
                sentence: method.sentence(),
            })
            .collect(),
        models: Kind::ALL
            .into_iter()
            .flat_map(models)
            .map(|model| Entry {
                name: model.name,
                title: model.title,
                kinds: model.kinds,
                sentence: model.sentence,
            })
            .collect(),
        metrics: Metric::ALL
            .into_iter()
            .map(|metric| MetricEntry {
                entry: Entry {
                    name: metric.name(),
                    title: metric.title(),
                    kinds: metric.kinds(),
                    sentence: metric.sentence(),
                },
                unit: metric.unit(),
                direction: metric.direction(),
                aspect: metric.aspect(),
            })
            .collect(),
    }
}

fn words(listing: &Listing) -> String {
    let mut words = String::new();
    let metrics: Vec<&Entry> = listing.metrics.iter().map(|metric| &metric.entry).collect();
    for (heading, entries) in [
        ("Methods", listing.methods.iter().collect()),
        ("Models", listing.models.iter().collect()),
        ("Metrics", metrics),
    ] {
        words += &format!("{heading}\n");
        for entry in entries {
            words += &format!("  {:<26} {}\n", entry.name, entry.sentence);
        }
    }
    words
}
