//! Fields of tuples, of structs, and of the tiled index.
//!
//! ```rust,ignore
//! let lane = t.local[0];
//! let sum = pair.0 + particle.velocity.x;
//! ```

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, ItemIndex, Source, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::{pattern, plain_name};
use crate::site::{Site, quoted};
use syn::Member;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprField, site: Site) -> Expr {
    if is_tiled(cx, &it.base) {
        return tiled_index_field(cx, &it.member, site);
    }
    if let Some(Binding::Item(_)) = cx.index_binding(&it.base) {
        return report_index_field(cx, it);
    }
    let mut base = super::lower_full(cx, &it.base);
    while let ExprKind::Reference { place, .. } = base.kind {
        base = *place;
    }
    if let ExprKind::Optional { .. } = base.kind {
        return crate::lower::iterators::optional_item::misplaced(cx, site);
    }
    if base.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    if let Some(part) = pattern::part_with_references(&base, &it.member) {
        return part;
    }
    let name = match &it.member {
        Member::Named(name) => plain_name(name),
        Member::Unnamed(index) => index.index.to_string(),
    };
    let ty = cx.infer.field(&base.ty, name);
    Expr { kind: ExprKind::Field(Box::new(base), Source::of(&it.member)), ty, site }
}

/// Reports a field access on an index. An index has components, but no fields.
fn report_index_field(cx: &mut Context<'_>, it: &syn::ExprField) -> Expr {
    let (base, site) = (quoted(&it.base), Site::of(&it.member));
    match &it.member {
        Member::Named(name) if name == "barrier" => {
            cx.report(Code::AMP013, site, format!("`{base}` is an `Index`"));
        }
        member => {
            let detail = format!("`{base}` is an `Index`, which has no field `{}`", quoted(member));
            cx.advise(Code::AMP001, site, detail, construct::INDEX_FIELD);
        }
    }
    Expr::error_placeholder(site)
}

/// Whether the expression is the tiled index.
pub(super) fn is_tiled(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let syn::Expr::Path(path) = it else { return false };
    let Some(ident) = path.path.get_ident() else { return false };
    // `lookup` returns the bindings of known names only. `Context::name` would turn an unknown name into a
    // capture.
    cx.lookup(ident).is_some_and(|binding| matches!(binding, Binding::Tiled))
}

fn tiled_index_field(cx: &mut Context<'_>, member: &Member, site: Site) -> Expr {
    let all = [ItemIndex::Global, ItemIndex::Local, ItemIndex::Tile, ItemIndex::TileOrigin];
    let found = all.into_iter().find(|item| matches!(member, Member::Named(name) if name == item.field()));
    match found {
        Some(item) => Expr { kind: ExprKind::Item(item), ty: Ty::Index(cx.signature.rank), site },
        None => {
            let (detail, advice) = match member {
                Member::Named(name) if name == "barrier" => {
                    ("the barrier as a value", construct::BARRIER_ARGUMENT)
                }
                _ => (
                    "a tiled index has the fields `global`, `local`, `tile`, `tile_origin` and `barrier`",
                    construct::TILED_INDEX,
                ),
            };
            cx.advise(Code::AMP001, Site::of(member), detail, advice);
            Expr::error_placeholder(site)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn fields_are_selected() {
        wgsl(
            "tile = [16], |t: TiledIndex<1>| { y[t.global] = t.tile[0] as f32; z[t.global] = (t.tile_origin[0] + t.local[0]) as u32; }",
            expect![[r#"
                y[amp_global[0]] = f32(amp_tile[0]);
                z[amp_global[0]] = u32(amp_tile_origin[0] + amp_local[0]);
            "#]],
        );
    }

    #[test]
    fn unknown_fields_are_rejected() {
        codes(
            "tile = [16], |t: TiledIndex<1>| { let a = t.globe; let b = t.barrier; }",
            &["AMP001", "AMP001"],
        );
        codes("|i: Index<1>| { y[i] = i.local[0] as f32; waits(&i.barrier); }", &["AMP001", "AMP013"]);
    }
}
