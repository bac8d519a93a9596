//! The end of inference: literals that nothing constrains get a default type, and every other unknown type
//! becomes one that rustc infers.

use super::{Constraint, Infer, Kind, ParameterOperators, State};
use crate::ir::{Projection, Ty};
use amp_shader::Scalar;

impl Infer {
    /// Solves the pending constraints, and then gives every type that is still unknown a default or a type
    /// slot.
    pub(crate) fn finish(&mut self) {
        self.propagate();
        self.name_captures_and_constants();
        self.propagate();
        self.leave_to_rustc();
        // The default type of a literal may solve constraints that contain the literal.
        while self.default_one() {
            self.propagate();
        }
        while self.leave_values_to_rustc() {
            self.propagate();
        }
    }

    /// Replaces each unknown type of a capture or constant by the projection that describes it.
    fn name_captures_and_constants(&mut self) {
        for state in &mut self.variables {
            let hole = match state {
                State::Open(Kind::Capture(capture)) => Projection::Element(*capture),
                State::Open(Kind::Constant(at)) => Projection::TypeOf(self.constants[*at].clone()),
                _ => continue,
            };
            *state = State::Bound(Ty::hole(hole));
        }
    }

    /// Replaces unknown types of values by types that rustc infers. The type of a field or item follows from
    /// the type of the value that contains it. So such types stay unknown until all others are known. Returns
    /// whether there was an unknown type.
    fn leave_values_to_rustc(&mut self) -> bool {
        let parts: Vec<_> =
            self.pending.iter().filter_map(Constraint::part).map(|ty| self.resolve(ty)).collect();
        let open: Vec<_> =
            (0..self.variables.len()).filter(|at| matches!(self.variables[*at], State::Open(_))).collect();
        let roots: Vec<_> = open.iter().copied().filter(|at| !parts.contains(&Ty::Var(*at))).collect();
        let chosen = if roots.is_empty() { &open } else { &roots };
        for at in chosen {
            let ty = self.by_rustc();
            self.variables[*at] = State::Bound(ty);
        }
        !open.is_empty()
    }

    fn propagate(&mut self) {
        loop {
            let before = self.pending.len();
            for _ in 0..before {
                let Some(constraint) = self.pending.pop_front() else { break };
                if !self.solve(&constraint) {
                    self.pending.push_back(constraint);
                }
            }
            if self.pending.len() == before {
                return;
            }
        }
    }

    /// Replaces the types of literals in pending constraints by types that rustc infers. In `x * 2.0` with an
    /// `x` whose type rustc resolves, the type of the literal depends on that of `x`.
    fn leave_to_rustc(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        for constraint in &pending {
            for ty in constraint.types() {
                self.leave_literals_to_rustc(ty);
            }
        }
        self.pending = pending;
        self.propagate();
    }

    fn leave_literals_to_rustc(&mut self, ty: &Ty) {
        match self.resolve(ty) {
            Ty::Var(at) if matches!(self.variables[at], State::Open(Kind::Int | Kind::Float)) => {
                let ty = self.by_rustc();
                self.variables[at] = State::Bound(ty);
            }
            Ty::Array(of, _) | Ty::Reference(_, of) | Ty::Callable(of) | Ty::Slice(of) | Ty::Range(_, of) => {
                self.leave_literals_to_rustc(&of)
            }
            Ty::Tuple(fields) => fields.iter().for_each(|field| self.leave_literals_to_rustc(field)),
            _ => {}
        }
    }

    /// Gives one literal of unknown type the default type: `i32` for integers, `f32` for floats. (Rust's
    /// default is `f64`, which most devices lack.) Returns whether there was such a literal.
    fn default_one(&mut self) -> bool {
        for state in &mut self.variables {
            let scalar = match state {
                State::Open(Kind::Int) => Scalar::I32,
                State::Open(Kind::Float) => Scalar::F32,
                _ => continue,
            };
            *state = State::Bound(Ty::Scalar(scalar));
            return true;
        }
        false
    }

    /// Whether the type is a type parameter, or an associated type of one: `T`, `T::Out` or `<T as Norm>::Out`.
    pub(crate) fn is_parameter(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        let Projection::Named(written) = &**hole else { return false };
        let text = written.text();
        let owner = match text.trim_start_matches('<').split_once([':', ' ']) {
            Some((owner, rest)) if text.starts_with('<') || rest.trim_start().starts_with(':') => owner,
            _ => text,
        };
        self.type_parameters.contains(owner.trim())
    }

    /// Whether the type is a type parameter that may be bounded by a user's trait.
    pub(crate) fn is_bounded_by_user(&self, ty: &Ty) -> bool {
        self.is_parameter(ty) && self.operators_of(ty).is_none()
    }

    /// The operators of a type parameter, if its bounds determine them. `None` for other types.
    pub(super) fn operators_of(&self, ty: &Ty) -> Option<ParameterOperators> {
        let Ty::Hole(hole) = ty else { return None };
        let Projection::Named(ty) = &**hole else { return None };
        self.parameter_operators.get(ty.text()).copied()
    }
}

impl Constraint {
    /// The type that the constraint derives from the type of another value, such as that of a field from that
    /// of the struct. `None` for other constraints.
    fn part(&self) -> Option<&Ty> {
        match self {
            Constraint::Field { out, .. }
            | Constraint::Item { out, .. }
            | Constraint::WholeOf { out, .. } => Some(out),
            _ => None,
        }
    }

    fn types(&self) -> Vec<&Ty> {
        match self {
            Constraint::Unary { operand, out } => vec![operand, out],
            Constraint::Binary { lhs, rhs, out, .. } => vec![lhs, rhs, out],
            Constraint::Compound { lhs, rhs, .. } => vec![lhs, rhs],
            Constraint::Method { receiver, arguments, out, .. } => {
                arguments.iter().chain([receiver, out]).collect()
            }
            Constraint::Arguments(arguments) => arguments.iter().collect(),
            Constraint::Field { base, out, .. }
            | Constraint::Item { base, out }
            | Constraint::WholeOf { base, out, .. } => vec![base, out],
        }
    }
}
