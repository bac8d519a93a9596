//! Random kernels of fixed seeds: results on every accelerator, compared with the same source compiled by rustc alone.
//!
//! The feature `random-corpus` runs all of them; `cargo run --release -p fuzz` generates more.

#![allow(warnings, clippy::all, reason = "generated programs")]

#[macro_use]
#[path = "../../fuzz/src/harness/mod.rs"]
mod harness;

/// Declares a module for each program, and one test that runs all of them.
macro_rules! programs {
    ($($program:ident)*) => {
        $(#[rustfmt::skip] mod $program;)*

        #[test]
        fn random_programs_agree_with_rustc() {
            amp_tests::on_each(|accelerator| {
                let all = [accelerator.clone()];
                let agrees = [$(harness::check(stringify!($program), $program::PROGRAM, &all),)*];
                assert!(agrees.iter().all(|agrees| *agrees), "a program's results differ; its seed is printed above");
            });
        }
    };
}

#[cfg(not(feature = "random-corpus"))]
programs! { seed2024 seed2036 seed2047 }

#[cfg(feature = "random-corpus")]
programs! {
    seed6 seed19 seed22 seed35 seed36 seed45 seed52 seed59 seed71 seed73 seed74 seed75 seed82 seed87
    seed94 seed2006 seed2019 seed2024 seed2036 seed2047 seed2054 seed2066 seed2069 seed200317 seed201373 seed202029
}
