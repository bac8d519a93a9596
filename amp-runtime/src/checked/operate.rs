//! Operators of the user's types in their checked form. As with calls, rustc chooses, when it knows the types on both sides.

use std::marker::PhantomData;

use super::Checker;
use super::call::Asked;

/// The checked form of an operator, by the hash of its method's name and the type on its right side; `()` for one that has none.
pub trait CheckedOperator<const NAME: u64, Rhs> {
    /// What comes of it.
    type Output;

    /// Computes it.
    fn operate(&mut self, checker: &Checker, rhs: Rhs) -> Self::Output;
}

/// An operator of a type, by the hash of its method's name.
pub struct Operator<const NAME: u64, L>(PhantomData<L>);

/// Asks for an operator.
pub fn operator_asked<const NAME: u64, L, R>(_: &L, _: &R) -> Asked<Operator<NAME, L>, R> {
    Asked::question()
}

/// An operator with a checked form is computed in it.
pub trait OperateChecked<L, R> {
    /// What comes of it.
    type Output;

    /// Computes it; the plain form is not needed.
    fn operate_checked(
        self,
        checker: &Checker,
        lhs: L,
        rhs: R,
        plain: impl FnOnce(L, R) -> Self::Output,
    ) -> Self::Output;

    /// The same for one that assigns.
    fn assign_checked(self, checker: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R));
}

impl<const NAME: u64, L: CheckedOperator<NAME, R>, R> OperateChecked<L, R> for &Asked<Operator<NAME, L>, R> {
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

/// Any other is computed as ever.
pub trait OperatePlain<L, R> {
    /// Computes it.
    fn operate_checked<O>(self, checker: &Checker, lhs: L, rhs: R, plain: impl FnOnce(L, R) -> O) -> O;

    /// The same for one that assigns.
    fn assign_checked(self, checker: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R));
}

impl<const NAME: u64, L, R> OperatePlain<L, R> for Asked<Operator<NAME, L>, R> {
    fn operate_checked<O>(self, _: &Checker, lhs: L, rhs: R, plain: impl FnOnce(L, R) -> O) -> O {
        plain(lhs, rhs)
    }

    fn assign_checked(self, _: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R)) {
        plain(lhs, rhs);
    }
}
