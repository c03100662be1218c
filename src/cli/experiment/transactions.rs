//! `cloakroom experiment transactions RECIPE`.

use super::plot::{Curve, number, plot};
use super::similarity::push_lines;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::{Answer, grouped};
use crate::cli::watch::watched;
use crate::engine::experiment::transactions::{
    BasketExperiment, BasketFigure, BasketFigureName, BasketPlan, METHODS, transactions,
};
use crate::engine::open::open_recipe;
use crate::model::dataset::Dataset;
use crate::model::kind::Kind;
use crate::model::method::MethodName;
use crate::model::problem::{Failure, Problem};
use std::path::Path;

/// What the command line asks for.
pub struct Wanted<'a> {
    pub figures: &'a [String],
    pub methods: &'a [String],
    pub k: Option<u32>,
    pub m: Option<u32>,
}

pub fn run(recipe: &Path, wanted: &Wanted<'_>, json: bool) -> Result<Answer, Failure> {
    let plan = plan(wanted)?;
    let answer = watched(|pulse| {
        let opened = open_recipe(recipe, pulse)?;
        let Dataset::Transactions(data) = &opened.loaded.dataset else {
            let kind = opened.loaded.dataset.kind().name();
            let message = format!("the experiment is about transactions, not about {kind}");
            return Err(Problem::new(message).of(recipe).into());
        };
        transactions(data, &opened.recipe.settings, &opened.trees, &plan, pulse)
            .map_err(|failure| of_recipe(failure, recipe))
    })?;
    Ok(Answer::new(DONE, json, &answer, || words(&answer))?)
}

fn plan(wanted: &Wanted<'_>) -> Result<BasketPlan, Problem> {
    let figures = wanted
        .figures
        .iter()
        .map(|name| {
            BasketFigureName::from_name(name.trim()).ok_or_else(|| {
                let names = BasketFigureName::ALL.map(BasketFigureName::name);
                Problem::new(format!(
                    "--figure: there is no figure named \"{name}\"; expected one of {}",
                    names.join(", ")
                ))
            })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    let methods = wanted
        .methods
        .iter()
        .flat_map(|names| names.split(','))
        .map(|name| {
            MethodName::from_name(name.trim())
                .filter(|method| method.kinds().contains(&Kind::Transactions))
                .ok_or_else(|| {
                    Problem::new(format!(
                        "--methods: there is no method named \"{name}\" for transactions"
                    ))
                })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    Ok(BasketPlan {
        figures: if figures.is_empty() {
            BasketFigureName::ALL.to_vec()
        } else {
            figures
        },
        methods: if methods.is_empty() {
            METHODS.to_vec()
        } else {
            methods
        },
        k: wanted.k,
        m: wanted.m,
    })
}

fn words(answer: &BasketExperiment) -> String {
    let mut words = format!(
        "The paper's figures on {} baskets over {} items\n",
        grouped(answer.baskets),
        grouped(answer.items),
    );
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}

fn told(figure: &BasketFigure) -> String {
    let mut words = format!("\n{}  {}\n", figure.name.name(), figure.title);
    let mut lines = vec![vec![figure.across.to_owned()]];
    let first = figure.series.first();
    for point in first.map_or(&[][..], |series| &series.points) {
        lines[0].push(number(point.at));
    }
    let mut seconds = Vec::new();
    for series in &figure.series {
        let mut line = vec![series.method.name().to_owned()];
        line.extend(series.points.iter().map(|point| {
            point
                .value
                .map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"))
        }));
        lines.push(line);
        let times = series
            .points
            .iter()
            .map(|point| format!("{:.1}", point.seconds));
        let times: Vec<String> = times.collect();
        seconds.push(format!("{} {}", series.method.name(), times.join(" ")));
    }
    push_lines(&mut words, &lines);
    if figure.name != BasketFigureName::TimeBySize {
        words += &format!("  seconds: {}\n", seconds.join("; "));
    }
    let points: Vec<Vec<(f64, f64)>> = figure
        .series
        .iter()
        .map(|series| {
            let known = series.points.iter();
            known
                .filter_map(|point| Some((point.at, point.value?)))
                .collect()
        })
        .collect();
    let curves: Vec<Curve<'_>> = figure
        .series
        .iter()
        .zip(&points)
        .map(|(series, points)| Curve {
            name: series.method.name(),
            points,
        })
        .collect();
    words += &plot(&curves, figure.across, figure.up);
    for claim in &figure.claims {
        let verdict = if claim.holds {
            "Holds here"
        } else {
            "Does not hold here"
        };
        words += &format!("  {verdict}: {}; {}.\n", claim.claim, claim.sentence);
    }
    for series in &figure.series {
        for point in &series.points {
            if let Some(why) = &point.why {
                words += &format!("  {} at {}: {why}\n", series.method.name(), point.at);
            }
        }
    }
    words
}
