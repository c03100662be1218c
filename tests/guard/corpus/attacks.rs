//! Known people linked with releases.

use super::{baskets, bodies, method, people, stars, survey};
use crate::case::Case;
use crate::data;

pub fn cases() -> Vec<Case> {
    let attack = |case: Case, words: &str| {
        let words = format!("attack recipe.toml --known known.csv {words}");
        case.run(&words).run(&format!("{words} --json"))
    };
    let table = data::people(120);
    let neighbours = table
        .every(11, 9)
        .columns(&["name", "age", "zip", "sex"])
        .text(",")
        + "Zoe,99,1,f\nMax,,10115,m\n";
    let people = people()
        .file("known.csv", neighbours.clone())
        .with("require", "k = 3\nsuppression = 0.1");
    let others = neighbours.replacen("name,age,zip,sex", "who,years,plz,gender", 1);
    let more = table
        .every(11, 9)
        .columns(&["name", "age", "visits", "job"])
        .text(",");
    let bodies = bodies().file(
        "known.csv",
        "who,height,born,town\nA,165,1962-05-05,Bonn\n\
             B,180,1975-01-01,Ulm\nC,151,1951-12-12,Kiel\n",
    );
    let friends =
        "who,food,sport,music\nAnn,5,good,\nBob,1,1,awful\nCay,excellent,,2\nDan,neutral,3,3\n";
    let survey = survey().file("known.csv", friends);
    let comments = "who,issue,rating\nAnn,food,5\nAnn,sport,good\nBob,music,1\n";
    let films = "who,Alien,Brazil\nAnn,4.5,good\nBob,1,bad\n";
    let tills = "who,items\nAnn,\"ale,milk\"\nBob,dairy\nCay,\"pills,test,ale\"\n";
    let baskets = baskets().file("known.csv", tills);
    let private = baskets
        .clone()
        .with("roles", "private_items = ['test']")
        .with("require", "k = 2\np = 2\nh = 0.5");
    let mut cases = vec![
        attack(people.named("attack/original"), "--original"),
        attack(
            people.file("known.csv", others).named("attack/mapped"),
            "--map years=age --map plz=zip --map gender=sex",
        ),
        attack(
            people.named("attack/skipped"),
            "--skip zip --skip sex --original",
        ),
        attack(
            people.file("known.csv", more).named("attack/as-they-are"),
            "--map visits=visits",
        ),
        attack(
            people
                .with("require", "k = 200")
                .named("attack/not-reached"),
            "",
        ),
        attack(bodies.named("attack/original"), "--original"),
        attack(bodies.named("attack/means"), ""),
        attack(
            bodies
                .with("method", "name = 'mdav'\ncategories = 'hierarchy'")
                .named("attack/groups"),
            "",
        ),
        attack(survey.named("attack/original"), "--original"),
        attack(survey.named("attack/exactly"), "--within 0"),
        attack(survey.named("attack/words"), "--word good=3..4 --within 1"),
        attack(
            survey.file("known.csv", comments).named("attack/comments"),
            "--original",
        ),
        attack(
            survey
                .file("known.csv", friends.replace("food", "meals"))
                .named("attack/mapped"),
            "--map meals=food",
        ),
        attack(
            stars().file("known.csv", films).named("attack/original"),
            "--original",
        ),
        attack(stars().file("known.csv", films).named("attack/release"), ""),
        attack(baskets.named("attack/original"), "--original"),
        attack(
            baskets
                .file("known.csv", "who,first,second\nAnn,ale,milk\nBob,beer,\n")
                .named("attack/columns"),
            "",
        ),
        attack(private.named("attack/private"), ""),
        attack(
            people
                .file("known.csv", "who,street\nAnn,High St\n")
                .named("attack/nothing-in-common"),
            "",
        ),
        attack(people.named("attack/unknown-column"), "--map street=age"),
        attack(people.named("attack/unknown-released"), "--map name=street"),
        attack(
            people.named("attack/mapped-twice"),
            "--map name=age --map zip=age",
        ),
        attack(people.named("attack/no-mapping"), "--map age"),
        attack(people.named("attack/unknown-skipped"), "--skip street"),
        attack(people.with("require", "k = '?'").named("attack/open"), ""),
        attack(
            survey
                .file("known.csv", "who,food\nAnn,fabulous\n")
                .named("attack/unknown-word"),
            "",
        ),
        attack(survey.named("attack/bad-word"), "--word good"),
        attack(survey.named("attack/below-nothing"), "--within=-1"),
        attack(
            survey
                .file("known.csv", "who,issue,rating\nAnn,weather,1\n")
                .named("attack/unknown-issue"),
            "",
        ),
        attack(
            baskets
                .file("known.csv", "who,items\nAnn,gold\n")
                .named("attack/unknown-item"),
            "",
        ),
    ];
    for name in [
        "optimal",
        "levels",
        "local-recoding",
        "mondrian",
        "tds",
        "k-member",
        "decomposition",
    ] {
        cases.push(attack(
            people
                .with("method", &method(name))
                .named(&format!("attack/{name}")),
            "",
        ));
    }
    for name in ["none", "graph", "clustered", "meeting-box"] {
        cases.push(attack(
            survey
                .with("method", &method(name))
                .named(&format!("attack/{name}")),
            "",
        ));
    }
    for name in ["none", "hghs", "aa", "mm", "lg", "refined"] {
        cases.push(attack(
            baskets
                .with("method", &method(name))
                .named(&format!("attack/{name}")),
            "",
        ));
    }
    cases
}
