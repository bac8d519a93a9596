//! The loops around a point, and the jumps that leave more than one of them.
//!
//! WGSL has no labels. A jump past inner loops sets a flag and leaves the innermost; behind each loop that it has to leave
//! too, the flag is asked.

use super::cx::Cx;
use super::expr;
use super::hygiene::Name;
use crate::ir::{Expr, ExprKind, Stmt, Ty, Var};
use crate::site::Site;
use syn::visit::Visit;

/// A loop that is being lowered.
pub(super) struct Loop {
    label: Option<Name>,
    /// A block with a label, to which only its label leads.
    block: bool,
    /// Where the value of a `break` goes.
    result: Option<Expr>,
    /// Jumps that go through this loop to one around it.
    through: Vec<Jump>,
}

/// A jump to a loop that is not the innermost.
#[derive(Clone, Copy)]
struct Jump {
    /// Which loop it is, counted from outside.
    target: usize,
    leaves: bool,
    flag: Var,
}

/// What a loop begins with, or a block with a label.
pub(super) struct Head<'l> {
    pub(super) label: Option<&'l syn::Label>,
    /// A block, to which only its label leads.
    pub(super) block: bool,
    /// Where the value of a `break` goes.
    pub(super) result: Option<Expr>,
    pub(super) site: Site,
}

impl<'l> Head<'l> {
    /// That of a loop without a value.
    pub(super) fn of(label: &'l Option<syn::Label>, site: Site) -> Self {
        Head { label: label.as_ref(), block: false, result: None, site }
    }
}

/// Lowers the inside of a loop with `inner`, and then the loop itself with what that returns; flags and their questions
/// stand around it.
pub(super) fn around<T>(
    cx: &mut Cx<'_>,
    head: Head<'_>,
    inner: impl FnOnce(&mut Cx<'_>) -> T,
    finish: impl FnOnce(&mut Cx<'_>, T),
) {
    let Head { label, block, result, site } = head;
    let label = label.map(|label| Name::of_label(&label.name));
    cx.loops.push(Loop { label, block, result, through: Vec::new() });
    let lowered = inner(cx);
    let Some(done) = cx.loops.pop() else { return };
    let depth = cx.loops.len();
    for jump in &done.through {
        // The outermost loop that the jump leaves declares its flag.
        if jump.target + 1 == depth {
            let value = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site };
            cx.before.push(Stmt::Let { var: jump.flag, value: Some(value) });
        }
    }
    finish(cx, lowered);
    for jump in done.through {
        let condition = Expr { kind: ExprKind::Local(jump.flag), ty: Ty::BOOL, site };
        let continues = jump.target + 1 == depth && !jump.leaves;
        let then = vec![if continues { Stmt::Continue(site) } else { Stmt::Break(site) }];
        cx.before.push(Stmt::If { condition, then, otherwise: Vec::new() });
    }
}

/// Whether a `break` of a loop has a value.
pub(super) fn has_value(it: &syn::ExprLoop) -> bool {
    let label = it.label.as_ref().map(|label| Name::of_label(&label.name));
    let mut found = Breaks { label, inner: 0, found: false };
    found.visit_block(&it.body);
    found.found
}

/// The same of a block with a label.
pub(super) fn block_has_value(label: &syn::Label, block: &syn::Block) -> bool {
    // Without the label none is its own.
    let mut found = Breaks { label: Some(Name::of_label(&label.name)), inner: 1, found: false };
    found.visit_block(block);
    found.found
}

/// Looks for a `break` with a value.
struct Breaks {
    label: Option<Name>,
    /// The loops in between.
    inner: usize,
    found: bool,
}

impl<'a> Visit<'a> for Breaks {
    fn visit_expr(&mut self, it: &'a syn::Expr) {
        match it {
            syn::Expr::Break(jump) => {
                let own = match &jump.label {
                    Some(label) => self.label == Some(Name::of_label(label)),
                    None => self.inner == 0,
                };
                self.found |= own && jump.expr.is_some();
                syn::visit::visit_expr(self, it);
            }
            syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) => {
                self.inner += 1;
                syn::visit::visit_expr(self, it);
                self.inner -= 1;
            }
            syn::Expr::Closure(_) => {}
            _ => syn::visit::visit_expr(self, it),
        }
    }
}

/// Lowers `break` (`leaves`) or `continue`; whether there is such a loop.
pub(super) fn jump(
    cx: &mut Cx<'_>,
    label: Option<&syn::Lifetime>,
    leaves: bool,
    value: Option<Expr>,
    site: Site,
) -> bool {
    let target = match label {
        Some(label) => {
            let name = Name::of_label(label);
            cx.loops.iter().rposition(|around| around.label.as_ref() == Some(&name))
        }
        // Rust wants a label where a block with one is in between.
        None => cx.loops.len().checked_sub(1).filter(|last| !cx.loops[*last].block),
    };
    let Some(target) = target.filter(|target| leaves || !cx.loops[*target].block) else { return false };
    let result = cx.loops[target].result.clone().filter(|_| leaves);
    if value.is_some() && result.is_none() {
        return false;
    }
    if let Some(result) = result {
        let value = value.unwrap_or_else(|| expr::nothing(site));
        cx.infer.choose(&result.ty, &value.ty);
        cx.before.push(Stmt::Assign { place: result, operator: None, value });
    }
    let innermost = cx.loops.len() - 1;
    if target == innermost {
        cx.before.push(if leaves { Stmt::Break(site) } else { Stmt::Continue(site) });
        return true;
    }
    let known =
        cx.loops[innermost].through.iter().find(|jump| jump.target == target && jump.leaves == leaves);
    let flag = match known {
        Some(jump) => jump.flag,
        None => {
            let shared = cx.loops[target + 1].through.iter();
            let flag = shared
                .filter(|jump| jump.target == target && jump.leaves == leaves)
                .map(|jump| jump.flag)
                .next();
            let flag = flag.unwrap_or_else(|| cx.temporary("jumps", site, Ty::BOOL, true));
            for around in &mut cx.loops[target + 1..] {
                if !around.through.iter().any(|jump| jump.flag == flag) {
                    around.through.push(Jump { target, leaves, flag });
                }
            }
            flag
        }
    };
    let place = Expr { kind: ExprKind::Local(flag), ty: Ty::BOOL, site };
    let value = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
    cx.before.push(Stmt::Assign { place, operator: None, value });
    cx.before.push(Stmt::Break(site));
    true
}
