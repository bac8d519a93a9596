//! Small items that every layer uses: errors, locks, source locations, byte ranges.

pub(crate) mod const_string;
mod copy;
pub(crate) mod error;
pub(crate) mod fork_detection;
pub(crate) mod format;
pub(crate) mod panic_payload;
pub(crate) mod print_hook;
pub(crate) mod ranges;
pub(crate) mod source_location;
pub(crate) mod sync;
pub(crate) mod trace;
pub(crate) mod warning;

pub(crate) use copy::always_copy;
pub use error::{Access, AccessKind, Error, Result};
