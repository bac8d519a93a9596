//! Literals, and elements of views.

use super::value::node;
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// A literal, or a value of literals.
    pub(super) fn literal(&mut self, ty: &Ty) -> Node {
        let text = match ty {
            Ty::I32 => {
                let some = [
                    "0i32",
                    "1i32",
                    "-1i32",
                    "7i32",
                    "i32::MAX",
                    "i32::MIN",
                    "-100i32",
                    "0x55i32",
                    "1_000_000i32",
                ];
                (*self.random.one(&some)).to_owned()
            }
            Ty::U32 => {
                let some = [
                    "0u32",
                    "1u32",
                    "2u32",
                    "31u32",
                    "32u32",
                    "u32::MAX",
                    "0x8000_0000u32",
                    "b'a' as u32",
                    "12345u32",
                ];
                let some = if self.random.percent(90) { some[self.random.below(7)] } else { some[8] };
                some.to_owned()
            }
            Ty::F32 => format!("{}.0f32", self.random.below(64) as isize - 20),
            Ty::Bool => ["true", "false"][self.random.below(2)].to_owned(),
            Ty::Usize => format!("{}usize", self.random.below(10)),
            Ty::I64 => {
                (*self.random.one(&["0i64", "-1i64", "i64::MIN", "0x1_0000_0001i64", "i64::MAX"])).to_owned()
            }
            Ty::U64 => {
                (*self.random.one(&["0u64", "u64::MAX", "0x8000_0000u64", "5_000_000_000u64"])).to_owned()
            }
            Ty::F64 => format!("{}.0f64", self.random.below(64) as isize - 20),
            Ty::Shade => ["Shade::Dark", "Shade::Grey", "Shade::Light"][self.random.below(3)].to_owned(),
            Ty::Parameter => {
                let itself = self.parameter.as_ref().map(|data| data.itself.clone()).unwrap_or_default();
                let some = [
                    "S::default()".to_owned(),
                    format!("S::{itself}"),
                    format!("(S::{itself} + S::default())"),
                    "<S as Default>::default()".to_owned(),
                ];
                self.random.one(&some).clone()
            }
            Ty::Option(item) if self.random.percent(60) => {
                let item = self.literal(item);
                return node(ty, "Some($)", [item]);
            }
            Ty::Option(item) => format!("None::<{}>", item.name()),
            Ty::U8 | Ty::I8 | Ty::U16 | Ty::I16 => self.byte_literal(ty),
            Ty::Choice => return self.choice_value(|scope, field| scope.literal(field)),
            other => other.plain(),
        };
        let text = if text.starts_with('-') { format!("({text})") } else { text };
        node(ty, text, [])
    }

    /// An element of a read-only view, a component of the work-item's index, or a view's extent.
    pub(super) fn element(&mut self, ty: &Ty) -> Option<Node> {
        let last = self.rank - 1;
        let (d, by, from) = (self.random.below(self.rank), self.random.below(5), self.random.below(64));
        let at = match self.random.below(4) {
            0 if self.kernel => format!("i[{last}] % 64"),
            1 if self.kernel => format!("(i[{d}] * {by} + {from}) % 64"),
            2 => match self.variable(&Ty::Usize, false) {
                Some(name) => format!("{name} % 64"),
                None => from.to_string(),
            },
            _ => from.to_string(),
        };
        if self.kernel {
            match (ty, self.random.below(10)) {
                (Ty::Usize, 0..6) => return Some(node(ty, format!("i[{d}]"), [])),
                (Ty::I32, 0) => return Some(node(ty, "bi[i]", [])),
                (Ty::I32, 1) => {
                    let column = self.variable(&Ty::Usize, false).unwrap_or_else(|| format!("i[{last}]"));
                    return Some(node(ty, format!("ax[[{}, {column} % 8]]", from % 3), []));
                }
                (Ty::I32, 2) => {
                    return Some(node(ty, format!("(ah[{at}] as i32)"), []));
                }
                (Ty::U32, 0) => return Some(node(ty, format!("(ab[{at}] as u32)"), [])),
                (Ty::U32, 1) => return Some(node(ty, format!("u32::from(ab[{at}])"), [])),
                (Ty::F32, 0) => return Some(node(ty, format!("ag[{at}].to_f32()"), [])),
                (Ty::F32, 1) => return Some(node(ty, format!("f32::from(ab[{at}])"), [])),
                (Ty::Usize, _) => return Some(node(ty, format!("bi.extent()[{d}]"), [])),
                _ => {}
            }
        }
        let fits: Vec<_> = self.views.iter().filter(|(_, of)| of == ty).cloned().collect();
        if fits.is_empty() {
            return None;
        }
        let (view, _) = self.random.one(&fits).clone();
        Some(node(ty, format!("{view}[{at}]"), []))
    }
}
