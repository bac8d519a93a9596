//! Prints calls of device functions and atomic operations.

use super::Writer;
use super::expr::{item_name, payload_name};
use super::stage::{self, Argument, CallChecks, Function, Note, Piece, Root, Step};
use crate::analysis::{Uniformity, UniformityMap, VaryingBits, assumptions};
use crate::ir::{Call, Callee, Closure, Expr, ExprKind, ImplOf, Kernel, Projection, SubviewStep, Ty, Var};
use crate::site::Site;
use amp_shader::{Atomic, AtomicTarget as Target, param_mask};

impl Writer<'_> {
    /// Prints the value that an associated function without arguments returns. An example is the value from
    /// which `sum()` starts. Its function has the internal name `<empty sum>`. rustc computes the value when
    /// it compiles the template.
    pub(super) fn host_value(&mut self, name: &str, ty: &Ty, site: Site) {
        let callee = Callee::Associated(ty.clone(), name.to_owned(), ImplOf::Inferred);
        let function = Function::Called { callee, types: Vec::new(), result: ty.clone(), site: site.first };
        self.parts.push(Piece::Call(function, Vec::new()));
    }

    /// Prints a call. For a by-reference argument, the template names the variable and the path into it,
    /// because WGSL cannot pass a pointer to a component.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[Expr], result: &Ty, written: &Call) {
        let plain = |argument: &Expr| match &argument.kind {
            ExprKind::Reference { place, .. } => match argument.ty {
                Ty::Reference(..) if matches!(written, Call::Path(_)) => argument.ty.clone(),
                _ => place.ty.clone(),
            },
            _ => argument.ty.clone(),
        };
        let mut types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        if let (Call::Place(_) | Call::Copied(..), Some(receiver)) = (written, arguments.first()) {
            types[0] = plain(receiver);
        }
        let outer = std::mem::take(&mut self.parts);
        let mut given = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let part = match &argument.kind {
                ExprKind::Closure(closure) => Argument::Closure(Box::new(self.closure(closure))),
                ExprKind::Function { path, .. } => {
                    let (path, callee, types) = (path.clone(), callee.clone(), types.clone());
                    Argument::Function(Function::Passed { path, callee, position, types })
                }
                ExprKind::ForwardedCallable { position, .. } => {
                    Argument::Place(Root::Parameter(*position), Vec::new())
                }
                ExprKind::Reference { place, .. } => match &place.kind {
                    ExprKind::Slice { root, start, len } => self.slice(root, start, len),
                    _ => self.by_reference(place),
                },
                ExprKind::Barrier => Argument::Barrier,
                ExprKind::ViewArg { capture, part, .. } if part.is_empty() => Argument::Captured(*capture),
                ExprKind::ViewArg { capture, part, .. } => {
                    let steps = part.iter().map(|step| self.subview_step(step)).collect();
                    Argument::Subview(*capture, steps)
                }
                _ => {
                    self.unless_zero_sized(&argument.ty, |writer| writer.list_item(argument));
                    Argument::Value(std::mem::take(&mut self.parts))
                }
            };
            given.push(part);
        }
        self.parts = outer;
        let site = match written {
            Call::Method(name) | Call::Copied(name, _) | Call::Place(name) => name.ident.span(),
            Call::Path(path) => Site::of(&path.source).last,
        };
        let passes_barrier = arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Barrier));
        // `fixed` tells whether a const check must assert that the callee does not modify its receiver. The
        // check is needed if the receiver is a value, and not a variable. A collective call in a device
        // function needs no const check: rustc compiles the user's own call, and reports the error itself.
        let of_value = match written {
            Call::Method(_) => true,
            Call::Copied(..) => has_value_receiver(arguments),
            // In a call by path, such as `Rng::next(rng, &t.barrier)`, Rust rejects a value for `&mut self`.
            // The CPU code of a collective method would accept the value, so the const check must reject it.
            Call::Path(_) => {
                passes_barrier && matches!(callee, Callee::Associated(..)) && has_value_receiver(arguments)
            }
            Call::Place(_) => false,
        };
        let fixed = of_value && (!passes_barrier || self.is_kernel);
        let varying = (self.is_kernel && passes_barrier).then(|| {
            let facts = self.facts;
            let of = |kernel: &Kernel, uniformity: &UniformityMap| {
                let varies =
                    |argument: &Expr| uniformity.argument_uniformity(kernel, argument) > Uniformity::Tile;
                let arguments = arguments.iter().enumerate().filter(|(_, argument)| varies(argument));
                arguments.fold(param_mask::ALWAYS_VARYING, |sum, (n, _)| sum | param_mask::bit(n))
            };
            let with = |(var, kernel): &(_, Kernel)| (*var, of(kernel, &UniformityMap::new(kernel)));
            let mut answers: Vec<_> = assumptions(&facts.kernel).iter().map(with).collect();
            if answers.is_empty() {
                answers.push((None, of(&facts.kernel, &facts.uniformity)));
            }
            VaryingBits::new(&facts.kernel.body.block, &answers)
        });
        let by_ref = arguments.first().and_then(Expr::by_ref_variable);
        let assumed = matches!(written, Call::Place(_))
            && by_ref.is_some_and(|var| self.body.assumed_unmodified.contains(&var));
        let (callee, result) = (callee.clone(), result.clone());
        let checks = (fixed || varying.is_some()).then(|| CallChecks {
            callee: callee.clone(),
            types: types.clone(),
            result: result.clone(),
            value_receiver: fixed,
            varying_arguments: varying,
            assumes_unmodified: assumed,
            method: !matches!(written, Call::Path(_)),
            site,
        });
        let builtin = match &callee {
            Callee::MaybeBuiltin(ty, method) => Some((method.name, ty.clone())),
            _ => None,
        };
        let function = Function::Called { callee, types, result, site };
        self.parts.push(match builtin {
            Some((name, ty)) => Piece::MaybeBuiltin(name, ty, function, given),
            None => Piece::Call(function, given),
        });
        self.parts.extend(checks.map(|checks| Piece::Note(Note::Call(Box::new(checks)))));
    }

    /// Prints one step of a subview.
    fn subview_step(&mut self, step: &SubviewStep) -> stage::SubviewStep {
        let mut each = |numbers: &[Expr]| -> Vec<Vec<Piece>> {
            let each = numbers.iter().map(|number| {
                self.expr(number);
                std::mem::take(&mut self.parts)
            });
            each.collect()
        };
        match step {
            SubviewStep::Section { origin, extent } => {
                stage::SubviewStep::Section(each(origin), each(extent))
            }
            SubviewStep::Project(index) => {
                stage::SubviewStep::Project(each(std::slice::from_ref(index)).concat())
            }
            SubviewStep::ViewAs(extent, _) => stage::SubviewStep::ViewAs(each(extent)),
            // Lowering rejects a reinterpreted view as an argument, so this piece is never linked.
            SubviewStep::Reinterpret(_) => stage::SubviewStep::ViewAs(Vec::new()),
        }
    }

    /// The WGSL expression for a local variable.
    pub(super) fn variable(&self, var: Var) -> String {
        match self.pointers.get(&var) {
            Some(pointer) => format!("(*{pointer})"),
            None => self.body.variables[var.0].name.clone(),
        }
    }

    /// Prints a closure argument.
    pub(super) fn closure(&mut self, closure: &Closure) -> stage::Closure {
        let own = closure.declared_variables();
        let mut captured: Vec<(Vec<Piece>, Ty)> = Vec::new();
        let mut names = Vec::new();
        let whole = closure.body.iter().flat_map(|stmt| {
            let mut found = Vec::new();
            stmt.walk_expressions(&mut |expr| found.push(expr));
            found
        });
        // A variable that the closure modifies is passed by pointer, and so is one that an outer closure accesses by a
        // pointer.
        let mut by_pointer = closure.modified_variables();
        by_pointer.retain(|var| self.body.variables[var.0].reference.is_none());
        let mut all: Vec<_> = whole.collect();
        if let Some(value) = &closure.value {
            value.walk(&mut |expr| all.push(expr));
        }
        for expr in &all {
            if let ExprKind::Local(var) = expr.kind
                && self.pointers.contains_key(&var)
                && !by_pointer.contains(&var)
            {
                by_pointer.push(var);
            }
        }
        for expr in all {
            let (name, part) = match &expr.kind {
                ExprKind::Local(var) if !own.contains(var) => {
                    let variable = &self.body.variables[var.0];
                    if variable.reference.is_some() || by_pointer.contains(var) {
                        continue;
                    }
                    (variable.name.clone(), Piece::Text(variable.name.clone()))
                }
                ExprKind::Item(item) => {
                    (item_name(*item).to_owned(), Piece::Text(item_name(*item).to_owned()))
                }
                ExprKind::Value(capture) | ExprKind::ViewArg { capture, .. }
                    if self.values.contains(capture) =>
                {
                    (format!("capture {capture}"), Piece::Value(*capture))
                }
                _ => continue,
            };
            if !names.contains(&name) {
                names.push(name);
                let ty = match &expr.kind {
                    ExprKind::ViewArg { capture, .. } => Ty::hole(Projection::Element(*capture)),
                    _ => expr.ty.clone(),
                };
                captured.push((vec![part], ty));
            }
        }
        let parameters = closure.parameters.iter().map(|var| {
            let variable = &self.body.variables[var.0];
            (variable.name.clone(), variable.ty.clone())
        });
        let parameters = parameters.collect();
        let modified = by_pointer.iter().map(|var| {
            let variable = &self.body.variables[var.0];
            let given = match self.pointers.get(var) {
                Some(pointer) => pointer.clone(),
                None => format!("&{}", variable.name),
            };
            (format!("in_{}", variable.name), given, variable.ty.clone())
        });
        let modified: Vec<_> = modified.collect();
        let pointers = by_pointer.iter().zip(&modified).map(|(var, (pointer, ..))| (*var, pointer.clone()));
        let pointers = std::mem::replace(&mut self.pointers, pointers.collect());
        let outer = std::mem::take(&mut self.parts);
        let depth = std::mem::replace(&mut self.depth, 1);
        // The definitions of the closure's variables are unknown.
        let shares = std::mem::replace(&mut self.shares_addresses, false);
        self.with_const_arrays(|writer| {
            writer.block(&closure.body);
            if let Some(value) = &closure.value {
                writer.return_statement(&closure.result, value);
            }
        });
        self.depth = depth;
        self.shares_addresses = shares;
        self.pointers = pointers;
        // A mark refers to a statement of the kernel. The compile-time validator of the WGSL (`validate`)
        // reads no marks in closures, so this code removes them.
        let body = std::mem::replace(&mut self.parts, outer);
        let body = body.into_iter().filter(|part| !matches!(part, Piece::Note(Note::Mark(_)))).collect();
        stage::Closure { parameters, captured, modified, result: closure.result.clone(), body }
    }

    /// Returns the argument for a slice such as `&w[a..b]`. A slice of a view or of a slice parameter is
    /// passed as a section of it. Any other slice is a `Argument::Slice`.
    fn slice(&mut self, root: &Expr, start: &Expr, len: &Expr) -> Argument {
        let mut printed = |number: &Expr| {
            let outer = std::mem::take(&mut self.parts);
            self.operand(number, |_| false);
            std::mem::replace(&mut self.parts, outer)
        };
        let (start, len) = (printed(start), printed(len));
        let section = stage::SubviewStep::Section(vec![start.clone()], vec![len.clone()]);
        match &root.kind {
            ExprKind::ViewArg { capture, part, .. } => {
                let mut steps: Vec<_> = part.iter().map(|step| self.subview_step(step)).collect();
                steps.push(section);
                Argument::Subview(*capture, steps)
            }
            ExprKind::Local(var) if let Some(view) = self.slice_view(*var) => {
                Argument::Subview(view, vec![section])
            }
            _ => match self.by_reference(root) {
                Argument::Place(root, steps) => Argument::Slice(root, steps, start, len),
                other => other,
            },
        }
    }

    /// Returns a by-reference argument: the variable, and the path of fields and subscripts into it.
    fn by_reference(&mut self, place: &Expr) -> Argument {
        match &place.kind {
            ExprKind::Field(base, member) => {
                let mut given = self.by_reference(base);
                if let Argument::Place(_, steps) = &mut given {
                    steps.push(Step::Field(base.ty.clone(), member.plain_name().to_owned()));
                }
                given
            }
            ExprKind::Payload(base, path, member) => {
                let mut given = self.by_reference(base);
                if let Argument::Place(_, steps) = &mut given {
                    steps.push(Step::Field(base.ty.clone(), payload_name(path, member)));
                }
                given
            }
            ExprKind::Subscript(base, index) => {
                let mut given = self.by_reference(base);
                let outer = std::mem::take(&mut self.parts);
                self.expr(index);
                let index = std::mem::replace(&mut self.parts, outer);
                if let Argument::Place(_, steps) = &mut given {
                    steps.push(Step::Index(index));
                }
                given
            }
            ExprKind::Tile(tile) => Argument::Place(Root::Tile(*tile), Vec::new()),
            ExprKind::Local(var) if let Some(view) = self.slice_view(*var) => Argument::Captured(view),
            ExprKind::Local(var) => {
                let variable = &self.body.variables[var.0];
                let root = match variable.reference {
                    Some((position, _)) => Root::Parameter(position),
                    None => Root::Variable(self.variable(*var), variable.ty.clone()),
                };
                Argument::Place(root, Vec::new())
            }
            _ => Argument::Value(Vec::new()),
        }
    }

    /// The index of the tile variable that contains the place, if atomic operations access its scalars.
    pub(super) fn atomic_tile_variable(&self, place: &Expr) -> Option<usize> {
        match &place.kind {
            ExprKind::Subscript(base, _) => self.atomic_tile_variable(base),
            ExprKind::Tile(tile) if self.body.tile_static[*tile].atomic => Some(*tile),
            _ => None,
        }
    }

    pub(super) fn atomic(&mut self, operation: Atomic, target: Target, index: &[&Expr], operands: &[Expr]) {
        self.parts.push(Piece::Atomic(operation, target));
        for (n, expr) in index.iter().copied().chain(operands).enumerate() {
            self.text(if n == 0 { "" } else { ", " });
            self.list_item(expr);
        }
        self.text(")");
    }
}

/// The subscripts of a place, from the outermost array inwards.
pub(super) fn subscripts(place: &Expr) -> Vec<&Expr> {
    match &place.kind {
        ExprKind::Subscript(base, index) => {
            let mut all = subscripts(base);
            all.push(index);
            all
        }
        _ => Vec::new(),
    }
}

/// Whether the first argument is passed by value, and is not a reference, barrier or view.
fn has_value_receiver(arguments: &[Expr]) -> bool {
    let by_ref = |it: &Expr| {
        matches!(it.kind, ExprKind::Reference { .. } | ExprKind::Barrier | ExprKind::ViewArg { .. })
    };
    arguments.first().is_some_and(|first| !by_ref(first))
}
