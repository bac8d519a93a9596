//! Device functions that wait, seen as the kernels of one tile that they are for their twin.

use super::{Facts, Uniformity};
use crate::ir::{Body, Expr, ExprKind, Function, Kernel, Parameter, Role, Slot, Stmt, Ty, Var, Variable};
use crate::site::Site;
use quote::quote;

/// A function that waits.
pub(crate) struct Waiting {
    /// Its body, over a tile of `items` work-items; what it returns goes to a variable.
    pub(crate) kernel: Kernel,
    /// The variable for the result, if there is one.
    pub(crate) result: Option<Var>,
    /// Parameters that may vary.
    pub(crate) varying: Vec<Var>,
    /// The positions, as bits, of those that may not.
    pub(crate) uniform: u32,
    /// Barriers that not every work-item reaches, whatever the arguments are.
    pub(crate) divergent: Vec<(Site, String)>,
}

impl Waiting {
    /// The function as a kernel, if it waits.
    pub(crate) fn of(function: &Function, items: &proc_macro2::Ident) -> Option<Waiting> {
        let takes = function.parameters.iter().any(|it| matches!(it, Parameter::Barrier));
        let mut waits = false;
        for stmt in &function.body.block {
            stmt.walk(&mut |stmt| waits |= stmt.waits());
        }
        if !takes && !waits {
            return None;
        }
        let site = function.site;
        let mut variables = function.body.variables.clone();
        let result = (function.result != Ty::Unit).then(|| {
            let ident = proc_macro2::Ident::new("result", proc_macro2::Span::mixed_site());
            let ty = function.result.clone();
            variables.push(Variable::new(ident, "result".to_owned(), ty, true, true));
            Var(variables.len() - 1)
        });
        let mut block = returning(&function.body.block, result, &function.result);
        // The last one leaves nothing.
        if let Some(Stmt::Return { .. }) = block.last() {
            block.pop();
        }
        let body = Body { variables, block, ..Body::default() };
        let kernel = Kernel {
            name: function.name.clone(),
            index: String::new(),
            rank: 1,
            tile: Some(vec![syn::parse_quote!(#items)]),
            // Others may write to what is only read here.
            slots: function.slots.iter().map(|slot| Slot { role: Role::Write, ..slot.clone() }).collect(),
            body,
            site,
        };
        let mut waiting = Waiting { kernel, result, varying: Vec::new(), uniform: 0, divergent: Vec::new() };
        waiting.judge(function);
        Some(waiting)
    }

    /// Which parameters may vary: each alone, beside what varies in any case.
    fn judge(&mut self, function: &Function) {
        let variables = &function.body.variables;
        let all = function.parameters.iter().enumerate().filter_map(|(n, parameter)| match parameter {
            Parameter::Var(var) => Some((n, *var)),
            Parameter::Barrier | Parameter::View(_) | Parameter::Callable(_) => None,
        });
        let (lent, values): (Vec<_>, Vec<_>) = all.partition(|(_, var)| variables[var.0].reference.is_some());
        let mut always: Vec<_> = lent.into_iter().map(|(_, var)| var).collect();
        always.extend(self.result);
        self.divergent = self.divergent(&always);
        for (n, var) in values {
            let with: Vec<_> = always.iter().copied().chain([var]).collect();
            if self.divergent(&with).is_empty() {
                self.varying.push(var);
            } else {
                self.uniform |= 1 << n;
            }
        }
        self.varying.extend(always);
    }

    fn divergent(&self, varying: &[Var]) -> Vec<(Site, String)> {
        let mut uniformity = Uniformity::new(&self.kernel);
        uniformity.raise_all(&self.kernel, varying);
        let mut found = Vec::new();
        uniformity.divergent_barriers(&self.kernel, &mut |site, reason| found.push((site, reason)));
        found
    }

    /// What is true of it, where its arguments may vary.
    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts::new(&self.kernel).varying(&self.varying)
    }

    /// For each call of another function that waits: which parameters each argument is computed from.
    pub(crate) fn arguments(&self, function: &Function) -> Vec<(proc_macro2::TokenStream, Vec<u32>)> {
        let mut calls = Vec::new();
        let positions: Vec<_> = function.parameters.iter().enumerate().collect();
        for stmt in &self.kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return };
                if !expr.waits() {
                    return;
                }
                let from = |argument: &Expr| {
                    let ExprKind::Local(var) = argument.kind else { return 0 };
                    positions.iter().fold(0u32, |sum, (n, parameter)| match parameter {
                        Parameter::Var(parameter) if self.depends(var, *parameter) => sum | 1 << n,
                        _ => sum,
                    })
                };
                let types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
                let item = callee.item(&types);
                calls.push((quote!(#item), arguments.iter().map(from).collect()));
            });
        }
        calls
    }

    fn depends(&self, var: Var, on: Var) -> bool {
        let mut uniformity = Uniformity::new(&self.kernel);
        uniformity.raise_all(&self.kernel, &[on]);
        uniformity.of(var) > super::Level::Tile
    }
}

/// The statements, with results assigned to a variable before they are returned.
fn returning(block: &[Stmt], result: Option<Var>, ty: &Ty) -> Vec<Stmt> {
    let mut out = Vec::new();
    let inner = |block: &[Stmt]| returning(block, result, ty);
    for stmt in block {
        match stmt {
            Stmt::Return { value, site } => {
                if let (Some(var), Some(value)) = (result, value) {
                    let place = Expr { kind: ExprKind::Local(var), ty: ty.clone(), site: *site };
                    out.push(Stmt::Assign { place, operator: None, value: value.clone() });
                }
                out.push(Stmt::Return { value: None, site: *site });
            }
            Stmt::If { condition, then, otherwise } => out.push(Stmt::If {
                condition: condition.clone(),
                then: inner(then),
                otherwise: inner(otherwise),
            }),
            Stmt::For { var, range, body } => {
                out.push(Stmt::For { var: *var, range: range.clone(), body: inner(body) });
            }
            Stmt::While { before, condition, body, site } => out.push(Stmt::While {
                before: before.clone(),
                condition: condition.clone(),
                body: inner(body),
                site: *site,
            }),
            Stmt::Block(block) => out.push(Stmt::Block(inner(block))),
            other => out.push(other.clone()),
        }
    }
    out
}
