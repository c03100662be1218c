//! What `[prepare]` makes is the same every time, and nothing of its keys is written anywhere.

use crate::prepare::work;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .collect()
}

/// Whether any eight bytes of a secret stand in what was written: by chance they never do.
fn leaks(secret: &[u8], written: &[u8]) -> bool {
    secret
        .windows(8)
        .any(|part| written.windows(part.len()).any(|found| found == part))
}

#[test]
fn no_part_of_a_key_is_written_anywhere() {
    let prepare = "[[prepare.steps]]\nshift_dates = [\"birth\"]\nperson = \"id\"\nkey = \"days.txt\"\n\
                   [[prepare.steps]]\npseudonyms = { id = \"key.txt\", name = \"other.txt\" }";
    let work = work(prepare);
    // One as a person would write it, the others as they are made.
    work.write("other.txt", "correct horse battery staple\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(work.path("other.txt"), private).unwrap();
    }
    work.replace(
        "recipe.toml",
        "shuffle = false",
        "shuffle = false\nmapping = true\nsql = true",
    );
    let mut said = String::new();
    for command in [
        &["prepare", "recipe.toml", "--make-keys"][..],
        &["prepare", "recipe.toml", "--out", "prepared.csv", "--json"],
        &["check", "recipe.toml", "--json"],
        &["release", "recipe.toml", "--out", "out", "--json"],
        &["verify", "out", "--json"],
        &["risk", "recipe.toml"],
    ] {
        let ran = work.run(command);
        assert_ne!(ran.status, 2, "{command:?}: {}", ran.err);
        said += &(ran.out + &ran.err);
    }
    assert!(work.path("out.audit.json").is_file());
    // What fails is told without the key as well.
    work.replace("recipe.toml", "person = \"id\"", "person = \"birth\"");
    said += &work.run(&["check", "recipe.toml"]).expect(2).err;
    work.write("short.txt", "staple\n");
    work.replace("recipe.toml", "days.txt", "short.txt");
    said += &work.run(&["check", "recipe.toml"]).expect(2).err;
    let names = ["key.txt", "days.txt", "other.txt"];
    let secrets = names.map(|name| work.bytes(name));
    let written = files(work.folder());
    assert!(written.len() > 10, "{written:?}");
    for secret in &secrets {
        let text = String::from_utf8(secret.clone()).unwrap();
        let digits = text.trim().as_bytes().chunks(2);
        let raw: Option<Vec<u8>> = digits
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        for secret in [Some(secret.trim_ascii().to_vec()), raw]
            .into_iter()
            .flatten()
        {
            assert!(!leaks(&secret, said.as_bytes()), "{said}");
            for path in &written {
                let name = path.file_name().unwrap().to_str().unwrap();
                if !names.contains(&name) {
                    assert!(
                        !leaks(&secret, &fs::read(path).unwrap()),
                        "{}",
                        path.display()
                    );
                }
            }
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let people: String = (0..5_000)
        .map(|row| {
            format!(
                "{},{}.{},{}\n",
                row % 997,
                row % 83,
                row * 7 % 100,
                row * 31 % 17
            )
        })
        .collect();
    let work = work(
        "[[prepare.steps]]\nsql = \"SELECT d.id, d.g, d.x, AVG(d.x) OVER (PARTITION BY d.g) AS mean, t.total FROM data d \
         LEFT JOIN (SELECT g, SUM(x) AS total, COUNT(*) AS n FROM data WHERE x > 1.5 GROUP BY g) t USING (g) CROSS JOIN \
         (SELECT AVG(x) AS mean_x FROM data WHERE x < 80) m WHERE d.x > m.mean_x / 3\"\n[[prepare.steps]]\nderive = \"y\"\nformula = \"x / total\"\n\
         [[prepare.steps]]\ngroup = [\"id\"]\ntake = { n = \"count\", y = { mean = \"y\" }, seen = { list = \"g\" } }\n\
         [[prepare.steps]]\nsample = 0.5\nseed = 7",
    );
    work.write("people.csv", format!("id,x,g\n{people}"));
    let with = |threads: &str| {
        let name = format!("{threads}.csv");
        let _ = fs::remove_file(work.path(&name));
        let mut command = work.command(&["prepare", "recipe.toml", "--out", &name]);
        let output = command
            .env("RAYON_NUM_THREADS", threads)
            .env("POLARS_MAX_THREADS", threads)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        work.bytes(&name)
    };
    let one = with("1");
    assert!(one.len() > 5_000, "{}", one.len());
    assert_eq!(one, with("2"));
    assert_eq!(one, with("7"));
    assert_eq!(one, with("2"));
}

/// Groups, ties and sums of sums: what polars finds first is another in every run unless it is told otherwise.
#[test]
fn statements_over_groups_give_the_same_bytes_every_time() {
    let people: String = (0..1_000)
        .map(|row| {
            format!(
                "{row},{}.{:02},g{}\n",
                row % 83,
                row * 7 % 100,
                row * 31 % 50
            )
        })
        .collect();
    for (at, statement) in [
        "SELECT g, COUNT(*) AS n FROM data GROUP BY g ORDER BY n DESC LIMIT 7",
        "SELECT FIRST(g) AS one, LAST(g) AS other, STRING_AGG(g, ' ') AS them FROM (SELECT g, COUNT(*) AS n FROM data GROUP \
         BY g) t",
        "SELECT SUM(m) AS s, AVG(m) AS a, STDDEV(m) AS d FROM (SELECT g, AVG(x) / 7 AS m FROM data GROUP BY g) t",
        "SELECT g, ROW_NUMBER() OVER (ORDER BY n) AS place FROM (SELECT g, COUNT(*) AS n FROM data GROUP BY g) t",
    ]
    .into_iter()
    .enumerate()
    {
        let work = work(&format!("[prepare]\nsql = \"{statement}\""));
        work.write("people.csv", format!("id,x,g\n{people}"));
        let with = |threads: &str, run: usize| {
            let name = format!("{at}-{threads}-{run}.csv");
            let mut command = work.command(&["prepare", "recipe.toml", "--out", &name]);
            command.env("RAYON_NUM_THREADS", threads);
            let output = command.env("POLARS_MAX_THREADS", threads).output().unwrap();
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            work.bytes(&name)
        };
        let first = with("1", 0);
        for (run, threads) in [(1, "1"), (2, "2"), (3, "7"), (4, "7")] {
            assert_eq!(with(threads, run), first, "{statement}");
        }
    }
}
