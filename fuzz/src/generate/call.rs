//! Calls of closures and device functions.

use super::value::{node, small};
use super::{Form, Function, Mode, Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    pub(super) fn call(&mut self, ty: &Ty, d: usize) -> Option<Node> {
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

    /// A call of a function. None if no variable fits a parameter.
    pub(super) fn call_of(&mut self, function: &Function, d: usize) -> Option<Node> {
        self.with_borrows(|scope| {
            let mut arguments = Vec::new();
            for (n, (ty, mode)) in function.parameters.iter().enumerate() {
                let receiver = function.form == Form::Operator || function.form != Form::Path && n == 0;
                if function.form == Form::Operator && function.parameters.len() == 1 {
                    arguments.push(scope.operand(ty, d));
                    continue;
                }
                // For scalars, Rust evaluates the right side of `a += b` first; for other types, the left side. So
                // the right side changes no variable.
                arguments.push(match function.form == Form::Assignment && n > 0 {
                    true => scope.without_changes(|scope| scope.value(ty, d)),
                    false => scope.argument(ty, mode, receiver, d)?,
                });
            }
            let holes = |count: usize| vec!["$"; count].join(", ");
            let (name, count) = (&function.name, arguments.len());
            let pattern = match function.form {
                Form::Path => format!("{name}({})", holes(count)),
                Form::Method => format!("$.{name}({})", holes(count - 1)),
                Form::Operator | Form::Assignment => name.clone(),
            };
            Some(node(&function.result, pattern, arguments))
        })
    }

    /// The operand of a unary operator of a user type. It is no call of a generic function: for `!f(a)`, rustc
    /// would expect `a` to have the type of the whole expression.
    fn operand(&mut self, ty: &Ty, d: usize) -> Node {
        match *ty == Ty::Vector && d > 0 && self.random.percent(40) {
            true => node(ty, "($ + $)", [self.value(ty, d - 1), self.value(ty, d - 1)]),
            false => self.leaf(ty),
        }
    }

    /// An argument. Later arguments do not touch a variable that it borrows.
    pub(super) fn argument(&mut self, ty: &Ty, mode: &Mode, receiver: bool, d: usize) -> Option<Node> {
        Some(match mode {
            Mode::Value if receiver => Node::new(Kind::Fixed, "($)", [self.value(ty, d)]),
            Mode::Value => self.expected(ty, d),
            Mode::Typed => self.value(ty, d),
            Mode::Small => match ty {
                Ty::F32 => node(ty, "($ % 8.0)", [self.value(ty, d)]),
                Ty::I32 | Ty::U32 => small(self, ty, 1024, d),
                _ => self.value(ty, d),
            },
            Mode::Changed | Mode::Shared if receiver => {
                let (place, root) = self.place(ty, *mode == Mode::Changed, d)?;
                self.borrow(&root, *mode == Mode::Changed);
                place
            }
            Mode::Changed => {
                let (place, root) = self.place(ty, true, d)?;
                self.borrow(&root, true);
                self.reference("&mut ", place)
            }
            Mode::Shared => match self.place(ty, false, d) {
                Some((place, root)) if self.random.percent(80) => {
                    self.borrow(&root, false);
                    self.reference("&", place)
                }
                _ => Node::new(Kind::Fixed, "&{ $ }", [self.value(ty, d)]),
            },
            Mode::Slice => self.slice_argument(ty, false, d)?,
            Mode::ChangedSlice => self.slice_argument(ty, true, d)?,
            Mode::View => {
                let found: Vec<_> = self.views.iter().filter(|(_, of)| of == ty).cloned().collect();
                if found.is_empty() {
                    return None;
                }
                let name = &self.random.one(&found).0;
                Node::text(self.view_argument(&name.clone()))
            }
            Mode::Written => {
                let name = format!("x{}", &ty.name()[..1]);
                if !self.kernel || !self.visible().any(|v| v.root == name && v.mutable) {
                    return None;
                }
                self.borrow(&name, true);
                Node::text(format!("&mut {name}, i"))
            }
            Mode::Closure => {
                let found: Vec<_> = self.closures.iter().filter(|(_, of)| of == ty).cloned().collect();
                if !found.is_empty() && self.random.percent(60) {
                    let name = &self.random.one(&found).0;
                    return Some(Node::text(if name.starts_with('g') {
                        format!("&{name}")
                    } else {
                        name.clone()
                    }));
                }
                let name = self.fresh("v");
                let fuel = std::mem::replace(&mut self.fuel, 4);
                let value = self.closure_body(&name, ty, d);
                self.fuel = fuel.saturating_sub(4);
                let of = self.spell(ty);
                Node::new(Kind::Fixed, &format!("|{name}: {of}| $"), [value])
            }
        })
    }

    /// A reference to a place: `&a` or `&mut a`. For a place `(*r)`, it may be the reference `r` itself, which
    /// Rust reborrows.
    fn reference(&mut self, word: &str, place: Node) -> Node {
        let text = place.print();
        match text.strip_prefix("(*").and_then(|text| text.strip_suffix(')')) {
            Some(name) if name.chars().all(char::is_alphanumeric) && self.random.percent(50) => {
                Node::text(name)
            }
            _ => Node::new(Kind::Fixed, &format!("{word}$"), [place]),
        }
    }

    /// A view argument: `&a`, or `w` for a variable that already holds a reference to a view. The names of these
    /// variables start with `w`.
    pub(super) fn view_argument(&self, name: &str) -> String {
        if name.starts_with('w') { name.to_owned() } else { format!("&{name}") }
    }

    /// The body of a closure. It uses its parameter and immutable outer variables. A captured mutable variable
    /// could not be changed while the closure lives.
    pub(super) fn closure_body(&mut self, parameter: &str, ty: &Ty, d: usize) -> Node {
        self.in_closure(&[(parameter, ty)], |scope| scope.early_return(ty, d.min(2)))
    }

    /// Makes the body of a closure with these parameters.
    pub(super) fn in_closure(
        &mut self,
        parameters: &[(impl AsRef<str>, &Ty)],
        make: impl FnOnce(&mut Scope) -> Node,
    ) -> Node {
        let outer = self.variables.clone();
        let loops = std::mem::take(&mut self.loops);
        let closures = std::mem::take(&mut self.closures);
        let kernel = std::mem::replace(&mut self.kernel, false);
        let (result, may_return) = (self.result.take(), std::mem::replace(&mut self.may_return, false));
        let seen: Vec<_> = self.visible().filter(|v| !v.mutable).cloned().collect();
        self.variables = seen;
        for (parameter, ty) in parameters {
            self.declare(parameter.as_ref(), (*ty).clone(), false);
        }
        let value = make(self);
        (self.variables, self.loops, self.closures) = (outer, loops, closures);
        (self.kernel, self.result, self.may_return) = (kernel, result, may_return);
        value
    }

    /// A value, possibly after an early `return` of the closure.
    fn early_return(&mut self, ty: &Ty, d: usize) -> Node {
        let pattern = match self.random.below(8) {
            0 | 1 => "{ if $ { return $; } $ }",
            2 => "{ for q in 0..3u32 { if $ && q > 0 { return $; } } $ }",
            _ => return self.value(ty, d),
        };
        let parts = [self.value(&Ty::Bool, 1), self.value(ty, 1), self.inferred(ty, d)];
        Node::new(Kind::Fixed, pattern, parts)
    }
}
