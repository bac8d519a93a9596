//! Subscripts of small elements: views of every length, offset and rank, and subviews.

use crate::types::small_elements::{on_each, results_of};
use amp::prelude::*;

/// Pseudo-random bytes.
fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at as u32).wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect()
}

#[test]
fn views_of_every_length_and_offset() {
    let all = bytes(23);
    let wide: Vec<i16> = all.iter().map(|&it| i16::from(it) - 128).collect();
    on_each(|on| {
        let on = on.default_view();
        for start in 0..6 {
            for len in [1, 2, 3, 4, 5, 7, 8, 13] {
                let (v, w) =
                    (ArrayView::new(&all[start..start + len]), ArrayView::new(&wide[start..start + len]));
                let found = results_of(len, |y| {
                    on.parallel_for_each(len, amp!(|i: Index<1>| y[i] = v[i] as i32 * 1000 + w[i] as i32))
                        .unwrap();
                });
                let expected: Vec<_> = all[start..start + len]
                    .iter()
                    .zip(&wide[start..])
                    .map(|(&v, &w)| i32::from(v) * 1000 + i32::from(w))
                    .collect();
                assert_eq!(found, expected, "{len} elements from {start}");
            }
        }
    });
}

#[test]
fn sections_at_unaligned_offsets() {
    let all = bytes(41);
    on_each(|on| {
        let on = on.default_view();
        let whole = ArrayView::new(&all);
        // The sections overlap and share one copy on the device.
        for (start, len) in [(1, 3), (2, 7), (3, 1), (5, 20), (4, 9), (40, 1), (0, 41)] {
            let v = whole.section([start], [len]).unwrap();
            let found = results_of(len, |y| {
                on.parallel_for_each(v.extent(), amp!(|i: Index<1>| y[i] = u32::from(v[i]))).unwrap();
            });
            let expected: Vec<_> = all[start..start + len].iter().map(|&it| u32::from(it)).collect();
            assert_eq!(found, expected, "{len} elements from {start}");
            assert_eq!(v.to_vec().unwrap(), all[start..start + len]);
        }
        let uploaded = whole.transfers().uploaded_bytes;
        assert!(uploaded <= all.len() as u64, "uploaded {uploaded} of {} bytes", all.len());
    });
}

#[test]
fn two_sections_of_one_view() {
    let all = bytes(64);
    on_each(|on| {
        let on = on.default_view();
        let whole = ArrayView::new(&all);
        let (a, b) = (whole.section([3], [50]).unwrap(), whole.section([9], [50]).unwrap());
        let found = results_of(50, |y| {
            on.parallel_for_each(50, amp!(|i: Index<1>| y[i] = a[i] as i32 - b[49 - i[0]] as i32)).unwrap();
        });
        let expected: Vec<_> = (0..50).map(|i| i32::from(all[3 + i]) - i32::from(all[58 - i])).collect();
        assert_eq!(found, expected);
    });
}

#[kernel]
fn blurred(i: Index<2>, image: &ArrayView<'_, u8, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let [h, w] = image.extent().into();
    let mut sum = 0;
    for row in i[0].max(1) - 1..(i[0] + 2).min(h) {
        for column in i[1].max(1) - 1..(i[1] + 2).min(w) {
            sum += image[[row, column]] as u32;
        }
    }
    y[i] = sum;
}

#[test]
fn rows_of_odd_length() {
    let (h, w) = (7, 13);
    let image = bytes(h * w);
    let at = |row: usize, column: usize| u32::from(image[row * w + column]);
    let expected: Vec<u32> = (0..h)
        .flat_map(|row| {
            let at = &at;
            (0..w).map(move |column| {
                let rows = row.saturating_sub(1)..(row + 2).min(h);
                let columns = column.saturating_sub(1)..(column + 2).min(w);
                rows.flat_map(|row| columns.clone().map(move |column| at(row, column))).sum()
            })
        })
        .collect();
    on_each(|on| {
        let view = ArrayView::with_extent([h, w], &image).unwrap();
        let mut y = ArrayViewMut::without_source([h, w]).unwrap();
        on.default_view().parallel_for_each([h, w], blurred(&view, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn two_dimensional_sections() {
    let (h, w) = (9, 11);
    let image: Vec<i8> = bytes(h * w).into_iter().map(|it| it as i8).collect();
    on_each(|on| {
        let on = on.default_view();
        let whole = ArrayView::with_extent([h, w], &image).unwrap();
        for (origin, extent) in [([1, 1], [5, 3]), ([2, 5], [7, 6]), ([0, 3], [9, 1]), ([8, 10], [1, 1])] {
            // A second view, so that only the section is uploaded.
            let fresh = ArrayView::with_extent([h, w], &image).unwrap();
            for v in [whole.section(origin, extent).unwrap(), fresh.section(origin, extent).unwrap()] {
                let found = results_of(extent[0] * extent[1], |y| {
                    let mut y = y.view_as_mut(extent).unwrap();
                    on.parallel_for_each(extent, amp!(|i: Index<2>| y[i] = v[i] as i32)).unwrap();
                });
                let row = |r: usize| image[(origin[0] + r) * w + origin[1]..][..extent[1]].to_vec();
                let elements: Vec<i8> = (0..extent[0]).flat_map(row).collect();
                assert_eq!(found, elements.iter().map(|&it| i32::from(it)).collect::<Vec<_>>());
                assert_eq!(v.to_vec().unwrap(), elements);
                assert_eq!(v.read().unwrap()[..], elements);
                assert_eq!(v.to_vec_async().wait().unwrap(), elements);
            }
            let line = whole.project(3).unwrap();
            let found = results_of(w, |y| {
                on.parallel_for_each(w, amp!(|i: Index<1>| y[i] = line[i] as f32)).unwrap();
            });
            assert_eq!(found, image[3 * w..4 * w].iter().map(|&it| f32::from(it)).collect::<Vec<_>>());
        }
    });
}

#[test]
fn views_of_rank_4_and_8() {
    let all: Vec<u16> = (0..2 * 3 * 2 * 5).map(|n| n * 901).collect();
    let eight: Vec<u8> = (0..=255).collect();
    on_each(|on| {
        let on = on.default_view();
        let v = ArrayView::with_extent([2, 3, 2, 5], &all).unwrap();
        let section = v.section([1, 0, 1, 2], [1, 3, 1, 3]).unwrap();
        let found = results_of(9, |y| {
            let mut y = y.view_as_mut([1, 3, 1, 3]).unwrap();
            on.parallel_for_each([1, 3, 1, 3], amp!(|i: Index<4>| y[i] = u32::from(section[i]))).unwrap();
        });
        let element = |b: usize, d: usize| u32::from(all[30 + b * 10 + 5 + 2 + d]);
        let expected: Vec<_> =
            (0..3).flat_map(|b| (0..3).map(move |d| (b, d))).map(|(b, d)| element(b, d)).collect();
        assert_eq!(found, expected);

        let v = ArrayView::with_extent([2; 8], &eight).unwrap();
        let section = v.section([1, 0, 0, 1, 0, 0, 0, 1], [1, 2, 2, 1, 2, 2, 2, 1]).unwrap();
        let found = results_of(32, |y| {
            let extent = section.extent();
            let mut y = y.view_as_mut(extent).unwrap();
            on.parallel_for_each(extent, amp!(|i: Index<8>| y[i] = section[i] as u32)).unwrap();
        });
        let inside = |n: &u32| n & 0b1000_0000 != 0 && n & 0b1_0000 != 0 && n & 1 != 0;
        assert_eq!(found, (0..256).filter(inside).collect::<Vec<_>>());
    });
}

const GAMMA: [u8; 5] = [9, 4, 200, 255, 0];

#[test]
fn closure_captures_arrays_of_small_elements() {
    let halves = [f16::from_f32(0.5), f16::from_f32(-3.0), f16::MAX];
    on_each(|on| {
        let table = GAMMA;
        let found = results_of(15, |y| {
            let on = on.default_view();
            on.parallel_for_each(
                15,
                amp!(|i: Index<1>| y[i] = f32::from(table[i[0] % 5]) * halves[i[0] / 5].to_f32()),
            )
            .unwrap();
        });
        let expected: Vec<_> = (0..15).map(|i| f32::from(GAMMA[i % 5]) * halves[i / 5].to_f32()).collect();
        assert_eq!(found, expected);
    });
}

#[test]
fn words_reinterpreted_as_small_elements() {
    let words = [0x0403_0201u32, 0xfffe_fdfc, 0x8000_7f00];
    on_each(|on| {
        let on = on.default_view();
        let view = ArrayView::new(&words);
        let bytes = view.reinterpret_as::<u8>().unwrap();
        let halves = view.section([1], [2]).unwrap().reinterpret_as::<i16>().unwrap();
        let found = results_of(12, |y| {
            on.parallel_for_each(
                12,
                amp!(|i: Index<1>| y[i] = bytes[i] as i32 + 1000 * halves[i[0] % 4] as i32),
            )
            .unwrap();
        });
        let (b, h): (&[u8], &[i16]) = (&bytes.read().unwrap(), &halves.read().unwrap());
        assert_eq!((b[0], b[11], h[0]), (1, 0x80, i16::from_ne_bytes(0xfdfcu16.to_ne_bytes())));
        let expected: Vec<_> = (0..12).map(|i| i32::from(b[i]) + 1000 * i32::from(h[i % 4])).collect();
        assert_eq!(found, expected);

        let source = [1u8, 2, 3, 4, 5];
        let odd = ArrayView::new(&source);
        assert!(odd.reinterpret_as::<u32>().is_err(), "five bytes are not a multiple of a word");
        assert!(odd.reinterpret_as::<u16>().is_err());
    });
}

#[test]
fn small_elements_reinterpreted_as_words() {
    on_each(|on| {
        let on = on.default_view();
        let all = bytes(12);
        let array = Array::from_slice_on(&on, [12], &all).unwrap();
        let (words, halves) = (array.reinterpret_as::<u32>().unwrap(), array.section([4], [6]).unwrap());
        let halves = halves.reinterpret_as::<u16>().unwrap();
        let found = results_of(3, |y| {
            on.parallel_for_each(
                3,
                amp!(|i: Index<1>| y[i] = words[i] ^ halves[i] as u32 ^ array[5 + i[0]] as u32),
            )
            .unwrap();
        });
        let word = |i: usize| u32::from_ne_bytes(all[4 * i..4 * i + 4].try_into().unwrap());
        let half = |i: usize| u32::from(u16::from_ne_bytes([all[4 + 2 * i], all[5 + 2 * i]]));
        assert_eq!(found, [0, 1, 2].map(|i| word(i) ^ half(i) ^ u32::from(all[5 + i])));
        assert!(
            array.section([1], [4]).unwrap().reinterpret_as::<u32>().is_err(),
            "the section begins within a word"
        );
    });
}

/// Tile memory holds the elements as 32-bit integers.
#[kernel(tile = [8])]
fn reverse_tile(t: TiledIndex<1>, v: &ArrayView<u16>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut line: [u32; 8];
    line[t.local[0]] = v[t.global] as u32;
    t.barrier.wait();
    y[t.global] = line[7 - t.local[0]];
}

#[test]
fn tiled_kernel_reads_small_elements() {
    let all: Vec<u16> = (0..64).map(|n| n * 1000 + 7).collect();
    on_each(|on| {
        let v = ArrayView::new(&all);
        let found = results_of(64, |y| {
            let domain = v.extent().tile([8]).unwrap();
            on.default_view().parallel_for_each(domain, reverse_tile(&v, y)).unwrap();
        });
        let expected: Vec<_> =
            all.chunks(8).flat_map(|tile| tile.iter().rev()).map(|&it| u32::from(it)).collect();
        assert_eq!(found, expected);
    });
}
