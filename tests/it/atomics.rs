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

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
enum Slot {
    Free = 0,
    Taken = 8,
    Done = 21,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(i32)]
enum Sign {
    Minus = -1,
    #[default]
    Zero = 0,
    Plus = 1,
}

/// Several work-items try to take each free slot. Exactly one of them succeeds, and then finishes the slot.
#[kernel]
fn take(
    i: Index<1>,
    slots: &mut ArrayViewMut<Slot>,
    signs: &mut ArrayViewMut<Sign>,
    taken: &mut ArrayViewMut<u32>,
) {
    let slot = i[0] % 8;
    let old = atomic_compare_exchange(&mut slots[slot], Slot::Free, Slot::Taken);
    taken[i] = 0;
    if old == Slot::Free {
        taken[i] = 1;
        if atomic_load(&slots[slot]) == Slot::Taken {
            atomic_store(&mut slots[slot], Slot::Done);
        }
        if atomic_exchange(&mut signs[slot], Sign::Minus) == Sign::Plus {
            taken[i] += 10;
        }
        let mut expected = Sign::Plus;
        if !atomic_compare_exchange(&mut signs[slot], &mut expected, Sign::Zero) && expected == Sign::Minus {
            taken[i] += 100;
        }
    }
}

/// A state machine in tile memory.
#[kernel(tile = [32])]
fn take_in_tile(t: TiledIndex<1>, taken: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut states: [Slot; 4];
    let at = t.local[0];
    if at < 4 {
        atomic_store(&mut states[at], Slot::Free);
    }
    t.barrier.wait();
    let old = atomic_compare_exchange(&mut states[at % 4], Slot::Free, Slot::Done);
    t.barrier.wait();
    taken[t.global] = if old == Slot::Free && atomic_load(&states[at % 4]) == Slot::Done { 1 } else { 0 };
}

#[test]
fn enums_of_one_word() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let (mut slots, mut signs) = ([Slot::Free; 8], [Sign::Plus; 8]);
        slots[5] = Slot::Done;
        signs[2] = Sign::Zero;
        let (mut slot_view, mut sign_view) = (ArrayViewMut::new(&mut slots), ArrayViewMut::new(&mut signs));
        let mut taken = ArrayViewMut::<u32>::without_source([256]).unwrap();
        on.parallel_for_each([256], take(&mut slot_view, &mut sign_view, &mut taken)).unwrap();
        let taken_by = taken.to_vec().unwrap();
        slot_view.finish().unwrap();
        sign_view.finish().unwrap();
        assert_eq!(slots, [Slot::Done; 8]);
        for slot in 0..8 {
            let sum: u32 = taken_by.iter().skip(slot).step_by(8).sum();
            let expected = [111, 111, 101, 111, 111, 0, 111, 111][slot];
            assert_eq!(sum, expected, "slot {slot} on {accelerator}");
            assert_eq!(signs[slot], if slot == 5 { Sign::Plus } else { Sign::Minus });
        }
        let mut taken = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let domain = taken.extent().tile([32]).unwrap();
        on.parallel_for_each(domain, take_in_tile(&mut taken)).unwrap();
        assert_eq!(taken.to_vec().unwrap().iter().sum::<u32>(), 8, "{accelerator}");
    });
}

/// The atomic functions on the host.
#[test]
fn enums_on_the_host() {
    let mut slot = Slot::Free;
    assert_eq!(atomic_compare_exchange(&mut slot, Slot::Done, Slot::Taken), Slot::Free);
    let mut expected = Slot::Free;
    assert!(atomic_compare_exchange(&mut slot, &mut expected, Slot::Taken));
    assert_eq!((atomic_exchange(&mut slot, Slot::Done), atomic_load(&slot)), (Slot::Taken, Slot::Done));
}
