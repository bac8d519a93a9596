//! Iterator chains, compared with the same chains that plain Rust runs on the host.

mod adaptors;
mod comparisons;
mod consumers;
mod functions;
mod in_kernels;
mod loops;
mod own;
mod parameters;
mod parts_of_arrays;
mod references;
mod slices_and_functions;
mod sources;
mod variables;

/// Declares a test: the same tokens make an array of results in a kernel, and in a function on the host. They use a view
/// `x`, an array `w`, a length `n` and the position `i` of the work-item.
macro_rules! chains {
    ($name:ident, $count:literal, |$i:ident, $x:ident, $w:ident, $n:ident| $results:expr) => {
        #[test]
        fn $name() {
            use amp::prelude::*;

            #[kernel]
            fn on_device(
                at: Index<1>,
                $x: &ArrayView<f32>,
                $w: [f32; 4],
                $n: usize,
                out: &mut ArrayViewMut<[f32; $count]>,
            ) {
                let $i = at[0];
                out[at] = $results;
            }

            fn on_host($i: usize, $x: &ArrayView<f32>, $w: [f32; 4], $n: usize) -> [f32; $count] {
                $results
            }

            let values = crate::iterators::values();
            let x = ArrayView::new(&values);
            let table = [1.5f32, -2.0, 3.0, 0.5];
            let expected: Vec<_> = (0..7).map(|i| on_host(i, &x, table, 9)).collect();
            amp_tests::on_each(|accelerator| {
                let mut found = [[0.0; $count]; 7];
                let mut out = ArrayViewMut::new(&mut found);
                accelerator.default_view().parallel_for_each(7, on_device(&x, table, 9, &mut out)).unwrap();
                out.finish().unwrap();
                assert_eq!(found[..], expected[..], "on {}", accelerator.description());
            });
        }
    };
}
pub(crate) use chains;

/// Small integers as floats, so that sums are exact in any order.
fn values() -> Vec<f32> {
    (0..13).map(|k| ((k * 7 + 3) % 11) as f32 - 4.0).collect()
}
