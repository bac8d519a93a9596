//! Device functions that wait: called once for a whole tile, they run region by region like a kernel, with an argument and
//! a result for each work-item.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use super::lanes::Lanes;
use super::row::Asker;
use crate::checked::Checker;
use crate::element::Value;

/// A device function that waits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not wait, or not with these arguments",
    note = "a device function that takes `&TileBarrier` is marked with `#[device]`, and is called with `&t.barrier`"
)]
pub trait TileCall<Arguments, Results> {
    /// Runs it for all work-items of a tile.
    fn run<A: Asker>(who: &A, items: usize, arguments: Arguments, results: Results);

    /// The same in the checked form, if it has one.
    fn run_checked(checker: &Checker, items: usize, arguments: Arguments, results: Results) {
        Self::run(checker, items, arguments, results);
    }
}

/// A device function that waits and returns one value for the whole tile. The compiler knows these by their paths; rustc sees
/// here whether a path leads to what it seems to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function of `amp::subgroup`",
    note = "in a kernel `subgroup::size` and `subgroup::count` are those of `amp::subgroup`, which return the same for the whole tile; name your own function by another path, such as `self::subgroup::size`"
)]
pub trait UniformTileCall {
    /// What it returns for a tile of so many work-items.
    fn run(items: usize) -> u32;

    /// The same in the checked form.
    fn run_checked(checker: &Checker, items: usize) -> u32;
}

/// [`UniformTileCall::run`].
#[inline(always)]
pub fn uniform_call<F: UniformTileCall>(_: &impl Asker, items: usize) -> u32 {
    F::run(items)
}

/// [`UniformTileCall::run_checked`].
pub fn uniform_call_checked<F: UniformTileCall>(checker: &Checker, items: usize) -> u32 {
    F::run_checked(checker, items)
}

/// A method or an associated function that waits, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no function of this name that waits, or not with these arguments",
    note = "a function that takes `&TileBarrier` stands in a `#[device] impl`, and is called with `&t.barrier`"
)]
pub trait TileMethod<const NAME: u64, Arguments, Results> {
    /// Runs it for all work-items of a tile.
    fn run<A: Asker>(who: &A, items: usize, arguments: Arguments, results: Results);

    /// The same in the checked form, if it has one.
    fn run_checked(checker: &Checker, items: usize, arguments: Arguments, results: Results) {
        Self::run(checker, items, arguments, results);
    }
}

/// Whose method it is, where only what it is called on tells.
pub fn owner_of<P: Place>(_: &P) -> PhantomData<P::Item> {
    PhantomData
}

/// [`TileMethod::run`], of an owner that nobody can name.
#[inline(always)]
pub fn run_of<const NAME: u64, O, Arguments, Results>(
    _: PhantomData<O>,
    who: &impl Asker,
    items: usize,
    arguments: Arguments,
    results: Results,
) where
    O: TileMethod<NAME, Arguments, Results>,
{
    O::run(who, items, arguments, results);
}

/// [`TileMethod::run_checked`], of an owner that nobody can name.
pub fn run_checked_of<const NAME: u64, O, Arguments, Results>(
    _: PhantomData<O>,
    checker: &Checker,
    items: usize,
    arguments: Arguments,
    results: Results,
) where
    O: TileMethod<NAME, Arguments, Results>,
{
    O::run_checked(checker, items, arguments, results);
}

/// A value of each work-item.
pub trait Store {
    /// The type of the values.
    type Item: Value;

    /// The value of a work-item.
    fn load(&self, item: usize) -> Self::Item;

    /// Replaces the value of a work-item.
    fn store(&mut self, item: usize, value: Self::Item);
}

impl<T: Value, const L: usize> Store for Lanes<T, L> {
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

/// What has its room elsewhere.
impl<S: Store> Store for &mut S {
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

/// Row by row.
impl<T: Value, const L: usize> Store for Vec<Lanes<T, L>> {
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

/// A variable of each work-item of a tile, in a function that does not know how many there are.
pub struct Slots<T>(Vec<T>);

/// Room for a variable of each work-item.
pub fn slots<T: Value>(items: usize) -> Slots<T> {
    Slots(vec![T::ZERO; items])
}

impl<T: Value> Slots<T> {
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

impl Slots<bool> {
    /// Whether it is true in the first work-items.
    pub fn all(&self, count: usize) -> bool {
        self.0[..count].iter().all(|it| *it)
    }
}

impl<T: Value> Store for Slots<T> {
    type Item = T;

    fn load(&self, item: usize) -> T {
        self.0[item]
    }

    fn store(&mut self, item: usize, value: T) {
        self.0[item] = value;
    }
}

/// An argument.
pub trait PerItem {
    /// Its type.
    type Item;

    /// That of a work-item.
    fn of(&self, item: usize) -> Self::Item;
}

/// The same for all work-items.
pub struct Same<T>(pub T);

impl<T: Copy> PerItem for Same<T> {
    type Item = T;

    #[inline(always)]
    fn of(&self, _: usize) -> T {
        self.0
    }
}

impl<S: Store> PerItem for &S {
    type Item = S::Item;

    #[inline(always)]
    fn of(&self, item: usize) -> S::Item {
        self.load(item)
    }
}

/// Where results go.
pub trait PerItemMut {
    /// Their type.
    type Item;

    /// The result of a work-item.
    fn put(&mut self, item: usize, value: Self::Item);
}

impl<S: Store> PerItemMut for &mut S {
    type Item = S::Item;

    #[inline(always)]
    fn put(&mut self, item: usize, value: S::Item) {
        self.store(item, value);
    }
}

/// Results that nobody wants.
pub struct Dropped<T>(pub PhantomData<T>);

impl<T> PerItemMut for Dropped<T> {
    type Item = T;

    #[inline(always)]
    fn put(&mut self, _: usize, _: T) {}
}

/// An argument that is a reference.
pub trait Place {
    /// What it refers to.
    type Item;

    /// The reference of a work-item, while its turn lasts.
    fn lend(&mut self, item: usize) -> impl DerefMut<Target = Self::Item>;
}

/// One place for all work-items: tile memory.
pub struct Shared<'t, T>(pub &'t mut T);

impl<T> Place for Shared<'_, T> {
    type Item = T;

    #[inline(always)]
    fn lend(&mut self, _: usize) -> impl DerefMut<Target = T> {
        &mut *self.0
    }
}

/// A place for each: a variable.
pub struct Each<'t, S>(pub &'t mut S);

impl<S: Store> Place for Each<'_, S> {
    type Item = S::Item;

    #[inline(always)]
    fn lend(&mut self, item: usize) -> impl DerefMut<Target = S::Item> {
        let value = self.0.load(item);
        Lent { of: &mut *self.0, item, value }
    }
}

/// Passed on.
impl<P: Place> Place for &mut P {
    type Item = P::Item;

    #[inline(always)]
    fn lend(&mut self, item: usize) -> impl DerefMut<Target = P::Item> {
        (**self).lend(item)
    }
}

/// Where a value is wanted: that it is lent instead, rustc has said.
impl<T: Copy> PerItem for Shared<'_, T> {
    type Item = T;

    fn of(&self, _: usize) -> T {
        *self.0
    }
}

/// The same, of another one for each.
impl<S: Store> PerItem for Each<'_, S> {
    type Item = S::Item;

    fn of(&self, item: usize) -> S::Item {
        self.0.load(item)
    }
}

/// The value that a method is called on by its path, `Turns::take(turns, ..)`: nobody changes more of it than a copy.
impl<T: Copy> Place for Same<T> {
    type Item = T;

    #[inline(always)]
    fn lend(&mut self, _: usize) -> impl DerefMut<Target = T> {
        Copied(self.0)
    }
}

/// The same, another one for each.
impl<S: Store> Place for &S {
    type Item = S::Item;

    #[inline(always)]
    fn lend(&mut self, item: usize) -> impl DerefMut<Target = S::Item> {
        Copied(self.load(item))
    }
}

/// A value of its own.
struct Copied<T>(T);

impl<T> Deref for Copied<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Copied<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A variable's value, which goes back when the turn is over.
struct Lent<'s, S: Store> {
    of: &'s mut S,
    item: usize,
    value: S::Item,
}

impl<S: Store> Deref for Lent<'_, S> {
    type Target = S::Item;

    fn deref(&self) -> &S::Item {
        &self.value
    }
}

impl<S: Store> DerefMut for Lent<'_, S> {
    fn deref_mut(&mut self) -> &mut S::Item {
        &mut self.value
    }
}

impl<S: Store> Drop for Lent<'_, S> {
    fn drop(&mut self) {
        self.of.store(self.item, self.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_goes_back() {
        let mut some = slots::<u32>(4);
        {
            let mut place = Each(&mut some);
            for item in 0..4 {
                *place.lend(item) += item as u32;
            }
            let passed = &mut place;
            *passed.lend(2) *= 10;
        }
        assert_eq!((0..4).map(|item| (&some).of(item)).collect::<Vec<_>>(), [0, 1, 20, 3]);
        let mut one = 5u32;
        (0..4).for_each(|item| *Shared(&mut one).lend(item) += 1);
        assert_eq!(one, 9);
    }
}
