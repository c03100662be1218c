//! What is said of tables of records.

use crate::explain::by_role;
use crate::kinds::{AboutKind, Model, stands_among};
use crate::pool;
use crate::report::html_chart::Counted;
use crate::report::html_promises::{DECIDED_IN_HOUSE, IN_HOUSE, Told, counted, reached_k, table};
use crate::report::page::{
    MOST_LINES, SHOWN_NAMES, end_table, escape, figure, figure_cell, heads, names, percent,
    percent_of, some_names, told_in_part,
};
use crate::report::public::Public;
use crate::report::story::{ColumnStory, Done};
use cloakroom_core::words::grouped;
use cloakroom_core::{Amount, Kind, Requirement, Role};
use cloakroom_microdata::privacy::{PrivacyModel, parameter};
use cloakroom_verify::MOST_VALUES;
use cloakroom_verify::declaration::{self, Counts, Distance};
use std::fmt::Write;

pub(crate) static ABOUT: AboutKind = AboutKind {
    declared: declaration::Kind::Microdata,
    mark: None,
    released: "Records released",
    left_out: "Records left out",
    part: "column",
    violating: [
        "Violating records",
        "Records that stand in the way of the requirement.",
    ],
    unique: [
        "Unique records",
        "Records that share their quasi-identifiers with nobody.",
    ],
    classes: [
        "Classes",
        "Groups of records that share all quasi-identifiers.",
    ],
    smallest: ["Smallest class", "Records in the smallest class."],
    sizes: [
        "Classes",
        "Records by the size of their class, the number of records that share all quasi-identifiers.",
    ],
    sizes_before_and_after: "Records by the size of their class",
    counted: Counted::Classes,
    undecided: "; others = \"insensitive\" under [roles] is for those that may be released as they are",
    not_joined: None,
    stands_in_groups: true,
    pool_supposes: " Columns that are released as they are, are taken to be known to nobody.",
    is_recoded: true,
    is_named_by_data: false,
    reached,
    promises,
    models,
    released_with,
    shown,
    remaining,
    assumptions,
    not_promised,
    by_role: |role| (role != Role::Quasi).then(|| by_role(Some(role))),
    pooled: pool::microdata::counted,
    stands_among,
};

fn reached(public: Public<'_>) -> String {
    let k = public.figures.k;
    if public.declared.counts != Counts::Records {
        return format!(
            "that it holds of {} was decided where the release was made, with a key that is not released; of the records in \
             the file every one shares its quasi-identifiers with at least {} others",
            public.declared.counts.name(),
            k.saturating_sub(1),
        );
    }
    format!(
        "every record shares its quasi-identifiers with at least {} others (k = {k})",
        k.saturating_sub(1),
    )
}

fn models() -> Vec<Model> {
    let models = PrivacyModel::ALL.into_iter();
    models
        .map(|model| Model {
            name: model.name(),
            title: model.title(),
            sentence: model.sentence(),
            kinds: model.kinds(),
        })
        .collect()
}

fn released_with(public: Public<'_>) -> Vec<(&'static str, String)> {
    let roles = &public.declared.roles;
    let columns = grouped(public.figures.columns.len() as u64);
    vec![
        ("Columns", figure("measured.columns", &columns)),
        ("Identifiers, removed", names(&roles.identifier)),
        ("Quasi-identifiers (key variables)", names(&roles.quasi)),
        ("Sensitive", names(&roles.sensitive)),
        (
            "Insensitive, released as they are",
            some_names(&roles.insensitive, SHOWN_NAMES),
        ),
    ]
}

fn remaining(public: Public<'_>, k: &str, chance: &str) -> String {
    let method = public.method();
    let counts = public.declared.counts;
    if counts != Counts::Records {
        return format!(
            "Somebody who knows all quasi-identifiers of one record finds records of at least {k} {} that fit, and picks the \
             right one of these with a chance of at most {chance}. Who knows several records of a person can lay them side by \
             side: the promise holds of each by itself.",
            counts.name()
        );
    }
    if method.is_some_and(|method| method.is_microaggregation()) {
        format!(
            "Every group of records with equal quasi-identifiers has at least {k} records, so that whoever finds \
             the group of a person picks the right record with a chance of at most {chance}. The released numbers \
             are centres of groups: they need not be near the original values, and the group whose centre is nearest \
             to what is known of a person need not be that person's own."
        )
    } else {
        format!(
            "Somebody who knows all quasi-identifiers of a person finds at least {k} records that fit, and picks \
             the right one with a chance of at most {chance}."
        )
    }
}

fn assumptions(public: Public<'_>) -> String {
    format!(
        "<p>Missing values: two missing cells count as equal, and a missing cell as different from every \
         value. Missing cells are empty in the file.</p>\n\
         <p>The promise holds against somebody who knows the quasi-identifiers listed above and nothing \
         else. Columns named insensitive are taken to be known to nobody.</p>\n{}{}",
        about_units(public),
        about_values(public)
    )
}

/// Whom the promises count.
fn about_units(public: Public<'_>) -> &'static str {
    match public.declared.counts {
        Counts::Records => "",
        Counts::People => {
            "<p>The promises count people and not records: all records of one person count as one in their class, a value \
             counts the people who show it, and a promise about values holds however one record of each person is picked. A \
             person's records are all released or none is.</p>\n"
        }
        Counts::Groups => {
            "<p>The promises count groups, such as households, and not records: all records of one group count as one in \
             their class, a value counts the groups that show it, and a promise about values holds however one record of each \
             group is picked. So nobody is safer than the least safe member of the group, and the records of a group are all \
             released or none is.</p>\n"
        }
    }
}

fn not_promised(public: Public<'_>) -> Vec<&'static str> {
    let mut said = vec![
        "Knowledge beyond the quasi-identifiers: somebody who knows more of a person, a sensitive value or a \
         column that is released as it is, may find the record.",
    ];
    if public.declared.counts != Counts::Records {
        said.push(
            "Which records belong to one person: it is not released. Somebody who knows several records of a person may tell \
             more from all of them together than from each.",
        );
    }
    if !public.declared.roles.insensitive.is_empty() {
        said.push(
            "Columns released as they are: no promise covers them, and a rare value in one of them can tell \
             who somebody is.",
        );
    }
    said
}

fn promises(html: &mut String, public: Public<'_>) {
    let requirement = public.requirement();
    let set = |model: &PrivacyModel| model.is_set(&requirement);
    let told = PrivacyModel::ALL.into_iter().filter(set).map(|model| {
        let mut sentence = escape(model.sentence());
        if model == PrivacyModel::Closeness {
            sentence += &distances(public);
        }
        Told {
            title: model.title(),
            sentence,
            wanted: wanted(model, &requirement),
            reached: reached_of(model, public),
        }
    });
    table(html, told);
}

fn wanted(model: PrivacyModel, requirement: &Requirement) -> String {
    let Some(parameter) = parameter::wanted(model, requirement) else {
        return String::new();
    };
    let amount = parameter::amount(model, parameter, requirement);
    let sign = if parameter::smaller_is_stricter(model) {
        "\u{2264}"
    } else {
        "\u{2265}"
    };
    match amount {
        Amount::Count(count) => format!("{sign} {}", grouped(count)),
        Amount::Recursive(c, l) => format!("c = {c}, l = {l}"),
        other => format!("{sign} {other}"),
    }
}

fn reached_of(model: PrivacyModel, public: Public<'_>) -> String {
    if public.declared.counts != Counts::Records {
        return DECIDED_IN_HOUSE.to_owned();
    }
    match model {
        PrivacyModel::KAnonymity => reached_k(public),
        PrivacyModel::Suppression => IN_HOUSE.to_owned(),
        _ => counted(public, model.name()),
    }
}

fn distances(public: Public<'_>) -> String {
    let mut said = String::new();
    for sensitive in &public.declared.sensitive {
        let by = match &sensitive.distance {
            Some(Distance::Equal) => "all values equally far apart",
            Some(Distance::Ordered) => "values in order, as far apart as their ranks",
            Some(Distance::Hierarchy(_)) => "as far apart as the level at which they meet",
            None => continue,
        };
        let _ = write!(said, " {}: {by}.", escape(&sensitive.column));
    }
    said
}

/// What is and what is not said about the sensitive columns.
fn about_values(public: Public<'_>) -> String {
    let requirement = &public.declared.requirement;
    if !requirement.looks_at_values() {
        return "<p>k says how well a record hides among others. It does not say that the others differ in what is \
                sensitive.</p>\n"
            .to_owned();
    }
    let mut said = format!(
        "<p>The promises about sensitive values hold of {}, each by itself. A missing value counts as a value \
         like any other.</p>\n",
        names(&public.declared.roles.sensitive)
    );
    let asked = public.requirement();
    for model in PrivacyModel::asked(&asked) {
        if let Some(unsaid) = (model.promise().unsaid)(&asked) {
            said += &format!("<p>{}</p>\n", escape(unsaid));
        }
    }
    said
}

fn shown(html: &mut String, public: Public<'_>) {
    heads(
        html,
        "columns",
        &["Column", "@Role", "What was done", "#Values shown"],
    );
    let roles = &public.declared.roles;
    let role_of = |name: &String| {
        if roles.quasi.contains(name) {
            Role::Quasi
        } else if roles.sensitive.contains(name) {
            Role::Sensitive
        } else {
            Role::Insensitive
        }
    };
    let columns = &public.figures.columns;
    for (at, column) in columns.iter().take(MOST_LINES).enumerate() {
        let role = role_of(&column.name);
        let values = match column.values {
            Some(values) => figure_cell(&format!("measured.columns.{at}.values"), &grouped(values)),
            None => format!(
                "<td class=\"number\">more than {}</td>",
                grouped(MOST_VALUES as u64)
            ),
        };
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td>{}</td><td>{}</td>{values}</tr>",
            escape(&column.name),
            role.label(Kind::Microdata),
            match role {
                Role::Quasi => "Changed as far as the promise needs it",
                Role::Sensitive => "Released as it is: what is hidden is whose it is",
                Role::Insensitive | Role::Identifier | Role::Person | Role::Group => {
                    "Released as it is"
                }
            },
        );
    }
    for name in &roles.identifier {
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td>{}</td><td>Removed</td><td class=\"number\">\u{2013}</td></tr>",
            escape(name),
            Role::Identifier.label(Kind::Microdata),
        );
    }
    end_table(html);
    told_in_part(html, columns.len(), "columns");
}

/// In words, ready for HTML.
fn done(story: &ColumnStory) -> String {
    let examples: Vec<String> = story
        .examples
        .iter()
        .map(|text| format!("\u{201c}{}\u{201d}", escape(text)))
        .collect();
    let such_as = match examples.as_slice() {
        [] => String::new(),
        some => format!(", such as {}", some.join(", ")),
    };
    match story.done {
        Done::Removed => "Removed".to_owned(),
        Done::AsItWas if story.role == Role::Sensitive => {
            "Released as it was: what is hidden is whose it is".to_owned()
        }
        Done::AsItWas => "Released as it was".to_owned(),
        Done::Level { level: 0, of } => format!("Released as it was (level 0 of {of})"),
        Done::Level { level, of } if level == of => {
            format!(
                "Raised to the top of its hierarchy, level {level} of {of}, where all values are one{such_as}"
            )
        }
        Done::Level { level, of } => {
            format!("Raised to level {level} of {of} of its hierarchy in all records{such_as}")
        }
        Done::Ranges => "Shown as ranges, as wide as each group of records needs".to_owned(),
        Done::Groups => {
            format!(
                "Shown as groups of its hierarchy, as high as each group of records needs{such_as}"
            )
        }
        Done::Centres => "Replaced by the centre of each group of records".to_owned(),
    }
}

/// Of a table that was read in batches, columns that are released as they are.
const NOT_COUNTED: &str = "not counted";

fn values(name: &str, values: Option<usize>) -> String {
    match values {
        Some(values) => figure_cell(name, &grouped(values as u64)),
        None => format!("<td class=\"number\">{NOT_COUNTED}</td>"),
    }
}

/// What was done to every column, in numbers.
pub(crate) fn all_columns(html: &mut String, columns: &[ColumnStory], released: usize) {
    heads(
        html,
        "columns",
        &[
            "Column",
            "What was done",
            "#Values before",
            "#after",
            "#Cells changed",
            "#Loss",
        ],
    );
    for (at, story) in columns.iter().take(MOST_LINES).enumerate() {
        let name = |what: &str| format!("audit.columns.{at}.{what}");
        let (after, changed) = match story.done {
            Done::Removed => (
                "<td class=\"number\">\u{2013}</td>".to_owned(),
                "<td class=\"number\">\u{2013}</td>".to_owned(),
            ),
            _ => (
                values(&name("values_after"), story.values_after),
                format!(
                    "<td class=\"number\">{}<br><span class=\"small\">{}</span></td>",
                    figure(&name("cells_changed"), &grouped(story.cells_changed as u64)),
                    percent_of(story.cells_changed as u64, released as u64)
                ),
            ),
        };
        let _ = writeln!(
            html,
            "<tr><th>{}<br><span class=\"small\">{}</span></th><td>{}</td>{}{after}{changed}{}</tr>",
            escape(&story.column),
            story.role.label(Kind::Microdata),
            done(story),
            values(&name("values_before"), story.values_before),
            match story.loss {
                Some(loss) => format!(
                    "<td class=\"number\">{}<span class=\"bar\"><i style=\"width:{:.1}%\"></i></span></td>",
                    figure(&name("loss"), &percent(loss)),
                    (loss * 100.0).clamp(0.0, 100.0)
                ),
                None => "<td class=\"number\">\u{2013}</td>".to_owned(),
            }
        );
    }
    end_table(html);
    told_in_part(html, columns.len(), "columns");
    html.push_str(
        "<p class=\"small\">Loss: 0 % for cells that are as they were, 100 % for cells that say nothing any more; a \
         left-out record counts 100 % in every quasi-identifier. The mean over the quasi-identifiers is the loss of the \
         release.</p>\n",
    );
}
