//! The sources of chains of iterators.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// An iterator over a few items.
    pub(super) fn source(&mut self, item: &Ty, d: usize) -> Node {
        let name = item.name();
        let array = Ty::Array(Box::new(item.clone()), 1 + self.random.below(4));
        let (pattern, parts) = match self.random.below(16) {
            0 | 1 => {
                let argument = self.fresh("v");
                let body = self.closure_from(&[(&argument, &Ty::Usize)], item, d);
                let count = self.value(&Ty::Usize, 1);
                (format!("(0..$ % 6).map(|{argument}| -> {name} {{ $ }})"), vec![count, body])
            }
            7 | 8 => return self.listed(item, d),
            9 => match item {
                Ty::I32 => ("(-2..4i32)".to_owned(), vec![]),
                Ty::U32 => ("(1..$ & 7)".to_owned(), vec![self.value(item, d)]),
                Ty::F32 => ("(0..4u8).map(f32::from)".to_owned(), vec![]),
                _ => (format!("(3..7{name}).rev()"), vec![]),
            },
            10 => (
                "std::iter::repeat($).take($ % 4)".to_owned(),
                vec![self.value(item, d), self.value(&Ty::Usize, 1)],
            ),
            11 => ("std::iter::repeat_n($, 3)".to_owned(), vec![self.value(item, d)]),
            12 => {
                let v = self.fresh("v");
                let next = self.closure_from(&[(&v, item)], &Ty::Option(Box::new(item.clone())), d);
                (format!("std::iter::successors(Some($), |&{v}| $).take(4)"), vec![self.value(item, d), next])
            }
            13 => {
                let inner = Ty::Array(Box::new(item.clone()), 2);
                let parts = vec![self.value(&inner, d), self.value(&inner, d)];
                ("[$, $].into_iter().flatten()".to_owned(), parts)
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

    /// An iterator over a view, or over the parts of an array or a slice.
    fn listed(&mut self, item: &Ty, d: usize) -> Node {
        let views: Vec<_> = self.views.iter().filter(|(_, of)| of == item).cloned().collect();
        if !views.is_empty() && self.random.percent(40) {
            let (view, _) = self.random.one(&views).clone();
            let order = *self.random.one(&["", ".rev()"]);
            let parts = [self.value(&Ty::Usize, 1), self.value(&Ty::Usize, 1)];
            return Node::new(
                Kind::Fixed,
                &format!("{view}.iter().copied(){order}.skip($ % 62).take($ % 5)"),
                parts,
            );
        }
        let slice = Ty::Slice(Box::new(item.clone()));
        let array = Ty::Array(Box::new(item.clone()), 2 + self.random.below(3));
        let list = match self.variable(&slice, false) {
            Some(name) if self.random.percent(60) => Node::text(name),
            _ => match self.variable(&array, false) {
                Some(name) => Node::text(name),
                None => {
                    let pattern = format!("({})", "$, ".repeat(3)).replace('(', "[").replace(')', "]");
                    let items: Vec<_> = (0..3).map(|_| self.value(item, d)).collect();
                    Node::new(Kind::Fixed, &pattern, items)
                }
            },
        };
        let part = self.fresh("s");
        let kind = self.random.below(4);
        if kind == 0 {
            let order = *self.random.one(&[".cloned()", ".rev().copied()", ".skip(1).copied()"]);
            return Node::new(Kind::Fixed, &format!("$.iter(){order}"), [list]);
        }
        let method = ["windows(2)", "chunks_exact(2)", "chunks(3)"][kind - 1];
        let body = self.closure_from(&[(&part, &slice)], item, d);
        Node::new(Kind::Fixed, &format!("$.{method}.map(|{part}| -> {} {{ $ }})", item.name()), [list, body])
    }
}
