//! The largest launches: 2^32 - 1 work-items, in one and in two dimensions. They take minutes, so they are ignored by default:
//!
//! ```sh
//! cargo test --release -p amp-tests --test large -- --ignored
//! ```

use amp::prelude::*;
use amp_tests::on_each;

/// One work-item in `EVERY` increments a counter. The last work-item increments another counter.
const EVERY: usize = 1 << 26;

#[test]
#[ignore = "takes minutes"]
fn largest_domain_runs_each_work_item_once() {
    on_each(|accelerator| {
        // The checked accelerator is left out, because it takes a hundred times as long.
        if accelerator.description().contains("checked") {
            return;
        }
        for extent in [[1, u32::MAX as usize], [65537, 65535], [u32::MAX as usize, 1]] {
            let [rows, columns] = extent;
            let mut counters = vec![0u32; 65];
            let mut view = ArrayViewMut::new(&mut counters);
            let counts = view.as_atomic();
            let kernel = amp!(|i: Index<2>| {
                let at = i[0] * columns + i[1];
                if at % EVERY == EVERY - 1 {
                    atomic_fetch_add(&mut counts[at / EVERY], 1);
                }
                if at == rows * columns - 1 {
                    atomic_fetch_add(&mut counts[64], 7);
                }
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(view);
            let all = rows * columns;
            for (n, count) in counters[..64].iter().enumerate() {
                let expected = u32::from((n + 1) * EVERY <= all);
                assert_eq!(*count, expected, "counter {n} of {extent:?} on {}", accelerator.description());
            }
            assert_eq!(counters[64], 7, "last work-item of {extent:?} on {}", accelerator.description());
        }
    });
}

#[test]
fn larger_domain_is_an_error() {
    on_each(|accelerator| {
        let mut counters = vec![0u32; 1];
        let mut view = ArrayViewMut::new(&mut counters);
        let counts = view.as_atomic();
        let kernel = amp!(|i: Index<2>| {
            atomic_fetch_add(&mut counts[0], (i[0] + i[1]) as u32 | 1);
        });
        let error = accelerator.default_view().parallel_for_each([1 << 16, 1 << 16], kernel).unwrap_err();
        assert!(error.to_string().contains("[65536, 65536] has more than 4294967295 indices"), "{error}");
        drop(view);
        assert_eq!(counters, [0]);
    });
}
