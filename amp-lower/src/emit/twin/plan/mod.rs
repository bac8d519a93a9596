//! What goes where: the kernel cut into regions, and a home for each variable.
//!
//! A tiled kernel is cut twice. At the level of the tile, at barriers and at whatever changes a value that the whole tile
//! shares: between the cuts lie groups, each run row by row. Inside a group (and in an untiled kernel, whose unit is one
//! row) at loops that all lanes of a row go through together, and at whatever changes a value that the row shares: between
//! these cuts lie the loops over the lanes.

mod homes;
mod regions;

use crate::analysis::{Facts, Turns};
use crate::ir::{Expr, Range, Stmt, Var};
use std::collections::BTreeSet;

/// A step at the level of the tile.
pub(super) enum Node<'k> {
    /// Once.
    Scalar(&'k Stmt),
    /// Row by row.
    Rows(Vec<RowNode<'k>>),
    For(Var, &'k Range, Vec<Node<'k>>),
    While(Vec<Node<'k>>, &'k Expr, Vec<Node<'k>>),
    If(&'k Expr, Vec<Node<'k>>, Vec<Node<'k>>),
}

/// A step at the level of a row.
pub(super) enum RowNode<'k> {
    /// Once.
    Scalar(&'k Stmt),
    /// Lane by lane.
    Lanes(Lanes<'k>),
    /// A loop that lanes leave at different times, turn by turn; it is the one statement of the loop over lanes.
    Lockstep(Turns, Lanes<'k>),
    For(Var, &'k Range, Vec<RowNode<'k>>),
    While(Vec<RowNode<'k>>, &'k Expr, Vec<RowNode<'k>>),
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

/// What a plan is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A kernel, row by row.
    Together,
    /// The same for a function that waits.
    Function,
    /// A work-item runs alone from one barrier to the next.
    Alone,
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
        Plan::of(found, given, Way::Together)
    }

    /// A plan in which a work-item runs alone from one barrier to the next: nothing is done for a whole row, and barriers
    /// are steps.
    pub(super) fn item_by_item(found: &Facts<'k>, given: &[Var]) -> Self {
        Plan::of(found, given, Way::Alone)
    }

    /// The plan of a function that waits, whose number of work-items is known at run time.
    pub(super) fn of_function(found: &Facts<'k>, given: &[Var]) -> Self {
        Plan::of(found, given, Way::Function)
    }

    pub(super) fn home(&self, var: Var) -> Home {
        self.homes[var.0]
    }

    /// How many variables have a slot for each lane of the row.
    pub(super) fn slots_of_rows(&self) -> usize {
        self.homes.iter().filter(|home| **home == Home::RowSpill).count()
    }

    /// The variables that a loop over lanes mentions, but does not declare.
    pub(super) fn mentioned(&self, lanes: &Lanes<'_>) -> BTreeSet<Var> {
        self.outside[lanes.number].clone()
    }

    /// Whether a loop over lanes declares a variable.
    pub(super) fn is_declared_in(&self, lanes: &Lanes<'_>, var: Var) -> bool {
        self.declared[var.0] == Some(lanes.number)
    }

    /// Whether a variable is lent to a function.
    pub(super) fn is_lent(&self, var: Var) -> bool {
        self.lent.contains(&var)
    }

    pub(super) fn spilled(&self, home: Home) -> impl Iterator<Item = Var> {
        self.homes.iter().enumerate().filter(move |(_, found)| **found == home).map(|(n, _)| Var(n))
    }

    /// The one loop over lanes that a row is, if there is no other and nothing lives longer than a turn of it.
    pub(super) fn one_loop(&self) -> Option<&Lanes<'k>> {
        let [Node::Rows(rows)] = self.nodes.as_slice() else { return None };
        let [RowNode::Lanes(lanes)] = rows.as_slice() else { return None };
        (!self.masks && !self.homes.contains(&Home::RowSpill)).then_some(lanes)
    }

    /// The loops over the lanes of a row, in an untiled kernel.
    pub(super) fn loops(&self) -> Vec<&Lanes<'k>> {
        let mut found = Vec::new();
        for node in &self.nodes {
            if let Node::Rows(rows) = node {
                loops_of(rows, &mut found);
            }
        }
        found
    }

    /// The variables with a slot for each lane that a loop over lanes mentions.
    pub(super) fn kept(&self, lanes: &Lanes<'_>) -> Vec<Kept> {
        let outside = self.outside[lanes.number].iter().map(|var| Kept { var: *var, declared: false });
        let declared = self.declared.iter().enumerate().filter(|(_, at)| **at == Some(lanes.number));
        let declared = declared.map(|(n, _)| Kept { var: Var(n), declared: true });
        let kept = outside.chain(declared);
        kept.filter(|kept| matches!(self.home(kept.var), Home::RowSpill | Home::TileSpill)).collect()
    }

    /// What has a slot for each lane of a row, in this group.
    pub(super) fn spilled_in(&self, rows: &[RowNode<'k>]) -> BTreeSet<Var> {
        let mut loops = Vec::new();
        loops_of(rows, &mut loops);
        let kept = loops.into_iter().flat_map(|lanes| self.kept(lanes)).map(|kept| kept.var);
        kept.filter(|var| self.home(*var) == Home::RowSpill).collect()
    }

    /// The variables that a loop over lanes has to compute again, in the order of their declarations.
    pub(super) fn again(&self, lanes: &Lanes<'_>) -> Vec<Var> {
        let outside = self.outside[lanes.number].iter().copied();
        outside.filter(|var| self.home(*var) == Home::Again).collect()
    }
}

/// The loops over lanes in some rows.
pub(super) fn loops_of<'p, 'k>(rows: &'p [RowNode<'k>], into: &mut Vec<&'p Lanes<'k>>) {
    for row in rows {
        match row {
            RowNode::Scalar(_) => {}
            RowNode::Lanes(lanes) | RowNode::Lockstep(_, lanes) => into.push(lanes),
            RowNode::For(_, _, body) => loops_of(body, into),
            RowNode::While(before, _, body) => [before, body].into_iter().for_each(|it| loops_of(it, into)),
            RowNode::If(_, then, otherwise) => {
                [then, otherwise].into_iter().for_each(|it| loops_of(it, into));
            }
        }
    }
}

/// Whether a `return` stands in a statement.
pub(super) fn returns(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= matches!(stmt, Stmt::Return { .. }));
    found
}

/// Whether the kernel may stop in a statement because the user says so: then nothing that comes after may be done before. What is asked
/// in debug builds alone costs nothing in others, so it is not counted.
pub(super) fn asserts(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| found |= matches!(stmt, Stmt::Assert { debug: false, .. }));
    found
}

/// The rows of a plan in short: how a test sees it.
#[cfg(test)]
pub(super) fn rows(plan: &Plan<'_>) -> String {
    fn of_rows(rows: &[RowNode<'_>]) -> String {
        let words = rows.iter().map(|row| match row {
            RowNode::Scalar(_) => "once".to_owned(),
            RowNode::Lanes(_) => "lanes".to_owned(),
            RowNode::Lockstep(turns, _) => format!("lockstep {turns:?}"),
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
