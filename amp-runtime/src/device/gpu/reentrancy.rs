//! A counter of active wgpu calls for each thread, which detects re-entrancy. wgpu runs user callbacks inside
//! calls that poll or submit, and amp holds its locks during such calls. A callback that called amp would
//! deadlock. It receives [`Error::InCallback`] instead.

use std::cell::Cell;

use crate::support::error::{Error, Result};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Runs a call of wgpu. In a user callback that wgpu runs during the call, `check_not_in_callback` returns an
/// error.
pub(super) fn guarded<R>(call: impl FnOnce() -> R) -> R {
    /// Decrements the number of calls on drop, because a user's callback may panic.
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
