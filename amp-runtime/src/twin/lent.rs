//! Views that a kernel's twin lends to device functions, and the twins of those functions.
//!
//! A function that takes views cannot be called as the user wrote it: the kernel has no views, but their twins. So it has a twin,
//! generic over what stands for its views, and is told which work-item asks.

use std::marker::PhantomData;

use super::here::Here;
use super::row::{Asker, Tile};
use super::waiting::Same;
use super::{ReadTwin, SharedTwin, Taken};
use crate::checked::Checker;
use crate::element::{Element, GpuType, Value};
use crate::extent::Extent;
use crate::index::Index;

/// A view that a function may read.
pub trait Reads<T, const N: usize> {
    /// A part of it, of another rank perhaps.
    type Shaped<const M: usize>: Reads<T, M>;

    /// The part that starts at an index.
    fn section(
        &self,
        who: &impl Asker,
        lane: usize,
        origin: [usize; N],
        extent: [usize; N],
    ) -> Self::Shaped<N>;

    /// The slice at one index of dimension 0.
    fn project<const M: usize>(&self, who: &impl Asker, lane: usize, index: usize) -> Self::Shaped<M>;

    /// Whether there are no gaps between its rows.
    fn is_gapless(&self) -> bool;

    /// The first elements in another extent.
    fn view_as<const M: usize>(&self, who: &impl Asker, lane: usize, extent: [usize; M]) -> Self::Shaped<M>;

    /// The view's extent.
    fn extent(&self) -> Extent<N>;

    /// The element at an index.
    #[track_caller]
    fn get(&self, who: &impl Asker, lane: usize, index: [usize; N]) -> T;

    /// The same, looked at.
    fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T;

    /// A part of the element at an index, looked at.
    fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P;
}

macro_rules! reads {
    ($($twin:ident $of:ident;)*) => {$(
        impl<T: $of, const N: usize> Reads<T, N> for $twin<T, N> {
            type Shaped<const M: usize> = $twin<T, M>;

            #[inline(always)]
            fn section(&self, who: &impl Asker, lane: usize, origin: [usize; N], extent: [usize; N]) -> Self {
                $twin::section(self, who, lane, origin, extent)
            }

            #[inline(always)]
            fn project<const M: usize>(&self, who: &impl Asker, lane: usize, index: usize) -> $twin<T, M> {
                $twin::project(self, who, lane, index)
            }

            #[inline(always)]
            fn is_gapless(&self) -> bool {
                $twin::is_gapless(self)
            }

            #[inline(always)]
            fn view_as<const M: usize>(&self, who: &impl Asker, lane: usize, extent: [usize; M]) -> $twin<T, M> {
                $twin::view_as(self, who, lane, extent)
            }

            #[inline(always)]
            fn extent(&self) -> Extent<N> {
                $twin::extent(self)
            }

            #[inline(always)]
            #[track_caller]
            fn get(&self, who: &impl Asker, lane: usize, index: [usize; N]) -> T {
                $twin::get(self, who, lane, index)
            }

            #[track_caller]
            fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
                $twin::checked_get(self, checker, index)
            }

            #[track_caller]
            fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
                $twin::checked_part(self, checker, index, part)
            }
        }
    )*};
}

reads! {
    ReadTwin Element;
    SharedTwin GpuType;
}

/// A view that a function reads; `V` is its twin.
pub struct Lent<'v, T, const N: usize, V>(&'v V, PhantomData<T>);

impl<T, const N: usize, V> Clone for Lent<'_, T, N, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize, V> Copy for Lent<'_, T, N, V> {}

impl<'v, T, const N: usize, V: Reads<T, N>> Lent<'v, T, N, V> {
    #[inline(always)]
    pub(super) fn of(view: &'v V) -> Self {
        Lent(view, PhantomData)
    }

    #[inline(always)]
    pub(super) fn twin(&self) -> &'v V {
        self.0
    }

    /// Lent once more.
    #[inline(always)]
    pub fn lent(&self) -> Self {
        *self
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// The element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, who: &impl Asker, lane: usize, index: [usize; N]) -> T {
        self.0.get(who, lane, index)
    }

    /// The same, looked at.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
        self.0.checked_get(checker, index)
    }

    /// A part of the element at an index, looked at.
    #[track_caller]
    pub fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
        self.0.checked_part(checker, index, part)
    }
}

impl<T: Element, const N: usize> ReadTwin<T, N> {
    /// For a function that reads it.
    #[inline(always)]
    pub fn lent(&self) -> Lent<'_, T, N, Self> {
        Lent(self, PhantomData)
    }
}

impl<T: GpuType, const N: usize> SharedTwin<T, N> {
    /// For a function that reads it.
    #[inline(always)]
    pub fn lent(&self) -> Lent<'_, T, N, Self> {
        Lent(self, PhantomData)
    }

    /// For a function that writes it.
    #[inline(always)]
    pub fn lent_mut(&self) -> &Self {
        self
    }
}

/// Something captured of which only rustc knows whether it is a view or a value.
pub trait Captured<'a> {
    /// What the kernel has at hand of it.
    type AtHand;

    /// Takes it in hand.
    fn in_hand(self) -> Self::AtHand;
}

impl<'a, T: Value> Captured<'a> for &'a T {
    type AtHand = T;

    #[inline(always)]
    fn in_hand(self) -> T {
        *self
    }
}

impl<'a, T: Element, const N: usize> Captured<'a> for &'a ReadTwin<T, N> {
    type AtHand = Here<'a, ReadTwin<T, N>>;

    #[inline(always)]
    fn in_hand(self) -> Self::AtHand {
        self.at_hand()
    }
}

/// What such a thing is to a device function that it is lent to by `&`.
pub trait Lend<'l> {
    /// A reference to a value, or a view.
    type Lent;

    /// The same for all work-items, or a view.
    type LentToTile;

    /// Lends it.
    fn lend(&'l self) -> Self::Lent;

    /// Lends it to a function that waits.
    fn lend_to_tile(&'l self) -> Self::LentToTile;
}

impl<'l, T: Value> Lend<'l> for T {
    type Lent = &'l T;
    type LentToTile = Same<T>;

    #[inline(always)]
    fn lend(&'l self) -> &'l T {
        self
    }

    #[inline(always)]
    fn lend_to_tile(&'l self) -> Same<T> {
        Same(*self)
    }
}

impl<'l, T: Element, const N: usize> Lend<'l> for Here<'_, ReadTwin<T, N>> {
    type Lent = Lent<'l, T, N, ReadTwin<T, N>>;
    type LentToTile = Self::Lent;

    #[inline(always)]
    fn lend(&'l self) -> Self::Lent {
        self.lent()
    }

    #[inline(always)]
    fn lend_to_tile(&'l self) -> Self::Lent {
        self.lent()
    }
}

/// The twin of a device function that takes references or views; it is called where a kernel lends something whole.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments",
    note = "the types of the arguments are those of the parameters; a view is lent by `&view` or `&mut view`"
)]
pub trait TwinCall<Arguments> {
    /// What it returns.
    type Output;

    /// Runs it for a work-item.
    fn run<A: Asker>(who: &A, lane: usize, arguments: Arguments) -> Self::Output;
}

/// The same for an associated function of a type, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments",
    note = "mark its `impl` block with `#[device]`; a view is lent by `&view` or `&mut view`"
)]
pub trait TwinFunction<const NAME: u64, Arguments> {
    /// What it returns.
    type Output;

    /// Runs it for a work-item.
    fn run<A: Asker>(who: &A, lane: usize, arguments: Arguments) -> Self::Output;
}

/// The same for a method, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments",
    note = "mark its `impl` block with `#[device]`; a view is lent by `&view` or `&mut view`"
)]
pub trait TwinMethod<const NAME: u64, Arguments> {
    /// What it returns.
    type Output;

    /// It takes `&mut self`.
    const CHANGES: bool;

    /// Runs it for a work-item.
    fn run<A: Asker>(&mut self, who: &A, lane: usize, arguments: Arguments) -> Self::Output;

    /// Runs it on a copy of an element.
    #[inline(always)]
    fn run_taken<A: Asker>(copy: &mut Taken<Self>, who: &A, lane: usize, arguments: Arguments) -> Self::Output
    where
        Self: Sized,
    {
        copy.lent(Self::CHANGES).run(who, lane, arguments)
    }
}

/// An index, or a number that is one.
pub trait Components {
    /// The components.
    type List;

    /// Its components.
    fn components(self) -> Self::List;
}

impl<const N: usize> Components for Index<N> {
    type List = [usize; N];

    #[inline(always)]
    fn components(self) -> [usize; N] {
        self.0
    }
}

impl Components for usize {
    type List = [usize; 1];

    #[inline(always)]
    fn components(self) -> [usize; 1] {
        [self]
    }
}

/// The components of an index.
#[inline(always)]
pub fn components<I: Components>(index: I) -> I::List {
    index.components()
}

/// Who asks in a function that waits: the work-items of the tile, one after another.
impl<const N: usize> Asker for Tile<N> {
    fn asker(&self, lane: usize) -> Vec<usize> {
        let (origin, size) = (self.origin(), self.size());
        let mut rest = lane;
        let mut index = origin.to_vec();
        for d in (0..N).rev() {
            index[d] += rest % size[d].max(1);
            rest /= size[d].max(1);
        }
        index
    }
}
