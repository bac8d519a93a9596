//! Expressions.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

pub(super) fn node(ty: &Ty, pattern: impl AsRef<str>, children: impl IntoIterator<Item = Node>) -> Node {
    Node::new(Kind::Value(ty.clone()), pattern.as_ref(), children)
}

/// A non-negative integer below `limit`, a power of two.
pub(super) fn small(scope: &mut Scope, ty: &Ty, limit: usize, depth: usize) -> Node {
    let value = scope.value(ty, depth);
    node(ty, format!("($ & {})", limit - 1), [value])
}

impl Scope {
    /// A value of a type.
    pub(super) fn value(&mut self, ty: &Ty, depth: usize) -> Node {
        if depth == 0 || !self.burn() {
            return self.leaf(ty);
        }
        let d = depth - 1;
        match self.random.below(23) {
            0..3 => return self.leaf(ty),
            3 => {
                let condition = self.value(&Ty::Bool, d);
                let a = self.block_value(ty, d);
                let b = match self.random.percent(20) {
                    true => node(ty, "{ $ }", [self.inferred(ty, d)]),
                    false => self.block_value(ty, d),
                };
                return node(ty, "(if $ $ else $)", [condition, a, b]);
            }
            4 => {
                let value = self.block_value(ty, d);
                return node(ty, "($)", [value]);
            }
            5 if depth > 1 => return self.match_value(ty, d),
            6 if depth > 1 && self.random.percent(40) => return self.labelled_value(ty, d),
            6 if depth > 1 => return self.loop_value(ty, d),
            7 | 8 => {
                if let Some(call) = self.call(ty, d) {
                    return call;
                }
            }
            9 => {
                let part = if self.random.percent(30) { self.kept_part(ty, d) } else { None };
                if let Some(part) = part.or_else(|| self.part(ty, d)) {
                    return part;
                }
            }
            10 if depth > 1 => {
                if self.random.percent(50) {
                    return self.if_let_value(ty, d);
                }
                if let Some(value) = self.diverging_value(ty, d) {
                    return value;
                }
            }
            12 | 13 if ty.is_copy() => return self.unwrapped(ty, d),
            11 if depth > 1 && (ty.is_plain() || matches!(ty, Ty::U8 | Ty::I16)) => {
                return self.iterator_chain(ty, d);
            }
            _ => {}
        }
        match ty {
            Ty::I32 | Ty::U32 => self.integer(ty, d),
            Ty::Usize => self.size(d),
            Ty::F32 => self.float(d),
            Ty::Bool => self.condition(d),
            Ty::I64 | Ty::U64 => self.wide_integer(ty, d),
            Ty::F64 => self.wide_float(d),
            Ty::U8 | Ty::I8 | Ty::U16 | Ty::I16 => self.byte(ty, d),
            Ty::Bits => {
                let parts =
                    [self.expected(&Ty::U8, d), self.expected(&Ty::I8, d), self.expected(&Ty::U16, d)];
                node(ty, "(Bits { r: $, g: $, b: $ })", parts)
            }
            Ty::IVec => self.vector(d),
            Ty::Pair => {
                let (a, b) = (self.expected(&Ty::I32, d), self.expected(&Ty::U32, d));
                match self.random.percent(75) {
                    true => node(ty, "Pair($, $)", [a, b]),
                    false => node(ty, "(Pair { 1: $, 0: $ })", [b, a]),
                }
            }
            Ty::Shade => node(ty, "(if $ { Shade::Dark } else { Shade::Light })", [self.value(&Ty::Bool, d)]),
            Ty::Point => {
                let (x, y) = (self.expected(&Ty::I32, d), self.expected(&Ty::F32, d));
                if self.random.percent(30)
                    && let Some(base) = self.variable(ty, false)
                {
                    return node(ty, format!("(Point {{ x: $, ..{base} }})"), [x]);
                }
                if self.random.percent(10) {
                    return node(ty, "(Point { y: $, ..Point::default() })", [y]);
                }
                let z = self.value(&Ty::Array(Box::new(Ty::U32), 2), d);
                node(ty, "(Point { x: $, y: $, z: $ })", [x, y, z])
            }
            Ty::Vector => match self.random.below(3) {
                0 => node(ty, "Vector::new($, $)", [self.expected(&Ty::F32, d), self.expected(&Ty::F32, d)]),
                1 => node(ty, "(Vector { y: $, ..Vector::ZERO })", [self.expected(&Ty::F32, d)]),
                _ => node(ty, "($ + $)", [self.value(ty, d), self.value(ty, d)]),
            },
            Ty::Own => {
                let (a, b) = (self.expected(&Ty::U32, d), self.expected(&Ty::F32, d));
                node(ty, "(Own { a: $, b: $ })", [a, b])
            }
            Ty::Range(item) => self.range_value(item, d),
            Ty::Slice(_) => self.literal(ty),
            Ty::Kept(fields) => self.kept_value(fields, |scope, field| scope.expected(field, d)),
            Ty::Both(item) => self.both_value(item, d),
            Ty::Line => self.line_value(d),
            Ty::Choice => self.choice_value(|scope, field| scope.expected(field, d)),
            Ty::Option(item) => self.option_value(item, d),
            Ty::Result(ok, error) => self.result_value(ok, error, d),
            Ty::Parameter => {
                let parts = [self.value(ty, d), self.value(ty, d), self.value(ty, d), self.value(ty, d)];
                node(ty, "(if $ == $ { $ } else { $ })", parts)
            }
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.value(part, d)).collect();
                node(ty, format!("({})", "$, ".repeat(parts.len())), parts)
            }
            Ty::Array(item, len) if self.random.percent(20) => {
                let v = self.fresh("v");
                if self.random.percent(50) {
                    let body = self.closure_of(&[(&v, &Ty::Usize)], item, d);
                    return node(
                        ty,
                        format!("std::array::from_fn::<{}, {len}, _>(|{v}| $)", item.name()),
                        [body],
                    );
                }
                let from = self.scalar();
                let array = Ty::Array(Box::new(from.clone()), *len);
                let parts = [self.value(&array, d), self.closure_of(&[(&v, &from)], item, d)];
                node(ty, format!("($).map(|{v}| $)"), parts)
            }
            Ty::Array(item, len) if self.random.percent(30) => {
                node(ty, format!("[$; {len}]"), [self.value(item, d)])
            }
            Ty::Array(item, len) => {
                let rest: Vec<_> = (1..*len).map(|_| self.inferred(item, d)).collect();
                let items: Vec<_> = std::iter::once(self.value(item, d)).chain(rest).collect();
                node(ty, format!("[{}]", "$, ".repeat(*len)), items)
            }
        }
    }

    /// A literal, a variable, or an element of a view.
    pub(super) fn leaf(&mut self, ty: &Ty) -> Node {
        if self.random.percent(70)
            && let Some(name) = self.variable(ty, false)
        {
            return node(ty, if ty.is_copy() { name } else { format!("{name}.clone()") }, []);
        }
        if (self.kernel || !self.views.is_empty())
            && self.random.percent(60)
            && let Some(element) = self.element(ty)
        {
            return element;
        }
        if ty.has_default() && self.random.percent(8) {
            let of = match ty {
                Ty::Tuple(_) | Ty::Array(..) | Ty::Option(_) | Ty::Both(_) => format!("<{}>", ty.name()),
                _ => ty.name(),
            };
            return node(ty, format!("{of}::default()"), []);
        }
        self.literal(ty)
    }

    /// A block with a value.
    pub(super) fn block_value(&mut self, ty: &Ty, d: usize) -> Node {
        self.in_scope(|scope| {
            let count = if scope.random.percent(40) { 1 + scope.random.below(2) } else { 0 };
            let steps = scope.steps(count, d);
            let value = scope.value(ty, d);
            node(ty, "{ $ $ }", [steps, value])
        })
    }

    fn match_value(&mut self, ty: &Ty, d: usize) -> Node {
        let mut some = false;
        let (scrutinee, arms) = self.arms(d, |scope, d| {
            // Arms after the first may jump out instead of having a value. The first arm always has a value, which
            // determines the type of the `match`.
            if std::mem::replace(&mut some, true)
                && d > 0
                && scope.random.percent(8)
                && let Some(jump_out) = scope.jump_out(d)
            {
                return jump_out;
            }
            scope.block_value(ty, d)
        });
        node(ty, "(match $ { $ })", [scrutinee, arms])
    }
}
