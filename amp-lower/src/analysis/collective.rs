//! Collective device functions: analyses a device function that contains a barrier as a kernel over one tile,
//! and finds its parameters that must be uniform.
//!
//! This is a modular uniformity analysis. A parameter must be uniform if a barrier becomes divergent when this
//! parameter varies. The analysis tries each parameter alone. That is sufficient: if several varying parameters
//! make a barrier divergent, one of them alone does, because a value varies if one of its sources does.
//!
//! The result is a bit mask in the function's `Item`, a constant that describes the function to its callers. At
//! each call, even in another crate, rustc compares the mask with the varying arguments in a const check.

use super::{Facts, Reason, Uniformity, UniformityMap, VaryingBits, assumptions};
use crate::ir::{
    Body, Callee, Expr, ExprKind, Function, Kernel, Parameter, Role, Source, Stmt, Ty, Var, Variable,
};
use crate::site::Site;
use amp_shader::param_mask;
use quote::quote;

/// A call of one collective function in the body of another one.
pub(crate) struct CollectiveCall {
    pub(crate) callee: Callee,
    /// The types of the call's arguments.
    pub(crate) types: Vec<Ty>,
    /// For each argument, the bit mask of the caller's parameters that make it varying.
    pub(crate) varying: Vec<VaryingBits>,
    pub(crate) site: Site,
}

/// A collective function in the form that the analysis and the CPU back end use.
pub(crate) struct CollectiveFunction {
    /// The body as a kernel over one tile. The number of work-items in the tile is a variable of the
    /// generated code, because it depends on the caller. Each `return value` has become an assignment to
    /// `result` and a plain `return`.
    pub(crate) kernel: Kernel,
    /// The variable that receives the return value, if there is one.
    pub(crate) result: Option<Var>,
    /// Parameters that the analysis treats as varying: by-reference parameters, and each by-value parameter
    /// that no barrier depends on. The list also contains `result`.
    pub(crate) varying: Vec<Var>,
    /// The bit mask of the parameters that must be uniform.
    pub(crate) required_uniform: u32,
    /// Barriers that are divergent even if all arguments are uniform, each with the reason.
    pub(crate) divergent: Vec<(Site, Reason)>,
}

impl CollectiveFunction {
    /// The analysed form of a device function; `None` if the function is not collective.
    pub(crate) fn of(function: &Function, items: &proc_macro2::Ident) -> Option<CollectiveFunction> {
        let takes = function.parameters.iter().any(|it| matches!(it, Parameter::Barrier));
        let mut has_barrier = false;
        for stmt in &function.body.block {
            stmt.walk(&mut |stmt| has_barrier |= stmt.is_collective());
        }
        if !takes && !has_barrier {
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
        let mut block = assign_results(&function.body.block, result, &function.result);
        // A `return` at the very end is redundant.
        if let Some(Stmt::Return { .. }) = block.last() {
            block.pop();
        }
        let body = Body { variables, block, ..Body::default() };
        let kernel = Kernel {
            name: function.name.clone(),
            index: String::new(),
            rank: 1,
            tile: Some(vec![Source::of_tokens(quote!(#items))]),
            captures: function.captures.clone(),
            callables: Vec::new(),
            body,
            site,
        };
        let mut collective = CollectiveFunction {
            kernel,
            result,
            varying: Vec::new(),
            required_uniform: 0,
            divergent: Vec::new(),
        };
        collective.required_uniform_parameters(function);
        Some(collective)
    }

    /// Computes which parameters must be uniform: for each by-value parameter, treats this parameter alone as
    /// varying and looks for divergent barriers. By-reference parameters and the return value always count as
    /// varying.
    fn required_uniform_parameters(&mut self, function: &Function) {
        let variables = &function.body.variables;
        let all = function.parameters.iter().enumerate().filter_map(|(n, parameter)| match parameter {
            Parameter::Var(var) => Some((n, *var)),
            Parameter::Barrier | Parameter::View(_) | Parameter::Callable(_) => None,
        });
        let views = function.parameters.iter().enumerate().filter_map(|(n, parameter)| match parameter {
            Parameter::View(capture) if function.captures[*capture].role == Role::Read => Some((n, *capture)),
            _ => None,
        });
        let (by_ref, values): (Vec<_>, Vec<_>) =
            all.partition(|(_, var)| variables[var.0].reference.is_some());
        let mut always: Vec<_> = by_ref.into_iter().map(|(_, var)| var).collect();
        always.extend(self.result);
        self.divergent = self.divergent(&always);
        for (n, var) in values {
            let with: Vec<_> = always.iter().copied().chain([var]).collect();
            if self.divergent(&with).is_empty() {
                self.varying.push(var);
            } else {
                self.required_uniform |= param_mask::bit(n);
            }
        }
        // The caller may write a view that this function only reads. So the analysis first assumes that other
        // work-items write the view, which makes its elements varying. If a barrier then diverges, the elements
        // count as uniform instead, and the view's bit in the mask is set. For a set bit, the const check at a
        // call rejects a view that the caller writes.
        for (n, capture) in views {
            self.kernel.captures[capture].role = Role::Write;
            if !self.divergent(&always).is_empty() {
                self.kernel.captures[capture].role = Role::Read;
                self.required_uniform |= param_mask::bit(n);
            }
        }
        self.varying.extend(always);
    }

    fn divergent(&self, varying: &[Var]) -> Vec<(Site, Reason)> {
        let mut uniformity = UniformityMap::new(&self.kernel);
        uniformity.raise_all(&self.kernel, varying);
        let mut found = Vec::new();
        uniformity.divergent_barriers(&self.kernel, &mut |site, reason| found.push((site, reason)));
        found
    }

    /// The facts of the kernel, with the parameters in `self.varying` treated as varying.
    pub(crate) fn facts(&self) -> Facts {
        Facts::new(self.kernel.clone()).varying(&self.varying)
    }

    /// The calls of other collective functions in the body.
    pub(crate) fn calls(&self, function: &Function) -> Vec<CollectiveCall> {
        let mut kernels = assumptions(&self.kernel);
        if kernels.is_empty() {
            kernels.push((None, self.kernel.clone()));
        }
        let all: Vec<_> =
            kernels.iter().map(|(var, kernel)| (*var, self.variants(function, kernel))).collect();
        let mut calls = Vec::new();
        for stmt in &self.kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return };
                if !expr.is_collective() {
                    return;
                }
                let from = |argument: &Expr| {
                    let of = |variants: &[(u32, Kernel, UniformityMap)]| {
                        let varies = |(_, kernel, uniformity): &&(u32, Kernel, UniformityMap)| {
                            uniformity.argument_uniformity(kernel, argument) > Uniformity::Tile
                        };
                        variants.iter().filter(varies).fold(0, |sum, (bit, ..)| sum | bit)
                    };
                    let answers: Vec<_> = all.iter().map(|(var, variants)| (*var, of(variants))).collect();
                    VaryingBits::new(&self.kernel.body.block, &answers)
                };
                calls.push(CollectiveCall {
                    callee: callee.clone(),
                    types: arguments.iter().map(|argument| argument.ty.clone()).collect(),
                    varying: arguments.iter().map(from).collect(),
                    site: expr.site,
                });
            });
        }
        calls
    }

    /// The analyses of the function as a kernel: one for each parameter, in which only that parameter varies,
    /// and one in which no parameter varies. Each result consists of the mask bit of the parameter (or
    /// `ALWAYS_VARYING` for the last one), the kernel, and the uniformity of its values.
    fn variants(&self, function: &Function, of: &Kernel) -> Vec<(u32, Kernel, UniformityMap)> {
        let with = |bit, parameter| {
            let (kernel, uniformity) = self.with_varying(function, of, parameter);
            (bit, kernel, uniformity)
        };
        let given = function.parameters.iter().enumerate();
        let given = given.map(|(n, parameter)| with(param_mask::bit(n), Some(parameter)));
        given.chain([with(param_mask::ALWAYS_VARYING, None)]).collect()
    }

    /// Returns a copy of the kernel `of` in which only one parameter varies (`None`: no parameter varies),
    /// and the uniformity of the copy's values.
    fn with_varying(
        &self,
        function: &Function,
        of: &Kernel,
        parameter: Option<&Parameter>,
    ) -> (Kernel, UniformityMap) {
        let mut kernel = Kernel { captures: function.captures.clone(), ..of.clone() };
        if let Some(Parameter::View(capture)) = parameter {
            kernel.captures[*capture].role = Role::Write;
        }
        let mut uniformity = UniformityMap::new(&kernel);
        if let Some(Parameter::Var(var)) = parameter {
            uniformity.raise_all(&kernel, &[*var]);
        }
        (kernel, uniformity)
    }
}

/// Replaces each `return value` by an assignment to the result variable and a plain `return`.
fn assign_results(block: &[Stmt], result: Option<Var>, ty: &Ty) -> Vec<Stmt> {
    let mut out = Vec::new();
    let inner = |block: &[Stmt]| assign_results(block, result, ty);
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
