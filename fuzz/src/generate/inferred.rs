//! Values whose types follow from their positions: literals without suffixes, results of generic functions, and casts
//! to `_`.

use super::value::node;
use super::{Form, Function, Mode, Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// A value in a position that determines its type: an annotated variable, a field, an argument, the right side
    /// of an assignment. So a scalar may be written as `.. as _`.
    pub(super) fn expected(&mut self, ty: &Ty, d: usize) -> Node {
        let scalar = ty.is_number() && *ty != Ty::Usize;
        if scalar && d > 0 && self.random.percent(10) {
            let from: &[Ty] = match ty {
                Ty::F32 | Ty::F64 => &[Ty::F32],
                _ => &[Ty::I32, Ty::U32, Ty::F32],
            };
            let from = self.random.one(from).clone();
            return node(ty, "($ as _)", [self.value(&from, d - 1)]);
        }
        self.inferred(ty, d)
    }

    /// A value whose type follows from another operand or branch, such as `b` in `a + b`. It may be a literal
    /// without a suffix.
    pub(super) fn inferred(&mut self, ty: &Ty, d: usize) -> Node {
        match self.random.below(10) {
            0 | 1 if ty.is_number() => self.unsuffixed(ty),
            2 if ty.is_number() && d > 0 => {
                let parts = [self.value(&Ty::Bool, d - 1), self.unsuffixed(ty), self.inferred(ty, d - 1)];
                node(ty, "(if $ { $ } else { $ })", parts)
            }
            3 | 4 if ty.is_number() && d > 0 => {
                let fits = |f: &&Function| f.inferable && f.result == *ty;
                let fits: Vec<_> = self.functions.iter().filter(fits).cloned().collect();
                if fits.is_empty() {
                    return self.value(ty, d);
                }
                let function = self.random.one(&fits).clone();
                self.inferred_call(&function, d)
            }
            _ => self.value(ty, d),
        }
    }

    /// A call whose result determines the types of the arguments.
    fn inferred_call(&mut self, function: &Function, d: usize) -> Node {
        let arguments: Vec<_> = function
            .parameters
            .iter()
            .map(|(ty, mode)| match mode {
                Mode::Small => node(ty, self.random.below(16).to_string() + point(ty), []),
                Mode::Typed => self.inferred(ty, d - 1),
                _ => self.value(ty, d - 1),
            })
            .collect();
        let holes = vec!["$"; arguments.len()].join(", ");
        node(&function.result, format!("{}({holes})", function.name), arguments)
    }

    /// A value whose sum with an integer below 1000 does not overflow.
    pub(super) fn small_inferred(&mut self, ty: &Ty, d: usize) -> Node {
        let fits = |f: &&Function| f.inferable && f.result == *ty && f.parameters[0].1 == Mode::Small;
        let fits: Vec<_> = self.functions.iter().filter(fits).cloned().collect();
        match fits.is_empty() {
            true => node(ty, self.random.below(99).to_string(), []),
            false => {
                let function = self.random.one(&fits).clone();
                self.inferred_call(&function, d.max(1))
            }
        }
    }

    /// A literal without a suffix.
    pub(super) fn unsuffixed(&mut self, ty: &Ty) -> Node {
        let digits = self.random.below(40) as isize;
        match ty {
            Ty::I32 | Ty::I64 | Ty::I8 | Ty::I16 if self.random.percent(30) => {
                node(ty, format!("(-{digits})"), [])
            }
            Ty::F32 | Ty::F64 if self.random.percent(30) => node(ty, format!("(-{digits}.0)"), []),
            _ => node(ty, format!("{digits}{}", point(ty)), []),
        }
    }

    /// Generic functions with bounds of the standard library.
    pub(super) fn bounded_generic(&mut self) -> Node {
        let some = [Ty::I32, Ty::U32, Ty::F32];
        let own = if self.own { vec![Ty::Own] } else { Vec::new() };
        let vectors = || [Ty::Vector, Ty::F32, Ty::U32, Ty::I32];
        let name = self.fresh("bounded");
        let two = |ty: &Ty, mode: Mode| vec![(ty.clone(), mode.clone()), (ty.clone(), mode)];
        let text = match self.random.below(6) {
            0 => {
                for ty in vectors() {
                    self.declare_inferable(&name, two(&ty, Mode::Small), &ty);
                }
                "<T: amp::Value + Add<Output = T>>(a: T, b: T) -> T {\nlet c = a + b;\nc\n}\n"
            }
            1 => {
                for ty in vectors() {
                    self.declare_inferable(&name, vec![(ty.clone(), Mode::Small)], &ty);
                }
                "<T: amp::Value + std::ops::Add<Output = T>>(a: T) -> T {\na + a\n}\n"
            }
            2 => {
                for ty in some.into_iter().chain(own).chain([Ty::Vector, Ty::Point, Ty::Bool]) {
                    let mut parameters = two(&ty, Mode::Typed);
                    parameters.push((Ty::Bool, Mode::Value));
                    self.declare_inferable(&name, parameters, &ty);
                }
                "<T: amp::Value>(a: T, b: T, c: bool) -> T {\nif c { a } else { b }\n}\n"
            }
            3 => {
                for ty in some.into_iter().chain(own).chain([Ty::Vector, Ty::Pair]) {
                    let parameters = vec![(Ty::Bool, Mode::Value), (ty.clone(), Mode::Typed)];
                    self.declare_inferable(&name, parameters, &ty);
                }
                "<T: amp::Value + Default>(a: bool, b: T) -> T {\nlet mut c = T::default();\nif a { c = b; }\nc\n}\n"
            }
            4 => {
                for ty in some {
                    self.declare_inferable(&name, two(&ty, Mode::Typed), &ty);
                }
                "<T>(a: T, b: T) -> T where T: amp::Value + PartialOrd {\nif a < b { return a; }\nb\n}\n"
            }
            _ => return self.output_generic(&name),
        };
        Node::text(format!("#[device]\nfn {name}{text}"))
    }

    /// A function whose result is the associated type of an operator.
    fn output_generic(&mut self, name: &str) -> Node {
        let operators = [("Add", "+"), ("Sub", "-"), ("Mul", "*")];
        let (of, operator) = *self.random.one(&operators);
        let pattern = format!("($ {operator} $)");
        let uses = |f: &&Function| f.form == Form::Operator && f.name == pattern;
        let found: Vec<_> = self.functions.iter().filter(uses).cloned().collect();
        for Function { parameters, result, .. } in found {
            let parameters = parameters.into_iter().map(|(ty, _)| (ty, Mode::Typed)).collect();
            self.functions.push(Function::new(name, parameters, result, Form::Path));
        }
        Node::text(format!(
            "#[device]\nfn {name}<A: amp::Value + {of}<B>, B: amp::Value>(a: A, b: B) -> A::Output\n\
             where A::Output: amp::Value {{\nlet c = a {operator} b;\nc\n}}\n"
        ))
    }

    fn declare_inferable(&mut self, name: &str, parameters: Vec<(Ty, Mode)>, result: &Ty) {
        let function = Function::new(name, parameters, result.clone(), Form::Path);
        self.functions.push(Function { inferable: true, ..function });
    }
}

/// The end of a literal of the type, after the digits of an integer.
fn point(ty: &Ty) -> &'static str {
    if matches!(ty, Ty::F32 | Ty::F64) { ".0" } else { "" }
}
