//! Types that implement `Iterator`: loops, chains, `by_ref` and consumers.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
struct Bits(u32);

#[device]
impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[derive(Clone, Copy, GpuType)]
struct Steps<const N: usize> {
    at: f32,
    left: u32,
}

#[device]
impl<const N: usize> Steps<N> {
    fn new(at: f32, left: u32) -> Self {
        Steps { at, left }
    }

    fn total(self) -> f32 {
        self.map(|v| v + 0.5).sum::<f32>()
    }
}

#[device]
impl<const N: usize> Iterator for Steps<N> {
    type Item = f32;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            None
        } else {
            self.left -= 1;
            self.at += N as f32;
            Some(self.at)
        }
    }
}

/// A type with methods that have the names of an iterator's.
#[derive(Clone, Copy, GpuType)]
struct Lanes {
    list: [u32; 2],
}

#[device]
impl Lanes {
    fn new(a: u32, b: u32) -> Self {
        Lanes { list: [a, b] }
    }

    fn map(self, f: impl Fn(u32) -> u32) -> Lanes {
        Lanes { list: [f(self.list[0]), f(self.list[1])] }
    }

    fn filter(self, least: u32) -> [u32; 2] {
        [self.list[0].max(least), self.list[1].max(least)]
    }

    fn sum(self) -> u32 {
        self.list[0] + self.list[1]
    }

    fn max(self) -> u32 {
        self.list[0].max(self.list[1])
    }
}

#[device]
fn lanes(v: u32) -> u32 {
    let lanes = Lanes::new(v, 3);
    let kept = lanes.filter(2);
    let mut sum = 0;
    for k in kept {
        sum = sum * 3 + k;
    }
    sum + lanes.map(|v| v * 2).sum() + lanes.map(|v| v + 1).max() * 5 + lanes.sum()
}

#[device]
impl Bits {
    /// Advances the value itself, because `&mut Bits` is an iterator.
    fn advanced(&mut self) -> u32 {
        self.map(|b| b + 1).take(2).sum::<u32>()
    }

    /// Advances a copy.
    fn peeked(&self) -> u32 {
        self.map(|b| b + 1).take(2).sum::<u32>()
    }
}

#[device]
fn referenced(bits: &mut Bits) -> u32 {
    (*bits).map(|b| b * 7).sum::<u32>() + bits.skip(1).take(2).fold(1, |a, b| a * 3 + b)
}

#[derive(Clone, Copy, GpuType)]
struct Owner {
    bits: Bits,
    count: u32,
}

#[device]
impl Owner {
    fn first_two(&mut self) -> u32 {
        self.count += 1;
        self.bits.by_ref().take(2).map(|b| b + 1).sum::<u32>()
    }
}

#[device]
fn first_above(v: u32, limit: u32) -> Option<u32> {
    for b in Bits(v) {
        if b > limit {
            return Some(b * 2);
        }
    }
    None
}

#[device]
fn loops(v: u32) -> u32 {
    let mut sum = 1;
    for b in Bits(v) {
        sum = sum * 3 % 1009 + b;
    }
    let bits = Bits(v);
    'outer: for b in bits {
        for c in Bits(b + 1) {
            if c == 2 {
                continue 'outer;
            }
            if b + c > 12 {
                break 'outer;
            }
            sum += c;
        }
    }
    let mut rest = Bits(v);
    for b in &mut rest {
        if b > 2 {
            break;
        }
    }
    for b in rest.by_ref().take(2) {
        sum = sum * 5 % 1013 + b;
    }
    while let Some(b) = rest.next() {
        sum = sum * 7 % 1019 + b;
    }
    sum + first_above(v, 3).unwrap_or(50)
}

#[device]
fn chains(v: u32) -> u32 {
    let bits = Bits(v);
    let mapped: u32 = Bits(v).map(|b| b * b).sum();
    let filtered = bits.filter(|b| b % 2 == 1).count() as u32;
    let folded = bits.enumerate().fold(0, |a, (n, b)| (a * 3 + b + n as u32) % 1021);
    let most = Bits(v >> 3).skip(1).max().unwrap_or(77);
    let at = Bits(v).map(|b| b * 3).position(|b| b > 8).unwrap_or(40) as u32;
    let mut state = Bits(v);
    let some = state.by_ref().map(|b| b + 1).any(|b| b == 2) as u32;
    let rest = state.0;
    let doubled = bits.map(|b| b * 2).sum::<u32>();
    let mut other = Bits(v);
    let skipped = (0..4u32).map(|k| k + other.next().unwrap_or(1)).skip(2).sum::<u32>();
    let list = [1u32, 2, 3];
    let mut items = list.iter().copied();
    let stepped = (0..3u32).map(|k| k * 7 + items.next().unwrap_or(1)).step_by(2).sum::<u32>();
    let zipped = Bits(v).zip(0..3u32).map(|(b, k)| b * k).sum::<u32>();
    let chained = Bits(v).chain(Bits(v / 2)).take(6).map(|b| b + 1).product::<u32>();
    let flat = (0..3u32).flat_map(|k| Bits(v + k)).take_while(|b| *b < 9).sum::<u32>();
    mapped
        + filtered * 3
        + folded * 5
        + most * 7
        + at * 11
        + some
        + rest % 13
        + zipped
        + chained % 101
        + flat
        + doubled
        + skipped * 3
        + stepped * 5
}

#[device]
fn consumers(v: u32) -> u32 {
    let bits = Bits(v);
    let mut state = Bits(v);
    let second = state.nth(1).unwrap_or(9);
    let sum: u32 = bits.sum();
    let last = bits.last().unwrap_or(33);
    let ends = Bits(v).max().unwrap_or(5) * 100 + Bits(v).min().unwrap_or(6);
    bits.count() as u32 + second * 3 + state.0 % 17 + sum * 5 + last * 7 + ends
}

#[device]
fn generic(v: u32) -> f32 {
    let steps = Steps::<3>::new(0.5, v % 5);
    let mut sum = steps.total();
    for s in Steps::<2>::new(1.0, v % 4) {
        sum += s;
    }
    for s in (Steps::<2> { at: v as f32, left: 2 }) {
        sum += s * 0.5;
    }
    let mut owner = Owner { bits: Bits(v), count: 0 };
    let mut bits = Bits(v);
    let before = bits.peeked() + bits.advanced() * 3;
    sum += (before + bits.0 % 128) as f32;
    let mut bits = Bits(v);
    sum += (referenced(&mut bits) % 1000 + bits.0 % 128) as f32;
    let reference = &mut bits;
    sum += reference.map(|b| b + 2).take(1).sum::<u32>() as f32;
    sum += (bits.0 % 128) as f32;
    let pair = owner.first_two();
    sum + (pair * 100 + owner.bits.0 % 64 + owner.count) as f32 + steps.last().unwrap_or(0.25)
}

#[device]
fn all(v: u32) -> (u32, u32, u32, f32) {
    (loops(v), chains(v) + lanes(v % 1000), consumers(v), generic(v))
}

#[kernel]
fn uses(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>) {
    let (a, b, c, d) = all(x[i]);
    let mut sum = a + b * 31 + c * 1009;
    for b in Bits(x[i]) {
        if b == 7 {
            continue;
        }
        sum += b;
    }
    y[i] = sum + Bits(x[i]).map(|b| x[b as usize % 8] % 16).sum::<u32>();
    z[i] = d;
}

#[test]
fn types_implement_iterator() {
    let values = [0u32, 1, 6, 0b1011_0110, 0xf00f, 0x8000_0001, 12345, 0b1010_1000];
    let expected: Vec<_> = values
        .iter()
        .map(|&v| {
            let (a, b, c, d) = all(v);
            let bits: u32 = Bits(v).filter(|b| *b != 7).sum();
            let taken: u32 = Bits(v).map(|b| values[b as usize % 8] % 16).sum();
            (a + b * 31 + c * 1009 + bits + taken, d)
        })
        .collect();
    let x = ArrayView::new(&values);
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let mut z = ArrayViewMut::<f32>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, uses(&x, &mut y, &mut z)).unwrap();
        let found: Vec<_> = y.to_vec().unwrap().into_iter().zip(z.to_vec().unwrap()).collect();
        assert_eq!(found, expected);
        let mut w = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let start = Bits(0b1_0110);
        let kernel = amp!(|i: Index<1>| {
            let mut sum = 0;
            for b in Bits(x[i]) {
                sum = sum * 3 + b;
            }
            w[i] = sum % 1009 + start.map(|b| b + i[0] as u32).sum::<u32>() + Bits(x[i]).count() as u32;
        });
        accelerator.default_view().parallel_for_each(8, kernel).unwrap();
        let expected = (0..8).map(|i| {
            let sum = Bits(values[i]).fold(0u32, |sum, b| sum.wrapping_mul(3).wrapping_add(b));
            sum % 1009 + start.map(|b| b + i as u32).sum::<u32>() + Bits(values[i]).count() as u32
        });
        assert_eq!(w.to_vec().unwrap(), expected.collect::<Vec<_>>());
    });
}

/// A set that is iterated with an iterator of another type.
#[derive(Clone, Copy, GpuType)]
struct Set(u32);

#[device]
impl IntoIterator for Set {
    type Item = u32;
    type IntoIter = Bits;

    fn into_iter(self) -> Bits {
        Bits(self.0)
    }
}

#[device]
impl Set {
    const NONE: Self = Self(0);

    fn with(self, bit: u32) -> Self {
        Set(self.0 | 1 << bit)
    }

    fn iter(self) -> impl Iterator<Item = u32> {
        (0..32u32).filter(move |k| self.0 >> k & 1 == 1)
    }
}

#[device]
fn of_into_iterator(v: u32) -> u32 {
    let set = Set(v);
    let mut sum = 0;
    for bit in set {
        sum += bit * bit;
    }
    let mut it = set.into_iter();
    for bit in it.by_ref() {
        if bit > 9 {
            break;
        }
        sum = sum * 3 + bit;
    }
    sum + Set(v / 3).into_iter().map(|bit| bit + 1).sum::<u32>() + it.count() as u32
}

#[device]
fn of_parameter(set: Set) -> u32 {
    let mut sum = set.0 & 1;
    for bit in set {
        sum += bit;
    }
    sum
}

#[device]
fn with_own_iter(v: u32) -> u32 {
    let mut flags = Set::NONE;
    flags.0 |= v;
    let mut more = Set::NONE.with(3);
    more.0 |= v % 20;
    flags.iter().count() as u32 * 100 + more.iter().max().unwrap() + of_parameter(flags)
}

#[device]
fn folded(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut n = 7;
    for v in values {
        n = (n ^ v).rotate_left(5);
    }
    n
}

#[device]
fn of_bytes(bytes: impl IntoIterator<Item = u8>) -> u32 {
    bytes.into_iter().map(u32::from).sum()
}

#[device]
fn arguments_of_into_iterator(v: u32) -> u32 {
    let a = folded([v % 3, 4].into_iter());
    let b = folded((1..v % 5).map(|n| n));
    let c = folded([v, v / 2].iter().copied().chain(3..5));
    let d = folded(Set(v).into_iter());
    a ^ b ^ c ^ d ^ of_bytes(v.to_le_bytes().into_iter())
}

crate::iterators::same_for_values!(of_into_iterator, with_own_iter, arguments_of_into_iterator);
