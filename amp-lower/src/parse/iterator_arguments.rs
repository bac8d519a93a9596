//! Arguments of free functions that may be iterators, as far as the syntax does not show that they are: `shuffle(&mut w, Dice(7))`,
//! `total(0..n)`, `crc(n.to_le_bytes())`, `number(&mut bytes)` with a `Peekable`.
//!
//! The macro of a function tells which of its parameters are iterators (`iterator_calls`). Then the argument is marked as one.

use crate::vocabulary::types;
use proc_macro2::{Ident, Span};
use syn::Expr;

/// The kind of an argument that may be an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A value of a user's type.
    Own,
    /// An array or a range.
    List,
    /// A variable with a `Peekable`.
    Peekable,
}

impl Kind {
    /// The argument in the form that `lower/iterators/argument.rs` recognises. `peeks` tells whether the parameter is a `Peekable`.
    pub(crate) fn mark(self, it: &mut Expr, peeks: bool, span: Span) {
        *it = match self {
            Kind::Own => syn::parse_quote_spanned!(span=> ::core::iter::IntoIterator::into_iter(#it)),
            Kind::List => syn::parse_quote_spanned!(span=> (#it).into_iter()),
            Kind::Peekable if peeks => {
                syn::parse_quote_spanned!(span=> ::core::iter::Iterator::peekable(#it))
            }
            Kind::Peekable => return,
        };
    }
}

/// The kind of an expression that may be an iterator.
pub(super) fn kind(it: &Expr) -> Option<Kind> {
    const BYTES: [&str; 3] = ["to_be_bytes", "to_le_bytes", "to_ne_bytes"];
    let is_type = |name: &Ident| {
        let name = name.to_string();
        name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_other_type(&name)
    };
    match it {
        Expr::Paren(it) => kind(&it.expr),
        Expr::Group(it) => kind(&it.expr),
        Expr::Array(_) | Expr::Repeat(_) | Expr::Range(_) => Some(Kind::List),
        Expr::MethodCall(call) if call.method == "peekable" && call.args.is_empty() => Some(Kind::Peekable),
        Expr::MethodCall(call) => BYTES.iter().any(|name| call.method == name).then_some(Kind::List),
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
            matches!(&**expr, Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. })).then_some(Kind::List)
        }
        Expr::Struct(_) => Some(Kind::Own),
        Expr::Call(call) => {
            let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
            let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
            let last = names.next()?;
            let is_own = is_type(last) || names.next().is_some_and(is_type);
            is_own.then_some(Kind::Own)
        }
        _ => None,
    }
}

/// The kind of a parameter with this type. Most parameters are no iterators, so only a `&mut` reference counts, as that of a
/// random number generator.
pub(super) fn kind_of_type(ty: &syn::Type) -> Option<Kind> {
    let syn::Type::Reference(syn::TypeReference { mutability: Some(_), elem, .. }) = ty else { return None };
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = &**elem else { return None };
    let name = path.segments.last()?.ident.to_string();
    let is_own = name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_other_type(&name);
    is_own.then_some(Kind::Own)
}

/// Whether the type of this name is no type of the user.
fn is_other_type(name: &str) -> bool {
    const OTHERS: [&str; 12] = [
        "ArrayView",
        "ArrayViewMut",
        "AtomicView",
        "Err",
        "Extent",
        "Index",
        "Ok",
        "Option",
        "Result",
        "Self",
        "Some",
        "TiledIndex",
    ];
    types::is_glam(name) || OTHERS.contains(&name)
}
