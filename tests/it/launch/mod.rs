//! Launches: panics and the code that the project promises to support.

mod design;
mod panic_locations;
