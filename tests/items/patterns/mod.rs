//! Patterns in `match`, `let`, parameters and assignments.

mod destructuring_assignments;
mod let_chains;
mod matching;
mod parameters;
mod ref_bindings;
mod slices;
