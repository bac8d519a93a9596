//! Chains of iterators as values. Their closures change nothing outside.

use super::value::node;
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// The value of a chain.
    pub(super) fn iterator_chain(&mut self, ty: &Ty, d: usize) -> Node {
        let d = d.min(2);
        let item = match ty {
            Ty::I32 | Ty::U32 | Ty::F32 | Ty::U8 | Ty::I16 if self.random.percent(60) => ty.clone(),
            _ => self.random.one(&[Ty::I32, Ty::U32, Ty::U32, Ty::F32, Ty::U8, Ty::I16]).clone(),
        };
        let mut chain = self.source(&item, d);
        for _ in 0..self.random.below(4) {
            chain = self.adapted(chain, &item, d);
        }
        self.consumed(chain, &item, ty, d)
    }

    /// The result of a consumer.
    fn consumed(&mut self, chain: Node, item: &Ty, ty: &Ty, d: usize) -> Node {
        let (v, k) = (self.fresh("v"), self.fresh("k"));
        let name = ty.name();
        let predicate = |scope: &mut Scope| scope.closure_from(&[(&v, item)], &Ty::Bool, d);
        match self.random.below(13) {
            6 if ty == item => self.summed(chain, ty),
            7 | 8 if ty == item => {
                let best = self.best(&v, item, d);
                node(
                    ty,
                    format!("$.{}.unwrap_or($)", best.0),
                    [chain].into_iter().chain(best.1).chain([self.value(ty, 1)]),
                )
            }
            9 => {
                let option = Ty::Option(Box::new(ty.clone()));
                let parts = [chain, self.closure_from(&[(&v, item)], &option, d), self.value(ty, 1)];
                node(ty, format!("$.find_map(|{v}| $).unwrap_or($)"), parts)
            }
            10 if ty == item => {
                let parts = [chain, self.value(&Ty::Usize, 1), self.value(ty, 1)];
                node(ty, "$.nth($ % 3).unwrap_or($)", parts)
            }
            11 if ty == item && *ty != Ty::F32 => {
                let method = *self.random.one(&["checked_add", "checked_sub", "checked_mul"]);
                let parts = [chain, self.literal(ty), self.value(ty, 1)];
                node(ty, format!("$.try_fold($, |{k}, {v}| {k}.{method}({v})).unwrap_or($)"), parts)
            }
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

    /// `sum` or `product` of items that are so small that nothing overflows.
    fn summed(&mut self, chain: Node, ty: &Ty) -> Node {
        let name = ty.name();
        match (ty, self.random.percent(60)) {
            (Ty::F32, true) => node(ty, "($.take(16).map(|v| v % 4.0).sum::<f32>() % 64.0)", [chain]),
            (Ty::F32, false) => node(ty, "$.take(5).map(|v| v % 3.0).product::<f32>()", [chain]),
            (ty, true) if ty.is_byte() => {
                node(ty, format!("$.take(9).map(|v| v & 7).sum::<{name}>()"), [chain])
            }
            (ty, true) => node(ty, format!("$.take(16).map(|v| v & 1023).sum::<{name}>()"), [chain]),
            (ty, false) => node(ty, format!("$.take(4).map(|v| v & 3).product::<{name}>()"), [chain]),
        }
    }

    /// A consumer that selects the smallest or the greatest item.
    fn best(&mut self, v: &String, item: &Ty, d: usize) -> (String, Option<Node>) {
        let end = *self.random.one(&["min", "max"]);
        if self.random.percent(50) {
            let key = self.random.one(&[Ty::I32, Ty::U32, Ty::U8, Ty::Bool]).clone();
            let key = self.closure_from(&[(v, item)], &key, d);
            return (format!("{end}_by_key(|&{v}| $)"), Some(key));
        }
        let order = match item {
            Ty::F32 => *self.random.one(&["a.total_cmp(b)", "a.partial_cmp(b).unwrap()"]),
            _ => *self.random.one(&["a.cmp(b)", "b.cmp(a)", "a.cmp(b).reverse()"]),
        };
        (format!("{end}_by(|a, b| {order})"), None)
    }

    /// The body of a closure with these parameters.
    pub(super) fn closure_from(&mut self, parameters: &[(&String, &Ty)], result: &Ty, d: usize) -> Node {
        self.in_closure(parameters, |scope| scope.value(result, d.min(2)))
    }
}
