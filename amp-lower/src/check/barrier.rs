//! Rule: a barrier is in uniform control flow, and by-reference arguments of a collective function are
//! uniform.

use crate::analysis::{CollectiveFunction, Facts, Reason, Uniformity};
use crate::diagnostics::advice::flow;
use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{ExprKind, Function, SubviewStep};
use crate::site::Site;

/// Reports barriers of a collective function that are divergent for every choice of arguments.
pub(super) fn function(function: &Function, diagnostics: &mut Diagnostics) {
    let items = proc_macro2::Ident::new("items", proc_macro2::Span::mixed_site());
    for (site, reason) in
        CollectiveFunction::of(function, &items).map(|collective| collective.divergent).unwrap_or_default()
    {
        divergent(site, &reason, diagnostics);
    }
}

/// Reports a barrier in divergent control flow.
fn divergent(site: Site, reason: &Reason, diagnostics: &mut Diagnostics) {
    match reason.unseen {
        true => diagnostics.advise(Code::AMP014, site, &reason.words, flow::UNIFORM),
        false => diagnostics.report(Code::AMP014, site, &reason.words),
    }
}

pub(super) fn check(facts: &Facts, diagnostics: &mut Diagnostics) {
    varying_references(facts, &mut |site, why| {
        diagnostics.report(Code::AMP001, site, format!("an argument of a collective function: {why}"));
    });
    facts.uniformity.divergent_barriers(&facts.kernel, &mut |site, reason| {
        divergent(site, &reason, diagnostics);
    });
}

/// Reports arguments of collective calls that refer to different memory for different work-items. Only
/// subviews and references into tile memory can differ. A reference to a variable cannot, because every
/// work-item has its own copy. Nor can a component of a variable: lowering copies the component into a
/// temporary variable and passes a reference to the temporary.
fn varying_references(facts: &Facts, found: &mut dyn FnMut(Site, &str)) {
    for stmt in &facts.kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            let ExprKind::Call { arguments, .. } = &expr.kind else { return };
            if !expr.is_collective() {
                return;
            }
            for argument in arguments {
                if let ExprKind::ViewArg { part, .. } = &argument.kind
                    && part
                        .iter()
                        .flat_map(SubviewStep::operands)
                        .any(|it| facts.uniformity(it) > Uniformity::Tile)
                {
                    found(argument.site, "each work-item would pass another subview");
                }
                let ExprKind::Reference { place, .. } = &argument.kind else { continue };
                let mut varies = false;
                place.walk(&mut |part| {
                    if let ExprKind::Subscript(_, index) = &part.kind {
                        varies |= facts.uniformity(index) > Uniformity::Tile;
                    }
                });
                if varies {
                    found(argument.site, "each work-item would pass a reference to another place");
                }
            }
        });
    }
}
