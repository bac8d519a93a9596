//! Type inference, with holes.
//!
//! rustc is the type checker: it sees the twin, and reports every type error on the user's tokens. What stands here only
//! finds the type of each literal and variable, so that both outputs say the same, and *names* the types that rustc
//! alone can see: an element of a captured view, the result of a device function. So nothing here can fail. What cannot
//! be found stays open, and is left out of the text where the text can do without it.

use crate::ir::{Binary, Callee, Hole, Ty, Written, of_closure};
use amp_shader::Scalar;
use std::collections::{HashSet, VecDeque};

/// What is known, and what is still to be combined.
#[derive(Default)]
pub(crate) struct Infer {
    variables: Vec<State>,
    pending: VecDeque<Constraint>,
    /// The names of type parameters.
    pub(crate) type_parameters: HashSet<String>,
    /// The constants whose types only rustc can see.
    constants: Vec<Written>,
    /// Types met that cannot be one. rustc will report it; naga must not.
    pub(crate) contradicts: bool,
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
    /// The type of what is captured in a slot.
    Slot(usize),
    /// The type of a constant, by its place in the list.
    Constant(usize),
}

enum Constraint {
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
    Call {
        callee: Callee,
        arguments: Vec<Ty>,
        out: Ty,
    },
    /// A closure at a position among the arguments of a call.
    Closure {
        callee: Callee,
        position: usize,
        arguments: Vec<Ty>,
        parameters: Vec<Ty>,
        result: Ty,
    },
    Field {
        base: Ty,
        name: String,
        out: Ty,
    },
    Item {
        base: Ty,
        out: Ty,
    },
    ScalarOf {
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

    pub(crate) fn constant(&mut self, path: Written) -> Ty {
        self.constants.push(path);
        self.open(Kind::Constant(self.constants.len() - 1))
    }

    pub(crate) fn slot(&mut self, slot: usize) -> Ty {
        self.open(Kind::Slot(slot))
    }

    fn open(&mut self, kind: Kind) -> Ty {
        self.variables.push(State::Open(kind));
        Ty::Var(self.variables.len() - 1)
    }

    /// The type of `lhs op rhs`.
    pub(crate) fn binary(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty) -> Ty {
        let out = self.any();
        self.demand(Constraint::Binary { operator, lhs: lhs.clone(), rhs: rhs.clone(), out: out.clone() });
        self.resolve(&out)
    }

    /// `lhs op= rhs`
    pub(crate) fn compound(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty) {
        self.demand(Constraint::Compound { operator, lhs: lhs.clone(), rhs: rhs.clone() });
    }

    /// The type that a device function returns.
    pub(crate) fn call(&mut self, callee: Callee, arguments: Vec<Ty>) -> Ty {
        let out = self.any();
        self.demand(Constraint::Call { callee, arguments, out: out.clone() });
        self.resolve(&out)
    }

    /// The types of a closure that a device function is given.
    pub(crate) fn closure(
        &mut self,
        callee: Callee,
        position: usize,
        arguments: Vec<Ty>,
        parameters: Vec<Ty>,
        result: Ty,
    ) {
        self.demand(Constraint::Closure { callee, position, arguments, parameters, result });
    }

    fn solve_closure(
        &mut self,
        callee: &Callee,
        position: usize,
        arguments: &[Ty],
        parameters: &[Ty],
        result: &Ty,
    ) {
        let of = |n| Ty::hole(Hole::Parameter(callee.clone(), of_closure(position, n), arguments.to_vec()));
        for (n, parameter) in parameters.iter().enumerate() {
            if let Ty::Var(_) = self.resolve(parameter) {
                self.unify(parameter, &of(Some(n)));
            }
        }
        if self.is_literal(&self.resolve(result)) {
            self.unify(result, &of(None));
        }
    }

    /// The type of a field.
    pub(crate) fn field(&mut self, base: &Ty, name: String) -> Ty {
        let out = self.any();
        self.demand(Constraint::Field { base: base.clone(), name, out: out.clone() });
        self.resolve(&out)
    }

    /// The type of the scalar that something is made of.
    pub(crate) fn scalar_of(&mut self, base: &Ty) -> Ty {
        let out = self.any();
        self.demand(Constraint::ScalarOf { base: base.clone(), out: out.clone() });
        self.resolve(&out)
    }

    /// The integer of the same size as one, with a sign or without.
    pub(crate) fn whole_of(&mut self, base: &Ty, signed: bool) -> Ty {
        let out = self.any();
        self.demand(Constraint::WholeOf { base: base.clone(), signed, out: out.clone() });
        self.resolve(&out)
    }

    /// The type of an array's elements.
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

    /// The type with everything known put in.
    pub(crate) fn resolve(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Var(at) => match &self.variables[*at] {
                State::Bound(ty) => self.resolve(ty),
                State::Open(_) => ty.clone(),
            },
            Ty::Array(element, len) => Ty::Array(Box::new(self.resolve(element)), len.clone()),
            Ty::Tuple(fields) => Ty::Tuple(fields.iter().map(|field| self.resolve(field)).collect()),
            Ty::Reference(mutable, to) => Ty::Reference(*mutable, Box::new(self.resolve(to))),
            Ty::Poison | Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) | Ty::Hole(_) => ty.clone(),
        }
    }

    /// Who is called, once the type is known whose function it is.
    fn resolve_callee(&self, callee: &Callee) -> Option<Callee> {
        match callee {
            Callee::Function(_) => Some(callee.clone()),
            Callee::Associated(ty, name) => {
                let ty = self.resolve(ty);
                ty.is_known().then(|| Callee::Associated(ty, name.clone()))
            }
            Callee::Either(ty, method) => {
                let ty = self.resolve(ty);
                ty.is_known().then_some(Callee::Either(ty, method))
            }
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

    /// Whether it is the type of something captured, of which nothing is known yet.
    pub(crate) fn is_captured(&self, ty: &Ty) -> bool {
        matches!(self.kind(ty), Some(Kind::Slot(_)))
    }

    fn is_constant(&self, ty: &Ty) -> bool {
        matches!(self.kind(ty), Some(Kind::Constant(_)))
    }

    fn is_literal(&self, ty: &Ty) -> bool {
        matches!(self.kind(ty), Some(Kind::Int | Kind::Float))
    }

    /// Makes two types one, as far as they are open. Where they contradict each other rustc will say so.
    pub(crate) fn unify(&mut self, a: &Ty, b: &Ty) {
        let (a, b) = (self.resolve(a), self.resolve(b));
        if a == b {
            return;
        }
        match (&a, &b) {
            (Ty::Var(x), Ty::Var(y)) => match (self.kind(&a), self.kind(&b)) {
                (Some(Kind::Any), _) => self.variables[*x] = State::Bound(b),
                (_, Some(Kind::Any)) => self.variables[*y] = State::Bound(a),
                // A literal takes the type of what is captured.
                (Some(Kind::Int | Kind::Float | Kind::Constant(_)), Some(Kind::Slot(_))) => {
                    self.variables[*x] = State::Bound(b);
                }
                (Some(Kind::Int | Kind::Float), Some(Kind::Constant(_))) => {
                    self.variables[*x] = State::Bound(b)
                }
                (Some(Kind::Int), Some(Kind::Float)) | (Some(Kind::Float), Some(Kind::Int)) => {
                    self.contradicts = true;
                }
                _ => self.variables[*y] = State::Bound(a),
            },
            (Ty::Var(x), _) if self.accepts(&a, &b) => self.variables[*x] = State::Bound(b),
            (_, Ty::Var(y)) if self.accepts(&b, &a) => self.variables[*y] = State::Bound(a),
            (Ty::Array(x, _), Ty::Array(y, _)) | (Ty::Reference(_, x), Ty::Reference(_, y)) => {
                self.unify(x, y)
            }
            (Ty::Tuple(x), Ty::Tuple(y)) => {
                for (x, y) in x.iter().zip(y) {
                    self.unify(x, y);
                }
            }
            // What rustc alone can see has parts, too.
            (Ty::Array(x, _), Ty::Hole(_)) if !x.is_known() => {
                self.unify(x, &Ty::hole(Hole::ItemOf(b.clone())));
            }
            (Ty::Hole(_), Ty::Array(y, _)) if !y.is_known() => {
                self.unify(y, &Ty::hole(Hole::ItemOf(a.clone())));
            }
            (Ty::Tuple(x), Ty::Hole(_)) if !a.is_known() => {
                for (n, x) in x.iter().enumerate() {
                    self.unify(x, &Ty::hole(Hole::Field(b.clone(), n.to_string())));
                }
            }
            (Ty::Hole(_), Ty::Tuple(_)) if !b.is_known() => self.unify(&b, &a),
            _ => self.contradicts = true,
        }
    }

    /// A literal is never bound to a type that it cannot have: the message is rustc's.
    fn accepts(&self, variable: &Ty, ty: &Ty) -> bool {
        match (self.kind(variable), ty) {
            (Some(Kind::Int), Ty::Scalar(scalar)) => scalar.is_int(),
            // There are no literals of `f16`; rustc says so.
            (Some(Kind::Float), Ty::Scalar(scalar)) => scalar.is_float() && *scalar != Scalar::F16,
            (Some(Kind::Int | Kind::Float), Ty::Hole(_) | Ty::Poison) => true,
            (Some(Kind::Int | Kind::Float), _) => false,
            _ => true,
        }
    }

    /// Finds what can be found; whether nothing is left to do.
    fn solve(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Binary { operator, lhs, rhs, out } => self.solve_binary(*operator, lhs, rhs, out),
            Constraint::Compound { operator, lhs, rhs } => self.solve_compound(*operator, lhs, rhs),
            Constraint::Call { callee, arguments, out } => {
                let arguments: Vec<_> = arguments.iter().map(|ty| self.resolve(ty)).collect();
                if arguments.iter().any(Ty::is_poison) {
                    self.unify(out, &Ty::Poison);
                    return true;
                }
                let callee = self.resolve_callee(callee);
                let known = arguments.iter().all(Ty::is_known) && callee.is_some();
                if let Some(callee) = callee.filter(|_| known) {
                    self.unify(out, &Ty::hole(Hole::Returned(callee, arguments)));
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
                // What it returns may become a number yet.
                !matches!(self.resolve(result), Ty::Var(_))
            }
            Constraint::Field { base, name, out } => {
                let base = self.resolve(base);
                let field = match &base {
                    Ty::Var(_) => return false,
                    Ty::Tuple(fields) => {
                        name.parse().ok().and_then(|n: usize| fields.get(n)).cloned().unwrap_or(Ty::Poison)
                    }
                    Ty::Hole(_) => Ty::hole(Hole::Field(base.clone(), name.clone())),
                    _ => Ty::Poison,
                };
                self.unify(out, &field);
                true
            }
            Constraint::ScalarOf { base, out } => {
                let base = self.resolve(base);
                let scalar = match &base {
                    Ty::Var(_) => return false,
                    Ty::Hole(_) => Ty::hole(Hole::ScalarOf(base.clone())),
                    _ => base.clone(),
                };
                self.unify(out, &scalar);
                true
            }
            Constraint::WholeOf { base, signed, out } => {
                let base = self.resolve(base);
                let whole = match &base {
                    Ty::Var(_) => return false,
                    Ty::Scalar(scalar) => Ty::Scalar(scalar.whole(*signed)),
                    Ty::Hole(_) => Ty::hole(Hole::WholeOf(base.clone(), *signed)),
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
                    Ty::Hole(_) => Ty::hole(Hole::ItemOf(base.clone())),
                    _ => Ty::Poison,
                };
                self.unify(out, &item);
                true
            }
        }
    }

    fn solve_binary(&mut self, operator: Binary, lhs: &Ty, rhs: &Ty, out: &Ty) -> bool {
        let (l, r, o) = (self.resolve(lhs), self.resolve(rhs), self.resolve(out));
        if l.is_poison() || r.is_poison() {
            self.unify(out, &Ty::Poison);
            return true;
        }
        if operator.is_shift() {
            if let Ty::Hole(_) = l {
                // The result has a name only if both types have; a number alone is what it is in Rust.
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
        // Only scalars make a scalar.
        if let Ty::Scalar(_) = o
            && (self.kind(&l).is_some() || self.kind(&r).is_some())
        {
            self.unify(&l, &o);
            self.unify(&r, &o);
            return true;
        }
        match (&l, &r) {
            (Ty::Index(_) | Ty::Extent(_), _) => {
                // What is captured may be an index as well.
                if !matches!(self.kind(&r), None | Some(Kind::Slot(_))) {
                    self.unify(&r, &Ty::USIZE);
                }
                self.unify(out, &l);
            }
            (_, Ty::Index(_) | Ty::Extent(_)) => {
                if !matches!(self.kind(&l), None | Some(Kind::Slot(_))) {
                    self.unify(&l, &Ty::USIZE);
                }
                self.unify(out, &r);
            }
            (Ty::Scalar(_), Ty::Scalar(_)) => {
                self.contradicts |= l != r;
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
                let scalar = Ty::hole(Hole::ScalarOf(l.clone()));
                self.unify(&r, &scalar);
                return self.output(operator, l, scalar, out);
            }
            (Ty::Var(_), Ty::Hole(_)) if self.is_literal(&l) => {
                let scalar = Ty::hole(Hole::ScalarOf(r.clone()));
                self.unify(&l, &scalar);
                return self.output(operator, scalar, r, out);
            }
            (Ty::Hole(_), Ty::Hole(_) | Ty::Scalar(_)) | (Ty::Scalar(_), Ty::Hole(_)) => {
                return self.output(operator, l, r, out);
            }
            (Ty::Var(_), _) | (_, Ty::Var(_)) => return false,
            _ => {
                self.contradicts = true;
                self.unify(out, &Ty::Poison);
            }
        }
        true
    }

    /// Whether it is the type of something that is still to be found.
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
            Some(name) => Ty::hole(Hole::Output(name, l, r)),
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
            (Ty::Poison, _) | (_, Ty::Poison) => {}
            (Ty::Index(_) | Ty::Extent(_), Ty::Var(_)) => self.unify(&r, &Ty::USIZE),
            (Ty::Scalar(_), _) => self.unify(&r, &l),
            (Ty::Hole(_), Ty::Var(_)) if self.is_literal(&r) => {
                self.unify(&r, &Ty::hole(Hole::ScalarOf(l.clone())));
            }
            // A variable that began as a number can only grow by its own type.
            (Ty::Var(_), Ty::Scalar(_) | Ty::Hole(_)) if self.is_literal(&l) => self.unify(&l, &r),
            (Ty::Var(_), Ty::Var(_)) if self.is_literal(&l) && self.is_literal(&r) => self.unify(&l, &r),
            (Ty::Var(_), _) | (_, Ty::Var(_)) => return false,
            _ => {}
        }
        true
    }

    /// Solves what is pending; where nothing moves any more, takes the likeliest next step, one at a time.
    pub(crate) fn finish(&mut self) {
        loop {
            self.propagate();
            if !(self.ints_meet()
                || self.constants_meet()
                || self.name_slots()
                || self.literals_grow()
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

    /// An integer and something unknown: nothing but the same integer type can be meant.
    fn ints_meet(&mut self) -> bool {
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

    /// A constant and something known: nothing tells more than that.
    fn constants_meet(&mut self) -> bool {
        let found = self.pending.iter().find_map(|constraint| match constraint {
            Constraint::Binary { lhs, rhs, .. } | Constraint::Compound { lhs, rhs, .. } => {
                let (l, r) = (self.resolve(lhs), self.resolve(rhs));
                let constant = |ty: &Ty| self.is_constant(ty);
                let known = |ty: &Ty| matches!(ty, Ty::Scalar(_)) || self.is_literal(ty);
                let meet = constant(&l) && (known(&r) || constant(&r)) || constant(&r) && known(&l);
                (meet && l != r).then_some((l, r))
            }
            _ => None,
        });
        if let Some((l, r)) = &found {
            self.unify(l, r);
        }
        found.is_some()
    }

    /// What is captured and still open gets the name by which rustc knows it.
    fn name_slots(&mut self) -> bool {
        let mut any = false;
        for state in &mut self.variables {
            if let State::Open(Kind::Slot(slot)) = *state {
                *state = State::Bound(Ty::hole(Hole::Element(slot)));
                any = true;
            }
        }
        any
    }

    /// So does a constant.
    fn name_constants(&mut self) -> bool {
        let mut any = false;
        for state in &mut self.variables {
            if let State::Open(Kind::Constant(at)) = *state {
                *state = State::Bound(Ty::hole(Hole::TypeOf(self.constants[at].clone())));
                any = true;
            }
        }
        any
    }

    fn literals_grow(&mut self) -> bool {
        let found = self.pending.iter().find_map(|constraint| match constraint {
            Constraint::Compound { lhs, rhs, .. } => {
                let (l, r) = (self.resolve(lhs), self.resolve(rhs));
                (self.is_literal(&l) && matches!(r, Ty::Var(_))).then_some((l, r))
            }
            _ => None,
        });
        // The other side is waiting for this one: a sum that is built from itself.
        if let Some((l, r)) = &found {
            self.unify(l, r);
        }
        found.is_some()
    }

    /// The type of something as soon as somebody asks whose method it has, as far as that can be known: the numbers among a call's
    /// arguments get the types of its parameters then, and what is captured, and passed or has fields, the name by which rustc
    /// knows it. If it is no number that is asked for, so does what is added to something.
    pub(crate) fn asked(&mut self, ty: &Ty, number: bool) -> Ty {
        self.asked_by(ty, number, &mut Vec::new())
    }

    fn asked_by(&mut self, ty: &Ty, number: bool, asked: &mut Vec<Ty>) -> Ty {
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
            let part = self.asked_by(part, number, asked);
            if let (Ty::Var(at), Some(Kind::Slot(slot))) = (&part, self.kind(&part)) {
                self.variables[*at] = State::Bound(Ty::hole(Hole::Element(slot)));
            }
        }
        self.parameters_of(Some(&ty));
        self.propagate();
        self.resolve(&ty)
    }

    /// A literal passed to a device function has the type of the parameter.
    fn parameters(&mut self) -> bool {
        self.parameters_of(None)
    }

    /// The same, of the call that returns something of this type.
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
        // Of a type parameter only its traits tell, and the same whatever the arguments are: of constants nothing else is known.
        let only_traits = matches!(&callee, Callee::Associated(ty, _) if self.is_parameter(ty))
            && arguments.iter().any(|ty| self.has_constant(ty));
        let named = arguments.iter().map(|ty| if only_traits { Ty::Unit } else { self.defaulted(ty) });
        let named: Vec<_> = named.collect();
        for (n, argument) in arguments.iter().enumerate() {
            if !argument.is_known() {
                let parameter = Ty::hole(Hole::Parameter(callee.clone(), n, named.clone()));
                // What it tells is what a reference refers to.
                let value = if let Ty::Reference(_, to) = argument { to } else { argument };
                self.unify(value, &parameter);
            }
        }
        true
    }

    fn is_parameter(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Hole(hole) => match &**hole {
                Hole::Written(Written(ty)) => self.type_parameters.contains(&ty.to_string()),
                _ => false,
            },
            _ => false,
        }
    }

    fn defaulted(&self, ty: &Ty) -> Ty {
        match self.kind(ty) {
            Some(Kind::Int) => Ty::Scalar(Scalar::I32),
            Some(Kind::Float) => Ty::Scalar(Scalar::F32),
            // Another argument has to tell.
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

    /// Whether nothing is open in it but numbers and constants.
    fn is_open(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Array(item, _) | Ty::Reference(_, item) => self.is_open(item),
            Ty::Tuple(fields) => fields.iter().all(|field| field.is_known() || self.is_open(field)),
            _ => self.is_literal(ty) || self.is_constant(ty),
        }
    }

    /// A literal of which nothing more is known: `i32`, and `f32` where Rust would say `f64`, as on most devices.
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
