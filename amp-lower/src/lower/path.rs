//! Paths of the IR, made of those that the user wrote.

use crate::ir::{Path, ResultForm, Source};

/// The path of a function or variant.
pub(super) fn lower(path: &syn::Path) -> Path {
    Path {
        source: Source::of(path),
        names: path.segments.iter().map(|segment| segment.ident.clone()).collect(),
        owner: Source::of(&super::expr::owner(path)),
        form: ResultForm::Written,
    }
}

/// The path of a called function, which may begin with a type: `<T as Trait>::f`.
pub(super) fn called(path: &syn::ExprPath) -> Path {
    let owner = path.qself.as_ref().map(|qualified| Source::of(&qualified.ty));
    let plain = lower(&path.path);
    Path { source: Source::of(path), owner: owner.unwrap_or(plain.owner), ..plain }
}
