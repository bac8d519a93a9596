//! Device functions: what they take and give, on every accelerator.

mod inline;
mod references;
mod traits;
mod waiting;
