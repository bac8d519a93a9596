//! Collective functions: device functions that contain a barrier or a subgroup operation.
//!
//! The CPU code of such a function runs once for a whole tile. Between two barriers, it loops over all
//! work-items of the tile. So each argument and the result consist of one value for each work-item. The
//! traits of this file describe arguments by value (`PerItem`), arguments by reference (`ByRefTarget`), and
//! the destination of the results (`PerItemMut`).

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use super::lanes::Lanes;
use super::row::Locate;
use crate::abi::checked::Checker;
use crate::abi::link::Inherent;
use crate::abi::probe::Probe;
use crate::types::Value;

/// The CPU code of a collective function, of a type or of the struct of a free function. `NAME` is the hash of
/// a method's name, or 0 for a free function. `Impl` stands for the `impl` block of a method, as in
/// [`DeviceMethod`](crate::abi::link::DeviceMethod).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no function of this name that takes `&TileBarrier` and these arguments",
    note = "declare it in a `#[device] impl` block with a `&TileBarrier` parameter, and call it with `&t.barrier`"
)]
pub trait CollectiveCall<const NAME: u64, Arguments, Results, Impl = Inherent> {
    /// Runs the function for all work-items of a tile.
    fn run<A: Locate>(at: &A, items: usize, arguments: Arguments, results: Results);

    /// Runs the checked version, or the CPU code if the function has no checked version.
    fn run_checked(checker: &Checker, items: usize, arguments: Arguments, results: Results) {
        Self::run(checker, items, arguments, results);
    }
}

/// Selects the CPU code of a collective function. If the arguments do not match the function's parameters, the
/// probe selects `NoCollective`. rustc reports such a call in the code for the kernel's WGSL, so no second
/// error is needed here.
#[derive(Debug)]
pub struct CollectiveProbe<F, A, R>(PhantomData<fn(F, A) -> R>);

impl<F, A, R> CollectiveProbe<F, A, R> {
    /// Returns the probe for these arguments and results.
    #[inline(always)]
    pub fn new(_: &A, _: &R) -> Self {
        CollectiveProbe(PhantomData)
    }
}

crate::support::always_copy! { [F, A, R] CollectiveProbe<F, A, R> }

impl<F: CollectiveCall<0, A, R>, A, R> Probe for &CollectiveProbe<F, A, R> {
    type Selected = SelectedCollective<F>;

    #[inline(always)]
    fn amp_select(self) -> SelectedCollective<F> {
        SelectedCollective(PhantomData)
    }
}

impl<F, A, R> Probe for CollectiveProbe<F, A, R> {
    type Selected = NoCollective;

    fn amp_select(self) -> NoCollective {
        NoCollective
    }
}

/// The selected collective function.
#[derive(Debug)]
pub struct SelectedCollective<F>(PhantomData<F>);

impl<F> SelectedCollective<F> {
    /// Runs the function for all work-items of a tile.
    #[inline(always)]
    pub fn run<A, R>(self, at: &impl Locate, items: usize, arguments: A, results: R)
    where
        F: CollectiveCall<0, A, R>,
    {
        F::run(at, items, arguments, results);
    }

    /// Runs the checked version, or the CPU code if the function has no checked version.
    pub fn run_checked<A, R>(self, checker: &Checker, items: usize, arguments: A, results: R)
    where
        F: CollectiveCall<0, A, R>,
    {
        F::run_checked(checker, items, arguments, results);
    }
}

/// The placeholder for a call with the wrong arguments. Such a call does not compile, so these functions never
/// run.
#[derive(Debug)]
pub struct NoCollective;

impl NoCollective {
    /// Never called.
    pub fn run<A, R>(self, _: &impl Locate, _: usize, _: A, _: R) {}

    /// Never called.
    pub fn run_checked<A, R>(self, _: &Checker, _: usize, _: A, _: R) {}
}

/// A collective function whose result is uniform in the tile. The macro recognises these functions by their
/// paths, such as `subgroup::size`. With this trait, rustc verifies that such a path names amp's function and
/// not one of the user.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function of `amp::subgroup`",
    note = "in a kernel, `subgroup::size` and `subgroup::count` mean the functions of `amp::subgroup`, whose results are uniform in the tile; call your own function by another path, such as `self::subgroup::size`"
)]
pub trait UniformTileCall {
    /// The result for a tile of `items` work-items.
    fn run(items: usize) -> u32;

    /// The result on the checked accelerator, whose seed determines the size of a subgroup.
    fn run_checked(checker: &Checker, items: usize) -> u32;
}

/// Calls [`UniformTileCall::run`].
#[inline(always)]
pub fn uniform_call<F: UniformTileCall>(_: &impl Locate, items: usize) -> u32 {
    F::run(items)
}

/// Calls [`UniformTileCall::run_checked`].
pub fn uniform_call_checked<F: UniformTileCall>(checker: &Checker, items: usize) -> u32 {
    F::run_checked(checker, items)
}

/// Returns a `PhantomData` of the type of a collective method's receiver. If only rustc knows this type,
/// generated code passes the `PhantomData` to [`run_of`].
pub fn owner_of<P: ByRefTarget>(_: &P) -> PhantomData<P::Item> {
    PhantomData
}

/// Runs a collective method of a type that only rustc knows.
#[inline(always)]
pub fn run_of<const NAME: u64, O, Arguments, Results, I>(
    _: PhantomData<O>,
    at: &impl Locate,
    items: usize,
    arguments: Arguments,
    results: Results,
) where
    O: CollectiveCall<NAME, Arguments, Results, I>,
{
    O::run(at, items, arguments, results);
}

/// Runs the checked version of a collective method of a type that only rustc knows.
pub fn run_checked_of<const NAME: u64, O, Arguments, Results, I>(
    _: PhantomData<O>,
    checker: &Checker,
    items: usize,
    arguments: Arguments,
    results: Results,
) where
    O: CollectiveCall<NAME, Arguments, Results, I>,
{
    O::run_checked(checker, items, arguments, results);
}

/// A kernel variable with one value for each work-item.
pub trait PerItemVariable {
    /// The type of the values.
    type Item: Value;

    /// The value of a work-item.
    fn load(&self, item: usize) -> Self::Item;

    /// Replaces the value of a work-item.
    fn store(&mut self, item: usize, value: Self::Item);
}

impl<T: Value, const L: usize> PerItemVariable for Lanes<T, L> {
    type Item = T;

    #[inline(always)]
    fn load(&self, item: usize) -> T {
        self.get(item)
    }

    #[inline(always)]
    fn store(&mut self, item: usize, value: T) {
        self.set(item, value);
    }
}

/// A mutable reference to a variable with one value for each work-item.
impl<S: PerItemVariable> PerItemVariable for &mut S {
    type Item = S::Item;

    #[inline(always)]
    fn load(&self, item: usize) -> S::Item {
        (**self).load(item)
    }

    #[inline(always)]
    fn store(&mut self, item: usize, value: S::Item) {
        (**self).store(item, value);
    }
}

/// A variable with one value for each work-item of a tile: one `Lanes` for each row of the tile.
impl<T: Value, const L: usize> PerItemVariable for Vec<Lanes<T, L>> {
    type Item = T;

    #[inline(always)]
    fn load(&self, item: usize) -> T {
        self[item / L].get(item % L)
    }

    #[inline(always)]
    fn store(&mut self, item: usize, value: T) {
        self[item / L].set(item % L, value);
    }
}

/// A variable with one value for each work-item of a tile, in a function that does not know the tile's size
/// at compile time.
pub struct PerItemStorage<T>(Vec<T>);

/// Returns a variable for `items` work-items, filled with zeros.
pub fn per_item_storage<T: Value>(items: usize) -> PerItemStorage<T> {
    PerItemStorage(vec![T::AMP_ZERO; items])
}

impl<T: Value> PerItemStorage<T> {
    /// The value of a work-item.
    #[inline(always)]
    pub fn get(&self, item: usize) -> T {
        self.0[item]
    }

    /// Replaces the value of a work-item.
    #[inline(always)]
    pub fn set(&mut self, item: usize, value: T) {
        self.0[item] = value;
    }
}

impl PerItemStorage<bool> {
    /// Whether the values of the first `count` work-items are all true.
    pub fn all(&self, count: usize) -> bool {
        self.0[..count].iter().all(|it| *it)
    }
}

impl<T: Value> PerItemVariable for PerItemStorage<T> {
    type Item = T;

    fn load(&self, item: usize) -> T {
        self.0[item]
    }

    fn store(&mut self, item: usize, value: T) {
        self.0[item] = value;
    }
}

/// An argument of a collective function.
pub trait PerItem {
    /// The type of the argument.
    type Item;

    /// The argument of one work-item.
    fn of(&self, item: usize) -> Self::Item;
}

/// A uniform argument.
pub struct UniformArg<T>(pub T);

impl<T: Copy> PerItem for UniformArg<T> {
    type Item = T;

    #[inline(always)]
    fn of(&self, _: usize) -> T {
        self.0
    }
}

impl<S: PerItemVariable> PerItem for &S {
    type Item = S::Item;

    #[inline(always)]
    fn of(&self, item: usize) -> S::Item {
        self.load(item)
    }
}

/// The destination of a collective function's results.
pub trait PerItemMut {
    /// The type of the results.
    type Item;

    /// Stores the result of a work-item.
    fn put(&mut self, item: usize, value: Self::Item);
}

impl<S: PerItemVariable> PerItemMut for &mut S {
    type Item = S::Item;

    #[inline(always)]
    fn put(&mut self, item: usize, value: S::Item) {
        self.store(item, value);
    }
}

/// A destination that ignores the results.
pub struct IgnoredResults<T>(pub PhantomData<T>);

impl<T> PerItemMut for IgnoredResults<T> {
    type Item = T;

    #[inline(always)]
    fn put(&mut self, _: usize, _: T) {}
}

/// An argument of a collective function that is passed by reference.
pub trait ByRefTarget {
    /// The type of the referent.
    type Item;

    /// Returns the reference that the function uses while it runs this work-item.
    fn reference(&mut self, item: usize) -> impl DerefMut<Target = Self::Item>;
}

/// A reference argument with one referent for all work-items: tile memory.
pub struct SharedRef<'t, T>(pub &'t mut T);

impl<T> ByRefTarget for SharedRef<'_, T> {
    type Item = T;

    #[inline(always)]
    fn reference(&mut self, _: usize) -> impl DerefMut<Target = T> {
        &mut *self.0
    }
}

/// A reference argument with one referent for each work-item: a variable.
pub struct PerItemRef<'t, S>(pub &'t mut S);

impl<S: PerItemVariable> ByRefTarget for PerItemRef<'_, S> {
    type Item = S::Item;

    #[inline(always)]
    fn reference(&mut self, item: usize) -> impl DerefMut<Target = S::Item> {
        let value = self.0.load(item);
        WriteBack { of: &mut *self.0, item, value }
    }
}

/// A reference argument that a collective function passes to another collective function.
impl<P: ByRefTarget> ByRefTarget for &mut P {
    type Item = P::Item;

    #[inline(always)]
    fn reference(&mut self, item: usize) -> impl DerefMut<Target = P::Item> {
        (**self).reference(item)
    }
}

/// Accepts a reference where a collective function expects a value. Such a call does not compile: rustc
/// reports it in the code for the kernel's WGSL. This impl only avoids a second error.
impl<T: Copy> PerItem for SharedRef<'_, T> {
    type Item = T;

    fn of(&self, _: usize) -> T {
        *self.0
    }
}

/// Like the impl for [`SharedRef`], for a reference to a variable with one value for each work-item.
impl<S: PerItemVariable> PerItem for PerItemRef<'_, S> {
    type Item = S::Item;

    fn of(&self, item: usize) -> S::Item {
        self.0.load(item)
    }
}

/// The receiver of a method that takes `self` by value and is called by its path, as in `Steps::take(steps, ..)`.
/// A method that takes `self` may modify it, so each work-item gets a copy.
impl<T: Copy> ByRefTarget for UniformArg<T> {
    type Item = T;

    #[inline(always)]
    fn reference(&mut self, _: usize) -> impl DerefMut<Target = T> {
        LocalCopy(self.0)
    }
}

/// Like the impl for [`UniformArg`], for a receiver with a different value in each work-item.
impl<S: PerItemVariable> ByRefTarget for &S {
    type Item = S::Item;

    #[inline(always)]
    fn reference(&mut self, item: usize) -> impl DerefMut<Target = S::Item> {
        LocalCopy(self.load(item))
    }
}

/// A copy of an argument, which a method may modify.
struct LocalCopy<T>(T);

impl<T> Deref for LocalCopy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for LocalCopy<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A copy of a variable's value. Dropping it writes the value back.
struct WriteBack<'s, S: PerItemVariable> {
    of: &'s mut S,
    item: usize,
    value: S::Item,
}

impl<S: PerItemVariable> Deref for WriteBack<'_, S> {
    type Target = S::Item;

    fn deref(&self) -> &S::Item {
        &self.value
    }
}

impl<S: PerItemVariable> DerefMut for WriteBack<'_, S> {
    fn deref_mut(&mut self) -> &mut S::Item {
        &mut self.value
    }
}

impl<S: PerItemVariable> Drop for WriteBack<'_, S> {
    fn drop(&mut self) {
        self.of.store(self.item, self.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_write_back() {
        let mut some = per_item_storage::<u32>(4);
        {
            let mut place = PerItemRef(&mut some);
            for item in 0..4 {
                *place.reference(item) += item as u32;
            }
            let passed = &mut place;
            *passed.reference(2) *= 10;
        }
        assert_eq!((0..4).map(|item| (&some).of(item)).collect::<Vec<_>>(), [0, 1, 20, 3]);
        let mut one = 5u32;
        (0..4).for_each(|item| *SharedRef(&mut one).reference(item) += 1);
        assert_eq!(one, 9);
    }
}
