//! The adaptors of chains of iterators.

use super::{Scope, Ty};
use crate::program::WRITTEN;
use crate::tree::{Kind, Node};

impl Scope {
    /// The iterator with one more adaptor. Its items have the same type.
    pub(super) fn adapted(&mut self, chain: Node, item: &Ty, d: usize) -> Node {
        let name = item.name();
        let (v, k) = (self.fresh("v"), self.fresh("k"));
        let (pattern, parts) = match self.random.below(20) {
            0 => (format!("$.map(|{v}| -> {name} {{ $ }})"), vec![self.closure_from(&[(&v, item)], item, d)]),
            1 => {
                let parts = vec![self.closure_from(&[(&v, item)], &Ty::Bool, d)];
                (format!("$.filter(|&{v}| -> bool {{ $ }})"), parts)
            }
            13 => {
                let other = self.random.one(&[Ty::I32, Ty::U8, Ty::Bool, Ty::Pair]).clone();
                let array = Ty::Array(Box::new(other.clone()), 3);
                let parts =
                    vec![self.value(&array, d), self.closure_from(&[(&v, item), (&k, &other)], item, d)];
                (format!("$.zip($).map(|({v}, {k})| -> {name} {{ $ }})"), parts)
            }
            14 => {
                let option = Ty::Option(Box::new(item.clone()));
                let method = *self.random.one(&["filter_map", "map_while"]);
                let parts = vec![self.closure_from(&[(&v, item)], &option, d)];
                (format!("$.{method}(|{v}| $)"), parts)
            }
            15 => ("$.chain(std::iter::once($))".to_owned(), vec![self.value(item, d)]),
            16 => {
                let parts = vec![self.closure_from(&[(&k, &Ty::Usize), (&v, item)], &Ty::Bool, d)];
                (format!("$.enumerate().filter(|&({k}, {v})| $).map(|(_, {v})| {v})"), parts)
            }
            17 => {
                let parts = vec![self.closure_from(&[(&v, item), (&k, &Ty::U8)], item, d)];
                // A `move` closure would take a written view from the closure around it.
                let text = parts[0].print();
                if text
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| WRITTEN.iter().any(|view| view.0 == word))
                {
                    return chain;
                }
                (format!("$.flat_map(|{v}| (1..3u8).map(move |{k}| -> {name} {{ $ }}))"), parts)
            }
            18 => ("$.fuse()".to_owned(), vec![]),
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
}
