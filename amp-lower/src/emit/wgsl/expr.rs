//! Prints expressions.

use super::Writer;
use super::call::subscripts;
use super::stage::{Function, Note, Piece, Step};
use super::workarounds::{is_wide, is_wrong_for_nan};
use crate::analysis::has_tile;
use crate::ir::{Binary, Call, Conversion, Expr, ExprKind, ItemIndex, Path, Source, Ty, Unary};
use crate::site::Site;
use amp_shader::methods::{Class, FROM_BITS, Meaning, Method};
use amp_shader::{Atomic, AtomicTarget as Target, Operation, Scalar, TypeInfo};
use proc_macro2::Span;

/// The WGSL variable of one of the work-item's indices, such as `amp_global`.
pub(super) fn item_name(item: ItemIndex) -> &'static str {
    match item {
        ItemIndex::Global | ItemIndex::Row | ItemIndex::Joined => "amp_global",
        ItemIndex::Local => "amp_local",
        ItemIndex::Tile => "amp_tile",
        ItemIndex::TileOrigin => "amp_tile_origin",
    }
}

/// Whether a value of this type may be a slice of constants. Only rustc knows such a type.
fn may_be_slice(ty: &Ty) -> bool {
    matches!(ty, Ty::Hole(_))
}

impl Writer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        if let Some(tile) = self.atomic_tile_variable(expr) {
            return self.atomic(Atomic::Load, Target::Tile(tile), &subscripts(expr), &[]);
        }
        match &expr.kind {
            ExprKind::ErrorPlaceholder => {}
            ExprKind::Literal(digits) => self.parts.push(Piece::Literal(expr.ty.clone(), digits.clone())),
            ExprKind::Bool(value) => self.text(if *value { "true" } else { "false" }),
            ExprKind::Local(var) => match self.body.variables[var.0].reference {
                Some((position, _)) => self.parts.push(Piece::Parameter(position)),
                None => self.text(&self.variable(*var)),
            },
            ExprKind::Value(capture) => self.parts.push(Piece::Value(*capture)),
            ExprKind::Item(item) => self.text(item_name(*item)),
            ExprKind::Tile(tile) => self.text(&self.body.tile_static[*tile].name.clone()),
            // A `PhantomData` value has no WGSL text.
            ExprKind::Const(_) if expr.is_marker() => {}
            ExprKind::Const(path) => self.parts.push(Piece::Const(expr.ty.clone(), path.clone())),
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, &expr.ty, expr.site),
            ExprKind::Binary(operator, lhs, rhs) => self.binary(*operator, lhs, rhs, &expr.ty, expr.site),
            ExprKind::EqualsConst(value, pattern) => {
                self.operation(Operation::Is, &value.ty, &pattern.ty, pattern.site.key);
                self.pair(value, pattern);
            }
            ExprKind::Cast(operand, conversion) => self.cast(operand, conversion, &expr.ty),
            ExprKind::Element { capture, index } => {
                self.at(expr.site);
                self.parts.push(Piece::Load(*capture));
                self.subscripts(*capture, index);
                self.parts.push(Piece::EndLoad(*capture));
            }
            ExprKind::Subscript(..) | ExprKind::Field(..) if self.const_array_item(expr) => {}
            ExprKind::Subscript(base, index) => match self.element_part(expr) {
                Some((capture, subscripts, steps)) => {
                    self.at(expr.site);
                    self.parts.push(Piece::LoadPart(capture, subscripts, steps));
                }
                None => self.item(base, index, |writer| writer.expr(base)),
            },
            ExprKind::Field(base, member) => match self.element_part(expr) {
                Some((capture, subscripts, steps)) => {
                    self.at(expr.site);
                    self.parts.push(Piece::LoadPart(capture, subscripts, steps));
                }
                None => {
                    self.expr(base);
                    self.parts.push(Piece::Field(base.ty.clone(), member.plain_name().to_owned()));
                }
            },
            ExprKind::Call { callee, arguments, written } => self.call(callee, arguments, &expr.ty, written),
            // These expressions occur only as arguments of calls, which `call` prints, or only while a body is lowered.
            ExprKind::Barrier
            | ExprKind::Optional { .. }
            | ExprKind::ViewArg { .. }
            | ExprKind::Closure(_)
            | ExprKind::Function { .. }
            | ExprKind::ForwardedCallable { .. } => {}
            ExprKind::CallParameter { position, arguments, .. } => {
                let outer = std::mem::take(&mut self.parts);
                let mut given = Vec::new();
                for argument in arguments {
                    self.unless_zero_sized(&argument.ty, |writer| writer.list_item(argument));
                    given.push(std::mem::take(&mut self.parts));
                }
                self.parts = outer;
                self.parts.push(Piece::CallParameter(*position, given));
            }
            ExprKind::Reference { place, .. } => self.expr(place),
            ExprKind::Atomic { operation, place, operands } => {
                let (target, index) = match &place.kind {
                    ExprKind::Element { capture, index } => {
                        (Target::Capture(*capture), index.iter().collect())
                    }
                    _ => (
                        self.atomic_tile_variable(place).map_or(Target::Tile(0), Target::Tile),
                        subscripts(place),
                    ),
                };
                self.at(expr.site);
                self.atomic(*operation, target, &index, operands);
            }
            ExprKind::Record { fields, rest, .. } => {
                let outer = std::mem::take(&mut self.parts);
                let mut field = |expr: &Expr| {
                    self.list_item(expr);
                    std::mem::take(&mut self.parts)
                };
                let rest = rest.as_ref().map(|rest| field(rest));
                let fields =
                    fields.iter().map(|(name, value)| (name.plain_name().to_owned(), field(value))).collect();
                self.parts = outer;
                self.parts.push(Piece::Record(expr.ty.clone(), fields, rest));
            }
            ExprKind::Variant { path, fields } => {
                let outer = std::mem::take(&mut self.parts);
                let fields = fields.iter().map(|(name, value)| {
                    self.list_item(value);
                    (name.plain_name().to_owned(), std::mem::take(&mut self.parts))
                });
                let fields = fields.collect();
                self.parts = outer;
                self.parts.push(Piece::Variant(expr.ty.clone(), path.last(), fields));
            }
            ExprKind::IsVariant(value, path) => {
                let outer = std::mem::take(&mut self.parts);
                self.expr(value);
                let parts = std::mem::replace(&mut self.parts, outer);
                self.parts.push(Piece::IsVariant(value.ty.clone(), path.last(), parts));
            }
            ExprKind::Payload(base, path, member) => {
                self.expr(base);
                self.parts.push(Piece::Field(base.ty.clone(), payload_name(path, member)));
            }
            ExprKind::Uniform(own) | ExprKind::Items(own) => self.expr(own),
            // A range of the standard library and amp's own range are the same struct in the shader.
            ExprKind::ConvertRange(value) | ExprKind::Referenced(value, _) => self.expr(value),
            ExprKind::Components(index) => {
                let outer = std::mem::take(&mut self.parts);
                self.expr(index);
                let parts = std::mem::replace(&mut self.parts, outer);
                self.parts.push(Piece::Components(index.ty.clone(), parts));
            }
            ExprKind::ReceiverModified { callee, types, result, .. } => {
                let (callee, types, result) = (callee.clone(), types.clone(), result.clone());
                let function = Function::Called { callee, types, result, site: expr.site.key };
                self.parts.push(Piece::MutatesReceiver(function));
            }
            ExprKind::Length(array)
                if let ExprKind::Local(var) = array.kind
                    && let Some(view) = self.slice_view(var) =>
            {
                self.parts.push(Piece::Extent(view));
                self.text("[0]");
            }
            // A slice occurs only as an argument of a call, and `call` prints it.
            ExprKind::Slice { .. } => {}
            ExprKind::Length(array) if let ExprKind::Items(value) = &array.kind => {
                let text = self.apart(|writer| writer.expr(value));
                self.parts.push(Piece::LengthOf(value.ty.clone(), text));
            }
            ExprKind::Length(array) => {
                let check = match has_tile(&self.facts.kernel) {
                    true => "assert_has_fixed_len",
                    false => "assert_has_len",
                };
                self.check(check, &array.ty, expr.site.last);
                match may_be_slice(&array.ty) {
                    true => {
                        let value = self.apart(|writer| writer.expr(array));
                        self.parts.push(Piece::LengthOf(array.ty.clone(), value));
                    }
                    false => self.parts.push(Piece::Length(array.ty.clone())),
                }
            }
            ExprKind::FromBits(bits) => {
                match expr.ty {
                    Ty::Scalar(Scalar::F64) => {
                        let bits = Ty::Scalar(Scalar::U64);
                        self.parts.push(Piece::Method(FROM_BITS.name, bits));
                    }
                    _ => self.text("bitcast<f32>"),
                }
                self.arguments(std::slice::from_ref(bits));
            }
            // Only assertions contain this test. A device does not perform it.
            ExprKind::IsContiguous(_) => self.text("true"),
            ExprKind::Bits(value) => {
                self.operation(Operation::Bits, &value.ty, &expr.ty, expr.site.key);
                self.arguments(std::slice::from_ref(value));
            }
            ExprKind::Method { ident, arguments, open: true, .. } => {
                let callee = expr.maybe_builtin();
                // The library method fails at the position of its caller.
                if ident.to_string().starts_with("unwrap") {
                    self.at(expr.site);
                }
                callee.iter().for_each(|callee| {
                    self.call(callee, arguments, &expr.ty, &Call::Method(ident.clone().into()))
                });
            }
            ExprKind::Method { method, ident, arguments, .. } => {
                self.method(method, ident.span(), arguments);
            }
            ExprKind::Tuple(parts)
                if parts.iter().any(|part| super::zero_sized::may_be_zero_sized(&part.ty)) =>
            {
                self.tuple(&expr.ty, parts);
            }
            ExprKind::Array(parts) | ExprKind::Tuple(parts) | ExprKind::MakeIndex(parts) => {
                self.ty(&expr.ty);
                self.arguments(parts);
            }
            ExprKind::Repeat(value, len) => {
                self.ty(&expr.ty);
                let outer = std::mem::take(&mut self.parts);
                self.list_item(value);
                let value = std::mem::replace(&mut self.parts, outer);
                self.text("(");
                self.parts.push(Piece::Splat(value, len.clone()));
                self.text(")");
            }
            ExprKind::Neutral { of_product } => {
                let name = if *of_product { "<empty product>" } else { "<empty sum>" };
                self.host_value(name, &expr.ty, expr.site);
            }
            ExprKind::ExtentOf(capture) => self.parts.push(Piece::Extent(*capture)),
        }
    }

    /// Prints the item of an array at a subscript. `print` prints the array.
    pub(super) fn item(&mut self, array: &Expr, index: &Expr, print: impl FnOnce(&mut Self)) {
        if !may_be_slice(&array.ty) {
            print(self);
            return self.subscript(&array.ty, index);
        }
        let value = self.apart(print);
        let index = self.apart(|writer| match array.kind {
            // A loop over the items counts the index, so it is in bounds.
            ExprKind::Items(_) => writer.expr(index),
            _ => writer.subscript_value(&array.ty, index),
        });
        self.parts.push(Piece::Subscript(array.ty.clone(), value, index));
    }

    /// The pieces that `print` prints.
    pub(super) fn apart(&mut self, print: impl FnOnce(&mut Self)) -> Vec<Piece> {
        let outer = std::mem::take(&mut self.parts);
        print(self);
        std::mem::replace(&mut self.parts, outer)
    }

    /// Splits a place into the capture, the subscripts of the element, and the steps from the element to the
    /// component. `None` for places outside of captured views.
    pub(super) fn element_part(&mut self, place: &Expr) -> Option<(usize, Vec<Piece>, Vec<Step>)> {
        let (mut root, mut inner) = (place, Vec::new());
        while let ExprKind::Field(base, _) | ExprKind::Subscript(base, _) = &root.kind {
            inner.push(root);
            root = base;
        }
        let outer = std::mem::take(&mut self.parts);
        let capture = match &root.kind {
            ExprKind::Element { capture, index } => {
                self.subscripts(*capture, index);
                *capture
            }
            // An item of a slice parameter.
            ExprKind::Local(var)
                if let Some(view) = self.slice_view(*var)
                    && let Some(Expr { kind: ExprKind::Subscript(_, index), .. }) = inner.last() =>
            {
                self.operand(index, |_| false);
                inner.pop();
                view
            }
            _ => {
                self.parts = outer;
                return None;
            }
        };
        let subscripts = std::mem::take(&mut self.parts);
        let mut steps = Vec::new();
        for part in inner.into_iter().rev() {
            match &part.kind {
                ExprKind::Subscript(base, index) => {
                    self.subscript_value(&base.ty, index);
                    steps.push(Step::Index(std::mem::take(&mut self.parts)));
                }
                ExprKind::Field(base, member) => {
                    steps.push(Step::Field(base.ty.clone(), member.plain_name().to_owned()));
                }
                _ => {}
            }
        }
        self.parts = outer;
        Some((capture, subscripts, steps))
    }

    pub(super) fn list(&mut self, list: &[Expr]) {
        for (n, expr) in list.iter().enumerate() {
            self.text(if n == 0 { "" } else { ", " });
            self.list_item(expr);
        }
    }

    /// Prints an expression in a comma-separated list. Comparisons get parentheses, because WGSL reads `f(a <
    /// b, c > (d))` as a call with the template argument list `a<b, c>`.
    pub(super) fn list_item(&mut self, expr: &Expr) {
        self.operand(expr, |operator| !matches!(operator, Binary::Lt | Binary::And | Binary::Or));
    }

    fn pair(&mut self, first: &Expr, second: &Expr) {
        self.text("(");
        self.list_item(first);
        self.text(", ");
        self.list_item(second);
        self.text(")");
    }

    fn arguments(&mut self, arguments: &[Expr]) {
        self.text("(");
        self.list(arguments);
        self.text(")");
    }

    /// Adds a const check of a type. `question` is the runtime's function, and rustc reports a failed check at
    /// `site`.
    pub(super) fn check(&mut self, question: &'static str, ty: &Ty, site: Span) {
        self.parts.push(Piece::Note(Note::Check(question, ty.clone(), site)));
    }

    pub(super) fn operation(&mut self, operation: Operation, lhs: &Ty, rhs: &Ty, site: Span) {
        // rustc itself reports an `as` between types without a conversion, so a cast needs no const check.
        let question = match operation {
            Operation::Cast => None,
            Operation::Is => Some("assert_no_slices"),
            _ => Some("assert_builtin_operand"),
        };
        for ty in [lhs, rhs].into_iter().filter(|ty| ty.known_info().is_none()) {
            if let Some(question) = question {
                self.check(question, ty, site);
            }
        }
        self.parts.push(Piece::Operation(operation, lhs.clone(), rhs.clone()));
    }

    /// Prints an operation whose operator may be user-defined.
    fn operator(
        &mut self,
        operation: Operation,
        method: &'static str,
        (lhs, rhs): (&Ty, &Ty),
        result: &Ty,
        site: Span,
    ) {
        if may_be_user_operator(lhs, rhs) {
            let (lhs, rhs, result) = (lhs.clone(), rhs.clone(), result.clone());
            let function = Function::Operator { method, lhs: lhs.clone(), rhs: rhs.clone(), result, site };
            self.parts.push(Piece::Operator(operation, lhs, rhs, function));
        } else {
            self.operation(operation, lhs, rhs, site);
        }
    }

    /// Prints `place op value`, the right side of `place = place op value`.
    pub(super) fn compound(&mut self, operator: Binary, place: &Expr, value: &Expr) {
        match operator.operation() {
            Some(operation) if may_be_user_operator(&place.ty, &value.ty) => {
                let site = place.site;
                self.at_checked(Some(operation), &place.ty, site);
                self.operator(operation, operator.method(true), (&place.ty, &value.ty), &Ty::Unit, site.key);
                self.checked_pair(place, value);
            }
            _ => self.binary(operator, place, value, &place.ty, place.site),
        }
    }

    fn unary(&mut self, operator: Unary, operand: &Expr, result: &Ty, site: Site) {
        match operand.ty {
            Ty::Scalar(scalar) if scalar.narrow_bits().is_none() => {
                let checked = operator == Unary::Neg && scalar.is_signed();
                if checked {
                    self.at(site);
                    self.parts.push(Piece::Checked(Operation::Neg, operand.ty.clone(), Ty::Unit));
                } else {
                    self.text(match operator {
                        Unary::Not if scalar != Scalar::Bool => "~",
                        other => other.text(),
                    });
                }
                // WGSL reads `--` as one token, so the operand of a second negation gets parentheses.
                let again = operator == Unary::Neg
                    && match &operand.kind {
                        ExprKind::Unary(inner, _) => *inner == Unary::Neg,
                        ExprKind::Literal(digits) => digits.starts_with('-'),
                        _ => false,
                    };
                self.text(if again { "(" } else { "" });
                self.operand(operand, |_| false);
                self.text(if again { ")" } else { "" });
                self.parts.extend(checked.then_some(Piece::EndChecked));
            }
            _ => {
                self.at_checked(Some(operator.operation()), &operand.ty, site);
                self.operator(
                    operator.operation(),
                    operator.method(),
                    (&operand.ty, &Ty::Unit),
                    result,
                    site.key,
                );
                self.text("(");
                self.parts.push(Piece::SiteArgument);
                self.list_item(operand);
                self.text(")");
            }
        }
    }

    fn binary(&mut self, operator: Binary, lhs: &Expr, rhs: &Expr, result: &Ty, site: Site) {
        if operator == Binary::Ne
            && matches!(lhs.ty, Ty::Scalar(scalar) if scalar.is_float())
            && self.can_print_operator(Binary::Eq, lhs, rhs)
        {
            self.text("!(");
            self.binary(Binary::Eq, lhs, rhs, result, site);
            return self.text(")");
        }
        if let Some(operation) = operator.operation()
            && !self.can_print_operator(operator, lhs, rhs)
        {
            match operator {
                // Kernels find only the user's `==`, so `!=` is printed as the negation of `==`.
                Binary::Ne if may_be_user_operator(&lhs.ty, &rhs.ty) => {
                    self.text("!");
                    let types = (&lhs.ty, &rhs.ty);
                    self.operator(Operation::Eq, Binary::Eq.method(false), types, result, site.key);
                }
                _ => {
                    self.at_checked(Some(operation), &lhs.ty, site);
                    self.operator(operation, operator.method(false), (&lhs.ty, &rhs.ty), result, site.key);
                }
            }
            return self.checked_pair(lhs, rhs);
        }
        // WGSL's own shift is only used with a literal that is not too large.
        let checked = operator.operation().filter(|it| !operator.is_shift() && may_overflow(*it, &lhs.ty));
        if let Some(operation) = checked {
            self.at(site);
            self.parts.push(Piece::Checked(operation, lhs.ty.clone(), rhs.ty.clone()));
        }
        self.operand(lhs, |inner| binds_left(operator, inner));
        let infix = format!(" {} ", operator.text());
        match checked {
            Some(_) => self.parts.push(Piece::Infix(infix)),
            None => self.text(&infix),
        }
        match &rhs.kind {
            // WGSL shifts only by a `u32`.
            ExprKind::Literal(digits) if operator.is_shift() => self.text(&format!("{digits}u")),
            _ => self.operand(rhs, |inner| binds_right(operator, inner)),
        }
        self.parts.extend(checked.map(|_| Piece::EndChecked));
    }

    /// Tells the linker the source position of an operation, if shaders with traps may check the operation.
    fn at_checked(&mut self, operation: Option<Operation>, lhs: &Ty, site: Site) {
        if operation.is_some_and(|operation| may_overflow(operation, lhs)) {
            self.at(site);
        }
    }

    /// Prints the operands of an operation that shaders with traps may check.
    fn checked_pair(&mut self, first: &Expr, second: &Expr) {
        self.text("(");
        self.parts.push(Piece::SiteArgument);
        self.list_item(first);
        self.text(", ");
        self.list_item(second);
        self.text(")");
    }

    /// Prints the operator of a compound assignment to a variable, and the value.
    pub(super) fn checked_assign(&mut self, operator: Binary, place: &Expr, value: impl FnOnce(&mut Self)) {
        let operation =
            operator.operation().filter(|it| !operator.is_shift() && may_overflow(*it, &place.ty));
        let Some(operation) = operation else {
            self.text(&format!(" {}= ", operator.text()));
            return value(self);
        };
        let outer = std::mem::take(&mut self.parts);
        self.expr(place);
        let place_pieces = std::mem::replace(&mut self.parts, outer);
        self.at(place.site);
        let ty = place.ty.clone();
        self.parts.push(Piece::CheckedAssign(operation, ty.clone(), ty, place_pieces));
        value(self);
        self.parts.push(Piece::EndChecked);
    }

    /// Prints an operand. A binary operation gets parentheses, unless `bare` accepts its operator.
    pub(super) fn operand(&mut self, expr: &Expr, bare: impl Fn(Binary) -> bool) {
        let parentheses = match &expr.kind {
            ExprKind::Binary(inner, lhs, rhs) => self.can_print_operator(*inner, lhs, rhs) && !bare(*inner),
            _ => false,
        };
        if !parentheses {
            return self.expr(expr);
        }
        self.text("(");
        self.expr(expr);
        self.text(")");
    }

    fn cast(&mut self, operand: &Expr, conversion: &Conversion, to: &Ty) {
        if let ExprKind::Element { capture, index } = &operand.kind
            && matches!(operand.ty, Ty::Scalar(Scalar::F16) | Ty::Hole(_))
        {
            // rustc itself reports an invalid `as`. Other conversions need a const check, at this site.
            if !matches!(conversion, Conversion::As) && operand.ty.known_info().is_none() {
                let check = Note::Convertible(operand.ty.clone(), operand.site.key);
                self.parts.push(Piece::Note(check));
            }
            self.at(operand.site);
            self.parts.push(Piece::Convert(*capture, to.clone()));
            self.subscripts(*capture, index);
            return self.parts.push(Piece::EndConvert(*capture, to.clone()));
        }
        match (&operand.ty, to) {
            (Ty::Scalar(from), Ty::Scalar(scalar))
                if !(from.is_float() && scalar.is_int())
                    && *scalar != Scalar::F16
                    && scalar.narrow_bits().is_none()
                    && !is_wide(*from, *scalar) =>
            {
                self.ty(to);
            }
            _ => self.operation(Operation::Cast, &operand.ty, to, operand.site.key),
        }
        self.arguments(std::slice::from_ref(operand));
    }

    fn method(&mut self, method: &'static Method, site: Span, arguments: &[Expr]) {
        let ty = &arguments[0].ty;
        let class = match ty {
            Ty::Scalar(scalar) => Class::of(&TypeInfo::Scalar(*scalar)),
            _ => None,
        };
        let constant = arguments.iter().all(|argument| self.is_constant(argument));
        match class.filter(|class| !class.is_wide() && !constant).and_then(|class| method.meaning(class)) {
            Some(Meaning::Native(name)) => self.text(name),
            _ => {
                if ty.known_info().is_none() {
                    self.check("assert_builtin_receiver", ty, site);
                }
                self.parts.push(Piece::Method(method.name, ty.clone()));
            }
        }
        self.arguments(arguments);
    }
}

/// Whether the operation may fail for operands of this type, so that shaders with traps check it.
fn may_overflow(operation: Operation, lhs: &Ty) -> bool {
    use Operation as O;
    matches!(operation, O::Add | O::Sub | O::Mul | O::Div | O::Rem | O::Shl | O::Shr | O::Neg)
        && match lhs {
            Ty::Scalar(scalar) => scalar.is_int(),
            other => matches!(other, Ty::Hole(_)),
        }
}

/// Whether the operator for these types may be user-defined, because only rustc knows at least one of the
/// types, or a part of a tuple or array.
pub(crate) fn may_be_user_operator(lhs: &Ty, rhs: &Ty) -> bool {
    fn is_open(ty: &Ty) -> bool {
        match ty {
            Ty::Hole(_) => true,
            Ty::Tuple(parts) => parts.iter().any(is_open),
            Ty::Array(item, _) => is_open(item),
            _ => false,
        }
    }
    is_open(lhs) || is_open(rhs)
}

/// The name of a field of an enum variant, such as `Some.0`.
pub(super) fn payload_name(path: &Path, member: &Source) -> String {
    format!("{}.{}", path.last(), member.plain_name())
}

/// Whether WGSL's operator has Rust's semantics for these operands. `false` if only rustc knows one of the
/// types.
pub(super) fn is_native(operator: Binary, lhs: &Ty, rhs: &Expr) -> bool {
    if operator.is_lazy() {
        return true;
    }
    let (Ty::Scalar(l), Ty::Scalar(r)) = (lhs, &rhs.ty) else { return false };
    match operator {
        Binary::Shl | Binary::Shr => {
            l.narrow_bits().is_none()
                && matches!(&rhs.kind, ExprKind::Literal(digits) if digits.parse().is_ok_and(|n: u32| n < 32))
        }
        Binary::Ne if is_wrong_for_nan(operator, *l) => false,
        Binary::BitXor | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge if *l == Scalar::Bool => false,
        Binary::Rem if matches!(l, Scalar::F32 | Scalar::F16) => false,
        Binary::Div if *l == Scalar::F16 => false,
        // The result of these operators may leave the range of a type of 8 or 16 bits.
        Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem if l.narrow_bits().is_some() => {
            false
        }
        _ => l == r || l.wgsl() == r.wgsl(),
    }
}

/// Whether the operation `inner` needs no parentheses as the left operand of `outer`.
fn binds_left(outer: Binary, inner: Binary) -> bool {
    binds_right(outer, inner)
        || matches!(
            (outer, inner),
            (Binary::Add | Binary::Sub, Binary::Add | Binary::Sub)
                | (Binary::Mul, Binary::Mul)
                | (Binary::And, Binary::And)
                | (Binary::Or, Binary::Or)
        )
}

/// Whether the operation `inner` needs no parentheses as the right operand of `outer`.
fn binds_right(outer: Binary, inner: Binary) -> bool {
    let arithmetic = |op| matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem);
    match outer {
        Binary::Add | Binary::Sub => matches!(inner, Binary::Mul | Binary::Div | Binary::Rem),
        Binary::And | Binary::Or => inner.is_comparison(),
        _ if outer.is_comparison() => arithmetic(inner),
        _ => false,
    }
}
