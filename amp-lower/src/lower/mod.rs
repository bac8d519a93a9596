//! Lowers syn's syntax tree to the IR: resolves names, infers types, and rejects what a kernel may not
//! contain.
//!
//! This is the only stage that reads statements and expressions of syn. `stmt/mod.rs` and `expr/mod.rs`
//! contain one match each, over all kinds of statements and expressions. Each construct has a file.
//! `unsupported` rejects the remaining constructs.
//!
//! A closure kernel may be lowered twice: the first pass finds facts about captures that only the whole
//! closure shows ([`CaptureFacts`]), and the second pass uses them.

mod binding;
mod captures;
mod closure_expansion;
mod constant_slices;
mod context;
mod copy_elision;
mod expr;
mod finish;
mod function_paths;
mod function_tables;
mod function_values;
mod hygiene;
mod infer;
mod items;
mod iterators;
mod known_text;
mod live_range_split;
mod loops;
mod matching;
mod op;
mod operand_types;
mod parameter;
mod path;
mod pattern;
mod reference_pattern;
mod result_forms;
mod shared_references;
mod stmt;
mod subview;
mod ty;
mod type_aliases;
mod unresolved_receiver;
mod unsupported;
mod unused_lints;
mod unused_values;
mod variant;

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::ir::{
    Body, Callable, Capture, Expr, ExprKind, Function, ItemIndex, Kernel, Parameter, Role, Source, Stmt, Ty,
};
use crate::parse::{
    Form, FunctionInput, KernelInput, ParameterKind, Place, callable, hidden_result, is_barrier,
    parameter_type, shared_target, view_arg_types, view_parameter,
};
use crate::site::{Site, quoted};
use context::{Binding, Context};
pub(crate) use expr::method_of_number;
use hygiene::Name;
pub(crate) use op::{closure_of_op, op};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;

/// The text of an identifier without `r#`.
pub(crate) fn plain_name(ident: &proc_macro2::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// Whether a field, variable or parameter of this type is rejected wherever it occurs in device code.
pub(crate) fn is_rejected(ty: &syn::Type) -> bool {
    let mut diagnostics = Diagnostics::default();
    let lowered = ty::lower(&mut Context::new(&mut diagnostics, 1, None, false), ty);
    diagnostics.finish().is_err() || lowered.is_error()
}

/// Lowers a kernel.
pub(crate) fn kernel(input: &KernelInput, diagnostics: &mut Diagnostics) -> Kernel {
    in_two_passes(diagnostics, |known, diagnostics| lower_once(input, known, diagnostics))
}

/// Lowers a body. If the first pass finds facts about captures, lowers the body again with these facts.
fn in_two_passes(
    diagnostics: &mut Diagnostics,
    lower: impl Fn(Option<CaptureFacts>, &mut Diagnostics) -> (Kernel, CaptureFacts),
) -> Kernel {
    let before = diagnostics.count();
    let (kernel, found) = lower(None, diagnostics);
    if found.values.is_empty() && found.written.is_empty() && found.ranks.is_empty() {
        return kernel;
    }
    diagnostics.truncate(before);
    lower(Some(found), diagnostics).0
}

/// Facts about captures, by name, that are known only after the whole closure was lowered.
#[derive(Default)]
struct CaptureFacts {
    /// Captures that are values, although the kernel uses subscripts on them.
    values: HashSet<String>,
    /// Views that the kernel writes after a call such as `x[i].method()`. The second pass lets such a method modify the
    /// element.
    written: HashSet<String>,
    /// The ranks of views whose extent the kernel uses before another use determines their rank.
    ranks: HashMap<String, usize>,
}

impl CaptureFacts {
    /// The facts that a lowering pass has found.
    fn of(cx: &mut Context<'_>) -> Self {
        match cx.signature.infers_captures {
            true => CaptureFacts {
                values: cx.arrays_among_captures(),
                written: cx.written_captures(),
                ranks: std::mem::take(&mut cx.usage.ranks),
            },
            false => CaptureFacts::default(),
        }
    }
}

/// Lowers a kernel with the facts that an earlier pass found. Returns the kernel and the facts that this pass
/// found.
fn lower_once(
    input: &KernelInput,
    known: Option<CaptureFacts>,
    diagnostics: &mut Diagnostics,
) -> (Kernel, CaptureFacts) {
    let first = known.is_none();
    let known = known.unwrap_or_default();
    let tiled = input.index.as_ref().map(|index| index.tiled);
    let rank = input.index.as_ref().map_or(1, |index| index.rank);
    let mut cx = Context::new(diagnostics, rank, tiled, matches!(input.form, Form::Closure));
    (cx.usage.values, cx.usage.written_later, cx.usage.ranks) = (known.values, known.written, known.ranks);
    cx.usage.known_views = view_names(&input.places);
    if let Some(index) = &input.index {
        let binding = if index.tiled { Binding::Tiled } else { Binding::Item(ItemIndex::Global) };
        cx.bind(&index.ident, binding);
    }
    if let Form::Function { item, parameters } = &input.form {
        cx.declare_generics(&item.sig.generics);
        let mut names = HashSet::new();
        names.extend(input.index.iter().map(|index| Name::of(&index.ident)));
        for parameter in parameters {
            // The expansion does not repeat the user's parameter list, so rustc does not report two
            // parameters of one name.
            if !names.insert(Name::of(&parameter.ident)) {
                let detail = format!("`{}` is the name of another parameter", parameter.ident);
                cx.advise(Code::AMP008, parameter.ident.span(), detail, advice::signature::NAME);
                cx.bind(&parameter.ident, Binding::Rejected);
                continue;
            }
            if let ParameterKind::Callable(found) = &parameter.kind {
                let inputs = found.inputs.iter().map(|input| ty::lower(&mut cx, input)).collect();
                let references = vec![false; found.inputs.len()];
                let (ident, output) = (parameter.ident.clone(), ty::lower(&mut cx, &found.output));
                let position = cx.signature.callables.len();
                cx.bind(&ident, Binding::Callable(position));
                cx.signature.callables.push(Callable {
                    ident,
                    position,
                    inputs,
                    references,
                    output,
                    is_fn_mut: found.is_fn_mut,
                    is_by_mut: false,
                });
                continue;
            }
            let only_atomic = matches!(parameter.kind, ParameterKind::Atomic { .. });
            let (role, element, rank, writable) = match &parameter.kind {
                ParameterKind::Callable(_) => continue,
                ParameterKind::Value(_) if parameter.mutable => (Role::Value, Ty::Error, Some(0), false),
                ParameterKind::Value(written) => (Role::Value, ty::value(&mut cx, written), Some(0), false),
                ParameterKind::View { role, element, rank, .. } => {
                    (Role::Read, ty::element(&mut cx, element), *rank, *role == Role::Write)
                }
                ParameterKind::Atomic { element, rank, .. } => {
                    (Role::Write, ty::element(&mut cx, element), *rank, true)
                }
            };
            let capture = Capture::new(parameter.ident.clone(), role, element, rank);
            let known_as = match &parameter.kind {
                ParameterKind::View { element, ranked, .. }
                | ParameterKind::Atomic { element, ranked, .. } => Some(view_type_names(element, ranked)),
                ParameterKind::Value(_) | ParameterKind::Callable(_) => None,
            };
            cx.add_capture(
                Capture {
                    atomic: only_atomic,
                    declared_atomic: only_atomic,
                    view_arg_types: known_as,
                    ..capture
                },
                writable,
            );
        }
    }
    for ident in &input.rejected {
        cx.bind(ident, Binding::Rejected);
    }
    let mut around = input.tile.iter().flatten().map(|size| size.to_token_stream()).collect::<TokenStream>();
    if let Form::Function { item, .. } = &input.form {
        item.sig.to_tokens(&mut around);
    }
    cx.signature.type_names = type_names(|names| {
        names.visit_block(&input.body);
        if let Form::Function { item, .. } = &input.form {
            names.visit_signature(&item.sig);
        }
    });
    let written = items::rename_items(&input.body, around.clone(), None);
    cx.imports(&written, &around);
    cx.names.used_as_structs = iterators::used_as_structs(&written, around.clone());
    // A return type of a kernel is already reported as an error. The returned value would also be reported as unused,
    // so these reports are omitted.
    let returns =
        matches!(&input.form, Form::Function { item, .. } if item.sig.output != syn::ReturnType::Default);
    if !returns {
        cx.unused_values = unused_values::UnusedValues::of(&written);
    }
    let block = stmt::block(&mut cx, &written.stmts);
    let found = if first { CaptureFacts::of(&mut cx) } else { CaptureFacts::default() };
    let captures = with_places(cx.take_captures(), &input.places);
    let callables = std::mem::take(&mut cx.signature.callables);
    let mut body = cx.finish(block);
    body.strict_float = input.strict_float;
    let mut kernel = Kernel {
        name: input.name.clone(),
        index: input.index.as_ref().map_or(String::new(), |index| index.ident.to_string()),
        rank,
        tile: input.tile.as_ref().map(|tile| tile.iter().map(|size| Source::of(size)).collect()),
        captures,
        callables,
        body,
        site: Site::of(&input.body),
    };
    finish::kernel(&mut kernel);
    (kernel, found)
}

/// The names of places that are known to be views.
fn view_names(places: &[Place]) -> HashSet<String> {
    places.iter().filter(|place| place.is_view).map(|place| place.name.to_string()).collect()
}

/// Records which captures are places, such as `self.dt`.
fn with_places(mut captures: Vec<Capture>, places: &[Place]) -> Vec<Capture> {
    for capture in &mut captures {
        let place = places.iter().find(|place| place.name == capture.ident);
        capture.place = place.map(|place| (Source::of(&place.tokens), place.text()));
    }
    captures
}

/// Lowers a device function.
pub(crate) fn device(input: &FunctionInput, diagnostics: &mut Diagnostics) -> Function {
    let signature = &input.item.sig;
    let mut cx = Context::new(diagnostics, 0, None, false);
    cx.signature.own_name = Some(signature.ident.clone());
    cx.signature.type_names = type_names(|names| names.visit_item_fn(&input.item));
    cx.signature.type_names.extend(input.block_parameters.iter().cloned());
    cx.body.block_parameters.clone_from(&input.block_parameters);
    cx.declare_generics(&signature.generics);
    parameter::report_iterators(&mut cx, &signature.generics);
    let (mut parameters, mut apart) = (Vec::new(), Vec::new());
    let (mut ranges, mut slices) = (Vec::new(), Vec::new());
    for (position, (ident, mutable, written)) in input.parameters.iter().enumerate() {
        let pattern = input.patterns.iter().find(|(place, _)| *place == position).map(|(_, pattern)| pattern);
        if let Some(pattern) = pattern
            && !parameter::may_destructure(&mut cx, pattern, written, &signature.generics)
        {
            continue;
        }
        let (written, by_ref) = match written {
            syn::Type::Reference(reference) => (&*reference.elem, Some(reference.mutability.is_some())),
            other => (other, None),
        };
        if by_ref == Some(false) && is_barrier(written) {
            cx.bind(ident, Binding::Barrier);
            cx.signature.may_wait = true;
            parameters.push(Parameter::Barrier);
            continue;
        }
        if let Some(found) = callable(&input.parameters[position].2, &signature.generics) {
            let references = found.inputs.iter().map(|input| shared_target(input).is_some()).collect();
            let inputs = found.targets().map(|input| ty::lower(&mut cx, input)).collect();
            let output = ty::lower(&mut cx, &found.output);
            parameters.push(Parameter::Callable(cx.signature.callables.len()));
            cx.bind(ident, Binding::Callable(cx.signature.callables.len()));
            cx.signature.callables.push(Callable {
                ident: ident.clone(),
                position,
                inputs,
                references,
                output,
                is_fn_mut: found.is_fn_mut,
                is_by_mut: by_ref == Some(true),
            });
            continue;
        }
        if let Some(view) = view_parameter(&input.parameters[position].2) {
            let role = if view.mutable { Role::Write } else { Role::Read };
            let element = ty::element(&mut cx, &view.element);
            let known_as = Some(view_type_names(&view.element, &view.ranked));
            let capture =
                Capture { view_arg_types: known_as, ..Capture::new(ident.clone(), role, element, view.rank) };
            parameters.push(Parameter::View(cx.add_capture(capture, view.mutable)));
            continue;
        }
        let view = parameter_type(written).filter(|(name, _)| {
            ["ArrayView", "ArrayViewMut", "Array", "AtomicView"].iter().any(|view| name == view)
        });
        if view.is_some() {
            let detail = match written {
                syn::Type::Path(path) if quoted(path).starts_with("Atomic") => {
                    format!(
                        "`{}`; write `&mut ArrayViewMut`, which accepts an `AtomicView` too",
                        quoted(written)
                    )
                }
                _ => format!("device functions take views by reference: `&{}`", quoted(written)),
            };
            cx.report(Code::AMP002, Site::of(written), detail);
            cx.bind(ident, Binding::Rejected);
            continue;
        }
        let ty = match (written, by_ref) {
            (syn::Type::Slice(of), Some(_)) => Ty::Slice(Box::new(ty::lower(&mut cx, &of.elem))),
            _ => ty::of_signature(&mut cx, written),
        };
        if let (Ty::Range(..), None) = (&ty, pattern) {
            if by_ref == Some(true) {
                let site = Site::of(written);
                cx.advise(Code::AMP002, site, "a range by `&mut`", advice::construct::RANGE_BY_MUT);
                cx.bind(ident, Binding::Rejected);
                continue;
            }
            let passed = expr::range::in_signature(ty.clone());
            let var = cx.temporary("range", Site::of(ident), passed, false);
            if let Some(mutable) = by_ref {
                cx.mark_by_ref(var, position, mutable);
            }
            ranges.push((ident, *mutable, var, ty));
            parameters.push(Parameter::Var(var));
            continue;
        }
        let var = match pattern {
            Some(pattern) => {
                let var = cx.temporary("parameter", Site::of(pattern), ty, false);
                apart.push((pattern, var));
                var
            }
            // A `mut` slice becomes a variable for slices in the body.
            None if *mutable && by_ref.is_some() && matches!(ty, Ty::Slice(_)) => {
                slices.push(ident);
                cx.variable(ident, ty, false)
            }
            None => cx.variable(ident, ty, *mutable),
        };
        if let Some(mutable) = by_ref {
            cx.mark_by_ref(var, position, mutable);
        }
        parameters.push(Parameter::Var(var));
    }
    let is_collective = parameters.iter().any(|parameter| matches!(parameter, Parameter::Barrier));
    for callable in cx.signature.callables.clone().iter().filter(|_| is_collective) {
        let written = &input.parameters[callable.position].2;
        let detail =
            format!("`{}`: a device function that contains a barrier cannot take closures", quoted(written));
        cx.report(Code::AMP002, Site::of(written), detail);
    }
    for (_, _, written) in input.parameters.iter().filter(|_| is_collective) {
        parameter::report_in_collective(&mut cx, written);
    }
    // The CPU code of a function with views has a result type of its own, which must have a name.
    let has_hidden_result = hidden_result(signature).is_some() && cx.captures.is_empty() && !is_collective;
    let result = match &signature.output {
        syn::ReturnType::Default => Ty::Unit,
        // Only rustc knows the type.
        syn::ReturnType::Type(..) if has_hidden_result => cx.infer.any(),
        syn::ReturnType::Type(_, written) if matches!(**written, syn::Type::ImplTrait(_)) => {
            let detail = format!("`{}` as a result", quoted(written));
            let advice = match detail.contains("Iterator") {
                true => advice::signature::RETURNED_ITERATOR,
                false => advice::signature::RETURNED,
            };
            cx.advise(Code::AMP002, Site::of(written), detail, advice);
            Ty::Error
        }
        syn::ReturnType::Type(_, written) if let Some(advice) = parameter::holds_reference(written) => {
            cx.advise(Code::AMP002, Site::of(written), format!("`{}` as a result", quoted(written)), advice);
            Ty::Error
        }
        syn::ReturnType::Type(_, written) => expr::range::in_signature(ty::of_signature(&mut cx, written)),
    };
    // The error at the result type suffices, and the errors of the body are discarded.
    let refused = matches!(&signature.output, syn::ReturnType::Type(_, it)
        if matches!(**it, syn::Type::ImplTrait(_)) && !has_hidden_result || parameter::holds_reference(it).is_some());
    let reported = refused.then(|| cx.reported());
    cx.signature.result = Some(result.clone());
    cx.signature.result_kind = expr::kind_of_function(&input.item);
    let is_parameter = |name: &proc_macro2::Ident| cx.infer.type_parameters.contains(&name.to_string());
    cx.signature.error_type = context::error_type(&signature.output, is_parameter);
    cx.signature.by_ref_self = matches!(
        signature.inputs.first(),
        Some(syn::FnArg::Receiver(receiver)) if matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None))
    );
    let written =
        items::rename_items(&input.item.block, signature.to_token_stream(), Some(&signature.output));
    cx.imports(&written, &signature.to_token_stream());
    cx.names.used_as_structs = iterators::used_as_structs(&written, signature.to_token_stream());
    let mut block = parameter::destructure(&mut cx, &apart);
    block.extend(expr::range::parameters(&mut cx, &ranges));
    let (declared, ()) = cx.in_block(|cx| {
        for name in slices {
            stmt::borrow::slice_parameter(cx, name);
        }
    });
    block.extend(declared);
    let value = if result == Ty::Unit {
        block.extend(stmt::block(&mut cx, &written.stmts));
        None
    } else {
        stmt::value_block(&mut cx, &written, &mut block)
    };
    if let Some(value) = value {
        let site = value.site;
        let (stmts, value) = cx.in_block(|cx| expr::value_of(cx, value, site));
        block.extend(stmts);
        let value = expr::range::passed(&cx, value);
        let site = value.site;
        cx.infer.at = Some(site);
        cx.infer.receive(&result, &value.ty);
        block.push(Stmt::Return { value: Some(value), site });
    }
    if result != Ty::Unit && lacks_result(&written) {
        cx.infer.has_definite_type_error = true;
    }
    // A body may end with a panic instead of a value. WGSL still requires a `return` with a value at the end. So a
    // `return` of a variable without a value, which is zero, follows.
    if result != Ty::Unit && matches!(block.last(), Some(Stmt::Assert { .. })) {
        let site = Site::of(&input.item.sig.ident);
        let var = cx.temporary("nothing", site, result.clone(), true);
        block.push(Stmt::Let { var, value: None });
        let value = Expr { kind: ExprKind::Local(var), ty: result.clone(), site };
        block.push(Stmt::Return { value: Some(value), site });
    }
    let captures = cx.take_captures();
    let callables = std::mem::take(&mut cx.signature.callables);
    let by_ref_self = cx.signature.by_ref_self;
    let body: Body = cx.finish(block);
    // A hidden result type is that of the value at the end.
    let result = match body.block.last() {
        Some(Stmt::Return { value: Some(value), .. }) if has_hidden_result => value.ty.clone(),
        _ => result,
    };
    if let Some(reported) = reported {
        diagnostics.truncate(reported);
    }
    let site = Site::of(&signature.ident);
    finish::function(Function {
        name: signature.ident.to_string(),
        parameters,
        captures,
        callables,
        by_ref_self,
        result,
        body,
        site,
    })
}

/// The paths that a function uses as types, `Pair` in `let p: Pair` and `Pair { x }`.
fn type_names(visit: impl FnOnce(&mut TypeNames)) -> HashSet<String> {
    let mut names = TypeNames(HashSet::new());
    visit(&mut names);
    names.0
}

struct TypeNames(HashSet<String>);

impl<'ast> Visit<'ast> for TypeNames {
    fn visit_type_path(&mut self, it: &'ast syn::TypePath) {
        self.0.insert(it.path.to_token_stream().to_string());
        syn::visit::visit_type_path(self, it);
    }

    fn visit_expr_struct(&mut self, it: &'ast syn::ExprStruct) {
        self.0.insert(it.path.to_token_stream().to_string());
        syn::visit::visit_expr_struct(self, it);
    }
}

/// Whether the block ends without a value, although its end is reachable. rustc reports the missing value.
fn lacks_result(block: &syn::Block) -> bool {
    use syn::{Expr, Stmt};
    match block.stmts.last() {
        None | Some(Stmt::Local(_)) => true,
        Some(Stmt::Expr(Expr::If(it), _)) => it.else_branch.is_none(),
        Some(Stmt::Expr(Expr::ForLoop(_) | Expr::While(_), _)) => true,
        Some(Stmt::Expr(value, Some(_))) => matches!(
            value,
            Expr::Assign(_)
                | Expr::Binary(_)
                | Expr::Call(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Lit(_)
                | Expr::MethodCall(_)
                | Expr::Path(_)
        ),
        _ => false,
    }
}

/// The names of the two types that stand for a view among the argument types of a device function: one if the
/// view is passed by `&`, and one if by `&mut`.
fn view_type_names(element: &syn::Type, rank: &syn::GenericArgument) -> [Source; 2] {
    view_arg_types(element, rank).map(|ty| Source::of(&ty))
}
