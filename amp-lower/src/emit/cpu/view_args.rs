//! Prints view arguments of device functions, and the calls that take them.

use super::copy_in_out::copy_receiver;
use super::spans::{call_site, respanned};
use super::{At, Printer, own};
use crate::ir::{Call, Callee, Closure, Expr, ExprKind, Passing, Role, Ty, Var};
use crate::site::Site;
use amp_shader::AccessPath;
use amp_shader::field_hash;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

impl Printer<'_, '_> {
    /// Prints a captured view as an argument of a device function.
    pub(super) fn view_argument(
        &mut self,
        capture: usize,
        mutable: bool,
        expr: &Expr,
        at: At,
    ) -> TokenStream {
        let span = expr.site.first;
        let captured = &self.facts.kernel.captures[capture];
        let (name, role) = (respanned(&captured.ident, span), captured.role);
        let way = match role {
            Role::Write => AccessPath::PassedAtomic,
            Role::Read | Role::Value | Role::ValueOrView => AccessPath::Passed,
        };
        if let Role::Read | Role::Write = role {
            self.record_access(capture, std::slice::from_ref(expr), expr.site, way, mutable, at);
        }
        match (role, mutable) {
            (Role::Value | Role::ValueOrView, _) => {
                quote_spanned!(span=> ::amp::__private::PassView::pass(&#name))
            }
            (_, true) => quote_spanned!(span=> #name.as_arg_mut()),
            (_, false) => quote_spanned!(span=> #name.as_arg()),
        }
    }

    /// Prints a closure argument.
    pub(super) fn passed(&mut self, closure: &Closure, site: Site, at: At) -> TokenStream {
        let parameters = self.closure_parameters(closure);
        let (body, value) = self.closure_body(closure, at);
        by_value_or_ref(closure.by_ref, quote_spanned!(call_site(site)=> |#parameters| { #body #value }))
    }

    /// Prints the statements of a closure, and the value that it returns.
    pub(super) fn closure_body(&mut self, closure: &Closure, at: At) -> (TokenStream, Option<TokenStream>) {
        // The callee may call the closure any number of times and for any lanes. So the body counts as code
        // in which some lanes are inactive.
        let at = match at {
            At::Lane { .. } => At::Lane { masked: true },
            at => at,
        };
        let mut body = self.parameter_types(closure);
        closure.body.iter().for_each(|stmt| body.extend(self.stmt(stmt, at)));
        let value = closure.value.as_ref().map(|value| as_block_value(self.expr(value, at)));
        (body, value)
    }

    /// Prints a call that has view arguments, as a call of the device function's generated CPU version.
    pub(super) fn cpu_call(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        let (locator, cpu_callee) = (self.work_item(at), callee_path(callee, written));
        if let (Call::Place(name), Some(copy)) = (written, self.element_copy(arguments)) {
            let cpu_callee = copy_receiver(&name.ident);
            let mut given: Vec<_> = arguments[1..].iter().map(|argument| self.given(argument, at)).collect();
            if self.may_be_of_bound(callee, written, arguments) {
                erase_views(&arguments[1..], &mut given);
            }
            return quote_spanned!(call_site(site)=> #cpu_callee(&mut #copy, #locator, (#(#given,)*)));
        }
        let mut copied = false;
        let receiver = match (written, arguments.first().map(|first| &first.kind)) {
            (Call::Path(_), _) | (_, None) => None,
            (Call::Place(_), Some(ExprKind::Reference { place, .. }))
                if is_copied(place, &arguments[1..]) =>
            {
                copied = true;
                let place = as_block_value(self.expr(place, at));
                Some(quote!(&mut { #place },))
            }
            (Call::Place(_), Some(ExprKind::Reference { place, .. })) => {
                let place = self.expr(place, at);
                Some(quote!(&mut #place,))
            }
            _ => {
                let value = as_block_value(self.expr(&arguments[0], at));
                Some(quote!(&mut { #value },))
            }
        };
        let rest = &arguments[usize::from(receiver.is_some())..];
        let mut given: Vec<_> = rest.iter().map(|argument| self.given(argument, at)).collect();
        if self.may_be_of_bound(callee, written, arguments) {
            erase_views(rest, &mut given);
        }
        let is_of_bound = match (written, callee, arguments.first()) {
            (Call::Path(_), Callee::Associated(ty, ..), _) => self.is_type_parameter(ty),
            (Call::Path(_), ..) | (_, _, None) => false,
            (_, _, Some(receiver)) => self.is_type_parameter(place_type(receiver)),
        };
        // The trait bound of the callee declares each closure parameter as a reference to a trait object, to
        // which `&mut closure` coerces.
        for (argument, printed) in rest.iter().zip(&mut given).filter(|_| is_of_bound) {
            let passing = match &argument.kind {
                ExprKind::Closure(closure) => closure.by_ref,
                _ => Passing::Value,
            };
            if let ExprKind::Closure(_) | ExprKind::Function { .. } | ExprKind::ForwardedCallable { .. } =
                argument.kind
            {
                let callable = printed.clone().into_iter().skip(passing.tokens());
                *printed = quote!(&mut #(#callable)*);
            }
        }
        // An argument may read the receiver, so the code evaluates the arguments before it borrows the
        // receiver.
        if matches!(written, Call::Place(_)) && receiver.is_some() && !copied {
            let mut prepared = Vec::new();
            for (n, argument) in rest.iter().enumerate() {
                // A closure stays among the arguments of the call, so that rustc infers its parameter types
                // there.
                if !matches!(argument.kind, ExprKind::Closure(_)) {
                    let name = own(&format!("given{n}"));
                    prepared.push((name.clone(), std::mem::replace(&mut given[n], name.into_token_stream())));
                }
            }
            let (names, values): (Vec<_>, Vec<_>) = prepared.into_iter().unzip();
            let called = quote_spanned!(call_site(site)=> #cpu_callee(#receiver #locator, (#(#given,)*)));
            return quote_spanned!(call_site(site)=> match (#(#values,)*) { (#(#names,)*) => #called });
        }
        let rest = quote!(#(#given,)*);
        match call_query(callee, written, arguments) {
            Some(probe) => queried_call(&probe, &locator, &quote!((#rest)), site),
            None => quote_spanned!(call_site(site)=> #cpu_callee(#receiver #locator, (#rest))),
        }
    }

    /// Whether the callee may be known only through the trait bound of a type parameter. Such a callee takes
    /// the views that it reads as trait objects (`dyn ErasedReads`).
    pub(super) fn may_be_of_bound(&self, callee: &Callee, written: &Call, arguments: &[Expr]) -> bool {
        let body = &self.facts.kernel.body;
        let is_generic = !body.type_parameters.is_empty() || !body.block_parameters.is_empty();
        let may_be = |ty: &Ty| self.is_type_parameter(ty) || (!ty.is_nameable() && is_generic);
        match (written, callee) {
            (Call::Path(_), Callee::Associated(ty, ..)) => may_be(ty),
            (Call::Path(_), Callee::Function(_) | Callee::MaybeBuiltin(..)) => false,
            (Call::Method(_) | Call::Copied(..) | Call::Place(_), _) => may_be(place_type(&arguments[0])),
        }
    }

    /// Whether the type is a type parameter of the function or of its `impl` block.
    fn is_type_parameter(&self, ty: &Ty) -> bool {
        let (body, text) = (&self.facts.kernel.body, ty.rust().to_string());
        body.type_parameters.contains(&text) || body.block_parameters.contains(&text)
    }

    /// Prints the work-item that makes an access, as two arguments: a row and a lane.
    pub(super) fn work_item(&self, at: At) -> TokenStream {
        let (row, lane) = (self.row(), own("lane").into_token_stream());
        match at {
            At::Tile if self.function.locator.is_none() && self.tile_extent().is_some() => {
                let first = own("first");
                quote!(&#first, 0)
            }
            At::Tile | At::Row => quote!(#row, 0),
            At::Lane { .. } => quote!(#row, #lane),
        }
    }
}

/// The type of a receiver, without the reference.
fn place_type(receiver: &Expr) -> &Ty {
    match &receiver.kind {
        ExprKind::Reference { place, .. } => &place.ty,
        _ => &receiver.ty,
    }
}

/// Converts the views among printed arguments to trait objects (`dyn ErasedReads`), except those that the
/// callee writes.
pub(super) fn erase_views(arguments: &[Expr], printed: &mut [TokenStream]) {
    for (argument, printed) in arguments.iter().zip(printed) {
        if let ExprKind::ViewArg { mutable: false, .. } = argument.kind {
            *printed = quote_spanned!(argument.site.first=> #printed.erased());
        }
    }
}

/// Prints a value at the end of a block. A value that starts with a block, such as `{ a } + b`, gets
/// parentheses, because Rust would parse that block as a statement.
pub(super) fn as_block_value(value: TokenStream) -> TokenStream {
    let mut tokens = value.clone().into_iter();
    let first = tokens.next();
    let block = matches!(&first, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
    if block && tokens.next().is_some() { quote!((#value)) } else { value }
}

/// Prints a callable as an argument.
pub(super) fn by_value_or_ref(by_ref: Passing, called: impl ToTokens) -> TokenStream {
    match by_ref {
        Passing::Value => quote!(#called),
        Passing::Ref => quote!(&#called),
        Passing::Mut => quote!(&mut #called),
        Passing::Reborrow => quote!(&mut *#called),
    }
}

/// Prints a function that creates a probe for a call. A probe is a value on which rustc's method resolution
/// tests whether a CPU version exists for the argument types (autoref specialisation). The probe compiles
/// even if no CPU version exists. rustc then reports a single error, at the path by which the expansion finds
/// the callee's WGSL template. Returns `None` for a call that needs no probe.
pub(super) fn call_query(callee: &Callee, written: &Call, arguments: &[Expr]) -> Option<TokenStream> {
    let (Call::Path(_), Callee::Function(_)) = (written, callee) else { return None };
    // rustc must infer the parameter types of a closure from the callee's signature, so the code names the
    // callee directly.
    if arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Closure(_))) {
        return None;
    }
    let item = callee.owner();
    Some(quote!(<#item as ::amp::__private::AnyType>::amp_cpu_probe))
}

/// Prints the call of a CPU version through a probe. `probe` is the function that makes the probe.
pub(super) fn queried_call(
    probe: &TokenStream,
    locator: &TokenStream,
    arguments: &TokenStream,
    site: Site,
) -> TokenStream {
    let given = own("given");
    quote_spanned!(call_site(site)=> { let #given = #arguments; (&&#probe(&#given)).amp_select().call_cpu(#locator, #given) })
}

/// Prints the path of the callee's CPU version.
pub(super) fn callee_path(callee: &Callee, written: &Call) -> TokenStream {
    let private = quote!(::amp::__private);
    match (written, callee) {
        (Call::Path(path), Callee::Function(_)) => {
            let (item, span) = (callee.owner(), Site::of(&path.source).first);
            quote_spanned!(span=> <#item as #private::CpuFunction<0, _>>::run)
        }
        // The method belongs to a user's type: for a method of a built-in type, lowering produces no call.
        (Call::Path(path), Callee::MaybeBuiltin(_, method)) => {
            let (owner, hash) = (&path.owner, field_hash(method.name));
            quote!(<#owner as #private::CpuFunction<#hash, _, _>>::run)
        }
        (Call::Path(path), Callee::Associated(_, name, _)) => {
            let (owner, hash, implementation) = (&path.owner, field_hash(name), callee.implementation());
            quote!(<#owner as #private::CpuFunction<#hash, _, #implementation>>::run)
        }
        (Call::Method(name) | Call::Copied(name, _) | Call::Place(name), _) => {
            let name = name.ident.to_string();
            let hash = field_hash(name.trim_start_matches("r#"));
            quote!(#private::CpuMethod::<#hash, _, _>::run)
        }
    }
}

/// Whether an argument is a reference to `root` or to a field or element of it.
pub(super) fn passes_parts_of(arguments: &[Expr], root: Option<Var>) -> bool {
    arguments.iter().any(|argument| {
        matches!(&argument.kind, ExprKind::Reference { place, .. } if root.is_some() && place.root() == root)
    })
}

/// Whether another argument borrows the receiver's variable, or a closure argument reads it. Rust accepts
/// such a call only if the method does not take `&mut self`. The method then cannot modify the receiver, so
/// the generated code passes a copy of it.
pub(super) fn is_copied(place: &Expr, rest: &[Expr]) -> bool {
    passes_parts_of(rest, place.root()) || is_read_by_closure(place, rest)
}

/// Whether evaluating an argument computes something. Literals, and expressions that only occur as arguments,
/// such as views, compute nothing.
pub(super) fn is_computed(argument: &Expr) -> bool {
    !argument.is_argument_only() && !matches!(argument.kind, ExprKind::Literal(_))
}

/// Whether a closure argument uses the variable at the base of `place`.
fn is_read_by_closure(place: &Expr, arguments: &[Expr]) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= match (&expr.kind, place.base()) {
            (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
            (ExprKind::Tile(a), ExprKind::Tile(b)) => a == b,
            _ => false,
        };
    };
    for argument in arguments {
        let ExprKind::Closure(closure) = &argument.kind else { continue };
        closure.body.iter().for_each(|stmt| stmt.walk_expressions(&mut |expr| look(expr)));
        closure.value.iter().for_each(|value| value.walk(&mut |expr| look(expr)));
    }
    found
}
