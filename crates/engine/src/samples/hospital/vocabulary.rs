//! The values that patients can have, each with the group that it generalizes to, and how common each is.

/// The first ages of the bands by which the tables below are ordered; the last band ends at 94.
pub const BANDS: [u32; 11] = [0, 6, 18, 25, 35, 45, 55, 65, 75, 85, 95];

/// One weight for each age band.
pub type ByBand = [u32; 10];

pub const BORN_HERE: ByBand = [55, 50, 65, 100, 105, 125, 150, 160, 130, 60];
pub const BORN_ABROAD: ByBand = [8, 25, 90, 190, 190, 165, 140, 110, 60, 22];

pub const SEXES: [&str; 2] = ["female", "male"];

/// Places that begin with the same three digits. Few people, and those from far away, make outliers.
pub struct Area {
    pub prefix: &'static str,
    pub weight: u32,
    pub zips: u32,
    /// Of a thousand people, how many were born abroad.
    pub abroad: u32,
    /// Of a hundred adults, how many have a higher education.
    pub higher: u32,
    /// Most of those born abroad come from this region of the world.
    pub region: &'static str,
}

const fn area(
    prefix: &'static str,
    weight: u32,
    zips: u32,
    abroad: u32,
    higher: u32,
    region: &'static str,
) -> Area {
    Area {
        prefix,
        weight,
        zips,
        abroad,
        higher,
        region,
    }
}

pub static AREAS: [Area; 15] = [
    area("142", 300, 20, 140, 38, "Asia"),
    area("140", 150, 16, 50, 34, "Europe"),
    area("141", 90, 12, 40, 26, "Europe"),
    area("146", 90, 16, 110, 36, "Latin America"),
    area("143", 80, 8, 90, 20, "North America"),
    area("132", 70, 8, 80, 32, "Africa"),
    area("147", 60, 12, 20, 18, "North America"),
    area("130", 60, 12, 50, 30, "Europe"),
    area("148", 40, 8, 130, 58, "Asia"),
    area("136", 20, 8, 20, 16, "North America"),
    area("100", 20, 8, 300, 50, "Latin America"),
    area("112", 12, 4, 350, 36, "Europe"),
    area("165", 10, 4, 40, 20, "Europe"),
    area("441", 8, 4, 60, 28, "Europe"),
    area("021", 6, 4, 200, 60, "Asia"),
];

/// The last two digits of the zips of an area: four zips to each ten.
pub fn zip_ending(number: u32) -> u32 {
    number / 4 * 10 + [1, 4, 6, 9][number as usize % 4]
}

pub const HOME: &str = "USA";

/// Country of birth, region, weight.
pub const COUNTRIES: [(&str, &str, u32); 20] = [
    (HOME, "North America", 0),
    ("Canada", "North America", 90),
    ("Mexico", "Latin America", 80),
    ("Cuba", "Latin America", 18),
    ("Colombia", "Latin America", 25),
    ("Brazil", "Latin America", 22),
    ("Germany", "Europe", 30),
    ("Italy", "Europe", 34),
    ("Poland", "Europe", 40),
    ("Ukraine", "Europe", 32),
    ("Ireland", "Europe", 14),
    ("China", "Asia", 70),
    ("India", "Asia", 76),
    ("Japan", "Asia", 20),
    ("Myanmar", "Asia", 60),
    ("Vietnam", "Asia", 36),
    ("Iraq", "Asia", 26),
    ("Nigeria", "Africa", 22),
    ("Somalia", "Africa", 36),
    ("Ethiopia", "Africa", 18),
];

pub const MARITAL: [(&str, &str); 6] = [
    ("single", "never married"),
    ("married", "with partner"),
    ("registered partner", "with partner"),
    ("separated", "once married"),
    ("divorced", "once married"),
    ("widowed", "once married"),
];

/// Weights of the values above, by age band.
pub const MARITAL_BY_BAND: [[u32; 6]; 10] = [
    [1, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0],
    [880, 70, 40, 8, 2, 0],
    [470, 400, 70, 30, 28, 2],
    [240, 580, 50, 40, 84, 6],
    [160, 600, 30, 40, 150, 20],
    [110, 610, 20, 30, 170, 60],
    [70, 600, 10, 20, 140, 160],
    [50, 470, 5, 10, 85, 380],
    [40, 260, 2, 5, 43, 650],
];

pub const EDUCATION: [(&str, &str); 8] = [
    ("none", "basic"),
    ("primary", "basic"),
    ("lower secondary", "basic"),
    ("upper secondary", "secondary"),
    ("vocational", "secondary"),
    ("bachelor", "higher"),
    ("master", "higher"),
    ("doctorate", "higher"),
];

/// Occupation, group, weights with basic, secondary and higher education, women among a thousand.
pub const JOBS: [(&str, &str, [u32; 3], u32); 20] = [
    ("physician", "professional", [0, 0, 6], 480),
    ("lawyer", "professional", [0, 0, 6], 420),
    ("engineer", "professional", [0, 1, 14], 180),
    ("software developer", "professional", [0, 2, 14], 230),
    ("scientist", "professional", [0, 0, 6], 430),
    ("teacher", "professional", [0, 2, 16], 740),
    ("manager", "office and sales", [1, 6, 12], 400),
    ("accountant", "office and sales", [0, 5, 8], 600),
    ("office clerk", "office and sales", [3, 14, 6], 760),
    ("salesperson", "office and sales", [8, 12, 4], 560),
    ("nurse", "care and service", [0, 12, 10], 870),
    ("care assistant", "care and service", [8, 6, 0], 860),
    ("cook", "care and service", [8, 5, 0], 380),
    ("cleaner", "care and service", [14, 3, 0], 800),
    ("police officer", "care and service", [0, 5, 2], 200),
    ("driver", "trade and industry", [12, 7, 0], 80),
    ("carpenter", "trade and industry", [7, 7, 0], 30),
    ("electrician", "trade and industry", [3, 9, 1], 30),
    ("factory worker", "trade and industry", [14, 8, 0], 300),
    ("farmer", "trade and industry", [5, 4, 1], 250),
];

/// What people do who have none of the jobs.
pub const WITHOUT_JOB: [&str; 7] = [
    "child",
    "pupil",
    "student",
    "homemaker",
    "unemployed",
    "disabled",
    "retired",
];
pub const NOT_EMPLOYED: &str = "not employed";

/// The largest household.
pub const HOUSEHOLDS: u32 = 8;

pub fn household_group(people: u32) -> &'static str {
    match people {
        0..=2 => "1 to 2",
        3..=4 => "3 to 4",
        _ => "5 or more",
    }
}

pub const FIRST_YEAR: u32 = 2023;
/// Admissions by calendar month, in both years.
pub const MONTHS: [u32; 12] = [108, 98, 100, 92, 90, 84, 80, 80, 86, 92, 98, 110];
/// The years of birth that ages and years of admission allow.
pub const BIRTH_YEARS: std::ops::RangeInclusive<u32> = (FIRST_YEAR - 94)..=(FIRST_YEAR + 1);

pub struct Disease {
    pub name: &'static str,
    pub by_band: ByBand,
    /// Women among a thousand patients.
    pub women: u32,
    /// Usual cost of a stay in dollars.
    pub cost: u32,
    /// Whether patients keep coming back.
    pub chronic: bool,
}

const fn disease(
    name: &'static str,
    by_band: ByBand,
    women: u32,
    cost: u32,
    chronic: bool,
) -> Disease {
    Disease {
        name,
        by_band,
        women,
        cost,
        chronic,
    }
}

/// In the order of their sensitivity, which the recipe tells in four categories.
#[rustfmt::skip]
pub static DISEASES: [Disease; 16] = [
    disease("HIV", [0, 0, 6, 12, 12, 8, 5, 2, 1, 0], 280, 9400, true),
    disease("Cancer", [2, 2, 4, 10, 22, 45, 70, 90, 90, 70], 500, 24800, true),
    disease("Schizophrenia", [0, 1, 14, 16, 10, 7, 4, 2, 1, 1], 420, 11200, true),
    disease("Addiction", [0, 3, 30, 30, 26, 24, 16, 6, 2, 1], 320, 7600, true),
    disease("Phthisis", [2, 2, 4, 5, 5, 5, 5, 6, 6, 6], 380, 12600, false),
    disease("Hepatitis", [1, 2, 6, 10, 12, 14, 12, 8, 5, 3], 400, 8900, true),
    disease("Depression", [0, 14, 36, 34, 32, 34, 26, 18, 16, 14], 640, 6800, true),
    disease("Epilepsy", [12, 10, 8, 7, 7, 7, 8, 10, 12, 12], 470, 7200, true),
    disease("Obesity", [1, 8, 14, 22, 30, 32, 28, 16, 6, 2], 560, 10400, true),
    disease("Asthma", [40, 40, 20, 16, 14, 12, 12, 12, 10, 8], 540, 4900, true),
    disease("Diabetes", [2, 6, 6, 10, 18, 34, 50, 56, 46, 34], 450, 7900, true),
    disease("Heart disease", [2, 1, 2, 5, 14, 40, 76, 110, 130, 140], 420, 18600, true),
    disease("Flu", [50, 30, 20, 16, 14, 14, 18, 28, 40, 60], 500, 3900, false),
    disease("Indigestion", [20, 24, 26, 26, 26, 24, 22, 20, 18, 16], 540, 3200, false),
    disease("Fracture", [24, 46, 34, 22, 20, 22, 26, 36, 60, 80], 500, 9800, false),
    disease("Migraine", [0, 8, 16, 20, 20, 16, 10, 5, 2, 1], 740, 2700, false),
];
