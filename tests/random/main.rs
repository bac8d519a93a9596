//! Random kernels of fixed seeds, by rustc alone and on every accelerator. `cargo run --release -p fuzz` makes more of them.

#![allow(warnings, clippy::all, reason = "nobody wrote these programs")]

#[macro_use]
#[path = "../../fuzz/src/harness/mod.rs"]
mod harness;

/// A module for each program, and a test that runs it.
macro_rules! programs {
    ($($program:ident)*) => {
        $(#[rustfmt::skip] mod $program;)*

        #[test]
        fn all_agree() {
            amp_tests::on_each(|accelerator| {
                let all = [accelerator.clone()];
                let right = [$(harness::check(stringify!($program), $program::PROGRAM, &all),)*];
                assert!(right.iter().all(|right| *right), "see above");
            });
        }
    };
}

programs! {
    seed0 seed1 seed2 seed3 seed4 seed6 seed8 seed10 seed11 seed12 seed13 seed14 seed15 seed16 seed17 seed18 seed21 seed22 seed23 seed26 seed30 seed38 seed48 seed57
}
