//! Computes `usize` and `isize` arithmetic with 32 bits, the size that these types have on a device.
//!
//! An index is a `usize` or `isize` value. After an operation on indices, the checked accelerator repeats the
//! operation here with `u32` or `i32`, and compares both results. A test verifies that this module knows each
//! method in the table of built-in methods in the crate `amp_shader`.

use std::any::Any;
use std::fmt;

use super::arithmetic::{Kind, integer};

/// The result of an operation on integers, on the host or on a device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    Integer(Kind, i128),
    Bool(bool),
    /// An integer and an overflow flag.
    Flagged(Kind, i128, bool),
}

impl Outcome {
    /// Returns the outcome for an integer, a `bool`, or a tuple of an integer and an overflow flag. Returns
    /// `None` for a value of another type.
    pub(super) fn of<T: 'static>(result: &T) -> Option<Outcome> {
        if let Some((kind, value)) = integer(result) {
            return Some(Outcome::Integer(kind, value));
        }
        let result: &dyn Any = result;
        if let Some(value) = result.downcast_ref::<bool>() {
            return Some(Outcome::Bool(*value));
        }
        fn flagged<T: Copy + 'static>(result: &dyn Any) -> Option<Outcome> {
            let (value, flag) = *result.downcast_ref::<(T, bool)>()?;
            integer(&value).map(|(kind, value)| Outcome::Flagged(kind, value, flag))
        }
        let indices = flagged::<usize>(result).or_else(|| flagged::<isize>(result));
        indices.or_else(|| flagged::<u32>(result)).or_else(|| flagged::<i32>(result))
    }

    /// Whether this result on the host equals the result `there` on a device. Of indices, only the lower 32
    /// bits are compared.
    pub(super) fn agrees_with(self, there: Option<Outcome>) -> bool {
        let alike = |kind: Kind, here: i128, there: i128| match kind.is_index() {
            true => here as u32 == there as u32,
            false => here == there,
        };
        match (self, there) {
            (Outcome::Integer(kind, here), Some(Outcome::Integer(_, there))) => alike(kind, here, there),
            (Outcome::Flagged(kind, here, flag), Some(Outcome::Flagged(_, there, other))) => {
                alike(kind, here, there) && flag == other
            }
            (here, there) => there == Some(here),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Integer(_, value) => write!(out, "{value}"),
            Outcome::Bool(value) => write!(out, "{value}"),
            Outcome::Flagged(_, value, flag) => write!(out, "({value}, {flag})"),
        }
    }
}

/// A float as `f64`, and the name of its type. The result is `None` if `value` is not a float.
pub(super) fn float<T: 'static>(value: &T) -> Option<(f64, &'static str)> {
    let value: &dyn Any = value;
    let of_f32 = || value.downcast_ref::<f32>().map(|value| (f64::from(*value), "f32"));
    let of_f16 = || value.downcast_ref::<half::f16>().map(|value| (value.to_f64(), "f16"));
    value.downcast_ref::<f64>().map(|value| (*value, "f64")).or_else(of_f32).or_else(of_f16)
}

/// The result of an operator on the host. The result of a range is its length. Returns `None` for `+`, `-`,
/// `*` and `<<`. These need no comparison: the lower 32 bits of their results depend only on the lower 32
/// bits of the operands.
pub(super) fn operator_here(kind: Kind, sign: &str, a: i128, b: i128) -> Option<Outcome> {
    Some(match sign {
        "/" => Outcome::Integer(kind, a / b),
        "%" => Outcome::Integer(kind, a % b),
        ">>" => Outcome::Integer(kind, a >> b),
        ".." => Outcome::Integer(Kind::U64, (b - a).max(0)),
        "..=" => Outcome::Integer(Kind::U64, (b - a + 1).max(0)),
        _ => Outcome::Bool(compared(sign, a, b)?),
    })
}

/// The result of an operator on a device. `None` for the operators for which [`operator_here`] returns
/// `None`, and for a division by zero. A divisor such as `1 << 32` is zero on a device only, because its
/// lower 32 bits are zero.
pub(super) fn operator(kind: Kind, sign: &str, a: i128, b: i128) -> Option<Outcome> {
    let [a, b] = [a, b].map(|it| on_device(kind, it));
    match sign {
        "/" | "%" if b == 0 => None,
        _ => operator_here(kind, sign, a, b),
    }
}

/// The value of an index on a device: its lower 32 bits. As an exception, `isize::MIN` and `isize::MAX`
/// become `i32::MIN` and `i32::MAX`, which are the values of these constants on a device.
fn on_device(kind: Kind, value: i128) -> i128 {
    const LIMITS: [i128; 2] = [isize::MIN as i128, isize::MAX as i128];
    match kind.is_signed() {
        true if LIMITS.contains(&value) => value.clamp(i32::MIN.into(), i32::MAX.into()),
        true => (value as i32).into(),
        false => (value as u32).into(),
    }
}

fn compared(sign: &str, a: i128, b: i128) -> Option<bool> {
    Some(match sign {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        _ => return None,
    })
}

macro_rules! methods {
    (
        $of:ident $ty:ident
        alone { $($alone:ident)* }
        same { $($same:ident)* }
        word { $($word:ident)* }
        signed { $($signed:ident)* }
        unsigned { $($unsigned:ident)* }
        two { $($two:ident)* }
        divides { $($divides:ident)* }
        asked_alone { $($asked_alone:ident $how_alone:ident)* }
        queried { $($method:ident $how:ident)* }
        asked_word { $($asked_word:ident $how_word:ident)* }
    ) => {
        fn $of(name: &str, this: i128, rest: &[i128]) -> Option<Outcome> {
            let this = this as $ty;
            let [one, two] = [0, 1].map(|n| rest.get(n).copied().unwrap_or_default());
            let (same, word, signed, unsigned) = (one as $ty, one as u32, one as i32, one as u32);
            let _ = (word, signed, unsigned);
            match name {
                $(stringify!($alone) => Outcome::of(&this.$alone()),)*
                $(stringify!($same) => Outcome::of(&this.$same(same)),)*
                $(stringify!($word) => Outcome::of(&this.$word(word)),)*
                $(stringify!($signed) => Outcome::of(&this.$signed(signed)),)*
                $(stringify!($unsigned) => Outcome::of(&this.$unsigned(unsigned)),)*
                // `clamp(min, max)` panics if `min > max`. The lower 32 bits of the limits may satisfy this
                // although the limits themselves do not. The result is then `None`.
                $(stringify!($two) => (same <= two as $ty).then(|| this.$two(same, two as $ty)).and_then(|it| Outcome::of(&it)),)*
                $(stringify!($divides) => (same != 0).then(|| this.$divides(same)).and_then(|it| Outcome::of(&it)),)*
                $(stringify!($asked_alone) => this.$how_alone().and_then(|it| Outcome::of(&it)),)*
                $(stringify!($method) => this.$how(same).and_then(|it| Outcome::of(&it)),)*
                $(stringify!($asked_word) => this.$how_word(word).and_then(|it| Outcome::of(&it)),)*
                _ => None,
            }
        }
    };
}

methods! {
    of_unsigned u32
    alone {
        count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones reverse_bits swap_bytes to_be to_le
        is_power_of_two cast_signed wrapping_neg overflowing_neg isqrt
    }
    same {
        min max abs_diff midpoint is_multiple_of wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub
        saturating_mul overflowing_add overflowing_sub overflowing_mul
    }
    word {
        rotate_left rotate_right wrapping_pow wrapping_shl wrapping_shr unbounded_shl unbounded_shr saturating_pow
        overflowing_pow overflowing_shl overflowing_shr
    }
    signed { wrapping_add_signed saturating_add_signed overflowing_add_signed }
    unsigned {}
    two { clamp }
    divides {
        wrapping_div wrapping_rem wrapping_div_euclid wrapping_rem_euclid saturating_div overflowing_div overflowing_rem overflowing_div_euclid
        overflowing_rem_euclid div_ceil
    }
    asked_alone { ilog2 checked_ilog2 ilog10 checked_ilog10 next_power_of_two checked_next_power_of_two }
    queried {
        ilog checked_ilog next_multiple_of checked_next_multiple_of div_euclid checked_div_euclid
        rem_euclid checked_rem_euclid
    }
    asked_word { pow checked_pow }
}

methods! {
    of_signed i32
    alone {
        count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones reverse_bits swap_bytes to_be to_le
        signum cast_unsigned wrapping_neg wrapping_abs saturating_neg saturating_abs overflowing_neg overflowing_abs is_positive
        is_negative unsigned_abs
    }
    same {
        min max abs_diff midpoint wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub saturating_mul
        overflowing_add overflowing_sub overflowing_mul
    }
    word {
        rotate_left rotate_right wrapping_pow wrapping_shl wrapping_shr unbounded_shl unbounded_shr saturating_pow
        overflowing_pow overflowing_shl overflowing_shr
    }
    signed {}
    unsigned {
        wrapping_add_unsigned wrapping_sub_unsigned saturating_add_unsigned saturating_sub_unsigned overflowing_add_unsigned
        overflowing_sub_unsigned
    }
    two { clamp }
    divides {
        wrapping_div wrapping_rem wrapping_div_euclid wrapping_rem_euclid saturating_div overflowing_div overflowing_rem
        overflowing_div_euclid overflowing_rem_euclid
    }
    asked_alone { abs checked_abs isqrt checked_isqrt ilog2 checked_ilog2 ilog10 checked_ilog10 }
    queried { ilog checked_ilog div_euclid checked_div_euclid rem_euclid checked_rem_euclid }
    asked_word { pow checked_pow }
}

/// The result of a method of an index on a device. `None` if Rust's method of the 32-bit type would panic.
/// `all` contains the receiver and the arguments, in this order.
pub(super) fn method(kind: Kind, name: &str, all: &[i128]) -> Option<Outcome> {
    let (this, rest) = all.split_first()?;
    if kind.is_signed() { of_signed(name, *this, rest) } else { of_unsigned(name, *this, rest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amp_shader::methods::{Class, METHODS, Operand};

    #[test]
    fn every_integer_method_is_computed() {
        // Kernels have no method such as `to_le_bytes` for indices: an index has 8 bytes on the host and 4
        // bytes on a device.
        for method in METHODS.iter().filter(|method| method.result != Operand::Bytes) {
            for (class, kind) in [(Class::Signed, Kind::Isize), (Class::Unsigned, Kind::Usize)] {
                let known = super::method(kind, method.name, &[3, 2, 2]).is_some();
                assert_eq!(known, method.meaning(class).is_some(), "{} of {kind:?}", method.name);
            }
        }
    }

    #[test]
    fn results_that_agree_in_32_bits_are_equal() {
        let below = i128::from(u64::MAX);
        let index = |value: i128| Outcome::Integer(Kind::Usize, value);
        assert!(index(below).agrees_with(Some(Outcome::Integer(Kind::U32, u32::MAX.into()))));
        assert!(!Outcome::Integer(Kind::U32, 64).agrees_with(Some(Outcome::Integer(Kind::U32, 32))));
        assert!(!index(0).agrees_with(None));
        assert_eq!(operator(Kind::Usize, "<", below, 10), Some(Outcome::Bool(false)));
        assert_eq!(operator(Kind::Usize, "<", 1 << 32, 10), Some(Outcome::Bool(true)));
        assert_eq!(operator(Kind::Usize, "%", 7, 1 << 32), None);
        assert_eq!(operator(Kind::Usize, "..", below, 10), Some(Outcome::Integer(Kind::U64, 0)));
        assert_eq!(operator(Kind::Usize, "..=", 3, 10), Some(Outcome::Integer(Kind::U64, 8)));
        assert_eq!(operator(Kind::Isize, ">>", -8, 1), Some(Outcome::Integer(Kind::Isize, -4)));
        // On a device, `isize::MIN` is `i32::MIN`.
        let lowest = isize::MIN as i128;
        let half = operator(Kind::Isize, "/", lowest, 2);
        assert_eq!(half, Some(Outcome::Integer(Kind::Isize, (i32::MIN / 2).into())));
        assert!(!Outcome::Integer(Kind::Isize, lowest / 2).agrees_with(half));
        assert_eq!(operator(Kind::Isize, "==", lowest, i32::MIN.into()), Some(Outcome::Bool(true)));
        assert_eq!(method(Kind::Usize, "leading_zeros", &[1]), Some(Outcome::Integer(Kind::U32, 31)));
    }
}
