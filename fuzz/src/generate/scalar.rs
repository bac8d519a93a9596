//! Scalars, vectors and conditions.

use super::value::{node, small};
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    pub(super) fn integer(&mut self, ty: &Ty, d: usize) -> Node {
        let (signed, name) = (*ty == Ty::I32, self.spell(ty));
        let other = if signed { Ty::U32 } else { Ty::I32 };
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        match self.random.below(31) {
            28..31 => self.of_bytes(ty, d),
            24 => {
                let function = *self.random.one(&["min", "max"]);
                node(ty, format!("std::cmp::{function}($, $)"), two(self))
            }
            25 => self.replaced(ty, d),
            0 => node(ty, "($).wrapping_add($)", two(self)),
            1 => node(ty, "($).wrapping_sub($)", two(self)),
            2 => node(ty, "($).wrapping_mul($)", two(self)),
            3 => {
                let operator = *self.random.one(&["+", "*"]);
                node(ty, format!("($ {operator} $)"), [small(self, ty, 1024, d), small(self, ty, 1024, d)])
            }
            4 if signed => node(ty, "($ - $)", [small(self, ty, 1024, d), small(self, ty, 1024, d)]),
            4 => node(ty, "(($ | 0x400) - $)", [self.value(ty, d), small(self, ty, 1024, d)]),
            5 => {
                let operator = *self.random.one(&["/", "%"]);
                node(ty, format!("($ {operator} ($ + 1))"), [self.value(ty, d), small(self, ty, 16, d)])
            }
            6 => {
                let operator = *self.random.one(&["&", "|", "^"]);
                node(ty, format!("($ {operator} $)"), two(self))
            }
            7 => {
                let operator = *self.random.one(&["<<", ">>"]);
                node(ty, format!("($ {operator} $)"), [self.value(ty, d), small(self, &Ty::U32, 32, d)])
            }
            8 => node(ty, "(!$)", [self.value(ty, d)]),
            9 if signed => node(ty, "(-$)", [small(self, ty, 1024, d)]),
            10 => {
                let method = *self.random.one(&["min", "max", "saturating_add", "saturating_sub"]);
                node(ty, format!("($).{method}($)"), two(self))
            }
            11 => {
                let method =
                    *self.random.one(&["rotate_left", "rotate_right", "wrapping_shl", "wrapping_shr"]);
                node(ty, format!("($).{method}($)"), [self.value(ty, d), self.value(&Ty::U32, d)])
            }
            12 => {
                let method = *self.random.one(&["reverse_bits", "wrapping_neg"]);
                node(ty, format!("($).{method}()"), [self.value(ty, d)])
            }
            13 if !signed => {
                let method = *self.random.one(&["count_ones", "leading_zeros", "trailing_zeros"]);
                let of = if self.random.percent(50) { Ty::I32 } else { Ty::U32 };
                node(ty, format!("($).{method}()"), [self.value(&of, d)])
            }
            13 => node(ty, "($).signum()", [self.value(ty, d)]),
            14 => {
                let method = *self.random.one(&["rem_euclid", "div_euclid"]);
                node(ty, format!("($).{method}($ + 1)"), [self.value(ty, d), small(self, ty, 16, d)])
            }
            15 if !signed => node(ty, "($).abs_diff($)", [self.value(&Ty::I32, d), self.value(&Ty::I32, d)]),
            15 | 16 => node(ty, format!("($ as {name})"), [self.value(&other, d)]),
            17 => node(ty, format!("($ as {name})"), [self.value(&Ty::F32, d)]),
            18 => node(ty, format!("($ as {name})"), [self.value(&Ty::Bool, d)]),
            19 => node(ty, format!("($ as {name})"), [self.size(d)]),
            20 => node(ty, format!("($ as {name})"), [self.value(&Ty::Shade, 0)]),
            21 => node(ty, "($).pow($)", [small(self, ty, 8, d), small(self, &Ty::U32, 4, d)]),
            22 => node(ty, "($).clamp(3, 300)", [self.value(ty, d)]),
            23 if self.wide => {
                let of = self.random.one(&[Ty::I64, Ty::U64, Ty::F64]).clone();
                node(ty, format!("($ as {name})"), [self.value(&of, d)])
            }
            _ => node(ty, "($)", [self.value(ty, d)]),
        }
    }

    /// A call of `std::mem::replace`, whose value is the previous value of a place.
    pub(super) fn replaced(&mut self, ty: &Ty, d: usize) -> Node {
        let parts = self.with_borrows(|scope| {
            let (place, root) = scope.place(ty, true, 1)?;
            scope.borrow(&root, true);
            Some([place, scope.value(ty, d)])
        });
        match parts {
            Some(parts) => node(ty, "std::mem::replace(&mut $, $)", parts),
            None => self.leaf(ty),
        }
    }

    /// A small `usize`. A large one could overflow on a device, where it has 32 bits, but not on the host, where
    /// it has 64 bits.
    pub(super) fn size(&mut self, d: usize) -> Node {
        let ty = &Ty::Usize;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        if self.random.percent(25)
            && let Some(value) = self.list_value(ty, d).or_else(|| self.of_range(ty, d))
        {
            return value;
        }
        match self.random.below(5) {
            0 => node(ty, "($ % 64 + $ % 64)", two(self)),
            1 => node(ty, "($ % 16 * ($ % 16))", two(self)),
            2 => node(ty, "($ / ($ % 7 + 1))", two(self)),
            3 => node(ty, "($).min($)", two(self)),
            _ => node(ty, "($ as usize % 64)", [small(self, &Ty::U32, 4096, d)]),
        }
    }

    /// A float that is a small integer, so that arithmetic is exact.
    pub(super) fn float(&mut self, d: usize) -> Node {
        let ty = &Ty::F32;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        let limited = |inner: Node| node(ty, "($ % 64.0)", [inner]);
        match self.random.below(12) {
            0 => limited(node(ty, "($ + $)", two(self))),
            1 => limited(node(ty, "($ - $)", two(self))),
            2 => limited(node(ty, "($ * $)", two(self))),
            3 => limited(node(ty, "($).mul_add($, 3.0)", two(self))),
            4 => node(ty, "($).min($)", two(self)),
            5 => node(ty, "($).max($)", two(self)),
            6 => {
                let method = *self.random.one(&["floor", "ceil", "round", "trunc", "round_ties_even"]);
                node(ty, format!("($ * 0.25).{method}()"), [self.value(ty, d)])
            }
            7 => node(ty, "($).abs()", [self.value(ty, d)]),
            8 => node(ty, "($ as f32)", [small(self, &Ty::I32, 64, d)]),
            9 => node(ty, "($).clamp(-5.0, 9.0)", [self.value(ty, d)]),
            10 => node(ty, "($).rem_euclid(7.0)", [self.value(ty, d)]),
            11 if self.wide => node(ty, "($ as f32)", [self.value(&Ty::F64, d)]),
            _ => node(ty, "(0.0 - $)", [self.value(ty, d)]),
        }
    }

    pub(super) fn condition(&mut self, d: usize) -> Node {
        let ty = &Ty::Bool;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        if self.random.percent(12)
            && let Some(value) = self.of_range(ty, d).or_else(|| self.list_value(ty, d))
        {
            return value;
        }
        match self.random.below(18) {
            17 => self.byte_condition(d),
            14..17 => self.option_condition(d),
            12 => {
                let of = self.random.one(&[Ty::I32, Ty::U32, Ty::F32]).clone();
                let range = *self.random.one(&["$..$", "$..=$"]);
                let parts = [self.value(&of, d), self.value(&of, d), self.value(&of, d)];
                node(ty, format!("({range}).contains(&$)"), parts)
            }
            13 => self.replaced(ty, d),
            10 => {
                let method = *self.random.one(&["cmplt", "cmpgt", "cmpne"]);
                let fold = *self.random.one(&["any", "all"]);
                let pattern = format!("($).{method}($).{fold}()");
                node(ty, pattern, [self.value(&Ty::IVec, d), self.value(&Ty::IVec, d)])
            }
            0..4 => {
                let of = match self.random.below(6) {
                    0 if self.parameter.is_some() => Ty::Parameter,
                    1 => self.random.one(&[Ty::Vector, Ty::Point, Ty::Pair, Ty::Bits]).clone(),
                    2 if self.own => Ty::Own,
                    3 if !self.variants.is_empty() => Ty::Choice,
                    _ => self.scalar(),
                };
                if !of.is_number() {
                    let operator = *self.random.one(&["==", "!="]);
                    return node(ty, format!("($ {operator} $)"), [self.value(&of, d), self.value(&of, d)]);
                }
                let operators: &[&str] =
                    if of == Ty::Bool { &["==", "!="] } else { &["<", "<=", ">", ">=", "==", "!="] };
                let operator = *self.random.one(operators);
                node(ty, format!("($ {operator} $)"), [self.value(&of, d), self.inferred(&of, d)])
            }
            4 => node(ty, "($ && $)", two(self)),
            5 => node(ty, "($ || $)", two(self)),
            6 => {
                let operator = *self.random.one(&["&", "|", "^"]);
                node(ty, format!("($ {operator} $)"), two(self))
            }
            7 => node(ty, "(!$)", [self.value(ty, d)]),
            // A side effect on the right of a lazy operator.
            8 => match self.variable(&Ty::U32, true) {
                Some(counter) => {
                    let operator = *self.random.one(&["&&", "||"]);
                    let pattern = format!("($ {operator} {{ {counter} = {counter}.wrapping_add(1); $ }})");
                    node(ty, pattern, two(self))
                }
                None => node(ty, "($)", [self.value(ty, d)]),
            },
            _ => node(ty, "($ == Shade::Grey)", [self.value(&Ty::Shade, d)]),
        }
    }

    /// A vector of glam.
    pub(super) fn vector(&mut self, d: usize) -> Node {
        let ty = &Ty::IVec;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.inferred(ty, d)];
        match self.random.below(13) {
            0..3 => {
                let parts: Vec<_> = (0..3).map(|_| self.value(&Ty::I32, d)).collect();
                node(ty, "IVec3::new($, $, $)", parts)
            }
            3 => node(ty, "IVec3::splat($)", [self.value(&Ty::I32, d)]),
            4 | 5 => {
                let method =
                    *self.random.one(&["wrapping_add", "wrapping_sub", "wrapping_mul", "min", "max"]);
                node(ty, format!("($).{method}($)"), two(self))
            }
            6 => node(ty, "($ ^ $)", two(self)),
            7 | 8 => {
                let some = ["zyx", "xxy", "yzx", "zzz", "xzx"];
                node(ty, format!("($).{}()", self.random.one(&some)), [self.value(ty, d)])
            }
            9 => {
                let some = ["xy", "zx", "yy", "truncate"];
                let pattern = format!("($).{}().extend($)", self.random.one(&some));
                node(ty, pattern, [self.value(ty, d), self.value(&Ty::I32, d)])
            }
            10 => {
                let parts = [self.value(&Ty::I32, d), self.value(ty, d)];
                node(ty, "IVec2::splat($).extend(($).y)", parts)
            }
            11 => {
                let compare = *self.random.one(&["cmplt", "cmpeq", "cmpge"]);
                let parts = [self.value(ty, d), self.value(ty, d), self.value(ty, d), self.value(ty, d)];
                node(ty, format!("IVec3::select(($).{compare}($), $, $)"), parts)
            }
            _ => node(ty, "($)", [self.value(ty, d)]),
        }
    }
}
