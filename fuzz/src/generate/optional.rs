//! Values of `Option`: construction and methods.

use super::value::node;
use super::{Scope, Ty};
use crate::tree::Node;

/// The methods that yield `None` instead of an overflow or a division by zero.
const CHECKED: [&str; 5] = ["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"];

impl Scope {
    /// The type of a value in an `Option`, a `Result` or a variant.
    pub(super) fn held(&mut self) -> Ty {
        match self.random.below(10) {
            0 => self.random.one(&[Ty::Pair, Ty::Point, Ty::Vector, Ty::IVec, Ty::Shade]).clone(),
            1 => Ty::Tuple(vec![self.scalar(), self.scalar()]),
            2 => Ty::Array(Box::new(self.scalar()), 2 + self.random.below(2)),
            3 if self.random.percent(40) => Ty::Option(Box::new(self.scalar())),
            _ => self.scalar(),
        }
    }

    /// `Option` of a random type.
    pub(super) fn option_type(&mut self) -> Ty {
        Ty::Option(Box::new(self.held()))
    }

    /// `Result` of random types.
    pub(super) fn result_type(&mut self) -> Ty {
        let error = self.random.one(&[Ty::U32, Ty::U32, Ty::Bool, Ty::Pair, Ty::Shade]).clone();
        Ty::Result(Box::new(self.held()), Box::new(error))
    }

    /// The body of a closure. It uses its parameters and immutable outer variables.
    pub(super) fn closure_of(&mut self, parameters: &[(&String, &Ty)], result: &Ty, d: usize) -> Node {
        self.in_closure(parameters, |scope| scope.value(result, d.min(2)))
    }

    /// A value of type `Option<item>`.
    pub(super) fn option_value(&mut self, item: &Ty, d: usize) -> Node {
        let ty = Ty::Option(Box::new(item.clone()));
        let v = self.fresh("m");
        let name = item.name();
        match self.random.below(22) {
            0..4 => node(&ty, "Some($)", [self.value(item, d)]),
            4 => node(&ty, format!("None::<{name}>"), []),
            5 => {
                let parts = [self.value(&Ty::Bool, d), self.value(item, d)];
                let pattern = ["(if $ { Some($) } else { None })", "($).then_some($)"];
                node(&ty, self.random.one(&pattern), parts)
            }
            6 => {
                let parts = [self.value(&Ty::Bool, d), self.closure_of(&[], item, d)];
                node(&ty, "($).then(|| $)", parts)
            }
            7 | 8 => {
                let from = self.held();
                let whole = Ty::Option(Box::new(from.clone()));
                let of = if self.random.percent(50) { item.clone() } else { ty.clone() };
                let method = if of == *item { "map" } else { "and_then" };
                let parts = [self.value(&whole, d), self.closure_of(&[(&v, &from)], &of, d)];
                node(&ty, format!("($).{method}(|{v}| $)"), parts)
            }
            9 => {
                let method = *self.random.one(&["or", "xor", "and"]);
                node(&ty, format!("($).{method}($)"), [self.value(&ty, d), self.value(&ty, d)])
            }
            10 => {
                let parts = [self.value(&ty, d), self.closure_of(&[], &ty, d)];
                node(&ty, "($).or_else(|| $)", parts)
            }
            11 | 12 => {
                let parts = [self.value(&ty, d), self.closure_of(&[(&v, item)], &Ty::Bool, d)];
                node(&ty, format!("($).filter(|&{v}| $)"), parts)
            }
            13 => {
                let whole = Ty::Result(Box::new(item.clone()), Box::new(Ty::U32));
                node(&ty, "($).ok()", [self.value(&whole, d)])
            }
            14 => {
                let whole = Ty::Result(Box::new(Ty::I32), Box::new(item.clone()));
                node(&ty, "($).err()", [self.value(&whole, d)])
            }
            15 | 16 => self.checked_element(item, d),
            17 => match self.checked(item, d) {
                Some(value) => value,
                None => node(&ty, "Some($)", [self.value(item, d)]),
            },
            18 => self.taken(item, d),
            19 => match item {
                Ty::Tuple(parts) if parts.len() == 2 => {
                    let parts =
                        [Ty::Option(Box::new(parts[0].clone())), Ty::Option(Box::new(parts[1].clone()))];
                    node(&ty, "($).zip($)", [self.value(&parts[0], d), self.value(&parts[1], d)])
                }
                _ => {
                    let whole = Ty::Option(Box::new(ty.clone()));
                    node(&ty, "($).flatten()", [self.value(&whole, d)])
                }
            },
            20 => match self.variable(&ty, false) {
                Some(name) => {
                    let body = self.closure_of(&[(&v, item)], item, d);
                    let pattern = ["$NAME.as_ref().map(|&$V| $)", "$NAME.as_ref().copied().map(|$V| $)"];
                    let pattern = self.random.one(&pattern).replace("$NAME", &name).replace("$V", &v);
                    node(&ty, pattern, [body])
                }
                None => self.leaf(&ty),
            },
            _ => match self.advanced_range(item) {
                Some(value) => value,
                None => self.leaf(&ty),
            },
        }
    }

    /// An item of an array or of a view, if the subscript is in bounds.
    fn checked_element(&mut self, item: &Ty, d: usize) -> Node {
        let ty = Ty::Option(Box::new(item.clone()));
        let views: Vec<_> = self.views.iter().filter(|(_, of)| of == item).cloned().collect();
        if !views.is_empty() && self.random.percent(40) {
            let (view, _) = self.random.one(&views).clone();
            return node(&ty, format!("{view}.get($ * 5).copied()"), [self.value(&Ty::Usize, d)]);
        }
        let array = Ty::Array(Box::new(item.clone()), 2 + self.random.below(3));
        let name = self.fresh("m");
        let (before, list, after) = match self.variable(&array, false) {
            Some(name) if self.random.percent(50) => (String::new(), Node::text(name), ""),
            _ => {
                let value = self.value(&array, d);
                (format!("{{ let {name}: {} = $; ", array.name()), value, " }")
            }
        };
        let whole = if before.is_empty() { "$".to_owned() } else { name };
        match self.random.below(4) {
            0 => node(&ty, format!("{before}{whole}.first().copied(){after}"), [list]),
            1 => node(&ty, format!("{before}{whole}.last().copied(){after}"), [list]),
            _ => {
                // The subscript changes no variable, because the array is borrowed before it is evaluated.
                let at = self.without_changes(|scope| scope.value(&Ty::Usize, d));
                node(&ty, format!("{before}{whole}.get($).copied(){after}"), [list, at])
            }
        }
    }

    /// Checked arithmetic of integers.
    fn checked(&mut self, item: &Ty, d: usize) -> Option<Node> {
        let ty = Ty::Option(Box::new(item.clone()));
        match item {
            Ty::I32 | Ty::U32 | Ty::I64 | Ty::U64 => {}
            byte if byte.is_byte() => {}
            _ => return None,
        }
        Some(match self.random.below(8) {
            2 if item.is_byte() => {
                let from = self.random.one(&[Ty::I32, Ty::U32]).clone();
                node(&ty, format!("{}::try_from($).ok()", item.name()), [self.value(&from, d)])
            }
            0 => node(&ty, "($).checked_pow($)", [self.value(item, d), self.value(&Ty::U32, d)]),
            1 => {
                let method = *self.random.one(&["checked_shl", "checked_shr"]);
                node(&ty, format!("($).{method}($)"), [self.value(item, d), self.value(&Ty::U32, d)])
            }
            _ => {
                let method = *self.random.one(&CHECKED);
                node(&ty, format!("($).{method}($)"), [self.value(item, d), self.inferred(item, d)])
            }
        })
    }

    /// `take` and `replace` of a variable.
    fn taken(&mut self, item: &Ty, d: usize) -> Node {
        let ty = Ty::Option(Box::new(item.clone()));
        let parts = self.with_borrows(|scope| {
            let (place, root) = scope.place(&ty, true, 1)?;
            scope.borrow(&root, true);
            let value = scope.value(item, d);
            Some([place, value])
        });
        let Some([place, value]) = parts else { return self.leaf(&ty) };
        match self.random.percent(50) {
            true => node(&ty, "$.take()", [place]),
            false => node(&ty, "$.replace($)", [place, value]),
        }
    }
}
