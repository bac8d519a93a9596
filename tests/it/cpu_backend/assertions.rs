//! Assertions in front of an access that would fail: the error has the assertion's message, wherever the CPU back end places the
//! access.

use super::*;

/// Runs a kernel on each CPU accelerator with a valid index and one that is too large. With the second, the assertion must fail,
/// not the access behind it.
fn check(
    domain: usize,
    run: impl Fn(&AcceleratorView, usize, &ArrayView<u32>, &mut ArrayViewMut<u32>) -> amp::Result<()>,
) {
    let data: Vec<u32> = (0..70).map(|n| n + 7).collect();
    let x = ArrayView::new(&data);
    let cpu = Accelerator::cpu();
    for accelerator in [cpu.serial(), Accelerator::cpu_checked(), cpu] {
        let on = accelerator.default_view();
        let mut y = ArrayViewMut::<u32>::without_source([domain]).unwrap();
        run(&on, 69, &x, &mut y).unwrap();
        let result = run(&on, 70, &x, &mut y);
        let Err(amp::Error::KernelPanicked { message, .. }) = result else {
            panic!("{result:?} on {}", accelerator.description());
        };
        assert!(message.starts_with("too far"), "{message} on {}", accelerator.description());
    }
}

#[test]
fn assertion_before_an_access_along_the_row() {
    check(100, |on, far, x, y| {
        on.parallel_for_each(
            far + 1,
            amp!(|i: Index<1>| {
                assert!(i[0] < 70, "too far");
                y[i] = x[i];
            }),
        )
    });
    check(100, |on, far, x, y| {
        on.parallel_for_each(
            far + 1,
            amp!(|i: Index<1>| {
                let own = i[0];
                if own > 3 {
                    assert!(own < 70, "too far");
                }
                y[i] = x[own] * 2;
            }),
        )
    });
}

#[test]
fn assertion_before_a_uniform_access() {
    check(100, |on, far, x, y| {
        on.parallel_for_each(
            100,
            amp!(|i: Index<1>| {
                assert!(far < 70, "too far");
                y[i] = x[far] + i[0] as u32;
            }),
        )
    });
    check(100, |on, far, x, y| {
        on.parallel_for_each(
            100,
            amp!(|i: Index<1>| {
                assert!(far + i[0] / 100 < 70, "too far");
                let one = x[far];
                y[i] = one + i[0] as u32;
            }),
        )
    });
    check(64, |on, far, x, y| {
        on.parallel_for_each(
            64,
            amp!(|i: Index<1>| {
                assert!(far < 70, "too far");
                if x[far] > 3 {
                    y[i] = x[i];
                }
            }),
        )
    });
}

#[test]
fn assertion_in_a_tiled_kernel() {
    check(64, |on, far, x, y| {
        let domain = Extent::new([64]).tile([16]).unwrap();
        on.parallel_for_each(
            domain,
            amp!(tile = [16], |t: TiledIndex<1>| {
                #[tile_static]
                let mut row: [u32; 16];
                row[t.local[0]] = 1;
                t.barrier.wait();
                assert!(far + t.local[0] / 16 < 70, "too far");
                let one = x[far];
                y[t.global] = one + row[15 - t.local[0]];
            }),
        )
    });
}
