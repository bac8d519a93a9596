//! Expressions.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

fn node(ty: &Ty, pattern: impl AsRef<str>, children: impl IntoIterator<Item = Node>) -> Node {
    Node::new(Kind::Value(ty.clone()), pattern.as_ref(), children)
}

/// An integer that is not negative and below `limit`, a power of two.
fn small(scope: &mut Scope, ty: &Ty, limit: usize, depth: usize) -> Node {
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
        match self.random.below(20) {
            0..3 => return self.leaf(ty),
            3 => {
                let condition = self.value(&Ty::Bool, d);
                let (a, b) = (self.block_value(ty, d), self.block_value(ty, d));
                return node(ty, "(if $ $ else $)", [condition, a, b]);
            }
            4 => {
                let value = self.block_value(ty, d);
                return node(ty, "($)", [value]);
            }
            5 if depth > 1 => return self.match_value(ty, d),
            6 if depth > 1 => return self.loop_value(ty, d),
            7 | 8 => {
                if let Some(call) = self.call(ty, d) {
                    return call;
                }
            }
            9 => {
                if let Some(part) = self.part(ty, d) {
                    return part;
                }
            }
            _ => {}
        }
        match ty {
            Ty::I32 | Ty::U32 => self.integer(ty, d),
            Ty::Usize => self.size(d),
            Ty::F32 => self.float(d),
            Ty::Bool => self.condition(d),
            Ty::Shade => node(ty, "(if $ { Shade::Dark } else { Shade::Light })", [self.value(&Ty::Bool, d)]),
            Ty::Point => {
                let (x, y) = (self.value(&Ty::I32, d), self.value(&Ty::F32, d));
                if self.random.percent(30)
                    && let Some(base) = self.variable(ty, false)
                {
                    return node(ty, format!("(Point {{ x: $, ..{base} }})"), [x]);
                }
                let z = self.value(&Ty::Array(Box::new(Ty::U32), 2), d);
                node(ty, "(Point { x: $, y: $, z: $ })", [x, y, z])
            }
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.value(part, d)).collect();
                node(ty, format!("({})", "$, ".repeat(parts.len())), parts)
            }
            Ty::Array(item, len) if self.random.percent(30) => {
                node(ty, format!("[$; {len}]"), [self.value(item, d)])
            }
            Ty::Array(item, len) => {
                let items: Vec<_> = (0..*len).map(|_| self.value(item, d)).collect();
                node(ty, format!("[{}]", "$, ".repeat(*len)), items)
            }
        }
    }

    /// A literal, a variable, or an element of a view.
    fn leaf(&mut self, ty: &Ty) -> Node {
        if self.random.percent(70)
            && let Some(name) = self.variable(ty, false)
        {
            return node(ty, name, []);
        }
        if self.kernel && self.random.percent(60) {
            let at = match self.random.below(3) {
                0 => "i".to_owned(),
                1 => format!("(i[0] * {} + {}) % 64", self.random.below(5), self.random.below(64)),
                _ => self.random.below(64).to_string(),
            };
            match ty {
                Ty::I32 => return node(ty, format!("a[{at}]"), []),
                Ty::U32 => return node(ty, format!("b[{at}]"), []),
                Ty::F32 => return node(ty, format!("c[{at}]"), []),
                Ty::Point if self.random.percent(50) => return node(ty, format!("p[{at}]"), []),
                Ty::Usize => return node(ty, "i[0]", []),
                _ => {}
            }
        }
        let text = match ty {
            Ty::I32 => {
                let some = [
                    "0i32",
                    "1i32",
                    "-1i32",
                    "7i32",
                    "i32::MAX",
                    "i32::MIN",
                    "-100i32",
                    "0x55i32",
                    "1_000_000i32",
                ];
                (*self.random.one(&some)).to_owned()
            }
            Ty::U32 => {
                let some = [
                    "0u32",
                    "1u32",
                    "2u32",
                    "31u32",
                    "32u32",
                    "u32::MAX",
                    "0x8000_0000u32",
                    "b'a' as u32",
                    "12345u32",
                ];
                let some = if self.random.percent(90) { some[self.random.below(7)] } else { some[8] };
                some.to_owned()
            }
            Ty::F32 => format!("{}.0f32", self.random.below(64) as isize - 20),
            Ty::Bool => ["true", "false"][self.random.below(2)].to_owned(),
            Ty::Usize => format!("{}usize", self.random.below(10)),
            Ty::Shade => ["Shade::Dark", "Shade::Grey", "Shade::Light"][self.random.below(3)].to_owned(),
            other => other.plain(),
        };
        let text = if text.starts_with('-') { format!("({text})") } else { text };
        node(ty, text, [])
    }

    fn integer(&mut self, ty: &Ty, d: usize) -> Node {
        let (signed, name) = (*ty == Ty::I32, ty.name());
        let other = if signed { Ty::U32 } else { Ty::I32 };
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.value(ty, d)];
        match self.random.below(24) {
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
            _ => node(ty, "($)", [self.value(ty, d)]),
        }
    }

    /// A small `usize`: 64 bits on the host, 32 on a device.
    fn size(&mut self, d: usize) -> Node {
        let ty = &Ty::Usize;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.value(ty, d)];
        match self.random.below(5) {
            0 => node(ty, "($ % 64 + $ % 64)", two(self)),
            1 => node(ty, "($ % 16 * ($ % 16))", two(self)),
            2 => node(ty, "($ / ($ % 7 + 1))", two(self)),
            3 => node(ty, "($).min($)", two(self)),
            _ => node(ty, "($ as usize % 64)", [small(self, &Ty::U32, 4096, d)]),
        }
    }

    /// A float that is a small integer: whatever is computed of it is exact.
    fn float(&mut self, d: usize) -> Node {
        let ty = &Ty::F32;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.value(ty, d)];
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
            _ => node(ty, "(0.0 - $)", [self.value(ty, d)]),
        }
    }

    fn condition(&mut self, d: usize) -> Node {
        let ty = &Ty::Bool;
        let two = |scope: &mut Scope| [scope.value(ty, d), scope.value(ty, d)];
        match self.random.below(10) {
            0..4 => {
                let of = self.scalar();
                let operators: &[&str] =
                    if of == Ty::Bool { &["==", "!="] } else { &["<", "<=", ">", ">=", "==", "!="] };
                let operator = *self.random.one(operators);
                node(ty, format!("($ {operator} $)"), [self.value(&of, d), self.value(&of, d)])
            }
            4 => node(ty, "($ && $)", two(self)),
            5 => node(ty, "($ || $)", two(self)),
            6 => {
                let operator = *self.random.one(&["&", "|", "^"]);
                node(ty, format!("($ {operator} $)"), two(self))
            }
            7 => node(ty, "(!$)", [self.value(ty, d)]),
            // With an effect on the right, which may never come.
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

    /// A block with a value.
    fn block_value(&mut self, ty: &Ty, d: usize) -> Node {
        self.inside(|scope| {
            let count = if scope.random.percent(40) { 1 + scope.random.below(2) } else { 0 };
            let steps = scope.steps(count, d);
            let value = scope.value(ty, d);
            node(ty, "{ $ $ }", [steps, value])
        })
    }

    fn match_value(&mut self, ty: &Ty, d: usize) -> Node {
        let (scrutinee, arms) = self.arms(d, |scope, d| scope.block_value(ty, d));
        node(ty, "(match $ { $ })", [scrutinee, arms])
    }

    fn loop_value(&mut self, ty: &Ty, d: usize) -> Node {
        let counter = self.fresh("k");
        let limit = 1 + self.random.below(4);
        self.inside(|scope| {
            scope.declare(&counter, Ty::Usize, false);
            let found = scope.value(ty, d);
            scope.loops.push((None, true));
            let steps = scope.inside(|scope| scope.steps(1, d));
            scope.loops.pop();
            let last = scope.value(ty, d.min(1));
            let pattern = format!(
                "{{ let mut {counter} = 0usize; loop {{ {counter} += 1; if {counter} > {limit} {{ break $; }} if $ {{ break $; }} $ }} }}"
            );
            let early = scope.value(&Ty::Bool, 1);
            node(ty, pattern, [last, early, found, steps])
        })
    }

    fn call(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        if self.random.percent(30) {
            let fits: Vec<_> = self.closures.iter().filter(|(_, of)| of == ty).cloned().collect();
            if !fits.is_empty() {
                let (name, _) = self.random.one(&fits).clone();
                let argument = self.value(ty, d);
                return Some(node(ty, format!("{name}($)"), [argument]));
            }
        }
        let fits: Vec<_> = self.functions.iter().filter(|f| f.result == *ty).cloned().collect();
        if fits.is_empty() {
            return None;
        }
        let function = self.random.one(&fits).clone();
        self.call_of(&function, d)
    }

    /// A call of a function; none, if there is nothing that it could change.
    pub(super) fn call_of(&mut self, function: &super::Function, d: usize) -> Option<Node> {
        let mut arguments = Vec::new();
        let mut lent: Vec<String> = Vec::new();
        for (n, (ty, changed)) in function.parameters.iter().enumerate() {
            if *changed {
                let name = self.variable(ty, true).filter(|name| !lent.contains(name))?;
                arguments.push(Node::text(if function.method && n == 0 {
                    name.clone()
                } else {
                    format!("&mut {name}")
                }));
                lent.push(name);
            } else {
                // Before it is lent, by Rust's order of evaluation; so only where nothing is lent does it grow.
                arguments.push(Node::text("$"));
            }
        }
        let values: Vec<_> = function
            .parameters
            .iter()
            .map(|(ty, changed)| {
                (!changed).then(|| if lent.is_empty() { self.value(ty, d) } else { self.literal(ty) })
            })
            .collect();
        let arguments = arguments.into_iter().zip(values).map(|(text, value)| value.unwrap_or(text));
        let mut arguments: Vec<_> = arguments.collect();
        let mut pattern = String::new();
        if function.method {
            pattern += "($).";
        }
        pattern += &function.name;
        pattern += &format!("({})", vec!["$"; arguments.len() - usize::from(function.method)].join(", "));
        if arguments.is_empty() {
            arguments.push(Node::text(""));
        }
        Some(node(&function.result, pattern, arguments))
    }

    fn literal(&mut self, ty: &Ty) -> Node {
        node(ty, ty.plain(), [])
    }

    /// An item of an array, or a field.
    fn part(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let mut found = Vec::new();
        for variable in &self.variables {
            match &variable.ty {
                Ty::Array(item, len) if **item == *ty => {
                    found.push((variable.clone(), format!("[$ % {len}]"), true))
                }
                Ty::Tuple(parts) => {
                    let fits = parts.iter().enumerate().filter(|(_, part)| *part == ty);
                    found.extend(fits.map(|(n, _)| (variable.clone(), format!(".{n}"), false)));
                }
                Ty::Point => match ty {
                    Ty::I32 => found.push((variable.clone(), ".x".to_owned(), false)),
                    Ty::F32 => found.push((variable.clone(), ".y".to_owned(), false)),
                    Ty::U32 => found.push((variable.clone(), ".z[$ % 2]".to_owned(), true)),
                    _ => {}
                },
                _ => {}
            }
        }
        found.retain(|(v, ..)| {
            self.variables.iter().rev().find(|w| w.name == v.name).is_some_and(|w| w.ty == v.ty)
        });
        if found.is_empty() {
            return None;
        }
        let (variable, path, subscript) = self.random.one(&found).clone();
        let pattern = format!("{}{path}", variable.name);
        let at = subscript.then(|| self.value(&Ty::Usize, d.min(2)));
        Some(node(ty, pattern, at))
    }
}
