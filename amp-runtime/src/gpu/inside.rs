//! Whether this thread is within a call of amp's to wgpu that may call functions of others, which wgpu keeps for whoever polls next.
//! amp holds its locks then, so that such a function could wait for ever for its own thread; it gets an error instead.

use std::cell::Cell;

use crate::error::{Error, Result};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Calls wgpu.
pub(super) fn inside<R>(call: impl FnOnce() -> R) -> R {
    /// Also where a function of others panics.
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

/// Refuses to go on where wgpu was called by amp, and calls amp.
#[inline]
pub(crate) fn outside() -> Result<()> {
    if CALLS.get() == 0 { Ok(()) } else { Err(Error::InCallback) }
}
