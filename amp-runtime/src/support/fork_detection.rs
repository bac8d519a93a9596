//! Fork detection: launches fail in a child process whose parent had used the accelerator. The child has only
//! the thread that called `fork`. Without detection, a launch in the child would wait forever for threads
//! that exist only in the parent.
//!
//! A `pthread_atfork` handler runs in each child. Comparing process ids in each launch was rejected: the
//! system call may take as long as a short launch.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::support::error::{Error, Result};

/// A resource that a forked child process lacks, although its parent process had started it.
#[derive(Clone, Copy)]
pub(crate) enum Started {
    /// The threads of the CPU accelerator.
    Threads = 1,
    /// wgpu, and the drivers' threads.
    Devices = 2,
}

/// The resources that this process, or an ancestor, has started.
static STARTED: AtomicU8 = AtomicU8::new(0);
/// The resources that an ancestor had started before the fork.
static LEFT_BEHIND: AtomicU8 = AtomicU8::new(0);

/// Records that this process is about to start the resource `what`.
pub(crate) fn start(what: Started) {
    if STARTED.fetch_or(what as u8, Ordering::Relaxed) == 0 {
        watch();
    }
}

/// Returns an error if an ancestor of this process had started the resource before the fork, so that this
/// process lacks it. `accelerator` describes the accelerator for the error message.
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

    // SAFETY: the declaration is that of POSIX. The handler runs in a process with one thread, and only uses
    // atomics. The handler never runs after its code was unloaded. Either the system keeps a library with
    // Rust's thread-local variables loaded until the process ends, or it removes the handlers of a library
    // that it unloads.
    //
    // The call fails only for lack of memory. Then forks are not detected.
    unsafe { pthread_atfork(None, None, Some(in_child)) };
}

/// This platform has no `fork`, so there is nothing to detect.
#[cfg(not(all(unix, not(miri))))]
fn watch() {}
