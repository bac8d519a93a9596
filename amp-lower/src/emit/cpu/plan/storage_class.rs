//! Storage classes: decides for each variable whether it is a uniform scalar, a local of one lane loop,
//! rematerialised, or an array with one slot for each lane.
//!
//! The decision depends on the uniformity of the variable and on the lane loops that mention it. A varying
//! variable that several lane loops use is rematerialised, that is, computed again, if its definition is
//! cheap. Otherwise it is spilled to the array.

use super::regions::{Builder, Group};
use super::{Lanes, Node, Plan, PlanKind, RowNode, StorageClass};
use crate::analysis::{Facts, Uniformity};
use crate::ir::{ExprKind, Stmt, Var};
use std::collections::BTreeSet;

impl<'k> Plan<'k> {
    pub(super) fn of(found: &'k Facts, given: &[Var], way: PlanKind) -> Self {
        let kernel = &*found.kernel;
        let tiled = if way == PlanKind::ItemByItem { kernel.tile.is_some() } else { found.tile().is_some() };
        let variables = kernel.body.variables.len();
        let builder = Builder {
            facts: found.with_spilled(&[]),
            rematerialised: BTreeSet::new(),
            tiled,
            kind: way,
            lanes: 0,
        };
        let groups = builder.tile(&kernel.body.block);

        // A variable that several groups (statements between two tile-level steps) use is rematerialised
        // together with its operands if it is cheap to compute again. Otherwise it is spilled to an array
        // with one slot for each lane.
        let mut uses = vec![BTreeSet::new(); variables];
        collect_groups(&groups, &mut 0, &mut uses);
        let crossing = (0..variables)
            .map(Var)
            .filter(|var| uses[var.0].len() > 1 && builder.of(*var) > Uniformity::Tile);
        let mut collective_operands = collective_arguments(found);
        collective_operands.extend_from_slice(given);
        let (again, mut kept): (Vec<_>, Vec<_>) =
            crossing.partition(|var| found.is_cheap(*var) && !collective_operands.contains(var));
        for &var in &collective_operands {
            if builder.of(var) > Uniformity::Tile && !kept.contains(&var) {
                kept.push(var);
            }
        }
        let again = closure(found, again.into_iter().collect(), |var| builder.of(var) > Uniformity::Tile);
        let facts = found.with_spilled(&kept);
        let mut builder = Builder { facts, rematerialised: again, ..builder };
        let nodes = builder.rows(groups);

        let mut found = Uses {
            declared: vec![None; variables],
            outside: Vec::new(),
            returns: false,
            returns_in_loop: false,
            loops: 0,
        };
        found.nodes(&nodes);
        found.outside.resize(builder.lanes, BTreeSet::new());
        let Builder { facts, rematerialised: again, lanes, .. } = builder;
        let is_again = |var: Var| again.contains(&var) || facts.is_along_lanes(var);
        // A lane loop that rematerialises a variable also needs the operands in the variable's definition.
        for (number, outside) in found.outside.iter_mut().enumerate() {
            let needed = outside.iter().copied().filter(|var| is_again(*var)).collect();
            let needed = closure(&facts, needed, is_rematerialisable(&facts, &is_again));
            outside.extend(needed.into_iter().filter(|var| found.declared[var.0] != Some(number)));
        }
        let mut classes = vec![StorageClass::Uniform; variables];
        for (n, class) in classes.iter_mut().enumerate() {
            let var = Var(n);
            // A by-reference parameter needs no storage, because its target belongs to the caller.
            if kernel.body.variables[n].reference.is_some() {
                continue;
            }
            // Varying parameters of a collective function, and varying results of collective calls, need a
            // slot for each work-item.
            if found.declared[n].is_none() && collective_operands.contains(&var) && kept.contains(&var) {
                *class = StorageClass::TileArray;
            }
            // If no lane loop declares the variable, a uniform step does, so the variable is a uniform
            // scalar.
            if found.declared[n].is_none() {
                continue;
            }
            let elsewhere = found.outside.iter().any(|outside| outside.contains(&var));
            *class = if kept.contains(&var) {
                StorageClass::TileArray
            } else if again.contains(&var) || (elsewhere && is_again(var)) {
                StorageClass::Rematerialised
            } else if elsewhere {
                StorageClass::RowArray
            } else {
                StorageClass::LaneLocal
            };
        }
        let masks = found.returns && (lanes > 1 || found.returns_in_loop);
        let mut by_ref = BTreeSet::new();
        for stmt in &kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Reference { place, .. } = &expr.kind {
                    by_ref.extend(place.root());
                }
            });
        }
        Plan {
            nodes,
            facts,
            storage_classes: classes,
            masks,
            outside: found.outside,
            declared: found.declared,
            by_ref,
        }
    }
}

/// The variables whose values for all work-items a tile-level step uses: operands of `uniform`, arguments and
/// results of collective calls, and arrays whose length is queried.
fn collective_arguments(facts: &Facts) -> Vec<Var> {
    let (kernel, tiled) = (&*facts.kernel, facts.tile().is_some());
    let mut found = Vec::new();
    for stmt in &kernel.body.block {
        stmt.walk(&mut |stmt| {
            if let Stmt::Let { var, value: Some(value) } = stmt
                && value.is_collective()
            {
                found.push(*var);
            }
        });
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Uniform(own) = &expr.kind
                && let ExprKind::Local(var) = own.kind
            {
                found.push(var);
            }
            if let ExprKind::Length(list) = &expr.kind
                && tiled
            {
                list.walk(&mut |part| match part.kind {
                    ExprKind::Local(var) if kernel.body.variables[var.0].reference.is_none() => {
                        found.push(var)
                    }
                    _ => {}
                });
            }
            if let ExprKind::Call { arguments, .. } = &expr.kind
                && expr.is_collective()
            {
                for argument in arguments {
                    match &argument.kind {
                        ExprKind::Local(var) => found.push(*var),
                        ExprKind::Reference { place, .. } => found.extend(place.root()),
                        _ => {}
                    }
                }
            }
        });
    }
    found
}

/// The transitive closure of a set of variables: adds the variables in the definitions of members, if
/// `follow` accepts them.
fn closure(facts: &Facts, mut all: BTreeSet<Var>, follow: impl Fn(Var) -> bool) -> BTreeSet<Var> {
    let mut open: Vec<_> = all.iter().copied().collect();
    while let Some(var) = open.pop() {
        let Some(value) = facts.definition(var) else { continue };
        value.walk(&mut |expr| {
            if let ExprKind::Local(part) = expr.kind
                && follow(part)
                && all.insert(part)
            {
                open.push(part);
            }
        });
    }
    all
}

/// Returns a predicate on an operand of a rematerialised variable: whether the lane loop must rematerialise
/// the operand too, or load it from its slot. A uniform operand needs neither.
fn is_rematerialisable<'f>(facts: &'f Facts, is_again: &'f dyn Fn(Var) -> bool) -> impl Fn(Var) -> bool + 'f {
    move |var| is_again(var) || facts.uniformity.of(var) > Uniformity::Row
}

/// Calls `found` for each variable that a statement declares or mentions.
fn mentions(stmt: &Stmt, found: &mut dyn FnMut(Var)) {
    stmt.walk(&mut |inner| {
        if let Stmt::Let { var, .. } | Stmt::For { var, .. } = inner {
            found(*var);
        }
        for expr in inner.expressions() {
            expr.walk(&mut |expr| {
                if let ExprKind::Local(var) = expr.kind {
                    found(var);
                }
            });
        }
    });
}

/// Records for each variable the groups that mention it.
fn collect_groups(groups: &[Group<'_>], next: &mut usize, uses: &mut [BTreeSet<usize>]) {
    for group in groups {
        match group {
            Group::Scalar(_) => {}
            Group::Rows(block) => {
                *next += 1;
                for stmt in block {
                    mentions(stmt, &mut |var| {
                        uses[var.0].insert(*next);
                    });
                }
            }
            Group::For(_, _, body) => collect_groups(body, next, uses),
            Group::While(before, _, body) => {
                collect_groups(before, next, uses);
                collect_groups(body, next, uses);
            }
            Group::If(_, then, otherwise) => {
                collect_groups(then, next, uses);
                collect_groups(otherwise, next, uses);
            }
        }
    }
}

/// Facts that a walk over the finished plan collects.
struct Uses {
    /// For each variable, the id of the lane loop that declares it.
    declared: Vec<Option<usize>>,
    outside: Vec<BTreeSet<Var>>,
    returns: bool,
    /// Whether a `return` is inside a loop that contains lane loops.
    returns_in_loop: bool,
    loops: usize,
}

impl Uses {
    fn nodes(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node {
                Node::Scalar(_) => {}
                Node::Rows(rows) => self.rows(rows),
                Node::For(_, _, body) => {
                    self.loops += 1;
                    self.nodes(body);
                    self.loops -= 1;
                }
                Node::While(before, _, body) => {
                    self.loops += 1;
                    self.nodes(before);
                    self.nodes(body);
                    self.loops -= 1;
                }
                Node::If(_, then, otherwise) => {
                    self.nodes(then);
                    self.nodes(otherwise);
                }
            }
        }
    }

    fn rows(&mut self, rows: &[RowNode<'_>]) {
        for row in rows {
            match row {
                RowNode::Scalar(_) => {}
                RowNode::Lanes(lanes) => self.lanes(lanes),
                RowNode::Masked(_, lanes) => {
                    self.loops += 1;
                    self.lanes(lanes);
                    self.loops -= 1;
                }
                RowNode::For(_, _, body) => {
                    self.loops += 1;
                    self.rows(body);
                    self.loops -= 1;
                }
                RowNode::While(before, _, body) => {
                    self.loops += 1;
                    self.rows(before);
                    self.rows(body);
                    self.loops -= 1;
                }
                RowNode::If(_, then, otherwise) => {
                    self.rows(then);
                    self.rows(otherwise);
                }
            }
        }
    }

    fn lanes(&mut self, lanes: &Lanes<'_>) {
        let (mut inside, mut all) = (BTreeSet::new(), BTreeSet::new());
        for stmt in &lanes.block {
            stmt.walk(&mut |inner| match inner {
                Stmt::Let { var, .. } | Stmt::For { var, .. } => {
                    inside.insert(*var);
                }
                Stmt::Return { .. } => {
                    self.returns = true;
                    self.returns_in_loop |= self.loops > 0;
                }
                _ => {}
            });
            mentions(stmt, &mut |var| {
                all.insert(var);
            });
        }
        for var in &inside {
            self.declared[var.0] = Some(lanes.id);
        }
        self.outside.resize(lanes.id + 1, BTreeSet::new());
        self.outside[lanes.id] = all.difference(&inside).copied().collect();
    }
}
