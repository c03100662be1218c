//! The page in Markdown.

use super::{Found, ROWS, Source};
use crate::SimilarityAnswer;
use crate::claim::Claim;
use crate::figure::{Figure, short};

const HEAD: &str = "# What the papers say, and what is seen here\n\n\
    Every figure of the five papers, measured again. A claim is weighed by what was measured, sizes included; where the data \
    of a paper are not to be had, others stand for them and the recipe says so. Times are those of the method alone, the \
    least of three runs in turns; another machine has others, and a claim about time may fall the other way there. \
    `cloakroom experiment papers --data FOLDER --out docs/papers.md` makes this page, its drawings and its recipes anew; \
    `--paper 003` does so for one paper.\n";

const NOT_ASKED: &str = "\n## What is not there, and why\n\n\
    - **Evaluation of trust** (thesis, 4.1): the thesis names it and gives no way; trust is a number that the releaser gives.\n\
    - **Tools for individuals** and personalised privacy (thesis, 8.3): this program is for whoever holds a table.\n\
    - **Social networks, locations and RFID** (thesis, 8.3): other kinds of data.\n\
    - **Anatomy and permutation** (thesis, 8.2.3): related work that the thesis does not use.\n";

/// The drawings lie in `folder` beside the page, each under the name of its part and its own.
pub fn page(found: &[Found], folder: &str) -> String {
    let mut text = HEAD.to_owned();
    text += &contents(found);
    for (at, found) in found.iter().enumerate() {
        text += &part(at, found, folder);
    }
    text += NOT_ASKED;
    text += &rows();
    text
}

/// The name of the drawing of a figure.
pub fn drawing(at: usize, figure: &Figure) -> String {
    format!("{:02}-{}.svg", at + 1, figure.name)
}

fn verdict(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "so",
        Some(false) => "**not so**",
        None => "cannot be told",
    }
}

/// All claims at a glance.
fn contents(found: &[Found]) -> String {
    let mut text =
        "\n| part | claims that hold | do not hold | cannot be told |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for found in found {
        let claims = || {
            let own = found.table.iter().flat_map(|(_, claims)| claims);
            own.chain(found.figures.iter().flat_map(|figure| &figure.claims))
        };
        let count = |wanted: Option<bool>| claims().filter(|claim| claim.holds == wanted).count();
        text += &format!(
            "| {}: {} | {} | {} | {} |\n",
            found.part.paper,
            found.part.heading,
            count(Some(true)),
            count(Some(false)),
            count(None)
        );
    }
    text
}

fn part(at: usize, found: &Found, folder: &str) -> String {
    let source = found.part.source;
    let mut text = format!(
        "\n## {}: {}\n\nData: {}. Recipe: [{source}]({folder}/{source}/recipe.toml). Again by `{}`.\n",
        found.part.paper, found.part.heading, found.size, found.command
    );
    let needs = Source::find(source).map_or(&[][..], |source| source.needs);
    text += &format!(
        "Expected under `data/`: {}.\n",
        needs
            .iter()
            .map(|file| format!("`{file}`"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    if let Some((table, claims)) = &found.table {
        text += &format!("\n{table}");
        text += &told(claims);
    }
    for figure in &found.figures {
        text += &of_figure(at, figure, folder);
    }
    text
}

fn of_figure(at: usize, figure: &Figure, folder: &str) -> String {
    let mut text = format!("\n### `{}` {}\n\n", figure.name, figure.title);
    text += &format!("![{}]({folder}/{})\n\n", figure.title, drawing(at, figure));
    let first = figure.series.first();
    let axis: Vec<String> = first.map_or_else(Vec::new, |series| {
        series.points.iter().map(|point| short(point.at)).collect()
    });
    text += &format!(
        "| {} \\ {} | {} |\n|{}\n",
        figure.up,
        figure.across,
        axis.join(" | "),
        " --- |".repeat(axis.len() + 1)
    );
    for series in &figure.series {
        let cells = series.points.iter();
        let cells: Vec<String> = cells
            .map(|point| point.value.map_or_else(|| "\u{2013}".to_owned(), short))
            .collect();
        text += &format!("| {} | {} |\n", series.name, cells.join(" | "));
    }
    text + &told(&figure.claims)
}

fn told(claims: &[Claim]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let mut text = "\n| the paper says | here | |\n| --- | --- | --- |\n".to_owned();
    for claim in claims {
        text += &format!(
            "| {} | {} | {} |\n",
            claim.claim,
            verdict(claim.holds),
            claim.sentence.replace('|', "/")
        );
    }
    text
}

/// Table 3.8 and what comes before it, in brackets what the thesis found on its table.
pub(super) fn of_similarity(answer: &SimilarityAnswer) -> String {
    let or = |thesis: Option<u32>| thesis.map_or_else(|| "\u{2013}".to_owned(), |n| n.to_string());
    let mut text = "| k = 2, p = 2 | minimal tables | open to the attack | records at worst |\n\
                    | --- | --- | --- | --- |\n"
        .to_owned();
    for found in &answer.models {
        text += &format!(
            "| {:?} | {} ({}) | {} ({}) | {} ({}) |\n",
            found.model,
            found.minimal,
            or(found.thesis.minimal),
            found.open,
            or(found.thesis.open),
            found.most_records,
            or(found.thesis.most_records)
        );
    }
    text += "\n| k, p | model | classes that give a category away, lowest table | worst table | thesis |\n\
             | --- | --- | --- | --- | --- |\n";
    for found in &answer.disclosures {
        text += &format!(
            "| {}, {} | {:?} | {} | {} | {} |\n",
            found.k, found.p, found.model, found.lowest_table, found.worst_table, found.thesis
        );
    }
    text
}

fn rows() -> String {
    let mut text = "\n## What shows what was missing\n\n\
        An audit of the papers, line by line, found these partly there or missing.\n\n\
        | place | what | shown by |\n| --- | --- | --- |\n"
        .to_owned();
    for row in ROWS {
        text += &format!("| {} | {} | {} |\n", row.place, row.what, row.shown);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::PARTS;
    use crate::figure::Series;

    #[test]
    fn a_page_has_its_figures_verdicts_and_rows() {
        let series = Series::new("mine", [(1.0, Some(0.5)), (2.0, None)]);
        let figure = Figure {
            name: "loss-by-k".to_owned(),
            title: "Loss against k".to_owned(),
            across: "k",
            up: "loss",
            claims: vec![Claim::within("below 15 %", &series, 0.0..=0.15, |_| true)],
            series: vec![series],
        };
        let found = Found {
            part: PARTS[0],
            size: "3 records".to_owned(),
            command: "cloakroom experiment models adult/recipe.toml".to_owned(),
            table: None,
            figures: vec![figure],
        };
        let text = page(&[found], "papers");
        for wanted in [
            "![Loss against k](papers/01-loss-by-k.svg)",
            "| loss \\ k | 1 | 2 |\n| --- | --- | --- |\n| mine | 0.5 | \u{2013} |",
            "| below 15 % | **not so** | here from 0.5 to 0.5 |",
            "[adult](papers/adult/recipe.toml)",
            "| 0 | 1 | 0 |",
            "Social networks",
            "thesis T2.6",
        ] {
            assert!(text.contains(wanted), "{wanted} in\n{text}");
        }
    }
}
