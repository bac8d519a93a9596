//! A C interface to two of the example programs. `amp_examples.h` documents it; `caller.c` and `caller.py` use it.
//!
//! Data stays in the caller's memory. A call borrows it through views.

use std::cell::RefCell;
use std::ffi::c_char;
use std::panic::catch_unwind;
use std::slice;

use amp::prelude::*;
use amp_examples::programs::{add_exp, matmul};

/// The call succeeded.
pub const AMP_OK: i32 = 0;
/// An argument is invalid: a null or unaligned pointer, a size of zero, or a result that overlaps an input.
/// A size is also invalid if it exceeds the address space, as a converted negative number does.
pub const AMP_INVALID: i32 = 1;
/// The accelerator reported an error.
pub const AMP_FAILED: i32 = 2;

thread_local! {
    /// The error message of the last call of this thread.
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

/// `r[i] = a[i] + exp(b[i])`, for `n` elements each.
///
/// # Safety
/// `a` and `b` must be readable and `r` writable for `n` elements. No other code may access `r` during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_add_exp(a: *const f32, b: *const f32, r: *mut f32, n: usize) -> i32 {
    // SAFETY: the caller guarantees that `a` and `b` are readable and `r` is writable for `n` elements.
    run_call(|| unsafe {
        let (a, b, r) = (input(a, n)?, input(b, n)?, output(r, n, &[(a, n), (b, n)])?);
        Ok(add_exp::add_exp(a, b, r)?)
    })
}

/// `c = a * b`, row by row: `a` has `m` rows of `w`, `b` has `w` rows of `n`, and so `c` has `m` rows of `n`.
///
/// # Safety
/// `a` and `b` must be readable and `c` writable for these sizes. No other code may access `c` during the call.
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
        rows.checked_mul(columns).ok_or_else(|| CallError::Invalid("the sizes are too large".to_owned()))
    };
    run_call(|| {
        let [of_a, of_b, of_c] = [size(m, w)?, size(w, n)?, size(m, n)?];
        // SAFETY: the caller guarantees that `a` and `b` are readable and `c` is writable for these sizes.
        let (a, b, c) =
            unsafe { (input(a, of_a)?, input(b, of_b)?, output(c, of_c, &[(a, of_a), (b, of_b)])?) };
        let (a, b) = (ArrayView::with_extent([m, w], a)?, ArrayView::with_extent([w, n], b)?);
        let mut c = ArrayViewMut::with_extent([m, n], c)?;
        c.discard_data();
        matmul::padded(&Accelerator::default().default_view(), &a, &b, &mut c)?;
        Ok(c.finish()?)
    })
}

/// Writes the name of the accelerator that calls use, and returns its length. Truncates as [`amp_last_error`] does.
///
/// # Safety
/// `text` must be writable for `size` bytes, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_accelerator(text: *mut c_char, size: usize) -> usize {
    let name = catch_unwind(|| Accelerator::default().description()).unwrap_or_default();
    // SAFETY: the caller guarantees that `text` is null or writable for `size` bytes.
    unsafe { write(&name, text, size) }
}

/// Writes the error message of the last call of this thread, and returns its length. A longer message is truncated. The text
/// ends with a zero byte unless `size` is zero.
///
/// # Safety
/// `text` must be writable for `size` bytes, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amp_last_error(text: *mut c_char, size: usize) -> usize {
    // SAFETY: the caller guarantees that `text` is null or writable for `size` bytes.
    LAST_ERROR.with_borrow(|message| unsafe { write(message, text, size) })
}

/// The error of a call.
enum CallError {
    Invalid(String),
    Failed(amp::Error),
}

impl From<amp::Error> for CallError {
    fn from(error: amp::Error) -> Self {
        CallError::Failed(error)
    }
}

/// Does the work of a call and returns its status. A panic must not unwind into another language.
fn run_call(work: impl FnOnce() -> Result<(), CallError> + std::panic::UnwindSafe) -> i32 {
    let (status, message) = match catch_unwind(work) {
        Ok(Ok(())) => (AMP_OK, String::new()),
        Ok(Err(CallError::Invalid(message))) => (AMP_INVALID, message),
        Ok(Err(CallError::Failed(error))) => (AMP_FAILED, error.to_string()),
        Err(_) => (AMP_FAILED, "the call panicked; this is a bug".to_owned()),
    };
    LAST_ERROR.set(message);
    status
}

/// An input as a slice.
///
/// # Safety
/// Unless `first` is null, `count` elements at `first` must be readable during `'a`.
unsafe fn input<'a>(first: *const f32, count: usize) -> Result<&'a [f32], CallError> {
    check(first, count)?;
    // SAFETY: the caller guarantees that the elements are readable. `check` has excluded null, unaligned
    // pointers and sizes that are too large.
    Ok(unsafe { slice::from_raw_parts(first, count) })
}

/// The result as a slice that does not overlap an input.
///
/// # Safety
/// Unless `first` is null, `count` elements at `first` must be writable during `'a`, without access by other code.
unsafe fn output<'a>(
    first: *mut f32,
    count: usize,
    inputs: &[(*const f32, usize)],
) -> Result<&'a mut [f32], CallError> {
    check(first, count)?;
    let bytes = |first: *const f32, count: usize| first.addr()..first.addr().saturating_add(4 * count);
    let own = bytes(first, count);
    for &(input, count) in inputs {
        let other = bytes(input, count);
        if own.start < other.end && other.start < own.end {
            return Err(CallError::Invalid("the result overlaps an input".to_owned()));
        }
    }
    // SAFETY: the caller guarantees that the elements are writable. The code above has excluded null,
    // unaligned pointers, sizes that are too large, and overlaps with the inputs.
    Ok(unsafe { slice::from_raw_parts_mut(first, count) })
}

fn check(first: *const f32, count: usize) -> Result<(), CallError> {
    let invalid = |message: &str| Err(CallError::Invalid(message.to_owned()));
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

/// Writes a zero-terminated text and returns its full length.
///
/// # Safety
/// `text` must be writable for `size` bytes, or null.
unsafe fn write(from: &str, text: *mut c_char, size: usize) -> usize {
    if !text.is_null() && size > 0 {
        let count = from.len().min(size - 1);
        // SAFETY: `count + 1 <= size`, and the caller guarantees `size` bytes.
        unsafe {
            text.copy_from_nonoverlapping(from.as_ptr().cast(), count);
            text.add(count).write(0);
        }
    }
    from.len()
}
