//! Analyses of a whole kernel, and the rewrites for the CPU back end that follow from them.
//!
//! `Facts` is the result that `check` and `emit` share: the uniformity of every value, the single definition
//! of every immutable variable, and which captures are exclusive. The other modules add methods to `Facts`.
//!
//! | kind | modules |
//! |---|---|
//! | facts | `uniformity`, `lane_stride`, `affine`, `bounds_checks`, `induction`, `termination`, `definite_init`, `private_memory`, `domain_collapse`, `storage_fence`, `collective` |
//! | rewrites | `sink_exits`, `joined_rows`, `grid_stride`, `lane_predicate` (unswitching), `modulo`, `receiver_assumptions` |
//! | heuristics | `masked_loop`, `memory_bound`, `streaming` |

mod affine;
mod bounds_checks;
mod collective;
mod definite_init;
mod domain_collapse;
mod grid_stride;
mod induction;
mod joined_rows;
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

use crate::ir::{Expr, ExprKind, ItemIndex, Kernel, Source, Stmt, Ty, Var};
pub(crate) use affine::{Affine, Interval, Symbol, without_constant};
pub(crate) use bounds_checks::has_dynamic_index;
pub(crate) use collective::{CollectiveCall, CollectiveFunction};
pub(crate) use lane_predicate::{Comparison, Guard, Predicate};
pub(crate) use lane_stride::{LaneStride, RowAccess};
pub(crate) use masked_loop::TripCount;
pub(crate) use modulo::Period;
pub(crate) use private_memory::{bytes, private_memory};
pub(crate) use receiver_assumptions::{VaryingBits, assume_receivers_unmodified, assumptions};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
pub(crate) use termination::Termination;
pub(crate) use uniformity::{Reason, Uniformity, UniformityMap};

/// The facts of one kernel.
#[derive(Clone)]
pub(crate) struct Facts {
    pub(crate) kernel: Rc<Kernel>,
    pub(crate) uniformity: UniformityMap,
    /// For each immutable variable whose initialiser has no effects, the initialiser.
    definitions: Vec<Option<Rc<Expr>>>,
    /// Variables that are spilled to one slot for each lane. The lane stride of such a variable is unknown,
    /// whatever its definition is.
    spilled: BTreeSet<Var>,
    /// For each capture, whether it is exclusive: each work-item touches only the element at its own index.
    exclusive: Vec<bool>,
    /// The number of ids that `next_value_id` has returned.
    values: Cell<usize>,
    /// The type slots that the CPU code fills. A slot is a variable of the expansion from which rustc infers
    /// a type.
    pub(crate) slots: Rc<Slots>,
}

/// The type slots that the CPU code of a kernel, or the body of a device function, fills. A value that passes
/// through a slot makes rustc infer the slot's type.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// The ids of the inferred types that have a type slot.
    inferred: BTreeSet<usize>,
    /// The types of fields and array items that have a type slot, such as the type of `p.mass`.
    parts: Vec<Ty>,
    /// For each inferred type, the id of the code variant whose values pass through the type slot. A code
    /// variant is one printed copy of the body. The other variants do not mention the slot, so a type error of
    /// the kernel gives the same message in each of them. rustc shows equal messages once.
    fillers: RefCell<BTreeMap<usize, usize>>,
    /// The indices in `parts` of the types whose type slots some value passes through.
    filled_parts: RefCell<BTreeSet<usize>>,
    /// The number of ids that `next_variant` has returned.
    variants: Cell<usize>,
}

impl Slots {
    pub(crate) fn new(inferred: BTreeSet<usize>, parts: Vec<Ty>) -> Self {
        Slots { inferred, parts, ..Slots::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.inferred.is_empty() && self.parts.is_empty()
    }

    /// Returns the id for a new code variant.
    pub(crate) fn next_variant(&self) -> usize {
        self.variants.set(self.variants.get() + 1);
        self.variants.get()
    }

    /// Whether the values of this code variant pass through the type slot of the inferred type. The first
    /// variant that calls this function for the type is chosen.
    pub(crate) fn is_filled_by(&self, inferred: usize, variant: usize) -> bool {
        *self.fillers.borrow_mut().entry(inferred).or_insert(variant) == variant
    }

    /// Whether the inferred type with this id has a type slot.
    pub(crate) fn contains(&self, inferred: &usize) -> bool {
        self.inferred.contains(inferred)
    }

    /// Returns the type slot for a field or item type, and records that a value passes through it. `None` if
    /// the type has no type slot.
    pub(crate) fn fill_part(&self, ty: &Ty) -> Option<usize> {
        let part = self.part(ty)?;
        self.filled_parts.borrow_mut().insert(part);
        Some(part)
    }

    /// The type slot for a field or item type. `None` if the type has no type slot.
    pub(crate) fn part(&self, ty: &Ty) -> Option<usize> {
        self.parts.iter().position(|part| part == ty)
    }

    /// The type slots of field and item types through which no value passed.
    pub(crate) fn unfilled_parts(&self) -> BTreeSet<usize> {
        let filled = self.filled_parts.borrow();
        (0..self.parts.len()).filter(|part| !filled.contains(part)).collect()
    }
}

impl Facts {
    pub(crate) fn new(kernel: impl Into<Rc<Kernel>>) -> Self {
        let kernel = kernel.into();
        let mut definitions = vec![None; kernel.body.variables.len()];
        for stmt in &kernel.body.block {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, value: Some(value) } = stmt
                    && !kernel.body.variables[var.0].mutable
                    && !value.has_effect()
                {
                    definitions[var.0] = Some(Rc::new(value.clone()));
                }
            });
        }
        let mut facts = Facts {
            uniformity: UniformityMap::new(&kernel),
            kernel,
            definitions,
            spilled: BTreeSet::new(),
            exclusive: Vec::new(),
            values: Cell::new(0),
            slots: Rc::default(),
        };
        facts.exclusive = lane_stride::exclusive_captures(&facts);
        facts
    }

    /// The facts of `part`, a kernel that a rewrite derived from `self.kernel`. No rewrite changes the elements
    /// that a work-item accesses, so exclusive captures stay exclusive.
    pub(crate) fn for_variant(&self, part: impl Into<Rc<Kernel>>) -> Facts {
        Facts { exclusive: self.exclusive.clone(), slots: self.slots.clone(), ..Facts::new(part) }
    }

    /// Returns the same facts, but with these variables treated as varying.
    fn varying(mut self, variables: &[Var]) -> Facts {
        self.uniformity.raise_all(&self.kernel, variables);
        self
    }

    /// Returns the same facts, but with these variables spilled to one slot for each lane. The variables and
    /// all values that depend on them become varying, and their lane strides are unknown.
    pub(crate) fn with_spilled(&self, kept: &[Var]) -> Facts {
        let mut facts = self.clone();
        facts.uniformity.raise_all(&self.kernel, kept);
        facts.spilled = kept.iter().copied().collect();
        facts
    }

    /// A new id for a value without a name (see [`Symbol::Other`]).
    fn next_value_id(&self) -> usize {
        self.values.replace(self.values.get() + 1)
    }

    /// The initialiser of an immutable variable, if it has no effects.
    pub(crate) fn definition(&self, var: Var) -> Option<&Expr> {
        self.definitions[var.0].as_deref()
    }

    /// The extent of the tile, if its work-items cooperate: see [`has_tile`].
    pub(crate) fn tile(&self) -> Option<&Vec<Source>> {
        self.kernel.tile.as_ref().filter(|_| self.uniformity.tiled)
    }

    /// Whether each work-item touches only the element of this capture at its own index.
    pub(crate) fn is_exclusive(&self, capture: usize) -> bool {
        self.exclusive[capture]
    }

    pub(crate) fn uniformity(&self, expr: &Expr) -> Uniformity {
        self.uniformity.uniformity(&self.kernel, expr)
    }

    /// The value of an expression that is an integer literal.
    pub(crate) fn literal_usize(expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Literal(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

/// Whether the work-items of a tile share something: a barrier, tile memory or a tile-relative index. Otherwise the
/// kernel runs like an untiled one.
pub(crate) fn has_tile(kernel: &Kernel) -> bool {
    if kernel.tile.is_none() {
        return false;
    }
    let body = &kernel.body;
    let mut shares = !body.tile_static.is_empty();
    for stmt in &body.block {
        stmt.walk(&mut |stmt| shares |= matches!(stmt, Stmt::Barrier(..)));
        stmt.walk_expressions(&mut |expr| {
            shares |= expr.is_collective()
                || match expr.kind {
                    ExprKind::Item(item) => {
                        !matches!(item, ItemIndex::Global | ItemIndex::Row | ItemIndex::Joined)
                    }
                    // `uniform(x)` returns the value of the first work-item of each tile, so the kernel
                    // depends on the tile.
                    ExprKind::Uniform(_) => true,
                    _ => false,
                };
        });
    }
    shares
}
