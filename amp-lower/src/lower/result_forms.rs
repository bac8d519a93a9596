//! Chooses the calls whose results CPU code converts (`ResultForm`).
//!
//! A user's function may return an `Option<&T>` or an `Option<Range<T>>`, and a macro does not see its signature. CPU code
//! converts the result of a call if the kernel uses it like an `Option`, a `Result` or a tuple: in a pattern, with a method of
//! `Option`, or by a field with a number. The conversion changes no other value.

use crate::ir::{Body, Call, Callee, Closure, Expr, ExprKind, Projection, ResultForm, Stmt, Ty, Var};
use std::collections::HashSet;

/// The methods of `Option` and `Result` on the result of a call.
const METHODS: [&str; 33] = [
    "and",
    "and_then",
    "copied",
    "cloned",
    "err",
    "expect",
    "filter",
    "flatten",
    "inspect",
    "inspect_err",
    "is_err",
    "is_err_and",
    "is_none",
    "is_none_or",
    "is_ok",
    "is_ok_and",
    "is_some",
    "is_some_and",
    "map",
    "map_err",
    "map_or",
    "map_or_else",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "xor",
    "zip",
];

/// Sets the forms of the results in a body. `result` is the type of a device function's result.
pub(super) fn set(body: &mut Body, result: Option<&Ty>) {
    let mut uses = Uses { used: HashSet::new(), optional: HashSet::new(), copies: Vec::new() };
    uses.block(&body.block);
    loop {
        let count = uses.used.len();
        for (to, from) in &uses.copies {
            if uses.used.contains(to) {
                uses.used.insert(*from);
            }
            if uses.optional.contains(to) {
                uses.optional.insert(*from);
            }
        }
        if uses.used.len() == count {
            break;
        }
    }
    let is_compound = result.is_some_and(|ty| match ty {
        Ty::Tuple(_) | Ty::Array(..) => true,
        Ty::Hole(hole) => matches!(&**hole, Projection::Named(name) if is_optional(name.last_segment())),
        _ => false,
    });
    // A variable with a declared type needs a conversion only if that type contains ranges.
    let type_of = |var: &Var| &body.variables[var.0].ty;
    uses.used.retain(|var| !type_of(var).is_nameable() || has_range(type_of(var)));
    let declared = uses.used.iter().copied().filter(|var| type_of(var).is_nameable());
    let forms = Forms {
        optional: uses.optional.iter().copied().chain(declared).collect(),
        used: uses.used,
        is_compound,
    };
    forms.change(&mut body.block);
}

/// Whether a type is or contains a range.
fn has_range(ty: &Ty) -> bool {
    match ty {
        Ty::Range(..) => true,
        Ty::Array(item, _) => has_range(item),
        Ty::Tuple(fields) => fields.iter().any(has_range),
        Ty::Hole(hole) => matches!(&**hole, Projection::Named(name) if name.text().contains("Range")),
        _ => false,
    }
}

fn is_optional(name: &str) -> bool {
    name == "Option" || name == "Result"
}

/// Converts the result of a call of a user's function. Leaves other expressions unchanged.
pub(super) fn convert(call: &mut Expr, to: ResultForm) {
    if !may_be_converted(call) {
        return;
    }
    if let ExprKind::Call { written, .. } = &mut call.kind {
        match written {
            Call::Path(path) if path.form == ResultForm::Written => path.form = to,
            Call::Method(name) | Call::Place(name) => *written = Call::Copied(name.clone(), to),
            Call::Path(_) | Call::Copied(..) => {}
        }
    }
}

/// Whether an expression is a call of a function that may have a result of any type.
pub(super) fn may_be_converted(call: &Expr) -> bool {
    let ExprKind::Call { callee, written, .. } = &call.kind else { return false };
    let is_known = match (callee, written) {
        (Callee::MaybeBuiltin(..), _) => true,
        (Callee::Associated(_, name, _), Call::Path(_)) if name == "<default>" => true,
        (Callee::Associated(_, name, _), Call::Method(_) | Call::Place(_)) => is_method(name),
        (Callee::Associated(..) | Callee::Function(_), _) => false,
    };
    !is_known && !call.passes_views() && !call.is_collective() && !call.ty.is_nameable()
}

pub(super) fn is_method(name: &str) -> bool {
    METHODS.contains(&name) || crate::vocabulary::optional::has(name)
}

/// Finds the variables that are used like an `Option`, a `Result` or a tuple.
struct Uses {
    used: HashSet<Var>,
    /// Those that are used like an `Option` or a `Result`.
    optional: HashSet<Var>,
    /// Variables to which the value of another variable is assigned.
    copies: Vec<(Var, Var)>,
}

impl Uses {
    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            stmt.walk(&mut |stmt| self.copy(stmt));
            stmt.walk_expressions(&mut |expr| self.expression(expr));
        }
    }

    fn copy(&mut self, stmt: &Stmt) {
        let (to, value) = match stmt {
            Stmt::Let { var, value: Some(value) } => (*var, value),
            Stmt::Assign { place, operator: None, value } => match place.kind {
                ExprKind::Local(var) => (var, value),
                _ => return,
            },
            _ => return,
        };
        if let ExprKind::Local(from) = value.kind {
            self.copies.push((to, from));
        }
    }

    fn expression(&mut self, it: &Expr) {
        if let ExprKind::Closure(closure) = &it.kind {
            self.block(&closure.body);
        }
        if let Some(of) = used(it)
            && let ExprKind::Local(var) = of.kind
        {
            self.used.insert(var);
            if !matches!(it.kind, ExprKind::Field(..)) {
                self.optional.insert(var);
            }
        }
    }
}

/// The value that an expression uses like an `Option`, a `Result` or a tuple.
fn used(it: &Expr) -> Option<&Expr> {
    let of = match &it.kind {
        ExprKind::IsVariant(of, _) | ExprKind::Payload(of, ..) | ExprKind::Referenced(of, _) => of,
        ExprKind::Field(of, member) if member.text().starts_with(|c: char| c.is_ascii_digit()) => of,
        ExprKind::Call { callee: Callee::Associated(_, name, _), written, arguments } => match written {
            Call::Method(_) | Call::Place(_) | Call::Copied(..) if is_method(name) => arguments.first()?,
            _ => return None,
        },
        _ => return None,
    };
    match &of.kind {
        ExprKind::Reference { place, .. } => Some(place),
        _ => Some(of),
    }
}

fn used_mut(it: &mut Expr) -> Option<&mut Expr> {
    used(it)?;
    let of = match &mut it.kind {
        ExprKind::IsVariant(of, _)
        | ExprKind::Payload(of, ..)
        | ExprKind::Referenced(of, _)
        | ExprKind::Field(of, _) => of,
        ExprKind::Call { arguments, .. } => arguments.first_mut()?,
        _ => return None,
    };
    Some(of)
}

/// The variables whose values are converted.
struct Forms {
    /// Variables that are used like an `Option`, a `Result` or a tuple.
    used: HashSet<Var>,
    /// Those that are used like an `Option` or a `Result`, or have a declared type. rustc may infer the type of `Shape::two(2.0)`
    /// from the type that the context expects of a tuple, so such a call is not converted without a declared type.
    optional: HashSet<Var>,
    /// Whether the function returns an `Option`, a `Result`, a tuple or an array.
    is_compound: bool,
}

impl Forms {
    fn assigned(&self, var: Var, value: &mut Expr) {
        let by_path = matches!(
            &value.kind,
            ExprKind::Call { callee: Callee::Associated(..), written: Call::Path(_), .. }
        );
        if self.optional.contains(&var) || self.used.contains(&var) && !by_path {
            convert(value, ResultForm::Converted);
        }
    }

    fn change(&self, block: &mut [Stmt]) {
        for stmt in block {
            match stmt {
                Stmt::Let { var, value: Some(value) } => self.assigned(*var, value),
                Stmt::Assign { place, operator: None, value } => {
                    if let ExprKind::Local(var) = place.kind {
                        self.assigned(var, value);
                    }
                }
                Stmt::Return { value: Some(value), .. } if self.is_compound => {
                    convert(value, ResultForm::Converted);
                }
                _ => {}
            }
            for expr in stmt.expressions_mut() {
                expr.walk_mut(&mut |part| {
                    if let Some(of) = used_mut(part) {
                        convert(of, ResultForm::Converted);
                    }
                    if let ExprKind::Closure(closure) = &mut part.kind {
                        self.in_closure(closure);
                    }
                });
            }
            for inner in stmt.blocks_mut() {
                self.change(inner);
            }
        }
    }

    /// A `return` in a closure is one of the closure.
    fn in_closure(&self, closure: &mut Closure) {
        let forms = Forms { used: self.used.clone(), optional: self.optional.clone(), is_compound: false };
        forms.change(&mut closure.body);
    }
}
