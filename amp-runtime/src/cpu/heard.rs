//! Where a kernel panicked: rustc tells the line to nobody but the panic hook.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;
use std::thread;

use crate::line;

/// What a thread has heard.
enum Ear {
    /// It runs no kernel: what panics there is no business of ours.
    Closed,
    /// No kernel of it has panicked so far.
    Open,
    /// One has, there.
    Heard(String),
}

thread_local! {
    static EAR: RefCell<Ear> = const { RefCell::new(Ear::Closed) };
}

/// Runs a part of a kernel. If it panics, [`heard`] says where.
pub(super) fn listen<R>(run: impl FnOnce() -> R) -> R {
    static INSTALLED: Once = Once::new();
    // Whoever is unwinding already cannot change the hook; the next one does.
    if !INSTALLED.is_completed() && !thread::panicking() {
        INSTALLED.call_once(install);
    }
    // A thread that ends may launch as well, and has no ear any more.
    let _ = EAR.try_with(|ear| ear.replace(Ear::Open));
    run()
}

/// In which file and line the last part panicked, where that is known: not if somebody has put another hook in the place of this one.
/// It is asked once.
pub(super) fn heard() -> Option<String> {
    match EAR.try_with(|ear| ear.replace(Ear::Closed)) {
        Ok(Ear::Heard(place)) => Some(place),
        Ok(Ear::Closed | Ear::Open) | Err(_) => None,
    }
}

/// Puts a hook before the one that is there, which goes on as before.
fn install() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        hear(info);
        before(info);
    }));
}

fn hear(info: &PanicHookInfo<'_>) {
    let Some(place) = info.location() else { return };
    // Lines of the standard library say nothing to who wrote the kernel.
    if place.file().starts_with("/rustc/") {
        return;
    }
    let _ = EAR.try_with(|ear| {
        if let Ok(mut ear) = ear.try_borrow_mut()
            && let Ear::Open = *ear
        {
            *ear = Ear::Heard(line::of(place));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_heard_once_and_from_kernels_alone() {
        let line = line!() + 1;
        let result = listen(|| panic::catch_unwind(|| panic!("in a test")));
        assert!(result.is_err());
        assert_eq!(heard(), Some(format!("{}:{line}", file!())));
        assert_eq!(heard(), None);
        assert!(panic::catch_unwind(|| panic!("in a test, outside of a kernel")).is_err());
        assert_eq!(heard(), None);
        listen(|| ());
        assert_eq!(heard(), None);
    }
}
