//! Fallback rules of inference, in order of priority. They run at the end of a body, or when a method call
//! needs its receiver's type.

use super::{Constraint, Infer, Kind, State};
use crate::ir::{Callee, Projection, TokenKey, Ty};
use amp_shader::Scalar;

impl Infer {
    /// Solves the pending constraints. When no constraint can be solved, applies the first applicable
    /// fallback and tries again, until no fallback applies.
    pub(crate) fn finish(&mut self) {
        loop {
            self.propagate();
            if !(self.merge_int_vars()
                || self.merge_constants()
                || self.name_slots()
                || self.default_compound_literals()
                || self.parameters()
                || self.name_constants()
                || self.default_one())
            {
                break;
            }
        }
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

    /// Finds a pending binary operator with one integer operand and one operand of unknown type, and unifies
    /// the operand types. Returns whether there was such an operator.
    fn merge_int_vars(&mut self) -> bool {
        let found = self.pending.iter().find_map(|constraint| match constraint {
            Constraint::Binary { lhs, rhs, .. } => {
                let (l, r) = (self.resolve(lhs), self.resolve(rhs));
                let int = |ty: &Ty| matches!(ty, Ty::Scalar(scalar) if scalar.is_int());
                (int(&l) && matches!(r, Ty::Var(_)) || int(&r) && matches!(l, Ty::Var(_))).then_some((l, r))
            }
            _ => None,
        });
        if let Some((l, r)) = &found {
            self.unify(l, r);
        }
        found.is_some()
    }

    /// Finds a pending operator with one operand that is a constant of unknown type, and another that is a
    /// scalar, a literal or such a constant. Unifies the operand types. If one operand is a scalar or
    /// literal, also unifies the result type with them. Returns whether there was such an operator.
    fn merge_constants(&mut self) -> bool {
        let found = self.pending.iter().find_map(|constraint| {
            let (lhs, rhs, out) = match constraint {
                Constraint::Binary { lhs, rhs, out, .. } => (lhs, rhs, Some(out)),
                Constraint::Compound { lhs, rhs, .. } => (lhs, rhs, None),
                _ => return None,
            };
            let (l, r) = (self.resolve(lhs), self.resolve(rhs));
            let constant = |ty: &Ty| self.is_constant(ty);
            let known = |ty: &Ty| matches!(ty, Ty::Scalar(_)) || self.is_literal(ty);
            let meet = constant(&l) && (known(&r) || constant(&r)) || constant(&r) && known(&l);
            let out = out.filter(|_| known(&l) || known(&r)).cloned();
            (meet && l != r).then_some((l, r, out))
        });
        if let Some((l, r, out)) = &found {
            self.unify(l, r);
            out.iter().for_each(|out| self.unify(out, l));
        }
        found.is_some()
    }

    /// Binds each type of a capture that is still unknown to the projection that names it. Returns whether
    /// there was one.
    fn name_slots(&mut self) -> bool {
        let mut any = false;
        for state in &mut self.variables {
            if let State::Open(Kind::Capture(capture)) = *state {
                *state = State::Bound(Ty::hole(Projection::Element(capture)));
                any = true;
            }
        }
        any
    }

    /// Binds each type of a constant that is still unknown to [`Projection::TypeOf`] of the constant. Returns
    /// whether there was one.
    fn name_constants(&mut self) -> bool {
        let mut any = false;
        for state in &mut self.variables {
            if let State::Open(Kind::Constant(at)) = *state {
                *state = State::Bound(Ty::hole(Projection::TypeOf(self.constants[at].clone())));
                any = true;
            }
        }
        any
    }

    fn default_compound_literals(&mut self) -> bool {
        let found = self.pending.iter().find_map(|constraint| match constraint {
            Constraint::Compound { lhs, rhs, .. } => {
                let (l, r) = (self.resolve(lhs), self.resolve(rhs));
                (self.is_literal(&l) && matches!(r, Ty::Var(_))).then_some((l, r))
            }
            _ => None,
        });
        // The type of the right side depends on that of the left one, as in `s += s * x`.
        if let Some((l, r)) = &found {
            self.unify(l, r);
        }
        found.is_some()
    }

    /// Resolves the type of a method's receiver as far as possible, without the rest of the body. If the
    /// receiver is the result of a call, literal arguments of the call get the types of the parameters.
    /// Captures from which the receiver is computed get the projections that name their types. `number` tells
    /// that the method is one of scalars. In this case, the types of captures that are operands of an
    /// operator stay unknown.
    pub(crate) fn resolve_receiver_now(&mut self, ty: &Ty, number: bool) -> Ty {
        self.resolve_receiver_within(ty, number, &mut Vec::new())
    }

    fn resolve_receiver_within(&mut self, ty: &Ty, number: bool, asked: &mut Vec<Ty>) -> Ty {
        let ty = self.resolve(ty);
        if self.kind(&ty) != Some(Kind::Any) || asked.contains(&ty) {
            return ty;
        }
        asked.push(ty.clone());
        let made_of = self.pending.iter().find_map(|constraint| match constraint {
            Constraint::Call { arguments, out, .. } if self.resolve(out) == ty => Some(arguments.clone()),
            Constraint::Field { base, out, .. } | Constraint::Item { base, out }
                if self.resolve(out) == ty =>
            {
                Some(vec![base.clone()])
            }
            Constraint::Binary { lhs, rhs, out, .. } if !number && self.resolve(out) == ty => {
                Some(vec![lhs.clone(), rhs.clone()])
            }
            _ => None,
        });
        for part in made_of.iter().flatten() {
            let part = self.resolve_receiver_within(part, number, asked);
            if let (Ty::Var(at), Some(Kind::Capture(capture))) = (&part, self.kind(&part)) {
                self.variables[*at] = State::Bound(Ty::hole(Projection::Element(capture)));
            }
        }
        self.parameters_of(Some(&ty));
        self.propagate();
        self.resolve(&ty)
    }

    /// Gives the literal arguments of one pending call the types of the parameters. Returns whether there was
    /// a pending call with otherwise known argument types.
    fn parameters(&mut self) -> bool {
        self.parameters_of(None)
    }

    /// Does the same as [`Infer::parameters`]. If `returned` is given, considers only the call that returns
    /// this type.
    fn parameters_of(&mut self, returned: Option<&Ty>) -> bool {
        let found = self.pending.iter().find_map(|constraint| match constraint {
            Constraint::Call { out, .. } if returned.is_some_and(|ty| self.resolve(out) != *ty) => None,
            Constraint::Call { callee, arguments, .. } => {
                let arguments: Vec<_> = arguments.iter().map(|ty| self.resolve(ty)).collect();
                let ready = arguments.iter().all(|ty| ty.is_known() || self.is_open(ty));
                Some((self.resolve_callee(callee).filter(|_| ready)?, arguments))
            }
            _ => None,
        });
        let Some((callee, arguments)) = found else { return false };
        // The projection for a parameter's type must name all argument types, but the type of a constant may
        // be unknown here. If the callee is a method of a type parameter, rustc finds it by the bounds of the
        // type parameter, whatever the argument types are. So `()` can replace the argument types.
        let only_traits = matches!(&callee, Callee::Associated(ty, _) if self.is_parameter(ty))
            && arguments.iter().any(|ty| self.has_constant(ty));
        let named = arguments.iter().map(|ty| if only_traits { Ty::Unit } else { self.defaulted(ty) });
        let named: Vec<_> = named.collect();
        for (n, argument) in arguments.iter().enumerate() {
            if !argument.is_known() {
                let parameter = Ty::hole(Projection::Parameter(callee.clone(), n, named.clone()));
                // For a by-reference parameter, the projection is the type of the reference's target.
                let value = if let Ty::Reference(_, to) = argument { to } else { argument };
                self.unify(value, &parameter);
            }
        }
        true
    }

    /// Whether the type is a type parameter.
    pub(crate) fn is_parameter(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Hole(hole) => match &**hole {
                Projection::Named(TokenKey(ty)) => self.type_parameters.contains(&ty.to_string()),
                _ => false,
            },
            _ => false,
        }
    }

    fn defaulted(&self, ty: &Ty) -> Ty {
        match self.kind(ty) {
            Some(Kind::Int) => Ty::Scalar(Scalar::I32),
            Some(Kind::Float) => Ty::Scalar(Scalar::F32),
            // The type of a constant has no Rust name, so `()` stands for it in the projection. The other
            // arguments must then suffice for rustc to determine the parameter type.
            Some(Kind::Constant(_)) => Ty::Unit,
            _ => match ty {
                Ty::Array(item, len) => Ty::Array(Box::new(self.defaulted(item)), len.clone()),
                Ty::Tuple(fields) => Ty::Tuple(fields.iter().map(|field| self.defaulted(field)).collect()),
                Ty::Reference(mutable, to) => Ty::Reference(*mutable, Box::new(self.defaulted(to))),
                _ => ty.clone(),
            },
        }
    }

    fn has_constant(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Array(item, _) | Ty::Reference(_, item) => self.has_constant(item),
            Ty::Tuple(fields) => fields.iter().any(|field| self.has_constant(field)),
            _ => self.is_constant(ty),
        }
    }

    /// Whether every unknown type within this type is the type of a literal or of a constant.
    fn is_open(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Array(item, _) | Ty::Reference(_, item) => self.is_open(item),
            Ty::Tuple(fields) => fields.iter().all(|field| field.is_known() || self.is_open(field)),
            _ => self.is_literal(ty) || self.is_constant(ty),
        }
    }

    /// Gives one literal of unknown type the default: `i32`, or `f32` where Rust uses `f64`, which most
    /// devices lack. Returns whether there was one.
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
}
