//! Marks slices of constants, `&[1, 2]`, where a value of the type `&'static [T]` is expected.
//!
//! | code | replacement |
//! |---|---|
//! | `fn name(self) -> &'static [u8] { match self { .. => b"one" } }` | each result is `constant_slice::<u8>(b"one")` |
//! | `let key: &[u8] = match i { 0 => b"width", _ => &[] };` | as for a result |
//! | `let words: [&[u8]; 2] = [b"one", b"three"];` | each item is `constant_slice::<u8>(b"one")` |
//! | `parse(match i { 0 => b"a".as_slice(), _ => &[1, 2] })` | as for a result, with the item type of a branch that shows it |
//!
//! A branch is a reference to an array of literals or constants, which rustc promotes to a constant, or a path of a constant.
//! `expr::constant_slice` lowers the call to a constant. Other branches stay unchanged. Without the mark, the branches would be
//! slices of different arrays, and a device has no pointers to tell them apart.

use crate::site::Site;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type};

/// Marks the slices of constants in a body. `output` is the result type of the function.
pub(super) fn replace(body: &mut syn::Block, output: Option<&syn::ReturnType>) {
    let result = match output {
        Some(syn::ReturnType::Type(_, ty)) => static_item(ty).cloned(),
        _ => None,
    };
    if let Some(item) = &result
        && let Some(syn::Stmt::Expr(last, None)) = body.stmts.last_mut()
    {
        mark_tails(last, item);
    }
    Marker(result).visit_block_mut(body);
}

/// Whether a body may contain slices that this module replaces.
pub(super) fn has_any(body: &syn::Block, output: Option<&syn::ReturnType>) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
            self.0 |= it.mutability.is_none() && matches!(*it.expr, Expr::Array(_));
            syn::visit::visit_expr_reference(self, it);
        }

        fn visit_lit_byte_str(&mut self, _: &'ast syn::LitByteStr) {
            self.0 = true;
        }

        fn visit_local(&mut self, it: &'ast syn::Local) {
            self.0 |= declared_item(&it.pat).is_some();
            syn::visit::visit_local(self, it);
        }
    }
    let mut search =
        Search(matches!(output, Some(syn::ReturnType::Type(_, ty)) if static_item(ty).is_some()));
    syn::visit::Visit::visit_block(&mut search, body);
    search.0
}

/// `T` for `&'static [T]`.
fn static_item(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(it) if it.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") => {
            item(it)
        }
        _ => None,
    }
}

fn item(it: &syn::TypeReference) -> Option<&Type> {
    match &*it.elem {
        Type::Slice(slice) if it.mutability.is_none() => Some(&slice.elem),
        _ => None,
    }
}

/// `T` for the pattern `name: &[T]`.
fn declared_item(pattern: &syn::Pat) -> Option<&Type> {
    let syn::Pat::Type(typed) = pattern else { return None };
    match &*typed.ty {
        Type::Reference(it) => item(it),
        _ => None,
    }
}

/// `T` for the pattern `name: [&[T]; N]`.
fn declared_table_item(pattern: &syn::Pat) -> Option<&Type> {
    let syn::Pat::Type(typed) = pattern else { return None };
    let Type::Array(table) = &*typed.ty else { return None };
    match &*table.elem {
        Type::Reference(it) => item(it),
        _ => None,
    }
}

/// The result type of the function, if it is a slice of constants.
struct Marker(Option<Type>);

impl VisitMut for Marker {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        if let (Some(item), Some(value)) = (&self.0, &mut it.expr) {
            mark_tails(value, item);
        }
        visit_mut::visit_expr_return_mut(self, it);
    }

    fn visit_local_mut(&mut self, it: &mut syn::Local) {
        if let (Some(item), Some(init)) = (declared_item(&it.pat).cloned(), &mut it.init) {
            let is_choice = matches!(&*init.expr, Expr::If(_) | Expr::Match(_) | Expr::Block(_));
            let is_empty = is_empty_text(&init.expr) || is_empty_list(&init.expr);
            if is_empty || is_choice && tails_are_constants(&mut init.expr) {
                mark_tails(&mut init.expr, &item);
            }
        }
        if let (Some(item), Some(init)) = (declared_table_item(&it.pat).cloned(), &mut it.init)
            && let Expr::Array(array) = &mut *init.expr
            && array.elems.iter_mut().any(tails_are_constants)
            && array.elems.iter_mut().all(|it| {
                matches!(it, Expr::Path(path) if is_constant_path(&path.path)) || tails_are_constants(it)
            })
        {
            array.elems.iter_mut().for_each(|slice| mark_tails(slice, &item));
        }
        visit_mut::visit_local_mut(self, it);
    }

    fn visit_expr_call_mut(&mut self, it: &mut syn::ExprCall) {
        // The argument of a marked slice is a constant already.
        let is_marked = matches!(&*it.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "constant_slice"));
        if is_marked {
            return;
        }
        it.args.iter_mut().for_each(mark_argument);
        visit_mut::visit_expr_call_mut(self, it);
    }

    fn visit_expr_method_call_mut(&mut self, it: &mut syn::ExprMethodCall) {
        it.args.iter_mut().for_each(mark_argument);
        visit_mut::visit_expr_method_call_mut(self, it);
    }

    fn visit_expr_mut(&mut self, it: &mut Expr) {
        // An array has at least one item in kernels, so this is a slice of bytes.
        if is_empty_text(it) {
            *it = marked(it, &syn::parse_quote!(::core::primitive::u8));
            return;
        }
        visit_mut::visit_expr_mut(self, it);
    }

    // The result type of a closure is another one.
    fn visit_expr_closure_mut(&mut self, it: &mut syn::ExprClosure) {
        let outer = self.0.take();
        visit_mut::visit_expr_closure_mut(self, it);
        self.0 = outer;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
}

/// Whether an expression is `&[]`.
fn is_empty_list(it: &Expr) -> bool {
    matches!(it, Expr::Reference(it) if it.mutability.is_none()
        && matches!(&*it.expr, Expr::Array(array) if array.elems.is_empty()))
}

/// Replaces an argument `&[]` by an empty slice, whose item type rustc infers. Marks an argument that is an `if` or `match` of constants, if a branch shows the type of the items.
fn mark_argument(it: &mut Expr) {
    if is_empty_list(it) {
        let span = Site::of(&*it).first;
        *it = syn::parse_quote_spanned!(span=> &[::core::default::Default::default(); 1][..0]);
        return;
    }
    if !matches!(it, Expr::If(_) | Expr::Match(_)) || !tails_are_constants(it) {
        return;
    }
    let mut items = Vec::new();
    tails(it, &mut |tail| {
        if constant(tail).is_some() {
            items.push(item_of(tail));
        }
    });
    let known = items.iter().flatten().find(|item| !matches!(item, Type::Infer(_))).cloned();
    let are_typed = items.iter().all(Option::is_some);
    if let Some(item) = known.or_else(|| are_typed.then(|| syn::parse_quote!(_))) {
        mark_tails(it, &item);
    }
}

/// Whether all branches are constants, and some branch is a slice that [`marked`] accepts.
fn tails_are_constants(it: &mut Expr) -> bool {
    let (mut all, mut some) = (true, false);
    tails(it, &mut |tail| match tail {
        tail if constant(tail).is_some() => some = true,
        Expr::Path(path) => all &= is_constant_path(&path.path),
        Expr::Index(it) => all &= matches!(&*it.expr, Expr::Path(path) if is_constant_path(&path.path)),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) => {}
        _ => all = false,
    });
    all && some
}

fn mark_tails(it: &mut Expr, item: &Type) {
    tails(it, &mut |tail| {
        if constant(tail).is_some() {
            *tail = marked(tail, item);
        }
    });
}

/// The call that marks a slice of constants.
fn marked(it: &Expr, item: &Type) -> Expr {
    let value = constant(it).unwrap_or_else(|| it.clone());
    let span = Site::of(it).first;
    syn::parse_quote_spanned!(span=> ::amp::__private::constant_slice::<#item>(#value))
}

/// The reference in a slice that rustc promotes to a constant, without `as_slice()` and parentheses. `None` for other
/// expressions.
fn constant(it: &Expr) -> Option<Expr> {
    match it {
        Expr::Paren(inner) => constant(&inner.expr),
        Expr::MethodCall(call) if call.method == "as_slice" && call.args.is_empty() => target(&call.receiver),
        Expr::Reference(reference) if reference.mutability.is_none() => match &*reference.expr {
            Expr::Index(index) if is_full_range(&index.index) => target(&index.expr),
            array => target(array),
        },
        other => is_empty_text(other).then(|| it.clone()),
    }
}

/// The reference to an array of constants, from the array or a reference to it.
fn target(it: &Expr) -> Option<Expr> {
    let is_constant = match it {
        Expr::Paren(inner) => return target(&inner.expr),
        Expr::Reference(reference) if reference.mutability.is_none() => return target(&reference.expr),
        Expr::Array(array) => array.elems.iter().all(is_promoted),
        Expr::Repeat(repeat) => is_promoted(&repeat.expr) && is_promoted(&repeat.len),
        Expr::Path(path) => is_constant_path(&path.path),
        other => return is_empty_text(other).then(|| it.clone()),
    };
    is_constant.then(|| syn::parse_quote_spanned!(Site::of(it).first=> &#it))
}

fn is_full_range(it: &Expr) -> bool {
    matches!(it, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

fn is_empty_text(it: &Expr) -> bool {
    matches!(it, Expr::Lit(literal) if matches!(&literal.lit, syn::Lit::ByteStr(text) if text.value().is_empty()))
}

/// Whether an expression is made of literals and constants only.
fn is_promoted(it: &Expr) -> bool {
    match it {
        Expr::Lit(_) => true,
        Expr::Paren(inner) => is_promoted(&inner.expr),
        Expr::Unary(it) => matches!(it.op, syn::UnOp::Neg(_)) && matches!(*it.expr, Expr::Lit(_)),
        Expr::Path(path) => is_constant_path(&path.path),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_promoted),
        Expr::Array(array) => array.elems.iter().all(is_promoted),
        Expr::Struct(it) => it.rest.is_none() && it.fields.iter().all(|field| is_promoted(&field.expr)),
        Expr::Reference(it) => it.mutability.is_none() && is_promoted(&it.expr),
        _ => false,
    }
}

/// Whether a path has the name of a constant or of a variant.
fn is_constant_path(path: &syn::Path) -> bool {
    path.segments
        .last()
        .is_some_and(|last| last.ident.to_string().starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The type of the items of a slice, if a literal shows it.
fn item_of(it: &Expr) -> Option<Type> {
    let inner = constant(it)?;
    if is_empty_text(&inner) {
        return Some(syn::parse_quote!(::core::primitive::u8));
    }
    let Expr::Reference(reference) = &inner else { return None };
    if let Expr::Path(_) = &*reference.expr {
        return Some(syn::parse_quote!(_));
    }
    let Expr::Array(array) = &*reference.expr else { return None };
    let Some(Expr::Lit(first)) = array.elems.first() else { return None };
    let name = match &first.lit {
        syn::Lit::Byte(_) => "u8".to_owned(),
        syn::Lit::Bool(_) => "bool".to_owned(),
        syn::Lit::Char(_) => "char".to_owned(),
        syn::Lit::Int(number) => number.suffix().to_owned(),
        syn::Lit::Float(number) => number.suffix().to_owned(),
        _ => return None,
    };
    let name = (!name.is_empty()).then(|| syn::Ident::new(&name, first.lit.span()))?;
    syn::parse2(name.to_token_stream()).ok()
}

/// Calls `each` with the values of the branches.
fn tails(it: &mut Expr, each: &mut dyn FnMut(&mut Expr)) {
    fn block(it: &mut syn::Block, each: &mut dyn FnMut(&mut Expr)) {
        if let Some(syn::Stmt::Expr(last, None)) = it.stmts.last_mut() {
            tails(last, each);
        }
    }
    match it {
        Expr::Paren(inner) => match &*inner.expr {
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) => tails(&mut inner.expr, each),
            _ => each(it),
        },
        Expr::If(it) => {
            block(&mut it.then_branch, each);
            if let Some((_, otherwise)) = &mut it.else_branch {
                tails(otherwise, each);
            }
        }
        Expr::Match(it) => it.arms.iter_mut().for_each(|arm| tails(&mut arm.body, each)),
        Expr::Block(it) if it.label.is_none() => block(&mut it.block, each),
        other => each(other),
    }
}
