//! A re-entrancy flag for each thread. wgpu runs user callbacks inside calls that poll or submit, and amp
//! holds its locks during such calls. A callback that called amp would deadlock. It receives
//! [`Error::InCallback`] instead.

use std::cell::Cell;

use crate::support::error::{Error, Result};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Runs a call of wgpu with the flag set.
pub(super) fn guarded<R>(call: impl FnOnce() -> R) -> R {
    /// Clears the flag on drop, because a user's callback may panic.
    struct Call;

    impl Drop for Call {
        fn drop(&mut self) {
            CALLS.set(CALLS.get() - 1);
        }
    }

    CALLS.set(CALLS.get() + 1);
    let _call = Call;
    call()
}

/// Returns an error if this thread is inside a call of wgpu.
#[inline]
pub(crate) fn check_not_in_callback() -> Result<()> {
    if CALLS.get() == 0 { Ok(()) } else { Err(Error::InCallback) }
}
