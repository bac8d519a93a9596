//! Control flow: the ways in which control may leave a statement or a block.

use super::{ExprKind, Stmt};

/// The ways in which control may leave a statement or a block. Every condition counts as one that may be true and may
/// be false, except for the condition of `loop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// Control may reach the code that follows.
    pub(crate) falls_through: bool,
    /// A `break` may leave the loop around the code.
    pub(crate) breaks: bool,
    /// A `continue` may go on with the next iteration of the loop around the code.
    pub(crate) continues: bool,
    /// A `return` may leave the body.
    pub(crate) returns: bool,
    /// An assertion may fail in a release build, or a line is printed. Other effects must not move across the
    /// code.
    pub(crate) asserts: bool,
    /// A `panic!` may end the work-item. A shader without traps has no panics and goes on with the code that
    /// follows.
    pub(crate) panics: bool,
}

impl Flow {
    /// The flow of a statement.
    pub(crate) fn of(stmt: &Stmt) -> Flow {
        let through = Flow { falls_through: true, ..Flow::default() };
        match stmt {
            Stmt::Break(_) => Flow { breaks: true, ..Flow::default() },
            Stmt::Continue(_) => Flow { continues: true, ..Flow::default() },
            Stmt::Return { .. } => Flow { returns: true, ..Flow::default() },
            Stmt::Assert { condition, debug, .. } => {
                let panics = condition.is_none();
                Flow { falls_through: !panics, asserts: !debug, panics, ..Flow::default() }
            }
            Stmt::Print { .. } => Flow { asserts: true, ..through },
            Stmt::If { then, otherwise, .. } => Flow::of_block(then).or(Flow::of_block(otherwise)),
            Stmt::Block(inner) => Flow::of_block(inner),
            Stmt::For { body, .. } => Flow { falls_through: true, ..Flow::of_block(body).of_loop() },
            Stmt::While { before, condition, body, .. } => {
                let inside = Flow::of_block(before).or(Flow::of_block(body));
                let ends = !matches!(condition.kind, ExprKind::Bool(true)) || inside.breaks;
                Flow { falls_through: ends, ..inside.of_loop() }
            }
            Stmt::Let { .. }
            | Stmt::Assign { .. }
            | Stmt::Barrier(..)
            | Stmt::Expr(_)
            | Stmt::CheckExhaustive { .. } => through,
        }
    }

    /// The flow of a block. Jumps in unreachable code count, too.
    pub(crate) fn of_block<'s>(block: impl IntoIterator<Item = &'s Stmt>) -> Flow {
        let mut all = Flow { falls_through: true, ..Flow::default() };
        for stmt in block {
            let next = Flow::of(stmt);
            all = Flow { falls_through: all.falls_through && next.falls_through, ..all.or(next) };
        }
        all
    }

    fn or(self, other: Flow) -> Flow {
        Flow {
            falls_through: self.falls_through || other.falls_through,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
            asserts: self.asserts || other.asserts,
            panics: self.panics || other.panics,
        }
    }

    /// The flow of a loop whose body has this flow: the jumps of the body do not leave the loop's surroundings.
    fn of_loop(self) -> Flow {
        Flow { breaks: false, continues: false, ..self }
    }

    /// Whether control never reaches the code that follows, also in a shader, where a panic does not end the
    /// work-item.
    pub(crate) fn leaves(self) -> bool {
        !self.falls_through && !self.panics
    }

    /// Whether a jump may leave the code.
    pub(crate) fn jumps(self) -> bool {
        self.breaks || self.continues || self.returns
    }

    /// Whether every path through the code panics, or stays in it forever.
    pub(crate) fn is_dead_end(self) -> bool {
        !self.falls_through && !self.jumps()
    }
}
