//! Parses the options of `#[kernel(..)]` and `#[device(..)]`, and compares them with the signature.

use super::{IndexParameter, Ungrouped};
use crate::diagnostics::{Code, Diagnostics};
use crate::site::{Site, quoted};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{Meta, Token};

/// The options of `#[kernel(..)]` or `amp!`.
#[derive(Default)]
pub(super) struct Options {
    pub(super) tile: Option<Vec<syn::Expr>>,
    pub(super) strict_float: bool,
    /// The choice of `trap` or `trap = false`.
    pub(super) trap: Option<bool>,
    /// Whether an option is unknown; it may be a misspelt `tile`.
    pub(super) has_unknown: bool,
}

/// Parses the options of a kernel: `tile = [..]`, `strict_float` and `trap`.
pub(super) fn kernel(attribute: TokenStream, diagnostics: &mut Diagnostics) -> syn::Result<Options> {
    let Options { mut tile, mut strict_float, mut trap, mut has_unknown } = Options::default();
    for mut option in Punctuated::<Meta, Token![,]>::parse_terminated.parse2(attribute)? {
        Ungrouped.visit_meta_mut(&mut option);
        match &option {
            Meta::NameValue(pair) if pair.path.is_ident("tile") => match &pair.value {
                _ if tile.is_some() => {
                    diagnostics.report(Code::AMP007, Site::of(&option), "`tile` appears twice")
                }
                syn::Expr::Array(sizes) => tile = Some(sizes.elems.iter().cloned().collect()),
                other => {
                    // After the error, `tile = 64` counts as a tile of one dimension, so that `check_tile`
                    // reports no second error.
                    tile = Some(vec![other.clone()]);
                    diagnostics.report(
                        Code::AMP006,
                        Site::of(other),
                        format!("write `tile = [{}]`", quoted(other)),
                    );
                }
            },
            Meta::Path(path) if path.is_ident("strict_float") => strict_float = true,
            Meta::Path(path) if path.is_ident("trap") => trap = Some(true),
            Meta::NameValue(syn::MetaNameValue {
                path,
                value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(choice), .. }),
                ..
            }) if path.is_ident("trap") => trap = Some(choice.value),
            other => {
                has_unknown = true;
                diagnostics.report(Code::AMP007, Site::of(other), format!("`{}`", quoted(other)));
            }
        }
    }
    Ok(Options { tile, strict_float, trap, has_unknown })
}

/// Parses the options of a device function, of which `strict_float` is the only one. Returns whether it is
/// given.
pub(super) fn device(attribute: TokenStream, diagnostics: &mut Diagnostics) -> syn::Result<bool> {
    let mut strict_float = false;
    for option in Punctuated::<Meta, Token![,]>::parse_terminated.parse2(attribute)? {
        if option.path().is_ident("strict_float") && matches!(option, Meta::Path(_)) {
            strict_float = true;
            continue;
        }
        let detail = format!("`{}`; `#[device]` takes `strict_float` only", quoted(&option));
        diagnostics.report(Code::AMP007, Site::of(&option), detail);
    }
    Ok(strict_float)
}

/// Reports a `tile` option without a tiled index parameter, a tiled index parameter without a `tile` option,
/// and different ranks of the two.
pub(super) fn check_tile(
    index: &IndexParameter,
    tile: Option<&[syn::Expr]>,
    signature: &dyn ToTokens,
    diagnostics: &mut Diagnostics,
) {
    match (index.tiled, tile) {
        (false, Some(tile)) => {
            let site = tile.first().map_or(Site::of(signature), |size| Site::of(size));
            diagnostics.report(Code::AMP006, site, format!("`{}` is an `Index`", index.ident));
        }
        (true, None) => {
            let detail = format!("`{}` is a `TiledIndex`, and `tile = [..]` is missing", index.ident);
            diagnostics.report(Code::AMP006, index.ident.span(), detail);
        }
        (true, Some(tile)) if tile.len() != index.rank => {
            let site = tile.first().map_or(Site::from(index.ident.span()), |size| Site::of(size));
            let count = tile.len();
            let plural = if count == 1 { "" } else { "s" };
            let detail =
                format!("the tile has {count} dimension{plural}, `TiledIndex<{0}>` has {0}", index.rank);
            diagnostics.report(Code::AMP006, site, detail);
        }
        _ => {}
    }
}
