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
        let mut arm = |scope: &mut Scope, kind: Kind, pattern: &str, bound: Vec<(String, Ty)>| {
            let made = scope.in_scope(|scope| {
                bound.into_iter().for_each(|(name, ty)| scope.declare(&name, ty, false));
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
        let scrutinee = match self.random.below(14) {
            0 => {
                let value = self.value(&Ty::I32, d);
                arm(self, Kind::Optional, "-5..=5", Vec::new());
                arm(self, Kind::Optional, "i32::MIN | 7 | 100..", Vec::new());
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("{name} @ 10..=90"), vec![(name, Ty::I32)]);
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &name.clone(), vec![(name, Ty::I32)]);
                value
            }
            1 => {
                let value = self.value(&Ty::U32, d);
                arm(self, Kind::Optional, "0 | 2 | 4", Vec::new());
                arm(self, Kind::Optional, "..16", Vec::new());
                arm(self, Kind::Fixed, "_", Vec::new());
                value
            }
            2 => {
                let value = self.value(&Ty::Bool, d);
                arm(self, Kind::Fixed, "true", Vec::new());
                arm(self, Kind::Fixed, "false", Vec::new());
                value
            }
            3 => {
                let value = self.value(&Ty::Shade, d);
                arm(self, Kind::Optional, "Shade::Dark", Vec::new());
                arm(self, Kind::Optional, "Shade::Grey | Shade::Light", Vec::new());
                arm(self, Kind::Fixed, "_", Vec::new());
                value
            }
            4 => {
                let value = self.value(&Ty::Tuple(vec![Ty::I32, Ty::Bool]), d);
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("({name}, true)"), vec![(name, Ty::I32)]);
                arm(self, Kind::Optional, "(0..=9, _)", Vec::new());
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &format!("(_, {name})"), vec![(name, Ty::Bool)]);
                value
            }
            5 => {
                let value = self.value(&Ty::Tuple(vec![Ty::I32, Ty::Bool, Ty::I32]), d);
                let name = self.fresh("m");
                // Alternatives that bind a name.
                let pattern = format!("({name}, true, 0..=9) | (0..=9, false, {name})");
                arm(self, Kind::Optional, &pattern, vec![(name, Ty::I32)]);
                let name = self.fresh("m");
                let pattern = format!("(_, _, {name} @ (1 | 7 | 100..)) | (-100 | -1, _, {name})");
                arm(self, Kind::Optional, &pattern, vec![(name, Ty::I32)]);
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &format!("({name}, ..)"), vec![(name, Ty::I32)]);
                value
            }
            6 => {
                let value = self.value(&Ty::Point, d);
                let name = self.fresh("m");
                arm(
                    self,
                    Kind::Optional,
                    &format!("Point {{ x: -9..=9, y: {name}, .. }}"),
                    vec![(name, Ty::F32)],
                );
                let name = self.fresh("m");
                arm(
                    self,
                    Kind::Optional,
                    &format!("Point {{ z: {name}, x: 7 | 1.. , y: _ }}"),
                    vec![(name, Ty::Array(Box::new(Ty::U32), 2))],
                );
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &format!("Point {{ x: {name}, .. }}"), vec![(name, Ty::I32)]);
                value
            }
            7 => {
                let value = self.value(&Ty::Pair, d);
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("Pair(0, {name})"), vec![(name, Ty::U32)]);
                let name = self.fresh("m");
                let pattern = format!("Pair({name}, 0..=9) | Pair({name} @ 1.., _)");
                arm(self, Kind::Optional, &pattern, vec![(name, Ty::I32)]);
                let name = self.fresh("m");
                arm(self, Kind::Optional, &format!("Pair {{ 1: {name}, .. }}"), vec![(name, Ty::U32)]);
                arm(self, Kind::Fixed, "_", Vec::new());
                value
            }
            8 => {
                let value = self.value(&Ty::Tuple(vec![Ty::Pair, Ty::Shade]), d);
                let name = self.fresh("m");
                let pattern = format!("(Pair({name}, _), Shade::Grey | Shade::Dark)");
                arm(self, Kind::Optional, &pattern, vec![(name, Ty::I32)]);
                let name = self.fresh("m");
                let pattern = format!("(Pair(_, {name}), _)");
                arm(self, Kind::Fixed, &pattern, vec![(name, Ty::U32)]);
                value
            }
            10..14 => {
                let (value, listed) = self.variant_arms(d);
                listed.into_iter().for_each(|(kind, pattern, bound)| arm(self, kind, &pattern, bound));
                value
            }
            _ => {
                let value = self.value(&Ty::Usize, d);
                arm(self, Kind::Optional, "0", Vec::new());
                arm(self, Kind::Optional, "1..=3", Vec::new());
                let name = self.fresh("m");
                arm(self, Kind::Fixed, &name.clone(), vec![(name, Ty::Usize)]);
                value
            }
        };
        (scrutinee, Node::row(Kind::Fixed, arms))
    }
}
