//! Chains of iterators, with closures that change nothing outside.

use super::value::node;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// The value of a chain.
    pub(super) fn iterator_chain(&mut self, ty: &Ty, d: usize) -> Node {
        let d = d.min(2);
        let item = match ty {
            Ty::I32 | Ty::U32 | Ty::F32 if self.random.percent(60) => ty.clone(),
            _ => self.random.one(&[Ty::I32, Ty::U32, Ty::F32]).clone(),
        };
        let mut chain = self.source(&item, d);
        for _ in 0..self.random.below(4) {
            chain = self.adapted(chain, &item, d);
        }
        self.consumed(chain, &item, ty, d)
    }

    /// An iterator over a few items.
    fn source(&mut self, item: &Ty, d: usize) -> Node {
        let name = item.name();
        let array = Ty::Array(Box::new(item.clone()), 1 + self.random.below(4));
        let (pattern, parts) = match self.random.below(7) {
            0 | 1 => {
                let argument = self.fresh("v");
                let body = self.closure_from(&[(&argument, &Ty::Usize)], item, d);
                let count = self.value(&Ty::Usize, 1);
                (format!("(0..$ % 6).map(|{argument}| -> {name} {{ $ }})"), vec![count, body])
            }
            2 => ("($).into_iter()".to_owned(), vec![self.value(&array, d)]),
            3 => ("std::iter::once($)".to_owned(), vec![self.value(item, d)]),
            4 => ("($).iter().copied().rev()".to_owned(), vec![self.value(&array, d)]),
            5 => {
                let (a, b) = (self.value(&array, d), self.value(&array, d));
                ("($).into_iter().chain($)".to_owned(), vec![a, b])
            }
            _ => ("($).iter().copied()".to_owned(), vec![self.value(&array, d)]),
        };
        Node::new(Kind::Fixed, &pattern, parts)
    }

    /// The iterator with one more adaptor. Its items have the same type.
    fn adapted(&mut self, chain: Node, item: &Ty, d: usize) -> Node {
        let name = item.name();
        let (v, k) = (self.fresh("v"), self.fresh("k"));
        let (pattern, parts) = match self.random.below(13) {
            0 => (format!("$.map(|{v}| -> {name} {{ $ }})"), vec![self.closure_from(&[(&v, item)], item, d)]),
            1 => {
                let parts = vec![self.closure_from(&[(&v, item)], &Ty::Bool, d)];
                (format!("$.filter(|&{v}| -> bool {{ $ }})"), parts)
            }
            2 => ("$.take($ % 5)".to_owned(), vec![self.value(&Ty::Usize, 1)]),
            3 => ("$.skip($ % 4)".to_owned(), vec![self.value(&Ty::Usize, 1)]),
            4 => ("$.step_by(1 + $ % 3)".to_owned(), vec![self.value(&Ty::Usize, 1)]),
            5 => {
                let parts = vec![self.closure_from(&[(&v, item)], &Ty::Bool, d)];
                (format!("$.take_while(|&{v}| -> bool {{ $ }})"), parts)
            }
            6 => {
                let parts = vec![self.closure_from(&[(&v, item)], &Ty::Bool, d)];
                (format!("$.skip_while(|&{v}| -> bool {{ $ }})"), parts)
            }
            7 => {
                let parts = vec![self.closure_from(&[(&k, &Ty::Usize), (&v, item)], item, d)];
                (format!("$.enumerate().map(|({k}, {v})| -> {name} {{ $ }})"), parts)
            }
            8 => {
                let parts = vec![self.closure_from(&[(&v, item), (&k, &Ty::U32)], item, d)];
                (format!("$.zip(2..7u32).map(|({v}, {k})| -> {name} {{ $ }})"), parts)
            }
            9 => {
                let array = Ty::Array(Box::new(item.clone()), 2);
                ("$.chain($)".to_owned(), vec![self.value(&array, d)])
            }
            10 => {
                let parts = vec![self.closure_from(&[(&v, item)], item, 1)];
                (format!("$.flat_map(|{v}| [{v}, {{ $ }}])"), parts)
            }
            11 => {
                let parts = vec![
                    self.closure_from(&[(&v, item)], &Ty::Bool, d),
                    self.closure_from(&[(&v, item)], item, 1),
                ];
                (format!("$.filter_map(|{v}| if $ {{ Some($) }} else {{ None::<{name}> }})"), parts)
            }
            _ => {
                let parts = vec![self.value(item, 1), self.closure_from(&[(&k, item), (&v, item)], item, 1)];
                (format!("$.scan($, |state, {v}| {{ let {k} = *state; *state = $; Some(*state) }})"), parts)
            }
        };
        Node::new(Kind::Fixed, &pattern, std::iter::once(chain).chain(parts))
    }

    /// The result of a consumer.
    fn consumed(&mut self, chain: Node, item: &Ty, ty: &Ty, d: usize) -> Node {
        let (v, k) = (self.fresh("v"), self.fresh("k"));
        let name = ty.name();
        let predicate = |scope: &mut Scope| scope.closure_from(&[(&v, item)], &Ty::Bool, d);
        match self.random.below(6) {
            0 if *ty == Ty::Bool => {
                let method = *self.random.one(&["any", "all"]);
                let parts = [chain, predicate(self)];
                node(ty, format!("$.{method}(|{v}| -> bool {{ $ }})"), parts)
            }
            1 if *ty == Ty::Usize => node(ty, "$.count()", [chain]),
            2 if *ty == Ty::Usize => {
                let parts = [chain, predicate(self), self.value(ty, 1)];
                node(ty, format!("$.position(|{v}| -> bool {{ $ }}).unwrap_or($)"), parts)
            }
            3 if ty == item => {
                let parts = [chain, predicate(self), self.value(ty, 1)];
                node(ty, format!("$.find(|&{v}| -> bool {{ $ }}).unwrap_or($)"), parts)
            }
            4 if ty == item && *ty != Ty::F32 => {
                let method = *self.random.one(&["max", "min", "last"]);
                let parts = [chain, self.value(ty, 1)];
                node(ty, format!("$.{method}().unwrap_or($)"), parts)
            }
            5 if ty == item => {
                let parts = [chain, self.closure_from(&[(&k, ty), (&v, item)], ty, d), self.value(ty, 1)];
                node(ty, format!("$.reduce(|{k}, {v}| -> {name} {{ $ }}).unwrap_or($)"), parts)
            }
            _ => {
                let parts = [chain, self.value(ty, 1), self.closure_from(&[(&k, ty), (&v, item)], ty, d)];
                node(ty, format!("$.fold($, |{k}: {name}, {v}| -> {name} {{ $ }})"), parts)
            }
        }
    }

    /// The body of a closure with these parameters.
    fn closure_from(&mut self, parameters: &[(&String, &Ty)], result: &Ty, d: usize) -> Node {
        self.in_closure(parameters, |scope| scope.value(result, d.min(2)))
    }
}
