//! `cloakroom experiment similarity RECIPE`.

use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::{Answer, table};
use crate::cli::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::grouped;
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::{Model, SimilarityAnswer, similarity};
use std::path::Path;

pub fn run(recipe: &Path, seed: u64, json: bool) -> Result<Answer, Failure> {
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        similarity(
            &opened.loaded.dataset,
            &opened.recipe.settings,
            &opened.trees.hierarchies,
            seed,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))
    })?;
    Ok(Answer::new(DONE, json, &answer, || words(&answer))?)
}

fn name(model: Model) -> &'static str {
    match model {
        Model::P => "p",
        Model::PPlus => "p+",
        Model::PAlpha => "(p, alpha)",
    }
}

fn words(answer: &SimilarityAnswer) -> String {
    let mut words = format!(
        "Similarity attack on {} records by {}, a made-up illness of eight values in four categories, seed {}\n\n\
         All minimal tables for k = 2 and p = 2; in brackets what the thesis found on its table\n",
        grouped(answer.records),
        answer.quasi.join(", "),
        answer.seed
    );
    let told = |found: usize, thesis: Option<u32>| match thesis {
        Some(thesis) => format!("{found} ({thesis})"),
        None => format!("{found} (-)"),
    };
    let mut lines = vec![
        [
            "model",
            "minimal tables",
            "open to the attack",
            "records at worst",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for found in &answer.models {
        lines.push(vec![
            name(found.model).to_owned(),
            told(found.minimal, found.thesis.minimal),
            told(found.open, found.thesis.open),
            told(found.most_records, found.thesis.most_records),
        ]);
    }
    push_lines(&mut words, &lines);
    words += "\nClasses that give a category away: in the lowest minimal table, in the worst one (Table 3.8)\n";
    let mut lines = vec![vec!["k, p".to_owned()]];
    lines[0].extend(Model::ALL.map(|model| name(model).to_owned()));
    for setting in answer.disclosures.chunk_by(|a, b| (a.k, a.p) == (b.k, b.p)) {
        let mut line = vec![format!("{}, {}", setting[0].k, setting[0].p)];
        line.extend(setting.iter().map(|found| {
            format!(
                "{}, {} ({})",
                found.lowest_table, found.worst_table, found.thesis
            )
        }));
        lines.push(line);
    }
    push_lines(&mut words, &lines);
    words.push('\n');
    for claim in &answer.claims {
        let verdict = if claim.holds == Some(true) {
            "holds"
        } else {
            "does not hold"
        };
        words += &format!("{}: {verdict}. {}\n", claim.claim, claim.sentence);
    }
    words
}

pub(super) fn push_lines(words: &mut String, lines: &[Vec<String>]) {
    for line in table(lines) {
        words.push_str("  ");
        words.push_str(&line);
        words.push('\n');
    }
}
