//! Integers of 8 and 16 bits, and their conversions.

use super::value::{node, small};
use super::{Scope, Ty};
use crate::tree::Node;

/// The types of this file.
pub(super) const BYTES: [Ty; 4] = [Ty::U8, Ty::I8, Ty::U16, Ty::I16];

impl Ty {
    /// Whether it is an integer of 8 or 16 bits.
    pub(super) fn is_byte(&self) -> bool {
        BYTES.contains(self)
    }

    /// The number of bits of an integer of 8 or 16 bits, and whether it is signed.
    fn width(&self) -> (usize, bool) {
        (if matches!(self, Ty::U8 | Ty::I8) { 8 } else { 16 }, matches!(self, Ty::I8 | Ty::I16))
    }
}

impl Scope {
    /// An integer of 8 or 16 bits.
    pub(super) fn byte(&mut self, ty: &Ty, d: usize) -> Node {
        let (name, (bits, signed)) = (self.spell(ty), ty.width());
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        match self.random.below(24) {
            0 | 1 => {
                let method = *self.random.one(&["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                node(ty, format!("($).{method}($)"), two(self))
            }
            2 => {
                let method = *self.random.one(&["min", "max", "saturating_add", "saturating_sub"]);
                node(ty, format!("($).{method}($)"), two(self))
            }
            3 => node(ty, "($ + $)", [small(self, ty, 64, d), small(self, ty, 64, d)]),
            4 => node(ty, "($ * $)", [small(self, ty, 8, d), small(self, ty, 16, d)]),
            5 if signed => node(ty, "($ - $)", [small(self, ty, 64, d), small(self, ty, 64, d)]),
            5 => node(ty, "(($ | 0x40) - $)", [self.value(ty, d), small(self, ty, 64, d)]),
            6 => {
                let operator = *self.random.one(&["/", "%"]);
                node(ty, format!("($ {operator} ($ + 1))"), [self.value(ty, d), small(self, ty, 16, d)])
            }
            7 => {
                let operator = *self.random.one(&["&", "|", "^"]);
                node(ty, format!("($ {operator} $)"), two(self))
            }
            8 => {
                let operator = *self.random.one(&["<<", ">>"]);
                let by = small(self, &Ty::U32, bits, d);
                node(ty, format!("($ {operator} $)"), [self.value(ty, d), by])
            }
            9 => node(ty, "(!$)", [self.value(ty, d)]),
            10 => {
                let method = *self.random.one(&[
                    "rotate_left",
                    "rotate_right",
                    "wrapping_shl",
                    "wrapping_shr",
                    "wrapping_pow",
                ]);
                node(ty, format!("($).{method}($)"), [self.value(ty, d), self.value(&Ty::U32, d)])
            }
            11 => {
                let method = *self.random.one(&["reverse_bits", "wrapping_neg", "swap_bytes"]);
                node(ty, format!("($).{method}()"), [self.value(ty, d)])
            }
            12 => {
                let method = *self.random.one(&["rem_euclid", "div_euclid"]);
                node(ty, format!("($).{method}($ + 1)"), [self.value(ty, d), small(self, ty, 16, d)])
            }
            13 if signed => {
                let method = *self.random.one(&["signum", "wrapping_abs", "saturating_neg"]);
                node(ty, format!("($).{method}()"), [self.value(ty, d)])
            }
            13 | 14 if !signed => {
                let of = if bits == 8 { Ty::I8 } else { Ty::I16 };
                match self.random.percent(60) {
                    true => node(ty, "($).abs_diff($)", [self.value(&of, d), self.value(&of, d)]),
                    false => node(ty, "($).unsigned_abs()", [self.value(&of, d)]),
                }
            }
            15 if *ty == Ty::U8 => {
                let method = *self.random.one(&["to_ascii_uppercase", "to_ascii_lowercase"]);
                node(ty, format!("($).{method}()"), [self.value(ty, d)])
            }
            15 if bits == 16 => {
                let order = *self.random.one(&["le", "be"]);
                let parts = [self.value(&Ty::U8, d), self.value(&Ty::U8, d)];
                node(ty, format!("{}::from_{order}_bytes([$, $])", ty.name()), parts)
            }
            16 if *ty == Ty::U8 => {
                let of = self.random.one(&[Ty::U32, Ty::I32, Ty::U16, Ty::F32]).clone();
                let order = *self.random.one(&["le", "be"]);
                let size = if of == Ty::U16 { 2 } else { 4 };
                // The sign of a computed zero, and the bits of a NaN, depend on the device.
                let number = match of {
                    Ty::F32 => {
                        "{ let float: f32 = $; if float == 0.0 || float.is_nan() { 1.5 } else { float } }"
                    }
                    _ => "($)",
                };
                let parts = [self.value(&of, d), self.value(&Ty::Usize, d)];
                node(ty, format!("{number}.to_{order}_bytes()[$ % {size}]"), parts)
            }
            16 if bits == 16 => {
                let of = if signed && self.random.percent(50) { Ty::I8 } else { Ty::U8 };
                node(ty, format!("{}::from($)", ty.name()), [self.value(&of, d)])
            }
            17 => node(ty, "($).clamp(3, 90)", [self.value(ty, d)]),
            18..22 => {
                let some = [Ty::I32, Ty::U32, Ty::F32, Ty::Bool, Ty::U8, Ty::I8, Ty::U16, Ty::I16, Ty::Usize];
                let of = self.random.one(&some).clone();
                node(ty, format!("($ as {name})"), [self.value(&of, d)])
            }
            22 => self.replaced(ty, d),
            _ => node(ty, "($)", [self.value(ty, d)]),
        }
    }

    /// An `i32` or a `u32` that consists of bytes, or is one.
    pub(super) fn of_bytes(&mut self, ty: &Ty, d: usize) -> Node {
        let name = ty.name();
        let of = self.random.one(&BYTES).clone();
        match self.random.below(5) {
            0 => {
                let order = *self.random.one(&["le", "be"]);
                let parts: Vec<_> = (0..4).map(|_| self.value(&Ty::U8, d)).collect();
                node(ty, format!("{name}::from_{order}_bytes([$, $, $, $])"), parts)
            }
            1 if *ty == Ty::I32 => node(ty, "i32::from($)", [self.value(&of, d)]),
            1 => {
                let of = self.random.one(&[Ty::U8, Ty::U16]).clone();
                node(ty, "u32::from($)", [self.value(&of, d)])
            }
            2 if *ty == Ty::U32 => {
                let method = *self.random.one(&["count_ones", "leading_zeros", "trailing_zeros"]);
                node(ty, format!("($).{method}()"), [self.value(&of, d)])
            }
            _ => node(ty, format!("($ as {name})"), [self.value(&of, d)]),
        }
    }

    /// A condition about a byte.
    pub(super) fn byte_condition(&mut self, d: usize) -> Node {
        let ty = &Ty::Bool;
        let methods =
            ["is_ascii_digit", "is_ascii_alphabetic", "is_ascii_uppercase", "is_ascii", "is_power_of_two"];
        match self.random.below(3) {
            0 => {
                let method = *self.random.one(&methods);
                node(ty, format!("($).{method}()"), [self.value(&Ty::U8, d)])
            }
            1 => {
                let patterns = ["b'0'..=b'9' | b'a'..=b'f'", "0 | 200..", "0..=100"];
                let pattern = *self.random.one(&patterns);
                node(ty, format!("matches!($, {pattern})"), [self.value(&Ty::U8, d)])
            }
            _ => {
                let of = self.random.one(&BYTES).clone();
                let operator = *self.random.one(&["<", "<=", ">", ">=", "==", "!="]);
                node(ty, format!("($ {operator} $)"), [self.value(&of, d), self.inferred(&of, d)])
            }
        }
    }

    /// A literal of 8 or 16 bits.
    pub(super) fn byte_literal(&mut self, ty: &Ty) -> String {
        let name = ty.name();
        let (_, signed) = ty.width();
        match self.random.below(6) {
            0 => format!("{name}::MAX"),
            1 => format!("{name}::MIN"),
            2 if signed => format!("-{}{name}", 1 + self.random.below(100)),
            2 if *ty == Ty::U8 => (*self.random.one(&["b'a'", "b'Z'", "b'0'", "200u8"])).to_owned(),
            _ => format!("{}{name}", self.random.below(120)),
        }
    }
}
