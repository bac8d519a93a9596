//! Conversions of every bit pattern of each small element type, compared with Rust.

use crate::types::small_elements::{on_each, results_of};
use amp::prelude::*;

#[kernel]
fn of_u8(i: Index<1>, v: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    y[i] = v[i] as u32;
}

#[kernel]
fn of_i8(i: Index<1>, v: &ArrayView<i8>, y: &mut ArrayViewMut<i32>) {
    y[i] = v[i] as i32;
}

#[kernel]
fn of_u16(i: Index<1>, v: &ArrayView<u16>, y: &mut ArrayViewMut<u32>) {
    y[i] = u32::from(v[i]);
}

#[kernel]
fn of_i16(i: Index<1>, v: &ArrayView<i16>, y: &mut ArrayViewMut<f32>) {
    y[i] = f32::from(v[i]);
}

#[kernel]
fn of_f16(i: Index<1>, v: &ArrayView<f16>, y: &mut ArrayViewMut<u32>) {
    y[i] = v[i].to_f32().to_bits();
}

/// All values of a type, repeated so that each position in a word holds each value.
fn every<T: Copy>(value: impl Fn(u16) -> T, count: usize) -> Vec<T> {
    (0..4 * count + 3).map(|at| value((at * 3 % (count + 1)) as u16)).collect()
}

#[test]
fn every_u8_widens_to_u32() {
    let all = every(|bits| bits as u8, 256);
    on_each(|on| {
        let on = on.default_view();
        let v = ArrayView::new(&all);
        let found = results_of(all.len(), |y| on.parallel_for_each(all.len(), of_u8(&v, y)).unwrap());
        assert_eq!(found, all.iter().map(|&it| it as u32).collect::<Vec<_>>());
    });
}

#[test]
fn every_i8_widens_to_i32() {
    let all = every(|bits| bits as i8, 256);
    on_each(|on| {
        let on = on.default_view();
        let v = ArrayView::new(&all);
        let found = results_of(all.len(), |y| on.parallel_for_each(all.len(), of_i8(&v, y)).unwrap());
        assert_eq!(found, all.iter().map(|&it| it as i32).collect::<Vec<_>>());
    });
}

#[test]
fn every_u16_widens_to_u32() {
    let all: Vec<u16> = (0..=u16::MAX).chain(0..=u16::MAX - 1).chain([7]).collect();
    on_each(|on| {
        let on = on.default_view();
        let v = ArrayView::new(&all[1..]);
        let found = results_of(v.extent()[0], |y| on.parallel_for_each(v.extent(), of_u16(&v, y)).unwrap());
        assert_eq!(found, all[1..].iter().map(|&it| it as u32).collect::<Vec<_>>());
    });
}

#[test]
fn every_i16_converts_to_f32() {
    let all: Vec<i16> = (i16::MIN..=i16::MAX).chain(i16::MIN + 1..=i16::MAX).collect();
    on_each(|on| {
        let on = on.default_view();
        let v = ArrayView::new(&all);
        let found = results_of(all.len(), |y| on.parallel_for_each(all.len(), of_i16(&v, y)).unwrap());
        assert_eq!(found, all.iter().map(|&it| it as f32).collect::<Vec<_>>());
    });
}

#[test]
fn every_f16_converts_to_f32() {
    // All values twice. The second copy of a value is in the other half of a 32-bit word.
    let all: Vec<f16> = (0..=u16::MAX).chain(1..=u16::MAX).map(f16::from_bits).collect();
    on_each(|on| {
        let on = on.default_view();
        let v = ArrayView::new(&all);
        let found = results_of(all.len(), |y| on.parallel_for_each(all.len(), of_f16(&v, y)).unwrap());
        let mut wrong = 0;
        for (&bits, half) in found.iter().zip(&all) {
            let (found, expected) = (f32::from_bits(bits), half.to_f32());
            if bits != expected.to_bits() {
                wrong += 1;
                if wrong < 10 {
                    eprintln!(
                        "{half:?} {:x} gives {bits:x} {found}, not {:x}",
                        half.to_bits(),
                        expected.to_bits()
                    );
                }
            }
        }
        assert_eq!(wrong, 0);
    });
}

#[test]
fn small_elements_convert_to_every_scalar() {
    let (bytes, table) = ([3u8, 0, 255, 128], [10u32, 20, 30, 40]);
    let signed = bytes.map(|it| it as i8);
    let halves = [0x3c01u16, 0x8001, 0x7bff, 0xfc00].map(f16::from_bits);
    on_each(|on| {
        let view = on.default_view();
        let (b, s, h, t) = (
            ArrayView::new(&bytes),
            ArrayView::new(&signed),
            ArrayView::new(&halves),
            ArrayView::new(&table),
        );
        let found = results_of(4, |y| {
            let kernel = amp!(|i: Index<1>| {
                let at = usize::from(b[i]) % 4;
                y[i] = t[at] + b[i] as u32 / 2 + t[b[i] as usize & 1];
            });
            view.parallel_for_each(4, kernel).unwrap();
        });
        let at = |i: usize| u32::from(bytes[i]);
        let expected =
            [0, 1, 2, 3].map(|i| table[at(i) as usize % 4] + at(i) / 2 + table[at(i) as usize & 1]);
        assert_eq!(found, expected);
        if on.supports_i64() {
            let found = results_of(4, |y| {
                let kernel = amp!(|i: Index<1>| y[i] = i64::from(s[i]) * 10_000_000_000i64 + b[i] as i64);
                view.parallel_for_each(4, kernel).unwrap();
            });
            let expected = [0, 1, 2, 3].map(|i| i64::from(signed[i]) * 10_000_000_000 + i64::from(bytes[i]));
            assert_eq!(found, expected);
        }
        if on.supports_f64() {
            let found = results_of(4, |y| {
                let kernel = amp!(|i: Index<1>| y[i] = h[i].to_f64() + f64::from(h[i]) + s[i] as f64);
                view.parallel_for_each(4, kernel).unwrap();
            });
            let expected = [0, 1, 2, 3].map(|i| 2.0 * halves[i].to_f64() + f64::from(signed[i]));
            assert_eq!(found, expected);
        }
    });
}
