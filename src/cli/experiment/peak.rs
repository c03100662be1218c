//! How much memory a piece of work needs at its peak: what it asks for is counted, so that the answer is the same on every
//! system and does not hang on what was freed before.

use cloakroom_core::Failure;
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};

static COUNTS: AtomicBool = AtomicBool::new(false);
static HELD: AtomicIsize = AtomicIsize::new(0);
static MOST: AtomicIsize = AtomicIsize::new(0);

/// The allocator of the system, which counts while `peak` asks it to.
#[derive(Debug)]
pub struct Counting;

fn changed(by: isize) {
    if COUNTS.load(Ordering::Relaxed) {
        let held = HELD.fetch_add(by, Ordering::Relaxed) + by;
        MOST.fetch_max(held, Ordering::Relaxed);
    }
}

// SAFETY: every call goes to the allocator of the system as it came; counting touches nothing but numbers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        changed(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        changed(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        changed(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the rules of `realloc`.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        changed(-(layout.size() as isize));
        // SAFETY: the caller keeps the rules of `dealloc`.
        unsafe { System.dealloc(place, layout) }
    }
}

/// Bytes beyond what was held before; `None` in a program that does not allocate by [`Counting`].
pub fn peak(work: &dyn Fn() -> Result<(), Failure>) -> Result<Option<u64>, Failure> {
    HELD.store(0, Ordering::Relaxed);
    MOST.store(0, Ordering::Relaxed);
    COUNTS.store(true, Ordering::Relaxed);
    drop(black_box(Box::new([0u8; 64])));
    let is_counted = MOST.load(Ordering::Relaxed) > 0;
    let done = work();
    COUNTS.store(false, Ordering::Relaxed);
    done?;
    let most = u64::try_from(MOST.load(Ordering::Relaxed)).unwrap_or(0);
    Ok(is_counted.then_some(most))
}
