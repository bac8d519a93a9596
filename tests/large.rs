//! The largest launches: 2^32 - 1 work-items, in one dimension and in two. Minutes, and so not in each run:
//!
//! ```sh
//! cargo test --release -p amp-tests --test large -- --ignored
//! ```

use amp::prelude::*;
use amp_tests::on_each;

/// Every this many work-items one says that it was there; so does the last one.
const EVERY: usize = 1 << 26;

#[test]
#[ignore = "takes minutes"]
fn each_work_item_runs_once() {
    on_each(|accelerator| {
        // Checked, each work-item takes a hundred times as long.
        if accelerator.description().contains("checked") {
            return;
        }
        for extent in [[1, u32::MAX as usize], [65537, 65535], [u32::MAX as usize, 1]] {
            let [rows, columns] = extent;
            let mut seen = vec![0u32; 65];
            let mut view = ArrayViewMut::new(&mut seen);
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
            for (n, count) in seen[..64].iter().enumerate() {
                let there = u32::from((n + 1) * EVERY <= all);
                assert_eq!(*count, there, "{n} of {extent:?} on {}", accelerator.description());
            }
            assert_eq!(seen[64], 7, "the last of {extent:?} on {}", accelerator.description());
        }
    });
}

#[test]
fn one_more_is_refused() {
    on_each(|accelerator| {
        let mut seen = vec![0u32; 1];
        let mut view = ArrayViewMut::new(&mut seen);
        let counts = view.as_atomic();
        let kernel = amp!(|i: Index<2>| {
            atomic_fetch_add(&mut counts[0], (i[0] + i[1]) as u32 | 1);
        });
        let error = accelerator.default_view().parallel_for_each([1 << 16, 1 << 16], kernel).unwrap_err();
        assert!(error.to_string().contains("[65536, 65536] has more than 4294967295 indices"), "{error}");
        drop(view);
        assert_eq!(seen, [0]);
    });
}
