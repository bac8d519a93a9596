//! Dispatch of operators on the checked accelerator: rustc selects the checked version of an operator, or the
//! user's operator itself. The mechanism is autoref specialisation, as in `dispatch`.

use std::marker::PhantomData;

use super::Checker;
use super::dispatch::CallProbe;

/// An operator that has a checked version. `NAME` is the hash of the operator's method, such as `add`. `Rhs`
/// is the right operand type, or `()` for a unary operator.
pub trait CheckedOperator<const NAME: u64, Rhs> {
    /// The result type.
    type Output;

    /// Runs the checked version.
    fn operate(&mut self, checker: &Checker, rhs: Rhs) -> Self::Output;
}

/// Stands for an operator whose left operand has the type `L`, in a [`CallProbe`]. `NAME` is the hash of the
/// operator's method, such as `add`.
pub struct Operator<const NAME: u64, L>(PhantomData<L>);

/// Returns a probe for an operator.
pub fn probe_operator<const NAME: u64, L, R>(_: &L, _: &R) -> CallProbe<Operator<NAME, L>, R> {
    CallProbe::new()
}

/// Runs the checked version of an operator that has one.
pub trait OperateChecked<L, R> {
    /// The result type.
    type Output;

    /// Runs the checked version. Ignores `plain`, a closure that would apply the user's operator without
    /// checks.
    fn operate_checked(
        self,
        checker: &Checker,
        lhs: L,
        rhs: R,
        plain: impl FnOnce(L, R) -> Self::Output,
    ) -> Self::Output;

    /// Runs the checked version of an assignment operator.
    fn assign_checked(self, checker: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R));
}

impl<const NAME: u64, L: CheckedOperator<NAME, R>, R> OperateChecked<L, R>
    for &CallProbe<Operator<NAME, L>, R>
{
    type Output = L::Output;

    fn operate_checked(
        self,
        checker: &Checker,
        mut lhs: L,
        rhs: R,
        _: impl FnOnce(L, R) -> L::Output,
    ) -> L::Output {
        lhs.operate(checker, rhs)
    }

    fn assign_checked(self, checker: &Checker, lhs: &mut L, rhs: R, _: impl FnOnce(&mut L, R)) {
        lhs.operate(checker, rhs);
    }
}

/// Applies the user's operator itself, if it has no checked version.
pub trait OperatePlain<L, R> {
    /// Runs `plain`, a closure that applies the operator.
    fn operate_checked<O>(self, checker: &Checker, lhs: L, rhs: R, plain: impl FnOnce(L, R) -> O) -> O;

    /// Runs `plain`, a closure that applies an assignment operator.
    fn assign_checked(self, checker: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R));
}

impl<const NAME: u64, L, R> OperatePlain<L, R> for CallProbe<Operator<NAME, L>, R> {
    fn operate_checked<O>(self, _: &Checker, lhs: L, rhs: R, plain: impl FnOnce(L, R) -> O) -> O {
        plain(lhs, rhs)
    }

    fn assign_checked(self, _: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R)) {
        plain(lhs, rhs);
    }
}
