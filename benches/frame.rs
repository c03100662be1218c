//! A frame of the data view while a million rows by fifty columns are scrolled fast.

#[path = "../examples/figures/frame.rs"]
#[allow(dead_code)]
mod frame;

use criterion::{Criterion, criterion_group, criterion_main};
use frame::{Scroller, Widths};

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
}

criterion_group!(benches, frames);
criterion_main!(benches);
