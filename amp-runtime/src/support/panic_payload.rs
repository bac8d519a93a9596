//! Panic payloads of the user's code: extracts the message and drops the payload safely.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the message of a panic, and drops the payload.
pub(crate) fn message(payload: Box<dyn Any + Send>) -> String {
    let message = payload
        .downcast_ref::<&str>()
        .map(|message| (*message).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    discard(payload);
    message
}

/// Drops a panic payload. Its type is the user's, so dropping it may panic. Without this function, that
/// second panic would unwind through the code that has just caught the first one.
pub(crate) fn discard(payload: Box<dyn Any + Send>) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        // Dropping the payload of the second panic may panic again, and so on without end. So this payload is
        // leaked.
        mem::forget(another);
    }
}

/// A payload whose `drop` panics with another `Bomb`, for tests.
#[cfg(test)]
pub(crate) struct Bomb;

#[cfg(test)]
impl Drop for Bomb {
    fn drop(&mut self) {
        std::panic::resume_unwind(Box::new(Bomb));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_extracted() {
        let unwound = |work: fn()| message(catch_unwind(work).unwrap_err());
        assert_eq!(unwound(|| std::panic::resume_unwind(Box::new("a word"))), "a word");
        assert_eq!(unwound(|| std::panic::resume_unwind(Box::new("two".to_owned()))), "two");
        assert_eq!(unwound(|| std::panic::resume_unwind(Box::new(2))), "a panic without a message");
    }

    #[test]
    fn payload_that_panics_on_drop_is_contained() {
        assert_eq!(message(Box::new(Bomb)), "a panic without a message");
        discard(Box::new(Bomb));
    }
}
