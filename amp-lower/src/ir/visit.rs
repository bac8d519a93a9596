//! The visitor of statements and expressions.

use super::{Expr, ExprKind, Range, Stmt, SubviewStep, Var};
use crate::site::Site;

impl Expr {
    /// The direct subexpressions.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::ErrorPlaceholder
            | ExprKind::Literal(_)
            | ExprKind::Bool(_)
            | ExprKind::Local(_)
            | ExprKind::Value(_)
            | ExprKind::Item(_)
            | ExprKind::Tile(_)
            | ExprKind::Const(_)
            | ExprKind::Barrier
            | ExprKind::Function { .. }
            | ExprKind::ForwardedCallable { .. }
            | ExprKind::ExtentOf(_)
            | ExprKind::Neutral { .. } => Vec::new(),
            ExprKind::Unary(_, a) | ExprKind::Cast(a, _) | ExprKind::Field(a, _) | ExprKind::Repeat(a, _) => {
                vec![a]
            }
            ExprKind::FromBits(a)
            | ExprKind::Bits(a)
            | ExprKind::ConvertRange(a)
            | ExprKind::Referenced(a, _)
            | ExprKind::IsContiguous(a)
            | ExprKind::Uniform(a)
            | ExprKind::Length(a)
            | ExprKind::Items(a)
            | ExprKind::Components(a)
            | ExprKind::IsVariant(a, _)
            | ExprKind::Payload(a, ..) => {
                vec![a]
            }
            ExprKind::Variant { fields, .. } => fields.iter().map(|(_, field)| field).collect(),
            ExprKind::ReceiverModified { copy, .. } => vec![copy],
            ExprKind::Reference { place, .. } => vec![place],
            ExprKind::Optional { some, item, error } => {
                [&**some, item].into_iter().chain(error.as_deref()).collect()
            }
            ExprKind::ViewArg { part, .. } => part.iter().flat_map(SubviewStep::operands).collect(),
            ExprKind::Atomic { place, operands, .. } => std::iter::once(&**place).chain(operands).collect(),
            ExprKind::Record { fields, rest, .. } => {
                fields.iter().map(|(_, field)| field).chain(rest.as_deref()).collect()
            }
            ExprKind::Binary(_, a, b) | ExprKind::Subscript(a, b) | ExprKind::EqualsConst(a, b) => vec![a, b],
            ExprKind::Slice { root, start, len } => vec![root, start, len],
            ExprKind::Closure(closure) => {
                let mut parts = Vec::new();
                closure.body.iter().for_each(|stmt| stmt.walk(&mut |stmt| parts.extend(stmt.expressions())));
                parts.extend(&closure.value);
                parts
            }
            ExprKind::Element { index: parts, .. }
            | ExprKind::Call { arguments: parts, .. }
            | ExprKind::CallParameter { arguments: parts, .. }
            | ExprKind::Method { arguments: parts, .. }
            | ExprKind::Array(parts)
            | ExprKind::Tuple(parts)
            | ExprKind::MakeIndex(parts) => parts.iter().collect(),
        }
    }

    /// The direct subexpressions, mutably.
    pub(crate) fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::ErrorPlaceholder
            | ExprKind::Literal(_)
            | ExprKind::Bool(_)
            | ExprKind::Local(_)
            | ExprKind::Value(_)
            | ExprKind::Item(_)
            | ExprKind::Tile(_)
            | ExprKind::Const(_)
            | ExprKind::Barrier
            | ExprKind::Function { .. }
            | ExprKind::ForwardedCallable { .. }
            | ExprKind::ExtentOf(_)
            | ExprKind::Neutral { .. } => Vec::new(),
            ExprKind::Unary(_, a) | ExprKind::Cast(a, _) | ExprKind::Field(a, _) | ExprKind::Repeat(a, _) => {
                vec![a]
            }
            ExprKind::FromBits(a)
            | ExprKind::Bits(a)
            | ExprKind::ConvertRange(a)
            | ExprKind::Referenced(a, _)
            | ExprKind::IsContiguous(a)
            | ExprKind::Uniform(a)
            | ExprKind::Length(a)
            | ExprKind::Items(a)
            | ExprKind::Components(a)
            | ExprKind::IsVariant(a, _)
            | ExprKind::Payload(a, ..) => {
                vec![a]
            }
            ExprKind::Variant { fields, .. } => fields.iter_mut().map(|(_, field)| field).collect(),
            ExprKind::ReceiverModified { copy, .. } => vec![copy],
            ExprKind::Reference { place, .. } => vec![place],
            ExprKind::Optional { some, item, error } => {
                [&mut **some, item].into_iter().chain(error.as_deref_mut()).collect()
            }
            ExprKind::ViewArg { part, .. } => part.iter_mut().flat_map(SubviewStep::operands_mut).collect(),
            ExprKind::Atomic { place, operands, .. } => {
                std::iter::once(&mut **place).chain(operands).collect()
            }
            ExprKind::Record { fields, rest, .. } => {
                fields.iter_mut().map(|(_, field)| field).chain(rest.as_deref_mut()).collect()
            }
            ExprKind::Binary(_, a, b) | ExprKind::Subscript(a, b) | ExprKind::EqualsConst(a, b) => vec![a, b],
            ExprKind::Slice { root, start, len } => vec![root, start, len],
            ExprKind::Closure(closure) => {
                let mut parts = Vec::new();
                all_mut(&mut closure.body, &mut parts);
                parts.extend(&mut closure.value);
                parts
            }
            ExprKind::Element { index: parts, .. }
            | ExprKind::Call { arguments: parts, .. }
            | ExprKind::CallParameter { arguments: parts, .. }
            | ExprKind::Method { arguments: parts, .. }
            | ExprKind::Array(parts)
            | ExprKind::Tuple(parts)
            | ExprKind::MakeIndex(parts) => parts.iter_mut().collect(),
        }
    }

    /// Whether the expression reads an element of a view, itself or in a subexpression.
    pub(crate) fn reads_view_element(&self) -> bool {
        let mut found = false;
        self.walk(&mut |expr| found |= matches!(expr.kind, ExprKind::Element { .. }));
        found
    }

    /// Calls `look` with this expression and all its subexpressions, in pre-order.
    pub(crate) fn walk<'e>(&'e self, look: &mut dyn FnMut(&'e Expr)) {
        look(self);
        for child in self.children() {
            child.walk(look);
        }
    }

    /// Calls `change` with this expression and all its subexpressions, in post-order.
    pub(crate) fn walk_mut(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        for child in self.children_mut() {
            child.walk_mut(change);
        }
        change(self);
    }
}

/// Appends the expressions of these statements, and of statements nested in them, to `out`.
fn all_mut<'s>(block: &'s mut [Stmt], out: &mut Vec<&'s mut Expr>) {
    for stmt in block {
        match stmt {
            Stmt::Let { value, .. } | Stmt::Return { value, .. } => out.extend(value),
            Stmt::Assign { place, value, .. } => out.extend([place, value]),
            Stmt::If { condition, then, otherwise } => {
                out.push(condition);
                all_mut(then, out);
                all_mut(otherwise, out);
            }
            Stmt::While { before, condition, body, .. } => {
                all_mut(before, out);
                out.push(condition);
                all_mut(body, out);
            }
            Stmt::For { range, body, .. } => {
                out.extend(range.bounds_mut());
                all_mut(body, out);
            }
            Stmt::Block(body) => all_mut(body, out),
            Stmt::Expr(expr) | Stmt::CheckExhaustive { scrutinee: expr, .. } => out.push(expr),
            Stmt::Assert { condition, message, .. } => {
                out.extend(condition);
                out.extend(message.values.iter_mut().map(|(_, value)| value));
            }
            Stmt::Print { message, .. } => out.extend(message.values.iter_mut().map(|(_, value)| value)),
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Barrier(..) => {}
        }
    }
}

impl Range {
    pub(crate) fn bounds(&self) -> impl Iterator<Item = &Expr> {
        [&self.start, &self.end].into_iter().chain(&self.step)
    }

    fn bounds_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        [&mut self.start, &mut self.end].into_iter().chain(&mut self.step)
    }
}

impl Stmt {
    /// The expressions that the statement itself evaluates, without those of nested statements.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        match self {
            Stmt::Let { value, .. } | Stmt::Return { value, .. } => value.iter().collect(),
            Stmt::Assign { place, value, .. } => vec![place, value],
            Stmt::If { condition, .. } | Stmt::While { condition, .. } => vec![condition],
            Stmt::For { range, .. } => range.bounds().collect(),
            Stmt::Expr(expr) | Stmt::CheckExhaustive { scrutinee: expr, .. } => vec![expr],
            Stmt::Assert { condition, message, .. } => condition.iter().chain(message.values()).collect(),
            Stmt::Print { message, .. } => message.values().collect(),
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Barrier(..) | Stmt::Block(_) => Vec::new(),
        }
    }

    /// Whether the statement is collective: a barrier, or a call of a collective function.
    pub(crate) fn is_collective(&self) -> bool {
        match self {
            Stmt::Barrier(..) => true,
            Stmt::Let { value: Some(value), .. } | Stmt::Expr(value) => value.is_collective(),
            _ => false,
        }
    }

    /// The variables that the statement itself modifies or initialises, without those that nested statements
    /// modify.
    pub(crate) fn modified_variables(&self) -> Vec<Var> {
        match self {
            Stmt::Assign { place, .. } => place.root().into_iter().collect(),
            Stmt::Let { value: Some(value), .. } | Stmt::Expr(value) => value.modified_variables(),
            _ => Vec::new(),
        }
    }

    /// The source position of the statement.
    pub(crate) fn site(&self) -> Option<Site> {
        match self {
            Stmt::While { site, .. }
            | Stmt::Break(site)
            | Stmt::Continue(site)
            | Stmt::Return { site, .. }
            | Stmt::Barrier(_, site)
            | Stmt::Assert { site, .. }
            | Stmt::Print { site, .. } => Some(*site),
            _ => self.expressions().first().map(|expr| expr.site),
        }
    }

    pub(crate) fn expressions_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Stmt::Let { value, .. } | Stmt::Return { value, .. } => value.iter_mut().collect(),
            Stmt::Assign { place, value, .. } => vec![place, value],
            Stmt::If { condition, .. } | Stmt::While { condition, .. } => vec![condition],
            Stmt::For { range, .. } => range.bounds_mut().collect(),
            Stmt::Expr(expr) | Stmt::CheckExhaustive { scrutinee: expr, .. } => vec![expr],
            Stmt::Assert { condition, message, .. } => {
                condition.iter_mut().chain(message.values.iter_mut().map(|(_, value)| value)).collect()
            }
            Stmt::Print { message, .. } => message.values.iter_mut().map(|(_, value)| value).collect(),
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Barrier(..) | Stmt::Block(_) => Vec::new(),
        }
    }

    /// The blocks that are nested directly in the statement.
    pub(crate) fn blocks(&self) -> Vec<&[Stmt]> {
        match self {
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::While { before, body, .. } => vec![before, body],
            Stmt::For { body, .. } | Stmt::Block(body) => vec![body],
            Stmt::Let { .. }
            | Stmt::Assign { .. }
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Return { .. }
            | Stmt::Barrier(..)
            | Stmt::Assert { .. }
            | Stmt::Print { .. }
            | Stmt::CheckExhaustive { .. }
            | Stmt::Expr(_) => Vec::new(),
        }
    }

    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::While { before, body, .. } => vec![before, body],
            Stmt::For { body, .. } | Stmt::Block(body) => vec![body],
            Stmt::Let { .. }
            | Stmt::Assign { .. }
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Return { .. }
            | Stmt::Barrier(..)
            | Stmt::Assert { .. }
            | Stmt::Print { .. }
            | Stmt::CheckExhaustive { .. }
            | Stmt::Expr(_) => Vec::new(),
        }
    }

    /// Calls `look` with this statement and all nested statements, in pre-order.
    pub(crate) fn walk<'s>(&'s self, look: &mut dyn FnMut(&'s Stmt)) {
        look(self);
        for block in self.blocks() {
            for stmt in block {
                stmt.walk(look);
            }
        }
    }

    /// Calls `look` with every expression of this statement and of nested statements, and with all
    /// subexpressions.
    pub(crate) fn walk_expressions<'s>(&'s self, look: &mut dyn FnMut(&'s Expr)) {
        self.walk(&mut |stmt| {
            for expr in stmt.expressions() {
                expr.walk(look);
            }
        });
    }

    /// Calls `change` with every expression of this statement and of nested statements, and with all
    /// subexpressions.
    pub(crate) fn walk_expressions_mut(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        for expr in self.expressions_mut() {
            expr.walk_mut(change);
        }
        for block in self.blocks_mut() {
            for stmt in block {
                stmt.walk_expressions_mut(change);
            }
        }
    }
}
