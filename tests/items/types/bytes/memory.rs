//! Views whose elements contain parts of less than 32 bits, written at any index and in part.

use amp::prelude::*;
use amp_tests::on_each;

/// Declares a test that moves elements of a type to a permuted index.
macro_rules! permutes {
    ($test:ident $kernel:ident: $ty:ty, |$k:ident| $value:expr) => {
        #[kernel]
        fn $kernel(i: Index<1>, x: &ArrayView<$ty>, y: &mut ArrayViewMut<$ty>) {
            y[i[0] * 7 % 45] = x[i];
        }

        #[test]
        fn $test() {
            let x: Vec<$ty> = (0..45).map(|$k: usize| $value).collect();
            let mut expected = x.clone();
            (0..45).for_each(|k| expected[k * 7 % 45] = x[k]);
            on_each(|on| {
                let mut found = vec![x[1]; 45];
                let mut y = ArrayViewMut::new(&mut found);
                on.default_view().parallel_for_each(45, $kernel(&ArrayView::new(&x), &mut y)).unwrap();
                y.finish().unwrap();
                assert_eq!(found, expected, "on {}", on.description());
            });
        }
    };
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Rgba {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Mixed {
    mass: f32,
    id: u16,
    is_hit: bool,
    kind: Kind,
    counts: [i8; 6],
    last: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
#[repr(C)]
struct Odd {
    a: u8,
    b: [bool; 2],
    c: i8,
    d: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u8)]
enum Kind {
    Empty,
    Stone = 7,
    Water = 200,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(i16)]
enum Level {
    Low = -300,
    Middle = 0,
    High = 1000,
}

const KINDS: [Kind; 3] = [Kind::Empty, Kind::Stone, Kind::Water];
const LEVELS: [Level; 3] = [Level::Low, Level::Middle, Level::High];

fn mixed(k: usize) -> Mixed {
    Mixed {
        mass: k as f32 + 0.5,
        id: (k * 1777) as u16,
        is_hit: k % 3 == 0,
        kind: KINDS[k % 3],
        counts: [-1, 2, -3, k as i8, -128, 127],
        last: -(k as i16) * 700,
    }
}

permutes!(u8_elements_are_written u8s: u8, |k| (k * 37) as u8);
permutes!(i8_elements_are_written i8s: i8, |k| (k * 37) as i8);
permutes!(u16_elements_are_written u16s: u16, |k| (k * 4391) as u16);
permutes!(i16_elements_are_written i16s: i16, |k| (k * 4391) as i16);
permutes!(bool_elements_are_written bools: bool, |k| k % 3 == 1);
permutes!(arrays_of_one_byte_are_written ones: [u8; 1], |k| [k as u8]);
permutes!(arrays_of_three_bytes_are_written threes: [u8; 3], |k| [k as u8, 255 - k as u8, 7]);
permutes!(arrays_of_four_bytes_are_written fours: [i8; 4], |k| [k as i8, -1, 0, -(k as i8)]);
permutes!(nested_arrays_are_written nested: [[i16; 3]; 2], |k| [[k as i16, -1, 2], [-(k as i16), 5, -6]]);
permutes!(large_arrays_are_written large: [u8; 70], |k| std::array::from_fn(|n| (k + n * 3) as u8));
permutes!(pixels_are_written pixels: Rgba, |k| Rgba { r: k as u8, g: 255, b: 3, a: 255 - k as u8 });
permutes!(mixed_structs_are_written mixed_structs: Mixed, |k| mixed(k));
permutes!(structs_of_five_bytes_are_written odd: Odd, |k| Odd { a: k as u8, b: [k % 2 == 0, k % 5 == 0], c: -3, d: 9 });
permutes!(enums_of_a_byte_are_written kinds: Kind, |k| KINDS[k % 3]);
permutes!(enums_of_a_half_word_are_written levels: Level, |k| LEVELS[k % 3]);

#[kernel]
fn parts(i: Index<1>, kind: Kind, y: &mut ArrayViewMut<Mixed>, z: &mut ArrayViewMut<[u8; 3]>) {
    let k = i[0];
    y[i].counts[k % 6] += 1;
    y[i].is_hit = !y[i].is_hit;
    y[i].id ^= 0xff00;
    y[i].mass *= 2.0;
    if y[i].kind != kind {
        y[i].kind = kind;
    }
    z[i][k % 3] = y[i].counts[3] as u8;
    z[i][(k + 1) % 3] /= 2;
}

#[test]
fn parts_of_elements_are_written() {
    let (start, bytes) = ((0..33).map(mixed).collect::<Vec<_>>(), [[9u8, 250, 33]; 33]);
    let (mut expected, mut expected_bytes) = (start.clone(), bytes);
    for (k, (y, z)) in expected.iter_mut().zip(&mut expected_bytes).enumerate() {
        y.counts[k % 6] = y.counts[k % 6].wrapping_add(i8::from(k % 6 != 5));
        y.is_hit = !y.is_hit;
        y.id ^= 0xff00;
        y.mass *= 2.0;
        y.kind = Kind::Water;
        z[k % 3] = y.counts[3] as u8;
        z[(k + 1) % 3] /= 2;
    }
    // The last count starts at 126, because it would overflow otherwise.
    let start = start.into_iter().map(|it| {
        let mut counts = it.counts;
        counts[5] = 126;
        Mixed { counts, ..it }
    });
    let start: Vec<_> = start.collect();
    on_each(|on| {
        let (mut found, mut found_bytes) = (start.clone(), bytes);
        let (mut y, mut z) = (ArrayViewMut::new(&mut found), ArrayViewMut::new(&mut found_bytes));
        on.default_view().parallel_for_each(33, parts(Kind::Water, &mut y, &mut z)).unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        for (k, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let mut expected = *expected;
            expected.counts[5] = if k % 6 == 5 { 127 } else { 126 };
            assert_eq!(*found, expected, "at {k} on {}", on.description());
        }
        assert_eq!(found_bytes, expected_bytes, "on {}", on.description());
    });
}

/// Each work-item writes one byte of an element that others write too.
#[kernel]
fn scattered(i: Index<2>, y: &mut ArrayViewMut<[u8; 6]>) {
    y[i[1]][i[0]] = (i[0] * 40 + i[1]) as u8;
}

#[test]
fn work_items_write_parts_of_one_element() {
    let expected: Vec<[u8; 6]> = (0..500).map(|n| std::array::from_fn(|k| (k * 40 + n) as u8)).collect();
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([500]).unwrap();
        on.default_view().parallel_for_each([6, 500], scattered(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

/// Each work-item writes one field. Several fields share a word.
#[kernel]
fn fields(i: Index<2>, y: &mut ArrayViewMut<Mixed>) {
    let k = i[1];
    match i[0] {
        0 => y[k].is_hit = true,
        1 => y[k].id = (k * 3) as u16,
        2 => y[k].kind = Kind::Water,
        3 => y[k].counts[k % 5] = -7,
        4 => y[k].last = -300,
        5 => y[k].counts[5] = 77,
        _ => y[k].mass = 2.5,
    }
}

#[test]
fn work_items_write_fields_of_one_word() {
    let start: Vec<Mixed> = (0..700).map(|k| mixed(k % 45)).collect();
    let expected: Vec<Mixed> = start
        .iter()
        .enumerate()
        .map(|(k, it)| {
            let mut counts = it.counts;
            (counts[k % 5], counts[5]) = (-7, 77);
            Mixed { mass: 2.5, id: (k * 3) as u16, is_hit: true, kind: Kind::Water, counts, last: -300 }
        })
        .collect();
    on_each(|on| {
        for _ in 0..5 {
            let mut y = ArrayViewMut::from_vec([700], start.clone()).unwrap();
            on.default_view().parallel_for_each([7, 700], fields(&mut y)).unwrap();
            assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
        }
    });
}

#[device]
fn shift(v: &mut ArrayViewMut<i16>, from: usize, by: i16) {
    v[from] = v[from].wrapping_add(by);
}

#[kernel]
fn through_functions(i: Index<1>, y: &mut ArrayViewMut<i16>, kinds: &ArrayView<Kind>) {
    let by = match kinds[i] {
        Kind::Empty => 1,
        Kind::Stone => -2,
        Kind::Water => 300,
    };
    shift(&mut y, i[0], by);
    let mut part = y.section_mut([i[0]], [1]).unwrap();
    part[0] *= 2;
}

#[test]
fn functions_and_subviews_write_small_elements() {
    let kinds: Vec<Kind> = (0..21).map(|k| KINDS[k % 3]).collect();
    let start: Vec<i16> = (0..21).map(|k| k * 100 - 700).collect();
    let by = [1, -2, 300];
    let expected: Vec<i16> = start.iter().enumerate().map(|(k, it)| (it + by[k % 3]) * 2).collect();
    on_each(|on| {
        let mut found = start.clone();
        let mut y = ArrayViewMut::new(&mut found);
        on.default_view().parallel_for_each(21, through_functions(&mut y, &ArrayView::new(&kinds))).unwrap();
        y.finish().unwrap();
        assert_eq!(found, expected);
    });
}

#[test]
fn halves_are_written() {
    let x: Vec<f16> = (0..=u16::MAX).step_by(5).map(f16::from_bits).collect();
    let count = x.len();
    on_each(|on| {
        if !on.supports_f16() {
            return;
        }
        let view = ArrayView::new(&x);
        let mut y = ArrayViewMut::without_source([count]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = view[count - 1 - i[0]]);
        on.default_view().parallel_for_each(count, kernel).unwrap();
        for (found, expected) in y.to_vec().unwrap().iter().zip(x.iter().rev()) {
            let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(same, "{:x} is not {:x}", found.to_bits(), expected.to_bits());
        }
    });
}

#[test]
fn checked_accelerator_separates_neighbouring_bytes() {
    let on = Accelerator::cpu_checked().default_view();
    let mut y = ArrayViewMut::<u8, 1>::without_source([8]).unwrap();
    on.parallel_for_each(8, amp!(|i: Index<1>| y[7 - i[0]] = 3)).unwrap();
    match on.parallel_for_each(8, amp!(|i: Index<1>| y[i[0] / 2] = i[0] as u8)) {
        Err(amp::Error::Race { variable, index, .. }) => assert_eq!((&*variable, &*index), ("y", &[0][..])),
        other => panic!("{other:?}"),
    }
}
