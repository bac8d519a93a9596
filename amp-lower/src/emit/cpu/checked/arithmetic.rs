//! Prints integer arithmetic, casts of indices and user-defined operators in the checked variant.
//!
//! If the macro can infer that the operands are integers, the `Checker` computes the result. If only rustc
//! knows the type, the `Checker` inspects the operands at run time, and checks integers and vectors of
//! integers. The operation itself is printed as in the unchecked variants. If the operator may be the user's
//! device function, rustc's method resolution selects its checked version.

use super::super::literal::mixes_integer_and_float;
use super::super::spans::{as_computed, as_written, sign, step};
use super::super::{At, own};
use super::CheckedPrinter;
use super::{checker, in_call};
use crate::ir::{Binary, Expr, Projection, Range, Ty, Unary};
use crate::site::Site;
use crate::vocabulary::types;
use amp_shader::methods::{Class, Method, Property};
use amp_shader::{Scalar, field_hash};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// The kind of an operand's type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandType {
    Integer,
    /// A `usize` or an `isize`.
    Index,
    /// An `Index` or `Extent`, which consist of integers.
    Indices,
    /// A scalar or glam type, and not a user's type. Only rustc knows which one.
    Builtin,
    /// Any type that only rustc knows.
    Unknown,
    Other,
}

impl OperandType {
    /// Whether the type may be an integer, or consist of integers.
    fn may_be_integer(self) -> bool {
        self != OperandType::Other
    }

    /// Whether the type is an integer.
    fn is_integer(self) -> bool {
        matches!(self, OperandType::Integer | OperandType::Index)
    }

    /// Whether the type may be `usize` or `isize`, or consist of them.
    fn may_be_index(self) -> bool {
        !matches!(self, OperandType::Integer | OperandType::Other)
    }
}

fn operand_type(ty: &Ty) -> OperandType {
    match ty {
        Ty::Scalar(Scalar::Usize | Scalar::Isize) => OperandType::Index,
        Ty::Scalar(scalar) if scalar.is_int() => OperandType::Integer,
        Ty::Index(_) | Ty::Extent(_) => OperandType::Indices,
        Ty::Hole(hole) => match &**hole {
            Projection::IntegerOf(..) => OperandType::Builtin,
            Projection::Named(written) if types::is_glam(written.text()) => OperandType::Builtin,
            _ => OperandType::Unknown,
        },
        Ty::Var(_) => OperandType::Unknown,
        _ => OperandType::Other,
    }
}

/// The check that the generated code performs for an operator.
enum OperatorCheck {
    /// The `Checker` computes the result.
    Computed,
    /// If `integers` is true, the `Checker` inspects the operands. If `perhaps_own` is true, the operator may
    /// be the user's device function, and the code lets rustc select its checked version.
    Inspected { integers: bool, perhaps_own: bool },
}

/// The `Checker` method for an operator that can overflow or panic, such as `add` for `+`. `None` for other
/// operators.
fn name(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Add | Binary::SumStep => "add",
        Binary::Sub => "sub",
        Binary::Mul | Binary::ProductStep => "mul",
        Binary::Div => "div",
        Binary::Rem => "rem",
        Binary::Shl => "shl",
        Binary::Shr => "shr",
        _ => return None,
    })
}

impl CheckedPrinter<'_, '_, '_> {
    pub(super) fn checked_binary(
        &mut self,
        operator: Binary,
        lhs: &Expr,
        rhs: &Expr,
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        // rustc rejects an operation on an integer and a float, such as `x * 2` for an `f32`. The checked
        // variant prints the same tokens as the unchecked ones, so that rustc reports one error.
        if mixes_integer_and_float(operator, lhs, rhs) {
            return None;
        }
        let look = self.operator_check(operator, &lhs.ty, &rhs.ty)?;
        let checker = checker();
        let (l, r) = (self.expr(lhs, at), self.expr(rhs, at));
        let span = site.key;
        if let (OperatorCheck::Computed, Some(name)) = (&look, name(operator)) {
            let name = Ident::new(name, span);
            return Some(quote_spanned!(span=> #checker.#name(#l, #r)));
        }
        let (left, right) = (self.temporary("left", lhs.site.first), self.temporary("right", rhs.site.first));
        let shown = shown(&look, operator, &quote!(#left), &quote!(#right), site);
        let sign = sign(operator.text(), span);
        let (written_left, written_right) = (as_written(&left, lhs), as_written(&right, rhs));
        let plain = match step(operator, &lhs.ty, span) {
            Some(step) => quote!(#step(#written_left, #written_right)),
            None => quote!(#written_left #sign #written_right),
        };
        let computed = match look {
            OperatorCheck::Inspected { perhaps_own: true, .. } => {
                let hash = field_hash(operator.method(false));
                let probe = quote!((&::amp::__private::probe_operator::<#hash, _, _>(&#left, &#right)));
                let here = self.call_path(span);
                quote!(#here #probe.amp_select().operate_checked(#checker, #left, #right, |#left, #right| #plain))
            }
            _ => plain,
        };
        let computed = quote!(match (#l, #r) { (#left, #right) => { #shown #computed } });
        Some(as_computed(&computed, site))
    }

    /// Returns the code that the checked variant prints for `place op= new`. `None` if the operation cannot
    /// fail and its operator cannot be the user's device function.
    pub(super) fn checked_compound(
        &self,
        operator: Binary,
        place: &Expr,
        value: &Expr,
        new: &Ident,
    ) -> Option<Compound> {
        let look = self.operator_check(operator, &place.ty, &value.ty)?;
        let perhaps_own = matches!(look, OperatorCheck::Inspected { perhaps_own: true, .. });
        let written = as_written(new, value);
        let here = perhaps_own.then(|| self.call_path(place.site.key));
        Some(Compound { look, operator, call_scope: here, new: new.clone(), written, site: place.site })
    }

    pub(super) fn checked_unary(
        &mut self,
        operator: Unary,
        operand: &Expr,
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let known = operand_type(&operand.ty);
        let (negated, perhaps_own) = (operator == Unary::Neg, self.may_be_user_operator(&operand.ty));
        if known == OperandType::Other || !negated && !perhaps_own {
            return None;
        }
        let (checker, value, span) = (checker(), self.expr(operand, at), site.first);
        let old = self.temporary("old", operand.site.first);
        let look = negated.then(|| quote_spanned!(span=> #checker.negated(#old);));
        let written = as_written(&old, operand);
        let plain = match operator {
            Unary::Neg => quote_spanned!(span=> -#written),
            Unary::Not => quote_spanned!(span=> !#written),
        };
        let computed = match perhaps_own {
            true => {
                let hash = field_hash(operator.method());
                let probe = quote!((&::amp::__private::probe_operator::<#hash, _, _>(&#old, &())));
                let here = self.call_path(span);
                quote!(#here #probe.amp_select().operate_checked(#checker, #old, (), |#old, ()| #plain))
            }
            false => plain,
        };
        Some(as_computed(&quote!(match #value { #old => { #look #computed } }), site))
    }

    /// Prints the range of a loop. A device computes indices in 32 bits, so a range of indices may have
    /// another length on the device than on the host. The `Checker` reports such a range.
    pub(in super::super) fn checked_range(
        &mut self,
        range: &Range,
        start: &TokenStream,
        end: &TokenStream,
    ) -> TokenStream {
        let (checker, span) = (checker(), range.start.site.first);
        let sign = if range.inclusive { "..=" } else { ".." };
        let dots: TokenStream = sign.parse().unwrap_or_default();
        if ![&range.start.ty, &range.end.ty].into_iter().all(|ty| operand_type(ty).may_be_index()) {
            return quote_spanned!(span=> (#start) #dots (#end));
        }
        let (left, right) = (self.temporary("left", span), self.temporary("right", range.end.site.first));
        let shown = quote_spanned!(span=> #checker.operands(#sign, #left, #right););
        quote!((match (#start, #end) { (#left, #right) => { #shown #left #dots #right } }))
    }

    /// Prints a cast from or to `usize` or `isize`. The `Checker` reports a value that does not fit into the
    /// 32 bits of an index on a device.
    pub(super) fn checked_cast(
        &mut self,
        operand: &Expr,
        to: &Ty,
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let Ty::Scalar(target) = to else { return None };
        let is_index = |ty: &Ty| matches!(ty, Ty::Scalar(Scalar::Usize | Scalar::Isize));
        let name = match (is_index(&operand.ty), is_index(to)) {
            (true, true) => return None,
            (false, true) if operand.ty != Ty::BOOL => "to_index",
            (true, false) if *target != Scalar::Bool => "from_index",
            _ => return None,
        };
        let (checker, value, ty) = (checker(), self.expr(operand, at), to.rust());
        let (name, target) = (Ident::new(name, site.first), target.rust());
        let value = quote_spanned!(site.first=> #checker.#name(#value, #target));
        Some(quote_spanned!(site.first=> #value as #ty))
    }

    pub(super) fn checked_method(
        &mut self,
        method: &Method,
        ident: &Ident,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let (receiver, rest) = arguments.split_first()?;
        let known = operand_type(&receiver.ty);
        let of_indices = known.may_be_index()
            && [Class::Signed, Class::Unsigned].iter().any(|class| method.meaning(*class).is_some());
        if !known.may_be_integer() || !of_indices && !method.is(Property::Inspected) {
            return None;
        }
        let (checker, name) = (checker(), method.name);
        let old = self.temporary("old", receiver.site.first);
        let names = rest
            .iter()
            .enumerate()
            .map(|(n, it)| format_ident!("new{n}", span = Span::mixed_site().located_at(it.site.first)));
        let names: Vec<_> = names.collect();
        let written = as_written(&old, receiver);
        let passed: Vec<_> =
            names.iter().zip(rest).map(|(name, argument)| as_written(name, argument)).collect();
        let passed = in_call(&passed, site);
        let (receiver, rest) = (self.expr(receiver, at), self.list(rest, at));
        Some(quote_spanned! {site.first=>
            #checker.method(#name, (#receiver, #rest), |(#old, #(#names,)*)| (#written).#ident #passed)
        })
    }
}

/// A compound assignment `old op= new` in the checked variant.
pub(super) struct Compound {
    look: OperatorCheck,
    operator: Binary,
    /// The statement that adds a user-defined operator to the work-item's call path (the calls and loops
    /// around the current statement). `None` if the operator cannot be a device function.
    call_scope: Option<TokenStream>,
    new: Ident,
    /// The right operand with the user's span.
    written: TokenStream,
    site: Site,
}

impl Compound {
    /// Prints the check before the operation. `old` holds the left operand's value before the assignment.
    pub(super) fn inspected(&self, old: &TokenStream) -> TokenStream {
        shown(&self.look, self.operator, old, &self.new.to_token_stream(), self.site)
    }

    /// Prints the compound assignment to `place`. `sign` is the operator, such as `+=`.
    pub(super) fn assigned(&self, place: &TokenStream, sign: &TokenStream) -> TokenStream {
        let (new, written, hash) = (&self.new, &self.written, field_hash(self.operator.method(true)));
        let Some(here) = &self.call_scope else { return quote!(#place #sign #written;) };
        let (checker, old) = (checker(), own("changed_in"));
        quote!({
            #here
            (&::amp::__private::probe_operator::<#hash, _, _>(&#place, &#new))
                .amp_select()
                .assign_checked(#checker, &mut #place, #new, |#old, #new| *#old #sign #written);
        })
    }
}

impl CheckedPrinter<'_, '_, '_> {
    /// The check that an operation on these types needs, or `None` if it needs no check.
    fn operator_check(&self, operator: Binary, lhs: &Ty, rhs: &Ty) -> Option<OperatorCheck> {
        let (left, right) = (operand_type(lhs), operand_type(rhs));
        let compares =
            matches!(operator, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
        let of_indices = compares && left.may_be_index() && right.may_be_index();
        let can_fail = name(operator).is_some() || of_indices;
        // Of the comparisons, only equality can be a device function.
        let may_be_own = operator.trait_name().is_some() || matches!(operator, Binary::Eq | Binary::Ne);
        let perhaps_own = may_be_own && (self.may_be_user_operator(lhs) || self.may_be_user_operator(rhs));
        if left.is_integer() && right.is_integer() {
            let look = if compares {
                OperatorCheck::Inspected { integers: true, perhaps_own: false }
            } else {
                OperatorCheck::Computed
            };
            // Operands of two different integer types need no check: except for shifts, rustc rejects such
            // operands.
            return (can_fail && (operator.is_shift() || lhs == rhs)).then_some(look);
        }
        let integers = can_fail && left.may_be_integer() && right.may_be_integer();
        (integers || perhaps_own).then_some(OperatorCheck::Inspected { integers, perhaps_own })
    }

    /// Whether the type may be a user's type with operators that are device functions. False for a type
    /// parameter: a bound such as `T: Add` says nothing about a checked version, so generic code cannot call
    /// one.
    fn may_be_user_operator(&self, ty: &Ty) -> bool {
        operand_type(ty) == OperandType::Unknown && !self.is_parameter(ty)
    }
}

/// Prints a call of the `Checker` that inspects two operands, or nothing if they cannot be integers.
fn shown(
    look: &OperatorCheck,
    operator: Binary,
    lhs: &TokenStream,
    rhs: &TokenStream,
    site: Site,
) -> TokenStream {
    let (checker, sign) = (checker(), operator.text());
    match look {
        OperatorCheck::Inspected { integers: false, .. } => TokenStream::new(),
        _ => quote_spanned!(site.key=> #checker.operands(#sign, #lhs, #rhs);),
    }
}
