//! Type inference by unification, limited to types that are certain without rustc.
//!
//! rustc is the type checker: it compiles the CPU code and reports type errors at the user's tokens. This
//! module follows Rust's rules where they leave no choice: a variable has the type of its value, the branches
//! of an `if` have one type, an operator on two scalars is built in. It never guesses. A type that depends on
//! anything else, such as the result of a user's operator, gets a type slot, and rustc infers it (see
//! `Projection::Inferred`).
//!
//! There is one exception: a float literal that nothing else constrains is an `f32`. Rust would use `f64`,
//! which most devices lack.

mod fallback;
mod solve;

use crate::ir::{Binary, Callee, Len, Projection, Source, Ty};
use crate::site::Site;
use amp_shader::Scalar;
use amp_shader::methods::Method;
use std::collections::{HashMap, HashSet, VecDeque};

/// The state of inference: inference variables, and unsolved constraints.
#[derive(Default)]
pub(crate) struct Infer {
    variables: Vec<State>,
    pending: VecDeque<Constraint>,
    /// The names of type parameters.
    pub(crate) type_parameters: HashSet<String>,
    /// The type parameters whose bounds determine their operators.
    pub(crate) parameter_operators: HashMap<String, ParameterOperators>,
    /// Constants whose types rustc resolves.
    constants: Vec<Source>,
    /// The types of struct literals.
    records: Vec<Ty>,
    /// The types of values such as `Some(x)` and `Ok(x)`, with the names `Option` and `Result`.
    optional: Vec<(Ty, &'static str)>,
    /// The number of types so far that rustc infers.
    inferred: usize,
    /// Whether two types conflict. rustc reports the conflict. The shader is then not validated, because naga
    /// would report the same mistake again.
    pub(crate) has_type_error: bool,
    /// Whether two types conflict whatever rustc infers, such as a scalar and a tuple.
    pub(crate) has_definite_type_error: bool,
    /// The expression that is being lowered, for the position of a conflict.
    pub(crate) at: Option<Site>,
    /// The expression that was being lowered when inference found the first definite conflict.
    pub(crate) mistaken_at: Option<Site>,
}

/// The binary operators that the bounds of a type parameter guarantee.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterOperators {
    /// The type permits no operators, as in `T: GpuType`.
    None,
    /// Operators between two values of the parameter's type, as for `T: Float`.
    WithItself,
}

#[derive(Clone)]
enum State {
    Open(Kind),
    Bound(Ty),
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Any,
    Int,
    Float,
    /// The type of the capture with this index.
    Capture(usize),
    /// The type of a value that rustc resolves, such as the result of a call. A literal may get this type.
    /// `of_type` tells whether the value is the result of a method, associated function or operator of a
    /// user's type.
    Value {
        of_type: bool,
    },
    /// The type of the constant with this index in [`Infer::constants`].
    Constant(usize),
}

enum Constraint {
    /// `out` is the type of a unary operator on a value of type `operand`.
    Unary {
        operand: Ty,
        out: Ty,
    },
    Binary {
        operator: Binary,
        lhs: Ty,
        rhs: Ty,
        out: Ty,
    },
    Compound {
        operator: Binary,
        lhs: Ty,
        rhs: Ty,
    },
    /// A call of a method that may be built in, with the types of its arguments. `signature` is the table row
    /// of the built-in method.
    Method {
        signature: &'static Method,
        receiver: Ty,
        arguments: Vec<Ty>,
        out: Ty,
    },
    /// The argument types of a call. rustc infers the types of literals among the arguments.
    Arguments(Vec<Ty>),
    Field {
        base: Ty,
        name: String,
        out: Ty,
    },
    Item {
        base: Ty,
        out: Ty,
    },
    WholeOf {
        base: Ty,
        signed: bool,
        out: Ty,
    },
}

impl Infer {
    pub(crate) fn any(&mut self) -> Ty {
        self.open(Kind::Any)
    }

    pub(crate) fn int(&mut self) -> Ty {
        self.open(Kind::Int)
    }

    pub(crate) fn float(&mut self) -> Ty {
        self.open(Kind::Float)
    }

    pub(crate) fn constant(&mut self, path: Source) -> Ty {
        self.constants.push(path);
        self.open(Kind::Constant(self.constants.len() - 1))
    }

    pub(crate) fn capture(&mut self, capture: usize) -> Ty {
        self.open(Kind::Capture(capture))
    }

    fn open(&mut self, kind: Kind) -> Ty {
        self.variables.push(State::Open(kind));
        Ty::Var(self.variables.len() - 1)
    }

    /// The type of `-operand` and `!operand`.
    pub(crate) fn unary(&mut self, operand: &Ty) -> Ty {
        let out = self.any();
        self.demand(Constraint::Unary { operand: operand.clone(), out: out.clone() });
        self.resolve(&out)
    }

    /// The type of `lhs op rhs`.
    pub(crate) fn binary(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty) -> Ty {
        match self.operators_of(lhs) {
            Some(ParameterOperators::None) => self.mistake(),
            Some(ParameterOperators::WithItself) if self.is_literal(rhs) => self.mistake(),
            _ => {}
        }
        let is_user_type =
            |ty: &Ty| matches!(self.resolve(ty), Ty::Hole(hole) if matches!(*hole, Projection::Named(_)));
        let kind = match is_user_type(lhs) || is_user_type(rhs) {
            true => Kind::Value { of_type: true },
            false => Kind::Any,
        };
        let out = self.open(kind);
        self.demand(Constraint::Binary { operator, lhs: lhs.clone(), rhs: rhs.clone(), out: out.clone() });
        self.resolve(&out)
    }

    /// Adds the constraint that `lhs op= rhs` is valid.
    pub(crate) fn compound(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty) {
        self.demand(Constraint::Compound { operator, lhs: lhs.clone(), rhs: rhs.clone() });
    }

    /// A new inference variable for the result type of a call of a device function.
    pub(crate) fn call(&mut self, callee: &Callee, arguments: Vec<Ty>) -> Ty {
        if arguments.iter().any(Ty::is_error) {
            return Ty::Error;
        }
        self.pending.push_back(Constraint::Arguments(arguments));
        self.open(Kind::Value { of_type: !matches!(callee, Callee::Function(_)) })
    }

    /// Records types that other uses determine, such as those of the fields of an enum value. rustc infers the literals
    /// among them that nothing else determines.
    pub(crate) fn arguments(&mut self, types: Vec<Ty>) {
        self.pending.push_back(Constraint::Arguments(types));
    }

    /// The type of a struct literal whose path has no type arguments.
    pub(crate) fn record(&mut self) -> Ty {
        let ty = self.open(Kind::Value { of_type: true });
        self.records.push(ty.clone());
        ty
    }

    /// Records that a type is an `Option` or a `Result`.
    pub(crate) fn mark_optional(&mut self, ty: &Ty, name: &'static str) {
        self.optional.push((ty.clone(), name));
    }

    /// The name `Option` or `Result`, if the type is that of a value such as `Some(x)` or `Ok(x)`.
    pub(crate) fn optional_name(&self, ty: &Ty) -> Option<&'static str> {
        let ty = self.resolve(ty);
        self.optional.iter().find(|(of, _)| self.resolve(of) == ty).map(|(_, name)| *name)
    }

    /// A new inference variable for the type of a result of a user's type.
    pub(crate) fn result_of_type(&mut self) -> Ty {
        self.open(Kind::Value { of_type: true })
    }

    /// Whether the type is that of a struct literal.
    pub(crate) fn is_record(&self, ty: &Ty) -> bool {
        let ty = self.resolve(ty);
        self.records.iter().any(|record| self.resolve(record) == ty)
    }

    /// A new inference variable for the type of a value that rustc resolves.
    pub(crate) fn value(&mut self) -> Ty {
        self.open(Kind::Value { of_type: false })
    }

    /// Whether the type is that of a result of a method, associated function or operator of a user's type.
    pub(crate) fn is_result_of_user_type(&self, ty: &Ty) -> bool {
        self.kind(ty) == Some(Kind::Value { of_type: true })
    }

    /// Whether only rustc knows the type.
    pub(crate) fn is_unknown(&self, ty: &Ty) -> bool {
        let ty = self.resolve(ty);
        let is_open = match &ty {
            Ty::Var(_) => true,
            Ty::Hole(hole) => !matches!(**hole, Projection::Named(_)),
            _ => false,
        };
        is_open && !self.is_literal(&ty)
    }

    /// The result type of a method that is built in for some receiver types.
    pub(crate) fn method(&mut self, signature: &'static Method, receiver: &Ty, arguments: Vec<Ty>) -> Ty {
        let out = self.any();
        let receiver = receiver.clone();
        self.demand(Constraint::Method { signature, receiver, arguments, out: out.clone() });
        self.resolve(&out)
    }

    /// A new type that rustc infers.
    pub(crate) fn by_rustc(&mut self) -> Ty {
        self.inferred += 1;
        Ty::hole(Projection::Inferred(self.inferred - 1))
    }

    /// The type of a field.
    pub(crate) fn field(&mut self, base: &Ty, name: String) -> Ty {
        let out = self.any();
        self.demand(Constraint::Field { base: base.clone(), name, out: out.clone() });
        self.resolve(&out)
    }

    /// The signed or unsigned integer type of the same size as `base`. For a vector, the integer vector with
    /// as many components.
    pub(crate) fn integer_of(&mut self, base: &Ty, signed: bool) -> Ty {
        let out = self.any();
        self.demand(Constraint::WholeOf { base: base.clone(), signed, out: out.clone() });
        self.resolve(&out)
    }

    /// The element type of an array.
    pub(crate) fn item(&mut self, base: &Ty) -> Ty {
        let out = self.any();
        self.demand(Constraint::Item { base: base.clone(), out: out.clone() });
        self.resolve(&out)
    }

    fn demand(&mut self, constraint: Constraint) {
        if !self.solve(&constraint) {
            self.pending.push_back(constraint);
        }
    }

    /// Replaces the solved inference variables in a type by their solutions.
    pub(crate) fn resolve(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Var(at) => match &self.variables[*at] {
                State::Bound(ty) => self.resolve(ty),
                State::Open(_) => ty.clone(),
            },
            Ty::Array(element, len) => Ty::Array(Box::new(self.resolve(element)), len.clone()),
            Ty::Tuple(fields) => Ty::Tuple(fields.iter().map(|field| self.resolve(field)).collect()),
            Ty::Reference(mutable, to) => Ty::Reference(*mutable, Box::new(self.resolve(to))),
            Ty::Callable(result) => Ty::Callable(Box::new(self.resolve(result))),
            Ty::Slice(of) => Ty::Slice(Box::new(self.resolve(of))),
            Ty::Range(form, of) => Ty::Range(*form, Box::new(self.resolve(of))),
            Ty::Error | Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) | Ty::Hole(_) => ty.clone(),
        }
    }

    fn kind(&self, ty: &Ty) -> Option<Kind> {
        match ty {
            Ty::Var(at) => match self.variables[*at] {
                State::Open(kind) => Some(kind),
                State::Bound(_) => None,
            },
            _ => None,
        }
    }

    /// Whether the type is the still unknown type of a capture.
    pub(crate) fn is_captured(&self, ty: &Ty) -> bool {
        matches!(self.kind(ty), Some(Kind::Capture(_)))
    }

    pub(crate) fn is_literal(&self, ty: &Ty) -> bool {
        matches!(self.kind(ty), Some(Kind::Int | Kind::Float))
    }

    /// The digits of zero as a literal of the type: `0` or `0.0`. `None` if the type is not known to be
    /// numeric.
    pub(crate) fn zero(&self, ty: &Ty) -> Option<&'static str> {
        match (ty, self.kind(ty)) {
            (Ty::Scalar(Scalar::F32 | Scalar::F64), _) | (_, Some(Kind::Float)) => Some("0.0"),
            (Ty::Scalar(scalar), _) if scalar.is_int() => Some("0"),
            (_, Some(Kind::Int)) => Some("0"),
            _ => None,
        }
    }

    /// Records a definite type conflict: two types contradict each other, whatever types rustc infers.
    pub(crate) fn mistake(&mut self) {
        (self.has_type_error, self.has_definite_type_error) = (true, true);
        self.mistaken_at = self.mistaken_at.or(self.at);
    }

    /// Unifies two types: binds the inference variables in one type to the corresponding types in the other.
    /// Only records conflicts, because rustc reports them.
    pub(crate) fn unify(&mut self, a: &Ty, b: &Ty) {
        let (a, b) = (self.resolve(a), self.resolve(b));
        if a == b {
            return;
        }
        match (&a, &b) {
            (Ty::Var(x), Ty::Var(y)) => match (self.kind(&a), self.kind(&b)) {
                (Some(Kind::Any), _) => self.variables[*x] = State::Bound(b),
                (_, Some(Kind::Any)) => self.variables[*y] = State::Bound(a),
                // The type of a capture or constant is more specific than that of an unknown value.
                (Some(Kind::Value { .. }), Some(Kind::Capture(_) | Kind::Constant(_))) => {
                    self.variables[*x] = State::Bound(b);
                }
                (Some(Kind::Int | Kind::Float), Some(Kind::Value { .. })) => {
                    self.variables[*x] = State::Bound(b)
                }
                // A literal takes the type of the capture.
                (Some(Kind::Int | Kind::Float | Kind::Constant(_)), Some(Kind::Capture(_))) => {
                    self.variables[*x] = State::Bound(b);
                }
                (Some(Kind::Int | Kind::Float), Some(Kind::Constant(_))) => {
                    self.variables[*x] = State::Bound(b)
                }
                // Two literals conflict, such as `1` and `1.0`. The user most likely intended the float.
                (Some(Kind::Int), Some(Kind::Float)) => {
                    self.mistake();
                    self.variables[*x] = State::Bound(b);
                }
                (Some(Kind::Float), Some(Kind::Int)) => {
                    self.mistake();
                    self.variables[*y] = State::Bound(a);
                }
                _ => self.variables[*y] = State::Bound(a),
            },
            (Ty::Var(x), _) if self.accepts(&a, &b) => self.variables[*x] = State::Bound(b),
            (_, Ty::Var(y)) if self.accepts(&b, &a) => self.variables[*y] = State::Bound(a),
            (Ty::Array(x, of), Ty::Array(y, other)) => {
                if let (Len::Number(of), Len::Number(other)) = (of, other)
                    && of != other
                {
                    self.mistake();
                }
                self.unify(x, y);
            }
            (Ty::Reference(_, x), Ty::Reference(_, y))
            | (Ty::Range(_, x), Ty::Range(_, y))
            // An array coerces to a slice.
            | (Ty::Slice(x) | Ty::Array(x, _), Ty::Slice(y))
            | (Ty::Slice(x), Ty::Array(y, _)) => self.unify(x, y),
            (Ty::Tuple(x), Ty::Tuple(y)) => {
                for (x, y) in x.iter().zip(y) {
                    self.unify(x, y);
                }
            }
            // An array meets a type that only rustc knows. That type must be an array, too, so both have the
            // same element type.
            (Ty::Array(x, _), Ty::Hole(_)) if !x.is_known() => {
                self.unify(x, &Ty::hole(Projection::ElementOf(b.clone())));
            }
            (Ty::Hole(_), Ty::Array(y, _)) if !y.is_known() => {
                self.unify(y, &Ty::hole(Projection::ElementOf(a.clone())));
            }
            (Ty::Tuple(x), Ty::Hole(_)) if !a.is_known() => {
                for (n, x) in x.iter().enumerate() {
                    self.unify(x, &Ty::hole(Projection::Field(b.clone(), n.to_string())));
                }
            }
            (Ty::Hole(_), Ty::Tuple(_)) if !b.is_known() => self.unify(&b, &a),
            _ => {
                self.has_type_error = true;
                if self.differ(&a, &b) || self.differ(&b, &a) {
                    self.mistake();
                }
            }
        }
    }

    /// Unifies the type of a place with the type of a value that is assigned to it. The result of a method or
    /// operator of a user's type is excluded, and keeps a type slot of its own. If the function does not
    /// exist, rustc gives that slot an error type, and so reports only the call. A variable of `let x;` gets
    /// its type from the first assigned value, as if that value stood in the `let`.
    pub(crate) fn receive(&mut self, place: &Ty, value: &Ty) {
        let (place, value) = (self.resolve(place), self.resolve(value));
        let is_first_value = matches!(self.kind(&place), Some(Kind::Any));
        if is_first_value || !self.is_result_of_user_type(&value) {
            self.unify(&place, &value);
        }
    }

    /// Whether `number` is a scalar or the type of a literal, and `other` must be a different type.
    fn differ(&self, number: &Ty, other: &Ty) -> bool {
        match (number, other) {
            (Ty::Scalar(_), Ty::Scalar(_) | Ty::Unit | Ty::Array(..) | Ty::Tuple(_) | Ty::Range(..)) => true,
            (_, Ty::Scalar(_) | Ty::Unit | Ty::Array(..) | Ty::Tuple(_) | Ty::Range(..)) => {
                self.is_literal(number)
            }
            _ => false,
        }
    }

    /// Whether an inference variable may be bound to the type. The variable of a literal may be bound only to
    /// types that the literal can have. For other types, rustc reports the conflict.
    fn accepts(&self, variable: &Ty, ty: &Ty) -> bool {
        match (self.kind(variable), ty) {
            (Some(Kind::Int), Ty::Scalar(scalar)) => scalar.is_int(),
            // A literal cannot have the type `f16`; rustc reports a literal where an `f16` is expected.
            (Some(Kind::Float), Ty::Scalar(scalar)) => scalar.is_float() && *scalar != Scalar::F16,
            (Some(Kind::Int | Kind::Float), Ty::Hole(_) | Ty::Error) => true,
            (Some(Kind::Int | Kind::Float), _) => false,
            _ => true,
        }
    }
}
