//! The hook for lost data: called if a view is dropped and its data cannot be downloaded. `drop` cannot return an error.

use std::io::Write;
use std::sync::{PoisonError, RwLock};

use crate::support::error::Error;

type Hook = Box<dyn Fn(&Error) + Send + Sync>;

static HOOK: RwLock<Option<Hook>> = RwLock::new(None);

/// Sets the function that amp calls if a view is dropped and its data cannot be downloaded. The data of its slice then
/// remains as it was before the kernels. Without a hook, amp prints a line to the standard error output.
///
/// [`ArrayViewMut::finish`](crate::ArrayViewMut::finish) returns the error instead. Prefer it where you can handle the
/// error. The hook must not panic, because the view may be dropped by a panic.
///
/// ```
/// use amp::prelude::*;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// static LOST: AtomicU32 = AtomicU32::new(0);
/// amp::set_lost_data_hook(|error| {
///     LOST.fetch_add(1, Ordering::Relaxed);
///     eprintln!("results are missing: {error}");
/// });
///
/// let mut values = [1.0f32; 4];
/// let mut y = ArrayViewMut::new(&mut values);
/// parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] *= 2.0))?;
/// drop(y);
/// assert_eq!((values, LOST.load(Ordering::Relaxed)), ([2.0; 4], 0));
/// # Ok::<(), amp::Error>(())
/// ```
pub fn set_lost_data_hook(hook: impl Fn(&Error) + Send + Sync + 'static) {
    *HOOK.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(hook));
}

/// Calls the hook, or prints the error.
#[cold]
pub(super) fn report_lost_data(error: &Error) {
    match &*HOOK.read().unwrap_or_else(PoisonError::into_inner) {
        Some(hook) => hook(error),
        None => {
            let what = match error {
                Error::KernelPanicked { .. } => "a kernel failed before a view was dropped",
                _ => {
                    "results of kernels are lost, because a view was dropped and its data could not be downloaded"
                }
            };
            // `eprintln!` panics if the standard error output is closed.
            let _ = writeln!(std::io::stderr(), "amp: {what} (`finish()` returns this error): {error}");
        }
    }
}
