//! Statements.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

fn step(pattern: impl AsRef<str>, children: impl IntoIterator<Item = Node>) -> Node {
    Node::new(Kind::Optional, pattern.as_ref(), children)
}

impl Scope {
    /// Some statements, one after another, in the block that is being made.
    pub(super) fn steps(&mut self, count: usize, d: usize) -> Node {
        let steps: Vec<_> = (0..count).map(|_| self.step(d)).collect();
        Node::row(Kind::Fixed, steps)
    }

    /// A block of its own.
    fn block(&mut self, d: usize) -> Node {
        let count = 1 + self.random.below(3);
        let steps = self.inside(|scope| scope.steps(count, d));
        Node::new(Kind::Fixed, "{\n$}\n", [steps])
    }

    fn step(&mut self, depth: usize) -> Node {
        if !self.burn() {
            return step("", []);
        }
        let d = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 12 } else { 24 }) {
            0..4 => self.local(d),
            4..8 => self.assignment(d),
            8 => self.destructured(d),
            9 => self.swapped(),
            10 => self.call_step(d),
            11 => self.closure(d),
            12..15 => {
                let (condition, then) = (self.value(&Ty::Bool, d), self.block(d));
                match self.random.below(3) {
                    0 => step("if $ $", [condition, then]),
                    1 => {
                        let otherwise = self.block(d);
                        step("if $ $ else $", [condition, then, otherwise])
                    }
                    _ => {
                        let (second, other) = (self.value(&Ty::Bool, d), self.block(d));
                        let otherwise = self.block(d);
                        step("if $ $ else if $ $ else $", [condition, then, second, other, otherwise])
                    }
                }
            }
            15 => {
                let (scrutinee, arms) = self.arms(d, |scope, d| scope.block(d));
                step("match $ {\n$}\n", [scrutinee, arms])
            }
            16..19 => self.for_loop(d),
            19 => self.while_loop(d),
            20 | 21 => self.jump(d),
            22 => {
                let block = self.block(d);
                step("$", [block])
            }
            _ => self.result_step(d),
        }
    }

    fn local(&mut self, d: usize) -> Node {
        let ty = self.ty();
        let value = self.value(&ty, d + 1);
        // Now and then a name that hides another.
        let name = match self.variables.is_empty() || self.random.percent(85) {
            true => self.fresh("v"),
            false => {
                let names: Vec<_> =
                    self.variables.iter().map(|v| v.name.clone()).filter(|n| n.starts_with('v')).collect();
                if names.is_empty() { self.fresh("v") } else { self.random.one(&names).clone() }
            }
        };
        let mutable = self.random.percent(60);
        // The type of a variant is rustc's to see.
        let written = if self.random.percent(60) || ty.name().contains("Shade") {
            format!(": {}", ty.name())
        } else {
            String::new()
        };
        let mark = if mutable { "mut " } else { "" };
        self.declare(&name, ty, mutable);
        step(format!("let {mark}{name}{written} = $;\n"), [value])
    }

    fn assignment(&mut self, d: usize) -> Node {
        let ty = self.ty();
        let Some(name) = self.variable(&ty, true) else { return self.local(d) };
        match &ty {
            Ty::Array(item, len) if self.random.percent(70) => {
                let (at, value) = (self.value(&Ty::Usize, d.min(2)), self.value(item, d));
                step(format!("{name}[$ % {len}] = $;\n"), [at, value])
            }
            Ty::Tuple(parts) if self.random.percent(50) => {
                let n = self.random.below(parts.len());
                let value = self.value(&parts[n], d);
                step(format!("{name}.{n} = $;\n"), [value])
            }
            Ty::Point if self.random.percent(70) => match self.random.below(3) {
                0 => step(format!("{name}.x = $;\n"), [self.value(&Ty::I32, d)]),
                1 => step(format!("{name}.y = $;\n"), [self.value(&Ty::F32, d)]),
                _ => {
                    let (at, value) = (self.value(&Ty::Usize, d.min(2)), self.value(&Ty::U32, d));
                    step(format!("{name}.z[$ % 2] ^= $;\n"), [at, value])
                }
            },
            Ty::I32 | Ty::U32 if self.random.percent(50) => {
                let operator = *self.random.one(&["&=", "|=", "^="]);
                step(format!("{name} {operator} $;\n"), [self.value(&ty, d)])
            }
            Ty::I32 | Ty::U32 if self.random.percent(30) => {
                step(format!("{name} = {name} % 1000;\n{name} += $ & 255;\n"), [self.value(&ty, d)])
            }
            Ty::I32 | Ty::U32 if self.random.percent(30) => {
                let operator = *self.random.one(&["/=", "%="]);
                step(format!("{name} {operator} ($ & 15) + 1;\n"), [self.value(&ty, d)])
            }
            Ty::I32 | Ty::U32 if self.random.percent(30) => {
                let operator = *self.random.one(&["<<=", ">>="]);
                step(format!("{name} {operator} $ & 31;\n"), [self.value(&Ty::U32, d)])
            }
            Ty::F32 if self.random.percent(40) => {
                let operator = *self.random.one(&["+=", "-=", "*="]);
                step(format!("{name} {operator} $;\n{name} %= 64.0;\n"), [self.value(&ty, d)])
            }
            _ => step(format!("{name} = $;\n"), [self.value(&ty, d + 1)]),
        }
    }

    fn destructured(&mut self, d: usize) -> Node {
        match self.random.below(4) {
            0 => {
                let parts = vec![self.scalar(), self.scalar()];
                let value = self.value(&Ty::Tuple(parts.clone()), d + 1);
                let names = [self.fresh("v"), self.fresh("v")];
                let mutable = self.random.percent(50);
                let mark = if mutable { "mut " } else { "" };
                for (name, ty) in names.iter().zip(parts) {
                    self.declare(name, ty, mutable);
                }
                step(format!("let ({mark}{}, {mark}{}) = $;\n", names[0], names[1]), [value])
            }
            1 => {
                let value = self.value(&Ty::Point, d + 1);
                let (x, y) = (self.fresh("v"), self.fresh("v"));
                self.declare(&x, Ty::I32, false);
                self.declare(&y, Ty::F32, false);
                step(format!("let Point {{ x: {x}, y: {y}, .. }} = $;\n"), [value])
            }
            2 => {
                let item = self.scalar();
                let value = self.value(&Ty::Array(Box::new(item.clone()), 2), d + 1);
                let names = [self.fresh("v"), self.fresh("v")];
                names.iter().for_each(|name| self.declare(name, item.clone(), false));
                step(format!("let [{}, {}] = $;\n", names[0], names[1]), [value])
            }
            _ => {
                let ty = self.scalar();
                let (Some(a), Some(b)) = (self.variable(&ty, true), self.variable(&ty, true)) else {
                    return self.local(d);
                };
                let (x, y) = (self.value(&ty, d), self.value(&ty, d));
                if a == b {
                    step(format!("{a} = $;\n"), [x])
                } else {
                    step(format!("({a}, {b}) = ($, $);\n"), [x, y])
                }
            }
        }
    }

    fn swapped(&mut self) -> Node {
        let ty = self.ty();
        match (self.variable(&ty, true), self.variable(&ty, true)) {
            (Some(a), Some(b)) if a != b && self.random.percent(50) => {
                step(format!("std::mem::swap(&mut {a}, &mut {b});\n"), [])
            }
            (Some(a), Some(b)) if a != b => step(format!("({a}, {b}) = ({b}, {a});\n"), []),
            _ => self.local(1),
        }
    }

    /// A call whose result nobody wants: the function changes something.
    fn call_step(&mut self, d: usize) -> Node {
        let changing: Vec<_> = self
            .functions
            .iter()
            .filter(|f| f.parameters.iter().any(|(_, changed)| *changed))
            .cloned()
            .collect();
        if changing.is_empty() {
            return self.assignment(d);
        }
        let function = self.random.one(&changing).clone();
        match self.call_of(&function, d) {
            Some(call) => step("let _ = $;\n", [call]),
            None => self.assignment(d),
        }
    }

    fn closure(&mut self, d: usize) -> Node {
        let ty = self.random.one(&[Ty::I32, Ty::U32, Ty::F32, Ty::Bool]).clone();
        let (name, parameter) = (self.fresh("f"), self.fresh("v"));
        // What it mentions stays borrowed while it lives; so it mentions its parameter only, and what cannot change.
        let outer = std::mem::take(&mut self.variables);
        let seen =
            |n: usize| !outer[n].mutable && outer[n + 1..].iter().all(|later| later.name != outer[n].name);
        self.variables = (0..outer.len()).filter(|n| seen(*n)).map(|n| outer[n].clone()).collect();
        self.declare(&parameter, ty.clone(), false);
        let (loops, closures) = (std::mem::take(&mut self.loops), std::mem::take(&mut self.closures));
        let kernel = std::mem::replace(&mut self.kernel, false);
        let value = self.value_without_steps(&ty, d.min(2));
        self.kernel = kernel;
        self.variables = outer;
        self.loops = loops;
        self.closures = closures;
        self.closures.push((name.clone(), ty.clone()));
        step(format!("let {name} = |{parameter}: {}| $;\n", ty.name()), [value])
    }

    fn value_without_steps(&mut self, ty: &Ty, d: usize) -> Node {
        let fuel = std::mem::replace(&mut self.fuel, 3);
        let value = self.value(ty, d.min(1));
        self.fuel = fuel.saturating_sub(3);
        value
    }

    fn label(&mut self) -> (Option<String>, String) {
        if self.random.percent(40) {
            let label = self.fresh("'l");
            (Some(label.clone()), format!("{label}: "))
        } else {
            (None, String::new())
        }
    }

    fn for_loop(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let name = self.fresh("v");
        let (label, written) = self.label();
        let (ty, range, inner) = match self.random.below(7) {
            0 => (Ty::Usize, "0..($) % 6".to_owned(), Some(self.value(&Ty::Usize, d.min(2)))),
            1 => (Ty::U32, "2..($ & 7)".to_owned(), Some(self.value(&Ty::U32, d.min(2)))),
            2 => (Ty::I32, "(-3..=($ & 3))".to_owned(), Some(self.value(&Ty::I32, d.min(2)))),
            3 => (Ty::I32, "(-2..4i32).rev()".to_owned(), None),
            4 => (Ty::Usize, "(1..=9usize).step_by(3)".to_owned(), None),
            5 => {
                let item = self.scalar();
                let array = Ty::Array(Box::new(item.clone()), 3);
                (item, "$".to_owned(), Some(self.value(&array, d.min(2))))
            }
            _ => (Ty::U32, "0..3u32".to_owned(), None),
        };
        self.loops.push((label, false));
        let body = self.inside(|scope| {
            scope.declare(&name, ty, false);
            scope.block(d)
        });
        self.loops.pop();
        match inner {
            Some(inner) => step(format!("{written}for {name} in {range} $"), [inner, body]),
            None => step(format!("{written}for {name} in {range} $"), [body]),
        }
    }

    fn while_loop(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let (name, limit) = (self.fresh("k"), 1 + self.random.below(5));
        let (label, written) = self.label();
        self.declare(&name, Ty::U32, false);
        let more = self.value(&Ty::Bool, d.min(1));
        self.loops.push((label, false));
        let body = self.block(d);
        self.loops.pop();
        step(
            format!("let mut {name} = 0u32;\n{written}while {name} < {limit} && $ {{\n{name} += 1;\n$}}\n"),
            [more, body],
        )
    }

    fn jump(&mut self, d: usize) -> Node {
        let condition = self.value(&Ty::Bool, d);
        let labels: Vec<_> = self.loops.iter().filter_map(|(label, _)| label.clone()).collect();
        match self.random.below(4) {
            0 if self.loops.last().is_some_and(|(_, valued)| !valued) => {
                step("if $ { break; }\n", [condition])
            }
            1 if !self.loops.is_empty() => step("if $ { continue; }\n", [condition]),
            2 if !labels.is_empty() => {
                let word = *self.random.one(&["break", "continue"]);
                let label = self.random.one(&labels).clone();
                step(format!("if $ {{ {word} {label}; }}\n"), [condition])
            }
            _ => match self.result.clone() {
                Some(ty) => {
                    let value = self.value(&ty, d.min(1));
                    step("if $ { return $; }\n", [condition, value])
                }
                None if self.tile.is_none() => step("if $ { return; }\n", [condition]),
                None => self.assignment(d),
            },
        }
    }

    /// Writes where the work-item may.
    fn result_step(&mut self, d: usize) -> Node {
        if !self.kernel {
            return self.assignment(d);
        }
        match self.random.below(6) {
            0 => step("x[i] = $;\n", [self.value(&Ty::I32, d)]),
            1 => step("y[i] ^= $;\n", [self.value(&Ty::U32, d)]),
            2 => step("z[i] = $;\n", [self.value(&Ty::F32, d)]),
            3 => step("q[i].x = $;\n", [self.value(&Ty::I32, d)]),
            4 => step("q[i] = $;\n", [self.value(&Ty::Point, d)]),
            _ => {
                let (at, value) = (self.value(&Ty::Usize, d.min(2)), self.value(&Ty::U32, d.min(2)));
                step("atomic_fetch_add(&mut h[$ % 8], $ & 7);\n", [at, value])
            }
        }
    }
}
