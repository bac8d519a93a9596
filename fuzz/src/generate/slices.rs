//! Slices of arrays and views, and methods of arrays and slices. No slice is empty.

use super::statement::step;
use super::value::node;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

/// An array or a slice that a statement changes or a value reads.
struct List {
    /// The expression that names it.
    place: Node,
    /// The variable that a borrow of it borrows.
    root: String,
    item: Ty,
    /// The length as text, such as `4` or `s.len()`.
    len: String,
}

impl Scope {
    /// The type of the items of a slice.
    pub(super) fn slice_item(&mut self) -> Ty {
        self.random.one(&[Ty::I32, Ty::U32, Ty::U32, Ty::F32, Ty::U8, Ty::I16, Ty::Pair, Ty::Bool]).clone()
    }

    /// An array or a slice of this item in a variable. None if there is none.
    fn list(&mut self, item: &Ty, mutable: bool, d: usize) -> Option<List> {
        let slice = Ty::Slice(Box::new(item.clone()));
        if self.random.percent(50)
            && let Some(name) = self.variable(&slice, mutable)
        {
            let (place, len) = (Node::text(name.clone()), format!("{name}.len()"));
            return Some(List { place, root: name, item: item.clone(), len });
        }
        let first = self.random.below(3);
        (0..3).find_map(|n| {
            let len = 2 + (first + n) % 3;
            let (place, root) = self.place(&Ty::Array(Box::new(item.clone()), len), mutable, d)?;
            Some(List { place, root, item: item.clone(), len: len.to_string() })
        })
    }

    /// Makes a part of an expression that does not touch the list.
    pub(super) fn beside<R>(&mut self, root: &str, make: impl FnOnce(&mut Scope) -> R) -> R {
        self.with_borrows(|scope| {
            scope.borrow(root, true);
            make(scope)
        })
    }

    /// A range of subscripts that contains at least one, as text with `$` for sizes. In the range of a `&mut` borrow of a
    /// slice, Rust rejects the length of the slice.
    fn range_of(&mut self, list: &List, mutable: bool, d: usize) -> (String, Vec<Node>) {
        let len = &list.len;
        let has_len = !mutable || !len.contains('.');
        let (text, count) = match self.random.below(7) {
            0 => ("..".to_owned(), 0),
            1 if has_len => (format!("$ % {len}.."), 1),
            2 if has_len => (format!("..$ % {len} + 1"), 1),
            3 if has_len => (format!("..=$ % {len}"), 1),
            4 if !len.contains('.') => ("1..".to_owned(), 0),
            5 if !len.contains('.') => ("1..2".to_owned(), 0),
            _ => ("..1".to_owned(), 0),
        };
        let parts =
            self.beside(&list.root, |scope| (0..count).map(|_| scope.value(&Ty::Usize, d.min(2))).collect());
        (text, parts)
    }

    /// A slice as an argument: `&w[1..]`, `&mut s[..k]`, `&x[a..b]` of a view, or a reference to an array. Later
    /// arguments do not touch the variable that it borrows.
    pub(super) fn slice_argument(&mut self, item: &Ty, mutable: bool, d: usize) -> Option<Node> {
        let views: Vec<_> = self.views.iter().filter(|(_, of)| of == item).cloned().collect();
        if !mutable && !views.is_empty() && self.random.percent(35) {
            let (view, _) = self.random.one(&views).clone();
            let parts = [self.value(&Ty::Usize, d.min(1)), self.value(&Ty::Usize, d.min(1))];
            return Some(Node::new(Kind::Fixed, &format!("&{view}[$ % 32..33 + $ % 6]"), parts));
        }
        let word = if mutable { "&mut " } else { "&" };
        let Some(list) = self.list(item, mutable, d) else {
            let array = Ty::Array(Box::new(item.clone()), 3);
            return (!mutable).then(|| Node::new(Kind::Fixed, "&{ $ }", [self.value(&array, d)]));
        };
        let (range, parts) = self.range_of(&list, mutable, d);
        self.borrow(&list.root, mutable);
        let is_slice = list.len.contains('.');
        Some(match self.random.below(4) {
            0 if is_slice => list.place,
            0 => Node::new(Kind::Fixed, &format!("{word}$"), [list.place]),
            _ => {
                let parts = std::iter::once(list.place).chain(parts);
                Node::new(Kind::Fixed, &format!("{word}$[{range}]"), parts)
            }
        })
    }

    /// A block in which a slice, or the two slices of `split_at_mut`, have names.
    pub(super) fn sliced(&mut self, d: usize) -> Node {
        let (item, mutable) = (self.slice_item(), self.random.percent(60));
        let Some(list) = self.list(&item, mutable, d) else { return self.local(d) };
        let slice = Ty::Slice(Box::new(item));
        let (a, b) = (self.fresh("v"), self.fresh("v"));
        let splits = !list.len.contains('.') && self.random.percent(35);
        let (range, parts) = self.range_of(&list, mutable, d);
        let steps = self.in_scope(|scope| {
            scope.with_borrows(|scope| {
                scope.borrow(&list.root, mutable);
                scope.declare(&a, slice.clone(), mutable);
                if splits {
                    scope.declare(&b, slice, mutable);
                }
                let count = 1 + scope.random.below(3);
                scope.steps(count, d)
            })
        });
        let word = if mutable { "mut" } else { "" };
        if splits {
            let method = if mutable { "split_at_mut" } else { "split_at" };
            return step(format!("{{\nlet ({a}, {b}) = $.{method}(1);\n$}}\n"), [list.place, steps]);
        }
        let parts = std::iter::once(list.place).chain(parts).chain([steps]);
        step(format!("{{\nlet {a} = &{word} $[{range}];\n$}}\n"), parts)
    }

    /// A statement that changes an array or a slice in place.
    pub(super) fn list_step(&mut self, d: usize) -> Node {
        let item = self.slice_item();
        let Some(list) = self.list(&item, true, d) else { return self.local(d) };
        let len = list.len.clone();
        let (range, bounds) = self.range_of(&list, true, d);
        let kind = self.random.below(11);
        let made = self.beside(&list.root, |scope| {
            let small = |scope: &mut Scope| scope.value(&Ty::Usize, d.min(2));
            let (text, parts) = match kind {
                0 => (format!("swap($ % {len}, $ % {len})"), vec![small(scope), small(scope)]),
                1 => ("fill($)".to_owned(), vec![scope.expected(&list.item, d)]),
                2 => ("reverse()".to_owned(), vec![]),
                3 => (format!("rotate_left($ % ({len} + 1))"), vec![small(scope)]),
                4 => (format!("rotate_right($ % ({len} + 1))"), vec![small(scope)]),
                5 | 6 if matches!(list.item, Ty::I32 | Ty::U32 | Ty::U8 | Ty::I16) => {
                    (scope.random.one(&["sort_unstable()", "sort()"]).to_string(), vec![])
                }
                5 if list.item == Ty::Pair => {
                    let v = scope.fresh("m");
                    let key = scope.closure_of(&[(&v, &Ty::Pair)], &Ty::I32, d.min(1));
                    (format!("sort_by_key(|&{v}| $)"), vec![key])
                }
                7 if list.len.parse::<usize>().is_ok() => {
                    let count = list.len.parse().unwrap_or(2);
                    let array = Ty::Array(Box::new(list.item.clone()), count);
                    ("copy_from_slice(&{ $ })".to_owned(), vec![scope.value(&array, d)])
                }
                8 => (format!("copy_within(0..1, $ % {len})"), vec![small(scope)]),
                _ => return None,
            };
            Some((text, parts))
        });
        let place = std::iter::once(list.place);
        match made {
            Some((text, parts)) => step(format!("$.{text};\n"), place.chain(parts)),
            None => {
                let method = *self.random.one(&["reverse()", "rotate_left(1)", "rotate_right(1)"]);
                step(format!("$[{range}].{method};\n"), place.chain(bounds))
            }
        }
    }

    /// A `usize` or a `bool` that a method of an array or a slice returns.
    pub(super) fn list_value(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let item = self.random.one(&[Ty::I32, Ty::U32, Ty::U8, Ty::I16]).clone();
        if *ty == Ty::Usize && self.random.percent(30) {
            let array = Ty::Array(Box::new(item.clone()), 2 + self.random.below(3));
            let (v, m) = (self.fresh("v"), self.fresh("m"));
            let search = *self.random.one(&[
                "binary_search(&$).unwrap_or_else(|k| k) % 1",
                "partition_point(|&M| M < $)",
                "binary_search(&$).map_or_else(|k| k, |_| 9)",
            ]);
            let (array, key) = (self.value(&array, d), self.value(&item, d.min(1)));
            let search = search.replace('M', &m);
            return Some(node(
                ty,
                format!("{{ let mut {v} = $; {v}.sort_unstable(); {v}.{search} }}"),
                [array, key],
            ));
        }
        let list = self.list(&item, false, d)?;
        let value = self.without_changes(|scope| scope.value(&item, d.min(1)));
        Some(match (ty, self.random.below(3)) {
            (Ty::Usize, 0) => node(ty, "$.len()", [list.place]),
            (Ty::Usize, 1) => {
                let pattern = "$.iter().position(|&m| m == $).unwrap_or(7)";
                node(ty, pattern, [list.place, self.literal(&item)])
            }
            (Ty::Usize, _) => {
                let (range, parts) = self.range_of(&list, false, d);
                node(ty, format!("$[{range}].len()"), std::iter::once(list.place).chain(parts))
            }
            (Ty::Bool, 0) => node(ty, "$.is_empty()", [list.place]),
            (Ty::Bool, 1) => {
                let method = *self.random.one(&["starts_with", "ends_with"]);
                node(ty, format!("$.{method}(&[$])"), [list.place, value])
            }
            (Ty::Bool, _) => node(ty, "$.contains(&$)", [list.place, value]),
            _ => return None,
        })
    }
}
