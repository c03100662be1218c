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

/// People of whom each rated one issue, and one sensitive issue.
fn survey(require: &str) -> Work {
    let work = Work::new();
    work.write("survey.csv", "film,secret\n1,2\n1,2\n3,2\n3,2\n5,2\n5,2\n");
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nlayout = \"wide\"\nscale = [1, 5]\n[roles]\n\
             sensitive = [\"secret\"]\n[require]\n{require}\n"
        ),
    );
    work
}

#[test]
fn a_spread_that_nobody_has_is_not_ok() {
    for limit in ["", "suppression = 0.2\n"] {
        let work = survey(&format!("k = 4\nepsilon = 1\nl_sd = 1\n{limit}"));
        let ran = work.run(&["check", "recipe.toml"]).expect(1);
        for said in [
            "FAIL k: wanted 4, reached 2 by itself, no value would pass while l_sd",
            "FAIL l_sd: wanted 1, reached 0 by itself, no value would pass while k",
        ] {
            assert!(ran.out.contains(said), "{}", ran.out);
        }
        assert!(ran.out.contains("6 people below it"), "{}", ran.out);
    }
}

#[test]
fn what_a_promise_reaches_by_itself_is_told() {
    let work = Work::with_people("k = 3\nl = { distinct = 2 }");
    let ran = work.run(&["check", "recipe.toml"]).expect(1);
    for said in [
        "FAIL k: wanted 3, reached 1 by itself, no value would pass while l.distinct fails, 3 records below it",
        "FAIL l.distinct: wanted 2, reached 1 by itself, no value would pass while k fails, 1 record below it",
    ] {
        assert!(ran.out.contains(said), "{}", ran.out);
    }
    let lines = work.run(&["check", "recipe.toml", "--json"]).json()["requirements"].clone();
    assert!(
        lines[0]["reached"].is_null() && lines[0]["alone"] == 1,
        "{lines}"
    );
    work.recipe("k = 3", "");
    let ran = work.run(&["check", "recipe.toml", "--json"]).expect(1);
    assert!(ran.json()["requirements"][0].get("alone").is_none());
}

#[test]
fn baskets_that_break_h_lie_beyond_it_and_not_below_k() {
    let ran = baskets("k = 2\np = 1\nh = 0.3").run(&["check", "recipe.toml"]);
    let ran = ran.expect(1);
    for said in [
        "ok   k: wanted 2, reached 3 by itself, no value would pass while h fails\n",
        "FAIL h: wanted 30 %, reached 50 %, 5 baskets beyond it\n",
    ] {
        assert!(ran.out.contains(said), "{}", ran.out);
    }
    let ran = baskets("k = 4\np = 1\nh = 0.3").run(&["check", "recipe.toml"]);
    let ran = ran.expect(1);
    let said = "FAIL h: wanted 30 %, reached 50 % by itself, no value would pass while k fails, 5 baskets beyond it\n";
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn of_what_was_left_open_nothing_was_wanted() {
    let work = survey("k = 7\nepsilon = \"?\"");
    let ran = work.run(&["solve", "recipe.toml"]).expect(1);
    assert!(ran.out.contains("epsilon: left open, "), "{}", ran.out);
    assert!(!ran.out.contains("epsilon: wanted"), "{}", ran.out);
    assert!(ran.out.contains("k: wanted 7, "), "{}", ran.out);
    let work = baskets("k = 9\nm = \"?\"");
    let ran = work.run(&["solve", "recipe.toml"]).expect(1);
    assert!(ran.out.contains("m: left open, "), "{}", ran.out);
}

#[test]
fn any_number_of_items_is_told_in_words() {
    let work = baskets("k = 1\nm = \"inf\"");
    let ran = work.run(&["check", "recipe.toml"]).expect(0);
    let said =
        "ok   m: wanted for any number of items, holds for 3, the most that a basket shows\n";
    assert!(ran.out.contains(said), "{}", ran.out);
    let json = work.run(&["check", "recipe.toml", "--json"]).json();
    assert_eq!(json["requirements"][1]["wanted"], "inf");
}

#[test]
fn what_counts_as_it_is_written_is_told_at_release() {
    let told = "compared as they are written";
    for (fold, what) in [
        ("texts = false", "Texts are compared"),
        ("numbers = false", "Numbers are compared"),
        (
            "dates = false, texts = false",
            "Dates and texts are compared",
        ),
    ] {
        let work = Work::with_people("k = 1");
        work.replace(
            "recipe.toml",
            "[roles]",
            &format!("fold = {{ {fold} }}\n[roles]"),
        );
        let ran = work
            .run(&["release", "recipe.toml", "--out", "out"])
            .expect(0);
        assert!(ran.out.contains(&format!("Note: {what}")), "{}", ran.out);
        for report in ["out/report.html", "out.report.html"] {
            assert!(work.read(report).contains(what), "{report}");
        }
        let ran = work.release("json").expect(0);
        assert!(ran.err.contains(&format!("note: {what}")), "{}", ran.err);
    }
    let work = Work::with_people("k = 1");
    work.replace(
        "recipe.toml",
        "[roles]",
        "fold = { thousands = true }\n[roles]",
    );
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    assert!(
        ran.out.contains("Note: Commas part thousands"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains(told) && !work.read("out/report.html").contains(told));
}

#[test]
fn of_baskets_only_names_are_told_to_count_as_they_are_written() {
    for (fold, is_told) in [("texts = false", true), ("numbers = false", false)] {
        let work = baskets("k = 2\nm = 1");
        work.replace(
            "recipe.toml",
            "[roles]",
            &format!("fold = {{ {fold} }}\n[roles]"),
        );
        let ran = work
            .run(&["release", "recipe.toml", "--out", "out"])
            .expect(0);
        assert_eq!(
            ran.out.contains("as they are written"),
            is_told,
            "{}",
            ran.out
        );
        let report = work.read("out/report.html");
        assert_eq!(report.contains("as they are written"), is_told);
    }
}
