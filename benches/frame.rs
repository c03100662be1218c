//! A frame of the data view while a million rows by fifty columns are scrolled fast, and of the lattice while it
//! is moved, zoomed and coloured anew.
#![allow(clippy::print_stdout)]

#[path = "../examples/figures/frame.rs"]
#[allow(dead_code)]
mod frame;

#[path = "../examples/figures/lattice_frame.rs"]
#[allow(dead_code)]
mod lattice_frame;

use criterion::{Criterion, criterion_group, criterion_main};
use frame::{Scroller, Widths};
use lattice_frame::{LARGE, LARGER, Mover};

fn frames(criterion: &mut Criterion) {
    for (name, widths) in [
        ("frame, columns as chosen", Widths::Chosen),
        ("frame, 50 columns visible", Widths::AllVisible),
    ] {
        let mut scroller = Scroller::new(widths);
        criterion.bench_function(name, |bencher| {
            bencher.iter_custom(|times| (0..times).map(|_| scroller.frame()).sum());
        });
    }
    for heights in [&LARGE[..], &LARGER] {
        let mut mover = Mover::new(heights);
        let name = format!("frame, lattice of {} nodes", mover.nodes());
        criterion.bench_function(&name, |bencher| {
            bencher.iter_custom(|times| (0..times).map(|_| mover.frame()).sum());
        });
    }
}

criterion_group!(benches, frames);
criterion_main!(benches);
