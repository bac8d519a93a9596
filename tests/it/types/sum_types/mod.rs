//! `Option`, `Result` and enums with fields.

mod enums;
mod option;
mod result;
