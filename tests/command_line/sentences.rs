//! What is said on the command line must be true, and told where nobody overlooks it.

use crate::work;

use work::Work;

const BASKETS: &str = "milk bread test\nmilk bread\nmilk beer\nbeer bread test\nmilk bread beer\n";
const TREE: &str = "milk;food\nbread;food\nbeer;drink\nfood;*\ndrink;*\ntest;*\n";

/// Baskets of which `test` is private.
fn baskets(require: &str) -> Work {
    let work = Work::new();
    work.write("baskets.dat", BASKETS);
    work.write("tree.csv", TREE);
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\n[roles]\nprivate_items = [\"test\"]\n\
             [hierarchies]\nitems = {{ tree = \"tree.csv\" }}\n[require]\n{require}\n[method]\nname = \"refined\"\n"
        ),
    );
    work
}

#[test]
fn private_items_that_nothing_protects_are_told() {
    let told = "private_items are not protected";
    let commands = [
        ("k = 2\nm = 2", &["check", "recipe.toml"][..], 1),
        ("k = \"?\"\nm = 2", &["solve", "recipe.toml"], 0),
        (
            "k = 2\nm = 2",
            &["release", "recipe.toml", "--out", "one"],
            0,
        ),
        (
            "k = 2\nm = 2",
            &[
                "release",
                "recipe.toml",
                "--out",
                "two",
                "--methods",
                "aa,refined",
            ],
            0,
        ),
    ];
    for (require, command, status) in commands {
        let work = baskets(require);
        let ran = work.run(command).expect(status);
        let first = ran.out.lines().next().unwrap();
        assert!(
            first.starts_with("Note: ") && first.contains(told),
            "{}",
            ran.out
        );
        assert_eq!(ran.err, "");
        let work = baskets(require);
        let ran = work.run(&[command, &["--json"]].concat()).expect(status);
        assert!(ran.err.contains(told), "{}", ran.err);
        assert!(ran.json().is_object());
    }
    let protected = [
        ("k = 2\np = 1\nh = 0.5", "check"),
        ("k = 2\np = 1\nh = \"?\"", "solve"),
    ];
    for (require, command) in protected {
        let ran = baskets(require).run(&[command, "recipe.toml"]).expect(0);
        assert!(!ran.out.contains(told), "{}", ran.out);
    }
}

#[test]
fn no_share_at_all_is_refused() {
    let work = baskets("k = 2\np = 1\nh = 0");
    let said = ["recipe.toml, line 11,", "h must be above 0", "at most 1"];
    work.run(&["check", "recipe.toml"]).refused(&said);
    work.run(&["release", "recipe.toml", "--out", "out"])
        .refused(&said);
    let work = baskets("k = 2\np = 1\nh = 0.5");
    work.run(&["sweep", "recipe.toml", "--vary", "h=0,0.5"])
        .refused(&["h must be above 0"]);
}

#[test]
fn the_least_share_is_found_where_nothing_is_shown_beside_private_items() {
    let work = baskets("k = 1\np = 1\nh = \"?\"");
    work.write("baskets.dat", "milk bread beer\nmilk bread beer\ntest\n");
    let ran = work.run(&["solve", "recipe.toml", "--json"]).expect(0);
    let h = ran.json()["solved"]["h"].clone();
    assert_eq!(h, 0.000001);
    work.replace(
        "recipe.toml",
        "\"?\"",
        &h.to_string().replace("1e-6", "0.000001"),
    );
    work.run(&["check", "recipe.toml"]).expect(0);
}

#[test]
fn a_limit_cannot_be_left_open() {
    let work = Work::with_people("k = 2\nsuppression = \"?\"");
    work.run(&["solve", "recipe.toml"]).refused(&[
        "recipe.toml, line 10,",
        "require.suppression cannot be left open",
        "a share from 0 to 1",
    ]);
}

#[test]
fn a_conflict_of_what_is_confirmed_is_told_where_it_is_confirmed() {
    let work = Work::with_people("k = 2");
    for confirmed in [
        "confirmed = [\"zip\"]",
        "confirmed = { zip = \"asked for\" }",
    ] {
        work.recipe("k = 2", "");
        let sensitive = "sensitive = [\"disease\"]\n";
        work.replace(
            "recipe.toml",
            sensitive,
            &format!("{sensitive}{confirmed}\n"),
        );
        work.run(&["check", "recipe.toml"])
            .refused(&["recipe.toml, line 8,", "roles.confirmed names \"zip\""]);
    }
}
