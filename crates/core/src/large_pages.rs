//! Large pages for memory that is read here and there: it is set up in fewer steps, and more of it is found at once.

/// The size of a large page; less is not worth asking.
const PAGE: usize = 2 << 20;

/// Asks the system for large pages behind what a vector has room for, before anything is written to it. The system may
/// refuse, and nothing else changes.
#[cfg(target_os = "linux")]
pub fn ask_for<T>(room: &mut Vec<T>) {
    let spare = room.spare_capacity_mut();
    let start = spare.as_mut_ptr() as usize;
    let first = start.next_multiple_of(PAGE);
    let end = (start + size_of_val(spare)) / PAGE * PAGE;
    if end > first {
        // SAFETY: the bytes from `first` to `end` belong to the vector, and advice changes none of them.
        unsafe {
            libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn ask_for<T>(_: &mut Vec<T>) {}
