//! Analyses of a whole kernel, and the rewrites for the CPU back end that follow from them.
//!
//! `Facts` is the result that `check` and `emit` share: the uniformity of every value, the single definition
//! of every immutable variable, and which captures are exclusive. The other modules add methods to it.
//!
//! | kind | modules |
//! |---|---|
//! | facts | `uniformity`, `lane_stride`, `affine`, `bounds`, `induction`, `termination`, `definite_init`, `private_memory`, `domain_collapse`, `storage_fence`, `collective` |
//! | rewrites | `sink_exits`, `grid_stride`, `lane_predicate` (unswitching), `modulo`, `receiver_assumptions` |
//! | heuristics | `masked_loop`, `memory_bound`, `streaming` |

mod affine;
mod bounds_checks;
mod collective;
mod definite_init;
mod domain_collapse;
mod grid_stride;
mod induction;
mod lane_predicate;
mod lane_stride;
mod masked_loop;
mod memory_bound;
mod modulo;
mod private_memory;
mod receiver_assumptions;
mod sink_exits;
mod storage_fence;
mod streaming;
mod termination;
mod uniformity;

use crate::ir::rust_names::Parts;
use crate::ir::{Expr, ExprKind, ItemIndex, Kernel, Stmt, Ty, Var};
pub(crate) use affine::affine;
pub(crate) use bounds_checks::has_dynamic_index;
pub(crate) use collective::{CollectiveCall, CollectiveFunction};
pub(crate) use lane_predicate::{Comparison, Guard, Predicate};
pub(crate) use lane_stride::LaneStride;
pub(crate) use masked_loop::TripCount;
pub(crate) use modulo::Period;
pub(crate) use private_memory::{bytes, private_memory};
pub(crate) use receiver_assumptions::{VaryingBits, assume_receivers_unmodified, assumptions};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
pub(crate) use termination::{Termination, termination};
pub(crate) use uniformity::{Reason, Uniformity, UniformityMap};

/// The facts of one kernel.
pub(crate) struct Facts<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) uniformity: UniformityMap,
    /// For each immutable variable whose initialiser has no effects, the initialiser.
    definitions: Vec<Option<&'k Expr>>,
    /// Variables that are spilled to one slot for each lane. Lane strides are not derived from their
    /// definitions.
    spilled: BTreeSet<Var>,
    /// For each capture, whether work-items touch only the element at their own index.
    exclusive: Vec<bool>,
    /// The type slots that the CPU code fills.
    pub(crate) slots: Rc<Slots>,
}

/// The type slots that the CPU code of a kernel, or the body of a device function, fills.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// The inferred types with a slot.
    inferred: BTreeSet<usize>,
    /// Types of fields and items with a slot.
    parts: Vec<Ty>,
    /// For each inferred type, the number of the variant of the code that fills its slot. Other variants use no
    /// slot, so that rustc gives the same message for each variant, and shows it once.
    fillers: RefCell<BTreeMap<usize, usize>>,
    /// The parts whose slots are filled.
    filled_parts: RefCell<BTreeSet<usize>>,
    /// The number of variants so far.
    variants: Cell<usize>,
}

impl Slots {
    pub(crate) fn new(inferred: BTreeSet<usize>, parts: Vec<Ty>) -> Self {
        Slots { inferred, parts, ..Slots::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.inferred.is_empty() && self.parts.is_empty()
    }

    /// The number of a new variant of the code.
    pub(crate) fn next_variant(&self) -> usize {
        self.variants.set(self.variants.get() + 1);
        self.variants.get()
    }

    /// Whether this variant fills the slot of the type. The first one that asks does.
    pub(crate) fn is_filled_by(&self, inferred: usize, variant: usize) -> bool {
        *self.fillers.borrow_mut().entry(inferred).or_insert(variant) == variant
    }

    /// Whether the inferred type has a slot.
    pub(crate) fn contains(&self, inferred: &usize) -> bool {
        self.inferred.contains(inferred)
    }

    /// The slot of a part. A value of the part's type passes through it.
    pub(crate) fn fill_part(&self, ty: &Ty) -> Option<usize> {
        let part = self.parts.iter().position(|part| part == ty)?;
        self.filled_parts.borrow_mut().insert(part);
        Some(part)
    }

    /// The parts whose slots no value passed through.
    pub(crate) fn unfilled_parts(&self) -> BTreeSet<usize> {
        let filled = self.filled_parts.borrow();
        (0..self.parts.len()).filter(|part| !filled.contains(part)).collect()
    }
}

impl Parts for Slots {
    fn part(&self, ty: &Ty) -> Option<usize> {
        self.parts.iter().position(|part| part == ty)
    }
}

impl<'k> Facts<'k> {
    pub(crate) fn new(kernel: &'k Kernel) -> Self {
        let mut definitions = vec![None; kernel.body.variables.len()];
        for stmt in &kernel.body.block {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, value: Some(value) } = stmt
                    && !kernel.body.variables[var.0].mutable
                    && !value.has_effect()
                {
                    definitions[var.0] = Some(value);
                }
            });
        }
        let own = lane_stride::exclusive_captures(kernel, &definitions);
        Facts {
            kernel,
            uniformity: UniformityMap::new(kernel),
            definitions,
            spilled: BTreeSet::new(),
            exclusive: own,
            slots: Rc::default(),
        }
    }

    /// The facts of a kernel that a rewrite derived from this one. A rewrite does not change which elements a
    /// work-item touches, so exclusive captures stay exclusive.
    pub(crate) fn for_variant<'p>(&self, part: &'p Kernel) -> Facts<'p> {
        Facts { exclusive: self.exclusive.clone(), slots: self.slots.clone(), ..Facts::new(part) }
    }

    /// The same facts with some variables treated as varying.
    fn varying(mut self, variables: &[Var]) -> Facts<'k> {
        self.uniformity.raise_all(self.kernel, variables);
        self
    }

    /// The same facts with some variables spilled to one slot for each lane. They become varying, as does
    /// everything that depends on them, and their lane strides are unknown.
    pub(crate) fn with_spilled(&self, kept: &[Var]) -> Facts<'k> {
        let mut uniformity = self.uniformity.clone();
        uniformity.raise_all(self.kernel, kept);
        let kept = kept.iter().copied().collect();
        let (definitions, own) = (self.definitions.clone(), self.exclusive.clone());
        let slots = self.slots.clone();
        Facts { kernel: self.kernel, uniformity, definitions, spilled: kept, exclusive: own, slots }
    }

    /// The initialiser of an immutable variable, if it has no effects.
    pub(crate) fn definition(&self, var: Var) -> Option<&'k Expr> {
        self.definitions[var.0]
    }

    /// The extent of the tile, if its work-items cooperate.
    pub(crate) fn tile(&self) -> Option<&'k Vec<syn::Expr>> {
        tile(self.kernel)
    }

    /// Whether work-items touch only the element of this capture at their own index.
    pub(crate) fn is_exclusive(&self, capture: usize) -> bool {
        self.exclusive[capture]
    }

    pub(crate) fn uniformity(&self, expr: &Expr) -> Uniformity {
        self.uniformity.uniformity(self.kernel, expr)
    }

    /// The value of an integer literal.
    pub(crate) fn literal_usize(expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Literal(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

/// The extent of the tile, or `None` if the work-items of a tile share nothing: no barrier, no tile memory,
/// no tile-relative index. Such a kernel runs like an untiled one.
fn tile(kernel: &Kernel) -> Option<&Vec<syn::Expr>> {
    let body = &kernel.body;
    let mut shares = !body.tile_static.is_empty();
    for stmt in &body.block {
        stmt.walk(&mut |stmt| shares |= matches!(stmt, Stmt::Barrier(..)));
        stmt.walk_expressions(&mut |expr| {
            shares |= expr.is_collective()
                || match expr.kind {
                    ExprKind::Item(item) => !matches!(item, ItemIndex::Global | ItemIndex::Row),
                    // `uniform(x)` takes the value of the first work-item of each tile.
                    ExprKind::Uniform(_) => true,
                    _ => false,
                };
        });
    }
    kernel.tile.as_ref().filter(|_| shares)
}
