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
    /// Control may reach the code that follows in a shader without traps, where a `panic!` does not end the
    /// work-item.
    pub(crate) shader_falls_through: bool,
}

impl Flow {
    /// The flow of a statement.
    pub(crate) fn of(stmt: &Stmt) -> Flow {
        let through = Flow { falls_through: true, shader_falls_through: true, ..Flow::default() };
        match stmt {
            Stmt::Break(_) => Flow { breaks: true, ..Flow::default() },
            Stmt::Continue(_) => Flow { continues: true, ..Flow::default() },
            Stmt::Return { .. } => Flow { returns: true, ..Flow::default() },
            Stmt::Assert { condition, debug, .. } => {
                Flow { falls_through: condition.is_some(), asserts: !debug, ..through }
            }
            Stmt::Print { .. } => Flow { asserts: true, ..through },
            Stmt::If { then, otherwise, .. } => Flow::of_block(then).or(Flow::of_block(otherwise)),
            Stmt::Block(inner) => Flow::of_block(inner),
            Stmt::For { body, .. } => through.or(Flow::of_block(body).of_loop()),
            Stmt::While { before, condition, body, .. } => {
                let iteration = Flow::of_block(body);
                let inside = Flow::of_block(before).or(iteration);
                let ends = !matches!(condition.kind, ExprKind::Bool(true)) || inside.breaks;
                let shader_falls_through = ends || iteration.ends_after_panic();
                Flow { falls_through: ends, shader_falls_through, ..inside.of_loop() }
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
        let mut all = Flow { falls_through: true, shader_falls_through: true, ..Flow::default() };
        for stmt in block {
            let next = Flow::of(stmt);
            all = Flow {
                falls_through: all.falls_through && next.falls_through,
                shader_falls_through: all.shader_falls_through && next.shader_falls_through,
                ..all.or(next)
            };
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
            shader_falls_through: self.shader_falls_through || other.shader_falls_through,
        }
    }

    /// The flow of a loop whose body has this flow: the jumps of the body do not leave the loop's surroundings.
    fn of_loop(self) -> Flow {
        Flow { breaks: false, continues: false, ..self }
    }

    /// Whether control reaches the code that follows only in a shader, after a panic.
    pub(crate) fn ends_after_panic(self) -> bool {
        self.shader_falls_through && !self.falls_through
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
