//! Colours by meaning, one table per theme. Text colours reach 4.5 : 1 on every ground they lie on.

use egui::{Color32, Theme, Ui};

/// What a colour is for. `*_tint` are faint grounds; colours without a note are for marks, lines
/// and text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    pub dark: bool,
    /// Behind pictures and tables.
    pub ground: Color32,
    /// Behind navigation and parameters.
    pub panel: Color32,
    /// Cards, menus, inputs.
    pub card: Color32,
    /// Borders and rules.
    pub line: Color32,
    /// The borders of what can be clicked, under the mouse.
    pub strong_line: Color32,
    /// The empty part of sliders and progress bars.
    pub track: Color32,
    pub text: Color32,
    pub dim: Color32,
    pub accent: Color32,
    pub accent_hover: Color32,
    /// Text on the accent colour.
    pub on_accent: Color32,
    /// Behind the chosen entry of a list.
    pub accent_tint: Color32,
    /// Behind an entry under the mouse.
    pub hover_tint: Color32,
    pub satisfied: Color32,
    pub satisfied_tint: Color32,
    pub violates: Color32,
    /// Behind violating rows.
    pub violates_tint: Color32,
    /// Bars that count violating records.
    pub violates_bar: Color32,
    /// Marks only; as text see `attention_text`.
    pub attention: Color32,
    pub attention_text: Color32,
    pub attention_tint: Color32,
    pub quasi: Color32,
    pub sensitive: Color32,
    pub identifier: Color32,
    /// Series in a picture, apart for the colour-blind too. They stand for nothing else: no role and no risk.
    pub series: [Color32; SERIES],
    /// Bars without a judgement.
    pub bar: Color32,
    /// Bars that words are written on.
    pub bar_faint: Color32,
    /// What floats throws this shadow.
    pub shadow: Color32,
    pub chip_quasi: ChipColours,
    pub chip_sensitive: ChipColours,
    pub chip_identifier: ChipColours,
    pub chip_kept: ChipColours,
    pub chip_undecided: ChipColours,
    pub chip_info: ChipColours,
    pub chip_satisfied: ChipColours,
    pub chip_violates: ChipColours,
}

/// How many series are told apart by colour alone.
pub const SERIES: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChipColours {
    pub fill: Color32,
    pub text: Color32,
}

impl Tokens {
    pub fn of(ui: &Ui) -> &'static Self {
        Self::of_theme(if ui.visuals().dark_mode {
            Theme::Dark
        } else {
            Theme::Light
        })
    }

    pub const fn of_theme(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

static LIGHT: Tokens = Base {
    dark: false,
    ground: hex(0xFBFAF8),
    panel: hex(0xF3F1ED),
    card: hex(0xFFFFFF),
    line: hex(0xE0DCD4),
    track: hex(0xD9D5CC),
    text: hex(0x1E2430),
    // A shade darker than the sketch, for 4.5 : 1 on the panel.
    dim: hex(0x5C667A),
    accent: hex(0x0F6B66),
    on_accent: hex(0xFFFFFF),
    satisfied: hex(0x0F766E),
    violates: hex(0xC2410C),
    attention: hex(0xB7791F),
    attention_text: hex(0x85560F),
    quasi: hex(0x1D5FA8),
    sensitive: hex(0xA3367B),
    identifier: hex(0x57534E),
    series: [
        hex(0x2D2DD2),
        hex(0x3E983E),
        hex(0x8979D8),
        hex(0x14145D),
        hex(0x215038),
    ],
    shadow: Color32::from_rgba_premultiplied(3, 3, 4, 24),
}
.complete();

static DARK: Tokens = Base {
    dark: true,
    ground: hex(0x14171C),
    panel: hex(0x1B1F26),
    card: hex(0x20252D),
    line: hex(0x2C323C),
    track: hex(0x3A414D),
    text: hex(0xE6E8EC),
    dim: hex(0x98A1B0),
    accent: hex(0x3FB8AF),
    on_accent: hex(0x0E1B1C),
    // A shade lighter: what holds is not what can be pressed.
    satisfied: hex(0x4CC7A4),
    violates: hex(0xF2793D),
    attention: hex(0xE0A93B),
    attention_text: hex(0xE0A93B),
    quasi: hex(0x6AA9F0),
    sensitive: hex(0xE07DB8),
    identifier: hex(0xB8B0A4),
    series: [
        hex(0x4E65DA),
        hex(0x5CC229),
        hex(0xD1A8E6),
        hex(0xEFEFB3),
        hex(0x278667),
    ],
    shadow: Color32::from_rgba_premultiplied(0, 0, 0, 90),
}
.complete();

/// The colours that are chosen; the others follow from them.
struct Base {
    dark: bool,
    ground: Color32,
    panel: Color32,
    card: Color32,
    line: Color32,
    track: Color32,
    text: Color32,
    dim: Color32,
    accent: Color32,
    on_accent: Color32,
    satisfied: Color32,
    violates: Color32,
    attention: Color32,
    attention_text: Color32,
    quasi: Color32,
    sensitive: Color32,
    identifier: Color32,
    series: [Color32; SERIES],
    shadow: Color32,
}

impl Base {
    const fn complete(self) -> Tokens {
        let faint = if self.dark { 16 } else { 13 };
        Tokens {
            dark: self.dark,
            ground: self.ground,
            panel: self.panel,
            card: self.card,
            line: self.line,
            strong_line: mix(self.dim, self.line, 45),
            track: self.track,
            text: self.text,
            dim: self.dim,
            accent: self.accent,
            accent_hover: mix(self.text, self.accent, 14),
            on_accent: self.on_accent,
            accent_tint: mix(self.accent, self.panel, faint + 1),
            hover_tint: mix(self.text, self.panel, 5),
            satisfied: self.satisfied,
            satisfied_tint: mix(self.satisfied, self.ground, faint - 4),
            violates: self.violates,
            violates_tint: mix(self.violates, self.ground, 7),
            violates_bar: mix(self.violates, self.panel, 30),
            attention: self.attention,
            attention_text: self.attention_text,
            attention_tint: mix(self.attention, self.ground, faint - 3),
            quasi: self.quasi,
            sensitive: self.sensitive,
            identifier: self.identifier,
            series: self.series,
            bar: mix(self.dim, self.card, 45),
            bar_faint: mix(self.dim, self.card, 20),
            shadow: self.shadow,
            chip_quasi: self.chip(self.quasi),
            chip_sensitive: self.chip(self.sensitive),
            chip_identifier: self.chip(self.identifier),
            chip_kept: ChipColours {
                fill: mix(self.dim, self.ground, 14),
                text: mix(self.text, self.dim, 25),
            },
            chip_undecided: ChipColours {
                fill: mix(self.attention, self.ground, 8),
                text: self.attention_text,
            },
            chip_info: self.chip(self.accent),
            chip_satisfied: self.chip(self.satisfied),
            chip_violates: self.chip(self.violates),
        }
    }

    const fn chip(&self, colour: Color32) -> ChipColours {
        ChipColours {
            fill: mix(colour, self.ground, if self.dark { 17 } else { 14 }),
            text: mix(self.text, colour, if self.dark { 0 } else { 15 }),
        }
    }
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// `percent` of one opaque colour laid over another.
const fn mix(over: Color32, under: Color32, percent: u32) -> Color32 {
    const fn channel(over: u8, under: u8, percent: u32) -> u8 {
        ((over as u32 * percent + under as u32 * (100 - percent) + 50) / 100) as u8
    }
    Color32::from_rgb(
        channel(over.r(), under.r(), percent),
        channel(over.g(), under.g(), percent),
        channel(over.b(), under.b(), percent),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as the Web Content Accessibility Guidelines define it.
    fn luminance(colour: Color32) -> f64 {
        let [red, green, blue, _] = colour.to_array().map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[track_caller]
    fn readable(what: &str, text: Color32, ground: Color32) {
        let reached = contrast(text, ground);
        assert!(reached >= 4.5, "{what}: {reached:.2} : 1");
    }

    #[test]
    fn text_is_readable_on_every_ground() {
        for t in [&LIGHT, &DARK] {
            let grounds = [
                ("ground", t.ground),
                ("panel", t.panel),
                ("card", t.card),
                ("hovered", t.hover_tint),
            ];
            let texts = [
                ("text", t.text),
                ("dim", t.dim),
                ("accent", t.accent),
                ("satisfied", t.satisfied),
                ("violates", t.violates),
                ("attention", t.attention_text),
                ("quasi", t.quasi),
                ("sensitive", t.sensitive),
                ("identifier", t.identifier),
            ];
            for (ground_name, ground) in grounds {
                for (name, text) in texts {
                    if ground_name == "hovered" && !matches!(name, "text" | "dim") {
                        continue;
                    }
                    let theme = if t.dark { "dark" } else { "light" };
                    readable(&format!("{name} on {ground_name}, {theme}"), text, ground);
                }
            }
            readable("button", t.on_accent, t.accent);
            readable("button under the mouse", t.on_accent, t.accent_hover);
            readable("chosen", t.accent, t.accent_tint);
            readable("violating row", t.text, t.violates_tint);
            readable("dim in a violating row", t.dim, t.violates_tint);
            readable("attention banner", t.text, t.attention_tint);
            readable("link in an attention banner", t.accent, t.attention_tint);
            readable("value on a bar", t.text, t.bar_faint);
        }
    }

    #[test]
    fn chips_are_readable() {
        for t in [&LIGHT, &DARK] {
            let chips = [
                ("quasi", t.chip_quasi),
                ("sensitive", t.chip_sensitive),
                ("identifier", t.chip_identifier),
                ("kept", t.chip_kept),
                ("undecided", t.chip_undecided),
                ("info", t.chip_info),
                ("satisfied", t.chip_satisfied),
                ("violates", t.chip_violates),
            ];
            for (name, chip) in chips {
                readable(name, chip.text, chip.fill);
            }
        }
    }

    /// As somebody sees it who has all cones, lacks the long ones, or lacks the middle ones (Machado and others, 2009).
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ];

    /// In Oklab, where equal distances look equally large.
    fn seen(colour: Color32, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let times = |matrix: &[[f64; 3]; 3], of: [f64; 3]| {
            matrix.map(|row| row.iter().zip(of).map(|(a, b)| a * b).sum::<f64>())
        };
        let [red, green, blue, _] = egui::Rgba::from(colour).to_array().map(f64::from);
        let cones = times(
            &[
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ],
            times(eye, [red, green, blue]),
        );
        times(
            &[
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ],
            cones.map(|cone| cone.max(0.0).cbrt()),
        )
    }

    fn apart(a: Color32, b: Color32, eye: &[[f64; 3]; 3]) -> f64 {
        let sides = seen(a, eye).into_iter().zip(seen(b, eye));
        sides.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn series_are_told_apart_and_mean_nothing_else() {
        for t in [&LIGHT, &DARK] {
            for (at, &one) in t.series.iter().enumerate() {
                for ground in [t.ground, t.panel, t.card] {
                    assert!(contrast(one, ground) >= 3.0, "series {at}");
                }
                for &other in &t.series[at + 1..] {
                    for eye in &EYES {
                        assert!(apart(one, other, eye) >= 0.15, "series {at}");
                    }
                }
                for meant in [
                    t.quasi,
                    t.sensitive,
                    t.identifier,
                    t.violates,
                    t.satisfied,
                    t.attention,
                    t.accent,
                ] {
                    assert!(apart(one, meant, &EYES[0]) >= 0.08, "series {at}");
                }
            }
        }
    }

    #[test]
    fn marks_stand_out_from_their_ground() {
        for t in [&LIGHT, &DARK] {
            for mark in [t.satisfied, t.violates, t.attention, t.accent] {
                for ground in [t.ground, t.panel, t.card] {
                    assert!(contrast(mark, ground) >= 3.0);
                }
            }
        }
    }
}
