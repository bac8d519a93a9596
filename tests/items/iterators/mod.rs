//! Iterator chains, compared with the same chains that plain Rust runs on the host.

mod adaptors;
mod arguments;
mod comparisons;
mod consumers;
mod flatten;
mod functions;
mod functions_in_any_chain;
mod imported_functions;
mod in_kernels;
mod loops;
mod own;
mod parameters;
mod parts_of_arrays;
mod pulled;
mod references;
mod slice_methods;
mod slices_and_functions;
mod sources;
mod state;
mod std_functions;
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

/// Declares a test that compares device functions `fn f(v: u32) -> u32` on each accelerator with the host.
macro_rules! same_for_values {
    ($($name:ident),* $(,)?) => {
        #[test]
        fn same_as_on_the_host() {
            let value = |i: u32| i.wrapping_mul(0x9e37_79b1) >> (i % 28);
            amp_tests::on_each(|accelerator| {
                $({
                    #[kernel]
                    fn run(i: Index<1>, z: &mut ArrayViewMut<u32>) {
                        z[i] = $name((i[0] as u32).wrapping_mul(0x9e37_79b1) >> (i[0] as u32 % 28));
                    }

                    let expected: Vec<_> = (0..64).map(|i| $name(value(i))).collect();
                    let mut z = ArrayViewMut::<u32>::without_source([64]).unwrap();
                    accelerator.default_view().parallel_for_each(64, run(&mut z)).unwrap();
                    let name = stringify!($name);
                    assert_eq!(z.to_vec().unwrap(), expected, "{name} on {}", accelerator.description());
                })*
            });
        }
    };
}
pub(crate) use same_for_values;

/// Small integers as floats, so that sums are exact in any order.
fn values() -> Vec<f32> {
    (0..13).map(|k| ((k * 7 + 3) % 11) as f32 - 4.0).collect()
}
