//! `Option`, `Result` and enums with fields.

mod enums;
mod imported_variants;
mod option;
mod option_methods;
mod result;
mod untyped_options;

/// Asserts that a kernel computes the results of a function for the numbers below 12.
macro_rules! compare {
    ($function:ident, $kernel:ident) => {{
        let expected: Vec<_> = (0..12).map($function).collect();
        amp_tests::on_each(|accelerator| {
            let mut y = vec![expected[0].map(|_| Default::default()); 12];
            let mut view = ArrayViewMut::new(&mut y);
            accelerator.default_view().parallel_for_each(12, $kernel(&mut view)).unwrap();
            assert_eq!(view.to_vec().unwrap(), expected);
        });
    }};
}
use compare;
