//! `as` casts between all scalar types, compared with Rust: float casts saturate, widening keeps the sign.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

use crate::arithmetic::sweep::FLOATS;

#[test]
fn float_to_integer_casts_saturate() {
    on_each(|accelerator| {
        let mut ints = vec![0i32; FLOATS.len()];
        let mut words = vec![0u32; FLOATS.len()];
        let x = ArrayView::new(&FLOATS);
        let (mut y, mut z) = (ArrayViewMut::new(&mut ints), ArrayViewMut::new(&mut words));
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            y[i] = x[i] as i32;
            z[i] = x[i] as u32;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop((y, z));
        for (at, v) in FLOATS.iter().enumerate() {
            assert_eq!((ints[at], words[at]), (*v as i32, *v as u32), "{v}");
        }
    });
}

/// Compares casts of values to other types in a kernel with casts on the host. A device may lack a type.
macro_rules! cast {
    ($($values:expr => $($to:ident)*;)*) => {$(
        let values = $values;
        on_each(|accelerator| {
            let x = ArrayView::new(&values);
            $(
                let mut results = vec![<$to>::default(); values.len()];
                let mut y = ArrayViewMut::new(&mut results);
                let kernel = amp!(|i: Index<1>| y[i] = x[i] as $to);
                let ran = accelerator.default_view().parallel_for_each(x.extent(), kernel);
                drop(y);
                match ran {
                    Err(Error::UnsupportedFeature { .. }) => {}
                    other => {
                        other.unwrap();
                        for (value, result) in values.iter().zip(results) {
                            let expected = *value as $to;
                            let same = result == expected || result != result && expected != expected;
                            assert!(same, "{value:?} as {}: {result:?}, not {expected:?}", stringify!($to));
                        }
                    }
                }
            )*
        });
    )*};
}

#[test]
fn integer_casts_to_every_width() {
    const I32: [i32; 7] = [0, 1, -1, 7, -1_000_000, i32::MAX, i32::MIN];
    const U32: [u32; 6] = [0, 1, 7, 1 << 31, u32::MAX - 5, u32::MAX];
    const I64: [i64; 10] =
        [0, 1, -1, 1 << 31, -1 << 31, 1 << 32, -(1 << 32), 0x1234_5678_9ABC_DEF0, i64::MAX, i64::MIN];
    const U64: [u64; 7] = [0, 1, 1 << 31, u32::MAX as u64, 1 << 32, 1 << 63, u64::MAX];
    cast! {
        I32 => u32 i64 u64 f32 f64;
        U32 => i32 i64 u64 f32 f64;
        I64 => i32 u32 u64 f64;
        U64 => i32 u32 i64 f64;
        [0u8, 1, 127, 128, 255] => i32 u32 i64 u64 f32;
        [0i8, 1, -1, 127, -128] => i32 u32 i64 u64 f32;
        [0u16, 1, 1 << 15, u16::MAX] => i32 u32 i64 u64 f32;
        [0i16, 1, -1, i16::MAX, i16::MIN] => i32 u32 i64 u64 f32;
    }
}

#[test]
fn float_casts_to_every_width() {
    const WIDE: [f64; 14] = [
        0.0,
        -0.0,
        0.75,
        -0.75,
        1.5,
        -2.5,
        4_294_967_295.5,
        -4_294_967_296.0,
        2_147_483_647.5,
        -2_147_483_648.9,
        1e19,
        -1e19,
        f64::NAN,
        f64::NEG_INFINITY,
    ];
    cast! {
        FLOATS => i64 u64 f64;
        WIDE => i32 u32 i64 u64 f32;
    }
}

/// The casts are in one expression, without a variable between them.
#[test]
fn nested_casts() {
    let x = [0u32, 5, u32::MAX];
    on_each(|accelerator| {
        let mut results = [0i64; 3];
        let (v, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut results));
        let kernel = amp!(|i: Index<1>| {
            y[i] = (!v[i]) as i64 - (v[i] as i32 as u64 >> 32) as i64 + i64::from(v[i]) + (v[i] == 5) as i64;
        });
        match accelerator.default_view().parallel_for_each(3, kernel) {
            Err(Error::UnsupportedFeature { .. }) => {}
            other => {
                other.unwrap();
                assert_eq!(y.to_vec().unwrap(), [0xFFFF_FFFF, 1 << 32, 0]);
            }
        }
    });
}
