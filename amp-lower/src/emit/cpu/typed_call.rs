//! Typed calls: repeats the user's call of a device function with placeholder values, so that rustc infers
//! its types.
//!
//! The CPU code calls a generated function, through a trait that is generic over the argument types. It
//! passes views as types of the runtime, and to a collective function the arguments of all work-items. rustc
//! cannot infer the user's types from such a call. So a closure that is never called contains the user's own
//! call. From it, rustc infers the types of literals, of closure parameters and of the result.

use super::expr::item_copied;
use super::referenced::referenced;
use super::spans::call_site;
use super::view_args::by_value_or_ref;
use super::{At, Printer, own};
use crate::emit::callee_entry::called_path;
use crate::emit::rust_types::part_slot;
use crate::ir::{Call, Closure, Expr, ExprKind, Path, Projection, SubviewStep, Ty};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    /// Prints the statement from which rustc infers the types of a call, if the kernel's WGSL needs one of the
    /// types.
    pub(super) fn typed_call_statement(&self, call: &Expr) -> Option<TokenStream> {
        self.needs_types_of(call).then(|| {
            let typed = self.typed_call(call);
            quote!(let _ = || { #typed; };)
        })
    }

    /// Whether the WGSL template needs a type that rustc infers from this call.
    fn needs_types_of(&self, call: &Expr) -> bool {
        let ExprKind::Call { arguments, .. } = &call.kind else { return false };
        let mut needs = false;
        let mut look = |ty: &Ty| {
            // Only the variant whose values pass through the type slot needs the statement.
            ty.each_inferred(&mut |number| {
                let slots = &self.facts.slots;
                needs |= slots.contains(&number) && slots.is_filled_by(number, self.number);
            });
        };
        look(&call.ty);
        for argument in arguments {
            look(&argument.ty);
            match &argument.kind {
                ExprKind::Reference { place, .. } => look(&place.ty),
                ExprKind::Closure(closure) => {
                    closure.parameters.iter().for_each(|var| look(self.type_of(*var)));
                    look(&closure.result);
                }
                _ => {}
            }
        }
        needs
    }

    /// Prints the arguments of a call as separate statements, and then the call with placeholder values, for
    /// code that never runs. If the call contained the user's by-reference arguments, the borrow checker
    /// would see more borrows than in the user's function.
    pub(super) fn typed_call_with_arguments(&mut self, call: &Expr, at: At) -> TokenStream {
        let ExprKind::Call { arguments, .. } = &call.kind else { return TokenStream::new() };
        let mut before = TokenStream::new();
        let mut closures = Vec::new();
        for argument in arguments {
            match &argument.kind {
                ExprKind::Reference { place, .. } => {
                    let printed = self.expr(place, at);
                    // A method call needs the type of its receiver at once, so the slot gets it before the call.
                    let slot = self.facts.slots.fill_part(&place.ty).map(part_slot);
                    before.extend(match slot {
                        Some(slot) => quote!(#slot.is_type_of(&#printed);),
                        None => quote!(let _ = &#printed;),
                    });
                }
                ExprKind::Closure(closure) => closures.push(self.passed(closure, argument.site, at)),
                ExprKind::ViewArg { part, .. } => {
                    let operands: Vec<_> = part.iter().flat_map(SubviewStep::operands).collect();
                    for operand in operands {
                        let operand = self.expr(operand, at);
                        before.extend(quote!(let _ = #operand;));
                    }
                }
                ExprKind::Barrier | ExprKind::Function { .. } | ExprKind::ForwardedCallable { .. } => {}
                _ => {
                    let value = self.expr(argument, at);
                    before.extend(quote!(let _ = #value;));
                }
            }
        }
        let typed = self.typed_call_of(call, Some(closures));
        quote!({ #before #typed })
    }

    /// Prints the call with placeholder values. Its result passes through the type slot of its type.
    fn typed_call(&self, call: &Expr) -> TokenStream {
        self.typed_call_of(call, None)
    }

    /// Prints the call with placeholder values. `closures` contains its closure arguments. If it is `None`,
    /// they are placeholders, too.
    fn typed_call_of(&self, call: &Expr, closures: Option<Vec<TokenStream>>) -> TokenStream {
        let ExprKind::Call { callee, written, arguments } = &call.kind else { return TokenStream::new() };
        let mut closures = closures.into_iter().flatten();
        let mut given = |arguments: &[Expr]| -> Vec<TokenStream> {
            let given = arguments.iter().map(|argument| match argument.kind {
                ExprKind::Closure(_) => closures.next().unwrap_or_else(|| self.typed_argument(argument)),
                _ => self.typed_argument(argument),
            });
            given.collect()
        };
        let span = call_site(call.site);
        let value = match written {
            Call::Path(path) => {
                let (path, given) = (called_path(callee, path), given(arguments));
                item_copied(written, quote_spanned!(span=> #path(#(#given),*)))
            }
            Call::Method(name) | Call::Copied(name, _) | Call::Place(name) => {
                let receiver = match &arguments[0].kind {
                    ExprKind::Reference { place, .. } => self.typed_value(&place.ty),
                    // The receiver is a struct literal, `Path { .. }`. rustc type-checks the literal only
                    // after this code. The pattern with the same path tells rustc the type here.
                    ExprKind::Record { path, .. } => {
                        let (value, it) = (self.typed_value(&arguments[0].ty), own("it"));
                        quote!({ let #it = #value; let #path { .. } = #it; #it })
                    }
                    ExprKind::Variant { path: Path { source: path, .. }, .. } => {
                        let (value, it) = (self.typed_value(&arguments[0].ty), own("it"));
                        quote_spanned!(span=> { let #it = #value; if let #path { .. } = #it {} #it })
                    }
                    _ => self.typed_value(&arguments[0].ty),
                };
                let given = given(&arguments[1..]);
                item_copied(written, quote_spanned!(span=> #receiver.#name(#(#given),*)))
            }
        };
        match &call.ty {
            Ty::Hole(hole) if matches!(**hole, Projection::Inferred(number) if self.facts.slots.contains(&number)) =>
            {
                let slot = call.ty.slot(&*self.facts.slots);
                quote_spanned!(span=> (#slot.is(#value),).0)
            }
            _ => value,
        }
    }

    fn typed_argument(&self, argument: &Expr) -> TokenStream {
        let private = quote!(::amp::__private);
        match &argument.kind {
            ExprKind::Barrier => quote!(&#private::value_of(#private::slot::<::amp::TileBarrier>())),
            ExprKind::Reference { mutable, place } if let Ty::Slice(item) = &place.ty => {
                let (word, value) = (mutable.then(|| quote!(mut)), self.typed_value(item));
                quote!(&#word [#value][..])
            }
            ExprKind::Reference { mutable, place } => {
                let (word, value) = (mutable.then(|| quote!(mut)), self.typed_value(&place.ty));
                quote!(&#word #value)
            }
            ExprKind::Referenced(_, shape) => {
                let value = self.typed_value(&argument.ty);
                referenced(shape, &quote!((&#value)))
            }
            ExprKind::ViewArg { .. } => {
                let slot = argument.ty.slot(&*self.facts.slots);
                quote!(#private::by_ref_value(#slot))
            }
            ExprKind::Closure(closure) => {
                let closure_of_types = self.typed_closure(closure);
                by_value_or_ref(closure.by_ref, closure_of_types)
            }
            ExprKind::Function { path, by_ref } => by_value_or_ref(*by_ref, path),
            ExprKind::ForwardedCallable { ident, is_fn_mut: true, .. } => quote!(&mut #ident),
            ExprKind::ForwardedCallable { ident, .. } => quote!(&#ident),
            _ => self.typed_value(&argument.ty),
        }
    }

    fn typed_closure(&self, closure: &Closure) -> TokenStream {
        let names = closure.parameters.iter().map(|var| self.name(*var));
        let names: Vec<_> = names.collect();
        let parameters = self.closure_parameters(closure);
        let types = self.parameter_types(closure);
        let result = self.typed_value(&closure.result);
        quote!(|#parameters| { #types #(let _ = #names;)* #result })
    }

    /// The parameters of a closure, as patterns with types. The pattern of a reference copies its target.
    pub(super) fn closure_parameters(&self, closure: &Closure) -> TokenStream {
        let parameters = closure.parameters.iter().zip(&closure.references).map(|(var, is_reference)| {
            let (name, annotation, and) =
                (self.name(*var), self.annotation(*var), is_reference.then(|| quote!(&)));
            quote!(#and #name: #and #annotation)
        });
        quote!(#(#parameters),*)
    }

    /// Prints statements that pass the parameters of a closure through the type slots of their types.
    pub(super) fn parameter_types(&self, closure: &Closure) -> TokenStream {
        let typed = closure.parameters.iter().filter_map(|var| {
            let (name, ty) = (self.name(*var), self.type_of(*var));
            let Ty::Hole(hole) = ty else { return None };
            let Projection::Inferred(number) = **hole else { return None };
            let slot = ty.slot(&*self.facts.slots);
            self.facts.slots.contains(&number).then(|| quote!(#slot.is_type_of(&#name);))
        });
        typed.collect()
    }

    fn type_of(&self, var: crate::ir::Var) -> &Ty {
        &self.facts.kernel.body.variables[var.0].ty
    }

    /// Prints a placeholder value of the type, for code that never runs.
    fn typed_value(&self, ty: &Ty) -> TokenStream {
        let slot = ty.slot(&*self.facts.slots);
        quote!(::amp::__private::value_of(#slot))
    }
}
