//! Structs without a layout, generic structs, and structs with traits of the standard library.

use super::statement::step;
use super::value::node;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

/// The generic struct.
const BOTH: &str = "#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
pub struct Both<T> {
pub a: T,
pub b: T,
}
#[device]
impl<T: amp::Value> Both<T> {
pub const COUNT: u32 = 2;
fn new(a: T, b: T) -> Self {
Both { b, a }
}
fn swapped(self) -> Self {
Both { a: self.b, b: self.a }
}
fn pick(&self, first: bool) -> T {
if first { self.a } else { self.b }
}
fn put(&mut self, value: T) {
self.a = self.b;
self.b = value;
}
}
";

/// The struct with traits of the standard library.
const LINE: &str = "#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Line([u32; 4]);
#[device]
impl std::ops::Index<usize> for Line {
type Output = u32;
fn index(&self, k: usize) -> &u32 {
&self.0[k % 4]
}
}
#[device]
impl std::ops::IndexMut<usize> for Line {
fn index_mut(&mut self, k: usize) -> &mut u32 {
&mut self.0[k % 4]
}
}
#[device]
impl std::ops::Deref for Line {
type Target = [u32; 4];
fn deref(&self) -> &[u32; 4] {
&self.0
}
}
#[device]
impl From<u32> for Line {
fn from(v: u32) -> Self {
Line([v, v ^ 1, 2, v.wrapping_mul(3)])
}
}
#[device]
impl From<[u32; 4]> for Line {
fn from(list: [u32; 4]) -> Self {
Line(list)
}
}
#[device]
impl Add for Line {
type Output = Line;
fn add(self, other: Line) -> Line {
let mut sum = self;
for k in 0..4 {
sum.0[k] = sum.0[k].wrapping_add(other.0[k]);
}
sum
}
}
#[device]
impl std::iter::Sum for Line {
fn sum<I: Iterator<Item = Line>>(iter: I) -> Self {
iter.fold(Line([0; 4]), |a, b| a + b)
}
}
";

impl Scope {
    /// The declarations of the structs of this file that the program has.
    pub(super) fn kept_structs(&mut self) -> Node {
        let mut text = String::new();
        if self.random.percent(40) {
            let fields: Vec<_> = (0..2 + self.random.below(3)).map(|_| self.kept_field()).collect();
            text +=
                "#[device]\n#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]\npub struct Kept {\n";
            fields.iter().enumerate().for_each(|(n, ty)| text += &format!("pub f{n}: {},\n", ty.name()));
            text += "}\n";
            self.kept = Some(Ty::Kept(fields));
        }
        if self.random.percent(35) {
            self.both = true;
            text += BOTH;
        }
        if self.random.percent(35) {
            self.line = true;
            text += LINE;
        }
        Node::text(text)
    }

    /// The type of a field that elements of views cannot have, or any other type with a default.
    fn kept_field(&mut self) -> Ty {
        match self.random.below(6) {
            0 => Ty::Bool,
            1 => Ty::Usize,
            2 => Ty::Tuple(vec![self.scalar(), self.scalar()]),
            3 => Ty::Option(Box::new(self.scalar())),
            4 => self.random.one(&[Ty::Pair, Ty::Vector, Ty::Bits]).clone(),
            _ => self.scalar(),
        }
    }

    /// A type of this file. None if the program does not have the selected one.
    pub(super) fn kept_type(&mut self) -> Option<Ty> {
        match self.random.below(4) {
            0 if self.line => Some(Ty::Line),
            1 if self.both => Some(Ty::Both(Box::new(self.held()))),
            2 | 3 => self.kept.clone(),
            _ => None,
        }
    }

    /// A value of the struct `Kept`.
    pub(super) fn kept_value(
        &mut self,
        fields: &[Ty],
        mut field: impl FnMut(&mut Scope, &Ty) -> Node,
    ) -> Node {
        let ty = Ty::Kept(fields.to_vec());
        if self.random.percent(20) {
            let first = field(self, &fields[0]);
            return node(&ty, "(Kept { f0: $, ..Kept::default() })", [first]);
        }
        let values: Vec<_> = fields.iter().map(|ty| field(self, ty)).collect();
        let list: Vec<_> = (0..fields.len()).map(|n| format!("f{n}: $")).collect();
        node(&ty, format!("(Kept {{ {} }})", list.join(", ")), values)
    }

    /// A value of the generic struct.
    pub(super) fn both_value(&mut self, item: &Ty, d: usize) -> Node {
        let ty = Ty::Both(Box::new(item.clone()));
        match self.random.below(4) {
            0 => node(&ty, "(Both { a: $, b: $ })", [self.value(item, d), self.inferred(item, d)]),
            1 => node(&ty, "Both::new($, $)", [self.value(item, d), self.value(item, d)]),
            2 => node(&ty, "($).swapped()", [self.value(&ty, d)]),
            _ => self.leaf(&ty),
        }
    }

    /// A value of the struct `Line`.
    pub(super) fn line_value(&mut self, d: usize) -> Node {
        let ty = &Ty::Line;
        let array = Ty::Array(Box::new(Ty::U32), 4);
        match self.random.below(6) {
            0 => node(ty, "Line($)", [self.value(&array, d)]),
            1 => node(ty, "Line::from($)", [self.value(&Ty::U32, d)]),
            2 => node(ty, "Line::from($)", [self.value(&array, d)]),
            3 => node(ty, "($ + $)", [self.value(ty, d), self.value(ty, d)]),
            4 => {
                let parts = [self.value(ty, d), self.value(ty, d), self.value(ty, d)];
                node(ty, "[$, $, $].into_iter().sum::<Line>()", parts)
            }
            _ => self.leaf(ty),
        }
    }

    /// A value that a struct of this file contains. None if no variable has such a type.
    pub(super) fn kept_part(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        if *ty == Ty::U32 && self.both && self.random.percent(15) {
            return Some(node(ty, "Both::<i32>::COUNT", []));
        }
        if *ty == Ty::U32
            && let Some(name) = self.variable(&Ty::Line, false)
            && self.random.percent(60)
        {
            let at = self.without_changes(|scope| scope.value(&Ty::Usize, d));
            // The kernel compiler does not know that a constant has a type with `Index` and `Deref`.
            let pattern = match name.contains('C') {
                true => format!("({{ let line: Line = {name}; line[$] }})"),
                false if self.random.percent(50) => format!("{name}[$]"),
                false => format!("(*{name})[$ % 4]"),
            };
            return Some(node(ty, pattern, [at]));
        }
        let name = self.variable(&Ty::Both(Box::new(ty.clone())), false)?;
        let first = self.without_changes(|scope| scope.value(&Ty::Bool, d));
        Some(node(ty, format!("{name}.pick($)"), [first]))
    }

    /// A statement that changes a struct of this file by `IndexMut` or by a method.
    pub(super) fn kept_step(&mut self, name: &str, ty: &Ty, d: usize) -> Node {
        let root = self.visible().find(|v| v.name == name).map(|v| v.root.clone()).unwrap_or_default();
        match ty {
            Ty::Both(item) => {
                let value = self.beside(&root, |scope| scope.value(item, d));
                step(format!("{name}.put($);\n"), [value])
            }
            _ => {
                let operator = *self.random.one(&["=", "^=", "|="]);
                let parts = self.beside(&root, |scope| {
                    let at = scope.value(&Ty::Usize, d.min(1));
                    [at, scope.without_changes(|scope| scope.value(&Ty::U32, d))]
                });
                step(format!("{name}[$] {operator} $;\n"), parts)
            }
        }
    }

    /// The constant value of a struct of this file. None for other types.
    pub(super) fn kept_constant(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        Some(match ty {
            Ty::Kept(fields) => {
                let values: Vec<_> = fields.iter().map(|ty| self.constant_value(ty, d)).collect();
                let list: Vec<_> = (0..fields.len()).map(|n| format!("f{n}: $")).collect();
                node(ty, format!("(Kept {{ {} }})", list.join(", ")), values)
            }
            Ty::Both(item) => {
                let parts = [self.constant_value(item, d), self.constant_value(item, d)];
                node(ty, "(Both { a: $, b: $ })", parts)
            }
            Ty::Line => {
                let array = Ty::Array(Box::new(Ty::U32), 4);
                Node::new(Kind::Value(ty.clone()), "Line($)", [self.constant_value(&array, d)])
            }
            _ => return None,
        })
    }
}
