//! Detects that the process was forked from one that used an accelerator. Of the parent's threads only the one that forked is in
//! the child, so a launch there would wait for ever: for a thread of the pool, or for one of the driver's.
//!
//! A handler of `pthread_atfork` runs in each child. Comparing process ids would need no foreign function, but a system call for
//! each launch, which may take as long as the launch.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::error::{Error, Result};

/// What a forked process has to do without.
#[derive(Clone, Copy)]
pub(crate) enum Started {
    /// The threads of the CPU accelerator.
    Threads = 1,
    /// wgpu, and the drivers' threads.
    Devices = 2,
}

/// What this process, or one that it was forked from, has started.
static STARTED: AtomicU8 = AtomicU8::new(0);
/// What a process that this one was forked from had started.
static LEFT_BEHIND: AtomicU8 = AtomicU8::new(0);

/// Remembers that something is about to be started here.
pub(crate) fn start(what: Started) {
    if STARTED.fetch_or(what as u8, Ordering::Relaxed) == 0 {
        watch();
    }
}

/// Refuses to use what was left behind. `accelerator` is called for the error's text only.
#[inline]
pub(crate) fn refuse(what: Started, accelerator: impl FnOnce() -> String) -> Result<()> {
    match LEFT_BEHIND.load(Ordering::Relaxed) & what as u8 {
        0 => Ok(()),
        _ => Err(Error::Forked { accelerator: accelerator() }),
    }
}

#[cfg(all(unix, not(miri)))]
fn watch() {
    use std::ffi::c_int;

    type Handler = Option<unsafe extern "C" fn()>;

    unsafe extern "C" {
        fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
    }

    unsafe extern "C" fn in_child() {
        LEFT_BEHIND.store(STARTED.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    // SAFETY: the declaration is that of POSIX. The handler may run where only one thread was copied, and only uses atomics. Code
    // with Rust's thread-local variables in it is not unloaded before the process ends, or its handlers go with it.
    //
    // It fails for lack of memory only, and then forks go unnoticed.
    unsafe { pthread_atfork(None, None, Some(in_child)) };
}

/// Nothing forks here.
#[cfg(not(all(unix, not(miri))))]
fn watch() {}
