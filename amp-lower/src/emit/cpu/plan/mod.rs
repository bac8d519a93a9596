//! The execution plan of a kernel: regions of statements, and a storage class for each variable.
//!
//! The plan cuts a tiled kernel twice. At tile level, it cuts at barriers and at every change of a
//! tile-uniform variable; the groups between the cuts run row by row. Within a group, it cuts at row-uniform
//! loops and at every change of a row-uniform variable; the statements between these cuts become lane loops.
//! An untiled kernel is one group. This is loop fission with barriers as cuts. It is legal because work-items
//! are independent between barriers.

mod regions;
mod storage_class;

use crate::analysis::{Facts, TripCount};
use crate::ir::{Expr, Range, Stmt, Var};
use std::collections::BTreeSet;

/// A step of the plan at tile level.
pub(super) enum Node<'k> {
    /// The statement is executed once for the tile.
    Scalar(&'k Stmt),
    /// The nodes are executed for each row of the tile.
    Rows(Vec<RowNode<'k>>),
    For(Var, &'k Range, Vec<Node<'k>>),
    While(Vec<Node<'k>>, &'k Expr, Vec<Node<'k>>),
    If(&'k Expr, Vec<Node<'k>>, Vec<Node<'k>>),
}

/// A step of the plan at row level.
pub(super) enum RowNode<'k> {
    /// The statement is executed once for the row.
    Scalar(&'k Stmt),
    /// The statements are executed for each lane of the row.
    Lanes(Lanes<'k>),
    /// A masked loop, which is the single statement of its lane loop.
    Masked(TripCount, Lanes<'k>),
    For(Var, &'k Range, Vec<RowNode<'k>>),
    While(Vec<RowNode<'k>>, &'k Expr, Vec<RowNode<'k>>),
    If(&'k Expr, Vec<RowNode<'k>>, Vec<RowNode<'k>>),
}

/// A lane loop: its id and its statements.
pub(super) struct Lanes<'k> {
    pub(super) id: usize,
    pub(super) block: Vec<&'k Stmt>,
}

/// The storage class of a variable in the CPU code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StorageClass {
    /// A scalar that the tile or row shares.
    Uniform,
    /// A local variable of the lane loop that declares it.
    LaneLocal,
    /// No storage: the value is computed again in each lane loop that uses the variable.
    Rematerialised,
    /// An array with one slot for each lane of the row.
    RowArray,
    /// An array with one slot for each lane of each row of the tile.
    TileArray,
}

/// The kind of a plan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlanKind {
    /// For a kernel, row by row.
    RowByRow,
    /// For a collective function, whose work-items form one row.
    Function,
    /// Each work-item runs alone from one barrier to the next.
    ItemByItem,
}

/// The plan of a kernel.
pub(super) struct Plan<'k> {
    pub(super) nodes: Vec<Node<'k>>,
    /// The facts of the kernel. Variables that the plan spills count as varying, with an unknown lane stride.
    pub(super) facts: Facts,
    storage_classes: Vec<StorageClass>,
    /// Whether lanes can return early, so that later loops need a mask.
    pub(super) masks: bool,
    /// For each lane loop, the variables that the loop mentions but does not declare.
    outside: Vec<BTreeSet<Var>>,
    /// For each variable, the id of the lane loop that declares it.
    declared: Vec<Option<usize>>,
    /// Variables that the kernel passes by reference. A reference needs contiguous memory, so the value of each
    /// lane must be contiguous.
    by_ref: BTreeSet<Var>,
}

/// A spilled variable that a lane loop mentions.
pub(super) struct Spilled {
    pub(super) var: Var,
    /// Whether the lane loop declares the variable.
    pub(super) declared: bool,
}

impl<'k> Plan<'k> {
    /// The plan of a kernel. The variables in `given` get a slot for each lane even if all their uses are
    /// between the same two barriers.
    pub(super) fn new(found: &'k Facts, given: &[Var]) -> Self {
        Plan::of(found, given, PlanKind::RowByRow)
    }

    /// A plan in which each work-item runs alone from one barrier to the next. No step is shared by
    /// work-items, and barriers are explicit steps.
    pub(super) fn item_by_item(found: &'k Facts, given: &[Var]) -> Self {
        Plan::of(found, given, PlanKind::ItemByItem)
    }

    /// The plan of a collective function, whose number of work-items is a run-time value.
    pub(super) fn of_function(found: &'k Facts, given: &[Var]) -> Self {
        Plan::of(found, given, PlanKind::Function)
    }

    pub(super) fn storage_class(&self, var: Var) -> StorageClass {
        self.storage_classes[var.0]
    }

    /// The number of variables with a slot for each lane of the row.
    pub(super) fn row_array_count(&self) -> usize {
        self.storage_classes.iter().filter(|class| **class == StorageClass::RowArray).count()
    }

    /// The variables that a lane loop mentions but does not declare.
    pub(super) fn mentioned(&self, lanes: &Lanes<'_>) -> BTreeSet<Var> {
        self.outside[lanes.id].clone()
    }

    /// Whether a lane loop declares a variable.
    pub(super) fn is_declared_in(&self, lanes: &Lanes<'_>, var: Var) -> bool {
        self.declared[var.0] == Some(lanes.id)
    }

    /// Whether the kernel passes a variable by reference.
    pub(super) fn is_by_ref(&self, var: Var) -> bool {
        self.by_ref.contains(&var)
    }

    pub(super) fn spilled(&self, class: StorageClass) -> impl Iterator<Item = Var> {
        self.storage_classes
            .iter()
            .enumerate()
            .filter(move |(_, found)| **found == class)
            .map(|(n, _)| Var(n))
    }

    /// The only lane loop of a kernel that consists of one lane loop. `None` for other kernels, and also if
    /// lanes can return early or a variable needs a slot for each lane.
    pub(super) fn one_loop(&self) -> Option<&Lanes<'k>> {
        let [Node::Rows(rows)] = self.nodes.as_slice() else { return None };
        let [RowNode::Lanes(lanes)] = rows.as_slice() else { return None };
        (!self.masks && !self.storage_classes.contains(&StorageClass::RowArray)).then_some(lanes)
    }

    /// The lane loops of an untiled kernel.
    pub(super) fn loops(&self) -> Vec<&Lanes<'k>> {
        let mut found = Vec::new();
        for node in &self.nodes {
            if let Node::Rows(rows) = node {
                loops_of(rows, &mut found);
            }
        }
        found
    }

    /// The spilled variables that a lane loop mentions.
    pub(super) fn spilled_by(&self, lanes: &Lanes<'_>) -> Vec<Spilled> {
        let outside = self.outside[lanes.id].iter().map(|var| Spilled { var: *var, declared: false });
        let declared = self.declared.iter().enumerate().filter(|(_, at)| **at == Some(lanes.id));
        let declared = declared.map(|(n, _)| Spilled { var: Var(n), declared: true });
        let kept = outside.chain(declared);
        kept.filter(|kept| {
            matches!(self.storage_class(kept.var), StorageClass::RowArray | StorageClass::TileArray)
        })
        .collect()
    }

    /// The variables of these row-level nodes that have a slot for each lane of the row.
    pub(super) fn spilled_in(&self, rows: &[RowNode<'k>]) -> BTreeSet<Var> {
        let mut loops = Vec::new();
        loops_of(rows, &mut loops);
        let kept = loops.into_iter().flat_map(|lanes| self.spilled_by(lanes)).map(|kept| kept.var);
        kept.filter(|var| self.storage_class(*var) == StorageClass::RowArray).collect()
    }

    /// The variables that a lane loop rematerialises, in the order of their declarations.
    pub(super) fn rematerialised(&self, lanes: &Lanes<'_>) -> Vec<Var> {
        let outside = self.outside[lanes.id].iter().copied();
        outside.filter(|var| self.storage_class(*var) == StorageClass::Rematerialised).collect()
    }
}

/// Appends the lane loops of row-level nodes to `into`.
pub(super) fn loops_of<'p, 'k>(rows: &'p [RowNode<'k>], into: &mut Vec<&'p Lanes<'k>>) {
    for row in rows {
        match row {
            RowNode::Scalar(_) => {}
            RowNode::Lanes(lanes) | RowNode::Masked(_, lanes) => into.push(lanes),
            RowNode::For(_, _, body) => loops_of(body, into),
            RowNode::While(before, _, body) => [before, body].into_iter().for_each(|it| loops_of(it, into)),
            RowNode::If(_, then, otherwise) => {
                [then, otherwise].into_iter().for_each(|it| loops_of(it, into));
            }
        }
    }
}

/// A short description of the plan's rows, for tests.
#[cfg(test)]
pub(super) fn rows(plan: &Plan<'_>) -> String {
    fn of_rows(rows: &[RowNode<'_>]) -> String {
        let words = rows.iter().map(|row| match row {
            RowNode::Scalar(_) => "once".to_owned(),
            RowNode::Lanes(_) => "lanes".to_owned(),
            RowNode::Masked(trip_count, _) => format!("lockstep {trip_count:?}"),
            RowNode::For(_, _, body) | RowNode::While(_, _, body) => format!("loop {{ {} }}", of_rows(body)),
            RowNode::If(_, then, otherwise) => {
                format!("if {{ {} }} else {{ {} }}", of_rows(then), of_rows(otherwise))
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }
    match plan.nodes.as_slice() {
        [Node::Rows(rows)] => of_rows(rows),
        _ => "of a tile".to_owned(),
    }
}
