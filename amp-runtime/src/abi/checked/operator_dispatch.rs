//! Dispatch of operators on the checked accelerator: rustc selects the checked version of an operator, or the
//! user's operator itself.

use std::marker::PhantomData;

use super::Checker;
use super::dispatch::PlainVersion;
use crate::abi::probe::Probe;

/// An operator that has a checked version. `NAME` is the hash of the operator's method, such as `add`. `Rhs`
/// is the right operand type, or `()` for a unary operator.
pub trait CheckedOperator<const NAME: u64, Rhs> {
    /// The result type.
    type Output;

    /// Runs the checked version.
    fn operate(&mut self, checker: &Checker, rhs: Rhs) -> Self::Output;
}

/// A probe for an operator. `NAME` is the hash of the operator's method, such as `add`.
pub struct OperatorCallProbe<const NAME: u64, L, R>(PhantomData<(L, R)>);

crate::support::always_copy! { [const NAME: u64, L, R] OperatorCallProbe<NAME, L, R> }

/// Returns a probe for an operator.
pub fn probe_operator<const NAME: u64, L, R>(_: &L, _: &R) -> OperatorCallProbe<NAME, L, R> {
    OperatorCallProbe(PhantomData)
}

impl<const NAME: u64, L: CheckedOperator<NAME, R>, R> Probe for &OperatorCallProbe<NAME, L, R> {
    type Selected = CheckedOperatorVersion<NAME, L, R>;

    fn amp_select(self) -> Self::Selected {
        CheckedOperatorVersion(PhantomData)
    }
}

impl<const NAME: u64, L, R> Probe for OperatorCallProbe<NAME, L, R> {
    type Selected = PlainVersion;

    fn amp_select(self) -> PlainVersion {
        PlainVersion
    }
}

/// The checked version of an operator that has one. Each method ignores the closure, which would apply the
/// user's operator without checks.
pub struct CheckedOperatorVersion<const NAME: u64, L, R>(PhantomData<(L, R)>);

impl<const NAME: u64, L: CheckedOperator<NAME, R>, R> CheckedOperatorVersion<NAME, L, R> {
    /// Runs the checked version.
    pub fn operate_checked(
        self,
        checker: &Checker,
        mut lhs: L,
        rhs: R,
        _: impl FnOnce(L, R) -> L::Output,
    ) -> L::Output {
        lhs.operate(checker, rhs)
    }

    /// Runs the checked version of an assignment operator.
    pub fn assign_checked(self, checker: &Checker, lhs: &mut L, rhs: R, _: impl FnOnce(&mut L, R)) {
        lhs.operate(checker, rhs);
    }
}
