//! Values that are no chains as arguments for parameters that are iterators, and loops over such values.

use super::same_for_values;
use amp::prelude::*;
use std::iter::Peekable;
use std::ops::{BitAnd, Not};

same_for_values!(
    own_iterators,
    arrays_and_ranges,
    of_associated_types,
    results_of_operators,
    borrowed_iterators,
    adapted_variables,
    peekable_parameters,
);

#[derive(Clone, Copy, GpuType)]
struct Dice(u32);

#[device]
impl Dice {
    fn seeded(seed: u32) -> Self {
        Dice(seed.wrapping_mul(3) + 1)
    }
}

#[device]
impl Iterator for Dice {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(1);
        Some(self.0 >> 29)
    }
}

#[device]
fn pick(items: &[u32], dice: &mut impl Iterator<Item = u32>) -> u32 {
    items[dice.next().unwrap_or(0) as usize % items.len()]
}

#[device]
fn pick_two(items: &[u32], dice: &mut Dice) -> u32 {
    pick(items, dice) * 10 + pick(items, &mut *dice)
}

#[device]
fn shuffle<T>(items: &mut [T], random: impl Iterator<Item = u32>) {
    for (end, value) in (1..items.len()).rev().zip(random) {
        items.swap(end, value as usize % (end + 1));
    }
}

#[device]
fn firsts<I: Iterator<Item = u32>>(n: usize, values: I) -> u32 {
    values.take(n).sum()
}

#[device]
fn own_iterators(v: u32) -> u32 {
    let w = [3, v % 100, 5];
    let mut dice = Dice::seeded(v);
    let a = pick(&w, &mut dice) + 10 * pick(&w, &mut dice) + 100 * pick_two(&w, &mut dice);
    let mut letters = *b"abcdefgh";
    shuffle(&mut letters, Dice::seeded(v % 9));
    let [b, c, .., d] = letters;
    a ^ u32::from_be_bytes([0, b, c, d])
        ^ firsts(3, Dice(v))
        ^ firsts(2, Dice { 0: v })
        ^ firsts(4, dice)
        ^ dice.0
}

#[device]
fn total(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut total = 0;
    for v in values {
        total = total * 3 + v;
    }
    total
}

#[device]
fn crc8(bytes: impl IntoIterator<Item = u8>) -> u8 {
    let mut crc = 0u8;
    for byte in bytes {
        crc ^= byte;
        for _ in 0..8 {
            crc = if crc & 0x80 != 0 { (crc << 1) ^ 7 } else { crc << 1 };
        }
    }
    crc
}

#[device]
fn arrays_and_ranges(v: u32) -> u32 {
    let w = [3, v % 8, 5];
    let a = total(w) + total([v % 9, 2]) + total(0..v % 4) + total(1..=3) + w[0];
    let b = crc8(v.to_le_bytes()) ^ crc8(*b"crc") ^ crc8([1; 3]);
    a ^ u32::from(b) << 16 ^ firsts(2, v % 10..v % 10 + 9)
}

#[device]
trait Code {
    type Symbol: Copy;

    fn encode(&self, symbol: Self::Symbol) -> u32;
}

#[derive(Clone, Copy, GpuType)]
struct Gray;

#[device]
impl Code for Gray {
    type Symbol = u32;

    fn encode(&self, n: u32) -> u32 {
        n ^ (n >> 1)
    }
}

#[device]
fn encoded<C: Code>(code: &C, symbols: impl Iterator<Item = C::Symbol>) -> u32 {
    symbols.map(|symbol| code.encode(symbol)).sum()
}

#[device]
fn of_associated_types(v: u32) -> u32 {
    encoded(&Gray, v % 100..v % 100 + 5)
}

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
impl BitAnd for Set {
    type Output = Set;

    fn bitand(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }
}

#[device]
impl Not for Set {
    type Output = Set;

    fn not(self) -> Set {
        Set(!self.0)
    }
}

#[device]
fn results_of_operators(v: u32) -> u32 {
    let (a, b) = (Set(v), Set(0xf0f));
    let mut sum = 0;
    for bit in a & b {
        sum = sum * 3 + bit;
    }
    for bit in !a & b {
        sum = sum * 5 + bit;
    }
    for bit in !b {
        sum ^= bit << 2;
    }
    sum
}

#[device]
fn borrowed_iterators(v: u32) -> u32 {
    let w = [1, 2, 3, 4, 5, 6, 7, 8, v % 10, 9];
    let mut sum = 0;
    let mut chunks = w.chunks_exact(3);
    for chunk in &mut chunks {
        sum ^= chunk[0] + chunk[2];
        if chunk[1] == v % 8 {
            break;
        }
    }
    for chunk in &mut chunks {
        sum += chunk[1] * 100;
    }
    sum ^= chunks.remainder()[0];
    let mut range = 0..v % 12;
    for k in &mut range {
        if k == 5 {
            break;
        }
        sum += k;
    }
    let mut rest = w.iter().skip(2);
    for (a, b) in w.iter().zip(&mut rest) {
        sum += a * b;
        if *a == 3 {
            break;
        }
    }
    sum + rest.sum::<u32>() + range.start
}

#[device]
fn adapted_variables(v: u32) -> u32 {
    let rolls = Dice(v).skip(1).take(8);
    let sum: u32 = rolls.map(|roll| roll * roll).sum();
    let bits = Bits(v).filter(|bit| bit % 2 == 0);
    sum * 100 + bits.map(|bit| bit + 1).sum::<u32>()
}

#[device]
fn number(bytes: &mut Peekable<impl Iterator<Item = u8>>) -> Option<u32> {
    while bytes.next_if_eq(&b' ').is_some() {}
    let mut value = u32::from(bytes.next_if(u8::is_ascii_digit)? - b'0');
    while let Some(&digit) = bytes.peek() {
        if !digit.is_ascii_digit() {
            break;
        }
        value = 10 * value + u32::from(digit - b'0');
        bytes.next();
    }
    Some(value)
}

#[device]
fn rest<I: Iterator<Item = u8>>(bytes: &mut Peekable<I>) -> u32 {
    let mut sum = 0;
    for byte in bytes.by_ref() {
        if byte == b';' {
            break;
        }
        sum += u32::from(byte);
    }
    sum + bytes.map(u32::from).sum::<u32>()
}

#[device]
fn evaluate(text: &[u8]) -> Option<u32> {
    let mut bytes = text.iter().copied().peekable();
    let mut sum = 0;
    let mut product = number(&mut bytes)?;
    while let Some(operator) = bytes.next_if(|&byte| byte == b'*' || byte == b'+') {
        let operand = number(&mut bytes)?;
        match operator {
            b'*' => product *= operand,
            _ => {
                sum += product;
                product = operand;
            }
        }
    }
    Some((sum + product) * 1000 + rest(&mut bytes))
}

const FORMULAS: [&[u8]; 4] = [b"2+ 3*4+10*2* 3; x", b"12* 12+1 /0", b" 7abc", b"1+20 +3*100;;"];

#[device]
fn peekable_parameters(v: u32) -> u32 {
    let formula = FORMULAS[v as usize % FORMULAS.len()];
    let end = formula.len().min(1 + v as usize % 20);
    evaluate(&formula[..end]).unwrap_or(v)
}
