//! One invented patient: age drives most of the rest, the place and the sex some of it.

use super::vocabulary::*;
use cloakroom_core::Stream;

/// Texts are borrowed from the vocabulary; an empty one is missing.
pub struct Patient {
    pub birth_year: u32,
    pub sex: &'static str,
    pub area: &'static Area,
    pub zip_ending: u32,
    pub marital: &'static str,
    pub education: &'static str,
    pub occupation: &'static str,
    pub country: &'static str,
    /// `None` is missing, as for the cost.
    pub household: Option<u32>,
    pub admission: (u32, u32),
    pub disease: &'static str,
    pub visits: u32,
    pub cost: Option<u32>,
}

const WOMAN: usize = 0;

impl Patient {
    pub fn draw(stream: &mut Stream) -> Self {
        let area = &AREAS[stream.pick(&AREAS.each_ref().map(|area| area.weight))];
        let zip_ending = zip_ending(draw_zip(area, stream));
        let abroad = stream.chance(area.abroad);
        let country = draw_country(area, abroad, stream);
        let band = stream.pick(if abroad { &BORN_ABROAD } else { &BORN_HERE });
        let age = stream.between(BANDS[band], BANDS[band + 1] - 1);
        // Women live longer, and come for more reasons while they are young.
        let sex = stream.pick(&[480 + [0, 0, 60, 70, 20, 0, 0, 20, 70, 160][band], 480]);
        let year = FIRST_YEAR + stream.below(2);
        let month = stream.pick(&MONTHS) as u32 + 1;

        let marital = draw_marital(band, sex, stream);
        let schooling = draw_education(area, age, abroad, stream);
        let occupation = draw_occupation(age, sex, schooling, stream);
        let household = draw_household(age, marital, abroad, stream);
        let disease = draw_disease(band, sex, schooling, abroad, month, stream);
        let visits = draw_visits(disease, age, stream);
        let cost = disease.cost * stream.between(60, 150) / 100 + age * 21 + visits * 35;

        Self {
            birth_year: year - age,
            sex: SEXES[sex],
            area,
            zip_ending,
            marital: MARITAL[marital].0,
            education: unless(stream.chance(8), EDUCATION[schooling].0),
            occupation: unless(stream.chance(10), occupation),
            country,
            household: (!stream.chance(5)).then_some(household),
            admission: (year, month),
            disease: disease.name,
            visits,
            cost: (!stream.chance(12)).then_some(cost / 10 * 10),
        }
    }
}

fn unless(missing: bool, text: &'static str) -> &'static str {
    if missing { "" } else { text }
}

/// Each zip of an area has fewer people than the one before.
fn draw_zip(area: &Area, stream: &mut Stream) -> u32 {
    let mut weights = [0; 20];
    for (number, weight) in (1u32..).zip(&mut weights[..area.zips as usize]) {
        *weight = 2520 / (number + 1);
    }
    stream.pick(&weights) as u32
}

fn draw_country(area: &Area, abroad: bool, stream: &mut Stream) -> &'static str {
    if !abroad {
        return HOME;
    }
    let weights = COUNTRIES.map(|(_, region, weight)| {
        if region == area.region {
            weight * 5
        } else {
            weight
        }
    });
    COUNTRIES[stream.pick(&weights)].0
}

fn draw_marital(band: usize, sex: usize, stream: &mut Stream) -> usize {
    let mut weights = MARITAL_BY_BAND[band];
    // Husbands are older and die earlier.
    if sex == WOMAN {
        weights[5] = weights[5] * 3 / 2;
    } else {
        weights[5] /= 3;
    }
    stream.pick(&weights)
}

fn draw_education(area: &Area, age: u32, abroad: bool, stream: &mut Stream) -> usize {
    match age {
        0..=5 => 0,
        6..=11 => 1,
        12..=15 => 2,
        16..=18 => 2 + usize::from(stream.chance(450)),
        _ => {
            // Each generation stays longer at school; the young are not through yet.
            let higher = match age {
                19..=24 => area.higher / 3,
                25..=44 => area.higher * 6 / 5,
                45..=64 => area.higher,
                _ => area.higher * 3 / 5,
            };
            let basic = if age > 64 { 24 } else { 10 } + if abroad { 12 } else { 0 };
            let secondary = 100 - higher.min(76) - basic.min(24);
            let none = if abroad { 4 } else { 1 };
            stream.pick(&[
                none,
                basic * 3,
                basic * 7,
                secondary * 6,
                secondary * 4,
                higher * 6,
                higher * if age < 24 { 0 } else { 3 },
                higher * if age < 28 { 0 } else { 1 },
            ])
        }
    }
}

fn draw_occupation(age: u32, sex: usize, schooling: usize, stream: &mut Stream) -> &'static str {
    let [
        child,
        pupil,
        student,
        homemaker,
        unemployed,
        disabled,
        retired,
    ] = WITHOUT_JOB;
    match age {
        0..=5 => return child,
        6..=17 => return pupil,
        18..=25 if stream.chance(420) => return student,
        60..=64 if stream.chance(300) => return retired,
        65..=69 if stream.chance(780) => return retired,
        70.. if stream.chance(970) => return retired,
        _ => {}
    }
    let at_home = if sex == WOMAN { 110 } else { 12 };
    let out_of_work = [95, 60, 30][tier(schooling)];
    let unable = if age > 45 { 45 } else { 15 };
    match stream.pick(&[at_home, out_of_work, unable, 1000]) {
        0 => homemaker,
        1 => unemployed,
        2 => disabled,
        _ => {
            let weights = JOBS.map(|(_, _, by_tier, women)| {
                by_tier[tier(schooling)] * if sex == WOMAN { women } else { 1000 - women }
            });
            JOBS[stream.pick(&weights)].0
        }
    }
}

/// Basic, secondary, higher.
fn tier(schooling: usize) -> usize {
    match schooling {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    }
}

fn draw_household(age: u32, marital: usize, abroad: bool, stream: &mut Stream) -> u32 {
    let with_partner = marital == 1 || marital == 2;
    let weights: [u32; HOUSEHOLDS as usize] = match (age, with_partner) {
        (0..=17, _) => [0, 8, 26, 36, 18, 8, 3, 1],
        (18..=24, false) => [24, 20, 22, 20, 9, 3, 1, 1],
        (25..=54, true) => [0, 26, 25, 30, 13, 4, 1, 1],
        (25..=54, false) => [52, 24, 13, 7, 3, 1, 0, 0],
        (_, true) => [0, 76, 14, 6, 3, 1, 0, 0],
        (_, false) => [74, 18, 5, 2, 1, 0, 0, 0],
    };
    let household = stream.pick(&weights) as u32 + 1;
    if abroad && household > 1 && stream.chance(350) {
        (household + 1).min(HOUSEHOLDS)
    } else {
        household
    }
}

fn draw_disease(
    band: usize,
    sex: usize,
    schooling: usize,
    abroad: bool,
    month: u32,
    stream: &mut Stream,
) -> &'static Disease {
    let weights = DISEASES.each_ref().map(|disease| {
        let by_sex = if sex == WOMAN {
            disease.women
        } else {
            1000 - disease.women
        };
        let by_life = match disease.name {
            "Flu" if matches!(month, 12 | 1..=3) => 25,
            "Flu" if matches!(month, 5..=9) => 4,
            "Phthisis" | "Hepatitis" if abroad => 35,
            "Obesity" | "Diabetes" if tier(schooling) == 2 => 6,
            "Addiction" if tier(schooling) == 0 => 16,
            // Bones of old women break.
            "Fracture" if sex == WOMAN && band >= 7 => 17,
            _ => 10,
        };
        disease.by_band[band] * by_sex * by_life
    });
    &DISEASES[stream.pick(&weights)]
}

fn draw_visits(disease: &Disease, age: u32, stream: &mut Stream) -> u32 {
    let again = if disease.chronic { 560 } else { 180 } + age * 3;
    let mut visits = 1;
    while visits < 24 && stream.chance(again) {
        visits += 1;
    }
    visits
}
