//! The data of the page: recipes that are carried inside the program. Their files lie under `data/`, which stands for a
//! folder that the reader names.

/// A recipe with what belongs to it.
#[derive(Debug)]
pub struct Source {
    pub name: &'static str,
    /// The recipe is the first.
    pub files: &'static [SourceFile],
    /// What has to be in the folder of the data.
    pub needs: &'static [&'static str],
}

#[derive(Debug)]
pub struct SourceFile {
    pub path: &'static str,
    pub text: &'static str,
}

macro_rules! folder {
    ($name:literal, $($path:literal),+) => {
        &[$(SourceFile {
            path: $path,
            text: include_str!(concat!("../../../../assets/papers/", $name, "/", $path)),
        }),+]
    };
}

const KDD: &[&str] = &["census_kdd/census_income_1994_1995_train.csv.gz"];

pub const SOURCES: &[Source] = &[
    Source {
        name: "adult",
        files: folder!(
            "adult",
            "recipe.toml",
            "workclass.csv",
            "education.csv",
            "native-country.csv",
            "marital-status.csv",
            "race.csv"
        ),
        needs: &["adult/adult_uci_45222.csv.gz"],
    },
    Source {
        name: "kdd",
        files: folder!("kdd", "recipe.toml"),
        needs: KDD,
    },
    Source {
        name: "kdd-wages",
        files: folder!("kdd-wages", "recipe.toml"),
        needs: KDD,
    },
    Source {
        name: "kdd-numbers",
        files: folder!("kdd-numbers", "recipe.toml"),
        needs: KDD,
    },
    Source {
        name: "movielens",
        files: folder!("movielens", "recipe.toml"),
        needs: &["movielens_100k/u.data"],
    },
    Source {
        name: "webview2",
        files: folder!("webview2", "recipe.toml"),
        needs: &[
            "transactions/bms_webview2_77512.dat",
            "transactions/bms_webview2_tree_qiyuangong.txt",
        ],
    },
];

impl Source {
    pub fn find(name: &str) -> Option<&'static Self> {
        SOURCES.iter().find(|source| source.name == name)
    }

    /// The text of a file with the data in this folder.
    pub fn with_data(file: &SourceFile, folder: &str) -> String {
        let folder = folder.replace('\\', "/");
        file.text
            .replace("\"data/", &format!("\"{}/", folder.trim_end_matches('/')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::PARTS;

    #[test]
    fn every_part_has_its_source_and_every_source_its_data() {
        for part in PARTS {
            assert!(Source::find(part.source).is_some(), "{}", part.source);
        }
        for source in SOURCES {
            let recipe = source.files[0].text;
            assert!(source.files[0].path == "recipe.toml" && recipe.starts_with("# "));
            for needed in source.needs {
                assert!(recipe.contains(&format!("\"data/{needed}\"")), "{needed}");
            }
            for file in &source.files[1..] {
                assert!(
                    recipe.contains(&format!("\"{}\"", file.path)),
                    "{}",
                    file.path
                );
            }
        }
        let recipe = Source::find("movielens").unwrap();
        let text = Source::with_data(&recipe.files[0], "/there/");
        assert!(text.contains("path = \"/there/movielens_100k/u.data\""));
    }
}
