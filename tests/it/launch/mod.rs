//! Launches, panics, host conveniences and the code that the project promises to support.

mod design;
mod fill;
mod indirect;
mod panic_locations;
mod trace;
