//! A release that is ended in the middle: what was there stays, and no half of the new one appears.
#![cfg(unix)]

mod work;

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

/// Everything of ours in the folder, the leftovers of a killed program aside.
fn visible(work: &Work) -> Vec<String> {
    work.entries(".")
        .into_iter()
        .filter(|name| !name.starts_with(".cloakroom-"))
        .collect()
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
    }
    // What a killed run left behind does not disturb the next.
    work.release("after").expect(0);
    assert!(read("after") == old);
}

#[test]
fn ctrl_c_cleans_up() {
    let work = large();
    let before = visible(&work);
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
