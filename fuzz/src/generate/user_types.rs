//! The user's own types: the vector of the harness, and a struct with random methods and operators.

use super::{Form, Function, Mode, Scope, Ty};
use crate::tree::{Kind, Node};

/// Names for the methods of `Own`. Built-in methods have the same names, so amp must let rustc select the method
/// by the type of the receiver.
pub(super) const NAMES: [&str; 24] = [
    "dot",
    "length",
    "min",
    "max",
    "abs",
    "exp",
    "sqrt",
    "clamp",
    "len",
    "sin",
    "floor",
    "lerp",
    "signum",
    "pow",
    "mul_add",
    "wrapping_add",
    "rem_euclid",
    "to_bits",
    "is_nan",
    "xy",
    "extend",
    "count_ones",
    "swap",
    "fill",
];

/// The binary operators that a program may define, with their methods.
const BINARY: [(&str, &str, &str); 6] = [
    ("Add", "add", "+"),
    ("Sub", "sub", "-"),
    ("Mul", "mul", "*"),
    ("BitXor", "bitxor", "^"),
    ("Shl", "shl", "<<"),
    ("Rem", "rem", "%"),
];
const UNARY: [(&str, &str, &str); 2] = [("Neg", "neg", "-"), ("Not", "not", "!")];
const ASSIGNING: [(&str, &str, &str); 3] = [
    ("AddAssign", "add_assign", "+="),
    ("MulAssign", "mul_assign", "*="),
    ("BitOrAssign", "bitor_assign", "|="),
];

impl Scope {
    /// Declares the methods and operators of `Vector`. Tiled kernels do not use its method `len`: in a body with
    /// barriers, amp takes `.len()` for the length of an array.
    pub(super) fn vector_functions(&mut self) {
        let is_tiled = self.tiled;
        let (vector, value) = ((Ty::Vector, Mode::Value), |ty: Ty| (ty, Mode::Value));
        let mut add = |name: &str, form: Form, parameters: Vec<(Ty, Mode)>, result: Ty| {
            self.functions.push(Function::new(name, parameters, result, form));
        };
        add("dot", Form::Method, vec![vector.clone(), vector.clone()], Ty::F32);
        add("length", Form::Method, vec![(Ty::Vector, Mode::Shared)], Ty::F32);
        add("min", Form::Method, vec![vector.clone(), vector.clone()], Ty::Vector);
        add("max", Form::Method, vec![vector.clone(), value(Ty::F32)], Ty::Vector);
        add("abs", Form::Method, vec![vector.clone()], Ty::I32);
        add("exp", Form::Method, vec![(Ty::Vector, Mode::Changed), value(Ty::U32)], Ty::U32);
        add("sqrt", Form::Method, vec![vector.clone()], Ty::Vector);
        let clamp = vec![(Ty::Vector, Mode::Shared), value(Ty::I32), vector.clone()];
        add("clamp", Form::Method, clamp, Ty::Bool);
        if !is_tiled {
            add("len", Form::Method, vec![vector.clone()], Ty::Usize);
        }
        add("($ + $)", Form::Operator, vec![vector.clone(), vector.clone()], Ty::Vector);
        add("($ - $)", Form::Operator, vec![vector.clone(), value(Ty::U32)], Ty::I32);
        add("($ * $)", Form::Operator, vec![vector.clone(), value(Ty::F32)], Ty::Vector);
        add("($ * $)", Form::Operator, vec![value(Ty::F32), vector.clone()], Ty::Vector);
        add("(-$)", Form::Operator, vec![vector.clone()], Ty::Vector);
        add("(!$)", Form::Operator, vec![vector.clone()], Ty::Bool);
        let unit = Ty::Tuple(Vec::new());
        add("$ += $", Form::Assignment, vec![(Ty::Vector, Mode::Changed), vector], unit.clone());
        add("$ *= $", Form::Assignment, vec![(Ty::Vector, Mode::Changed), value(Ty::F32)], unit);
        self.own_names.retain(|name| *name != "len" || !is_tiled);
    }

    /// The struct `Own`, if the program has one.
    pub(super) fn own_struct(&mut self) -> Node {
        self.own = self.random.percent(50);
        if !self.own {
            return Node::text("");
        }
        let mut constants = Vec::new();
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.fresh("C"), self.ty());
            let value = self.constant_value(&ty, 2);
            self.declare_constant(&format!("Own::{name}"), ty.clone());
            let text = format!("pub const {name}: {} = $;\n", ty.name());
            constants.push(Node::new(Kind::Optional, &text, [value]));
        }
        let constants = match constants.is_empty() {
            true => Node::text(""),
            false => {
                let constants = Node::row(Kind::Fixed, constants);
                Node::new(Kind::Fixed, "#[device]\nimpl Own {\n$}\n", [constants])
            }
        };
        Node::new(
            Kind::Fixed,
            "#[device]\n#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]\n#[repr(C)]\npub struct Own {\n\
             pub a: u32,\npub b: f32,\n}\n$",
            [constants],
        )
    }

    /// An operator of `Own`. None if the program has it already.
    pub(super) fn own_operator(&mut self) -> Option<Node> {
        let other = self.random.one(&[Ty::Own, Ty::F32, Ty::U32, Ty::Vector, Ty::Point]).clone();
        let (result, kind) = (self.ty(), self.random.below(6));
        let ((of, function, operator), form) = match kind {
            0..4 => (*self.random.one(&BINARY), Form::Operator),
            4 => (*self.random.one(&UNARY), Form::Operator),
            _ => (*self.random.one(&ASSIGNING), Form::Assignment),
        };
        let assigns = form == Form::Assignment;
        let result = if assigns { Ty::Tuple(Vec::new()) } else { result };
        let mut parameters = vec![(Ty::Own, if assigns { Mode::Changed } else { Mode::Value })];
        let name = match kind {
            4 => format!("({operator}$)"),
            _ => {
                parameters.push((other.clone(), Mode::Value));
                if assigns { format!("$ {operator} $") } else { format!("($ {operator} $)") }
            }
        };
        if self.functions.iter().any(|f| f.name == name && f.parameters == parameters) {
            return None;
        }
        let head = self.head(function, &parameters, &result, true);
        let body = match assigns {
            true => self.steps(2, 2),
            false => self.body(&result),
        };
        self.end_function();
        let argument = match kind {
            4 => String::new(),
            _ if other == Ty::Own && self.random.percent(50) => String::new(),
            _ => format!("<{}>", other.name()),
        };
        let path = if self.random.percent(50) { "std::ops::" } else { "" };
        let output = if assigns { String::new() } else { format!("type Output = {};\n", result.name()) };
        let head = head.trim_end_matches(" -> ()");
        self.functions.push(Function::new(&name, parameters, result, form));
        let pattern =
            format!("#[device]\nimpl {path}{of}{argument} for Own {{\n{output}{head} {{\n$}}\n}}\n");
        Some(Node::new(Kind::Optional, &pattern, [body]))
    }
}
