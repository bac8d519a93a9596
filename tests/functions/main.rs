//! Device functions: what they take and give, on every accelerator.

mod references;
mod traits;
