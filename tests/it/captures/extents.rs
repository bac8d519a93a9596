//! Extents of views that a closure reads without indexing the view.

use amp::prelude::*;

use amp_tests::on_each;

#[device]
fn area(sizes: [usize; 2]) -> usize {
    sizes[0] * sizes[1]
}

#[device]
fn height(extent: Extent<2>) -> usize {
    extent[0]
}

#[device]
fn length<const N: usize>(x: &ArrayView<f32, N>) -> usize {
    let all = x.extent();
    let sizes: [usize; N] = x.extent().into();
    x.extent().size() * 100 + all[N - 1] * 10 + sizes[0]
}

#[device]
fn has<const N: usize>(x: &ArrayView<f32, N>, at: Index<N>) -> bool {
    x.extent().contains(at)
}

/// Runs a kernel over three work-items and returns its results.
fn run(
    kernel: impl FnOnce(&AcceleratorView, &mut ArrayViewMut<u32>) -> amp::Result<()>,
    on: &Accelerator,
) -> Vec<u32> {
    let mut y = ArrayViewMut::<u32>::without_source(3).unwrap();
    kernel(&on.default_view(), &mut y).unwrap();
    y.to_vec().unwrap()
}

macro_rules! run {
    ($on:expr, $y:ident, $kernel:expr) => {
        run(|on, $y| on.parallel_for_each(3, $kernel), $on)
    };
}

#[test]
fn extent_whose_rank_only_rustc_knows() {
    let data = [0.0f32; 12];
    let z = ArrayView::with_extent([3, 4], &data).unwrap();
    on_each(|on| {
        assert_eq!(run!(on, y, amp!(|i: Index<1>| y[i] = z.extent()[1] as u32)), [4; 3]);
        assert_eq!(run!(on, y, amp!(|i: Index<1>| y[i] = z.extent().size() as u32)), [12; 3]);
        let found = run!(
            on,
            y,
            amp!(|i: Index<1>| {
                let all = z.extent();
                for k in 0..all[1] {
                    y[i] += (k * all[0]) as u32;
                }
            })
        );
        assert_eq!(found, [18; 3]);
        let found = run!(
            on,
            y,
            amp!(|i: Index<1>| {
                let inside = z.extent().contains(Index::new([i[0] + 1, 3]));
                y[i] = u32::from(inside) * 2 + z.extent().contains(Index::new([i[0], 4])) as u32;
            })
        );
        assert_eq!(found, [2, 2, 0]);
        let found =
            run!(on, y, amp!(|i: Index<1>| y[i] = (area(z.extent().into()) + height(z.extent())) as u32));
        assert_eq!(found, [15; 3]);
        let found = run!(
            on,
            y,
            amp!(|i: Index<1>| y[i] = length(&z) as u32 + has(&z, Index::new([2, i[0] + 2])) as u32)
        );
        assert_eq!(found, [1244, 1244, 1243]);
    });
}

#[test]
fn extent_whose_rank_a_pattern_or_annotation_gives() {
    let data = [0.0f32; 12];
    let z = ArrayView::with_extent([3, 4], &data).unwrap();
    on_each(|on| {
        let found = run!(
            on,
            y,
            amp!(|i: Index<1>| {
                let all = z.extent().size() as u32;
                let [rows, cols] = z.extent().into();
                y[i] = (rows * 10 + cols) as u32 + all * 100;
            })
        );
        assert_eq!(found, [1234; 3]);
        let found = run!(
            on,
            y,
            amp!(|i: Index<1>| {
                let sizes: [usize; 2] = z.extent().into();
                let all: Extent<2> = z.extent();
                y[i] = (sizes[0] * 10 + all[1]) as u32;
            })
        );
        assert_eq!(found, [34; 3]);
    });
}
