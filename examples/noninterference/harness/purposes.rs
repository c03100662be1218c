//! What `decomposition` is told: how far to go, for what purpose, and who asks.

use super::case::How;
use super::drawing::Drawing;

/// Whoever may ask.
const RECIPIENTS: [(&str, &str); 3] = [("office", "0.8"), ("press", "0.2"), ("<school>", "0.5")];

/// What a recipe says of it.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Lines of `[method]`.
    pub settings: String,
    /// Whole tables.
    pub tables: String,
    /// Lines of `[release]`.
    pub release: &'static str,
}

/// For these quasi-identifiers.
pub fn any(how: &How, quasi: &[&str], drawing: &mut Drawing<'_>) -> Told {
    let mut told = Told::default();
    let share = drawing.chance.below(10);
    let target = drawing.pick("target", &[("degree", "degree"), ("trust", "trust")]);
    told.settings = format!("{target} = 0.{share}\n");
    told.settings += drawing.pick(
        "projection",
        &[
            ("quadratic", ""),
            ("linear", "projection = \"linear\"\n"),
            (
                "points",
                "projection = [[0, 1], [0.5, 0.3], [0.8, 0.1], [1, 0]]\n",
            ),
        ],
    );
    told.settings += drawing.pick(
        "weights",
        &[
            ("uniform", ""),
            ("utility", "weights = \"utility\"\n"),
            ("utility, beta", "weights = \"utility\"\nbeta = 2.5\n"),
        ],
    );
    told.settings += drawing.pick(
        "spares useful",
        &[("yes", ""), ("no", "spare_useful = false\n")],
    );
    let purpose = match quasi {
        [] | [_] => "nothing",
        _ => drawing.pick(
            "purpose",
            &[
                ("none", "nothing"),
                ("by the data", "ends"),
                ("by name", "all"),
            ],
        ),
    };
    if let ([most, between @ .., least], "ends" | "all") = (quasi, purpose) {
        told.tables += &format!("[purposes.study]\nmost = \"{most}\"\nleast = \"{least}\"\n");
        if purpose == "all" {
            let names: Vec<String> = between.iter().map(|name| format!("\"{name}\"")).collect();
            told.tables += &format!("between = [{}]\n", names.join(", "));
        }
        told.tables += &format!("[purposes.other]\nmost = \"{least}\"\nleast = \"{most}\"\n");
        told.settings += "purpose = \"study\"\n";
    }
    if matches!(how, How::Recipients | How::Recipient(_)) {
        let asking = &RECIPIENTS[..2 + drawing.chance.below(2)];
        for (name, trust) in asking {
            told.tables += &format!("[[recipients]]\nname = \"{name}\"\ntrust = {trust}\n");
            if purpose != "nothing" && drawing.chance.percent(40) {
                told.tables += "purpose = \"other\"\n";
            }
        }
        told.release = drawing.pick(
            "recipients",
            &[("apart", ""), ("nested", "nested = true\n")],
        );
    }
    told
}
