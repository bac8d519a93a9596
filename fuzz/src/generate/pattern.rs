//! `match` expressions with exhaustive arms.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// A scrutinee and its arms, each with a block or a value.
    pub(super) fn arms(
        &mut self,
        d: usize,
        mut block: impl FnMut(&mut Scope, usize) -> Node,
    ) -> (Node, Node) {
        let mut arms = Vec::new();
        let mut arm = |scope: &mut Scope, kind: Kind, pattern: &str, bound: Option<(String, Ty)>| {
            let made = scope.in_scope(|scope| {
                if let Some((name, ty)) = bound {
                    scope.declare(&name, ty, false);
                }
                let guarded = kind == Kind::Optional && scope.random.percent(25);
                // A guard changes no variable.
                let guard = guarded.then(|| scope.without_changes(|scope| scope.value(&Ty::Bool, d.min(1))));
                let block = block(scope, d);
                match guard {
                    Some(guard) => Node::new(kind, &format!("{pattern} if $ => $,\n"), [guard, block]),
                    None => Node::new(kind, &format!("{pattern} => $,\n"), [block]),
                }
            });
            arms.push(made);
        };
        let scrutinee = match self.random.below(10) {
            0 => {
                let value = self.value(&Ty::I32, d);
                arm(self, Kind::Optional, "-5..=5", None);
                arm(self, Kind::Optional, "i32::MIN | 7 | 100..", None);
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("{name} @ 10..=90"), Some((name, Ty::I32)));
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &name.clone(), Some((name, Ty::I32)));
                value
            }
            1 => {
                let value = self.value(&Ty::U32, d);
                arm(self, Kind::Optional, "0 | 2 | 4", None);
                arm(self, Kind::Optional, "..16", None);
                arm(self, Kind::Fixed, "_", None);
                value
            }
            2 => {
                let value = self.value(&Ty::Bool, d);
                arm(self, Kind::Fixed, "true", None);
                arm(self, Kind::Fixed, "false", None);
                value
            }
            3 => {
                let value = self.value(&Ty::Shade, d);
                arm(self, Kind::Optional, "Shade::Dark", None);
                arm(self, Kind::Optional, "Shade::Grey | Shade::Light", None);
                arm(self, Kind::Fixed, "_", None);
                value
            }
            4 => {
                let value = self.value(&Ty::Tuple(vec![Ty::I32, Ty::Bool]), d);
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("({name}, true)"), Some((name, Ty::I32)));
                arm(self, Kind::Optional, "(0..=9, _)", None);
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &format!("(_, {name})"), Some((name, Ty::Bool)));
                value
            }
            5 => {
                let value = self.value(&Ty::Tuple(vec![Ty::I32, Ty::Bool, Ty::I32]), d);
                let name = self.fresh("m");
                // Alternatives that bind a name.
                let pattern = format!("({name}, true, 0..=9) | (0..=9, false, {name})");
                arm(self, Kind::Optional, &pattern, Some((name, Ty::I32)));
                let name = self.fresh("m");
                let pattern = format!("(_, _, {name} @ (1 | 7 | 100..)) | (-100 | -1, _, {name})");
                arm(self, Kind::Optional, &pattern, Some((name, Ty::I32)));
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &format!("({name}, ..)"), Some((name, Ty::I32)));
                value
            }
            6 => {
                let value = self.value(&Ty::Point, d);
                let name = self.fresh("m");
                arm(
                    self,
                    Kind::Optional,
                    &format!("Point {{ x: -9..=9, y: {name}, .. }}"),
                    Some((name, Ty::F32)),
                );
                let name = self.fresh("m");
                arm(
                    self,
                    Kind::Optional,
                    &format!("Point {{ z: {name}, x: 7 | 1.. , y: _ }}"),
                    Some((name, Ty::Array(Box::new(Ty::U32), 2))),
                );
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &format!("Point {{ x: {name}, .. }}"), Some((name, Ty::I32)));
                value
            }
            7 => {
                let value = self.value(&Ty::Pair, d);
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("Pair(0, {name})"), Some((name, Ty::U32)));
                let name = self.fresh("m");
                let pattern = format!("Pair({name}, 0..=9) | Pair({name} @ 1.., _)");
                arm(self, Kind::Optional, &pattern, Some((name, Ty::I32)));
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("Pair {{ 1: {name}, .. }}"), Some((name, Ty::U32)));
                arm(self, Kind::Fixed, "_", None);
                value
            }
            8 => {
                let value = self.value(&Ty::Tuple(vec![Ty::Pair, Ty::Shade]), d);
                let name = self.fresh("m");
                let pattern = format!("(Pair({name}, _), Shade::Grey | Shade::Dark)");
                arm(self, Kind::Optional, &pattern, Some((name, Ty::I32)));
                let name = self.fresh("m");
                let pattern = format!("(Pair(_, {name}), _)");
                arm(self, Kind::Fixed, &pattern, Some((name, Ty::U32)));
                value
            }
            _ => {
                let value = self.value(&Ty::Usize, d);
                arm(self, Kind::Optional, "0", None);
                arm(self, Kind::Optional, "1..=3", None);
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &name.clone(), Some((name, Ty::Usize)));
                value
            }
        };
        (scrutinee, Node::row(Kind::Fixed, arms))
    }
}
