//! Chapter 4 of the C++ AMP specification: arithmetic, comparison and padding of indices and extents, on the host and in
//! kernels.

use amp::Error;
use amp::prelude::*;

use crate::conformance::{on_each_queue, refused};

#[test]
fn i_01_default_index_and_extent_are_zero() {
    fn check<const N: usize>() {
        assert_eq!(<[usize; N]>::from(Index::<N>::default()), [0; N]);
        assert_eq!(<[usize; N]>::from(Extent::<N>::default()), [0; N]);
        assert_eq!(Index::<N>::ZERO, Index::default());
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<8>();
}

#[test]
fn i_02_components_keep_their_order() {
    fn check<const N: usize>() {
        let components: [usize; N] = std::array::from_fn(|d| 10 * d + 1);
        let (mut index, extent) = (Index::from(components), Extent::from(components));
        index[0] = 99;
        assert_eq!(components[0], 1);
        index[0] = 1;
        for d in 0..N {
            assert_eq!((index[d], extent[d]), (10 * d + 1, 10 * d + 1));
        }
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<4>();
    check::<5>();
}

#[test]
fn i_03_component_count_equals_the_rank() {
    refused!(Index<2>: From<[usize; 1]>);
    refused!(Index<2>: From<usize>);
    refused!(Index<1>: From<[usize; 3]>);
    refused!(Extent<3>: From<[usize; 2]>);
    refused!(Index<2>: std::ops::Mul<Index<2>>);
    refused!(Index<2>: std::ops::Div<Index<2>>);
}

#[test]
fn i_04_copies_are_independent() {
    let original = Index::from([1, 2, 3]);
    let mut copy = original;
    copy[1] = 7;
    assert_eq!((original, copy), (Index::from([1, 2, 3]), Index::from([1, 7, 3])));
    assert_eq!(Index::clone(&copy), copy);
}

/// The results of the operations of I-05, I-07, I-08 and I-09, as one array of components.
#[device]
fn arithmetic(i: Index<2>, j: Index<2>, e: Extent<2>, n: usize) -> [usize; 53] {
    let mut assigned = i;
    assigned += j;
    assigned -= n;
    assigned *= n;
    assigned /= 2;
    assigned %= 7;
    let indices =
        [i + j, i - j, i + n, i - n, i * n, i / n, i % n, n + i, n * i, 99 - i, 99 / i, 99 % i, assigned];
    let mut extent = e;
    extent += j;
    extent -= i;
    let extents = [
        e + i,
        e - j,
        e + e,
        e - Extent::from([1, 1]),
        e * n,
        e / n,
        e % n,
        extent,
        n + e,
        99 - e,
        n * e,
        99 / e,
        99 % e,
    ];
    let mut all = [0; 53];
    for k in 0..13 {
        for d in 0..2 {
            all[2 * k + d] = indices[k][d];
            all[26 + 2 * k + d] = extents[k][d];
        }
    }
    all[52] = e.size();
    all
}

#[test]
fn i_05_arithmetic_is_componentwise() {
    let found = arithmetic(Index::from([7, 9]), Index::from([2, 3]), Extent::from([20, 30]), 4);
    let wanted: &[usize] = &[
        9, 12, 5, 6, 11, 13, 3, 5, 28, 36, 1, 2, 3, 1, 11, 13, 28, 36, 92, 90, 14, 11, 1, 0, // indices
        3, 2, // assigned, see below
        27, 39, 18, 27, 40, 60, 19, 29, 80, 120, 5, 7, 0, 2, 15, 24, 24, 34, 79, 69, 80, 120, 4, 3, 19, 9,
        600,
    ];
    // ((7 + 2 - 4) * 4 / 2) % 7 = 3, ((9 + 3 - 4) * 4 / 2) % 7 = 2
    assert_eq!(found[..], *wanted);
    // The same function in a kernel.
    on_each_queue(|on| {
        let mut out = Array::<u32>::new_on(on, [55]).unwrap();
        let (i, j, e, n) = (Index::from([7, 9]), Index::from([2, 3]), Extent::from([20, 30]), 4);
        let kernel = amp!(|at: Index<1>| {
            let all = arithmetic(i, j, e, n);
            for k in 0..53 {
                out[k] = (all[k] + at[0]) as u32;
            }
            let moved = Index::from([7, 9]).offset([-1, 2]);
            out[53] = moved[0] as u32;
            out[54] = moved[1] as u32;
        });
        on.parallel_for_each(1, kernel).unwrap();
        let found = out.to_vec().unwrap();
        assert!(
            found[..53].iter().zip(wanted).all(|(&found, &wanted)| found as usize == wanted),
            "{found:?}"
        );
        assert_eq!(found[53..], [6, 11]);
    });
}

/// Operators with a scalar on the left. Each output element holds two components.
#[kernel]
fn with_scalars_on_the_left(at: Index<1>, i: Index<2>, e: Extent<2>, n: usize, out: &mut ArrayViewMut<u32>) {
    let (a, b, c, d) = (2 + i, 10 - i, n / i, n % i);
    let (f, g, h) = (4 * e, n - e, n / e);
    if at[0] == 0 {
        out[0] = (1000 * a[0] + a[1]) as u32;
        out[1] = (1000 * b[0] + b[1]) as u32;
        out[2] = (1000 * c[0] + c[1]) as u32;
        out[3] = (1000 * d[0] + d[1]) as u32;
        out[4] = (1000 * f[0] + f[1]) as u32;
        out[5] = (1000 * g[0] + g[1]) as u32;
        out[6] = (1000 * h[0] + h[1]) as u32;
    }
}

#[test]
fn i_05_scalars_on_the_left_of_indices_and_extents_in_kernels() {
    on_each_queue(|on| {
        let mut out = ArrayViewMut::without_source([7]).unwrap();
        let (i, e) = (Index::from([7, 9]), Extent::from([20, 30]));
        on.parallel_for_each(1, with_scalars_on_the_left(i, e, 99, &mut out)).unwrap();
        assert_eq!(out.to_vec().unwrap(), [9_011, 3_001, 14_011, 1_000, 80_120, 79_069, 4_003]);
    });
}

#[test]
fn i_06_equality_compares_every_component() {
    fn check<const N: usize>() {
        let index = Index::from([5; N]);
        assert!(index == Index::from([5; N]));
        for d in 0..N {
            let mut other = index;
            other[d] += 1;
            assert!(index != other && Extent::from([5; N]) != Extent::from(<[usize; N]>::from(other)));
        }
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<4>();
    check::<5>();
    // In kernels, three work-items change one component each, and the fourth changes none.
    on_each_queue(|on| {
        let mut out = Array::<u32>::new_on(on, [4]).unwrap();
        let (index, extent) = (Index::from([5; 3]), Extent::from([5; 3]));
        let kernel = amp!(|at: Index<1>| {
            let (mut other, mut larger) = (index, extent);
            if at[0] < 3 {
                other[at[0]] += 1;
                larger[at[0]] += 1;
            }
            let found = [index == other, index != other, extent == larger, extent != larger];
            for k in 0..4 {
                out[at] = 2 * out[at] + u32::from(found[k]);
            }
        });
        on.parallel_for_each(4, kernel).unwrap();
        assert_eq!(out.to_vec().unwrap(), [0b0101, 0b0101, 0b0101, 0b1010]);
    });
}

#[test]
fn i_07_scalar_is_added_to_every_component() {
    let mut index = Index::from([1, 2, 3]);
    index += 1;
    assert_eq!(index, Index::from([2, 3, 4]));
    index -= 1;
    assert_eq!(index, Index::from([1, 2, 3]));
}

#[test]
fn i_08_indices_are_added_to_extents() {
    let (mut extent, index) = (Extent::from([10, 20]), Index::from([1, 2]));
    assert_eq!((extent + index, extent - index), (Extent::from([11, 22]), Extent::from([9, 18])));
    extent += index;
    assert_eq!(extent, Extent::from([11, 22]));
    extent -= index;
    assert_eq!(extent, Extent::from([10, 20]));
}

#[test]
fn i_09_extent_size_is_the_product() {
    assert_eq!(Extent::from([2, 3, 4]).size(), 24);
    assert_eq!(Extent::from([1; 5]).size(), 1);
    assert_eq!(Extent::from([7, 0, 9]).size(), 0);
    const CONSTANT: Extent<2> = Extent::new([3, 5]);
    assert_eq!(CONSTANT.size(), 15);
}

#[test]
fn i_10_extent_contains_exactly_its_indices() {
    let extent = Extent::from([3, 4, 5]);
    for corner in 0..8 {
        let at = |d: usize| if corner >> d & 1 == 1 { extent[d] - 1 } else { 0 };
        assert!(extent.contains(Index::from([at(0), at(1), at(2)])));
    }
    for d in 0..3 {
        let mut outside = Index::ZERO;
        outside[d] = extent[d];
        assert!(!extent.contains(outside));
    }
    assert!(Extent::from([1, 1, 1]).contains(Index::ZERO));
    assert!(!Extent::from([3, 0, 5]).contains(Index::ZERO));
    // In kernels, an offset may leave the extent on either side.
    on_each_queue(|on| {
        let mut y = Array::<u32, 2>::new_on(on, [4, 5]).unwrap();
        let kernel = amp!(|i: Index<2>| {
            let mut neighbours = 0;
            for k in 0..3usize {
                if y.extent().contains(i.offset([k as isize - 1, 0])) {
                    neighbours += 1;
                }
                if y.extent().contains(i.offset([0, k as isize - 1])) {
                    neighbours += 1;
                }
            }
            y[i] = neighbours;
        });
        on.parallel_for_each([4, 5], kernel).unwrap();
        let found = y.read().unwrap();
        assert_eq!((found[[0, 0]], found[[0, 2]], found[[3, 4]], found[[2, 2]]), (4, 5, 4, 6));
    });
}

#[test]
fn i_11_tiled_extent_keeps_extent_and_tile() {
    let tiled = Extent::from([20, 30, 40]).tile([4, 7, 8]).unwrap();
    assert_eq!((tiled.extent(), tiled.tile_extent()), (Extent::from([20, 30, 40]), Extent::from([4, 7, 8])));
    assert_eq!(tiled.size(), 20 * 30 * 40);
    assert_eq!(Extent::from([25]).tile([4]).unwrap().extent(), Extent::from([25]));
    assert!(matches!(Extent::from([8, 8]).tile([4, 0]), Err(Error::InvalidTile { .. })));
}

#[test]
fn i_12_pad_rounds_up_and_truncate_rounds_down() {
    let one = Extent::from([25]).tile([4]).unwrap();
    assert_eq!((one.pad().extent(), one.truncate().extent()), (Extent::from([28]), Extent::from([24])));
    let two = Extent::from([25, 51]).tile([4, 8]).unwrap();
    assert_eq!(two.pad().extent(), Extent::from([28, 56]));
    assert_eq!(two.truncate().extent(), Extent::from([24, 48]));
    let small = Extent::from([3]).tile([16]).unwrap();
    assert_eq!((small.pad().extent(), small.truncate().extent()), (Extent::from([16]), Extent::from([0])));
}

/// Launches over a padded and a truncated extent. Counts the work-items, and checks which elements they changed.
macro_rules! tiled {
    ($on:expr, $rank:literal, $extent:expr, $tile:tt) => {{
        let extent: [usize; $rank] = $extent;
        let tiled = Extent::from(extent).tile($tile).unwrap();
        for domain in [tiled.pad(), tiled.truncate()] {
            let mut count = ArrayViewMut::<u32>::without_source(1).unwrap();
            let mut y = ArrayViewMut::<u32, $rank>::without_source(extent).unwrap();
            let kernel = amp!(tile = $tile, |t: TiledIndex<$rank>| {
                atomic_fetch_add(&mut count[0], 1);
                if y.extent().contains(t.global) {
                    y[t.global] += 1;
                }
            });
            let launched = $on.parallel_for_each(domain, kernel);
            if domain.size() == 0 {
                assert!(matches!(launched, Err(Error::InvalidComputeDomain { .. })));
            } else {
                launched.unwrap();
            }
            assert_eq!(count[0] as usize, domain.size(), "{domain:?}");
            let y = y.read().unwrap();
            let mut ran = 0;
            for (flat, &times) in y.iter().enumerate() {
                let (mut rest, mut at) = (flat, Index::<$rank>::ZERO);
                for d in (0..$rank).rev() {
                    at[d] = rest % extent[d];
                    rest /= extent[d];
                }
                assert_eq!(times, u32::from(domain.contains(at)), "{at:?} of {domain:?}");
                ran += times as usize;
            }
            assert_eq!(ran, domain.size().min(y.len()));
        }
    }};
}

#[test]
fn i_12_padded_and_truncated_extents_as_domains() {
    on_each_queue(|on| {
        tiled!(on, 1, [25], [4]);
        tiled!(on, 1, [24], [4]);
        tiled!(on, 1, [3], [16]);
        tiled!(on, 2, [25, 51], [4, 8]);
        tiled!(on, 3, [5, 7, 9], [2, 4, 4]);
        tiled!(on, 3, [1, 8, 3], [2, 4, 1]);
    });
}

#[test]
fn i_13_pad_and_truncate_keep_a_divisible_extent() {
    let large = 1 << 30;
    let tiled = Extent::from([large]).tile([large / 2]).unwrap();
    assert_eq!((tiled.pad(), tiled.truncate()), (tiled, tiled));
}

#[test]
fn i_14_empty_domain_is_an_error() {
    on_each_queue(|on| {
        let mut y = Array::<u32, 3>::new_on(on, [2, 2, 2]).unwrap();
        for extent in [[0, 2, 2], [2, 0, 2], [2, 2, 0], [0, 0, 0]] {
            let launched = on.parallel_for_each(extent, amp!(|i: Index<3>| y[i] = 1));
            assert!(matches!(launched, Err(Error::InvalidComputeDomain { .. })));
        }
        assert_eq!(y.to_vec().unwrap(), [0; 8]);
    });
}

#[test]
fn i_05_kernels_construct_extents() {
    on_each_queue(|on| {
        let mut out = Array::<u32>::new_on(on, [6]).unwrap();
        let (n, inside) = (3, Extent::from([1, 2]));
        on.parallel_for_each(
            6,
            amp!(|at: Index<1>| {
                let e = Extent::from([2, n]);
                let mut longer = Extent::new([at[0], 1]) + inside;
                longer = longer * 2;
                let is_inside = e.contains(Index::from([at[0] / 3, at[0] % 4]));
                out[at] = (100 * e[0] * e[1] + longer[0] * longer[1] + 1000 * usize::from(is_inside)) as u32;
            }),
        )
        .unwrap();
        let wanted = (0..6).map(|at| {
            let longer = (Extent::new([at, 1]) + inside) * 2;
            let is_inside = Extent::from([2, n]).contains(Index::from([at / 3, at % 4]));
            (600 + longer.size() + 1000 * usize::from(is_inside)) as u32
        });
        assert_eq!(out.to_vec().unwrap(), wanted.collect::<Vec<_>>());
    });
}
