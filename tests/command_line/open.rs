//! `cloakroom open` where there is nothing to open, or no display to open it on.

use crate::work;

use work::{Ran, Work};

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn without_a_display_it_says_what_to_do() {
    let work = Work::new();
    for arguments in [&["open", "--sample", "hospital"][..], &[]] {
        let mut command = work.command(arguments);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(name);
        }
        let ran = Ran::from(command.output().unwrap()).expect(2);
        assert!(ran.err.contains("there is no display"), "{}", ran.err);
        assert!(ran.err.contains("xvfb-run"), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
}

#[test]
fn a_file_or_sample_that_is_not_there_is_named() {
    let work = Work::new();
    let ran = work.run(&["open", "nowhere.csv"]).expect(2);
    assert!(
        ran.err
            .contains("nowhere.csv: cannot open: there is no such file"),
        "{}",
        ran.err
    );
    let ran = work.run(&["open", "--sample", "nothing"]).expect(2);
    assert!(
        ran.err.contains("there is no sample named \"nothing\""),
        "{}",
        ran.err
    );
    work.run(&["open"]).expect(2);
}
