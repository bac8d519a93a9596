//! Generic functions, const parameters, and traits.

use super::{Function, Mode, Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// A function that is called with several types or numbers.
    pub(super) fn generic(&mut self) -> Node {
        match self.random.below(5) {
            0 => self.of_a_type(),
            1 => self.of_a_number(),
            2 => self.of_a_length(),
            _ => self.of_a_trait(),
        }
    }

    fn known(&mut self, name: String, parameters: Vec<(Ty, Mode)>, result: Ty) {
        self.functions.push(Function { name, parameters, result, method: false });
    }

    /// It chooses, and exchanges.
    fn of_a_type(&mut self) -> Node {
        let name = self.fresh("generic");
        let at = self.random.below(9);
        let said = self.random.percent(50);
        for _ in 0..3 {
            let ty = self.ty();
            let parameters = vec![
                (ty.clone(), Mode::Value),
                (ty.clone(), Mode::Changed),
                (Ty::Array(Box::new(ty.clone()), 3), Mode::Shared),
                (Ty::Bool, Mode::Value),
            ];
            let call = match said {
                true => format!("{name}::<_, {at}>"),
                false => name.clone(),
            };
            self.known(call, parameters, ty);
        }
        let (of, at) = match said {
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

    /// Its body is random, with a constant that each call says.
    fn of_a_number(&mut self) -> Node {
        let name = self.fresh("constant");
        let parameters = vec![(self.ty(), Mode::Value), (self.ty(), Mode::Changed)];
        let result = self.ty();
        let ty = self.random.one(&[Ty::U32, Ty::I32, Ty::Usize]).clone();
        self.declare("K", ty.clone(), false);
        let generic = format!("{name}<const K: {}>", ty.name());
        let head = self.head(&generic, &parameters, &result, false);
        let body = self.body(&result);
        self.forget();
        for k in [0, 3, 31] {
            self.known(format!("{name}::<{k}>"), parameters.clone(), result.clone());
        }
        Node::new(Kind::Optional, &format!("#[device]\n{head} {{\n$}}\n"), [body])
    }

    /// Arrays of any length.
    fn of_a_length(&mut self) -> Node {
        let name = self.fresh("length");
        let of = |scope: &mut Scope, item: Ty, len: usize| {
            let parameters = vec![(Ty::Array(Box::new(item), len), Mode::Changed), (Ty::I32, Mode::Value)];
            scope.known(name.clone(), parameters, Ty::I32);
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

    /// A trait, two structs that have it, and a function of what has it.
    fn of_a_trait(&mut self) -> Node {
        let (of, worth, grow, made) =
            (self.fresh("Trait"), self.fresh("method"), self.fresh("method"), self.fresh("method"));
        let mut impls = Vec::new();
        for owner in [Ty::Point, Ty::Pair] {
            let mut functions = Vec::new();
            for (name, mode, result) in [(&worth, Mode::Shared, Ty::U32), (&grow, Mode::Changed, Ty::I32)] {
                let parameters = vec![(owner.clone(), mode), (Ty::U32, Mode::Value)];
                let head = self.head(name, &parameters, &result, true);
                let body = self.body(&result);
                self.forget();
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
                self.functions.push(Function { name: name.clone(), parameters, result, method: true });
            }
            let parameters = vec![(owner.clone(), Mode::Changed), (Ty::U32, Mode::Value)];
            self.known(via.clone(), parameters, Ty::U32);
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
