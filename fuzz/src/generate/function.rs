//! Device functions.

use super::{Form, Function, Mode, Scope, Ty};
use crate::tree::{Kind, Node};

/// A placeholder for the bound of a type parameter, which is known only after the body.
const PARAMETER: &str = "%PARAMETER%";

impl Scope {
    /// A function, which may call earlier ones.
    pub(super) fn function(&mut self) -> Node {
        if self.own
            && self.random.percent(30)
            && let Some(operator) = self.own_operator()
        {
            return operator;
        }
        let method = self.random.percent(if self.own { 50 } else { 25 });
        let owners: &[Ty] =
            if self.own { &[Ty::Own, Ty::Own, Ty::Point, Ty::Vector] } else { &[Ty::Point, Ty::Pair] };
        let owner = match self.variants.is_empty() || self.random.percent(75) {
            true => self.random.one(owners).clone(),
            false if self.kept.is_some() && self.random.percent(50) => self.kept.clone().unwrap_or(Ty::Point),
            false => Ty::Choice,
        };
        let name = match method && owner == Ty::Own && self.random.percent(80) && !self.own_names.is_empty() {
            true => {
                let at = self.random.below(self.own_names.len());
                self.own_names.swap_remove(at).to_owned()
            }
            false => self.fresh(if method { "method" } else { "function" }),
        };
        let mut parameters = Vec::new();
        if method {
            let mode = self.random.one(&[Mode::Value, Mode::Changed, Mode::Changed, Mode::Shared]).clone();
            parameters.push((owner.clone(), mode));
        }
        for _ in 0..1 + self.random.below(3) {
            let parameter = self.parameter();
            // With two `&mut` parameters of one type, the body can swap their values.
            if parameter.1 == Mode::Changed && self.random.percent(40) {
                parameters.push(parameter.clone());
            }
            parameters.push(parameter);
        }
        let result = match self.random.below(5) {
            0 => self.option_type(),
            1 => self.result_type(),
            _ => self.local_ty(),
        };
        let make = |scope: &mut Scope, name: &str| {
            let head = scope.head(name, &parameters, &result, method);
            (head, scope.body(&result))
        };
        let form = if method { Form::Method } else { Form::Path };
        let (called, (head, body)) = match self.traits.first().cloned() {
            Some(data) if !method && self.random.percent(50) => {
                let (bound, argument, made) =
                    self.with_parameter(&data, |scope| make(scope, &format!("{name}<S: {PARAMETER}>")));
                let (head, body) = made;
                let head = head.replace(PARAMETER, &bound);
                (format!("{name}::<{}>", argument.name()), (head, body))
            }
            _ => (name.clone(), make(self, &name)),
        };
        self.end_function();
        let function = Node::new(Kind::Fixed, &format!("{head} {{\n$}}\n"), [body]);
        self.functions.push(Function::new(&called, parameters, result, form));
        match method {
            true => {
                let pattern = format!("#[device]\nimpl {} {{\n$}}\n", owner.name());
                Node::new(Kind::Optional, &pattern, [function])
            }
            false => Node::new(Kind::Optional, "#[device]\n$", [function]),
        }
    }

    fn parameter(&mut self) -> (Ty, Mode) {
        let number = |scope: &mut Scope| scope.random.one(&[Ty::I32, Ty::U32, Ty::F32]).clone();
        match self.random.below(15) {
            12 => (self.slice_item(), Mode::Slice),
            13 | 14 => (self.slice_item(), Mode::ChangedSlice),
            0..3 => (self.ty(), Mode::Changed),
            3 => (self.ty(), Mode::Shared),
            4 => (number(self), Mode::View),
            5 => (number(self), Mode::Written),
            6 => (number(self), Mode::Closure),
            _ => (self.local_ty(), Mode::Value),
        }
    }

    /// The signature. Declares the parameters.
    pub(super) fn head(
        &mut self,
        name: &str,
        parameters: &[(Ty, Mode)],
        result: &Ty,
        method: bool,
    ) -> String {
        let mut written = Vec::new();
        for (n, (ty, mode)) in parameters.iter().enumerate() {
            let of = self.spell(ty);
            if method && n == 0 {
                let (text, place) = match mode {
                    Mode::Changed => ("&mut self", "(*self)"),
                    Mode::Shared => ("&self", "(*self)"),
                    _ => ("self", "self"),
                };
                written.push(text.to_owned());
                self.declare_place(place, "self", ty.clone(), *mode == Mode::Changed);
                continue;
            }
            let v = self.fresh(if matches!(mode, Mode::View) { "w" } else { "v" });
            match mode {
                Mode::Value if self.random.percent(15) && destructuring(ty) => {
                    let pattern = self.destructuring(ty);
                    written.push(format!("{pattern}: {of}"));
                }
                Mode::Value | Mode::Typed | Mode::Small => {
                    let mutable = self.random.percent(30);
                    written.push(format!("{}{v}: {of}", if mutable { "mut " } else { "" }));
                    self.declare(&v, ty.clone(), mutable);
                }
                Mode::Changed => {
                    written.push(format!("{v}: &mut {of}"));
                    self.declare_place(&format!("(*{v})"), &v, ty.clone(), true);
                }
                Mode::Shared => {
                    written.push(format!("{v}: &{of}"));
                    self.declare_place(&format!("(*{v})"), &v, ty.clone(), false);
                }
                Mode::Slice | Mode::ChangedSlice => {
                    let mutable = *mode == Mode::ChangedSlice;
                    let word = if mutable { "mut " } else { "" };
                    written.push(format!("{v}: &{word}[{of}]"));
                    self.declare(&v, Ty::Slice(Box::new(ty.clone())), mutable);
                }
                Mode::View => {
                    written.push(format!("{v}: &ArrayView<{}>", ty.name()));
                    self.views.push((v, ty.clone()));
                }
                Mode::Written => {
                    let at = self.fresh("at");
                    let rank = self.rank;
                    written
                        .push(format!("x{v}: &mut ArrayViewMut<{}, {rank}>, {at}: Index<{rank}>", ty.name()));
                    self.declare_place(&format!("x{v}[{at}]"), &format!("x{v}"), ty.clone(), true);
                }
                Mode::Closure => {
                    // A parameter of type `impl Fn` is not `Copy`, so the function passes it on as `&g`.
                    // `argument` recognises such closures by the first letter `g` of their names.
                    let f = self.fresh("g");
                    written.push(format!("{f}: impl Fn({of}) -> {of}"));
                    self.closures.push((f, ty.clone()));
                }
            }
        }
        let of = self.spell(result);
        format!("fn {name}({}) -> {of}", written.join(", "))
    }

    /// A destructuring pattern of a parameter. Declares its names.
    fn destructuring(&mut self, ty: &Ty) -> String {
        let mut part = |ty: &Ty| {
            let (name, mutable) = (self.fresh("v"), self.random.percent(30));
            self.declare(&name, ty.clone(), mutable);
            format!("{}{name}", if mutable { "mut " } else { "" })
        };
        match ty {
            Ty::Pair => format!("Pair({}, {})", part(&Ty::I32), part(&Ty::U32)),
            Ty::Point => {
                let list = Ty::Array(Box::new(Ty::U32), 2);
                format!("Point {{ z: {}, x: {}, .. }}", part(&list), part(&Ty::I32))
            }
            Ty::Tuple(parts) => {
                parts.iter().fold(String::from("("), |text, ty| text + &part(ty) + ", ") + ")"
            }
            Ty::Array(item, _) => format!("[{}, .., {}]", part(item), part(item)),
            _ => String::from("_"),
        }
    }

    /// The statements and the value of a function body.
    pub(super) fn body(&mut self, result: &Ty) -> Node {
        self.result = Some(result.clone());
        let count = 1 + self.random.below(4);
        let steps = self.steps(count, 2);
        let value = self.expected(result, 2);
        Node::new(Kind::Fixed, "$$\n", [steps, value])
    }

    /// Ends the scope of a function.
    pub(super) fn end_function(&mut self) {
        self.result = None;
        self.variables.truncate(self.constants);
        self.closures.clear();
        self.views.clear();
    }
}

/// Whether a parameter of this type can be a pattern.
fn destructuring(ty: &Ty) -> bool {
    matches!(ty, Ty::Pair | Ty::Point | Ty::Tuple(_) | Ty::Array(..))
}
