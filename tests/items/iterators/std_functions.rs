//! Functions of the standard library by their paths, as callbacks and in calls.

use super::same_for_values;
use amp::prelude::*;
use std::ops::{Add, BitOr};

same_for_values!(
    functions_of_bytes,
    operators,
    checked_functions,
    functions_of_options,
    conversions,
    constructors,
);

#[device]
fn functions_of_bytes(v: u32) -> u32 {
    let a = Some(v.to_le_bytes()).map(u32::from_be_bytes).unwrap_or(3);
    let b = [v.to_be_bytes(), [1, 2, 3, 4]].map(u32::from_le_bytes);
    let c = Some(v as f32).map(f32::to_bits).map(f32::from_bits).unwrap_or(2.0);
    let bytes = [v.to_le_bytes(), 9u32.to_le_bytes()];
    let d: u32 = bytes.into_iter().map(u32::from_le_bytes).fold(0, u32::wrapping_add);
    a ^ b[0] ^ b[1] ^ c as u32 ^ d
}

#[device]
fn operators(v: u32) -> u32 {
    let w = [v % 7, v % 5, v % 11];
    let a = w.iter().copied().map(|n| 1 << n).fold(0, BitOr::bitor);
    let b = w.iter().copied().fold(0, Add::add);
    let c = w.into_iter().reduce(std::cmp::max).unwrap();
    let d = w.into_iter().map(std::ops::Not::not).fold(0, std::ops::BitXor::bitxor);
    let e = w.iter().copied().max_by(Ord::cmp).unwrap();
    a + b * 10 + c * 100 + (d & 0xff) * 1000 + Ord::min(e, 5) + Add::add(b, 1)
}

#[device]
fn checked_functions(v: u32) -> u32 {
    let a = u32::checked_sub(v % 5, 2).unwrap_or(40);
    let b = [v, v / 2, 3].into_iter().try_fold(0u32, u32::checked_add).unwrap_or(7);
    a * 31 ^ b
}

#[device]
fn functions_of_options(v: u32) -> u32 {
    let list: [Option<u32>; 4] = [Some(v % 7), None, (v % 2 == 0).then_some(4), Some(1)];
    let a = list.iter().filter(|o| o.is_some()).count();
    let b: u32 = list.into_iter().map(Option::unwrap_or_default).sum();
    let c = list.into_iter().filter_map(std::convert::identity).max().unwrap_or(0);
    let d = list.iter().map(Option::is_none).filter(|&none| none).count();
    a as u32 + b * 10 + c * 100 + d as u32 * 1000 + u32::from(Option::is_some(&list[2]))
}

#[device]
fn conversions(v: u32) -> u32 {
    let bytes = v.to_le_bytes();
    let a: u32 = bytes.into_iter().map(u32::from).sum();
    let b: u32 = bytes.into_iter().map(Into::<u32>::into).max().unwrap();
    a * 3 + b
}

#[derive(Clone, Copy, GpuType)]
struct Wrapper(u32);

#[device]
fn constructors(v: u32) -> u32 {
    let w = [v % 7, v % 5];
    let a: u32 = w.into_iter().map(Wrapper).map(|w| w.0 + 1).sum();
    let b = w.into_iter().map(Some).flatten().fold(0, |a, n| a * 3 + n);
    a * 100 + b
}
