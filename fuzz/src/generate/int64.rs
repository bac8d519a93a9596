//! 64-bit scalars.

use super::value::{node, small};
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// A 64-bit integer.
    pub(super) fn wide_integer(&mut self, ty: &Ty, d: usize) -> Node {
        let name = self.spell(ty);
        let other = if *ty == Ty::I64 { Ty::U64 } else { Ty::I64 };
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        match self.random.below(13) {
            0 | 1 => {
                let method =
                    *self.random.one(&["wrapping_add", "wrapping_sub", "wrapping_mul", "min", "max"]);
                node(ty, format!("($).{method}($)"), two(self))
            }
            2 => {
                let operator = *self.random.one(&["&", "|", "^"]);
                node(ty, format!("($ {operator} $)"), two(self))
            }
            3 => {
                let operator = *self.random.one(&["<<", ">>"]);
                node(ty, format!("($ {operator} $)"), [self.value(ty, d), small(self, &Ty::U32, 64, d)])
            }
            4 => {
                let operator = *self.random.one(&["/", "%"]);
                node(ty, format!("($ {operator} ($ + 1))"), [self.value(ty, d), small(self, ty, 16, d)])
            }
            5 => node(ty, format!("($ as {name})"), [self.value(&other, d)]),
            6 => node(ty, format!("($ as {name})"), [self.value(&Ty::I32, d)]),
            7 => node(ty, format!("($ as {name})"), [self.value(&Ty::U32, d)]),
            8 => node(ty, "(!$)", [self.value(ty, d)]),
            9 => node(ty, format!("($ as {name})"), [self.value(&Ty::F64, d)]),
            10 => node(ty, format!("($ as {name})"), [self.value(&Ty::F32, d)]),
            11 => {
                let method =
                    *self.random.one(&["saturating_add", "saturating_sub", "swap_bytes", "reverse_bits"]);
                match method.starts_with("sat") {
                    true => node(ty, format!("($).{method}($)"), two(self)),
                    false => node(ty, format!("($).{method}()"), [self.value(ty, d)]),
                }
            }
            _ => {
                let method = *self.random.one(&["rotate_left", "rotate_right"]);
                node(ty, format!("($).{method}($)"), [self.value(ty, d), self.value(&Ty::U32, d)])
            }
        }
    }

    /// A 64-bit float that is a small integer.
    pub(super) fn wide_float(&mut self, d: usize) -> Node {
        let ty = &Ty::F64;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        let limited = |inner: Node| node(ty, "($ % 64.0)", [inner]);
        match self.random.below(12) {
            0 => limited(node(ty, "($ + $)", two(self))),
            1 => limited(node(ty, "($ - $)", two(self))),
            2 => limited(node(ty, "($ * $)", two(self))),
            3 => {
                let method = *self.random.one(&["min", "max", "copysign"]);
                node(ty, format!("($).{method}($)"), two(self))
            }
            4 => {
                let method = *self.random.one(&["floor", "ceil", "round", "trunc", "round_ties_even"]);
                node(ty, format!("($ * 0.25).{method}()"), [self.value(ty, d)])
            }
            5 => {
                let method = *self.random.one(&["abs", "signum"]);
                node(ty, format!("($).{method}()"), [self.value(ty, d)])
            }
            6 => node(ty, "($ as f64)", [small(self, &Ty::I32, 64, d)]),
            7 => node(ty, "($ as f64)", [self.value(&Ty::F32, d)]),
            8 => node(ty, "($).rem_euclid(7.0)", [self.value(ty, d)]),
            9 => node(ty, "(-$)", [self.value(ty, d)]),
            10 => node(ty, "(if ($).is_sign_negative() { $ } else { $ })", {
                [self.value(ty, d), self.value(ty, d), self.value(ty, d)]
            }),
            _ => node(ty, "f64::from($)", [self.value(&Ty::F32, d)]),
        }
    }
}
