//! A body may declare constants, functions and types, and import names at its beginning.
//!
//! ```rust,ignore
//! use Op::*;
//! type Pair = (f32, f32);
//! fn half(a: f32) -> f32 { a / 2.0 }
//! ```
//!
//! - Types are those of a module: `#[derive(Clone, Copy, GpuType)] struct S { .. }`, `#[device] impl S { .. }`.
//! - A function in a body is a device function, with or without the attribute.
//! - `use` stands at the beginning of the body. Name the imported items; only variants may be imported by
//!   `*`.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Source, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::hygiene::Name;
use crate::lower::{ty, unsupported};
use crate::site::Site;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Item) {
    match it {
        // The expansion contains the item's tokens; lowering needs only the name.
        syn::Item::Const(it) => cx.constant(it),
        syn::Item::Fn(it) => cx.function(it),
        syn::Item::Use(it) if cx.is_imported(it) => {}
        // `items` has replaced the name by the type.
        syn::Item::Type(it) if it.generics.params.is_empty() => {}
        syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Impl(_) | syn::Item::Trait(_) => cx.copied(it),
        other => unsupported::item(cx, other),
    }
}

impl Context<'_> {
    /// Declares a function of the body. It is a device function even without the attribute.
    fn function(&mut self, item: &syn::ItemFn) {
        let mut item = item.clone();
        let is_mark =
            |it: &syn::Attribute| it.path().segments.last().is_some_and(|last| last.ident == "device");
        item.attrs.retain(|attribute| !is_mark(attribute));
        let item = Source::of(&item);
        // The body of a local closure is lowered at each call, so the function may already be declared.
        if !self.body.functions.contains(&item) {
            self.body.functions.push(item);
        }
    }

    /// Declares a type of the body, or an implementation for it. The expansion contains a copy of the item next to the
    /// generated code. No value of the type in the user's body reaches the copy.
    fn copied(&mut self, item: &syn::Item) {
        let item = Source::of_tokens(quote!(#[allow(dead_code)] #item));
        if !self.body.constants.contains(&item) {
            self.body.constants.push(item);
        }
    }

    /// Records the imports of the body. The expansion puts them next to the signature, whose tokens `around` contains.
    /// So an import that could change the meaning of a name there is reported.
    pub(in crate::lower) fn imports(&mut self, body: &syn::Block, around: &TokenStream) {
        let imports = body.stmts.iter().filter_map(|stmt| match stmt {
            syn::Stmt::Item(syn::Item::Use(import)) => Some(import.clone()),
            _ => None,
        });
        for import in imports {
            if let Some((site, detail)) = conflicting_import(&import.tree, around) {
                self.advise(Code::AMP001, site, detail, construct::GLOB_IMPORT);
            }
            self.names.imports_variants |= imports_variants(&import.tree, false);
            self.body.imports.push(Source::of(&import));
        }
    }

    /// Whether the import is directly in the body, and not in an inner block.
    fn is_imported(&self, import: &syn::ItemUse) -> bool {
        self.body.imports.contains(&Source::of(import))
    }

    /// Declares a constant in the body.
    fn constant(&mut self, item: &syn::ItemConst) {
        if let Some(scope) = self.names.scopes.last_mut() {
            scope.insert(Name::of_item(&item.ident), Binding::Const);
        }
        let item = &with_array_type(item);
        // rustc infers the type behind a reference at each use.
        match &*item.ty {
            syn::Type::Reference(to) if matches!(*to.elem, syn::Type::Array(_)) => {
                self.names.constant_types.remove(&item.ident.to_string());
            }
            written => {
                let ty = ty::lower(self, written);
                self.names.constant_types.insert(item.ident.to_string(), ty);
            }
        }
        let item = Source::of(item);
        if !self.body.constants.contains(&item) {
            self.body.constants.push(item);
        }
    }

    /// The type of a constant of the body, or of a const parameter.
    pub(in crate::lower) fn constant_type(&self, ident: &Ident) -> Option<Ty> {
        self.names.constant_types.get(&ident.to_string()).cloned()
    }
}

/// A constant `const RAMP: &[u8] = b" .:";` with the type `&[u8; 3]`, because the literal shows the length.
fn with_array_type(item: &syn::ItemConst) -> syn::ItemConst {
    let mut item = item.clone();
    let length = match &*item.expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(text), .. }) => text.value().len(),
        syn::Expr::Reference(of) => match &*of.expr {
            syn::Expr::Array(list) => list.elems.len(),
            _ => return item,
        },
        _ => return item,
    };
    if let syn::Type::Reference(to) = &mut *item.ty
        && let syn::Type::Slice(slice) = &*to.elem
    {
        let (of, length) = (&slice.elem, proc_macro2::Literal::usize_unsuffixed(length));
        *to.elem = syn::parse_quote!([#of; #length]);
    }
    item
}

/// Whether an import names variants, that is, names from a path whose last segment begins with an upper-case
/// letter. `of_type` tells whether the segment before the tree does.
fn imports_variants(tree: &syn::UseTree, of_type: bool) -> bool {
    match tree {
        syn::UseTree::Path(path) => {
            imports_variants(&path.tree, path.ident.to_string().starts_with(char::is_uppercase))
        }
        syn::UseTree::Name(_) | syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => of_type,
        syn::UseTree::Group(group) => group.items.iter().any(|tree| imports_variants(tree, of_type)),
    }
}

/// The site and the message for an import that could change the meaning of names in the signature. The
/// expansion puts imports next to the signature.
fn conflicting_import(tree: &syn::UseTree, around: &TokenStream) -> Option<(Site, String)> {
    let named = |ident: &Ident| {
        let detail = format!("`use` of `{ident}` in a body whose signature contains this name");
        contains_name(ident, around.clone()).then(|| (Site::of(ident), detail))
    };
    match tree {
        syn::UseTree::Path(path) => match &*path.tree {
            syn::UseTree::Glob(all) if !path.ident.to_string().starts_with(char::is_uppercase) => {
                let detail = "`use` of all names of a module in a body";
                Some((Site::of(all), detail.to_owned()))
            }
            inner => conflicting_import(inner, around),
        },
        syn::UseTree::Name(it) => named(&it.ident),
        syn::UseTree::Rename(it) => named(&it.rename),
        syn::UseTree::Glob(_) => None,
        syn::UseTree::Group(group) => group.items.iter().find_map(|tree| conflicting_import(tree, around)),
    }
}

fn contains_name(ident: &Ident, tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(other) => other == *ident,
        TokenTree::Group(group) => contains_name(ident, group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn items_are_declared() {
        wgsl(
            "|i: Index<1>| { use shapes::area as square; const HALF: f32 = 0.5; fn more(v: f32) -> f32 { v + HALF } y[i] = more(square(x[i])) * HALF; }",
            expect![[r#"
                y[amp_global[0]] = Mul<_, f32>(more(square(x[amp_global[0]])), HALF);
            "#]],
        );
    }

    #[test]
    fn imports_in_inner_blocks_are_rejected() {
        codes("|i: Index<1>| { if n > 1 { use shapes::area; y[i] = area(a); } }", &["AMP001"]);
    }
}
