//! Views of small elements as arguments of device functions.

use crate::types::small_elements::{on_each, results_of};
use amp::prelude::*;

#[device]
fn sum_of(v: &ArrayView<u8>, from: usize, count: usize) -> u32 {
    let mut sum = 0;
    for k in from..from + count {
        sum += v[k] as u32;
    }
    sum
}

#[device]
fn signed(v: &ArrayView<i16, 2>, at: Index<2>) -> i32 {
    i32::from(v[at]) - v[[0, 0]] as i32
}

#[device]
fn halves_of(v: &ArrayView<f16>, at: usize) -> f32 {
    v[at].to_f32() + f32::from(v[0])
}

/// A view argument of any element type that converts to `f32`.
#[device]
fn mean<T: amp::Element>(v: &ArrayView<T>, n: usize) -> f32
where
    f32: From<T>,
{
    let mut sum = 0.0;
    for k in 0..n {
        sum += f32::from(v[k]);
    }
    sum / n as f32
}

/// Passes its view argument to another function.
#[device]
fn outer<T: amp::Element, const N: usize>(v: &ArrayView<T>, n: usize, w: &ArrayView<u8, N>) -> f32
where
    f32: From<T>,
{
    mean(v, n) + w.extent()[0] as f32
}

#[kernel]
fn all(
    i: Index<1>,
    v: &ArrayView<u8>,
    w: &ArrayView<i16, 2>,
    h: &Array<f16>,
    f: &ArrayView<f32>,
    y: &mut ArrayViewMut<f32>,
) {
    y[i] = sum_of(v, i[0], 2) as f32 + signed(w, Index::new([1, i[0]])) as f32 + halves_of(&h, i[0]);
    y[i] += mean(v, 4) + mean(h, 2) + mean(f, 3) + outer(v, 2, v);
}

#[test]
fn small_element_views_as_view_arguments() {
    on_each(|on| {
        let on = on.default_view();
        let bytes = [1u8, 2, 250, 4, 5, 6, 7];
        let words: Vec<i16> = (0..12).map(|n| n * 1000 - 6000).collect();
        let halves: Vec<f16> = (0..6).map(|n| f16::from_f32(n as f32 * 0.5 - 1.0)).collect();
        let floats = [0.5f32, 1.0, 1.5];
        let h = Array::from_slice_on(&on, [6], &halves).unwrap();
        let (v, f) = (ArrayView::new(&bytes), ArrayView::new(&floats));
        let w = ArrayView::with_extent([2, 6], &words).unwrap();
        let expected: Vec<f32> = (0..6)
            .map(|i| {
                let sum = f32::from(bytes[i]) + f32::from(bytes[i + 1]);
                let signed = f32::from(words[6 + i]) - f32::from(words[0]);
                let half = halves[i].to_f32() + halves[0].to_f32();
                sum + signed + half + (257.0 / 4.0 - 0.75 + 1.0 + (1.5 + 7.0))
            })
            .collect();
        let found = results_of(6, |y| on.parallel_for_each(6, all(&v, &w, &h, &f, y)).unwrap());
        assert_eq!(found, expected);
        let found = results_of(6, |y| {
            let kernel = amp!(|i: Index<1>| {
                y[i] = sum_of(&v, i[0], 2) as f32
                    + signed(&w, Index::new([1, i[0]])) as f32
                    + halves_of(&h, i[0]);
                y[i] += mean(&v, 4) + mean(&h, 2) + mean(&f, 3) + outer(&v, 2, &v);
            });
            on.parallel_for_each(6, kernel).unwrap();
        });
        assert_eq!(found, expected);
    });
}

/// A collective function with a view argument of small elements.
#[device]
fn tile_maximum(b: &TileBarrier, at: usize, values: &mut [u32; 4], v: &ArrayView<u8>, from: usize) -> u32 {
    values[at] = v[from + at] as u32;
    b.wait();
    values[0].max(values[1]).max(values[2]).max(values[3])
}

#[kernel(tile = [4])]
fn peaks(t: TiledIndex<1>, v: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut values: [u32; 4];
    y[t.global] = tile_maximum(&t.barrier, t.local[0], &mut values, v, t.tile_origin[0]);
}

#[test]
fn collective_function_reads_small_elements() {
    on_each(|on| {
        let bytes: Vec<u8> = (0..16u32).map(|n| (n * 97 % 251) as u8).collect();
        let v = ArrayView::new(&bytes);
        let found = results_of(16, |y| {
            let tiles = y.extent().tile([4]).unwrap();
            on.default_view().parallel_for_each(tiles, peaks(&v, y)).unwrap();
        });
        let expected: Vec<u32> =
            (0..16).map(|n| bytes[n / 4 * 4..][..4].iter().copied().max().unwrap().into()).collect();
        assert_eq!(found, expected);
    });
}
