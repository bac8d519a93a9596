//! What goes where: the kernel cut into regions, and a home for each variable.
//!
//! A tiled kernel is cut twice. At the level of the tile, at barriers and at whatever changes a value that the whole tile
//! shares: between the cuts lie groups, each run row by row. Inside a group (and in an untiled kernel, whose unit is one
//! row) at loops that all lanes of a row go through together, and at whatever changes a value that the row shares: between
//! these cuts lie the loops over the lanes.

use crate::analysis::{Facts, Level};
use crate::ir::{Expr, ExprKind, Range, Stmt, Var};
use std::collections::BTreeSet;

/// A step at the level of the tile.
pub(super) enum Node<'k> {
    /// Once.
    Scalar(&'k Stmt),
    /// Row by row.
    Rows(Vec<RowNode<'k>>),
    For(Var, &'k Range, Vec<Node<'k>>),
    While(&'k [Stmt], &'k Expr, Vec<Node<'k>>),
    If(&'k Expr, Vec<Node<'k>>, Vec<Node<'k>>),
}

/// A step at the level of a row.
pub(super) enum RowNode<'k> {
    /// Once.
    Scalar(&'k Stmt),
    /// Lane by lane.
    Lanes(Lanes<'k>),
    For(Var, &'k Range, Vec<RowNode<'k>>),
    While(&'k [Stmt], &'k Expr, Vec<RowNode<'k>>),
    If(&'k Expr, Vec<RowNode<'k>>, Vec<RowNode<'k>>),
}

/// A loop over the lanes.
pub(super) struct Lanes<'k> {
    pub(super) number: usize,
    pub(super) block: Vec<&'k Stmt>,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// A scalar of the tile or of the row.
    Scalar,
    /// A variable of the loop over the lanes in which it is declared.
    Lane,
    /// Computed again in each loop over the lanes that needs it.
    Again,
    /// A slot for each lane of the row.
    RowSpill,
    /// A slot for each lane of each row of the tile.
    TileSpill,
}

/// The plan of a kernel.
pub(super) struct Plan<'k> {
    pub(super) nodes: Vec<Node<'k>>,
    /// What is true of the kernel with this plan.
    pub(super) facts: Facts<'k>,
    homes: Vec<Home>,
    /// Lanes can be done before the others are, and later loops have to know.
    pub(super) masks: bool,
    /// For each loop over lanes, the variables that it mentions but does not declare.
    outside: Vec<BTreeSet<Var>>,
    /// The loop over lanes that declares a variable.
    declared: Vec<Option<usize>>,
    /// Variables that are lent to functions: they have to lie in one piece.
    lent: BTreeSet<Var>,
}

/// A variable with a slot for each lane, in a loop over the lanes that mentions it.
pub(super) struct Kept {
    pub(super) var: Var,
    /// It is declared there.
    pub(super) declared: bool,
}

impl<'k> Plan<'k> {
    /// `given` are variables that have a slot for each lane from the start.
    pub(super) fn new(found: &Facts<'k>, given: &[Var]) -> Self {
        Plan::of(found, given, false)
    }

    /// A plan in which a work-item runs alone from one barrier to the next: nothing is done for a whole row, and barriers
    /// are steps.
    pub(super) fn item_by_item(found: &Facts<'k>, given: &[Var]) -> Self {
        Plan::of(found, given, true)
    }

    fn of(found: &Facts<'k>, given: &[Var], alone: bool) -> Self {
        let kernel = found.kernel;
        let tiled = if alone { kernel.tile.is_some() } else { found.tile().is_some() };
        let variables = kernel.body.variables.len();
        let builder = Builder { facts: found.keeping(&[]), again: BTreeSet::new(), tiled, alone, lanes: 0 };
        let groups = builder.tile(&kernel.body.block);

        // What several groups share is computed again if that is cheap, together with what it is computed from; all else
        // is kept for each lane.
        let mut uses = vec![BTreeSet::new(); variables];
        collect_groups(&groups, &mut 0, &mut uses);
        let crossing =
            (0..variables).map(Var).filter(|var| uses[var.0].len() > 1 && builder.of(*var) > Level::Tile);
        let mut asked = asked(&kernel.body.block);
        asked.extend_from_slice(given);
        let (again, mut kept): (Vec<_>, Vec<_>) =
            crossing.partition(|var| found.is_cheap(*var) && !asked.contains(var));
        for &var in &asked {
            if builder.of(var) > Level::Tile && !kept.contains(&var) {
                kept.push(var);
            }
        }
        let again = closure(found, again.into_iter().collect(), |var| builder.of(var) > Level::Tile);
        let facts = found.keeping(&kept);
        let mut builder = Builder { facts, again, ..builder };
        let nodes = builder.rows(groups);

        let mut found = Found {
            declared: vec![None; variables],
            outside: Vec::new(),
            returns: false,
            returns_in_loop: false,
            loops: 0,
        };
        found.nodes(&nodes);
        found.outside.resize(builder.lanes, BTreeSet::new());
        let Builder { facts, again, lanes, .. } = builder;
        let is_again = |var: Var| again.contains(&var) || facts.is_along_lanes(var);
        // A loop that computes a variable again needs what it is computed from.
        for (number, outside) in found.outside.iter_mut().enumerate() {
            let needed = outside.iter().copied().filter(|var| is_again(*var)).collect();
            let needed = closure(&facts, needed, is_again_or_part(&facts, &is_again));
            outside.extend(needed.into_iter().filter(|var| found.declared[var.0] != Some(number)));
        }
        let mut homes = vec![Home::Scalar; variables];
        for (n, home) in homes.iter_mut().enumerate() {
            let var = Var(n);
            // Given to the tile, or by a call for all of it.
            if found.declared[n].is_none() && asked.contains(&var) && kept.contains(&var) {
                *home = Home::TileSpill;
            }
            // Declared by a scalar step: a scalar it is.
            if found.declared[n].is_none() {
                continue;
            }
            let elsewhere = found.outside.iter().any(|outside| outside.contains(&var));
            *home = if kept.contains(&var) {
                Home::TileSpill
            } else if again.contains(&var) || (elsewhere && is_again(var)) {
                Home::Again
            } else if elsewhere {
                Home::RowSpill
            } else {
                Home::Lane
            };
        }
        let masks = found.returns && (lanes > 1 || found.returns_in_loop);
        let mut lent = BTreeSet::new();
        for stmt in &kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Reference { place, .. } = &expr.kind {
                    lent.extend(place.root());
                }
            });
        }
        Plan { nodes, facts, homes, masks, outside: found.outside, declared: found.declared, lent }
    }

    pub(super) fn home(&self, var: Var) -> Home {
        self.homes[var.0]
    }

    /// The variables that a loop over lanes mentions, but does not declare.
    pub(super) fn mentioned(&self, lanes: &Lanes<'_>) -> BTreeSet<Var> {
        self.outside[lanes.number].clone()
    }

    /// Whether a variable is lent to a function.
    pub(super) fn is_lent(&self, var: Var) -> bool {
        self.lent.contains(&var)
    }

    pub(super) fn spilled(&self, home: Home) -> impl Iterator<Item = Var> {
        self.homes.iter().enumerate().filter(move |(_, found)| **found == home).map(|(n, _)| Var(n))
    }

    /// The variables with a slot for each lane that a loop over lanes mentions.
    pub(super) fn kept(&self, lanes: &Lanes<'_>) -> Vec<Kept> {
        let outside = self.outside[lanes.number].iter().map(|var| Kept { var: *var, declared: false });
        let declared = self.declared.iter().enumerate().filter(|(_, at)| **at == Some(lanes.number));
        let declared = declared.map(|(n, _)| Kept { var: Var(n), declared: true });
        let kept = outside.chain(declared);
        kept.filter(|kept| matches!(self.home(kept.var), Home::RowSpill | Home::TileSpill)).collect()
    }

    /// The variables that a loop over lanes has to compute again, in the order of their declarations.
    pub(super) fn again(&self, lanes: &Lanes<'_>) -> Vec<Var> {
        let outside = self.outside[lanes.number].iter().copied();
        outside.filter(|var| self.home(*var) == Home::Again).collect()
    }
}

/// The variables that a step of the whole tile uses or sets for each work-item: of which the first one's value is asked
/// for, and the arguments and results of functions that wait.
fn asked(block: &[Stmt]) -> Vec<Var> {
    let mut found = Vec::new();
    for stmt in block {
        stmt.walk(&mut |stmt| {
            if let Stmt::Let { var, value: Some(value) } = stmt
                && value.waits()
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
            if let ExprKind::Call { arguments, .. } = &expr.kind
                && expr.waits()
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

/// Variables, and those that their values are computed from, as far as `follow` says.
fn closure(facts: &Facts<'_>, mut all: BTreeSet<Var>, follow: impl Fn(Var) -> bool) -> BTreeSet<Var> {
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

/// What a recomputed value is made of is recomputed, or taken from where it is.
fn is_again_or_part<'f>(
    facts: &'f Facts<'_>,
    is_again: &'f dyn Fn(Var) -> bool,
) -> impl Fn(Var) -> bool + 'f {
    move |var| is_again(var) || facts.uniformity.of(var) > Level::Row
}

/// A group before it is cut into rows.
enum Group<'k> {
    Scalar(&'k Stmt),
    Rows(Vec<&'k Stmt>),
    For(Var, &'k Range, Vec<Group<'k>>),
    While(&'k [Stmt], &'k Expr, Vec<Group<'k>>),
    If(&'k Expr, Vec<Group<'k>>, Vec<Group<'k>>),
}

struct Builder<'k> {
    facts: Facts<'k>,
    /// Computed again in every group that needs it.
    again: BTreeSet<Var>,
    tiled: bool,
    /// A work-item runs alone from one barrier to the next.
    alone: bool,
    lanes: usize,
}

impl<'k> Builder<'k> {
    fn tile(&self, block: &'k [Stmt]) -> Vec<Group<'k>> {
        let mut out = Vec::new();
        if !self.tiled {
            out.push(Group::Rows(block.iter().collect()));
            return out;
        }
        let mut rows = Vec::new();
        self.tile_block(block, &mut out, &mut rows);
        flush(&mut out, &mut rows);
        out
    }

    fn tile_block(&self, block: &'k [Stmt], out: &mut Vec<Group<'k>>, rows: &mut Vec<&'k Stmt>) {
        for stmt in block {
            match stmt {
                Stmt::Barrier(..) => {
                    flush(out, rows);
                    if self.alone {
                        out.push(Group::Scalar(stmt));
                    }
                }
                _ if stmt.waits() => {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                _ if self.changes_at(stmt, |level| level == Level::Tile) => {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                // After what each work-item computes for it.
                Stmt::Let { var, value: Some(value) }
                    if self.of(*var) == Level::Tile && matches!(value.kind, ExprKind::Uniform(_)) =>
                {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                // Before the group that it stands in: nothing in there can change it.
                Stmt::Let { var, .. } if self.of(*var) == Level::Tile => out.push(Group::Scalar(stmt)),
                // Reached here they are reached by the whole tile.
                Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return { .. } => {
                    flush(out, rows);
                    out.push(Group::Scalar(stmt));
                }
                Stmt::Block(inner) => self.tile_block(inner, out, rows),
                _ if self.cuts(stmt, Level::Tile) => {
                    flush(out, rows);
                    let inner = |block: &'k [Stmt]| self.tile(block);
                    match stmt {
                        Stmt::For { var, range, body } => out.push(Group::For(*var, range, inner(body))),
                        Stmt::While { before, condition, body, .. } => {
                            out.push(Group::While(before, condition, inner(body)));
                        }
                        Stmt::If { condition, then, otherwise } => {
                            out.push(Group::If(condition, inner(then), inner(otherwise)));
                        }
                        _ => {}
                    }
                }
                _ => rows.push(stmt),
            }
        }
    }

    /// Whether a branch or loop has to be taken by a whole tile (or row) at once: it contains a barrier, changes a
    /// variable that the tile (or row) shares, or leaves a loop that it goes through.
    fn cuts(&self, stmt: &Stmt, level: Level) -> bool {
        if !matches!(stmt, Stmt::If { .. } | Stmt::For { .. } | Stmt::While { .. })
            || self.control(stmt) > level
        {
            return false;
        }
        let mut inside = BTreeSet::new();
        let mut cuts = false;
        stmt.walk(&mut |inner| {
            let shared = |var: &Var| !inside.contains(var) && self.of(*var) <= level;
            cuts |= inner.changes().iter().any(shared);
            match inner {
                _ if inner.waits() => cuts = true,
                Stmt::Let { var, .. } | Stmt::For { var, .. } => {
                    inside.insert(*var);
                }
                _ => {}
            }
        });
        cuts || self.jumps(stmt, level)
    }

    /// Whether a jump in a branch leaves a loop around it, or the kernel, under control that is shared.
    fn jumps(&self, stmt: &Stmt, level: Level) -> bool {
        match stmt {
            Stmt::Break(_) | Stmt::Continue(_) => true,
            // A row of a tile cannot leave alone.
            Stmt::Return { .. } => level == Level::Tile || !self.tiled,
            Stmt::If { condition, then, otherwise } => {
                self.facts.level(condition) <= level
                    && then.iter().chain(otherwise).any(|stmt| self.jumps(stmt, level))
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } => {
                self.control(stmt) <= level && body.iter().any(|stmt| self.leaves(stmt, level))
            }
            Stmt::Block(inner) => inner.iter().any(|stmt| self.jumps(stmt, level)),
            _ => false,
        }
    }

    /// Only `return` leaves more than one loop.
    fn leaves(&self, stmt: &Stmt, level: Level) -> bool {
        let mut found = false;
        if level == Level::Tile || !self.tiled {
            stmt.walk(&mut |inner| found |= matches!(inner, Stmt::Return { .. }));
        }
        found
    }

    fn of(&self, var: Var) -> Level {
        self.facts.uniformity.of(var)
    }

    fn control(&self, stmt: &Stmt) -> Level {
        match stmt {
            Stmt::If { condition, .. } => self.facts.level(condition),
            _ => self.facts.uniformity.of_loop(self.facts.kernel, stmt),
        }
    }

    /// Whether a statement changes a variable of such a level, which is then done once for all who share it.
    fn changes_at(&self, stmt: &Stmt, at: impl Fn(Level) -> bool) -> bool {
        stmt.changes().iter().any(|var| at(self.of(*var)))
    }

    fn rows(&mut self, groups: Vec<Group<'k>>) -> Vec<Node<'k>> {
        groups
            .into_iter()
            .map(|group| match group {
                Group::Scalar(stmt) => Node::Scalar(stmt),
                Group::Rows(block) => {
                    let (mut out, mut lanes) = (Vec::new(), Vec::new());
                    self.row_block(&mut block.into_iter(), &mut out, &mut lanes);
                    self.flush_lanes(&mut out, &mut lanes);
                    Node::Rows(out)
                }
                Group::For(var, range, body) => Node::For(var, range, self.rows(body)),
                Group::While(before, condition, body) => Node::While(before, condition, self.rows(body)),
                Group::If(condition, then, otherwise) => {
                    Node::If(condition, self.rows(then), self.rows(otherwise))
                }
            })
            .collect()
    }

    fn row_block(
        &mut self,
        block: &mut dyn Iterator<Item = &'k Stmt>,
        out: &mut Vec<RowNode<'k>>,
        lanes: &mut Vec<&'k Stmt>,
    ) {
        for stmt in block {
            match stmt {
                _ if self.alone => lanes.push(stmt),
                _ if self.changes_at(stmt, |level| level <= Level::Row) => {
                    self.flush_lanes(out, lanes);
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Let { var, .. } if self.of(*var) <= Level::Row && !self.again.contains(var) => {
                    // Not before a `return`: perhaps nobody is left to need it.
                    if lanes.iter().any(|stmt| returns(stmt)) {
                        self.flush_lanes(out, lanes);
                    }
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Break(_) | Stmt::Continue(_) => {
                    self.flush_lanes(out, lanes);
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Return { .. } if !self.tiled => {
                    self.flush_lanes(out, lanes);
                    out.push(RowNode::Scalar(stmt));
                }
                Stmt::Block(inner) => self.row_block(&mut inner.iter(), out, lanes),
                _ if self.goes_together(stmt) => {
                    self.flush_lanes(out, lanes);
                    let node = match stmt {
                        Stmt::For { var, range, body } => RowNode::For(*var, range, self.row(body)),
                        Stmt::While { before, condition, body, .. } => {
                            RowNode::While(before, condition, self.row(body))
                        }
                        Stmt::If { condition, then, otherwise } => {
                            RowNode::If(condition, self.row(then), self.row(otherwise))
                        }
                        _ => continue,
                    };
                    out.push(node);
                }
                _ => lanes.push(stmt),
            }
        }
    }

    fn row(&mut self, block: &'k [Stmt]) -> Vec<RowNode<'k>> {
        let (mut out, mut lanes) = (Vec::new(), Vec::new());
        self.row_block(&mut block.iter(), &mut out, &mut lanes);
        self.flush_lanes(&mut out, &mut lanes);
        out
    }

    /// Loops that all lanes go through together stand outside the lanes, and so do the branches around them.
    fn goes_together(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::For { .. } | Stmt::While { .. } => self.control(stmt) <= Level::Row,
            Stmt::If { then, otherwise, .. } => {
                self.control(stmt) <= Level::Row
                    && (self.cuts(stmt, Level::Row)
                        || then.iter().chain(otherwise).any(|inner| self.goes_together(inner)))
            }
            _ => false,
        }
    }

    fn flush_lanes(&mut self, out: &mut Vec<RowNode<'k>>, lanes: &mut Vec<&'k Stmt>) {
        if !lanes.is_empty() {
            out.push(RowNode::Lanes(Lanes { number: self.lanes, block: std::mem::take(lanes) }));
            self.lanes += 1;
        }
    }
}

fn flush<'k>(out: &mut Vec<Group<'k>>, rows: &mut Vec<&'k Stmt>) {
    if !rows.is_empty() {
        out.push(Group::Rows(std::mem::take(rows)));
    }
}

/// Whether a `return` stands in a statement.
pub(super) fn returns(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= matches!(stmt, Stmt::Return { .. }));
    found
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

/// Which groups mention each variable.
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
            Group::For(_, _, body) | Group::While(_, _, body) => collect_groups(body, next, uses),
            Group::If(_, then, otherwise) => {
                collect_groups(then, next, uses);
                collect_groups(otherwise, next, uses);
            }
        }
    }
}

/// What a walk over the finished plan finds.
struct Found {
    /// The loop over lanes that declares a variable.
    declared: Vec<Option<usize>>,
    outside: Vec<BTreeSet<Var>>,
    returns: bool,
    /// One of them stands in a loop around the lanes.
    returns_in_loop: bool,
    loops: usize,
}

impl Found {
    fn nodes(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node {
                Node::Scalar(_) => {}
                Node::Rows(rows) => self.rows(rows),
                Node::For(_, _, body) | Node::While(_, _, body) => {
                    self.loops += 1;
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
                RowNode::For(_, _, body) | RowNode::While(_, _, body) => {
                    self.loops += 1;
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
            self.declared[var.0] = Some(lanes.number);
        }
        self.outside.resize(lanes.number + 1, BTreeSet::new());
        self.outside[lanes.number] = all.difference(&inside).copied().collect();
    }
}
