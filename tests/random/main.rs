//! Random kernels of fixed seeds, by rustc alone and on every accelerator. `cargo run --release -p fuzz` makes more of them.

#![allow(warnings, clippy::all, reason = "nobody wrote these programs")]

#[macro_use]
#[path = "../../fuzz/src/harness.rs"]
mod harness;

/// A module for each program, and a test that runs it.
macro_rules! programs {
    ($(untiled $plain:ident)* $(, tiled $tiled:ident)*) => {
        $(#[rustfmt::skip] mod $plain;)*
        $(#[rustfmt::skip] mod $tiled;)*

        #[test]
        fn all_agree() {
            amp_tests::on_each(|accelerator| {
                let all = [accelerator.clone()];
                let right = [
                    $(harness::check(stringify!($plain), Some($plain::expected), $plain::run, &all),)*
                    $(harness::check(stringify!($tiled), None, $tiled::run, &all),)*
                ];
                assert!(right.iter().all(|right| *right), "see above");
            });
        }
    };
}

programs! {
    untiled seed0
    untiled seed1
    untiled seed2
    untiled seed3
    untiled seed4
    untiled seed5
    untiled seed7
    untiled seed9
    untiled seed10
    untiled seed11
    untiled seed13
    untiled seed14
    untiled seed15
    untiled seed17
    untiled seed18
    untiled seed19
    untiled seed20
    untiled seed23
    , tiled seed6
    , tiled seed8
    , tiled seed12
    , tiled seed16
    , tiled seed21
    , tiled seed22
}
