//! Syntax to IR: names resolved, types inferred. The only stage that reads syn's statements and expressions; what its two
//! matches (`stmt/mod.rs`, `expr/mod.rs`) do not accept, their last arm refuses.

mod captures;
mod cx;
mod expr;
mod finish;
mod infer;
mod loops;
mod matching;
mod pattern;
mod stmt;
mod ty;
mod unsupported;

use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Body, Expr, ExprKind, Function, ItemIndex, Kernel, Parameter, Role, Slot, Stmt, Ty};
use crate::parse::{Form, FunctionInput, KernelInput, ParameterKind, parameter_type};
use crate::site::{Site, quoted};
use cx::{Binding, Cx};

/// A name without what makes it raw.
pub(crate) fn plain_name(ident: &proc_macro2::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// A kernel.
pub(crate) fn kernel(input: &KernelInput, diagnostics: &mut Diagnostics) -> Kernel {
    let tiled = input.index.as_ref().map(|index| index.tiled);
    let rank = input.index.as_ref().map_or(1, |index| index.rank);
    let mut cx = Cx::new(diagnostics, rank, tiled, matches!(input.form, Form::Closure));
    if let Some(index) = &input.index {
        let binding = if index.tiled { Binding::Tiled } else { Binding::Item(ItemIndex::Global) };
        cx.bind(&index.ident, binding);
    }
    if let Form::Function { item, parameters } = &input.form {
        cx.parameters(&item.sig.generics);
        for parameter in parameters {
            let only_atomic = matches!(parameter.kind, ParameterKind::Atomic { .. });
            let (role, element, rank, writable) = match &parameter.kind {
                ParameterKind::Value(written) => (Role::Value, ty::lower(&mut cx, written), Some(0), false),
                ParameterKind::View { role, element, rank } => {
                    (Role::Read, ty::element(&mut cx, element, *role), *rank, *role == Role::Write)
                }
                ParameterKind::Atomic { element, rank } => {
                    (Role::Write, ty::element(&mut cx, element, Role::Write), *rank, true)
                }
            };
            let slot = Slot::new(parameter.ident.clone(), role, element, rank);
            cx.slot(Slot { atomic: only_atomic, only_atomic, ..slot }, writable);
        }
    }
    for ident in &input.refused {
        cx.bind(ident, Binding::Refused);
    }
    let block = stmt::block(&mut cx, &input.body.stmts);
    let slots = cx.take_slots();
    let body = cx.finish(block);
    let mut kernel = Kernel {
        name: input.name.clone(),
        index: input.index.as_ref().map_or(String::new(), |index| index.ident.to_string()),
        rank,
        tile: input.tile.clone(),
        slots,
        body,
        site: Site::of(&input.body),
    };
    finish::kernel(&mut kernel);
    kernel
}

/// A device function.
pub(crate) fn device(input: &FunctionInput, diagnostics: &mut Diagnostics) -> Function {
    let signature = &input.item.sig;
    let mut cx = Cx::new(diagnostics, 0, None, false);
    cx.own_name = Some(signature.ident.clone());
    cx.parameters(&signature.generics);
    let mut parameters = Vec::new();
    for (position, (ident, mutable, written)) in input.parameters.iter().enumerate() {
        let (written, lent) = match written {
            syn::Type::Reference(reference) => (&*reference.elem, Some(reference.mutability.is_some())),
            other => (other, None),
        };
        if lent == Some(false) && is_barrier(written) {
            cx.bind(ident, Binding::Barrier);
            parameters.push(Parameter::Barrier);
            continue;
        }
        let view = parameter_type(written).filter(|(name, _)| {
            ["ArrayView", "ArrayViewMut", "Array", "AtomicView"].iter().any(|view| name == view)
        });
        if view.is_some() {
            let detail = format!("`{}`: views are for kernels; pass the elements", quoted(written));
            cx.report(Code::AMP002, Site::of(written), detail);
            cx.bind(ident, Binding::Refused);
            continue;
        }
        let ty = ty::lower(&mut cx, written);
        let var = cx.variable(ident, ty, *mutable);
        if let Some(mutable) = lent {
            cx.is_reference(var, position, mutable);
        }
        parameters.push(Parameter::Var(var));
    }
    let result = match &signature.output {
        syn::ReturnType::Default => Ty::Unit,
        syn::ReturnType::Type(_, written) => ty::lower(&mut cx, written),
    };
    cx.result = Some(result.clone());
    let mut block = Vec::new();
    let value = if result == Ty::Unit {
        block = stmt::block(&mut cx, &input.item.block.stmts);
        None
    } else {
        stmt::value_block(&mut cx, &input.item.block, &mut block)
    };
    if let Some(value) = value {
        cx.infer.unify(&value.ty, &result);
        let site = value.site;
        block.push(Stmt::Return { value: Some(value), site });
    }
    // Behind what cannot be reached a device needs a value all the same.
    if result != Ty::Unit && matches!(block.last(), Some(Stmt::Assert { .. })) {
        let site = Site::of(&input.item.sig.ident);
        let var = cx.temporary("nothing", site, result.clone(), true);
        block.push(Stmt::Let { var, value: None });
        let value = Expr { kind: ExprKind::Local(var), ty: result.clone(), site };
        block.push(Stmt::Return { value: Some(value), site });
    }
    let body: Body = cx.finish(block);
    let site = Site::of(&signature.ident);
    finish::function(Function { name: signature.ident.to_string(), parameters, result, body, site })
}

/// Whether a type is the barrier's.
fn is_barrier(ty: &syn::Type) -> bool {
    parameter_type(ty).is_some_and(|(name, _)| name == "TileBarrier")
}
