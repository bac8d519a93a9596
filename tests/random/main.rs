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
    seed6 seed9 seed19 seed22 seed34 seed35 seed36 seed40 seed45 seed52 seed57 seed59 seed68 seed71
    seed73 seed74 seed75 seed82 seed87 seed88 seed92 seed94 seed97 seed200317 seed201373 seed202029
}
