//! Generic functions, const parameters, and traits.

use super::{Form, Function, Mode, Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// A function that is called with several types or constants.
    pub(super) fn generic(&mut self) -> Node {
        match self.random.below(8) {
            5.. => self.bounded_generic(),
            0 => self.type_generic(),
            1 => self.const_generic(),
            2 => self.array_length_generic(),
            _ => self.trait_function(),
        }
    }

    fn declare_function(&mut self, name: String, parameters: Vec<(Ty, Mode)>, result: Ty) {
        self.functions.push(Function::new(&name, parameters, result, Form::Path));
    }

    /// A function with a type parameter, which selects and swaps values.
    fn type_generic(&mut self) -> Node {
        let name = self.fresh("generic");
        let at = self.random.below(9);
        let annotated = self.random.percent(50);
        for _ in 0..3 {
            let ty = self.ty();
            let parameters = vec![
                (ty.clone(), Mode::Value),
                (ty.clone(), Mode::Changed),
                (Ty::Array(Box::new(ty.clone()), 3), Mode::Shared),
                (Ty::Bool, Mode::Value),
            ];
            let call = match annotated {
                true => format!("{name}::<_, {at}>"),
                false => name.clone(),
            };
            self.declare_function(call, parameters, ty);
        }
        let (of, at) = match annotated {
            true => ("T: amp::Value, const K: usize", "K % 3".to_owned()),
            false => ("T: amp::Value", (at % 3).to_string()),
        };
        Node::new(
            Kind::Optional,
            &format!(
                "#[device]\nfn {name}<{of}>(a: T, b: &mut T, c: &[T; 3], d: bool) -> T {{\nlet old = *b;\n\
                 if d {{ *b = a; return c[{at}]; }}\nlet mut all = *c;\nall[1] = old;\n*b = all[{at}];\nold\n}}\n"
            ),
            [],
        )
    }

    /// A function with a const parameter, which each call gives as a turbofish.
    fn const_generic(&mut self) -> Node {
        let name = self.fresh("constant");
        let parameters = vec![(self.ty(), Mode::Value), (self.ty(), Mode::Changed)];
        let result = self.ty();
        let ty = self.random.one(&[Ty::U32, Ty::I32, Ty::Usize]).clone();
        self.declare("K", ty.clone(), false);
        let generic = format!("{name}<const K: {}>", ty.name());
        let head = self.head(&generic, &parameters, &result, false);
        let body = self.body(&result);
        self.end_function();
        for k in [0, 3, 31] {
            self.declare_function(format!("{name}::<{k}>"), parameters.clone(), result.clone());
        }
        Node::new(Kind::Optional, &format!("#[device]\n{head} {{\n$}}\n"), [body])
    }

    /// A function over arrays of any length.
    fn array_length_generic(&mut self) -> Node {
        let name = self.fresh("length");
        let of = |scope: &mut Scope, item: Ty, len: usize| {
            let parameters = vec![(Ty::Array(Box::new(item), len), Mode::Changed), (Ty::I32, Mode::Value)];
            scope.declare_function(name.clone(), parameters, Ty::I32);
        };
        (2..5).for_each(|len| of(self, Ty::I32, len));
        Node::new(
            Kind::Optional,
            &format!(
                "#[device]\nfn {name}<const N: usize>(list: &mut [i32; N], by: i32) -> i32 {{\nlet mut sum = N as i32;\n\
                 for k in (0..N).rev() {{\nif list[k] < by {{ continue; }}\nsum = sum.wrapping_mul(3) ^ list[k];\n\
                 list[k] = list[N - 1 - k].wrapping_add(by);\n}}\nsum\n}}\n"
            ),
            [],
        )
    }

    /// A trait, two structs that implement it, and a generic function with a trait bound.
    fn trait_function(&mut self) -> Node {
        let (of, worth, grow, made) =
            (self.fresh("Trait"), self.fresh("method"), self.fresh("method"), self.fresh("method"));
        let mut impls = Vec::new();
        for owner in [Ty::Point, Ty::Pair] {
            let mut functions = Vec::new();
            for (name, mode, result) in [(&worth, Mode::Shared, Ty::U32), (&grow, Mode::Changed, Ty::I32)] {
                let parameters = vec![(owner.clone(), mode), (Ty::U32, Mode::Value)];
                let head = self.head(name, &parameters, &result, true);
                let body = self.body(&result);
                self.end_function();
                functions.push(Node::new(Kind::Fixed, &format!("{head} {{\n$}}\n"), [body]));
            }
            let value = self.value(&owner, 2);
            let head = format!("fn {made}() -> {}", owner.name());
            functions.push(Node::new(Kind::Fixed, &format!("{head} {{\n$\n}}\n"), [value]));
            let pattern = format!("#[device]\nimpl {of} for {} {{\n$}}\n", owner.name());
            impls.push(Node::new(Kind::Fixed, &pattern, [Node::row(Kind::Fixed, functions)]));
        }
        let via = self.fresh("via");
        for owner in [Ty::Point, Ty::Pair] {
            for (name, mode, result) in [(&worth, Mode::Shared, Ty::U32), (&grow, Mode::Changed, Ty::I32)] {
                let parameters = vec![(owner.clone(), mode), (Ty::U32, Mode::Value)];
                self.functions.push(Function::new(name, parameters, result, Form::Method));
            }
            let parameters = vec![(owner.clone(), Mode::Changed), (Ty::U32, Mode::Value)];
            self.declare_function(via.clone(), parameters, Ty::U32);
        }
        Node::new(
            Kind::Optional,
            &format!(
                "#[device]\npub trait {of} {{\nfn {worth}(&self, k: u32) -> u32;\nfn {grow}(&mut self, k: u32) -> i32;\n\
                 fn {made}() -> Self;\n}}\n$#[device]\nfn {via}<S: {of}>(s: &mut S, k: u32) -> u32 {{\n\
                 let mut other = S::{made}();\nlet by = other.{grow}(k) as u32;\nlet _ = s.{grow}(by);\n\
                 s.{worth}(k) ^ other.{worth}(by)\n}}\n"
            ),
            [Node::row(Kind::Fixed, impls)],
        )
    }
}
