//! What people do not want others to know of them, known by the name of a column: the categories of the GDPR (Art. 9 and
//! 10) and what is guarded like them in every office, in English, German, French and Spanish.

use super::words::words;

/// A matter that is guarded.
pub struct Matter {
    /// As a sentence ends that begins with the word in the name.
    pub what: &'static str,
    /// How names speak of it.
    patterns: &'static str,
    /// Where they speak of something else.
    unless: &'static str,
    /// It tells who somebody is, too.
    pub identifies: bool,
}

const SPECIAL: &str = ", a special category of the GDPR (Art. 9)";

impl Matter {
    const fn of(what: &'static str, patterns: &'static str) -> Self {
        Self {
            what,
            patterns,
            unless: "",
            identifies: false,
        }
    }

    const fn unless(self, unless: &'static str) -> Self {
        Self { unless, ..self }
    }
}

/// Words as `plain` leaves them: small, without accents. `sick*` begins a word, `*lohn` ends one, `*gehalt*` stands
/// anywhere in one, and `sick_leave` are two that stand side by side.
const SPECIAL_MATTERS: &[Matter] = &[
    Matter::of(
        "health",
        "health disease* *diagnos* dx illness* ill sick* condition conditions comorbid* icd* treatment* \
         therap* medication* medicine* drug* prescription* dosage hiv aids cancer* tumor* tumour* diabet* \
         asthma* pain angina* disorder* syndrome* stress ldl hdl special_needs special_educational_needs \
         heart* cardi* drink* chronic* surgical depress* anxiety suicid* symptom* disab* handicap* \
         impairment* pregnan* abortion* contracept* allerg* blood* cholesterol* glucose hypertens* smok* \
         alcohol* addict* mental* psychiat* psycholog* surger* vaccin* covid* infect* medical* injur* rehab* \
         death_cause cause_of_death wound* bmi insulin ecg mri stroke hba1c fertility menstru* maternity \
         gesundheit* krank* *krankheit* *erkrank* *behandlung* medikament* arznei* *behinder* schwanger* \
         mutterschutz* impf* befund* blut* pflegegrad* pflegestufe* gdb raucher* rauchen sucht* arbeitsunf* \
         unfall* arztbesuch* psych* reha* \
         sante maladie* malade* traitement* medicament* enceinte grossesse* invalidite* fumeur* tabac alcool* \
         sanguin soins ordonnance* maternite \
         salud enferm* tratamiento* discapaci* minusvalia* embaraz* vacuna* alergia* fumador* tabaco sintoma* \
         sangre incapacidad* medicacion* lesion* maternidad",
    )
    .unless("terms_conditions condition_of_item weather_conditions working_conditions health_insurer"),
    Matter::of(
        "absence from work, which tells of health",
        "absence* absent* absentee* sick_leave leave_days days_leave parental_leave lost_days days_lost \
         d_arret days_off fehlzeit* fehltag* abwesen* ausfalltag* au_tage elternzeit* arret_maladie \
         arrets_maladie arret_travail conge_maladie jours_arret ausencia* ausentismo absentismo baja_medica \
         dias_baja dias_de_baja baja_laboral",
    ),
    Matter::of(
        "membership of a trade union",
        "union unions unionised unionized works_council gewerkschaft* betriebsrat* syndic* sindic* sindicato*",
    )
    .unless("european_union eu credit_union customs_union civil_union student_union"),
    Matter::of(
        "religion or belief",
        "*religion* religio* faith belief* church* denomination* confession* worship* muslim* jewish \
         christian catholic* protestant* konfession* kirch* glaube* croyance* culte eglise* creencia* \
         confesion* iglesia* culto baptis* pray*",
    ),
    Matter::of(
        "ethnic origin",
        "ethnic* ethnie* *ethnisch* *ethnique* etnia etnic* skin skincolor skincolour tribe caste indigenous \
         indigena* hispanic aboriginal hautfarbe* migration_background migrationshinter* refugee* asylum* \
         asyl* fluchtling* fluechtling* couleur_de_peau",
    ),
    Matter::of(
        "political opinion",
        "party vote votes voted voting voter* politic* politis* politik* ideolog* partei* wahlabsicht* \
         wahlver* wahlentsch* gesinnung* parti partido voto votos electeur* election* ballot partisan* \
         left_right links_rechts gauche_droite izquierda_derecha elector*",
    )
    .unless("third_party party_size party_date party_number"),
    Matter::of(
        "sex life or sexual orientation",
        "orientation *sexual* sexuel* sexuell* sexuali* lgbt* gay lesbian* homosex* queer transgender* \
         gender_identity orientierung orientacion",
    ),
    Matter {
        what: "a body or a genome",
        patterns: "biometr* fingerprint* fingerabdr* retina* iris_scan face_id faceid face_template face_embedding \
         face_image gait voiceprint* voice_print dna genom* genetic* genetisch* genetiq* genotyp* allele* \
         gene genes snp empreinte* adn huella*",
        unless: "",
        identifies: true,
    },
];

const OTHER_MATTERS: &[Matter] = &[
    Matter::of(
        "crimes and convictions, which the GDPR guards (Art. 10)",
        "crime* criminal* offence* offense* offend* conviction* convicted arrest* prison* priors \
         sentence_length gambl* background_check jail* felony felonies misdemeanor* misdemeanour* police \
         parole* recid* probation_officer straf* vorstraf* verurteil* fuhrungszeugnis* fuehrungszeugnis* haft \
         polizei* casier condamn* infraction* delit* penal* antecedentes condena* carcel detention*",
    ),
    Matter::of(
        "income and wealth",
        "income* salar* wage* pay payroll paygrade earn* bonus* compensation* remuneration* stipend* pension* \
         welfare tax taxes taxable property real_estate benefits dividend* savings wealth* net_worth assets \
         capital_gain capital_gains capital_loss capital_losses hourly_rate daily_rate monthly_rate \
         stock_option fortune balance gehalt* steuer* lohnsteuer* *gehalt *lohn lohn* *einkommen* verdienst* \
         *verdienst einkunft* einkuenft* vermogen* vermoegen* zulage* *rente brutto* netto* sozialhilfe* \
         burgergeld* buergergeld* hartz* wohngeld* kontostand* salaire* revenu* paie patrimoine* epargne* rsa \
         sueldo* ingresos renta rentas nomina ahorro* patrimonio* retribu* subsidio* allowance*",
    )
    .unless("salary_currency life_balance steuernummer steuer_id steuer_nr tax_id tax_number tax_code"),
    Matter::of(
        "debts and credit",
        "debt* credit* loan* mortgage* bankrupt* insolven* default arrears missed_payment missed_payments \
         late_payment late_payments garnish* overdraft* delinquen* schuld* *schulden kredit* schufa* \
         pfandung* pfaendung* darlehen* dette* pret prets emprunt* surendett* deuda* prestamo* credito* \
         hipoteca* moroso* impago*",
    )
    .unless("credit_card kreditkarte* credits credit_hours default_language"),
    Matter::of(
        "grades and appraisals",
        "grade grades gpa reason_for_leaving leaving_reason reason_for_termination termination_reason \
         exit_interview exit_reason grievance* score scores exam* final_mark suspension* expulsion* \
         test_result* performance* apprais* iq disciplin* dismiss* warning* complaint* noten* *note \
         abschlussnote* zensur* prufung* pruefung* beurteil* bewertung* leistungs* abmahn* kundigung* \
         kuendigung* moyenne avertissement* licenciement* calificaci* evaluaci* despido* rendimiento* \
         plagiar* nota notas",
    )
    .unless("note notes salary_grade grade_level"),
    Matter::of(
        "violence or abuse",
        "violen* abuse* victim* harass* gewalt* missbrauch* opfer* abuso* acoso* bully* custody",
    ),
    Matter::of(
        "a secret",
        "secret* sensitive confidential* geheim* vertraulich* whistleblow*",
    ),
];

/// What the name of a column speaks of, in the words of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarded {
    pub word: String,
    pub what: String,
    pub identifies: bool,
}

/// `None` for a name that speaks of nothing that is guarded.
pub fn guarded(name: &str) -> Option<Guarded> {
    // `GdB` is one word, and `sickDays` are two.
    let parted = name.split(|letter: char| !letter.is_alphanumeric());
    let parted = parted.filter(|word| !word.is_empty());
    let parted: Vec<String> = parted.map(str::to_lowercase).collect();
    let own = words(name);
    let found = |matters, law| among(matters, law, &own).or_else(|| among(matters, law, &parted));
    found(SPECIAL_MATTERS, SPECIAL).or_else(|| found(OTHER_MATTERS, ""))
}

fn among(matters: &'static [Matter], law: &str, own: &[String]) -> Option<Guarded> {
    let plain: Vec<String> = own.iter().map(|word| plain(word)).collect();
    let placed = |patterns: &str| {
        let patterns = patterns.split_whitespace();
        let places = patterns.filter_map(|pattern| place(pattern, &plain));
        places.min()
    };
    matters.iter().find_map(|matter| {
        if placed(matter.unless).is_some() {
            return None;
        }
        let (at, length) = placed(matter.patterns)?;
        Some(Guarded {
            word: own[at..at + length].join(" "),
            what: format!("{}{law}", matter.what),
            identifies: matter.identifies,
        })
    })
}

/// Where the words of a pattern stand side by side.
fn place(pattern: &str, words: &[String]) -> Option<(usize, usize)> {
    let parts: Vec<&str> = pattern.split('_').collect();
    let mut windows = words.windows(parts.len());
    let fits = |window: &[String]| {
        parts
            .iter()
            .zip(window)
            .all(|(part, word)| is_like(part, word))
    };
    windows.position(fits).map(|at| (at, parts.len()))
}

fn is_like(part: &str, word: &str) -> bool {
    match (part.strip_prefix('*'), part.strip_suffix('*')) {
        (None, None) => word == part,
        (None, Some(beginning)) => word.starts_with(beginning),
        (Some(end), None) => word.ends_with(end),
        (Some(_), Some(_)) => word.contains(part.trim_matches('*')),
    }
}

/// Without accents: names are written with them and without.
pub fn plain(word: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;
    let letters = word.nfd().filter(|letter| !is_combining_mark(*letter));
    let letters: String = letters.collect();
    letters.replace('ß', "ss").replace('œ', "oe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_four_languages_speak_of_what_is_guarded() {
        for (name, word) in [
            ("Union member", "union"),
            ("sick days", "sick"),
            ("sickDays", "sick"),
            ("days_of_sick_leave", "sick"),
            ("Krankentage 2023", "krankentage"),
            ("Gewerkschaftsmitglied", "gewerkschaftsmitglied"),
            ("Jahresbruttoeinkommen", "jahresbruttoeinkommen"),
            ("Arrêt maladie (jours)", "maladie"),
            ("revenu_mensuel", "revenu"),
            ("Orientación sexual", "orientación"),
            ("Antecedentes penales", "antecedentes"),
            ("discapacidad", "discapacidad"),
            ("GPA", "gpa"),
        ] {
            assert_eq!(
                guarded(name).map(|found| found.word).as_deref(),
                Some(word),
                "{name}"
            );
        }
        for name in [
            "European Union country",
            "Party size",
            "Age",
            "Number of siblings",
            "Town",
            "Credit card",
            "Notes",
            "Height",
            "Department",
            "Entry date",
            "Illinois",
            "Paycheck date",
        ] {
            assert_eq!(guarded(name), None, "{name}");
        }
        assert!(guarded("sick days").unwrap().what.contains("GDPR (Art. 9)"));
    }

    #[test]
    fn patterns_are_written_as_names_are_compared() {
        for matter in SPECIAL_MATTERS.iter().chain(OTHER_MATTERS) {
            for pattern in matter
                .patterns
                .split_whitespace()
                .chain(matter.unless.split_whitespace())
            {
                assert_eq!(plain(pattern), pattern);
                assert_eq!(pattern.to_lowercase(), pattern);
                let long = pattern.trim_matches('*').len();
                assert!(
                    !pattern.contains('*') || long >= 3,
                    "{pattern} is like too many words"
                );
            }
        }
    }
}
