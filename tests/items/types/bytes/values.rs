//! Integers of 8 and 16 bits and `bool` as captures, parameters, results, constants, fields, tile memory, and parts of
//! arrays, tuples and `Option`.

use amp::prelude::*;
use amp::subgroup;
use amp_tests::on_each;

const KEY: [u8; 4] = *b"amp!";
const LIMIT: i16 = -1234;
const FLAGS: [bool; 3] = [true, false, true];

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Sample {
    left: i16,
    right: i16,
    weight: f32,
    is_loud: bool,
    tags: [u8; 3],
}

#[device]
impl Sample {
    fn swapped(self) -> Sample {
        Sample { left: self.right, right: self.left, ..self }
    }

    fn raise(&mut self, by: i16) {
        self.left = self.left.saturating_add(by);
        self.is_loud = self.left > 1000;
    }
}

#[device]
fn first_above(items: &[u8; 4], limit: u8) -> Option<u8> {
    for item in *items {
        if item > limit {
            return Some(item);
        }
    }
    None
}

#[device]
fn swap_halves(word: u32) -> (u16, u16) {
    let [a, b, c, d] = word.to_le_bytes();
    (u16::from_le_bytes([c, d]), u16::from_le_bytes([a, b]))
}

#[device]
fn value(k: usize, key: u8, by: i16, sample: Sample, is_odd: bool) -> i32 {
    let letter = KEY[k % 4] ^ key;
    let pair = (letter, is_odd);
    let mut items = [1u8, 2, 3, pair.0];
    items[k % 3] = letter / 2;
    let mut changed = sample.swapped();
    changed.raise(by);
    let (low, high) = swap_halves(0x0102_0304 * (k as u32 + 1));
    let found = first_above(&items, 90).map_or(-1, |it| i32::from(it));
    let flags = FLAGS[k % 3] != pair.1;
    let mut sum = 0u16;
    for b in 250u8..=255 {
        sum += u16::from(b);
    }
    for b in (0..100u8).step_by(33).rev() {
        sum = sum * 2 + u16::from(b);
    }
    found
        + i32::from(flags)
        + i32::from(changed.left.max(LIMIT))
        + i32::from(changed.is_loud) * 7
        + i32::from(changed.tags[k % 3])
        + i32::from(low ^ high)
        + i32::from(sum)
        + items.iter().map(|it| i32::from(*it)).sum::<i32>()
        + i32::from(if is_odd { items[0].min(200) } else { u8::MAX })
}

#[kernel]
fn values(i: Index<1>, key: u8, by: i16, sample: Sample, is_odd: bool, y: &mut ArrayViewMut<i32>) {
    y[i] = value(i[0], key, by, sample, is_odd);
}

#[test]
fn small_values_equal_rust() {
    let sample = Sample { left: -30000, right: 950, weight: 0.5, is_loud: false, tags: [200, 3, 255] };
    for (key, by, is_odd) in [(0x20, 100, true), (0xff, -32768, false)] {
        let expected: Vec<i32> = (0..40).map(|k| value(k, key, by, sample, is_odd)).collect();
        on_each(|on| {
            let mut y = ArrayViewMut::without_source([40]).unwrap();
            on.default_view().parallel_for_each(40, values(key, by, sample, is_odd, &mut y)).unwrap();
            assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
        });
    }
}

/// Reverses the bytes of each tile, and counts the flags that are set.
#[kernel(tile = [16])]
fn reversed(t: TiledIndex<1>, x: &ArrayView<u8>, y: &mut ArrayViewMut<u8>, counts: &mut ArrayViewMut<i16>) {
    #[tile_static]
    let mut bytes: [u8; 16];
    #[tile_static]
    let mut is_even: [bool; 16];
    let k = t.local[0];
    bytes[k] = x[t.global];
    is_even[k] = x[t.global] % 2 == 0;
    t.barrier.wait();
    y[t.global] = bytes[15 - k];
    let mut count = 0i16;
    for n in 0..16 {
        if is_even[n] {
            count += 1;
        }
    }
    counts[t.global] = count - 20;
}

#[test]
fn tile_memory_holds_bytes_and_flags() {
    let x: Vec<u8> = (0..64u32).map(|k| (k * k * 7 + 3) as u8).collect();
    let expected: Vec<u8> = x.chunks(16).flat_map(|tile| tile.iter().rev().copied()).collect();
    let counts: Vec<i16> = x
        .chunks(16)
        .flat_map(|tile| [tile.iter().filter(|it| *it % 2 == 0).count() as i16 - 20; 16])
        .collect();
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([64]).unwrap();
        let mut found = ArrayViewMut::without_source([64]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        let x = ArrayView::new(&x);
        let kernel = reversed(&x, &mut y, &mut found);
        on.default_view().parallel_for_each(domain, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        assert_eq!(found.to_vec().unwrap(), counts);
    });
}

/// Sums in a subgroup, of bytes and of the same numbers as words.
#[kernel(tile = [32])]
fn subgroup_sums(t: TiledIndex<1>, x: &ArrayView<i8>, y: &mut ArrayViewMut<[i32; 2]>) {
    let narrow = subgroup::inclusive_add(&t.barrier, x[t.global]);
    let wide = subgroup::inclusive_add(&t.barrier, i32::from(x[t.global]));
    y[t.global] = [i32::from(narrow), wide];
}

#[test]
fn subgroup_sums_wrap_at_the_width_of_the_type() {
    let x: Vec<i8> = (0..32).map(|k| (k * 23) as i8).collect();
    on_each(|on| {
        if !on.supports_subgroups() {
            return;
        }
        let mut y = ArrayViewMut::without_source([32]).unwrap();
        let domain = y.extent().tile([32]).unwrap();
        on.default_view().parallel_for_each(domain, subgroup_sums(&ArrayView::new(&x), &mut y)).unwrap();
        for [narrow, wide] in y.to_vec().unwrap() {
            assert_eq!(narrow, i32::from(wide as i8));
        }
    });
}

#[device]
fn blend<T: Int>(a: T, b: T) -> T {
    a.wrapping_mul(b).rotate_left(3) ^ (a & b)
}

#[kernel]
fn blended(i: Index<1>, x: &ArrayView<u8>, y: &mut ArrayViewMut<i32>) {
    y[i] = i32::from(blend(x[i], 29)) + i32::from(blend(x[i] as i16, -300)) + i32::from(blend(x[i] as i8, 5));
}

#[test]
fn generic_functions_take_small_integers() {
    let x: Vec<u8> = (0..=255).collect();
    let expected: Vec<i32> = x
        .iter()
        .map(|&x| i32::from(blend(x, 29)) + i32::from(blend(x as i16, -300)) + i32::from(blend(x as i8, 5)))
        .collect();
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([256]).unwrap();
        on.default_view().parallel_for_each(256, blended(&ArrayView::new(&x), &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
