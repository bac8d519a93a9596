//! Integer arithmetic in shaders with traps: overflow, division by zero and shifts that are too large.
//!
//! Each operation becomes a call of a function that tests the operands, records the trap, and returns what the
//! operation returns without traps. An operation of vectors calls the function for each component.

use super::Linker;
use super::traps::Failure;
use crate::{Operation, ReportedFailures, Scalar, TypeInfo};

impl Linker<'_> {
    /// Declares the function for an operation of a shader with traps, and returns its name and the number of
    /// the site. `None` if the operation cannot fail, or the shader has no traps.
    pub(super) fn checked_operation(
        &mut self,
        operation: Operation,
        lhs: &TypeInfo,
        rhs: &TypeInfo,
    ) -> Option<(String, usize)> {
        if !self.has_traps() {
            return None;
        }
        if let (TypeInfo::Vector(_, lanes), _) | (TypeInfo::Scalar(_), TypeInfo::Vector(_, lanes)) =
            (lhs, rhs)
        {
            return self.checked_lanes(operation, lhs, rhs, *lanes);
        }
        let TypeInfo::Scalar(scalar) = lhs else { return None };
        let right = match rhs {
            TypeInfo::Scalar(right) if right.is_int() => *right,
            TypeInfo::Unit if operation == Operation::Neg => *scalar,
            _ => return None,
        };
        if !scalar.is_int() {
            return None;
        }
        let plain = if operation == Operation::Neg { TypeInfo::Unit } else { TypeInfo::Scalar(right) };
        let plain = match operation {
            Operation::Neg => self.operation(operation, lhs, lhs),
            _ => self.operation(operation, lhs, &plain),
        };
        let test = test(operation, *scalar, right)?;
        let reports_overflow = self.specialisation.traps == ReportedFailures::All;
        let divides = matches!(operation, Operation::Div | Operation::Rem);
        if !reports_overflow && !divides {
            return None;
        }
        let (plain, site) = (plain.ok()?, self.site(Failure::Arithmetic { operation }));
        let name = format!("try_{plain}_{}_{}", scalar.rust(), right.rust());
        if self.support.contains_key(&name) {
            return Some((name, site));
        }
        let (ty, second) = (self.spell(lhs), self.spell(&TypeInfo::Scalar(right)));
        let (parameters, arguments) = match operation {
            Operation::Neg => (format!("a: {ty}"), "a"),
            _ => (format!("a: {ty}, b: {second}"), "a, b"),
        };
        let record = |reason: u32| format!("if (amp_fails(site)) {{ amp_details[0] = {reason}u; }}");
        let zero = match operation {
            Operation::Div | Operation::Rem => {
                format!("if (b == {ty}(0)) {{ {} }} ", record(ZERO))
            }
            _ => String::new(),
        };
        let overflow = match reports_overflow {
            true => format!("{}if ({test}) {{ {} }} ", if divides { "else " } else { "" }, record(OVERFLOW)),
            false => String::new(),
        };
        let text = format!(
            "fn {name}(site: u32, {parameters}) -> {ty} {{ let r = {plain}({arguments}); {zero}{overflow}return r; }}\n"
        );
        self.support.insert(name.clone(), text);
        Some((name, site))
    }
}

impl Linker<'_> {
    /// Like [`Linker::checked_operation`], for an operation with a vector: one of scalars for each component.
    fn checked_lanes(
        &mut self,
        operation: Operation,
        lhs: &TypeInfo,
        rhs: &TypeInfo,
        lanes: u8,
    ) -> Option<(String, usize)> {
        let is_negation = operation == Operation::Neg;
        let component = |of: &TypeInfo| match of {
            TypeInfo::Vector(scalar, _) | TypeInfo::Scalar(scalar) => TypeInfo::Scalar(*scalar),
            _ => TypeInfo::Unit,
        };
        let (a, b) = (component(lhs), if is_negation { TypeInfo::Unit } else { component(rhs) });
        let (of_scalars, site) = self.checked_operation(operation, &a, &b)?;
        let is_vector = |of: &TypeInfo| matches!(of, TypeInfo::Vector(..));
        let name = format!("{of_scalars}_{lanes}{}{}", is_vector(lhs), is_vector(rhs));
        if !self.support.contains_key(&name) {
            let argument = |name: &str, of: &TypeInfo, lane: char| match is_vector(of) {
                true => format!("{name}.{lane}"),
                false => name.to_owned(),
            };
            let one = |lane: char| {
                let second =
                    if is_negation { String::new() } else { format!(", {}", argument("b", rhs, lane)) };
                format!("{of_scalars}(site, {}{second})", argument("a", lhs, lane))
            };
            let all: Vec<_> = "xyzw".chars().take(lanes.into()).map(one).collect();
            let (left, right) = (self.spell(lhs), self.spell(rhs));
            let second = if is_negation { String::new() } else { format!(", b: {right}") };
            let result = if is_vector(lhs) { &left } else { &right };
            let text = format!(
                "fn {name}(site: u32, a: {left}{second}) -> {result} {{ return {result}({}); }}\n",
                all.join(", ")
            );
            self.support.insert(name.clone(), text);
        }
        Some((name, site))
    }
}

/// The detail of a trap: the result does not fit into the type.
pub(super) const OVERFLOW: u32 = 0;
/// The detail of a trap: the divisor is zero.
const ZERO: u32 = 1;

/// The message of Rust for a failed operation.
pub(super) fn message(operation: Operation, reason: u32) -> &'static str {
    match (operation, reason) {
        (Operation::Div, ZERO) => "attempt to divide by zero",
        (Operation::Rem, ZERO) => "attempt to calculate the remainder with a divisor of zero",
        (Operation::Div, _) => "attempt to divide with overflow",
        (Operation::Rem, _) => "attempt to calculate the remainder with overflow",
        (Operation::Sub, _) => "attempt to subtract with overflow",
        (Operation::Mul, _) => "attempt to multiply with overflow",
        (Operation::Neg, _) => "attempt to negate with overflow",
        (Operation::Shl, _) => "attempt to shift left with overflow",
        (Operation::Shr, _) => "attempt to shift right with overflow",
        _ => "attempt to add with overflow",
    }
}

/// The WGSL condition under which `r`, the wrapped result for `a` and `b`, is not the exact result. `None` for
/// operations that cannot overflow.
fn test(operation: Operation, scalar: Scalar, right: Scalar) -> Option<String> {
    use Operation as O;
    let ty = scalar.wgsl();
    let is_wide = matches!(scalar, Scalar::I64 | Scalar::U64);
    let bits = scalar.narrow_bits().unwrap_or(if is_wide { 64 } else { 32 });
    let least = match scalar {
        Scalar::I64 => "(-9223372036854775807li - 1li)".to_owned(),
        // An unsigned type has no least value to test, so its size does not matter.
        _ => format!("i32({})", -(1i64 << (bits.min(32) - 1))),
    };
    let zero = format!("{ty}(0)");
    Some(match (operation, scalar.is_signed()) {
        (O::Shl | O::Shr, _) => {
            // A negative number of bits is a large unsigned one.
            let count = match right {
                Scalar::I64 | Scalar::U64 => "u64(b)",
                _ => "u32(b)",
            };
            let limit = if matches!(right, Scalar::I64 | Scalar::U64) { "lu" } else { "u" };
            format!("{count} >= {bits}{limit}")
        }
        // An exact result of 8 or 16 bits fits into 32 bits.
        (O::Add, _) if bits < 32 => "r != a + b".to_owned(),
        (O::Sub, _) if bits < 32 => "r != a - b".to_owned(),
        (O::Mul, _) if bits < 32 => "r != a * b".to_owned(),
        (O::Add, false) => "r < a".to_owned(),
        (O::Sub, false) => "b > a".to_owned(),
        (O::Mul, false) => format!("a != {zero} && r / max(a, {ty}(1)) != b"),
        (O::Add, true) => format!("((a ^ r) & (b ^ r)) < {zero}"),
        (O::Sub, true) => format!("((a ^ b) & (a ^ r)) < {zero}"),
        (O::Mul, true) => {
            format!("(a == {ty}(-1) && b == {least}) || (a != {zero} && a != {ty}(-1) && r / a != b)")
        }
        (O::Div | O::Rem, true) => format!("a == {least} && b == {ty}(-1)"),
        (O::Neg, true) => format!("a == {least}"),
        (O::Div | O::Rem, false) => "false".to_owned(),
        _ => return None,
    })
}
