//! Strip mining: splits a lane loop of a tile at the period of a mask, so that `held[me & (half - 1)]`
//! becomes contiguous within each strip.
//!
//! ```text
//! for lane in 0..n { held[lane & m] }   =>   for strip { let shared = first - (first & m);
//!                                                for lane in strip { held[lane - shared] } }
//! ```
//!
//! Within a strip, `lane & m` equals `lane - shared`, so LLVM can use vector loads. The rewrite is legal for
//! a mask of the form `2^k - 1`, which the code tests at run time. An untiled row tests its periods once at
//! its beginning (`modulo_checks`). In a tile, the mask often changes in each iteration, so each lane loop
//! contains its own test.

use super::{At, Printer, own};
use crate::analysis::LaneStride;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The masked index of a lane loop: an expression `along & mask`.
pub(super) struct MaskedIndex {
    /// The text of the expression as the printer prints it outside of strips, by which `in_strip` recognises
    /// it.
    text: String,
    /// The operand that grows by one from lane to lane, evaluated at the first lane. `on_the_left` tells
    /// whether it is the left operand.
    along: TokenStream,
    on_the_left: bool,
    /// The mask as an `Option` that is `None` on overflow. The code evaluates the mask before the loop, even
    /// if no lane would, so the computation must not panic.
    mask: TokenStream,
    /// Whether the printed loop contains the masked index.
    is_used: bool,
}

impl Printer<'_, '_> {
    /// Prints a lane loop. If it has a masked index, also prints a strip-mined version. The strip-mined
    /// version runs if `strip_mask` accepts the mask, that is, if the strips are long enough for a loop each.
    pub(super) fn strip_mined(
        &mut self,
        block: &[&Stmt],
        mut print: impl FnMut(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let general = print(self);
        self.lane_loop.masked_index = self.masked_index_of(block);
        if self.lane_loop.masked_index.is_none() {
            return general;
        }
        let in_pieces = print(self);
        match self.lane_loop.masked_index.take() {
            Some(MaskedIndex { is_used: true, mask, .. }) => {
                let known = own("mask");
                quote! {
                    if let ::core::option::Option::Some(#known) = ::amp::__private::strip_mask(#mask) { #in_pieces } else { #general }
                }
            }
            _ => general,
        }
    }

    /// Prints the loop over `count` lanes. If the lane loop is strip-mined, this loop is inside a loop over
    /// strips.
    pub(super) fn over_lanes(&self, count: &TokenStream, body: &TokenStream) -> TokenStream {
        let lane = own("lane");
        let Some(MaskedIndex { along, .. }) = &self.lane_loop.masked_index else {
            return quote!(for #lane in 0..#count { #body });
        };
        let [count_of, start, end, first, shared, mask] =
            ["lanes", "start", "end", "first", "shared", "mask"].map(own);
        quote! {
            let #count_of = #count;
            let mut #start = 0usize;
            while #start < #count_of {
                let #first = ::core::primitive::usize::wrapping_add(#along, #start);
                let #shared = #first - (#first & #mask);
                let #end = ::core::cmp::min(#count_of, #start + (#mask - (#first & #mask)) + 1);
                for #lane in #start..#end { #body }
                #start = #end;
            }
        }
    }

    /// Replaces a printed binary operation if it is the masked index of a strip-mined loop. Within a strip,
    /// the masked index is the operand `along` minus `shared`.
    pub(super) fn in_strip(
        &mut self,
        [lhs, rhs]: [&TokenStream; 2],
        at: At,
        printed: TokenStream,
    ) -> TokenStream {
        match &mut self.lane_loop.masked_index {
            Some(round) if matches!(at, At::Lane { .. }) && printed.to_string() == round.text => {
                round.is_used = true;
                let (along, shared) = (if round.on_the_left { lhs } else { rhs }, own("shared"));
                quote!(#along - #shared)
            }
            _ => printed,
        }
    }

    /// The first masked index of a lane loop that occurs in a subscript of tile memory, or in the definition
    /// of a variable that the subscript uses.
    fn masked_index_of(&mut self, block: &[&Stmt]) -> Option<MaskedIndex> {
        if self.checked
            || self.tile_extent().is_none()
            || self.function.item_count.is_some()
            || self.function.locator.is_some()
        {
            return None;
        }
        let (mut open, mut own_variables) = (Vec::new(), BTreeSet::new());
        for stmt in block {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Subscript(base, index) = &expr.kind
                    && matches!(base.base(), ExprKind::Tile(_))
                {
                    open.push(&**index);
                }
                if let ExprKind::Closure(closure) = &expr.kind {
                    own_variables.extend(closure.declared_variables());
                }
            });
            stmt.walk(&mut |stmt| {
                own_variables.extend(stmt.modified_variables());
                if let Stmt::Let { var, .. } | Stmt::For { var, .. } = stmt {
                    own_variables.insert(*var);
                }
            });
        }
        let (mut seen, mut masked) = (BTreeSet::new(), Vec::new());
        while let Some(expr) = open.pop() {
            expr.walk(&mut |expr| match &expr.kind {
                ExprKind::Local(var) if seen.insert(*var) => open.extend(self.facts.definition(*var)),
                ExprKind::Binary(Binary::BitAnd, ..) if expr.ty == Ty::USIZE => masked.push(expr),
                _ => {}
            });
        }
        masked.into_iter().find_map(|expr| self.masked_index_by(expr, &own_variables))
    }

    fn masked_index_by(&mut self, expr: &Expr, own_variables: &BTreeSet<Var>) -> Option<MaskedIndex> {
        let ExprKind::Binary(_, a, b) = &expr.kind else { return None };
        let (along, mask, on_the_left) = match (self.facts.lane(a), self.facts.lane(b)) {
            (LaneStride::Unit, LaneStride::Uniform) => (a, b, true),
            (LaneStride::Uniform, LaneStride::Unit) => (b, a, false),
            _ => return None,
        };
        // The code evaluates the mask and the operand before the loop, even if no lane would evaluate them.
        // So neither evaluation may panic or have an effect.
        if !self.facts.is_index_component(along) || !is_available_before_loop(mask, own_variables) {
            return None;
        }
        Some(MaskedIndex {
            text: self.expr(expr, At::Lane { masked: false }).to_string(),
            along: self.expr(along, At::Row),
            on_the_left,
            mask: self.checked_value(mask, &quote!(0usize)),
            is_used: false,
        })
    }
}

/// Whether an expression can be evaluated before the loop: it uses no variable in `own_variables`, which the
/// loop declares.
fn is_available_before_loop(expr: &Expr, own_variables: &BTreeSet<Var>) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Value(_) | ExprKind::Const(_) => true,
        ExprKind::Local(var) => !own_variables.contains(var),
        ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
            is_available_before_loop(a, own_variables) && is_available_before_loop(b, own_variables)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::cpu_code_contains;

    fn kernel(body: &str) -> String {
        format!(
            "tile = [64], |t: TiledIndex<1>| {{
                let me = t.local[0];
                #[tile_static]
                let mut l: [f32; 128];
                l[me] = x[t.global];
                l[me + 64] = x[t.global];
                t.barrier.wait();
                let mut half = 64;
                while half > 0 {{ {body} t.barrier.wait(); half /= 2; }}
                y[t.global] = l[me];
            }}"
        )
    }

    #[test]
    fn masked_tile_subscripts_are_strip_mined() {
        for body in [
            "let a = 2 * me - (me & (half - 1)); l[a] = l[a + half];",
            "l[me & (half - 1)] = 1.0;",
            "l[(half * 2 - 1) & t.local[0]] = 1.0;",
            "for k in 0..9 { l[me & k] = 1.0; }",
        ] {
            assert!(cpu_code_contains(&kernel(body), "strip_mask"), "{body}");
        }
    }

    #[test]
    fn other_subscripts_are_not_strip_mined() {
        for body in [
            // The masked index is not a subscript, or not a subscript of tile memory.
            "if me & (half - 1) == 0 { l[me] = 1.0; }",
            "y[t.global] = x[me & (half - 1)];",
            // The mask varies between lanes.
            "let n = half + me; l[me & n] = 1.0;",
            "let k = x[t.global] as usize; l[me & k] = 1.0;",
            // No operand has lane stride 1.
            "l[(2 * me) & (half - 1)] = 1.0;",
        ] {
            assert!(!cpu_code_contains(&kernel(body), "strip_mask"), "{body}");
        }
    }
}
