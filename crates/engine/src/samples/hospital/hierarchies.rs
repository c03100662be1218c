//! A hierarchy for each quasi-identifier but the zip, which is masked digit by digit.

use super::super::SampleFile;
use super::vocabulary::*;

pub fn files() -> Vec<SampleFile> {
    let lines = |path, text: String| SampleFile {
        path,
        contents: text.into_bytes(),
    };
    vec![
        lines("hierarchies/birth_year.csv", birth_years()),
        lines(
            "hierarchies/sex.csv",
            SEXES.map(|sex| format!("{sex};*\n")).concat(),
        ),
        lines("hierarchies/marital_status.csv", grouped(MARITAL)),
        lines("hierarchies/education.csv", grouped(EDUCATION) + MISSING),
        lines("hierarchies/occupation.csv", occupations() + MISSING),
        lines(
            "hierarchies/country_of_birth.csv",
            grouped(COUNTRIES.map(|(country, region, _)| (country, region))),
        ),
        lines("hierarchies/household.csv", households() + MISSING),
        lines("hierarchies/admission.csv", admissions()),
    ]
}

/// The line of a missing value: the empty text generalizes too, as it is a value like any other.
const MISSING: &str = ";not stated;*\n";

fn grouped<const N: usize>(values: [(&str, &str); N]) -> String {
    values
        .map(|(value, group)| format!("{value};{group};*\n"))
        .concat()
}

/// Year, five years, ten years, twenty years, any.
fn birth_years() -> String {
    BIRTH_YEARS
        .map(|year| {
            let span = |width: u32| {
                let first = year - year % width;
                format!("{first} to {}", first + width - 1)
            };
            format!("{year};{};{};{};*\n", span(5), span(10), span(20))
        })
        .collect()
}

fn occupations() -> String {
    let jobs = grouped(JOBS.map(|(job, group, _, _)| (job, group)));
    jobs + &grouped(WITHOUT_JOB.map(|status| (status, NOT_EMPLOYED)))
}

fn households() -> String {
    (1..=HOUSEHOLDS)
        .map(|people| format!("{people};{};*\n", household_group(people)))
        .collect()
}

/// Month, quarter, year, any.
fn admissions() -> String {
    (FIRST_YEAR..=FIRST_YEAR + 1)
        .flat_map(|year| (1..=12).map(move |month| (year, month)))
        .map(|(year, month)| {
            let quarter = (month - 1) / 3 + 1;
            format!("{year}-{month:02};{year} Q{quarter};{year};*\n")
        })
        .collect()
}
