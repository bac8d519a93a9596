//! A panic hook that records the source location of a kernel's panic.
//!
//! Rust passes the location of a panic to the panic hook only, not in the payload. So the first launch
//! installs a hook in front of the existing one. The new hook records the location if the thread is running a
//! kernel, and always calls the previous hook.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;
use std::thread;

use crate::support::source_location;

/// The state of a thread, from which the hook decides whether to record a panic's location.
enum Capture {
    /// The thread runs no kernel, so the hook ignores its panics.
    Inactive,
    /// The thread runs a kernel that has not panicked.
    Active,
    /// The kernel panicked at this location.
    Location(String),
}

thread_local! {
    static CAPTURE: RefCell<Capture> = const { RefCell::new(Capture::Inactive) };
}

/// Runs a part of a launch. If `run` panics, the hook records the location.
pub(super) fn with_hook<R>(run: impl FnOnce() -> R) -> R {
    static INSTALLED: Once = Once::new();
    // `panic::set_hook` panics on a thread that is unwinding. In that case, a later launch installs the hook.
    if !INSTALLED.is_completed() && !thread::panicking() {
        INSTALLED.call_once(install);
    }
    // A launch may run in the destructor of a thread-local variable, when `CAPTURE` no longer exists. The
    // location is then not recorded.
    let _ = CAPTURE.try_with(|ear| ear.replace(Capture::Active));
    run()
}

/// Returns the file and line of the last panic on this thread, and clears them. `None` if the hook recorded
/// none, for example because the user's code replaced the hook.
pub(super) fn take_location() -> Option<String> {
    match CAPTURE.try_with(|ear| ear.replace(Capture::Inactive)) {
        Ok(Capture::Location(location)) => Some(location),
        Ok(Capture::Inactive | Capture::Active) | Err(_) => None,
    }
}

/// Installs a hook that records the location and then calls the previous hook.
fn install() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        record(info);
        before(info);
    }));
}

fn record(info: &PanicHookInfo<'_>) {
    let Some(location) = info.location() else { return };
    // A location in the standard library does not help the author of the kernel, so it is not recorded.
    if location.file().starts_with("/rustc/") {
        return;
    }
    let _ = CAPTURE.try_with(|ear| {
        if let Ok(mut ear) = ear.try_borrow_mut()
            && let Capture::Active = *ear
        {
            *ear = Capture::Location(source_location::from_location(location));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_is_recorded_once_and_only_in_kernels() {
        let line = line!() + 1;
        let result = with_hook(|| panic::catch_unwind(|| panic!("in a test")));
        assert!(result.is_err());
        assert_eq!(take_location(), Some(format!("{}:{line}", file!())));
        assert_eq!(take_location(), None);
        assert!(panic::catch_unwind(|| panic!("in a test, outside of a kernel")).is_err());
        assert_eq!(take_location(), None);
        with_hook(|| ());
        assert_eq!(take_location(), None);
    }
}
