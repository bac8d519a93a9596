//! Constants of any type, type aliases, and traits with associated types and constants. amp's macros see only
//! their names, so these kernels test types that only rustc knows.

use super::value::node;
use super::{Scope, Ty, Variable};
use crate::tree::{Kind, Node};

/// A trait without `#[device]`: `trait D: Sized { type Item; const C: Self::Item; const E: Self; }`.
#[derive(Clone)]
pub(super) struct DataTrait {
    pub name: String,
    /// The associated type `Item`. All implementations have the same one.
    pub item: Ty,
    /// The names of the constant of type `Self::Item` and of the constant of type `Self`.
    pub constant: String,
    pub itself: String,
    /// The types that implement it.
    pub types: Vec<Ty>,
}

impl Scope {
    /// Declares the constants, aliases and traits of a program, and the struct `Own`.
    pub(super) fn items(&mut self) -> Node {
        let mut items = vec![self.choice_enum(), self.kept_structs(), self.own_struct()];
        for (name, ty) in [
            ("Vector::ZERO", Ty::Vector),
            ("Vector::TABLE", Ty::Array(Box::new(Ty::Vector), 3)),
            ("Vector::LIMITS", Ty::Tuple(vec![Ty::I32, Ty::F32])),
        ] {
            self.declare_constant(name, ty);
        }
        for _ in 0..self.random.below(3) {
            items.push(self.alias());
        }
        let inside: Vec<_> = (0..self.random.below(3)).map(|_| self.constant("constants::")).collect();
        if !inside.is_empty() {
            let inside = Node::row(Kind::Fixed, inside);
            items.push(Node::new(Kind::Fixed, "pub mod constants {\nuse super::*;\n$}\n", [inside]));
        }
        for _ in 0..self.random.below(5) {
            items.push(self.constant(""));
        }
        if self.random.percent(40) {
            items.push(self.data_trait());
        }
        Node::row(Kind::Fixed, items)
    }

    /// Declares a constant for the rest of the program.
    pub(super) fn declare_constant(&mut self, name: &str, ty: Ty) {
        let name = name.to_owned();
        let constant = Variable { root: name.clone(), name, ty, mutable: false, hidden: false };
        self.variables.insert(self.constants, constant);
        self.constants += 1;
    }

    fn constant(&mut self, path: &str) -> Node {
        let (ty, value, written) = self.constant_parts();
        let is_static = self.random.percent(15);
        let (word, stem) = if is_static { ("static", "S") } else { ("const", "C") };
        let name = self.fresh(stem);
        self.declare_constant(&format!("{path}{name}"), ty);
        Node::new(Kind::Optional, &format!("pub {word} {name}: {written} = $;\n"), [value])
    }

    /// A constant in a block.
    pub(super) fn local_constant(&mut self) -> Node {
        let (ty, value, written) = self.constant_parts();
        let name = self.fresh("C");
        self.declare(&name, ty, false);
        Node::new(Kind::Optional, &format!("const {name}: {written} = $;\n"), [value])
    }

    fn constant_parts(&mut self) -> (Ty, Node, String) {
        let parameter = self.parameter.take();
        let ty = match self.random.percent(20) {
            true => {
                let item = self.ty();
                Ty::Array(Box::new(item), 2 + self.random.below(3))
            }
            false => self.ty(),
        };
        let value = self.constant_value(&ty, 2);
        let written = ty.name();
        self.parameter = parameter;
        (ty, value, written)
    }

    /// A value that rustc can evaluate: literals, structs, arrays and earlier constants.
    pub(super) fn constant_value(&mut self, ty: &Ty, d: usize) -> Node {
        let is_constant = |v: &&Variable| v.ty == *ty && !v.name.contains(['S', '<']);
        let found: Vec<_> =
            self.variables[..self.constants].iter().filter(is_constant).map(|v| v.name.clone()).collect();
        if !found.is_empty() && self.random.percent(30) {
            return node(ty, self.random.one(&found), []);
        }
        let d = d.saturating_sub(1);
        let combined = d > 0 && self.random.percent(15);
        let (is_some, is_ok) = (self.random.percent(70), self.random.percent(60));
        if *ty == Ty::Choice {
            return self.choice_value(|scope, field| scope.constant_value(field, d));
        }
        if let Some(value) = self.kept_constant(ty, d) {
            return value;
        }
        let mut part = |ty: &Ty| self.constant_value(ty, d);
        match ty {
            Ty::I32 | Ty::U32 | Ty::Bool if combined => node(ty, "($ ^ $)", [part(ty), part(ty)]),
            Ty::IVec => {
                let parts = [part(&Ty::I32), part(&Ty::I32), part(&Ty::I32)];
                node(ty, "IVec3::new($, $, $)", parts)
            }
            Ty::Point => {
                let parts = [part(&Ty::I32), part(&Ty::F32), part(&Ty::Array(Box::new(Ty::U32), 2))];
                node(ty, "(Point { x: $, y: $, z: $ })", parts)
            }
            Ty::Bits => {
                let parts = [part(&Ty::U8), part(&Ty::I8), part(&Ty::U16)];
                node(ty, "(Bits { r: $, g: $, b: $ })", parts)
            }
            Ty::Pair => node(ty, "Pair($, $)", [part(&Ty::I32), part(&Ty::U32)]),
            Ty::Vector => node(ty, "Vector::new($, $)", [part(&Ty::F32), part(&Ty::F32)]),
            Ty::Own => node(ty, "(Own { a: $, b: $ })", [part(&Ty::U32), part(&Ty::F32)]),
            Ty::Option(item) if is_some => node(ty, "Some($)", [part(item)]),
            Ty::Option(_) => node(ty, "None", []),
            Ty::Result(ok, _) if is_ok => node(ty, "Ok($)", [part(ok)]),
            Ty::Result(_, error) => node(ty, "Err($)", [part(error)]),
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(part).collect();
                node(ty, format!("({})", "$, ".repeat(parts.len())), parts)
            }
            Ty::Array(item, len) => {
                let items: Vec<_> = (0..*len).map(|_| part(item)).collect();
                node(ty, format!("[{}]", "$, ".repeat(*len)), items)
            }
            _ => match self.random.percent(30) && ty.is_number() {
                true => self.unsuffixed(ty),
                false => self.literal(ty),
            },
        }
    }

    fn alias(&mut self) -> Node {
        let (name, ty) = (self.fresh("A"), self.ty());
        self.aliases.push((name.clone(), ty.clone()));
        Node::text(format!("pub type {name} = {};\n", ty.name()))
    }

    fn data_trait(&mut self) -> Node {
        let (name, constant, itself) = (self.fresh("Data"), self.fresh("C"), self.fresh("C"));
        let item = self.ty();
        let mut types = Vec::new();
        let mut text = format!(
            "pub trait {name}: Sized {{\ntype Item;\nconst {constant}: Self::Item;\nconst {itself}: Self;\n}}\n"
        );
        let mut values = Vec::new();
        for ty in [Ty::I32, Ty::F32, Ty::Vector] {
            let of = ty.name();
            text += &format!(
                "impl {name} for {of} {{\ntype Item = {};\nconst {constant}: Self::Item = $;\n\
                 const {itself}: {of} = $;\n}}\n",
                item.name()
            );
            values.extend([self.constant_value(&item, 2), self.constant_value(&ty, 1)]);
            types.push(ty);
        }
        for ty in &types {
            let of = ty.name();
            self.aliases.push((format!("<{of} as {name}>::Item"), item.clone()));
            self.declare_constant(&format!("<{of} as {name}>::{constant}"), item.clone());
        }
        self.traits.push(DataTrait { name, item, constant, itself, types });
        Node::new(Kind::Fixed, &text, values)
    }

    /// Runs `run` in a scope with a type parameter `S: Data`, where `S::Item` and `S::C` are in scope. Returns the
    /// bound of `S`, a type argument for `S`, and the result of `run`.
    pub(super) fn with_parameter<R>(
        &mut self,
        data: &DataTrait,
        run: impl FnOnce(&mut Scope) -> R,
    ) -> (String, Ty, R) {
        let aliases = self.aliases.len();
        // For a variable with the type `S::Item`, amp finds no built-in methods of integers and floats. So the
        // program writes `S::Item` only for other types.
        if !data.item.is_number() {
            self.aliases.push(("S::Item".to_owned(), data.item.clone()));
            self.aliases.push((format!("<S as {}>::Item", data.name), data.item.clone()));
        }
        self.declare(&format!("S::{}", data.constant), data.item.clone(), false);
        let result = run(self);
        self.aliases.truncate(aliases);
        let bound = format!("{}<Item = {}>", data.name, data.item.name());
        (bound, self.random.one(&data.types).clone(), result)
    }
}
