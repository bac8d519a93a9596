//! Solves constraints whose types are sufficiently known.

use super::{Constraint, Infer, Kind, State};
use crate::ir::{Binary, Callee, Projection, TokenKey, Ty};
use crate::vocabulary::types;
use amp_shader::Scalar;
use amp_shader::methods::Operand;
use quote::{format_ident, quote};

impl Infer {
    /// Solves a constraint as far as the known types permit. Returns whether it is solved completely.
    pub(super) fn solve(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Binary { operator, lhs, rhs, out } => self.solve_binary(*operator, lhs, rhs, out),
            Constraint::Compound { operator, lhs, rhs } => self.solve_compound(*operator, lhs, rhs),
            Constraint::Call { callee, arguments, out } => {
                let arguments: Vec<_> = arguments.iter().map(|ty| self.resolve(ty)).collect();
                if arguments.iter().any(Ty::is_error) {
                    self.unify(out, &Ty::Error);
                    return true;
                }
                let callee = self.resolve_callee(callee);
                let known = arguments.iter().all(Ty::is_known) && callee.is_some();
                if let Some(callee) = callee.filter(|_| known) {
                    let swizzled = swizzled(&callee);
                    self.unify(
                        out,
                        &swizzled.unwrap_or_else(|| Ty::hole(Projection::Returned(callee, arguments))),
                    );
                }
                known
            }
            Constraint::Closure { callee, position, arguments, parameters, result } => {
                let arguments: Vec<_> = arguments.iter().map(|ty| self.resolve(ty)).collect();
                let Some(callee) = self.resolve_callee(callee) else { return false };
                if !arguments.iter().all(Ty::is_known) {
                    return false;
                }
                self.solve_closure(&callee, *position, &arguments, parameters, result);
                // While the result type is unknown, the constraint stays pending, because the result may
                // still turn out to be a literal.
                !matches!(self.resolve(result), Ty::Var(_))
            }
            Constraint::Field { base, name, out } => {
                let base = self.resolve(base);
                let field = match &base {
                    Ty::Var(_) => return false,
                    Ty::Tuple(fields) => {
                        name.parse().ok().and_then(|n: usize| fields.get(n)).cloned().unwrap_or(Ty::Error)
                    }
                    Ty::Hole(_) => Ty::hole(Projection::Field(base.clone(), name.clone())),
                    _ => Ty::Error,
                };
                self.unify(out, &field);
                true
            }
            Constraint::ScalarOf { base, out } => {
                let base = self.resolve(base);
                let scalar = match &base {
                    Ty::Var(_) => return false,
                    Ty::Hole(_) => Ty::scalar_of(&base),
                    _ => base.clone(),
                };
                self.unify(out, &scalar);
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
                    Ty::Array(element, _) => (**element).clone(),
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

    fn solve_binary(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty, out: &Ty) -> bool {
        let (l, r, o) = (self.resolve(lhs), self.resolve(rhs), self.resolve(out));
        if l.is_error() || r.is_error() {
            self.unify(out, &Ty::Error);
            return true;
        }
        if operator.is_shift() {
            if let Ty::Hole(_) = l {
                // The result is a projection of both operand types, so both must be known. A literal shift
                // count is an `i32`, as in Rust.
                if self.is_literal(&r) && !self.is_computed(&r) {
                    self.unify(&r, &Ty::Scalar(Scalar::I32));
                }
                let r = self.resolve(&r);
                if let Ty::Var(_) = r {
                    return false;
                }
                return self.output(operator, l, r, out);
            }
            self.unify(out, &l);
            return true;
        }
        // A scalar result has scalar operands.
        if let Ty::Scalar(_) = o
            && (self.kind(&l).is_some() || self.kind(&r).is_some())
        {
            self.unify(&l, &o);
            self.unify(&r, &o);
            return true;
        }
        match (&l, &r) {
            (Ty::Index(_) | Ty::Extent(_), _) => {
                // An operand of unknown type next to an index is a `usize`. A capture stays open, because it
                // may be an index too.
                if !matches!(self.kind(&r), None | Some(Kind::Capture(_))) {
                    self.unify(&r, &Ty::USIZE);
                }
                self.unify(out, &l);
            }
            (_, Ty::Index(_) | Ty::Extent(_)) => {
                if !matches!(self.kind(&l), None | Some(Kind::Capture(_))) {
                    self.unify(&l, &Ty::USIZE);
                }
                self.unify(out, &r);
            }
            (Ty::Scalar(_), Ty::Scalar(_)) => {
                if l != r {
                    self.mistake();
                }
                self.unify(out, &l);
            }
            (Ty::Scalar(_), Ty::Var(_)) if self.is_literal(&r) => {
                self.unify(&r, &l);
                self.unify(out, &l);
            }
            (Ty::Var(_), Ty::Scalar(_)) if self.is_literal(&l) => {
                self.unify(&l, &r);
                self.unify(out, &r);
            }
            (Ty::Var(_), Ty::Var(_)) if self.is_literal(&l) && self.is_literal(&r) => {
                self.unify(&l, &r);
                self.unify(out, &l);
            }
            (Ty::Hole(_), Ty::Var(_)) if self.is_literal(&r) => {
                let scalar = Ty::scalar_of(&l);
                self.unify(&r, &scalar);
                return self.output(operator, l, scalar, out);
            }
            (Ty::Var(_), Ty::Hole(_)) if self.is_literal(&l) => {
                let scalar = Ty::scalar_of(&r);
                self.unify(&l, &scalar);
                return self.output(operator, scalar, r, out);
            }
            (Ty::Hole(_), Ty::Hole(_) | Ty::Scalar(_)) | (Ty::Scalar(_), Ty::Hole(_)) => {
                return self.output(operator, l, r, out);
            }
            (Ty::Var(_), _) | (_, Ty::Var(_)) => return false,
            _ => {
                self.has_type_error = true;
                self.unify(out, &Ty::Error);
            }
        }
        true
    }

    /// Whether an unsolved constraint determines the type.
    fn is_computed(&self, ty: &Ty) -> bool {
        self.pending.iter().any(|constraint| {
            let (Constraint::Binary { out, .. }
            | Constraint::Call { out, .. }
            | Constraint::Field { out, .. }
            | Constraint::Item { out, .. }
            | Constraint::ScalarOf { out, .. }
            | Constraint::WholeOf { out, .. }) = constraint
            else {
                return false;
            };
            self.resolve(out) == *ty
        })
    }

    fn output(&mut self, operator: Binary, l: Ty, r: Ty, out: &Ty) -> bool {
        let ty = match operator.trait_name() {
            Some(name) => Ty::hole(Projection::Output(name, l, r)),
            None => Ty::BOOL,
        };
        self.unify(out, &ty);
        true
    }

    fn solve_compound(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty) -> bool {
        let (l, r) = (self.resolve(lhs), self.resolve(rhs));
        if operator.is_shift() {
            return true;
        }
        match (&l, &r) {
            (Ty::Error, _) | (_, Ty::Error) => {}
            (Ty::Index(_) | Ty::Extent(_), Ty::Var(_)) => self.unify(&r, &Ty::USIZE),
            (Ty::Scalar(_), _) => self.unify(&r, &l),
            (Ty::Hole(_), Ty::Var(_)) if self.is_literal(&r) => {
                self.unify(&r, &Ty::scalar_of(&l));
            }
            // The user's mistake is a missing decimal point: `let mut sum = 0; sum += x[i];`. The variable
            // gets the float type, so that rustc reports only the literal.
            (Ty::Var(at), Ty::Scalar(scalar))
                if scalar.is_float() && matches!(self.kind(&l), Some(Kind::Int)) =>
            {
                self.mistake();
                self.variables[*at] = State::Bound(r);
            }
            // A variable that starts as a literal can only be combined with its own type.
            (Ty::Var(_), Ty::Scalar(_) | Ty::Hole(_)) if self.is_literal(&l) => self.unify(&l, &r),
            (Ty::Var(_), Ty::Var(_)) if self.is_literal(&l) && self.is_literal(&r) => self.unify(&l, &r),
            (Ty::Var(_), _) | (_, Ty::Var(_)) => return false,
            _ => {}
        }
        true
    }
}

/// The result type of a call, if the callee is a swizzle of a glam vector: a glam vector too. `None` for
/// other callees.
fn swizzled(callee: &Callee) -> Option<Ty> {
    let Callee::MaybeBuiltin(Ty::Hole(hole), method) = callee else { return None };
    let (Projection::Named(written), Operand::Lanes(lanes, _)) = (&**hole, method.result) else {
        return None;
    };
    let name = written.last();
    types::vector(&name)?;
    let name = format_ident!("{}{lanes}", name.trim_end_matches(char::is_numeric));
    Some(Ty::hole(Projection::Named(TokenKey(quote!(::amp::__private::glam::#name)))))
}
