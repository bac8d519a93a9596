//! The enum with fields that a program declares, and patterns of variants.

use super::statement::step;
use super::value::node;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

/// A variant of the enum `Choice`.
#[derive(Clone)]
pub(super) struct Variant {
    name: String,
    fields: Vec<Ty>,
    /// Whether the fields have names.
    named: bool,
}

/// An arm of a `match`: whether shrinking may remove it, its pattern, and the names that the pattern binds.
type Arm = (Kind, String, Vec<(String, Ty)>);

impl Variant {
    /// The variant with a text for each field: a value or a pattern.
    fn write(&self, fields: &[String]) -> String {
        let name = &self.name;
        let list = |fields: Vec<String>| fields.join(", ");
        match (fields.is_empty(), self.named) {
            (true, _) => format!("Choice::{name}"),
            (false, false) => format!("Choice::{name}({})", list(fields.to_vec())),
            (false, true) => {
                let named =
                    ["a", "b", "c"].iter().zip(fields).map(|(name, field)| format!("{name}: {field}"));
                format!("Choice::{name} {{ {} }}", list(named.collect()))
            }
        }
    }
}

impl Scope {
    /// The declaration of the enum `Choice`, if the program has one. Its first variant has no fields.
    pub(super) fn choice_enum(&mut self) -> Node {
        if !self.random.percent(50) {
            return Node::text("");
        }
        self.variants.push(Variant { name: "Nothing".to_owned(), fields: Vec::new(), named: false });
        for _ in 0..1 + self.random.below(3) {
            let count = self.random.below(4);
            let fields = (0..count).map(|_| self.held()).collect();
            let variant = Variant { name: self.fresh("Kind"), fields, named: self.random.percent(40) };
            self.variants.push(variant);
        }
        let list: String = self.variants.iter().fold(String::new(), |list, variant| {
            let types: Vec<_> = variant.fields.iter().map(Ty::name).collect();
            list + variant.write(&types).trim_start_matches("Choice::") + ",\n"
        });
        Node::text(format!(
            "#[device]\n#[derive(Clone, Copy, Debug, PartialEq, GpuType)]\npub enum Choice {{\n{list}}}\n"
        ))
    }

    /// A variant. `field` makes the value of each field.
    pub(super) fn choice_value(&mut self, mut field: impl FnMut(&mut Scope, &Ty) -> Node) -> Node {
        let variant = self.random.one(&self.variants.clone()).clone();
        let fields: Vec<_> = variant.fields.iter().map(|ty| field(self, ty)).collect();
        let text = variant.write(&vec!["$".to_owned(); fields.len()]);
        let text = if variant.named { format!("({text})") } else { text };
        node(&Ty::Choice, text, fields)
    }

    /// The pattern of a variant, and the names that it binds.
    fn variant_pattern(&mut self, variant: &Variant, mark: &str) -> (String, Vec<(String, Ty)>) {
        let (mut fields, mut bound) = (Vec::new(), Vec::new());
        for ty in &variant.fields {
            let (pattern, names) = self.item_pattern(ty, mark);
            fields.push(pattern);
            bound.extend(names);
        }
        match variant.fields.is_empty() {
            false if self.random.percent(20) => match variant.named {
                true => (format!("Choice::{} {{ .. }}", variant.name), Vec::new()),
                false => (format!("Choice::{}(..)", variant.name), Vec::new()),
            },
            _ => (variant.write(&fields), bound),
        }
    }

    /// An irrefutable pattern of a value, and the names that it binds.
    fn item_pattern(&mut self, ty: &Ty, mark: &str) -> (String, Vec<(String, Ty)>) {
        let (a, b) = (self.fresh("m"), self.fresh("m"));
        match ty {
            _ if self.random.percent(15) => ("_".to_owned(), Vec::new()),
            Ty::Pair if self.random.percent(50) => {
                (format!("Pair({mark}{a}, {b})"), vec![(a, Ty::I32), (b, Ty::U32)])
            }
            Ty::Tuple(parts) if parts.len() == 2 && self.random.percent(60) => {
                (format!("({a}, {mark}{b})"), vec![(a, parts[0].clone()), (b, parts[1].clone())])
            }
            Ty::Array(item, _) if self.random.percent(40) => {
                (format!("[{mark}{a}, .., {b}]"), vec![(a, (**item).clone()), (b, (**item).clone())])
            }
            _ => (format!("{mark}{a}"), vec![(a, ty.clone())]),
        }
    }

    /// A refutable pattern of a scalar, without names.
    fn tested(&mut self, ty: &Ty) -> &'static str {
        let some: &[&str] = match ty {
            Ty::I32 => &["-5..=5", "i32::MIN | 7 | 100.."],
            Ty::U32 => &["0 | 2 | 31", "..16", "100.."],
            Ty::U8 => &["b'0'..=b'9'", "0 | 200.."],
            Ty::I16 => &["..-100", "i16::MIN..=-1 | 7"],
            Ty::Usize => &["0", "1..=3"],
            Ty::Bool => &["true", "false"],
            Ty::Shade => &["Shade::Dark | Shade::Light"],
            _ => &["_"],
        };
        some[self.random.below(some.len())]
    }

    /// A `match` of an `Option`, a `Result`, a pair of them, or the program's enum.
    pub(super) fn variant_arms(&mut self, d: usize) -> (Node, Vec<Arm>) {
        match self.random.below(6) {
            0 | 1 if !self.variants.is_empty() => {
                let value = self.value(&Ty::Choice, d);
                let is_whole = self.random.percent(50);
                let variants = self.variants.clone();
                let mut arms = Vec::new();
                for variant in &variants {
                    let (pattern, bound) = self.variant_pattern(variant, "");
                    match is_whole {
                        true => arms.push((Kind::Fixed, pattern, bound)),
                        false if self.random.percent(60) => arms.push((Kind::Optional, pattern, bound)),
                        false => {}
                    }
                }
                if !is_whole {
                    arms.push((Kind::Fixed, "_".to_owned(), Vec::new()));
                }
                (value, arms)
            }
            2 => {
                let Ty::Result(ok, error) = self.result_type() else { return self.variant_arms(d) };
                let value = self.value(&Ty::Result(ok.clone(), error.clone()), d);
                let tested = format!("Ok({})", self.tested(&ok));
                let ((ok, bound), (error, failed)) =
                    (self.item_pattern(&ok, ""), self.item_pattern(&error, ""));
                let mut arms = vec![
                    (Kind::Fixed, format!("Ok({ok})"), bound),
                    (Kind::Fixed, format!("Err({error})"), failed),
                ];
                if self.random.percent(50) {
                    arms.swap(0, 1);
                }
                arms.insert(0, (Kind::Optional, tested, Vec::new()));
                (value, arms)
            }
            3 => {
                let item = self.scalar();
                let of = Ty::Option(Box::new(item.clone()));
                let value = self.value(&Ty::Tuple(vec![of.clone(), of]), d);
                let (a, b) = (self.fresh("m"), self.fresh("m"));
                let both = vec![(a.clone(), item.clone()), (b.clone(), item.clone())];
                let arms = vec![
                    (Kind::Optional, format!("(Some({a}), Some({b}))"), both),
                    (Kind::Optional, format!("(Some({a}), None) | (None, Some({a}))"), vec![(a, item)]),
                    (Kind::Fixed, "_".to_owned(), Vec::new()),
                ];
                (value, arms)
            }
            _ => {
                let item = self.held();
                let value = self.value(&Ty::Option(Box::new(item.clone())), d);
                let tested = format!("Some({})", self.tested(&item));
                let (pattern, bound) = self.item_pattern(&item, "");
                let mut arms = vec![
                    (Kind::Fixed, format!("Some({pattern})"), bound),
                    (Kind::Fixed, "None".to_owned(), Vec::new()),
                ];
                if self.random.percent(50) {
                    arms.swap(0, 1);
                }
                arms.insert(0, (Kind::Optional, tested, Vec::new()));
                (value, arms)
            }
        }
    }

    /// A type with a refutable pattern, and the names that the pattern binds.
    pub(super) fn variant_condition(&mut self, mark: &str) -> (Ty, String, Vec<(String, Ty)>) {
        match self.random.below(6) {
            0 | 1 if !self.variants.is_empty() => {
                let variant = self.random.one(&self.variants.clone()).clone();
                let (pattern, bound) = self.variant_pattern(&variant, mark);
                (Ty::Choice, pattern, bound)
            }
            2 | 3 => {
                let whole = self.result_type();
                let Ty::Result(ok, error) = &whole else { return self.variant_condition(mark) };
                let (word, of) = if self.random.percent(60) { ("Ok", ok) } else { ("Err", error) };
                let (pattern, bound) = self.item_pattern(of, mark);
                (whole.clone(), format!("{word}({pattern})"), bound)
            }
            4 => {
                let item = self.scalar();
                let tested = self.tested(&item);
                let pattern = match self.random.percent(50) {
                    true => format!("Some({tested})"),
                    false => format!("None | Some({tested})"),
                };
                (Ty::Option(Box::new(item)), format!("({pattern})"), Vec::new())
            }
            _ => {
                let item = self.held();
                let (pattern, bound) = self.item_pattern(&item, mark);
                (Ty::Option(Box::new(item)), format!("Some({pattern})"), bound)
            }
        }
    }

    /// A statement that changes an `Option` in place.
    pub(super) fn option_step(&mut self, name: &str, item: &Ty, d: usize) -> Node {
        let root = self.visible().find(|v| v.name == name).map(|v| v.root.clone()).unwrap_or_default();
        let v = self.fresh("r");
        match self.random.below(5) {
            0 => step(format!("let _ = {name}.take();\n"), []),
            1 => {
                let value = self.with_borrows(|scope| {
                    scope.borrow(&root, true);
                    scope.value(item, d)
                });
                let method = *self.random.one(&["replace", "get_or_insert"]);
                step(format!("{name}.{method}($);\n"), [value])
            }
            kind => {
                let iterated = if kind == 2 { format!("{name}.as_mut()") } else { format!("&mut {name}") };
                let (first, steps) = self.in_scope(|scope| {
                    scope.with_borrows(|scope| {
                        scope.borrow(&root, true);
                        scope.declare_place(&format!("(*{v})"), &v, item.clone(), true);
                        let value = scope.value(item, d);
                        let count = scope.random.below(2);
                        (step(format!("(*{v}) = $;\n"), [value]), scope.steps(count, d))
                    })
                });
                step(format!("if let Some({v}) = {iterated} {{\n$$}}\n"), [first, steps])
            }
        }
    }
}
