//! The stack of enclosing loops, and jumps that leave more than one of them.
//!
//! WGSL has no labels. A jump to an outer loop sets a flag and leaves the innermost loop. After each loop
//! that the jump leaves, generated code tests the flag and leaves the next loop.

use super::context::Context;
use super::expr;
use super::hygiene::Name;
use super::shared_references;
use crate::ir::{Expr, ExprKind, Stmt, Ty, Var};
use crate::site::Site;
use syn::visit::Visit;

/// An enclosing loop or labelled block of the code that is being lowered.
pub(super) struct Loop {
    label: Option<Name>,
    /// Whether the entry is a labelled block, which only a labelled `break` leaves.
    block: bool,
    /// The variable that a `break` with a value assigns.
    result: Option<Expr>,
    /// For the innermost of several loops that implement one `for` loop: the index of the outermost one,
    /// which a `break` of the user leaves.
    outermost: Option<usize>,
    /// The jumps inside this loop whose target is an enclosing loop.
    outer_jumps: Vec<Jump>,
}

/// A `break` or `continue` whose target is not the innermost loop.
#[derive(Clone, Copy)]
struct Jump {
    /// The index of the target loop in `Nesting::loops`.
    target: usize,
    is_break: bool,
    flag: Var,
}

/// The label, kind and result of a loop or labelled block that is about to be lowered.
pub(super) struct Head<'l> {
    pub(super) label: Option<&'l syn::Label>,
    /// Whether the construct is a labelled block, which only a labelled `break` leaves.
    pub(super) block: bool,
    /// The variable that a `break` with a value assigns.
    pub(super) result: Option<Expr>,
    pub(super) site: Site,
}

impl<'l> Head<'l> {
    /// The head of a loop without a value.
    pub(super) fn of(label: &'l Option<syn::Label>, site: Site) -> Self {
        Head { label: label.as_ref(), block: false, result: None, site }
    }
}

/// Lowers the body of a loop with `inner`, and then the loop with `finish`. For jumps from the loop to an
/// enclosing loop, adds a flag before the loop and a test of the flag after it.
pub(super) fn around<T>(
    cx: &mut Context<'_>,
    head: Head<'_>,
    inner: impl FnOnce(&mut Context<'_>) -> T,
    finish: impl FnOnce(&mut Context<'_>, T),
) {
    let Head { label, block, result, site } = head;
    let label = label.map(|label| Name::of_label(&label.name));
    cx.nesting.loops.push(Loop { label, block, result, outermost: None, outer_jumps: Vec::new() });
    let lowered = inner(cx);
    let Some(done) = cx.nesting.loops.pop() else { return };
    let depth = cx.nesting.loops.len();
    for jump in &done.outer_jumps {
        // The flag is declared before the outermost loop that the jump leaves.
        if jump.target + 1 == depth {
            let value = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site };
            cx.prologue.push(Stmt::Let { var: jump.flag, value: Some(value) });
        }
    }
    finish(cx, lowered);
    for jump in done.outer_jumps {
        let condition = Expr { kind: ExprKind::Local(jump.flag), ty: Ty::BOOL, site };
        let continues = jump.target + 1 == depth && !jump.is_break;
        let then = vec![if continues { Stmt::Continue(site) } else { Stmt::Break(site) }];
        cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
    }
}

/// Whether a `break` of this loop has a value.
pub(super) fn has_value(it: &syn::ExprLoop) -> bool {
    let label = it.label.as_ref().map(|label| Name::of_label(&label.name));
    let mut found = Breaks { label, inner: 0, found: false };
    found.visit_block(&it.body);
    found.found
}

/// Whether a `break` of this labelled block has a value.
pub(super) fn block_has_value(label: &syn::Label, block: &syn::Block) -> bool {
    // A `break` without a label never leaves the block.
    let mut found = Breaks { label: Some(Name::of_label(&label.name)), inner: 1, found: false };
    found.visit_block(block);
    found.found
}

/// A visitor that searches for a `break` with a value.
struct Breaks {
    label: Option<Name>,
    /// The number of loops between the examined loop or block and the visited expression.
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

/// Whether an enclosing loop or block has this label.
pub(super) fn has_label(cx: &Context<'_>, label: &syn::Lifetime) -> bool {
    let name = Name::of_label(label);
    cx.nesting.loops.iter().any(|around| around.label.as_ref() == Some(&name))
}

/// The number of enclosing loops, which is also the index of the next loop.
pub(super) fn depth(cx: &Context<'_>) -> usize {
    cx.nesting.loops.len()
}

/// Gives the innermost loop the label of a `for` loop that several loops implement. A `continue` with the
/// label then continues the innermost loop, and a `break` leaves the loop with the index `outermost`.
pub(super) fn name_innermost(cx: &mut Context<'_>, label: &Option<syn::Label>, outermost: usize) {
    if let Some(innermost) = cx.nesting.loops.last_mut() {
        innermost.label = label.as_ref().map(|label| Name::of_label(&label.name));
        innermost.outermost = Some(outermost);
    }
}

/// Adds a jump that leaves the loop with this index in `Nesting::loops`, and the loops inside it.
pub(super) fn leave(cx: &mut Context<'_>, outermost: usize, site: Site) {
    jump_to(cx, outermost, true, site);
}

/// Lowers a `break` if `leaves` is true, otherwise a `continue`. Returns false if the target does not exist,
/// or if a `break` has a value and the target takes none.
pub(super) fn jump(
    cx: &mut Context<'_>,
    label: Option<&syn::Lifetime>,
    leaves: bool,
    value: Option<Expr>,
    site: Site,
) -> bool {
    let target = match label {
        Some(label) => {
            let name = Name::of_label(label);
            cx.nesting.loops.iter().rposition(|around| around.label.as_ref() == Some(&name))
        }
        // Rust requires a label if the innermost enclosing loop or block is a labelled block.
        None => cx.nesting.loops.len().checked_sub(1).filter(|last| !cx.nesting.loops[*last].block),
    };
    let Some(target) = target.filter(|target| leaves || !cx.nesting.loops[*target].block) else {
        return false;
    };
    let result = cx.nesting.loops[target].result.clone().filter(|_| leaves);
    if value.is_some() && result.is_none() {
        return false;
    }
    if let Some(result) = result {
        let value = value.unwrap_or_else(|| expr::unit(site));
        let value = shared_references::of_branch(cx, &result, value);
        cx.infer.unify(&result.ty, &value.ty);
        cx.prologue.push(Stmt::Assign { place: result, operator: None, value });
    }
    let outermost = cx.nesting.loops[target].outermost.filter(|_| leaves);
    jump_to(cx, outermost.unwrap_or(target), leaves, site);
    true
}

/// Lowers a jump to the loop with the index `target`.
fn jump_to(cx: &mut Context<'_>, target: usize, leaves: bool, site: Site) {
    let innermost = cx.nesting.loops.len() - 1;
    if target == innermost {
        return cx.prologue.push(if leaves { Stmt::Break(site) } else { Stmt::Continue(site) });
    }
    let known = cx.nesting.loops[innermost]
        .outer_jumps
        .iter()
        .find(|jump| jump.target == target && jump.is_break == leaves);
    let flag = match known {
        Some(jump) => jump.flag,
        None => {
            let shared = cx.nesting.loops[target + 1].outer_jumps.iter();
            let flag = shared
                .filter(|jump| jump.target == target && jump.is_break == leaves)
                .map(|jump| jump.flag)
                .next();
            let flag = flag.unwrap_or_else(|| cx.temporary("jumps", site, Ty::BOOL, true));
            for around in &mut cx.nesting.loops[target + 1..] {
                if !around.outer_jumps.iter().any(|jump| jump.flag == flag) {
                    around.outer_jumps.push(Jump { target, is_break: leaves, flag });
                }
            }
            flag
        }
    };
    let place = Expr { kind: ExprKind::Local(flag), ty: Ty::BOOL, site };
    let value = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
    cx.prologue.push(Stmt::Assign { place, operator: None, value });
    cx.prologue.push(Stmt::Break(site));
}
