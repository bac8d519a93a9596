//! `match`: what is looked at, and arms that cover it.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// A scrutinee and arms, each with a block or a value.
    pub(super) fn arms(
        &mut self,
        d: usize,
        mut block: impl FnMut(&mut Scope, usize) -> Node,
    ) -> (Node, Node) {
        let mut arms = Vec::new();
        let mut arm = |scope: &mut Scope, kind: Kind, pattern: &str, bound: Option<(String, Ty)>| {
            let made = scope.inside(|scope| {
                if let Some((name, ty)) = bound {
                    scope.declare(&name, ty, false);
                }
                let guarded = kind == Kind::Optional && scope.random.percent(25);
                // A guard may change nothing.
                let guard = guarded.then(|| scope.unchanging(|scope| scope.value(&Ty::Bool, d.min(1))));
                let block = block(scope, d);
                match guard {
                    Some(guard) => Node::new(kind, &format!("{pattern} if $ => $,\n"), [guard, block]),
                    None => Node::new(kind, &format!("{pattern} => $,\n"), [block]),
                }
            });
            arms.push(made);
        };
        let scrutinee = match self.random.below(6) {
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
