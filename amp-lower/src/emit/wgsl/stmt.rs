//! Prints statements.

use super::call::subscripts;
use super::zero_sized::may_be_zero_sized;
use super::{Piece, Writer, stage};
use crate::ir::{Binary, Expr, ExprKind, Fence, Flow, Message, Source, Stmt, Ty, Var};
use crate::site::Site;
use amp_shader::{Atomic, AtomicTarget};

impl Writer<'_> {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.stmt(stmt);
            self.record_increment(stmt);
        }
    }

    pub(super) fn inner(&mut self, block: &[Stmt]) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Some(site) = stmt.site() {
            self.mark(site);
        }
        match stmt {
            Stmt::Let { var, value } => self.declare(*var, value.as_ref()),
            Stmt::Assign { place, operator, value } if self.atomic_tile_variable(place).is_some() => {
                self.line("");
                let Some(tile) = self.atomic_tile_variable(place) else { return };
                let value = match operator {
                    None => value.clone(),
                    Some(operator) => {
                        let (old, new) = (Box::new(place.clone()), Box::new(value.clone()));
                        let kind = ExprKind::Binary(*operator, old, new);
                        Expr { kind, ty: place.ty.clone(), site: place.site }
                    }
                };
                self.atomic(Atomic::Store, AtomicTarget::Tile(tile), &subscripts(place), &[value]);
                self.text(";\n");
            }
            Stmt::Assign { place, operator: None, value }
                if matches!(place.kind, ExprKind::Local(_))
                    && (may_be_zero_sized(&place.ty) || matches!(place.ty, Ty::Var(_))) =>
            {
                self.value_statement(&place.ty, Some(value), |writer| {
                    writer.expr(place);
                    writer.text(" = ");
                });
            }
            Stmt::Assign { place, operator, value } => {
                self.line("");
                self.assign(place, *operator, value);
                self.text(";\n");
            }
            Stmt::If { .. } => self.branch(stmt),
            Stmt::For { var, range, body } => {
                self.mark_termination(stmt);
                self.print_loop(stmt, |writer| writer.range_loop(*var, range, body));
            }
            Stmt::While { before, condition, body, .. } => self.print_loop(stmt, |writer| {
                writer.mark_termination(stmt);
                let mut has_barrier = false;
                stmt.walk(&mut |stmt| has_barrier |= stmt.is_collective());
                let start = (!has_barrier).then_some(Piece::LoopStart);
                if before.is_empty() {
                    writer.line("while (");
                    writer.expr(condition);
                    writer.text(") {\n");
                    writer.parts.extend(start);
                } else {
                    writer.line("loop {\n");
                    writer.parts.extend(start);
                    writer.inner(before);
                    writer.depth += 1;
                    writer.opaque_condition(condition);
                    writer.depth -= 1;
                }
                writer.inner(body);
                // A panic does not end the work-item, but must end the loop.
                if Flow::of_block(body).ends_after_panic() {
                    writer.depth += 1;
                    writer.line("break;\n");
                    writer.depth -= 1;
                }
                writer.line("}\n");
            }),
            Stmt::Break(_) => self.line("break;\n"),
            Stmt::Continue(_) => self.line("continue;\n"),
            Stmt::Return { value: None, .. } => self.line("return;\n"),
            Stmt::Return { value: Some(value), .. } => self.return_statement(&value.ty, value),
            Stmt::Barrier(fence, _) => self.barrier(*fence),
            // WGSL has no expression statements. An assignment to `_` evaluates a value and discards it.
            Stmt::Expr(expr) => self.value_statement(&expr.ty, Some(expr), |writer| writer.text("_ = ")),
            Stmt::CheckExhaustive { .. } => {}
            Stmt::Print { message, site } => {
                let message = self.message(message);
                self.at(*site);
                self.parts.push(Piece::Print(Box::new(message)));
            }
            Stmt::Assert { condition, debug, message, site } => {
                self.assertion(condition.as_ref(), *debug, message, *site);
            }
            Stmt::Block(block) => {
                self.line("{\n");
                self.inner(block);
                self.line("}\n");
            }
        }
    }

    /// Prints an assignment. An assignment to an element of a capture becomes a piece that the linker prints,
    /// because only the linker knows how the buffer stores the element.
    fn assign(&mut self, place: &Expr, operator: Option<Binary>, value: &Expr) {
        let printed = operator.filter(|operator| {
            self.can_print_operator(*operator, place, value) && !operator.is_lazy() && !self.is_atomic(place)
        });
        let element = self.element_part(place);
        let outer = element.is_some().then(|| std::mem::take(&mut self.parts));
        if element.is_none() {
            self.expr(place);
            if let Some(operator) = printed {
                return self.checked_assign(operator, place, |writer| match &value.kind {
                    ExprKind::Literal(digits) if operator.is_shift() => writer.text(&format!("{digits}u")),
                    _ => writer.expr(value),
                });
            }
            self.text(" = ");
        }
        match (printed, operator, &value.kind) {
            (Some(operator), _, ExprKind::Literal(digits)) if operator.is_shift() => {
                self.text(&format!("{digits}u"));
            }
            (None, Some(operator), _) => self.compound(operator, place, value),
            _ => self.expr(value),
        }
        if let (Some((capture, subscripts, steps)), Some(outer)) = (element, outer) {
            let value = std::mem::replace(&mut self.parts, outer);
            self.at(place.site);
            self.parts.push(Piece::Assign(capture, subscripts, steps, printed.map(Binary::text), value));
        }
    }

    fn declare(&mut self, var: Var, value: Option<&Expr>) {
        let variable = &self.body.variables[var.0];
        let word = if self.is_place(var) { "var" } else { "let" };
        self.record_constant(var, value);
        self.value_statement(&variable.ty, value, |writer| {
            writer.text(&format!("{word} {}", variable.name));
            if variable.ty.is_known() {
                writer.text(": ");
                writer.ty(&variable.ty);
            }
            writer.text(if value.is_some() { " = " } else { "" });
        });
    }

    fn barrier(&mut self, fence: Fence) {
        let (tile, views) = match fence {
            Fence::All => (self.shares_tile || !self.shares_views, self.shares_views),
            Fence::Global => (false, true),
            Fence::TileStatic => (true, false),
        };
        self.parts.push(Piece::BeforeBarrier);
        if views {
            self.line("storageBarrier();\n");
        }
        if tile {
            self.line("workgroupBarrier();\n");
        }
        self.parts.push(Piece::Barrier);
    }

    /// Prints the values of a message.
    fn message(&mut self, message: &Message) -> stage::Message {
        let outer = std::mem::take(&mut self.parts);
        let values = message.values.iter().map(|(name, value)| {
            self.expr(value);
            let name = name.as_ref().map(ToString::to_string);
            (name, value.ty.clone(), std::mem::take(&mut self.parts))
        });
        let values = values.collect();
        self.parts = outer;
        stage::Message { text: message.text.clone(), formatted: message.formatted, values }
    }

    /// Prints an assertion. Only shaders with traps contain it.
    fn assertion(&mut self, condition: Option<&Expr>, debug: bool, message: &Message, site: Site) {
        let outer = std::mem::take(&mut self.parts);
        let condition = condition.map(|condition| {
            if debug {
                let is_debug = Source::of_tokens(quote::quote!(::core::cfg!(debug_assertions)));
                self.text("!");
                self.parts.push(Piece::Const(Ty::BOOL, is_debug));
                self.text(" || ");
            }
            self.text(if debug { "(" } else { "" });
            self.expr(condition);
            self.text(if debug { ")" } else { "" });
            std::mem::take(&mut self.parts)
        });
        self.parts = outer;
        let message = self.message(message);
        self.at(site);
        self.parts.push(Piece::Assert(condition, Box::new(message)));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn shaders_leave_a_loop_after_a_panic() {
        wgsl(
            r#"|i: Index<1>| { 'one: { if n > 3 { break 'one; } panic!("small"); } loop { if n > 4 { panic!("large"); } break; } }"#,
            expect![[r#"
                while (true) {
                    if (n > 3u) {
                        break;
                    }
                    break;
                }
                while (true) {
                    if (n > 4u) {
                    }
                    break;
                }
            "#]],
        );
    }
}
