//! How everything looks: colours by meaning, type, spacing. Views and widgets take these and never
//! a raw colour or size.

pub mod contrast;
pub mod fonts;
pub mod icons;
mod style;
mod tokens;

pub use style::{CARD_RADIUS, CONTROL_RADIUS, GAP, MARGIN, menu};
pub use tokens::{ChipColours, Tokens};

/// Gives a context the fonts and both themes. Once, at the start; egui switches between the themes.
pub fn install(ctx: &egui::Context) {
    fonts::install(ctx);
    style::install(ctx);
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn only_the_theme_names_colours() {
        let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui");
        let mut files = Vec::new();
        sources(&ui, &mut files);
        files.retain(|file| {
            !file.starts_with(ui.join("theme")) && !file.starts_with(ui.join("picture"))
        });
        assert!(!files.is_empty());
        for file in files {
            let source = std::fs::read_to_string(&file).unwrap();
            for raw in [
                "Color32::from_",
                "Color32::WHITE",
                "Color32::BLACK",
                "Color32::RED",
                "Color32::GR",
            ] {
                assert!(!source.contains(raw), "{raw} in {}", file.display());
            }
        }
    }
}
