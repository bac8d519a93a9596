//! Kernels for callers in other languages: a C interface to two of the example programs. `amp_examples.h` describes it for
//! callers; `caller.c` and `caller.py` are two of them.
//!
//! Data stays in the caller's memory. A view lends it to the accelerator for as long as the call takes.

use std::cell::RefCell;
use std::ffi::c_char;
use std::panic::catch_unwind;
use std::slice;

use amp::prelude::*;
use amp_examples::programs::{add_exp, matmul};

/// The call did what it says.
pub const AMP_OK: i32 = 0;
/// The arguments make no sense: a pointer that is null or not aligned, a size of zero or one that no memory has (such as a
/// negative number becomes), or a result that overlaps an input.
pub const AMP_INVALID: i32 = 1;
/// The accelerator reported an error.
pub const AMP_FAILED: i32 = 2;

thread_local! {
    /// Why the last call of this thread failed.
    static WHY: RefCell<String> = const { RefCell::new(String::new()) };
}

/// `r[i] = a[i] + exp(b[i])`, for `n` elements each.
///
/// # Safety
/// `a` and `b` can be read, and `r` written, for `n` elements; nobody else uses `r` meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_add_exp(a: *const f32, b: *const f32, r: *mut f32, n: usize) -> i32 {
    // SAFETY: the caller's promise, with what it passed on.
    guarded(|| unsafe {
        let (a, b, r) = (input(a, n)?, input(b, n)?, output(r, n, &[(a, n), (b, n)])?);
        Ok(add_exp::add_exp(a, b, r)?)
    })
}

/// `c = a * b`, row by row: `a` has `m` rows of `w`, `b` has `w` rows of `n`, and so `c` has `m` rows of `n`.
///
/// # Safety
/// `a` and `b` can be read, and `c` written, for so many elements; nobody else uses `c` meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_matmul(
    a: *const f32,
    b: *const f32,
    c: *mut f32,
    m: usize,
    w: usize,
    n: usize,
) -> i32 {
    let size = |rows: usize, columns: usize| {
        rows.checked_mul(columns).ok_or_else(|| Trouble::Invalid("the sizes are too large".to_owned()))
    };
    guarded(|| {
        let [of_a, of_b, of_c] = [size(m, w)?, size(w, n)?, size(m, n)?];
        // SAFETY: the caller's promise, with what it passed on.
        let (a, b, c) =
            unsafe { (input(a, of_a)?, input(b, of_b)?, output(c, of_c, &[(a, of_a), (b, of_b)])?) };
        let (a, b) = (ArrayView::with_extent([m, w], a)?, ArrayView::with_extent([w, n], b)?);
        let mut c = ArrayViewMut::with_extent([m, n], c)?;
        c.discard_data();
        matmul::padded(&Accelerator::default().default_view(), &a, &b, &mut c)?;
        Ok(c.finish()?)
    })
}

/// Writes the name of the accelerator that the calls run on, and returns its length. See [`amp_last_error`].
///
/// # Safety
/// `text` can be written for `size` bytes, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_accelerator(text: *mut c_char, size: usize) -> usize {
    let name = catch_unwind(|| Accelerator::default().description()).unwrap_or_default();
    // SAFETY: the caller's promise.
    unsafe { write(&name, text, size) }
}

/// Writes why the last call of this thread failed, and returns how long that is. What does not fit is cut off; there is
/// always a zero at the end, unless `size` is zero.
///
/// # Safety
/// `text` can be written for `size` bytes, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_last_error(text: *mut c_char, size: usize) -> usize {
    // SAFETY: the caller's promise.
    WHY.with_borrow(|why| unsafe { write(why, text, size) })
}

/// Why a call failed.
enum Trouble {
    Invalid(String),
    Failed(amp::Error),
}

impl From<amp::Error> for Trouble {
    fn from(error: amp::Error) -> Self {
        Trouble::Failed(error)
    }
}

/// Does the work of a call. No panic crosses into another language.
fn guarded(work: impl FnOnce() -> Result<(), Trouble> + std::panic::UnwindSafe) -> i32 {
    let (code, why) = match catch_unwind(work) {
        Ok(Ok(())) => (AMP_OK, String::new()),
        Ok(Err(Trouble::Invalid(why))) => (AMP_INVALID, why),
        Ok(Err(Trouble::Failed(error))) => (AMP_FAILED, error.to_string()),
        Err(_) => (AMP_FAILED, "the call panicked; this is a bug".to_owned()),
    };
    WHY.set(why);
    code
}

/// # Safety
/// If `first` is not null, `count` elements from it on can be read during `'a`.
unsafe fn input<'a>(first: *const f32, count: usize) -> Result<&'a [f32], Trouble> {
    check(first, count)?;
    // SAFETY: the caller's promise; not null, aligned, and not too large.
    Ok(unsafe { slice::from_raw_parts(first, count) })
}

/// # Safety
/// If `first` is not null, `count` elements from it on can be written during `'a`, and nobody else uses them.
unsafe fn output<'a>(
    first: *mut f32,
    count: usize,
    inputs: &[(*const f32, usize)],
) -> Result<&'a mut [f32], Trouble> {
    check(first, count)?;
    let bytes = |first: *const f32, count: usize| first.addr()..first.addr().saturating_add(4 * count);
    let own = bytes(first, count);
    for &(input, count) in inputs {
        let other = bytes(input, count);
        if own.start < other.end && other.start < own.end {
            return Err(Trouble::Invalid("the result overlaps an input".to_owned()));
        }
    }
    // SAFETY: the caller's promise; not null, aligned, not too large, and apart from the inputs.
    Ok(unsafe { slice::from_raw_parts_mut(first, count) })
}

fn check(first: *const f32, count: usize) -> Result<(), Trouble> {
    let invalid = |why: &str| Err(Trouble::Invalid(why.to_owned()));
    if first.is_null() {
        invalid("a pointer is null")
    } else if !first.is_aligned() {
        invalid("a pointer is not aligned for floats")
    } else if count == 0 {
        invalid("a size is zero")
    } else if count > isize::MAX as usize / 4 {
        invalid("the sizes are too large")
    } else {
        Ok(())
    }
}

/// # Safety
/// `text` can be written for `size` bytes, or is null.
unsafe fn write(from: &str, text: *mut c_char, size: usize) -> usize {
    if !text.is_null() && size > 0 {
        let count = from.len().min(size - 1);
        // SAFETY: `count` bytes and one more fit, by the caller's promise.
        unsafe {
            text.copy_from_nonoverlapping(from.as_ptr().cast(), count);
            text.add(count).write(0);
        }
    }
    from.len()
}
