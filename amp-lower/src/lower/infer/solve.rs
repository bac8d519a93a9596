//! Solves constraints as soon as their types are sufficiently known.

use super::{Constraint, Infer, Kind, State};
use crate::ir::{Binary, Len, Projection, Ty};
use amp_shader::Scalar;
use amp_shader::methods::{Method, Operand};

impl Infer {
    /// Solves a constraint as far as the types that are known permit. Returns whether it is solved
    /// completely.
    pub(super) fn solve(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Unary { operand, out } => self.solve_unary(operand, out),
            Constraint::Binary { operator, lhs, rhs, out } => self.solve_binary(*operator, lhs, rhs, out),
            Constraint::Compound { operator, lhs, rhs } => self.solve_compound(*operator, lhs, rhs),
            Constraint::Method { signature, receiver, arguments, out } => {
                self.solve_method(signature, receiver, arguments, out)
            }
            // This constraint stays while it contains literals: the parameter types are unknown, so `finish`
            // decides about the literals.
            Constraint::Arguments(arguments) => !arguments.iter().any(|ty| self.has_literal(ty)),
            Constraint::Field { base, name, out } => {
                let base = self.resolve(base);
                let field = match &base {
                    Ty::Var(_) => return false,
                    Ty::Tuple(fields) => {
                        name.parse().ok().and_then(|n: usize| fields.get(n)).cloned().unwrap_or(Ty::Error)
                    }
                    Ty::Range(_, of) if matches!(name.as_str(), "start" | "end") => (**of).clone(),
                    Ty::Hole(_) => Ty::hole(Projection::Field(base.clone(), name.clone())),
                    _ => Ty::Error,
                };
                self.unify(out, &field);
                true
            }
            Constraint::WholeOf { base, signed, out } => {
                let base = self.resolve(base);
                let whole = match &base {
                    Ty::Var(_) => return false,
                    Ty::Scalar(scalar) => Ty::Scalar(scalar.integer_of_width(*signed)),
                    Ty::Hole(_) => Ty::hole(Projection::IntegerOf(base.clone(), *signed)),
                    _ => base.clone(),
                };
                self.unify(out, &whole);
                true
            }
            Constraint::Item { base, out } => {
                let base = self.resolve(base);
                let item = match &base {
                    Ty::Var(_) => return false,
                    Ty::Array(element, _) | Ty::Slice(element) => (**element).clone(),
                    Ty::Index(_) | Ty::Extent(_) => Ty::USIZE,
                    open if open.is_open_extent() => Ty::USIZE,
                    Ty::Hole(_) => Ty::hole(Projection::ElementOf(base.clone())),
                    _ => Ty::Error,
                };
                self.unify(out, &item);
                true
            }
        }
    }

    /// Solves a method call. The method of a scalar has the signature in the table of methods. For other
    /// receivers, rustc selects the method.
    fn solve_method(&mut self, signature: &Method, receiver: &Ty, arguments: &[Ty], out: &Ty) -> bool {
        let receiver = self.resolve(receiver);
        let known = matches!(receiver, Ty::Scalar(_)) || self.is_literal(&receiver);
        if !known {
            return receiver.is_error();
        }
        self.unify_arguments(signature, &receiver, arguments.iter());
        if let Some(result) = self.operand(signature.result, &receiver) {
            self.unify(out, &result);
        }
        true
    }

    /// Unifies the types of the arguments of a built-in method with those of its signature.
    pub(crate) fn unify_arguments<'t>(
        &mut self,
        signature: &Method,
        receiver: &Ty,
        arguments: impl Iterator<Item = &'t Ty>,
    ) {
        for (argument, operand) in arguments.zip(signature.arguments) {
            if let Some(expected) = self.operand(*operand, receiver) {
                self.unify(argument, &expected);
            }
        }
    }

    /// The type of an argument or result of a built-in method of a scalar. `None` for swizzles, which scalars do
    /// not have.
    fn operand(&mut self, operand: Operand, receiver: &Ty) -> Option<Ty> {
        Some(match operand {
            Operand::Same | Operand::Scalar => receiver.clone(),
            Operand::Is(scalar) => Ty::Scalar(scalar),
            Operand::Signed => self.integer_of(receiver, true),
            Operand::Unsigned | Operand::Bits => self.integer_of(receiver, false),
            Operand::Pair => Ty::Tuple(vec![receiver.clone(), receiver.clone()]),
            Operand::Flagged => Ty::Tuple(vec![receiver.clone(), Ty::BOOL]),
            Operand::Bytes => match receiver {
                Ty::Scalar(scalar) => {
                    Ty::Array(Box::new(Ty::Scalar(Scalar::U8)), Len::Number(scalar.bytes()))
                }
                _ => return None,
            },
            Operand::Lanes(..) => return None,
        })
    }

    fn has_literal(&self, ty: &Ty) -> bool {
        match self.resolve(ty) {
            Ty::Array(of, _) | Ty::Reference(_, of) | Ty::Callable(of) | Ty::Slice(of) | Ty::Range(_, of) => {
                self.has_literal(&of)
            }
            Ty::Tuple(fields) => fields.iter().any(|field| self.has_literal(field)),
            ty => self.is_literal(&ty),
        }
    }

    /// Solves a unary operator. On a number, the result has the type of the operand. For other operands,
    /// rustc selects the operator.
    fn solve_unary(&mut self, operand: &Ty, out: &Ty) -> bool {
        let operand = self.resolve(operand);
        let is_known = !matches!(operand, Ty::Hole(_) | Ty::Var(_)) || self.is_literal(&operand);
        if is_known {
            self.unify(out, &operand);
        }
        is_known
    }

    fn solve_binary(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty, out: &Ty) -> bool {
        let (l, r) = (self.resolve(lhs), self.resolve(rhs));
        if l.is_error() || r.is_error() {
            self.unify(out, &Ty::Error);
            return true;
        }
        if operator.trait_name().is_none() {
            self.unify(out, &Ty::BOOL);
        }
        let is_number = |infer: &Self, ty: &Ty| matches!(ty, Ty::Scalar(_)) || infer.is_literal(ty);
        if operator.is_shift() {
            // A shift of numbers has the type of its left operand. The type of the right operand is
            // independent.
            if l == Ty::USIZE || is_number(self, &l) && is_number(self, &r) {
                self.unify(out, &l);
                return true;
            }
            return false;
        }
        if operator.trait_name().is_none() && (is_compound(&l) || is_compound(&r)) {
            return self.solve_comparison(&l, &r);
        }
        match (&l, &r) {
            (Ty::Index(_) | Ty::Extent(_), _) => {
                // A literal that is compared or combined with an `Index` or `Extent` is a `usize`.
                if self.is_literal(&r) {
                    self.unify(&r, &Ty::USIZE);
                }
                self.unify(out, &l);
                true
            }
            (_, Ty::Index(_) | Ty::Extent(_)) => {
                if self.is_literal(&l) {
                    self.unify(&l, &Ty::USIZE);
                }
                self.unify(out, &r);
                true
            }
            (Ty::Scalar(_), Ty::Scalar(_)) => {
                if l != r {
                    self.mistake();
                }
                if operator.trait_name().is_some() {
                    self.unify(out, &l);
                }
                true
            }
            // Operators on numbers are built in, so both operands have the same type.
            _ if is_number(self, &l) && is_number(self, &r) => {
                self.unify(&l, &r);
                if operator.trait_name().is_some() {
                    self.unify(out, if matches!(l, Ty::Scalar(_)) { &l } else { &r });
                }
                true
            }
            // Index arithmetic: of the types in kernels, only `usize` has operators with a `usize`.
            (&Ty::USIZE, Ty::Hole(_) | Ty::Var(_)) | (Ty::Hole(_) | Ty::Var(_), &Ty::USIZE) => {
                for operand in [&l, &r].into_iter().filter(|ty| matches!(ty, Ty::Var(_))) {
                    self.unify(operand, &Ty::USIZE);
                }
                if operator.trait_name().is_some() {
                    self.unify(out, &Ty::USIZE);
                }
                true
            }
            (Ty::Hole(_) | Ty::Var(_), _) | (_, Ty::Hole(_) | Ty::Var(_)) => false,
            _ => {
                self.has_type_error = true;
                self.unify(out, &Ty::Error);
                true
            }
        }
    }

    /// A comparison of arrays or tuples compares their items or fields. Returns whether the constraint is
    /// solved completely.
    fn solve_comparison(&mut self, l: &Ty, r: &Ty) -> bool {
        let (l, r) = (self.resolve(l), self.resolve(r));
        match (&l, &r) {
            (Ty::Array(l, _), Ty::Array(r, _)) => self.solve_comparison(l, r),
            (Ty::Tuple(left), Ty::Tuple(right)) => {
                left.iter().zip(right).fold(true, |solved, (l, r)| self.solve_comparison(l, r) && solved)
            }
            _ => {
                let is_number = |ty: &Ty| matches!(ty, Ty::Scalar(_)) || self.is_literal(ty);
                if is_number(&l) && is_number(&r) {
                    self.unify(&l, &r);
                }
                !self.is_literal(&self.resolve(&l)) && !self.is_literal(&self.resolve(&r))
            }
        }
    }

    fn solve_compound(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty) -> bool {
        let (l, r) = (self.resolve(lhs), self.resolve(rhs));
        let is_number = |infer: &Self, ty: &Ty| matches!(ty, Ty::Scalar(_)) || infer.is_literal(ty);
        match (&l, &r) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            // The type of the right operand of a shift of numbers is independent.
            _ if operator.is_shift() => is_number(self, &l),
            (Ty::Index(_) | Ty::Extent(_), _) => {
                if self.is_literal(&r) {
                    self.unify(&r, &Ty::USIZE);
                }
                true
            }
            // The user forgot a decimal point: `let mut sum = 0; sum += x[i];`. The variable gets the float
            // type, so that rustc reports only the literal.
            (Ty::Var(at), Ty::Scalar(scalar))
                if scalar.is_float() && matches!(self.kind(&l), Some(Kind::Int)) =>
            {
                self.mistake();
                self.variables[*at] = State::Bound(r);
                true
            }
            _ if is_number(self, &l) && is_number(self, &r) => {
                self.unify(&r, &l);
                true
            }
            _ => false,
        }
    }
}

fn is_compound(ty: &Ty) -> bool {
    matches!(ty, Ty::Array(..) | Ty::Tuple(_))
}
