//! The rows of the catalogue. Adding one is adding a promise to everything that follows from the catalogue.

use super::{Curve, End, LARGEST, Needs, PrivacyModel, Promise, Rank, Track, Unit};

fn count(value: Option<f64>) -> Option<u32> {
    value.map(|value| value as u32)
}

const MOST_COUNT: f64 = u32::MAX as f64;

const DISTINCT_TRACK: Track = Track {
    low: 1.0,
    usual: 20.0,
    step: 1.0,
    typed: End::Values,
};
const DISTINCT_CURVE: Curve = Curve {
    low: 1.0,
    high: 20.0,
    step: 1.0,
    end: End::Values,
};

/// What is usual of a promise that counts something.
const COUNTED: Promise = Promise {
    model: PrivacyModel::KAnonymity,
    key: "",
    title: "",
    sentence: "",
    definition: "",
    example: "",
    source: "",
    statistician: "",
    symbol: "",
    slider_symbol: "",
    letter: "",
    words: "",
    axis: "",
    phrase: "",
    undo: "",
    reach: "",
    unit: Unit::Count,
    least: 1.0,
    most: MOST_COUNT,
    expected: "a whole number of at least 1",
    senseless: "",
    smaller_is_stricter: false,
    weakest: 1.0,
    start: 2.0,
    track: DISTINCT_TRACK,
    curve: DISTINCT_CURVE,
    needs: Needs::Sensitive,
    is_sure: false,
    depends_on_release: true,
    unsaid: |_| None,
    get: |_| None,
    set: |_, _| {},
    rank: None,
};

/// What is usual of one that measures something.
const DECIMAL: Promise = Promise {
    unit: Unit::Decimal,
    least: 0.0,
    most: LARGEST,
    ..COUNTED
};

/// In the order in which they are told.
pub(super) const PROMISES: &[Promise] = &[
    Promise {
        model: PrivacyModel::KAnonymity,
        key: "k",
        title: "k-anonymity",
        sentence: "Every record shares its quasi-identifiers with at least k \u{2212} 1 others; missing values count as \
                   equal to each other and as different from every value.",
        definition: "Every record shares its quasi-identifiers with at least k \u{2212} 1 others.",
        example: "With k = 5, whoever knows age, sex and postal code of a person finds at least five records that may be \
                  hers.",
        source: "Thesis, chapter 2; Sweeney 2002.",
        statistician: "minimum cell count",
        symbol: "k",
        slider_symbol: "k",
        letter: "k",
        words: "records per class",
        axis: "records per class, k",
        phrase: "k = {}",
        undo: "k to {}",
        reach: "smallest class",
        senseless: "k must be at least 1",
        start: 5.0,
        track: Track {
            low: 1.0,
            usual: 50.0,
            step: 1.0,
            typed: End::Records,
        },
        curve: Curve {
            low: 2.0,
            high: 21.0,
            step: 1.0,
            end: End::Records,
        },
        needs: Needs::Nothing,
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.k.map(f64::from),
        set: |asked, value| asked.k = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::DistinctDiversity,
        key: "l.distinct",
        title: "Distinct l-diversity",
        sentence: "Every class of records with equal quasi-identifiers has at least l distinct sensitive values; how often \
                   each occurs is not bounded.",
        definition: "Every class has at least l different values in each sensitive column.",
        example: "With l = 2 nobody is in a class whose members all have the same disease.",
        source: "Thesis, section 2.4; Machanavajjhala and others 2007.",
        statistician: "protection against attribute disclosure",
        symbol: "l",
        slider_symbol: "l",
        letter: "l",
        words: "distinct values per class",
        axis: "distinct values per class, l",
        phrase: "l = {} distinct",
        undo: "l to {} distinct",
        reach: "least distinct values",
        senseless: "l must be at least 1",
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.l.distinct.map(f64::from),
        set: |asked, value| asked.l.distinct = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::EntropyDiversity,
        key: "l.entropy",
        title: "Entropy l-diversity",
        sentence: "In every class the sensitive values are as evenly spread as l equally frequent ones: their entropy is at \
                   least log l.",
        definition: "The values of every class are spread at least as evenly as l equally frequent ones: their entropy is \
                     at least log l. l need not be whole; larger is stricter.",
        example: "Two diseases held by 9 of 10 and by 1 of 10 count as l = 1.4, held by half each as l = 2.",
        source: "Thesis, section 2.4; Machanavajjhala and others 2007.",
        statistician: "perplexity of the sensitive values of a cell",
        symbol: "entropy l",
        slider_symbol: "l",
        letter: "l",
        words: "evenly spread, by entropy",
        axis: "evenly spread by entropy, l",
        phrase: "entropy l = {}",
        undo: "l to {} by entropy",
        reach: "least entropy l",
        least: 1.0,
        expected: "a number of at least 1",
        senseless: "the l of entropy diversity must be at least 1",
        start: 1.5,
        track: Track {
            low: 1.0,
            usual: 20.0,
            step: 0.1,
            typed: End::Values,
        },
        curve: Curve {
            low: 1.0,
            high: 6.0,
            step: 0.01,
            end: End::Values,
        },
        is_sure: false,
        depends_on_release: false,
        get: |asked| asked.l.entropy,
        set: |asked, value| asked.l.entropy = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::RecursiveDiversity,
        key: "l.recursive",
        title: "Recursive (c, l)-diversity",
        sentence: "In every class the most frequent sensitive value is rarer than c times the l-th and all less frequent ones \
                   together.",
        definition: "In every class the most frequent value is rarer than c times the l-th and all less frequent ones \
                     together. A smaller c and a larger l are stricter.",
        example: "With c = 3 and l = 2 a disease that 6 of 10 have is allowed, for 6 is below 3 times the other 4; one \
                  that 8 have is not.",
        source: "Thesis, section 2.4; Machanavajjhala and others 2007.",
        statistician: "dominance rule",
        symbol: "(c, l)",
        slider_symbol: "c",
        letter: "l",
        words: "of recursive (c, l)",
        axis: "of recursive (c, l), c",
        phrase: "recursive ({}, {rank})",
        undo: "l to recursive ({}, {rank})",
        reach: "least c that holds",
        least: 0.000_001,
        expected: "a c above 0",
        senseless: "the c of recursive diversity must be above 0",
        smaller_is_stricter: true,
        weakest: LARGEST,
        start: 3.0,
        track: Track {
            low: 0.1,
            usual: 10.0,
            step: 0.1,
            typed: End::Number(1e6),
        },
        curve: Curve {
            low: 1.0,
            high: 20.0,
            step: 0.01,
            end: End::Number(1_000.0),
        },
        is_sure: false,
        depends_on_release: false,
        get: |asked| asked.l.recursive.map(|(c, _)| c),
        set: |asked, value| {
            let l = asked.l.recursive.map_or(1, |(_, l)| l);
            asked.l.recursive = value.map(|c| (c, l));
        },
        rank: Some(Rank {
            symbol: "l",
            senseless: "l must be at least 1",
            start: 2,
            get: |asked| asked.l.recursive.map(|(_, l)| l),
            set: |asked, l| asked.l.recursive = asked.l.recursive.map(|(c, _)| (c, l)),
        }),
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::P,
        key: "p",
        title: "p-sensitive",
        sentence: "Every class has at least p distinct sensitive values.",
        definition: "Every class has at least p different values in each sensitive column, so that nobody in it is given \
                     away by what all its members have.",
        example: "With p = 3 every class shows at least three different diseases.",
        source: "Thesis, chapter 3; Truta and Vinay 2006.",
        statistician: "protection against attribute disclosure",
        symbol: "p",
        slider_symbol: "p",
        letter: "p",
        words: "sensitive values per class",
        axis: "sensitive values per class, p",
        phrase: "p = {}",
        undo: "p to {}",
        reach: "least distinct values",
        senseless: "p must be at least 1",
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.p.map(f64::from),
        set: |asked, value| asked.p = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::PPlus,
        key: "p_plus",
        title: "p\u{207a}-sensitive",
        sentence: "Every class has values of at least p distinct sensitivity categories, so that with p of 2 or more no class \
                   holds one category alone; how often each occurs is not bounded.",
        definition: "The values of every class come from at least p different sensitivity categories. It stops the \
                     similarity attack: different values that are all top secret.",
        example: "With p\u{207a} = 2 no class holds only HIV and cancer, if both are top secret.",
        source: "Thesis, chapter 3.",
        statistician: "protection against inference of a category",
        symbol: "p\u{207a}",
        slider_symbol: "p\u{207a}",
        letter: "p+",
        words: "categories per class",
        axis: "categories per class, p\u{207a}",
        phrase: "p+ = {}",
        undo: "p\u{207a} to {}",
        reach: "least categories",
        senseless: "p+ must be at least 1",
        track: Track {
            low: 1.0,
            usual: MOST_COUNT,
            step: 1.0,
            typed: End::Categories,
        },
        curve: Curve {
            low: 1.0,
            high: MOST_COUNT,
            step: 1.0,
            end: End::Categories,
        },
        needs: Needs::Categories,
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.p_plus.map(f64::from),
        set: |asked, value| asked.p_plus = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::Alpha,
        key: "alpha",
        title: "Weight \u{3b1}",
        sentence: "The categories of a class's values weigh at least \u{3b1} together: 0 for the most sensitive category, 1 for \
                   the least; larger is stricter.",
        definition: "The categories of a class\u{2019}s records weigh at least \u{3b1} together, 0 each for the most \
                     sensitive category and 1 for the least. Larger is stricter: it asks for more records whose values are \
                     harmless.",
        example: "With four categories and \u{3b1} = 2, two records with a harmless value are enough, or six of the second \
                  category.",
        source: "Thesis, chapter 3.",
        statistician: "weighted cell count",
        symbol: "\u{3b1}",
        slider_symbol: "\u{3b1}",
        letter: "\u{3b1}",
        words: "category weight per class",
        axis: "category weight per class, \u{3b1}",
        phrase: "\u{3b1} = {}",
        undo: "\u{3b1} to {}",
        reach: "least weight",
        expected: "a weight of at least 0",
        senseless: "\u{3b1} must be at least 0",
        weakest: 0.0,
        start: 1.0,
        track: Track {
            low: 0.0,
            usual: 20.0,
            step: 0.1,
            typed: End::Records,
        },
        curve: Curve {
            low: 0.0,
            high: LARGEST,
            step: 0.01,
            end: End::Weights,
        },
        needs: Needs::Categories,
        is_sure: true,
        depends_on_release: false,
        unsaid: |asked| {
            asked.p_plus.is_none().then_some(
                "\u{3b1} is a total weight, so large classes reach it easily, and a class may still hold values of one \
                 category only: p+ is what rules that out.",
            )
        },
        get: |asked| asked.alpha,
        set: |asked, value| asked.alpha = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::Closeness,
        key: "t",
        title: "t-closeness",
        sentence: "The sensitive values of every class are spread nearly as in the whole release: the earth mover's distance is \
                   at most t. What the whole release tells, it tells of everybody. Numbers and dates are compared by their \
                   order, other values all alike, unless a hierarchy says otherwise.",
        definition: "The sensitive values of every class are spread nearly as in the whole release: the earth \
                     mover\u{2019}s distance is at most t. By ranks for numbers, by the hierarchy where there is one, and \
                     all values equally far otherwise. Smaller is stricter.",
        example: "If 10 % of all people have HIV and 40 % of a class, the two are 0.3 apart where all diseases are equally \
                  far.",
        source: "Li, Li and Venkatasubramanian 2007.",
        statistician: "distance between the conditional and the marginal distribution",
        symbol: "t",
        slider_symbol: "t",
        letter: "t",
        words: "distance from the table",
        axis: "distance from the table, t",
        phrase: "t = {}",
        undo: "t to {}",
        reach: "largest distance t",
        most: 1.0,
        expected: "a distance from 0 to 1",
        senseless: "t must lie between 0 and 1",
        smaller_is_stricter: true,
        start: 0.3,
        track: Track {
            low: 0.0,
            usual: 1.0,
            step: 0.01,
            typed: End::Number(1.0),
        },
        curve: Curve {
            low: 0.05,
            high: 1.0,
            step: 0.001,
            end: End::Number(1.0),
        },
        is_sure: false,
        depends_on_release: true,
        unsaid: |_| {
            Some(
                "t compares every class with the released table: it says nothing of how the released table differs from the \
                 source or from people at large. Numbers and dates are compared in their order, by their ranks among the \
                 released values, unless the promise above says otherwise.",
            )
        },
        get: |asked| asked.t,
        set: |asked, value| asked.t = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::BetaLikeness,
        key: "beta",
        title: "\u{3b2}-likeness",
        sentence: "No sensitive value is much more frequent in a class than in the whole release: its share there exceeds its \
                   share in the release by at most \u{3b2} times the latter. How much rarer a value may be is not bounded.",
        definition: "The share of every sensitive value in a class is at most 1 + \u{3b2} times its share in the whole \
                     release. Rare values are protected as well as frequent ones, which one distance over all values does \
                     not do. Smaller is stricter.",
        example: "With \u{3b2} = 2 a disease that 1 % of all people have is held by at most 3 % of a class.",
        source: "Cao and Karras 2012, who call it basic \u{3b2}-likeness.",
        statistician: "relative gain of information",
        symbol: "\u{3b2}",
        slider_symbol: "\u{3b2}",
        letter: "\u{3b2}",
        words: "gain over the table",
        axis: "gain over the table, \u{3b2}",
        phrase: "\u{3b2} = {}",
        undo: "\u{3b2} to {}",
        reach: "largest gain \u{3b2}",
        expected: "a gain of at least 0",
        senseless: "\u{3b2} must be at least 0",
        smaller_is_stricter: true,
        weakest: LARGEST,
        track: Track {
            low: 0.0,
            usual: 10.0,
            step: 0.1,
            typed: End::Number(1e6),
        },
        curve: Curve {
            low: 0.5,
            high: 10.0,
            step: 0.01,
            end: End::Number(1_000.0),
        },
        is_sure: false,
        depends_on_release: true,
        unsaid: |_| {
            Some(
                "\u{3b2} compares every class with the released table: it says nothing of how the released table differs from \
                 the source or from people at large. It bounds by how much more likely a value becomes, not by how much less.",
            )
        },
        get: |asked| asked.beta,
        set: |asked, value| asked.beta = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::Suppression,
        key: "suppression",
        title: "Records left out",
        sentence: "The largest share of records that may be left out so that the others pass; 0 unless set. Nothing of them is \
                   released, but who is missing may itself tell something.",
        definition: "The largest share of records that a release may lack. Records in classes that fail are left out whole.",
        example: "At 1 % a table of 30,000 may lose 300 records so that the others can stay more exact.",
        source: "Thesis, chapter 2.",
        statistician: "record suppression",
        symbol: "",
        slider_symbol: "",
        letter: "",
        words: "records that may be left out",
        axis: "records that may be left out",
        phrase: "at most {} % left out",
        undo: "the share left out to {} %",
        reach: "",
        unit: Unit::Share,
        most: 1.0,
        expected: "a share from 0 to 1",
        senseless: "the share of records that may be left out (suppression) must lie between 0 and 1",
        smaller_is_stricter: true,
        start: 0.01,
        track: Track {
            low: 0.0,
            usual: 0.2,
            step: 0.001,
            typed: End::Number(1.0),
        },
        curve: Curve {
            low: 0.0,
            high: 0.19,
            step: 0.001,
            end: End::Number(1.0),
        },
        needs: Needs::Nothing,
        is_sure: true,
        depends_on_release: false,
        get: |asked| (asked.suppression != 0.0).then_some(asked.suppression),
        set: |asked, value| asked.suppression = value.unwrap_or(0.0),
        ..DECIMAL
    },
];
