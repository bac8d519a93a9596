//! Statements.

use super::value::node;
use super::{Form, Mode, Scope, Ty};
use crate::tree::{Kind, Node};

pub(super) fn step(pattern: impl AsRef<str>, children: impl IntoIterator<Item = Node>) -> Node {
    Node::new(Kind::Optional, pattern.as_ref(), children)
}

impl Scope {
    /// Several statements in the current block.
    pub(super) fn steps(&mut self, count: usize, d: usize) -> Node {
        let steps: Vec<_> = (0..count).map(|_| self.step(d)).collect();
        Node::row(Kind::Fixed, steps)
    }

    /// A block with a scope of its own.
    pub(super) fn block(&mut self, d: usize) -> Node {
        let count = 1 + self.random.below(3);
        let steps = self.in_scope(|scope| scope.steps(count, d));
        Node::new(Kind::Fixed, "{\n$}\n", [steps])
    }

    fn step(&mut self, depth: usize) -> Node {
        if !self.burn() {
            return step("", []);
        }
        let d = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 13 } else { 44 }) {
            0..4 => self.local(d),
            4..8 => self.assignment(d),
            8 => self.destructured(d),
            9 => self.swapped(),
            10 => self.call_step(d),
            11 => self.closure(d),
            12 => self.view_alias(),
            13..16 => {
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
            16 => {
                let (scrutinee, arms) = self.arms(d, |scope, d| scope.block(d));
                step("match $ {\n$}\n", [scrutinee, arms])
            }
            17..20 => self.for_loop(d),
            20 => self.while_loop(d),
            21 | 22 => self.jump(d),
            23..26 => self.borrowed(d),
            26 if self.random.percent(60) => self.labelled(d),
            26 => {
                let block = self.block(d);
                step("$", [block])
            }
            27 | 28 => self.if_let(d),
            29 => self.while_let(d),
            30 | 31 => self.let_else(d),
            32 | 33 => self.loop_over_array(d),
            34 => self.deferred(d),
            35 => self.local_constant(),
            36 | 37 => self.sliced(d),
            40 | 41 => self.loop_over_chain(d),
            42 => self.loop_over_parts(d),
            38 | 39 => self.list_step(d),
            _ => self.result_step(d),
        }
    }

    /// A variable that every branch initialises.
    fn deferred(&mut self, d: usize) -> Node {
        let (ty, name) = (self.ty(), self.fresh("v"));
        let annotated = self.random.percent(60);
        // Without an annotation, rustc infers the type of the variable from the first branch. So this branch
        // assigns a value and does not jump out.
        let mut is_typed = annotated;
        let mut given = |scope: &mut Scope| {
            let may_jump = std::mem::replace(&mut is_typed, true);
            scope.in_scope(|scope| {
                let count = scope.random.below(2);
                let steps = scope.steps(count, d);
                let jump_out = if may_jump && scope.random.percent(20) { scope.jump_out(d) } else { None };
                match jump_out {
                    Some(jump_out) => Node::new(Kind::Fixed, "{\n$$;\n}\n", [steps, jump_out]),
                    None => {
                        let value = match annotated {
                            true => scope.expected(&ty, d + 1),
                            false => scope.value(&ty, d + 1),
                        };
                        Node::new(Kind::Fixed, &format!("{{\n${name} = $;\n}}\n"), [steps, value])
                    }
                }
            })
        };
        let written = if annotated { format!(": {}", self.spell(&ty)) } else { String::new() };
        let branches = match self.random.percent(60) {
            true => {
                let condition = self.value(&Ty::Bool, d);
                let (then, otherwise) = (given(self), given(self));
                Node::new(Kind::Fixed, "if $ $ else $", [condition, then, otherwise])
            }
            false => {
                let (scrutinee, arms) = self.arms(d, |scope, _| given(scope));
                Node::new(Kind::Fixed, "match $ {\n$}\n", [scrutinee, arms])
            }
        };
        let mutable = self.random.percent(30);
        let mark = if mutable { "mut " } else { "" };
        self.declare(&name, ty, mutable);
        Node::new(Kind::Fixed, &format!("let {mark}{name}{written};\n$"), [branches])
    }

    pub(super) fn local(&mut self, d: usize) -> Node {
        let ty = self.local_ty();
        let annotated = self.random.percent(50) || !ty.is_copy();
        let value = if annotated { self.expected(&ty, d + 1) } else { self.value(&ty, d + 1) };
        // Sometimes a name that shadows another.
        let name = match self.variables.is_empty() || self.random.percent(85) {
            true => self.fresh("v"),
            false => {
                let names: Vec<_> =
                    self.variables.iter().map(|v| v.name.clone()).filter(|n| n.starts_with('v')).collect();
                if names.is_empty() { self.fresh("v") } else { self.random.one(&names).clone() }
            }
        };
        let mutable = self.random.percent(60);
        let written = if annotated { format!(": {}", self.spell(&ty)) } else { String::new() };
        let mark = if mutable { "mut " } else { "" };
        self.declare(&name, ty, mutable);
        step(format!("let {mark}{name}{written} = $;\n"), [value])
    }

    pub(super) fn assignment(&mut self, d: usize) -> Node {
        let ty = self.ty();
        let Some(name) = self.variable(&ty, true) else { return self.local(d) };
        match &ty {
            Ty::Array(item, len) if self.random.percent(70) => {
                let (at, value) = (self.subscript(&name, d), self.value(item, d));
                step(format!("{name}[$ % {len}] = $;\n"), [at, value])
            }
            Ty::Tuple(parts) if self.random.percent(50) => {
                let n = self.random.below(parts.len());
                let value = self.value(&parts[n], d);
                step(format!("{name}.{n} = $;\n"), [value])
            }
            Ty::Pair if self.random.percent(60) => match self.random.below(2) {
                0 => step(format!("{name}.0 = $;\n"), [self.value(&Ty::I32, d)]),
                _ => step(format!("{name}.1 |= $;\n"), [self.value(&Ty::U32, d)]),
            },
            Ty::IVec if self.random.percent(60) => {
                let part = *self.random.one(&["x", "y", "z"]);
                step(format!("{name}.{part} = $;\n"), [self.value(&Ty::I32, d)])
            }
            Ty::Point if self.random.percent(70) => match self.random.below(3) {
                0 => step(format!("{name}.x = $;\n"), [self.value(&Ty::I32, d)]),
                1 => step(format!("{name}.y = $;\n"), [self.value(&Ty::F32, d)]),
                _ => {
                    let at = self.subscript(&name, d);
                    // Rust evaluates the right side of `^=` first for scalars, and the left side first for other
                    // types. amp does not know the element type of the field `z`, so it rejects a right side with
                    // a side effect.
                    let value = self.without_changes(|scope| scope.value(&Ty::U32, d));
                    step(format!("{name}.z[$ % 2] ^= $;\n"), [at, value])
                }
            },
            Ty::I32 | Ty::U32 if self.random.percent(50) => {
                let operator = *self.random.one(&["&=", "|=", "^="]);
                step(format!("{name} {operator} $;\n"), [self.inferred(&ty, d)])
            }
            Ty::I32 | Ty::U32 if self.random.percent(30) => {
                // The right side must not assign to the variable that `% 1000` has just made small, or the sum
                // could overflow.
                let value = self.without_changes(|scope| match scope.random.percent(60) {
                    true => node(&ty, "$ & 255", [scope.value(&ty, d)]),
                    false => scope.small_inferred(&ty, d),
                });
                step(format!("{name} = {name} % 1000;\n{name} += $;\n"), [value])
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
            Ty::Option(item) if self.random.percent(60) => self.option_step(&name, item, d),
            Ty::Both(_) | Ty::Line if self.random.percent(60) => self.kept_step(&name, &ty, d),
            // In a body with barriers, amp may split a variable: it lowers an assignment as the declaration of a
            // new one. The type of the new variable comes from the value alone, so the value has no type that is
            // inferred from its position.
            _ if self.tiled => step(format!("{name} = $;\n"), [self.value(&ty, d + 1)]),
            _ => step(format!("{name} = $;\n"), [self.expected(&ty, d + 1)]),
        }
    }

    /// A subscript of a variable. Its expression does not change the variable, which Rust borrows while it
    /// evaluates the subscript.
    fn subscript(&mut self, name: &str, d: usize) -> Node {
        let root = self.visible().find(|v| v.name == name).map(|v| v.root.clone());
        self.with_borrows(|scope| {
            if let Some(root) = root {
                scope.borrow(&root, root.starts_with('x'));
            }
            scope.value(&Ty::Usize, d.min(2))
        })
    }

    /// A call whose result is unused, for its side effects.
    fn call_step(&mut self, d: usize) -> Node {
        let changing: Vec<_> = self.functions.iter().filter(|f| f.changes()).cloned().collect();
        if changing.is_empty() {
            return self.assignment(d);
        }
        let function = self.random.one(&changing).clone();
        match self.call_of(&function, d) {
            // For `let _ = a.f()`, amp assumes that the method changes `a`, which is an error if `a` is an element
            // of a read-only view. A variable `_unused` avoids that.
            Some(call) if function.form == Form::Assignment => step("$;\n", [call]),
            Some(call) if function.form == Form::Method && function.parameters[0].1 != Mode::Changed => {
                let name = self.fresh("_unused");
                step(format!("let {name} = $;\n"), [call])
            }
            Some(call) => step("let _ = $;\n", [call]),
            None => self.assignment(d),
        }
    }

    fn closure(&mut self, d: usize) -> Node {
        let ty = self.random.one(&[Ty::I32, Ty::U32, Ty::F32, Ty::Bool]).clone();
        let (name, parameter) = (self.fresh("f"), self.fresh("v"));
        let fuel = std::mem::replace(&mut self.fuel, 4);
        let value = self.closure_body(&parameter, &ty, d);
        self.fuel = fuel.saturating_sub(4);
        self.closures.push((name.clone(), ty.clone()));
        let of = self.spell(&ty);
        step(format!("let {name} = |{parameter}: {of}| $;\n"), [value])
    }

    /// Writes to the work-item's own elements.
    fn result_step(&mut self, d: usize) -> Node {
        if !self.kernel || self.counting {
            return self.assignment(d);
        }
        self.counting = true;
        let at = self.random.below(8);
        let (op, first, limit) = *self.random.one(&[
            ("add", 0, 7),
            ("sub", 8, 7),
            ("max", 16, 4095),
            ("min", 24, 4095),
            ("xor", 32, 4095),
            ("or", 40, 4095),
        ]);
        let at = match self.random.percent(50) {
            true => Node::text(at.to_string()),
            false => self.value(&Ty::Usize, d.min(2)),
        };
        let value = self.value(&Ty::U32, d.min(2));
        self.counting = false;
        step(format!("atomic_fetch_{op}(&mut hu[{first} + $ % 8], $ & {limit});\n"), [at, value])
    }
}
