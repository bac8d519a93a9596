//! Atomic operations on views and tile memory, on every accelerator. The expected results are computed on the host.

use amp::prelude::*;
use amp_tests::on_each;

#[kernel]
fn histogram(i: Index<1>, samples: &ArrayView<u32>, bins: &mut ArrayViewMut<u32>) {
    atomic_fetch_add(&mut bins[samples[i] as usize], 1);
}

#[kernel]
fn histogram_shared(i: Index<1>, samples: &ArrayView<u32>, bins: AtomicView<u32>) {
    atomic_fetch_inc(&mut bins[samples[i] as usize]);
}

#[kernel(tile = [64])]
fn histogram_tiled(t: TiledIndex<1>, samples: &ArrayView<u32>, bins: &AtomicView<u32>) {
    #[tile_static]
    let mut own: [u32; 16];
    if t.local[0] < 16 {
        own[t.local[0]] = 0;
    }
    t.barrier.wait();
    atomic_fetch_add(&mut own[samples[t.global] as usize], 1);
    t.barrier.wait();
    if t.local[0] < 16 {
        atomic_fetch_add(&mut bins[t.local[0]], own[t.local[0]]);
    }
}

fn samples() -> Vec<u32> {
    (0..4096u32).map(|n| n.wrapping_mul(2_654_435_769) >> 28).collect()
}

fn expected_bins() -> Vec<u32> {
    let mut bins = vec![0; 16];
    samples().iter().for_each(|&s| bins[s as usize] += 1);
    bins
}

#[test]
fn histogram_by_each_kind_of_atomic_view() {
    on_each(|accelerator| {
        let (on, samples) = (accelerator.default_view(), samples());
        let x = ArrayView::new(&samples);
        for variant in 0..4 {
            let mut bins = vec![0u32; 16];
            let mut view = ArrayViewMut::new(&mut bins);
            match variant {
                0 => on.parallel_for_each(x.extent(), histogram(&x, &mut view)).unwrap(),
                1 => on.parallel_for_each(x.extent(), histogram_shared(&x, view.as_atomic())).unwrap(),
                2 => {
                    let bins = view.as_atomic();
                    let domain = x.extent().tile([64]).unwrap();
                    on.parallel_for_each(domain, histogram_tiled(&x, &bins)).unwrap();
                }
                _ => {
                    let bins = view.as_atomic();
                    on.parallel_for_each(
                        x.extent(),
                        amp!(|i: Index<1>| {
                            atomic_fetch_add(&mut bins[x[i] as usize], 1);
                        }),
                    )
                    .unwrap();
                }
            }
            drop(view);
            assert_eq!(bins, expected_bins(), "variant {variant}");
        }
    });
}

#[test]
fn overlapping_atomic_sections() {
    on_each(|accelerator| {
        let mut counts = vec![0u32; 10];
        let mut view = ArrayViewMut::new(&mut counts);
        let all = view.as_atomic();
        let (left, right) = (all.section([0], [6]).unwrap(), all.section([4], [6]).unwrap());
        accelerator
            .default_view()
            .parallel_for_each(
                [6000],
                amp!(|i: Index<1>| {
                    atomic_fetch_add(&mut left[i[0] % 6], 1);
                    atomic_fetch_add(&mut right[i[0] % 6], 10);
                }),
            )
            .unwrap();
        drop(view);
        assert_eq!(counts, [1000, 1000, 1000, 1000, 11000, 11000, 10000, 10000, 10000, 10000]);
    });
}

#[test]
fn integer_operations() {
    on_each(|accelerator| {
        let mut words = [0u32, 1000, u32::MAX, 0, u32::MAX, 0, 5, 9, 0, 0];
        let mut signed = [0i32, 100, -100, 7];
        let mut olds = vec![0u32; 256];
        let mut w = ArrayViewMut::new(&mut words);
        let mut s = ArrayViewMut::new(&mut signed);
        let mut old = ArrayViewMut::new(&mut olds);
        accelerator
            .default_view()
            .parallel_for_each(
                [256],
                amp!(|i: Index<1>| {
                    let n = i[0] as u32;
                    old[i] = atomic_fetch_add(&mut w[0], 1);
                    atomic_fetch_sub(&mut w[1], 2);
                    atomic_fetch_min(&mut w[2], n + 3);
                    atomic_fetch_max(&mut w[3], n);
                    atomic_fetch_and(&mut w[4], !(1 << (n % 8)));
                    atomic_fetch_or(&mut w[5], 1 << (n % 8));
                    atomic_fetch_xor(&mut w[6], n);
                    atomic_exchange(&mut w[7], 77);
                    // Exactly one work-item finds the zero.
                    if atomic_compare_exchange(&mut w[8], 0, n + 1) == 0 {
                        atomic_fetch_add(&mut w[9], 1);
                    }
                    atomic_fetch_add(&mut s[0], -1);
                    atomic_fetch_min(&mut s[1], -(n as i32));
                    atomic_fetch_max(&mut s[2], n as i32 - 300);
                    if n == 200 {
                        atomic_store(&mut s[3], -5);
                    }
                }),
            )
            .unwrap();
        drop((w, s, old));
        olds.sort_unstable();
        assert_eq!(olds, (0..256).collect::<Vec<_>>());
        let xor = (0..256).fold(5, |sum, n| sum ^ n);
        assert_eq!(words[..8], [256, 488, 3, 255, !0xff, 0xff, xor, 77]);
        assert!((1..=256).contains(&words[8]) && words[9] == 1, "{words:?}");
        assert_eq!(signed, [-256, -255, -45, -5]);
    });
}

#[test]
fn float_operations() {
    on_each(|accelerator| {
        let mut values = [0.0f32, 100.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 3.0];
        let mut view = ArrayViewMut::new(&mut values);
        accelerator
            .default_view()
            .parallel_for_each(
                Extent::new([128]).tile([32]).unwrap(),
                amp!(tile = [32], |t: TiledIndex<1>| {
                    #[tile_static]
                    let mut sum: [f32; 2];
                    if t.local[0] == 0 {
                        sum[1] = 0.0;
                    }
                    t.barrier.wait();
                    let x = t.global[0] as f32;
                    atomic_fetch_add(&mut sum[1], x);
                    atomic_fetch_min(&mut view[2], x + 1.0);
                    atomic_fetch_max(&mut view[3], x);
                    atomic_fetch_max(&mut view[4], x);
                    atomic_fetch_sub(&mut view[1], 0.5);
                    t.barrier.wait();
                    if t.local[0] == 0 {
                        atomic_fetch_add(&mut view[0], atomic_load(&sum[1]));
                    }
                    let mut expected = 3.0;
                    atomic_compare_exchange(&mut view[5], &mut expected, 4.5);
                }),
            )
            .unwrap();
        drop(view);
        assert_eq!(values, [8128.0, 36.0, 1.0, 127.0, 127.0, 4.5]);
    });
}

#[test]
fn plain_and_atomic_access_to_one_view() {
    on_each(|accelerator| {
        let mut counts = vec![0u32; 64];
        let mut view = ArrayViewMut::new(&mut counts);
        accelerator
            .default_view()
            .parallel_for_each(
                view.extent(),
                amp!(|i: Index<1>| {
                    view[i] = 5;
                    view[i] += 2;
                    atomic_fetch_add(&mut view[i], i[0] as u32);
                    view[i] = view[i] * 2;
                }),
            )
            .unwrap();
        drop(view);
        assert_eq!(counts, (0..64).map(|n| (7 + n) * 2).collect::<Vec<u32>>());
    });
}
