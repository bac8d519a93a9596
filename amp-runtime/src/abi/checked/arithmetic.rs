//! Checked integer arithmetic: reports overflow, division by zero, oversize shifts, and indices that do not
//! fit in a device's 32 bits.
//!
//! An index is a `usize` or an `isize`. It has 64 bits on the host and 32 bits on a device. The result of
//! `+`, `-` and `*` must fit in 32 bits if both operands do. An operation that wraps explicitly, such as
//! `wrapping_sub`, may return an index that does not fit.
//!
//! The checker repeats every operation on an index except `+`, `-`, `*` and `<<` with 32 bits (`index32`),
//! and compares the results. If the results are indices, only their lower 32 bits must agree.

use std::any::Any;
use std::fmt::Display;

use super::checker::Checker;
use super::components::{components, pairs};
use super::index32::{self, Outcome};

/// An integer type of the kernel language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    I32,
    U32,
    I64,
    U64,
    I8,
    U8,
    I16,
    U16,
    Isize,
    Usize,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::I32 => "i32",
            Kind::U32 => "u32",
            Kind::I64 => "i64",
            Kind::U64 => "u64",
            Kind::I8 => "i8",
            Kind::U8 => "u8",
            Kind::I16 => "i16",
            Kind::U16 => "u16",
            Kind::Isize => "isize",
            Kind::Usize => "usize",
        }
    }

    pub(super) fn is_index(self) -> bool {
        matches!(self, Kind::Isize | Kind::Usize)
    }

    /// The number of bits on a device.
    fn bits(self) -> i128 {
        match self {
            Kind::I64 | Kind::U64 => 64,
            Kind::I8 | Kind::U8 => 8,
            Kind::I16 | Kind::U16 => 16,
            Kind::I32 | Kind::U32 | Kind::Isize | Kind::Usize => 32,
        }
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Kind::I32 | Kind::I64 | Kind::I8 | Kind::I16 | Kind::Isize)
    }

    /// Whether a value is in the range of the type on a device.
    pub(super) fn fits_on_device(self, value: i128) -> bool {
        if self.is_signed() {
            let limit = 1 << (self.bits() - 1);
            (-limit..limit).contains(&value)
        } else {
            (0..1 << self.bits()).contains(&value)
        }
    }

    /// Whether a value is in the range of the type on the host.
    fn fits_on_host(self, value: i128) -> bool {
        match self {
            Kind::Isize => i64::try_from(value).is_ok(),
            Kind::Usize => u64::try_from(value).is_ok(),
            _ => self.fits_on_device(value),
        }
    }
}

macro_rules! integers {
    ($($ty:ident $kind:ident)*) => {
        /// The type and the value of an integer. `None` if `value` is not an integer.
        pub(super) fn integer<T: 'static>(value: &T) -> Option<(Kind, i128)> {
            let value: &dyn Any = value;
            $(if let Some(value) = value.downcast_ref::<$ty>() {
                return Some((Kind::$kind, *value as i128));
            })*
            None
        }

        /// Replaces an integer by the integer that has the same low bits as `new`.
        fn set_integer<T: 'static>(value: &mut T, new: i128) {
            let value: &mut dyn Any = value;
            $(if let Some(value) = value.downcast_mut::<$ty>() {
                *value = new as $ty;
            })*
        }
    };
}

integers!(i32 I32 u32 U32 i64 I64 u64 U64 i8 I8 u8 U8 i16 I16 u16 U16 isize Isize usize Usize);

/// The result of an operator, of which the caller keeps the low bits.
fn computed(sign: &str, left: i128, right: i128) -> i128 {
    match sign {
        "+" => left + right,
        "-" => left - right,
        "*" => left.wrapping_mul(right),
        "/" => left / right,
        "%" => left % right,
        "<<" => left << right,
        _ => left >> right,
    }
}

/// The arguments of a method, the receiver first.
pub trait Operands: Copy {
    #[doc(hidden)]
    fn integers(&self) -> Option<(Kind, Vec<i128>)>;
    /// The pairs of components of two vectors. A single vector is paired with itself. `None` if the operands
    /// are not vectors of integers.
    #[doc(hidden)]
    fn pairs(&self) -> Option<(Kind, Vec<[i128; 2]>)>;
}

macro_rules! operands {
    ($($second:tt: $($name:ident $at:tt)*;)*) => {$(
        impl<$($name: Copy + 'static),*> Operands for ($($name,)*) {
            fn integers(&self) -> Option<(Kind, Vec<i128>)> {
                let (kind, _) = integer(&self.0)?;
                Some((kind, [$(integer(&self.$at)),*].into_iter().map(|it| Some(it?.1)).collect::<Option<_>>()?))
            }

            fn pairs(&self) -> Option<(Kind, Vec<[i128; 2]>)> {
                pairs(&self.0, &self.$second)
            }
        }
    )*};
}

operands! {
    0: A 0;
    1: A 0 B 1;
    1: A 0 B 1 C 2;
}

macro_rules! operators {
    ($($name:ident $sign:literal)*) => {$(
        /// Checks an operation on two integers, and returns the operation's result.
        #[track_caller]
        pub fn $name<A: Copy + 'static, B: Copy + 'static>(&self, mut a: A, b: B) -> A {
            self.operands($sign, a, b);
            if let (Some((_, left)), Some((_, right))) = (integer(&a), integer(&b)) {
                set_integer(&mut a, computed($sign, left, right));
            }
            a
        }
    )*};
}

impl Checker {
    operators!(add "+" sub "-" mul "*" div "/" rem "%" shl "<<" shr ">>");

    /// Checks an operation on operands of any type. Only integers, and values with integer components, can
    /// fail the check.
    #[track_caller]
    pub fn operands<A: 'static, B: 'static>(&self, sign: &str, a: A, b: B) {
        if let (Some((kind, a)), Some((_, b))) = (integer(&a), integer(&b)) {
            self.set_location();
            self.operation(kind, sign, a, b);
        } else if let Some((kind, pairs)) = pairs(&a, &b) {
            self.set_location();
            pairs.into_iter().for_each(|[a, b]| self.operation(kind, sign, a, b));
        }
    }

    fn operation(&self, kind: Kind, sign: &str, a: i128, b: i128) {
        let name = kind.name();
        let result = match sign {
            "+" => a + b,
            "-" => a - b,
            // The product of two `u64` may exceed `i128`. A saturated product is out of range, too, so the
            // check fails as it must.
            "*" => a.saturating_mul(b),
            "/" | "%" => {
                if b == 0 {
                    self.stop(format!("attempt to divide by zero: {a} {sign} 0 in `{name}`"));
                }
                a / b
            }
            "<<" | ">>" if !(0..kind.bits()).contains(&b) => {
                let bits = kind.bits();
                self.stop(format!("attempt to shift with overflow: {a} {sign} {b} in `{name}`, which has {bits} bits on a device"));
            }
            _ => return self.check_device_result(kind, sign, a, b),
        };
        // An index beyond 32 bits is the result of an operation that wraps explicitly, such as
        // `i.wrapping_sub(1)`. Arithmetic with such an index only has to fit in the host's type.
        let inside = match kind.fits_on_device(a) && kind.fits_on_device(b) {
            true => kind.fits_on_device(result),
            false => kind.fits_on_host(result),
        };
        if !inside {
            let verb = match sign {
                "+" => "add",
                "-" => "subtract",
                "*" => "multiply",
                _ => "divide",
            };
            let there = if kind.is_index() { ", which has 32 bits on a device" } else { "" };
            self.stop(format!("attempt to {verb} with overflow: {a} {sign} {b} in `{name}`{there}"));
        }
        self.check_device_result(kind, sign, a, b);
    }

    /// Stops the kernel if an operator on indices gives another result with 32 bits than with 64 bits.
    fn check_device_result(&self, kind: Kind, sign: &str, a: i128, b: i128) {
        if !kind.is_index() {
            return;
        }
        let there = index32::operator(kind, sign, a, b);
        if let Some(here) = index32::operator_here(kind, sign, a, b)
            && !here.agrees_with(there)
        {
            let gap = if sign.starts_with('.') { "" } else { " " };
            self.report_difference(&format!("{a}{gap}{sign}{gap}{b}"), kind, here, there);
        }
    }

    #[cold]
    fn report_difference(&self, what: &str, kind: Kind, here: Outcome, there: Option<Outcome>) -> ! {
        let there = there.map_or_else(|| "nothing".to_owned(), |there| there.to_string());
        self.stop(format!(
            "`{what}` in `{}` gives {here} here and {there} on a device, where an index has 32 bits",
            kind.name()
        ))
    }

    /// Stops the kernel if the negation of `a` overflows. Only integers and types of integer components, such
    /// as vectors, can overflow.
    #[track_caller]
    pub fn negated<A: 'static>(&self, a: A) {
        let of_one = || integer(&a).map(|(kind, a)| (kind, vec![a]));
        let Some((kind, all)) = of_one().or_else(|| components(&a)) else { return };
        if let Some(a) =
            all.into_iter().find(|a| kind.is_signed() && !kind.fits_on_device(-a) && kind.fits_on_device(*a))
        {
            self.set_location();
            self.stop(format!("attempt to negate with overflow: -({a}) in `{}`", kind.name()));
        }
    }

    /// Stops the kernel if a cast of `a` to the index type `target` gives another result on a device.
    /// Otherwise returns `a`.
    #[track_caller]
    pub fn to_index<A: Copy + 'static>(&self, a: A, target: &str) -> A {
        self.set_location();
        if let Some((kind, value)) = integer(&a) {
            // An index below zero, such as `0usize.wrapping_sub(1)`, counts as the negative value -1, which
            // this check accepts. On a device, the same expression gives `u32::MAX`, which equals the lower
            // 32 bits of -1.
            let value = if kind == Kind::Usize { i128::from(value as u64 as i64) } else { value };
            let (low, high) =
                (i128::from(i32::MIN), if target == "isize" { i32::MAX as i128 } else { u32::MAX as i128 });
            if !(low..=high).contains(&value) {
                self.report_lossy_cast(value, kind.name(), target);
            }
        } else if let Some((value, name)) = index32::float(&a) {
            // A cast from a float saturates at the limits of the target type. These limits are narrower on a
            // device, so a large float gives another result there. NaN becomes zero in both cases.
            let stays = match target {
                "isize" => value as i64 == i64::from(value as i32),
                _ => value as u64 == u64::from(value as u32),
            };
            if !stays {
                self.report_lossy_cast(value, name, target);
            }
        }
        a
    }

    /// Stops the kernel if a cast of the index `a` to the type `target` gives another result on a device.
    /// Otherwise returns `a`. A cast to an integer of at most 32 bits needs no check. It keeps at most the
    /// lower 32 bits, which are equal on a device.
    #[track_caller]
    pub fn from_index<A: Copy + 'static>(&self, a: A, target: &str) -> A {
        if let Some((kind, value)) = integer(&a) {
            self.set_location();
            if !matches!(target, "i32" | "u32" | "i16" | "u16" | "i8" | "u8") && !kind.fits_on_device(value) {
                self.report_lossy_cast(value, kind.name(), target);
            }
        }
        a
    }

    #[cold]
    fn report_lossy_cast(&self, value: impl Display, name: &str, target: &str) -> ! {
        self.stop(format!("lossy index arithmetic: the `{name}` {value} cast to `{target}` (an index has 32 bits on a device)"))
    }

    /// Runs `compute`, which calls the method `name` of an integer or an integer vector, such as `pow` or
    /// `dot`. Stops the kernel if the method overflows, or if the result for an index differs on a device.
    #[track_caller]
    pub fn method<O: Operands, R: 'static>(
        &self,
        name: &str,
        operands: O,
        compute: impl FnOnce(O) -> R,
    ) -> R {
        self.set_location();
        let integers = operands.integers();
        if let Some((kind, all)) = &integers {
            self.method_of_one(name, *kind, all[0], all.get(1).copied().unwrap_or_default());
        } else if let Some((kind, pairs)) = operands.pairs() {
            self.method_of_vectors(name, kind, &pairs);
        }
        let result = compute(operands);
        if let Some((kind, all)) = integers
            && kind.is_index()
            && let Some(here) = Outcome::of(&result)
        {
            let there = index32::method(kind, name, &all);
            if !here.agrees_with(there) {
                let list: Vec<_> = all[1..].iter().map(i128::to_string).collect();
                self.report_difference(&format!("{}.{name}({})", all[0], list.join(", ")), kind, here, there);
            }
        }
        result
    }

    fn method_of_one(&self, name: &str, kind: Kind, a: i128, b: i128) {
        let result = match name {
            "abs" => Some(a.abs()),
            "pow" => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            "next_power_of_two" => {
                u64::try_from(a).ok().and_then(u64::checked_next_power_of_two).map(i128::from)
            }
            "next_multiple_of" if b == 0 => self.stop(format!("attempt to divide by zero: `{a}.{name}(0)`")),
            "next_multiple_of" => Some(a + (b - a % b) % b),
            _ => return,
        };
        if !result.is_some_and(|result| kind.fits_on_device(result)) {
            self.stop(format!("attempt to compute `{name}` of {a} with overflow in `{}`", kind.name()));
        }
    }

    /// Stops the kernel if a method of integer vectors overflows, such as `dot`. `pairs` pairs each component
    /// of the receiver with that of the argument. `length_squared` pairs each component with itself.
    fn method_of_vectors(&self, name: &str, kind: Kind, pairs: &[[i128; 2]]) {
        let part = |&[a, b]: &[i128; 2]| match name {
            "distance_squared" => (kind.fits_on_device(a - b)).then(|| (a - b) * (a - b)),
            _ => Some(a * b),
        };
        match name {
            "dot" | "length_squared" | "distance_squared" => {
                let mut sum = Some(0);
                for pair in pairs {
                    let part = part(pair).filter(|part| kind.fits_on_device(*part));
                    sum = sum.zip(part).map(|(sum, part)| sum + part).filter(|sum| kind.fits_on_device(*sum));
                }
                if sum.is_none() {
                    let vector: Vec<_> = pairs.iter().map(|[a, _]| a).collect();
                    self.stop(format!(
                        "attempt to compute `{name}` of {vector:?} with overflow in `{}`",
                        kind.name()
                    ));
                }
            }
            _ => pairs.iter().for_each(|[a, b]| self.method_of_one(name, kind, *a, *b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_ranges_of_devices() {
        assert!(
            Kind::Usize.fits_on_device(u32::MAX.into())
                && !Kind::Usize.fits_on_device(1 << 32)
                && !Kind::Usize.fits_on_device(-1)
        );
        assert!(Kind::Usize.fits_on_host(1 << 32) && !Kind::Usize.fits_on_host(1 << 64));
        assert!(
            Kind::I64.fits_on_device(i64::MIN.into())
                && !Kind::U32.fits_on_device(-1)
                && !Kind::I32.fits_on_device(1 << 31)
        );
        assert_eq!(integer(&7usize), Some((Kind::Usize, 7)));
        assert_eq!(integer(&-7i64), Some((Kind::I64, -7)));
        assert_eq!(integer(&1.0f32), None);
    }
}
