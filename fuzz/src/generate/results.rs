//! Values of `Result`, and what follows from values of `Option` and `Result`: `?`, `unwrap_or` and conditions.

use super::value::node;
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// A value of type `Result<ok, error>`.
    pub(super) fn result_value(&mut self, ok: &Ty, error: &Ty, d: usize) -> Node {
        let whole = |ok: &Ty, error: &Ty| Ty::Result(Box::new(ok.clone()), Box::new(error.clone()));
        let ty = whole(ok, error);
        let (v, types) = (self.fresh("m"), format!("{}, {}", ok.name(), error.name()));
        match self.random.below(14) {
            0..3 => node(&ty, format!("Ok::<{types}>($)"), [self.value(ok, d)]),
            3 | 4 => node(&ty, format!("Err::<{types}>($)"), [self.value(error, d)]),
            5 | 6 => {
                let parts = [self.value(&Ty::Bool, d), self.value(ok, d), self.value(error, d)];
                node(&ty, "(if $ { Ok($) } else { Err($) })", parts)
            }
            7 => {
                let option = Ty::Option(Box::new(ok.clone()));
                node(&ty, "($).ok_or($)", [self.value(&option, d), self.value(error, d)])
            }
            8 => {
                let option = Ty::Option(Box::new(ok.clone()));
                let parts = [self.value(&option, d), self.closure_of(&[], error, d)];
                node(&ty, "($).ok_or_else(|| $)", parts)
            }
            9 => {
                let from = self.held();
                let parts = [self.value(&whole(&from, error), d), self.closure_of(&[(&v, &from)], ok, d)];
                node(&ty, format!("($).map(|{v}| $)"), parts)
            }
            10 => {
                let from = self.random.one(&[Ty::U32, Ty::Pair]).clone();
                let parts = [self.value(&whole(ok, &from), d), self.closure_of(&[(&v, &from)], error, d)];
                node(&ty, format!("($).map_err(|{v}| $)"), parts)
            }
            11 => {
                let from = self.held();
                let parts = [self.value(&whole(&from, error), d), self.closure_of(&[(&v, &from)], &ty, d)];
                node(&ty, format!("($).and_then(|{v}| $)"), parts)
            }
            12 => {
                let parts = [self.value(&whole(ok, &Ty::U32), d), self.closure_of(&[(&v, &Ty::U32)], &ty, d)];
                node(&ty, format!("($).or_else(|{v}| $)"), parts)
            }
            _ => self.leaf(&ty),
        }
    }

    /// A value of `ty` that an `Option` or a `Result` contains.
    pub(super) fn unwrapped(&mut self, ty: &Ty, d: usize) -> Node {
        if self.random.percent(40)
            && let Some(value) = self.question(ty, d)
        {
            return value;
        }
        let (v, e) = (self.fresh("m"), self.fresh("m"));
        if self.random.percent(35) {
            let result = Ty::Result(Box::new(ty.clone()), Box::new(Ty::U32));
            let value = self.value(&result, d);
            return match self.random.below(3) {
                0 => node(ty, "($).unwrap_or($)", [value, self.value(ty, d)]),
                1 => {
                    let parts = [value, self.closure_of(&[(&e, &Ty::U32)], ty, d)];
                    node(ty, format!("($).unwrap_or_else(|{e}| $)"), parts)
                }
                _ => {
                    let parts = [
                        value,
                        self.closure_of(&[(&e, &Ty::U32)], ty, d),
                        self.closure_of(&[(&v, ty)], ty, d),
                    ];
                    node(ty, format!("($).map_or_else(|{e}| $, |{v}| $)"), parts)
                }
            };
        }
        let whole = Ty::Option(Box::new(ty.clone()));
        match self.random.below(7) {
            0 | 1 => node(ty, "($).unwrap_or($)", [self.value(&whole, d), self.value(ty, d)]),
            2 => {
                let parts = [self.value(&whole, d), self.closure_of(&[], ty, d)];
                node(ty, "($).unwrap_or_else(|| $)", parts)
            }
            3 if ty.has_default() => node(ty, "($).unwrap_or_default()", [self.value(&whole, d)]),
            4 => {
                let from = self.held();
                let whole = Ty::Option(Box::new(from.clone()));
                let parts =
                    [self.value(&whole, d), self.value(ty, d), self.closure_of(&[(&v, &from)], ty, d)];
                node(ty, format!("($).map_or($, |{v}| $)"), parts)
            }
            5 => {
                let parts = [self.value(&whole, d), self.value(ty, d)];
                let method = *self.random.one(&["unwrap()", "expect(\"a value\")"]);
                let test = *self.random.one(&["is_some()", "is_none()"]);
                let pattern = match test {
                    "is_some()" => {
                        format!("{{ let {v} = $; if {v}.{test} {{ {v}.{method} }} else {{ $ }} }}")
                    }
                    _ => format!("{{ let {v} = $; if {v}.{test} {{ $ }} else {{ {v}.{method} }} }}"),
                };
                node(ty, pattern, parts)
            }
            _ => {
                let from = self.held();
                let whole = Ty::Option(Box::new(from.clone()));
                let value = self.value(&whole, d);
                let some = self.in_scope(|scope| {
                    scope.declare(&v, from.clone(), false);
                    scope.block_value(ty, d)
                });
                node(
                    ty,
                    format!("(match $ {{ Some({v}) => $, None => $ }})"),
                    [value, some, self.block_value(ty, d)],
                )
            }
        }
    }

    /// `value?`, in a function whose result is an `Option` or a `Result`.
    fn question(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let whole = match self.result.as_ref()? {
            Ty::Option(_) => Ty::Option(Box::new(ty.clone())),
            Ty::Result(_, error) => Ty::Result(Box::new(ty.clone()), error.clone()),
            _ => return None,
        };
        Some(node(ty, "($)?", [self.value(&whole, d)]))
    }

    /// A condition about an `Option` or a `Result`.
    pub(super) fn option_condition(&mut self, d: usize) -> Node {
        let (ty, v) = (&Ty::Bool, self.fresh("m"));
        let item = self.held();
        let (option, result) =
            (Ty::Option(Box::new(item.clone())), Ty::Result(Box::new(item.clone()), Box::new(Ty::U32)));
        match self.random.below(7) {
            0 => {
                let method = *self.random.one(&["is_some", "is_none"]);
                node(ty, format!("($).{method}()"), [self.value(&option, d)])
            }
            1 => {
                let method = *self.random.one(&["is_ok", "is_err"]);
                node(ty, format!("($).{method}()"), [self.value(&result, d)])
            }
            2 | 3 => {
                let method = *self.random.one(&["is_some_and", "is_none_or"]);
                let parts = [self.value(&option, d), self.closure_of(&[(&v, &item)], ty, d)];
                node(ty, format!("($).{method}(|{v}| $)"), parts)
            }
            4 => {
                let of = match self.random.percent(60) {
                    true => Ty::Option(Box::new(self.scalar())),
                    false => result,
                };
                let operators: &[&str] = match of {
                    Ty::Option(_) => &["==", "!=", "<", ">="],
                    _ => &["==", "!="],
                };
                let operator = *self.random.one(operators);
                node(ty, format!("($ {operator} $)"), [self.value(&of, d), self.value(&of, d)])
            }
            5 => {
                let value = self.value(&result, d);
                let method = *self.random.one(&["is_ok_and", "is_err_and"]);
                let of = if method == "is_ok_and" { item } else { Ty::U32 };
                node(ty, format!("($).{method}(|{v}| $)"), [value, self.closure_of(&[(&v, &of)], ty, d)])
            }
            _ => {
                let value = self.value(&option, d);
                let guard = self.in_scope(|scope| {
                    scope.declare(&v, item.clone(), false);
                    scope.without_changes(|scope| scope.value(ty, d.min(1)))
                });
                node(ty, format!("matches!($, Some({v}) if $)"), [value, guard])
            }
        }
    }
}
