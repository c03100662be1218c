//! A release that is ended in the middle: what was there stays, and no half of the new one appears.
#![cfg(unix)]

use crate::work;

use std::process::Stdio;
use std::time::{Duration, Instant};
use work::{Ran, Work};

fn large() -> Work {
    let work = Work::with_people("k = 2");
    let mut people = String::from("name,age,zip,disease\n");
    for row in 0..120_000u32 {
        people += &format!("p{row},{},{},d{}\n", row % 50, row % 7, row * 31 % 997);
    }
    work.write("people.csv", people);
    work
}

/// What was being written, and what lies beside a folder: nobody but the owner may look at any of it.
fn refuse_readable_by_others(work: &Work) {
    use std::os::unix::fs::PermissionsExt;
    for name in work.entries(".") {
        let is_private = name.starts_with(".cloakroom-")
            || [".audit.json", ".report.html", ".mapping", ".transform.sql"]
                .iter()
                .any(|ending| name.ends_with(ending));
        if is_private {
            // It may be renamed while it is looked at only if somebody is at work, and nobody is.
            let mode = std::fs::metadata(work.path(&name))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
        }
    }
}

/// What lies beside a folder that is there, or nothing.
fn refuse_orphans(work: &Work) {
    for name in work.entries(".") {
        assert!(!name.starts_with(".cloakroom-"), "{name} was left");
        for ending in [".audit.json", ".report.html", ".mapping"] {
            if let Some(folder) = name.strip_suffix(ending) {
                assert!(work.path(folder).is_dir(), "{name} has no folder");
            }
        }
    }
}

#[test]
fn killed_at_any_time_it_leaves_the_old_release_and_no_half_of_a_new_one() {
    let work = large();
    let start = Instant::now();
    work.release("old").expect(0);
    let whole = start.elapsed();
    let files = work.entries("old");
    let read = |folder: &str| -> Vec<Vec<u8>> {
        files
            .iter()
            .map(|file| work.bytes(&format!("{folder}/{file}")))
            .collect()
    };
    let old = read("old");
    for step in 1..=12u32 {
        let out = format!("new{step}");
        let mut child = work
            .command(&["release", "recipe.toml", "--out", &out])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(whole * step / 12);
        let _ = child.kill();
        child.wait().unwrap();
        if work.path(&out).exists() {
            assert!(read(&out) == old, "a folder that is there is whole");
            assert!(work.path(&format!("{out}.audit.json")).is_file());
            assert!(work.path(&format!("{out}.report.html")).is_file());
        }
        assert!(read("old") == old);
        assert!(work.path("old.audit.json").is_file());
        refuse_readable_by_others(&work);
    }
    // What a killed run left behind does not disturb the next, which clears it away.
    let left = work
        .entries(".")
        .iter()
        .any(|name| name.starts_with(".cloakroom-"));
    let ran = work.release("after").expect(0);
    assert!(read("after") == old);
    assert_eq!(ran.err.contains("cleared away"), left, "{}", ran.err);
    refuse_orphans(&work);
    assert!(work.path("old.audit.json").is_file());
}

/// Somebody who keeps the audit file of a release that she has passed on and deleted keeps it.
#[test]
fn what_was_kept_in_house_is_nobodys_leftover() {
    let work = Work::with_people("k = 2\nsuppression = 0.5");
    work.run(&["release", "recipe.toml", "--out", "sent", "--mapping"])
        .expect(0);
    std::fs::remove_dir_all(work.path("sent")).unwrap();
    work.release("out").expect(0);
    for name in ["sent.audit.json", "sent.report.html", "sent.mapping"] {
        assert!(work.path(name).exists(), "{name}");
    }
    // And it is still in the way of another release of that name.
    work.release("sent")
        .refused(&["the audit file of an earlier release"]);
}

#[test]
fn two_at_a_time_leave_each_other_alone() {
    let work = large();
    let start = |out: &str| {
        work.command(&["release", "recipe.toml", "--out", out])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let one = start("one");
    std::thread::sleep(Duration::from_millis(30));
    let two = start("two");
    for (child, out) in [(one, "one"), (two, "two")] {
        let ran = Ran::from(child.wait_with_output().unwrap()).expect(0);
        assert!(!ran.err.contains("cleared away"), "{}", ran.err);
        assert!(work.path(out).is_dir());
    }
    refuse_orphans(&work);
}

/// A folder that is there was not stopped, whatever the kind: what can be stopped comes before it.
#[test]
fn stopped_ratings_leave_nothing() {
    let work = Work::new();
    let mut survey = String::from("id,a,b,c,d,e\n");
    for row in 0..3_000u32 {
        let rating = |at: u32| row.wrapping_mul(2_654_435_761).rotate_left(5 * at) % 5 + 1;
        let cells = [0, 1, 2, 3, 4].map(|at| rating(at).to_string());
        survey += &format!("p{row},{}\n", cells.join(","));
    }
    work.write("survey.csv", survey);
    work.write(
        "recipe.toml",
        "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nscale = [1, 5]\n[roles]\nidentifier = [\"id\"]\n\
         [require]\nk = 3\nepsilon = 1\n[method]\nname = \"graph\"\n",
    );
    let start = Instant::now();
    work.release("whole").expect(0);
    let whole = start.elapsed();
    for step in 1..=12u32 {
        let child = work
            .command(&["release", "recipe.toml", "--out", "out"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(whole * step / 12);
        // SAFETY: a signal to the child that was started above and not waited for.
        unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.status == 0, work.path("out").exists(), "{}", ran.err);
        if ran.status == 0 {
            std::fs::remove_dir_all(work.path("out")).unwrap();
            std::fs::remove_file(work.path("out.audit.json")).unwrap();
            std::fs::remove_file(work.path("out.report.html")).unwrap();
        }
        refuse_orphans(&work);
    }
}

#[test]
fn ctrl_c_cleans_up() {
    let work = large();
    let before = work.entries(".");
    let mut stopped = 0;
    for millis in [5u64, 40, 80, 120] {
        let child = work
            .command(&["release", "recipe.toml", "--out", "out"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        // SAFETY: a signal to the child that was started above and not waited for.
        unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            // It was faster than the signal.
            std::fs::remove_dir_all(work.path("out")).unwrap();
            std::fs::remove_file(work.path("out.audit.json")).unwrap();
            std::fs::remove_file(work.path("out.report.html")).unwrap();
            continue;
        }
        stopped += 1;
        assert_eq!(work.entries("."), before);
        if output.status.code().is_some() {
            let ran = Ran::from(output).expect(130);
            assert!(ran.err.contains("nothing was written"), "{}", ran.err);
        }
    }
    assert!(stopped > 0);
}
